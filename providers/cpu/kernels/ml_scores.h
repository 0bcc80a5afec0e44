#pragma once

#include <string_view>
#include <vector>

#include "providers/cpu/kernels/kernel.h"

namespace partita::cpu {

/// Applies ai.onnx.ml's post_transform to the scores of one row: NONE, LOGISTIC, SOFTMAX,
/// SOFTMAX_ZERO (scores of 0 stay 0) or PROBIT. Throws for any other `kind`.
void transformScores(std::vector<double>& scores, std::string_view kind);

/// The sizes of the input of a model, [features] or [rows, features]; throws for any other.
struct FeatureSizes {
    std::int64_t count = 0, width = 0;

    explicit FeatureSizes(const RuntimeValue& x);
};

/// The input of a model as rows of doubles.
struct FeatureRows : FeatureSizes {
    std::vector<double> values;

    explicit FeatureRows(const RuntimeValue& x);
    [[nodiscard]] const double* row(std::int64_t i) const { return values.data() + i * width; }
};

/// The numbers of attribute `name`_as_tensor, float32 or float64, or else of the floats `name`.
std::vector<double> numbersAttribute(const Node& node, const std::string& name);
/// Σ coefficients[i] · x[i].
double dot(const float* coefficients, const double* x, std::int64_t count);
/// Attribute post_transform; NONE where it is missing.
std::string_view postTransform(const KernelContext& context);
/// Both scores of two classes from that of the second one, after post_transform `post`; as in ONNX
/// Runtime, SOFTMAX does not change them. `share`: the score is a probability, so that the first is
/// 1 - score instead of -score.
std::vector<double> binaryScores(double score, bool share, std::string_view post);
/// Writes the scores of row `row`; throws where they do not fit.
void writeRow(RuntimeValue& y, std::int64_t row, const std::vector<double>& scores);

/// The class labels of a classifier, strings or int64, and its output of labels.
class ClassLabels {
public:
    explicit ClassLabels(const Node& node);
    [[nodiscard]] std::size_t size() const;
    /// Allocates output 0, [rows].
    RuntimeValue& makeOutput(KernelContext& context, std::int64_t rows) const;
    /// Writes the label of class `index` to row `row`; throws where there is none.
    void write(RuntimeValue& output, std::int64_t row, std::size_t index) const;

private:
    std::vector<std::string> m_texts;
    std::vector<std::int64_t> m_numbers;
};

} // namespace partita::cpu
