#include <cmath>
#include <gtest/gtest.h>
#include <thread>

#include "core/data/random_feeds.h"
#include "core/data/tensor_files.h"
#include "core/data/value_comparison.h"
#include "core/onnx/infer_shapes.h"
#include "core/onnx/read.h"
#include "core/onnx/write.h"
#include "core/session/session.h"
#include "providers/registry.h"
#include "tests/support/models.h"

namespace partita {
namespace {

using test::modelFromText;

Result<RunReport> runOn(const Model& model, const Feeds& feeds, std::vector<std::string> ids) {
    auto inferred = inferShapes(model);
    auto session =
        Session::create(inferred ? *inferred : model, *makeProviders({std::move(ids), "", {}}));
    if (!session)
        return std::move(session).error();
    auto first = (*session)->run(feeds);
    if (!first)
        return first;
    auto second = (*session)->run(feeds); // memory is reused: the numbers must not change
    for (std::size_t i = 0; second && i < first->outputs.size(); ++i)
        EXPECT_EQ(elements(first->outputs[i].tensor)->text(),
                  elements(second->outputs[i].tensor)->text());
    return second;
}

std::vector<double> numbers(const RunReport& report, std::size_t output = 0) {
    return *elementsAsDoubles(report.outputs[output].tensor);
}

Tensor floats(std::vector<std::int64_t> dims, std::vector<float> values) {
    return Tensor::of(DataType::float32, std::move(dims), values);
}

TEST(Session, TheNpuSimulatorAndTheCpuGiveTheSameBits) {
    const auto model =
        readModel(std::filesystem::path(PARTITA_SOURCE_DIR) / "resources/samples/detector.onnx");
    ASSERT_TRUE(model);
    const Feeds feeds = *randomFeeds(*model, 0);
    const auto cpu = runOn(*model, feeds, {"cpu"}), npu = runOn(*model, feeds, {"npu"});
    ASSERT_TRUE(cpu) << cpu.error().message();
    ASSERT_TRUE(npu) << npu.error().message();
    for (std::size_t i = 0; i < cpu->outputs.size(); ++i)
        EXPECT_LT(compareValues(cpu->outputs[i], npu->outputs[i], 1e-5, 1e-6).maxRelative, 1e-5);
    EXPECT_TRUE(cpu->transfers.empty());
    EXPECT_EQ(npu->transfers.size(), 2U);
}

TEST(Session, AgreesWithTheRecordedOutputsOfOnnxRuntime) {
    // Recorded with onnxruntime 1.31 for the sample on x[i] = (i % 17) / 17.
    const auto folder = std::filesystem::path(PARTITA_SOURCE_DIR) / "tests/data/detector";
    const auto model =
        readModel(std::filesystem::path(PARTITA_SOURCE_DIR) / "resources/samples/detector.onnx");
    std::vector<float> values(3 * 64 * 64);
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = static_cast<float>(i % 17) / 17.0F;
    const auto report = runOn(*model, {{"image", floats({1, 3, 64, 64}, values)}}, {});
    ASSERT_TRUE(report) << report.error().message();
    const auto expected = readValueDirectory(folder, "output");
    ASSERT_TRUE(expected);
    ASSERT_EQ(expected->size(), 2U);
    for (std::size_t i = 0; i < 2; ++i)
        EXPECT_LT(compareValues((*expected)[i], report->outputs[i], 1e-4, 1e-5).maxRelative, 1e-4);
}

TEST(Session, ControlFlowRunsItsBodiesWithCapturedValues) {
    const Model model = modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
g (bool c, float[2] x) => (float[2] y) {
  a = Neg(x)
  b = If(c) < then_branch = t () => (float[2] u) { u = Abs(a) }, else_branch = e () => (float[2] v) { w = Add(a, x)  v = Identity(w) } >
  y = Add(b, a)
})");
    for (const auto& ids : {std::vector<std::string>{"cpu"}, std::vector<std::string>{"npu"}}) {
        const Tensor x = floats({2}, {1, -2});
        const auto yes = runOn(
            model, {{"c", Tensor::of<std::uint8_t>(DataType::boolean, {}, {1})}, {"x", x}}, ids);
        ASSERT_TRUE(yes) << yes.error().message();
        EXPECT_EQ(numbers(*yes), (std::vector<double>{0, 4}));
        const auto no = runOn(
            model, {{"c", Tensor::of<std::uint8_t>(DataType::boolean, {}, {0})}, {"x", x}}, ids);
        EXPECT_EQ(numbers(*no), (std::vector<double>{-1, 2}));
    }
}

TEST(Session, ALoopCarriesStateAndCollectsScans) {
    const Model model = modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
g (int64 n, float[2] x) => (float[2] y, float[k, 2] all) <bool go = {1}> {
  y, all = Loop(n, go, x) < body = b (int64 i, bool in, float[2] s) => (bool out, float[2] t, float[2] copy) {
      out = Identity(in)  t = Add(s, s)  copy = Identity(t) } >
})");
    const auto report = runOn(
        model,
        {{"n", Tensor::of<std::int64_t>(DataType::int64, {}, {3})}, {"x", floats({2}, {1, 2})}},
        {"cpu"});
    ASSERT_TRUE(report) << report.error().message();
    EXPECT_EQ(numbers(*report), (std::vector<double>{8, 16}));
    EXPECT_EQ(report->outputs[1].tensor.dims, (std::vector<std::int64_t>{3, 2}));
    EXPECT_EQ(numbers(*report, 1), (std::vector<double>{2, 4, 4, 8, 8, 16}));
}

