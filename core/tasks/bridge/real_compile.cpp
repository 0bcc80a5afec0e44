#include "core/tasks/bridge/real_compile.h"

#include <algorithm>
#include <set>

#include "core/base/atomic_files.h"
#include "core/base/escaped_text.h"
#include "core/base/mapped_files.h"
#include "core/base/output_files.h"
#include "core/base/try.h"
#include "core/base/typed_text.h"
#include "core/epcontext/lint/lint.h"
#include "core/epcontext/session_options.h"
#include "core/epcontext/write_with_binaries.h"
#include "core/onnx/named_files.h"
#include "core/onnx/read.h"
#include "core/tasks/runs/feeds.h"

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
            seeTyped(PARTITA_TEXT("it may take none of the nodes, or an option may be missing"),
                     "`record`")};
}

/// Writes the files of a context model to their places, the model last. A model that names all of
/// them as ONNX Runtime called them is written as it is.
class ContextFiles {
public:
    ContextFiles(RealContext& context, std::map<std::string, Buffer> files,
                 const GenerateOptions& options)
        : m_context(context), m_files(std::move(files)), m_options(options),
          m_folder(options.output.parent_path()), m_together(options.replace) {}

    Result<void> write(const Progress& progress) {
        PARTITA_TRY(makeFolder(m_folder));
        const auto lock = PARTITA_TRY(FolderLock::of(m_folder));
        auto taken = filesNamedBeside(m_options.output);
        BinaryPaths names;
        for (const std::string& file : m_context.files) {
            auto name = freeName(m_folder, file, taken);
            taken.insert(resolvedPath(m_folder / name)); // the next one has another
            if (name != file)
                names[file] = std::move(name);
        }
        PARTITA_TRY(names.empty() ? writeAsMade() : writeRenamed(names, progress));
        m_together.keep();
        return {};
    }

private:
    Result<void> put(const std::string& file, const std::string& name) {
        return m_together.write(m_folder / name, std::vector{m_files.at(file)});
    }

    Result<void> writeAsMade() {
        for (const std::string& file : m_context.files)
            PARTITA_TRY(put(file, file));
        const std::string model = m_options.output.filename().string();
        return put(model, model);
    }

    /// Writes the model anew with `names`, and with a data file of its own where it has one.
    Result<void> writeRenamed(const BinaryPaths& names, const Progress& progress) {
        const auto data = dataFiles();
        const auto nameOf = [&](const std::string& file) {
            const auto other = names.find(file);
            return other == names.end() ? file : other->second;
        };
        std::vector<std::string> written;
        for (const std::string& file : m_context.files)
            if (!data.contains(file)) {
                written.push_back(nameOf(file));
                PARTITA_TRY(put(file, written.back()));
            }
        m_context.model = withBinaryPaths(m_context.model, names);
        WriteOptions options;
        options.externalFile = data.empty() ? std::string() : nameOf(*data.begin());
        options.replace = m_options.replace;
        const auto plan =
            PARTITA_TRY(writeModel(m_context.model, m_options.output, options, progress));
        if (!plan.dataFile.empty())
            written.push_back(plan.dataFile.filename().string());
        m_context.files = std::move(written);
        return {};
    }

    /// The written files that hold weights.
    [[nodiscard]] std::set<std::string> dataFiles() const {
        std::set<std::string> files;
        forEachTensor(m_context.model, [&](const TensorPtr& tensor) {
            if (tensor->external && m_files.contains(tensor->external->location))
                files.insert(tensor->external->location);
        });
        return files;
    }

    RealContext& m_context;
    std::map<std::string, Buffer> m_files; ///< what ONNX Runtime wrote, by its names
    const GenerateOptions& m_options;
    fs::path m_folder;
    FilesTogether m_together;
};

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
    PARTITA_TRY(checkSizes(session.settings.freeDims, model));
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
    warnOfUnknownEntries(session.config);
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
    PARTITA_TRY(ContextFiles(context, std::move(files), options).write(progress));
    return context;
}

} // namespace partita
