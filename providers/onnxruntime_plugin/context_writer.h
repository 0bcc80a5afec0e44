#pragma once

#include <mutex>
#include <optional>

#include "core/epcontext/session_options.h"
#include "core/provider/execution_provider.h"
#include "providers/onnxruntime_plugin/ort.h"

namespace partita::plugin {

/// The binary that a session, or a group of sessions that share their contexts, is making.
struct BinaryInWork {
    std::mutex mutex; ///< guards the rest
    std::filesystem::path folder;
    std::string name; ///< of the file; empty: nothing was compiled yet
    std::vector<ContextPart> parts;
};

/// A compiled part for an EPContext node.
struct CompiledPart {
    std::string node; ///< the name that ONNX Runtime gave the fused node
    Model model;
    std::vector<std::string> inputs, outputs;
};

/// Writes the binary of a session's compiled parts, and makes the EPContext nodes, which ONNX
/// Runtime puts into the model that it writes.
class ContextWriter {
public:
    /// `shared`: what the sessions of this process share.
    ContextWriter(ContextSessionOptions options, std::shared_ptr<BinaryInWork> shared);
    ~ContextWriter();

    /// The EPContext nodes for the parts of one graph of the model at `source`, in their order.
    /// Where the model has several graphs, each call writes the binary again with all parts so far.
    Result<std::vector<OrtNode*>> write(const std::vector<CompiledPart>& parts,
                                        const ExecutionProvider& provider,
                                        const std::filesystem::path& source);

private:
    Result<std::string> addParts(std::vector<ContextPart>& parts, const ExecutionProvider& provider,
                                 const std::filesystem::path& source);
    Result<std::string> addToFile(std::vector<ContextPart>& parts,
                                  const ExecutionProvider& provider,
                                  const std::filesystem::path& output);

    const ContextSessionOptions m_options;
    const std::shared_ptr<BinaryInWork> m_binary;
    bool m_wroteMain = false;
};

} // namespace partita::plugin
