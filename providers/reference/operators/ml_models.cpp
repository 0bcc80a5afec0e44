// ai.onnx.ml: linear models and support vector machines.

#include <algorithm>
#include <cmath>

#include "providers/reference/catalogue.h"
#include "providers/reference/ml_scores.h"

namespace partita::reference {

namespace {

/// coefficients [targets, features] · x + intercepts, for one row of X.
std::vector<double> linear(const Features& x, std::size_t row, std::size_t targets,
                           const std::vector<double>& coefficients,
                           const std::vector<double>& intercepts) {
    std::vector<double> scores(targets);
    for (std::size_t target = 0; target < targets; ++target) {
        scores[target] = intercepts.empty() ? 0 : intercepts[target];
        for (std::size_t i = 0; i < x.width; ++i)
            scores[target] += coefficients[target * x.width + i] * x.at(row, i);
    }
    return scores;
}

/// Writes one row of scores into a [rows, width] tensor.
void write(Array& scores, std::size_t row, const std::vector<double>& values) {
    require(values.size() == scores.size(1),
            "the number of scores in a row differs from the width of the output");
    for (std::size_t i = 0; i < values.size(); ++i)
        scores.set(row * values.size() + i, values[i]);
}

Array scoresOf(const Features& x, std::size_t width) {
    return {DataType::float32,
            {static_cast<std::int64_t>(x.count), static_cast<std::int64_t>(width)}};
}

} // namespace

void linearRegressor(Call& call) {
    const Features x(call.in(0));
    const auto coefficients = call.reals("coefficients"), intercepts = call.reals("intercepts");
    const std::int64_t targets = call.integer("targets", 1);
    require(targets > 0 && targets < (1 << 30) &&
                coefficients.size() == static_cast<std::size_t>(targets) * x.width &&
                (intercepts.empty() || intercepts.size() == static_cast<std::size_t>(targets)),
            "coefficients and intercepts do not fit the features and targets");
    Array result = scoresOf(x, static_cast<std::size_t>(targets));
    for (std::size_t row = 0; row < x.count; ++row) {
        auto scores = linear(x, row, static_cast<std::size_t>(targets), coefficients, intercepts);
        transformScores(scores, call.text("post_transform", "NONE"));
        write(result, row, scores);
    }
    call.give(result);
}

/// Y is the label of the largest score. With one row of coefficients the classifier is binary: the
/// sign of its score decides between two labels.
void linearClassifier(Call& call) {
    const Features x(call.in(0));
    const auto coefficients = call.reals("coefficients"), intercepts = call.reals("intercepts");
    Labels labels(call, x.count);
    require(x.width > 0 && !coefficients.empty() && coefficients.size() % x.width == 0,
            "the coefficients do not fit the features");
    const std::size_t targets = coefficients.size() / x.width;
    require(intercepts.empty() || intercepts.size() == targets,
            "the number of intercepts differs from the number of targets");
    const bool two = targets == 1 && labels.size() == 2;
    require(two || labels.size() >= targets, "a class has no label");
    const std::string post = call.text("post_transform", "NONE");
    Array result = scoresOf(x, two ? 2 : targets);
    for (std::size_t row = 0; row < x.count; ++row) {
        auto scores = linear(x, row, targets, coefficients, intercepts);
        labels.choose(row, two ? (scores[0] > 0 ? 1 : 0) : largest(scores));
        if (two)
            scores = bothScores(scores[0], true, post);
        else
            transformScores(scores, post);
        write(result, row, scores);
    }
    call.give(0, labels.chosen());
    call.give(1, result);
}

namespace {

/// The kernel function K(a, b) of a support vector machine.
struct KernelFunction {
    explicit KernelFunction(Call& call)
        : kind(call.text("kernel_type", "LINEAR")), parameters(call.reals("kernel_params")) {
        parameters.resize(3); // gamma, coef0, degree
        require(kind == "LINEAR" || kind == "POLY" || kind == "RBF" || kind == "SIGMOID",
                "this kernel_type is not known");
    }

    /// K of row `row` of X and the vector at index `first` of `vectors`.
    [[nodiscard]] double operator()(const Features& x, std::size_t row,
                                    const std::vector<double>& vectors, std::size_t first) const {
        double product = 0, distance = 0;
        for (std::size_t i = 0; i < x.width; ++i) {
            const double a = x.at(row, i), b = vectors.at(first + i);
            product += a * b;
            distance += (a - b) * (a - b);
        }
        if (kind == "LINEAR")
            return product;
        if (kind == "RBF")
            return std::exp(-parameters[0] * distance);
        const double scaled = parameters[0] * product + parameters[1];
        return kind == "POLY" ? std::pow(scaled, parameters[2]) : std::tanh(scaled);
    }

