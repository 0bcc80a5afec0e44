#include "providers/cpu/kernels/numbered_forest.h"

#include <algorithm>
#include <limits>
#include <map>

#include "providers/cpu/kernels/ml_scores.h"

namespace partita::cpu {

namespace {

/// The place of each node, by tree and number.
using NodePlaces = std::map<std::pair<std::int64_t, std::int64_t>, std::uint32_t>;

std::uint32_t placeOfNode(const NodePlaces& places, std::int64_t tree, std::int64_t id) {
    const auto found = places.find({tree, id});
    require(found != places.end(), "a tree refers to a node that does not exist");
    return found->second;
}

NodePlaces nodePlaces(const std::vector<std::int64_t>& trees,
                      const std::vector<std::int64_t>& ids) {
    NodePlaces places;
    for (std::size_t i = 0; i < ids.size(); ++i)
        places.emplace(std::pair(trees[i], ids[i]), static_cast<std::uint32_t>(i));
    return places;
}

/// Moves walks until all are at leaves, which lead to themselves.
template <class Split, class Walks, class Holds>
PARTITA_INLINE inline void moveToLeaves(const Split* splits, Walks& walks, const Holds& holds) {
    auto at = walks.at;
    std::uint32_t moved = 1;
    while (moved != 0) {
        moved = 0;
#pragma GCC unroll 8
        for (std::size_t i = 0; i < at.size(); ++i) {
            const Split& split = splits[at[i]];
            // By a table, not by a branch: which way it goes is hard to foresee.
            const std::uint32_t next =
                split.next[static_cast<std::size_t>(holds(split, walks.rows[i][split.feature]))];
            moved |= next ^ at[i];
            at[i] = next;
        }
    }
    walks.at = at;
}

} // namespace

NumberedForest::NumberedForest(const Node& node, const std::string& prefix) {
    const auto &trees = node.intsAttribute("nodes_treeids"),
               &ids = node.intsAttribute("nodes_nodeids"),
               &yes = node.intsAttribute("nodes_truenodeids"),
               &no = node.intsAttribute("nodes_falsenodeids"),
               &features = node.intsAttribute("nodes_featureids"),
               &missing = node.intsAttribute("nodes_missing_value_tracks_true");
    const auto modes = node.stringsAttribute("nodes_modes");
    const auto values = numbersAttribute(node, "nodes_values");
    const std::size_t count = ids.size();
    constexpr std::size_t kMost = std::numeric_limits<std::int32_t>::max();
    require(count > 0 && count < kMost && trees.size() == count && yes.size() == count &&
                no.size() == count && features.size() == count && modes.size() == count &&
                values.size() == count && (missing.empty() || missing.size() == count),
            "the lists of nodes differ in length");
    const NodePlaces places = nodePlaces(trees, ids);
    m_splits.resize(count);
    bool alike = true;
    for (std::size_t i = 0; i < count; ++i) {
        const auto place = static_cast<std::uint32_t>(i);
        if (i == 0 || trees[i] != trees[i - 1])
            m_roots.push_back(place);
        Split& made = m_splits[i];
        made.test = testOf(modes[i]);
        made.value = values[i];
        made.missingIsTrue = !missing.empty() && missing[i] != 0;
        made.next = {place, place};
        if (made.test == Test::leaf)
            continue;
        require(features[i] >= 0 && features[i] < static_cast<std::int64_t>(kMost),
                "a node tests a feature that the input does not have");
        made.feature = static_cast<std::uint32_t>(features[i]);
        made.next = {placeOfNode(places, trees[i], no[i]), placeOfNode(places, trees[i], yes[i])};
        m_features = std::max(m_features, features[i] + 1);
        if (m_onlyTest == Test::leaf)
            m_onlyTest = made.test;
        alike = alike && made.test == m_onlyTest && !made.missingIsTrue;
    }
    if (!alike)
        m_onlyTest = Test::leaf;
    requireEnds();
    readLeaves(node, prefix);
}

void NumberedForest::readLeaves(const Node& node, const std::string& prefix) {
    const auto &trees = node.intsAttribute(prefix + "_treeids"),
               &ids = node.intsAttribute(prefix + "_nodeids"),
               &targets = node.intsAttribute(prefix + "_ids");
    const auto weights = numbersAttribute(node, prefix + "_weights");
    require(weights.size() < std::numeric_limits<std::uint32_t>::max() &&
                trees.size() == weights.size() && ids.size() == weights.size() &&
                targets.size() == weights.size(),
            "the lists of leaves differ in length");
    const NodePlaces places =
        nodePlaces(node.intsAttribute("nodes_treeids"), node.intsAttribute("nodes_nodeids"));
    std::vector<std::vector<Leaf>> leaves(m_splits.size());
    for (std::size_t i = 0; i < weights.size(); ++i) {
        leaves[placeOfNode(places, trees[i], ids[i])].push_back({targets[i], weights[i]});
        m_targets = std::max(m_targets, targets[i] + 1);
        require(targets[i] >= 0, "a leaf has a negative target");
        m_allPositive = m_allPositive && weights[i] >= 0;
        m_oneTarget = m_oneTarget && targets[i] == targets[0];
    }
    m_leafEnds.push_back(0);
    for (const auto& each : leaves) {
        m_leaves.insert(m_leaves.end(), each.begin(), each.end());
        m_leafEnds.push_back(static_cast<std::uint32_t>(m_leaves.size()));
    }
}

NumberedForest::Test NumberedForest::testOf(const std::string& mode) {
    constexpr std::pair<std::string_view, Test> kTests[] = {
        {"LEAF", Test::leaf},          {"BRANCH_LEQ", Test::lessOrEqual},
        {"BRANCH_LT", Test::less},     {"BRANCH_GTE", Test::greaterOrEqual},
        {"BRANCH_GT", Test::greater},  {"BRANCH_EQ", Test::equal},
        {"BRANCH_NEQ", Test::notEqual}};
    for (const auto& [name, test] : kTests)
        if (mode == name)
            return test;
    throw NodeFailure("this node mode is not known");
}

/// Throws where a tree has a cycle.
void NumberedForest::requireEnds() const {
    enum : std::uint8_t { unseen, open, done };
    std::vector<std::uint8_t> state(m_splits.size(), unseen);
    std::vector<std::size_t> path;
    for (const std::size_t root : m_roots) {
        path.push_back(root);
        while (!path.empty()) {
            const std::size_t at = path.back();
            if (state[at] != unseen || m_splits[at].test == Test::leaf) {
                state[at] = done;
                path.pop_back();
                continue;
            }
            state[at] = open;
            for (const std::size_t next : {m_splits[at].next[1], m_splits[at].next[0]}) {
                require(state[next] != open, "a tree contains a cycle");
                if (state[next] == unseen)
                    path.push_back(next);
            }
        }
    }
}

bool NumberedForest::holds(const Split& split, double value) {
    if (std::isnan(value) && split.missingIsTrue)
        return true;
    switch (split.test) {
    case Test::lessOrEqual: return value <= split.value;
    case Test::less: return value < split.value;
    case Test::greaterOrEqual: return value >= split.value;
    case Test::greater: return value > split.value;
    case Test::equal: return value == split.value;
    default: return value != split.value;
    }
}

void NumberedForest::walkDown(Walks& walks) const {
    if (m_features == 0) // all are leaves, and a row may have no numbers
        return;
    const Split* splits = m_splits.data();
    switch (m_onlyTest) {
    case Test::lessOrEqual:
        return moveToLeaves(splits, walks, [](const Split& split, double value) PARTITA_INLINE {
            return value <= split.value;
        });
    case Test::less:
        return moveToLeaves(splits, walks, [](const Split& split, double value) PARTITA_INLINE {
            return value < split.value;
        });
    default: return moveToLeaves(splits, walks, holds);
    }
}

} // namespace partita::cpu
