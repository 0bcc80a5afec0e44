// A process that is killed at any moment of a write leaves either the old or the new files.

#include <fstream>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/data/random_feeds.h"
#include "core/epcontext/generate.h"
#include "core/epcontext/lint/lint.h"
#include "core/epcontext/merge/merge.h"
#include "core/onnx/infer_shapes.h"
#include "core/onnx/read.h"
#include "core/onnx/write.h"
#include "core/session/session.h"
#include "providers/registry.h"
#include "tests/support/models.h"

namespace partita {
namespace {

namespace fs = std::filesystem;

ProviderList providers() {
    return *makeProviders({{"npu", "cpu"}, "ascend310", {{"min_run_length", "1"}}});
}

Model scaled(float factor) {
    const Model model = test::modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[1, 64] x) => (float[1, 64] y) <float[1] s = {1}> { a = Mul(x, s) y = Relu(a) })");
    ModelEditor editor(model);
    editor.changeValue(test::valueNamed(model, "s"), [&](Value& value) {
        value.initializer = std::make_shared<const Tensor>(
            Tensor::of<float>(DataType::float32, {1, 64}, std::vector<float>(64, factor)));
    });
    return *inferShapes(editor.model());
}

GeneratedContext compiled(float factor, const fs::path& path, bool embed) {
    const Model model = scaled(factor);
    const auto list = providers();
    GenerateOptions options;
    options.embed = embed;
    auto made = generateContext(model, *partitionModel(model, list), list, path, options);
    EXPECT_TRUE(made) << made.error().message();
    return *std::move(made);
}

/// The result of the model in `path` for ones; 0: there is no file, -1: it does not load.
float resultOf(const fs::path& path) {
    if (!fs::exists(path))
        return 0;
    auto model = readModel(path);
    if (!model)
        return -1;
    auto session = Session::create(*model, providers());
    if (!session)
        return -1;
    const std::string input =
        (*session)
            ->model()
            .value((*session)->model().graph((*session)->model().mainGraph())->inputs[0])
            ->name;
    const auto report = (*session)->run(
        {{input,
          ModelData(Tensor::of<float>(DataType::float32, {1, 64}, std::vector<float>(64, 1)))}});
    if (!report)
        return -1;
    return RuntimeValue::from(report->outputs[0])->as<float>()[0];
}

/// Runs `work` in a child process that is killed as it enters its system call number `at`. Returns
/// whether it was killed; nothing where processes cannot be traced.
std::optional<bool> killedAt(int at, const std::function<void()>& work) {
    const pid_t child = fork();
    if (child == 0) {
        if (ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) != 0)
            _exit(2);
        raise(SIGSTOP);
        work();
        _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    if (!WIFSTOPPED(status))
        return std::nullopt;
    for (int stops = 0;; ++stops) {
        if (stops > at) {
            kill(child, SIGKILL);
            waitpid(child, &status, 0);
            return true;
        }
        ptrace(PTRACE_SYSCALL, child, nullptr, nullptr);
        waitpid(child, &status, 0);
        if (WIFEXITED(status) || WIFSIGNALED(status))
            return false;
    }
}

/// Kills `work` at every system call: `prepare` writes the old files, `work` the new files, and
/// `check` examines what is left.
void killEverywhere(const std::function<void()>& prepare, const std::function<void()>& work,
                    const std::function<void(int)>& check) {
    for (int at = 0; at < 4000; ++at) {
        prepare();
        const auto killed = killedAt(at, work);
        if (!killed)
            GTEST_SKIP() << "processes cannot be traced here";
        check(at);
        if (!*killed || testing::Test::HasFailure()) {
            EXPECT_GT(at, 8) << "nothing was written";
            return;
        }
    }
    FAIL() << "it never ended";
}

void writesOver(bool embed) {
    test::TemporaryFolder folder;
    const fs::path source = folder / "m.onnx", output = folder / "m_ctx.onnx";
    const GeneratedContext first = compiled(2, source, embed), second = compiled(3, source, embed);
    GenerateOptions options;
    options.embed = embed;
    int before = 0, after = 0;
    killEverywhere(
        [&] {
            for (const auto& entry : fs::directory_iterator(folder.path()))
                fs::remove(entry.path());
            ASSERT_TRUE(writeContext(first, options));
        },
        [&] { (void)writeContext(second, options); },
        [&](int at) {
            const float result = resultOf(output);
            EXPECT_TRUE(result == 2 || result == 3) << "killed at " << at << ": " << result;
            ++(result == 2 ? before : after);
        });
    if (!testing::Test::IsSkipped()) {
        EXPECT_GT(before, 4);
        EXPECT_GT(after, 0);
    }
}

