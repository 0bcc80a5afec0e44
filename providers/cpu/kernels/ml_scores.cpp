#include "providers/cpu/kernels/ml_scores.h"

#include <algorithm>
#include <cmath>

#include "providers/cpu/small_numbers.h"

namespace partita::cpu {

namespace {

float logistic(float v) {
    const float up = 1 / (1 + std::exp(-std::fabs(v)));
    return v < 0 ? 1 - up : up;
}

/// The inverse of the error function (Winitzki's formula, as ONNX Runtime has it).
float inverseErf(float x) {
    const float sign = x < 0 ? -1.0F : 1.0F, rest = std::log((1 - x) * (1 + x));
    const float a = 2 / (3.14159F * 0.147F) + 0.5F * rest;
    return sign * std::sqrt(std::sqrt(a * a - rest / 0.147F) - a);
}

void softmax(std::vector<float>& scores, bool keepZeros) {
    const float most = *std::ranges::max_element(scores);
    float sum = 0;
    for (float& each : scores) {
        const bool kept = keepZeros && std::fabs(each) <= 1e-7F;
        each = kept ? 0 : std::exp(each - most);
        sum += each;
    }
    for (float& each : scores)
        each = sum > 0 ? each / sum : 0;
}

} // namespace

std::vector<float> floatsAttribute(const Node& node, std::string_view name) {
    const Attribute* found = node.attribute(name);
    const auto* list = found ? std::get_if<std::vector<float>>(&found->value) : nullptr;
    return list ? *list : std::vector<float>();
}

std::vector<std::string> stringsAttribute(const Node& node, std::string_view name) {
    const Attribute* found = node.attribute(name);
    const auto* list = found ? std::get_if<std::vector<std::string>>(&found->value) : nullptr;
    return list ? *list : std::vector<std::string>();
}

void transformScores(std::vector<float>& scores, std::string_view kind) {
    if (scores.empty() || kind == "NONE")
        return;
    if (kind == "SOFTMAX" || kind == "SOFTMAX_ZERO")
        return softmax(scores, kind == "SOFTMAX_ZERO");
    require(kind == "LOGISTIC" || kind == "PROBIT", "this post transform is not known");
    for (float& each : scores)
        each = kind == "LOGISTIC" ? logistic(each) : 1.41421356F * inverseErf(2 * each - 1);
}

FeatureRows::FeatureRows(const RuntimeValue& x) {
    require(x.dims.size() == 1 || x.dims.size() == 2,
            "the input is [features] or [rows, features]");
    count = x.dims.size() == 1 ? 1 : x.dims[0];
    width = x.dims.back();
    if (x.type == DataType::float32) {
        values.assign(x.as<float>(), x.as<float>() + x.count());
        return;
    }
    values.reserve(static_cast<std::size_t>(x.count()));
    for (std::int64_t i = 0, n = x.count(); i < n; ++i)
        values.push_back(static_cast<float>(readNumber(x, i)));
}

float dot(const float* a, const float* b, std::int64_t count) {
    float sum = 0;
    for (std::int64_t i = 0; i < count; ++i)
        sum += a[i] * b[i];
    return sum;
}

std::string_view postTransform(const KernelContext& context) {
    return context.node().stringAttribute("post_transform", "NONE");
}

std::vector<float> binaryScores(float score, bool share, std::string_view post) {
    if (post == "LOGISTIC") {
        std::vector<float> scores{-score, score};
        transformScores(scores, post);
        return scores;
    }
    if (post == "PROBIT") {
        std::vector<float> one{score};
        transformScores(one, post);
        score = one[0];
    }
    return {share ? 1 - score : -score, score};
}

void writeRow(RuntimeValue& y, std::int64_t row, const std::vector<float>& scores) {
    require((row + 1) * static_cast<std::int64_t>(scores.size()) <= y.count(),
            "a row has more scores than the output");
    std::ranges::copy(scores, y.as<float>() + row * static_cast<std::int64_t>(scores.size()));
}

ClassLabels::ClassLabels(const Node& node)
    : m_texts(stringsAttribute(node, "classlabels_strings")),
      m_numbers(node.intsAttribute("classlabels_ints")) {
    if (m_texts.empty() && m_numbers.empty())
        m_numbers = node.intsAttribute("classlabels_int64s");
    require(m_texts.empty() != m_numbers.empty(), "class labels are texts or whole numbers");
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
