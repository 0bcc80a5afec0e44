// What may be changed of an EPContext node, by the source of its binary.

#include "core/edits/context_rules.h"

#include "core/edits/edit_script.h"
#include "core/edits/edit_tools.h"
#include "core/edits/model_problems.h"
#include "core/ir/ep_context.h"
#include "tests/core/edits/edit_checks.h"

namespace partita {
namespace {

using namespace test;
using testing::StartsWith;

const std::string kQnn = "QNNExecutionProvider", kOpenVino = "OpenVINOExecutionProvider",
                  kOwn(kPartitaSource), kFoo = "FooExecutionProvider";
const std::string kSources[] = {kQnn, kOpenVino, kOwn, kFoo};
const std::string kHeader = R"(<ir_version: 9, opset_import: ["" : 18, "com.microsoft" : 1]>
)";

std::string context(const std::string& source, int isMain, const std::string& partition) {
    return "com.microsoft.EPContext<main_context = " + std::to_string(isMain) +
           ", embed_mode = 0, ep_cache_context = \"" + (isMain ? partition : "") +
           ".bin\", source = \"" + source + "\", partition_name = \"" + partition + "\">";
}

/// Two nodes that share the binary of the first one.
Model compiled(const std::string& source) {
    return modelFromText(kHeader + R"(m (float[1,4] x) => (float[1,4] y, float[1,4] z)
        <float[1,4] h, float[1,4] a, float[1,4] b> {
      [pre] h = Relu(x)
      [one] a, b = )" + context(source, 1, "p1") +
                         R"((h, x)
      [two] y = )" + context(source, 0, "p2") +
                         R"((a)
      [post] z = Neg(b)
    })");
}

/// Whether an edit of such a model is made, by source: "QNN OpenVINO PartitaNpu Foo", those that make
/// it. The others give a reason.
template <class Make> std::string madeBy(Make&& make) {
    std::string made;
    for (const std::string& source : kSources) {
        const Model model = compiled(source);
        if (refusal(model, make(model)) == "made")
            made += (made.empty() ? "" : " ") + std::string(shortSource(source));
    }
    return made;
}

std::string settingBy(AttributePtr attribute) {
    return madeBy([&](const Model& model) -> Edit {
        return SetAttribute{{nodeNamed(model, "one")}, attribute};
    });
}

std::string whySet(const std::string& source, AttributePtr attribute) {
    const Model model = compiled(source);
    return refusal(model, SetAttribute{{nodeNamed(model, "one")}, std::move(attribute)});
}

TEST(ContextRules, AttributesThatBelongToTheBinaryStay) {
    EXPECT_EQ(settingBy(Attribute::string("source", "Bar")), "");
    EXPECT_EQ(settingBy(Attribute::string("ep_cache_context", "other.bin")), "");
    EXPECT_EQ(settingBy(Attribute::make("embed_mode", std::int64_t{1})), "");
    EXPECT_EQ(settingBy(Attribute::make("main_context", std::int64_t{0})), "");
    EXPECT_EQ(settingBy(Attribute::string("ep_sdk_version", "9")), "");
    EXPECT_EQ(settingBy(Attribute::make("max_size", std::int64_t{5})), "");
    EXPECT_EQ(settingBy(Attribute::string("partition_name", "p9")), "QNN");
    EXPECT_EQ(settingBy(Attribute::string("notes", "seen")), "QNN OpenVINO PartitaNpu");
    EXPECT_EQ(madeBy([](const Model& model) -> Edit {
                  return ResetAttribute{{nodeNamed(model, "one")}, "ep_cache_context"};
              }),
              "");
}

TEST(ContextRules, ARefusalNamesTheRuleAndItsReason) {
    EXPECT_EQ(whySet(kQnn, Attribute::string("source", "Bar")),
              "source stays: only QNN loads what it compiled (node 'one'): compile the model again "
              "with what it should be");
    EXPECT_EQ(
        whySet(kOwn, Attribute::make("embed_mode", std::int64_t{1})),
        "embed_mode stays: it says where the binary is (node 'one'): move the binary in or out "
        "together with the attributes (see `repack`)");
    EXPECT_THAT(whySet(kOpenVino, Attribute::string("partition_name", "p9")),
                StartsWith("partition_name stays: it is the key into the binary"));
    EXPECT_THAT(whySet(kFoo, Attribute::string("notes", "seen")),
                StartsWith("notes stays: nobody knows what Foo does with it"));
}

