#include "core/runtime/random_feeds.h"

#include "core/onnx/infer_shapes.h"

#include <random>
#include <span>

#include "core/ir/float_formats.h"

namespace partita {

namespace {

/// `count` values of `make`, stored as T. The generator's bits are used directly: the standard's
/// distributions differ between libraries.
template <class T, class F> Tensor filled(DataType type, const Dims& dims, F&& make) {
    std::vector<T> values(static_cast<std::size_t>(elementCount(dims).value_or(0)));
    for (T& value : values)
        value = static_cast<T>(make());
    return Tensor::of(type, dims, values);
}

/// Real and imaginary parts as an axis of their own.
Dims inParts(Dims dims) {
    dims.push_back(2);
    return dims;
}

Result<Tensor> randomTensor(DataType type, const Dims& dims, std::mt19937_64& generator) {
    const auto unit = [&] { return static_cast<double>(generator() >> 11) * 0x1.0p-53; };
    const auto small = [&] { return generator() % 100; };
    const auto bytes = [&](std::uint8_t first, std::uint8_t mask) { // first … first + mask
        std::vector<std::uint8_t> made(
            packedBytes(type, elementCount(dims).value_or(0)).value_or(0));
        for (std::uint8_t& each : made)
            each = static_cast<std::uint8_t>(first + (generator() & mask));
        return Tensor::fromBytes(type, dims, Buffer::copyOf(std::as_bytes(std::span(made))));
    };
    switch (type) {
    case DataType::float32: return filled<float>(type, dims, unit);
    case DataType::float64: return filled<double>(type, dims, unit);
    case DataType::float16:
        return filled<std::uint16_t>(type, dims,
                                     [&] { return floatToHalf(static_cast<float>(unit())); });
    case DataType::bfloat16:
        return filled<std::uint16_t>(type, dims,
                                     [&] { return floatToBfloat16(static_cast<float>(unit())); });
    case DataType::int64:
    case DataType::uint64: return filled<std::int64_t>(type, dims, small);
    case DataType::int32:
    case DataType::uint32: return filled<std::int32_t>(type, dims, small);
    case DataType::int16:
    case DataType::uint16: return filled<std::int16_t>(type, dims, small);
    case DataType::int8:
    case DataType::uint8: return filled<std::int8_t>(type, dims, small);
    case DataType::boolean:
        return filled<std::uint8_t>(type, dims, [&] { return generator() & 1U; });
    case DataType::complex64:
        return Tensor::fromBytes(type, dims, filled<float>(type, inParts(dims), unit).payload);
    case DataType::complex128:
        return Tensor::fromBytes(type, dims, filled<double>(type, inParts(dims), unit).payload);
    case DataType::string: {
        Tensor texts;
        texts.type = type;
        texts.dims = dims;
        texts.storage = Tensor::Storage::strings;
        for (std::int64_t i = 0, n = texts.count(); i < n; ++i)
            texts.strings.push_back("text " + std::to_string(small()));
        return texts;
    }
    case DataType::float8e4m3fn:
    case DataType::float8e4m3fnuz:
    case DataType::float8e5m2:
    case DataType::float8e5m2fnuz: return bytes(0x30, 0x0F); // between 1/16 and 2
    case DataType::float8e8m0: return bytes(0x7C, 0x03);     // 1/8 to 1
    case DataType::int4:
    case DataType::uint4:
    case DataType::int2:
    case DataType::uint2:
    case DataType::float6e2m3:
    case DataType::float6e3m2:
    case DataType::float4e2m1: return bytes(0, 0xFF); // several elements in each, of any bits
    default:
        return Error{Errc::unsupported,
                     "no random data for type " + std::string(dataTypeName(type)),
                     {},
                     "give data for it"};
    }
}

Error cannotFill(const Value& value, const char* why) {
    return {Errc::unsupported, why, {"input '" + value.name + "'"}, "give data for it"};
}

} // namespace

Result<Feeds> randomFeeds(const Model& model, std::uint64_t seed,
                          const std::map<std::string, std::int64_t>& symbols) {
    Feeds feeds;
    std::mt19937_64 generator(seed);
    for (const ValueId id : model.graph(model.mainGraph())->inputs) {
        const auto& value = *model.value(id);
        if (value.initializer)
            continue;
        if (!value.type || !value.type->isTensor() || !value.type->shape)
            return cannotFill(value, "has no tensor type with a known rank");
        Dims dims;
        for (const Dim& dim : *value.type->shape) {
            const auto symbol = symbols.find(dim.param);
            dims.push_back(dim.value ? *dim.value : symbol != symbols.end() ? symbol->second : 1);
        }
        const auto count = elementCount(dims);
        if (!count || *count > (std::int64_t{1} << 32))
            return cannotFill(value, "is too large for random data");
        auto tensor = randomTensor(value.type->element, dims, generator);
        if (!tensor)
            return std::move(tensor).error().at("input '" + value.name + "'");
        feeds.emplace(value.name, *std::move(tensor));
    }
    return feeds;
}

Result<Feeds> randomFeedsOfShapes(const Model& model, std::uint64_t seed,
                                  const std::map<std::string, std::vector<std::int64_t>>& shapes) {
    if (shapes.empty())
        return randomFeeds(model, seed, {});
    auto fixed = fixInputShapes(model, shapes);
    if (!fixed)
        return std::move(fixed).error();
    return randomFeeds(*fixed, seed, {});
}

} // namespace partita
