#pragma once

#include "core/runtime/execution_provider.h"
#include "providers/cpu/kernel_adapters.h"

namespace partita::cpu {

/// The kernels of one partition in order of execution. Nodes that one kernel computes together are
/// timed together.
class KernelProgram {
public:
    /// Fails with node, operator, version and type when there is no kernel. `fuse`: several nodes
    /// may be computed by one kernel.
    static Result<KernelProgram> compile(const Model& model, const Partition& partition,
                                         const OpVersions& versions, std::stop_token stop,
                                         bool fuse = true);

    Result<void> run(Environment& environment, const std::stop_token& stop);

    struct Instruction {
        std::vector<NodeId> members;        ///< the nodes it computes; the first one stands for all
        std::shared_ptr<const Node> record; ///< as executed: what the whole group reads and writes
        int version = 0;
        std::unique_ptr<Kernel> kernel;
        // What the kernel was chosen for is checked again when it runs: types that inference could
        // not tell are known only then, and a kernel reads its inputs by their types.
        TypeSet types{}; ///< of input `typedInput`
        std::size_t typedInput = 0;
        std::vector<std::size_t> sameType; ///< inputs that must have the type of that one
        OutputMemory memory;
        ValueId sharesWith;                ///< see OutputPlan
        std::vector<bool> acceptsStrides;  ///< by input
        std::vector<ValueId> releaseAfter; ///< values of the partition nobody reads any more
    };
    [[nodiscard]] const std::vector<Instruction>& instructions() const { return m_instructions; }
    [[nodiscard]] std::vector<PartitionStep> steps() const;

private:
    static void checkTypes(const Instruction& instruction, const KernelContext& context);
    static void runOne(Instruction& instruction, Environment& environment,
                       const std::stop_token& stop);
    std::vector<Instruction> m_instructions;
};

/// Whether `node` can run here, and if not, why.
struct KernelAnswer {
    const KernelEntry* kernel = nullptr;
    std::string why;
    Adapter adapter = Adapter::none; ///< how it runs on `type`, for which it has no row
    DataType type = DataType::undefined;
};
KernelAnswer kernelFor(const Model& model, const Node& node, const OpVersions& versions);
/// The same for a given version of the operator.
KernelAnswer kernelFor(const Model& model, const Node& node, int version);

} // namespace partita::cpu
