// Emits nodes, attributes and value infos; unchanged parts keep their bytes from the file.

#include "core/onnx/model_emitter.h"

#include <algorithm>

#include "core/onnx/emit_messages.h"
#include "core/onnx/proto_fields.h"

namespace partita {

using wire::Rope;

Rope ModelEmitter::valueInfo(const Value& value) const {
    Rope out;
    out.stringField(field::valueInfo::name, value.name);
    if (value.type && mayBeSaid(*value.type))
        out.messageField(field::valueInfo::type, emitType(*value.type));
    emitAnnotations(value.annotations, field::valueInfo::docString, field::valueInfo::metadata,
                    out);
    return out;
}

/// What lies outside of the file goes with it; the rest stays inside.
bool ModelEmitter::rewrites(const SparseTensorPtr& sparse) const {
    if (!m_rewrite || !sparse)
        return false;
    for (const TensorPtr& part : {sparse->values, sparse->indices})
        if (part && part->storage == Tensor::Storage::external && m_rewrite(part) != part)
            return true;
    return false;
}

/// A sparse tensor is called what its values are.
Rope ModelEmitter::sparse(const SparseTensor& from, const std::string& name) const {
    SparseTensor now = from;
    for (TensorPtr* part : {&now.values, &now.indices})
        if (*part && (*part)->storage == Tensor::Storage::external)
            *part = rewritten(*part);
    if (now.values && now.values->name != name) {
        auto named = std::make_shared<Tensor>(*now.values);
        named->name = name;
        now.values = std::move(named);
    }
    return emitSparse(now);
}

Rope ModelEmitter::attribute(const Attribute& attribute) {
    namespace f = field::attribute;
    Rope out;
    out.stringField(f::name, attribute.name);
    emitText(f::reference, attribute.reference, out);
    const auto& value = attribute.value;
    if (const auto* one = std::get_if<float>(&value))
        out.floatField(f::f, *one);
    else if (const auto* integer = std::get_if<std::int64_t>(&value))
        out.varintField(f::i, static_cast<std::uint64_t>(*integer));
    else if (const auto* text = std::get_if<Buffer>(&value))
        out.bytesField(f::s, text->bytes());
    else if (const auto* held = std::get_if<TensorPtr>(&value))
        out.messageField(f::t, emitTensor(*rewritten(*held)));
    else if (const auto* body = std::get_if<GraphId>(&value))
        out.messageField(f::g, graph(*body));
    else if (const auto* thin = std::get_if<SparseTensorPtr>(&value))
        out.messageField(f::sparseTensor,
                         sparse(**thin, (*thin)->values ? (*thin)->values->name : ""));
    else if (const auto* type = std::get_if<TypePtr>(&value))
        out.messageField(f::tp, emitType(**type));
    else if (const auto* floats = std::get_if<std::vector<float>>(&value))
        for (const float each : *floats)
            out.floatField(f::floats, each);
    else if (const auto* ints = std::get_if<std::vector<std::int64_t>>(&value))
        for (const std::int64_t each : *ints)
            out.varintField(f::ints, static_cast<std::uint64_t>(each));
    else if (const auto* strings = std::get_if<std::vector<std::string>>(&value))
        for (const auto& each : *strings)
            out.stringField(f::strings, each);
    else if (const auto* tensors = std::get_if<std::vector<TensorPtr>>(&value))
        for (const auto& each : *tensors)
            out.messageField(f::tensors, emitTensor(*rewritten(each)));
    else if (const auto* bodies = std::get_if<std::vector<GraphId>>(&value))
        for (const GraphId each : *bodies)
            out.messageField(f::graphs, graph(each));
    else if (const auto* thins = std::get_if<std::vector<SparseTensorPtr>>(&value))
        for (const auto& each : *thins)
            out.messageField(f::sparseTensors,
                             sparse(*each, each->values ? each->values->name : ""));
    else if (const auto* types = std::get_if<std::vector<TypePtr>>(&value))
        for (const auto& each : *types)
            out.messageField(f::typeProtos, emitType(*each));
    emitText(f::docString, attribute.docString, out);
    if (const std::int32_t number = attribute.typeNumber())
        out.varintField(f::type, static_cast<std::uint64_t>(number));
    return out;
}

Rope ModelEmitter::node(const Node& node) {
    if (m_source && m_source->baseline.node(node.id))
        return editedNode(node, *m_source->baseline.node(node.id));
    namespace f = field::node;
    Rope out;
    for (const ValueId id : node.inputs)
        out.stringField(f::input, nameOf(id));
    for (const ValueId id : node.outputs)
        out.stringField(f::output, nameOf(id));
    emitText(f::name, node.name, out);
    out.stringField(f::opType, node.opType);
    for (const auto& each : *node.attributes)
        out.messageField(f::attribute, attribute(*each));
    emitText(f::domain, node.domain, out);
    emitText(f::overload, node.overload, out);
    emitAnnotations(node.annotations, f::docString, f::metadata, out);
    return out;
}

bool ModelEmitter::isCleanAttribute(const Attribute& attribute) const {
    const auto cleanTensor = [this](const TensorPtr& tensor) {
        return !tensor || rewritten(tensor) == tensor;
    };
    if (const auto* body = std::get_if<GraphId>(&attribute.value))
        return !isDirty(*body);
    if (const auto* bodies = std::get_if<std::vector<GraphId>>(&attribute.value))
        return std::none_of(bodies->begin(), bodies->end(),
                            [this](GraphId id) { return isDirty(id); });
    if (const auto* tensor = std::get_if<TensorPtr>(&attribute.value))
        return cleanTensor(*tensor);
    if (const auto* tensors = std::get_if<std::vector<TensorPtr>>(&attribute.value))
        return std::all_of(tensors->begin(), tensors->end(), cleanTensor);
    if (const auto* thin = std::get_if<SparseTensorPtr>(&attribute.value))
        return !rewrites(*thin);
    if (const auto* thins = std::get_if<std::vector<SparseTensorPtr>>(&attribute.value))
        return std::none_of(thins->begin(), thins->end(),
                            [this](const SparseTensorPtr& each) { return rewrites(each); });
    return true;
}

/// The fields of a node that was changed after reading. Unchanged and unknown fields keep their
/// bytes and their order; only changed fields are encoded anew.
class ModelEmitter::NodeEdit {
public:
    NodeEdit(ModelEmitter& emitter, const Node& now, const Node& before)
        : m_emitter(emitter), m_now(now), m_before(before) {}

