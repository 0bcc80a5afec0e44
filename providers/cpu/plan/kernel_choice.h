#pragma once

#include "core/base/message.h"
#include "core/provider/execution_provider.h"
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

/// Whether a node is a product or convolution of floats, whose weights are input 1.
inline bool multipliesWeights(const Node& node) { return node.isOneOf({"Conv", "MatMul", "Gemm"}); }

/// How a program holds the float16 and bfloat16 values of the model while it runs.
enum class Halves {
    stored, ///< as the model stores them
    wide    ///< as float32, rounded to halves wherever a kernel has made them
};

/// A kernel with the types that it was chosen for. They are checked again in each run: types that
/// inference could not tell are known only then, and a kernel reads its inputs by type.
struct ChosenKernel {
    std::unique_ptr<Kernel> kernel;
    TypeSet types{}; ///< of input `typedInput`
    std::size_t typedInput = 0;
    std::vector<std::size_t> sameType;  ///< inputs that must have the type of `typedInput`
    std::vector<std::uint64_t> allowed; ///< by input, see PortRule
    bool adapted = false;               ///< runs through an adapter, which converts its inputs
    bool widens = false; ///< takes halves as float32, and makes constants so for all runs
    /// Outputs that are rounded to halves after each run, with the type of the halves.
    std::vector<std::pair<std::size_t, DataType>> rounded;

    /// Checks the types and runs the kernel; throws NodeFailure.
    void run(KernelContext& context) const;
    /// Makes float32 of the halves among the constants that the kernel reads, for good.
    void widenConstants(const Node& node, RunValues& runValues) const;
};

/// The kernel for a node, made for it. Fails with node, operator, version and type where there is
/// none. `schema` is null for a group of nodes, whose types were checked when it was formed.
Result<ChosenKernel> chooseKernel(const KernelInit& init, const OperatorSchema* schema,
                                  Halves halves = Halves::stored);

/// Whether a program of these nodes gains by wide halves: some kernel computes halves in float32,
/// all types are known and agree, and no node has a body, which would read what is held here.
bool gainsByWideHalves(const Model& model, const Partition& partition, const OpVersions& versions);

} // namespace partita::cpu
