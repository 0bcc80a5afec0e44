// Linear models of ai.onnx.ml.

#include <algorithm>

#include "providers/cpu/kernels/kernels.h"
#include "providers/cpu/kernels/ml_scores.h"
#include "providers/cpu/loops/narrow_types.h"
#include "providers/cpu/loops/vector_reductions.h"
#include "providers/cpu/threads/thread_team.h"

namespace partita::cpu {

namespace {

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

} // namespace partita::cpu
