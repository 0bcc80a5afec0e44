#include "core/epcontext/formats/container.h"

#include <algorithm>
#include <cstring>
#include <map>

#include "core/base/atomic_files.h"
#include "core/base/content_sum.h"
#include "core/base/json.h"
#include "core/base/try.h"
#include "core/ir/constants.h"
#include "core/ir/ep_context.h"
#include "core/onnx/read.h"
#include "core/onnx/write.h"

namespace partita {

namespace {

constexpr std::string_view kMagic = "PRTNPUC1", kLocation = "tensor";
constexpr std::uint32_t kFourLaneVersion = 2; ///< the version with other checksums
constexpr std::uint64_t kHeader = 64, kAlignment = 64, kLeastShared = 64;

Error invalid(const Message& what) {
    return {Errc::invalidModel,
            PARTITA_TEXT("INVALID_GRAPH: the binary {0}", what),
            {},
            PARTITA_TEXT("compile the model again")};
}

/// Concatenates pieces, each aligned to 64 bytes.
class Pieces {
public:
    std::uint64_t add(const Buffer& piece) {
        if (const std::uint64_t past = m_end % kAlignment)
            append(Buffer::own(std::string(kAlignment - past, '\0')));
        const std::uint64_t at = m_end;
        append(piece);
        return at;
    }
    void append(const Buffer& piece) {
        m_end += piece.size();
        m_pieces.push_back(piece);
    }
    [[nodiscard]] std::uint64_t end() const { return m_end; }
    [[nodiscard]] std::vector<Buffer> take() && { return std::move(m_pieces); }
    void setHeader(Buffer header) { m_pieces.front() = std::move(header); }

private:
    std::vector<Buffer> m_pieces;
    std::uint64_t m_end = 0;
};

/// Removes documentation and metadata: the device does not use them, each load would parse them,
/// and they may reveal paths of the machine that exported the model.
void dropAnnotations(ModelEditor& editor, const Model& model) {
    model.nodes().forEach([&](NodeId id, const auto& node) {
        if (node->annotations)
            editor.changeNode(id, [](Node& each) { each.annotations = nullptr; });
    });
    model.values().forEach([&](ValueId id, const auto& value) {
        if (value->annotations)
            editor.changeValue(id, [](Value& each) { each.annotations = nullptr; });
    });
    model.graphs().forEach([&](GraphId id, const auto& graph) {
        if (graph->annotations)
            editor.changeGraph(id, [](Graph& each) { each.annotations = nullptr; });
    });
}

/// Moves tensors to the table, equal ones once, and leaves references to them in the graph.
class TensorTable {
public:
    Result<Model> takeFrom(const Model& model) {
        ModelEditor editor(model);
        dropAnnotations(editor, model);
        Result<void> result;
        model.values().forEach([&](ValueId id, const auto& value) {
            if (result && value->initializer)
                result = takeInitializer(editor, id, *value->initializer);
        });
        if (!result)
            return std::move(result).error();
        return editor.model();
    }
    [[nodiscard]] const std::vector<Buffer>& tensors() const { return m_tensors; }
    [[nodiscard]] std::uint64_t saved() const { return m_saved; }

private:
    Result<void> takeInitializer(ModelEditor& editor, ValueId id, const Tensor& tensor) {
        if (tensor.type == DataType::string)
            return {};
        auto bytes = PARTITA_TRY(elements(tensor));
        TensorPtr moved;
        if (bytes.size() < kLeastShared) {
            auto inside = std::make_shared<Tensor>(tensor);
            inside->storage = Tensor::Storage::raw;
            inside->payload = bytes;
            inside->external = nullptr;
            moved = std::move(inside);
        } else {
            moved = withExternal(tensor, std::string(kLocation), placeOf(bytes), bytes.size());
        }
        editor.changeValue(id, [&](Value& value) { value.initializer = moved; });
        return {};
    }

