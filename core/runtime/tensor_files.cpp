#include "core/runtime/tensor_files.h"
#include "core/base/mapped_files.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>

#include <fmt/format.h>
#include <zlib.h>

#include "core/onnx/value_proto.h"

namespace partita {

namespace fs = std::filesystem;

namespace {

constexpr std::uint32_t kLocalHeader = 0x04034B50, kCentralHeader = 0x02014B50,
                        kEndOfDirectory = 0x06054B50;

template <class T> T littleEndian(Bytes bytes, std::size_t at) {
    T value{};
    std::memcpy(&value, bytes.data() + at, sizeof value);
    return value;
}

template <class T> void put(std::string& out, T value) {
    char bytes[sizeof value];
    std::memcpy(bytes, &value, sizeof value);
    out.append(bytes, sizeof bytes);
}

Error damagedNpz(const char* what) {
    return {Errc::invalidModel,
            std::string("damaged .npz: ") + what,
            {},
            "write it again with numpy.savez"};
}

struct NumpyType {
    const char* code;
    DataType type;
};
constexpr NumpyType kNumpyTypes[] = {
    {"<f4", DataType::float32},   {"<f8", DataType::float64},    {"<f2", DataType::float16},
    {"<i8", DataType::int64},     {"<i4", DataType::int32},      {"<i2", DataType::int16},
    {"|i1", DataType::int8},      {"<u8", DataType::uint64},     {"<u4", DataType::uint32},
    {"<u2", DataType::uint16},    {"|u1", DataType::uint8},      {"|b1", DataType::boolean},
    {"<c8", DataType::complex64}, {"<c16", DataType::complex128}};

/// The text after `'key':` in a .npy header.
std::string_view headerValue(std::string_view header, const char* key) {
    const std::string quoted = std::string("'") + key + "':";
    const auto at = header.find(quoted);
    if (at == std::string_view::npos)
        return {};
    header.remove_prefix(at + quoted.size());
    while (!header.empty() && header.front() == ' ')
        header.remove_prefix(1);
    return header;
}

/// Reorders a column-major array.
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

Result<std::vector<std::byte>> inflateEntry(Bytes packed, std::size_t size) {
    // zlib cannot grow data by more than about 1032 times: anything else is a lie.
    if (size / 1100 > packed.size() + 1)
        return damagedNpz("an entry claims an impossible size");
    std::vector<std::byte> out(size);
    z_stream stream{};
    if (inflateInit2(&stream, -MAX_WBITS) != Z_OK)
        return Error{Errc::internal, "zlib could not start", {}, {}};
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(packed.data()));
    stream.avail_in = static_cast<uInt>(packed.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    const int result = inflate(&stream, Z_FINISH);
    inflateEnd(&stream);
    if (result != Z_STREAM_END || stream.avail_out != 0)
        return damagedNpz("an entry cannot be unpacked");
    return out;
}

struct ZipEntry {
    std::string name;
    std::uint16_t method = 0;
    std::uint64_t packed = 0, size = 0, header = 0;
};

/// Sizes above 4 GiB stand in an extra field.
void applyZip64(ZipEntry& entry, Bytes extra) {
    for (std::size_t at = 0; at + 4 <= extra.size();) {
        const auto id = littleEndian<std::uint16_t>(extra, at),
                   length = littleEndian<std::uint16_t>(extra, at + 2);
        std::size_t field = at + 4;
        for (std::uint64_t* value : {&entry.size, &entry.packed, &entry.header})
            if (id == 1 && *value == 0xFFFFFFFFU &&
                field + 8 <= std::min(extra.size(), at + 4 + length)) {
                *value = littleEndian<std::uint64_t>(extra, field);
                field += 8;
            }
        at += 4U + length;
    }
}

Result<std::vector<ZipEntry>> zipEntries(Bytes file) {
    if (file.size() < 22)
        return damagedNpz("it is too short");
    std::size_t end = file.size() - 22;
    while (littleEndian<std::uint32_t>(file, end) != kEndOfDirectory) {
        if (end == 0 || file.size() - end > 70'000)
            return damagedNpz("its directory is missing");
        --end;
    }
    std::size_t at = littleEndian<std::uint32_t>(file, end + 16);
    const std::size_t count = littleEndian<std::uint16_t>(file, end + 10);
    std::vector<ZipEntry> entries;
    for (std::size_t i = 0; i < count; ++i) {
        if (at + 46 > file.size() || littleEndian<std::uint32_t>(file, at) != kCentralHeader)
            return damagedNpz("its directory is cut short");
        const std::size_t name = littleEndian<std::uint16_t>(file, at + 28),
                          extra = littleEndian<std::uint16_t>(file, at + 30),
                          comment = littleEndian<std::uint16_t>(file, at + 32);
        if (at + 46 + name + extra > file.size())
            return damagedNpz("its directory is cut short");
        ZipEntry entry;
        entry.method = littleEndian<std::uint16_t>(file, at + 10);
        entry.packed = littleEndian<std::uint32_t>(file, at + 20);
        entry.size = littleEndian<std::uint32_t>(file, at + 24);
        entry.header = littleEndian<std::uint32_t>(file, at + 42);
        entry.name.assign(reinterpret_cast<const char*>(file.data()) + at + 46, name);
        applyZip64(entry, file.subspan(at + 46 + name, extra));
        entries.push_back(std::move(entry));
        at += 46 + name + extra + comment;
    }
    return entries;
}

Result<Buffer> entryBytes(const Buffer& file, const ZipEntry& entry) {
    const Bytes bytes = file.bytes();
    if (entry.header > bytes.size() || bytes.size() - entry.header < 30 ||
        littleEndian<std::uint32_t>(bytes, entry.header) != kLocalHeader)
        return damagedNpz("an entry is not where the directory says");
    const std::size_t data = entry.header + 30 +
                             littleEndian<std::uint16_t>(bytes, entry.header + 26) +
                             littleEndian<std::uint16_t>(bytes, entry.header + 28);
    if (data > bytes.size() || entry.packed > bytes.size() - data)
        return damagedNpz("an entry is cut short");
    const Buffer packed = file.slice(data, entry.packed);
    if (entry.method == 0)
        return packed;
    if (entry.method != 8)
        return damagedNpz("an entry is packed in a way that numpy does not use");
    auto out = inflateEntry(packed.bytes(), entry.size);
    if (!out)
        return std::move(out).error();
    return Buffer::own(*std::move(out));
}

} // namespace

Result<Tensor> readNpy(Bytes bytes) {
    const Error bad{Errc::invalidModel,
                    "not an .npy array that can be read",
                    {},
                    "write it with numpy.save, little-endian and without objects"};
    if (bytes.size() < 12 || std::memcmp(bytes.data(), "\x93NUMPY", 6) != 0)
        return bad;
    const bool wide = std::to_integer<int>(bytes[6]) >= 2;
    const std::size_t start = wide ? 12 : 10;
    const std::size_t length =
        wide ? littleEndian<std::uint32_t>(bytes, 8) : littleEndian<std::uint16_t>(bytes, 8);
    if (length > bytes.size() - start)
        return bad;
    const std::string_view header(reinterpret_cast<const char*>(bytes.data()) + start, length);
    const std::string_view description = headerValue(header, "descr"),
                           order = headerValue(header, "fortran_order");
    std::string_view shape = headerValue(header, "shape");
    Tensor tensor;
    for (const auto& row : kNumpyTypes)
        if (description.starts_with(std::string("'") + row.code + "'"))
            tensor.type = row.type;
    if (tensor.type == DataType::undefined || !shape.starts_with('('))
        return bad;
    shape = shape.substr(1, shape.find(')') == std::string_view::npos ? 0 : shape.find(')') - 1);
    for (const char* at = shape.data(); at < shape.data() + shape.size();) {
        std::int64_t dim = 0;
        const auto [end, error] = std::from_chars(at, shape.data() + shape.size(), dim);
        if (error == std::errc())
            tensor.dims.push_back(dim);
        at = error == std::errc() ? end : at + 1;
    }
    const auto wanted = packedBytes(tensor.type, elementCount(tensor.dims).value_or(-1));
    const Bytes data = bytes.subspan(start + length);
    if (!wanted || data.size() < *wanted)
        return bad;
    if (order.starts_with("True"))
        tensor.payload = Buffer::own(
            fromFortran(data.first(*wanted), tensor.dims, dataTypeBits(tensor.type) / 8));
    else
        tensor.payload = Buffer::copyOf(data.first(*wanted));
    return tensor;
}

Result<std::map<std::string, Tensor>> readNpz(const fs::path& path) {
    auto file = mapFile(path);
    if (!file)
        return std::move(file).error();
    auto entries = zipEntries(file->bytes());
    if (!entries)
        return std::move(entries).error().at(path.string());
    std::map<std::string, Tensor> tensors;
    for (const ZipEntry& entry : *entries) {
        std::string name = entry.name;
        if (name.ends_with(".npy"))
            name.resize(name.size() - 4);
        auto bytes = entryBytes(*file, entry);
        if (!bytes)
            return std::move(bytes).error().at("array '" + name + "'").at(path.string());
        auto tensor = readNpy(bytes->bytes());
        if (!tensor)
            return std::move(tensor).error().at("array '" + name + "'").at(path.string());
        tensor->name = name;
        tensors.emplace(name, *std::move(tensor));
        dropResidentPages(file->bytes()); // the arrays are copies
    }
    return tensors;
}

std::string npyBytes(const Tensor& tensor) {
    const char* code = nullptr;
    for (const auto& row : kNumpyTypes)
        if (row.type == tensor.type)
            code = row.code;
    const auto data = elements(tensor);
    if (!code || !data)
        return {};
    std::string shape;
    for (const std::int64_t dim : tensor.dims)
        shape += std::to_string(dim) + ", ";
    std::string header =
        fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}), }}", code, shape);
    // numpy wants magic, length and header together to fill whole 64-byte blocks.
    header.append((64 - (10 + header.size() + 1) % 64) % 64, ' ');
    header += '\n';
    std::string out("\x93NUMPY\x01\x00", 8);
    put(out, static_cast<std::uint16_t>(header.size()));
    return out + header + std::string(data->text());
}

