#include "core/session/placed_calls.h"

#include <algorithm>
#include <set>
#include <unordered_map>

#include <fmt/format.h>

#include "core/base/count_text.h"
#include "core/session/optimization.h"

namespace partita {

namespace {

/// What became of the nodes that stand for one node: for a call those of its function.
struct Standing {
    std::vector<NodeId> nodes; ///< without Constant nodes, in the order in which they were made
    NodeId lowest;             ///< one on the provider of the lowest priority; none: none is placed
    NodeId telling;            ///< whose verdicts tell most
    Message split;             ///< empty: all that are placed are in one partition
};

/// Sums up what stands for calls and for nodes of functions.
class CallSums {
public:
    explicit CallSums(const InlinedPlacement& inlined)
        : m_inlined(*inlined.inlined), m_placed(inlined.placed) {
        for (const InlinedNode& each : m_inlined.made) {
            if (each.from)
                m_copies[each.from].push_back(each.made);
            m_parts[each.call].push_back(each);
            const auto& node = m_inlined.model.node(each.made);
            if (!node || node->is("Constant"))
                continue;
            for (NodeId holder = each.call; holder;) {
                m_nodes[holder].push_back(each.made);
                const InlinedNode* outer = m_inlined.find(holder);
                holder = outer ? outer->call : NodeId{};
            }
        }
    }

    /// What stands for a call, or for one copy of a node of a function.
    [[nodiscard]] Standing of(NodeId id) const {
        Standing standing;
        if (const auto held = m_nodes.find(id); held != m_nodes.end())
            standing.nodes = held->second;
        else if (m_inlined.model.node(id))
            standing.nodes = {id};
        std::set<std::uint32_t> partitions;
        bool isNobodys = false;
        for (const NodeId each : standing.nodes) {
            const Partition* partition = m_placed.partition(each);
            partitions.insert(partition ? partition->index : Partitioning::kNone);
            isNobodys = isNobodys || (!partition && !m_placed.isFolded(each));
            if (partition &&
                (!standing.lowest || partition->provider > *m_placed.providerOf(standing.lowest)))
                standing.lowest = each;
            if (!standing.telling || weightOf(each) > weightOf(standing.telling))
                standing.telling = each;
        }
        if (!isNobodys)
            partitions.erase(Partitioning::kNone);
        if (partitions.size() > 1)
            standing.split = splitText(standing.nodes, partitions.size());
        return standing;
    }
    /// The copies of a node of a function, by the calls in the order of the model.
    [[nodiscard]] const std::vector<NodeId>& copiesOf(NodeId node) const {
        static const std::vector<NodeId> kNone;
        const auto found = m_copies.find(node);
        return found == m_copies.end() ? kNone : found->second;
    }
    [[nodiscard]] const std::vector<InlinedNode>& partsOf(NodeId call) const {
        static const std::vector<InlinedNode> kNone;
        const auto found = m_parts.find(call);
        return found == m_parts.end() ? kNone : found->second;
    }

private:
    /// A node that no provider runs tells most, then one that the first provider declines for its
    /// own sake.
    [[nodiscard]] int weightOf(NodeId node) const {
        if (m_placed.isFolded(node))
            return 0;
        const auto provider = m_placed.providerOf(node);
        if (!provider)
            return 4;
        if (*provider == 0)
            return 1;
        const auto& verdicts = m_placed.verdicts(node);
        return !verdicts.empty() && verdicts.front().code == ReasonCode::runTooShort ? 2 : 3;
    }

    [[nodiscard]] Message splitText(const std::vector<NodeId>& nodes, std::size_t parts) const {
        std::map<std::uint32_t, std::size_t> counts; // those of no provider come last
        for (const NodeId each : nodes)
            if (!m_placed.isFolded(each))
                ++counts[m_placed.providerOf(each).value_or(UINT32_MAX)];
        const auto nameOf = [&](std::uint32_t provider) -> std::string {
            if (provider == UINT32_MAX)
                return "–";
            const std::string& name = m_placed.providerNames[provider];
            return name.substr(0, name.find(" · "));
        };
        const auto [first, count] = *counts.begin();
        if (counts.size() == 1)
            return PARTITA_TEXT("split: {0} nodes {1} in {2} partitions", grouped(count),
                                nameOf(first), grouped(parts));
        std::string rest = nameOf(first);
        for (auto at = std::next(counts.begin()); at != counts.end(); ++at)
            rest += fmt::format(", {} {}", grouped(at->second), nameOf(at->first));
        return count == 1 ? PARTITA_TEXT("split: 1 node {0}", rest)
                          : PARTITA_TEXT("split: {0} nodes {1}", grouped(count), rest);
    }

