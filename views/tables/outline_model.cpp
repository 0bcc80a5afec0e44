#include "views/tables/outline_model.h"

#include <QLocale>
#include <algorithm>

#include "core/scene/group_titles.h"
#include "views/tables/row_table_model.h"
#include "views/text/message_text.h"
#include "views/text/qt_text.h"
#include "views/text/texts.h"

namespace partita {

namespace {

using Kind = OutlineRow::Kind;

constexpr std::size_t kBatch = 400;      ///< rows that are made at once
constexpr std::size_t kFarthest = 20000; ///< no more are made to show one node

} // namespace

void OutlineModel::reset(std::shared_ptr<const DocumentState> state, Times times) {
    beginResetModel();
    m_finding = false;
    m_hits = 0;
    m_state = std::move(state);
    m_times = std::move(times);
    m_root = std::make_unique<OutlineRow>();
    if (m_state) {
        const GraphOutline* graph = m_state->outline->of(m_state->model.mainGraph());
        auto& main = m_root->below.emplace_back(std::make_unique<OutlineRow>());
        main->graph = graph;
        main->group = &graph->whole;
        main->parent = m_root.get();
        fetch(*main, kBatch, false);
    }
    endResetModel();
}

void OutlineModel::find(const QString& text) {
    const SearchWords words(text);
    if (words.isEmpty() || !m_state) {
        if (m_finding)
            reset(m_state, std::move(m_times));
        return;
    }
    beginResetModel();
    m_finding = true;
    m_hits = 0;
    m_root = std::make_unique<OutlineRow>();
    addHits(words);
    endResetModel();
}

/// First the groups, then the nodes: a name scope is what one looks for most.
void OutlineModel::addHits(const SearchWords& words) {
    const auto add = [&](Kind kind, const GraphOutline& graph, const NodeGroup* group,
                         NodeId node) {
        if (++m_hits > kMostHits)
            return;
        auto& row = m_root->below.emplace_back(std::make_unique<OutlineRow>());
        row->kind = kind;
        row->graph = &graph;
        row->group = group;
        row->node = node;
        row->parent = m_root.get();
        row->place = static_cast<int>(m_root->below.size()) - 1;
    };
    const auto addGroups = [&](const auto& self, const GraphOutline& graph,
                               const NodeGroup& group) -> void {
        for (const NodeGroup& child : group.children) {
            if (!child.title.empty() && words.fit(toQString(child.title)))
                add(Kind::group, graph, &child, graph.order[child.begin]);
            self(self, graph, child);
        }
    };
    for (const GraphOutline& graph : m_state->outline->graphs())
        addGroups(addGroups, graph, graph.whole);
    for (const GraphOutline& graph : m_state->outline->graphs())
        for (const NodeId id : graph.order) {
            const Node& node = *m_state->model.node(id);
            if (words.fit(toQString(node.label() + " " + node.opType.str())))
                add(Kind::node, graph, nullptr, id);
        }
}

/// How many groups or nodes a row holds, each of which becomes one row.
std::size_t OutlineModel::toMake(const OutlineRow& row) const {
    if (!row.graph) // the root
        return 0;
    if (row.kind == Kind::node)
        return m_state->model.node(row.node)->subgraphs().empty() ? 0 : 1;
    return row.group->children.empty() ? row.group->size() : row.group->children.size();
}

void OutlineModel::addBodies(NodeId node, std::vector<std::unique_ptr<OutlineRow>>& into) const {
    for (const GraphId body : m_state->model.node(node)->subgraphs())
        if (const GraphOutline* graph = m_state->outline->of(body)) {
            auto& row = into.emplace_back(std::make_unique<OutlineRow>());
            row->graph = graph;
            row->group = &graph->whole;
            row->node = node;
        }
}

void OutlineModel::make(OutlineRow& row, std::size_t upTo,
                        std::vector<std::unique_ptr<OutlineRow>>& into) {
    for (; row.made < std::min(upTo, toMake(row)); ++row.made) {
        if (row.kind == Kind::node) {
            addBodies(row.node, into);
            continue;
        }
        auto& made = into.emplace_back(std::make_unique<OutlineRow>());
        made->graph = row.graph;
        if (row.group->children.empty()) {
            made->kind = Kind::node;
            made->node = row.graph->order[row.group->begin + row.made];
        } else {
            made->kind = Kind::group;
            made->group = &row.group->children[row.made];
            made->node = row.graph->order[made->group->begin];
        }
    }
}

/// Makes rows below a row. `known`: the views know that row already.
void OutlineModel::fetch(OutlineRow& row, std::size_t upTo, bool known) {
    std::vector<std::unique_ptr<OutlineRow>> fresh;
    make(row, upTo, fresh);
    if (fresh.empty())
        return;
    const int first = static_cast<int>(row.below.size());
    const QModelIndex parent = known ? indexOf(row) : QModelIndex();
    if (parent.isValid())
        beginInsertRows(parent, first, first + static_cast<int>(fresh.size()) - 1);
    for (auto& each : fresh) {
        each->parent = &row;
        each->place = static_cast<int>(row.below.size());
        row.below.push_back(std::move(each));
    }
    if (parent.isValid())
        endInsertRows();
}

OutlineRow* OutlineModel::at(const QModelIndex& index) const {
    return index.isValid() ? static_cast<OutlineRow*>(index.internalPointer()) : m_root.get();
}

std::optional<GroupBy> OutlineModel::groupedBy() const {
    return m_state && m_state->outline ? std::optional(m_state->outline->groupedBy())
                                       : std::nullopt;
}

const OutlineRow* OutlineModel::rowAt(const QModelIndex& index) const {
    return index.isValid() ? at(index) : nullptr;
}

QModelIndex OutlineModel::indexOf(OutlineRow& row) const {
    return &row == m_root.get() ? QModelIndex() : createIndex(row.place, 0, &row);
}

QModelIndex OutlineModel::indexOf(NodeId node, std::optional<GroupKey> closed) {
    const auto place = m_state ? m_state->outline->placeOf(node) : std::nullopt;
    if (!place)
        return {};
    if (m_finding) {
        const auto hit = std::ranges::find_if(m_root->below, [&](const auto& row) {
            return row->kind == Kind::node && row->node == node;
        });
        return hit == m_root->below.end() ? QModelIndex() : indexOf(**hit);
    }
    // The graphs around the node, from the outermost.
    std::vector<std::pair<const GraphOutline*, std::size_t>> way;
    for (NodeId at = node; at;) {
        const GraphOutline* graph = m_state->outline->of(m_state->model.node(at)->graph);
        const auto there = m_state->outline->placeOf(at);
        if (!graph || !there)
            return {};
        way.emplace(way.begin(), graph, *there);
        at = graph->parent;
    }
    OutlineRow* row = m_root.get();
    for (const auto& [graph, target] : way) {
        fetch(*row, kBatch);
        const auto body = std::ranges::find_if(
            row->below, [around = graph](const auto& each) { return each->graph == around; });
        if (body == row->below.end())
            return indexOf(*row);
        row = body->get();
        while (row->kind != Kind::node) {
            if (closed && row->kind == Kind::group && keyOf(*row) == *closed)
                return indexOf(*row);
            const auto& children = row->group->children;
            const std::size_t at =
                children.empty()
                    ? target - row->group->begin
                    : static_cast<std::size_t>(
                          std::ranges::upper_bound(children, target, {}, &NodeGroup::end) -
                          children.begin());
            if (at >= std::min(kFarthest, toMake(*row)))
                return indexOf(*row);
            fetch(*row, std::max(at + 1, kBatch));
            row = row->below[at].get();
        }
    }
    return indexOf(*row);
}

std::vector<NodeId> OutlineModel::nodesOf(const OutlineRow& row) const {
    if (row.kind == Kind::node)
        return {row.node};
    const auto begin = row.graph->order.begin();
    return {begin + static_cast<std::ptrdiff_t>(row.group->begin),
            begin + static_cast<std::ptrdiff_t>(row.group->end)};
}

QModelIndex OutlineModel::index(int row, int column, const QModelIndex& parent) const {
    if (row < 0 || row >= rowCount(parent) || column < 0 || column >= columns)
        return {};
    return createIndex(row, column, at(parent)->below[static_cast<std::size_t>(row)].get());
}

QModelIndex OutlineModel::parent(const QModelIndex& index) const {
    return index.isValid() ? indexOf(*at(index)->parent) : QModelIndex();
}

int OutlineModel::rowCount(const QModelIndex& parent) const {
    return m_root && parent.column() <= 0 ? static_cast<int>(at(parent)->below.size()) : 0;
}

bool OutlineModel::hasChildren(const QModelIndex& parent) const {
    return m_root && parent.column() <= 0 &&
           (!at(parent)->below.empty() || toMake(*at(parent)) > 0);
}

bool OutlineModel::canFetchMore(const QModelIndex& parent) const {
    return m_root && parent.isValid() && at(parent)->made < toMake(*at(parent));
}

void OutlineModel::fetchMore(const QModelIndex& parent) {
    fetch(*at(parent), at(parent)->made + kBatch);
}

const OutlineFigures& OutlineModel::figuresOf(OutlineRow& row) const {
    if (!row.figures) {
        std::size_t begin = 0, end = 0;
        if (row.kind == Kind::node) {
            begin = *m_state->outline->placeOf(row.node);
            end = begin + 1;
        } else {
            begin = row.group->begin;
            end = row.group->end;
        }
        row.figures = m_state->outline->figures(*row.graph, begin, end);
    }
    return *row.figures;
}

/// "block ×12" where a group is equal parts; its name scope, or its most frequent operators.
const QString& OutlineModel::titleOf(OutlineRow& row) const {
    if (row.title)
        return *row.title;
    const Model& model = m_state->model;
    switch (row.kind) {
    case Kind::graph:
        row.title =
            row.graph->parent
                ? toQString(model.graphPath(row.graph->graph)).section(QStringLiteral(" / "), -1)
                : tr("All");
        break;
    case Kind::node: {
        const Node& node = *model.node(row.node);
        row.title = toQString(node.opType);
        if (!node.name.empty())
            *row.title += QStringLiteral("  ") + toQString(node.name);
        break;
    }
    case Kind::group: {
        QStringList parts;
        const bool isBlock = row.group->repeats > 1;
        if (!isBlock || !row.group->title.empty())
            parts += toQString(
                partita::titleOf(model, row.graph->order, *row.group, m_state->partitioning.get()));
        if (isBlock)
            parts += messageText(PARTITA_TEXT("block ×{0}", row.group->repeats));
        row.title = parts.join(QStringLiteral(" · "));
    }
    }
    const QString badge = badgeOf(row);
    if (!badge.isEmpty())
        row.title = badge + QStringLiteral("  ") + *row.title;
    return *row.title;
}

/// The partition of a node, or of a group of the graph that lies in one partition.
QString OutlineModel::badgeOf(OutlineRow& row) const {
    const Partitioning& partitioning = *m_state->partitioning;
    const auto badge = [&](NodeId node) {
        const Partition* partition = partitioning.partition(node);
        return partition ? toQString(partitioning.badge(*partition)) : QString();
    };
    if (row.kind == Kind::node)
        return badge(row.node);
    const bool top = row.kind == Kind::group && row.parent && row.parent->kind == Kind::graph;
    const auto& share = figuresOf(row).byProvider;
    if (!top || std::ranges::count(share, std::size_t{0}) + 1 != std::ssize(share))
        return {};
    const auto inPartition = [&](NodeId node) { return partitioning.partition(node) != nullptr; };
    const auto nodes =
        std::span(row.graph->order).subspan(row.group->begin, row.group->end - row.group->begin);
    const auto first = std::ranges::find_if(nodes, inPartition); // folded nodes are in none
    const auto last = std::ranges::find_if(nodes.rbegin(), nodes.rend(), inPartition);
    if (first == nodes.end())
        return {};
    const QString one = badge(*first);
    return one == badge(*last) ? one : QString();
}

double OutlineModel::timeOf(OutlineRow& row) const {
    if (!row.milliseconds) {
        double sum = 0;
        for (const NodeId node : nodesOf(row))
            if (const auto found = m_times.find(node); found != m_times.end())
                sum += found->second;
        row.milliseconds = sum;
    }
    return *row.milliseconds;
}

QVariant OutlineModel::textOf(OutlineRow& row, int column) const {
    switch (column) {
    case nameColumn: return titleOf(row);
    case nodesColumn:
        return row.kind == Kind::node && m_state->model.node(row.node)->subgraphs().empty()
                   ? QString()
                   : countText(figuresOf(row).nodes);
    case workColumn: return toQString(workText(figuresOf(row).flops, figuresOf(row).allFlops));
    case timeColumn: {
        const double time = m_times.empty() ? 0 : timeOf(row);
        return time > 0 ? tr("%1 ms").arg(QLocale().toString(time, 'g', 3)) : QString();
    }
    default: return {};
    }
}

/// "NPU 231 · CPU 9 · 3 folded", below the whole title.
QString OutlineModel::tipOf(OutlineRow& row) const {
    const OutlineFigures& figures = figuresOf(row);
    QStringList parts;
    for (std::size_t i = 0; i < figures.byProvider.size(); ++i)
        if (figures.byProvider[i])
            parts += shortProviderName(*m_state->partitioning, static_cast<std::uint32_t>(i)) +
                     QLatin1Char(' ') + countText(figures.byProvider[i]);
    if (figures.folded)
        parts += countText(figures.folded) + QLatin1Char(' ') +
                 messageText(goneWord(figures.folded, figures.unused));
    if (!isWorkKnown(figures.flops, figures.allFlops))
        parts += messageText(unknownWorkText());
    else if (const std::string work = workText(figures.flops, figures.allFlops); !work.empty())
        parts += toQString(work);
    const QString lines = parts.join(QStringLiteral(" · "));
    return lines.isEmpty() ? titleOf(row) : titleOf(row) + QLatin1Char('\n') + lines;
}

QVariant OutlineModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || !m_state)
        return {};
    OutlineRow& row = *at(index);
    switch (role) {
    case Qt::DisplayRole: return textOf(row, index.column());
    case Qt::ToolTipRole: return tipOf(row);
    case Qt::TextAlignmentRole: {
        const bool figure = index.column() != nameColumn && index.column() != shareColumn;
        return static_cast<int>((figure ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }
    case kNodesRole: return row.kind == Kind::node ? nodesData({row.node}) : QVariant();
    case kShareRole: {
        QVariantList share;
        for (const std::size_t nodes : figuresOf(row).byProvider)
            share += static_cast<qulonglong>(nodes);
        return share << static_cast<qulonglong>(figuresOf(row).nodes);
    }
    default: return {};
    }
}

QVariant OutlineModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case nameColumn: return tr("Group");
    case nodesColumn: return tr("Nodes");
    case shareColumn: return tr("Provider");
    case workColumn: return tr("Work");
    default: return tr("Time");
    }
}

} // namespace partita
