#include "core/onnx/graph_reader.h"

#include <unordered_set>

#include "core/base/try.h"
#include "core/ir/function_calls.h"
#include "core/onnx/proto_fields.h"

namespace partita {

using wire::Field;
using wire::Span;
using wire::WireType;

namespace {

/// Limits the memory that a hostile file can take: a node of two bytes in the file takes some 300
/// bytes in memory. No honest model has more nodes than this.
constexpr std::uint32_t kMaxNodes = 20'000'000;

AnnotationsPtr share(Annotations annotations) {
    if (annotations.docString.empty() && annotations.metadata.empty())
        return nullptr;
    return std::make_shared<const Annotations>(std::move(annotations));
}

} // namespace

void GraphReader::note(GraphId graph, const Field& field, std::uint32_t id) {
    if (m_source.graphEntries.size() <= graph.value)
        m_source.graphEntries.resize(graph.value + 1);
    m_source.graphEntries[graph.value].push_back({field.number, id, field.whole});
}

const ValueId* GraphReader::find(std::string_view name, Scope& scope) {
    const auto isNamed = [&](ValueId id) { return m_values[id.value]->name == name; };
    // Files name tensors in the order in which nodes make them; a look at the neighbour of the last
    // one is cheaper than one at a table that no cache holds. A body may rename its values.
    if (!scope.outer)
        for (ValueId near : {m_last, ValueId{m_last.value + 1}})
            if (near && near.value < m_values.size() &&
                m_values[near.value]->graph == scope.graph && isNamed(near))
                return &(m_last = near);
    const ValueId* found = scope.names.find(std::hash<std::string_view>()(name), isNamed);
    if (found)
        m_last = *found;
    return found;
}

ValueId GraphReader::declare(std::string_view name, Scope& scope) {
    if (const ValueId* found = find(name, scope))
        return *found;
    const ValueId id = m_builder.newValue();
    auto made = std::make_shared<Value>();
    made->id = id;
    made->graph = scope.graph;
    made->name = name;
    scope.names.insert(std::hash<std::string_view>()(name), id);
    m_values.push_back(std::move(made));
    m_producers.push_back({});
    return id;
}

ValueId GraphReader::resolve(std::string_view name, Scope& scope) {
    if (name.empty())
        return {};
    for (Scope* at = &scope; at; at = at->outer)
        if (const ValueId* found = find(name, *at))
            return *found;
    return declare(name, scope); // no node produces it; `check` reports that
}

Result<OpsetImport> GraphReader::opset(Span span) {
    OpsetImport import;
    auto reader = m_messages.fields(span);
    for (Field field; reader.next(field);) {
        if (field.number == field::opset::domain)
            import.domain = m_messages.text(field);
        else if (field.number == field::opset::version)
            import.version = field.asInt();
    }
    PARTITA_TRY(MessageReader::finished(reader, PARTITA_TEXT("an opset import")));
    return import;
}

/// Values whose types have equal bytes share one Type: a model has many values but few types.
Result<TypePtr> GraphReader::sharedType(const Field& field) {
    TypePtr& known = m_types[m_messages.view(field)];
    if (!known) {
        known = PARTITA_TRY(m_messages.type(field.payload));
    }
    return known;
}

/// Nodes share the names of operators and domains: a model has many nodes but few operators.
SharedString GraphReader::shared(const Field& field) {
    const std::string_view text = m_messages.view(field);
    return m_operatorTexts.try_emplace(text, text).first->second;
}

Result<ValueId> GraphReader::valueInfo(Span span, Scope& scope) {
    std::string_view name;
    TypePtr type;
    Annotations annotations;
    auto reader = m_messages.fields(span);
    for (Field field; reader.next(field);) {
        switch (field.number) {
        case field::valueInfo::name: name = m_messages.view(field); break;
        case field::valueInfo::docString: annotations.docString = m_messages.text(field); break;
        case field::valueInfo::type: {
            type = PARTITA_TRY(sharedType(field));
            break;
        }
        case field::valueInfo::metadata: {
            auto pair = PARTITA_TRY(m_messages.entry(field.payload));
            annotations.metadata.push_back(std::move(pair));
            break;
        }
        default: break;
        }
    }
    PARTITA_TRY(MessageReader::finished(reader, PARTITA_TEXT("a value")));
    if (name.empty())
        return ValueId{};
    const ValueId id = declare(name, scope);
    if (type)
        value(id).type = type;
    if (auto shared = share(std::move(annotations)))
        value(id).annotations = std::move(shared);
    return id;
}

Result<ValueId> GraphReader::initializer(Span span, Scope& scope) {
    auto tensor = PARTITA_TRY(m_messages.tensor(span));
    const ValueId id = declare(tensor->name, scope);
    if (value(id).isConstant())
        return Error{Errc::invalidModel,
                     PARTITA_TEXT("initializer '{0}' is defined twice", tensor->name),
                     {},
                     PARTITA_TEXT("rename or remove one of them")};
    value(id).initializer = std::move(tensor);
    return id;
}

Result<ValueId> GraphReader::sparseInitializer(Span span, Scope& scope) {
    auto sparse = PARTITA_TRY(m_messages.sparseTensor(span));
    const std::string name = sparse->values ? sparse->values->name : std::string();
    const ValueId id = declare(name, scope);
    if (value(id).isConstant())
        return Error{Errc::invalidModel,
                     PARTITA_TEXT("initializer '{0}' is defined twice", name),
                     {},
                     PARTITA_TEXT("rename or remove one of them")};
    value(id).sparseInitializer = std::move(sparse);
    return id;
}

Result<void> GraphReader::quantization(Span span, Graph& graph, Scope& scope) {
    QuantizationAnnotation annotation;
    auto reader = m_messages.fields(span);
    for (Field field; reader.next(field);) {
        if (field.number == field::annotation::tensorName) {
            annotation.tensor = resolve(m_messages.view(field), scope);
        } else if (field.number == field::annotation::parameter) {
            auto pair = PARTITA_TRY(m_messages.entry(field.payload));
            annotation.parameters.emplace_back(pair.first, resolve(pair.second, scope));
        }
    }
    graph.quantization.push_back(std::move(annotation));
    return MessageReader::finished(reader, PARTITA_TEXT("a quantization annotation"));
}

Result<GraphReader::PendingNode> GraphReader::declareNode(const Field& whole, Scope& scope) {
    PendingNode pending{std::make_shared<Node>(), decltype(PendingNode::inputs)(&m_scratch),
                        decltype(PendingNode::attributes)(&m_scratch)};
    Node& node = *pending.node;
    node.id = m_builder.newNode();
    node.graph = scope.graph;
    if (node.id.value > kMaxNodes)
        return Error{Errc::unsupported,
                     PARTITA_TEXT("more than {0} nodes", kMaxNodes),
                     {},
                     PARTITA_TEXT("the file is damaged or malicious")};
    m_source.nodeSpans.resize(node.id.value + 1);
    m_source.nodeSpans[node.id.value] = whole.whole;
    Annotations annotations;
    std::vector<std::string_view> outputs;
    auto reader = m_messages.fields(whole.payload);
    for (Field field; reader.next(field);) {
        switch (field.number) {
        case field::node::input: pending.inputs.push_back(m_messages.view(field)); break;
        case field::node::output: outputs.push_back(m_messages.view(field)); break;
        case field::node::name: node.name = m_messages.text(field); break;
        case field::node::opType: node.opType = shared(field); break;
        case field::node::domain: node.domain = shared(field); break;
        case field::node::overload: node.overload = shared(field); break;
        case field::node::attribute: pending.attributes.push_back(field.payload); break;
        case field::node::docString: annotations.docString = m_messages.text(field); break;
        case field::node::metadata: {
            auto pair = PARTITA_TRY(m_messages.entry(field.payload));
            annotations.metadata.push_back(std::move(pair));
            break;
        }
        default: break;
        }
    }
    PARTITA_TRY(MessageReader::finished(reader, PARTITA_TEXT("a node")));
    node.annotations = share(std::move(annotations));
    for (const std::string_view name : outputs) {
        const ValueId id = name.empty() ? ValueId{} : declare(name, scope);
        node.outputs.push_back(id);
        if (!id)
            continue;
        if (m_producers[id.value])
            return Error{Errc::invalidModel,
                         PARTITA_TEXT("value '{0}' is made by two nodes", name),
                         {PARTITA_TEXT("node '{0}'", node.label())},
                         PARTITA_TEXT("rename one of them")};
        m_producers[id.value] = node.id;
    }
    return pending;
}

Result<void> GraphReader::finishNodes(std::vector<PendingNode>& nodes, Scope& scope) {
    for (auto& pending : nodes) {
        Node& node = *pending.node;
        for (const std::string_view name : pending.inputs)
            node.inputs.push_back(resolve(name, scope));
        auto attributes = std::make_shared<Attributes>();
        for (const Span span : pending.attributes) {
            auto read = attribute(span, node.id, scope);
            if (!read)
                return std::move(read).error().at(PARTITA_TEXT("node '{0}'", node.label()));
            attributes->push_back(*std::move(read));
        }
        static const auto kNone = std::make_shared<const Attributes>();
        node.attributes = attributes->empty() ? kNone : std::move(attributes);
        m_builder.add(std::shared_ptr<const Node>(std::move(pending.node)));
    }
    return {};
}

Result<void> GraphReader::finishGraph(std::shared_ptr<Graph> graph, Annotations annotations,
                                      std::vector<PendingNode>& nodes, Scope& scope) {
    for (const ValueId input : graph->inputs)
        if (m_producers[input.value])
            return Error{
                Errc::invalidModel,
                PARTITA_TEXT("graph input '{0}' is also made by a node", value(input).name),
                {},
                PARTITA_TEXT("rename one of them")};
    PARTITA_TRY(finishNodes(nodes, scope));
    graph->annotations = share(std::move(annotations));
    m_builder.add(std::shared_ptr<const Graph>(std::move(graph)));
    return {};
}

Result<void> GraphReader::graphField(const Field& field, Graph& graph, Scope& scope,
                                     std::vector<PendingNode>& nodes, Annotations& annotations,
                                     std::uint32_t& entryId) {
    namespace f = field::graph;
    const auto valueEntry = [&](Result<ValueId> read, std::vector<ValueId>* list) -> Result<void> {
        if (!read)
            return std::move(read).error();
        entryId = read->value;
        if (list && *read)
            list->push_back(*read);
        return {};
    };
    switch (field.number) {
    case f::node: {
        auto read = PARTITA_TRY(declareNode(field, scope));
        entryId = read.node->id.value;
        nodes.push_back(std::move(read));
        return {};
    }
    case f::name: graph.name = m_messages.text(field); return {};
    case f::docString: annotations.docString = m_messages.text(field); return {};
    case f::initializer: return valueEntry(initializer(field.payload, scope), nullptr);
    case f::sparseInitializer: return valueEntry(sparseInitializer(field.payload, scope), nullptr);
    case f::input: return valueEntry(valueInfo(field.payload, scope), &graph.inputs);
    case f::output: return valueEntry(valueInfo(field.payload, scope), &graph.outputs);
    case f::valueInfo: return valueEntry(valueInfo(field.payload, scope), nullptr);
    case f::quantization: m_quantization.push_back(field.payload); return {};
    case f::metadata: {
        auto pair = PARTITA_TRY(m_messages.entry(field.payload));
        annotations.metadata.push_back(std::move(pair));
        return {};
    }
    default: return {};
    }
}

Result<GraphId> GraphReader::readGraph(Span span, NodeId parent, Scope* outer) {
    Scope scope{m_builder.newGraph(), {}, outer, outer ? outer->depth + 1 : 0};
    if (scope.depth > static_cast<int>(kMostNestedGraphs))
        return MessageReader::damaged(
            PARTITA_TEXT("graphs nest more than {0} levels", kMostNestedGraphs), span.begin);
    auto graph = std::make_shared<Graph>();
    graph->id = scope.graph;
    graph->parent = parent;
    Annotations annotations;
    std::vector<PendingNode> nodes;
    const std::size_t annotationsBefore = m_quantization.size();
    auto reader = m_messages.fields(span);
    for (Field field; reader.next(field);) {
        std::uint32_t entryId = 0;
        if (auto read = graphField(field, *graph, scope, nodes, annotations, entryId); !read)
            return std::move(read).error().at(PARTITA_TEXT("graph '{0}'", graph->name));
        note(scope.graph, field, entryId);
    }
    PARTITA_TRY(MessageReader::finished(reader, PARTITA_TEXT("a graph")));
    // A body may return a value of an outer graph by name alone; its output is then that value.
    const std::unordered_set<ValueId> inputs(graph->inputs.begin(), graph->inputs.end());
    for (ValueId& output : graph->outputs)
        if (!m_producers[output.value] && !value(output).isConstant() && outer &&
            !inputs.contains(output)) {
            const std::string_view captured = value(output).name;
            const ValueId* found = nullptr;
            for (Scope* at = outer; at && !found; at = at->outer)
                found = find(captured, *at);
            if (found) {
                const ValueId outside = *found;
                *scope.names.find(std::hash<std::string_view>()(captured), [&](ValueId id) {
                    return m_values[id.value]->name == captured;
                }) = outside;
                output = outside;
            }
        }
    const std::vector<Span> quantized(m_quantization.begin() +
                                          static_cast<std::ptrdiff_t>(annotationsBefore),
                                      m_quantization.end());
    m_quantization.resize(annotationsBefore);
    for (const Span annotation : quantized)
        PARTITA_TRY(quantization(annotation, *graph, scope));
    const std::string name = graph->name;
    if (auto done = finishGraph(std::move(graph), std::move(annotations), nodes, scope); !done)
        return std::move(done).error().at(PARTITA_TEXT("graph '{0}'", name));
    return scope.graph;
}

Result<void> GraphReader::functionField(const Field& field, Graph& graph, FunctionInfo& info,
                                        Scope& scope, std::vector<PendingNode>& nodes,
                                        Annotations& annotations, std::vector<Span>& defaults,
                                        std::uint32_t& entryId) {
    namespace f = field::function;
    const auto declared = [&](std::vector<ValueId>& list) {
        const ValueId id = declare(m_messages.view(field), scope);
        entryId = id.value;
        list.push_back(id);
    };
    switch (field.number) {
    case f::name: graph.name = m_messages.text(field); return {};
    case f::domain: info.domain = m_messages.text(field); return {};
    case f::overload: info.overload = m_messages.text(field); return {};
    case f::docString: annotations.docString = m_messages.text(field); return {};
    case f::input: declared(graph.inputs); return {};
    case f::output: declared(graph.outputs); return {};
    case f::attribute: info.attributes.push_back(m_messages.text(field)); return {};
    case f::attributeProto: defaults.push_back(field.payload); return {};
    case f::node: {
        auto read = PARTITA_TRY(declareNode(field, scope));
        entryId = read.node->id.value;
        nodes.push_back(std::move(read));
        return {};
    }
    case f::opsetImport: {
        auto read = PARTITA_TRY(opset(field.payload));
        info.opsets.push_back(std::move(read));
        return {};
    }
    case f::valueInfo: {
        auto read = PARTITA_TRY(valueInfo(field.payload, scope));
        entryId = read.value;
        return {};
    }
    case f::metadata: {
        auto pair = PARTITA_TRY(m_messages.entry(field.payload));
        annotations.metadata.push_back(std::move(pair));
        return {};
    }
    default: return {};
    }
}

Result<GraphId> GraphReader::readFunction(Span span) {
    Scope scope{m_builder.newGraph(), {}, nullptr, 0};
    auto graph = std::make_shared<Graph>();
    auto info = std::make_shared<FunctionInfo>();
    graph->id = scope.graph;
    Annotations annotations;
    std::vector<PendingNode> nodes;
    std::vector<Span> defaults;
    auto reader = m_messages.fields(span);
    for (Field field; reader.next(field);) {
        std::uint32_t entryId = 0;
        if (auto read =
                functionField(field, *graph, *info, scope, nodes, annotations, defaults, entryId);
            !read)
            return std::move(read).error().at(PARTITA_TEXT("function '{0}'", graph->name));
        note(scope.graph, field, entryId);
    }
    PARTITA_TRY(MessageReader::finished(reader, PARTITA_TEXT("a function")));
    for (const Span each : defaults) {
        auto read = PARTITA_TRY(attribute(each, {}, scope));
        info->defaults.push_back(std::move(read));
    }
    graph->function = std::move(info);
    const std::string name = graph->name;
    if (auto done = finishGraph(std::move(graph), std::move(annotations), nodes, scope); !done)
        return std::move(done).error().at(PARTITA_TEXT("function '{0}'", name));
    return scope.graph;
}

Result<void> GraphReader::modelField(const Field& field, ModelInfo& info) {
    using namespace field::model;
    SourceEntry entry{field.number, 0, field.whole};
    const auto addGraph = [&](Result<GraphId> read) -> Result<void> {
        if (!read)
            return std::move(read).error();
        entry.id = read->value;
        if (field.number == functions)
            info.functions.push_back(*read);
        else
            info.mainGraph = *read;
        return {};
    };
    Result<void> done;
    switch (field.number) {
    case irVersion: info.irVersion = field.asInt(); break;
    case modelVersion: info.modelVersion = field.asInt(); break;
    case producerName: info.producerName = m_messages.text(field); break;
    case producerVersion: info.producerVersion = m_messages.text(field); break;
    case domain: info.domain = m_messages.text(field); break;
    case trainingInfo: ++info.trainingInfos; break;
    case functions: done = addGraph(readFunction(field.payload)); break;
    case graph:
        if (info.mainGraph)
            return MessageReader::damaged(PARTITA_TEXT("a second main graph"), field.whole.begin);
        done = addGraph(readGraph(field.payload, {}, nullptr));
        break;
    case opsetImport: {
        auto read = PARTITA_TRY(opset(field.payload));
        info.opsets.push_back(std::move(read));
        break;
    }
    default: break;
    }
    m_source.modelEntries.push_back(entry);
    return done;
}

Result<Model> GraphReader::readModel(Span whole) {
    ModelInfo info;
    Annotations annotations;
    auto reader = m_messages.fields(whole);
    for (Field field; reader.next(field);) {
        if (field.number == field::model::docString)
            annotations.docString = m_messages.text(field);
        if (field.number == field::model::metadata) {
            auto pair = PARTITA_TRY(m_messages.entry(field.payload));
            annotations.metadata.push_back(std::move(pair));
        }
        PARTITA_TRY(modelField(field, info));
    }
    PARTITA_TRY(MessageReader::finished(reader, PARTITA_TEXT("the model")));
    if (!info.mainGraph)
        return Error{Errc::invalidModel,
                     PARTITA_TEXT("there is no graph in it"),
                     {},
                     PARTITA_TEXT("choose an ONNX model")};
    info.annotations = share(std::move(annotations));
    for (std::size_t i = 1; i < m_values.size(); ++i)
        m_builder.add(std::shared_ptr<const Value>(m_values[i]));
    return std::move(m_builder).finish(std::move(info));
}

} // namespace partita
