#pragma once

#include <mutex>

#include "core/provider/execution_provider.h"
#include "providers/onnxruntime_plugin/ort.h"

namespace partita::plugin {

/// A compiled part as ONNX Runtime runs it. The device runs one program at a time, so calls from
/// several threads wait for each other.
class CompiledNode : public OrtNodeComputeInfo {
public:
    /// `inputs`: the value for each input of the fused node; none for a constant that the part
    /// holds itself.
    CompiledNode(std::unique_ptr<CompiledPartition> compiled, std::size_t values,
                 std::vector<ValueId> inputs, std::vector<ValueId> outputs);

private:
    Result<void> run(OrtKernelContext* context);

    std::unique_ptr<CompiledPartition> m_compiled;
    const std::vector<ValueId> m_inputs, m_outputs;
    std::mutex m_mutex; ///< guards the rest
    RunValues m_values;
};

} // namespace partita::plugin
