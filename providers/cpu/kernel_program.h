#pragma once

#include "core/runtime/execution_provider.h"
#include "providers/cpu/kernel_adapters.h"

namespace partita::cpu {

/// The kernels of one partition in order of execution. Activations whose input nobody else reads
/// are computed by the kernel before them; their time is reported together.
class KernelProgram {
public:
    /// Fails with node, operator, version and type when there is no kernel.
    static Result<KernelProgram> compile(const Model& model, const Partition& partition,
                                         const OpVersions& versions, std::stop_token stop);

    Result<void> run(Environment& environment, std::stop_token stop);

    struct Instruction {
        NodeId node;                        ///< the first of its nodes
        std::vector<NodeId> fused;          ///< the others
        std::shared_ptr<const Node> record; ///< as executed: with the outputs of the last node
        int version = 0;
        std::unique_ptr<Kernel> kernel;
        // What the kernel was chosen for is checked again when it runs: types that inference could
        // not tell are known only then, and a kernel reads its inputs by their types.
        TypeSet types{}; ///< of input `typedInput`
        std::size_t typedInput = 0;
        std::vector<std::size_t> sameType; ///< inputs that must have the type of that one
    };
    [[nodiscard]] const std::vector<Instruction>& instructions() const { return m_instructions; }

private:
    static void checkTypes(const Instruction& instruction, const KernelContext& context);
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

} // namespace partita::cpu
