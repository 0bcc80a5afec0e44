#include "core/ir/ep_context.h"

#include <array>

#include "core/base/content_sum.h"
#include "core/base/mapped_files.h"
#include "core/ir/element_type.h"

namespace partita {

namespace fs = std::filesystem;

ContextSource contextSourceOf(std::string_view source) {
    if (source == "QNNExecutionProvider" || source == "QNN" || source == "Qnn")
        return ContextSource::qnn;
    if (source == "OpenVINOExecutionProvider")
        return ContextSource::openVino;
    return source == kPartitaSource ? ContextSource::partitaNpu : ContextSource::unknown;
}

std::string_view shortSource(std::string_view source) {
    constexpr std::string_view kEnd = "ExecutionProvider";
    return source.size() > kEnd.size() && source.ends_with(kEnd)
               ? source.substr(0, source.size() - kEnd.size())
               : source;
}

bool isEpContext(const Node& node) {
    return node.opType == "EPContext" && node.domain == "com.microsoft";
}

EpContext epContextOf(const Node& node) {
    EpContext context;
    context.node = node.id;
    context.name = node.name;
    context.source = node.stringAttribute("source", "");
    context.partition = node.stringAttribute("partition_name", "");
    context.sdkVersion = node.stringAttribute("ep_sdk_version", "");
    context.hardware = node.stringAttribute("hardware_architecture", "");
    context.sourceModel = node.stringAttribute("onnx_model_filename", "");
    context.isMain = node.intAttribute("main_context", 1) != 0;
    context.isEmbedded = node.intAttribute("embed_mode", 1) != 0;
    if (const Attribute* cache = node.attribute("ep_cache_context"))
        if (const auto* bytes = std::get_if<Buffer>(&cache->value)) {
            context.hasCache = true;
            context.cache = *bytes;
        }
    return context;
}

std::vector<EpContext> epContextsOf(const Model& model) {
    std::vector<EpContext> found;
    model.nodes().forEach([&](NodeId, const auto& node) {
        if (isEpContext(*node))
            found.push_back(epContextOf(*node));
    });
    return found;
}

bool hasKnownType(const Value& value) {
    return value.type && value.type->isTensor() && value.type->element != DataType::undefined &&
           value.type->shape;
}

bool isTypedOutput(const Model& model, const EpContext& context, ValueId output) {
    return context.kind() == ContextSource::partitaNpu
               ? elementTypeOf(model, output) != DataType::undefined
               : hasKnownType(*model.value(output));
}

namespace {

Error badPath(std::string_view path, const Message& what, Message hint) {
    return {Errc::invalidModel,
            PARTITA_TEXT("the path '{0}' of a binary {1}", path, what),
            {},
            std::move(hint)};
}

} // namespace

Result<fs::path> contextFile(std::string_view path, const fs::path& folder) {
    const auto beside = [] {
        return PARTITA_TEXT("the binary must lie in the model's folder or below it");
    };
    if (path.empty() || path.find('\0') != std::string_view::npos)
        return badPath(path, PARTITA_TEXT("is empty or no path"),
                       PARTITA_TEXT("write where the binary lies, from the model's folder"));
    if (path.front() == '/' || path.front() == '\\' || (path.size() > 1 && path[1] == ':'))
        return badPath(path, PARTITA_TEXT("is absolute"), beside());
    for (std::size_t at = 0; at <= path.size();) {
        const std::size_t end = std::min(path.find_first_of("/\\", at), path.size());
        if (path.substr(at, end - at) == "..")
            return badPath(path, PARTITA_TEXT("leads out of the model's folder"), beside());
        at = end + 1;
    }
    std::error_code error;
    const fs::path home = fs::weakly_canonical(folder.empty() ? fs::path(".") : folder, error),
                   file = home / fs::path(path);
    if (!fs::exists(file, error))
        return badPath(path, PARTITA_TEXT("leads to no file"),
                       PARTITA_TEXT("put the binary beside the model, or generate both again"));
    const fs::path real = fs::weakly_canonical(file, error);
    const auto [end, rest] = std::mismatch(home.begin(), home.end(), real.begin(), real.end());
    if (end != home.end())
        return badPath(path, PARTITA_TEXT("is a link out of the model's folder"), beside());
    if (!fs::is_regular_file(real, error))
        return badPath(path, PARTITA_TEXT("is no regular file"), beside());
    return file;
}

Result<Buffer> contextBinary(const EpContext& context, const BinaryPlaces& places) {
    if (context.isEmbedded) {
        if (context.cache.empty())
            return Error{Errc::invalidModel,
                         PARTITA_TEXT("the EPContext node '{0}' holds no binary", context.name),
                         {},
                         PARTITA_TEXT("generate the model again")};
        return context.cache;
    }
    if (const auto left = places.elsewhere.find(context.path()); left != places.elsewhere.end())
        return mapFile(left->second);
    auto file = contextFile(context.cache.text(), places.folder);
    if (!file)
        return std::move(file).error().at(PARTITA_TEXT("node '{0}'", context.name));
    return mapFile(*file);
}

namespace {

constexpr std::string_view kXxh3 = "xxh3:", kFnv = "fnv1a64:";

std::string hashText(std::string_view scheme, std::uint64_t hash) {
    static const char* const kDigits = "0123456789abcdef";
    std::string text(scheme);
    for (int shift = 60; shift >= 0; shift -= 4)
        text += kDigits[(hash >> shift) & 15];
    return text;
}

} // namespace

std::uint64_t hashNumber(Bytes bytes, std::uint64_t before) {
    for (const std::byte each : bytes)
        before = (before ^ static_cast<std::uint64_t>(each)) * 0x100000001B3;
    return before;
}

std::string contentHash(Bytes bytes) {
    return contentHash(std::vector<Buffer>{Buffer(bytes, nullptr)});
}

std::string contentHash(const std::vector<Buffer>& pieces) {
    ContentSum sum;
    for (const Buffer& piece : pieces)
        sum.add(piece.bytes());
    return hashText(kXxh3, sum.value());
}

bool hasContentHash(Bytes bytes, std::string_view recorded) {
    if (!recorded.starts_with(kFnv))
        return contentHash(bytes) == recorded;
    std::uint64_t hash = kHashOfNothing;
    inBlocks(bytes, [&](Bytes block) {
        hash = hashNumber(block, hash);
        return true;
    });
    return hashText(kFnv, hash) == recorded;
}

std::string contentHashKey(std::string_view path) { return "partita.content." + std::string(path); }

} // namespace partita
