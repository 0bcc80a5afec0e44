// Which files may be read and written, and what an interrupted write leaves behind.

#include <csignal>
#include <fstream>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/base/file_writing.h"
#include "core/base/mapped_files.h"
#include "core/base/output_files.h"
#include "core/onnx/model_source.h"
#include "core/onnx/named_files.h"
#include "core/onnx/read.h"
#include "core/onnx/same_model.h"
#include "core/onnx/write.h"
#include "tests/support/models.h"

namespace partita {
namespace {

namespace fs = std::filesystem;

std::string textOf(const fs::path& path) {
    const auto bytes = mapFile(path);
    return bytes ? std::string(bytes->text()) : bytes.error().message();
}

std::size_t filesIn(const fs::path& folder) {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), {}));
}

bool says(const Result<void>& result, const std::string& text) {
    return !result && result.error().message().find(text) != std::string::npos;
}

/// Makes a null device; false where the user has no right to make one.
bool makeNullDevice(const fs::path& path) {
    return ::mknod(path.c_str(), S_IFCHR | 0666, makedev(1, 3)) == 0;
}

TEST(Reading, WhatIsNoRegularFileIsRefusedAndNeverWaitedFor) {
    const test::TemporaryFolder folder;
    const fs::path fifo = folder / "fifo", link = folder / "link";
    ASSERT_EQ(::mkfifo(fifo.c_str(), 0600), 0);
    fs::create_symlink("fifo", link);
    for (const fs::path& path : {fifo, link}) {
        const auto read = mapFile(path);
        ASSERT_FALSE(read);
        EXPECT_NE(read.error().message().find("is not a regular file: a FIFO"), std::string::npos);
    }
    EXPECT_NE(textOf(folder.path()).find("a folder"), std::string::npos);
    if (makeNullDevice(folder / "null")) {
        EXPECT_NE(textOf(folder / "null").find("a device"), std::string::npos);
    }
}

TEST(Writing, NeverReplacesADeviceAFifoALinkOrAFolder) {
    const test::TemporaryFolder folder;
    const fs::path fifo = folder / "fifo", link = folder / "link", target = folder / "target";
    ASSERT_EQ(::mkfifo(fifo.c_str(), 0600), 0);
    ASSERT_TRUE(writeFile(target, "old"));
    fs::create_symlink("target", link);
    EXPECT_TRUE(says(writeFile(fifo, "new"), "the output is a FIFO"));
    EXPECT_TRUE(says(writeFile(link, "new"), "the output is a symbolic link"));
    EXPECT_TRUE(says(writeFile(folder.path(), "new"), "the output is a folder"));
    EXPECT_TRUE(fs::is_fifo(fifo));
    EXPECT_TRUE(fs::is_symlink(link));
    EXPECT_EQ(textOf(target), "old");
    if (makeNullDevice(folder / "null")) {
        EXPECT_TRUE(says(writeFile(folder / "null", "new"), "the output is a device"));
        EXPECT_TRUE(fs::is_character_file(folder / "null"));
    }
}

TEST(Writing, AFileThatAppearedMeanwhileIsKeptWithoutLeaveToReplace) {
    const test::TemporaryFolder folder;
    const fs::path path = folder / "file";
    const Bytes bytes = std::as_bytes(std::span("new", 3));
    auto staged = StagedFile::write(path, {&bytes, 1});
    ASSERT_TRUE(staged) << staged.error().message();
    EXPECT_EQ(staged->content()->text(), "new");
    ASSERT_TRUE(writeFile(path, "other"));
    EXPECT_TRUE(says(staged->commit(Replace::no), "the output exists already"));
    EXPECT_EQ(textOf(path), "other");
    ASSERT_TRUE(staged->commit(Replace::yes));
    EXPECT_EQ(textOf(path), "new");
    EXPECT_EQ(filesIn(folder.path()), 1U);
}

TEST(Writing, AFileLargerThanTheLimitIsAnErrorThatLeavesNothing) {
    const test::TemporaryFolder folder;
    ASSERT_TRUE(writeFile(folder / "old", "old"));
    const pid_t child = fork();
    if (child == 0) {
        const rlimit limit{1000, 1000};
        ::setrlimit(RLIMIT_FSIZE, &limit);
        const std::string large(5000, 'x');
        const bool refused = !writeFile(folder / "new", large) && !writeFile(folder / "old", large);
        _exit(refused ? 0 : 1);
    }
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    EXPECT_EQ(filesIn(folder.path()), 1U);
    EXPECT_EQ(textOf(folder / "old"), "old");
}

TEST(Writing, WhatAKilledProcessLeftIsClearedByTheNext) {
    const test::TemporaryFolder folder;
    std::ofstream(folder / ".file.partita-new") << "half";
    ASSERT_TRUE(writeFile(folder / "file", "old"));
    ASSERT_TRUE(writeFile(folder / "file", "new"));
    EXPECT_EQ(textOf(folder / "file"), "new");
    EXPECT_EQ(filesIn(folder.path()), 1U);
}

