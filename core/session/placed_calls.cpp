#include "core/session/placed_calls.h"

#include <algorithm>
#include <set>
#include <unordered_map>

#include <fmt/format.h>

#include "core/base/count_text.h"
#include "core/session/mapped_values.h"
#include "core/session/optimization.h"

namespace partita {

namespace {

/// What became of the nodes that stand for one node: for a call those of its function.
struct Standing {
    std::size_t nodes = 0;             ///< without Constant nodes
    std::vector<std::size_t> counts{}; ///< by provider, then those that no provider runs
    /// The least and the greatest partition of these; kNone: no provider runs some.
    std::uint32_t least = UINT32_MAX, greatest = Partitioning::kNone;
    NodeId lowest{};  ///< one on the provider of the lowest priority; none: none is placed
    NodeId telling{}; ///< whose verdicts tell most
    int weight = -1;  ///< of these verdicts

    [[nodiscard]] bool isSplit() const { return least < greatest; }
};

/// Sums up what stands for calls and for nodes of functions, each once: calls may nest deeply.
class CallSums {
public:
    explicit CallSums(const InlinedPlacement& inlined)
        : m_inlined(*inlined.inlined), m_placed(inlined.placed) {
        for (const InlinedNode& each : m_inlined.made) {
            if (each.from)
                m_copies[each.from].push_back(each.made);
            m_parts[each.call].push_back(each);
        }
        for (std::size_t i = m_inlined.made.size(); i-- > 0;) { // what is inside comes later
            const InlinedNode& each = m_inlined.made[i];
            Standing& holder = m_sums[each.call];
            if (const auto nested = m_sums.find(each.made); nested != m_sums.end())
                add(holder, nested->second);
            else
                add(holder, single(each.made));
        }
    }

