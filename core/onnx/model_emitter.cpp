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
    // What moved to another graph is also gone from the one that it left.
    const auto markBoth = [&](const auto& change) {
        for (const auto& record : {change.before, change.after})
            if (record)
                markDirty(record->graph);
    };
    const ModelDelta delta = diff(m_source->baseline, m_model);
    for (const auto& change : delta.graphs)
        markDirty(change.id);
    for (const auto& change : delta.nodes)
        markBoth(change);
    for (const auto& change : delta.values) {
        markBoth(change);
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
        if ((value->initializer && m_rewrite(value->initializer) != value->initializer) ||
            rewrites(value->sparseInitializer))
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
        if (const auto* sparse = std::get_if<SparseTensorPtr>(&attribute->value);
            sparse && rewrites(*sparse))
            return true;
        if (const auto* many = std::get_if<std::vector<SparseTensorPtr>>(&attribute->value))
            for (const auto& each : *many)
                if (rewrites(each))
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

void ModelEmitter::nodesUpTo(NodeId last, std::uint32_t number, Rope& out) {
    const std::size_t mine = m_states.size() - 1; // emitting a body adds states
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

/// An initializer that the graph still has.
void ModelEmitter::initializerEntry(const Value& value, const SourceEntry& entry, Rope& out) {
    namespace f = field::graph;
    m_states.back().done.insert(key(f::initializer, entry.id));
    const TensorPtr now = rewritten(value.initializer);
    if (now == m_source->baseline.value(value.id)->initializer && !m_renamed.contains(value.id)) {
        verbatim(entry, out);
        return;
    }
    Tensor named = *now;
    named.name = value.name;
    out.messageField(f::initializer, emitTensor(named));
}

void ModelEmitter::sparseEntry(const Value& value, const SourceEntry& entry, Rope& out) {
    namespace f = field::graph;
    m_states.back().done.insert(key(f::sparseInitializer, entry.id));
    if (value.sparseInitializer == m_source->baseline.value(value.id)->sparseInitializer &&
        !m_renamed.contains(value.id) && !rewrites(value.sparseInitializer))
        verbatim(entry, out);
    else
        out.messageField(f::sparseInitializer, sparse(*value.sparseInitializer, value.name));
}

/// An entry of a value that the graph may have no more; one without a number is of no value.
void ModelEmitter::valueInfoEntry(const Graph& graph, const SourceEntry& entry, Rope& out) {
    namespace f = field::graph;
    const auto& value = m_model.value(ValueId{entry.id});
    if (entry.id && (!value || value->graph != graph.id))
        return;
    m_states.back().done.insert(key(f::valueInfo, entry.id));
    if (!entry.id || sameInfo(ValueId{entry.id}))
        verbatim(entry, out);
    else if (value->type || value->annotations) // a type that is known no more is not said
        out.messageField(f::valueInfo, valueInfo(*value));
}

void ModelEmitter::graphEntry(const Graph& graph, const SourceEntry& entry, Rope& out) {
    namespace f = field::graph;
    auto& state = m_states.back();
    const auto& before = *m_source->baseline.graph(graph.id);
    const auto& value = m_model.value(ValueId{entry.id});
    switch (entry.field) {
    case f::node:
        if (m_model.node(NodeId{entry.id}))
            nodesUpTo(NodeId{entry.id}, f::node, out);
        return;
    case f::initializer:
        if (value && value->initializer && value->graph == graph.id)
            initializerEntry(*value, entry, out);
        return;
    case f::sparseInitializer:
        if (value && value->sparseInitializer && value->graph == graph.id)
            sparseEntry(*value, entry, out);
        return;
    case f::input: valueList(graph.inputs, before.inputs, f::input, entry, out); return;
    case f::output: valueList(graph.outputs, before.outputs, f::output, entry, out); return;
    case f::valueInfo: valueInfoEntry(graph, entry, out); return;
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
        if (m_renamed.empty() && before.quantization.size() == graph.quantization.size()) {
            state.done.insert(key(f::quantization, 0));
            verbatim(entry, out);
        } else {
            quantization(graph, out);
        }
        return;
    default: verbatim(entry, out); return; // unknown fields are kept
    }
}

void ModelEmitter::quantization(const Graph& graph, Rope& out) {
    namespace f = field::graph;
    if (!m_states.back().done.insert(key(f::quantization, 0)).second)
        return;
    for (const auto& annotation : graph.quantization) {
        if (!m_model.value(annotation.tensor))
            continue;
        Rope each;
        each.stringField(field::annotation::tensorName, nameOf(annotation.tensor));
        for (const auto& [role, id] : annotation.parameters)
            if (m_model.value(id))
                each.messageField(field::annotation::parameter, emitEntry(role, nameOf(id)));
        out.messageField(f::quantization, std::move(each));
    }
}

/// Whether the file that was read gives the value its type at the place where it is now. The type of
/// an input, an output or a constant goes with its entry, and that of a body with the body.
bool ModelEmitter::isTypedAsRead(ValueId id) const {
    const Model& before = m_source->baseline;
    const auto &then = before.value(id), &now = m_model.value(id);
    if (!then || then->graph != now->graph || then->type != now->type || then->isConstant())
        return false;
    const Graph& graph = *before.graph(then->graph);
    return std::ranges::find(graph.inputs, id) == graph.inputs.end() &&
           std::ranges::find(graph.outputs, id) == graph.outputs.end();
}

void ModelEmitter::restOfGraph(const Graph& graph, Rope& out) {
    namespace f = field::graph;
    auto& state = m_states.back();
    const bool fresh = entries(graph.id).empty();
    nodesUpTo({}, f::node, out);
    if (fresh) {
        emitText(f::name, graph.name, out);
        emitAnnotations(graph.annotations, f::docString, f::metadata, out);
    } else if (graph.annotations != m_source->baseline.graph(graph.id)->annotations &&
               state.done.insert(key(f::metadata, 0)).second) { // the file has none
        emitAnnotations(graph.annotations, f::docString, f::metadata, out);
    }
    for (const ValueId id : m_values[graph.id.value]) {
        const auto& value = *m_model.value(id);
        if (value.initializer && !state.done.contains(key(f::initializer, id.value))) {
            Tensor named = *rewritten(value.initializer);
            named.name = value.name;
            out.messageField(f::initializer, emitTensor(named));
        }
        if (value.sparseInitializer && !state.done.contains(key(f::sparseInitializer, id.value)))
            out.messageField(f::sparseInitializer, sparse(*value.sparseInitializer, value.name));
    }
    const auto interface = [&](const std::vector<ValueId>& list, std::uint32_t number) {
        if (!state.done.insert(key(number, 0)).second)
            return;
        for (const ValueId id : list)
            out.messageField(number, valueInfo(*m_model.value(id)));
    };
    interface(graph.inputs, f::input);
    interface(graph.outputs, f::output);
    quantization(graph, out);
    std::unordered_set<ValueId> ends(graph.inputs.begin(), graph.inputs.end());
    ends.insert(graph.outputs.begin(), graph.outputs.end());
    for (const ValueId id : m_values[graph.id.value]) {
        const auto& value = *m_model.value(id);
        if (!value.type || !mayBeSaid(*value.type) || ends.contains(id) || value.isConstant() ||
            state.done.contains(key(f::valueInfo, id.value)))
            continue;
        if (fresh || !isTypedAsRead(id))
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
        if (const auto& value = m_model.value(ValueId{entry.id});
            !entry.id || (sameInfo(ValueId{entry.id}) && value->graph == graph.id))
            verbatim(entry, out);
        else if (value && value->graph == graph.id)
            out.messageField(f::valueInfo, valueInfo(*value));
        return;
    case f::opsetImport:
        if (before.function == graph.function)
            verbatim(entry, out);
        else if (m_states.back().done.insert(key(f::opsetImport, 0)).second)
            for (const auto& import : graph.function->opsets)
                out.messageField(f::opsetImport, emitOpset(import));
        return;
    case f::docString:
    case f::metadata:
        if (before.annotations == graph.annotations)
            verbatim(entry, out);
        else if (m_states.back().done.insert(key(f::metadata, 0)).second)
            emitAnnotations(graph.annotations, f::docString, f::metadata, out);
        return;
    default: verbatim(entry, out); return;
    }
}

void ModelEmitter::restOfFunction(const Graph& graph, Rope& out) {
    namespace f = field::function;
    nodesUpTo({}, f::node, out);
    if (!entries(graph.id).empty()) {
        if (graph.annotations != m_source->baseline.graph(graph.id)->annotations &&
            m_states.back().done.insert(key(f::metadata, 0)).second) // the file has none
            emitAnnotations(graph.annotations, f::docString, f::metadata, out);
        return;
    }
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