TEST(Writing, AFileKeepsItsPermissionsAndALongNameIsNoHindrance) {
    const test::TemporaryFolder folder;
    const fs::path path = folder / std::string(250, 'n');
    ASSERT_TRUE(writeFile(path, "old"));
    fs::permissions(path, fs::perms(0640));
    ASSERT_TRUE(writeFile(path, "new"));
    EXPECT_EQ(textOf(path), "new");
    EXPECT_EQ(fs::status(path).permissions(), fs::perms(0640));
}

TEST(FolderLock, KeepsOthersOutAndIsHeldSeveralTimesByOneThread) {
    const test::TemporaryFolder folder;
    const int other = ::open(folder.path().c_str(), O_RDONLY | O_DIRECTORY);
    {
        const auto lock = FolderLock::of(folder.path());
        ASSERT_TRUE(lock);
        {
            const auto again = FolderLock::of(folder.path());
            ASSERT_TRUE(again);
        }
        EXPECT_NE(::flock(other, LOCK_EX | LOCK_NB), 0);
    }
    EXPECT_EQ(::flock(other, LOCK_EX | LOCK_NB), 0);
    ::close(other);
}

TEST(OutputFiles, TwoOutputsAreNeverOneFile) {
    const test::TemporaryFolder folder;
    fs::create_directory(folder / "sub");
    fs::create_directory_symlink("sub", folder / "link");
    ASSERT_TRUE(writeFile(folder / "there", "old"));
    fs::create_hard_link(folder / "there", folder / "twin");
    const std::vector<std::pair<fs::path, fs::path>> pairs = {
        {folder / "a", folder / "a"},
        {folder / "a", folder / "sub" / ".." / "a"},
        {folder / "sub" / "a", folder / "link" / "a"},
        {folder / "a.onnx", folder / "A.onnx"},
        {folder / "there", folder / "twin"}};
    for (const auto& [first, second] : pairs) {
        OutputFiles files(Replace::yes);
        ASSERT_TRUE(files.writes(first, true));
        EXPECT_TRUE(says(files.writes(second, true), "two outputs would be one file")) << second;
    }
    OutputFiles files(Replace::yes);
    for (const char* name : {"", "-", "-", "a", "b"})
        EXPECT_TRUE(files.writes(*name && *name != '-' ? folder / name : fs::path(name)));
}

TEST(OutputFiles, AnOutputIsNoFileThatIsReadButForAModelInItsOwnPlace) {
    const test::TemporaryFolder folder;
    for (const char* name : {"m.onnx", "m.data"})
        ASSERT_TRUE(writeFile(folder / name, "old"));
    OutputFiles files(Replace::yes);
    ASSERT_TRUE(files.writes(folder / "m.onnx", true));
    ASSERT_TRUE(files.reads(folder / "m.onnx", true));
    ASSERT_TRUE(files.readsAll({folder / "m.data"}));
    EXPECT_TRUE(says(files.writes(folder / "m.data"), "a file that is read"));
    OutputFiles trace(Replace::yes);
    ASSERT_TRUE(trace.writes(folder / "m.onnx"));
    EXPECT_TRUE(says(trace.reads(folder / "m.onnx", true), "a file that is read"));
}

TEST(OutputFiles, OnlyWhatIsNoModelGoesToStandardOutput) {
    OutputFiles files(Replace::yes);
    EXPECT_TRUE(files.writes("-"));
    EXPECT_TRUE(says(files.writes("-", true), "not written to standard output"));
}