namespace {

Error noNumpyForm(const DataValue& value) {
    return {Errc::unsupported,
            value.kindText() + " has no numpy form",
            {"value '" + value.name + "'"},
            "write .pb instead"};
}

} // namespace

Result<void> writeValue(const fs::path& path, const DataValue& value) {
    const std::string ending = path.extension().string();
    if (ending == ".pb")
        return writeFile(path, serializeValue(value));
    if (ending != ".npy" && ending != ".npz")
        return Error{Errc::usage,
                     "the name does not say how to write it",
                     {path.string()},
                     "end it with .npy, .npz or .pb"};
    if (!value.isTensor())
        return noNumpyForm(value);
    if (ending == ".npz")
        return writeNpz(path, {value.tensor});
    const std::string bytes = npyBytes(value.tensor);
    return bytes.empty() ? noNumpyForm(value) : writeFile(path, bytes);
}

Result<void> writeNpz(const fs::path& path, const std::vector<Tensor>& tensors) {
    std::string out, directory;
    for (const Tensor& tensor : tensors) {
        const std::string name = tensor.name + ".npy", data = npyBytes(tensor);
        if (data.empty())
            return noNumpyForm(tensor);
        if (out.size() + data.size() > 0xF0000000U)
            return Error{Errc::unsupported,
                         "more than 3.7 GiB in one .npz",
                         {path.string()},
                         "write a directory of .pb files instead"};
        const auto crc = static_cast<std::uint32_t>(
            crc32_z(0, reinterpret_cast<const Bytef*>(data.data()), data.size()));
        const auto offset = static_cast<std::uint32_t>(out.size());
        std::string common; // from "version needed" to "extra length", the same in both headers
        put(common, std::uint16_t{20});
        put(common, std::uint16_t{0x0800}); // the name is UTF-8
        put(common, std::uint16_t{0});
        put(common, std::uint32_t{0x00210000}); // 1980-01-01: the same input gives the same file
        put(common, crc);
        put(common, static_cast<std::uint32_t>(data.size()));
        put(common, static_cast<std::uint32_t>(data.size()));
        put(common, static_cast<std::uint16_t>(name.size()));
        put(common, std::uint16_t{0});
        put(out, kLocalHeader);
        out += common + name + data;
        put(directory, kCentralHeader);
        put(directory, std::uint16_t{20});
        directory += common;
        put(directory, std::uint16_t{0});
        put(directory, std::uint32_t{0});
        put(directory, std::uint32_t{0});
        put(directory, offset);
        directory += name;
    }
    std::string end;
    put(end, kEndOfDirectory);
    put(end, std::uint32_t{0});
    put(end, static_cast<std::uint16_t>(tensors.size()));
    put(end, static_cast<std::uint16_t>(tensors.size()));
    put(end, static_cast<std::uint32_t>(directory.size()));
    put(end, static_cast<std::uint32_t>(out.size()));
    put(end, std::uint16_t{0});
    return writeFile(path, out + directory + end);
}

