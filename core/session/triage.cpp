#include "core/session/triage.h"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <set>
#include <tuple>
#include <utility>

#include "core/ir/inline_functions.h"
#include "core/onnx/operator_facts.h"
#include "core/session/size_nodes.h"

namespace partita {

namespace {

/// Whether a node does more than pass elements on.
bool computes(const Node& node) {
    switch (operatorFacts(node).kind) {
    case OperatorKind::view:
    case OperatorKind::movement:
    case OperatorKind::assembly:
    case OperatorKind::conversion:
    case OperatorKind::generator: return false;
    default: return true;
    }
}

/// The places of costly nodes, each with its stretch where it does its damage only with that.
std::vector<std::size_t> placesOfDamage(const Triage& judged, const PlacedOrder& order,
                                        const Partitioning& placed,
                                        std::span<const std::size_t> entries) {
    const auto isHere = [&](std::size_t at) {
        const NodeId node = order.at(at);
        return node && placed.providerOf(node) != 0U;
    };
    std::vector<std::size_t> places, stretches;
    for (const std::size_t entry : entries) {
        const TriagedNode& found = judged.nodes[entry];
        const auto place = order.placeOf(found.part);
        if (place && found.kind == TriageKind::costly)
            (found.onlyTogether() ? stretches : places).push_back(*place);
    }
    std::ranges::sort(stretches);
    std::size_t end = 0; // of the stretch before: it is added once, however many nodes it has
    for (const std::size_t place : stretches) {
        if (place < end)
            continue;
        std::size_t begin = place;
        while (isHere(begin - 1)) // an invalid id stands before the first node
            --begin;
        for (end = begin; isHere(end); ++end)
            places.push_back(end);
    }
    std::ranges::sort(places);
    places.erase(std::ranges::unique(places).begin(), places.end());
    return places;
}

/// Nodes that the first provider would take, by their places, and what that saves.
struct Taken {
    Damage damage;
    std::vector<std::size_t> places;
};

/// All of some nodes, their costly ones, or both, whichever saves most. `costly` may have others that
/// do their damage with them.
Taken bestTaken(DamageMeter& meter, std::vector<std::size_t> all,
                const std::vector<std::size_t>& costly) {
    std::ranges::sort(all);
    std::vector<std::size_t> both;
    std::ranges::set_union(all, costly, std::back_inserter(both));
    Taken best{meter.ofTaking(all), std::move(all)};
    if (!costly.empty())
        for (const std::vector<std::size_t>& places : {both, costly}) {
            const Damage damage = meter.ofTaking(places);
            if (std::pair(damage.partitions, damage.bytes) >
                std::pair(best.damage.partitions, best.damage.bytes))
                best = {damage, places};
        }
    return best;
}

class Judge {
public:
    Judge(const Model& model, const Partitioning& partitioning)
        : m_model(model), m_partitioning(partitioning), m_order(model, partitioning),
          m_meter(model, partitioning, m_order), m_roots(model, partitioning, m_order),
          m_isSize(sizeNodes(model)) {}

    Triage run() {
        const auto& nodes = m_order.nodes();
        for (std::size_t place = 0; place < nodes.size(); ++place)
            if (isHere(place)) {
                std::size_t end = place;
                while (isHere(end))
                    ++end;
                judgeStretch(place, end);
                place = end;
            }
        judgeInside();
        countLostGroups();
        sortNodes();
        makeGroups();
        return std::move(m_triage);
    }

private:
    /// Why a node that is not on the first provider is not to blame for its stretch.
    enum class Excuse : std::uint8_t { none, size, constant, cutOff };

