#pragma once

#include <mutex>

#include "core/epcontext/formats/container.h"
#include "core/ir/ep_context.h"
#include "core/provider/execution_provider.h"
#include "providers/npu/api/context_workspace.h"
#include "providers/npu/simulator/npu_partition.h"

namespace partita {

/// Loads the binaries of this NPU's EPContext nodes. Keeps the last binary open, as the nodes of
/// one model usually share it. Thread-safe.
class ContextLoader {
public:
    /// `workspace`: where a group of sessions shares its binaries; null: each loader opens its own.
    explicit ContextLoader(std::shared_ptr<ContextWorkspace> workspace = nullptr)
        : m_workspace(std::move(workspace)) {}

    /// Loads the graph named by the node's partition_name. Searches the binaries of all main nodes
    /// with the same source, in order. Fails with ONNX Runtime's code INVALID_GRAPH where release,
    /// device or content do not match; it never compiles again.
    Result<std::unique_ptr<CompiledPartition>> load(const Model& model, const Partition& partition,
                                                    const std::shared_ptr<const NpuDevice>& device);

private:
    using ContainerPtr = std::shared_ptr<const Container>;
    Result<ContainerPtr> open(const EpContext& context, const BinaryPlaces& places,
                              const std::string& device);
    Result<DeviceProgram> programOf(const Model& model, const EpContext& wanted,
                                    const std::string& device);

    const std::shared_ptr<ContextWorkspace> m_workspace;
    std::mutex m_mutex; ///< guards m_key and m_last
    std::string m_key;  ///< path, size and modification time of the file, and the device
    ContainerPtr m_last;
};

} // namespace partita
