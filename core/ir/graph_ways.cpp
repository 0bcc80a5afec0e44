#include "core/ir/graph_ways.h"

#include <algorithm>
#include <set>
#include <unordered_map>
#include <unordered_set>

namespace partita {

namespace {

/// Adds the node that holds the graph of a value which that graph returns.
void addHolder(const Model& model, const Value& value, std::vector<NodeId>& into) {
    const auto& graph = model.graph(value.graph);
    if (graph && graph->parent &&
        std::find(graph->outputs.begin(), graph->outputs.end(), value.id) != graph->outputs.end())
        into.push_back(graph->parent);
}

void addReaders(const Model& model, ValueId id, std::vector<NodeId>& into) {
    const auto readers = model.consumers(id);
    std::copy_if(readers.begin(), readers.end(), std::back_inserter(into),
                 [](NodeId reader) { return static_cast<bool>(reader); });
}

void addAfter(const Model& model, const Node& node, std::vector<NodeId>& into) {
    for (const ValueId id : node.outputs)
        if (const auto& value = model.value(id)) {
            addReaders(model, id, into);
            addHolder(model, *value, into);
        }
    for (const GraphId body : node.subgraphs())
        if (const auto& graph = model.graph(body))
            for (const ValueId input : graph->inputs)
                addReaders(model, input, into);
}

/// Adds what makes a value: its producer, or the node that holds the body of which it is an input.
void addMaker(const Model& model, ValueId id, std::vector<NodeId>& into) {
    const auto& value = model.value(id);
    if (!value)
        return;
    if (const NodeId producer = model.producer(id)) {
        into.push_back(producer);
        return;
    }
    const auto& graph = model.graph(value->graph);
    if (graph && graph->parent && model.isGraphInput(id))
        into.push_back(graph->parent);
}

void addBefore(const Model& model, const Node& node, std::vector<NodeId>& into) {
    for (const ValueId id : node.inputs)
        addMaker(model, id, into);
    for (const GraphId body : node.subgraphs())
        if (const auto& graph = model.graph(body))
            for (const ValueId output : graph->outputs)
                if (const NodeId producer = model.producer(output))
                    into.push_back(producer);
}

/// The nodes of a shortest way in the direction of the data; empty: `to` is not reached.
std::vector<NodeId> wayFrom(const Model& model, NodeId from, NodeId to) {
    std::unordered_map<NodeId, NodeId> reachedFrom{{from, NodeId{}}};
    std::vector<NodeId> wave{from};
    while (!wave.empty() && !reachedFrom.contains(to)) {
        std::vector<NodeId> next;
        for (const NodeId node : wave)
            for (const NodeId after : neighboursOf(model, node, Way::forth))
                if (reachedFrom.emplace(after, node).second)
                    next.push_back(after);
        wave = std::move(next);
    }
    std::vector<NodeId> way;
    if (reachedFrom.contains(to))
        for (NodeId at = to; at; at = reachedFrom.at(at))
            way.push_back(at);
    std::reverse(way.begin(), way.end());
    return way;
}

} // namespace

std::vector<NodeId> neighboursOf(const Model& model, NodeId id, Way way) {
    std::vector<NodeId> found;
    const auto& node = model.node(id);
    if (!node)
        return found;
    if (way == Way::forth)
        addAfter(model, *node, found);
    else
        addBefore(model, *node, found);
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
}

std::vector<NodeId> reachableFrom(const Model& model, const std::vector<NodeId>& from, Way way,
                                  const std::function<bool(NodeId)>& within) {
    std::unordered_set<NodeId> seen(from.begin(), from.end());
    std::vector<NodeId> open(seen.begin(), seen.end());
    while (!open.empty()) {
        const NodeId node = open.back();
        open.pop_back();
        for (const NodeId next : neighboursOf(model, node, way))
            if ((!within || within(next)) && seen.insert(next).second)
                open.push_back(next);
    }
    std::vector<NodeId> found(seen.begin(), seen.end());
    std::sort(found.begin(), found.end());
    return found;
}

std::vector<NodeId> shortestWay(const Model& model, NodeId a, NodeId b) {
    if (!model.node(a) || !model.node(b))
        return {};
    auto way = wayFrom(model, a, b);
    return way.empty() ? wayFrom(model, b, a) : way;
}

std::vector<NodeId> allWays(const Model& model, NodeId a, NodeId b) {
    const auto one = shortestWay(model, a, b);
    if (one.empty())
        return {};
    const auto after = reachableFrom(model, {one.front()}, Way::forth),
               before = reachableFrom(model, {one.back()}, Way::back);
    std::vector<NodeId> both;
    std::set_intersection(after.begin(), after.end(), before.begin(), before.end(),
                          std::back_inserter(both));
    return both;
}

std::vector<bool> unreadNodes(const Model& model) {
    std::vector<bool> unread(model.nodes().keyEnd());
    std::vector<NodeId> wave;
    const auto take = [&](NodeId node) {
        if (!unread[node.value])
            wave.push_back(node);
        unread[node.value] = true;
    };
    // How often the outputs of a node are read, and whether a graph returns one of them.
    const auto readersOf = [&](const Node& node) {
        std::pair<std::size_t, bool> found;
        for (const ValueId output : node.outputs)
            if (output) {
                found.first += model.consumers(output).size();
                found.second = found.second || model.isGraphOutput(output);
            }
        return found;
    };
    model.nodes().forEach([&](NodeId id, const auto& node) {
        if (readersOf(*node) == std::pair<std::size_t, bool>())
            take(id);
    });
    std::unordered_map<NodeId, std::size_t> left; // readers that are not unread
    while (!wave.empty()) {
        const Node& node = *model.node(wave.back());
        wave.pop_back();
        for (const GraphId body : node.subgraphs())
            for (const NodeId inner : model.nodesOf(body))
                take(inner);
        for (const ValueId input : std::set(node.inputs.begin(), node.inputs.end()))
            if (const NodeId maker = input ? model.producer(input) : NodeId{};
                maker && !unread[maker.value]) {
                const auto [readers, isReturned] = readersOf(*model.node(maker));
                if (!isReturned && --left.try_emplace(maker, readers).first->second == 0)
                    take(maker);
            }
    }
    return unread;
}

std::vector<NodeId> unconnectedNodes(const Model& model, GraphId graph) {
    const auto isRead = [&](ValueId value) {
        return model.isGraphOutput(value) || !model.consumers(value).empty();
    };
    const auto isGiven = [&](ValueId id) {
        const auto& value = model.value(id);
        return value && !value->isConstant();
    };
    std::vector<NodeId> found;
    for (const NodeId id : model.nodesOf(graph)) {
        const Node& node = *model.node(id);
        if (std::ranges::none_of(node.outputs, isRead) &&
            std::ranges::none_of(node.inputs, isGiven) && node.subgraphs().empty())
            found.push_back(id);
    }
    return found;
}

} // namespace partita
