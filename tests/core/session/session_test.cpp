// Sessions run models on their providers, keep what they return, and name what is wrong.

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <gtest/gtest.h>
#include <span>
#include <thread>

#include "core/data/random_feeds.h"
#include "core/data/tensor_files.h"
#include "core/data/value_comparison.h"
#include "core/onnx/infer_shapes.h"
#include "core/onnx/read.h"
#include "core/onnx/write.h"
#include "core/session/session.h"
#include "providers/registry.h"
#include "tests/support/agreement.h"
#include "tests/support/models.h"
#include "tests/support/session_runs.h"

namespace partita {
namespace {

using agreement::floats;
using test::modelFromText;
using test::numbers;
using test::runOn;

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

/// `y = x + w` with "w" as a sparse tensor of [2, 4].
Model withSparseInitializer(const Tensor& indices) {
    const Model model = modelFromText(R"(<ir_version: 8, opset_import: ["" : 17]>
        g (float[2,4] x) => (float[2,4] y)
        <float[2,4] w = {0, 0, 0, 0, 0, 0, 0, 0}> { y = Add(x, w) })");
    ModelEditor editor(model);
    editor.changeValue(test::valueNamed(model, "w"), [&](Value& value) {
        auto values =
            std::make_shared<Tensor>(Tensor::of<float>(DataType::float32, {3}, {1.5F, -2, 3}));
        values->name = "w";
        auto sparse = std::make_shared<SparseTensor>();
        sparse->values = std::move(values);
        sparse->indices = std::make_shared<Tensor>(indices);
        sparse->dims = {2, 4};
        value.initializer = nullptr;
        value.sparseInitializer = std::move(sparse);
    });
    return *readModel(test::bufferOf(*serializeModel(editor.model())));
}

TEST(Session, ASparseInitializerIsMadeDense) {
    const Feeds feeds{{"x", floats({2, 4}, std::vector<float>(8, 1))}};
    const std::vector<double> sum{1, 2.5, 1, 1, -1, 1, 1, 4};
    Tensor places = Tensor::int64s({0, 1, 1, 0, 1, 3});
    places.dims = {3, 2};
    for (const Tensor& indices : {Tensor::int64s({1, 4, 7}), places})
        for (const char* provider : {"cpu", "npu", "reference"}) {
            const auto report = runOn(withSparseInitializer(indices), feeds, {provider});
            ASSERT_TRUE(report) << provider << ": " << report.error().message();
            EXPECT_EQ(numbers(*report), sum) << provider;
        }
    const auto outside =
        runOn(withSparseInitializer(Tensor::int64s({1, 4, 8})), feeds, {"reference"});
    ASSERT_FALSE(outside);
    EXPECT_NE(outside.error().message().find("sparse initializer 'w'"), std::string::npos)
        << outside.error().message();
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

TEST(Session, WhatABodyInABodyReadsIsKeptUntilThen) {
    const Model model = modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
g (int64 n, bool c, float[2,2] x) => (float[2,2] y) <bool go = {1}> {
  a = MatMul(x, x) b = MatMul(a, x) d = MatMul(b, x)
  s = Loop(n, go, d) < body = l (int64 i, bool in, float[2,2] t) => (bool out, float[2,2] u) {
      out = Identity(in)
      u = If(c) < then_branch = p () => (float[2,2] v) { v = Sub(t, a) },
                  else_branch = q () => (float[2,2] w) { w = Neg(t) } > } >
  y = Sub(s, d)
})");
    const auto report = runOn(model,
                              {{"n", Tensor::of<std::int64_t>(DataType::int64, {}, {1})},
                               {"c", Tensor::of<std::uint8_t>(DataType::boolean, {}, {1})},
                               {"x", floats({2, 2}, {2, 0, 0, 2})}},
                              {"cpu"});
    ASSERT_TRUE(report) << report.error().message();
    EXPECT_EQ(numbers(*report), (std::vector<double>{-4, 0, 0, -4})); // d - a - d
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
    EXPECT_EQ(nodes, 59U) << "two Identity are dropped before nodes are placed";
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

TEST(Session, WeightsThatWereComputedAreFreedOnceTheyArePacked) {
    const auto session =
        Session::create(modelFromText(R"(<ir_version: 10, opset_import: ["" : 22]> g
            (float[4,256] x) => (float[4,256] y) <float half = {0.5}, int64[2] size = {256,256}>
            { w = Expand(half, size)  y = MatMul(x, w) })"),
                        *makeProviders({}));
    ASSERT_TRUE(session) << session.error().message();
    const Model& model = (*session)->model();
    const auto weights = [&]() -> Result<Buffer> {
        Result<Buffer> found = Error{Errc::internal, std::string("no weights"), {}, {}};
        model.values().forEach([&](ValueId, const auto& value) {
            if (value->initializer && value->initializer->byteSize() == 256 * 256 * sizeof(float))
                found = elements(*value->initializer);
        });
        return found;
    };
    EXPECT_TRUE(weights()) << weights().error().message();
    const Feeds feeds{{"x", floats({4, 256}, std::vector<float>(4 * 256, 1))}};
    for (int i = 0; i < 2; ++i) {
        const auto report = (*session)->run(feeds);
        ASSERT_TRUE(report) << report.error().message();
        EXPECT_EQ(numbers(*report), std::vector<double>(4 * 256, 128));
        EXPECT_FALSE(weights());
    }
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

TEST(Session, AnOutputThatNothingComputesIsNamed) {
    const Model model = modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[2] x) => (float[2] y, float[2] z) { y = Relu(x) })");
    for (const std::vector<std::string>& providers :
         {std::vector<std::string>{"npu", "cpu"}, {"cpu"}, {"reference"}}) {
        const auto report = runOn(model, {{"x", floats({2}, {-1, 1})}}, providers);
        ASSERT_FALSE(report) << providers.front();
        EXPECT_EQ(report.error().code, Errc::invalidModel);
        EXPECT_EQ(report.error().message(),
                  "nothing computes it (output 'z'): take it out of the outputs");
    }
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
