#include "core/edits/attribute_rules.h"
#include "core/onnx/infer_shapes.h"
#include "core/onnx/schema.h"
#include "tests/core/edits/edit_checks.h"

namespace partita {
namespace {

using namespace test;

const char* const kConvs = R"(<ir_version: 9, opset_import: ["" : 18, "my" : 1]>
m (float[1, 1, 8, 8] x) => (float[1, 1, 6, 6] y, float[1, 1, 8, 8] z)
  <float[1, 1, 3, 3] w = {1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0}> {
  [one] y = Conv <kernel_shape = [3, 3]> (x, w)
  [two] s = Conv (x, w)
  [call] z = my.f <alpha = 2.0> (x)
}
<opset_import: ["" : 18], domain: "my"> f <alpha> (p) => (q) { q = LeakyRelu <alpha: float = @alpha> (p) }
)";

Edit set(const Model& model, std::vector<const char*> nodes, AttributePtr attribute) {
    SetAttribute edit;
    for (const char* node : nodes)
        edit.nodes.push_back(nodeNamed(model, node));
    edit.attribute = std::move(attribute);
    return edit;
}

TEST(SetAttribute, ChangesSeveralNodesInOneEdit) {
    const Model before = modelFromText(kConvs);
    const Edited edit =
        made(before, set(before, {"one", "two"}, Attribute::string("auto_pad", "SAME_UPPER")));
    const Model after = before.with(edit.delta);
    for (const char* node : {"one", "two"})
        EXPECT_EQ(after.node(nodeNamed(after, node))->stringAttribute("auto_pad", ""),
                  "SAME_UPPER");
    EXPECT_EQ(edit.what.text(), "Set auto_pad to \"SAME_UPPER\"");
    EXPECT_EQ(edit.nodes.size(), 2U);
    EXPECT_EQ(typeText(after, "y"), "1×1×8×8 fp32"); // the type of the output follows
}

TEST(SetAttribute, RefusesWhatTheSchemaDoesNotHave) {
    const Model model = modelFromText(kConvs);
    const auto refuse = [&](const char* node, AttributePtr attribute) {
        return refusal(model, set(model, {node}, std::move(attribute)));
    };
    EXPECT_EQ(refuse("one", Attribute::make("group", 2.0F)),
              "the attribute group is of the type float instead of int (node 'one')");
    EXPECT_EQ(refuse("one", Attribute::make("groups", std::int64_t{2})),
              "Conv has no attribute groups in version 11 (node 'one')");
    EXPECT_EQ(refuse("one", Attribute::string("auto_pad", "SAME")),
              "auto_pad must be one of NOTSET, SAME_UPPER, SAME_LOWER, VALID (node 'one')");
    EXPECT_EQ(refuse("one", Attribute::make("", std::int64_t{2})),
              "an attribute needs a name (node 'one')");
    EXPECT_EQ(refuse("one", nullptr), "no attribute is given");
    EXPECT_EQ(refuse("one", Attribute::make("__note", std::int64_t{2})), "made");
    const Tensor noTexts = Tensor::fromBytes(DataType::string, {2}, Buffer::copyOf({}));
    EXPECT_EQ(refuse("one", Attribute::make("__t", std::make_shared<const Tensor>(noTexts))),
              "the tensor of the attribute __t has no elements that fit its shape (node 'one')");
    EXPECT_EQ(refuse("call", Attribute::make("beta", 1.0F)),
              "the function has no attribute beta (node 'call')");
    EXPECT_EQ(refuse("call", Attribute::make("alpha", 1.0F)), "made");
    Attribute reference{"alpha", {}, "gamma", 1, {}};
    const auto inFunction = std::make_shared<const Attribute>(reference);
    const NodeId leaky = model.producer(valueNamed(model, "q"));
    EXPECT_THAT(refusal(model, SetAttribute{{leaky}, inFunction}),
                testing::StartsWith(
                    "alpha refers to the attribute gamma, which no function around it has"));
}

TEST(SetAttribute, RefusesAWindowWithoutSizeOrStep) {
    const Model model = modelFromText(kConvs);
    const auto refuse = [&](const char* name, std::vector<std::int64_t> numbers) {
        return refusal(model, set(model, {"one"}, Attribute::make(name, std::move(numbers))));
    };
    EXPECT_EQ(refuse("kernel_shape", {-5, 0}), "kernel_shape must be positive (node 'one')");
    EXPECT_EQ(refuse("strides", {1, 0}), "strides must be positive (node 'one')");
    EXPECT_EQ(refuse("dilations", {0, 1}), "dilations must be positive (node 'one')");
    EXPECT_EQ(refuse("pads", {0, 0, -1, 0}), "made");
    EXPECT_EQ(refusal(model, set(model, {"one"}, Attribute::make("group", std::int64_t{0}))),
              "group must be positive (node 'one')");
}

TEST(SetAttribute, LeavesBodiesAlone) {
    const Model model = modelFromText(kNested);
    const GraphId body = model.node(nodeNamed(model, "if"))->subgraphs()[0];
    EXPECT_EQ(refusal(model, set(model, {"if"}, Attribute::make("then_branch", body))),
              "then_branch is a graph, whose nodes are edited themselves (node 'if')");
    EXPECT_EQ(refusal(model, ResetAttribute{{nodeNamed(model, "if")}, "then_branch"}),
              "If needs the attribute then_branch, which has no default (node 'if')");
}

TEST(SetAttribute, ChecksFlagsAndTypeNames) {
    const Model model = modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
m (float[2, 2] x) => (float[2, 2] y, float16[2, 2] z) {
  [gemm] y = Gemm(x, x)
  [cast] z = Cast <to = 10> (x)
})");
    EXPECT_EQ(refusal(model, set(model, {"gemm"}, Attribute::make("transA", std::int64_t{2}))),
              "transA must be 0 or 1 (node 'gemm')");
    EXPECT_EQ(refusal(model, set(model, {"cast"}, Attribute::make("to", std::int64_t{99}))),
              "to names a type that the output cannot be (node 'cast')");
    const Model after = edited(model, set(model, {"cast"}, Attribute::make("to", std::int64_t{7})));
    EXPECT_EQ(typeText(after, "z"), "2×2 i64");
    EXPECT_EQ(refusal(model, ResetAttribute{{nodeNamed(model, "cast")}, "to"}),
              "Cast needs the attribute to, which has no default (node 'cast')");
}