TEST(InterruptedWrites, ACompiledModelIsTheOldOneOrTheNewOne) { writesOver(false); }
TEST(InterruptedWrites, SoItIsWithTheBinaryInside) { writesOver(true); }

TEST(InterruptedWrites, TwoWritersAtOnceLeaveTheWholeOfOne) {
    test::TemporaryFolder folder;
    const fs::path source = folder / "m.onnx", output = folder / "m_ctx.onnx";
    const GeneratedContext made[] = {compiled(2, source, false), compiled(3, source, false)};
    for (int round = 0; round < 10; ++round) {
        pid_t children[2];
        for (int i = 0; i < 2; ++i) {
            children[i] = fork();
            if (children[i] == 0) {
                bool good = true;
                for (int repeat = 0; repeat < 5; ++repeat)
                    good = good && writeContext(made[i], {});
                _exit(good ? 0 : 1);
            }
        }
        for (const pid_t child : children) {
            int status = 0;
            waitpid(child, &status, 0);
            EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
        }
        const float result = resultOf(output);
        ASSERT_TRUE(result == 2 || result == 3) << result;
    }
    EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), {}), 3);
}

TEST(InterruptedWrites, NothingIsLeftThatTheNextWriteDoesNotClear) {
    test::TemporaryFolder folder;
    const fs::path path = folder / "m.onnx";
    const Model first = scaled(2), second = scaled(3);
    killEverywhere([&] { ASSERT_TRUE(writeModel(first, path)); },
                   [&] { (void)writeModel(second, path); },
                   [&](int at) {
                       ASSERT_TRUE(writeModel(first, path));
                       EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), {}), 1)
                           << "killed at " << at;
                   });
}

TEST(InterruptedWrites, AModelNeverReadsTheDataFileOfAnother) {
    test::TemporaryFolder folder;
    const fs::path path = folder / "m.onnx";
    const Model first = scaled(2), second = scaled(3);
    WriteOptions options;
    options.data = DataPlacement::external;
    options.externalFile = "weights.data";
    options.threshold = 0;
    killEverywhere(
        [&] {
            for (const auto& entry : fs::directory_iterator(folder.path()))
                fs::remove(entry.path());
            ASSERT_TRUE(writeModel(first, path, options));
        },
        [&] { (void)writeModel(second, path, options); },
        [&](int at) {
            const float result = resultOf(path);
            EXPECT_TRUE(result == 2 || result == 3) << "killed at " << at << ": " << result;
        });
    // Further writes use the file that no model reads, in turns.
    for (const float factor : {4.0F, 5.0F, 6.0F}) {
        ASSERT_TRUE(writeModel(scaled(factor), path, options));
        EXPECT_EQ(resultOf(path), factor);
    }
    EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), {}), 3);
}

TEST(InterruptedWrites, AMergeIsThereCompleteOrNotAtAll) {
    test::TemporaryFolder folder;
    std::vector<MergeInput> inputs;
    for (const float factor : {2.0F, 3.0F}) {
        const fs::path source = folder / ("m" + std::to_string(static_cast<int>(factor)) + ".onnx");
        const GeneratedContext made = compiled(factor, source, false);
        ASSERT_TRUE(writeContext(made, {}));
        inputs.push_back({made.output, *readModel(made.output),
                          "p" + std::to_string(static_cast<int>(factor)) + "_"});
    }
    MergeOptions options;
    options.output = folder / "out" / "merged_ctx.onnx";
    options.connections = {{"p3_x", "p2_y"}};
    options.outputOrder = {"p3_y"};
    const auto plan = planMerge(inputs, options);
    ASSERT_TRUE(plan) << plan.error().message();
    killEverywhere(
        [&] {
            fs::remove_all(folder / "out");
            fs::create_directories(folder / "out");
        },
        [&] { (void)writeMerge(*plan, options.output); },
        [&](int at) {
            const float result = resultOf(options.output);
            EXPECT_TRUE(result == 0 || result == 6) << "killed at " << at << ": " << result;
        });
}

} // namespace
} // namespace partita
