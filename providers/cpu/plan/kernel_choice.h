#pragma once

#include "core/base/message.h"
#include "core/provider/op_versions.h"
#include "providers/cpu/kernels/kernel.h"
#include "providers/cpu/kernels/kernel_adapters.h"

namespace partita::cpu {

/// Whether a node can run here, and if not, why.
struct KernelAnswer {
    const KernelEntry* kernel = nullptr;
    Message why;
    Adapter adapter = Adapter::none; ///< how it runs on `type`, for which it has no row
    DataType type = DataType::undefined;
};
KernelAnswer kernelFor(const Model& model, const Node& node, const OpVersions& versions);
/// The same for a given version of the operator.
KernelAnswer kernelFor(const Model& model, const Node& node, int version);

/// A kernel and what it was chosen for. That is checked again when it runs: types that inference
/// could not tell are known only then, and a kernel reads its inputs by their types.
struct ChosenKernel {
    std::unique_ptr<Kernel> kernel;
    TypeSet types{}; ///< of input `typedInput`
    std::size_t typedInput = 0;
    std::vector<std::size_t> sameType;  ///< inputs that must have the type of that one
    std::vector<std::uint64_t> allowed; ///< by input, see InputRule
    bool adapted = false;               ///< its inputs are given in another type

    void run(KernelContext& context) const;
};

/// Fails with node, operator, version and type where there is no kernel. `schema`: of the operator;
/// null for a group of nodes, whose types were looked at when it was formed.
Result<ChosenKernel> chooseKernel(const KernelInit& init, const OperatorSchema* schema);

} // namespace partita::cpu