TEST(ContextRules, AMissingSourceMayBeNamed) {
    EXPECT_EQ(whySet("", Attribute::string("source", kQnn)), "made");
}

TEST(ContextRules, TheNameIsAKeyForQnnAndPerhapsForUnknownSources) {
    const auto rename = [](const Model& model) -> Edit {
        return RenameNode{nodeNamed(model, "one"), "uno"};
    };
    EXPECT_EQ(madeBy(rename), "OpenVINO PartitaNpu");
    const Model model = compiled(kQnn);
    EXPECT_THAT(refusal(model, rename(model)),
                StartsWith("its name stays: QNN finds the graph in the binary by it"));
}

TEST(ContextRules, TensorsThatABinaryKnowsByNameKeepIt) {
    for (const char* tensor : {"h", "x", "a", "y"})
        EXPECT_EQ(madeBy([&](const Model& model) -> Edit {
                      return RenameTensor{valueNamed(model, tensor), "other"};
                  }),
                  "QNN PartitaNpu");
    EXPECT_EQ(madeBy([](const Model& model) -> Edit {
                  return RenameTensor{valueNamed(model, "z"), "other"};
              }),
              "QNN OpenVINO PartitaNpu Foo");
    const Model model = compiled(kOpenVino);
    EXPECT_THAT(refusal(model, RenameTensor{valueNamed(model, "x"), "zzz"}),
                StartsWith("'x' keeps its name: OpenVINO's blob knows it by this name"));
}

TEST(ContextRules, InputsStayAsManyAndInTheirOrder) {
    EXPECT_EQ(madeBy([](const Model& model) -> Edit {
                  return Connect{valueNamed(model, "x"), input(model, "one", 2)};
              }),
              "");
    EXPECT_EQ(madeBy([](const Model& model) -> Edit { return Disconnect{input(model, "one", 1)}; }),
              "");
    EXPECT_EQ(
        madeBy([](const Model& model) -> Edit { return DeleteNodes{{nodeNamed(model, "pre")}}; }),
        "");
    const auto connect = [](const Model& model) -> Edit {
        return Connect{valueNamed(model, "x"), input(model, "two", 0)};
    };
    EXPECT_EQ(madeBy(connect), "QNN PartitaNpu");
    const Model model = compiled(kQnn);
    EXPECT_THAT(refusal(model, Disconnect{input(model, "one", 1)}),
                StartsWith("its inputs stay as many as they are: its binary reads 2"));
}

TEST(ContextRules, QnnMixesUpTensorsThatExchangeTheirNames) {
    const auto twice = [](const Model& model) -> Edit {
        return Connect{valueNamed(model, "x"), input(model, "one", 0)};
    };
    EXPECT_EQ(madeBy(twice), "PartitaNpu");
    const Model model = compiled(kQnn);
    EXPECT_THAT(refusal(model, twice(model)),
                StartsWith("'h' may not be 'x', as another one is called: QNN would mix them up"));
    // Also where each step leaves them apart.
    const auto script = parseEditScript(R"({"version": 1, "edits": [
        {"op": "rename_tensor", "tensor": "h", "name": "t"},
        {"op": "rename_tensor", "tensor": "x", "name": "h"}]})",
                                        "s", {});
    ASSERT_TRUE(script);
    const PlayedScript played = playScript(model, *script, true);
    EXPECT_TRUE(played.steps[0].done);
    EXPECT_FALSE(played.steps[1].done);
    EXPECT_THAT(played.steps[1].text.text(), StartsWith("'x' may not be 'h'"));
    EXPECT_TRUE(playScript(compiled(kOwn), *script, false).complete);
}

TEST(ContextRules, TheTypesAreThoseOfTheBinary) {
    const auto batch = [](const Model&) -> Edit { return SetBatch{{4, {}, {}}}; };
    EXPECT_EQ(madeBy(batch), "");
    const Model model = compiled(kOwn);
    EXPECT_THAT(refusal(model, batch(model)),
                testing::HasSubstr(" stays 1×4 fp32, for which its binary was compiled"));
    EXPECT_EQ(madeBy([](const Model& before) -> Edit {
                  return SetValueType{valueNamed(before, "y"),
                                      Type::tensor(DataType::float32, Shape{{2, {}, {}}})};
              }),
              "");
}

