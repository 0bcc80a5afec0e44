#include "core/onnx/model_emitter.h"

#include <algorithm>

#include "core/onnx/emit_messages.h"
#include "core/onnx/proto_fields.h"

namespace partita {

using wire::Rope;

ModelEmitter::ModelEmitter(const Model& model, TensorRewrite rewrite)
    : m_model(model), m_source(model.source().get()), m_rewrite(std::move(rewrite)),
      m_order(model) {
    m_values.resize(model.graphs().keyEnd());
    model.values().forEach([&](ValueId id, const auto& value) {
        if (value->graph.value < m_values.size())
            m_values[value->graph.value].push_back(id);
    });
    findDirty();
    if (m_rewrite)
        findRewritten();
}

void ModelEmitter::markDirty(GraphId graph) {
    while (graph && m_dirty.insert(graph).second) {
        const auto& now = m_model.graph(graph);
        const auto& record = now || !m_source ? now : m_source->baseline.graph(graph);
        const auto& parent = record ? m_model.node(record->parent) : m_model.node({});
        graph = parent ? parent->graph : GraphId{};
    }
}

void ModelEmitter::findDirty() {
    if (!m_source)
        return;
    const ModelDelta delta = diff(m_source->baseline, m_model);
    for (const auto& change : delta.graphs)
        markDirty(change.id);
    for (const auto& change : delta.nodes)
        markDirty((change.after ? change.after : change.before)->graph);
    for (const auto& change : delta.values) {
        markDirty((change.after ? change.after : change.before)->graph);
        if (!change.before || !change.after || change.before->name == change.after->name)
            continue;
        m_renamed.insert(change.id);
        if (const NodeId producer = m_model.producer(change.id))
            markDirty(m_model.node(producer)->graph);
        for (const NodeId reader : m_model.consumers(change.id))
            markDirty(m_model.node(reader)->graph);
    }
    if (!m_renamed.empty()) // a body may return a captured value by name
        m_model.graphs().forEach([&](GraphId id, const auto& graph) {
            for (const ValueId output : graph->outputs)
                if (m_renamed.contains(output))
                    markDirty(id);
        });
}

void ModelEmitter::findRewritten() {
    m_model.values().forEach([&](ValueId, const auto& value) {
        if (value->initializer && m_rewrite(value->initializer) != value->initializer)
            markDirty(value->graph);
    });
    m_model.nodes().forEach([&](NodeId, const auto& node) {
        if (rewrites(*node))
            markDirty(node->graph);
    });
}

bool ModelEmitter::isDirty(GraphId graph) const { return !m_source || m_dirty.contains(graph); }

bool ModelEmitter::rewrites(const Node& node) const {
    if (!m_rewrite)
        return false;
    for (const auto& attribute : *node.attributes) {
        if (const auto* one = std::get_if<TensorPtr>(&attribute->value);
            one && *one && m_rewrite(*one) != *one)
            return true;
        if (const auto* many = std::get_if<std::vector<TensorPtr>>(&attribute->value))
            for (const auto& each : *many)
                if (m_rewrite(each) != each)
                    return true;
    }
    return false;
}

bool ModelEmitter::isClean(const Node& node) const {
    if (!m_source || m_source->baseline.node(node.id).get() != &node || rewrites(node))
        return false;
    for (const GraphId body : node.subgraphs())
        if (isDirty(body))
            return false;
    if (m_renamed.empty())
        return true;
    for (const auto* list : {&node.inputs, &node.outputs})
        for (const ValueId id : *list)
            if (m_renamed.contains(id))
                return false;
    return true;
}

bool ModelEmitter::sameInfo(ValueId id) const {
    if (!m_source)
        return false;
    const auto &before = m_source->baseline.value(id), &now = m_model.value(id);
    return before && now &&
           (before == now || (before->name == now->name && before->type == now->type &&
                              before->annotations == now->annotations));
}

const std::vector<SourceEntry>& ModelEmitter::entries(GraphId graph) const {
    static const std::vector<SourceEntry> kNone;
    return m_source && graph.value < m_source->graphEntries.size()
               ? m_source->graphEntries[graph.value]
               : kNone;
}

void ModelEmitter::verbatim(const SourceEntry& entry, Rope& out) const {
    out.append(m_source->bytes(entry.whole));
}

const std::string& ModelEmitter::nameOf(ValueId id) const {
    static const std::string kOmitted;
    const auto& value = m_model.value(id);
    return value ? value->name : kOmitted;
}

void ModelEmitter::emitAnnotations(const AnnotationsPtr& annotations, std::uint32_t doc,
                                   std::uint32_t metadata, Rope& out) const {
    if (!annotations)
        return;
    emitText(doc, annotations->docString, out);
    for (const auto& [key, value] : annotations->metadata)
        out.messageField(metadata, emitEntry(key, value));
}

Rope ModelEmitter::valueInfo(const Value& value) const {
    Rope out;
    out.stringField(field::valueInfo::name, value.name);
    if (value.type)
        out.messageField(field::valueInfo::type, emitType(*value.type));
    emitAnnotations(value.annotations, field::valueInfo::docString, field::valueInfo::metadata,
                    out);
    return out;
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
        out.messageField(f::sparseTensor, emitSparse(**thin));
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
            out.messageField(f::sparseTensors, emitSparse(*each));
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
    return true;
}

/// A node that was read and then changed: field by field as it stood, with new bytes only where
/// something is new. What this program does not know stays where it was.
Rope ModelEmitter::editedNode(const Node& node, const Node& before) {
    namespace f = field::node;
    Rope out;
    std::unordered_set<std::uint32_t> written;
    std::size_t nextAttribute = 0;
    std::unordered_set<std::string> namesDone;
    const auto names = [&](std::uint32_t number, const IdList<ValueId>& now,
                           const IdList<ValueId>& old, Bytes whole) {
        const bool same = now == old && std::none_of(now.begin(), now.end(), [this](ValueId id) {
                              return m_renamed.contains(id);
                          });
        if (same)
            out.append(whole);
        else if (written.insert(number).second)
            for (const ValueId id : now)
                out.stringField(number, nameOf(id));
        written.insert(number);
    };
    const auto text = [&](std::uint32_t number, const std::string& now, const std::string& old,
                          Bytes whole) {
        written.insert(number);
        if (now == old)
            out.append(whole);
        else
            emitText(number, now, out);
    };
    wire::Field message;
    wire::Reader(m_source->file.bytes(), m_source->nodeSpans[node.id.value]).next(message);
    wire::Reader reader(m_source->file.bytes(), message.payload);
    for (wire::Field field; reader.next(field);) {
        const Bytes whole = m_source->bytes(field.whole);
        switch (field.number) {
        case f::input: names(f::input, node.inputs, before.inputs, whole); break;
        case f::output: names(f::output, node.outputs, before.outputs, whole); break;
        case f::name: text(f::name, node.name, before.name, whole); break;
        case f::opType: text(f::opType, node.opType, before.opType, whole); break;
        case f::domain: text(f::domain, node.domain, before.domain, whole); break;
        case f::overload: text(f::overload, node.overload, before.overload, whole); break;
        case f::attribute: {
            const AttributePtr& old = (*before.attributes)[nextAttribute++];
            const Attribute* now = node.attribute(old->name);
            if (!now || !namesDone.insert(old->name).second)
                break;
            if (now == old.get() && isCleanAttribute(*now))
                out.append(whole);
            else
                out.messageField(f::attribute, attribute(*now));
            break;
        }
        case f::docString:
        case f::metadata:
            if (node.annotations == before.annotations)
                out.append(whole);
            break;
        default: out.append(whole); break;
        }
    }
    if (!written.contains(f::input))
        for (const ValueId id : node.inputs)
            out.stringField(f::input, nameOf(id));
    if (!written.contains(f::output))
        for (const ValueId id : node.outputs)
            out.stringField(f::output, nameOf(id));
    for (const auto& [number, value] :
         {std::pair<std::uint32_t, const std::string&>(f::name, node.name),
          {f::opType, node.opType},
          {f::domain, node.domain},
          {f::overload, node.overload}})
        if (!written.contains(number))
            emitText(number, value, out);
    for (const auto& each : *node.attributes)
        if (!namesDone.contains(each->name))
            out.messageField(f::attribute, attribute(*each));
    if (node.annotations != before.annotations)
        emitAnnotations(node.annotations, f::docString, f::metadata, out);
    return out;
}

void ModelEmitter::nodesUpTo(NodeId last, std::uint32_t number, Rope& out) {
    const std::size_t mine = m_states.size() - 1; // a body that is emitted here adds states
    while (m_states[mine].nextNode < m_states[mine].order.size()) {
        const NodeId id = m_states[mine].order[m_states[mine].nextNode++];
        const auto& each = *m_model.node(id);
        if (isClean(each)) {
            out.append(m_source->bytes(m_source->nodeSpans[id.value]));
        } else {
            out.messageField(number, node(each));
        }
        if (id == last)
            return;
    }
}

void ModelEmitter::valueList(const std::vector<ValueId>& now, const std::vector<ValueId>& before,
                             std::uint32_t number, const SourceEntry& entry, Rope& out) {
    auto& state = m_states.back();
    const bool function = number == field::function::input || number == field::function::output;
    const auto emit = [&](ValueId id) {
        if (function)
            out.stringField(number, nameOf(id));
        else
            out.messageField(number, valueInfo(*m_model.value(id)));
    };
    if (now == before) {
        const ValueId id{entry.id};
        if (!id || (sameInfo(id) && !m_renamed.contains(id)))
            verbatim(entry, out);
        else
            emit(id);
        state.done.insert(key(number, 0));
        return;
    }
    if (!state.done.insert(key(number, 0)).second)
        return;
    for (const ValueId id : now)
        emit(id);
}

void ModelEmitter::graphEntry(const Graph& graph, const SourceEntry& entry, Rope& out) {
    namespace f = field::graph;
    auto& state = m_states.back();
    const auto& before = *m_source->baseline.graph(graph.id);
    const ValueId valueId{entry.id};
    const auto& value = m_model.value(valueId);
    switch (entry.field) {
    case f::node:
        if (m_model.node(NodeId{entry.id}))
            nodesUpTo(NodeId{entry.id}, f::node, out);
        return;
    case f::initializer: {
        if (!value || !value->initializer)
            return;
        state.done.insert(key(f::initializer, entry.id));
        const TensorPtr now = rewritten(value->initializer);
        if (now == m_source->baseline.value(valueId)->initializer && !m_renamed.contains(valueId)) {
            verbatim(entry, out);
        } else {
            Tensor named = *now;
            named.name = value->name;
            out.messageField(f::initializer, emitTensor(named));
        }
        return;
    }
    case f::sparseInitializer:
        if (value && value->sparseInitializer)
            verbatim(entry, out);
        return;
    case f::input: valueList(graph.inputs, before.inputs, f::input, entry, out); return;
    case f::output: valueList(graph.outputs, before.outputs, f::output, entry, out); return;
    case f::valueInfo:
        if (entry.id && !value)
            return;
        state.done.insert(key(f::valueInfo, entry.id));
        if (!entry.id || sameInfo(valueId))
            verbatim(entry, out);
        else
            out.messageField(f::valueInfo, valueInfo(*value));
        return;
    case f::name:
        if (before.name == graph.name)
            verbatim(entry, out);
        else
            out.stringField(f::name, graph.name);
        return;
    case f::docString:
    case f::metadata:
        if (before.annotations == graph.annotations)
            verbatim(entry, out);
        else if (state.done.insert(key(f::metadata, 0)).second)
            emitAnnotations(graph.annotations, f::docString, f::metadata, out);
        return;
    case f::quantization:
        if (m_renamed.empty())
            verbatim(entry, out);
        else if (state.done.insert(key(f::quantization, 0)).second)
            for (const auto& annotation : graph.quantization) {
                Rope each;
                each.stringField(field::annotation::tensorName, nameOf(annotation.tensor));
                for (const auto& [role, id] : annotation.parameters)
                    each.messageField(field::annotation::parameter, emitEntry(role, nameOf(id)));
                out.messageField(f::quantization, std::move(each));
            }
        return;
    default: verbatim(entry, out); return; // unknown to us, kept
    }
}

void ModelEmitter::restOfGraph(const Graph& graph, Rope& out) {
    namespace f = field::graph;
    auto& state = m_states.back();
    const bool fresh = entries(graph.id).empty();
    nodesUpTo({}, f::node, out);
    if (fresh) {
        emitText(f::name, graph.name, out);
        emitAnnotations(graph.annotations, f::docString, f::metadata, out);
    }
    for (const ValueId id : m_values[graph.id.value]) {
        const auto& value = *m_model.value(id);
        if (value.initializer && !state.done.contains(key(f::initializer, id.value))) {
            Tensor named = *rewritten(value.initializer);
            named.name = value.name;
            out.messageField(f::initializer, emitTensor(named));
        }
        if (value.sparseInitializer && fresh)
            out.messageField(f::sparseInitializer, emitSparse(*value.sparseInitializer));
    }
    const auto interface = [&](const std::vector<ValueId>& list, std::uint32_t number) {
        if (!state.done.insert(key(number, 0)).second)
            return;
        for (const ValueId id : list)
            out.messageField(number, valueInfo(*m_model.value(id)));
    };
    interface(graph.inputs, f::input);
    interface(graph.outputs, f::output);
    std::unordered_set<ValueId> ends(graph.inputs.begin(), graph.inputs.end());
    ends.insert(graph.outputs.begin(), graph.outputs.end());
    for (const ValueId id : m_values[graph.id.value]) {
        const auto& value = *m_model.value(id);
        if (!value.type || ends.contains(id) || value.isConstant() ||
            state.done.contains(key(f::valueInfo, id.value)))
            continue;
        if (fresh || !m_source->baseline.value(id) ||
            m_source->baseline.value(id)->type != value.type)
            out.messageField(f::valueInfo, valueInfo(value));
    }
}

Rope ModelEmitter::graph(GraphId id) {
    const auto& record = *m_model.graph(id);
    m_states.push_back({m_order.topological(id), 0, {}});
    Rope out;
    for (const auto& entry : entries(id))
        graphEntry(record, entry, out);
    restOfGraph(record, out);
    m_states.pop_back();
    return out;
}

void ModelEmitter::functionEntry(const Graph& graph, const SourceEntry& entry, Rope& out) {
    namespace f = field::function;
    const auto& before = *m_source->baseline.graph(graph.id);
    switch (entry.field) {
    case f::node:
        if (m_model.node(NodeId{entry.id}))
            nodesUpTo(NodeId{entry.id}, f::node, out);
        return;
    case f::input: valueList(graph.inputs, before.inputs, f::input, entry, out); return;
    case f::output: valueList(graph.outputs, before.outputs, f::output, entry, out); return;
    case f::name:
        if (before.name != graph.name)
            out.stringField(f::name, graph.name);
        else
            verbatim(entry, out);
        return;
    case f::valueInfo:
        if (!entry.id || sameInfo(ValueId{entry.id}))
            verbatim(entry, out);
        else if (const auto& value = m_model.value(ValueId{entry.id}))
            out.messageField(f::valueInfo, valueInfo(*value));
        return;
    default: verbatim(entry, out); return;
    }
}

void ModelEmitter::restOfFunction(const Graph& graph, Rope& out) {
    namespace f = field::function;
    nodesUpTo({}, f::node, out);
    if (!entries(graph.id).empty())
        return;
    const auto& info = *graph.function;
    out.stringField(f::name, graph.name);
    for (const ValueId id : graph.inputs)
        out.stringField(f::input, nameOf(id));
    for (const ValueId id : graph.outputs)
        out.stringField(f::output, nameOf(id));
    for (const auto& name : info.attributes)
        out.stringField(f::attribute, name);
    for (const auto& each : info.defaults)
        out.messageField(f::attributeProto, attribute(*each));
    for (const auto& import : info.opsets)
        out.messageField(f::opsetImport, emitOpset(import));
    emitText(f::domain, info.domain, out);
    emitText(f::overload, info.overload, out);
    emitAnnotations(graph.annotations, f::docString, f::metadata, out);
}

Rope ModelEmitter::function(GraphId id) {
    const auto& record = *m_model.graph(id);
    m_states.push_back({m_order.topological(id), 0, {}});
    Rope out;
    for (const auto& entry : entries(id))
        functionEntry(record, entry, out);
    restOfFunction(record, out);
    m_states.pop_back();
    return out;
}

void ModelEmitter::modelHeader(Rope& out) const {
    namespace f = field::model;
    const auto& info = m_model.info();
    out.varintField(f::irVersion, static_cast<std::uint64_t>(info.irVersion));
    emitText(f::producerName, info.producerName, out);
    emitText(f::producerVersion, info.producerVersion, out);
    emitText(f::domain, info.domain, out);
    if (info.modelVersion)
        out.varintField(f::modelVersion, static_cast<std::uint64_t>(info.modelVersion));
    for (const auto& import : info.opsets)
        out.messageField(f::opsetImport, emitOpset(import));
    emitAnnotations(info.annotations, f::docString, f::metadata, out);
}

Rope ModelEmitter::model() {
    namespace f = field::model;
    Rope out;
    const auto& info = m_model.info();
    const bool sameHeader = m_source && m_source->baseline.infoPtr() == m_model.infoPtr();
    if (sameHeader && m_dirty.empty()) {
        out.append(m_source->file.bytes());
        return out;
    }
    std::unordered_set<GraphId> written;
    if (!sameHeader)
        modelHeader(out);
    for (const auto& entry : m_source ? m_source->modelEntries : std::vector<SourceEntry>()) {
        const GraphId id{entry.id};
        const bool isGraph = entry.field == f::graph || entry.field == f::functions;
        if (isGraph && !m_model.graph(id))
            continue;
        written.insert(id);
        const bool header =
            !isGraph && entry.field != f::trainingInfo && entry.field < f::functions && !sameHeader;
        if (header)
            continue;
        if (!isGraph || !isDirty(id))
            verbatim(entry, out);
        else if (entry.field == f::graph)
            out.messageField(f::graph, graph(id));
        else
            out.messageField(f::functions, function(id));
    }
    if (!written.contains(info.mainGraph))
        out.messageField(f::graph, graph(info.mainGraph));
    for (const GraphId id : info.functions)
        if (!written.contains(id))
            out.messageField(f::functions, function(id));
    return out;
}

} // namespace partita
