#include "core/tasks/real_compile.h"

#include <algorithm>
#include <set>

#include "core/base/atomic_files.h"
#include "core/base/escaped_text.h"
#include "core/base/mapped_files.h"
#include "core/base/output_files.h"
#include "core/base/try.h"
#include "core/epcontext/lint/lint.h"
#include "core/epcontext/session_options.h"
#include "core/onnx/named_files.h"
#include "core/onnx/read.h"

namespace partita {

namespace {

namespace fs = std::filesystem;

constexpr const char* kMade = "made"; ///< bridge.py's folder of what ONNX Runtime writes

/// The files that ONNX Runtime wrote, by their names. Folders are a provider's own affair.
Result<std::map<std::string, Buffer>> filesIn(const fs::path& folder) {
    std::map<std::string, Buffer> files;
    std::error_code error;
    for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error))
        if (at->symlink_status(error).type() == fs::file_type::regular)
            files[at->path().filename().string()] = PARTITA_TRY(mapFile(at->path()));
    return files;
}

Error nothingCompiled(const RealSession& session) {
    std::string names;
    for (const RealProvider& provider : session.providers)
        names += (names.empty() ? "" : ", ") + provider.name;
    return {Errc::provider,
            PARTITA_TEXT("{0} compiled nothing of the model", names),
            {},
            PARTITA_TEXT("`record` tells which nodes it takes, and an option may be missing")};
}

/// Writes all files to their places, the model last.
Result<void> writeAll(std::map<std::string, Buffer> files, const GenerateOptions& options) {
    const fs::path folder = options.output.parent_path(), name = options.output.filename();
    PARTITA_TRY(makeFolder(folder));
    const auto lock = PARTITA_TRY(FolderLock::of(folder));
    const auto taken = filesNamedIn(folder, options.output);
    FilesTogether together(options.replace);
    auto model = files.extract(name.string());
    for (const auto& [file, content] : files) {
        if (taken.contains(resolvedPath(folder / file)))
            return Error{Errc::usage,
                         PARTITA_TEXT("another model in this folder needs the file {0}", file),
                         {folder.string()},
                         PARTITA_TEXT("choose another name for the context model")};
        PARTITA_TRY(together.write(folder / file, std::vector{content}));
    }
    PARTITA_TRY(together.write(options.output, std::vector{model.mapped()}));
    together.keep();
    return {};
}

Result<RealContext> readBack(const fs::path& folder, const RealSession& session,
                             const std::map<std::string, Buffer>& files,
                             const GenerateOptions& options, const Progress& progress) {
    const std::string name = options.output.filename().string();
    if (!files.contains(name)) // a session without compiled nodes writes none
        return nothingCompiled(session);
    auto model = readModel(folder / name, progress);
    if (!model)
        return unreadableAnswer(model.error().what);
    const auto contexts = epContextsOf(*model);
    if (contexts.empty())
        return nothingCompiled(session);
    RealContext context{*std::move(model), options.output, {}, {}, false, contexts.size(), 0, {}};
    for (const EpContext& each : contexts)
        if (each.isEmbedded)
            context.binaryBytes += each.cache.size();
    for (const auto& [file, content] : files)
        if (file != name) {
            context.files.push_back(file);
            context.binaryBytes += file == options.externalInitializers ? 0 : content.size();
        }
    context.findings = PARTITA_TRY(lintContexts(context.model, folder, progress));
    return context;
}

Result<void> checkSource(const RealSession& session, const GenerateOptions& options,
                         const Progress& progress) {
    const fs::path name = options.output.filename();
    if (name.empty() || !name.has_extension())
        return Error{Errc::usage,
                     PARTITA_TEXT("the output must be a file with an ending, no folder"),
                     {options.output.string()},
                     PARTITA_TEXT("write for example model_ctx.onnx")};
    const auto model = PARTITA_TRY(readModel(session.model, progress));
    if (!epContextsOf(model).empty())
        return Error{Errc::usage,
                     PARTITA_TEXT("the model holds compiled graphs already"),
                     {session.model.string()},
                     PARTITA_TEXT("compile the model that it was compiled from")};
    return {};
}

} // namespace

Message RealContext::label() const {
    std::set<std::string> names;
    for (const EpContext& each : epContextsOf(model))
        names.insert(utf8(each.source));
    std::string list;
    for (const std::string& name : names)
        list += (list.empty() ? "" : ", ") + name;
    return PARTITA_TEXT("compiled by ONNX Runtime {0}, {1}", utf8(version), list);
}

Result<void> takeContextEntries(RealSession& session, GenerateOptions& options) {
    static const std::set<std::string> kOurs = {
        "ep.context_enable", "ep.context_file_path", "ep.context_embed_mode",
        "ep.context_node_name_prefix", "ep.context_model_external_initializers_file_name"};
    std::vector<std::pair<std::string, std::string>> ours, rest;
    for (auto& entry : session.config)
        (kOurs.contains(entry.first) ? ours : rest).push_back(std::move(entry));
    for (const auto& [key, value] : ours)
        if (key == "ep.context_enable" && value != "1")
            return Error{
                Errc::usage,
                PARTITA_TEXT("with {0}={1}, no context model would be written", key, value),
                {},
                PARTITA_TEXT("leave it out")};
    auto read = PARTITA_TRY(readSessionOptions(ours));
    session.config = std::move(rest);
    options = std::move(read.generate);
    return {};
}

Result<RealContext> compileSession(const RealRuntime& runtime, const RealSession& session,
                                   const RealCompilation& compilation, const Progress& progress) {
    const GenerateOptions& options = compilation.options;
    PARTITA_TRY(checkSource(session, options, progress));
    nlohmann::json request = PARTITA_TRY(sessionRequest(session, "compile"));
    request["output"] = options.output.filename().string();
    request["embed"] = options.embed;
    request["prefix"] = options.prefix;
    request["external"] = options.externalInitializers;
    request["by_session"] = compilation.bySession;
    const auto bridge = PARTITA_TRY(RuntimeBridge::make(runtime));
    const auto answer = PARTITA_TRY(bridge.ask(request, progress));
    const fs::path made = bridge.folder() / kMade;
    auto files = PARTITA_TRY(filesIn(made));
    auto context = PARTITA_TRY(readBack(made, session, files, options, progress));
    context.version = textOf(answer.json, "onnxruntime");
    context.byCompiler = answer.json.value("by_compiler", nlohmann::json()) == true;
    PARTITA_TRY(writeAll(std::move(files), options));
    return context;
}

} // namespace partita