    const InlinedModel& m_inlined;
    const Partitioning& m_placed;
    std::unordered_map<NodeId, std::vector<NodeId>> m_nodes;      // by call, of the inlined model
    std::unordered_map<NodeId, std::vector<NodeId>> m_copies;     // by node of a function
    std::unordered_map<NodeId, std::vector<InlinedNode>> m_parts; // by call, of its function
};

/// Lays what stands for nodes of the source on these.
class CallMapper {
public:
    CallMapper(const Model& source, const InlinedPlacement& inlined, Partitioning& into)
        : m_source(source), m_inlined(*inlined.inlined), m_placed(inlined.placed), m_sums(inlined),
          m_into(into) {}

    void mapNodes() {
        m_source.nodes().forEach([&](NodeId id, const auto&) {
            if (m_inlined.model.node(id) || !m_sums.partsOf(id).empty())
                place(id, m_sums.of(id));
        });
    }

    void mapFunctions() {
        m_source.nodes().forEach([&](NodeId id, const auto&) {
            if (const auto& copies = m_sums.copiesOf(id); !copies.empty())
                place(id, m_sums.of(copies.front()));
        });
    }

    void mapPartitions() {
        m_into.partitions = m_placed.partitions;
        for (Partition& partition : m_into.partitions) {
            std::vector<NodeId> own, parts;
            std::set<NodeId> seen;
            for (const NodeId id : partition.nodes) {
                const NodeId holder = m_inlined.outermost(id);
                if (seen.insert(holder).second)
                    (m_into.partitionOf[holder.value] == partition.index ? own : parts)
                        .push_back(holder);
            }
            partition.nodes = own.empty() ? parts : own;
            if (!m_source.graph(partition.graph) && !partition.nodes.empty())
                partition.graph = m_source.node(partition.nodes.front())->graph;
            partition.inputs = ofSource(partition.inputs);
            partition.outputs = ofSource(partition.outputs);
        }
        for (BoundaryTensor boundary : m_placed.boundaries)
            if (const ValueId value = ofSource(boundary.value)) {
                boundary.value = value;
                m_into.boundaries.push_back(boundary);
            }
    }

private:
    void place(NodeId id, const Standing& standing) {
        if (standing.lowest)
            m_into.partitionOf[id.value] = m_placed.partitionOf[standing.lowest.value];
        if (!standing.split.empty())
            m_into.splits[id] = standing.split;
        if (!standing.nodes.empty() && standing.nodes.front() == id) {
            if (id.value < m_placed.verdictListOf.size())
                m_into.verdictListOf[id.value] = m_placed.verdictListOf[id.value];
        } else if (standing.telling) {
            addList(id, verdictsOf(standing));
        } else { // Constant nodes only
            std::vector<Verdict> gone;
            for (std::uint32_t i = 0; i < m_placed.providers.size(); ++i)
                gone.push_back({i, false, ReasonCode::folded, computedOnceText(), nullptr});
            addList(id, std::move(gone));
        }
    }

    void addList(NodeId id, std::vector<Verdict> list) {
        m_into.verdictListOf[id.value] = static_cast<std::uint32_t>(m_into.verdictLists.size());
        m_into.verdictLists.push_back(std::move(list));
    }

    /// The verdicts on the node that tells most, told of the call that it is in.
    [[nodiscard]] std::vector<Verdict> verdictsOf(const Standing& standing) const {
        std::vector<Verdict> list = m_placed.verdicts(standing.telling);
        const bool isOne = standing.nodes.size() < 2 || m_placed.isFolded(standing.telling);
        const auto provider = m_placed.providerOf(standing.telling);
        for (Verdict& verdict : list) {
            if (verdict.culprit)
                verdict.culprit = m_inlined.outermost(verdict.culprit);
            if (isOne)
                continue;
            verdict.evidence =
                standing.split.empty() && verdict.claimed && provider == verdict.provider
                    ? PARTITA_TEXT("it takes the nodes of the function")
                    : PARTITA_TEXT("{0} in the function: {1}",
                                   m_inlined.model.node(standing.telling)->opType,
                                   verdict.evidence);
        }
        return list;
    }

