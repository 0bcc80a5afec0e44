// Rare texts, labels and models of ai.onnx.ml, for which the kernels and the reference must give the
// same results.

#include "tests/support/agreement.h"

namespace partita {
namespace {

using namespace agreement;

TEST(RareCases, TheRestOfASplitTextHasNoWhiteSpaceAtItsEnd) {
    const auto outputs = outputsOf("(string[2] x) => (string[a,b] y, int64[2] n) { y, n = "
                                   "StringSplit <maxsplit = 1> (x) }",
                                   {{"x", ModelData(texts({" a  b c ", " "}))}});
    ASSERT_EQ(outputs.size(), 2U);
    EXPECT_EQ(outputs[0].tensor.strings, (std::vector<std::string>{"a", "b c", "", ""}));
}

TEST(RareCases, LettersBeyondAsciiChangeTheirCase) {
    const auto changed = [](const std::string& action) {
        const auto outputs = outputsOf("(string[4] x) => (string[a] y) { y = StringNormalizer "
                                       "<case_change_action = \"" +
                                           action + "\", stopwords = [\"\u00C4\"]> (x) }",
                                       {{"x", ModelData(texts({"\u00C9a", "\u00E4", "\u03A9\u0416",
                                                               "\xFF"
                                                               "B"}))}});
        return outputs.empty() ? std::vector<std::string>() : outputs[0].tensor.strings;
    };
    EXPECT_EQ(changed("LOWER"), (std::vector<std::string>{"\u00E9a", "\u03C9\u0436",
                                                          "\xFF"
                                                          "b"}));
    EXPECT_EQ(changed("UPPER"), (std::vector<std::string>{"\u00C9A", "\u03A9\u0416",
                                                          "\xFF"
                                                          "B"}));
}

TEST(RareCases, TreesCompareAndAddUpDoubles) {
    const double limit = 0.1, above = 0.1 + 1e-12; // equal as float32
    const std::string nodes = "nodes_treeids = [0,0,0,1], nodes_nodeids = [0,1,2,0], "
                              "nodes_featureids = [0,0,0,0], nodes_truenodeids = [1,0,0,0], "
                              "nodes_falsenodeids = [2,0,0,0], nodes_modes = [\"BRANCH_LEQ\", "
                              "\"LEAF\", \"LEAF\", \"LEAF\"], "
                              "nodes_values_as_tensor = double[4] {0.1, 0, 0, 0}, ";
    const Feeds feeds{{"x", doubles({2, 1}, {limit, above})}};
    EXPECT_EQ(numbersOf("(double[2,1] x) => (float[2,1] y) { y = ai.onnx.ml.TreeEnsembleRegressor <"
                        "n_targets = 1, " +
                            nodes +
                            "target_treeids = [0,0,1], target_nodeids = [1,2,0], target_ids = "
                            "[0,0,0], target_weights_as_tensor = double[3] {16777217, 1, "
                            "-16777216}> (x) }",
                        feeds),
              (Numbers{1, -16777215}));
    const auto classes = outputsOf(
        "(double[2,1] x) => (int64[2] l, float[2,3] y) { l, y = ai.onnx.ml.TreeEnsembleClassifier "
        "<classlabels_int64s = [7,8,9], " +
            nodes +
            "class_treeids = [0,0,1], class_nodeids = [1,2,0], class_ids = [0,1,2], "
            "class_weights_as_tensor = double[3] {1.0000000001, 2, 1}> (x) }",
        feeds);
    ASSERT_EQ(classes.size(), 2U);
    EXPECT_EQ(*elementsAsInts(classes[0].tensor), (std::vector<std::int64_t>{7, 8}));
    // With float inputs the sum is float32, which is not above 0.5 here.
    const auto tie =
        runOn("cpu",
              "(float[1,1] x) => (int64[1] l, float[1,2] y) { l, y = "
              "ai.onnx.ml.TreeEnsembleClassifier <classlabels_int64s = [7,8], "
              "nodes_treeids = [0,1], nodes_nodeids = [0,0], nodes_featureids = [0,0], "
              "nodes_truenodeids = [0,0], nodes_falsenodeids = [0,0], nodes_modes = "
              "[\"LEAF\", \"LEAF\"], nodes_values = [0.0, 0.0], class_treeids = [0,1], "
              "class_nodeids = [0,0], class_ids = [1,1], class_weights = [0.1, 0.4]> "
              "(x) }",
              {{"x", floats({1, 1}, {0})}}, 22);
    ASSERT_TRUE(tie) << tie.error().message();
    EXPECT_EQ(*elementsAsInts(tie->outputs[0].tensor), (std::vector<std::int64_t>{7}));
    const auto newest = outputsOf(
        "(double[1,1] x) => (double[1,1] y) { y = ai.onnx.ml.TreeEnsemble <n_targets = 1, "
        "post_transform = 4, aggregate_function = 1, tree_roots = [0], nodes_featureids = [0], "
        "nodes_modes = uint8[1] {0}, nodes_splits = double[1] {0.1}, nodes_truenodeids = [0], "
        "nodes_trueleafs = [1], nodes_falsenodeids = [1], nodes_falseleafs = [1], "
        "leaf_targetids = [0,0], leaf_weights = double[2] {0.25, 0.500001}> (x) }",
        {{"x", doubles({1, 1}, {above})}});
    ASSERT_EQ(newest.size(), 1U);
    EXPECT_NEAR(elementsAsDoubles(newest[0].tensor)->at(0), 2.5066e-6, 1e-8);
}

TEST(RareCases, TheLastOfARepeatedKeyCounts) {
    EXPECT_EQ(numbersOf("(int64[3] x) => (int64[3] y) { y = ai.onnx.ml.LabelEncoder <keys_int64s = "
                        "[1, 2, 1], values_int64s = [5, 6, 7]> (x) }",
                        {{"x", ints({3}, {1, 2, 3})}}),
              (Numbers{7, 6, -1}));
}

TEST(RareCases, LabelsMayBeShortIntegers) {
    EXPECT_EQ(numbersOf("(int64[3] x) => (int32[3] y) { a = Cast <to = 6> (x) y = "
                        "ai.onnx.ml.LabelEncoder <keys_tensor = int32[2] {1, 2}, values_tensor = "
                        "int32[2] {5, -6}, default_tensor = int32[1] {9}> (a) }",
                        {{"x", ints({3}, {1, 2, 3})}}),
              (Numbers{5, -6, 9}));
}

TEST(RareCases, ALinearMachineMayHaveOneClass) {
    for (const std::string post : {"NONE", "LOGISTIC", "SOFTMAX", "SOFTMAX_ZERO"}) {
        const auto made = outputsOf(
            "(float[2,2] x) => (int64[a] l, float[b,c] s) { l, s = ai.onnx.ml.SVMClassifier "
            "<classlabels_ints = [7], coefficients = [1.0, 2.0], rho = [0.5], kernel_params = "
            "[0.0, 0.0, 0.0], post_transform = \"" +
                post + "\"> (x) }",
            {{"x", floats({2, 2}, {1, 2, -3, -4})}});
        ASSERT_EQ(made.size(), 2U);
        EXPECT_EQ(*elementsAsDoubles(made[0].tensor), (Numbers{7, 7}));
    }
}

} // namespace
} // namespace partita
