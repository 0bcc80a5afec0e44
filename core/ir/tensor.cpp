#include "core/ir/tensor.h"

#include "core/base/mapped_files.h"
#include "core/base/try.h"
#include "core/ir/element_type.h"
#include "core/ir/tensor_size.h"

#include <algorithm>
#include <cstring>
#include <limits>

#include "core/ir/float_formats.h"

namespace partita {

namespace {

Error badTensor(const Tensor& tensor, Message what) {
    return {Errc::invalidModel, std::move(what), {PARTITA_TEXT("tensor '{0}'", tensor.name)}, {}};
}

/// Decodes packed varints into little-endian elements of `width` bytes.
std::optional<std::vector<std::byte>> decodeVarints(Bytes packed, std::size_t count,
                                                    std::size_t width) {
    std::vector<std::byte> out(count * width);
    std::size_t at = 0, pos = 0;
    while (pos < packed.size()) {
        std::uint64_t value = 0;
        unsigned shift = 0;
        for (;; shift += 7) {
            if (pos == packed.size() || shift > 63)
                return std::nullopt;
            const auto byte = std::to_integer<std::uint64_t>(packed[pos++]);
            value |= (byte & 0x7FU) << shift;
            if (!(byte & 0x80U))
                break;
        }
        if (at == out.size())
            return std::nullopt;
        std::memcpy(out.data() + at, &value, width);
        at += width;
    }
    if (at != out.size())
        return std::nullopt;
    return out;
}

template <class T> T elementAt(Bytes bytes, std::size_t index) {
    T value;
    std::memcpy(&value, bytes.data() + index * sizeof(T), sizeof(T));
    return value;
}

unsigned subByte(Bytes bytes, std::size_t index, unsigned bits) {
    const std::size_t bit = index * bits;
    unsigned value = std::to_integer<unsigned>(bytes[bit / 8]) >> (bit % 8);
    if (bit % 8 + bits > 8)
        value |= std::to_integer<unsigned>(bytes[bit / 8 + 1]) << (8 - bit % 8);
    return value & ((1U << bits) - 1U);
}

double signedSubByte(unsigned value, unsigned bits) {
    const int sign = 1 << (bits - 1);
    return (static_cast<int>(value) ^ sign) - sign;
}

double signedSmallFloat(unsigned value, unsigned exponentBits, unsigned mantissaBits, int bias) {
    const unsigned sign = 1U << (exponentBits + mantissaBits);
    const float magnitude =
        smallFloat(value & (sign - 1U), exponentBits, mantissaBits, bias, SmallFloatSpecials::none);
    return (value & sign) ? -magnitude : magnitude;
}

/// Packs 6-bit codes, given one in each byte: four codes in three bytes, the first in the low bits.
std::vector<std::byte> packedCodes(Bytes codes) {
    std::vector<std::byte> packed((codes.size() * 6 + 7) / 8);
    for (std::size_t i = 0; i < codes.size(); ++i) {
        const unsigned code = (std::to_integer<unsigned>(codes[i]) & 0x3FU) << (i * 6 % 8);
        packed[i * 6 / 8] |= static_cast<std::byte>(code);
        if (code > 0xFF)
            packed[i * 6 / 8 + 1] |= static_cast<std::byte>(code >> 8);
    }
    return packed;
}

/// Decodes int32_data, int64_data or uint64_data. For 2-bit and 4-bit types an entry of int32_data
/// is one packed byte; for 6-bit types it is one element.
Result<Buffer> decodeTyped(const Tensor& tensor, std::uint64_t wanted) {
    const bool sixtyFour =
        tensor.storage == Tensor::Storage::int64Data ||
        (tensor.storage == Tensor::Storage::uint64Data && tensor.type == DataType::uint64);
    const unsigned bits = dataTypeBits(tensor.type);
    const std::size_t width = sixtyFour ? 8 : bits < 8 ? 1 : bits / 8;
    if (width > 8 || (sixtyFour && bits != 64) || (!sixtyFour && width > 4))
        return badTensor(tensor,
                         PARTITA_TEXT("the values are in a field that its type does not use"));
    const auto entries = bits == 6 ? static_cast<std::uint64_t>(tensor.count()) : wanted / width;
    // An entry takes at least one byte of the file; this check keeps a hostile shape from
    // allocating more memory than that.
    if (entries > tensor.payload.size())
        return badTensor(tensor, PARTITA_TEXT("fewer values than the shape needs"));
    auto decoded = decodeVarints(tensor.payload.bytes(), entries, width);
    if (!decoded)
        return badTensor(tensor, PARTITA_TEXT("the number of values does not fit the shape"));
    return Buffer::own(bits == 6 ? packedCodes(*decoded) : std::move(*decoded));
}

} // namespace

double numberAt(DataType type, Bytes bytes, std::size_t i) {
    switch (type) {
    case DataType::float32: return elementAt<float>(bytes, i);
    case DataType::float64: return elementAt<double>(bytes, i);
    case DataType::float16: return halfToFloat(elementAt<std::uint16_t>(bytes, i));
    case DataType::bfloat16: return bfloat16ToFloat(elementAt<std::uint16_t>(bytes, i));
    case DataType::boolean:
    case DataType::uint8: return elementAt<std::uint8_t>(bytes, i);
    case DataType::int8: return elementAt<std::int8_t>(bytes, i);
    case DataType::uint16: return elementAt<std::uint16_t>(bytes, i);
    case DataType::int16: return elementAt<std::int16_t>(bytes, i);
    case DataType::uint32: return elementAt<std::uint32_t>(bytes, i);
    case DataType::int32: return elementAt<std::int32_t>(bytes, i);
    case DataType::uint64: return static_cast<double>(elementAt<std::uint64_t>(bytes, i));
    case DataType::int64: return static_cast<double>(elementAt<std::int64_t>(bytes, i));
    case DataType::complex64: return elementAt<float>(bytes, 2 * i);
    case DataType::complex128: return elementAt<double>(bytes, 2 * i);
    case DataType::float8e4m3fn: return float8ToFloat(elementAt<std::uint8_t>(bytes, i), 4, false);
    case DataType::float8e4m3fnuz: return float8ToFloat(elementAt<std::uint8_t>(bytes, i), 4, true);
    case DataType::float8e5m2: return float8ToFloat(elementAt<std::uint8_t>(bytes, i), 5, false);
    case DataType::float8e5m2fnuz: return float8ToFloat(elementAt<std::uint8_t>(bytes, i), 5, true);
    case DataType::float8e8m0: {
        const auto exponent = elementAt<std::uint8_t>(bytes, i);
        return exponent == 255 ? std::numeric_limits<double>::quiet_NaN()
                               : std::ldexp(1.0, exponent - 127);
    }
    case DataType::uint4: return subByte(bytes, i, 4);
    case DataType::int4: return signedSubByte(subByte(bytes, i, 4), 4);
    case DataType::uint2: return subByte(bytes, i, 2);
    case DataType::int2: return signedSubByte(subByte(bytes, i, 2), 2);
    case DataType::float4e2m1: return signedSmallFloat(subByte(bytes, i, 4), 2, 1, 1);
    case DataType::float6e2m3: return signedSmallFloat(subByte(bytes, i, 6), 2, 3, 1);
    case DataType::float6e3m2: return signedSmallFloat(subByte(bytes, i, 6), 3, 2, 3);
    case DataType::string:
    case DataType::undefined: break;
    }
    return 0;
}

std::uint64_t Tensor::byteSize() const {
    if (type == DataType::string) {
        std::uint64_t sum = 0;
        for (const auto& text : strings)
            sum += text.size();
        return sum;
    }
    return bytesOf(type, count());
}

Shape Tensor::shape() const {
    Shape result;
    for (const std::int64_t dim : dims)
        result.push_back(Dim{dim, {}, {}});
    return result;
}

Tensor Tensor::fromBytes(DataType type, std::vector<std::int64_t> dims, Buffer bytes) {
    Tensor tensor;
    tensor.type = type;
    tensor.dims = std::move(dims);
    tensor.payload = std::move(bytes);
    return tensor;
}

namespace {

/// Writes the elements of a floating-point type of 16 bits or more, and returns where the next one
/// would stand; null for other types.
std::byte* writeFloats(DataType type, std::span<const double> numbers, std::byte* to) {
    const auto each = [&](auto convert) {
        for (const double number : numbers) {
            const auto element = convert(number);
            std::memcpy(to, &element, sizeof element);
            to += sizeof element;
        }
        return to;
    };
    switch (type) {
    case DataType::float32: return each([](double v) { return static_cast<float>(v); });
    case DataType::float64: return each([](double v) { return v; });
    case DataType::float16:
        return each([](double v) { return floatToHalf(static_cast<float>(v)); });
    case DataType::bfloat16:
        return each([](double v) { return floatToBfloat16(static_cast<float>(v)); });
    default: return nullptr;
    }
}

std::optional<Error> notFloats(DataType type) {
    std::byte none{};
    if (writeFloats(type, {}, &none))
        return std::nullopt;
    return Error{Errc::unsupported,
                 PARTITA_TEXT("numbers cannot be written as {0}", dataTypeName(type)),
                 {},
                 {}};
}

/// Elements of `tensor` from `first` on, as many as there is room for.
void readNumbers(DataType type, Bytes elements, std::size_t first, std::span<double> numbers) {
    if (type == DataType::float32) // most weights; without asking for the type each time
        for (std::size_t i = 0; i < numbers.size(); ++i)
            numbers[i] = elementAt<float>(elements, first + i);
    else
        for (std::size_t i = 0; i < numbers.size(); ++i)
            numbers[i] = numberAt(type, elements, first + i);
}

} // namespace

Result<Tensor> Tensor::ofFloats(DataType type, std::vector<std::int64_t> dims,
                                const std::vector<double>& values) {
    if (auto error = notFloats(type))
        return *std::move(error);
    const std::size_t bytes = values.size() * dataTypeBits(type) / 8;
    return fromBytes(type, std::move(dims), Buffer::make(bytes, [&](std::span<std::byte> to) {
                         writeFloats(type, values, to.data());
                     }));
}

std::optional<Tensor> changedFloats(const Tensor& tensor, std::size_t run,
                                    const ChangeNumbers& change) {
    const auto source = elements(tensor);
    if (!source || notFloats(tensor.type))
        return std::nullopt;
    const auto count = static_cast<std::size_t>(tensor.count());
    std::vector<double> numbers(std::min(std::max<std::size_t>(run, 1), count));
    bool wanted = true;
    Buffer made = Buffer::make(source->size(), [&](std::span<std::byte> to) {
        std::byte* next = to.data();
        for (std::size_t first = 0; first < count && wanted; first += numbers.size()) {
            const auto part = std::span(numbers).first(std::min(numbers.size(), count - first));
            readNumbers(tensor.type, source->bytes(), first, part);
            wanted = change(part, first);
            next = writeFloats(tensor.type, part, next);
        }
    });
    if (!wanted)
        return std::nullopt;
    return Tensor::fromBytes(tensor.type, tensor.dims, std::move(made));
}

Tensor Tensor::ofStrings(std::vector<std::int64_t> dims, std::vector<std::string> texts) {
    Tensor tensor;
    tensor.type = DataType::string;
    tensor.dims = std::move(dims);
    tensor.storage = Storage::strings;
    tensor.strings = std::move(texts);
    return tensor;
}

Tensor Tensor::int64s(const std::vector<std::int64_t>& values) {
    return of(DataType::int64, {static_cast<std::int64_t>(values.size())}, values);
}

bool sameTensor(const TensorPtr& a, const TensorPtr& b) {
    if (a == b)
        return true;
    if (!a || !b || a->type != b->type || a->dims != b->dims)
        return false;
    if (a->type == DataType::string)
        return a->strings == b->strings;
    const auto x = elements(*a), y = elements(*b);
    return x && y && std::ranges::equal(x->bytes(), y->bytes());
}

TensorPtr withExternal(const Tensor& tensor, const std::string& location, std::uint64_t offset,
                       std::uint64_t length) {
    auto moved = std::make_shared<Tensor>(tensor);
    auto external = std::make_shared<ExternalData>();
    external->location = location;
    external->offset = offset;
    external->length = length;
    external->entries = {{"location", location},
                         {"offset", std::to_string(offset)},
                         {"length", std::to_string(length)}};
    moved->storage = Tensor::Storage::external;
    moved->payload = {};
    moved->external = std::move(external);
    return moved;
}

void dropPages(const Tensor& tensor) {
    constexpr std::uint64_t kLarge = 1 << 16; // bytes; a page or two of less are not worth a call
    if (tensor.byteSize() < kLarge || tensor.isComputed())
        return;
    if (tensor.storage != Tensor::Storage::external)
        dropResidentPages(tensor.payload.bytes());
    else if (const auto bytes = elements(tensor))
        dropResidentPages(bytes->bytes());
}

Result<Buffer> elements(const Tensor& tensor) {
    const auto wanted = packedBytes(tensor.type, tensor.count());
    if (!wanted)
        return badTensor(tensor,
                         PARTITA_TEXT("type '{0}' has no plain bytes", dataTypeName(tensor.type)));
    Buffer data = tensor.payload;
    switch (tensor.storage) {
    case Tensor::Storage::external: {
        if (!tensor.external || !tensor.external->source)
            return badTensor(tensor, PARTITA_TEXT("external data without a file to read it from"));
        auto loaded = tensor.external->source->load();
        if (!loaded)
            return std::move(loaded).error().at(PARTITA_TEXT("tensor '{0}'", tensor.name));
        data = *loaded;
        break;
    }
    case Tensor::Storage::int32Data:
    case Tensor::Storage::int64Data:
    case Tensor::Storage::uint64Data: return decodeTyped(tensor, *wanted);
    case Tensor::Storage::strings:
        return badTensor(tensor, PARTITA_TEXT("text where numbers were expected"));
    case Tensor::Storage::raw:
    case Tensor::Storage::floatData:
    case Tensor::Storage::doubleData: break;
    }
    if (data.size() != *wanted)
        return badTensor(
            tensor, PARTITA_TEXT("holds {0} bytes, its shape needs {1}", data.size(), *wanted));
    return data;
}

Result<std::vector<double>> elementsAsDoubles(const Tensor& tensor, std::int64_t limit) {
    if (tensor.count() > limit)
        return badTensor(tensor, PARTITA_TEXT("more than {0} values", limit));
    auto bytes = PARTITA_TRY(elements(tensor));
    std::vector<double> values(static_cast<std::size_t>(tensor.count()));
    readNumbers(tensor.type, bytes.bytes(), 0, values);
    return values;
}

Result<std::vector<std::int64_t>> elementsAsInts(const Tensor& tensor, std::int64_t limit) {
    if (!isInteger(tensor.type))
        return badTensor(tensor, PARTITA_TEXT("integers were expected, it holds {0}",
                                              dataTypeName(tensor.type)));
    if (tensor.count() > limit)
        return badTensor(tensor, PARTITA_TEXT("more than {0} values", limit));
    auto bytes = PARTITA_TRY(elements(tensor));
    std::vector<std::int64_t> values(static_cast<std::size_t>(tensor.count()));
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = tensor.type == DataType::int64 || tensor.type == DataType::uint64
                        ? elementAt<std::int64_t>(bytes.bytes(), i)
                        : static_cast<std::int64_t>(numberAt(tensor.type, bytes.bytes(), i));
    if (tensor.type == DataType::uint64 &&
        std::any_of(values.begin(), values.end(), [](std::int64_t value) { return value < 0; }))
        return badTensor(tensor, PARTITA_TEXT("it holds a number of 2^63 or more"));
    return values;
}

} // namespace partita
