// ai.onnx.ml: tree ensembles.

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "providers/reference/catalogue.h"
#include "providers/reference/ml_scores.h"

namespace partita::reference {

namespace {

constexpr const char* kModes[] = {"BRANCH_LEQ", "BRANCH_LT",  "BRANCH_GTE",   "BRANCH_GT",
                                  "BRANCH_EQ",  "BRANCH_NEQ", "BRANCH_MEMBER"};
constexpr const char* kTransforms[] = {"NONE", "SOFTMAX", "LOGISTIC", "SOFTMAX_ZERO", "PROBIT"};
constexpr const char* kAggregates[] = {"AVERAGE", "SUM", "MIN", "MAX"};

/// The name of a mode that TreeEnsemble (version 5) gives as a number.
template <std::size_t N> std::string nameOf(const char* const (&names)[N], std::int64_t number) {
    require(number >= 0 && number < static_cast<std::int64_t>(N),
            "an entry of nodes_modes, aggregate_function or post_transform is not known");
    return names[number];
}

struct Vote {
    std::size_t target;
    double weight;
};

/// An inner node compares one feature of a row; a leaf has votes.
struct TreeNode {
    std::string mode = "LEAF";
    double value = 0;
    std::vector<double> members;
    std::size_t feature = 0, yes = 0, no = 0;
    bool missingIsYes = false;
    std::vector<Vote> votes;

    [[nodiscard]] bool holds(double x) const {
        if (missingIsYes && std::isnan(x))
            return true;
        return mode == "BRANCH_LEQ"   ? x <= value
               : mode == "BRANCH_LT"  ? x < value
               : mode == "BRANCH_GTE" ? x >= value
               : mode == "BRANCH_GT"  ? x > value
               : mode == "BRANCH_EQ"  ? x == value
               : mode == "BRANCH_NEQ" ? x != value
                                      : std::ranges::find(members, x) != members.end();
    }
};

struct Forest {
    std::vector<TreeNode> nodes;
    std::vector<std::size_t> roots;