TEST(Session, FusedActivationsAreReportedWithTheirConvolution) {
    const auto model =
        readModel(std::filesystem::path(PARTITA_SOURCE_DIR) / "resources/samples/detector.onnx");
    const auto report = runOn(*model, *randomFeeds(*model, 0), {"cpu"});
    std::size_t fused = 0, nodes = 0;
    for (const NodeTiming& timing : report->timings) {
        fused += timing.fusedWith.size();
        nodes += 1 + timing.fusedWith.size();
    }
    EXPECT_GE(fused, 10U);
    EXPECT_EQ(nodes, 61U);
}

TEST(Session, FusionDoesNotWriteOverWhatIsStillNeeded) {
    // The Relu of the convolution runs after values whose memory is alive in between.
    const Model model = modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
g (float[1,1,8,8] x) => (float[1,1,8,8] y) <float[1,1,1,1] w = {2.0}> {
  a = Conv(x, w)
  b = Neg(x)  c = Abs(b)  d = Neg(c)  e = Abs(d)
  r = Relu(a)
  f = Add(e, b)
  y = Add(f, r)
})");
    std::vector<float> values(64);
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = static_cast<float>(i) - 20;
    const auto report = runOn(model, {{"x", floats({1, 1, 8, 8}, values)}}, {"cpu"});
    ASSERT_TRUE(report) << report.error().message();
    const auto result = numbers(*report);
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double x = values[i];
        EXPECT_EQ(result[i], std::fabs(x) - x + std::max(2 * x, 0.0)) << i;
    }
}

TEST(Session, ModelLocalFunctionsAreInlined) {
    const Model model = modelFromText(R"(<ir_version: 9, opset_import: ["" : 18, "my" : 1]>
g (bool c, float[2] x) => (float[2] y, float[2] z) {
  [first] a = my.twice <factor = 3.0> (x)
  [second] b = my.twice <factor = 1.0> (a)
  y = If(c) < then_branch = t () => (float[2] u) { u = my.inner(b) }, else_branch = e () => (float[2] v) { v = Neg(b) } >
  z = my.inner(x)
}
<opset_import: ["" : 18, "my" : 1], domain: "my"> twice <factor> (p) => (q) {
  k = Constant <value_float: float = @factor> ()  r = Mul(p, k)  q = my.inner(r)
}
<opset_import: ["" : 18], domain: "my"> inner (p) => (q) { q = Add(p, p) }
)");
    const auto report = runOn(
        model,
        {{"c", Tensor::of<std::uint8_t>(DataType::boolean, {}, {1})}, {"x", floats({2}, {1, -2})}},
        {"npu"});
    ASSERT_TRUE(report) << report.error().message();
    EXPECT_EQ(numbers(*report), (std::vector<double>{24, -48}));
    EXPECT_EQ(numbers(*report, 1), (std::vector<double>{2, -4}));
}