    std::string kind;
    std::vector<double> parameters;
};

} // namespace

void svmRegressor(Call& call) {
    const Features x(call.in(0));
    const KernelFunction kernel(call);
    const auto coefficients = call.reals("coefficients"), vectors = call.reals("support_vectors"),
               rho = call.reals("rho");
    const std::int64_t given = call.integer("n_supports", 0);
    require(given >= 0 && given < (1 << 30) && !rho.empty(),
            "n_supports is out of range, or rho is empty");
    const auto count = static_cast<std::size_t>(given);
    require(count == 0 ? coefficients.size() == x.width
                       : coefficients.size() == count && vectors.size() == count * x.width,
            "coefficients and support vectors do not fit the features");
    Array result = scoresOf(x, 1);
    for (std::size_t row = 0; row < x.count; ++row) {
        double sum = rho[0];
        if (count == 0) // a linear model: the coefficients are its only vector
            sum += kernel(x, row, coefficients, 0);
        for (std::size_t i = 0; i < count; ++i)
            sum += coefficients[i] * kernel(x, row, vectors, i * x.width);
        std::vector<double> scores{call.integer("one_class", 0) != 0 ? (sum > 0 ? 1 : -1) : sum};
        transformScores(scores, call.text("post_transform", "NONE"));
        write(result, row, scores);
    }
    call.give(result);
}

namespace {

/// Platt's sigmoid: the probability of the first of two classes for a decision value.
double pairChance(double score, double a, double b) {
    return std::clamp(1 / (1 + std::exp(score * a + b)), 1e-7, 1 - 1e-7);
}

/// Class probabilities p from pairwise probabilities r: minimizes the sum over i ≠ j of
/// (r[j][i]·p[i] − r[i][j]·p[j])² with sum(p) = 1. Source: Wu, Lin and Weng 2004, by libsvm's
/// iteration.
std::vector<double> classChances(const std::vector<std::vector<double>>& r) {
    const std::size_t classes = r.size();
    std::vector<std::vector<double>> q(classes, std::vector<double>(classes));
    for (std::size_t i = 0; i < classes; ++i)
        for (std::size_t j = 0; j < classes; ++j)
            if (i != j) {
                q[i][i] += r[j][i] * r[j][i];
                q[i][j] = -r[j][i] * r[i][j];
            }
    std::vector<double> p(classes, 1.0 / static_cast<double>(classes)), qp(classes);
    for (std::size_t round = 0; round < std::max<std::size_t>(100, classes); ++round) {
        double whole = 0, error = 0;
        for (std::size_t i = 0; i < classes; ++i) {
            qp[i] = 0;
            for (std::size_t j = 0; j < classes; ++j)
                qp[i] += q[i][j] * p[j];
            whole += p[i] * qp[i];
        }
        for (const double each : qp)
            error = std::max(error, std::fabs(each - whole));
        if (error < 0.005 / static_cast<double>(classes))
            break;
        for (std::size_t i = 0; i < classes; ++i) {
            const double step = (whole - qp[i]) / q[i][i];
            p[i] += step;
            whole = (whole + step * (step * q[i][i] + 2 * qp[i])) / (1 + step) / (1 + step);
            for (std::size_t j = 0; j < classes; ++j) {
                qp[j] = (qp[j] + step * q[i][j]) / (1 + step);
                p[j] /= 1 + step;
            }
        }
    }
    return p;
}

/// One binary machine for each pair of classes, over the support vectors of both.
struct PairMachines {
    PairMachines(Call& call, std::size_t classes, std::size_t width)
        : kernel(call), perClass(call.integers("vectors_per_class")),
          coefficients(call.reals("coefficients")), vectors(call.reals("support_vectors")),
          rho(call.reals("rho")), a(call.reals("prob_a")), b(call.reals("prob_b")) {
        for (const std::int64_t number : perClass) {
            require(number >= 0 && number < (1 << 30), "vectors_per_class is out of range");
            starts.push_back(count);
            count += static_cast<std::size_t>(number);
        }
        starts.push_back(count);
        const std::size_t pairs = classes * (classes - 1) / 2;
        require(classes >= 2 && perClass.size() == classes && vectors.size() == count * width &&
                    coefficients.size() == count * (classes - 1) && rho.size() >= pairs &&
                    a.size() == b.size() && (a.empty() || a.size() >= pairs),
                "coefficients, support vectors, rho or prob_a do not match the classes");
    }

