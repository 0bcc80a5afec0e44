#pragma once

#include "core/epcontext/session_options.h"
#include "providers/npu/api/npu_provider.h"
#include "providers/onnxruntime_plugin/compiled_node.h"
#include "providers/onnxruntime_plugin/context_writer.h"
#include "providers/onnxruntime_plugin/ort_graph.h"

namespace partita::plugin {

/// What the sessions of one process share when they set ep.share_ep_contexts.
struct SharedContexts {
    std::shared_ptr<BinaryInWork> made = std::make_shared<BinaryInWork>();
    std::shared_ptr<ContextWorkspace> loaded = std::make_shared<ContextWorkspace>();
};

/// The NPU in one session of ONNX Runtime.
class PluginEp : public OrtEp {
public:
    PluginEp(std::shared_ptr<const NpuProvider> provider, ContextSessionOptions options,
             const SharedContexts& shared);

private:
    using Computes = std::vector<std::unique_ptr<CompiledNode>>;

    Result<void> claim(const OrtGraph* graph, OrtEpGraphSupportInfo* support) const;
    Result<void> compile(std::span<const OrtGraph*> graphs, std::span<const OrtNode*> fused,
                         std::span<OrtNodeComputeInfo*> infos, std::span<OrtNode*> contexts);
    Result<void> load(const std::vector<std::size_t>& places, std::span<const OrtGraph*> graphs,
                      std::span<const OrtNode*> fused, Computes& computes) const;
    Result<void> writeContexts(const std::vector<CompiledPart>& parts, const OrtGraph* graph,
                               std::span<OrtNode*> contexts);
    Result<CompiledPart> compilePart(const OrtGraph* graph, const OrtNode* fused,
                                     std::unique_ptr<CompiledNode>& compute);
    [[nodiscard]] const char* compatibility() const { return m_compatibility.c_str(); }

    const std::shared_ptr<const NpuProvider> m_provider;
    const ContextSessionOptions m_options;
    ContextWriter m_writer;
    std::string m_compatibility; ///< of compiled models, as ONNX Runtime stores it in them
    std::uint32_t m_parts = 0;   ///< compiled so far
};

/// The name of the provider, which is also the source of its EPContext nodes.
const char* providerName();

} // namespace partita::plugin
