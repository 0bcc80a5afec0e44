#include "core/onnx/value_proto.h"

#include <algorithm>
#include <numeric>

#include "core/base/try.h"
#include "core/onnx/read.h"
#include "core/onnx/wire.h"
#include "core/onnx/write.h"

namespace partita {

namespace {

// Field numbers that SequenceProto and OptionalProto share.
enum Held : std::uint32_t {
    elementKind = 2,
    tensorHeld = 3,
    sequenceHeld = 5,
    mapHeld = 6,
    optionalHeld = 7
};
// Values of their elem_type.
enum Kind : std::uint64_t {
    kindNone = 0,
    kindTensor = 1,
    kindSequence = 3,
    kindMap = 4,
    kindOptional = 5
};
// Field numbers of MapProto.
enum MapField : std::uint32_t { keyType = 2, numberKeys = 3, textKeys = 4, mapValues = 5 };

Result<std::vector<ModelData>> readHeld(const Buffer& bytes, const Type* nested) {
    std::vector<ModelData> values;
    wire::Reader reader(bytes.bytes(), {0, bytes.size()});
    for (wire::Field field; reader.next(field);) {
        if (field.type != wire::WireType::bytes)
            continue;
        if (field.number != tensorHeld && field.number != sequenceHeld && field.number != mapHeld &&
            field.number != optionalHeld)
            continue;
        const Type tensor;
        const Buffer part = bytes.slice(field.payload.begin, field.payload.size);
        auto value =
            PARTITA_TRY(readValueProto(part, field.number == tensorHeld ? &tensor : nested));
        values.push_back(std::move(value));
    }
    if (reader.damaged())
        return Error{Errc::invalidModel, PARTITA_TEXT("the data is damaged"), {}, {}};
    return values;
}

Kind kindOf(const ModelData& value) {
    return value.none    ? kindOptional
           : value.isMap ? kindMap
           : value.items ? kindSequence
                         : kindTensor;
}

Held heldAs(const ModelData& value) {
    switch (kindOf(value)) {
    case kindOptional: return optionalHeld;
    case kindMap: return mapHeld;
    case kindSequence: return sequenceHeld;
    default: return tensorHeld;
    }
}

/// Joins tensors of one element to one tensor of rank 1, as a map's values are stored.
Result<Tensor> joined(const std::vector<ModelData>& values) {
    Tensor all;
    std::vector<std::byte> bytes;
    for (const ModelData& value : values) {
        const Tensor& one = value.tensor;
        if (!value.isTensor() || one.count() != 1 || (!all.dims.empty() && one.type != all.type))
            return Error{
                Errc::unsupported,
                PARTITA_TEXT("a map of anything but numbers or texts of one type cannot be read"),
                {},
                PARTITA_TEXT("give a map of scalars")};
        all.type = one.type;
        all.dims = {all.dims.empty() ? 1 : all.dims[0] + 1};
        if (one.type == DataType::string) {
            all.storage = Tensor::Storage::strings;
            all.strings.insert(all.strings.end(), one.strings.begin(), one.strings.end());
            continue;
        }
        const auto element = PARTITA_TRY(elements(one));
        bytes.insert(bytes.end(), element.bytes().begin(), element.bytes().end());
    }
    if (all.type != DataType::string)
        all =
            Tensor::fromBytes(all.type, all.dims.empty() ? std::vector<std::int64_t>{0} : all.dims,
                              Buffer::own(std::move(bytes)));
    return all;
}

/// A map with its entries in ascending order of keys, in which maps are compared and iterated.
template <class Key>
Result<ModelData> sortedMap(std::vector<Key> keys, const std::vector<ModelData>& values,
                            Tensor (*keyTensor)(std::vector<Key>)) {
    if (keys.size() != values.size())
        return Error{
            Errc::invalidModel, PARTITA_TEXT("the map has not as many values as keys"), {}, {}};
    std::vector<std::size_t> order(keys.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [&](std::size_t i) -> const Key& { return keys[i]; });
    std::vector<Key> sortedKeys;
    std::vector<ModelData> sortedValues;
    for (const std::size_t i : order) {
        sortedKeys.push_back(keys[i]);
        sortedValues.push_back(values[i]);
    }
    auto tensor = PARTITA_TRY(joined(sortedValues));
    return ModelData::map(keyTensor(std::move(sortedKeys)), std::move(tensor));
}

Tensor textTensor(std::vector<std::string> texts) {
    const auto count = static_cast<std::int64_t>(texts.size());
    return Tensor::ofStrings({count}, std::move(texts));
}

Tensor numberTensor(std::vector<std::int64_t> numbers) { return Tensor::int64s(numbers); }

Tensor noElements(DataType type) {
    return type == DataType::string ? textTensor({}) : Tensor::fromBytes(type, {0}, {});
}

/// Reads a MapProto with integer or string keys.
Result<ModelData> readMap(const Buffer& bytes, const Type& type) {
    std::vector<std::int64_t> numbers;
    std::vector<std::string> texts;
    std::vector<ModelData> values;
    DataType keys = type.element;
    wire::Reader reader(bytes.bytes(), {0, bytes.size()});
    for (wire::Field field; reader.next(field);) {
        const Buffer part = bytes.slice(field.payload.begin, field.payload.size);
        if (field.number == keyType && field.type == wire::WireType::varint) {
            keys = static_cast<DataType>(static_cast<std::int32_t>(field.number64));
        } else if (field.number == textKeys) {
            texts.emplace_back(part.text());
        } else if (field.number == mapValues) {
            values = PARTITA_TRY(readHeld(part, type.nested.get()));
        } else if (field.number == numberKeys && field.type != wire::WireType::bytes) {
            numbers.push_back(field.asInt());
        } else if (field.number == numberKeys) { // packed
            wire::Reader packed(part.bytes(), {0, part.size()});
            std::uint64_t number = 0;
            while (!packed.atEnd() && packed.varint(number))
                numbers.push_back(static_cast<std::int64_t>(number));
        }
    }
    if (reader.damaged())
        return Error{Errc::invalidModel, PARTITA_TEXT("the data is damaged"), {}, {}};
    if (texts.empty() && numbers.empty() && values.empty())
        return ModelData::map(noElements(keys == DataType::string ? keys : DataType::int64),
                              noElements(type.nested ? type.nested->element : DataType::undefined));
    return texts.empty() ? sortedMap(std::move(numbers), values, numberTensor)
                         : sortedMap(std::move(texts), values, textTensor);
}

/// Element `i` of a tensor of rank 1, as a scalar.
Tensor scalarAt(const Tensor& tensor, std::size_t i) {
    Tensor one = tensor;
    one.dims = {};
    one.name.clear();
    if (tensor.type == DataType::string) {
        one.strings = {tensor.strings[i]};
        return one;
    }
    const std::size_t width = dataTypeBits(tensor.type) / 8;
    const auto all = elements(tensor);
    return Tensor::fromBytes(tensor.type, {}, all->slice(i * width, width));
}

std::string serializeMap(const ModelData& map) {
    const Tensor &keys = map.items->front().tensor, &values = map.items->back().tensor;
    wire::Rope out, sequence;
    out.varintField(keyType, static_cast<std::uint64_t>(keys.type));
    const auto numbers = keys.type == DataType::string ? std::vector<std::int64_t>()
                                                       : *elementsAsInts(keys, keys.count());
    for (const std::int64_t key : numbers)
        out.varintField(numberKeys, static_cast<std::uint64_t>(key));
    for (const std::string& key : keys.strings)
        out.stringField(textKeys, key);
    sequence.varintField(elementKind, values.count() ? kindTensor : kindNone);
    for (std::size_t i = 0; i < static_cast<std::size_t>(values.count()); ++i)
        sequence.stringField(tensorHeld, serializeTensor(scalarAt(values, i)));
    out.messageField(mapValues, std::move(sequence));
    return out.toString();
}

} // namespace

Result<ModelData> readValueProto(const Buffer& bytes, const Type* type) {
    const Type::Kind kind = type ? type->kind : Type::Kind::tensor;
    if (kind == Type::Kind::sequence || kind == Type::Kind::optional) {
        auto values = PARTITA_TRY(readHeld(bytes, type->nested.get()));
        if (kind == Type::Kind::sequence)
            return ModelData::sequence(std::move(values));
        return values.empty() ? ModelData::nothing() : std::move(values.front());
    }
    if (kind == Type::Kind::map)
        return readMap(bytes, *type);
    if (kind == Type::Kind::opaque || kind == Type::Kind::sparseTensor)
        return Error{Errc::unsupported,
                     PARTITA_TEXT("sparse tensors and opaque values cannot be read"),
                     {},
                     PARTITA_TEXT("give tensors, sequences and maps")};
    auto tensor = PARTITA_TRY(readTensorProto(bytes));
    return ModelData(std::move(tensor));
}

std::string serializeValue(const ModelData& value, const Type* type) {
    const Type* nested = type ? type->nested.get() : nullptr;
    if (type && type->kind == Type::Kind::optional && !value.none) {
        wire::Rope out;
        out.varintField(elementKind, kindOf(value));
        out.stringField(heldAs(value), serializeValue(value, nested));
        return out.toString();
    }
    if (value.isTensor())
        return serializeTensor(value.tensor);
    if (value.isMap)
        return serializeMap(value);
    wire::Rope out;
    const bool empty = value.none || value.items->empty();
    out.varintField(elementKind, empty ? kindNone : kindOf(value.items->front()));
    if (!value.none)
        for (const ModelData& item : *value.items)
            out.stringField(heldAs(item), serializeValue(item, nested));
    return out.toString();
}

} // namespace partita