    /// What stands for a call, or for one copy of a node of a function.
    [[nodiscard]] Standing of(NodeId id) const {
        const auto found = m_sums.find(id);
        return found == m_sums.end() ? single(id) : found->second;
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

    /// "split: 3 nodes NPU, 2 CPU"; empty: all nodes that are placed are in one partition.
    [[nodiscard]] Message splitText(const Standing& standing) const {
        if (!standing.isSplit())
            return {};
        std::string rest;
        std::size_t first = 0, providers = 0;
        for (std::size_t i = 0; i < standing.counts.size(); ++i) {
            const std::size_t count = standing.counts[i];
            if (!count)
                continue;
            const std::string brief =
                i < m_placed.providerNames.size() ? m_placed.providerNames[i].name : "–";
            rest += providers ? fmt::format(", {} {}", grouped(count), brief) : brief;
            first = providers++ ? first : count;
        }
        if (providers == 1)
            return PARTITA_TEXT("split: {0} nodes {1} in several partitions", grouped(first), rest);
        return first == 1 ? PARTITA_TEXT("split: 1 node {0}", rest)
                          : PARTITA_TEXT("split: {0} nodes {1}", grouped(first), rest);
    }

private:
    [[nodiscard]] Standing single(NodeId id) const {
        Standing standing;
        const auto& node = m_inlined.model.node(id);
        if (!node || node->is("Constant"))
            return standing;
        standing.nodes = 1;
        standing.telling = id;
        standing.weight = weightOf(id);
        if (m_placed.isFolded(id))
            return standing;
        const Partition* partition = m_placed.partition(id);
        const std::size_t providers = m_placed.providers.size();
        standing.counts.resize(providers + 1);
        ++standing.counts[partition ? partition->provider : providers];
        standing.least = standing.greatest = partition ? partition->index : Partitioning::kNone;
        standing.lowest = partition ? id : NodeId{};
        return standing;
    }

    /// Adds what comes before the nodes of `to`.
    void add(Standing& to, const Standing& from) const {
        to.nodes += from.nodes;
        to.counts.resize(std::max(to.counts.size(), from.counts.size()));
        for (std::size_t i = 0; i < from.counts.size(); ++i)
            to.counts[i] += from.counts[i];
        to.least = std::min(to.least, from.least);
        to.greatest = std::max(to.greatest, from.greatest);
        if (from.lowest && m_placed.providerOf(from.lowest) >= m_placed.providerOf(to.lowest))
            to.lowest = from.lowest;
        if (from.weight >= to.weight) {
            to.telling = from.telling;
            to.weight = from.weight;
        }
    }

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

    const InlinedModel& m_inlined;
    const Partitioning& m_placed;
    std::unordered_map<NodeId, Standing> m_sums;                  // by call
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
        if (standing.isSplit())
            m_into.splits[id] = m_sums.splitText(standing);
        if (m_inlined.model.node(id)) { // it stands for itself
            if (id.value < m_placed.verdictListOf.size())
                m_into.verdictListOf[id.value] = m_placed.verdictListOf[id.value];
        } else if (standing.telling) {
            addList(id, verdictsOf(standing));
        } else { // a Constant node, or a call that makes nothing else
            const bool isConstant = m_source.node(id)->is("Constant");
            std::vector<Verdict> gone;
            for (std::uint32_t i = 0; i < m_placed.providers.size(); ++i)
                gone.push_back({i, false,
                                isConstant ? ReasonCode::constantNode : ReasonCode::folded,
                                isConstant ? constantNodeText() : computedOnceText(), nullptr});
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
        const bool isOne = standing.nodes < 2 || m_placed.isFolded(standing.telling);
        const auto provider = m_placed.providerOf(standing.telling);
        for (Verdict& verdict : list) {
            if (verdict.culprit)
                verdict.culprit = m_inlined.outermost(verdict.culprit);
            if (isOne)
                continue;
            verdict.evidence =
                !standing.isSplit() && verdict.claimed && provider == verdict.provider
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
        return mappedOnce(values, [this](ValueId each) { return ofSource(each); });
    }

    const Model& m_source;
    const InlinedModel& m_inlined;
    const Partitioning& m_placed;
    CallSums m_sums;
    Partitioning& m_into;
};

/// Gives `node` the wishes for the providers of another one.
void copyWishes(std::set<std::pair<NodeId, std::string>>& wishes, NodeId from, NodeId node) {
    std::vector<std::pair<NodeId, std::string>> more;
    for (auto at = wishes.lower_bound({from, {}}); at != wishes.end() && at->first == from; ++at)
        more.emplace_back(node, at->second);
    wishes.insert(more.begin(), more.end());
}

} // namespace

Partitioning placementOfCalls(const Model& source,
                              std::shared_ptr<const InlinedPlacement> inlined) {
    const Partitioning& placed = inlined->placed;
    Partitioning result = placed.sameProviders(source.nodes().keyEnd());
    result.summary = placed.summary;
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
    for (const InlinedNode& each : inlined.made) // a call comes before what is inside
        for (const NodeId wished : {each.from, each.call}) {
            copyWishes(inside.excluded, wished, each.made);
            copyWishes(inside.takenAnyway, wished, each.made);
            if (const auto pin = inside.pinned.find(wished); pin != inside.pinned.end())
                inside.pinned.emplace(each.made, std::string(pin->second)); // the innermost counts
        }
    const auto isGone = [&](const auto& wish) { return !inlined.model.node(wish.first); };
    std::erase_if(inside.excluded, isGone);
    std::erase_if(inside.takenAnyway, isGone);
    std::erase_if(inside.pinned, isGone);
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
        PartOfCall part{each.from, {}, standing.isSplit(), sums.splitText(standing)};
        if (standing.lowest)
            part.provider = inside.providerOf(standing.lowest);
        if (!part.isSplit && standing.telling)
            part.why = inside.explain(standing.telling);
        parts.push_back(std::move(part));
    }
    return parts;
}

std::uint32_t partitionThatMakes(const Partitioning& placed, ValueId value) {
    if (!placed.inlined)
        return Partitioning::kNone;
    const NodeId maker = placed.inlined->inlined->model.producer(value);
    const Partition* partition = placed.inlined->placed.partition(maker);
    return partition ? partition->index : Partitioning::kNone;
}

std::uint32_t partitionThatReads(const Partitioning& placed, NodeId reader, ValueId value,
                                 std::uint32_t from) {
    std::uint32_t best = Partitioning::kNone;
    if (!placed.inlined || !from)
        return best;
    const InlinedModel& inlined = *placed.inlined->inlined;
    for (const NodeId node : inlined.model.consumers(value)) {
        const Partition* partition = placed.inlined->placed.partition(node);
        if (!partition || inlined.outermost(node) != reader)
            continue;
        if (partition->provider != placed.partitions[from - 1].provider)
            return partition->index;
        if (!best || best == from)
            best = partition->index;
    }
    return best;
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
                     sums.splitText(standing).text());
    }
    return ways.size() > 1;
}

} // namespace partita
