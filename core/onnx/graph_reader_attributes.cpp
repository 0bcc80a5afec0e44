#include <algorithm>

#include "core/base/try.h"
#include "core/onnx/graph_reader.h"
#include "core/onnx/proto_fields.h"

namespace partita {

using wire::Field;
using wire::Span;

Result<void> GraphReader::attributeField(const Field& field, Attribute& attribute, NodeId node,
                                         Scope& scope) {
    using namespace field::attribute;
    // Appends to the list alternative, making it on first use.
    const auto list = [&]<class T>(std::vector<T>&&) -> std::vector<T>& {
        if (!std::holds_alternative<std::vector<T>>(attribute.value))
            attribute.value = std::vector<T>();
        return std::get<std::vector<T>>(attribute.value);
    };
    const Bytes file = m_messages.bytes();
    switch (field.number) {
    case f: attribute.value = field.asFloat(); return {};
    case i: attribute.value = field.asInt(); return {};
    case s: attribute.value = m_messages.slice(field.payload); return {};
    case ints:
        if (!appendVarints(field, file, list(std::vector<std::int64_t>())))
            return MessageReader::damaged(PARTITA_TEXT("bad integers in an attribute"),
                                          field.whole.begin);
        return {};
    case floats: {
        auto& into = list(std::vector<float>());
        if (field.payload.size % sizeof(float) != 0)
            return MessageReader::damaged(PARTITA_TEXT("bad floats in an attribute"),
                                          field.whole.begin);
        const std::size_t before = into.size();
        into.resize(before + field.payload.size / sizeof(float));
        const auto bytes = file.subspan(field.payload.begin, field.payload.size);
        std::copy(bytes.begin(), bytes.end(),
                  std::as_writable_bytes(std::span(into).subspan(before)).begin());
        return {};
    }
    case strings: list(std::vector<std::string>()).push_back(m_messages.text(field)); return {};
    case t:
    case tensors: {
        auto read = PARTITA_TRY(m_messages.tensor(field.payload));
        if (field.number == t)
            attribute.value = read;
        else
            list(std::vector<TensorPtr>()).push_back(read);
        return {};
    }
    case g:
    case graphs: {
        auto read = PARTITA_TRY(readGraph(field.payload, node, &scope));
        if (field.number == g)
            attribute.value = read;
        else
            list(std::vector<GraphId>()).push_back(read);
        return {};
    }
    case sparseTensor:
    case sparseTensors: {
        auto read = PARTITA_TRY(m_messages.sparseTensor(field.payload));
        if (field.number == sparseTensor)
            attribute.value = read;
        else
            list(std::vector<SparseTensorPtr>()).push_back(read);
        return {};
    }
    case tp:
    case typeProtos: {
        auto read = PARTITA_TRY(m_messages.type(field.payload));
        if (field.number == tp)
            attribute.value = read;
        else
            list(std::vector<TypePtr>()).push_back(read);
        return {};
    }
    default: return {};
    }
}

namespace {

/// An empty list, and a number or text left out, has no field on the wire; the declared type says
/// which value it is.
void applyDeclaredType(Attribute& attribute) {
    if (!std::holds_alternative<std::monostate>(attribute.value) || !attribute.reference.empty())
        return;
    switch (attribute.declaredType) {
    case 1: attribute.value = 0.0F; break;
    case 2: attribute.value = std::int64_t{0}; break;
    case 3: attribute.value = Buffer(); break;
    case 6: attribute.value = std::vector<float>(); break;
    case 7: attribute.value = std::vector<std::int64_t>(); break;
    case 8: attribute.value = std::vector<std::string>(); break;
    case 9: attribute.value = std::vector<TensorPtr>(); break;
    case 10: attribute.value = std::vector<GraphId>(); break;
    case 12: attribute.value = std::vector<SparseTensorPtr>(); break;
    case 14: attribute.value = std::vector<TypePtr>(); break;
    default: break;
    }
}

} // namespace

Result<AttributePtr> GraphReader::attribute(Span span, NodeId node, Scope& scope) {
    auto attribute = std::make_shared<Attribute>();
    auto reader = m_messages.fields(span);
    for (Field field; reader.next(field);) {
        switch (field.number) {
        case field::attribute::name: attribute->name = m_messages.text(field); break;
        case field::attribute::reference: attribute->reference = m_messages.text(field); break;
        case field::attribute::docString: attribute->docString = m_messages.text(field); break;
        case field::attribute::type:
            attribute->declaredType = static_cast<std::int32_t>(field.number64);
            break;
        default:
            if (auto read = attributeField(field, *attribute, node, scope); !read)
                return std::move(read).error().at(PARTITA_TEXT("attribute '{0}'", attribute->name));
        }
    }
    PARTITA_TRY(MessageReader::finished(reader, PARTITA_TEXT("an attribute")));
    applyDeclaredType(*attribute);
    return AttributePtr(std::move(attribute));
}

} // namespace partita