TEST(Session, AFunctionThatCallsItselfIsAnError) {
    const Model model = modelFromText(R"(<ir_version: 9, opset_import: ["" : 18, "my" : 1]>
g (float[2] x) => (float[2] y) { y = my.f(x) }
<opset_import: ["my" : 1], domain: "my"> f (p) => (q) { q = my.f(p) }
)");
    auto session = Session::create(model, *makeProviders({}));
    ASSERT_FALSE(session);
    EXPECT_NE(session.error().message().find("calls itself"), std::string::npos);
}

TEST(Session, MayBeMadeOnOneThreadAndRunOnAnother) {
    const auto path = std::filesystem::path(PARTITA_SOURCE_DIR) / "resources/samples/detector.onnx";
    const Model model = *inferShapes(*readModel(path));
    auto session = Session::create(model, *makeProviders({}));
    ASSERT_TRUE(session);
    const Feeds feeds = *randomFeeds(model, 0);
    const auto here = (*session)->run(feeds);
    ASSERT_TRUE(here);
    std::thread other([&] {
        const auto there = (*session)->run(feeds);
        ASSERT_TRUE(there) << there.error().message();
        EXPECT_EQ(elements(here->outputs[0].tensor)->text(),
                  elements(there->outputs[0].tensor)->text());
    });
    other.join();
}

TEST(Session, WeightsThatAreOverwrittenWhileTheModelIsOpenAreAnError) {
    const test::TemporaryFolder folder;
    ASSERT_TRUE(writeModel(test::weightModel(64 * 1024), folder / "m.onnx"));
    const auto model = readModel(folder / "m.onnx");
    ASSERT_TRUE(model);
    auto session = Session::create(*model, *makeProviders({}));
    ASSERT_TRUE(session) << session.error().message();
    const std::vector<float> ones(64 * 1024, 1.0F);
    const Feeds feeds{{"x", Tensor::fromBytes(DataType::float32, {64 * 1024},
                                              Buffer::copyOf(std::as_bytes(std::span(ones))))}};
    ASSERT_TRUE((*session)->run(feeds));
    std::filesystem::resize_file(folder / "m.onnx", 100);
    const auto report = (*session)->run(feeds);
    ASSERT_FALSE(report);
    EXPECT_NE(report.error().message().find("another program"), std::string::npos);
}

TEST(Session, WrongFeedsAreNamed) {
    const Model model = modelFromText(
        R"(<ir_version: 9, opset_import: ["" : 18]> g (float[2, n] x) => (float[2, n] y) { y = Relu(x) })");
    const auto message = [&](const Feeds& feeds) {
        const auto report = runOn(model, feeds, {});
        return report ? std::string() : report.error().message();
    };
    EXPECT_NE(message({}).find("input 'x'"), std::string::npos);
    EXPECT_NE(message({{"x", Tensor::int64s({1, 2})}}).find("int64"), std::string::npos);
    EXPECT_NE(message({{"x", floats({3, 1}, {1, 2, 3})}}).find("3×1"), std::string::npos);
    EXPECT_NE(message({{"z", floats({2, 1}, {1, 2})}}).find("'z'"), std::string::npos);
    EXPECT_EQ(message({{"x", floats({2, 3}, {1, 2, 3, 4, 5, 6})}}), "");
}

TEST(Session, AnOperatorWithoutAKernelIsNamedWhenCompiling) {
    // Training operators are the only operators without a kernel.
    const Model model = modelFromText(
        R"(<ir_version: 9, opset_import: ["" : 18, "ai.onnx.preview.training" : 1]>
        g (float r, int64 t, float[2] x, float[2] d, float[2] v) => (float[2] a, float[2] b) {
          [moved] a, b = ai.onnx.preview.training.Momentum
            <alpha = 0.9, beta = 0.1, mode = "standard", norm_coefficient = 0.0> (r, t, x, d, v) })");
    const auto session = Session::create(model, *makeProviders({}));
    ASSERT_FALSE(session);
    EXPECT_EQ(session.error().code, Errc::provider);
    EXPECT_NE(session.error().message().find("Momentum"), std::string::npos);
    EXPECT_NE(session.error().message().find("node 'moved'"), std::string::npos);
}

TEST(Session, ShapesThatDoNotFitAtRunTimeAreAnError) {
    const Model model = modelFromText(
        R"(<ir_version: 9, opset_import: ["" : 18]> g (float[a] x, float[b] z) => (float[c] y) { [add] y = Add(x, z) })");
    const auto report =
        runOn(model, {{"x", floats({2}, {1, 2})}, {"z", floats({3}, {1, 2, 3})}}, {"cpu"});
    ASSERT_FALSE(report);
    EXPECT_NE(report.error().message().find("broadcast"), std::string::npos);
    EXPECT_NE(report.error().message().find("node 'add'"), std::string::npos);
}

