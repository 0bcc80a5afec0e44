// Reductions against plain loops, for every shape of up to four axes of 1 to 3 elements, every
// choice of axes, with and without keepdims.

#include <cmath>
#include <functional>
#include <limits>

#include <gtest/gtest.h>

#include "core/ir/tensor_size.h"
#include "core/session/session.h"
#include "providers/registry.h"
#include "tests/support/models.h"

namespace partita {
namespace {

struct Rule {
    const char* op;
    std::function<double(const std::vector<double>&)> of;
};

double sumOver(const std::vector<double>& values, const std::function<double(double)>& f) {
    double sum = 0;
    for (const double value : values)
        sum += f(value);
    return sum;
}

const std::vector<Rule>& rules() {
    static const std::vector<Rule> all = {
        {"ReduceSum", [](const auto& v) { return sumOver(v, [](double x) { return x; }); }},
        {"ReduceMean",
         [](const auto& v) {
             return sumOver(v, [](double x) { return x; }) / static_cast<double>(v.size());
         }},
        {"ReduceMax", [](const auto& v) { return *std::ranges::max_element(v); }},
        {"ReduceMin", [](const auto& v) { return *std::ranges::min_element(v); }},
        {"ReduceProd",
         [](const auto& v) {
             double result = 1;
             for (const double x : v)
                 result *= x;
             return result;
         }},
        {"ReduceL1",
         [](const auto& v) { return sumOver(v, [](double x) { return std::fabs(x); }); }},
        {"ReduceL2",
         [](const auto& v) { return std::sqrt(sumOver(v, [](double x) { return x * x; })); }},
        {"ReduceSumSquare",
         [](const auto& v) { return sumOver(v, [](double x) { return x * x; }); }},
        {"ReduceLogSum",
         [](const auto& v) { return std::log(sumOver(v, [](double x) { return x; })); }},
        {"ReduceLogSumExp",
         [](const auto& v) { return std::log(sumOver(v, [](double x) { return std::exp(x); })); }}};
    return all;
}

std::vector<Dims> shapesOf(std::size_t rank) {
    std::vector<Dims> shapes = {{}};
    for (std::size_t axis = 0; axis < rank; ++axis) {
        std::vector<Dims> longer;
        for (const Dims& shape : shapes)
            for (const std::int64_t size : {1, 2, 3}) {
                longer.push_back(shape);
                longer.back().push_back(size);
            }
        shapes = std::move(longer);
    }
    return shapes;
}

struct Expected {
    Dims dims;
    std::vector<double> values;
};

/// Reduces by the definition: all elements with equal indices on the kept axes.
Expected reduced(const Rule& rule, const Dims& dims, const std::vector<double>& x, unsigned axes,
                 bool keep) {
    std::int64_t places = 1;
    Dims out, step(dims.size(), 0);
    for (std::size_t i = dims.size(); i-- > 0;)
        if (!(axes >> i & 1)) {
            step[i] = places;
            places *= dims[i];
        }
    for (std::size_t i = 0; i < dims.size(); ++i)
        if (!(axes >> i & 1))
            out.push_back(dims[i]);
        else if (keep)
            out.push_back(1);
    std::vector<std::vector<double>> groups(static_cast<std::size_t>(places));
    for (std::size_t at = 0; at < x.size(); ++at) {
        std::int64_t rest = static_cast<std::int64_t>(at), place = 0;
        for (std::size_t i = dims.size(); i-- > 0; rest /= dims[i])
            place += rest % dims[i] * step[i];
        groups[static_cast<std::size_t>(place)].push_back(x[at]);
    }
    Expected made{out, {}};
    for (const auto& group : groups)
        made.values.push_back(rule.of(group));
    return made;
}

std::unique_ptr<Session> sessionOf(const std::string& text) {
    auto session = Session::create(test::modelFromText(text), *makeProviders({}));
    if (!session)
        ADD_FAILURE() << session.error().message();
    return session ? *std::move(session) : nullptr;
}

class Reductions : public testing::TestWithParam<std::size_t> {};

TEST_P(Reductions, AreThoseOfPlainLoopsOverAllShapesAndAxes) {
    const Rule& rule = rules()[GetParam()];
    for (const bool keep : {true, false})
        for (std::size_t rank = 1; rank <= 4; ++rank) {
            const std::string shape = std::string("a,b,c,d").substr(0, 2 * rank - 1);
            const auto session =
                sessionOf("<ir_version: 9, opset_import: [\"\" : 18]> g (float[" + shape +
                          "] x, int64[n] axes) => (float[] y) { y = " + rule.op +
                          " <keepdims = " + (keep ? "1" : "0") + "> (x, axes) }");
            ASSERT_TRUE(session);
            for (const Dims& dims : shapesOf(rank)) {
                std::vector<float> x(static_cast<std::size_t>(countOf(dims)));
                for (std::size_t i = 0; i < x.size(); ++i)
                    x[i] = 0.25F + static_cast<float>(i * 7 % 11) / 4;
                for (unsigned chosen = 1; chosen < 1U << rank; ++chosen) {
                    std::vector<std::int64_t> axes;
                    for (std::size_t i = 0; i < rank; ++i)
                        if (chosen >> i & 1) // counted from the front or the back
                            axes.push_back(static_cast<std::int64_t>(i) -
                                           (i % 2 ? static_cast<std::int64_t>(rank) : 0));
                    const auto report =
                        session->run({{"x", Tensor::of(DataType::float32, dims.toVector(), x)},
                                      {"axes", Tensor::int64s(axes)}});
                    ASSERT_TRUE(report) << report.error().message();
                    const Expected wanted = reduced(rule, dims, {x.begin(), x.end()}, chosen, keep);
                    const Tensor& y = report->outputs[0].tensor;
                    ASSERT_EQ(y.dims, wanted.dims) << rule.op << " axes " << chosen;
                    const auto values = *elementsAsDoubles(y);
                    for (std::size_t i = 0; i < values.size(); ++i)
                        ASSERT_NEAR(values[i], wanted.values[i],
                                    1e-5 * (1 + std::fabs(wanted.values[i])))
                            << rule.op << " of " << testing::PrintToString(dims) << " axes "
                            << chosen << " at " << i;
                }
            }
        }
}

TEST_P(Reductions, WithoutAxesAreOverAllOfThemOrOverEachElement) {
    const Rule& rule = rules()[GetParam()];
    const std::vector<float> x{0.5F, 3, 2};
    for (const bool noop : {false, true}) {
        const auto session = sessionOf(
            "<ir_version: 9, opset_import: [\"\" : 18]> g (float[a,b] x) => (float[] y) "
            "{ y = " +
            std::string(rule.op) + " <noop_with_empty_axes = " + (noop ? "1" : "0") + "> (x) }");
        ASSERT_TRUE(session);
        const auto report = session->run({{"x", Tensor::of(DataType::float32, {3, 1}, x)}});
        ASSERT_TRUE(report) << report.error().message();
        const Expected wanted = reduced(rule, {3, 1}, {x.begin(), x.end()}, noop ? 0 : 3, true);
        const auto values = *elementsAsDoubles(report->outputs[0].tensor);
        EXPECT_EQ(report->outputs[0].tensor.dims, wanted.dims);
        for (std::size_t i = 0; i < values.size(); ++i)
            EXPECT_NEAR(values[i], wanted.values[i], 1e-5) << rule.op;
    }
}

INSTANTIATE_TEST_SUITE_P(Of, Reductions, testing::Range(std::size_t{0}, std::size_t{10}),
                         [](const auto& each) { return std::string(rules()[each.param].op); });

TEST(Reductions, OfAMapOfOnePixelAreItsChannels) {
    const auto session = sessionOf(
        R"(<ir_version: 9, opset_import: ["" : 18]> g (float[1,4,1,1] x) => (float[] y, float[] z)
           <int64[2] axes = {-1,-2}, float[4] s = {1,1,1,1}, float[4] b = {0,0,0,0}> {
          y = ReduceMean(x, axes)
          z = GroupNormalization <num_groups = 4, epsilon = 1.0> (x, s, b) })");
    ASSERT_TRUE(session);
    const auto report = session->run(
        {{"x", Tensor::of(DataType::float32, {1, 4, 1, 1}, std::vector<float>{1, 2, 3, 4})}});
    ASSERT_TRUE(report) << report.error().message();
    EXPECT_EQ(*elementsAsDoubles(report->outputs[0].tensor), (std::vector<double>{1, 2, 3, 4}));
    EXPECT_EQ(*elementsAsDoubles(report->outputs[1].tensor), (std::vector<double>(4, 0)));
}

TEST(Reductions, OfARowWithInfinitiesAreItsExtremesUnlessItHasANan) {
    const auto session = sessionOf(
        R"(<ir_version: 9, opset_import: ["" : 18]> g (float[1,n] x) => (float[] y, float[] z)
           <int64[1] axes = {1}> { y = ReduceMax(x, axes) z = ReduceMin(x, axes) })");
    ASSERT_TRUE(session);
    constexpr float kInf = std::numeric_limits<float>::infinity();
    for (const std::int64_t size : {40, 64, 100})
        for (std::int64_t at = 0; at < size; ++at) {
            std::vector<float> x(static_cast<std::size_t>(size), 1);
            const auto place = static_cast<std::size_t>(at);
            x[place] = kInf;
            x[(place + 3) % x.size()] = -kInf; // their sum is no number, either
            const auto extremes = [&] {
                const auto report =
                    session->run({{"x", Tensor::of(DataType::float32, {1, size}, x)}});
                EXPECT_TRUE(report);
                return report ? std::pair(elementsAsDoubles(report->outputs[0].tensor)->front(),
                                          elementsAsDoubles(report->outputs[1].tensor)->front())
                              : std::pair(0.0, 0.0);
            };
            EXPECT_EQ(extremes(), std::pair(double{kInf}, double{-kInf})) << at;
            x[(place + 9) % x.size()] = std::nanf("");
            EXPECT_TRUE(std::isnan(extremes().first)) << at;
            EXPECT_TRUE(std::isnan(extremes().second)) << at;
        }
}

} // namespace
} // namespace partita
