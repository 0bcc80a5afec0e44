#pragma once

#include <string_view>
#include <vector>

#include "providers/cpu/kernels/kernel.h"

namespace partita::cpu {

/// A list attribute; empty where it is missing or of another kind.
std::vector<float> floatsAttribute(const Node& node, std::string_view name);
std::vector<std::string> stringsAttribute(const Node& node, std::string_view name);

/// Scores of one row as ai.onnx.ml's post_transform wants them: NONE, LOGISTIC, SOFTMAX,
/// SOFTMAX_ZERO (scores of 0 stay 0) or PROBIT.
void transformScores(std::vector<double>& scores, std::string_view kind);

/// The input of a model, [features] or [rows, features], as rows of features.
struct FeatureRows {
    std::int64_t count = 0, width = 0;
    std::vector<double> values;

    explicit FeatureRows(const RuntimeValue& x);
    [[nodiscard]] const double* row(std::int64_t i) const { return values.data() + i * width; }
};

double dot(const float* coefficients, const double* x, std::int64_t count);
std::string_view postTransform(const KernelContext& context);
/// Both scores from that of the second of two classes, as ONNX Runtime makes them: softmax is not
/// for one score. `share`: it is a part of 1.
std::vector<double> binaryScores(double score, bool share, std::string_view post);
/// Scores of row `row`; fails where they do not fit.
void writeRow(RuntimeValue& y, std::int64_t row, const std::vector<double>& scores);

/// The labels of a classifier, texts or whole numbers, and its two outputs.
class ClassLabels {
public:
    explicit ClassLabels(const Node& node);
    [[nodiscard]] std::size_t size() const;
    /// Output 0 for `rows` rows.
    RuntimeValue& makeOutput(KernelContext& context, std::int64_t rows) const;
    /// Row `row` is of class `index`.
    void write(RuntimeValue& output, std::int64_t row, std::size_t index) const;

private:
    std::vector<std::string> m_texts;
    Dims m_numbers;
};

} // namespace partita::cpu
