#include "core/epcontext/formats/ovep_bin.h"

#include <algorithm>
#include <cstring>

#include "core/base/json.h"
#include "core/base/mapped_files.h"

namespace partita {

namespace {

constexpr std::string_view kOvepMagic = "OVEP_BIN";
constexpr std::uint64_t kVersion = 1, kOvepHeader = 40, kOvepAlignment = 64 << 10;

std::uint64_t wordAt(Bytes bytes, std::size_t offset) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + offset, sizeof word);
    return word;
}

Error damaged(const Message& what) {
    return {Errc::invalidModel,
            PARTITA_TEXT("OpenVINO's binary is damaged: {0}", what),
            {},
            PARTITA_TEXT("generate the context model again")};
}

} // namespace

bool isOvepBin(Bytes bytes) {
    return bytes.size() >= kOvepMagic.size() &&
           std::memcmp(bytes.data(), kOvepMagic.data(), kOvepMagic.size()) == 0;
}

Result<OvepBin> readOvepBin(const Buffer& buffer) {
    const Bytes bytes = buffer.bytes();
    if (!isOvepBin(bytes) || bytes.size() < kOvepHeader)
        return damaged(PARTITA_TEXT("it does not begin with an OVEP_BIN header"));
    if (const std::uint64_t version = wordAt(bytes, 8); version != kVersion)
        return Error{
            Errc::unsupported,
            PARTITA_TEXT("OpenVINO's binary has format version {0}, and only 1 is known", version),
            {},
            PARTITA_TEXT("generate it with a release whose format is known")};
    const std::uint64_t offset = wordAt(bytes, 24), size = wordAt(bytes, 32);
    if (offset > bytes.size() || size > bytes.size() - offset)
        return damaged(PARTITA_TEXT("its index lies outside"));
    const Bytes index = bytes.subspan(offset, size);
    const auto parsed = parseBson(index);
    const nlohmann::json json = parsed ? *parsed : nlohmann::json();
    const auto blobs = json.is_object() ? json.find("blob_metadata_map") : json.end();
    if (!json.is_object() || blobs == json.end() || !blobs->is_object())
        return damaged(PARTITA_TEXT("its index cannot be read"));
    OvepBin bin;
    const auto text = [&](const char* key) {
        const auto found = json.find(key);
        return found != json.end() && found->is_string() ? found->get<std::string>()
                                                         : std::string();
    };
    bin.version = text("version");
    bin.producer = text("producer");
    for (const auto& [name, place] : blobs->items()) {
        const auto at = place.is_object() ? place.find("data_offset") : place.end();
        const auto count = place.is_object() ? place.find("size") : place.end();
        if (!place.is_object() || at == place.end() || count == place.end() ||
            !at->is_number_integer() || !count->is_number_integer())
            return damaged(PARTITA_TEXT("the blob '{0}' has no place", name));
        const auto first = at->get<std::int64_t>(), length = count->get<std::int64_t>();
        if (first < 0 || length < 0 || static_cast<std::uint64_t>(first) > bytes.size() ||
            static_cast<std::uint64_t>(length) > bytes.size() - static_cast<std::uint64_t>(first))
            return damaged(PARTITA_TEXT("the blob '{0}' lies outside", name));
        bin.blobs.push_back({name, buffer.slice(static_cast<std::size_t>(first),
                                                static_cast<std::size_t>(length))});
    }
    return bin;
}

std::set<std::string> openVinoTensorNames(Bytes blob) {
    // OpenVINO's CPU plugin stores the model's XML XORed with a repeating key of 12 bytes, that of
    // its util::codec_xor.
    static constexpr unsigned char kKey[] = {0x30, 0x60, 0x70, 0x02, 0x04, 0x08,
                                             0x3F, 0x6F, 0x72, 0x74, 0x78, 0x7F};
    static constexpr std::string_view kStart = "<?xml version=";
    const std::string_view text(reinterpret_cast<const char*>(blob.data()), blob.size());
    const auto decoded = [](char c, std::size_t i) {
        return static_cast<char>(static_cast<unsigned char>(c) ^ kKey[i % sizeof kKey]);
    };
    std::string start;
    for (std::size_t i = 0; i < kStart.size(); ++i)
        start += decoded(kStart[i], i);
    std::set<std::string> names;
    const std::size_t at = findText(blob, start);
    if (at == std::string_view::npos)
        return names;
    std::string xml;
    for (std::size_t i = 0; at + i < text.size() && !xml.ends_with("</net>"); ++i)
        xml += decoded(text[at + i], i);
    for (const std::string_view key : {" name=\"", " names=\""})
        for (std::size_t from = xml.find(key); from != std::string::npos;
             from = xml.find(key, from + 1)) {
            const std::size_t first = from + key.size(), end = xml.find('"', first);
            if (end == std::string::npos)
                break;
            for (std::size_t next = first; next <= end;) {
                const std::size_t comma = std::min(xml.find(',', next), end);
                names.insert(xml.substr(next, comma - next));
                next = comma + 1;
            }
        }
    return names;
}

std::vector<Buffer> writeOvepBin(const OvepBin& bin) {
    nlohmann::json index = {{"blob_metadata_map", nlohmann::json::object()},
                            {"producer", bin.producer},
                            {"version", bin.version}};
    // The index precedes the blobs, so their offsets depend on its size, which in turn depends on
    // the offsets.
    const auto place = [&](std::uint64_t first) {
        std::uint64_t at = first;
        for (const OvepBlob& blob : bin.blobs) {
            at = (at + kOvepAlignment - 1) / kOvepAlignment * kOvepAlignment;
            index["blob_metadata_map"][blob.name] = {
                {"data_offset", at}, {"size", static_cast<std::uint64_t>(blob.data.size())}};
            at += blob.data.size();
        }
        return at;
    };
    std::uint64_t end = place(kOvepHeader);
    std::vector<std::uint8_t> bson = nlohmann::json::to_bson(index);
    while (true) { // BSON stores small numbers in fewer bytes
        end = place(kOvepHeader + bson.size());
        auto again = nlohmann::json::to_bson(index);
        if (again.size() <= bson.size())
            break;
        bson = std::move(again);
    }
    bson = nlohmann::json::to_bson(index);
    std::string head(kOvepMagic);
    for (const std::uint64_t word :
         {kVersion, kOvepHeader, kOvepHeader, static_cast<std::uint64_t>(bson.size())})
        head.append(reinterpret_cast<const char*>(&word), sizeof word);
    head.append(bson.begin(), bson.end());
    std::uint64_t written = head.size();
    std::vector<Buffer> pieces = {Buffer::own(std::move(head))};
    const auto padTo = [&](std::uint64_t offset) {
        if (offset > written)
            pieces.push_back(Buffer::own(std::string(offset - written, '\0')));
        written = std::max(written, offset);
    };
    for (const OvepBlob& blob : bin.blobs) {
        padTo(index["blob_metadata_map"][blob.name]["data_offset"].get<std::uint64_t>());
        pieces.push_back(blob.data);
        written += blob.data.size();
    }
    padTo(end);
    return pieces;
}

} // namespace partita