    /// The value itself, or the first that the call makes in which it is.
    [[nodiscard]] ValueId ofSource(ValueId id) const {
        if (m_source.value(id))
            return id;
        const auto& call = m_source.node(m_inlined.outermost(m_inlined.model.producer(id)));
        return call && !call->outputs.empty() ? call->outputs[0] : ValueId{};
    }
    [[nodiscard]] std::vector<ValueId> ofSource(const std::vector<ValueId>& values) const {
        std::vector<ValueId> mapped;
        std::set<ValueId> seen;
        for (const ValueId each : values)
            if (const ValueId value = ofSource(each); value && seen.insert(value).second)
                mapped.push_back(value);
        return mapped;
    }

    const Model& m_source;
    const InlinedModel& m_inlined;
    const Partitioning& m_placed;
    CallSums m_sums;
    Partitioning& m_into;
};

/// The nodes of the model before that a node stands for, the innermost first: nodes of functions,
/// and the calls.
std::vector<NodeId> stoodFor(const InlinedModel& inlined, NodeId node) {
    std::vector<NodeId> all;
    while (const InlinedNode* found = inlined.find(node)) {
        if (found->from)
            all.push_back(found->from);
        node = found->call;
    }
    all.push_back(node);
    return all;
}

} // namespace

Partitioning placementOfCalls(const Model& source,
                              std::shared_ptr<const InlinedPlacement> inlined) {
    const Partitioning& placed = inlined->placed;
    Partitioning result;
    result.providers = placed.providers;
    result.providerNames = placed.providerNames;
    result.leastRun = placed.leastRun;
    result.verdictLists = placed.verdictLists;
    result.summary = placed.summary;
    result.partitionOf.resize(source.nodes().keyEnd());
    result.verdictListOf.resize(source.nodes().keyEnd());
    CallMapper mapper(source, *inlined, result);
    mapper.mapNodes();
    mapper.mapPartitions();
    result.inlined = std::move(inlined);
    return result;
}

Partitioning placementInFunctions(const Model& source, const Partitioning& placed) {
    Partitioning result = placed;
    if (placed.inlined)
        CallMapper(source, *placed.inlined, result).mapFunctions();
    return result;
}

PartitionOptions wishesInside(const PartitionOptions& options, const InlinedModel& inlined) {
    PartitionOptions inside = options;
    if (options.excluded.empty() && options.pinned.empty() && options.takenAnyway.empty())
        return inside;
    const auto copyAll = [](const auto& from, auto& to, NodeId wished, NodeId node) {
        for (auto at = from.lower_bound({wished, {}}); at != from.end() && at->first == wished;
             ++at)
            to.emplace(node, at->second);
    };
    for (const InlinedNode& each : inlined.made) {
        if (!inlined.model.node(each.made))
            continue;
        for (const NodeId wished : stoodFor(inlined, each.made)) {
            copyAll(options.excluded, inside.excluded, wished, each.made);
            copyAll(options.takenAnyway, inside.takenAnyway, wished, each.made);
            if (const auto pin = options.pinned.find(wished); pin != options.pinned.end())
                inside.pinned.emplace(each.made, pin->second); // that of the innermost counts
        }
    }
    return inside;
}

std::vector<PartOfCall> partsOfCall(const Model& source, const Partitioning& placed, NodeId call) {
    std::vector<PartOfCall> parts;
    if (!placed.inlined)
        return parts;
    const Partitioning& inside = placed.inlined->placed;
    const CallSums sums(*placed.inlined);
    // A nested call is told of as in the first call of the function that holds it.
    const auto& copies = sums.copiesOf(call);
    for (const InlinedNode& each : sums.partsOf(copies.empty() ? call : copies.front())) {
        const auto& node = source.node(each.from);
        if (!node || node->is("Constant") || !source.graph(node->graph)->function)
            continue;
        const Standing standing = sums.of(each.made);
        PartOfCall part{each.from, {}, !standing.split.empty(), standing.split};
        if (standing.lowest)
            part.provider = inside.providerOf(standing.lowest);
        if (!part.isSplit && standing.telling)
            part.why = inside.explain(standing.telling);
        parts.push_back(std::move(part));
    }
    return parts;
}

bool isPlacedByCall(const Model& source, const Partitioning& placed, NodeId node) {
    if (!placed.inlined || !source.node(node))
        return false;
    const CallSums sums(*placed.inlined);
    std::set<std::pair<std::optional<std::uint32_t>, std::string>> ways;
    for (const NodeId copy : sums.copiesOf(node)) {
        const Standing standing = sums.of(copy);
        ways.emplace(standing.lowest ? placed.inlined->placed.providerOf(standing.lowest)
                                     : std::nullopt,
                     standing.split.text());
    }
    return ways.size() > 1;
}

} // namespace partita
