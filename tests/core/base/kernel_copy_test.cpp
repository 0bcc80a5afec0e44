// Files that are copied inside the kernel, and large files that are read without filling the memory.

#include <fcntl.h>
#include <fstream>
#include <gtest/gtest.h>
#include <unistd.h>

#include "core/base/content_sum.h"
#include "core/base/kernel_copy.h"
#include "core/base/mapped_files.h"
#include "tests/support/models.h"

namespace partita {
namespace {

std::string manyBytes(std::size_t size) {
    std::string bytes(size, '\0');
    for (std::size_t i = 0; i < size; ++i)
        bytes[i] = static_cast<char>(i * 7 + i / 1000);
    return bytes;
}

class KernelCopy : public testing::Test {
protected:
    KernelCopy() { std::ofstream(folder / "from", std::ios::binary) << content; }
    test::TemporaryFolder folder;
    std::string content = manyBytes((std::size_t{20} << 20) + 17);
};

TEST_F(KernelCopy, CopiesAWholeFileAndPartsOfIt) {
    const Buffer from = *mapFile(folder / "from");
    const int to = ::open((folder / "to").c_str(), O_CREAT | O_RDWR, 0600);
    EXPECT_EQ(copyInKernel(to, from.bytes()), content.size());
    EXPECT_EQ(copyInKernel(to, from.slice(3, 5 << 20).bytes()), std::size_t{5} << 20);
    EXPECT_EQ(::write(to, "end", 3), 3) << "what follows is written behind it";
    ::close(to);
    EXPECT_EQ(mapFile(folder / "to")->text(), content + content.substr(3, 5 << 20) + "end");
}

TEST_F(KernelCopy, LeavesToTheCallerWhatIsInNoFile) {
    const int to = ::open((folder / "to").c_str(), O_CREAT | O_RDWR, 0600);
    EXPECT_EQ(copyInKernel(to, Buffer::own(content).bytes()), 0U);
    const Buffer from = *mapFile(folder / "from");
    EXPECT_EQ(copyInKernel(to, from.slice(0, 1000).bytes()), 0U) << "too few to be worth it";
    ::close(to);
    const int closed = ::open((folder / "from").c_str(), O_RDONLY);
    EXPECT_EQ(copyInKernel(closed, from.bytes()), 0U) << "it cannot be written";
    ::close(closed);
}

TEST_F(KernelCopy, AWrittenFileIsTheCopy) {
    const Buffer from = *mapFile(folder / "from");
    const Buffer head = Buffer::own(std::string("head"));
    const Bytes pieces[] = {head.bytes(), from.bytes(), from.slice(1, 2 << 20).bytes()};
    ASSERT_TRUE(writeFile(folder / "whole", pieces));
    EXPECT_EQ(mapFile(folder / "whole")->text(), "head" + content + content.substr(1, 2 << 20));
}

TEST_F(KernelCopy, BlocksAreAllOfTheFileAndNoMore) {
    const Buffer from = *mapFile(folder / "from");
    std::string read;
    EXPECT_TRUE(inBlocks(from.bytes(), [&](Bytes block) {
        read.append(reinterpret_cast<const char*>(block.data()), block.size());
        return true;
    }));
    EXPECT_EQ(read, content);
    EXPECT_FALSE(inBlocks(from.bytes(), [](Bytes) { return false; }));
    EXPECT_TRUE(sameBytes(from.bytes(), Buffer::own(content).bytes()));
    std::string other = content;
    other[other.size() - 1] = static_cast<char>(other.back() ^ 1);
    EXPECT_FALSE(sameBytes(from.bytes(), Buffer::own(other).bytes()));
    EXPECT_EQ(contentSumOf(from.bytes()), contentSumOf(Buffer::own(content).bytes()));
    EXPECT_NE(contentSumOf(from.bytes()), contentSumOf(Buffer::own(other).bytes()));
}

TEST_F(KernelCopy, ATextIsFoundAcrossTheBordersOfBlocks) {
    std::string text((std::size_t{16} << 20) + 100, 'a');
    for (const std::size_t at : {std::size_t{0}, (std::size_t{8} << 20) - 3, text.size() - 6})
        text.replace(at, 6, "needle");
    std::ofstream(folder / "text", std::ios::binary) << text;
    const Buffer file = *mapFile(folder / "text");
    for (std::size_t at = text.find("needle"); at != std::string::npos;
         at = text.find("needle", at + 1))
        EXPECT_EQ(findText(file.bytes(), "needle", at), at);
    EXPECT_EQ(findText(file.bytes(), "needle", 1), (std::size_t{8} << 20) - 3);
    EXPECT_EQ(findText(file.bytes(), "needles"), std::string_view::npos);
    EXPECT_EQ(findText({}, "needle"), std::string_view::npos);
}

} // namespace
} // namespace partita
