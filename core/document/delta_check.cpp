#include "core/document/delta_check.h"

#include <algorithm>
#include <set>
#include <unordered_set>

#include "core/ir/graph_order.h"

namespace partita {

namespace {

/// Ids are given one after another, with gaps where rewrites made and removed something: one that
/// is far behind the others was never given, and a table up to it would fill the memory.
constexpr std::uint32_t kWidestGap = 1U << 20;

template <class Changes, class Table> bool areNear(const Changes& changes, const Table& table) {
    std::uint32_t end = table.keyEnd();
    for (const auto& change : changes) {
        if (!change.id || change.id.value > end + kWidestGap)
            return false;
        end = std::max(end, change.id.value);
    }
    return true;
}

/// Looks at what a delta leaves behind, for names that lead nowhere.
class Aftermath {
public:
    explicit Aftermath(const Model& model) : m_model(model) {}

    [[nodiscard]] bool isSound(const Node& node) const {
        return m_model.graph(node.graph) && node.attributes && hasValues(node.inputs) &&
               hasValues(node.outputs) && producesAll(node) &&
               std::ranges::all_of(node.subgraphs(), [&](GraphId body) {
                   return m_model.graph(body) && m_model.graph(body)->parent == node.id;
               });
    }
    [[nodiscard]] bool isSound(const Value& value) const {
        const auto& sparse = value.sparseInitializer;
        return m_model.graph(value.graph) && (!sparse || (sparse->values && sparse->indices));
    }
    [[nodiscard]] bool isSound(const Graph& graph) const {
        return hasAll(graph.inputs) && hasAll(graph.outputs) &&
               (!graph.parent || m_model.node(graph.parent)) &&
               std::ranges::all_of(graph.quantization, [&](const auto& each) {
                   return m_model.value(each.tensor) &&
                          std::ranges::all_of(each.parameters, [&](const auto& parameter) {
                              return m_model.value(parameter.second) != nullptr;
                          });
               });
    }
    [[nodiscard]] bool isSound(const ModelInfo& info) const {
        return m_model.graph(info.mainGraph) &&
               std::ranges::all_of(info.functions, [&](GraphId id) {
                   return m_model.graph(id) && m_model.graph(id)->function;
               });
    }

private:
    template <class List> [[nodiscard]] bool hasValues(const List& list) const {
        return std::ranges::all_of(list, [&](ValueId id) { return !id || m_model.value(id); });
    }
    [[nodiscard]] bool hasAll(const std::vector<ValueId>& list) const {
        return std::ranges::all_of(list, [&](ValueId id) { return m_model.value(id) != nullptr; });
    }
    [[nodiscard]] bool producesAll(const Node& node) const {
        return std::ranges::all_of(node.outputs, [&](ValueId id) {
            return !id ||
                   (m_model.producer(id) == node.id && m_model.value(id)->graph == node.graph);
        });
    }
    const Model& m_model;
};

/// Whether nothing that stays names something that went.
bool leavesNothingLoose(const ModelDelta& delta, const Model& after) {
    for (const auto& change : delta.values)
        if (!change.after && (!after.consumers(change.id).empty() || after.producer(change.id)))
            return false;
    for (const auto& change : delta.graphs)
        if (!change.after && change.before && change.before->parent &&
            after.node(change.before->parent))
            return false;
    return true;
}

/// Whether the bodies lie in one another as the graphs say, so that walking up from one ends.
bool bodiesEnd(const ModelDelta& delta, const Model& after) {
    for (const auto& change : delta.graphs) {
        std::unordered_set<GraphId> seen;
        for (GraphId at = change.id; at;) {
            const auto& graph = after.graph(at);
            if (!graph || !seen.insert(at).second)
                return !graph;
            const auto& parent = after.node(graph->parent);
            at = parent ? parent->graph : GraphId{};
        }
    }
    return true;
}

} // namespace

bool isSound(const Tensor& tensor) {
    for (const std::int64_t size : tensor.dims)
        if (size < 0)
            return false;
    if (!elementCount(tensor.dims))
        return false;
    if (tensor.storage == Tensor::Storage::strings)
        return tensor.type == DataType::string &&
               tensor.strings.size() == static_cast<std::size_t>(tensor.count());
    return tensor.storage == Tensor::Storage::external ? tensor.external != nullptr
                                                       : static_cast<bool>(elements(tensor));
}

bool isSound(const ModelDelta& delta, const Model& before) {
    if (!areNear(delta.nodes, before.nodes()) || !areNear(delta.values, before.values()) ||
        !areNear(delta.graphs, before.graphs()))
        return false;
    const Model after = before.with(delta);
    const Aftermath look(after);
    std::set<GraphId> touched;
    for (const auto& change : delta.nodes)
        if (change.after) {
            if (!look.isSound(*change.after))
                return false;
            if (!change.before || change.before->inputs != change.after->inputs)
                touched.insert(change.after->graph);
        }
    for (const auto& change : delta.values)
        if (change.after && !look.isSound(*change.after))
            return false;
    for (const auto& change : delta.graphs)
        if (change.after && !look.isSound(*change.after))
            return false;
    if (!look.isSound(after.info()) || !leavesNothingLoose(delta, after) ||
        !bodiesEnd(delta, after))
        return false;
    if (touched.empty())
        return true;
    GraphOrder order(after);
    return std::ranges::all_of(touched, [&](GraphId graph) {
        order.topological(graph);
        return !order.foundCycle();
    });
}

} // namespace partita
