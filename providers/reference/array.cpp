#include "providers/reference/array.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "core/ir/float_formats.h"

namespace partita::reference {

namespace {

/// Limit that keeps a hostile model from exhausting the memory of the machine.
constexpr std::int64_t kMostElements = std::int64_t{1} << 30;

Array::Elements zeros(DataType type, std::size_t count) {
    switch (type) {
    case DataType::string: return std::vector<std::string>(count);
    case DataType::complex64:
    case DataType::complex128: return std::vector<Complex>(count);
    case DataType::uint64: return std::vector<std::uint64_t>(count);
    case DataType::boolean:
    case DataType::uint2:
    case DataType::int2:
    case DataType::uint4:
    case DataType::int4:
    case DataType::uint8:
    case DataType::int8:
    case DataType::uint16:
    case DataType::int16:
    case DataType::uint32:
    case DataType::int32:
    case DataType::int64: return std::vector<std::int64_t>(count);
    default: require(dataTypeBits(type) != 0, "this type of element is not known");
    }
    return std::vector<double>(count);
}

template <class T> T bytesAt(const std::byte* data, std::size_t at) {
    T value;
    std::memcpy(&value, data + at * sizeof(T), sizeof(T));
    return value;
}

template <class T> void store(std::byte* data, std::size_t at, T value) {
    std::memcpy(data + at * sizeof(T), &value, sizeof(T));
}

/// Writes element `at` of a packed type of `bits` bits; earlier elements are in the lower bits.
void storeBits(std::byte* data, std::size_t at, unsigned bits, unsigned code) {
    for (unsigned bit = 0; bit < bits; ++bit) {
        const std::size_t place = at * bits + bit;
        const auto mask = static_cast<std::byte>(1U << (place % 8));
        data[place / 8] = (code >> bit) & 1U ? data[place / 8] | mask : data[place / 8] & ~mask;
    }
}

/// Encoding of a floating-point type of at most 16 bits.
struct FloatFormat {
    DataType type;
    unsigned bits;
    int mantissaBits, bias;
    unsigned largest; ///< code of the largest finite number
    /// Codes; infinity is -1 where the type has none. Types of fewer than 8 bits have no NaN: minus
    /// zero stands for it.
    int infinity, nan;
    bool minusZero;
};

const FloatFormat& formatOf(DataType type) {
    static const FloatFormat kFormats[] = {
        {DataType::float16, 16, 10, 15, 0x7BFF, 0x7C00, 0x7E00, true},
        {DataType::bfloat16, 16, 7, 127, 0x7F7F, 0x7F80, 0x7FC0, true},
        {DataType::float8e4m3fn, 8, 3, 7, 0x7E, -1, 0x7F, true},
        {DataType::float8e4m3fnuz, 8, 3, 8, 0x7F, -1, 0x80, false},
        {DataType::float8e5m2, 8, 2, 15, 0x7B, 0x7C, 0x7F, true},
        {DataType::float8e5m2fnuz, 8, 2, 16, 0x7F, -1, 0x80, false},
        {DataType::float6e2m3, 6, 3, 1, 0x1F, -1, 0x20, true},
        {DataType::float6e3m2, 6, 2, 3, 0x1F, -1, 0x20, true},
        {DataType::float4e2m1, 4, 1, 1, 0x7, -1, 0x8, true},
    };
    const auto found = std::ranges::find(kFormats, type, &FloatFormat::type);
    require(found != std::end(kFormats),
            "the type is not a floating point type of at most 16 bits");
    return *found;
}

/// float8e8m0 holds powers of two only: 2^(code - 127). Code 255 is NaN.
unsigned encodePowerOfTwo(double value) {
    if (std::isnan(value) || value < 0)
        return 255;
    if (value == 0)
        return 0;
    if (std::isinf(value))
        return 254;
    const int below = std::ilogb(value);
    const int power = value >= 1.5 * std::ldexp(1, below) ? below + 1 : below;
    return static_cast<unsigned>(std::clamp(power + 127, 0, 254));
}

} // namespace

bool isSigned(DataType type) {
    return type == DataType::int2 || type == DataType::int4 || type == DataType::int8 ||
           type == DataType::int16 || type == DataType::int32 || type == DataType::int64;
}

template <class T> T integerOf(double value, DataType type) {
    constexpr double kEnd = 9223372036854775808.0; // 2^63
    if (type == DataType::boolean)
        return value == 0 ? 0 : 1;
    if (std::isnan(value))
        return 0;
    if (value >= -kEnd && value < kEnd)
        return static_cast<T>(static_cast<std::int64_t>(value));
    if (type == DataType::uint64 && value > 0 && value < 2 * kEnd)
        return static_cast<T>(value);
    const unsigned bits = dataTypeBits(type);
    const std::uint64_t least = isSigned(type) ? ~std::uint64_t{0} << (bits - 1) : 0;
    const std::uint64_t most = bits == 64 ? ~least : (std::uint64_t{1} << bits) - 1 + least;
    return static_cast<T>(value < 0 ? least : most);
}
template std::int64_t integerOf(double, DataType);
template std::uint64_t integerOf(double, DataType);

unsigned encode(DataType type, double value, bool saturate) {
    if (type == DataType::float8e8m0)
        return encodePowerOfTwo(value);
    const FloatFormat& format = formatOf(type);
    const bool ieee = format.bits == 16; // overflows to infinity whatever `saturate` says
    const unsigned sign = std::signbit(value) ? 1U << (format.bits - 1) : 0;
    if (std::isnan(value))
        return static_cast<unsigned>(format.nan) | (format.minusZero ? sign : 0);
    double code = std::numeric_limits<double>::infinity();
    if (std::isfinite(value)) {
        // Numbers of one exponent are equally far apart, and nearbyint rounds ties to even. A
        // mantissa that rounds up to the next exponent carries into the next code by itself.
        const int lowest = 1 - format.bias;
        const int exponent = value == 0 ? lowest : std::max(std::ilogb(value), lowest);
        const double steps =
            std::nearbyint(std::ldexp(std::fabs(value), format.mantissaBits - exponent));
        code = steps + std::ldexp(exponent - lowest, format.mantissaBits);
    }
    if (code <= format.largest)
        return static_cast<unsigned>(code) | (code == 0 && !format.minusZero ? 0 : sign);
    if ((saturate && !ieee) || format.bits < 8)
        return format.largest | sign;
    if (format.infinity >= 0)
        return static_cast<unsigned>(format.infinity) | sign;
    return static_cast<unsigned>(format.nan) | (format.minusZero ? sign : 0);
}

double rounded(DataType type, double value, bool saturate) {
    if (type == DataType::float64)
        return value;
    if (type == DataType::float32)
        return static_cast<float>(value);
    const unsigned code = encode(type, value, saturate);
    std::byte bytes[2]{static_cast<std::byte>(code & 0xFFU), static_cast<std::byte>(code >> 8)};
    return numberAt(type, bytes, 0);
}

std::int64_t countOf(const Dims& dims) {
    const auto count = elementCount(dims);
    require(count.has_value(), "a size is negative or too large");
    return *count;
}

std::size_t elementsOf(const Dims& dims) {
    const std::int64_t count = countOf(dims);
    require(count <= kMostElements, "a result has too many elements");
    return static_cast<std::size_t>(count);
}

std::size_t countBetween(const Dims& dims, std::size_t first, std::size_t last) {
    if (first >= last)
        return 1;
    const auto at = dims.begin() + static_cast<std::ptrdiff_t>(first),
               end = dims.begin() + static_cast<std::ptrdiff_t>(last);
    return static_cast<std::size_t>(countOf({at, end}));
}

std::size_t axisIn(std::int64_t axis, std::size_t rank) {
    const auto place = axisOf(axis, rank);
    require(place.has_value(), "an axis is out of range");
    return *place;
}

std::int64_t indexIn(std::int64_t index, std::int64_t size) {
    require(index >= -size && index < size, "an index is out of range");
    return index < 0 ? index + size : index;
}

Dims broadcast(const Dims& a, const Dims& b) {
    Dims result(std::max(a.size(), b.size()), 1);
    for (const Dims* dims : {&a, &b})
        for (std::size_t i = 0; i < dims->size(); ++i) {
            std::int64_t& size = result[result.size() - dims->size() + i];
            require(size == 1 || (*dims)[i] == 1 || size == (*dims)[i],
                    "the shapes cannot be broadcast");
            if ((*dims)[i] != 1)
                size = (*dims)[i];
        }
    return result;
}

Array::Array(DataType type, Dims dims) : m_type(type), m_dims(std::move(dims)) {
    m_elements = zeros(type, elementsOf(m_dims));
}

std::size_t Array::count() const {
    return visit([](const auto& list) { return list.size(); });
}

Array Array::from(const RuntimeValue& value) {
    require(value.isTensor(), "a tensor was expected");
    require(value.strides.empty(), "a tensor must be contiguous, in row-major order");
    Array array(value.type, value.dims);
    if (value.type == DataType::string) {
        array.m_elements = *value.strings;
        return array;
    }
    const std::byte* data = value.data;
    const Bytes bytes(data, value.byteSize());
    for (std::size_t i = 0; i < array.count(); ++i)
        switch (value.type) {
        case DataType::int64: array.as<std::int64_t>()[i] = bytesAt<std::int64_t>(data, i); break;
        case DataType::uint64:
            array.as<std::uint64_t>()[i] = bytesAt<std::uint64_t>(data, i);
            break;
        case DataType::complex64:
            array.as<Complex>()[i] = {bytesAt<float>(data, 2 * i), bytesAt<float>(data, 2 * i + 1)};
            break;
        case DataType::complex128:
            array.as<Complex>()[i] = {bytesAt<double>(data, 2 * i),
                                      bytesAt<double>(data, 2 * i + 1)};
            break;
        case DataType::boolean: array.set(i, bytesAt<std::uint8_t>(data, i) != 0); break;
        default: array.set(i, numberAt(value.type, bytes, i));
        }
    return array;
}

Array Array::from(const Tensor& tensor) {
    const auto value = RuntimeValue::from(tensor);
    if (!value)
        throw NodeFailure(value.error().whole());
    return from(*value);
}

Array Array::int64s(const Dims& values) {
    Array array(DataType::int64, {static_cast<std::int64_t>(values.size())});
    array.m_elements = values.toVector();
    return array;
}

Array Array::scalar(DataType type, double value) {
    Array array(type, {});
    array.set(0, value);
    return array;
}

RuntimeValue Array::toRuntime() const {
    RuntimeValue value = RuntimeValue::allocate(m_type, m_dims);
    if (isString()) {
        *value.strings = as<std::string>();
        return value;
    }
    std::byte* data = value.data;
    const unsigned bits = dataTypeBits(m_type);
    if (bits < 8 && count() > 0)
        std::memset(data, 0, value.byteSize());
    for (std::size_t i = 0; i < count(); ++i)
        switch (m_type) {
        case DataType::float32: store(data, i, static_cast<float>(as<double>()[i])); break;
        case DataType::float64: store(data, i, as<double>()[i]); break;
        case DataType::int64: store(data, i, as<std::int64_t>()[i]); break;
        case DataType::uint64: store(data, i, as<std::uint64_t>()[i]); break;
        case DataType::complex64: store(data, i, std::complex<float>(as<Complex>()[i])); break;
        case DataType::complex128: store(data, i, as<Complex>()[i]); break;
        case DataType::boolean:
            store(data, i, static_cast<std::uint8_t>(as<std::int64_t>()[i] != 0));
            break;
        default: {
            const auto code = isFloat() ? encode(m_type, as<double>()[i], false)
                                        : static_cast<unsigned>(as<std::int64_t>()[i]);
            if (bits == 32)
                store(data, i, code);
            else if (bits == 16)
                store(data, i, static_cast<std::uint16_t>(code));
            else
                storeBits(data, i, bits, code);
        }
        }
    return value;
}

Array Array::reshaped(Dims dims) const {
    require(static_cast<std::size_t>(countOf(dims)) == count(),
            "the new shape has another number of elements");
    Array array = *this;
    array.m_dims = std::move(dims);
    return array;
}

double Array::real(std::size_t at) const {
    return visit([at](const auto& list) -> double {
        using T = typename std::decay_t<decltype(list)>::value_type;
        if constexpr (std::is_arithmetic_v<T>)
            return static_cast<double>(list.at(at));
        else
            throw NodeFailure("a number was expected");
    });
}

std::vector<double> Array::reals() const {
    std::vector<double> values(count());
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = real(i);
    return values;
}

std::int64_t Array::integer(std::size_t at) const {
    return visit([at](const auto& list) -> std::int64_t {
        using T = typename std::decay_t<decltype(list)>::value_type;
        if constexpr (std::is_floating_point_v<T>)
            return integerOf<std::int64_t>(list.at(at), DataType::int64);
        else if constexpr (std::is_integral_v<T>)
            return static_cast<std::int64_t>(list.at(at));
        else
            throw NodeFailure("a number was expected");
    });
}

void Array::set(std::size_t at, double value) {
    visit([&](auto& list) {
        using T = typename std::decay_t<decltype(list)>::value_type;
        if constexpr (std::is_same_v<T, double> || std::is_same_v<T, Complex>)
            list.at(at) = value;
        else if constexpr (std::is_integral_v<T>)
            list.at(at) = integerOf<T>(value, m_type);
        else
            throw NodeFailure("a number was expected");
    });
}

void Array::copy(std::size_t at, const Array& from, std::size_t fromAt) {
    visit([&](auto& list) {
        using T = typename std::decay_t<decltype(list)>::value_type;
        list.at(at) = from.as<T>().at(fromAt);
    });
}

double Array::onlyReal() const {
    require(count() == 1, "one number was expected");
    return real(0);
}

std::int64_t Array::onlyInteger() const {
    require(count() == 1, "one number was expected");
    return integer(0);
}

Dims Array::integers() const {
    Dims values(count());
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = integer(i);
    return values;
}

Index::Index(const Dims& dims)
    : m_dims(dims), m_at(dims.size()), m_count(static_cast<std::size_t>(countOf(dims))) {}

Index& Index::operator++() {
    ++m_place;
    for (std::size_t axis = m_dims.size(); axis-- > 0;) {
        if (++m_at[axis] < m_dims[axis])
            break;
        m_at[axis] = 0;
    }
    return *this;
}

std::size_t Index::in(const Dims& dims) const {
    std::size_t place = 0;
    for (std::size_t i = 0; i < dims.size(); ++i) {
        require(dims[i] == 1 || m_at.size() + i >= dims.size(),
                "a shape has more axes than the shape that it is broadcast to");
        const std::int64_t at = dims[i] == 1 ? 0 : m_at[m_at.size() + i - dims.size()];
        require(at < dims[i], "a shape cannot be broadcast");
        place = place * static_cast<std::size_t>(dims[i]) + static_cast<std::size_t>(at);
    }
    return place;
}

std::size_t placeOf(const Dims& dims, const Dims& at) {
    std::size_t place = 0;
    for (std::size_t i = 0; i < dims.size(); ++i)
        place = place * static_cast<std::size_t>(dims[i]) + static_cast<std::size_t>(at[i]);
    return place;
}

} // namespace partita::reference