TEST(ContextRules, ATypeThatFollowsFromAnEditInFrontMustBeThatOfTheBinary) {
    const Model model = modelFromText(
        kHeader +
        "m (float[1,4] x) => (float[1,4] y) <float[1,4] h> { [pre] h = Relu(x) [one] y = " +
        context(kQnn, 1, "p1") + "(h) }");
    const auto sizes = [&](std::int64_t first) {
        return refusal(model, SetValueType{valueNamed(model, "x"),
                                           Type::tensor(DataType::float32,
                                                        Shape{{first, {}, {}}, {4, {}, {}}})});
    };
    EXPECT_THAT(sizes(2), StartsWith("'h' stays 1×4 fp32, for which its binary was compiled"));
}

TEST(ContextRules, EditsForgetNoTypesOfItsOutputs) {
    const Model two = compiled(kOwn);
    const Edit notes = SetAttribute{{nodeNamed(two, "one")}, Attribute::string("notes", "seen")};
    EXPECT_EQ(typeText(edited(two, notes), "b"), "1×4 fp32");
}

TEST(ContextRules, EditsInFrontForgetThemNeither) {
    const Model model = modelFromText(kHeader + R"(m (float[2,2] x, float[1,4] w) => (float[1,4] y)
        <int64[2] s = {1, 4}, float[1,4] a> {
      [pre] h = Reshape(x, s)
      [one] a = )" + context(kOwn, 1, "p1") +
                                      R"((h)
      [post] y = Neg(a)
    })");
    const Model flat = edited(
        model, SetValueType{valueNamed(model, "x"),
                            Type::tensor(DataType::float32, Shape{{4, {}, {}}, {1, {}, {}}})});
    EXPECT_EQ(typeText(flat, "a"), "1×4 fp32");
    const Model other = edited(model, Connect{valueNamed(model, "w"), input(model, "one", 0)});
    EXPECT_EQ(typeText(other, "a"), "1×4 fp32");
}

TEST(ContextRules, ItStaysAnEpContextNodeAndNoneIsMadeByHand) {
    const auto replace = [](const Model& model) -> Edit {
        return ReplaceOperator{nodeNamed(model, "two"), "", "Relu", ""};
    };
    EXPECT_EQ(madeBy(replace), "");
    const Model model = compiled(kQnn);
    EXPECT_THAT(refusal(model, replace(model)),
                StartsWith("it stays an EPContext node: what it computes is only in its binary"));
    const InsertNode insert{model.mainGraph(),
                            {"com.microsoft", "EPContext", "", "", {}, 1},
                            {valueNamed(model, "z")},
                            {}};
    EXPECT_THAT(refusal(model, insert),
                StartsWith("an EPContext node is made only together with its binary"));
}

TEST(ContextRules, OnlyPartitasOwnNpuRunsAGraphForSeveralNodes) {
    const auto copy = [](const Model& model) -> Edit {
        return PasteNodes{
            std::make_shared<const Model>(model), {nodeNamed(model, "two")}, model.mainGraph()};
    };
    EXPECT_EQ(madeBy(copy), "PartitaNpu");
    const Model model = compiled(kQnn);
    EXPECT_THAT(refusal(model, copy(model)),
                StartsWith("a copy has another name, by which QNN finds no graph in the binary"));
    const Model plain = modelFromText(kHeader + R"(m (float[1,4] x) => (float[1,4] y) {
      [neg] y = Neg(x) })");
    const PasteNodes foreign{std::make_shared<const Model>(compiled(kOwn)),
                             {nodeNamed(model, "two")},
                             plain.mainGraph()};
    EXPECT_THAT(refusal(plain, foreign),
                StartsWith("an EPContext node is made only together with its binary"));
    EXPECT_TRUE(modelOfNodes(foreign)); // the clipboard takes it
}

TEST(ContextRules, ABinaryThatAnotherNodeNeedsStays) {
    for (const std::string& source : kSources) {
        const Model model = compiled(source);
        const NodeId one = nodeNamed(model, "one"), two = nodeNamed(model, "two");
        EXPECT_THAT(refusal(model, DeleteNodes{{one}}),
                    StartsWith("'two' needs it: that one has main_context 0, and its graph is in "
                               "this one's binary (node 'one')"));
        EXPECT_EQ(refusal(model, DeleteNodes{{two}}), "made");
        EXPECT_EQ(refusal(model, DeleteNodes{{one, two}}), "made");
    }
}