TEST(SetAttribute, ThatChangesAnElementTypeIsFollowedByInference) {
    const Model before = modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
m (float[2, 3] x) => (float16[2, 3] y) <float16[2, 3] a, float16[2, 3] b> {
  [cast] a = Cast <to = 10> (x)
  [neg] b = Neg(a)
  [abs] y = Abs(b)
})");
    const Model after =
        edited(before, set(before, {"cast"}, Attribute::make("to", std::int64_t{1})));
    EXPECT_EQ(typeText(after, "a"), "2×3 fp32");
    EXPECT_EQ(typeText(after, "b"), "unknown");
    EXPECT_EQ(typeText(*inferShapes(after), "y"), "2×3 fp32");
    EXPECT_EQ(checkerErrors(*inferShapes(after)), "");
}

TEST(ResetAttribute, RemovesItSoThatTheDefaultHolds) {
    const Model before = modelFromText(kConvs);
    const Edit edit = ResetAttribute{{nodeNamed(before, "one")}, "kernel_shape"};
    const Model after = edited(before, edit);
    EXPECT_FALSE(after.node(nodeNamed(before, "one"))->attribute("kernel_shape"));
    EXPECT_EQ(refusal(before, ResetAttribute{{nodeNamed(before, "one")}, "strides"}),
              "no node has the attribute strides");
    EXPECT_EQ(refusal(before, ResetAttribute{{nodeNamed(before, "one")}, "colour"}),
              "it has no attribute colour (node 'one')");
}

TEST(AttributeRules, ListedTextsIncludeEveryDefault) {
    for (const char* domain : {"", "ai.onnx.ml"})
        for (std::int64_t opset = 1; opset <= *newestOpset(domain); ++opset)
            for (const OperatorDescriptionPtr& each : operatorsOf(domain, opset))
                for (const AttributeDescription& attribute : each->attributes) {
                    const auto texts = allowedTexts(each->name, attribute.name);
                    const auto* text = attribute.otherwise
                                           ? std::get_if<Buffer>(&attribute.otherwise->value)
                                           : nullptr;
                    const bool isListed =
                        texts.empty() || !text || text->text().empty() ||
                        text->text() == "foward" || // of the first versions of GRU
                        std::ranges::find(texts, text->text()) != texts.end();
                    EXPECT_TRUE(isListed) << each->name << "." << attribute.name;
                }
}

/// However many nodes an edit changes, what they compute has its type at once.
TEST(SetAttribute, OfManyNodesGivesAllTheirOutputsTypes) {
    constexpr int kNodes = 200;
    std::string text =
        R"(<ir_version: 9, opset_import: ["" : 18]> g (float[4] x) => (float16[4] y) {)";
    for (int i = 0; i < kNodes; ++i)
        text += "[n" + std::to_string(i) + "] t" + std::to_string(i) + " = Cast<to = 1>(x) ";
    const Model before = *inferShapes(modelFromText(text + "y = Cast<to = 10>(x) }"));
    std::vector<NodeId> nodes;
    for (int i = 0; i < kNodes; ++i)
        nodes.push_back(nodeNamed(before, "n" + std::to_string(i)));
    const Model after =
        edited(before, SetAttribute{nodes, Attribute::make("to", std::int64_t{11})});
    for (int i = 0; i < kNodes; ++i)
        EXPECT_EQ(typeText(after, "t" + std::to_string(i)), "4 fp64");
}

} // namespace
} // namespace partita
