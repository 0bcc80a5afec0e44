#include "core/tasks/bridge/bridge_values.h"

#include <cstring>

#include "core/base/file_writing.h"
#include "core/base/mapped_files.h"
#include "core/base/try.h"
#include "core/tasks/bridge/runtime_bridge.h"

namespace partita {

namespace {

using nlohmann::json;
namespace fs = std::filesystem;

constexpr std::size_t kLengthBytes = sizeof(std::uint64_t);
constexpr int kMostNested = 8; ///< sequences of sequences

std::string joinedTexts(const std::vector<std::string>& texts) {
    std::string whole;
    for (const std::string& text : texts) {
        const std::uint64_t length = text.size();
        whole.append(reinterpret_cast<const char*>(&length), kLengthBytes);
        whole += text;
    }
    return whole;
}

/// Nothing: the bytes are not `count` texts.
std::optional<std::vector<std::string>> splitTexts(Bytes bytes, std::int64_t count) {
    std::vector<std::string> texts;
    for (std::size_t at = 0; at < bytes.size();) {
        std::uint64_t length = 0;
        if (bytes.size() - at < kLengthBytes)
            return std::nullopt;
        std::memcpy(&length, bytes.data() + at, kLengthBytes);
        at += kLengthBytes;
        if (length > bytes.size() - at)
            return std::nullopt;
        texts.emplace_back(reinterpret_cast<const char*>(bytes.data()) + at, length);
        at += length;
    }
    if (texts.size() != static_cast<std::uint64_t>(count))
        return std::nullopt;
    return texts;
}

class Writer {
public:
    Writer(const fs::path& folder, const std::string& stem) : m_folder(folder), m_stem(stem) {}

    Result<json> write(const ModelData& value) {
        if (value.none)
            return json{{"none", true}};
        if (value.isTensor())
            return write(value.tensor);
        json items = json::array();
        for (const ModelData& item : *value.items)
            items.push_back(PARTITA_TRY(write(item)));
        if (value.isMap)
            return json{{"keys", items[0]}, {"values", items[1]}};
        return json{{"items", std::move(items)}};
    }

private:
    Result<json> write(const Tensor& tensor) {
        const std::string name = m_stem + "-" + std::to_string(m_files++);
        if (tensor.type == DataType::string) {
            const std::string texts = joinedTexts(tensor.strings);
            const Bytes bytes = std::as_bytes(std::span(texts));
            PARTITA_TRY(writeFile(m_folder / name, {&bytes, 1}, Replace::no));
        } else {
            const Buffer content = PARTITA_TRY(elements(tensor));
            const Bytes bytes = content.bytes();
            PARTITA_TRY(writeFile(m_folder / name, {&bytes, 1}, Replace::no));
        }
        return json{
            {"type", static_cast<int>(tensor.type)}, {"shape", tensor.dims}, {"file", name}};
    }

    const fs::path& m_folder;
    const std::string& m_stem;
    std::size_t m_files = 0;
};

/// The account of a tensor: its type and shape, and the name of its file.
struct Told {
    DataType type;
    std::vector<std::int64_t> dims;
    std::int64_t count;
    std::string file;
};

std::optional<Told> toldOf(const json& value) {
    const auto type = value.find("type"), shape = value.find("shape");
    if (type == value.end() || !type->is_number_integer() || shape == value.end() ||
        !shape->is_array())
        return std::nullopt;
    Told told{DataType::undefined, {}, 0, textOf(value, "file")};
    for (const json& size : *shape)
        told.dims.push_back(size.is_number_integer() ? size.get<std::int64_t>() : -1);
    const auto number = type->get<std::int64_t>();
    if (number > 0 && number <= static_cast<int>(DataType::float6e3m2))
        told.type = static_cast<DataType>(number);
    const auto count = elementCount(told.dims);
    const bool known = told.type == DataType::string || dataTypeBits(told.type) > 0;
    const fs::path name = told.file;
    if (!count || !known || impossibleSize(told.type, told.dims) || name.empty() ||
        name.filename() != name)
        return std::nullopt;
    told.count = *count;
    return told;
}

Error misfit(const std::string& name) {
    return unreadableAnswer(PARTITA_TEXT("the value '{0}' does not fit its file", name));
}

Result<Tensor> readTensor(const fs::path& folder, const json& value, const std::string& name) {
    auto told = toldOf(value);
    if (!told)
        return misfit(name);
    auto content = mapFile(folder / told->file);
    if (!content)
        return unreadableAnswer(content.error().what);
    if (told->type != DataType::string) {
        if (content->size() != packedBytes(told->type, told->count))
            return misfit(name);
        return Tensor::fromBytes(told->type, std::move(told->dims), *std::move(content));
    }
    auto texts = splitTexts(content->bytes(), told->count);
    if (!texts)
        return misfit(name);
    return Tensor::ofStrings(std::move(told->dims), *std::move(texts));
}

Result<ModelData> readValue(const fs::path& folder, const json& value, const std::string& name,
                            int depth = 0) {
    if (!value.is_object() || depth > kMostNested)
        return misfit(name);
    if (value.contains("none"))
        return ModelData::nothing();
    if (const auto keys = value.find("keys"); keys != value.end()) {
        auto of = PARTITA_TRY(readTensor(folder, *keys, name));
        auto to = PARTITA_TRY(readTensor(folder, value.value("values", json::object()), name));
        if (of.dims != to.dims || of.dims.size() != 1)
            return misfit(name);
        return ModelData::map(std::move(of), std::move(to));
    }
    const auto items = value.find("items");
    if (items == value.end())
        return ModelData(PARTITA_TRY(readTensor(folder, value, name)));
    std::vector<ModelData> list;
    for (const json& item : *items)
        list.push_back(PARTITA_TRY(readValue(folder, item, name, depth + 1)));
    return ModelData::sequence(std::move(list));
}

} // namespace

Result<json> writeBridgeFeeds(const fs::path& folder, const std::string& stem, const Feeds& feeds) {
    json told = json::array();
    Writer writer(folder, stem);
    for (const auto& [name, value] : feeds) {
        told.push_back(PARTITA_TRY(writer.write(value)));
        told.back()["name"] = name;
    }
    return told;
}

Result<std::vector<ModelData>> readBridgeValues(const fs::path& folder, const json& told) {
    std::vector<ModelData> values;
    if (!told.is_array())
        return unreadableAnswer(PARTITA_TEXT("'{0}' is missing or no list", "outputs"));
    for (const json& each : told) {
        const std::string name = textOf(each, "name");
        values.push_back(PARTITA_TRY(readValue(folder, each, name)));
        values.back().name = values.back().tensor.name = name;
    }
    return values;
}

} // namespace partita
