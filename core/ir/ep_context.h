#pragma once

#include <concepts>
#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/ir/model.h"

namespace partita {

/// Which execution provider wrote an EPContext node; this decides what a merge may change in it.
enum class ContextSource { qnn, openVino, partitaNpu, unknown };
ContextSource contextSourceOf(std::string_view source);

inline constexpr std::string_view kPartitaSource = "PartitaNpuExecutionProvider";
/// "QNN" of "QNNExecutionProvider"; any other name as it is.
std::string_view shortSource(std::string_view source);

/// One EPContext node (com.microsoft): a compiled part of a model. Source: ONNX Runtime's "EP
/// Context Design".
struct EpContext {
    NodeId node;
    std::string name; ///< of the node
    std::string source, partition, sdkVersion, hardware;
    std::string
        sourceModel;        ///< onnx_model_filename: the file that was compiled, as it was recorded
    bool isMain = true;     ///< main_context: holds or names the binary, which other nodes of this
                            ///< source may share
    bool isEmbedded = true; ///< embed_mode 1: `cache` is the binary; otherwise its path
    bool hasCache = false;
    Buffer cache;

    [[nodiscard]] ContextSource kind() const { return contextSourceOf(source); }
    [[nodiscard]] std::string path() const {
        return isEmbedded ? std::string() : std::string(cache.text());
    }
};

bool isEpContext(const Node& node);
/// Reads the attributes of an EPContext node; missing ones have the defaults of ONNX Runtime.
EpContext epContextOf(const Node& node);
/// All EPContext nodes of a model, bodies included, in ascending order of ids.
std::vector<EpContext> epContextsOf(const Model& model);

/// Whether a value is a tensor with a known element type and rank, as a loader needs it of the
/// outputs of an EPContext node.
bool hasKnownType(const Value& value);

/// Whether an output of an EPContext node has the type that its loader needs. Partita's NPU needs no
/// shape, which ONNX Runtime may not know when it writes the model.
bool isTypedOutput(const Model& model, const EpContext& context, ValueId output);

/// Resolves the path of a binary in an EPContext model of `folder`. Fails when the path is empty or
/// absolute, leaves `folder` (by ".." or a symbolic link), or is not a regular file.
Result<std::filesystem::path> contextFile(std::string_view path,
                                          const std::filesystem::path& folder);

/// Where the binaries of a model are: beside it, but for those that were left where they are when the
/// model went to another folder.
struct BinaryPlaces {
    std::filesystem::path folder;
    std::map<std::string, std::filesystem::path> elsewhere{}; ///< files by their paths in the model

    template <class T>
    requires std::convertible_to<const T&, std::filesystem::path> BinaryPlaces(const T& beside)
        : folder(beside) {}
};
/// The binary that a main node holds or names; a file is mapped, not read.
Result<Buffer> contextBinary(const EpContext& context, const BinaryPlaces& places);

/// The hash of no bytes: FNV-1a's offset basis for 64 bits.
inline constexpr std::uint64_t kHashOfNothing = 0xCBF29CE484222325;
/// The 64-bit FNV-1a hash of `bytes`, continued from `before`, the hash of the bytes that precede
/// them.
std::uint64_t hashNumber(Bytes bytes, std::uint64_t before = kHashOfNothing);
/// `contentHash` of the pieces one after another.
std::string contentHash(const std::vector<Buffer>& pieces);
/// The 64-bit XXH3 hash as "xxh3:0123456789abcdef"; it detects damage, not tampering.
std::string contentHash(Bytes bytes);
/// Whether `recorded` is the content hash of the bytes; older models have "fnv1a64:" and FNV-1a.
bool hasContentHash(Bytes bytes, std::string_view recorded);
/// The key in the model's metadata that stores the hash of the binary at `path`.
std::string contentHashKey(std::string_view path);

} // namespace partita
