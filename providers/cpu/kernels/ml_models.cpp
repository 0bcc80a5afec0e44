// Models of ai.onnx.ml as one operator each: linear ones and trees.

#include <algorithm>
#include <cmath>
#include <map>

#include "providers/cpu/kernels/kernels.h"
#include "providers/cpu/kernels/ml_scores.h"
#include "providers/cpu/small_numbers.h"

namespace partita::cpu {

namespace {

/// coefficients · x + intercepts for each of the targets.
std::vector<float> linearScores(const FeatureRows& rows, std::int64_t row,
                                const std::vector<float>& coefficients,
                                const std::vector<float>& intercepts, std::size_t targets) {
    std::vector<float> scores(targets);
    for (std::size_t t = 0; t < targets; ++t)
        scores[t] = dot(coefficients.data() + static_cast<std::int64_t>(t) * rows.width,
                        rows.row(row), rows.width) +
                    (intercepts.empty() ? 0 : intercepts[t]);
    return scores;
}

} // namespace

/// X [N, F] → [N, targets].
void linearRegressorKernel(KernelContext& context) {
    const FeatureRows rows(context.input(0));
    const auto coefficients = floatsAttribute(context.node(), "coefficients"),
               intercepts = floatsAttribute(context.node(), "intercepts");
    const std::int64_t targets = context.node().intAttribute("targets", 1);
    require(targets > 0 && targets <= static_cast<std::int64_t>(coefficients.size()) &&
                static_cast<std::int64_t>(coefficients.size()) == targets * rows.width &&
                (intercepts.empty() || static_cast<std::int64_t>(intercepts.size()) == targets),
            "coefficients and intercepts do not fit the features and targets");
    RuntimeValue& y = context.output(0, DataType::float32, {rows.count, targets});
    for (std::int64_t row = 0; row < rows.count; ++row) {
        auto scores =
            linearScores(rows, row, coefficients, intercepts, static_cast<std::size_t>(targets));
        transformScores(scores, postTransform(context));
        writeRow(y, row, scores);
    }
}

/// Labels [N] and scores [N, classes]; one row of coefficients is that of the second of two
/// classes.
void linearClassifierKernel(KernelContext& context) {
    const FeatureRows rows(context.input(0));
    const auto coefficients = floatsAttribute(context.node(), "coefficients"),
               intercepts = floatsAttribute(context.node(), "intercepts");
    const ClassLabels labels(context.node());
    require(rows.width > 0 && !coefficients.empty() &&
                coefficients.size() % static_cast<std::size_t>(rows.width) == 0,
            "the coefficients do not fit the features");
    const std::size_t targets = coefficients.size() / static_cast<std::size_t>(rows.width);
    require(intercepts.empty() || intercepts.size() == targets,
            "there is one intercept for each class");
    const bool binary = targets == 1 && labels.size() == 2;
    require(binary || labels.size() >= targets, "a class has no label");
    RuntimeValue& label = labels.makeOutput(context, rows.count);
    RuntimeValue& y = context.output(1, DataType::float32,
                                     {rows.count, static_cast<std::int64_t>(binary ? 2 : targets)});
    const std::string_view post = postTransform(context);
    for (std::int64_t row = 0; row < rows.count; ++row) {
        auto scores = linearScores(rows, row, coefficients, intercepts, targets);
        const auto best =
            static_cast<std::size_t>(std::ranges::max_element(scores) - scores.begin());
        labels.write(label, row, binary ? (scores[0] > 0 ? 1U : 0U) : best);
        if (binary)
            scores = binaryScores(scores[0], true, post);
        else
            transformScores(scores, post);
        writeRow(y, row, scores);
    }
}

namespace {

/// The trees of ai.onnx.ml before version 5: nodes by tree and number, weights at the leaves.
class NumberedForest {
public:
    /// `prefix`: "target" or "class".
    NumberedForest(const Node& node, const std::string& prefix)
        : m_features(node.intsAttribute("nodes_featureids")),
          m_modes(stringsAttribute(node, "nodes_modes")), m_values(numbers(node, "nodes_values")),
          m_missingTrue(node.intsAttribute("nodes_missing_value_tracks_true")) {
        const Dims trees = node.intsAttribute("nodes_treeids"),
                   ids = node.intsAttribute("nodes_nodeids"),
                   yes = node.intsAttribute("nodes_truenodeids"),
                   no = node.intsAttribute("nodes_falsenodeids");
        const std::size_t count = ids.size();
        require(count > 0 && trees.size() == count && yes.size() == count && no.size() == count &&
                    m_features.size() == count && m_modes.size() == count &&
                    m_values.size() == count &&
                    (m_missingTrue.empty() || m_missingTrue.size() == count),
                "the lists of nodes differ in length");
        std::map<std::pair<std::int64_t, std::int64_t>, std::size_t> places;
        for (std::size_t i = 0; i < count; ++i) {
            if (i == 0 || trees[i] != trees[i - 1])
                m_roots.push_back(i);
            places.emplace(std::pair(trees[i], ids[i]), i);
        }
        const auto find = [&](std::int64_t tree, std::int64_t id) {
            const auto found = places.find({tree, id});
            require(found != places.end(), "a tree leads to a node that is not there");
            return found->second;
        };
        m_true.resize(count);
        m_false.resize(count);
        for (std::size_t i = 0; i < count; ++i)
            if (m_modes[i] != "LEAF") {
                m_true[i] = find(trees[i], yes[i]);
                m_false[i] = find(trees[i], no[i]);
            }
        const Dims leafTrees = node.intsAttribute(prefix + "_treeids"),
                   leafIds = node.intsAttribute(prefix + "_nodeids"),
                   targets = node.intsAttribute(prefix + "_ids");
        const auto weights = numbers(node, prefix + "_weights");
        require(leafTrees.size() == weights.size() && leafIds.size() == weights.size() &&
                    targets.size() == weights.size(),
                "the lists of leaves differ in length");
        m_leaves.resize(count);
        for (std::size_t i = 0; i < weights.size(); ++i) {
            m_leaves[find(leafTrees[i], leafIds[i])].push_back({targets[i], weights[i]});
            m_targets = std::max(m_targets, targets[i] + 1);
            require(targets[i] >= 0, "a leaf has a negative target");
            m_allPositive = m_allPositive && weights[i] >= 0;
            m_oneTarget = m_oneTarget && targets[i] == targets[0];
        }
    }

