// Support vector machines of ai.onnx.ml.

#include <algorithm>
#include <cmath>
#include <numeric>

#include "providers/cpu/kernels/kernels.h"
#include "providers/cpu/kernels/ml_scores.h"

namespace partita::cpu {

namespace {

/// The kernel function K(x, support vector): LINEAR, POLY, SIGMOID or RBF.
double vectorKernel(std::string_view kind, const std::vector<float>& parameters, const double* x,
                    const float* support, std::int64_t width) {
    const auto parameter = [&](std::size_t i) {
        return i < parameters.size() ? static_cast<double>(parameters[i]) : 0;
    };
    if (kind == "LINEAR")
        return dot(support, x, width);
    if (kind == "POLY")
        return std::pow(parameter(0) * dot(support, x, width) + parameter(1), parameter(2));
    if (kind == "SIGMOID")
        return std::tanh(parameter(0) * dot(support, x, width) + parameter(1));
    require(kind == "RBF", "this kernel_type is not known");
    double distance = 0;
    for (std::int64_t i = 0; i < width; ++i) {
        const double apart = x[i] - static_cast<double>(support[i]);
        distance += apart * apart;
    }
    return std::exp(-parameter(0) * distance);
}

} // namespace

/// Computes a regression by a support vector machine.
///
/// Inputs:   X any number type [N, F] or [F]
/// Outputs:  Y float32 [N, 1]
/// Method:   Σ coefficient · K(x, support vector) + rho in float64, of one linear vector where
///           n_supports is 0; 1 or -1 by its sign with one_class; then post_transform
/// Source:   ONNX-ML SVMRegressor-1
void svmRegressorKernel(KernelContext& context) {
    const FeatureRows rows(context.input(0));
    const Node& node = context.node();
    const auto coefficients = node.floatsAttribute("coefficients"),
               supports = node.floatsAttribute("support_vectors"),
               parameters = node.floatsAttribute("kernel_params"),
               rho = node.floatsAttribute("rho");
    const std::int64_t count = node.intAttribute("n_supports", 0);
    const std::string_view kind = node.stringAttribute("kernel_type", "LINEAR");
    const bool linear = count == 0, oneClass = node.intAttribute("one_class", 0) != 0;
    const auto coefficientCount = static_cast<std::int64_t>(coefficients.size());
    require(!rho.empty() && count >= 0 && count <= coefficientCount &&
                (linear ? coefficientCount == rows.width
                        : static_cast<std::int64_t>(supports.size()) == count * rows.width),
            "coefficients and support vectors do not fit the features");
    RuntimeValue& y = context.output(0, DataType::float32, {rows.count, 1});
    for (std::int64_t row = 0; row < rows.count; ++row) {
        double sum = static_cast<double>(rho[0]);
        if (linear)
            sum += vectorKernel(kind, parameters, rows.row(row), coefficients.data(), rows.width);
        for (std::int64_t i = 0; i < count; ++i)
            sum += static_cast<double>(coefficients[static_cast<std::size_t>(i)]) *
                   vectorKernel(kind, parameters, rows.row(row), supports.data() + i * rows.width,
                                rows.width);
        std::vector<double> scores{oneClass ? (sum > 0 ? 1.0 : -1.0) : sum};
        transformScores(scores, postTransform(context));
        writeRow(y, row, scores);
    }
}

namespace {

/// Probability of the first of two classes by their decision value (Platt's sigmoid).
double pairChance(double score, double a, double b) {
    const double f = score * a + b;
    const double chance = f >= 0 ? 1 - 1 / (1 + std::exp(-f)) : 1 / (1 + std::exp(f));
    return std::clamp(chance, 1e-7, 1 - 1e-7);
}

/// Probabilities of the classes from those of each pair, by the second method of Wu, Lin and Weng
/// (2004). `pairs` [classes, classes]: the probability of the row's class against the column's.
std::vector<double> classChances(const std::vector<double>& pairs, std::size_t classes) {
    const auto at = [&](std::size_t i, std::size_t j) { return pairs[i * classes + j]; };
    std::vector<double> q(classes * classes, 0),
        chance(classes, 1.0 / static_cast<double>(classes)), qp(classes);
    for (std::size_t t = 0; t < classes; ++t)
        for (std::size_t j = 0; j < classes; ++j)
            if (j != t) {
                q[t * classes + t] += at(j, t) * at(j, t);
                q[t * classes + j] = -at(j, t) * at(t, j);
            }
    const std::size_t rounds = std::max<std::size_t>(100, classes);
    const double enough = 0.005 / static_cast<double>(classes);
    for (std::size_t round = 0; round < rounds; ++round) {
        double pqp = 0, worst = 0;
        for (std::size_t t = 0; t < classes; ++t) {
            qp[t] = std::inner_product(chance.begin(), chance.end(),
                                       q.begin() + static_cast<std::ptrdiff_t>(t * classes), 0.0);
            pqp += chance[t] * qp[t];
        }
        for (std::size_t t = 0; t < classes; ++t)
            worst = std::max(worst, std::fabs(qp[t] - pqp));
        if (worst < enough)
            break;
        for (std::size_t t = 0; t < classes; ++t) {
            const double step = (pqp - qp[t]) / q[t * classes + t];
            chance[t] += step;
            pqp = (pqp + step * (step * q[t * classes + t] + 2 * qp[t])) / (1 + step) / (1 + step);
            for (std::size_t j = 0; j < classes; ++j) {
                qp[j] = (qp[j] + step * q[t * classes + j]) / (1 + step);
                chance[j] /= 1 + step;
            }
        }
    }
    return {chance.begin(), chance.end()};
}

/// A machine for each pair of classes, which weighs the support vectors of both.
class SupportVectors {
public:
    SupportVectors(const Node& node, std::size_t classes, std::int64_t width)
        : m_perClass(node.intsAttribute("vectors_per_class")),
          m_coefficients(node.floatsAttribute("coefficients")),
          m_vectors(node.floatsAttribute("support_vectors")),
          m_parameters(node.floatsAttribute("kernel_params")), m_rho(node.floatsAttribute("rho")),
          m_a(node.floatsAttribute("prob_a")), m_b(node.floatsAttribute("prob_b")),
          m_kind(node.stringAttribute("kernel_type", "LINEAR")), m_width(width) {
        const std::size_t pairs = classes * (classes - 1) / 2;
        for (const std::int64_t count : m_perClass) {
            require(count >= 0 && count < (1 << 30), "vectors_per_class is negative or too large");
            m_starts.push_back(m_count);
            m_count += static_cast<std::size_t>(count);
        }
        require(classes >= 2 && m_perClass.size() == classes && m_rho.size() >= pairs &&
                    m_vectors.size() == m_count * static_cast<std::size_t>(width) &&
                    m_coefficients.size() == m_count * (classes - 1) && m_a.size() == m_b.size() &&
                    (m_a.empty() || m_a.size() >= pairs),
                "coefficients, support vectors and rho do not fit the classes and features");
    }

