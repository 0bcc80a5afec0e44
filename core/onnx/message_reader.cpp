#include "core/onnx/message_reader.h"

#include <cstring>

#include "core/base/number_text.h"
#include "core/base/try.h"
#include "core/onnx/proto_fields.h"

namespace partita {

using wire::Field;
using wire::Span;
using wire::WireType;

namespace {

/// Sequences, maps and optionals nest; only a hostile file nests deeper than this.
constexpr int kMaxTypeDepth = 32;

/// Joins the pieces of a repeated field in `joined`. A single piece, the usual case, stays a slice
/// of the file.
void appendPayload(Tensor& tensor, Tensor::Storage storage, const Buffer& more,
                   std::vector<std::byte>& joined) {
    if (tensor.storage != storage || (tensor.payload.empty() && joined.empty())) {
        joined.clear();
        tensor.storage = storage;
        tensor.payload = more;
        return;
    }
    if (joined.empty())
        joined.assign(tensor.payload.bytes().begin(), tensor.payload.bytes().end());
    joined.insert(joined.end(), more.bytes().begin(), more.bytes().end());
}

} // namespace

bool appendVarints(const Field& field, Bytes file, std::vector<std::int64_t>& into) {
    if (field.type == WireType::varint) {
        into.push_back(field.asInt());
        return true;
    }
    if (field.type != WireType::bytes)
        return false;
    wire::Reader packed(file, field.payload);
    while (!packed.atEnd()) {
        std::uint64_t value = 0;
        if (!packed.varint(value))
            return false;
        into.push_back(static_cast<std::int64_t>(value));
    }
    return true;
}

std::string_view MessageReader::view(const Field& field) const {
    if (field.type != WireType::bytes)
        return {};
    return {reinterpret_cast<const char*>(bytes().data()) + field.payload.begin,
            field.payload.size};
}

Error MessageReader::damaged(const Message& what, std::uint64_t position) {
    return {Errc::invalidModel,
            PARTITA_TEXT("{0} at byte {1}", what, position),
            {},
            PARTITA_TEXT("the file is damaged or not an ONNX model")};
}

Result<void> MessageReader::finished(const wire::Reader& reader, const Message& message) {
    if (reader.damaged())
        return damaged(PARTITA_TEXT("{0} in {1}", reader.damage(), message), reader.position());
    return {};
}

Result<std::pair<std::string, std::string>> MessageReader::entry(Span span) const {
    std::pair<std::string, std::string> result;
    auto reader = fields(span);
    for (Field field; reader.next(field);) {
        if (field.number == field::entry::key)
            result.first = text(field);
        else if (field.number == field::entry::value)
            result.second = text(field);
    }
    PARTITA_TRY(finished(reader, PARTITA_TEXT("a key-value entry")));
    return result;
}

Result<void> MessageReader::tensorField(const Field& field, Tensor& tensor, ExternalData& external,
                                        bool& isExternal, std::vector<std::byte>& joined) const {
    using Storage = Tensor::Storage;
    using namespace field::tensor;
    switch (field.number) {
    case dims:
        if (!appendVarints(field, bytes(), tensor.dims))
            return damaged(PARTITA_TEXT("bad dimensions of a tensor"), field.whole.begin);
        break;
    case dataType:
        tensor.type = static_cast<DataType>(static_cast<std::int32_t>(field.number64));
        break;
    case name: tensor.name = text(field); break;
    case rawData: // not repeated: the last one counts
        joined.clear();
        tensor.storage = Storage::raw;
        tensor.payload = slice(field.payload);
        break;
    case floatData: appendPayload(tensor, Storage::floatData, slice(field.payload), joined); break;
    case doubleData:
        appendPayload(tensor, Storage::doubleData, slice(field.payload), joined);
        break;
    case int32Data:
    case int64Data:
    case uint64Data: {
        const auto storage = field.number == int32Data   ? Storage::int32Data
                             : field.number == int64Data ? Storage::int64Data
                                                         : Storage::uint64Data;
        Span numbers = field.payload;
        if (field.type == WireType::varint) { // not packed: the number follows its tag
            wire::Reader tag(bytes(), field.whole);
            std::uint64_t skipped = 0;
            tag.varint(skipped);
            numbers = {tag.position(), field.whole.end() - tag.position()};
        }
        appendPayload(tensor, storage, slice(numbers), joined);
        break;
    }
    case stringData:
        tensor.storage = Storage::strings;
        tensor.strings.push_back(text(field));
        break;
    case externalData: {
        auto pair = PARTITA_TRY(entry(field.payload));
        external.entries.push_back(pair);
        if (pair.first == "location")
            external.location = pair.second;
        const auto number = parseWholeNumber(pair.second);
        if ((pair.first == "offset" || pair.first == "length") && !number)
            return damaged(
                PARTITA_TEXT("external data with the {0} '{1}'", pair.first, pair.second),
                field.whole.begin);
        if (pair.first == "offset")
            external.offset = number;
        if (pair.first == "length")
            external.length = number;
        break;
    }
    case dataLocation: isExternal = field.number64 == 1; break;
    default: break;
    }
    return {};
}

Result<TensorPtr> MessageReader::tensor(Span span) const {
    auto tensor = std::make_shared<Tensor>();
    auto external = std::make_shared<ExternalData>();
    Annotations annotations;
    bool isExternal = false;
    std::vector<std::byte> joined;
    auto reader = fields(span);
    for (Field field; reader.next(field);) {
        if (field.number == field::tensor::docString) {
            annotations.docString = text(field);
        } else if (field.number == field::tensor::metadata) {
            auto pair = PARTITA_TRY(entry(field.payload));
            annotations.metadata.push_back(std::move(pair));
        } else if (auto read = tensorField(field, *tensor, *external, isExternal, joined); !read) {
            return std::move(read).error().at(PARTITA_TEXT("tensor '{0}'", tensor->name));
        }
    }
    PARTITA_TRY(finished(reader, PARTITA_TEXT("a tensor")));
    if (!joined.empty())
        tensor->payload = Buffer::own(std::move(joined));
    if (!elementCount(tensor->dims))
        return damaged(
            PARTITA_TEXT("tensor '{0}' has a negative dimension or more elements than can exist",
                         tensor->name),
            span.begin);
    if (isExternal) {
        tensor->storage = Tensor::Storage::external;
        tensor->external = external;
        if (m_external)
            external->source = ExternalFiles::source(m_external, *tensor);
    }
    if (!annotations.docString.empty() || !annotations.metadata.empty())
        tensor->annotations = std::make_shared<const Annotations>(std::move(annotations));
    return TensorPtr(std::move(tensor));
}

Result<SparseTensorPtr> MessageReader::sparseTensor(Span span) const {
    auto sparse = std::make_shared<SparseTensor>();
    auto reader = fields(span);
    for (Field field; reader.next(field);) {
        if (field.number == field::sparse::dims) {
            if (!appendVarints(field, bytes(), sparse->dims))
                return damaged(PARTITA_TEXT("bad dimensions of a sparse tensor"),
                               field.whole.begin);
            continue;
        }
        if (field.number != field::sparse::values && field.number != field::sparse::indices)
            continue;
        auto part = PARTITA_TRY(tensor(field.payload));
        (field.number == field::sparse::values ? sparse->values : sparse->indices) = part;
    }
    PARTITA_TRY(finished(reader, PARTITA_TEXT("a sparse tensor")));
    if (!elementCount(sparse->dims))
        return damaged(
            PARTITA_TEXT(
                "a sparse tensor has a negative dimension or more elements than can exist"),
            span.begin);
    return SparseTensorPtr(std::move(sparse));
}

Result<Shape> MessageReader::shape(Span span) const {
    Shape shape;
    auto reader = fields(span);
    for (Field field; reader.next(field);) {
        if (field.number != field::dimension::shapeDim)
            continue;
        Dim dim;
        auto inner = fields(field.payload);
        for (Field part; inner.next(part);) {
            if (part.number == field::dimension::value && part.type == WireType::varint)
                dim.value = part.asInt();
            else if (part.number == field::dimension::param)
                dim.param = text(part);
            else if (part.number == field::dimension::denotation)
                dim.denotation = text(part);
        }
        PARTITA_TRY(finished(inner, PARTITA_TEXT("a dimension")));
        // Exporters write -1 for an unknown size; 0 is a size.
        if (dim.value && *dim.value < 0)
            dim.value.reset();
        shape.push_back(std::move(dim));
    }
    PARTITA_TRY(finished(reader, PARTITA_TEXT("a shape")));
    return shape;
}

Result<TypePtr> MessageReader::type(Span span, int depth) const {
    if (depth > kMaxTypeDepth)
        return damaged(PARTITA_TEXT("a type nests more than {0} levels", kMaxTypeDepth),
                       span.begin);
    auto result = std::make_shared<Type>();
    auto reader = fields(span);
    for (Field field; reader.next(field);) {
        if (field.number == field::type::denotation) {
            result->denotation = text(field);
            continue;
        }
        switch (field.number) {
        case field::type::tensor: result->kind = Type::Kind::tensor; break;
        case field::type::sparse: result->kind = Type::Kind::sparseTensor; break;
        case field::type::sequence: result->kind = Type::Kind::sequence; break;
        case field::type::map: result->kind = Type::Kind::map; break;
        case field::type::optional: result->kind = Type::Kind::optional; break;
        case field::type::opaque: result->kind = Type::Kind::opaque; break;
        default: continue;
        }
        const bool tensorKind =
            result->kind == Type::Kind::tensor || result->kind == Type::Kind::sparseTensor;
        auto inner = fields(field.payload);
        for (Field part; inner.next(part);) {
            const bool message = part.type == WireType::bytes;
            if (result->kind == Type::Kind::opaque) {
                (part.number == field::type::opaqueDomain ? result->opaqueDomain
                                                          : result->opaqueName) = text(part);
            } else if (!message && part.number == 1) {
                result->element = static_cast<DataType>(static_cast<std::int32_t>(part.number64));
            } else if (message && tensorKind && part.number == field::type::tensorShape) {
                result->shape = PARTITA_TRY(shape(part.payload));
            } else if (message && !tensorKind) {
                auto nested = PARTITA_TRY(type(part.payload, depth + 1));
                result->nested = nested;
            }
        }
        PARTITA_TRY(finished(inner, PARTITA_TEXT("a type")));
    }
    PARTITA_TRY(finished(reader, PARTITA_TEXT("a type")));
    return TypePtr(std::move(result));
}

} // namespace partita