    /// A field of the node in the file; `whole` are its bytes.
    void take(std::uint32_t number, Bytes whole) {
        namespace f = field::node;
        switch (number) {
        case f::input: names(f::input, m_now.inputs, m_before.inputs, whole); break;
        case f::output: names(f::output, m_now.outputs, m_before.outputs, whole); break;
        case f::name: text(f::name, m_now.name, m_before.name, whole); break;
        case f::opType: text(f::opType, m_now.opType, m_before.opType, whole); break;
        case f::domain: text(f::domain, m_now.domain, m_before.domain, whole); break;
        case f::overload: text(f::overload, m_now.overload, m_before.overload, whole); break;
        case f::attribute: attribute(whole); break;
        case f::docString:
        case f::metadata:
            if (m_now.annotations == m_before.annotations)
                m_out.append(whole);
            break;
        default: m_out.append(whole); break;
        }
    }

    /// The whole node, with the fields that the file did not have.
    Rope finish() {
        namespace f = field::node;
        names(f::input, m_now.inputs);
        names(f::output, m_now.outputs);
        for (const auto& [number, value] :
             {std::pair<std::uint32_t, const std::string&>(f::name, m_now.name),
              {f::opType, m_now.opType},
              {f::domain, m_now.domain},
              {f::overload, m_now.overload}})
            if (!m_written.contains(number))
                emitText(number, value, m_out);
        for (const auto& each : *m_now.attributes)
            if (!m_namesDone.contains(each->name))
                m_out.messageField(f::attribute, m_emitter.attribute(*each));
        if (m_now.annotations != m_before.annotations)
            m_emitter.emitAnnotations(m_now.annotations, f::docString, f::metadata, m_out);
        return std::move(m_out);
    }

private:
    /// All names of a field, once.
    void names(std::uint32_t number, const IdList<ValueId>& now) {
        if (m_written.insert(number).second)
            for (const ValueId id : now)
                m_out.stringField(number, m_emitter.nameOf(id));
    }
    void names(std::uint32_t number, const IdList<ValueId>& now, const IdList<ValueId>& old,
               Bytes whole) {
        const bool same = now == old && std::none_of(now.begin(), now.end(), [this](ValueId id) {
                              return m_emitter.m_renamed.contains(id);
                          });
        if (!same)
            return names(number, now);
        m_out.append(whole);
        m_written.insert(number);
    }

    void text(std::uint32_t number, const std::string& now, const std::string& old, Bytes whole) {
        m_written.insert(number);
        if (now == old)
            m_out.append(whole);
        else
            emitText(number, now, m_out);
    }

    void attribute(Bytes whole) {
        const AttributePtr& old = (*m_before.attributes)[m_nextAttribute++];
        const Attribute* now = m_now.attribute(old->name);
        if (!now || !m_namesDone.insert(old->name).second)
            return;
        if (now == old.get() && m_emitter.isCleanAttribute(*now))
            m_out.append(whole);
        else
            m_out.messageField(field::node::attribute, m_emitter.attribute(*now));
    }

    ModelEmitter& m_emitter;
    const Node &m_now, &m_before;
    Rope m_out;
    std::unordered_set<std::uint32_t> m_written; ///< field numbers
    std::size_t m_nextAttribute = 0;             ///< of `m_before`
    std::unordered_set<std::string> m_namesDone; ///< of attributes
};

Rope ModelEmitter::editedNode(const Node& node, const Node& before) {
    NodeEdit edit(*this, node, before);
    wire::Field message;
    wire::Reader(m_source->file.bytes(), m_source->nodeSpans[node.id.value]).next(message);
    wire::Reader reader(m_source->file.bytes(), message.payload);
    for (wire::Field field; reader.next(field);)
        edit.take(field.number, m_source->bytes(field.whole));
    return edit.finish();
}

} // namespace partita
