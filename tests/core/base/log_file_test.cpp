#include <gmock/gmock.h>

#include "core/base/log_file.h"
#include "core/base/mapped_files.h"
#include "tests/support/models.h"

namespace partita {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string textIn(const std::filesystem::path& path) {
    const auto file = mapFile(path);
    return file ? std::string(file->text()) : std::string();
}

TEST(LogFile, HoldsEveryLineAtOnceWithItsLevelAndDocument) {
    const test::TemporaryFolder folder;
    const auto file = LogFile::open(folder / "state" / "log");
    ASSERT_TRUE(file) << file.error().message();
    EXPECT_EQ((*file)->path(), folder / "state" / "log" / "partita.log");
    EXPECT_EQ(LogFile::current(), (*file)->path());
    const LogSubject about("model.onnx");
    log(LogLevel::warning, PARTITA_TEXT("a part of {0} nodes is not compiled", 3));
    const std::string text = textIn((*file)->path());
    EXPECT_THAT(text, HasSubstr("Partita " PARTITA_VERSION " starts\n"));
    EXPECT_THAT(text, HasSubstr("warning: model.onnx: a part of 3 nodes is not compiled\n"));
    const auto allowed = std::filesystem::status((*file)->path()).permissions();
    EXPECT_EQ(allowed & std::filesystem::perms::all,
              std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
}

TEST(LogFile, EndsWithItsObjectAndIsContinuedLater) {
    const test::TemporaryFolder folder;
    (void)LogFile::open(folder.path());
    EXPECT_TRUE(LogFile::current().empty());
    {
        const LogListener quiet([](const LogLine&) {});
        log(LogLevel::warning, PARTITA_TEXT("nobody writes this"));
    }
    const auto file = LogFile::open(folder.path());
    ASSERT_TRUE(file);
    const std::string text = textIn((*file)->path());
    EXPECT_THAT(text, Not(HasSubstr("nobody writes this")));
    EXPECT_EQ(std::ranges::count(text, '\n'), 2); // both starts
}

TEST(LogFile, IsRotatedBySizeAndOldFilesGo) {
    const test::TemporaryFolder folder;
    constexpr std::size_t kMost = 2000;
    const auto file = LogFile::open(folder.path(), kMost);
    ASSERT_TRUE(file);
    for (int i = 0; i < 400; ++i)
        log(LogLevel::warning, PARTITA_TEXT("line {0}", i));
    std::size_t files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
        ++files;
        EXPECT_LE(entry.file_size(), kMost);
    }
    EXPECT_EQ(files, LogFile::kOlder + 1);
    EXPECT_THAT(textIn((*file)->path()), HasSubstr("line 399\n"));
}

TEST(LogFile, ANameMakesNoLinesOfItsOwn) {
    const test::TemporaryFolder folder;
    const auto file = LogFile::open(folder.path());
    ASSERT_TRUE(file);
    const LogSubject about("a\nb.onnx");
    log(LogLevel::error, PARTITA_TEXT("node '{0}'", std::string("x\r\n2026-01-01 error: forged")));
    log(LogLevel::error, PARTITA_TEXT("node '{0}'", std::string(1 << 20, 'x')));
    const std::string text = textIn((*file)->path());
    EXPECT_EQ(std::ranges::count(text, '\n'), 3);
    EXPECT_THAT(text, HasSubstr("error: a b.onnx: node 'x  2026-01-01 error: forged'\n"));
    EXPECT_LT(text.size(), 10'000U);
}

TEST(LogFile, WhereNothingCanBeWrittenItSaysSo) {
    const test::TemporaryFolder folder;
    { const auto file = LogFile::open(folder.path()); }
    EXPECT_FALSE(LogFile::open(folder / "partita.log")); // a file is no folder
    EXPECT_TRUE(LogFile::current().empty());
}

} // namespace
} // namespace partita