    [[nodiscard]] bool isHere(std::size_t place) const {
        const NodeId node = m_order.at(place);
        return node && m_partitioning.providerOf(node) != 0U;
    }
    [[nodiscard]] Excuse excuseOf(NodeId node) const {
        if (m_isSize[node.value])
            return Excuse::size;
        const ReasonCode code = verdictOf(m_partitioning, node).code;
        return code == ReasonCode::constantNode  ? Excuse::constant
               : code == ReasonCode::runTooShort ? Excuse::cutOff
                                                 : Excuse::none;
    }
    [[nodiscard]] std::uint32_t ownPartition(std::size_t place) const {
        const NodeId node = m_order.at(place);
        const Partition* partition = node ? m_partitioning.partition(node) : nullptr;
        return partition && partition->provider == 0 ? partition->index : Partitioning::kNone;
    }

    /// `begin` and `end`: the places of consecutive nodes that the first provider does not run.
    void judgeStretch(std::size_t begin, std::size_t end) {
        std::vector<std::size_t> places(end - begin);
        std::iota(places.begin(), places.end(), begin);
        const Damage together = m_meter.ofTaking(places);
        const std::size_t first = m_triage.nodes.size();
        for (const std::size_t place : places) {
            TriagedNode each;
            each.node = each.part = m_order.at(place);
            each.alone = m_meter.ofTaking(place);
            each.together = together;
            each.stretch = places.size();
            each.before = ownPartition(begin - 1);
            each.after = ownPartition(end);
            each.root = m_roots.of(each.node);
            m_triage.nodes.push_back(std::move(each));
        }
        judgeNodes(std::span(m_triage.nodes).subspan(first));
    }

    void judgeNodes(std::span<TriagedNode> nodes) {
        const std::vector<bool> blamed = blamedOf(nodes);
        std::size_t costly = 0, firstBlamed = nodes.size();
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            TriagedNode& each = nodes[i];
            if (blamed[i] && firstBlamed == nodes.size())
                firstBlamed = i;
            const bool nobody = !m_partitioning.partition(each.node);
            const bool harms =
                nobody || (blamed[i] && (each.alone.partitions > 0 || each.alone.bytes > 0));
            each.kind = harms       ? TriageKind::costly
                        : blamed[i] ? TriageKind::joins
                                    : kindWithout(each);
            costly += harms;
        }
        if (costly == 0 && firstBlamed < nodes.size())
            nodes[firstBlamed].kind = TriageKind::costly;
        for (TriagedNode& each : nodes)
            each.reason = reasonOf(each);
    }

    /// The nodes of a stretch that have to go to another provider for the damage to be gone; none
    /// where nothing is cut, moved or computed.
    [[nodiscard]] std::vector<bool> blamedOf(std::span<const TriagedNode> nodes) const {
        std::vector<bool> blamed(nodes.size());
        const Damage& together = nodes.front().together;
        const auto mark = [&](auto&& isBlamed) {
            bool any = false;
            for (std::size_t i = 0; i < nodes.size(); ++i) {
                blamed[i] = isBlamed(nodes[i].node);
                any = any || blamed[i];
            }
            return any;
        };
        const bool harms = together.partitions > 0 || together.bytes > 0;
        const auto keepOff = thoseThatKeepWorkOff(nodes);
        if (mark([&](NodeId id) {
                return excuseOf(id) == Excuse::none &&
                       (harms || computes(*m_model.node(id)) || keepOff.contains(id));
            }))
            return blamed;
        // Sizes and constants are harmless until they cut a partition in two.
        if (together.partitions > 0 &&
            !mark([&](NodeId id) { return excuseOf(id) != Excuse::cutOff; }))
            blamed.assign(nodes.size(), true);
        return blamed;
    }

    /// The nodes that leave others with work to do in a run that is too short.
    [[nodiscard]] std::set<NodeId> thoseThatKeepWorkOff(std::span<const TriagedNode> nodes) const {
        std::set<NodeId> culprits;
        for (const TriagedNode& each : nodes)
            if (each.root.kind == RootCause::Kind::cutOff && computes(*m_model.node(each.node)))
                culprits.insert(each.root.culprits.begin(), each.root.culprits.end());
        return culprits;
    }

    [[nodiscard]] TriageKind kindWithout(const TriagedNode& each) const {
        return excuseOf(each.node) == Excuse::cutOff ? TriageKind::joins : TriageKind::harmless;
    }

