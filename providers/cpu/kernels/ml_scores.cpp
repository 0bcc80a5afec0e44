#include "providers/cpu/kernels/ml_scores.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "providers/cpu/loops/narrow_types.h"
#include "providers/cpu/loops/vector_reductions.h"

namespace partita::cpu {

namespace {

double logistic(double v) {
    const double up = 1 / (1 + std::exp(-std::fabs(v)));
    return v < 0 ? 1 - up : up;
}

/// The inverse of the error function, by Winitzki's approximation as in ONNX Runtime.
double inverseErf(double x) {
    const double sign = x < 0 ? -1 : 1, rest = std::log((1 - x) * (1 + x));
    const double a = 2 / (3.14159 * 0.147) + 0.5 * rest;
    return sign * std::sqrt(std::sqrt(a * a - rest / 0.147) - a);
}

void softmax(std::vector<double>& scores, bool keepZeros) {
    const double most = *std::ranges::max_element(scores);
    double sum = 0;
    for (double& each : scores) {
        const bool kept = keepZeros && std::fabs(each) <= 1e-7;
        each = kept ? 0 : std::exp(each - most);
        sum += each;
    }
    for (double& each : scores)
        each = sum > 0 ? each / sum : 0;
}

} // namespace

void transformScores(std::vector<double>& scores, std::string_view kind) {
    if (scores.empty() || kind == "NONE")
        return;
    if (kind == "SOFTMAX" || kind == "SOFTMAX_ZERO")
        return softmax(scores, kind == "SOFTMAX_ZERO");
    require(kind == "LOGISTIC" || kind == "PROBIT", "this post_transform is not known");
    for (double& each : scores)
        each = kind == "LOGISTIC" ? logistic(each) : std::numbers::sqrt2 * inverseErf(2 * each - 1);
}

FeatureSizes::FeatureSizes(const RuntimeValue& x) {
    require(x.dims.size() == 1 || x.dims.size() == 2,
            "the input must be [features] or [rows, features]");
    count = x.dims.size() == 1 ? 1 : x.dims[0];
    width = x.dims.back();
}

FeatureRows::FeatureRows(const RuntimeValue& x) : FeatureSizes(x) {
    if (x.type == DataType::float32) {
        values.assign(x.as<float>(), x.as<float>() + x.count());
        return;
    }
    values.reserve(static_cast<std::size_t>(x.count()));
    for (std::int64_t i = 0, n = x.count(); i < n; ++i)
        values.push_back(readNumber(x, i));
}

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

double dot(const float* coefficients, const double* x, std::int64_t count) {
    double sum = 0;
    onBestCpu([&]() PARTITA_INLINE { sum = dotInDouble(coefficients, x, count); });
    return sum;
}

std::string_view postTransform(const KernelContext& context) {
    return context.node().stringAttribute("post_transform", "NONE");
}

std::vector<double> binaryScores(double score, bool share, std::string_view post) {
    if (post == "LOGISTIC") {
        std::vector<double> scores{-score, score};
        transformScores(scores, post);
        return scores;
    }
    if (post == "PROBIT") {
        std::vector<double> one{score};
        transformScores(one, post);
        score = one[0];
    }
    return {share ? 1 - score : -score, score};
}

void writeRow(RuntimeValue& y, std::int64_t row, const std::vector<double>& scores) {
    require((row + 1) * static_cast<std::int64_t>(scores.size()) <= y.count(),
            "a row has more scores than the output can hold");
    std::ranges::transform(scores, y.as<float>() + row * static_cast<std::int64_t>(scores.size()),
                           [](double score) { return static_cast<float>(score); });
}

ClassLabels::ClassLabels(const Node& node)
    : m_texts(node.stringsAttribute("classlabels_strings")),
      m_numbers(node.intsAttribute("classlabels_ints")) {
    if (m_texts.empty() && m_numbers.empty())
        m_numbers = node.intsAttribute("classlabels_int64s");
    require(m_texts.empty() != m_numbers.empty(),
            "class labels must be given either as texts or as whole numbers");
}

std::size_t ClassLabels::size() const { return std::max(m_texts.size(), m_numbers.size()); }

RuntimeValue& ClassLabels::makeOutput(KernelContext& context, std::int64_t rows) const {
    return context.output(0, m_texts.empty() ? DataType::int64 : DataType::string, {rows});
}

void ClassLabels::write(RuntimeValue& output, std::int64_t row, std::size_t index) const {
    require(index < size(), "a class has no label");
    if (m_texts.empty())
        output.as<std::int64_t>()[row] = m_numbers[index];
    else
        (*output.strings)[static_cast<std::size_t>(row)] = m_texts[index];
}

} // namespace partita::cpu
