#include "core/ir/type.h"

#include <algorithm>
#include <array>

namespace partita {

namespace {

struct TypeRow {
    DataType type;
    std::string_view name, shortName, onnxName;
    unsigned bits;
};

constexpr std::array kTypes = {
    TypeRow{DataType::undefined, "undefined", "?", "UNDEFINED", 0},
    TypeRow{DataType::float32, "float32", "fp32", "FLOAT", 32},
    TypeRow{DataType::uint8, "uint8", "u8", "UINT8", 8},
    TypeRow{DataType::int8, "int8", "i8", "INT8", 8},
    TypeRow{DataType::uint16, "uint16", "u16", "UINT16", 16},
    TypeRow{DataType::int16, "int16", "i16", "INT16", 16},
    TypeRow{DataType::int32, "int32", "i32", "INT32", 32},
    TypeRow{DataType::int64, "int64", "i64", "INT64", 64},
    TypeRow{DataType::string, "string", "str", "STRING", 0},
    TypeRow{DataType::boolean, "bool", "bool", "BOOL", 8},
    TypeRow{DataType::float16, "float16", "fp16", "FLOAT16", 16},
    TypeRow{DataType::float64, "float64", "fp64", "DOUBLE", 64},
    TypeRow{DataType::uint32, "uint32", "u32", "UINT32", 32},
    TypeRow{DataType::uint64, "uint64", "u64", "UINT64", 64},
    TypeRow{DataType::complex64, "complex64", "c64", "COMPLEX64", 64},
    TypeRow{DataType::complex128, "complex128", "c128", "COMPLEX128", 128},
    TypeRow{DataType::bfloat16, "bfloat16", "bf16", "BFLOAT16", 16},
    TypeRow{DataType::float8e4m3fn, "float8e4m3fn", "f8e4m3fn", "FLOAT8E4M3FN", 8},
    TypeRow{DataType::float8e4m3fnuz, "float8e4m3fnuz", "f8e4m3fnuz", "FLOAT8E4M3FNUZ", 8},
    TypeRow{DataType::float8e5m2, "float8e5m2", "f8e5m2", "FLOAT8E5M2", 8},
    TypeRow{DataType::float8e5m2fnuz, "float8e5m2fnuz", "f8e5m2fnuz", "FLOAT8E5M2FNUZ", 8},
    TypeRow{DataType::uint4, "uint4", "u4", "UINT4", 4},
    TypeRow{DataType::int4, "int4", "i4", "INT4", 4},
    TypeRow{DataType::float4e2m1, "float4e2m1", "f4e2m1", "FLOAT4E2M1", 4},
    TypeRow{DataType::float8e8m0, "float8e8m0", "f8e8m0", "FLOAT8E8M0", 8},
    TypeRow{DataType::uint2, "uint2", "u2", "UINT2", 2},
    TypeRow{DataType::int2, "int2", "i2", "INT2", 2},
    TypeRow{DataType::float6e2m3, "float6e2m3", "f6e2m3", "FLOAT6E2M3", 6},
    TypeRow{DataType::float6e3m2, "float6e3m2", "f6e3m2", "FLOAT6E3M2", 6},
};

const TypeRow& row(DataType type) {
    const auto index = static_cast<std::size_t>(type);
    return index < kTypes.size() ? kTypes[index] : kTypes[0];
}

} // namespace

std::string_view dataTypeName(DataType type) { return row(type).name; }
std::string_view dataTypeShortName(DataType type) { return row(type).shortName; }
unsigned dataTypeBits(DataType type) { return row(type).bits; }

std::optional<DataType> dataTypeFromName(std::string_view name) {
    for (const auto& entry : kTypes)
        if (entry.type != DataType::undefined &&
            (name == entry.name || name == entry.onnxName || name == entry.shortName))
            return entry.type;
    return std::nullopt;
}

std::string Dim::text() const {
    if (value)
        return std::to_string(*value);
    return param.empty() ? "?" : param;
}

TypePtr Type::tensor(DataType element, std::optional<Shape> shape) {
    auto type = std::make_shared<Type>();
    type->kind = Kind::tensor;
    type->element = element;
    type->shape = std::move(shape);
    return type;
}

DataType elementOf(const TypePtr& type) {
    if (!type)
        return DataType::undefined;
    if (type->isTensor())
        return type->element;
    const bool holdsTensors =
        type->kind == Type::Kind::sequence || type->kind == Type::Kind::optional;
    return holdsTensors ? elementOf(type->nested) : DataType::undefined;
}

TypePtr withElement(const TypePtr& type, DataType element) {
    Type made = *type;
    if (type->isTensor())
        made.element = element;
    else
        made.nested = withElement(type->nested, element);
    return std::make_shared<const Type>(std::move(made));
}

std::string Type::text() const {
    const std::string inner = nested ? nested->text() : "?";
    switch (kind) {
    case Kind::tensor: return shapeText(shape) + " " + std::string(dataTypeShortName(element));
    case Kind::sparseTensor:
        return "sparse(" + shapeText(shape) + " " + std::string(dataTypeShortName(element)) + ")";
    case Kind::sequence: return "seq(" + inner + ")";
    case Kind::optional: return "optional(" + inner + ")";
    case Kind::map: return "map(" + std::string(dataTypeShortName(element)) + ", " + inner + ")";
    case Kind::opaque:
        return "opaque(" + opaqueDomain + (opaqueDomain.empty() ? "" : ".") + opaqueName + ")";
    case Kind::none: break;
    }
    return "?";
}

bool sameType(const Type& a, const Type& b) {
    if (a.kind != b.kind || a.element != b.element || a.shape != b.shape ||
        a.denotation != b.denotation || a.opaqueDomain != b.opaqueDomain ||
        a.opaqueName != b.opaqueName || !a.nested != !b.nested)
        return false;
    return !a.nested || sameType(*a.nested, *b.nested);
}

bool sameTypeOrNone(const TypePtr& a, const TypePtr& b) {
    return a == b || (a && b && sameType(*a, *b));
}

std::string shapeText(const std::optional<Shape>& shape) {
    if (!shape)
        return "?";
    if (shape->empty())
        return "scalar";
    std::string text;
    for (const Dim& dim : *shape)
        text += (text.empty() ? "" : "×") + dim.text();
    return text;
}

std::optional<std::vector<std::int64_t>> staticDims(const std::optional<Shape>& shape) {
    if (!shape)
        return std::nullopt;
    std::vector<std::int64_t> dims;
    for (const Dim& dim : *shape) {
        if (!dim.value)
            return std::nullopt;
        dims.push_back(*dim.value);
    }
    return dims;
}

std::optional<std::int64_t> elementCount(std::span<const std::int64_t> dims) {
    std::int64_t count = 1;
    bool zero = false;
    for (const std::int64_t dim : dims) {
        if (dim < 0)
            return std::nullopt;
        zero = zero || dim == 0;
        if (dim != 0 && __builtin_mul_overflow(count, dim, &count))
            return std::nullopt;
    }
    return zero ? 0 : count;
}

std::optional<std::size_t> axisOf(std::int64_t axis, std::size_t rank) {
    const auto count = static_cast<std::int64_t>(rank);
    if (axis < -count || axis >= count)
        return std::nullopt;
    return static_cast<std::size_t>(axis < 0 ? axis + count : axis);
}

std::optional<std::size_t> axisOrEndOf(std::int64_t axis, std::size_t rank) {
    return axis == static_cast<std::int64_t>(rank) ? std::optional(rank) : axisOf(axis, rank);
}

bool isPermutation(const std::vector<std::int64_t>& order) {
    auto sorted = order;
    std::ranges::sort(sorted);
    for (std::size_t i = 0; i < sorted.size(); ++i)
        if (sorted[i] != static_cast<std::int64_t>(i))
            return false;
    return true;
}

std::int64_t clampedPlace(std::int64_t bound, std::int64_t count, std::int64_t least,
                          std::int64_t most) {
    return std::clamp(bound < 0 ? bound + count : bound, least, most);
}

std::optional<std::uint64_t> packedBytes(DataType type, std::int64_t count) {
    std::uint64_t bits = 0;
    if (count < 0 || dataTypeBits(type) == 0 ||
        __builtin_mul_overflow(static_cast<std::uint64_t>(count), std::uint64_t{dataTypeBits(type)},
                               &bits))
        return std::nullopt;
    return bits / 8 + (bits % 8 != 0);
}

} // namespace partita
