#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <thread>

#include <fmt/format.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/onnx/check.h"
#include "core/onnx/convert_version.h"
#include "core/onnx/infer_shapes.h"
#include "core/onnx/schema_functions.h"
#include "core/onnx/write.h"
#include "core/worker/sandbox.h"
#include "core/worker/worker_process.h"
#include "tests/support/models.h"

namespace partita {
namespace {

using End = WorkerReply::End;
using namespace std::chrono_literals;

std::unique_ptr<WorkerProcess> startForTests() {
    ::setenv("PARTITA_WORKER_TESTS", "1", 1);
    auto worker = WorkerProcess::start(*workerProgram());
    ::unsetenv("PARTITA_WORKER_TESTS");
    EXPECT_TRUE(worker) << worker.error().message();
    return *std::move(worker);
}

WorkerReply misbehave(WorkerProcess& worker, const std::string& how, WorkerLimits limits = {}) {
    return worker.call({"misbehave", how}, limits, {});
}

bool isGone(int process) { return ::kill(process, 0) != 0; }

TEST(Worker, AnswersOneRequestAfterTheOther) {
    const auto worker = startForTests();
    for (const std::string text : {"a", "", "b"}) {
        const auto reply = misbehave(*worker, text);
        ASSERT_EQ(reply.end, End::replied);
        EXPECT_EQ(reply.message, WorkerMessage{text});
    }
    const std::string large(std::size_t{20} << 20, 'x'); // more than a channel holds at once
    EXPECT_EQ(misbehave(*worker, large).message, WorkerMessage{large});
    EXPECT_TRUE(worker->isAlive());
}

TEST(Worker, ACrashEndsTheWorkerAndNothingElse) {
    for (const char* how : {"crash", "abort"}) {
        const auto worker = startForTests();
        EXPECT_EQ(misbehave(*worker, how).end, End::crashed);
        EXPECT_FALSE(worker->isAlive());
    }
}

TEST(Worker, WhatGoesOnForEverIsKilled) {
    const auto worker = startForTests();
    const int process = worker->id();
    EXPECT_EQ(misbehave(*worker, "loop", {.processorTime = 50ms}).end, End::outOfTime);
    EXPECT_TRUE(isGone(process));
    EXPECT_EQ(misbehave(*startForTests(), "sleep", {.wallTime = 50ms}).end, End::outOfTime);
}

TEST(Worker, CancellingKillsIt) {
    const auto worker = startForTests();
    const int process = worker->id();
    std::stop_source stop;
    std::jthread canceller([&] {
        std::this_thread::sleep_for(30ms);
        stop.request_stop();
    });
    EXPECT_EQ(worker->call({"misbehave", "loop"}, {}, {stop.get_token(), {}}).end, End::cancelled);
    EXPECT_TRUE(isGone(process));
}

TEST(Worker, TakesNoMoreMemoryThanItIsGiven) {
#ifdef PARTITA_SANITIZED
    GTEST_SKIP() << "shadow memory counts as addresses";
#endif
    const auto worker = startForTests();
    const auto reply = misbehave(*worker, "take memory", {.addressSpace = std::uint64_t{1} << 30});
    ASSERT_EQ(reply.end, End::replied);
    EXPECT_EQ(reply.message, WorkerMessage{"memory"});
    EXPECT_EQ(misbehave(*worker, "still there").message, WorkerMessage{"still there"});
}

TEST(Worker, HasNoFilesNoNetworkNoOtherProcessesAndNoNewCode) {
    const auto worker = startForTests();
    for (const char* how : {"open", "write", "socket", "fork", "exec", "signal", "code"}) {
        const auto reply = misbehave(*worker, how);
        ASSERT_EQ(reply.end, End::replied) << how;
        EXPECT_EQ(reply.message, WorkerMessage{"Operation not permitted"}) << how;
    }
}

TEST(Worker, EndsWithItsOwner) {
    auto worker = startForTests();
    const int process = worker->id();
    EXPECT_FALSE(isGone(process));
    worker.reset();
    EXPECT_TRUE(isGone(process));
}

TEST(Worker, ALengthThatNoMessageHasEndsIt) {
    const test::TemporaryFolder folder;
    const auto program = folder / "worker";
    std::ofstream(program)
        << "#!/bin/sh\nprintf '\\377\\377\\377\\377\\377\\377\\377\\377more' >&3\n"
           "sleep 20\n";
    std::filesystem::permissions(program, std::filesystem::perms::owner_all);
    auto worker = WorkerProcess::start(program);
    ASSERT_TRUE(worker) << worker.error().message();
    WorkerLimits limits;
    limits.replyBytes = std::numeric_limits<std::uint64_t>::max();
    const auto begin = std::chrono::steady_clock::now();
    EXPECT_NE((*worker)->call({"request"}, limits, {}).end, End::replied);
    EXPECT_LT(std::chrono::steady_clock::now() - begin, 10s);
}

/// What a call that changes something says in the sandbox of a process that runs models.
int errorInSandbox(long number, const char* text) {
    const pid_t child = ::fork();
    if (child == 0) {
        if (!enterSandbox(Sandbox::readOnly))
            ::_exit(0);
        const long done = ::syscall(number, text, text, 0, 0, 0, 0);
        ::_exit(done < 0 ? errno : 255);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(Sandbox, WhereModelsRunNoFileChangesUnderAnyNumber) {
    if (errorInSandbox(SYS_setxattr, "/nowhere") == 0)
        GTEST_SKIP() << "this system has no filter of calls";
    constexpr long kFchmodat2 = 452, kSetxattrat = 463, kRemovexattrat = 466;
    for (const long number : {
             long{SYS_setxattr}, long{SYS_lsetxattr}, long{SYS_fsetxattr}, long{SYS_removexattr},
                 long{SYS_lremovexattr}, long{SYS_fremovexattr}, long{SYS_rt_tgsigqueueinfo},
                 kFchmodat2, kSetxattrat, kRemovexattrat,
#if defined(__x86_64__)
                 long{SYS_futimesat}, 0x40000000L + SYS_mkdir, 0x40000000L + SYS_socket
#endif
         })
        EXPECT_EQ(errorInSandbox(number, "/nowhere"), EPERM) << number;
}

TEST(Worker, AProgramThatIsNotThereIsAnError) {
    const auto worker = WorkerProcess::start("/nowhere/partita-worker");
    ASSERT_FALSE(worker);
    EXPECT_EQ(worker.error().code, Errc::io);
}

/// A node that crashes ONNX's inference or makes it throw, and another node whose shape does not
/// depend on it.
Model withBadNode(const std::string& node) {
    return test::modelFromText(
        fmt::format("<ir_version: 10, opset_import: [\"\" : 21, \"ai.onnx.ml\" : 5]> "
                    "g (float[2,3] x, string[2] words, int64[2,1] at) => (float[2,3] z) {{ "
                    "[bad] {} [good] k = Neg(x) z = Identity(k) }}",
                    node));
}

struct BadNode {
    const char *name, *text;
};
void PrintTo(const BadNode& node, std::ostream* out) { *out << node.name; }

/// Each test must end within ten seconds; a user takes longer for a hang.
class EndsSoon : public testing::Test {
    void TearDown() override { EXPECT_LT(std::chrono::steady_clock::now() - m_begin, 10s); }
    std::chrono::steady_clock::time_point m_begin = std::chrono::steady_clock::now();
};

class BadNodes : public EndsSoon, public testing::WithParamInterface<BadNode> {};

TEST_P(BadNodes, AreLeftOutOfInferenceAndTheRestIsInferred) {
    const Model model = withBadNode(GetParam().text);
    const auto inferred = inferShapes(model);
    ASSERT_TRUE(inferred) << inferred.error().message();
    const auto& after = inferred->value(test::valueNamed(*inferred, "k"))->type;
    ASSERT_TRUE(after);
    EXPECT_EQ(after->shape->size(), 2U);
    const auto& type = inferred->value(test::valueNamed(*inferred, "y"))->type;
    EXPECT_TRUE(!type || !type->shape);
}

TEST_P(BadNodes, AreFoundByCheck) {
    const Model model = withBadNode(GetParam().text);
    const auto findings = checkModel(model);
    ASSERT_TRUE(findings) << findings.error().message();
    bool found = false;
    for (const Finding& finding : *findings)
        found = found || (finding.rule == "shape-inference" || finding.rule == "onnx-checker");
    EXPECT_TRUE(found);
}

const BadNode kBadNodes[] = {
    {"loops", "y = Einsum <equation = \"%s%n\"> (x)"},
    {"readsBeforeAList", "y = GatherND <batch_dims = -2> (x, at)"},
    {"labelsOfNoInput",
     "y = ai.onnx.ml.LabelEncoder <keys_strings = [\"a\"], values_int64s = [1]> (\"\")"},
    {"labelsOfAScalar", "y = ai.onnx.ml.LabelEncoder <keys_tensor = int64 k {1}, values_tensor = "
                        "float v {1}> (at)"},
    {"labelsOfNumbers", "y = ai.onnx.ml.LabelEncoder <keys_tensor = 1, values_tensor = 2> (at)"},
    {"treesOfNoInput", "y = ai.onnx.ml.TreeEnsemble <nodes_splits = float[1] s {1}> (\"\")"},
    {"treesOfAScalar", "y = ai.onnx.ml.TreeEnsemble <nodes_splits = float s {1}> (x)"},
    {"treesOfANumber", "y = ai.onnx.ml.TreeEnsemble <nodes_splits = 3, leaf_weights = 1> (x)"},
    {"expressionOfNoInput", "y = RegexFullMatch <pattern = \"a\"> (\"\")"},
    {"expressionOfNothing", "y = RegexFullMatch <pattern = 3> ()"},
};

INSTANTIATE_TEST_SUITE_P(Inference, BadNodes, testing::ValuesIn(kBadNodes),
                         [](const auto& node) { return node.param.name; });

class LibraryFence : public EndsSoon {};

TEST_F(LibraryFence, ManyThreadsAskAtOnce) {
    const Model model = test::largeModel(200);
    std::vector<std::jthread> threads;
    for (int i = 0; i < 4; ++i)
        threads.emplace_back([&] {
            for (int k = 0; k < 10; ++k)
                EXPECT_TRUE(inferShapes(model));
        });
}

TEST_F(LibraryFence, AWorkerThatWasKilledIsReplaced) {
    const Model model = withBadNode("y = Einsum <equation = \"ij->ji\"> (x)");
    ASSERT_TRUE(inferShapes(model));
    const auto children = fmt::format("pkill -KILL -P {} partita-worker", ::getpid());
    ASSERT_EQ(std::system(children.c_str()), 0);
    std::this_thread::sleep_for(20ms);
    EXPECT_TRUE(inferShapes(model));
}

TEST_F(LibraryFence, AForkedProcessHasAWorkerOfItsOwn) {
    const Model model = test::largeModel(50);
    ASSERT_TRUE(inferShapes(model));
    const pid_t child = ::fork();
    if (child == 0)
        ::_exit(inferShapes(model) ? 0 : 1);
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_EQ(WEXITSTATUS(status), 0);
    EXPECT_TRUE(inferShapes(model));
}

TEST_F(LibraryFence, ANodeThatIsCorrectedIsInferredAgain) {
    const Model bad = withBadNode("y = Einsum <equation = \"%s%n\"> (x)");
    ASSERT_TRUE(inferShapes(bad));
    const Model good = withBadNode("y = Einsum <equation = \"ij->ji\"> (x)");
    const auto inferred = inferShapes(good);
    ASSERT_TRUE(inferred);
    const auto& type = inferred->value(test::valueNamed(*inferred, "y"))->type;
    ASSERT_TRUE(type);
    EXPECT_EQ(shapeText(type->shape), "3×2");
}

TEST_F(LibraryFence, FunctionsThatDoubleAreRefusedBeforeTheLibrarySeesThem) {
    std::string text = R"(<ir_version: 10, opset_import: ["" : 17, "f" : 1]>
        g (float[2] x) => (float[2] y) { y = f.f0(x) })";
    for (int i = 0; i < 40; ++i)
        text += fmt::format("<domain: \"f\", opset_import: [\"\" : 17, \"f\" : 1]> f{0} (x) => (y)"
                            " {{ t = {1}(x) y = {1}(t) }}\n",
                            i, i < 39 ? fmt::format("f.f{}", i + 1) : "Neg");
    const Model model = test::modelFromText(text);
    const auto inferred = inferShapes(model);
    ASSERT_FALSE(inferred);
    EXPECT_EQ(inferred.error().code, Errc::unsupported);
    EXPECT_FALSE(convertVersion(model, 18));
}

TEST_F(LibraryFence, AFunctionWhoseNodesLackWhatTheyNeedDoesNoHarm) {
    const test::TemporaryFolder folder;
    // A FunctionProto for opset 18 with nodes without inputs and outputs.
    std::string function = "\x4a\x02\x10\x12";
    for (const std::string op : {"Shape", "Slice", "Reshape"})
        function += fmt::format("\x3a{}\x22{}{}", static_cast<char>(op.size() + 2),
                                static_cast<char>(op.size()), op);
    std::ofstream(folder / "reply", std::ios::binary) << packed({"done", function});
    const auto program = folder / "worker";
    std::ofstream(program) << "#!/bin/sh\ncat " << (folder / "reply") << " >&3\n";
    std::filesystem::permissions(program, std::filesystem::perms::owner_all);
    const Model model = test::modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[2,3] x, float[3] s) => (float[2,3] y) { y = LayerNormalization(x, s) })");
    ::setenv("PARTITA_WORKER", program.c_str(), 1);
    const auto expanded = expandSchemaFunctions(
        model, [](const Model& each) { return each.nodesOf(each.mainGraph()); });
    ::unsetenv("PARTITA_WORKER");
    EXPECT_TRUE(!expanded || serializeModel(*expanded));
}

TEST_F(LibraryFence, MessagesAsLongAsAFileLikesAreNoProblem) {
    const std::string longName(200'000, 'a');
    const Model model = withBadNode(fmt::format("y = Reshape(x, {0}) ", "words"));
    ModelEditor editor(model);
    editor.changeNode(test::nodeNamed(model, "bad"),
                      [&](Node& node) { node.name = longName + ".cc:1"; });
    EXPECT_TRUE(checkModel(editor.model()));
}

} // namespace
} // namespace partita
