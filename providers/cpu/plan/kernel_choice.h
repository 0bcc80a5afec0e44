#pragma once

#include "core/base/message.h"
#include "core/provider/op_versions.h"
#include "providers/cpu/kernels/kernel.h"
#include "providers/cpu/kernels/kernel_adapters.h"

namespace partita::cpu {

/// Whether the CPU has a kernel for a node, and if not, why.
struct KernelAnswer {
    const KernelEntry* kernel = nullptr; ///< null: none, and `why` says what is missing
    Message why;
    Adapter adapter = Adapter::none; ///< how the kernel runs on `type`, which its row lacks
    DataType type = DataType::undefined;
};
KernelAnswer kernelFor(const Model& model, const Node& node, const OpVersions& versions);
/// As above, for a given version of the operator.
KernelAnswer kernelFor(const Model& model, const Node& node, int version);

/// A kernel with the types that it was chosen for. They are checked again in each run: types that
/// inference could not tell are known only then, and a kernel reads its inputs by type.
struct ChosenKernel {
    std::unique_ptr<Kernel> kernel;
    TypeSet types{}; ///< of input `typedInput`
    std::size_t typedInput = 0;
    std::vector<std::size_t> sameType;  ///< inputs that must have the type of `typedInput`
    std::vector<std::uint64_t> allowed; ///< by input, see InputRule
    bool adapted = false;               ///< runs through an adapter, which converts its inputs

    /// Checks the types and runs the kernel; throws NodeFailure.
    void run(KernelContext& context) const;
};

/// The kernel for a node, made for it. Fails with node, operator, version and type where there is
/// none. `schema` is null for a group of nodes, whose types were checked when it was formed.
Result<ChosenKernel> chooseKernel(const KernelInit& init, const OperatorSchema* schema);

} // namespace partita::cpu
