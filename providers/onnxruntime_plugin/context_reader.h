#pragma once

#include <map>

#include "core/provider/execution_provider.h"
#include "providers/onnxruntime_plugin/ort_graph.h"

namespace partita::plugin {

/// A loaded EPContext node.
struct LoadedContext {
    std::unique_ptr<CompiledPartition> compiled;
    std::size_t values = 0;              ///< all ids are below
    std::map<std::string, ValueId> ends; ///< inputs and outputs by their names in ONNX Runtime
};

/// The EPContext nodes of `graphs`, which hold one each, loaded in their order. `path`: the file of
/// the whole model, or, for a model from memory, one in the folder of its binaries.
Result<std::vector<LoadedContext>> loadContexts(const std::vector<const OrtGraph*>& graphs,
                                                const ExecutionProvider& provider,
                                                const std::filesystem::path& path);

} // namespace partita::plugin
