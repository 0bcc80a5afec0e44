#include "core/data/random_feeds.h"

#include <algorithm>
#include <cstring>
#include <random>

#include "core/base/memory_budget.h"
#include "core/base/try.h"
#include "core/base/typed_text.h"
#include "core/ir/float_formats.h"
#include "core/ir/tensor_size.h"
#include "core/onnx/infer_shapes.h"

namespace partita {

namespace {

/// A tensor whose elements are results of `make`, stored as T, which has the size of `type`. The
/// values come from the generator's bits directly, because the standard's distributions differ
/// between libraries.
template <class T, class F>
Tensor filled(DataType type, const std::vector<std::int64_t>& dims, F&& make) {
    std::vector<std::byte> bytes(bytesOf(type, countOf(dims)));
    for (std::size_t at = 0; at < bytes.size(); at += sizeof(T)) {
        const T value = static_cast<T>(make());
        std::memcpy(bytes.data() + at, &value, sizeof value);
    }
    return Tensor::fromBytes(type, dims, Buffer::own(std::move(bytes)));
}

/// The dimensions with an axis of 2 appended for the real and the imaginary part.
std::vector<std::int64_t> inParts(std::vector<std::int64_t> dims) {
    dims.push_back(2);
    return dims;
}

Result<Tensor> randomTensor(DataType type, const std::vector<std::int64_t>& dims,
                            std::mt19937_64& generator) {
    const auto unit = [&] { return static_cast<double>(generator() >> 11) * 0x1.0p-53; };
    const auto small = [&] { return generator() % 100; };
    const auto bytes = [&](std::uint8_t first, std::uint8_t mask) { // first … first + mask
        std::vector<std::byte> made(bytesOf(type, countOf(dims)));
        for (std::byte& each : made)
            each = static_cast<std::byte>(first + (generator() & mask));
        return Tensor::fromBytes(type, dims, Buffer::own(std::move(made)));
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
        return Tensor::fromBytes(type, dims,
                                 filled<float>(DataType::float32, inParts(dims), unit).payload);
    case DataType::complex128:
        return Tensor::fromBytes(type, dims,
                                 filled<double>(DataType::float64, inParts(dims), unit).payload);
    case DataType::string: {
        std::vector<std::string> texts;
        for (std::int64_t i = 0, n = countOf(dims); i < n; ++i)
            texts.push_back("text " + std::to_string(small()));
        return Tensor::ofStrings(dims, std::move(texts));
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
    case DataType::float4e2m1:
        return bytes(0, 0xFF); // packed: every bit pattern is a valid
                               // element
    default:
        return Error{Errc::unsupported,
                     PARTITA_TEXT("no random data for type {0}", dataTypeName(type)),
                     {},
                     PARTITA_TEXT("give data for it")};
    }
}

/// The most bytes of random data for all inputs together: it serves to try a model out.
constexpr std::uint64_t kMostRandomBytes = std::uint64_t{1} << 30;
constexpr std::uint64_t kBytesOfText = 40; ///< estimated size of one string

Error cannotFill(const Value& value, const Message& why) {
    return {Errc::unsupported,
            why,
            {PARTITA_TEXT("input '{0}'", value.name)},
            PARTITA_TEXT("give data for it")};
}

/// The dimensions of an input: symbols as in `symbols`, other unknown dimensions 1. Fails when the
/// rank is unknown.
Result<std::vector<std::int64_t>> dimsOf(const Value& value,
                                         const std::map<std::string, std::int64_t>& symbols) {
    if (!value.type || !value.type->isTensor() || !value.type->shape)
        return cannotFill(value, PARTITA_TEXT("has no tensor type with a known rank"));
    std::vector<std::int64_t> dims;
    for (const Dim& dim : *value.type->shape) {
        const auto symbol = symbols.find(dim.param);
        dims.push_back(dim.value ? *dim.value : symbol != symbols.end() ? symbol->second : 1);
    }
    return dims;
}

/// Subtracts the bytes of an input from `left`; fails when too few are left.
Result<void> takeBytes(const Value& value, const std::vector<std::int64_t>& dims,
                       std::uint64_t& left) {
    const DataType type = value.type->element;
    const auto count = elementCount(dims);
    const auto bytes = !count                     ? std::nullopt
                       : type == DataType::string ? packedBytes(DataType::int64, *count)
                                                  : packedBytes(type, *count);
    const std::uint64_t width = type == DataType::string ? kBytesOfText / sizeof(std::int64_t) : 1;
    if (count && bytes && *bytes <= left / width) {
        left -= *bytes * width;
        return {};
    }
    if (count && !bytes)
        return {}; // `randomTensor` reports a type without random data
    const auto largest = std::ranges::max_element(dims);
    const Dim* dim = largest == dims.end()
                         ? nullptr
                         : &(*value.type->shape)[static_cast<std::size_t>(largest - dims.begin())];
    return Error{
        Errc::unsupported,
        PARTITA_TEXT("is too large for random data: {0}, and {1} MiB are left for it",
                     shapeText(Tensor::fromBytes(type, dims, {}).shape()), left >> 20),
        {PARTITA_TEXT("input '{0}'", value.name)},
        dim && !dim->param.empty()
            ? seeTyped(PARTITA_TEXT("choose a smaller size for {0}, or give data", dim->param),
                       "--dim " + dim->param + "=…, --inputs")
            : seeTyped(PARTITA_TEXT("give data for the input"), "--inputs")};
}

} // namespace

Result<Feeds> randomFeeds(const Model& model, std::uint64_t seed,
                          const std::map<std::string, std::int64_t>& symbols) {
    std::vector<std::pair<const Value*, std::vector<std::int64_t>>> wanted;
    std::uint64_t left = std::min(kMostRandomBytes, memoryBudget()); // for all inputs together
    for (const ValueId id : model.graph(model.mainGraph())->inputs) {
        const Value& value = *model.value(id);
        if (value.initializer)
            continue;
        auto dims = PARTITA_TRY(dimsOf(value, symbols));
        PARTITA_TRY(takeBytes(value, dims, left));
        wanted.emplace_back(&value, std::move(dims));
    }
    Feeds feeds;
    std::mt19937_64 generator(seed);
    for (const auto& [value, dims] : wanted) {
        auto tensor = randomTensor(value->type->element, dims, generator);
        if (!tensor)
            return std::move(tensor).error().at(PARTITA_TEXT("input '{0}'", value->name));
        feeds.emplace(value->name, *std::move(tensor));
    }
    return feeds;
}

Result<Feeds> randomFeedsOfShapes(const Model& model, std::uint64_t seed,
                                  const std::map<std::string, std::vector<std::int64_t>>& shapes) {
    if (shapes.empty())
        return randomFeeds(model, seed, {});
    auto fixed = PARTITA_TRY(fixInputShapes(model, shapes));
    return randomFeeds(fixed, seed, {});
}

} // namespace partita