    [[nodiscard]] std::int64_t targets() const { return m_targets; } ///< that leaves add to
    [[nodiscard]] std::size_t trees() const { return m_roots.size(); }
    [[nodiscard]] bool allPositive() const { return m_allPositive; }
    [[nodiscard]] bool oneTarget() const { return m_oneTarget; }

    /// Calls visit(target, weight) for what each tree says of a row.
    template <class F> void score(const float* row, std::int64_t width, F&& visit) const {
        for (const std::size_t root : m_roots) {
            std::size_t at = root;
            for (std::size_t steps = 0; m_modes[at] != "LEAF"; ++steps) {
                require(steps <= m_modes.size(), "a tree leads back to itself");
                require(m_features[at] >= 0 && m_features[at] < width,
                        "a node tests a feature that is not there");
                at = holds(at, row[m_features[at]]) ? m_true[at] : m_false[at];
            }
            for (const auto& [target, weight] : m_leaves[at])
                visit(target, weight);
        }
    }

private:
    static std::vector<float> numbers(const Node& node, const std::string& name) {
        if (const Attribute* tensor = node.attribute(name + "_as_tensor"))
            if (const auto* given = std::get_if<TensorPtr>(&tensor->value)) {
                const auto doubles = elementsAsDoubles(**given);
                require(doubles.has_value(), "a tensor of numbers cannot be read");
                return {doubles->begin(), doubles->end()};
            }
        return floatsAttribute(node, name);
    }
    [[nodiscard]] bool holds(std::size_t at, float value) const {
        const std::string& mode = m_modes[at];
        const float limit = m_values[at];
        if (std::isnan(value) && !m_missingTrue.empty() && m_missingTrue[at] != 0)
            return true;
        if (mode == "BRANCH_LEQ")
            return value <= limit;
        if (mode == "BRANCH_LT")
            return value < limit;
        if (mode == "BRANCH_GTE")
            return value >= limit;
        if (mode == "BRANCH_GT")
            return value > limit;
        if (mode == "BRANCH_EQ")
            return value == limit;
        require(mode == "BRANCH_NEQ", "this kind of test is not known");
        return value != limit;
    }

