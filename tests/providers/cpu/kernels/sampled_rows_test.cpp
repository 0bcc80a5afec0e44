// Resize, GridSample and DeformConv of many rows or channels, which are computed together, against
// the reference.

#include <cmath>
#include <gtest/gtest.h>
#include <random>

#include "tests/support/agreement.h"

namespace partita {
namespace {

using namespace agreement;

/// Numbers between -2 and 2; `nans` of 100 are NaN.
Tensor sampledNumbers(const std::vector<std::int64_t>& dims, unsigned nans = 0) {
    std::mt19937 random(20261128);
    std::int64_t count = 1;
    for (const std::int64_t size : dims)
        count *= size;
    std::vector<float> made;
    for (std::int64_t i = 0; i < count; ++i)
        made.push_back(random() % 100 < nans ? std::nanf("")
                                             : static_cast<float>(random() % 4001) / 1000 - 2);
    return floats(dims, made);
}

std::string sampledShape(const std::vector<std::int64_t>& dims) {
    std::string text = "[";
    for (const std::int64_t size : dims)
        text += (text.size() > 1 ? "," : "") + std::to_string(size);
    return text + "]";
}

void expectResized(const std::vector<std::int64_t>& dims, const std::string& attributes,
                   const std::string& scales, unsigned nans) {
    SCOPED_TRACE(attributes + " of " + sampledShape(dims));
    const auto y =
        numbersOf("(float" + sampledShape(dims) + " x) => (float[] y) <float[4] s = " + scales +
                      ", float[0] r = {}> { y = Resize <" + attributes + "> (x, r, s) }",
                  {{"x", sampledNumbers(dims, nans)}});
    EXPECT_FALSE(y.empty());
}

TEST(SampledRows, ManyRowsAreResizedTogether) {
    for (const std::int64_t width : {1, 5, 300})
        for (const unsigned nans : {0U, 2U})
            for (const std::string how :
                 {"linear", "cubic", "linear\", antialias = 1, nearest_mode = \"floor"})
                expectResized({1, 23, 3, width}, "mode = \"" + how + "\"", "{1, 1, 1.5, 2.25}",
                              nans);
    for (const std::string nearest : {"floor", "ceil"})
        expectResized({2, 9, 3, 37},
                      "mode = \"nearest\", nearest_mode = \"" + nearest +
                          "\", coordinate_transformation_mode = \"asymmetric\"",
                      "{1, 2, 2, 2}", 0);
}

TEST(SampledRows, ManyChannelsAreSampledTogether) {
    for (const std::int64_t channels : {16, 35})
        for (const std::string how : {"linear", "cubic"})
            for (const std::string type : {"float", "double", "int32"})
                for (const unsigned nans : {0U, 2U}) {
                    SCOPED_TRACE(how + " of " + type);
                    const std::string code = type == "float" ? "1" : type == "double" ? "11" : "6";
                    const auto y = numbersOf(
                        "(float" + sampledShape({2, channels, 6, 5}) +
                            " f, float[2,13,11,2] g) => (" + type +
                            "[a,b,c,d] y) { x = Cast <to = " + code +
                            "> (f) y = GridSample <mode = \"" + how + "\"> (x, g) }",
                        {{"f", sampledNumbers({2, channels, 6, 5}, type == "int32" ? 0 : nans)},
                         {"g", sampledNumbers({2, 13, 11, 2})}});
                    EXPECT_EQ(y.size(), static_cast<std::size_t>(2 * channels * 13 * 11));
                }
}

TEST(SampledRows, DeformedConvolutionsOfManyChannelsAreThoseOfTheReference) {
    for (const std::int64_t groups : {1, 2})
        for (const std::string type : {"float", "double"}) {
            SCOPED_TRACE(type + " in " + std::to_string(groups));
            const std::string code = type == "float" ? "1" : "11";
            const auto y = numbersOf(
                "(float[2,38,9,11] f, float[4,38,3,3] g, float" +
                    sampledShape({2, groups * 18, 9, 11}) + " h, float" +
                    sampledShape({2, groups * 9, 9, 11}) + " k) => (" + type +
                    "[a,b,c,d] y) { x = Cast <to = " + code + "> (f) w = Cast <to = " + code +
                    "> (g) o = Cast <to = " + code + "> (h) m = Cast <to = " + code +
                    "> (k) y = DeformConv <pads = [1,1,1,1], offset_group = " +
                    std::to_string(groups) + "> (x, w, o, , m) }",
                {{"f", sampledNumbers({2, 38, 9, 11})},
                 {"g", sampledNumbers({4, 38, 3, 3})},
                 {"h", sampledNumbers({2, groups * 18, 9, 11})},
                 {"k", sampledNumbers({2, groups * 9, 9, 11})}});
            EXPECT_EQ(y.size(), std::size_t{2} * 4 * 9 * 11);
        }
}

} // namespace
} // namespace partita