Result<std::vector<DataValue>> readValueDirectory(const fs::path& directory,
                                                  const std::string& prefix,
                                                  const std::vector<TypePtr>& types) {
    std::vector<DataValue> values;
    for (;;) {
        const fs::path path = directory / fmt::format("{}_{}.pb", prefix, values.size());
        if (!fs::exists(path))
            return values;
        auto file = mapFile(path);
        if (!file)
            return std::move(file).error();
        auto value = readValueProto(*file, values.size() < types.size() ? types[values.size()].get()
                                                                        : nullptr);
        if (!value)
            return std::move(value).error().at(path.string());
        values.push_back(*std::move(value));
    }
}

Result<void> writeValueDirectory(const fs::path& directory, const std::string& prefix,
                                 const std::vector<DataValue>& values) {
    std::error_code error;
    fs::create_directories(directory, error);
    if (error)
        return Error{Errc::io,
                     "cannot make the folder: " + error.message(),
                     {directory.string()},
                     "check the path and its permissions"};
    for (std::size_t i = 0; i < values.size(); ++i)
        if (auto written = writeFile(directory / fmt::format("{}_{}.pb", prefix, i),
                                     serializeValue(values[i]));
            !written)
            return written;
    return {};
}

Difference compareValues(const DataValue& expected, const DataValue& actual, double rtol,
                         double atol) {
    if (expected.isTensor() && actual.isTensor())
        return compareTensors(expected.tensor, actual.tensor, rtol, atol);
    Difference result;
    const bool alike = expected.none == actual.none && expected.isMap == actual.isMap &&
                       !expected.items == !actual.items &&
                       (!expected.items || expected.items->size() == actual.items->size());
    if (!alike) {
        result.problem = "is " + actual.kindText() + ", expected " + expected.kindText();
        return result;
    }
    result.comparable = result.within = true;
    for (std::size_t i = 0; expected.items && i < expected.items->size(); ++i) {
        const Difference item = compareValues((*expected.items)[i], (*actual.items)[i], rtol, atol);
        if (!item.comparable) {
            result = item;
            result.problem = fmt::format("item {} {}", i, item.problem);
            return result;
        }
        result.within = result.within && item.within;
        result.maxAbsolute = std::max(result.maxAbsolute, item.maxAbsolute);
        result.maxRelative = std::max(result.maxRelative, item.maxRelative);
    }
    return result;
}

