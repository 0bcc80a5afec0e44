// How a model is divided: among devices, into pieces that fit the memory, and with the host.

#include <algorithm>
#include <fstream>
#include <gtest/gtest.h>
#include <memory>

#include "core/data/random_feeds.h"
#include "core/session/session.h"
#include "providers/npu/simulator/simulator.h"
#include "providers/registry.h"
#include "tests/support/models.h"
#include "tests/support/simulated.h"

namespace partita {
namespace {

using test::kDevice;
using test::largestDifference;
using test::modelFromText;
using test::nodeNamed;
using test::Simulated;
using test::taskNamed;

/// The model with the named inputs replaced by constants of ones.
Model withWeights(const Model& model, const std::vector<std::string>& names) {
    ModelEditor editor(model);
    for (const std::string& name : names) {
        const ValueId id = test::valueNamed(model, name);
        std::vector<std::int64_t> dims;
        for (const Dim& dim : *model.value(id)->type->shape)
            dims.push_back(*dim.value);
        const auto count = static_cast<std::size_t>(*elementCount(dims));
        editor.changeValue(id, [&](Value& value) {
            value.initializer = std::make_shared<const Tensor>(
                Tensor::of<float>(DataType::float32, dims, std::vector<float>(count, 1)));
        });
        editor.changeGraph(model.mainGraph(), [&](Graph& graph) { std::erase(graph.inputs, id); });
    }
    return editor.model();
}

/// A model with two weights of 256 KiB, v and w.
Model twoWeights(const char* body) {
    return withWeights(modelFromText(std::string(R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[1, 256] x, float[256, 256] v, float[256, 256] w) )") +
                                     body),
                       {"v", "w"});
}

/// A session on the device, whose weights lie in memory; `weights` then says whether they still do.
std::unique_ptr<Session> sessionInMemory(std::weak_ptr<std::vector<float>>& weights) {
    const auto elements = std::make_shared<std::vector<float>>(256 * 256, 1.F);
    weights = elements;
    const Model typed = modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[1, 256] x, float[256, 256] w) => (float[1, 256] y) { [p] y = MatMul(x, w) })");
    ModelEditor editor(typed);
    const ValueId id = test::valueNamed(typed, "w");
    editor.changeValue(id, [&](Value& value) {
        value.initializer = std::make_shared<const Tensor>(Tensor::fromBytes(
            DataType::float32, {256, 256}, Buffer(std::as_bytes(std::span(*elements)), elements)));
    });
    editor.changeGraph(typed.mainGraph(), [&](Graph& graph) { std::erase(graph.inputs, id); });
    auto session = Session::create(
        editor.model(),
        *makeProviders({{"npu", "cpu"},
                        "npu",
                        {{"npu.min_run_length", "1"}, {"npu.precision_mode", "force_fp32"}}}));
    EXPECT_TRUE(session) << session.error().message();
    return session ? *std::move(session) : nullptr;
}

TEST(Simulator, WeightsInMemoryAreFreedOnceTheDevicesKernelsHavePackedThem) {
    std::weak_ptr<std::vector<float>> weights;
    const auto session = sessionInMemory(weights);
    ASSERT_EQ(session->partitioning().summary.byProvider, (std::vector<std::size_t>{1, 0}));
    const auto feeds = randomFeeds(session->model(), 1);
    const auto first = session->run(*feeds);
    ASSERT_TRUE(first) << first.error().message();
    EXPECT_TRUE(weights.expired());
    const auto second = session->run(*feeds);
    ASSERT_TRUE(second) << second.error().message();
    EXPECT_EQ(*elementsAsDoubles(first->outputs[0].tensor),
              *elementsAsDoubles(second->outputs[0].tensor));
    const auto timeline = simulateRun(*session);
    ASSERT_TRUE(timeline && *timeline);
    EXPECT_EQ((*timeline)->memory[0].weightBytes, 256U * 256 * 4);
}

