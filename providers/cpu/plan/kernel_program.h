#pragma once

#include "core/provider/execution_provider.h"
#include "providers/cpu/kernels/shared_weights.h"
#include "providers/cpu/plan/half_border.h"
#include "providers/cpu/plan/kernel_choice.h"
#include "providers/cpu/threads/parallel_executor.h"

namespace partita::cpu {

/// The kernels of one partition in order of execution. Nodes that one kernel computes together have
/// one time.
class KernelProgram {
public:
    struct Options {
        bool fuse = true;      ///< one kernel may compute several nodes
        bool parallel = false; ///< independent kernels run at the same time
    };
    /// Fails with node, operator, version and type when there is no kernel.
    static Result<KernelProgram> compile(const Model& model, const Partition& partition,
                                         const OpVersions& versions, std::stop_token stop,
                                         Options options);

    Result<void> run(RunValues& runValues, const std::stop_token& stop);

    struct Instruction {
        std::vector<NodeId> members;        ///< the nodes; the group is named after the first
        std::shared_ptr<const Node> record; ///< as executed, with the group's inputs and outputs
        int version = 0;
        ChosenKernel kernel;
        NodeMemory memory;
        ValueId sharesWith;                ///< see OutputPlan
        std::vector<bool> acceptsStrides;  ///< by input: in any memory order
        std::vector<bool> takesRaw;        ///< by input: at any address
        std::vector<ValueId> alsoReads;    ///< values that no member reads in the model
        std::vector<ValueId> releaseAfter; ///< values that nobody reads after this instruction
        /// Outputs that are made row-major and aligned at once: readers that run at the same time
        /// must not change a value that they share.
        std::vector<ValueId> settles;
    };
    [[nodiscard]] const std::vector<Instruction>& instructions() const { return m_instructions; }
    /// Puts the constants into the run values; must be called once, before the first run.
    void prepare(RunValues& runValues);
    /// The steps for the memory plan: nodes, values written and memory shared.
    [[nodiscard]] std::vector<PartitionStep> steps() const;

private:
    [[nodiscard]] bool runsInParallel() const;
    Result<void> runAtOnce(RunValues& runValues, const std::stop_token& stop);
    Result<void> runAll(RunValues& runValues, const std::stop_token& stop);
    Result<void> runStep(Instruction& instruction, RunValues& runValues,
                         const std::stop_token& stop);
    void runOne(Instruction& instruction, RunValues& runValues, const std::stop_token& stop);
    std::vector<Instruction> m_instructions;
    bool m_parallel = false;
    StepDependencies m_dependencies;    ///< of the instructions, for the parallel executor
    std::vector<ValueId> m_fromOutside; ///< inputs to settle before a parallel run
    std::vector<std::pair<ValueId, RuntimeValue>> m_constants;
    HalfBorder m_halfBorder; ///< empty where halves are held as they are stored
    std::unique_ptr<SharedWeights> m_sharedWeights = std::make_unique<SharedWeights>();
};

} // namespace partita::cpu