    [[nodiscard]] Message reasonOf(const TriagedNode& each) const {
        if (!m_partitioning.partition(each.node))
            return PARTITA_TEXT("no provider runs it");
        if (each.kind == TriageKind::costly)
            return costOf(each);
        if (each.kind == TriageKind::joins) {
            const std::string badge = m_partitioning.badge(*m_partitioning.partition(each.node));
            return excuseOf(each.node) == Excuse::cutOff
                       ? PARTITA_TEXT("joins {0}, as the nodes that cut it off do", badge)
                       : PARTITA_TEXT("joins {0}, which is needed anyway", badge);
        }
        switch (excuseOf(each.node)) {
        case Excuse::size: return PARTITA_TEXT("its results are only sizes or axes of other nodes");
        case Excuse::constant:
            return PARTITA_TEXT("all its inputs are constant: one computation is enough");
        default: return PARTITA_TEXT("it cuts nothing, moves nothing and computes nothing");
        }
    }

    [[nodiscard]] Message costOf(const TriagedNode& each) const {
        const Damage cost = each.counted();
        const std::string bytes =
            byteText(static_cast<std::uint64_t>(std::max<std::int64_t>(cost.bytes, 0)));
        const auto side = [this](std::uint32_t index) { return m_partitioning.badge(index); };
        const bool moves = cost.bytes > 0, cuts = cost.partitions > 0 && each.before && each.after;
        if (each.onlyTogether() && cuts)
            return PARTITA_TEXT("with the nodes around it, cuts {0} from {1}", side(each.before),
                                side(each.after));
        if (each.onlyTogether() && moves)
            return PARTITA_TEXT("with the nodes around it, moves {0} per run", bytes);
        if (cuts)
            return moves ? PARTITA_TEXT("cuts {0} from {1} and moves {2} per run",
                                        side(each.before), side(each.after), bytes)
                         : PARTITA_TEXT("cuts {0} from {1}", side(each.before), side(each.after));
        if (moves)
            return PARTITA_TEXT("moves {0} per run", bytes);
        const std::string name = m_partitioning.providerNames.front().full();
        return computes(*m_model.node(each.node))
                   ? PARTITA_TEXT("keeps its work off {0}", name)
                   : PARTITA_TEXT("keeps the work of nodes that it cuts off from {0}", name);
    }

    /// Nodes in the bodies of a compiled node that is not on the first provider go where it goes.
    void judgeInside() {
        m_model.nodes().forEach([&](NodeId id, const auto& node) {
            if (m_order.placeOf(id) || !isFallback(m_partitioning, *node) ||
                !m_partitioning.partition(id))
                return;
            TriagedNode each;
            each.node = each.part = id;
            each.kind = TriageKind::joins;
            each.root = m_roots.of(id);
            each.reason = each.root.text;
            m_triage.nodes.push_back(std::move(each));
        });
    }

    /// A node without which a group is lost keeps the whole group off its provider.
    void countLostGroups() {
        std::map<NodeId, std::size_t> lost;
        for (const TriagedNode& each : m_triage.nodes)
            if (each.root.kind == RootCause::Kind::lostGroup && !each.root.culprits.empty())
                ++lost[each.root.culprits.front()];
        for (TriagedNode& each : m_triage.nodes)
            if (const auto at = lost.find(each.node); at != lost.end())
                each.alone.nodes += at->second;
    }