TEST(ContextRules, OnlyABinaryOfTheSameSourceCanStandIn) {
    const Model model = modelFromText(
        kHeader + "m (float[1,4] x) => (float[1,4] a, float[1,4] b, float[1,4] c) { [npu] a = " +
        context(kOwn, 1, "p1") + "(x) [other] b = " + context(kQnn, 1, "p2") +
        "(x) [reads] c = " + context(kOwn, 0, "p3") + "(x) }");
    EXPECT_THAT(refusal(model, DeleteNodes{{nodeNamed(model, "npu")}}),
                StartsWith("'reads' needs it"));
    EXPECT_EQ(refusal(model, DeleteNodes{{nodeNamed(model, "other")}}), "made");
}

TEST(ContextRules, ACopyStaysOutsideOfFunctions) {
    const Model model =
        modelFromText(R"(<ir_version: 9, opset_import: ["" : 18, "com.microsoft" : 1, "loc" : 1]>
m (float[1,4] x) => (float[1,4] y, float[1,4] z) { [one] y = )" +
                      context(kOwn, 1, "p1") +
                      R"((x) [call] z = loc.F(x) }
<domain: "loc", opset_import: ["" : 18, "com.microsoft" : 1]> F (p) => (q) { [inner] q = Neg(p) })");
    const auto paste = [&](GraphId into) {
        return refusal(
            model,
            PasteNodes{std::make_shared<const Model>(model), {nodeNamed(model, "one")}, into});
    };
    EXPECT_EQ(paste(model.mainGraph()), "made");
    EXPECT_THAT(paste(model.node(nodeNamed(model, "inner"))->graph),
                StartsWith("an EPContext node stays outside of functions"));
}

TEST(ContextRules, AnOutputIsNotForgottenToBeOfAType) {
    EXPECT_EQ(madeBy([](const Model& model) -> Edit {
                  return SetValueType{
                      valueNamed(model, "y"),
                      Type::tensor(DataType::float32, Shape{{1, {}, {}}, {{}, "n", {}}})};
              }),
              "");
}

TEST(ContextRules, ABypassIsADeletionThatChangesWhatIsReturned) {
    // The tensor that is returned instead takes the name of the output.
    EXPECT_EQ(
        madeBy([](const Model& model) -> Edit { return BypassNodes{{nodeNamed(model, "two")}}; }),
        "QNN PartitaNpu");
    EXPECT_EQ(
        madeBy([](const Model& model) -> Edit { return BypassNodes{{nodeNamed(model, "one")}}; }),
        "");
}

/// Two nodes with a binary each, and one that shares one of these.
Model withTwoBinaries(const std::string& source) {
    return modelFromText(kHeader +
                         "m (float[1,4] x) => (float[1,4] b, float[1,4] c) <float[1,4] a> {"
                         "[one] a = " +
                         context(source, 1, "p1") + "(x) [two] b = " + context(source, 1, "p2") +
                         "(x) [three] c = " + context(source, 0, "p3") + "(x) }");
}

TEST(ContextRules, NobodyKnowsWhichOfSeveralBinariesOfAnUnknownSourceIsNeeded) {
    const auto deletion = [](const Model& model) {
        return refusal(model, DeleteNodes{{nodeNamed(model, "one")}});
    };
    EXPECT_EQ(deletion(withTwoBinaries(kQnn)), "made");
    EXPECT_THAT(deletion(withTwoBinaries(kFoo)), StartsWith("'three' needs it"));
}

TEST(ContextRules, ProblemsOfferNoWayOutThatIsRefused) {
    const auto fixes = [](const std::string& source) {
        std::size_t count = 0;
        for (const ModelProblem& problem : modelProblems(withTwoBinaries(source)))
            count += problem.fixes.size();
        return count;
    };
    EXPECT_EQ(fixes(kQnn), 1U); // nothing reads what 'one' computes: delete it
    EXPECT_EQ(fixes(kFoo), 0U);
}

TEST(ContextRules, WhatSaysNothingOfTheBinaryIsFree) {
    EXPECT_EQ(madeBy([](const Model& model) -> Edit {
                  return SetDocumentation{{nodeNamed(model, "one"), {}, {}}, "the encoder"};
              }),
              "QNN OpenVINO PartitaNpu Foo");
    EXPECT_EQ(madeBy([](const Model& model) -> Edit {
                  return InsertNode{model.mainGraph(),
                                    {"", "Abs", "", "", {}, 0},
                                    {valueNamed(model, "b")},
                                    {input(model, "post", 0)}};
              }),
              "QNN OpenVINO PartitaNpu Foo");
}

} // namespace
} // namespace partita
