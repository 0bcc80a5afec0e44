#pragma once

#include "core/session/session.h"
#include "providers/npu/compiler/device_schedule.h"
#include "providers/npu/profile/npu_device.h"

namespace partita {

/// A program ready to run on a simulated device: outputs come from the CPU's kernels with the
/// device's precision, times and memory from the device's profile.
class NpuPartition : public CompiledPartition {
public:
    /// `context`: the EPContext node that it was loaded for; null: nodes of the model itself.
    NpuPartition(DeviceProgram program, std::shared_ptr<const NpuDevice> device,
                 std::vector<ValueId> inputs, std::vector<ValueId> outputs, const Node* context);

    /// Makes the kernels ready; otherwise the first run does.
    Result<void> prepareKernels(std::stop_token stop);
    /// For the sizes in the model, or those of the last run. Fails where the memory is too small.
    Result<void> planMemory();
    /// The same with what each task costs.
    Result<const DeviceSchedule*> schedule();

    [[nodiscard]] std::vector<PartitionStep> steps() const override;
    Result<void> run(Environment& environment, std::stop_token stop) override;

    [[nodiscard]] const DeviceProgram& program() const { return m_program; }
    [[nodiscard]] const std::shared_ptr<const NpuDevice>& device() const { return m_device; }
    [[nodiscard]] NodeId context() const { return m_context; }
    /// The node of the session's model that one of the program stands for; none: the device's own.
    [[nodiscard]] NodeId outerNode(NodeId id) const;
    /// In the session's model, beside those of the program.
    [[nodiscard]] const std::vector<ValueId>& inputs() const { return m_inputs; }
    [[nodiscard]] const std::vector<ValueId>& outputs() const { return m_outputs; }

private:
    Result<void> noteSizes(Environment& environment);
    Model sizedModel() const;
    void addTimings(Environment& environment, const RunReport& report,
                    std::chrono::steady_clock::time_point start) const;

    DeviceProgram m_program;
    std::shared_ptr<const NpuDevice> m_device;
    std::vector<ValueId> m_inputs, m_outputs;
    std::vector<std::string> m_inputNames, m_outputNames; // in the program
    NodeId m_context;
    std::vector<NodeId> m_nodes;
    std::unique_ptr<Session> m_session;
    std::vector<Dims> m_sizes; // of the inputs in the last run
    std::optional<DeviceSchedule> m_schedule;
};

} // namespace partita
