#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/ir/model.h"

namespace partita {

/// Who wrote an EPContext node: what may be changed about it depends on that.
enum class ContextSource { qnn, openVino, partitaNpu, unknown };
ContextSource contextSourceOf(std::string_view source);

inline constexpr std::string_view kPartitaSource = "PartitaNpuExecutionProvider";

/// One com.microsoft EPContext node: a compiled part of a model. Source: ONNX Runtime's "EP Context
/// Design".
struct EpContext {
    NodeId node;
    std::string name; ///< of the node
    std::string source, partition, sdkVersion, hardware;
    bool isMain = true; ///< main_context: holds or names the binary, for others of its source, too
    bool isEmbedded = true; ///< embed_mode 1: `cache` is the binary, else its path
    bool hasCache = false;
    Buffer cache;

    [[nodiscard]] ContextSource kind() const { return contextSourceOf(source); }
    [[nodiscard]] std::string path() const {
        return isEmbedded ? std::string() : std::string(cache.text());
    }
};

bool isEpContext(const Node& node);
EpContext epContextOf(const Node& node);
/// All of a model, bodies included, in the order of their ids.
std::vector<EpContext> epContextsOf(const Model& model);

/// Whether a loader knows what an output of an EPContext node is: a tensor of a known type and rank.
bool hasKnownType(const Value& value);

/// Where a context model's path leads. Fails for paths that are empty, absolute, lead out of
/// `folder` (by "..", or by a link) or to what is no regular file.
Result<std::filesystem::path> contextFile(std::string_view path,
                                          const std::filesystem::path& folder);
/// The binary that a main node holds or names; mapped, not read.
Result<Buffer> contextBinary(const EpContext& context, const std::filesystem::path& folder);

/// 64 bits of FNV-1a; `before`: of what comes before these bytes.
inline constexpr std::uint64_t kHashOfNothing = 0xCBF29CE484222325;
std::uint64_t hashNumber(Bytes bytes, std::uint64_t before = kHashOfNothing);
/// The same of bytes in pieces, as text.
std::string contentHash(const std::vector<Buffer>& pieces);
/// 64 bits of FNV-1a as "fnv1a64:0123456789abcdef": tells damaged files from whole ones.
std::string contentHash(Bytes bytes);
/// The model's metadata key under which we record the hash of a binary.
std::string contentHashKey(std::string_view path);

} // namespace partita
