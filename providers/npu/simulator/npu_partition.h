#pragma once

#include "core/session/session.h"
#include "providers/npu/compiler/device_schedule.h"
#include "providers/npu/profile/npu_device.h"

namespace partita {

/// A compiled program on a simulated device. The CPU's kernels compute its outputs in the device's
/// precision; times and memory come from the device's profile.
class NpuPartition : public CompiledPartition {
public:
    /// `context`: the EPContext node that the program was loaded for; null for nodes of the model
    /// itself.
    NpuPartition(DeviceProgram program, std::shared_ptr<const NpuDevice> device,
                 std::vector<ValueId> inputs, std::vector<ValueId> outputs, const Node* context);

    /// Compiles the kernels now instead of at the first run.
    Result<void> prepareKernels(std::stop_token stop);
    /// The constants of the session's model that only this partition reads.
    void takeConstants(std::vector<ValueId> constants) { m_constants = std::move(constants); }
    /// Plans the device's memory for the sizes of the last run, or else those in the model. Fails
    /// where the memory is too small.
    Result<void> planMemory();
    /// The memory plan with the cost of each task.
    Result<const DeviceSchedule*> schedule();

    [[nodiscard]] std::vector<PartitionStep> steps() const override;
    /// Frees constants of the session that nothing else reads: the kernels have them.
    void prepare(RunValues& runValues) override;
    Result<void> run(RunValues& runValues, std::stop_token stop) override;

    [[nodiscard]] const DeviceProgram& program() const { return m_program; }
    [[nodiscard]] const std::shared_ptr<const NpuDevice>& device() const { return m_device; }
    [[nodiscard]] NodeId context() const { return m_context; }
    /// The node of the session's model that a node of the program was extracted from; none for a
    /// node that the device's compiler added.
    [[nodiscard]] NodeId outerNode(NodeId id) const;
    /// The inputs and outputs in the session's model, in the order of the program's own.
    [[nodiscard]] const std::vector<ValueId>& inputs() const { return m_inputs; }
    [[nodiscard]] const std::vector<ValueId>& outputs() const { return m_outputs; }

private:
    Result<void> noteSizes(RunValues& runValues);
    Model sizedModel() const;
    void addTimings(RunValues& runValues, const RunReport& report,
                    std::chrono::steady_clock::time_point start) const;

    DeviceProgram m_program;
    std::shared_ptr<const NpuDevice> m_device;
    std::vector<ValueId> m_inputs, m_outputs;
    std::vector<std::string> m_inputNames, m_outputNames; // in the program
    std::vector<ValueId> m_constants;                     // of the session's model
    NodeId m_context;
    std::vector<NodeId> m_nodes;
    std::unique_ptr<Session> m_session;
    std::vector<Dims> m_sizes; // input sizes of the last run
    std::optional<DeviceSchedule> m_schedule;
};

} // namespace partita
