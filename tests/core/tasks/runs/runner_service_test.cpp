#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/data/random_feeds.h"
#include "core/onnx/write.h"
#include "core/tasks/runs/runner.h"
#include "core/tasks/runs/worker_run.h"
#include "providers/registry.h"
#include "tests/support/models.h"

namespace partita {
namespace {

// The requests are answered in this process here, as `partita-runner` answers them in its own.

RunnerTools tools() {
    return {
        [](std::vector<std::string> ids, std::vector<std::pair<std::string, std::string>> options) {
            return makeProviders({std::move(ids), {}, std::move(options)});
        },
        makeConstantEvaluator()};
}

WorkerMessage answerTo(const char* kind, WorkerMessage parts) {
    std::vector<std::string> noFolders;
    parts.insert(parts.begin(), {kind, packedInto(noFolders)});
    return serveRunner(std::move(parts), tools(), {});
}

Error errorIn(const WorkerMessage& answer) {
    Error error;
    EXPECT_EQ(answer.size(), 2U);
    EXPECT_EQ(answer[0], "error");
    EXPECT_TRUE(unpackedFrom(error, answer[1]));
    return error;
}

Model twoOutputs() {
    return test::modelFromText(R"(
        <ir_version: 9, opset_import: ["" : 18]>
        g (float[2,3] x) => (float[2,3] y, float[3,2] z) {
          a = Exp(x)
          y = Neg(a)
          z = Transpose(a) })");
}

/// The tensors of these values as parts of a message.
WorkerMessage tensorsOf(const std::vector<ModelData>& values) {
    WorkerMessage parts;
    for (const ModelData& value : values)
        packValue(value, parts);
    return parts;
}

struct Request {
    Model model = twoOutputs();
    ProviderList providers = *makeProviders({});
    Feeds feeds = *randomFeeds(model, 3);

