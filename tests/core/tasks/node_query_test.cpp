#include "core/tasks/node_query.h"

#include <gtest/gtest.h>

#include "core/onnx/infer_shapes.h"
#include "tests/support/models.h"

namespace partita {
namespace {

using Names = std::vector<std::string>;

class Query : public testing::Test {
protected:
    Query()
        : model(*inferShapes(test::modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
            g (float[1,64,32,32] image, bool[2] flags) => (float[1,8,32,32] y, bool[2] z)
            <float[8,64,1,1] weight = {}> {
              ["/block/first"] a = Relu(image)
              ["/block/conv.1"] b = Conv<group = 1>(a, weight)
              ["/block/conv.10"] y = Sigmoid(b)
              [either] o = Or(flags, flags)
              ["Model:0"] z = And(o, flags) })"))) {
        placed.providers = {"npu", "cpu"};
        placed.providerNames = {{"NPU", "test"}, {"CPU", ""}};
        placed.partitionOf.assign(model.nodes().keyEnd(), Partitioning::kNone);
        for (const std::uint32_t provider : {0U, 1U}) {
            Partition part;
            part.index = provider + 1;
            part.provider = provider;
            placed.partitions.push_back(part);
        }
        put("/block/first", 1);
        put("/block/conv.1", 1);
        put("/block/conv.10", 2);
        put("either", 2);
    }
    void put(const char* name, std::uint32_t partition) {
        placed.partitionOf[test::nodeNamed(model, name).value] = partition;
    }
    Names hits(const std::string& text) {
        const auto query = NodeQuery::parse(text);
        EXPECT_TRUE(query) << text << ": " << query.error().message();
        Names names;
        if (query)
            model.nodes().forEach([&](NodeId, const auto& node) {
                if (query->matches(model, placed, *node))
                    names.push_back(node->name);
            });
        return names;
    }
    static std::string refusal(const std::string& text) {
        const auto query = NodeQuery::parse(text);
        return query ? std::string() : query.error().message();
    }
    Model model;
    Partitioning placed;
};

TEST_F(Query, AWordIsSearchedInNamesOperatorsAndTensors) {
    EXPECT_EQ(hits("relu"), Names{"/block/first"});
    EXPECT_EQ(hits("image"), Names{"/block/first"});
    EXPECT_EQ(hits("BLOCK"), (Names{"/block/first", "/block/conv.1", "/block/conv.10"}));
    EXPECT_EQ(hits("/block/conv.1"), (Names{"/block/conv.1", "/block/conv.10"}));
    EXPECT_EQ(hits("nowhere"), Names{});
}

TEST_F(Query, AnOperatorIsMeantWholeUnlessAWildcardSaysOtherwise) {
    const Model others = test::modelFromText(
        R"(<ir_version: 9, opset_import: ["" : 18, "com.microsoft" : 1]>
        g (bool[4] x, int64[1] s) => (bool[4] y, bool[4] z) {
          [wide] a = Expand(x, s) [both] y = And(a, x) [own] z = com.microsoft.And(a, x) })");
    const auto found = [&](const char* text) {
        Names names;
        const auto query = NodeQuery::parse(text);
        others.nodes().forEach([&](NodeId, const auto& node) {
            if (query && query->matches(others, {}, *node))
                names.push_back(node->name);
        });
        return names;
    };
    EXPECT_EQ(found("op:and"), (Names{"both", "own"}));
    EXPECT_EQ(found("op:*and"), (Names{"wide", "both", "own"}));
    EXPECT_EQ(found("op:exp*"), Names{"wide"});
    EXPECT_EQ(found("op:?nd"), (Names{"both", "own"}));
    EXPECT_EQ(found("op:\"?nd\""), Names{});
    EXPECT_EQ(found("op:/and/"), (Names{"wide", "both", "own"}));
    EXPECT_EQ(found("op:com.microsoft.and"), Names{"own"});
    EXPECT_EQ(found("and"), (Names{"wide", "both", "own"})) << "without a field, a part is enough";
}

TEST_F(Query, AFieldLimitsTheSearch) {
    EXPECT_EQ(hits("op:conv"), Names{"/block/conv.1"});
    EXPECT_EQ(hits("name:conv"), (Names{"/block/conv.1", "/block/conv.10"}));
    EXPECT_EQ(hits("tensor:flags"), (Names{"either", "Model:0"}));
    EXPECT_EQ(hits("attr:group=1"), Names{"/block/conv.1"});
    EXPECT_EQ(hits("dtype:bool"), (Names{"either", "Model:0"}));
    EXPECT_EQ(hits("shape:1×8×32"), (Names{"/block/conv.1", "/block/conv.10"}));
    EXPECT_EQ(hits("part:N1"), (Names{"/block/first", "/block/conv.1"}));
}

TEST_F(Query, NobodyIsTheProviderNoneAndNoPartOfIt) {
    EXPECT_EQ(hits("ep:n"), (Names{"/block/first", "/block/conv.1"}));
    EXPECT_EQ(hits("ep:none"), Names{"Model:0"});
    EXPECT_EQ(hits("ep:cpu op:or"), Names{"either"});
}

TEST_F(Query, AndBindsTighterThanOrAndBracketsTighterThanBoth) {
    EXPECT_EQ(hits("op:Relu or op:Or"), (Names{"/block/first", "either"}));
    EXPECT_EQ(hits("op:Relu or ep:cpu and op:Or"), (Names{"/block/first", "either"}));
    EXPECT_EQ(hits("(op:Relu or ep:cpu) and op:Or"), Names{"either"});
    EXPECT_EQ(hits("block not op:Conv"), (Names{"/block/first", "/block/conv.10"}));
    EXPECT_EQ(hits("block and not (op:Conv or op:Relu)"), Names{"/block/conv.10"});
}

TEST_F(Query, OperatorsOfThoseNamesAreStillFound) {
    EXPECT_EQ(hits("Or"), Names{"either"});
    EXPECT_EQ(hits("op:And"), Names{"Model:0"});
    EXPECT_EQ(hits("and"), Names{"Model:0"});
    EXPECT_EQ(hits("op:or"), Names{"either"});
}

TEST_F(Query, NamesMayHaveColonsSpacesAndBrackets) {
    EXPECT_EQ(hits("Model:0"), Names{"Model:0"});
    EXPECT_EQ(hits("name:Model:0"), Names{"Model:0"});
    EXPECT_EQ(hits("\"op:Conv\""), Names{});
    EXPECT_EQ(hits("\"either\" or name:\"block/first\""), (Names{"/block/first", "either"}));
    EXPECT_EQ(hits("f(x)"), Names{});
}

TEST_F(Query, RangesCompareNumbersWithUnits) {
    EXPECT_EQ(hits("bytes:>100KB"), Names{"/block/first"}); // 262,144 bytes
    EXPECT_EQ(hits("bytes:256KiB"), Names{"/block/first"});
    EXPECT_EQ(hits("bytes:256KB"), Names{"/block/first"}) << "as sizes are printed";
    EXPECT_EQ(hits("bytes:<=2"), (Names{"either", "Model:0"}));
    EXPECT_EQ(hits("bytes:2..32KiB"),
              (Names{"/block/conv.1", "/block/conv.10", "either", "Model:0"}));
    EXPECT_EQ(hits("bytes:<2"), Names{});
    EXPECT_EQ(hits("weights:>=2KiB"), Names{"/block/conv.1"});
    EXPECT_EQ(hits("inputs:2"), (Names{"/block/conv.1", "either", "Model:0"}));
    EXPECT_EQ(hits("flops:>1M"), Names{"/block/conv.1"});
    EXPECT_EQ(hits("readers:0 outputs:1"), (Names{"/block/conv.10", "Model:0"}));
}

TEST_F(Query, RegularExpressionsStandBetweenSlashes) {
    EXPECT_EQ(hits("name:/conv\\.\\d$/"), Names{"/block/conv.1"});
    EXPECT_EQ(hits("/^either$/"), Names{"either"});
    EXPECT_EQ(hits("op:/^(relu|or)$/ or Model:0"), (Names{"/block/first", "either", "Model:0"}));
    EXPECT_EQ(hits("conv.1"), (Names{"/block/conv.1", "/block/conv.10"})); // no expression
    EXPECT_EQ(hits("c.nv"), Names{});
}

TEST_F(Query, AnExpressionThatWouldTakeForeverElsewhereTakesNoTime) {
    EXPECT_EQ(hits("/(a+)+(a+)+(a+)+$$x/"), Names{});
}

TEST_F(Query, MistakesAreNamed) {
    EXPECT_NE(refusal("/(/").find("regular expression"), std::string::npos);
    EXPECT_NE(refusal("/a\\1/").find("regular expression"), std::string::npos);
    EXPECT_NE(refusal("bytes:big").find("no range"), std::string::npos);
    EXPECT_NE(refusal("bytes:1XB").find("no range"), std::string::npos);
    EXPECT_NE(refusal("flops:>1MB").find("no range"), std::string::npos);
    EXPECT_NE(refusal("bytes:>").find("no range"), std::string::npos);
    EXPECT_NE(refusal("bytes:1..").find("no range"), std::string::npos);
    EXPECT_NE(refusal("(a").find("no closing one"), std::string::npos);
    EXPECT_NE(refusal("a )").find("no opening one"), std::string::npos);
    EXPECT_NE(refusal("()").find("nothing between"), std::string::npos);
    EXPECT_NE(refusal(std::string(1000, '(')).find("nested too deeply"), std::string::npos);
    EXPECT_NE(refusal(std::string(20'000, 'a')).find("longer than"), std::string::npos);
}

TEST_F(Query, NothingIsFoundByNothing) {
    EXPECT_EQ(hits(""), Names{});
    EXPECT_EQ(hits("   "), Names{});
    EXPECT_TRUE(NodeQuery::parse(" ")->empty());
}

TEST_F(Query, CaseMattersWhereItIsAskedFor) {
    const auto found = [&](const char* text, NodeQuery::Options options) {
        const auto query = NodeQuery::parse(text, options);
        std::size_t count = 0;
        model.nodes().forEach([&](NodeId, const auto& node) {
            count += query && query->matches(model, placed, *node);
        });
        return count;
    };
    EXPECT_EQ(found("op:relu", {}), 1U);
    EXPECT_EQ(found("op:relu", {true, false}), 0U);
    EXPECT_EQ(found("op:Relu", {true, false}), 1U);
    // As regular expressions, words keep their brackets; words in quotes are words.
    EXPECT_EQ(found("op:^(Relu|Conv)$ or op:^S", {false, true}), 3U);
    EXPECT_EQ(found("op:^(Relu|Conv)$", {}), 0U);
    EXPECT_EQ(found("name:conv.1$", {false, true}), 1U);
    EXPECT_EQ(found("\"conv.1$\"", {false, true}), 0U);
    EXPECT_FALSE(NodeQuery::parse("conv(", {false, true}));
}

} // namespace
} // namespace partita
