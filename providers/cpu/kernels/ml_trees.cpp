// Ensembles of decision trees of ai.onnx.ml before its version 5.

#include <algorithm>

#include "providers/cpu/kernels/kernels.h"
#include "providers/cpu/kernels/ml_scores.h"
#include "providers/cpu/kernels/numbered_forest.h"
#include "providers/cpu/threads/thread_team.h"

namespace partita::cpu {

namespace {

/// Scores all rows, some at a time and on several threads: add(score, weight) adds the weight of a leaf to
/// the score of its target, which begins as in `starts`; without `byTarget`, all go to the first one.
/// take(row, scores, space) takes the scores of a row; `space` is a vector for its use. They must not throw.
template <class Score, class Add, class Take>
void scoreRows(const NumberedForest& forest, const FeatureRows& rows,
               const std::vector<Score>& starts, bool byTarget, const Add& add, const Take& take) {
    constexpr std::int64_t kRows = 64, kScores = 65536; // at a time
    const auto each = static_cast<std::int64_t>(starts.size());
    const std::int64_t most =
        std::clamp<std::int64_t>(kScores / std::max<std::int64_t>(1, each), 1, kRows);
    parallelFor(
        rows.count, 1 + static_cast<std::int64_t>(2000 / (forest.trees() + 1)),
        [&](std::int64_t begin, std::int64_t end) {
            std::vector<Score> scores(static_cast<std::size_t>(std::min(most, end - begin) * each));
            std::vector<double> space;
            for (std::int64_t first = begin; first < end; first += most) {
                const std::int64_t count = std::min(most, end - first);
                for (std::int64_t row = 0; row < count; ++row)
                    std::ranges::copy(starts, scores.begin() + row * each);
                forest.score(rows.row(first), rows.width, count,
                             [&](std::int64_t row, std::int64_t target, double weight) {
                                 const std::int64_t at = row * each + (byTarget ? target : 0);
                                 add(scores[static_cast<std::size_t>(at)], weight);
                             });
                for (std::int64_t row = 0; row < count; ++row)
                    take(first + row, scores.data() + row * each, space);
            }
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
        if (m_aggregate == "MIN" || m_aggregate == "MAX")
            return scoreExtremes(rows, post, y);
        const double share = m_aggregate == "AVERAGE" ? static_cast<double>(m_forest.trees()) : 1.0;
        scoreRows(
            m_forest, rows, std::vector<double>(static_cast<std::size_t>(m_targets)), true,
            [](double& sum, double weight) { sum += weight; },
            [&](std::int64_t row, const double* sums, std::vector<double>& scores) {
                scores.clear();
                for (std::int64_t i = 0; i < m_targets; ++i)
                    scores.push_back(sums[i] / share + baseOf(i));
                transformScores(scores, post);
                writeRow(y, row, scores);
            });
    }

private:
    struct Extreme {
        double weight = 0; ///< where no leaf has been seen
        bool seen = false;
    };

    [[nodiscard]] double baseOf(std::int64_t target) const {
        return m_base.empty() ? 0 : m_base[static_cast<std::size_t>(target)];
    }
    /// Scores by the least or the greatest weight of a target.
    void scoreExtremes(const FeatureRows& rows, std::string_view post, RuntimeValue& y) const {
        const bool least = m_aggregate == "MIN";
        scoreRows(
            m_forest, rows, std::vector<Extreme>(static_cast<std::size_t>(m_targets)), true,
            [least](Extreme& extreme, double weight) {
                if (!extreme.seen || (least ? weight < extreme.weight : weight > extreme.weight))
                    extreme = {weight, true};
            },
            [&](std::int64_t row, const Extreme* extremes, std::vector<double>& scores) {
                scores.clear();
                for (std::int64_t i = 0; i < m_targets; ++i)
                    scores.push_back(extremes[i].weight + baseOf(i));
                transformScores(scores, post);
                writeRow(y, row, scores);
            });
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
        if (doubles)
            classify<double>(rows, post, label, y);
        else
            classify<float>(rows, post, label, y);
    }

private:
    /// Writes labels and scores. T is the type of the sums, on which ties depend: ONNX Runtime adds
    /// floats unless X is float64.
    template <class T>
    void classify(const FeatureRows& rows, std::string_view post, RuntimeValue& label,
                  RuntimeValue& y) const {
        std::vector<T> starts(m_binary ? 1 : m_labels.size());
        for (std::size_t i = 0; i < starts.size() && !m_base.empty(); ++i)
            starts[i] = static_cast<T>(m_base[m_binary ? m_base.size() - 1 : i]);
        scoreRows(
            m_forest, rows, starts, !m_binary,
            [](T& sum, double weight) { sum += static_cast<T>(weight); },
            [&](std::int64_t row, const T* sums, std::vector<double>& scores) {
                scores.assign(sums, sums + starts.size());
                const auto best =
                    static_cast<std::size_t>(std::max_element(sums, sums + starts.size()) - sums);
                if (m_binary) {
                    const T border = m_forest.allPositive() ? T{0.5F} : T{0};
                    m_labels.write(label, row, sums[0] > border ? 1 : 0);
                    scores = binaryScores(scores[0], m_forest.allPositive(), post);
                } else {
                    m_labels.write(label, row, best);
                    transformScores(scores, post);
                }
                writeRow(y, row, scores);
            });
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
/// Method:   rows on several threads, in float64: eight walks down trees in turns, weights of one leaf
///           of each tree by aggregate_function, base_values, then post_transform
/// Source:   ONNX-ML TreeEnsembleRegressor-5, deprecated there for TreeEnsemble
std::unique_ptr<Kernel> makeTreeEnsembleRegressor(const KernelInit& init) {
    return std::make_unique<TreeEnsembleRegressor>(init.node);
}

/// Classifies rows of features by an ensemble of decision trees.
///
/// Inputs:   X any number type [N, F] or [F]
/// Outputs:  Y labels, int64 or string [N]; Z scores, float32 [N, classes]
/// Method:   rows on several threads: the sum of the leaves' weights for each class, then post_transform;
///           where all leaves weigh the same one of two classes, the sum scores the second class
/// Source:   ONNX-ML TreeEnsembleClassifier-5, deprecated there for TreeEnsemble
std::unique_ptr<Kernel> makeTreeEnsembleClassifier(const KernelInit& init) {
    return std::make_unique<TreeEnsembleClassifier>(init.node);
}

} // namespace partita::cpu
