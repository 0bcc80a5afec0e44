// Linear models and decision trees of ai.onnx.ml.

#include <algorithm>
#include <cmath>
#include <map>

#include "providers/cpu/kernels/kernels.h"
#include "providers/cpu/kernels/ml_scores.h"
#include "providers/cpu/loops/narrow_types.h"
#include "providers/cpu/loops/vector_reductions.h"
#include "providers/cpu/threads/thread_team.h"

namespace partita::cpu {

namespace {

/// The numbers of attribute `name`_as_tensor, float32 or float64, or else of the floats `name`.
std::vector<double> numbersAttribute(const Node& node, const std::string& name) {
    if (const Attribute* tensor = node.attribute(name + "_as_tensor"))
        if (const auto* given = std::get_if<TensorPtr>(&tensor->value)) {
            const auto doubles = elementsAsDoubles(**given);
            require(doubles.has_value(), "a tensor of numbers cannot be read");
            return *doubles;
        }
    const auto floats = node.floatsAttribute(name);
    return {floats.begin(), floats.end()};
}

/// coefficients · x + intercepts for each of the targets.
std::vector<double> linearScores(const FeatureRows& rows, std::int64_t row,
                                 const std::vector<float>& coefficients,
                                 const std::vector<float>& intercepts, std::size_t targets) {
    std::vector<double> scores(targets);
    for (std::size_t t = 0; t < targets; ++t)
        scores[t] = dot(coefficients.data() + static_cast<std::int64_t>(t) * rows.width,
                        rows.row(row), rows.width) +
                    (intercepts.empty() ? 0.0 : static_cast<double>(intercepts[t]));
    return scores;
}

} // namespace

namespace {

/// Y = X · coefficients + intercepts for rows of floats, without a post_transform.
void regressFloats(const RuntimeValue& x, const std::vector<float>& coefficients,
                   const std::vector<float>& intercepts, RuntimeValue& y) {
    const std::int64_t rows = y.dims[0], targets = y.dims[1], width = x.dims.back();
    parallelFor(rows, 1 + 32768 / (1 + width * targets), [&](std::int64_t begin, std::int64_t end) {
        onBestCpu([&]() PARTITA_INLINE {
            for (std::int64_t row = begin; row < end; ++row)
                for (std::int64_t t = 0; t < targets; ++t) {
                    const double sum = dotInDouble(coefficients.data() + t * width,
                                                   x.as<float>() + row * width, width),
                                 intercept = intercepts.empty()
                                                 ? 0.0
                                                 : intercepts[static_cast<std::size_t>(t)];
                    y.as<float>()[row * targets + t] = static_cast<float>(sum + intercept);
                }
        });
    });
}

} // namespace

/// Computes a linear regression, coefficients · x + intercept, for each target.
///
/// Inputs:   X any number type [N, F] or [F]
/// Outputs:  Y float32 [N, targets]
/// Method:   sums in float64, in vectors, then post_transform; rows of float32 without one run on
///           several threads
/// Source:   ONNX-ML LinearRegressor-1
void linearRegressorKernel(KernelContext& context) {
    const RuntimeValue& x = context.input(0);
    const FeatureSizes rows(x);
    const auto coefficients = context.node().floatsAttribute("coefficients"),
               intercepts = context.node().floatsAttribute("intercepts");
    const std::int64_t targets = context.node().intAttribute("targets", 1);
    require(targets > 0 && targets <= static_cast<std::int64_t>(coefficients.size()) &&
                static_cast<std::int64_t>(coefficients.size()) == targets * rows.width &&
                (intercepts.empty() || static_cast<std::int64_t>(intercepts.size()) == targets),
            "coefficients and intercepts do not fit the features and targets");
    RuntimeValue& y = context.output(0, DataType::float32, {rows.count, targets});
    const std::string_view post = postTransform(context);
    if (x.type == DataType::float32 && post == "NONE")
        return regressFloats(x, coefficients, intercepts, y);
    const FeatureRows numbers(x);
    for (std::int64_t row = 0; row < rows.count; ++row) {
        auto scores =
            linearScores(numbers, row, coefficients, intercepts, static_cast<std::size_t>(targets));
        transformScores(scores, post);
        writeRow(y, row, scores);
    }
}

/// Classifies rows of features by one linear score for each class.
///
/// Inputs:   X any number type [N, F] or [F]
/// Outputs:  Y labels, int64 or string [N]; Z scores, float32 [N, classes]
/// Method:   plain loops in float64, then post_transform; a single row of coefficients with two
///           labels scores the second class
/// Source:   ONNX-ML LinearClassifier-1
void linearClassifierKernel(KernelContext& context) {
    const FeatureRows rows(context.input(0));
    const auto coefficients = context.node().floatsAttribute("coefficients"),
               intercepts = context.node().floatsAttribute("intercepts");
    const ClassLabels labels(context.node());
    require(rows.width > 0 && !coefficients.empty() &&
                coefficients.size() % static_cast<std::size_t>(rows.width) == 0,
            "the coefficients do not fit the features");
    const std::size_t targets = coefficients.size() / static_cast<std::size_t>(rows.width);
    require(intercepts.empty() || intercepts.size() == targets,
            "one intercept for each class was expected");
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

/// How a node of a tree compares a feature with its value.
enum class Test : std::uint8_t {
    leaf,
    lessOrEqual,
    less,
    greaterOrEqual,
    greater,
    equal,
    notEqual
};

Test testOf(const std::string& mode) {
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

/// The trees of ai.onnx.ml before version 5: nodes by tree and number, weights at the leaves.
/// Values and weights are doubles, which hold floats exactly.
class NumberedForest {
public:
    struct Leaf {
        std::int64_t target;
        double weight;
    };

    /// `prefix`: "target" or "class".
    NumberedForest(const Node& node, const std::string& prefix) {
        const Dims trees = node.intsAttribute("nodes_treeids"),
                   ids = node.intsAttribute("nodes_nodeids"),
                   yes = node.intsAttribute("nodes_truenodeids"),
                   no = node.intsAttribute("nodes_falsenodeids"),
                   features = node.intsAttribute("nodes_featureids"),
                   missing = node.intsAttribute("nodes_missing_value_tracks_true");
        const auto modes = node.stringsAttribute("nodes_modes");
        const auto values = numbersAttribute(node, "nodes_values");
        const std::size_t count = ids.size();
        require(count > 0 && trees.size() == count && yes.size() == count && no.size() == count &&
                    features.size() == count && modes.size() == count && values.size() == count &&
                    (missing.empty() || missing.size() == count),
                "the lists of nodes differ in length");
        std::map<std::pair<std::int64_t, std::int64_t>, std::size_t> places;
        for (std::size_t i = 0; i < count; ++i) {
            if (i == 0 || trees[i] != trees[i - 1])
                m_roots.push_back(i);
            places.emplace(std::pair(trees[i], ids[i]), i);
        }
        const auto find = [&](std::int64_t tree, std::int64_t id) {
            const auto found = places.find({tree, id});
            require(found != places.end(), "a tree refers to a node that does not exist");
            return found->second;
        };
        m_nodes.resize(count);
        for (std::size_t i = 0; i < count; ++i) {
            Branch& made = m_nodes[i];
            made.test = testOf(modes[i]);
            made.value = values[i];
            made.missingIsTrue = !missing.empty() && missing[i] != 0;
            if (made.test == Test::leaf)
                continue;
            made.feature = features[i];
            made.yes = find(trees[i], yes[i]);
            made.no = find(trees[i], no[i]);
            require(made.feature >= 0, "a node tests a feature that the input does not have");
            m_features = std::max(m_features, made.feature + 1);
        }
        requireEnds();
        const Dims leafTrees = node.intsAttribute(prefix + "_treeids"),
                   leafIds = node.intsAttribute(prefix + "_nodeids"),
                   targets = node.intsAttribute(prefix + "_ids");
        const auto weights = numbersAttribute(node, prefix + "_weights");
        require(leafTrees.size() == weights.size() && leafIds.size() == weights.size() &&
                    targets.size() == weights.size(),
                "the lists of leaves differ in length");
        std::vector<std::vector<Leaf>> leaves(count);
        for (std::size_t i = 0; i < weights.size(); ++i) {
            leaves[find(leafTrees[i], leafIds[i])].push_back({targets[i], weights[i]});
            m_targets = std::max(m_targets, targets[i] + 1);
            require(targets[i] >= 0, "a leaf has a negative target");
            m_allPositive = m_allPositive && weights[i] >= 0;
            m_oneTarget = m_oneTarget && targets[i] == targets[0];
        }
        for (std::size_t i = 0; i < count; ++i) {
            m_nodes[i].firstLeaf = m_leaves.size();
            m_leaves.insert(m_leaves.end(), leaves[i].begin(), leaves[i].end());
            m_nodes[i].leafEnd = m_leaves.size();
        }
    }

    [[nodiscard]] std::int64_t targets() const { return m_targets; }   ///< of leaves
    [[nodiscard]] std::int64_t features() const { return m_features; } ///< needed in a row
    [[nodiscard]] std::size_t trees() const { return m_roots.size(); }
    /// Whether no weight is negative.
    [[nodiscard]] bool allPositive() const { return m_allPositive; }
    /// Whether all leaves add to the same target.
    [[nodiscard]] bool oneTarget() const { return m_oneTarget; }

    /// Calls visit(target, weight) for each weight of the leaves that a row reaches. The row has at
    /// least `features()` numbers.
    template <class F> void score(const double* row, F&& visit) const {
        for (const std::size_t root : m_roots) {
            const Branch* at = &m_nodes[root];
            while (at->test != Test::leaf)
                at = &m_nodes[holds(*at, row[at->feature]) ? at->yes : at->no];
            for (std::size_t i = at->firstLeaf; i < at->leafEnd; ++i)
                visit(m_leaves[i].target, m_leaves[i].weight);
        }
    }

private:
    struct Branch {
        Test test = Test::leaf;
        bool missingIsTrue = false;
        double value = 0;
        std::int64_t feature = 0;
        std::size_t yes = 0, no = 0;
        std::size_t firstLeaf = 0, leafEnd = 0;
    };

    /// Throws where a tree has a cycle.
    void requireEnds() const {
        enum : std::uint8_t { unseen, open, done };
        std::vector<std::uint8_t> state(m_nodes.size(), unseen);
        std::vector<std::size_t> path;
        for (const std::size_t root : m_roots) {
            path.push_back(root);
            while (!path.empty()) {
                const std::size_t at = path.back();
                if (state[at] != unseen || m_nodes[at].test == Test::leaf) {
                    state[at] = done;
                    path.pop_back();
                    continue;
                }
                state[at] = open;
                for (const std::size_t next : {m_nodes[at].yes, m_nodes[at].no}) {
                    require(state[next] != open, "a tree contains a cycle");
                    if (state[next] == unseen)
                        path.push_back(next);
                }
            }
        }
    }

    static bool holds(const Branch& branch, double value) {
        if (std::isnan(value) && branch.missingIsTrue)
            return true;
        switch (branch.test) {
        case Test::lessOrEqual: return value <= branch.value;
        case Test::less: return value < branch.value;
        case Test::greaterOrEqual: return value >= branch.value;
        case Test::greater: return value > branch.value;
        case Test::equal: return value == branch.value;
        default: return value != branch.value;
        }
    }

    std::vector<Branch> m_nodes;
    std::vector<Leaf> m_leaves;
    std::vector<std::size_t> m_roots;
    std::int64_t m_targets = 0, m_features = 0;
    bool m_allPositive = true, m_oneTarget = true;
};

/// Calls work(row) for all rows, on several threads; `work` must not throw.
template <class F> void forEachRow(const FeatureRows& rows, std::size_t trees, F&& work) {
    parallelFor(rows.count, 1 + static_cast<std::int64_t>(2000 / (trees + 1)),
                [&](std::int64_t begin, std::int64_t end) {
                    for (std::int64_t row = begin; row < end; ++row)
                        work(row);
                });
}

/// The trees of one node, and how the weights of leaves become scores.
class TreeEnsembleRegressor : public Kernel {
public:
    explicit TreeEnsembleRegressor(const Node& node)
        : m_forest(node, "target"), m_targets(node.intAttribute("n_targets", m_forest.targets())),
          m_aggregate(node.stringAttribute("aggregate_function", "SUM")),
          m_base(numbersAttribute(node, "base_values")) {
        require(m_targets >= m_forest.targets() && m_targets <= 1 << 20 &&
                    (m_base.empty() || static_cast<std::int64_t>(m_base.size()) == m_targets),
                "the number of targets does not fit the leaves");
    }

    void run(KernelContext& context) override {
        const FeatureRows rows(context.input(0));
        require(m_forest.features() <= rows.width,
                "a node tests a feature that the input does not have");
        RuntimeValue& y = context.output(0, DataType::float32, {rows.count, m_targets});
        const std::string_view post = postTransform(context);
        std::vector<double> any(1);
        transformScores(any, post); // an unknown kind throws here, not on a thread
        forEachRow(rows, m_forest.trees(), [&](std::int64_t row) {
            auto scores = scoresOf(rows.row(row));
            transformScores(scores, post);
            writeRow(y, row, scores);
        });
    }

private:
    [[nodiscard]] std::vector<double> scoresOf(const double* row) const {
        std::vector<double> sums(static_cast<std::size_t>(m_targets));
        if (m_aggregate == "MIN" || m_aggregate == "MAX") {
            std::vector<bool> seen(sums.size());
            const bool least = m_aggregate == "MIN";
            m_forest.score(row, [&](std::int64_t target, double weight) {
                const auto at = static_cast<std::size_t>(target);
                if (!seen[at] || (least ? weight < sums[at] : weight > sums[at]))
                    sums[at] = weight;
                seen[at] = true;
            });
        } else {
            m_forest.score(row, [&](std::int64_t target, double weight) {
                sums[static_cast<std::size_t>(target)] += weight;
            });
        }
        const double share = m_aggregate == "AVERAGE" ? static_cast<double>(m_forest.trees()) : 1.0;
        std::vector<double> scores;
        for (std::size_t i = 0; i < sums.size(); ++i)
            scores.push_back(sums[i] / share + (m_base.empty() ? 0 : m_base[i]));
        return scores;
    }

    NumberedForest m_forest;
    std::int64_t m_targets;
    std::string m_aggregate;
    std::vector<double> m_base;
};

/// The trees and class labels of one node.
class TreeEnsembleClassifier : public Kernel {
public:
    explicit TreeEnsembleClassifier(const Node& node)
        : m_forest(node, "class"), m_labels(node), m_base(numbersAttribute(node, "base_values")),
          m_binary(m_labels.size() == 2 && m_forest.oneTarget()) {
        const auto classes = m_labels.size();
        require(
            m_forest.targets() <= static_cast<std::int64_t>(classes) &&
                (m_base.empty() || m_base.size() == classes || (m_binary && m_base.size() == 1)),
            "a class has no label");
    }

    void run(KernelContext& context) override {
        const FeatureRows rows(context.input(0));
        require(m_forest.features() <= rows.width,
                "a node tests a feature that the input does not have");
        RuntimeValue& label = m_labels.makeOutput(context, rows.count);
        RuntimeValue& y = context.output(1, DataType::float32,
                                         {rows.count, static_cast<std::int64_t>(m_labels.size())});
        const std::string_view post = postTransform(context);
        std::vector<double> any(1);
        transformScores(any, post); // an unknown kind throws here, not on a thread
        const bool doubles = context.input(0).type == DataType::float64;
        forEachRow(rows, m_forest.trees(), [&](std::int64_t row) {
            doubles ? write<double>(rows, row, post, label, y)
                    : write<float>(rows, row, post, label, y);
        });
    }

private:
    /// Writes label and scores of a row. T is the type of the sums, on which ties depend: ONNX
    /// Runtime adds floats unless X is float64.
    template <class T>
    void write(const FeatureRows& rows, std::int64_t row, std::string_view post,
               RuntimeValue& label, RuntimeValue& y) const {
        std::vector<T> sums(m_binary ? 1 : m_labels.size());
        for (std::size_t i = 0; i < sums.size() && !m_base.empty(); ++i)
            sums[i] = static_cast<T>(m_base[m_binary ? m_base.size() - 1 : i]);
        m_forest.score(rows.row(row), [&](std::int64_t target, double weight) {
            sums[m_binary ? 0 : static_cast<std::size_t>(target)] += static_cast<T>(weight);
        });
        std::vector<double> scores(sums.begin(), sums.end());
        if (m_binary) {
            m_labels.write(label, row, sums[0] > (m_forest.allPositive() ? T{0.5F} : T{0}) ? 1 : 0);
            scores = binaryScores(scores[0], m_forest.allPositive(), post);
        } else {
            m_labels.write(label, row,
                           static_cast<std::size_t>(std::ranges::max_element(sums) - sums.begin()));
            transformScores(scores, post);
        }
        writeRow(y, row, scores);
    }

    NumberedForest m_forest;
    ClassLabels m_labels;
    std::vector<double> m_base;
    bool m_binary;
};

} // namespace

/// Computes a regression by an ensemble of decision trees, for each target.
///
/// Inputs:   X any number type [N, F] or [F]
/// Outputs:  Y float32 [N, n_targets]
/// Method:   rows in parallel, in float64: weights of one leaf of each tree by aggregate_function,
///           base_values, then post_transform
/// Source:   ONNX-ML TreeEnsembleRegressor-5, deprecated there for TreeEnsemble
std::unique_ptr<Kernel> makeTreeEnsembleRegressor(const KernelInit& init) {
    return std::make_unique<TreeEnsembleRegressor>(init.node);
}

/// Classifies rows of features by an ensemble of decision trees.
///
/// Inputs:   X any number type [N, F] or [F]
/// Outputs:  Y labels, int64 or string [N]; Z scores, float32 [N, classes]
/// Method:   rows in parallel: the sum of the leaves' weights for each class, then post_transform;
///           where all leaves weigh the same one of two classes, the sum scores the second class
/// Source:   ONNX-ML TreeEnsembleClassifier-5, deprecated there for TreeEnsemble
std::unique_ptr<Kernel> makeTreeEnsembleClassifier(const KernelInit& init) {
    return std::make_unique<TreeEnsembleClassifier>(init.node);
}

} // namespace partita::cpu