/// One node, its inputs, and the result worked out by hand from ONNX's definition.
struct KernelCase {
    const char* name;
    const char* body;
    Feeds feeds;
    std::vector<std::int64_t> dims;
    std::vector<double> values;
};

class Kernels : public testing::TestWithParam<KernelCase> {};

TEST_P(Kernels, GiveWhatTheSpecificationSays) {
    const KernelCase& each = GetParam();
    const auto report = runOn(
        modelFromText(std::string("<ir_version: 9, opset_import: [\"\" : 18]> g ") + each.body),
        each.feeds, {"cpu"});
    ASSERT_TRUE(report) << report.error().message();
    EXPECT_EQ(report->outputs[0].tensor.dims, each.dims);
    const auto values = numbers(*report);
    ASSERT_EQ(values.size(), each.values.size());
    for (std::size_t i = 0; i < values.size(); ++i)
        EXPECT_NEAR(values[i], each.values[i], 1e-5) << i;
}

const KernelCase kCases[] = {
    {"BroadcastAdd",
     "(float[2,1] a, float[3] b) => (float[2,3] y) { y = Add(a, b) }",
     {{"a", floats({2, 1}, {1, 2})}, {"b", floats({3}, {10, 20, 30})}},
     {2, 3},
     {11, 21, 31, 12, 22, 32}},
    {"IntegerMod",
     "(int64[3] a, int64[3] b) => (int64[3] y) { y = Mod(a, b) }",
     {{"a", Tensor::int64s({-7, 7, -8})}, {"b", Tensor::int64s({3, -3, 4})}},
     {3},
     {2, -2, 0}},
    {"DivByMinusOne",
     "(int64[2] a, int64[2] b) => (int64[2] y) { y = Div(a, b) }",
     {{"a", Tensor::int64s({7, -9})}, {"b", Tensor::int64s({-2, 2})}},
     {2},
     {-3, -4}},
    {"SliceBackwards",
     "(float[4] x) => (float[2] y) <int64[1] s = {-1}, int64[1] e = {-5}, int64[1] a = {0}, "
     "int64[1] t = {-2}> { y = Slice(x, s, e, a, t) }",
     {{"x", floats({4}, {1, 2, 3, 4})}},
     {2},
     {4, 2}},
    {"ReshapeZeroAndMinusOne",
     "(float[2,3] x) => (float[2,3,1] y) <int64[3] s = {0, -1, 1}> { y = Reshape(x, s) }",
     {{"x", floats({2, 3}, {1, 2, 3, 4, 5, 6})}},
     {2, 3, 1},
     {1, 2, 3, 4, 5, 6}},
    {"TransposeDefault",
     "(float[2,3] x) => (float[3,2] y) { y = Transpose(x) }",
     {{"x", floats({2, 3}, {1, 2, 3, 4, 5, 6})}},
     {3, 2},
     {1, 4, 2, 5, 3, 6}},
    {"GatherNegative",
     "(float[3,2] x) => (float[2,2] y) <int64[2] i = {-1, 0}> { y = Gather(x, i) }",
     {{"x", floats({3, 2}, {1, 2, 3, 4, 5, 6})}},
     {2, 2},
     {5, 6, 1, 2}},
    {"ScatterNd",
     "(float[4] x) => (float[4] y) <int64[2,1] i = {3, 1}, float[2] u = {9.0, 8.0}> { y = "
     "ScatterND(x, i, u) }",
     {{"x", floats({4}, {1, 2, 3, 4})}},
     {4},
     {1, 8, 3, 9}},
    {"PadReflect",
     "(float[3] x) => (float[7] y) <int64[2] p = {2, 2}> { y = Pad <mode = \"reflect\"> (x, p) }",
     {{"x", floats({3}, {1, 2, 3})}},
     {7},
     {3, 2, 1, 2, 3, 2, 1}},
    {"PadNegative",
     "(float[4] x) => (float[3] y) <int64[2] p = {1, -2}> { y = Pad(x, p) }",
     {{"x", floats({4}, {1, 2, 3, 4})}},
     {3},
     {0, 1, 2}},
    {"ReduceMeanAxes",
     "(float[2,2] x) => (float[2,1] y) <int64[1] a = {1}> { y = ReduceMean(x, a) }",
     {{"x", floats({2, 2}, {1, 3, 5, 9})}},
     {2, 1},
     {2, 7}},
    {"ReduceSumEmptyAxis",
     "(float[0,2] x) => (float[1,2] y) <int64[1] a = {0}> { y = ReduceSum(x, a) }",
     {{"x", floats({0, 2}, {})}},
     {1, 2},
     {0, 0}},
    {"SoftmaxLastAxis",
     "(float[1,2] x) => (float[1,2] y) { y = Softmax(x) }",
     {{"x", floats({1, 2}, {0, 0})}},
     {1, 2},
     {0.5, 0.5}},
    {"ConvPadStride",
     "(float[1,1,3,3] x) => (float[1,1,2,2] y) <float[1,1,3,3] w = {0,0,0,0,1,0,0,0,0}, float[1] b "
     "= {10}> { y = Conv <pads = [1,1,1,1], strides = [2,2]> (x, w, b) }",
     {{"x", floats({1, 1, 3, 3}, {1, 2, 3, 4, 5, 6, 7, 8, 9})}},
     {1, 1, 2, 2},
     {11, 13, 17, 19}},
    {"ConvDepthwise1d",
     "(float[1,2,3] x) => (float[1,2,2] y) <float[2,1,2] w = {1,1,2,2}> { y = Conv <group = 2> (x, "
     "w) }",
     {{"x", floats({1, 2, 3}, {1, 2, 3, 4, 5, 6})}},
     {1, 2, 2},
     {3, 5, 18, 22}},
    {"MaxPoolCeil",
     "(float[1,1,3,3] x) => (float[1,1,2,2] y) { y = MaxPool <kernel_shape = [2,2], strides = "
     "[2,2], ceil_mode = 1> (x) }",
     {{"x", floats({1, 1, 3, 3}, {1, 2, 3, 4, 5, 6, 7, 8, 9})}},
     {1, 1, 2, 2},
     {5, 6, 8, 9}},
    {"AveragePoolExcludesPadding",
     "(float[1,1,2,2] x) => (float[1,1,1,1] y) { y = AveragePool <kernel_shape = [3,3], pads = "
     "[1,1,0,0]> (x) }",
     {{"x", floats({1, 1, 2, 2}, {1, 2, 3, 6})}},
     {1, 1, 1, 1},
     {3}},
    {"GemmTransposedBias",
     "(float[2,2] a, float[2,2] b) => (float[2,2] y) <float[2] c = {1, 2}> { y = Gemm <transB = 1, "
     "alpha = 2.0, beta = 0.5> (a, b, c) }",
     {{"a", floats({2, 2}, {1, 2, 3, 4})}, {"b", floats({2, 2}, {1, 0, 0, 1})}},
     {2, 2},
     {2.5, 5, 6.5, 9}},
    {"MatMulBroadcastBatch",
     "(float[2,1,2] a, float[2,2] b) => (float[2,1,2] y) { y = MatMul(a, b) }",
     {{"a", floats({2, 1, 2}, {1, 2, 3, 4})}, {"b", floats({2, 2}, {0, 1, 1, 0})}},
     {2, 1, 2},
     {2, 1, 4, 3}},
    {"MatMulVector",
     "(float[2] a, float[2] b) => (float[] y) { y = MatMul(a, b) }",
     {{"a", floats({2}, {1, 2})}, {"b", floats({2}, {3, 4})}},
     {},
     {11}},
    {"ResizeNearestFloor",
     "(float[1,1,1,2] x) => (float[1,1,1,4] y) <float[4] s = {1,1,1,2}> { y = Resize <mode = "
     "\"nearest\", coordinate_transformation_mode = \"asymmetric\", nearest_mode = \"floor\"> (x, "
     ", s) }",
     {{"x", floats({1, 1, 1, 2}, {1, 2})}},
     {1, 1, 1, 4},
     {1, 1, 2, 2}},
    {"ResizeLinearHalfPixel",
     "(float[1,1,1,2] x) => (float[1,1,1,4] y) <float[4] s = {1,1,1,2}> { y = Resize <mode = "
     "\"linear\"> (x, , s) }",
     {{"x", floats({1, 1, 1, 2}, {1, 3})}},
     {1, 1, 1, 4},
     {1, 1.5, 2.5, 3}},
    {"RoundHalfToEven",
     "(float[4] x) => (float[4] y) { y = Round(x) }",
     {{"x", floats({4}, {0.5F, 1.5F, -0.5F, 2.4F})}},
     {4},
     {0, 2, 0, 2}},
    {"CastToInt",
     "(float[3] x) => (int32[3] y) { y = Cast <to = 6> (x) }",
     {{"x", floats({3}, {1.9F, -1.9F, 3})}},
     {3},
     {1, -1, 3}},
    {"RangeSteps",
     "(float x) => (float[3] y) <float l = {7}, float d = {2}> { y = Range(x, l, d) }",
     {{"x", floats({}, {1})}},
     {3},
     {1, 3, 5}},
    {"ClipOnlyMaximum",
     "(float[3] x) => (float[3] y) <float m = {2}> { y = Clip(x, , m) }",
     {{"x", floats({3}, {-1, 2, 3})}},
     {3},
     {-1, 2, 2}},
    {"LayerNormalization",
     "(float[1,2] x) => (float[1,2] y) <float[2] s = {2, 2}, float[2] b = {1, 1}> { y = "
     "LayerNormalization <epsilon = 0.0> (x, s, b) }",
     {{"x", floats({1, 2}, {1, 3})}},
     {1, 2},
     {-1, 3}},
    {"SplitUneven",
     "(float[5] x) => (float[3] y, float[2] z) <int64[2] s = {3, 2}> { y, z = Split(x, s) }",
     {{"x", floats({5}, {1, 2, 3, 4, 5})}},
     {3},
     {1, 2, 3}},
    {"NonZero",
     "(float[2,2] x) => (int64[2, n] y) { y = NonZero(x) }",
     {{"x", floats({2, 2}, {1, 0, 0, 2})}},
     {2, 2},
     {0, 1, 0, 1}},
    {"MatMulOfARow",
     "(float[1,2] x) => (float[1,3] y) <float[2,3] w = {1, 2, 3, 4, 5, 6}> { y = MatMul(x, w) }",
     {{"x", floats({1, 2}, {10, 100})}},
     {1, 3},
     {410, 520, 630}},
};

