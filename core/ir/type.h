#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace partita {

/// Element types with the numbers of TensorProto.DataType (ONNX 1.23).
enum class DataType : std::int32_t {
    undefined = 0,
    float32 = 1,
    uint8 = 2,
    int8 = 3,
    uint16 = 4,
    int16 = 5,
    int32 = 6,
    int64 = 7,
    string = 8,
    boolean = 9,
    float16 = 10,
    float64 = 11,
    uint32 = 12,
    uint64 = 13,
    complex64 = 14,
    complex128 = 15,
    bfloat16 = 16,
    float8e4m3fn = 17,
    float8e4m3fnuz = 18,
    float8e5m2 = 19,
    float8e5m2fnuz = 20,
    uint4 = 21,
    int4 = 22,
    float4e2m1 = 23,
    float8e8m0 = 24,
    uint2 = 25,
    int2 = 26,
    float6e2m3 = 27,
    float6e3m2 = 28,
};

/// The name used in tables and profiles: "float32", "int4" …; "undefined" for a foreign number.
std::string_view dataTypeName(DataType type);
/// The type of that name; also takes ONNX's own names (FLOAT, float16, DOUBLE …).
std::optional<DataType> dataTypeFromName(std::string_view name);
/// The short name on chips and labels: "fp32", "i64", "bf16" …
std::string_view dataTypeShortName(DataType type);
/// Bits of one element in raw data; 0 for string and unknown types.
unsigned dataTypeBits(DataType type);

/// One dimension: a number, a symbol, or neither.
struct Dim {
    std::optional<std::int64_t> value;
    std::string param;
    std::string denotation;

    [[nodiscard]] std::string text() const; ///< "64", "batch" or "?"
    friend bool operator==(const Dim&, const Dim&) = default;
};

using Shape = std::vector<Dim>;

/// ONNX's TypeProto.
struct Type {
    enum class Kind { none, tensor, sparseTensor, sequence, map, optional, opaque };
    Kind kind = Kind::none;
    DataType element = DataType::undefined; ///< tensor kinds: element; map: key
    std::optional<Shape> shape;             ///< tensor kinds; absent: even the rank is unknown
    std::shared_ptr<const Type> nested;     ///< of a sequence, optional, or a map's value
    std::string denotation;
    std::string opaqueDomain, opaqueName;

    static std::shared_ptr<const Type> tensor(DataType element, std::optional<Shape> shape);
    [[nodiscard]] bool isTensor() const { return kind == Kind::tensor; }
    [[nodiscard]] std::string text() const; ///< "1×64×56×56 fp32", "seq(fp32)"
};

using TypePtr = std::shared_ptr<const Type>;

bool sameType(const Type& a, const Type& b);

/// "1×64×n" or "scalar"; "?" when the rank is unknown.
std::string shapeText(const std::optional<Shape>& shape);
/// Numbers where every dimension is known.
std::optional<std::vector<std::int64_t>> staticDims(const std::optional<Shape>& shape);
/// The product of `dims`; nothing when a factor is negative or the product leaves 63 bits.
std::optional<std::int64_t> elementCount(const std::vector<std::int64_t>& dims);
/// The place of an axis that counts from the end when it is negative; nothing when a tensor of
/// `rank` dimensions has no such axis: a scalar has none at all.
std::optional<std::size_t> axisOf(std::int64_t axis, std::size_t rank);
/// Bytes of that many elements packed as ONNX does (4-bit types two to a byte).
std::optional<std::uint64_t> packedBytes(DataType type, std::int64_t count);

} // namespace partita
