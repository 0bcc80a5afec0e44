// Kernels that move, choose or sort elements in vectors, at sizes around those of the vectors,
// against the reference.

#include <cmath>
#include <limits>
#include <random>

#include "tests/support/agreement.h"

namespace partita {
namespace {

using namespace agreement;

/// Numbers between -2 and 2 in steps of an eighth, so that many are equal; `nans` of 100 are NaN of
/// either sign.
Tensor numbers(const std::vector<std::int64_t>& dims, unsigned nans = 0) {
    std::int64_t count = 1;
    for (const std::int64_t size : dims)
        count *= size;
    std::mt19937 random(static_cast<unsigned>(count) + 7);
    std::vector<float> made;
    for (std::int64_t i = 0; i < count; ++i)
        made.push_back(random() % 100 < nans ? std::copysign(std::nanf(""), i % 2 ? 1.0F : -1.0F)
                                             : static_cast<float>(random() % 33) / 8 - 2);
    return floats(dims, made);
}

Tensor indices(const std::vector<std::int64_t>& dims, std::int64_t size) {
    std::int64_t count = 1;
    for (const std::int64_t each : dims)
        count *= each;
    std::mt19937 random(11);
    std::vector<std::int64_t> made;
    for (std::int64_t i = 0; i < count; ++i)
        made.push_back(static_cast<std::int64_t>(random() % static_cast<unsigned>(2 * size)) -
                       size);
    return ints(dims, made);
}

/// ONNX's numbers of element types of 1, 2, 4 and 8 bytes.
constexpr const char* kTypes[] = {"3", "5", "1", "11"};

TEST(MovedElements, AreChosenByConditionsOfAnyLength) {
    for (const std::int64_t size : {0, 1, 7, 8, 15, 16, 17, 63, 64, 65, 130})
        for (const char* type : kTypes)
            for (const char* shapes : {"111", "101", "110", "011", "100", "010", "001"}) {
                SCOPED_TRACE(std::string(shapes) + " of type " + type + ", " +
                             std::to_string(size));
                const auto sizeOf = [&](int i) { return shapes[i] == '1' ? size : 1; };
                const auto y = numbersOf(
                    "(float[a] c, float[b] x, float[d] z) => (float[e] y) <float o = {0.5}> { "
                    "p = Greater(c, o) q = Cast <to = " +
                        std::string(type) + "> (x) r = Cast <to = " + type +
                        "> (z) s = Where(p, q, r) y = Cast <to = 1> (s) }",
                    {{"c", numbers({sizeOf(0)})},
                     {"x", numbers({sizeOf(1)}, 5)},
                     {"z", numbers({sizeOf(2)})}});
                EXPECT_EQ(y.size(), static_cast<std::size_t>(size));
            }
}

TEST(MovedElements, ArePaddedInRowsOfAnyLength) {
    for (const std::int64_t size : {3, 8, 15, 16, 17, 33, 64, 600})
        for (const char* type : kTypes)
            for (const char* mode : {"edge", "reflect", "wrap", "constant"})
                for (const char* pads :
                     {"0, 2, 2, 0, 1, 1", "0, 0, 1, 0, -1, 2", "1, 1, 0, 1, 1, 0"}) {
                    SCOPED_TRACE(std::string(mode) + " of type " + type + ", " +
                                 std::to_string(size));
                    const auto y = numbersOf(
                        "(float[2,5,n] x) => (float[a,b,c] y) <int64[6] p = {" + std::string(pads) +
                            "}> { q = Cast <to = " + type + "> (x) r = Pad <mode = \"" + mode +
                            "\"> (q, p) y = Cast <to = 1> (r) }",
                        {{"x", numbers({2, 5, size})}});
                    EXPECT_FALSE(y.empty());
                }
}

TEST(MovedElements, AreRepeatedByResize) {
    for (const std::int64_t size : {1, 7, 15, 16, 17, 40, 64})
        for (const char* type : kTypes)
            for (const char* sizes : {"6, 0", "6, 1", "7, 0", "9, 0", "5, 0"}) {
                const std::int64_t wanted = 2 * size + (sizes[3] - '0');
                SCOPED_TRACE(std::to_string(size) + " of type " + type + " to " +
                             std::to_string(wanted));
                const auto y = numbersOf(
                    "(float[2,3,n] x) => (float[a,b,c] y) <int64[3] s = {2, " +
                        std::string(1, sizes[0]) + ", " + std::to_string(wanted) +
                        "}> { q = Cast <to = " + type +
                        "> (x) r = Resize <mode = \"nearest\", coordinate_transformation_mode = "
                        "\"asymmetric\", nearest_mode = \"floor\"> (q, , , s) "
                        "y = Cast <to = 1> (r) }",
                    {{"x", numbers({2, 3, size})}});
                EXPECT_EQ(y.size(), static_cast<std::size_t>(2 * (sizes[0] - '0') * wanted));
            }
}

TEST(MovedElements, AreTiledInRowsOfAnyLength) {
    for (const std::int64_t size : {1, 7, 16, 28, 70})
        for (const char* type : kTypes)
            for (const char* repeats : {"1, 1, 2, 3", "1, 1, 1, 2", "1, 1, 3, 1", "1, 1, 1, 1",
                                        "1, 2, 1, 2", "2, 1, 2, 1", "1, 1, 0, 1"}) {
                SCOPED_TRACE(std::string(repeats) + " of type " + type);
                const auto outputs =
                    outputsOf("(float[2,5,3,n] x) => (float[a,b,c,d] y) <int64[4] r = {" +
                                  std::string(repeats) + "}> { q = Cast <to = " + type +
                                  "> (x) t = Tile(q, r) y = Cast <to = 1> (t) }",
                              {{"x", numbers({2, 5, 3, size})}});
                EXPECT_EQ(outputs.size(), 1U);
            }
    (void)outputsOf("(float[9] x) => (float[a] y) <int64[1] r = {3}> { y = Tile(x, r) }",
                    {{"x", numbers({9})}});
}

TEST(MovedElements, TheFirstInOrderAreFoundInRowsOfAnyLength) {
    for (const std::int64_t size : {1, 5, 63, 64, 65, 200, 1000})
        for (const std::int64_t k : {0, 1, 3, 40, 64, 900, 1000})
            for (const char* largest : {"0", "1"})
                for (const unsigned nans : {0U, 10U, 100U})
                    for (const char* type : {"1", "11", "3", "7"}) {
                        const std::string what = type;
                        if (k > size || (nans > 0 && what != "1" && what != "11"))
                            continue;
                        SCOPED_TRACE(std::to_string(k) + " of " + std::to_string(size) +
                                     " of type " + type);
                        const auto outputs = outputsOf(
                            "(float[2,n] x, int64[1] k) => (float[a,b] v, int64[c,d] i) { "
                            "q = Cast <to = " +
                                what + "> (x) w, i = TopK <largest = " + largest +
                                "> (q, k) v = Cast <to = 1> (w) }",
                            {{"x", numbers({2, size}, nans)}, {"k", ints({1}, {k})}});
                        EXPECT_EQ(outputs.size(), 2U);
                    }
}

TEST(MovedElements, InOrderOrAgainstItTheFirstOnesAreFound) {
    for (const int sign : {1, -1})
        for (const char* largest : {"0", "1"}) {
            std::vector<float> row;
            for (int i = 0; i < 5000; ++i)
                row.push_back(static_cast<float>(sign * (i / 2)));
            const float zero = 0.0F;
            row[7] = -zero; // equals 0
            row[4100] = std::numeric_limits<float>::infinity();
            row[4200] = -row[4100];
            const auto outputs = outputsOf(
                "(float[5000] x) => (float[a] v, int64[b] i) <int64[1] k = {37}> { v, i = TopK "
                "<largest = " +
                    std::string(largest) + "> (x, k) }",
                {{"x", floats({5000}, row)}});
            EXPECT_EQ(outputs.size(), 2U);
        }
}

TEST(MovedElements, ColumnsAreTakenFromAnyPlace) {
    for (const std::int64_t columns : {4, 6, 16, 40})
        for (const std::int64_t first : {0, 1, 2, 3})
            for (const std::int64_t count : {1, 2, 3, 4, 8})
                for (const char* type : kTypes) {
                    SCOPED_TRACE(std::to_string(count) + " of " + std::to_string(columns) +
                                 " columns from " + std::to_string(first) + " of type " + type);
                    const std::string cast = "q = Cast <to = " + std::string(type) + "> (x) ";
                    const auto y =
                        numbersOf("(float[2,3,n] x, int64[1] a, int64[1] b) => (float[2,3,m] y) "
                                  "<int64[1] axis = {2}> { " +
                                      cast + "r = Slice(q, a, b, axis) y = Cast <to = 1> (r) }",
                                  {{"x", numbers({2, 3, columns})},
                                   {"a", ints({1}, {first})},
                                   {"b", ints({1}, {first + count})}});
                    EXPECT_EQ(y.size(),
                              static_cast<std::size_t>(6 * std::min(count, columns - first)));
                }
}

TEST(MovedElements, PiecesOfAnyLengthAreJoined) {
    for (const std::int64_t length :
         {0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 200})
        for (const char* type : kTypes) {
            SCOPED_TRACE(std::to_string(length) + " of type " + type);
            const std::string to = " <to = " + std::string(type) + "> ";
            const auto y = numbersOf("(float[3,n] a, float[3,m] b) => (float[3,k] y) { c = Cast" +
                                         to + "(a) d = Cast" + to +
                                         "(b) e = Concat <axis = 1> (c, d) y = Cast <to = 1> (e) }",
                                     {{"a", numbers({3, length})}, {"b", numbers({3, 3})}});
            EXPECT_EQ(y.size(), static_cast<std::size_t>(3 * (length + 3)));
        }
}

TEST(MovedElements, AreGatheredAlongAnyAxis) {
    for (const std::int64_t count : {0, 1, 9, 64, 100})
        for (const char* axis : {"0", "1", "2"})
            for (const char* type : kTypes) {
                SCOPED_TRACE(std::string("axis ") + axis + " of type " + type);
                const std::string cast = "q = Cast <to = " + std::string(type) + "> (x) ";
                const auto y =
                    numbersOf("(float[4,3,5] x, int64[n] i) => (float[a,b,c] y) { " + cast +
                                  "r = Gather <axis = " + axis + "> (q, i) y = Cast <to = 1> (r) }",
                              {{"x", numbers({4, 3, 5})}, {"i", indices({count}, 3)}});
                EXPECT_EQ(y.empty(), count == 0);
            }
}

TEST(MovedElements, EachIsGatheredFromItsOwnRow) {
    for (const std::int64_t columns : {1, 8, 33, 1024, 1500})
        for (const char* axis : {"0", "1"}) {
            const bool first = axis[0] == '0';
            const std::int64_t size = first ? 6 : columns;
            const std::vector<std::int64_t> dims = {4, columns};
            const auto y = numbersOf("(float[6,n] x, int64[4,m] i) => (float[a,b] y) "
                                     "{ y = GatherElements <axis = " +
                                         std::string(axis) + "> (x, i) }",
                                     {{"x", numbers({6, columns})}, {"i", indices(dims, size)}});
            EXPECT_EQ(y.size(), static_cast<std::size_t>(4 * columns));
        }
}

TEST(MovedElements, AnIndexFarOutsideIsRefused) {
    constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
    for (const std::string op : {"Gather <axis = 1>", "GatherElements <axis = 1>"})
        for (const std::int64_t index :
             {kMost, kMost - 1, -kMost, -kMost - 1, std::int64_t{1} << 62, std::int64_t{3},
              std::int64_t{-4}}) {
            std::vector<std::int64_t> all(20, -3);
            all[13] = index;
            const auto report = runOn(
                "cpu", "(float[1,3] x, int64[1,20] i) => (float[] y) { y = " + op + "(x, i) }",
                {{"x", numbers({1, 3})}, {"i", ints({1, 20}, all)}}, 21);
            ASSERT_FALSE(report) << index;
            EXPECT_NE(report.error().message().find("out of range"), std::string::npos);
        }
}

TEST(MovedElements, UpdatesAreCombinedInTheirOrder) {
    for (const char* reduction : {"none", "add", "mul", "max", "min"})
        for (const char* axis : {"0", "1", "2"})
            for (const char* type : {"1", "11", "7", "6", "3", "10"})
                for (const std::int64_t columns : {3, 9, 80}) {
                    SCOPED_TRACE(std::string(reduction) + " along axis " + axis + " of type " +
                                 type);
                    const std::string cast = " = Cast <to = " + std::string(type) + "> ";
                    const std::int64_t size = axis[0] == '0' ? 4 : axis[0] == '1' ? 3 : columns;
                    const auto y = numbersOf(
                        "(float[4,3,n] x, int64[4,3,n] i, float[4,3,n] u) => (float[a,b,c] y) { q" +
                            cast + "(x) v" + cast + "(u) r = ScatterElements <axis = " + axis +
                            ", reduction = \"" + reduction +
                            "\"> (q, i, v) y = Cast <to = 1> (r) }",
                        {{"x", numbers({4, 3, columns})},
                         {"i", indices({4, 3, columns}, size)},
                         {"u", numbers({4, 3, columns})}});
                    EXPECT_EQ(y.size(), static_cast<std::size_t>(12 * columns));
                }
}

TEST(MovedElements, SumsRunAlongAnyAxis) {
    for (const std::int64_t rows : {1, 7, 8, 9, 17})
        for (const std::int64_t size : {0, 1, 5, 64})
            for (const char* axis : {"0", "1"})
                for (const char* how :
                     {"", "<exclusive = 1>", "<reverse = 1>", "<exclusive = 1, reverse = 1>"})
                    for (const char* type : {"1", "11", "7"}) {
                        SCOPED_TRACE(std::to_string(rows) + " rows of " + std::to_string(size) +
                                     how);
                        const auto y = numbersOf(
                            "(float[m,n] x) => (float[a,b] y) <int64 k = {" + std::string(axis) +
                                "}> { q = Cast <to = " + type + "> (x) r = CumSum " + how +
                                "(q, k) y = Cast <to = 1> (r) }",
                            {{"x", numbers({rows, size})}});
                        EXPECT_EQ(y.size(), static_cast<std::size_t>(rows * size));
                    }
    const auto wide = numbersOf("(float[m,n] x) => (float[a,b] y) <int64 k = {0}> "
                                "{ y = CumSum(x, k) }",
                                {{"x", numbers({6, 1100})}});
    EXPECT_EQ(wide.size(), 6600U);
}

TEST(MovedElements, PlacesOfTheLargestAreThoseOfTheReference) {
    for (const std::int64_t width : {5, 16, 33})
        for (const unsigned nans : {0U, 20U})
            for (const char* window :
                 {"kernel_shape = [2, 2], strides = [2, 2]",
                  "kernel_shape = [3, 3], strides = [1, 1], pads = [1, 1, 1, 1]",
                  "kernel_shape = [3, 3], strides = [3, 3], pads = [2, 2, 2, 2]",
                  "kernel_shape = [2, 3], strides = [1, 2], dilations = [2, 2], pads = [0, 3, 1, "
                  "3]",
                  "kernel_shape = [2, 2], strides = [2, 7], ceil_mode = 1",
                  "kernel_shape = [1, 70], pads = [0, 69, 0, 69]"})
                for (const char* order : {"0", "1"})
                    for (const char* type : {"1", "11", "3"}) {
                        if (nans > 0 && std::string(type) == "3")
                            continue;
                        SCOPED_TRACE(std::string(window) + " on " + std::to_string(width));
                        const auto outputs = outputsOf(
                            "(float[2,2,7,n] x) => (float[] y, int64[] i) { q = Cast <to = " +
                                std::string(type) + "> (x) r, i = MaxPool <storage_order = " +
                                order + ", " + window + "> (q) y = Cast <to = 1> (r) }",
                            {{"x", numbers({2, 2, 7, width}, nans)}});
                        EXPECT_EQ(outputs.size(), 2U);
                    }
    const auto deep = outputsOf("(float[1,2,5,6,7] x) => (float[] y, int64[] i) { y, i = MaxPool "
                                "<kernel_shape = [2, 3, 2], pads = [1, 0, 1, 0, 1, 0]> (x) }",
                                {{"x", numbers({1, 2, 5, 6, 7})}});
    EXPECT_EQ(deep.size(), 2U);
    const auto line = outputsOf("(float[1,2,40] x) => (float[] y, int64[] i) { y, i = MaxPool "
                                "<kernel_shape = [3], strides = [3]> (x) }",
                                {{"x", numbers({1, 2, 40})}});
    EXPECT_EQ(line.size(), 2U);
}

TEST(MovedElements, PlanesOfAnySizeAreNormalized) {
    for (const std::int64_t size : {1, 2, 7, 16, 31, 33, 64, 130}) {
        SCOPED_TRACE(size);
        const auto y =
            numbersOf("(float[2,3,n] x, float[3] s, float[3] b) => (float[c,d,e] y) "
                      "{ y = InstanceNormalization(x, s, b) }",
                      {{"x", numbers({2, 3, size})}, {"s", numbers({3})}, {"b", numbers({3})}});
        EXPECT_EQ(y.size(), static_cast<std::size_t>(6 * size));
    }
}

} // namespace
} // namespace partita