    Dims m_features;
    std::vector<std::string> m_modes;
    std::vector<float> m_values;
    Dims m_missingTrue;
    std::vector<std::size_t> m_roots, m_true, m_false;
    std::vector<std::vector<std::pair<std::int64_t, float>>> m_leaves;
    std::int64_t m_targets = 0;
    bool m_allPositive = true, m_oneTarget = true;
};

} // namespace

/// X [N, F] → [N, targets].
void treeEnsembleRegressorKernel(KernelContext& context) {
    const FeatureRows rows(context.input(0));
    const Node& node = context.node();
    const NumberedForest forest(node, "target");
    const std::int64_t targets = node.intAttribute("n_targets", forest.targets());
    const std::string_view aggregate = node.stringAttribute("aggregate_function", "SUM");
    const auto base = floatsAttribute(node, "base_values");
    require(targets >= forest.targets() && targets <= 1 << 20 &&
                (base.empty() || static_cast<std::int64_t>(base.size()) == targets),
            "the number of targets does not fit the leaves");
    RuntimeValue& y = context.output(0, DataType::float32, {rows.count, targets});
    for (std::int64_t row = 0; row < rows.count; ++row) {
        std::vector<double> sums(static_cast<std::size_t>(targets));
        std::vector<bool> seen(sums.size());
        forest.score(rows.row(row), rows.width, [&](std::int64_t target, float weight) {
            const auto at = static_cast<std::size_t>(target);
            const auto value = static_cast<double>(weight);
            if (aggregate == "MIN")
                sums[at] = seen[at] ? std::min(sums[at], value) : value;
            else if (aggregate == "MAX")
                sums[at] = seen[at] ? std::max(sums[at], value) : value;
            else
                sums[at] += value;
            seen[at] = true;
        });
        std::vector<float> scores;
        for (std::size_t i = 0; i < sums.size(); ++i)
            scores.push_back(static_cast<float>(
                (aggregate == "AVERAGE" ? sums[i] / static_cast<double>(forest.trees()) : sums[i]) +
                (base.empty() ? 0.0 : static_cast<double>(base[i]))));
        transformScores(scores, postTransform(context));
        writeRow(y, row, scores);
    }
}

/// Labels [N] and scores [N, classes]. Where all leaves weigh one class of two, their sum is the
/// score of the second one.
void treeEnsembleClassifierKernel(KernelContext& context) {
    const FeatureRows rows(context.input(0));
    const Node& node = context.node();
    const NumberedForest forest(node, "class");
    const ClassLabels labels(node);
    const auto base = floatsAttribute(node, "base_values");
    const auto classes = labels.size();
    const bool binary = classes == 2 && forest.oneTarget();
    require(forest.targets() <= static_cast<std::int64_t>(classes) &&
                (base.empty() || base.size() == classes || (binary && base.size() == 1)),
            "a class has no label");
    RuntimeValue& label = labels.makeOutput(context, rows.count);
    RuntimeValue& y =
        context.output(1, DataType::float32, {rows.count, static_cast<std::int64_t>(classes)});
    const std::string_view post = postTransform(context);
    for (std::int64_t row = 0; row < rows.count; ++row) {
        std::vector<float> scores(binary ? 1 : classes);
        for (std::size_t i = 0; i < scores.size() && !base.empty(); ++i)
            scores[i] = base[binary ? base.size() - 1 : i];
        forest.score(rows.row(row), rows.width, [&](std::int64_t target, float weight) {
            scores[binary ? 0 : static_cast<std::size_t>(target)] += weight;
        });
        if (binary) {
            const float score = scores[0], limit = forest.allPositive() ? 0.5F : 0.0F;
            labels.write(label, row, score > limit ? 1 : 0);
            scores = binaryScores(score, forest.allPositive(), post);
        } else {
            labels.write(
                label, row,
                static_cast<std::size_t>(std::ranges::max_element(scores) - scores.begin()));
            transformScores(scores, post);
        }
        writeRow(y, row, scores);
    }
}

} // namespace partita::cpu
