#include "tests/fuzz/case_values.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "core/ir/tensor.h"

namespace partita::fuzz {

namespace {

template <class T> void append(std::string& bytes, T value) {
    bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

bool isFloat(DataType type) {
    return type == DataType::float32 || type == DataType::float64 || type == DataType::float16 ||
           type == DataType::bfloat16;
}

double specialNumber(Chance& chance) {
    return chance.of({std::numeric_limits<double>::quiet_NaN(),
                      std::numeric_limits<double>::infinity(),
                      -std::numeric_limits<double>::infinity(), 0.0, -0.0, 1e-40, 65504.0, 1e15});
}

double randomNumber(Chance& chance, const ValueRange& range) {
    if (range.special && chance.oneIn(6))
        return specialNumber(chance);
    const auto whole = static_cast<double>(chance.between(range.first, range.last));
    return range.fractions ? whole + static_cast<double>(chance.pick(64)) / 64 : whole;
}

std::int64_t randomInteger(Chance& chance, const ValueRange& range) {
    if (range.special && chance.oneIn(8))
        return chance.of(
            {std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max(),
             (std::int64_t{1} << 53) + 1, // no double holds it
             std::int64_t{1} << 31, std::int64_t{-1} << 31, std::int64_t{0}, std::int64_t{-1}});
    return chance.between(range.first, range.last);
}

void appendFloat(std::string& bytes, DataType type, double number) {
    if (type == DataType::float64)
        append(bytes, number);
    else if (type == DataType::float32)
        append(bytes, static_cast<float>(number));
    else if (const auto one = Tensor::ofFloats(type, {}, {number}))
        bytes += one->payload.text();
}

void appendInteger(std::string& bytes, unsigned bits, std::int64_t number) {
    const std::size_t size = bits / 8, low = std::min(size, sizeof number); // little-endian
    bytes.append(reinterpret_cast<const char*>(&number), low);
    bytes.append(size - low, '\0');
}

onnx::TensorProto emptyOf(int elementType, const std::vector<std::int64_t>& dims) {
    onnx::TensorProto tensor;
    tensor.set_data_type(elementType);
    for (const std::int64_t size : dims)
        tensor.add_dims(size);
    return tensor;
}

std::string randomString(Chance& chance) {
    return chance.of(
        {"", "a", "b", "A", "cat", "3", "-1.5", "x,y", "nan", "\xC3\xA4", "long text"});
}

/// Random elements of fewer than 8 bits, several in a byte.
std::string packedBits(Chance& chance, DataType type, std::size_t count) {
    std::string bytes;
    for (std::uint64_t left = packedBytes(type, static_cast<std::int64_t>(count)).value_or(0);
         left > 0; --left)
        bytes += static_cast<char>(chance.pick(256));
    const unsigned bits = dataTypeBits(type);
    if (const std::size_t used = count * bits % 8; used && !bytes.empty())
        bytes.back() =
            static_cast<char>(static_cast<unsigned char>(bytes.back()) & ((1U << used) - 1));
    return bytes;
}

} // namespace

onnx::TensorProto randomTensor(Chance& chance, int elementType,
                               const std::vector<std::int64_t>& dims, const ValueRange& range) {
    onnx::TensorProto tensor = emptyOf(elementType, dims);
    const auto type = static_cast<DataType>(elementType);
    const auto count = static_cast<std::size_t>(elementCount(dims).value_or(0));
    std::string bytes;
    if (type == DataType::string) {
        for (std::size_t i = 0; i < count; ++i)
            tensor.add_string_data(randomString(chance));
        return tensor;
    }
    const unsigned bits = dataTypeBits(type);
    if (bits < 8) {
        bytes = packedBits(chance, type, count);
    } else {
        const bool isComplex = type == DataType::complex64 || type == DataType::complex128;
        const DataType part = type == DataType::complex64 ? DataType::float32 : DataType::float64;
        for (std::size_t i = 0; i < (isComplex ? 2 * count : count); ++i)
            if (isComplex)
                appendFloat(bytes, part, randomNumber(chance, range));
            else if (isFloat(type))
                appendFloat(bytes, type, randomNumber(chance, range));
            else if (type == DataType::boolean)
                bytes += static_cast<char>(chance.pick(2));
            else if (bits == 8 && type >= DataType::float8e4m3fn)
                bytes += static_cast<char>(chance.pick(256));
            else
                appendInteger(bytes, bits, randomInteger(chance, range));
    }
    tensor.set_raw_data(bytes);
    return tensor;
}

onnx::TensorProto numbersTensor(int elementType, const std::vector<std::int64_t>& dims,
                                const std::vector<std::int64_t>& values) {
    onnx::TensorProto tensor = emptyOf(elementType, dims);
    const auto type = static_cast<DataType>(elementType);
    std::string bytes;
    for (const std::int64_t value : values)
        if (isFloat(type))
            appendFloat(bytes, type, static_cast<double>(value));
        else
            appendInteger(bytes, dataTypeBits(type), value);
    tensor.set_raw_data(bytes);
    return tensor;
}

} // namespace partita::fuzz
