#pragma once

#include "core/epcontext/generate.h"
#include "core/onnx/check.h"
#include "core/tasks/bridge/real_runtime.h"

namespace partita {

/// A context model that a real provider wrote.
struct RealContext {
    Model model; ///< as it was read back, with the paths that its binaries have now
    std::filesystem::path output;
    std::vector<std::string> files; ///< what lies beside the model and belongs to it
    std::string version;            ///< of ONNX Runtime
    bool byCompiler = false;        ///< by its ModelCompiler, which is there from 1.23 on
    std::size_t contexts = 0;       ///< EPContext nodes
    std::uint64_t binaryBytes = 0;
    std::vector<Finding> findings; ///< of `lint`
    /// "compiled by ONNX Runtime 1.32.0, QNNExecutionProvider"
    [[nodiscard]] Message label() const;
};

/// How a real provider is to compile.
struct RealCompilation {
    GenerateOptions options;
    bool bySession = false; ///< by session entries, also where there is a ModelCompiler
};

/// Takes the entries that GenerateOptions has out of the session's. Fails for a wrong value, and
/// for entries that would keep a context model from being written.
Result<void> takeContextEntries(RealSession& session, GenerateOptions& options);

/// Lets ONNX Runtime write the context model. All files are written into a temporary folder first,
/// read back and checked by `lint`, and then written to their places, all or none. A file that a
/// model of the folder names is not replaced, as in `writeContext`: the new one gets another name.
/// Fails for a model that has EPContext nodes, and where no provider compiled anything.
Result<RealContext> compileSession(const RealRuntime& runtime, const RealSession& session,
                                   const RealCompilation& compilation, const Progress& progress);

} // namespace partita
