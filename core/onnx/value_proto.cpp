#include "core/onnx/value_proto.h"

#include "core/onnx/read.h"
#include "core/onnx/wire.h"
#include "core/onnx/write.h"

namespace partita {

namespace {

// SequenceProto and OptionalProto number what they hold alike.
enum Held : std::uint32_t { elementKind = 2, tensorHeld = 3, sequenceHeld = 5, optionalHeld = 7 };
// Their element kinds.
enum Kind : std::uint64_t { kindNone = 0, kindTensor = 1, kindSequence = 3, kindOptional = 5 };

Result<std::vector<DataValue>> readHeld(const Buffer& bytes, const Type* nested) {
    std::vector<DataValue> values;
    wire::Reader reader(bytes.bytes(), {0, bytes.size()});
    for (wire::Field field; reader.next(field);) {
        if (field.number != tensorHeld && field.number != sequenceHeld &&
            field.number != optionalHeld)
            continue;
        const Type tensor;
        const Buffer part = bytes.slice(field.payload.begin, field.payload.size);
        auto value = readValueProto(part, field.number == tensorHeld ? &tensor : nested);
        if (!value)
            return std::move(value).error();
        values.push_back(*std::move(value));
    }
    if (reader.damaged())
        return Error{Errc::invalidModel, "the data is damaged", {}, {}};
    return values;
}

Kind kindOf(const DataValue& value) {
    return value.none ? kindOptional : value.items ? kindSequence : kindTensor;
}

void emitHeld(const DataValue& value, wire::Rope& out) {
    out.stringField(value.none    ? optionalHeld
                    : value.items ? sequenceHeld
                                  : tensorHeld,
                    serializeValue(value));
}

} // namespace

Result<DataValue> readValueProto(const Buffer& bytes, const Type* type) {
    const Type::Kind kind = type ? type->kind : Type::Kind::tensor;
    if (kind == Type::Kind::sequence || kind == Type::Kind::optional) {
        auto values = readHeld(bytes, type->nested.get());
        if (!values)
            return std::move(values).error();
        if (kind == Type::Kind::sequence)
            return DataValue::sequence(*std::move(values));
        return values->empty() ? DataValue::nothing() : std::move(values->front());
    }
    if (kind == Type::Kind::map || kind == Type::Kind::opaque || kind == Type::Kind::sparseTensor)
        return Error{Errc::unsupported,
                     "maps, sparse tensors and opaque values cannot be read",
                     {},
                     "give tensors and sequences"};
    auto tensor = readTensorProto(bytes);
    if (!tensor)
        return std::move(tensor).error();
    return DataValue(*std::move(tensor));
}

std::string serializeValue(const DataValue& value) {
    if (value.isTensor())
        return serializeTensor(value.tensor);
    wire::Rope out;
    const bool empty = value.none || value.items->empty();
    out.varintField(elementKind, empty ? kindNone : kindOf(value.items->front()));
    if (!value.none)
        for (const DataValue& item : *value.items)
            emitHeld(item, out);
    return out.toString();
}

} // namespace partita