    std::size_t placeOf(const Buffer& bytes) {
        auto& alike = m_byHash[checksumOf(bytes.bytes())];
        for (const std::size_t place : alike)
            if (std::ranges::equal(m_tensors[place].bytes(), bytes.bytes())) {
                m_saved += bytes.size();
                return place;
            }
        alike.push_back(m_tensors.size());
        m_tensors.push_back(bytes);
        return alike.back();
    }

    std::vector<Buffer> m_tensors;
    std::map<std::uint64_t, std::vector<std::size_t>> m_byHash;
    std::uint64_t m_saved = 0;
};

std::string headerOf(std::uint64_t size, std::uint64_t index, std::uint64_t indexSize,
                     std::uint64_t checksum) {
    std::string header(kMagic);
    const auto put = [&](const auto& number) {
        header.append(reinterpret_cast<const char*>(&number), sizeof number);
    };
    put(kContainerVersion);
    put(std::uint32_t{0});
    put(size);
    put(index);
    put(indexSize);
    put(checksum);
    header.resize(kHeader);
    return header;
}

/// The checksum of version 2: 64-bit FNV-1a over four interleaved sequences of little-endian 8-byte
/// words, the last one zero-padded, then over the four results and the size. Weakness: two flips of
/// a word's highest bit in the same sequence cancel out.
std::uint64_t fourLaneSum(Bytes bytes) {
    constexpr std::uint64_t kPrime = 0x100000001B3;
    std::uint64_t lanes[4] = {kHashOfNothing, kHashOfNothing ^ 1, kHashOfNothing ^ 2,
                              kHashOfNothing ^ 3};
    const std::byte* data = bytes.data();
    std::size_t left = bytes.size();
    const auto take = [&](const std::byte* from) {
        std::uint64_t words[4];
        std::memcpy(words, from, sizeof words);
        for (int i = 0; i < 4; ++i)
            lanes[i] = (lanes[i] ^ words[i]) * kPrime;
    };
    for (; left >= 32; left -= 32, data += 32)
        take(data);
    if (left) {
        std::byte rest[32] = {};
        std::memcpy(rest, data, left);
        take(rest);
    }
    std::uint64_t hash = (kHashOfNothing ^ bytes.size()) * kPrime;
    for (const std::uint64_t lane : lanes)
        hash = (hash ^ lane) * kPrime;
    return hash;
}

} // namespace

std::uint64_t checksumOf(Bytes bytes, std::uint32_t version) {
    return version == kFourLaneVersion ? fourLaneSum(bytes) : contentSumOf(bytes);
}

Result<ContextBinary> writeContainer(const std::vector<ContextPart>& parts, const std::string& sdk,
                                     const std::string& hardware) {
    TensorTable table;
    std::vector<Buffer> graphs;
    for (const ContextPart& part : parts) {
        auto light = PARTITA_TRY(table.takeFrom(part.model));
        auto text = PARTITA_TRY(serializeModel(light));
        graphs.push_back(Buffer::own(std::move(text)));
    }
    Pieces pieces;
    pieces.append(Buffer::own(std::string(kHeader, '\0')));
    nlohmann::json index = {{"sdk", sdk},
                            {"hardware", hardware},
                            {"saved", table.saved()},
                            {"graphs", nlohmann::json::array()},
                            {"tensors", nlohmann::json::array()}};
    const auto entry = [&](const Buffer& bytes) {
        return nlohmann::json{{"offset", pieces.add(bytes)},
                              {"size", bytes.size()},
                              {"checksum", checksumOf(bytes.bytes())}};
    };
    for (const Buffer& tensor : table.tensors())
        index["tensors"].push_back(entry(tensor));
    for (std::size_t i = 0; i < parts.size(); ++i) {
        auto made = entry(graphs[i]);
        made["name"] = parts[i].name;
        made["program"] = parts[i].program;
        index["graphs"].push_back(std::move(made));
    }
    const Buffer text =
        Buffer::own(index.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
    const std::uint64_t at = pieces.add(text);
    pieces.setHeader(
        Buffer::own(headerOf(pieces.end(), at, text.size(), checksumOf(text.bytes()))));
    return ContextBinary{std::move(pieces).take(), table.saved()};
}

bool isContainer(Bytes bytes) {
    return bytes.size() >= kMagic.size() &&
           std::memcmp(bytes.data(), kMagic.data(), kMagic.size()) == 0;
}

namespace {

/// Reads the index and the sections it names; everything is checked, as the file may be hostile.
class IndexReader {
public:
    explicit IndexReader(const Buffer& bytes) : m_bytes(bytes) {}

    Result<nlohmann::json> index() const {
        if (!isContainer(m_bytes.bytes()) || m_bytes.size() < kHeader)
            return invalid(PARTITA_TEXT("is none of {0}", kPartitaSource));
        if (version() != kContainerVersion && version() != kFourLaneVersion)
            return invalid(
                PARTITA_TEXT("has format version {0}, and {1} and {2} are what can be read",
                             version(), kFourLaneVersion, kContainerVersion));
        if (word(16) != m_bytes.size())
            return invalid(PARTITA_TEXT("has {0} bytes instead of {1}", m_bytes.size(), word(16)));
        const auto text = slice(word(24), word(32));
        if (!text || checksumOf(text->bytes(), version()) != word(40))
            return invalid(PARTITA_TEXT("is damaged: its index does not match its checksum"));
        auto index = parseJson(text->text());
        if (!index || !index->is_object())
            return invalid(PARTITA_TEXT("is damaged: its index cannot be read"));
        return index;
    }

    Result<Buffer> section(const nlohmann::json& entry, const Message& what) const {
        if (!entry.is_object() || !entry.contains("offset") || !entry.contains("size") ||
            !entry["offset"].is_number_unsigned() || !entry["size"].is_number_unsigned() ||
            !entry.contains("checksum") || !entry["checksum"].is_number_unsigned())
            return invalid(PARTITA_TEXT("is damaged: {0} has no place", what));
        const auto bytes =
            slice(entry["offset"].get<std::uint64_t>(), entry["size"].get<std::uint64_t>());
        if (!bytes)
            return invalid(PARTITA_TEXT("is damaged: {0} lies outside", what));
        if (checksumOf(bytes->bytes(), version()) != entry["checksum"].get<std::uint64_t>())
            return invalid(PARTITA_TEXT("is damaged: {0} does not match its checksum", what));
        return *bytes;
    }

private:
    [[nodiscard]] std::uint32_t version() const {
        std::uint32_t number = 0;
        std::memcpy(&number, m_bytes.bytes().data() + 8, sizeof number);
        return number;
    }
    [[nodiscard]] std::uint64_t word(std::size_t offset) const {
        std::uint64_t number = 0;
        std::memcpy(&number, m_bytes.bytes().data() + offset, sizeof number);
        return number;
    }
    [[nodiscard]] std::optional<Buffer> slice(std::uint64_t offset, std::uint64_t size) const {
        if (offset > m_bytes.size() || size > m_bytes.size() - offset)
            return std::nullopt;
        return m_bytes.slice(offset, size);
    }

    const Buffer& m_bytes;
};

std::string textOf(const nlohmann::json& object, const char* key) {
    const auto at = object.find(key);
    return at != object.end() && at->is_string() ? at->get<std::string>() : std::string();
}

} // namespace

Result<Container> Container::open(const Buffer& bytes, const std::string& sdk,
                                  const std::string& hardware) {
    const IndexReader reader(bytes);
    const auto index = PARTITA_TRY(reader.index());
    Container container;
    container.m_info.sdk = textOf(index, "sdk");
    container.m_info.hardware = textOf(index, "hardware");
    if (const auto saved = index.find("saved"); saved != index.end() && saved->is_number_unsigned())
        container.m_info.savedBytes = saved->get<std::uint64_t>();
    if (!sdk.empty() && container.m_info.sdk != sdk)
        return invalid(PARTITA_TEXT("was compiled by release '{0}', and this is '{1}'",
                                    container.m_info.sdk, sdk));
    if (!hardware.empty() && container.m_info.hardware != hardware)
        return invalid(PARTITA_TEXT("was compiled for '{0}', and this is '{1}'",
                                    container.m_info.hardware, hardware));
    for (const char* key : {"tensors", "graphs"}) {
        const auto list = index.find(key);
        if (list == index.end() || !list->is_array())
            return invalid(PARTITA_TEXT("is damaged: it has no table of {0}", key));
        for (const auto& entry : *list) {
            const bool graph = std::string_view(key) == "graphs";
            const std::string name = graph && entry.is_object() ? textOf(entry, "name") : "";
            auto section = PARTITA_TRY(reader.section(
                entry, graph ? PARTITA_TEXT("graph '{0}'", name) : PARTITA_TEXT("a tensor")));
            if (graph) {
                container.m_info.graphs.push_back({name, section.size()});
                container.m_programs.push_back(textOf(entry, "program"));
            } else {
                ++container.m_info.tensors;
                container.m_info.tensorBytes += section.size();
            }
            (graph ? container.m_graphs : container.m_tensors).push_back(std::move(section));
        }
    }
    return container;
}

std::string Container::program(const std::string& name) const {
    const auto at = std::ranges::find(m_info.graphs, name, &ContainerInfo::Entry::name);
    return at == m_info.graphs.end()
               ? std::string()
               : m_programs[static_cast<std::size_t>(at - m_info.graphs.begin())];
}

Result<Model> Container::graph(const std::string& name) const {
    const auto at = std::ranges::find(m_info.graphs, name, &ContainerInfo::Entry::name);
    if (at == m_info.graphs.end())
        return invalid(PARTITA_TEXT("has no graph '{0}'", name));
    auto model =
        PARTITA_TRY(readModel(m_graphs[static_cast<std::size_t>(at - m_info.graphs.begin())]));
    ModelEditor editor(model);
    Result<void> result;
    model.values().forEach([&](ValueId id, const auto& value) {
        const TensorPtr& tensor = value->initializer;
        if (!tensor || tensor->storage != Tensor::Storage::external)
            return;
        const std::uint64_t place = tensor->external->offset.value_or(m_tensors.size());
        if (tensor->external->location != kLocation || place >= m_tensors.size() ||
            m_tensors[place].size() != tensor->byteSize()) {
            result =
                invalid(PARTITA_TEXT("is damaged: tensor '{0}' is not in its table", value->name));
            return;
        }
        auto inside = std::make_shared<Tensor>(*tensor);
        inside->storage = Tensor::Storage::raw;
        inside->payload = m_tensors[place];
        inside->external = nullptr;
        editor.changeValue(id, [&](Value& changed) { changed.initializer = inside; });
    });
    if (!result)
        return std::move(result).error();
    return editor.model();
}

Result<Buffer> containerOf(const Buffer& whole, const std::set<std::string>& graphs) {
    const auto container = PARTITA_TRY(Container::open(whole));
    const ContainerInfo& info = container.info();
    if (std::ranges::all_of(info.graphs, [&](const ContainerInfo::Entry& entry) {
            return graphs.contains(entry.name);
        }))
        return whole;
    std::vector<ContextPart> parts;
    for (const std::string& name : graphs) {
        auto graph = PARTITA_TRY(container.graph(name));
        parts.push_back({name, std::move(graph), container.program(name)});
    }
    auto made = writeContainer(parts, info.sdk, info.hardware);
    return made ? joined(made->pieces) : Result<Buffer>(std::move(made).error());
}

} // namespace partita