    /// The votes of all trees for a row, in order of the trees.
    [[nodiscard]] std::vector<Vote> votes(const Features& x, std::size_t row) const {
        std::vector<Vote> all;
        for (const std::size_t root : roots) {
            std::size_t at = root, steps = 0;
            while (nodes.at(at).mode != "LEAF") {
                require(++steps <= nodes.size(), "a tree contains a cycle");
                require(nodes[at].feature < x.width,
                        "a node tests a feature that the input does not have");
                at = nodes[at].holds(x.at(row, nodes[at].feature)) ? nodes[at].yes : nodes[at].no;
            }
            all.insert(all.end(), nodes[at].votes.begin(), nodes[at].votes.end());
        }
        return all;
    }
};

/// The numbers of a float attribute, or of its double variant `<name>_as_tensor`.
std::vector<double> numbersOf(Call& call, const std::string& name) {
    const auto tensor = call.tensor(name + "_as_tensor");
    if (!tensor)
        return call.reals(name);
    std::vector<double> values(tensor->count());
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = tensor->real(i);
    return values;
}

std::size_t placeIn(std::int64_t index, std::size_t size) {
    require(index >= 0 && index < static_cast<std::int64_t>(size),
            "the id of a node, leaf, feature or target is out of range");
    return static_cast<std::size_t>(index);
}

/// The trees of TreeEnsembleRegressor and TreeEnsembleClassifier, whose nodes are named by tree id
/// and node id. The votes are in the attributes that start with `prefix`, "class" or "target".
Forest numberedForest(Call& call, const std::string& prefix, std::size_t targets) {
    const Dims trees = call.integers("nodes_treeids"), ids = call.integers("nodes_nodeids"),
               yes = call.integers("nodes_truenodeids"), no = call.integers("nodes_falsenodeids"),
               features = call.integers("nodes_featureids");
    const Dims missing = call.integers("nodes_missing_value_tracks_true", Dims(ids.size(), 0));
    const auto modes = call.texts("nodes_modes");
    const auto values = numbersOf(call, "nodes_values");
    for (const std::size_t size : {trees.size(), yes.size(), no.size(), features.size(),
                                   missing.size(), modes.size(), values.size()})
        require(size == ids.size() && size > 0, "the lists of nodes differ in length");
    std::map<std::pair<std::int64_t, std::int64_t>, std::size_t> places;
    for (std::size_t i = 0; i < ids.size(); ++i)
        require(places.emplace(std::pair(trees[i], ids[i]), i).second,
                "two nodes of a tree have the same id");
    const auto find = [&](std::int64_t tree, std::int64_t id) {
        const auto found = places.find({tree, id});
        require(found != places.end(), "a tree refers to a node that does not exist");
        return found->second;
    };
    Forest forest;
    for (std::size_t i = 0; i < ids.size(); ++i) {
        if (i == 0 || trees[i] != trees[i - 1])
            forest.roots.push_back(i);
        TreeNode node;
        node.mode = modes[i];
        require(node.mode == "LEAF" || std::ranges::find(kModes, node.mode) < kModes + 6,
                "a node has an unknown mode");
        if (node.mode != "LEAF") {
            node.value = values[i];
            node.feature = placeIn(features[i], std::size_t{1} << 40);
            node.yes = find(trees[i], yes[i]);
            node.no = find(trees[i], no[i]);
            node.missingIsYes = missing[i] != 0;
        }
        forest.nodes.push_back(node);
    }
    const Dims voteTrees = call.integers(prefix + "_treeids"),
               voteNodes = call.integers(prefix + "_nodeids"),
               voteTargets = call.integers(prefix + "_ids");
    const auto weights = numbersOf(call, prefix + "_weights");
    require(voteTrees.size() == weights.size() && voteNodes.size() == weights.size() &&
                voteTargets.size() == weights.size(),
            "the lists of leaves differ in length");
    for (std::size_t i = 0; i < weights.size(); ++i)
        forest.nodes[find(voteTrees[i], voteNodes[i])].votes.push_back(
            {placeIn(voteTargets[i], targets), weights[i]});
    return forest;
}

/// The score of each target by aggregate_function; 0 for a target without votes.
std::vector<double> aggregated(const std::vector<Vote>& votes, const std::string& how,
                               std::size_t targets, std::size_t trees) {
    std::vector<std::optional<double>> sums(targets);
    for (const Vote& vote : votes) {
        std::optional<double>& sum = sums[vote.target];
        sum = !sum           ? vote.weight
              : how == "MIN" ? std::min(*sum, vote.weight)
              : how == "MAX" ? std::max(*sum, vote.weight)
                             : *sum + vote.weight;
    }
    std::vector<double> scores;
    for (const auto& sum : sums)
        scores.push_back(sum.value_or(0) / (how == "AVERAGE" ? static_cast<double>(trees) : 1));
    return scores;
}

std::size_t targetsOf(Call& call) {
    const std::int64_t targets = call.integer("n_targets", 1);
    require(targets > 0 && targets < (1 << 24), "n_targets is out of range");
    return static_cast<std::size_t>(targets);
}

void giveRegression(Call& call, const Forest& forest, const std::string& how,
                    const std::string& post, DataType type) {
    require(std::ranges::find(kAggregates, how) != std::end(kAggregates),
            "this aggregate_function is not known");
    const Features x(call.in(0));
    const std::size_t targets = targetsOf(call);
    const auto base = numbersOf(call, "base_values");
    require(base.empty() || base.size() == targets,
            "base_values must have one value for each target");
    Array result(type, {static_cast<std::int64_t>(x.count), static_cast<std::int64_t>(targets)});
    for (std::size_t row = 0; row < x.count; ++row) {
        call.checkStop();
        auto scores = aggregated(forest.votes(x, row), how, targets, forest.roots.size());
        for (std::size_t i = 0; i < base.size(); ++i)
            scores[i] += base[i];
        transformScores(scores, post);
        for (std::size_t i = 0; i < targets; ++i)
            result.set(row * targets + i, scores[i]);
    }
    call.give(result);
}

} // namespace

void treeEnsembleRegressor(Call& call) {
    giveRegression(call, numberedForest(call, "target", targetsOf(call)),
                   call.text("aggregate_function", "SUM"), call.text("post_transform", "NONE"),
                   DataType::float32);
}

/// Where all leaves vote for one class of two, the classifier is binary: the sum of the votes is
/// the score of the second class, which is chosen above 1/2 if no weight is negative, else above 0.
void treeEnsembleClassifier(Call& call) {
    const Features x(call.in(0));
    Labels labels(call, x.count);
    const std::size_t classes = labels.size();
    const Forest forest = numberedForest(call, "class", classes);
    const Dims ids = call.integers("class_ids");
    const bool two =
        classes == 2 && std::ranges::adjacent_find(ids, std::not_equal_to<>()) == ids.end();
    const auto base = numbersOf(call, "base_values"), weights = numbersOf(call, "class_weights");
    const bool positive = std::ranges::all_of(weights, [](double w) { return w >= 0; });
    require(base.empty() || base.size() == classes || (two && base.size() == 1),
            "base_values must have one value for each class");
    const std::string post = call.text("post_transform", "NONE");
    Array result(DataType::float32,
                 {static_cast<std::int64_t>(x.count), static_cast<std::int64_t>(classes)});
    for (std::size_t row = 0; row < x.count; ++row) {
        call.checkStop();
        std::vector<double> scores =
            aggregated(forest.votes(x, row), "SUM", classes, forest.roots.size());
        if (two) {
            const double score = scores[0] + scores[1] + (base.empty() ? 0 : base.back());
            labels.choose(row, score > (positive ? 0.5 : 0) ? 1 : 0);
            scores = bothScores(score, positive, post);
        } else {
            for (std::size_t i = 0; i < base.size(); ++i)
                scores[i] += base[i];
            labels.choose(row, largest(scores));
            transformScores(scores, post);
        }
        for (std::size_t i = 0; i < classes; ++i)
            result.set(row * classes + i, scores.at(i));
    }
    call.give(0, labels.chosen());
    call.give(1, result);
}

/// Version 5: inner nodes and leaves are separate lists, and tree_roots names the trees.
void treeEnsemble(Call& call) {
    const Dims features = call.integers("nodes_featureids"),
               yes = call.integers("nodes_truenodeids"), no = call.integers("nodes_falsenodeids"),
               yesLeaf = call.integers("nodes_trueleafs"),
               noLeaf = call.integers("nodes_falseleafs"),
               targets = call.integers("leaf_targetids");
    const Dims missing = call.integers("nodes_missing_value_tracks_true", Dims(features.size(), 0));
    const auto modes = call.tensor("nodes_modes"), splits = call.tensor("nodes_splits"),
               weights = call.tensor("leaf_weights"), members = call.tensor("membership_values");
    require(modes && splits && weights, "nodes_modes, nodes_splits or leaf_weights is missing");
    for (const std::size_t size : {yes.size(), no.size(), yesLeaf.size(), noLeaf.size(),
                                   missing.size(), modes->count(), splits->count()})
        require(size == features.size() && size > 0, "the lists of nodes differ in length");
    require(targets.size() == weights->count() && !targets.empty(),
            "the lists of leaves differ in length");
    Forest forest; // leaves follow the inner nodes
    const auto target = [&](std::int64_t id, bool leaf) {
        return leaf ? features.size() + placeIn(id, targets.size()) : placeIn(id, features.size());
    };
    std::size_t member = 0;
    for (std::size_t i = 0; i < features.size(); ++i) {
        TreeNode node;
        node.mode = nameOf(kModes, modes->integer(i));
        node.value = splits->real(i);
        node.feature = placeIn(features[i], std::size_t{1} << 40);
        node.yes = target(yes[i], yesLeaf[i] != 0);
        node.no = target(no[i], noLeaf[i] != 0);
        node.missingIsYes = missing[i] != 0;
        if (node.mode == "BRANCH_MEMBER") { // NaN ends its set of members
            require(members.has_value(), "membership_values is missing");
            for (;; ++member) {
                require(member < members->count(),
                        "membership_values has fewer sets than there are BRANCH_MEMBER nodes");
                if (std::isnan(members->real(member)))
                    break;
                node.members.push_back(members->real(member));
            }
            ++member;
        }
        forest.nodes.push_back(node);
    }
    for (std::size_t i = 0; i < targets.size(); ++i) {
        TreeNode leaf;
        leaf.votes = {{placeIn(targets[i], targetsOf(call)), weights->real(i)}};
        forest.nodes.push_back(leaf);
    }
    for (const std::int64_t root : call.integers("tree_roots"))
        forest.roots.push_back(placeIn(root, features.size()));
    giveRegression(call, forest, nameOf(kAggregates, call.integer("aggregate_function", 1)),
                   nameOf(kTransforms, call.integer("post_transform", 0)), call.in(0).type());
}

} // namespace partita::reference
