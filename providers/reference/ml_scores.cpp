#include "providers/reference/ml_scores.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace partita::reference {

Features::Features(const Array& x) : values(x), count(1) {
    require(x.rank() == 1 || x.rank() == 2, "the input must be [features] or [rows, features]");
    if (x.rank() == 2)
        count = x.size(0);
    width = x.size(x.rank() - 1);
}

namespace {

double logistic(double x) { return 1 / (1 + std::exp(-x)); }

/// The inverse of the normal distribution's CDF. Uses Winitzki's approximation of erf⁻¹, as ONNX's
/// own implementation does; its relative error is at most 2e-3.
double probit(double probability) {
    const double x = 2 * probability - 1, rest = std::log((1 - x) * (1 + x));
    const double a = 2 / (std::numbers::pi * 0.147) + rest / 2;
    return std::copysign(std::numbers::sqrt2 * std::sqrt(std::sqrt(a * a - rest / 0.147) - a), x);
}

} // namespace

void transformScores(std::vector<double>& scores, const std::string& kind) {
    if (kind == "NONE" || scores.empty())
        return;
    if (kind == "LOGISTIC" || kind == "PROBIT") {
        for (double& score : scores)
            score = kind == "LOGISTIC" ? logistic(score) : probit(score);
        return;
    }
    require(kind == "SOFTMAX" || kind == "SOFTMAX_ZERO", "this post_transform is not known");
    const double most = *std::ranges::max_element(scores);
    double sum = 0;
    for (double& score : scores) { // SOFTMAX_ZERO keeps scores of 0 at 0
        const bool stays = kind == "SOFTMAX_ZERO" && std::fabs(score) <= 1e-7;
        score = stays ? 0 : std::exp(score - most);
        sum += score;
    }
    for (double& score : scores)
        score = sum > 0 ? score / sum : 0;
}

std::vector<double> bothScores(double score, bool restToOne, const std::string& kind) {
    std::vector<double> one{score}, both{-score, score};
    if (kind == "LOGISTIC") {
        transformScores(both, kind);
        return both;
    }
    if (kind == "PROBIT")
        transformScores(one, kind);
    return {restToOne ? 1 - one[0] : -one[0], one[0]};
}

Labels::Labels(Call& call, std::size_t rows) {
    const std::vector<std::string> texts = call.texts("classlabels_strings");
    const Dims numbers = call.integers(
        call.hasAttribute("classlabels_ints") ? "classlabels_ints" : "classlabels_int64s");
    require(texts.empty() != numbers.empty(),
            "class labels must be given either as texts or as whole numbers");
    m_labels = texts.empty() ? Array::int64s(numbers) : textsOf(texts);
    m_chosen = Array(m_labels.type(), {static_cast<std::int64_t>(rows)});
}

Array textsOf(const std::vector<std::string>& texts) {
    Array list(DataType::string, {static_cast<std::int64_t>(texts.size())});
    list.as<std::string>() = texts;
    return list;
}

Array realsOf(const std::vector<double>& values) {
    Array list(DataType::float64, {static_cast<std::int64_t>(values.size())});
    list.as<double>() = values;
    return list;
}

std::size_t largest(const std::vector<double>& values) {
    return static_cast<std::size_t>(std::ranges::max_element(values) - values.begin());
}

} // namespace partita::reference
