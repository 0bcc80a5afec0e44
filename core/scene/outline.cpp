#include "core/scene/outline.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "core/ir/function_calls.h"
#include "core/ir/graph_order.h"
#include "core/onnx/operator_work.h"
#include "core/scene/shown_nodes.h"

namespace partita {

namespace {

// The first columns of the counts; those of the providers follow.
enum CountColumn : std::size_t {
    foldedColumn,
    unusedColumn,
    placedColumn,
    openColumn,
    firstProvider
};

} // namespace

/// Counts each node with what is in its bodies, inner graphs first.
class Outline::Counter {
public:
    Counter(Outline& outline, const Model& model, const Partitioning& partitioning)
        : m_outline(outline), m_model(model), m_partitioning(partitioning), m_order(model) {}

    void run() {
        const std::vector<bool> inFunctions = graphsOfFunctions(m_model);
        m_outline.m_indexOf.resize(m_model.graphs().keyEnd());
        m_outline.m_places.resize(m_model.nodes().keyEnd());
        m_model.graphs().forEach([&](GraphId id, const auto& graph) {
            if (inFunctions[id.value])
                return;
            m_outline.m_indexOf[id.value] =
                static_cast<std::uint32_t>(m_outline.m_graphs.size() + 1);
            auto& made = m_outline.m_graphs.emplace_back();
            made.graph = id;
            made.parent = graph->parent;
        });
        for (GraphOutline& graph : m_outline.m_graphs)
            count(graph);
    }

private:
    using Counts = std::vector<std::uint32_t>;
    struct Sum {
        double flops = 0;
        Counts counts;
    };

    void count(GraphOutline& graph) {
        if (!graph.m_flops.empty()) // a body whose node was met
            return;
        graph.order = m_order.topological(graph.graph);
        const ShownNodes shown(m_model, graph.graph, graph.order);
        Sum sum{0, Counts(m_outline.m_columns)};
        graph.m_flops.reserve(graph.order.size() + 1);
        std::vector<NodeId> drawn;
        for (const NodeId id : graph.order) {
            if (shown.contains(id)) {
                drawn.push_back(id);
                m_outline.m_places[id.value] = static_cast<std::uint32_t>(drawn.size());
                store(graph, sum);
            }
            add(*m_model.node(id), sum); // one that is not drawn counts for the one before it
        }
        store(graph, sum);
        graph.order = std::move(drawn);
        graph.order.shrink_to_fit();
        const GroupBy by = m_outline.m_groupedBy;
        graph.whole = groupNodes(m_model, graph.order, &m_partitioning, by);
        if (by == GroupBy::blocks || (by == GroupBy::partitions && isDividedByPartitions(graph)))
            graph.unplaced = groupNodes(m_model, graph.order, nullptr, GroupBy::names);
    }

    static void store(GraphOutline& graph, const Sum& sum) {
        // Nodes before the first drawn one count for that one.
        const bool first = graph.m_flops.empty();
        graph.m_flops.push_back(first ? 0 : sum.flops);
        if (first)
            graph.m_counts.resize(sum.counts.size());
        else
            graph.m_counts.insert(graph.m_counts.end(), sum.counts.begin(), sum.counts.end());
    }

    [[nodiscard]] bool isDividedByPartitions(const GraphOutline& graph) const {
        const auto& children = graph.whole.children;
        if (children.size() < 2)
            return false;
        const auto partition = [&](std::size_t place) {
            return m_partitioning.partition(graph.order[place]);
        };
        return std::ranges::all_of(children, [&](const NodeGroup& child) {
            return child.begin == 0 || partition(child.begin - 1) != partition(child.begin);
        });
    }

    void add(const Node& node, Sum& sum) {
        if (m_partitioning.isFolded(node.id))
            ++sum.counts[foldedColumn];
        else if (!node.is("Constant"))
            ++sum.counts[placedColumn];
        sum.counts[unusedColumn] += m_partitioning.isUnused(node.id);
        if (const auto provider = m_partitioning.providerOf(node.id))
            ++sum.counts[firstProvider + *provider];
        const auto work = operatorWork(m_model, node);
        sum.flops += work.value_or(OperatorWork{}).flops();
        sum.counts[openColumn] += !work;
        if (node.attributes->empty())
            return;
        for (const GraphId body : node.subgraphs()) {
            GraphOutline& inner = m_outline.m_graphs[m_outline.m_indexOf[body.value] - 1];
            count(inner);
            sum.flops += inner.m_flops.back();
            for (std::size_t i = 0; i < m_outline.m_columns; ++i)
                sum.counts[i] +=
                    *(inner.m_counts.end() - static_cast<std::ptrdiff_t>(m_outline.m_columns - i));
        }
    }

    Outline& m_outline;
    const Model& m_model;
    const Partitioning& m_partitioning;
    GraphOrder m_order;
};

Outline::Outline(const Model& model, const Partitioning& partitioning, GroupBy by)
    : m_groupedBy(by), m_columns(firstProvider + partitioning.providers.size()) {
    Counter(*this, model, partitioning).run();
}

const GraphOutline* Outline::of(GraphId graph) const {
    const std::uint32_t at = graph.value < m_indexOf.size() ? m_indexOf[graph.value] : 0;
    return at ? &m_graphs[at - 1] : nullptr;
}

std::optional<std::size_t> Outline::placeOf(NodeId node) const {
    const std::uint32_t place = node.value < m_places.size() ? m_places[node.value] : 0;
    return place ? std::optional<std::size_t>(place - 1) : std::nullopt;
}

OutlineFigures Outline::figures(const GraphOutline& graph, std::size_t begin,
                                std::size_t end) const {
    const auto between = [&](std::size_t column) -> std::size_t {
        return graph.m_counts[end * m_columns + column] -
               graph.m_counts[begin * m_columns + column];
    };
    OutlineFigures figures;
    figures.nodes = between(placedColumn);
    figures.folded = between(foldedColumn);
    figures.unused = between(unusedColumn);
    figures.allFlops = between(openColumn) == 0;
    figures.flops = graph.m_flops[end] - graph.m_flops[begin];
    for (std::size_t i = firstProvider; i < m_columns; ++i)
        figures.byProvider.push_back(between(i));
    return figures;
}

bool isWorkKnown(double flops, bool complete) {
    constexpr double kSays = 1e6;
    return complete || flops >= kSays;
}

const Message& unknownWorkText() {
    static const Message kText = PARTITA_TEXT("work unknown without sizes");
    return kText;
}

std::string workText(double flops, bool complete) {
    if (!isWorkKnown(flops, complete))
        return {};
    static constexpr std::array kPrefixes{"", "k", "M", "G", "T", "P"};
    std::size_t prefix = 0;
    for (; flops >= 1000 && prefix + 1 < kPrefixes.size(); ++prefix)
        flops /= 1000;
    if (flops < 1)
        return {};
    return fmt::format("{}{:.3g} {}FLOP", complete ? "" : "≥ ", flops, kPrefixes[prefix]);
}

} // namespace partita
