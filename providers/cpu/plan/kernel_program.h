#pragma once

#include "core/provider/execution_provider.h"
#include "providers/cpu/plan/kernel_choice.h"
#include "providers/cpu/threads/parallel_executor.h"

namespace partita::cpu {

/// The kernels of one partition in order of execution. Nodes that one kernel computes together are
/// timed together.
class KernelProgram {
public:
    struct Options {
        bool fuse = true;      ///< several nodes may be computed by one kernel
        bool parallel = false; ///< kernels that do not need each other run at the same time
    };
    /// Fails with node, operator, version and type when there is no kernel.
    static Result<KernelProgram> compile(const Model& model, const Partition& partition,
                                         const OpVersions& versions, std::stop_token stop,
                                         Options options);

    Result<void> run(Environment& environment, const std::stop_token& stop);

    struct Instruction {
        std::vector<NodeId> members;        ///< the nodes it computes; the first one stands for all
        std::shared_ptr<const Node> record; ///< as executed: what the whole group reads and writes
        int version = 0;
        ChosenKernel kernel;
        NodeMemory memory;
        ValueId sharesWith;                ///< see OutputPlan
        std::vector<bool> acceptsStrides;  ///< by input
        std::vector<bool> takesRaw;        ///< by input: at any address
        std::vector<ValueId> alsoReads;    ///< what its members do not read in the model
        std::vector<ValueId> releaseAfter; ///< values of the partition nobody reads any more
        /// Outputs that are brought into the form that their readers want as soon as they are there:
        /// readers at the same time must not change what they share.
        std::vector<ValueId> settles;
    };
    [[nodiscard]] const std::vector<Instruction>& instructions() const { return m_instructions; }
    /// Puts what is the same in every run where the kernels find it; to be called once.
    void prepare(Environment& environment);
    [[nodiscard]] std::vector<PartitionStep> steps() const;

private:
    [[nodiscard]] bool runsInParallel() const;
    Result<void> runAll(Environment& environment, const std::stop_token& stop);
    Result<void> runStep(Instruction& instruction, Environment& environment,
                         const std::stop_token& stop);
    static void runOne(Instruction& instruction, Environment& environment,
                       const std::stop_token& stop);
    std::vector<Instruction> m_instructions;
    bool m_parallel = false;
    StepDependencies m_dependencies;    ///< of the instructions, if they may run in parallel
    std::vector<ValueId> m_fromOutside; ///< read by them then, and settled before the first one
    std::vector<std::pair<ValueId, RuntimeValue>> m_constants;
};

} // namespace partita::cpu
