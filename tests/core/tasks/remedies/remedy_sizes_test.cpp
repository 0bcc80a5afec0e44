// Which sizes a remedy fixes where a model leaves them open.

#include <gtest/gtest.h>

#include "core/tasks/remedies/remedy_sizes.h"
#include "tests/support/models.h"

namespace partita {
namespace {

using test::modelFromText;
using Changes = std::vector<ScenarioChange>;

TEST(RemedySizes, AreOneWhereNoWindowIsMovedAlong) {
    const Model model = modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[n, m] x, float[?, 4] z) => (float[n, m] y, float[?, 4] w) {
          y = Relu(x) w = Neg(z) })");
    const Changes wanted{{SizeChange{"z", {1, 4}}}, {SizeChange{"m", {1}}}, {SizeChange{"n", {1}}}};
    EXPECT_EQ(openSizesOf(model), wanted);
}

TEST(RemedySizes, LeaveEveryWindowSomethingToRead) {
    // A pool of 2 needs 2, and the convolution before it (2 − 1) · 2 + 3 = 5.
    const Model model = modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[n, 1, h, w] x, float[1, 1, 3, 3] k, float[n, 1, ?, ?] z)
          => (float[n, 1, a, b] y, float[n, 1, c, d] v) {
          r = Relu(x) t = Conv <strides = [2, 2]> (r, k)
          y = MaxPool <kernel_shape = [2, 2], strides = [2, 2]> (t)
          v = MaxPool <kernel_shape = [3, 3], pads = [1, 1, 1, 1]> (z) })");
    const Changes wanted{{SizeChange{"z", {1, 1, 1, 1}}},
                         {SizeChange{"h", {8}}},
                         {SizeChange{"n", {1}}},
                         {SizeChange{"w", {8}}}};
    EXPECT_EQ(openSizesOf(model), wanted);
}

TEST(RemedySizes, AreNoLargerThanAPictureAndLeaveDamagedWindowsAlone) {
    for (const auto& [kernel, size] : {std::pair("9000", 4096), {"9000000000000", 1}}) {
        const Model model = modelFromText(std::string(R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[1, 1, h, 8] x) => (float[1, 1, a, b] y) {
          y = MaxPool <kernel_shape = [)") +
                                          kernel + ", 2]> (x) }");
        const Changes wanted{{SizeChange{"h", {size}}}};
        EXPECT_EQ(openSizesOf(model), wanted) << kernel;
    }
}

} // namespace
} // namespace partita
