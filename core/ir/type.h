#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace partita {

/// Element types, numbered as in TensorProto.DataType (ONNX 1.23).
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

/// The name used in tables and profiles: "float32", "int4" …; "undefined" for an unknown number.
std::string_view dataTypeName(DataType type);
/// The type of a name: that of `dataTypeName`, the short one, or ONNX's (FLOAT, DOUBLE …).
std::optional<DataType> dataTypeFromName(std::string_view name);
/// The short name for labels: "fp32", "i64", "bf16" …
std::string_view dataTypeShortName(DataType type);
/// The bits of one element in raw data; 0 for string and unknown types.
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
    DataType element = DataType::undefined; ///< tensors: of the elements; map: of the keys
    std::optional<Shape> shape;             ///< tensors; absent: the rank is unknown
    std::shared_ptr<const Type> nested;     ///< of a sequence's or optional's element, or a map's
                                            ///< value
    std::string denotation;
    std::string opaqueDomain, opaqueName;

    static std::shared_ptr<const Type> tensor(DataType element, std::optional<Shape> shape);
    [[nodiscard]] bool isTensor() const { return kind == Kind::tensor; }
    [[nodiscard]] std::string text() const; ///< "1×64×56×56 fp32", "seq(fp32)"
};

using TypePtr = std::shared_ptr<const Type>;

/// The type of the elements of a tensor, or of the tensors in a sequence or an optional; undefined for
/// others and for a missing type.
DataType elementOf(const TypePtr& type);
/// Such a type with other elements.
TypePtr withElement(const TypePtr& type, DataType element);

bool sameType(const Type& a, const Type& b);
/// Whether both types are the same, or both missing.
bool sameTypeOrNone(const TypePtr& a, const TypePtr& b);

/// "1×64×n" or "scalar"; "?" when the rank is unknown.
std::string shapeText(const std::optional<Shape>& shape);
/// The dimensions as numbers; nothing when one of them or the rank is unknown.
std::optional<std::vector<std::int64_t>> staticDims(const std::optional<Shape>& shape);
/// The product of `dims`; nothing when one is negative or the product of the nonzero ones exceeds
/// 63 bits.
std::optional<std::int64_t> elementCount(std::span<const std::int64_t> dims);
/// The index of an axis, where a negative one counts from the end; nothing when a tensor of `rank`
/// dimensions has no such axis, so always for a scalar. Unsqueeze counts in its result, whose rank
/// it takes. Places in a list of `rank` entries are named alike.
std::optional<std::size_t> axisOf(std::int64_t axis, std::size_t rank);
/// As `axisOf`, but `rank` itself, the end, is good as well: where Flatten cuts, or a sequence gets
/// another entry.
std::optional<std::size_t> axisOrEndOf(std::int64_t axis, std::size_t rank);
/// Whether each of the axes 0 … n − 1 occurs once, as the `perm` of a Transpose must have them.
bool isPermutation(const std::vector<std::int64_t>& order);
/// The place of a bound as Shape and Slice give it, where a negative one counts from the end of
/// `count` entries; one outside of `least` … `most` becomes the nearer of them.
std::int64_t clampedPlace(std::int64_t bound, std::int64_t count, std::int64_t least,
                          std::int64_t most);
/// The bytes of `count` elements, packed as in ONNX (two 4-bit elements to a byte); nothing for
/// strings, unknown types, a negative count and an overflow.
std::optional<std::uint64_t> packedBytes(DataType type, std::int64_t count);

} // namespace partita