TEST(Simulator, TwoDevicesWorkSideBySide) {
    // A node that is pinned away from the first device runs on the second; neither device waits.
    const Model model = twoWeights(R"(=> (float[1, 256] y, float[1, 256] z) {
        [p] y = MatMul(x, v) [q] z = MatMul(x, w) })");
    Simulated run(model, {}, {"npu", "npu1", "cpu"});
    EXPECT_EQ(run->partitioning().summary.byProvider, (std::vector<std::size_t>{2, 0, 0}));

    test::TemporaryFolder folder;
    std::ofstream(folder / "round.json") << kDevice;
    auto providers = makeProviders({{"npu", "npu1", "cpu"}, folder / "round.json", {}});
    ASSERT_TRUE(providers) << providers.error().message();
    EXPECT_EQ((*providers)[1]->info().id, "npu1");
    PartitionOptions apart;
    apart.excluded.insert({nodeNamed(model, "q"), "npu"});
    auto session = Session::create(model, *providers, apart);
    ASSERT_TRUE(session) << session.error().message();
    const auto timeline = simulateRun(**session);
    ASSERT_TRUE(timeline && *timeline);
    ASSERT_EQ((*timeline)->memory.size(), 2U);
    const TimelineTask &first = taskNamed(**timeline, "p"), &second = taskNamed(**timeline, "q");
    EXPECT_EQ((*timeline)->streams[first.stream].device, "round");
    EXPECT_EQ((*timeline)->streams[second.stream].device, "round 1");
    EXPECT_EQ(first.start, second.start);
    EXPECT_TRUE((*session)->run(*randomFeeds(model, 1)));
    EXPECT_FALSE(makeProviders({{"npu2", "cpu"}, folder / "round.json", {}}));
}

TEST(Simulator, AModelTooBigForTheDeviceIsCutIntoPiecesThatFit) {
    const Model model = twoWeights(R"(=> (float[1, 256] y) {
        [p] p = MatMul(x, v) [r] r = Relu(p) [q] q = MatMul(r, w) [o] y = Abs(q) })");
    // The two weights take 256 KiB each.
    Simulated whole(model, {{"npu_mem_limit", "1000000"}});
    Simulated cut(model, {{"npu_mem_limit", "300000"}});
    EXPECT_EQ(whole->partitioning().summary.partitionsByProvider[0], 1U);
    EXPECT_EQ(cut->partitioning().summary.partitionsByProvider[0], 2U);
    Simulated pieces(model, {{"npu_mem_limit", "300000"}, {"min_run_length", "4"}});
    EXPECT_EQ(pieces->partitioning().summary.byProvider[0], 4U) << "of one run that is long enough";
    EXPECT_TRUE(whole.timeline().memory[0].weightsStay);
    const Timeline timeline = cut.timeline();
    EXPECT_FALSE(timeline.memory[0].weightsStay) << "not both at once";
    EXPECT_EQ(std::ranges::count(timeline.tasks, "weights", &TimelineTask::name), 2);
    EXPECT_LE(timeline.memory[0].peakBytes, 300000U);
    EXPECT_LT(largestDifference({{"npu_mem_limit", "300000"}}, model), 1e-5);
    Simulated none(model, {{"npu_mem_limit", "100000"}});
    const auto& verdict = none->partitioning().verdicts(nodeNamed(none->model(), "p")).front();
    EXPECT_EQ(verdict.code, ReasonCode::memoryLimit);
    EXPECT_EQ(verdict.evidence.text(), "it needs 258 KiB, round has 98 KiB");
}

TEST(Simulator, AnOperatorThatTheHardwareLacksCutsTheGraphInThree) {
    // NPU, CPU, NPU: the CPU gets ConvInteger in one model and DFT in the other.
    const Model quantized = modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[1, 1, 4, 4] x, uint8[1, 1, 2, 2] w) => (float[1, 1, 3, 3] y) {
          [a1] a = Abs(x) [a2] b = Relu(a) q = Cast<to=2>(b) [cut] c = ConvInteger(q, w)
          f = Cast<to=1>(c) [c1] d = Neg(f) [c2] y = Abs(d) })");
    const Model spectrum = modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[1, 8, 1] x) => (float[1, 8, 2] y) {
          [a1] a = Abs(x) [a2] b = Relu(a) [cut] c = DFT(b) [c1] d = Neg(c) [c2] y = Abs(d) })");
    for (const Model& model : {quantized, spectrum}) {
        const auto providers =
            makeProviders({{"npu", "cpu"}, "ascend310", {{"min_run_length", "0"}}});
        auto session = Session::create(model, *providers);
        ASSERT_TRUE(session) << session.error().message();
        const Partitioning& placed = (*session)->partitioning();
        const Model& ran = (*session)->model();
        EXPECT_EQ(placed.summary.partitionsByProvider, (std::vector<std::size_t>{2, 1}));
        EXPECT_EQ(placed.providerOf(nodeNamed(ran, "a2")), 0U);
        EXPECT_EQ(placed.providerOf(nodeNamed(ran, "cut")), 1U);
        EXPECT_EQ(placed.providerOf(nodeNamed(ran, "c1")), 0U);
        EXPECT_TRUE((*session)->run(*randomFeeds(model, 1)));
    }
}

} // namespace
} // namespace partita
