#include "providers/onnxruntime_plugin/context_writer.h"

#include <algorithm>

#include "core/base/file_writing.h"
#include "core/base/numbered_name.h"
#include "core/base/try.h"
#include "core/epcontext/merge/merge.h"
#include "core/onnx/named_files.h"
#include "providers/onnxruntime_plugin/ort_attributes.h"

namespace partita::plugin {

namespace fs = std::filesystem;

namespace {

/// Where ONNX Runtime will write the context model.
Result<fs::path> outputOf(const ContextSessionOptions& options, const fs::path& source) {
    if (!options.generate.output.empty())
        return options.generate.output;
    if (!source.empty())
        return contextPathFor(source);
    return Error{Errc::usage,
                 PARTITA_TEXT("the model is in memory: nobody knows where its binary belongs"),
                 {},
                 PARTITA_TEXT("set ep.context_file_path, or embed it: ep.context_embed_mode=1")};
}

/// Sessions of a group may bring equal names: ONNX Runtime numbers models of equal structure alike.
void makeUnique(std::string& name, const std::vector<ContextPart>& others) {
    name = numberedName(name, 2, [&](const std::string& each) {
        return std::ranges::find(others, each, &ContextPart::name) == others.end();
    });
}

Result<OrtNode*> makeNode(const CompiledPart& part, std::vector<OrtOpAttr*> attributes) {
    std::vector<const char*> inputs, outputs;
    for (const std::string& name : part.inputs)
        inputs.push_back(name.c_str());
    for (const std::string& name : part.outputs)
        outputs.push_back(name.c_str());
    OrtNode* node = nullptr;
    PARTITA_TRY(done(ort().editor->CreateNode(
        "EPContext", "com.microsoft", part.node.c_str(), inputs.data(), inputs.size(),
        outputs.data(), outputs.size(), attributes.data(), attributes.size(), &node)));
    return node;
}

Result<OrtNode*> contextNode(const CompiledPart& part, const std::string& partition,
                             const ProviderInfo& info, bool embed, const std::string* cache,
                             const fs::path& source) {
    std::vector<OrtOpAttr*> attributes;
    const auto add = [&](const char* name, const auto& value) -> Result<void> {
        attributes.push_back(PARTITA_TRY(makeAttribute(name, value)));
        return {};
    };
    PARTITA_TRY(add("main_context", std::int64_t{cache != nullptr}));
    PARTITA_TRY(add("embed_mode", std::int64_t{embed}));
    PARTITA_TRY(add("source", info.contextSource));
    PARTITA_TRY(add("partition_name", partition));
    PARTITA_TRY(add("ep_sdk_version", std::string(PARTITA_VERSION)));
    PARTITA_TRY(add("hardware_architecture", info.device));
    if (const std::string name = source.filename().string(); !name.empty())
        PARTITA_TRY(add("onnx_model_filename", name));
    if (cache)
        PARTITA_TRY(add("ep_cache_context", *cache));
    return makeNode(part, std::move(attributes));
}

} // namespace

ContextWriter::ContextWriter(ContextSessionOptions options, std::shared_ptr<BinaryInWork> shared)
    : m_options(std::move(options)),
      m_binary(m_options.share ? std::move(shared) : std::make_shared<BinaryInWork>()) {}

ContextWriter::~ContextWriter() {
    if (!m_options.share || !m_options.stopSharing)
        return;
    const std::lock_guard lock(m_binary->mutex); // the next session begins a new group
    m_binary->name.clear();
    m_binary->parts.clear();
}

Result<std::vector<OrtNode*>> ContextWriter::write(const std::vector<CompiledPart>& compiled,
                                                   const ExecutionProvider& provider,
                                                   const fs::path& source) {
    std::vector<ContextPart> parts;
    for (const CompiledPart& part : compiled)
        parts.push_back({m_options.generate.prefix + part.node, part.model, {}});
    const std::string cache = PARTITA_TRY(addParts(parts, provider, source));
    std::vector<OrtNode*> nodes;
    for (std::size_t i = 0; i < compiled.size(); ++i) {
        const bool isMain = i == 0 && (m_options.generate.embed || !m_wroteMain);
        nodes.push_back(
            PARTITA_TRY(contextNode(compiled[i], parts[i].name, provider.info(),
                                    m_options.generate.embed, isMain ? &cache : nullptr, source)));
        m_wroteMain = true;
    }
    return nodes;
}

/// Compiles the parts; returns the bytes to embed, or the name of the binary that holds them.
Result<std::string> ContextWriter::addParts(std::vector<ContextPart>& parts,
                                            const ExecutionProvider& provider,
                                            const fs::path& source) {
    if (!m_options.generate.embed)
        return addToFile(parts, provider, PARTITA_TRY(outputOf(m_options, source)));
    if (m_options.share)
        return Error{Errc::usage,
                     PARTITA_TEXT("contexts that are shared cannot be embedded"),
                     {},
                     PARTITA_TEXT("set ep.context_embed_mode to 0, or ep.share_ep_contexts to 0")};
    const auto binary = PARTITA_TRY(provider.compileContext(parts, {}));
    std::string bytes;
    for (const Buffer& piece : binary.pieces)
        bytes += piece.text();
    return bytes;
}

Result<std::string> ContextWriter::addToFile(std::vector<ContextPart>& parts,
                                             const ExecutionProvider& provider,
                                             const fs::path& output) {
    const std::lock_guard lock(m_binary->mutex);
    const fs::path folder = resolvedPath(output).parent_path();
    if (m_binary->name.empty()) {
        m_binary->folder = folder;
        m_binary->name = freeName(folder, contextStem(output) + "_" + provider.info().id + ".bin",
                                  filesNamedBeside(output));
    } else if (m_binary->folder != folder) {
        return Error{Errc::usage,
                     PARTITA_TEXT("the models of a group share a binary, so they belong into one "
                                  "folder: {0}",
                                  m_binary->folder.string()),
                     {output.string()},
                     PARTITA_TEXT("set ep.context_file_path to a file of that folder")};
    }
    for (ContextPart& part : parts) {
        makeUnique(part.name, m_binary->parts);
        m_binary->parts.push_back(part);
    }
    if (m_options.share && !m_options.stopSharing)
        return m_binary->name; // the last session of the group writes it
    const auto binary = PARTITA_TRY(provider.compileContext(m_binary->parts, {}));
    std::vector<Bytes> pieces;
    for (const Buffer& piece : binary.pieces)
        pieces.push_back(piece.bytes());
    PARTITA_TRY(writeFile(folder / m_binary->name, pieces, Replace::yes));
    return m_binary->name;
}

} // namespace partita::plugin
