#include "providers/cpu/kernels/ml_scores.h"

#include <algorithm>
#include <cmath>

#include "providers/cpu/small_numbers.h"

namespace partita::cpu {

namespace {

template <class T> T logistic(T v) {
    const T up = 1 / (1 + std::exp(-std::fabs(v)));
    return v < 0 ? 1 - up : up;
}

/// The inverse of the error function (Winitzki's formula, as ONNX Runtime has it).
template <class T> T inverseErf(T x) {
    const T sign = x < 0 ? T{-1} : T{1}, rest = std::log((1 - x) * (1 + x));
    const T a = 2 / (T{3.14159F} * T{0.147F}) + T{0.5F} * rest;
    return sign * std::sqrt(std::sqrt(a * a - rest / T{0.147F}) - a);
}

template <class T> void softmax(std::vector<T>& scores, bool keepZeros) {
    const T most = *std::ranges::max_element(scores);
    T sum = 0;
    for (T& each : scores) {
        const bool kept = keepZeros && std::fabs(each) <= T{1e-7F};
        each = kept ? 0 : std::exp(each - most);
        sum += each;
    }
    for (T& each : scores)
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

template <class T> void transformScores(std::vector<T>& scores, std::string_view kind) {
    if (scores.empty() || kind == "NONE")
        return;
    if (kind == "SOFTMAX" || kind == "SOFTMAX_ZERO")
        return softmax(scores, kind == "SOFTMAX_ZERO");
    require(kind == "LOGISTIC" || kind == "PROBIT", "this post transform is not known");
    for (T& each : scores)
        each = kind == "LOGISTIC" ? logistic(each) : T{1.41421356F} * inverseErf(2 * each - 1);
}
template void transformScores(std::vector<float>&, std::string_view);
template void transformScores(std::vector<double>&, std::string_view);

template <class T> FeatureRows<T>::FeatureRows(const RuntimeValue& x) {
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
        values.push_back(static_cast<T>(readNumber(x, i)));
}
template struct FeatureRows<float>;
template struct FeatureRows<double>;

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
