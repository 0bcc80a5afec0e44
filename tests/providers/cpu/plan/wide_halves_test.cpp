// Programs that hold float16 and bfloat16 as float32 between their kernels: what the world around
// them sees are the halves that the reference computes.

#include <cmath>
#include <gtest/gtest.h>
#include <regex>

#include "core/data/random_feeds.h"
#include "core/onnx/infer_shapes.h"
#include "core/session/session.h"
#include "providers/registry.h"
#include "tests/support/models.h"

namespace partita {
namespace {

#define HALVES_HEAD "<ir_version: 10, opset_import: [\"\" : 21]> g "

/// A graph in float16; `half` in its text stands for the type.
struct HalvesCase {
    const char* name;
    const char* text;
    bool onlyFloat16 = false;
};
std::ostream& operator<<(std::ostream& out, const HalvesCase& each) { return out << each.name; }

constexpr const char* kConvolutions = HALVES_HEAD R"((half[1,2,8,8] x) => (half[1,4,4,4] y)
      <float[2,2,3,3] f = {1,2,3,4,5,6,7,8,9,-1,-2,-3,-4,-5,-6,-7,-8,-9,
                           1,0,1,0,1,0,1,0,1,0,1,0,1,0,1,0,1,0}, float[2] s = {1,2}> {
      w = Cast<to = code>(f) t = Cast<to = code>(s)
      a = Conv<pads = [1,1,1,1]>(x, w) b = BatchNormalization(a, t, t, t, t) r = Relu(b)
      c = Conv<pads = [1,1,1,1]>(r, w) d = Add(c, r) e = Relu(d)
      p = MaxPool<kernel_shape = [2,2], strides = [2,2]>(e)
      q = AveragePool<kernel_shape = [2,2], strides = [2,2]>(e) y = Concat<axis = 1>(p, q) })";

class WideHalves : public testing::TestWithParam<std::tuple<HalvesCase, const char*>> {};

Model modelOf(std::string text, const std::string& type) {
    text = std::regex_replace(text, std::regex("half"), type);
    text = std::regex_replace(text, std::regex("code"),
                              type == "bfloat16" ? "16"
                              : type == "float"  ? "1"
                                                 : "10");
    auto model = inferShapes(test::modelFromText(text));
    EXPECT_TRUE(model) << model.error().message();
    return *std::move(model);
}

std::unique_ptr<Session> sessionOf(const Model& model, const ProviderChoice& request) {
    auto session = Session::create(model, *makeProviders(request), PartitionOptions::asWritten());
    EXPECT_TRUE(session) << session.error().message();
    return session ? *std::move(session) : nullptr;
}

/// Whether two halves are as near to each other as roundings on the way may leave them.
bool near(double a, double b, double precision) {
    return a == b || (std::isnan(a) && std::isnan(b)) ||
           std::fabs(a - b) <= precision * (1 + std::fabs(b));
}

TEST_P(WideHalves, GiveWhatTheReferenceGives) {
    const auto& [each, type] = GetParam();
    const bool isNarrow = std::string_view(type) == "bfloat16";
    if (isNarrow && each.onlyFloat16)
        GTEST_SKIP() << "opset 21 has an operator of the graph in float16 only";
    const Model model = modelOf(each.text, type);
    const double precision = isNarrow ? 3e-2 : 4e-3;
    const auto reference = sessionOf(model, {{"reference"}, "", {}});
    ASSERT_TRUE(reference);
    for (const char* fusion : {"1", "0"})
        for (const char* executor : {"sequential", "parallel"}) {
            const auto cpu = sessionOf(
                model,
                {{"cpu"}, "", {{"fusion", fusion}, {"threads", "2"}, {"executor", executor}}});
            ASSERT_TRUE(cpu);
            for (const std::uint64_t seed : {1U, 2U, 3U}) { // later runs reuse all memory
                const Feeds feeds = *randomFeeds(model, seed, {});
                const auto expected = reference->run(feeds), got = cpu->run(feeds);
                ASSERT_TRUE(expected) << expected.error().message();
                ASSERT_TRUE(got) << got.error().message();
                for (std::size_t i = 0; i < expected->outputs.size(); ++i) {
                    const Tensor &made = got->outputs[i].tensor,
                                 &wanted = expected->outputs[i].tensor;
                    ASSERT_EQ(made.type, wanted.type) << i;
                    ASSERT_EQ(made.dims, wanted.dims) << i;
                    const auto numbers = *elementsAsDoubles(made),
                               judge = *elementsAsDoubles(wanted);
                    for (std::size_t n = 0; n < judge.size(); ++n)
                        ASSERT_TRUE(near(numbers[n], judge[n], precision))
                            << "fusion " << fusion << ", " << executor << ", seed " << seed
                            << ", output " << i << '[' << n << "]: " << numbers[n] << ", "
                            << judge[n];
                }
            }
        }
}

TEST(WideHalvesOfNoType, AnOutputWhoseTypeIsNotSaidIsOfHalves) {
    ModelEditor editor(test::modelFromText( // whose result ONNX does not infer
        R"(<ir_version: 8, opset_import: ["" : 1]> g (float16[2] x) => (float16[2] y) {
        y = Min(x) })"));
    editor.changeValue(test::valueNamed(editor.model(), "y"),
                       [](Value& value) { value.type = std::make_shared<const Type>(); });
    const Model model = std::move(editor).model();
    const auto cpu = sessionOf(model, {{"cpu"}, "", {}});
    ASSERT_TRUE(cpu);
    const auto report = cpu->run(*randomFeeds(model, 1, {}));
    ASSERT_TRUE(report) << report.error().message();
    EXPECT_EQ(report->outputs[0].tensor.type, DataType::float16);
}

INSTANTIATE_TEST_SUITE_P(
    Cases, WideHalves,
    testing::Combine(
        testing::Values(
            HalvesCase{"Convolutions", kConvolutions, true},
            HalvesCase{"ValuesThatAreReturnedAndReadAgain", HALVES_HEAD
                       R"((half[2,3] x, half[3] b) => (half[2,3] a, half[2,3] y, half[3] c)
          <float[3] s = {1,2,3}> {
          c = Cast<to = code>(s) a = Add(x, b) m = Mul(a, c) y = Tanh(m) })"},
            HalvesCase{"CastsToAndFromHalves",
                       HALVES_HEAD R"((half[2,3] x, float[2,3] f) => (float[2,3] y, half[2,3] z) {
          a = Cast<to = 1>(x) b = Softmax(a) c = Cast<to = code>(b) z = Mul(c, x)
          d = Cast<to = code>(f) e = Sub(d, z) y = Cast<to = 1>(e) })"},
            HalvesCase{"CastsBetweenHalvesAndIntegers", HALVES_HEAD
                       R"((half[2,3] x, bool[2,3] b, int8[2,3] i, int16[2,3] j, int64[2,3] k)
          => (half[2,3] y, half[2,3] z, int32[2,3] n, bool[2,3] o, double[2,3] d) {
          c = Cast<to = code>(b) e = Cast<to = code>(i) f = Cast<to = code>(j)
          g = Cast<to = code>(k) m = Mul(c, x) y = Add(m, e) z = Add(f, g) s = Mul(x, e)
          n = Cast<to = 6>(s) o = Cast<to = 9>(m) d = Cast<to = 11>(f) })"},
            HalvesCase{"RowsOfAConstantTable",
                       HALVES_HEAD R"((int64[4] i, half[3] b) => (half[4,3] y, half[4,2] z)
          <float[2,3] s = {0.5,1,2,3,4,5}> {
          t = Cast<to = code>(s) zero = Constant<value_int = 0>() k = Mul(i, zero)
          g = Gather(t, k) y = Add(g, b) w = Transpose(t) z = MatMul(y, w) })"},
            HalvesCase{"NodesWithBodiesReadHalves",
                       HALVES_HEAD R"((half[2,3] x, half[2,3] b) => (half[2,3] y) {
          a = Add(x, b) sum = ReduceSum<keepdims = 0>(a) f = Cast<to = 1>(sum)
          zero = Constant<value_float = 0.0>() c = Greater(f, zero)
          i = If(c) <then_branch = t () => (half[2,3] p) { q = Mul(a, b) p = Tanh(q) },
                     else_branch = e () => (half[2,3] p) { q = Exp(b) p = Sub(q, a) }>
          y = Mul(i, x) })"},
            HalvesCase{"SequencesHoldHalves",
                       HALVES_HEAD R"((half[2,3] x, half[2,3] b) => (half[4,3] y) {
          a = Add(x, b) m = Mul(x, b) s = SequenceConstruct(a, m)
          c = ConcatFromSequence<axis = 0>(s) y = Relu(c) })",
                       true},
            HalvesCase{"AnOptionalStaysOfHalves",
                       HALVES_HEAD R"((half[2,3] x) => (optional(half[2,3]) y, half[2,3] z) {
          a = Relu(x) y = Optional(a) b = OptionalGetElement(y) z = Neg(b) })",
                       true},
            HalvesCase{"ScalesThatAreHalvesRoundTheCodes",
                       HALVES_HEAD R"((half[2,4] x) => (half[2,4] y) <float s = {0.125}> {
          t = Cast<to = code>(s) a = Sigmoid(x) q = QuantizeLinear(a, t) d = DequantizeLinear(q, t)
          y = Add(d, a) })"},
            HalvesCase{"SumsBeyondTheLargestHalf", HALVES_HEAD
                       R"((half[2,3] x) => (half[2,3] y, half[2,3] z) <float s = {60000.0}> {
          t = Cast<to = code>(s) a = Relu(x) b = Add(a, t) c = Mul(b, t) y = Neg(c)
          d = Reciprocal(y) z = Relu(d) })"},
            HalvesCase{"NormalizationsAndProducts",
                       HALVES_HEAD R"((half[2,3,4] x) => (half[2,3,4] y)
          <float[4,4] f = {1,2,3,4,5,6,7,8,-1,-2,-3,-4,-5,-6,-7,-8}, float[4] s = {1,2,3,4}> {
          w = Cast<to = code>(f) t = Cast<to = code>(s) n = LayerNormalization(x, t, t)
          m = MatMul(n, w) b = Add(m, t) r = Add(b, x) e = Softmax(r) g = Gelu(e)
          y = Transpose<perm = [0,1,2]>(g) })"}),
        testing::Values("float16", "bfloat16")),
    [](const auto& test) {
        return std::get<0>(test.param).name + std::string("Of") + std::get<1>(test.param);
    });

TEST(WideHalvesOfAGraph, AreFusedLikeFloats) {
    const auto kernels = [](const char* type) {
        const Model model = modelOf(kConvolutions, type);
        const auto session = sessionOf(model, {{"cpu"}, "", {}});
        const auto report = session->run(*randomFeeds(model, 1, {}));
        return report ? report->timings.size() : 0;
    };
    EXPECT_EQ(kernels("float16"), kernels("float"));
    EXPECT_EQ(kernels("float"), 5U);
}

} // namespace
} // namespace partita