    void sortNodes() {
        const auto key = [this](const TriagedNode& each) {
            const Damage cost = each.counted();
            // A node that is one of several causes counts for its share.
            const auto share = static_cast<double>(each.onlyTogether() ? each.stretch : 1);
            return std::tuple(each.kind, -static_cast<double>(cost.partitions) / share,
                              -static_cast<double>(cost.bytes) / share, -double(cost.nodes),
                              m_order.placeOf(each.node).value_or(m_order.nodes().size()),
                              each.node);
        };
        std::vector<std::pair<decltype(key(m_triage.nodes.front())), std::size_t>> keys;
        for (std::size_t i = 0; i < m_triage.nodes.size(); ++i)
            keys.emplace_back(key(m_triage.nodes[i]), i);
        std::ranges::sort(keys);
        std::vector<TriagedNode> sorted;
        sorted.reserve(keys.size());
        m_triage.indexOf.resize(m_model.nodes().keyEnd());
        for (const auto& [unused, i] : keys) {
            sorted.push_back(std::move(m_triage.nodes[i]));
            m_triage.indexOf[sorted.back().node.value] = static_cast<std::uint32_t>(sorted.size());
            const TriageKind kind = sorted.back().kind;
            ++(kind == TriageKind::costly  ? m_triage.costly
               : kind == TriageKind::joins ? m_triage.joins
                                           : m_triage.harmless);
        }
        m_triage.nodes = std::move(sorted);
    }

    void makeGroups() {
        std::map<std::tuple<ReasonCode, std::string_view, std::string_view>, std::size_t> known;
        auto& groups = m_triage.groups;
        for (std::size_t i = 0; i < m_triage.nodes.size(); ++i) {
            const TriagedNode& each = m_triage.nodes[i];
            const Node& node = *m_model.node(each.node);
            const ReasonCode code = verdictOf(m_partitioning, each.node).code;
            const auto [at, fresh] =
                known.try_emplace({code, node.opType, node.domain}, groups.size());
            if (fresh)
                groups.push_back({code, node.opType, node.domain, {}, 0, 0, 0});
            TriageGroup& group = groups[at->second];
            group.nodes.push_back(i);
            ++(each.kind == TriageKind::costly  ? group.costly
               : each.kind == TriageKind::joins ? group.joins
                                                : group.harmless);
        }
        for (TriageGroup& group : groups)
            judgeGroup(group);
        // What would cost more to take does no damage: it does not stand below what does none.
        const auto size = [](std::int64_t saved) { return std::max<std::int64_t>(0, saved); };
        std::ranges::stable_sort(groups, {}, [&](const TriageGroup& group) {
            return std::tuple(group.costly == 0, -size(group.damage.partitions),
                              -size(group.damage.bytes),
                              -static_cast<std::int64_t>(group.nodes.size()));
        });
        for (std::size_t i = 0; i < groups.size(); ++i)
            for (const std::size_t node : groups[i].nodes)
                m_triage.nodes[node].group = i;
    }

    /// Taking all nodes of an operator may only cut more where others beside them stay: then the
    /// damage is what they do together with those.
    void judgeGroup(TriageGroup& group) {
        std::vector<std::size_t> all;
        for (const std::size_t i : group.nodes)
            if (const auto place = m_order.placeOf(m_triage.nodes[i].node))
                all.push_back(*place);
        std::ranges::sort(all);
        const Taken best =
            bestTaken(m_meter, all, placesOfDamage(m_triage, m_order, m_partitioning, group.nodes));
        group.damage = best.damage;
        for (const std::size_t place : best.places) {
            group.taken.push_back(m_order.at(place));
            group.others += !std::ranges::binary_search(all, place);
        }
        group.damage.nodes += group.others;
    }

    const Model& m_model;
    const Partitioning& m_partitioning;
    PlacedOrder m_order;
    DamageMeter m_meter;
    RootFinder m_roots;
    std::vector<bool> m_isSize; ///< by NodeId
    Triage m_triage;
};

/// Nodes as those of the model before inlining: each once, in the same order.
void toSource(std::vector<NodeId>& nodes, const InlinedModel& inlined) {
    std::set<NodeId> seen;
    std::vector<NodeId> kept;
    for (const NodeId node : nodes)
        if (const NodeId source = inlined.outermost(node); seen.insert(source).second)
            kept.push_back(source);
    nodes = std::move(kept);
}

/// The triage of the nodes that stand for calls, as one of the calls.
void moveToCalls(Triage& judged, const Model& source, const InlinedModel& inlined) {
    judged.indexOf.assign(source.nodes().keyEnd(), 0);
    for (std::size_t i = 0; i < judged.nodes.size(); ++i) {
        TriagedNode& each = judged.nodes[i];
        each.node = inlined.outermost(each.part);
        toSource(each.root.culprits, inlined);
        if (each.node.value < judged.indexOf.size() && !judged.indexOf[each.node.value])
            judged.indexOf[each.node.value] = static_cast<std::uint32_t>(i + 1);
    }
    for (TriageGroup& group : judged.groups)
        toSource(group.taken, inlined);
}

} // namespace

