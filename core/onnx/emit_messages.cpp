#include "core/onnx/emit_messages.h"

#include "core/onnx/proto_fields.h"

namespace partita {

using wire::Rope;

Rope emitEntry(const std::string& key, const std::string& value) {
    Rope out;
    out.stringField(field::entry::key, key);
    out.stringField(field::entry::value, value);
    return out;
}

Rope emitOpset(const OpsetImport& import) {
    Rope out;
    if (!import.domain.empty())
        out.stringField(field::opset::domain, import.domain);
    out.varintField(field::opset::version, static_cast<std::uint64_t>(import.version));
    return out;
}

void emitText(std::uint32_t number, const std::string& text, Rope& out) {
    if (!text.empty())
        out.stringField(number, text);
}

static Rope emitShape(const Shape& shape) {
    Rope out;
    for (const Dim& dim : shape) {
        Rope each;
        if (dim.value)
            each.varintField(field::dimension::value, static_cast<std::uint64_t>(*dim.value));
        else
            emitText(field::dimension::param, dim.param, each);
        emitText(field::dimension::denotation, dim.denotation, each);
        out.messageField(field::dimension::shapeDim, std::move(each));
    }
    return out;
}

static std::uint32_t typeField(Type::Kind kind) {
    switch (kind) {
    case Type::Kind::tensor: return field::type::tensor;
    case Type::Kind::sparseTensor: return field::type::sparse;
    case Type::Kind::sequence: return field::type::sequence;
    case Type::Kind::map: return field::type::map;
    case Type::Kind::optional: return field::type::optional;
    case Type::Kind::opaque: return field::type::opaque;
    case Type::Kind::none: break;
    }
    return 0;
}

bool mayBeSaid(const Type& type) {
    const bool tensorKind =
        type.kind == Type::Kind::tensor || type.kind == Type::Kind::sparseTensor;
    return !(tensorKind && type.element == DataType::undefined) &&
           (!type.nested || mayBeSaid(*type.nested));
}

Rope emitType(const Type& type) {
    Rope inner;
    const bool tensorKind =
        type.kind == Type::Kind::tensor || type.kind == Type::Kind::sparseTensor;
    if (tensorKind || type.kind == Type::Kind::map)
        inner.varintField(1, static_cast<std::uint64_t>(type.element));
    if (tensorKind && type.shape)
        inner.messageField(field::type::tensorShape, emitShape(*type.shape));
    if (type.nested)
        inner.messageField(type.kind == Type::Kind::map ? field::type::mapValue
                                                        : field::type::sequenceElement,
                           emitType(*type.nested));
    if (type.kind == Type::Kind::opaque) {
        emitText(field::type::opaqueDomain, type.opaqueDomain, inner);
        emitText(field::type::opaqueName, type.opaqueName, inner);
    }
    Rope out;
    if (const std::uint32_t number = typeField(type.kind))
        out.messageField(number, std::move(inner));
    emitText(field::type::denotation, type.denotation, out);
    return out;
}

Rope emitTensor(const Tensor& tensor) {
    using namespace field::tensor;
    using Storage = Tensor::Storage;
    Rope out;
    for (const std::int64_t dim : tensor.dims)
        out.varintField(dims, static_cast<std::uint64_t>(dim));
    out.varintField(dataType, static_cast<std::uint64_t>(tensor.type));
    const Bytes payload = tensor.payload.bytes();
    switch (tensor.storage) {
    case Storage::floatData: out.bytesField(floatData, payload); break;
    case Storage::int32Data: out.bytesField(int32Data, payload); break;
    case Storage::int64Data: out.bytesField(int64Data, payload); break;
    case Storage::doubleData: out.bytesField(doubleData, payload); break;
    case Storage::uint64Data: out.bytesField(uint64Data, payload); break;
    case Storage::strings:
        for (const auto& text : tensor.strings)
            out.stringField(stringData, text);
        break;
    case Storage::raw:
    case Storage::external: break;
    }
    emitText(name, tensor.name, out);
    if (tensor.storage == Storage::raw)
        out.bytesField(rawData, payload);
    if (tensor.annotations)
        emitText(docString, tensor.annotations->docString, out);
    if (tensor.storage == Storage::external) {
        for (const auto& [key, value] : tensor.external->entries)
            out.messageField(externalData, emitEntry(key, value));
        out.varintField(dataLocation, 1);
    }
    if (tensor.annotations)
        for (const auto& [key, value] : tensor.annotations->metadata)
            out.messageField(metadata, emitEntry(key, value));
    return out;
}

Rope emitSparse(const SparseTensor& sparse) {
    Rope out;
    if (sparse.values)
        out.messageField(field::sparse::values, emitTensor(*sparse.values));
    if (sparse.indices)
        out.messageField(field::sparse::indices, emitTensor(*sparse.indices));
    for (const std::int64_t dim : sparse.dims)
        out.varintField(field::sparse::dims, static_cast<std::uint64_t>(dim));
    return out;
}

} // namespace partita
