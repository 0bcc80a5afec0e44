#include "core/tasks/remedies/cut_causes.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "core/ir/graph_order.h"

namespace partita {

namespace {

constexpr std::size_t kMostSets = 1 << 14, kMostVisits = 20'000'000, kMostSteps = 8;

bool isPlaced(const Partitioning& placed, NodeId id) {
    const auto& verdicts = placed.verdicts(id);
    if (verdicts.empty() || placed.partition(id))
        return !verdicts.empty();
    const ReasonCode code = verdicts.front().code;
    return code != ReasonCode::constantNode && code != ReasonCode::folded &&
           code != ReasonCode::unused;
}

/// Whether the provider's rules take the node, whatever became of it.
bool isSupported(const Verdict& verdict) {
    return verdict.claimed || verdict.code == ReasonCode::runTooShort ||
           verdict.code == ReasonCode::lostGroup ||
           verdict.code == ReasonCode::takenByHigherPriority;
}

} // namespace

CutCauses::CutCauses(const Model& model, const Partitioning& placed, std::uint32_t provider,
                     std::size_t least)
    : m_least(least), m_isFirst(provider == 0), m_goal(remedyGoalFor(placed)) {
    GraphOrder order(model);
    std::set<GraphId> graphs;
    for (const Partition& partition : placed.partitions)
        graphs.insert(partition.graph);
    for (const GraphId graph : graphs)
        addGraph(model, placed, provider, order.topological(graph));
    sortCauses();
}

void CutCauses::addGraph(const Model& model, const Partitioning& placed, std::uint32_t provider,
                         const std::vector<NodeId>& order) {
    std::map<std::string, std::uint32_t> known;
    for (std::uint32_t i = 0; i < m_causes.size(); ++i)
        known.emplace(m_causes[i].op, i);
    std::vector<NodeId> declined; // between two runs
    const auto closeGap = [&] {
        if (declined.size() == 1)
            m_lone.push_back(declined.front());
        declined.clear();
    };
    for (const NodeId id : order) {
        if (!isPlaced(placed, id))
            continue;
        std::uint32_t cause = kSupported;
        if (!isSupported(placed.verdicts(id)[provider])) {
            const Node& node = *model.node(id);
            const auto [at, fresh] = known.try_emplace(
                (node.isOnnx() ? "" : node.domain.str() + ".") + node.opType.str(),
                static_cast<std::uint32_t>(m_causes.size()));
            if (fresh)
                m_causes.push_back({at->first, {}});
            cause = at->second;
            m_causes[cause].nodes.push_back(id);
            declined.push_back(id);
        } else {
            closeGap();
        }
        if (m_pieces.empty() || m_pieces.back().cause != cause)
            m_pieces.push_back({cause, 0});
        ++m_pieces.back().nodes;
    }
    closeGap();
    m_pieces.push_back({kEnd, 0});
}

void CutCauses::sortCauses() {
    std::vector<std::uint32_t> order(m_causes.size()), placeOf(m_causes.size());
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::stable_sort(order, std::greater<>(),
                             [&](std::uint32_t i) { return m_causes[i].nodes.size(); });
    std::vector<Cause> sorted;
    for (std::uint32_t i = 0; i < order.size(); ++i) {
        placeOf[order[i]] = i;
        sorted.push_back(std::move(m_causes[order[i]]));
    }
    m_causes = std::move(sorted);
    for (Piece& piece : m_pieces)
        if (piece.cause < m_causes.size())
            piece.cause = placeOf[piece.cause];
}

CutCauses::Count CutCauses::partitions(const std::vector<bool>& chosen, std::size_t least) const {
    Count count;
    std::size_t run = 0;
    bool leftOpen = false; // a partition of other providers is open
    const auto closeRun = [&] {
        if (run == 0)
            return;
        if (run >= least) {
            count.nodes += run;
            ++count.own;
            ++count.all;
            leftOpen = false;
        } else {
            count.all += !leftOpen;
            leftOpen = true;
        }
        run = 0;
    };
    for (const Piece& piece : m_pieces) {
        if (piece.cause == kSupported || (piece.cause != kEnd && chosen[piece.cause])) {
            run += piece.nodes;
            continue;
        }
        closeRun();
        if (piece.cause != kEnd)
            count.all += !leftOpen;
        leftOpen = piece.cause != kEnd;
    }
    return count;
}

std::size_t CutCauses::rank(const Count& count) const {
    constexpr std::size_t kMoreThanAll = std::size_t{1} << 32;
    if (m_goal == RemedyGoal::nodesOnDevices)
        return (kMoreThanAll - 1 - count.nodes) * kMoreThanAll + count.all;
    return m_isFirst ? count.own * kMoreThanAll + count.all : count.all;
}

std::vector<std::size_t> CutCauses::runLengths() const {
    std::set<std::size_t> lengths;
    for (const Piece& piece : m_pieces)
        if (piece.cause == kSupported)
            lengths.insert(piece.nodes);
    return {lengths.begin(), lengths.end()};
}

std::vector<std::vector<std::uint32_t>> CutCauses::setsOfPieces() const {
    std::set<std::vector<std::uint32_t>> sets;
    std::set<std::uint32_t> piece;
    for (const Piece& each : m_pieces) {
        if (each.cause < m_causes.size()) {
            piece.insert(each.cause);
            continue;
        }
        if (!piece.empty())
            sets.emplace(piece.begin(), piece.end());
        piece.clear();
    }
    return {sets.begin(), sets.end()};
}

/// Each piece that vanishes saves at most two partitions: that of the nodes in it, and one of the two
/// runs that it parted. With `count` causes only pieces of at most so many causes vanish, and no more pieces than
/// the most frequent causes have together.
CutCauses::Count CutCauses::bound(std::size_t count) const {
    std::vector<std::size_t> piecesOf(m_causes.size());
    std::size_t small = 0;
    std::set<std::uint32_t> piece;
    for (const Piece& each : m_pieces) {
        if (each.cause < m_causes.size()) {
            piece.insert(each.cause);
            continue;
        }
        small += !piece.empty() && piece.size() <= count;
        for (const std::uint32_t cause : piece)
            ++piecesOf[cause];
        piece.clear();
    }
    std::ranges::sort(piecesOf, std::greater<>());
    std::size_t most = 0;
    for (std::size_t i = 0; i < std::min(count, piecesOf.size()); ++i)
        most += piecesOf[i];
    const Count now = partitions(std::vector<bool>(m_causes.size()));
    const std::size_t joined = std::min(small, most);
    const auto left = [](std::size_t before, std::size_t saved) {
        return saved >= before ? std::min<std::size_t>(before, 1) : before - saved;
    };
    return {left(now.own, joined), left(now.all, 2 * joined), 0};
}

namespace {

/// Every set is judged; for each size the best one is kept.
std::vector<CauseSet> judgeAll(const CutCauses& causes, const Progress& progress) {
    const std::size_t count = causes.causes().size();
    std::vector<CauseSet> best(count + 1);
    for (std::uint32_t bits = 1; bits < 1U << count && !progress.cancelled(); ++bits) {
        std::vector<bool> chosen(count);
        CauseSet set;
        for (std::uint32_t i = 0; i < count; ++i)
            if (bits >> i & 1) {
                chosen[i] = true;
                set.causes.push_back(i);
            }
        set.rank = causes.rank(causes.partitions(chosen));
        CauseSet& place = best[set.causes.size()];
        if (place.causes.empty() || set.rank < place.rank)
            place = std::move(set);
    }
    best.erase(best.begin()); // no cause
    return best;
}

/// The set grows by the candidate that saves the most partitions for each of its causes.
std::vector<CauseSet> grow(const CutCauses& causes, const Progress& progress) {
    auto candidates = causes.setsOfPieces();
    for (std::uint32_t i = 0; i < causes.causes().size(); ++i)
        candidates.push_back({i});
    const std::size_t visits = std::max<std::size_t>(causes.size() * kMostSteps, 1);
    if (candidates.size() > kMostVisits / visits)
        candidates.erase(candidates.begin() + static_cast<std::ptrdiff_t>(kMostVisits / visits),
                         candidates.end());
    std::vector<CauseSet> steps;
    std::vector<bool> chosen(causes.causes().size());
    std::size_t now = causes.rank(causes.partitions(chosen));
    for (std::size_t step = 0; step < kMostSteps && !progress.cancelled(); ++step) {
        double most = 0;
        std::vector<bool> next;
        for (const auto& candidate : candidates) {
            std::vector<bool> trial = chosen;
            std::size_t added = 0;
            for (const std::uint32_t cause : candidate) {
                added += !trial[cause];
                trial[cause] = true;
            }
            const std::size_t left = added ? causes.rank(causes.partitions(trial)) : now;
            const double saved =
                left < now ? static_cast<double>(now - left) / static_cast<double>(added) : 0;
            if (saved > most) {
                most = saved;
                next = std::move(trial);
            }
        }
        if (next.empty())
            break;
        chosen = std::move(next);
        now = causes.rank(causes.partitions(chosen));
        CauseSet set{{}, now};
        for (std::uint32_t i = 0; i < chosen.size(); ++i)
            if (chosen[i])
                set.causes.push_back(i);
        steps.push_back(std::move(set));
    }
    return steps;
}

} // namespace

CauseSets bestSets(const CutCauses& causes, const Progress& progress) {
    const std::size_t count = causes.causes().size();
    CauseSets result;
    result.exact = count < 32 && (std::size_t{1} << count) <= kMostSets &&
                   (std::size_t{1} << count) * causes.size() <= kMostVisits;
    auto sets = result.exact ? judgeAll(causes, progress) : grow(causes, progress);
    std::size_t fewest = causes.rank(causes.partitions(std::vector<bool>(count)));
    for (CauseSet& set : sets)
        if (!set.causes.empty() && set.rank < fewest) {
            fewest = set.rank;
            result.sets.push_back(std::move(set));
        }
    return result;
}

} // namespace partita