std::string_view triageName(TriageKind kind) {
    constexpr std::array<std::string_view, 3> kNames = {"costly", "joins", "harmless"};
    return kNames[static_cast<std::size_t>(kind)];
}

const TriagedNode* Triage::find(NodeId node) const {
    const std::uint32_t index = node.value < indexOf.size() ? indexOf[node.value] : 0;
    return index ? &nodes[index - 1] : nullptr;
}

JudgedPlacement JudgedPlacement::of(Model model, std::shared_ptr<const Partitioning> partitioning) {
    auto judged = std::make_shared<const Triage>(partita::triage(model, *partitioning));
    return {std::move(model), std::move(partitioning), std::move(judged)};
}

Damage JudgedPlacement::damageOf(NodeId node) const {
    const TriagedNode* found = triage->find(node);
    if (!found || found->part == node)
        return found ? found->counted() : Damage();
    Damage all; // of a call, what its nodes do
    for (const TriagedNode& each : triage->nodes)
        if (each.node == node)
            all += each.counted();
    return all;
}

JointDamage::JointDamage(const JudgedPlacement& placed)
    : m_placed(placed),
      m_order(judgedIn(placed.model, *placed.partitioning), judgedIn(*placed.partitioning)),
      m_meter(judgedIn(placed.model, *placed.partitioning), judgedIn(*placed.partitioning),
              m_order) {
    for (std::size_t i = 0; i < placed.triage->nodes.size(); ++i)
        m_entries[placed.triage->nodes[i].node].push_back(i);
}

std::vector<std::size_t> JointDamage::entriesOf(std::span<const NodeId> nodes) const {
    std::vector<std::size_t> entries;
    for (const NodeId node : nodes)
        if (const auto found = m_entries.find(node); found != m_entries.end())
            entries.insert(entries.end(), found->second.begin(), found->second.end());
    return entries;
}

std::vector<std::size_t> JointDamage::placesOf(std::span<const std::size_t> entries) const {
    std::vector<std::size_t> places;
    for (const std::size_t entry : entries)
        if (const auto place = m_order.placeOf(m_placed.triage->nodes[entry].part))
            places.push_back(*place);
    std::ranges::sort(places);
    return places;
}

Damage JointDamage::of(std::span<const NodeId> nodes) {
    const auto entries = entriesOf(nodes);
    const auto costly =
        placesOfDamage(*m_placed.triage, m_order, judgedIn(*m_placed.partitioning), entries);
    return costly.empty() ? Damage() : bestTaken(m_meter, placesOf(entries), costly).damage;
}

Damage JointDamage::ofTaking(std::span<const NodeId> nodes) {
    const auto places = placesOf(entriesOf(nodes));
    return places.empty() ? Damage() : m_meter.ofTaking(places);
}

const Partitioning& judgedIn(const Partitioning& partitioning) {
    return partitioning.inlined ? partitioning.inlined->placed : partitioning;
}

const Model& judgedIn(const Model& model, const Partitioning& partitioning) {
    return partitioning.inlined ? partitioning.inlined->model : model;
}

Triage triage(const Model& model, const Partitioning& partitioning) {
    Triage judged = Judge(judgedIn(model, partitioning), judgedIn(partitioning)).run();
    if (partitioning.inlined)
        moveToCalls(judged, model, *partitioning.inlined->inlined);
    return judged;
}

} // namespace partita
