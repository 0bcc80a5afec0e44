// The binary of the simulated NPU: its contents are read back, and damage is noticed.

#include <gtest/gtest.h>

#include "core/base/atomic_files.h"
#include "core/base/mapped_files.h"
#include "core/epcontext/formats/container.h"
#include "core/ir/constants.h"
#include "tests/support/models.h"

namespace partita {
namespace {

/// A container with one graph, whose weight has 64 floats.
std::string containerText() {
    const Model model = test::modelFromText(R"(
        <ir_version: 8, opset_import: ["" : 13]>
        linear (float[2,8] x) => (float[2,8] y)
          <float[8,8] w = {1,2,3,4,5,6,7,8, 1,2,3,4,5,6,7,8, 1,2,3,4,5,6,7,8, 1,2,3,4,5,6,7,8,
                           1,2,3,4,5,6,7,8, 1,2,3,4,5,6,7,8, 1,2,3,4,5,6,7,8, 1,2,3,4,5,6,7,8}>
          { y = MatMul(x, w) })");
    const auto binary = writeContainer({{"part", model, "program"}}, "1.0", "device");
    return std::string(joined(binary->pieces).text());
}

Result<Container> opened(std::string text) { return Container::open(Buffer::own(std::move(text))); }

TEST(Container, GivesBackItsGraphsWithTheirWeights) {
    const auto container = opened(containerText());
    ASSERT_TRUE(container) << container.error().message();
    EXPECT_EQ(container->info().tensorBytes, 256U);
    EXPECT_EQ(container->program("part"), "program");
    EXPECT_TRUE(container->graph("part"));
    EXPECT_FALSE(container->graph("another"));
}

TEST(Container, NoticesTwoChangedSignsOfAWeight) {
    const std::string whole = containerText();
    // The second float of the first part, behind the header; its sign is the highest bit of a word.
    constexpr std::size_t kWeight = 68;
    for (std::size_t apart = 4; apart < 252; apart += 4) {
        std::string damaged = whole;
        for (const std::size_t element : {kWeight, kWeight + apart})
            damaged[element + 3] = static_cast<char>(damaged[element + 3] ^ 0x80);
        const auto container = opened(damaged);
        ASSERT_FALSE(container) << apart << " bytes apart";
        EXPECT_NE(container.error().message().find("does not match its checksum"),
                  std::string::npos);
    }
}

TEST(Container, OfTheFormatBeforeIsStillRead) {
    const auto file = mapFile(PARTITA_SOURCE_DIR "/tests/data/containers/version_2.bin");
    ASSERT_TRUE(file);
    const auto container = Container::open(*file);
    ASSERT_TRUE(container) << container.error().message();
    ASSERT_EQ(container->info().graphs.size(), 1U);
    const auto graph = container->graph(container->info().graphs[0].name);
    ASSERT_TRUE(graph);
    EXPECT_EQ(graph->nodes().count(), 8U);
    std::string damaged(file->text());
    damaged[100] = static_cast<char>(damaged[100] ^ 1);
    EXPECT_FALSE(opened(damaged));
    damaged = file->text();
    damaged[8] = 4; // a future version
    EXPECT_NE(opened(damaged).error().message().find("format version 4"), std::string::npos);
}

} // namespace
} // namespace partita
