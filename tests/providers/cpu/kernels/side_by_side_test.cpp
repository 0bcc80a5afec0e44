// Kernels that compute several lines or rows in turns or in one vector, at every number of them,
// against the reference.

#include <cmath>
#include <random>

#include "tests/support/agreement.h"

namespace partita {
namespace {

using namespace agreement;

std::vector<float> randomNumbers(std::int64_t count) {
    std::mt19937 random(20261129);
    std::vector<float> made;
    for (std::int64_t i = 0; i < count; ++i)
        made.push_back(static_cast<float>(random() % 4001) / 1000 - 2);
    return made;
}

TEST(SideBySide, LinesOfAnyLengthAndNumberAreTransformed) {
    for (const std::int64_t lines : {1, 2, 7, 8, 9, 17})
        for (const std::int64_t length : {1, 2, 3, 4, 6, 8, 12, 15, 32, 49, 64, 97, 101, 206})
            for (const char* how : {"onesided = 0", "onesided = 1", "inverse = 1"})
                for (const std::int64_t parts : {1, 2}) {
                    SCOPED_TRACE(std::to_string(lines) + " lines of " + std::to_string(length) +
                                 ", " + how);
                    if (parts == 2 && std::string(how) == "onesided = 1")
                        continue;
                    const auto y = numbersOf(
                        "(float[l,n,p] x) => (float[a,b,c] y) <int64 a = {1}> { y = DFT <" +
                            std::string(how) + "> (x, , a) }",
                        {{"x",
                          floats({lines, length, parts}, randomNumbers(lines * length * parts))}});
                    EXPECT_FALSE(y.empty());
                }
}

TEST(SideBySide, LinesAlongAnyAxisAreTransformed) {
    for (const std::int64_t length : {5, 12, 16, 103}) // some are cut off, some filled with 0
        for (const std::int64_t axis : {0, 1, 2})
            for (const char* how : {"onesided = 0", "onesided = 1", "onesided = 1, inverse = 1"}) {
                SCOPED_TRACE("axis " + std::to_string(axis) + " to " + std::to_string(length));
                const std::int64_t parts = std::string(how) == "onesided = 1" ? 1 : 2;
                const auto y =
                    numbersOf("(double[k,l,n,p] x, int64 m, int64 a) => (double[] y) { y = DFT <" +
                                  std::string(how) + "> (x, m, a) }",
                              {{"x", doubles({3, 4, 12, parts},
                                             [&] {
                                                 const auto made =
                                                     randomNumbers(3 * 4 * 12 * parts);
                                                 return Numbers(made.begin(), made.end());
                                             }())},
                               {"m", ints({}, {length})},
                               {"a", ints({}, {axis})}});
                EXPECT_FALSE(y.empty());
            }
}

TEST(SideBySide, NoLineHearsOfAnother) {
    std::vector<float> numbers = randomNumbers(9 * 20);
    numbers[3 * 20 + 7] = std::nanf("");
    numbers[5 * 20 + 1] = std::numeric_limits<float>::infinity();
    const auto y = numbersOnCpu("(float[9,20,1] x) => (float[a,b,c] y) <int64 a = {1}> "
                                "{ y = DFT(x, , a) }",
                                {{"x", floats({9, 20, 1}, numbers)}});
    ASSERT_EQ(y.size(), 360U);
    for (std::size_t i = 0; i < y.size(); ++i)
        EXPECT_EQ(std::isfinite(y[i]), i / 40 != 3 && i / 40 != 5) << i;
}

TEST(SideBySide, FramesOfAnyNumberAreTransformed) {
    for (const std::int64_t samples : {20, 23, 47, 90})
        for (const std::int64_t parts : {1, 2})
            for (const char* length : {"20", "13"}) {
                SCOPED_TRACE(samples);
                const auto y = numbersOf(
                    "(float[b,s,p] x, float[w] w, int64 l) => (float[] y) <int64 step = {3}> "
                    "{ y = STFT <onesided = " +
                        std::string(parts == 1 ? "1" : "0") + "> (x, step, w, l) }",
                    {{"x", floats({2, samples, parts}, randomNumbers(2 * samples * parts))},
                     {"w", floats({std::stoll(length)}, randomNumbers(std::stoll(length)))},
                     {"l", ints({}, {std::stoll(length)})}});
                EXPECT_FALSE(y.empty());
            }
}

/// The first output of a graph on so many threads.
Numbers numbersOnThreads(const std::string& graph, const Feeds& feeds, const std::string& threads) {
    auto session = Session::create(
        test::modelFromText("<ir_version: 10, opset_import: [\"\" : 22, \"ai.onnx.ml\" : 3]> g " +
                            graph),
        *makeProviders({{"cpu"}, {}, {{"threads", threads}}}));
    const auto report = session ? (*session)->run(feeds) : std::move(session).error();
    EXPECT_TRUE(report) << report.error().message();
    return report ? *elementsAsDoubles(report->outputs[0].tensor) : Numbers();
}

void expectTheSameOnAnyThreads(const std::string& graph, const Feeds& feeds) {
    const Numbers one = numbersOnThreads(graph, feeds, "1");
    EXPECT_FALSE(one.empty());
    for (const char* threads : {"2", "3", "4"})
        EXPECT_EQ(numbersOnThreads(graph, feeds, threads), one) << threads;
}

TEST(SideBySide, ResultsDoNotDependOnTheThreads) {
    expectTheSameOnAnyThreads("(float[l,n,p] x) => (float[a,b,c] y) <int64 a = {1}> "
                              "{ y = DFT(x, , a) }",
                              {{"x", floats({303, 60, 1}, randomNumbers(303 * 60))}});
}

TEST(SideBySide, ElementsAreMovedAlikeOnAnyThreads) {
    const Tensor x = floats({1, 30, 70, 90}, randomNumbers(30 * 70 * 90));
    for (const char* node :
         {"Gather <axis = 3> (x, g)", "GatherElements <axis = 2> (x, e)",
          "ScatterElements <axis = 2, reduction = \"add\"> (x, e, u)", "CumSum(x, last)",
          "CumSum(x, middle)", "MaxPool <kernel_shape = [3, 3], pads = [1, 1, 1, 1]> (x)",
          "Tile(x, t)", "Pad(x, p)", "Pad <mode = \"reflect\"> (x, p)", "Where(c, x, one)",
          "Resize <mode = \"nearest\"> (x, , r)", "InstanceNormalization(x, s, s)"}) {
        SCOPED_TRACE(node);
        const std::string what = node, second = what.find("MaxPool") == 0 ? ", i" : "";
        std::vector<std::int64_t> places, columns;
        for (std::int64_t i = 0; i < 30 * 20 * 90; ++i)
            places.push_back(i * i % 70);
        for (std::int64_t i = 0; i < 40; ++i)
            columns.push_back(i * 17 % 90);
        expectTheSameOnAnyThreads(
            "(float[1,30,70,90] x, int64[40] g, int64[1,30,20,90] e, float[1,30,20,90] u, "
            "float[30] s) => (float[] y) <int64 last = {3}, int64 middle = {2}, float one = {1}, "
            "int64[4] t = {1,1,2,2}, int64[8] p = {0,0,1,2,0,0,3,4}, float[4] r = {1,1,2,2}> { "
            "c = Greater(x, one) y" +
                second + " = " + what + " }",
            {{"x", x},
             {"g", ints({40}, columns)},
             {"e", ints({1, 30, 20, 90}, places)},
             {"u", floats({1, 30, 20, 90}, randomNumbers(30 * 20 * 90))},
             {"s", floats({30}, randomNumbers(30))}});
    }
    for (const char* largest : {"0", "1"})
        expectTheSameOnAnyThreads(
            "(float[300,400] x) => (float[a,b] y) <int64[1] k = {9}> { y, i = "
            "TopK <largest = " +
                std::string(largest) + "> (x, k) }",
            {{"x", floats({300, 400}, randomNumbers(300 * 400))}});
}

/// Trees of several depths: from each node on, a chain that tests one feature after the other.
std::string chains(int trees, const std::string& prefix, const std::string& mode, bool missing) {
    std::string tree, id, yes, no, feature, value, modes, tracks, leafTree, leaf, target, weight;
    const auto add = [](std::string& list, const std::string& number) {
        list += (list.empty() ? "" : ", ") + number;
    };
    std::mt19937 random(5);
    for (int t = 0; t < trees; ++t) {
        const int depth = t % 4;
        for (int node = 0; node <= 2 * depth; ++node) {
            const bool splits = node < depth; // node i leads to i + 1, or to the leaf depth + 1 + i
            add(tree, std::to_string(t));
            add(id, std::to_string(node));
            const std::string next = std::to_string(node + 1),
                              out = std::to_string(depth + 1 + node);
            add(yes, splits ? (t % 2 ? next : out) : "0");
            add(no, splits ? (t % 2 ? out : next) : "0");
            add(feature, std::to_string(splits ? (t + node) % 5 : 0));
            add(value, std::to_string(static_cast<double>(random() % 9) / 4 - 1));
            add(modes, splits ? "\"" +
                                    (mode.empty() && t % 3 == 0 ? "BRANCH_GT"
                                     : mode.empty()             ? "BRANCH_LEQ"
                                                                : mode) +
                                    "\""
                              : "\"LEAF\"");
            add(tracks, missing && node % 2 == 0 ? "1" : "0");
            if (splits)
                continue;
            add(leafTree, std::to_string(t));
            add(leaf, std::to_string(node));
            add(target, std::to_string((t + node) % 3));
            add(weight, std::to_string(static_cast<double>(random() % 64) / 8 - 4));
        }
    }
    const auto list = [](const std::string& name, const std::string& numbers) {
        return name + " = [" + numbers + "], ";
    };
    return list("nodes_treeids", tree) + list("nodes_nodeids", id) +
           list("nodes_truenodeids", yes) + list("nodes_falsenodeids", no) +
           list("nodes_featureids", feature) + list("nodes_values", value) +
           list("nodes_modes", modes) + list("nodes_missing_value_tracks_true", tracks) +
           list(prefix + "_treeids", leafTree) + list(prefix + "_nodeids", leaf) +
           list(prefix + "_ids", target) + list(prefix + "_weights", weight);
}

Tensor rowsOfFeatures(std::int64_t rows) {
    auto numbers = randomNumbers(rows * 5);
    for (std::size_t i = 3; i < numbers.size(); i += 11)
        numbers[i] = std::nanf("");
    return floats({rows, 5}, numbers);
}

TEST(SideBySide, RowsOfAnyNumberWalkDownTrees) {
    for (const std::int64_t rows : {0, 1, 7, 8, 9, 20, 64, 65, 130})
        for (const int trees : {1, 7, 8, 21})
            for (const char* mode : {"BRANCH_LEQ", "BRANCH_LT", "BRANCH_GT", ""})
                for (const char* aggregate : {"SUM", "AVERAGE", "MIN", "MAX"}) {
                    SCOPED_TRACE(std::to_string(rows) + " rows, " + std::to_string(trees) +
                                 " trees, " + mode + ", " + aggregate);
                    const auto y =
                        numbersOf("(float[r,5] x) => (float[a,b] y) { y = "
                                  "ai.onnx.ml.TreeEnsembleRegressor <" +
                                      chains(trees, "target", mode, trees == 8) +
                                      "n_targets = 3, aggregate_function = \"" + aggregate +
                                      "\", base_values = [0.5, 1.0, -2.0]> (x) }",
                                  {{"x", rowsOfFeatures(rows)}});
                    EXPECT_EQ(y.size(), static_cast<std::size_t>(3 * rows));
                }
}

TEST(SideBySide, ScoresDoNotDependOnTheThreads) {
    const auto numbers = randomNumbers(601 * 5);
    expectTheSameOnAnyThreads("(float[r,5] x) => (float[a,b] y) { y = "
                              "ai.onnx.ml.TreeEnsembleRegressor <" +
                                  chains(50, "target", "BRANCH_LEQ", false) +
                                  "n_targets = 3> (x) }",
                              {{"x", floats({601, 5}, numbers)}});
}

TEST(SideBySide, RowsOfAnyNumberAreClassifiedByTrees) {
    for (const std::int64_t rows : {1, 8, 9, 65})
        for (const char* mode : {"BRANCH_LEQ", "BRANCH_NEQ", ""})
            for (const char* post : {"NONE", "SOFTMAX"}) {
                SCOPED_TRACE(std::to_string(rows) + " rows, " + mode);
                const auto outputs = outputsOf(
                    "(float[r,5] x) => (int64[a] l, float[b,c] z) { l, z = "
                    "ai.onnx.ml.TreeEnsembleClassifier <" +
                        chains(13, "class", mode, true) +
                        "classlabels_int64s = [4, 5, 6], post_transform = \"" + post + "\"> (x) }",
                    {{"x", rowsOfFeatures(rows)}});
                EXPECT_EQ(outputs.size(), 2U);
            }
}

} // namespace
} // namespace partita