TEST(OutputFiles, WhatIsThereNeedsLeaveAndNoPathIsAnInternalError) {
    const test::TemporaryFolder folder;
    ASSERT_TRUE(writeFile(folder / "there", "old"));
    fs::create_symlink("loop", folder / "loop");
    OutputFiles careful(Replace::no), free(Replace::yes);
    EXPECT_TRUE(says(careful.writes(folder / "there"), "exists already"));
    EXPECT_TRUE(free.writes(folder / "there"));
    EXPECT_FALSE(free.writes(folder / "loop" / "x"));
    EXPECT_FALSE(free.writes(folder / "loop"));
    EXPECT_FALSE(free.writes(folder / std::string(70'000, 'n')));
    EXPECT_TRUE(says(free.writes(folder / "there" / "a"), "a folder is needed"));
    EXPECT_TRUE(says(free.writes(folder / "new" / "sub" / "a"), "is not there"));
    free.makes(folder / "new" / "sub");
    EXPECT_TRUE(free.writes(folder / "new" / "sub" / "a"));
    EXPECT_FALSE(makeFolder(folder / "there" / "sub"));
    EXPECT_TRUE(makeFolder(folder / "new" / "sub"));
}

/// Saves a model with the data file `data` beside it.
Model savedWithData(const fs::path& path, const std::string& data) {
    WriteOptions options;
    options.data = DataPlacement::external;
    options.externalFile = data;
    EXPECT_TRUE(writeModel(test::weightModel(1000), path, options));
    return *readModel(path);
}

double sumOfWeights(const Model& model) {
    double sum = 0;
    forEachTensor(model, [&](const TensorPtr& tensor) {
        const auto numbers = elementsAsDoubles(*tensor);
        EXPECT_TRUE(numbers) << numbers.error().message();
        for (const double each : numbers ? *numbers : std::vector<double>())
            sum += each;
    });
    return sum;
}

TEST(WrittenModels, FindTheirDataWhereverTheModelCameFrom) {
    const test::TemporaryFolder folder;
    fs::create_directory(folder / "other");
    const Model saved = savedWithData(folder / "m.onnx", "m.data");
    ModelEditor editor(saved); // like a converted model: no source, the same tensors
    const Model copy = withSource(editor.model(), nullptr);
    for (const fs::path& path : {folder / "beside.onnx", folder / "other" / "moved.onnx"}) {
        const auto plan = writeModel(copy, path);
        ASSERT_TRUE(plan) << plan.error().message();
        EXPECT_EQ(sumOfWeights(*readModel(path)), 1000) << path;
    }
    EXPECT_EQ(filesIn(folder.path()), 4U) << "beside its data file it reads that";
    EXPECT_EQ(filesIn(folder / "other"), 2U);
}

TEST(WrittenModels, AreNeverTheirOwnDataFile) {
    const test::TemporaryFolder folder;
    const fs::path path = folder / "m.onnx";
    const Model saved = savedWithData(path, "m.data");
    for (const char* name : {"m.onnx", "M.onnx"}) {
        WriteOptions options;
        options.data = DataPlacement::external;
        options.externalFile = name;
        const auto written = writeModel(saved, path, options);
        ASSERT_FALSE(written);
        EXPECT_EQ(written.error().code, Errc::usage);
    }
    EXPECT_EQ(sumOfWeights(*readModel(path)), 1000);
}

TEST(WrittenModels, LeaveTheDataFileOfAnyOtherModelThere) {
    const test::TemporaryFolder folder;
    (void)savedWithData(folder / "a.onnx", "w.data");
    WriteOptions options;
    options.data = DataPlacement::external;
    options.externalFile = "w.data";
    const auto plan = writeModel(test::weightModel(2000), folder / "b.onnx", options);
    ASSERT_TRUE(plan);
    EXPECT_EQ(plan->dataFile.filename(), "w_2.data");
    EXPECT_EQ(plan->notes.size(), 1U);
    EXPECT_EQ(sumOfWeights(*readModel(folder / "a.onnx")), 1000);
    // A model from elsewhere takes its data along, and under another name: one note for each.
    const test::TemporaryFolder elsewhere;
    (void)savedWithData(elsewhere / "c.onnx", "w.data");
    options.data = DataPlacement::keep;
    const auto moved = writeModel(*readModel(elsewhere / "c.onnx"), folder / "c.onnx", options);
    ASSERT_TRUE(moved);
    EXPECT_EQ(moved->notes.size(), 2U);
}

TEST(WrittenModels, TakeNoPlaceWithoutLeaveNorWhenACheckFails) {
    const test::TemporaryFolder folder;
    const fs::path path = folder / "m.onnx";
    ASSERT_TRUE(writeFile(path, "old"));
    WriteOptions careful, checked;
    careful.replace = Replace::no;
    checked.check = [](const Model& written) -> Result<void> {
        EXPECT_EQ(written.nodes().count(), 1U);
        return Error{Errc::unsupported, std::string("not this one"), {}, {}};
    };
    for (const WriteOptions& options : {careful, checked})
        EXPECT_FALSE(writeModel(test::weightModel(10), path, options));
    EXPECT_EQ(textOf(path), "old");
    checked.data = DataPlacement::external;
    checked.threshold = 0;
    EXPECT_FALSE(writeModel(test::weightModel(10), path, checked));
    EXPECT_EQ(filesIn(folder.path()), 1U) << "the data file goes again";
}

TEST(WrittenModels, AnotherModelThanTheWantedOneIsNoticed) {
    const Model model = test::modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[1,4] x) => (float[1,4] y) <float[4] w = {1, 2, 3, 4}> { y = Add(x, w) })");
    EXPECT_TRUE(checkSameModel(model, model));
    const auto changed = [&](const std::function<void(ModelEditor&)>& change) {
        ModelEditor editor(model);
        change(editor);
        return !checkSameModel(model, editor.model());
    };
    const NodeId node = model.nodesOf(model.mainGraph()).front();
    EXPECT_TRUE(changed(
        [&](ModelEditor& editor) { editor.changeNode(node, [](Node& n) { n.opType = "Sub"; }); }));
    EXPECT_TRUE(changed([&](ModelEditor& editor) {
        editor.changeValue(test::valueNamed(model, "x"), [](Value& v) { v.name = "z"; });
    }));
    EXPECT_TRUE(changed([&](ModelEditor& editor) {
        editor.changeValue(test::valueNamed(model, "w"), [](Value& v) {
            v.initializer = std::make_shared<const Tensor>(Tensor::int64s({1, 2, 3, 4}));
        });
    }));
    EXPECT_TRUE(changed([&](ModelEditor& editor) {
        editor.changeGraph(model.mainGraph(), [](Graph& g) { g.outputs.clear(); });
    }));
}

} // namespace
} // namespace partita