    [[nodiscard]] bool hasChances() const { return !m_a.empty(); }

    /// The decision value of each pair: positive for its first class.
    [[nodiscard]] std::vector<double> decisions(const double* x) const {
        std::vector<double> kernel(m_count);
        for (std::size_t i = 0; i < m_count; ++i)
            kernel[i] =
                vectorKernel(m_kind, m_parameters, x,
                             m_vectors.data() + static_cast<std::int64_t>(i) * m_width, m_width);
        std::vector<double> scores;
        for (std::size_t i = 0; i < m_perClass.size(); ++i)
            for (std::size_t j = i + 1; j < m_perClass.size(); ++j) {
                double sum = 0;
                addClass(sum, kernel, j - 1, i);
                addClass(sum, kernel, i, j);
                scores.push_back(sum + static_cast<double>(m_rho[scores.size()]));
            }
        return scores;
    }

    /// How many pairs each class wins.
    [[nodiscard]] std::vector<double> votes(const std::vector<double>& scores) const {
        std::vector<double> won(m_perClass.size());
        std::size_t pair = 0;
        for (std::size_t i = 0; i < won.size(); ++i)
            for (std::size_t j = i + 1; j < won.size(); ++j)
                won[scores[pair++] > 0 ? i : j] += 1;
        return won;
    }