Difference compareTensors(const Tensor& expected, const Tensor& actual, double rtol, double atol) {
    Difference result;
    const auto describe = [](const Tensor& tensor) {
        return Type::tensor(tensor.type, tensor.shape())->text();
    };
    if (expected.type != actual.type || expected.dims != actual.dims) {
        result.problem = "is " + describe(actual) + ", expected " + describe(expected);
        return result;
    }
    result.comparable = true;
    if (expected.type == DataType::string) {
        result.within = expected.strings == actual.strings;
        return result;
    }
    const auto a = elementsAsDoubles(expected, std::int64_t{1} << 32),
               b = elementsAsDoubles(actual, std::int64_t{1} << 32);
    if (!a || !b) {
        result.comparable = false;
        result.problem = (a ? b : a).error().message();
        return result;
    }
    result.within = true;
    double largest = 0;
    for (std::size_t i = 0; i < a->size(); ++i) {
        const double x = (*a)[i], y = (*b)[i];
        if (x == y || (std::isnan(x) && std::isnan(y)))
            continue;
        const double difference = std::fabs(x - y);
        if (!(difference <= atol + rtol * std::fabs(x)))
            result.within = false;
        result.maxAbsolute =
            std::isnan(difference) ? INFINITY : std::max(result.maxAbsolute, difference);
    }
    for (const double x : *a)
        largest = std::isfinite(x) ? std::max(largest, std::fabs(x)) : largest;
    result.maxRelative = result.maxAbsolute == 0 ? 0
                         : largest > 0           ? result.maxAbsolute / largest
                                                 : INFINITY;
    return result;
}

} // namespace partita
