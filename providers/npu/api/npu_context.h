#pragma once

#include <mutex>

#include "core/epcontext/formats/container.h"
#include "core/ir/ep_context.h"
#include "core/provider/execution_provider.h"
#include "providers/npu/api/context_workspace.h"
#include "providers/npu/simulator/npu_partition.h"

namespace partita {

/// Makes EPContext nodes of this NPU ready to run. The binary that was opened last stays open: the
/// nodes of one model mostly share it. Safe for sessions in several threads.
class ContextLoader {
public:
    /// Graphs come out of `workspace`; null: each model opens its own binaries.
    explicit ContextLoader(std::shared_ptr<ContextWorkspace> workspace = nullptr)
        : m_workspace(std::move(workspace)) {}

    /// The graph of a node is taken from the first binary, of those that nodes of the same source
    /// name, that has one of its partition_name. Fails, in the words of INVALID_GRAPH, where
    /// release, device or content do not match; nothing is compiled anew.
    Result<std::unique_ptr<CompiledPartition>> load(const Model& model, const Partition& partition,
                                                    const std::shared_ptr<const NpuDevice>& device);

private:
    using ContainerPtr = std::shared_ptr<const Container>;
    Result<ContainerPtr> open(const EpContext& context, const std::filesystem::path& folder,
                              const std::string& device);
    Result<DeviceProgram> programOf(const Model& model, const EpContext& wanted,
                                    const std::string& device);

    const std::shared_ptr<ContextWorkspace> m_workspace;
    std::mutex m_mutex; ///< of the two below
    std::string m_key;  ///< path, size and age of the file, and the device
    ContainerPtr m_last;
};

} // namespace partita