    [[nodiscard]] WorkerMessage packed() const {
        return packRun(RunTask::of(model, providers), *serializeModel(model), feeds);
    }
};

TEST(RunnerService, AnswersWithTheOutputsOfTheModel) {
    const Request request;
    const auto expected =
        thisProcess().run(request.model, request.providers, request.feeds, false, {});
    ASSERT_TRUE(expected) << expected.error().message();
    for (const char* kind : {"outputs", "run"}) {
        SCOPED_TRACE(kind);
        const WorkerMessage answer = answerTo(kind, request.packed());
        ASSERT_EQ(answer.size(), 4U) << errorIn(answer).message();
        EXPECT_EQ(answer[0], "done");
        EXPECT_EQ(WorkerMessage(answer.begin() + 2, answer.end()), tensorsOf(expected->values));
    }
}

TEST(RunnerService, SaysWhyAModelDoesNotRun) {
    Request request;
    request.model = test::modelFromText(R"(
        <ir_version: 9, opset_import: ["" : 18, "nobody" : 1]>
        g (float[2,3] x) => (y) { [strange] y = nobody.Knows(x) })");
    const Error error = errorIn(answerTo("outputs", request.packed()));
    EXPECT_THAT(error.message(), testing::HasSubstr("Knows"));
    EXPECT_THAT(error.message(), testing::HasSubstr("strange"));
}

TEST(RunnerService, RefusesARequestThatIsNotComplete) {
    const WorkerMessage whole = Request().packed();
    for (const char* kind : {"outputs", "run", "compile", "evaluate"})
        for (std::size_t parts = 0; parts < whole.size(); ++parts) {
            WorkerMessage some(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(parts));
            if (!some.empty())
                some.back().resize(some.back().size() / 2);
            EXPECT_FALSE(errorIn(answerTo(kind, some)).what.empty()) << kind << " of " << parts;
        }
    EXPECT_EQ(errorIn(answerTo("sing", whole)).message(), damagedMessage().message());
    EXPECT_EQ(errorIn(serveRunner({}, tools(), {})).message(), damagedMessage().message());
}

/// The head of a request to compute one node, in the order of its fields.
struct EvaluateHead {
    std::string folder;
    std::uint64_t mostBytes = 0;
};
template <class Archive> void archive(Archive& a, EvaluateHead& head) {
    a(head.folder, head.mostBytes);
}

TEST(RunnerService, ComputesTheOnlyNodeOfAModel) {
    const Model model = test::modelFromText(R"(
        <ir_version: 9, opset_import: ["" : 18]>
        g () => (float[2] y) <float[2] c = {1, -2}> { y = Neg(c) })");
    EvaluateHead head{{}, 1 << 20};
    const WorkerMessage answer = answerTo("evaluate", {packedInto(head), *serializeModel(model)});
    ASSERT_EQ(answer.size(), 3U) << errorIn(answer).message();
    ModelData expected;
    expected.tensor = Tensor::of<float>(DataType::float32, {2}, {-1, 2});
    EXPECT_EQ(answer[2], tensorsOf({expected})[0]);

    const Model empty = test::modelFromText(R"(
        <ir_version: 9, opset_import: ["" : 18]> g (float[2] x) => (x) {})");
    EXPECT_EQ(errorIn(answerTo("evaluate", {packedInto(head), *serializeModel(empty)})).message(),
              damagedMessage().message());
}

/// The head of a request to compile parts of models, in the order of its fields.
struct CompileHead {
    ProviderNames provider;
    std::vector<std::pair<std::string, std::string>> parts;
};
template <class Archive> void archive(Archive& a, CompileHead& head) {
    a(head.provider, head.parts);
}

TEST(RunnerService, CompilesWhatThisProcessCompiles) {
    const Request request;
    CompileHead head{ProviderNames::of({request.providers.front()}), {{"part", ""}}};
    const WorkerMessage answer =
        answerTo("compile", {packedInto(head), *serializeModel(request.model)});
    ASSERT_EQ(answer.size(), 3U) << errorIn(answer).message();
    const auto expected =
        thisProcess().compileContext(request.providers.front(), {{"part", request.model, {}}}, {});
    ASSERT_TRUE(expected) << expected.error().message();
    std::string bytes;
    for (const Buffer& piece : expected->pieces)
        bytes += piece.text();
    EXPECT_EQ(answer[2], bytes);

    const auto cpu = *makeProviders({{"cpu"}, {}, {}});
    CompileHead host{ProviderNames::of(cpu), {{"part", ""}}};
    EXPECT_THAT(
        errorIn(answerTo("compile", {packedInto(host), *serializeModel(request.model)})).message(),
        testing::HasSubstr("does not compile ahead"));
}

TEST(RunnerService, AnAnswerWithAValueOfNoKindIsDamaged) {
    const ModelData one(Tensor::int64s({1})), two(Tensor::int64s({1, 2}));
    const ValueForm tensor{"", false, false, false, {}};
    const auto unpacked = [&](ValueForm form, const std::vector<ModelData>& values) {
        WorkerMessage parts = tensorsOf(values);
        return unpackValues({std::move(form)}, parts, 0);
    };
    const auto map = unpacked({"m", true, true, false, {tensor, tensor}}, {one, one});
    ASSERT_TRUE(map) << map.error().message();
    EXPECT_EQ(map->front().kindText().text(), "map of 1");
    EXPECT_FALSE(unpacked({"m", false, true, false, {}}, {one})) << "a map without items";
    EXPECT_FALSE(unpacked({"m", true, true, false, {tensor}}, {one}));
    EXPECT_FALSE(unpacked({"m", true, true, false, {tensor, tensor}}, {one, two}));
    EXPECT_FALSE(unpacked({"m", true, true, false, {tensor, {"", true, false, false, {}}}}, {one}));
    EXPECT_FALSE(unpacked(tensor, {})) << "no part is left";
}

TEST(RunnerService, AnAnswerWhoseTimelineLeadsNowhereIsDamaged) {
    RunResult whole;
    whole.timeline.emplace();
    whole.timeline->streams.resize(2);
    whole.timeline->tasks.resize(2);
    whole.timeline->tasks[1].stream = 1;
    whole.timeline->tasks[1].waitsFor = {0};
    EXPECT_TRUE(unpackResult(packResult(whole)));
    for (const auto& damage : std::vector<std::function<void(TimelineTask&)>>{
             [](TimelineTask& task) { task.stream = 2; },
             [](TimelineTask& task) { task.waitsFor = {2}; },
             [](TimelineTask& task) { task.kind = static_cast<TimelineTask::Kind>(9); },
             [](TimelineTask& task) { task.bound = static_cast<TimelineTask::Bound>(9); }}) {
        RunResult damaged = whole;
        damage(damaged.timeline->tasks[1]);
        EXPECT_FALSE(unpackResult(packResult(damaged)));
    }
    whole.timeline->streams[1].kind = static_cast<TimelineStream::Kind>(9);
    EXPECT_FALSE(unpackResult(packResult(whole)));
}

TEST(RunnerService, NamesTheFoldersThatItsProvidersWriteTo) {
    std::vector<std::string> folders{"/a", "/b"};
    EXPECT_THAT(writtenFolders({"run", packedInto(folders)}), testing::ElementsAre("/a", "/b"));
    EXPECT_TRUE(writtenFolders({"run"}).empty());
    EXPECT_TRUE(writtenFolders({"run", "x"}).empty());
}

} // namespace
} // namespace partita
