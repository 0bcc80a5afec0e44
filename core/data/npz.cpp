#include "core/data/npz.h"

#include <algorithm>
#include <cstring>
#include <memory>

#include <zip.h>

#include "core/base/mapped_files.h"
#include "core/base/memory_budget.h"
#include "core/base/try.h"
#include "core/base/typed_text.h"
#include "core/data/npy_header.h"

namespace partita {

namespace fs = std::filesystem;

namespace {

/// Deflate compresses by a factor of at most 1032: an entry that claims more is damaged.
constexpr std::uint64_t kMostDeflated = 1100;
constexpr std::string_view kEnding = ".npy";

using ArchivePtr = std::unique_ptr<zip_t, decltype(&zip_discard)>;
using EntryPtr = std::unique_ptr<zip_file_t, decltype(&zip_fclose)>;

Error damagedNpz(const Message& what) {
    return {Errc::invalidModel,
            PARTITA_TEXT("damaged .npz: {0}", what),
            {},
            PARTITA_TEXT("write it again with numpy.savez")};
}

Error zipFailed(zip_error_t& error) {
    Error failed = damagedNpz(std::string(zip_error_strerror(&error)));
    zip_error_fini(&error);
    return failed;
}

/// Opens an archive over `bytes`, which must outlive it. Empty bytes with `ZIP_TRUNCATE` make a new
/// archive.
Result<ArchivePtr> openArchive(Bytes bytes, int flags, zip_source_t** kept = nullptr) {
    zip_error_t error;
    zip_error_init(&error);
    zip_source_t* source = zip_source_buffer_create(bytes.data(), bytes.size(), 0, &error);
    if (!source)
        return zipFailed(error);
    if (kept) {
        zip_source_keep(source);
        *kept = source;
    }
    zip_t* archive = zip_open_from_source(source, flags, &error);
    if (!archive) {
        zip_source_free(source);
        return zipFailed(error);
    }
    return ArchivePtr(archive, zip_discard);
}

struct ArchiveEntry {
    zip_uint64_t index;
    std::string name; ///< of the array
    std::uint64_t packed, size;
    bool isStored;
};

/// All entries of the archive, with the ending ".npy" taken off their names.
Result<std::vector<ArchiveEntry>> entriesOf(zip_t* archive, std::uint64_t fileSize) {
    std::vector<ArchiveEntry> entries;
    std::uint64_t packed = 0;
    for (zip_uint64_t i = 0; i < static_cast<zip_uint64_t>(zip_get_num_entries(archive, 0)); ++i) {
        constexpr zip_uint64_t kNeeded =
            ZIP_STAT_NAME | ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE | ZIP_STAT_COMP_METHOD;
        zip_stat_t stat;
        if (zip_stat_index(archive, i, ZIP_FL_ENC_RAW, &stat) != 0 ||
            (stat.valid & kNeeded) != kNeeded)
            return damagedNpz(PARTITA_TEXT("its directory cannot be read"));
        ArchiveEntry entry{i, stat.name, stat.comp_size, stat.size,
                           stat.comp_method == ZIP_CM_STORE};
        if (entry.name.ends_with(kEnding))
            entry.name.resize(entry.name.size() - kEnding.size());
        if (stat.comp_method != ZIP_CM_STORE && stat.comp_method != ZIP_CM_DEFLATE)
            return damagedNpz(
                PARTITA_TEXT("'{0}' is packed in a way that numpy does not use", entry.name));
        // Overlapping entries would let a small file unpack to many times its size (a zip bomb).
        if (stat.comp_size > fileSize - packed)
            return damagedNpz(PARTITA_TEXT("its entries overlap"));
        packed += stat.comp_size;
        entries.push_back(std::move(entry));
    }
    return entries;
}

/// Reads the next `count` bytes of an entry; fails when there are fewer or the checksum is wrong.
Result<void> readInto(zip_file_t* file, std::byte* to, std::uint64_t count) {
    if (zip_fread(file, to, count) == static_cast<zip_int64_t>(count))
        return {};
    return damagedNpz(std::string(zip_error_strerror(zip_file_get_error(file))));
}

/// Fails when the array's shape does not match the shape of `type`; element types are not compared.
Result<void> checkShape(const NpyHeader& header, const Type* type) {
    if (!type || !type->isTensor() || !type->shape)
        return {};
    bool fits = header.dims.size() == type->shape->size();
    for (std::size_t i = 0; fits && i < header.dims.size(); ++i) {
        const auto wanted = (*type->shape)[i].value;
        fits = !wanted || *wanted == header.dims[i];
    }
    if (fits)
        return {};
    const Shape given = Tensor::fromBytes(header.type, header.dims, {}).shape();
    return Error{Errc::shapeMismatch,
                 PARTITA_TEXT("has shape {0}, the model wants {1}", shapeText(given),
                              shapeText(type->shape)),
                 {},
                 PARTITA_TEXT("reshape the data")};
}

/// Converts a column-major array to row-major order.
std::vector<std::byte> fromFortran(Bytes data, const std::vector<std::int64_t>& dims,
                                   std::size_t width) {
    std::vector<std::byte> out(data.size());
    std::vector<std::int64_t> index(dims.size());
    for (std::size_t n = 0; n * width < out.size(); ++n) {
        std::int64_t from = 0, step = 1;
        for (std::size_t d = 0; d < dims.size(); ++d) {
            from += index[d] * step;
            step *= dims[d];
        }
        std::memcpy(out.data() + n * width, data.data() + static_cast<std::size_t>(from) * width,
                    width);
        for (std::size_t d = dims.size(); d-- > 0;) {
            if (++index[d] < dims[d])
                break;
            index[d] = 0;
        }
    }
    return out;
}

Tensor tensorOf(const NpyHeader& header, std::vector<std::byte> data) {
    if (header.fortranOrder && header.dims.size() > 1)
        data = fromFortran(data, header.dims, dataTypeBits(header.type) / 8);
    return Tensor::fromBytes(header.type, header.dims, Buffer::own(std::move(data)));
}

Result<Tensor> readEntry(zip_t* archive, const ArchiveEntry& entry, const Type* type) {
    const EntryPtr file(zip_fopen_index(archive, entry.index, 0), zip_fclose);
    if (!file)
        return damagedNpz(std::string(zip_strerror(archive)));
    std::vector<std::byte> start(std::min<std::uint64_t>(entry.size, kMostNpyHeader));
    PARTITA_TRY(readInto(file.get(), start.data(), start.size()));
    const auto header = PARTITA_TRY(readNpyHeader(start));
    PARTITA_TRY(checkShape(header, type));
    if (header.dataBytes != entry.size - header.size)
        return damagedNpz(PARTITA_TEXT("its shape does not fit its size"));
    if (entry.isStored ? entry.packed != entry.size : entry.size / kMostDeflated > entry.packed + 1)
        return damagedNpz(PARTITA_TEXT("it claims an impossible size"));
    PARTITA_TRY(
        checkMemory(header.dataBytes, PARTITA_TEXT("it"), PARTITA_TEXT("give a smaller array")));
    std::vector<std::byte> data(header.dataBytes);
    const std::size_t known = start.size() - header.size;
    std::copy_n(start.begin() + static_cast<std::ptrdiff_t>(header.size), known, data.begin());
    PARTITA_TRY(readInto(file.get(), data.data() + known, data.size() - known));
    std::byte beyond{}; // reading past the end makes libzip verify the checksum
    if (zip_fread(file.get(), &beyond, 1) != 0)
        return damagedNpz(PARTITA_TEXT("its checksum or its size is not what the archive says"));
    return tensorOf(header, std::move(data));
}

Result<std::map<std::string, Tensor>> readArchive(const Buffer& file,
                                                  const std::optional<NpzSelection>& selection) {
    if (file.empty())
        return damagedNpz(PARTITA_TEXT("it is empty"));
    const auto archive = PARTITA_TRY(openArchive(file.bytes(), ZIP_RDONLY));
    const auto entries = PARTITA_TRY(entriesOf(archive.get(), file.size()));
    std::map<std::string, Tensor> tensors;
    for (const ArchiveEntry& entry : entries) {
        const Type* type = nullptr;
        if (selection) {
            const auto wanted = selection->arrays.find(entry.name);
            if (wanted == selection->arrays.end() && selection->mayHaveOthers)
                continue;
            if (wanted == selection->arrays.end())
                return Error{
                    Errc::shapeMismatch,
                    PARTITA_TEXT("is not an input of the model"),
                    {},
                    seeTyped(PARTITA_TEXT("name the array like an input of the model"), "`info`")}
                    .at("array '" + entry.name + "'");
            type = wanted->second.get();
        }
        if (tensors.contains(entry.name))
            return damagedNpz(PARTITA_TEXT("it has two arrays '{0}'", entry.name));
        auto tensor = readEntry(archive.get(), entry, type);
        if (!tensor)
            return std::move(tensor).error().at(PARTITA_TEXT("array '{0}'", entry.name));
        tensor->name = entry.name;
        tensors.emplace(entry.name, *std::move(tensor));
        dropResidentPages(file.bytes()); // the arrays are copies
    }
    return tensors;
}

} // namespace

Result<Tensor> readNpy(Bytes bytes) {
    const auto header = PARTITA_TRY(readNpyHeader(bytes));
    const Bytes data = bytes.subspan(header.size);
    if (data.size() != header.dataBytes)
        return Error{Errc::invalidModel,
                     PARTITA_TEXT("damaged .npy: its shape does not fit its size"),
                     {},
                     PARTITA_TEXT("write it again with numpy.save")};
    return tensorOf(header, std::vector(data.begin(), data.end()));
}

Result<std::map<std::string, Tensor>> readNpz(const fs::path& path,
                                              const std::optional<NpzSelection>& selection) {
    const auto file = PARTITA_TRY(mapFile(path));
    auto arrays = readArchive(file, selection);
    if (!arrays)
        return std::move(arrays).error().at(path.string());
    return arrays;
}

std::string npyBytes(const Tensor& tensor) {
    const auto header = npyHeader(tensor.type, tensor.dims);
    const auto data = elements(tensor);
    return header && data ? *header + std::string(data->text()) : std::string();
}

Error noNumpyForm(const ModelData& value) {
    return {Errc::unsupported,
            PARTITA_TEXT("{0} has no numpy form", value.kindText()),
            {PARTITA_TEXT("value '{0}'", value.name)},
            PARTITA_TEXT("write .pb instead")};
}

namespace {

struct NpzPart {
    std::string name, header;
    Buffer data;
};

bool addPart(zip_t* archive, const NpzPart& part) {
    const auto fragment = [](std::string_view bytes) {
        return zip_buffer_fragment_t{
            reinterpret_cast<zip_uint8_t*>(const_cast<char*>(bytes.data())), bytes.size()};
    };
    const zip_buffer_fragment_t fragments[] = {fragment(part.header), fragment(part.data.text())};
    zip_source_t* source = zip_source_buffer_fragment(archive, fragments, 2, 0);
    if (!source)
        return false;
    const zip_int64_t added =
        zip_file_add(archive, (part.name + ".npy").c_str(), source, ZIP_FL_ENC_UTF_8);
    if (added < 0) {
        zip_source_free(source);
        return false;
    }
    constexpr zip_uint16_t kFirstDay = 0x21; // 1980-01-01: equal tensors give equal bytes
    const auto index = static_cast<zip_uint64_t>(added);
    return zip_set_file_compression(archive, index, ZIP_CM_STORE, 0) == 0 &&
           zip_file_set_dostime(archive, index, 0, kFirstDay, 0) == 0;
}

std::optional<std::vector<std::byte>> contentOf(zip_source_t* source) {
    zip_stat_t stat;
    if (zip_source_open(source) != 0 || zip_source_stat(source, &stat) != 0)
        return std::nullopt;
    std::vector<std::byte> bytes(stat.size);
    if (zip_source_read(source, bytes.data(), bytes.size()) !=
        static_cast<zip_int64_t>(bytes.size()))
        return std::nullopt;
    return bytes;
}

Result<std::vector<std::byte>> pack(const std::vector<NpzPart>& parts) {
    zip_source_t* target = nullptr;
    auto archive = PARTITA_TRY(openArchive({}, ZIP_TRUNCATE, &target));
    const std::unique_ptr<zip_source_t, decltype(&zip_source_free)> kept(target, zip_source_free);
    const auto failed = [](const char* why) {
        return Error{Errc::unsupported,
                     PARTITA_TEXT("cannot make the .npz: {0}", why),
                     {},
                     PARTITA_TEXT("write a folder of .pb files instead")};
    };
    for (const NpzPart& part : parts)
        if (!addPart(archive.get(), part))
            return failed(zip_strerror(archive.get())).at("value '" + part.name + "'");
    if (zip_close(archive.get()) != 0)
        return failed(zip_strerror(archive.get()));
    (void)archive.release(); // zip_close has freed it
    auto bytes = contentOf(target);
    if (!bytes)
        return failed(zip_error_strerror(zip_source_error(target)));
    return *std::move(bytes);
}

} // namespace

Result<void> writeNpz(const fs::path& path, const std::vector<Tensor>& tensors) {
    std::vector<NpzPart> parts;
    for (const Tensor& tensor : tensors) {
        auto header = npyHeader(tensor.type, tensor.dims);
        auto data = elements(tensor);
        if (!header || !data)
            return noNumpyForm(tensor);
        parts.push_back({tensor.name, *std::move(header), *std::move(data)});
    }
    if (parts.empty()) // libzip would remove an archive without entries
        return writeFile(path, std::string("PK\5\6") + std::string(18, '\0'));
    const auto bytes = pack(parts);
    if (!bytes)
        return Error(bytes.error()).at(path.string());
    const Bytes whole(*bytes);
    return writeFile(path, {&whole, 1});
}

} // namespace partita