INSTANTIATE_TEST_SUITE_P(Cases, Kernels, testing::ValuesIn(kCases),
                         [](const auto& each) { return std::string(each.param.name); });

TEST(IoBinding, WhatOneRunReturnsIsWhatTheNextOneReads) {
    const Model model = modelFromText(
        R"(<ir_version: 9, opset_import: ["" : 18]> g (float[2] x, float[2] s) => (float[2] y, float[2] t) {
          y = Mul(x, s)  t = Add(x, s) })");
    auto session = Session::create(model, *makeProviders({{"cpu"}, "", {}}));
    ASSERT_TRUE(session);
    IoBinding binding;
    ASSERT_TRUE(binding.bindInput("x", ModelData(floats({2}, {1, 2}))));
    ASSERT_TRUE(binding.bindInput("s", ModelData(floats({2}, {0, 0}))));
    binding.bindOutput("t");
    for (int round = 1; round <= 3; ++round) {
        const auto report = (*session)->run(binding);
        ASSERT_TRUE(report) << report.error().message();
        ASSERT_EQ(report->outputs.size(), 1U); // t stays in the binding
        EXPECT_EQ(numbers(*report), (std::vector<double>{1.0 * (round - 1), 4.0 * (round - 1)}));
        binding.bindInput("s", binding.output("t"));
        EXPECT_EQ(binding.output("t").as<float>()[1], 2.0F * static_cast<float>(round));
    }
}

