#include "core/ir/convert_elements.h"

#include <cmath>
#include <cstring>
#include <limits>

#include "core/base/try.h"
#include "core/ir/element_type.h"
#include "core/ir/float_formats.h"
#include "core/ir/small_floats.h"

namespace partita {

namespace {

/// A number as exact as its type: integers of 64 bits do not fit a double.
struct Number {
    double real = 0;
    std::uint64_t magnitude = 0; ///< of an integer
    bool negative = false;       ///< of an integer
    bool whole = false;          ///< an integer
};

bool isSigned(DataType type) {
    return type == DataType::int8 || type == DataType::int16 || type == DataType::int32 ||
           type == DataType::int64 || type == DataType::int4 || type == DataType::int2;
}

Number numberOf(DataType type, Bytes bytes, std::size_t i) {
    Number number;
    number.whole = isInteger(type);
    if (type == DataType::int64) {
        std::int64_t value = 0;
        std::memcpy(&value, bytes.data() + i * sizeof(value), sizeof(value));
        number.negative = value < 0;
        number.magnitude = number.negative ? std::uint64_t{0} - static_cast<std::uint64_t>(value)
                                           : static_cast<std::uint64_t>(value);
    } else if (type == DataType::uint64) {
        std::memcpy(&number.magnitude, bytes.data() + i * 8, sizeof(number.magnitude));
    }
    number.real = numberAt(type, bytes, i);
    if (number.whole && dataTypeBits(type) < 64) {
        number.negative = number.real < 0;
        number.magnitude = static_cast<std::uint64_t>(std::fabs(number.real));
    }
    return number;
}

/// The bits of an integer type, in the low bits.
std::uint64_t integerBits(DataType type, Number number, std::uint64_t& clipped) {
    if (type == DataType::boolean)
        return number.whole ? number.magnitude != 0 : number.real != 0;
    if (!number.whole) {
        if (std::isnan(number.real)) {
            ++clipped;
            return 0;
        }
        const double towardsZero = std::trunc(number.real);
        number.negative = towardsZero < 0;
        number.magnitude = std::fabs(towardsZero) < 0x1p64
                               ? static_cast<std::uint64_t>(std::fabs(towardsZero))
                               : std::numeric_limits<std::uint64_t>::max();
        clipped += std::fabs(towardsZero) >= 0x1p64; // the largest is not what it was
    }
    const unsigned bits = dataTypeBits(type);
    const std::uint64_t top = std::uint64_t{1} << (bits - 1);
    const std::uint64_t most = number.negative  ? (isSigned(type) ? top : 0)
                               : isSigned(type) ? top - 1
                                                : top - 1 + top;
    if (number.magnitude > most) {
        clipped += number.whole || std::fabs(number.real) < 0x1p64;
        number.magnitude = most;
    }
    return number.negative ? std::uint64_t{0} - number.magnitude : number.magnitude;
}

class Encoder {
public:
    Encoder(DataType type, std::size_t count)
        : m_type(type), m_bits(dataTypeBits(type)), m_bytes((count * m_bits + 7) / 8) {}

    void put(std::size_t i, const Number& number) {
        const std::uint64_t content = contentOf(number);
        if (m_bits >= 8) {
            std::memcpy(m_bytes.data() + i * (m_bits / 8), &content, m_bits / 8);
            return;
        }
        const std::size_t bit = i * m_bits;
        const std::uint64_t shifted = (content & ((1U << m_bits) - 1U)) << (bit % 8);
        m_bytes[bit / 8] |= static_cast<std::byte>(shifted);
        if (shifted > 0xFF)
            m_bytes[bit / 8 + 1] |= static_cast<std::byte>(shifted >> 8);
    }
    std::vector<std::byte> take() { return std::move(m_bytes); }
    [[nodiscard]] std::uint64_t clipped() const { return m_clipped; }

private:
    std::uint64_t contentOf(const Number& number) {
        if (isInteger(m_type))
            return integerBits(m_type, number, m_clipped);
        const double real = !number.whole     ? number.real
                            : number.negative ? -static_cast<double>(number.magnitude)
                                              : static_cast<double>(number.magnitude);
        switch (m_type) {
        case DataType::float64: return std::bit_cast<std::uint64_t>(real);
        case DataType::float32: {
            const auto single = number.whole && !number.negative
                                    ? static_cast<float>(number.magnitude)
                                    : static_cast<float>(real);
            return std::bit_cast<std::uint32_t>(counted(real, single));
        }
        case DataType::float16: {
            const std::uint16_t half = floatToHalf(static_cast<float>(real));
            counted(real, halfToFloat(half));
            return half;
        }
        case DataType::bfloat16: {
            const std::uint16_t brain = floatToBfloat16(static_cast<float>(real));
            counted(real, bfloat16ToFloat(brain));
            return brain;
        }
        case DataType::float8e8m0:
            m_clipped += real < 0x1p-127 || real > largestSmallFloat(m_type);
            return scaleCode(real, true, ScaleRounding::up);
        default:
            m_clipped += std::fabs(real) > largestSmallFloat(m_type);
            return smallFloatCode(m_type, real, true);
        }
    }
    float counted(double real, float stored) {
        m_clipped += std::isfinite(real) && !std::isfinite(stored);
        return stored;
    }

    DataType m_type;
    unsigned m_bits;
    std::vector<std::byte> m_bytes;
    std::uint64_t m_clipped = 0;
};

bool isNumeric(DataType type) {
    return dataTypeBits(type) && type != DataType::complex64 && type != DataType::complex128;
}

} // namespace

Result<ConvertedTensor> convertElements(const Tensor& tensor, DataType type) {
    for (const DataType each : {tensor.type, type})
        if (!isNumeric(each))
            return Error{Errc::unsupported,
                         PARTITA_TEXT("elements of {0} cannot become {1}",
                                      dataTypeName(tensor.type), dataTypeName(type)),
                         {PARTITA_TEXT("tensor '{0}'", tensor.name)},
                         PARTITA_TEXT("only numbers and truth values are converted")};
    const auto source = PARTITA_TRY(elements(tensor));
    const auto count = static_cast<std::size_t>(tensor.count());
    Encoder encoder(type, count);
    for (std::size_t i = 0; i < count; ++i)
        encoder.put(i, numberOf(tensor.type, source.bytes(), i));
    ConvertedTensor converted{Tensor::fromBytes(type, tensor.dims, Buffer::own(encoder.take())),
                              encoder.clipped()};
    converted.tensor.name = tensor.name;
    converted.tensor.annotations = tensor.annotations;
    return converted;
}

} // namespace partita
