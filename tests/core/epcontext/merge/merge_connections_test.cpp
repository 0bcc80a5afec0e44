// Connections and prefixes that are suggested for the models of a merge.

#include "core/epcontext/merge/merge_connections.h"

#include <gtest/gtest.h>

#include "tests/support/models.h"

namespace partita {
namespace {

using Connections = std::vector<std::pair<std::string, std::string>>;

MergeInput source(const std::string& path, const std::string& graph) {
    return {path, test::modelFromText("<ir_version: 9, opset_import: [\"\" : 18]> g " + graph), {}};
}

/// Two outputs `p`, `q`; a reader of `q` and of another `p`; a last one that reads `z`.
std::vector<MergeInput> chain() {
    return {source("a_ctx.onnx",
                   "(float[4] x) => (float[4] p, float[2,2] q) { p = Abs(x) c = Constant<value_ints"
                   " = [2, 2]>() q = Reshape(x, c) }"),
            source("b_ctx.onnx", "(float[2,2] q, float[8] p) => (float[4] z, float[8] r) { c = "
                                 "Constant<value_ints = [4]>() z = Reshape(q, c) r = Abs(p) }"),
            source("c_ctx.onnx", "(float[4] z) => (float[4] w) { w = Abs(z) }")};
}

TEST(MergeConnections, OutputsAreConnectedToInputsOfTheirNameInModelsBehindThem) {
    MergeOptions options;
    connectByName(chain(), options);
    // `p` has another type in the second model.
    EXPECT_EQ(options.connections, (Connections{{"2.q", "1.q"}, {"3.z", "2.z"}}));
}

TEST(MergeConnections, OutputsAreConnectedToTheNextModelInTheirOrderWhateverTheirNames) {
    std::vector<MergeInput> inputs = chain();
    inputs.push_back(
        source("d_ctx.onnx", "(float[4] m, float[4] n) => (float[4] o) { o = Add(m, n) }"));
    MergeOptions options;
    connectInOrder(inputs, options);
    // The first output of the first model is no 2 × 2, and the last model has an input too many.
    EXPECT_EQ(options.connections, (Connections{{"3.z", "2.z"}, {"4.m", "3.w"}}));
}

TEST(MergeConnections, AnInputThatIsConnectedStays) {
    MergeOptions options;
    options.connections = {{"3.z", "1.p"}};
    connectByName(chain(), options);
    EXPECT_EQ(options.connections, (Connections{{"3.z", "1.p"}, {"2.q", "1.q"}}));
    connectInOrder(chain(), options);
    EXPECT_EQ(options.connections.size(), 2U);
}

TEST(MergeConnections, AModelThatCannotBeReadIsLeftOut) {
    std::vector<MergeInput> inputs = chain();
    inputs[1] = {"b_ctx.onnx", {}, {}};
    inputs[1].unreadable = Error{Errc::invalidModel, {}, {}, {}};
    MergeOptions options;
    connectByName(inputs, options);
    connectInOrder(inputs, options);
    EXPECT_EQ(options.connections, Connections());
}

std::vector<std::string> prefixesOf(const std::vector<MergeInput>& inputs) {
    std::vector<std::string> prefixes;
    for (const MergeInput& input : inputs)
        prefixes.push_back(input.prefix);
    return prefixes;
}

using Prefixes = std::vector<std::string>;

TEST(MergePrefixes, AModelOfTheSameNameChangesWhatWasSuggestedForTheFirst) {
    std::vector<MergeInput> inputs = {{"one/m_ctx.onnx", {}, {}}};
    suggestPrefixes(inputs, 0, {});
    EXPECT_EQ(prefixesOf(inputs), Prefixes{"m_"});
    inputs.push_back({"two/m_ctx.onnx", {}, {}});
    suggestPrefixes(inputs, 1, {});
    EXPECT_EQ(prefixesOf(inputs), (Prefixes{"one_m_", "two_m_"}));
}

TEST(MergePrefixes, APrefixOfTheUserAndOneThatAWishNamesStay) {
    std::vector<MergeInput> inputs = {{"one/m_ctx.onnx", {}, "mine_"}, {"two/m_ctx.onnx", {}, {}}};
    suggestPrefixes(inputs, 1, {});
    EXPECT_EQ(prefixesOf(inputs), (Prefixes{"mine_", "two_m_"}));

    inputs = {{"one/m_ctx.onnx", {}, "m_"}, {"two/m_ctx.onnx", {}, {}}};
    MergeOptions options;
    options.outputOrder = {"m_y"};
    suggestPrefixes(inputs, 1, options);
    EXPECT_EQ(prefixesOf(inputs), (Prefixes{"m_", "two_m_"}));
}

TEST(MergePrefixes, APrefixThatAnotherModelHasGetsANumber) {
    std::vector<MergeInput> inputs = {{"a_ctx.onnx", {}, "b_"}, {"b_ctx.onnx", {}, {}}};
    suggestPrefixes(inputs, 1, {});
    EXPECT_EQ(prefixesOf(inputs), (Prefixes{"b_", "b2_"}));
}

} // namespace
} // namespace partita