TEST(IoBinding, ANameThatIsNotAnOutputIsAnError) {
    const Model model = modelFromText(
        R"(<ir_version: 9, opset_import: ["" : 18]> g (float[2] x) => (float[2] y) { y = Neg(x) })");
    auto session = Session::create(model, *makeProviders({{"cpu"}, "", {}}));
    ASSERT_TRUE(session);
    IoBinding binding;
    binding.bindOutput("z");
    const auto report = (*session)->run(binding);
    ASSERT_FALSE(report);
    EXPECT_EQ(report.error().where.front().text(), "output 'z'");
}

TEST(Session, PartsOfAValueAreAlignedLikeAnyTensor) {
    std::vector<std::byte> bytes(1 + sizeof(std::int64_t));
    RuntimeValue number;
    number.type = DataType::int64;
    number.dims = {1};
    number.data = bytes.data() + 1;
    if (number.isAligned())
        GTEST_SKIP() << "an odd address was expected";
    for (const RuntimeValue& value :
         {RuntimeValue::sequence({number}), RuntimeValue::map(number, number)})
        for (const RuntimeValue& item : *value.aligned().items)
            EXPECT_TRUE(item.isAligned());
}

TEST(Session, AViewThatIsMovedToAnotherAddressIsStillThatView) {
    // A 2×3 matrix viewed as 3×2, at an odd address, as weights in a file may be.
    std::vector<std::byte> bytes(1 + 6 * sizeof(float));
    const std::array<float, 6> numbers{1, 2, 3, 4, 5, 6};
    std::memcpy(bytes.data() + 1, numbers.data(), sizeof numbers);
    RuntimeValue view;
    view.type = DataType::float32;
    view.dims = {3, 2};
    view.strides = {1, 3};
    view.data = bytes.data() + 1;
    if (view.isAligned())
        GTEST_SKIP() << "an odd address was expected";
    EXPECT_EQ(*elementsAsDoubles(view.aligned().toTensor("w")),
              (std::vector<double>{1, 4, 2, 5, 3, 6}));

    // The same holds where one session makes the view and another session multiplies it.
    const Model model = test::modelFromText(R"(<ir_version: 10, opset_import: ["" : 21]>
        g (float[1,3] x, float[3,2] w) => (float[1,2] y) { y = MatMul(x, w) })");
    auto session = Session::create(model, *makeProviders({{"cpu"}, {}, {}}));
    ASSERT_TRUE(session) << session.error().message();
    IoBinding binding;
    const auto x = Tensor::of<float>(DataType::float32, {1, 3}, {1, 10, 100});
    ASSERT_TRUE(binding.bindInput("x", ModelData(x)));
    binding.bindInput("w", view);
    binding.bindOutput("y");
    ASSERT_TRUE((*session)->run(binding));
    EXPECT_EQ(*elementsAsDoubles(binding.output("y").toTensor("y")),
              (std::vector<double>{321, 654}));
}