    /// Decision values of the pairs (i, j), i < j; a positive one is a vote for class i.
    [[nodiscard]] std::vector<double> decisions(const Features& x, std::size_t row) const {
        std::vector<double> values, decided;
        for (std::size_t i = 0; i < count; ++i)
            values.push_back(kernel(x, row, vectors, i * x.width));
        for (std::size_t i = 0; i < perClass.size(); ++i)
            for (std::size_t j = i + 1; j < perClass.size(); ++j) {
                double sum = rho[decided.size()];
                for (std::size_t v = starts[i]; v < starts[i + 1]; ++v)
                    sum += coefficients[(j - 1) * count + v] * values[v];
                for (std::size_t v = starts[j]; v < starts[j + 1]; ++v)
                    sum += coefficients[i * count + v] * values[v];
                decided.push_back(sum);
            }
        return decided;
    }

    /// The class with the most votes.
    [[nodiscard]] std::size_t winner(const std::vector<double>& decided) const {
        std::vector<double> votes(perClass.size());
        std::size_t pair = 0;
        for (std::size_t i = 0; i < votes.size(); ++i)
            for (std::size_t j = i + 1; j < votes.size(); ++j)
                ++votes[decided[pair++] > 0 ? i : j];
        return largest(votes);
    }

    [[nodiscard]] std::vector<double> chances(const std::vector<double>& decided) const {
        std::vector<std::vector<double>> pairs(perClass.size(),
                                               std::vector<double>(perClass.size()));
        std::size_t pair = 0;
        for (std::size_t i = 0; i < pairs.size(); ++i)
            for (std::size_t j = i + 1; j < pairs.size(); ++j, ++pair) {
                pairs[i][j] = pairChance(decided[pair], a[pair], b[pair]);
                pairs[j][i] = 1 - pairs[i][j];
            }
        return classChances(pairs);
    }

    KernelFunction kernel;
    Dims perClass;
    std::vector<double> coefficients, vectors, rho, a, b;
    std::vector<std::size_t> starts; ///< first vector of each class, and the end of the last
    std::size_t count = 0;
};

} // namespace

/// Scores are class probabilities where the model has prob_a and prob_b, else the decision values
/// of the pairs (for two classes one for each class). A model without vectors_per_class is linear:
/// one score for each class.
void svmClassifier(Call& call) {
    const Features x(call.in(0));
    Labels labels(call, x.count);
    const std::size_t classes = labels.size();
    const std::string post = call.text("post_transform", "NONE");
    std::vector<std::vector<double>> rows;
    if (call.integers("vectors_per_class").empty()) {
        const auto coefficients = call.reals("coefficients"), rho = call.reals("rho");
        require(!rho.empty() && coefficients.size() == classes * x.width,
                "coefficients and rho do not fit the classes and features");
        for (std::size_t row = 0; row < x.count; ++row) {
            rows.push_back(
                linear(x, row, classes, coefficients, std::vector<double>(classes, rho[0])));
            labels.choose(row, largest(rows[row]));
        }
    } else {
        const PairMachines machines(call, classes, x.width);
        for (std::size_t row = 0; row < x.count; ++row) {
            rows.push_back(machines.decisions(x, row));
            labels.choose(row, machines.winner(rows[row]));
            if (!machines.a.empty())
                rows[row] = machines.chances(rows[row]);
        }
    }
    const bool linearOnly = call.integers("vectors_per_class").empty();
    const bool byClass = linearOnly || !call.reals("prob_a").empty() || classes == 2;
    Array result = scoresOf(x, byClass ? classes : classes * (classes - 1) / 2);
    for (std::size_t row = 0; row < x.count; ++row) {
        if (rows[row].size() == 1 && result.size(1) == 2)
            rows[row] = bothScores(rows[row][0], post != "NONE", post);
        else
            transformScores(rows[row], post);
        write(result, row, rows[row]);
    }
    call.give(0, labels.chosen());
    call.give(1, result);
}

} // namespace partita::reference
