#include "core/edits/edit_tools.h"

#include <algorithm>

#include "core/base/numbered_name.h"
#include "core/ir/ep_context.h"

namespace partita {

namespace {

Error missing(Message what) {
    return {Errc::usage, std::move(what), {}, PARTITA_TEXT("take it from the model as it is now")};
}

} // namespace

Result<std::shared_ptr<const Node>> existing(const Model& model, NodeId id) {
    if (const auto& node = model.node(id))
        return node;
    return missing(PARTITA_TEXT("the model has no node #{0}", id.value));
}

Result<std::shared_ptr<const Value>> existing(const Model& model, ValueId id) {
    if (const auto& value = model.value(id))
        return value;
    return missing(PARTITA_TEXT("the model has no tensor #{0}", id.value));
}

Result<std::shared_ptr<const Graph>> existing(const Model& model, GraphId id) {
    if (const auto& graph = model.graph(id))
        return graph;
    return missing(PARTITA_TEXT("the model has no graph #{0}", id.value));
}

Result<std::vector<NodeId>> existing(const Model& model, const std::vector<NodeId>& ids) {
    if (ids.empty())
        return Error{Errc::usage, PARTITA_TEXT("no node is named"), {}, {}};
    std::vector<NodeId> nodes = ids;
    std::ranges::sort(nodes);
    nodes.erase(std::ranges::unique(nodes).begin(), nodes.end());
    for (const NodeId id : nodes)
        if (auto found = existing(model, id); !found)
            return std::move(found).error();
    return nodes;
}

NamesInUse::NamesInUse(Model model) : m_model(std::move(model)) {}

template <class F> void NamesInUse::forEachName(F&& visit) const {
    m_model.values().forEach([&](ValueId, const auto& value) { visit(value->name); });
    m_model.nodes().forEach([&](NodeId, const auto& node) { visit(node->name); });
    std::ranges::for_each(m_added, visit);
}

std::string NamesInUse::unique(const std::string& wish) {
    // To look through all names is faster than to hash them, but not for each of many.
    constexpr std::size_t kLookedThrough = 32;
    std::unordered_set<std::string_view> alike;
    const bool isFew = m_added.size() < kLookedThrough;
    if (isFew)
        forEachName([&](const std::string& name) {
            if (name.starts_with(wish))
                alike.insert(name);
        });
    else if (m_names.empty())
        forEachName([&](const std::string& name) { m_names.insert(name); });
    const auto& taken = isFew ? alike : m_names;
    std::string name = numberedName(
        wish, 1, [&](const std::string& each) { return !each.empty() && !taken.contains(each); });
    m_added.push_back(name);
    if (!isFew)
        m_names.insert(m_added.back());
    return name;
}

GraphId rootOf(const Model& model, GraphId graph) {
    for (std::uint64_t depth = 0; depth < kMostNestedGraphs; ++depth) {
        const auto& found = model.graph(graph);
        const auto& holder = model.node(found ? found->parent : NodeId{});
        if (!holder)
            break;
        graph = holder->graph;
    }
    return graph;
}

bool sees(const Model& model, GraphId inner, GraphId outer) {
    for (std::uint64_t depth = 0; depth <= kMostNestedGraphs; ++depth) {
        if (inner == outer)
            return true;
        const auto& found = model.graph(inner);
        const auto& holder = model.node(found ? found->parent : NodeId{});
        if (!holder)
            break;
        inner = holder->graph;
    }
    return false;
}

NodeId nodeWithin(const Model& model, NodeId id, GraphId graph) {
    for (std::uint64_t depth = 0; depth <= kMostNestedGraphs; ++depth) {
        const auto& node = model.node(id);
        if (!node || node->graph == graph)
            return node ? id : NodeId{};
        const auto& body = model.graph(node->graph);
        id = body ? body->parent : NodeId{};
    }
    return {};
}

std::optional<std::int64_t> opsetIn(const Model& model, GraphId graph, std::string_view domain) {
    const auto& root = model.graph(rootOf(model, graph));
    if (!root || !root->function)
        return model.info().opset(domain);
    ModelInfo ofFunction;
    ofFunction.opsets = root->function->opsets;
    return ofFunction.opset(domain);
}

GraphId functionOf(const Model& model, const Node& node) {
    const auto plain = [](std::string_view domain) {
        return domain == "ai.onnx" ? std::string_view() : domain;
    };
    for (const GraphId id : model.info().functions)
        if (const auto& graph = model.graph(id);
            graph && graph->name == node.opType.str() && graph->function &&
            plain(graph->function->domain) == plain(node.domain) &&
            graph->function->overload == node.overload.str())
            return id;
    return {};
}

OperatorDescriptionPtr descriptionOf(const Model& model, const Node& node) {
    if (functionOf(model, node))
        return nullptr;
    const auto opset = opsetIn(model, node.graph, node.domain);
    return opset ? describeOperator(node.opType, node.domain, *opset) : nullptr;
}

NodeOperators::NodeOperators(Model model) : m_model(std::move(model)) {
    m_roots.resize(m_model.graphs().keyEnd());
    m_model.graphs().forEach(
        [&](GraphId id, const auto&) { m_roots[id.value] = rootOf(m_model, id); });
}

const NodeOperators::Entry& NodeOperators::of(const Node& node) {
    auto& rows = m_rows[std::string_view(node.opType)];
    const GraphId root = m_roots[node.graph.value];
    for (const Row& row : rows)
        if (row.root == root && row.domain == std::string_view(node.domain) &&
            row.overload == std::string_view(node.overload))
            return row.entry;
    Row& row = rows.emplace_back(Row{node.domain, node.overload, root, {}});
    row.entry = {opsetIn(m_model, node.graph, node.domain), functionOf(m_model, node),
                 descriptionOf(m_model, node)};
    return row.entry;
}

std::string operatorText(std::string_view opType, std::string_view domain) {
    const bool onnx = domain.empty() || domain == "ai.onnx";
    return onnx ? std::string(opType) : std::string(domain) + "." + std::string(opType);
}

std::string tensorText(const Model& model, ValueId id) {
    const auto& value = model.value(id);
    return value && !value->name.empty() ? value->name : "#" + std::to_string(id.value);
}

Error refusedAt(Message what, const Node& node) {
    return {Errc::usage, std::move(what), {PARTITA_TEXT("node '{0}'", node.label())}, {}};
}

Result<void> checkFunctionInitializers(const Model& model, GraphId into, const Model& part,
                                       GraphId graph) {
    if (!model.graph(rootOf(model, into))->function)
        return {};
    std::string name;
    part.values().forEach([&](ValueId, const auto& value) {
        if (value->isConstant() && (!graph || value->graph == graph))
            name = value->name;
    });
    if (name.empty())
        return {};
    return Error{Errc::usage,
                 PARTITA_TEXT("a function cannot hold the initializer '{0}'", name),
                 {},
                 PARTITA_TEXT("make it a Constant node first")};
}

std::size_t inputsOffered(const Model& model, const Node& node) {
    const auto operation = descriptionOf(model, node);
    if (!operation)
        return node.inputs.size() + (functionOf(model, node) ? 0 : 1);
    const bool isVariadic = !isEpContext(node) && !operation->inputs.empty() &&
                            operation->inputs.back().option == FormalParameter::Option::variadic;
    return std::max(isEpContext(node) ? 0 : operation->inputs.size(),
                    node.inputs.size() + (isVariadic ? 1 : 0));
}

Node castNode(GraphId graph, std::string name, ValueId input, ValueId output, DataType type) {
    Node cast;
    cast.graph = graph;
    cast.name = std::move(name);
    cast.opType = "Cast";
    cast.inputs = {input};
    cast.outputs = {output};
    cast.attributes = std::make_shared<const Attributes>(
        Attributes{Attribute::make("to", static_cast<std::int64_t>(type))});
    return cast;
}

bool isRead(const Model& model, ValueId value) {
    return !model.consumers(value).empty() || model.isGraphOutput(value);
}

Edited finished(ModelEditor&& editor, Message what, Message where, std::vector<NodeId> nodes) {
    return {std::move(editor).commit(), std::move(what), std::move(where), std::move(nodes)};
}

} // namespace partita