    [[nodiscard]] std::vector<double> chances(const std::vector<double>& scores) const {
        const std::size_t classes = m_perClass.size();
        std::vector<double> pairs(classes * classes);
        std::size_t pair = 0;
        for (std::size_t i = 0; i < classes; ++i)
            for (std::size_t j = i + 1; j < classes; ++j, ++pair) {
                const double chance = pairChance(scores[pair], m_a[pair], m_b[pair]);
                pairs[i * classes + j] = chance;
                pairs[j * classes + i] = 1 - chance;
            }
        return classChances(pairs, classes);
    }

private:
    void addClass(double& sum, const std::vector<double>& kernel, std::size_t row,
                  std::size_t of) const {
        for (std::size_t v = m_starts[of];
             v < m_starts[of] + static_cast<std::size_t>(m_perClass[of]); ++v)
            sum += static_cast<double>(m_coefficients[row * m_count + v]) * kernel[v];
    }
    std::vector<std::int64_t> m_perClass;
    std::vector<float> m_coefficients, m_vectors, m_parameters, m_rho, m_a, m_b;
    std::string_view m_kind;
    std::int64_t m_width;
    std::size_t m_count = 0;
    std::vector<std::size_t> m_starts; ///< by class: its first vector
};

std::size_t largest(const std::vector<double>& scores) {
    return static_cast<std::size_t>(std::ranges::max_element(scores) - scores.begin());
}

/// A linear machine for each class, where there are no support vectors.
std::vector<double> linearDecisions(const Node& node, const double* x, std::int64_t width,
                                    std::size_t classes) {
    const auto coefficients = node.floatsAttribute("coefficients"),
               rho = node.floatsAttribute("rho");
    require(!rho.empty() && coefficients.size() == classes * static_cast<std::size_t>(width),
            "coefficients and rho do not fit the classes and features");
    std::vector<double> scores(classes);
    for (std::size_t i = 0; i < classes; ++i)
        scores[i] = dot(coefficients.data() + static_cast<std::int64_t>(i) * width, x, width) +
                    static_cast<double>(rho[0]);
    return scores;
}

} // namespace

/// Classifies rows of features by support vector machines.
///
/// Inputs:   X any number type [N, F] or [F]
/// Outputs:  Y labels, int64 or string [N]; Z float32: probabilities [N, classes] where there are
///           prob_a and prob_b, else decision values of linear machines or of two classes
///           [N, classes], or of all pairs [N, classes · (classes - 1) / 2]
/// Method:   in float64, one machine for each pair of classes, whose votes give the label; linear
///           machines, one for each class, without vectors_per_class; then post_transform
/// Source:   ONNX-ML SVMClassifier-1; Platt, "Probabilistic Outputs for Support Vector Machines"
///           (1999); Wu, Lin and Weng, "Probability Estimates for Multi-class Classification by
///           Pairwise Coupling" (2004)
void svmClassifierKernel(KernelContext& context) {
    const FeatureRows rows(context.input(0));
    const Node& node = context.node();
    const ClassLabels labels(node);
    const std::size_t classes = labels.size();
    const bool linear = node.intsAttribute("vectors_per_class").empty();
    std::optional<SupportVectors> machine;
    if (!linear)
        machine.emplace(node, classes, rows.width);
    const bool chances = machine && machine->hasChances();
    const std::size_t pairs = classes * (classes - 1) / 2;
    const std::size_t width = linear || chances || pairs == 1 ? classes : pairs;
    const std::string_view post = postTransform(context);
    RuntimeValue& label = labels.makeOutput(context, rows.count);
    RuntimeValue& y =
        context.output(1, DataType::float32, {rows.count, static_cast<std::int64_t>(width)});
    for (std::int64_t row = 0; row < rows.count; ++row) {
        std::vector<double> scores = linear
                                         ? linearDecisions(node, rows.row(row), rows.width, classes)
                                         : machine->decisions(rows.row(row));
        const std::size_t best = linear ? largest(scores) : largest(machine->votes(scores));
        if (chances) {
            scores = machine->chances(scores); // the label stays that of the votes
        }
        if (scores.size() == 1 && width == 2) {
            scores = binaryScores(scores[0], post != "NONE", post);
        } else {
            transformScores(scores, post);
        }
        labels.write(label, row, best);
        writeRow(y, row, scores);
    }
}

} // namespace partita::cpu
