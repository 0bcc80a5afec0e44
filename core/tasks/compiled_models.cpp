#include "core/tasks/compiled_models.h"

#include "core/base/temporary_folder.h"
#include "core/base/try.h"

namespace partita {

namespace {

Result<std::vector<GeneratedContext>> contextsOf(const CompileRequest& request,
                                                 const ProviderList& providers,
                                                 const Progress& progress,
                                                 const Executor& executor) {
    if (request.shared)
        return generateShared(request.models, providers, request.folder, request.options, progress,
                              executor);
    std::vector<GeneratedContext> contexts;
    for (const GenerateInput& input : request.models) {
        auto context =
            PARTITA_TRY(generateContext(input.model, input.partitioning, providers, input.path,
                                        request.options, progress, executor));
        contexts.push_back(std::move(context));
    }
    return contexts;
}

} // namespace

bool Compiled::isSound() const { return !byRuntime || partita::isSound(byRuntime->findings); }

Result<Compiled> compileModels(const CompileRequest& request, const ProviderList& providers,
                               const Progress& progress, const Executor& executor) {
    const auto contexts = PARTITA_TRY(contextsOf(request, providers, progress, executor));
    PARTITA_TRY(writeContexts(contexts, request.options, progress));
    Compiled compiled;
    for (const GeneratedContext& context : contexts) {
        compiled.outputs.push_back(context.output);
        compiled.partitions += context.partitions;
        compiled.binaryBytes += context.binaryBytes; // of those that share, the first has all
        compiled.savedBytes += context.savedBytes;
        for (const GeneratedContext::File& file : context.files)
            compiled.files.push_back(file.name);
    }
    return compiled;
}

Result<Compiled> compileInRuntime(const RealRuntime& runtime, RealSession session,
                                  const std::optional<Model>& model,
                                  const RealCompilation& compilation, const Progress& progress) {
    const FileWriting writing;
    const auto folder = PARTITA_TRY(TemporaryFolder::make());
    if (model)
        session.model = PARTITA_TRY(fileForRuntime(*model, session.model, folder.path(), progress));
    auto context = PARTITA_TRY(compileSession(runtime, session, compilation, progress));
    Compiled compiled;
    compiled.outputs = {context.output};
    compiled.files = context.files;
    compiled.partitions = context.contexts;
    compiled.binaryBytes = context.binaryBytes;
    compiled.byRuntime = std::move(context);
    return compiled;
}

} // namespace partita