TEST(Session, OutputsThatAreKeptStayAndTheMemoryOfOthersIsUsedAgain) {
    const Model model = modelFromText(
        R"(<ir_version: 9, opset_import: ["" : 18]> g (float[2] x) => (float[2] y, float[2] z) {
          y = Neg(x)  a = Abs(x)  z = Identity(a) })");
    auto session = Session::create(model, *makeProviders({{"cpu"}, "", {}}));
    ASSERT_TRUE(session);
    const auto run = [&](float number) {
        return *(*session)->run({{"x", floats({2}, {number, number})}});
    };
    (void)run(0); // after the first run the memory is planned anew
    const RunReport kept = run(1);
    const std::byte* place = nullptr;
    for (float number = 2; number < 5; ++number) {
        const RunReport report = run(number);
        EXPECT_EQ(numbers(report, 0), (std::vector<double>(2, -number)));
        EXPECT_EQ(numbers(report, 1), (std::vector<double>(2, number)));
        const std::byte* now = report.outputs[0].tensor.payload.bytes().data();
        EXPECT_TRUE(!place || now == place);
        place = now;
    }
    EXPECT_EQ(numbers(kept, 0), (std::vector<double>{-1, -1}));
    EXPECT_EQ(numbers(kept, 1), (std::vector<double>{1, 1}));
}

TEST(Session, ADefaultComesBackWhenItIsNotOverriddenAnyMore) {
    const Model model = modelFromText(
        R"(<ir_version: 9, opset_import: ["" : 18]> g (float[2] x, float[2] d) => (float[2] y)
          <float[2] d = {1, 1}> { y = Add(x, d) })");
    auto session = Session::create(model, *makeProviders({{"cpu"}, "", {}}));
    ASSERT_TRUE(session);
    const auto x = floats({2}, {0, 0});
    EXPECT_EQ(numbers(*(*session)->run({{"x", x}, {"d", floats({2}, {5, 6})}})),
              (std::vector<double>{5, 6}));
    EXPECT_EQ(numbers(*(*session)->run({{"x", x}})), (std::vector<double>{1, 1}));
}

} // namespace
} // namespace partita
