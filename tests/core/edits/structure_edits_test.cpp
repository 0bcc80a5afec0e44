#include "core/edits/edit_script.h"
#include "core/edits/part_of_model.h"
#include "core/ir/layer_annotation.h"
#include "core/onnx/infer_shapes.h"
#include "tests/core/edits/edit_checks.h"

#include <tuple>

namespace partita {
namespace {

using namespace test;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const char* const kStructure = R"(<ir_version: 7, opset_import: ["" : 18]>
g (float[2, 3] x) => (float[2, 3] y, float[2, 3] z) <float[3] w = {1.0, 2.0, 3.0}> {
  [relu] a = Relu(x)
  [k] k = Constant <value_floats: floats = [1.0, 2.0, 3.0]> ()
  [add] b = Add(a, w)
  [mul] c = Mul(b, k)
  [neg] y = Neg(c)
  [abs] z = Abs(a)
})";

const char* const kCalls = R"(<ir_version: 9, opset_import: ["" : 18, "my" : 1]>
g (float[2] x) => (float[2] y, float[2] z) {
  [one] a = my.f <alpha = 0.5> (x)
  [two] y = my.f <alpha = 0.1> (a)
  [abs] z = Abs(a)
}
<opset_import: ["" : 18], domain: "my">
f <alpha> (p) => (q) { [exp] r = Exp(p) [leaky] q = LeakyRelu <alpha: float = @alpha> (r) }
)";

const char* const kKnownBranch = R"(<ir_version: 9, opset_import: ["" : 18]>
g (float[2] x, bool d) => (float[2] y, float[2] z) <bool c = {1}> {
  [relu] a = Relu(x)
  [if] h = If(c) <then_branch = t () => (float[2] p) { [neg] p = Neg(a) },
                  else_branch = e () => (float[2] q) { [abs] q = Abs(a) }>
  [exp] y = Exp(h)
  [other] z = If(d) <then_branch = t2 () => (float[2] p2) { p2 = Neg(a) },
                     else_branch = e2 () => (float[2] q2) { q2 = Abs(a) }>
})";

Model structure() { return *inferShapes(modelFromText(kStructure)); }

std::vector<NodeId> nodesCalled(const Model& model, std::initializer_list<const char*> names) {
    std::vector<NodeId> nodes;
    for (const char* name : names)
        nodes.push_back(nodeNamed(model, name));
    return nodes;
}

std::vector<std::string> namesOf(const Model& model, const std::vector<ValueId>& values) {
    std::vector<std::string> found;
    for (const ValueId id : values)
        found.push_back(model.value(id)->name);
    return found;
}

TEST(ExtractFunction, PutsOneCallInThePlaceOfTheNodes) {
    const Model before = structure();
    const Edited edit =
        made(before, ExtractFunction{nodesCalled(before, {"mul", "add"}), "Scale", "local"});
    const Model after = before.with(edit.delta);
    EXPECT_EQ(edit.what.text(), "Extract 2 nodes into the function local.Scale");
    EXPECT_THAT(edit.nodes, ElementsAre(nodeNamed(after, "Scale")));
    EXPECT_EQ(nodesText(after), "Relu(x); Scale(a, w); Neg(c); Abs(a)");
    ASSERT_EQ(after.info().functions.size(), 1U);
    const Graph& function = *after.graph(after.info().functions[0]);
    // With the Constant that only they read, and without the initializer.
    EXPECT_EQ(nodesText(after, function.id), "Constant(); Add(a_1, w_1); Mul(b, k)");
    EXPECT_THAT(namesOf(after, function.inputs), ElementsAre("a_1", "w_1"));
    EXPECT_THAT(namesOf(after, function.outputs), ElementsAre("c_1"));
    EXPECT_EQ(after.node(nodeNamed(after, "add"))->id, nodeNamed(before, "add"));
    EXPECT_EQ(typeText(after, "c"), "2×3 fp32");
    EXPECT_EQ(after.info().opset("local"), 1);
    EXPECT_EQ(after.info().irVersion, 8); // the first one with functions
    EXPECT_EQ(checkerErrors(after), "");
}

TEST(ExtractFunction, LeavesNoTypesOfItsTensorsInTheGraph) {
    const auto bytes = serializeModel(structure());
    ASSERT_TRUE(bytes);
    const auto before = readModel(bufferOf(*bytes));
    ASSERT_TRUE(before);
    const Model after =
        edited(*before, ExtractFunction{nodesCalled(*before, {"add", "mul"}), "Scale", "local"});
    const auto read = readModel(bufferOf(*serializeModel(after)));
    ASSERT_TRUE(read) << read.error().message();
    EXPECT_EQ(nodesText(*read), "Relu(x); Scale(a, w); Neg(c); Abs(a)");
    read->values().forEach([&](ValueId, const auto& value) {
        EXPECT_FALSE(value->graph == read->mainGraph() && value->name == "b");
    });
}

TEST(ExtractFunction, TakesBodiesWithWhatTheyCapture) {
    const Model before = modelFromText(kNested);
    const Model after =
        edited(before, ExtractFunction{nodesCalled(before, {"if"}), "Branch", "local"});
    EXPECT_EQ(nodesText(after), "Relu(x); Branch(c, a, w)");
    const GraphId body = after.node(nodeNamed(after, "if"))->subgraphs()[0];
    EXPECT_EQ(nodesText(after, body), "Add(a_1, w_1); Neg(b)");
    ASSERT_EQ(after.info().functions.size(), 2U);
    EXPECT_THAT(after.graph(after.info().functions[1])->function->opsets,
                ElementsAre(OpsetImport{"", 18}, OpsetImport{"my", 1}));
    EXPECT_EQ(checkerErrors(after), "");
}

TEST(ExtractFunction, WorksInBodiesAndInFunctions) {
    const Model before = modelFromText(kNested);
    const NodeId add = before.producer(valueNamed(before, "b")),
                 neg = before.producer(valueNamed(before, "u"));
    const GraphId body = before.node(add)->graph;
    const Model inBody = edited(before, ExtractFunction{{add, neg}, "Part", "local"});
    EXPECT_EQ(nodesText(inBody, body), "Part(a, w)");
    EXPECT_THAT(namesOf(inBody, inBody.graph(body)->outputs), ElementsAre("u"));
    EXPECT_EQ(checkerErrors(inBody), "");
    const GraphId function = before.info().functions[0];
    const NodeId exp = before.producer(valueNamed(before, "r"));
    const Model inFunction = edited(before, ExtractFunction{{exp}, "Part", "local"});
    EXPECT_EQ(nodesText(inFunction, function), "Part(p); Log(r)");
    EXPECT_THAT(inFunction.graph(function)->function->opsets,
                ElementsAre(OpsetImport{"", 18}, OpsetImport{"local", 1}));
    EXPECT_EQ(inFunction.info().opset("local"), 1);
    EXPECT_EQ(checkerErrors(inFunction), "");
}

TEST(ExtractFunction, ReturnsWhatNobodyReadsWhereNobodyReadsAnything) {
    const Model before = modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
g (float[2] x) => (float[2] y) { [neg] y = Neg(x) [relu] a = Relu(x) [abs] b = Abs(a) })");
    const Model after =
        edited(before, ExtractFunction{nodesCalled(before, {"relu", "abs"}), "F", "l"});
    EXPECT_THAT(namesOf(after, after.graph(after.info().functions[0])->outputs),
                ElementsAre("b_1"));
}

TEST(ExtractFunction, RefusesWhatIsNoFunction) {
    const Model fork = modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
g (float[2] x) => (float[2] y) { [relu] a = Relu(x) [neg] b = Neg(a) [abs] c = Abs(b)
                                 [add] y = Add(a, c) })");
    const auto why = [&](const Model& model, std::vector<NodeId> nodes, const char* name,
                         const char* domain) {
        return refusal(model, ExtractFunction{std::move(nodes), name, domain});
    };
    EXPECT_THAT(why(fork, nodesCalled(fork, {"relu", "add"}), "F", "l"),
                HasSubstr("'abs' reads what the nodes compute, and they read what it computes"));
    EXPECT_THAT(why(fork, nodesCalled(fork, {"relu"}), "2x", "l"),
                HasSubstr("no name for a function"));
    EXPECT_THAT(why(fork, nodesCalled(fork, {"relu"}), "a.b", "l"),
                HasSubstr("no name for a function"));
    EXPECT_THAT(why(fork, nodesCalled(fork, {"relu"}), "F", ""),
                HasSubstr("cannot be of the domain ''"));
    EXPECT_THAT(why(fork, nodesCalled(fork, {"relu"}), "F", "ai.onnx.ml"),
                HasSubstr("of the domain"));
    EXPECT_THAT(why(fork, {}, "F", "l"), HasSubstr("no node is named"));
    const Model nested = modelFromText(kNested);
    const NodeId relu = nested.producer(valueNamed(nested, "a"));
    EXPECT_THAT(why(nested, {relu}, "f", "my"), HasSubstr("there is my.f already"));
    EXPECT_THAT(why(nested, {relu, nested.producer(valueNamed(nested, "b"))}, "F", "l"),
                HasSubstr("of several graphs"));
    const Model calls = modelFromText(kCalls);
    EXPECT_THAT(why(calls, nodesCalled(calls, {"leaky"}), "F", "l"),
                HasSubstr("its attribute alpha is given by the callers"));
}

TEST(ExtractFunction, IsEditedInTheOpsetOfItsModel) {
    const Model before = modelFromText(kCalls);
    const Model outer =
        edited(before, ExtractFunction{nodesCalled(before, {"one"}), "Outer", "local"});
    const GraphId function = outer.info().functions[1];
    EXPECT_THAT(outer.graph(function)->function->opsets, ElementsAre(OpsetImport{"my", 1}));
    InsertNode relu;
    relu.graph = function;
    relu.node.opType = "Relu";
    relu.inputs = {outer.graph(function)->inputs[0]};
    const Model after = edited(outer, relu);
    EXPECT_THAT(after.graph(function)->function->opsets,
                ElementsAre(OpsetImport{"my", 1}, OpsetImport{"", 18}));
}

TEST(InlineFunction, PutsTheNodesInThePlaceOfACall) {
    const Model before = modelFromText(kCalls);
    const Edited edit = made(before, InlineFunction{nodesCalled(before, {"one"}), {}});
    const Model after = before.with(edit.delta);
    EXPECT_EQ(edit.what.text(), "Inline a call of my.f");
    EXPECT_EQ(nodesText(after), "Exp(x); LeakyRelu(one/r); f(a); Abs(a)");
    EXPECT_EQ(edit.nodes, nodesCalled(after, {"one/exp", "one/leaky"}));
    EXPECT_EQ(after.node(nodeNamed(after, "one/leaky"))->floatAttribute("alpha", 0), 0.5F);
    EXPECT_EQ(after.info().functions.size(), 1U);
    EXPECT_EQ(checkerErrors(after), "");
}

TEST(InlineFunction, OfAllCallsTakesTheFunctionAway) {
    const Model before = modelFromText(kCalls);
    const Model after = edited(before, InlineFunction{{}, before.info().functions[0]});
    EXPECT_EQ(nodesText(after), "Exp(x); LeakyRelu(one/r); Abs(a); Exp(a); LeakyRelu(two/r)");
    EXPECT_THAT(after.info().functions, IsEmpty());
    EXPECT_EQ(after.graphs().count(), 1U);
    EXPECT_EQ(checkerErrors(after), "");
}

TEST(InlineFunction, TakesAnExtractionBack) {
    const Model before = structure();
    const Model extracted =
        edited(before, ExtractFunction{nodesCalled(before, {"add", "mul"}), "Scale", "local"});
    const Model after = edited(extracted, InlineFunction{{}, extracted.info().functions[0]});
    EXPECT_EQ(nodesText(after), "Relu(x); Add(a, w); Constant(); Mul(Scale/b, Scale/k_1); Neg(c); "
                                "Abs(a)");
    EXPECT_EQ(checkerErrors(after), "");
}

TEST(InlineFunction, HoldsInFunctionsThatCallFunctions) {
    const Model before = modelFromText(kNested);
    const NodeId exp = before.producer(valueNamed(before, "r"));
    const Model nested = edited(before, ExtractFunction{{exp}, "Part", "local"});
    const Model after = edited(nested, InlineFunction{nodesCalled(nested, {"Part"}), {}});
    EXPECT_EQ(nodesText(after, before.info().functions[0]), "Exp(p); Log(r)");
    EXPECT_EQ(checkerErrors(after), "");
}

TEST(InlineFunction, RefusesWhatWouldMeanSomethingElse) {
    const Model model = modelFromText(kCalls);
    EXPECT_THAT(refusal(model, InlineFunction{nodesCalled(model, {"abs"}), {}}),
                HasSubstr("calls no function"));
    EXPECT_THAT(refusal(model, InlineFunction{{}, model.mainGraph()}),
                HasSubstr("is no function of the model"));
    const Model older = modelFromText(R"(<ir_version: 9, opset_import: ["" : 18, "my" : 1]>
g (float[2] x) => (float[2] y) { [call] y = my.f(x) }
<opset_import: ["" : 12], domain: "my"> f (p) => (q) { q = Softmax(p) }
)");
    EXPECT_THAT(refusal(older, InlineFunction{nodesCalled(older, {"call"}), {}}),
                HasSubstr("Softmax is version 11 there and version 13 here"));
}

TEST(TakeBranch, PutsTheBranchInThePlaceOfTheIf) {
    const Model before = modelFromText(kKnownBranch);
    const Edited edit = made(before, TakeBranch{nodeNamed(before, "if")});
    const Model after = before.with(edit.delta);
    EXPECT_EQ(edit.what.text(), "Put then_branch of if in its place");
    EXPECT_EQ(nodesText(after), "Relu(x); Neg(a); Exp(p); If(d)");
    EXPECT_THAT(edit.nodes, ElementsAre(nodeNamed(before, "neg")));
    EXPECT_FALSE(valueNamed(after, "c")); // only the If read it
    EXPECT_FALSE(valueNamed(after, "q"));
    EXPECT_EQ(after.graphs().count(), 3U);
    EXPECT_EQ(checkerErrors(after), "");
}

TEST(TakeBranch, RefusesWhatOnlyARunDecides) {
    const Model model = modelFromText(kKnownBranch);
    EXPECT_THAT(refusal(model, TakeBranch{nodeNamed(model, "other")}),
                HasSubstr("its condition 'd' is no constant"));
    EXPECT_THAT(refusal(model, TakeBranch{nodeNamed(model, "relu")}), HasSubstr("it is no If"));
}

Model converted(const Model& model, const char* value, decltype(InsertConversion::how) how) {
    const ValueId id = valueNamed(model, value);
    return edited(model, InsertConversion{id, readersOf(model, id), std::move(how)});
}

std::string whyNotConverted(const Model& model, const char* value,
                            decltype(InsertConversion::how) how) {
    const ValueId id = valueNamed(model, value);
    return refusal(model, InsertConversion{id, readersOf(model, id), std::move(how)});
}

TEST(InsertConversion, CastsAndBack) {
    const Model after = converted(structure(), "b", CastOnEdge{DataType::float16, true});
    EXPECT_EQ(nodesText(after), "Relu(x); Constant(); Add(a, w); Cast(b); Cast(Cast_output); "
                                "Mul(Cast_1_output, k); Neg(c); Abs(a)");
    EXPECT_EQ(typeText(after, "Cast_output"), "2×3 fp16");
    EXPECT_EQ(typeText(after, "Cast_1_output"), "2×3 fp32");
    EXPECT_EQ(typeText(after, "c"), "2×3 fp32");
    EXPECT_EQ(checkerErrors(after), "");
}

TEST(InsertConversion, FindsATypeThatTheFileDoesNotSay) {
    const Model after =
        converted(modelFromText(kStructure), "b", CastOnEdge{DataType::float16, true});
    EXPECT_EQ(after.node(nodeNamed(after, "Cast_1"))->intAttribute("to", 0), 1);
}

TEST(InsertConversion, KeepsTheNameOfAnOutput) {
    const Model after = converted(structure(), "y", CastOnEdge{DataType::float16, true});
    EXPECT_THAT(namesOf(after, after.graph(after.mainGraph())->outputs), ElementsAre("y", "z"));
    EXPECT_EQ(after.producer(valueNamed(after, "y")), nodeNamed(after, "Cast_1"));
    EXPECT_EQ(checkerErrors(after), "");
}

TEST(InsertConversion, TransposesAndBackOrStays) {
    const Model both = converted(structure(), "b", TransposeOnEdge{{1, 0}, true});
    EXPECT_THAT(nodesText(both), HasSubstr("Transpose(b); Transpose(Transpose_transposed); "
                                           "Mul(Transpose_1_transposed, k)"));
    EXPECT_EQ(typeText(both, "Transpose_transposed"), "3×2 fp32");
    EXPECT_EQ(typeText(both, "Transpose_1_transposed"), "2×3 fp32");
    const Model alone = converted(structure(), "a", TransposeOnEdge{{1, 0}, false});
    EXPECT_THAT(nodesText(alone), HasSubstr("Abs(Transpose_transposed)"));
    const Model cube = *inferShapes(modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
g (float[2, 3, 4] x) => (float[2, 3, 4] y) { [neg] y = Neg(x) })"));
    const Model turned = converted(cube, "x", TransposeOnEdge{{2, 0, 1}, true});
    EXPECT_THAT(turned.node(nodeNamed(turned, "Transpose_1"))->intsAttribute("perm"),
                ElementsAre(1, 2, 0));
    EXPECT_EQ(checkerErrors(turned), "");
}

TEST(InsertConversion, QuantizesAndBack) {
    const Model after =
        converted(structure(), "b", QuantizeOnEdge{DataType::uint8, {0.5}, {128}, 1});
    EXPECT_THAT(nodesText(after),
                HasSubstr("QuantizeLinear(b, b_scale, b_zero_point); DequantizeLinear("
                          "QuantizeLinear_y, b_scale, b_zero_point); Mul(DequantizeLinear_y, k)"));
    EXPECT_EQ(typeText(after, "QuantizeLinear_y"), "2×3 u8");
    const Tensor& zero = *after.value(valueNamed(after, "b_zero_point"))->initializer;
    EXPECT_EQ(*elementsAsInts(zero), std::vector<std::int64_t>{128});
    EXPECT_THAT(zero.dims, IsEmpty());
    EXPECT_EQ(checkerErrors(after), "");
    const Model each =
        converted(structure(), "b", QuantizeOnEdge{DataType::int8, {0.5, 1, 2}, {}, 1});
    EXPECT_THAT(each.value(valueNamed(each, "b_scale"))->initializer->dims, ElementsAre(3));
    EXPECT_EQ(each.node(nodeNamed(each, "QuantizeLinear"))->intAttribute("axis", 0), 1);
    EXPECT_EQ(checkerErrors(each), "");
}

TEST(InsertConversion, RefusesWhatTheReadersOrTheOperatorsDoNotTake) {
    const Model model = structure();
    const auto why = [&](const char* value, decltype(InsertConversion::how) how) {
        return whyNotConverted(model, value, std::move(how));
    };
    EXPECT_THAT(why("b", CastOnEdge{DataType::float16, false}), HasSubstr("float16"));
    EXPECT_THAT(why("b", CastOnEdge{DataType::float32, true}), HasSubstr("is float32 already"));
    EXPECT_THAT(why("b", CastOnEdge{DataType::float6e2m3, true}), HasSubstr("cannot be"));
    EXPECT_THAT(why("b", TransposeOnEdge{{0, 1}, true}), HasSubstr("is the present one"));
    EXPECT_THAT(why("b", TransposeOnEdge{{0, 0}, true}), HasSubstr("from 0 to 1 once"));
    EXPECT_THAT(why("b", TransposeOnEdge{{2, 1, 0}, true}), HasSubstr("'b' has 2 dimensions"));
    EXPECT_THAT(why("b", QuantizeOnEdge{DataType::uint8, {0}, {}, 1}), HasSubstr("positive"));
    EXPECT_THAT(why("b", QuantizeOnEdge{DataType::uint8, {1}, {300}, 1}),
                HasSubstr("from 0 to 255"));
    EXPECT_THAT(why("b", QuantizeOnEdge{DataType::int32, {1}, {}, 1}), HasSubstr("take int8"));
    EXPECT_THAT(why("b", QuantizeOnEdge{DataType::int8, {1, 2}, {}, 1}),
                HasSubstr("has the size 3, and there are 2 scales"));
    EXPECT_THAT(refusal(model, InsertConversion{valueNamed(model, "b"), {}, CastOnEdge{}}),
                HasSubstr("nothing reads 'b'"));
    EXPECT_THAT(refusal(model, InsertConversion{valueNamed(model, "b"),
                                                {input(model, "neg", 0)},
                                                CastOnEdge{DataType::float16, true}}),
                HasSubstr("does not read 'b'"));
}

TEST(MarkNodes, SetsAndRemovesTheMetadataOfTheRuntime) {
    const Model before = structure();
    const Edited edit = made(before, MarkNodes{nodesCalled(before, {"add", "mul"}), "encoder"});
    const Model marked = before.with(edit.delta);
    EXPECT_EQ(edit.what.text(), "Mark 2 nodes with encoder");
    EXPECT_THAT(marked.node(nodeNamed(marked, "add"))->annotations->metadata,
                ElementsAre(std::pair<std::string, std::string>("layer_ann", "encoder")));
    const Model other = edited(marked, MarkNodes{nodesCalled(marked, {"add"}), "head"});
    EXPECT_EQ(layerOf(*other.node(nodeNamed(other, "add"))), "head");
    const Model after = edited(other, MarkNodes{nodesCalled(other, {"add", "mul", "neg"}), ""});
    EXPECT_FALSE(after.node(nodeNamed(after, "add"))->annotations);
    EXPECT_THAT(refusal(after, MarkNodes{nodesCalled(after, {"add"}), ""}),
                HasSubstr("has a mark"));
    EXPECT_THAT(refusal(marked, MarkNodes{nodesCalled(marked, {"add"}), "encoder"}),
                HasSubstr("the mark 'encoder' already"));
    for (const char* wrong : {"a,b", "=x", "a(b", " a"})
        EXPECT_THAT(refusal(before, MarkNodes{nodesCalled(before, {"add"}), wrong}),
                    HasSubstr("no mark that a session can name"));
}

TEST(MarkNodes, LeaveOneMarkWhereTheFileHasSeveral) {
    const Model plain = structure();
    const NodeId add = nodeNamed(plain, "add");
    ModelEditor editor(plain);
    editor.changeNode(add, [](Node& node) {
        node.annotations = std::make_shared<const Annotations>(
            Annotations{{}, {{"layer_ann", "front"}, {"other", "1"}, {"layer_ann", "head"}}});
    });
    const Model before = editor.model();
    using Entry = std::pair<std::string, std::string>;
    for (const char* mark : {"front", "head", "tail"}) {
        const Model after = edited(before, MarkNodes{{add}, mark});
        EXPECT_THAT(after.node(add)->annotations->metadata,
                    ElementsAre(Entry("layer_ann", mark), Entry("other", "1")));
        const Model set = edited(before, SetMetadata{{add, {}, {}}, "layer_ann", mark, false});
        EXPECT_EQ(set.node(add)->annotations->metadata, after.node(add)->annotations->metadata);
    }
    const Model none = edited(before, MarkNodes{{add}, ""});
    EXPECT_THAT(none.node(add)->annotations->metadata, ElementsAre(Entry("other", "1")));
}

TEST(MarkNodes, StayWhereNodesBecomeAFunctionAndBack) {
    const Model marked =
        edited(structure(), MarkNodes{nodesCalled(structure(), {"add", "mul"}), "encoder"});
    const Model extracted =
        edited(marked, ExtractFunction{nodesCalled(marked, {"add", "mul"}), "Scale", "local"});
    EXPECT_EQ(layerOf(*extracted.node(nodeNamed(extracted, "Scale"))), "encoder");
    const Model moved =
        edited(extracted, MarkNodes{nodesCalled(extracted, {"Scale", "mul"}), "head"});
    const Model after = edited(moved, InlineFunction{nodesCalled(moved, {"Scale"}), {}});
    EXPECT_EQ(layerOf(*after.node(nodeNamed(after, "Scale/add"))), "encoder"); // its own
    EXPECT_EQ(layerOf(*after.node(nodeNamed(after, "Scale/k"))), "head");      // of the call
}

TEST(StructureScripts, SayTheSameWithNames) {
    const Model calls = modelFromText(kCalls), branches = modelFromText(kKnownBranch);
    const Model marked = edited(calls, MarkNodes{nodesCalled(calls, {"abs"}), "npu"});
    const std::vector<std::tuple<Model, Edit, std::string>> cases = {
        {calls, InlineFunction{nodesCalled(calls, {"two"}), {}},
         R"({"nodes":["two"],"op":"inline_function"})"},
        {calls, InlineFunction{{}, calls.info().functions[0]},
         R"({"function":"my.f","op":"inline_function"})"},
        {branches, TakeBranch{nodeNamed(branches, "if")}, R"({"nodes":"if","op":"take_branch"})"},
        {marked, MarkNodes{nodesCalled(marked, {"abs"}), ""},
         R"({"nodes":["abs"],"op":"mark_nodes","remove":true})"},
    };
    for (const auto& [before, edit, text] : cases) {
        ScriptFiles files;
        const auto line = scriptOf(edit, before, files);
        ASSERT_TRUE(line) << line.error().message();
        EXPECT_EQ(line->dump(), text);
        const auto step = scriptStep(*line);
        ASSERT_TRUE(step) << step.error().message();
        const PlayedScript played = playScript(before, {*step}, false);
        ASSERT_TRUE(played.complete) << played.steps[0].text;
        EXPECT_EQ(*serializeModel(played.model), *serializeModel(edited(before, edit)));
    }
}

TEST(StructureScripts, NameTheirMistakes) {
    const Model model = modelFromText(kCalls);
    const auto why = [&](const char* text) {
        const auto step = scriptStep(nlohmann::json::parse(text));
        return step ? playScript(model, {*step}, false).steps[0].text.text()
                    : step.error().message();
    };
    EXPECT_THAT(why(R"({"op": "inline_function"})"), HasSubstr("either \"nodes\""));
    EXPECT_THAT(why(R"({"op": "inline_function", "function": "my.g"})"),
                HasSubstr("has no function 'my.g'"));
    EXPECT_THAT(why(R"({"op": "mark_nodes", "nodes": "abs"})"), HasSubstr("either \"mark\""));
    EXPECT_THAT(why(R"({"op": "insert_cast", "on": "a", "type": "half"})"),
                HasSubstr("no element type"));
    EXPECT_THAT(why(R"({"op": "insert_transpose", "on": "a", "perm": "0;1"})"),
                HasSubstr("a list of numbers"));
    EXPECT_THAT(why(R"({"op": "extract_function", "nodes": "abs", "name": "F"})"),
                HasSubstr("lacks the key \"domain\""));
}

TEST(PartOfModel, HasTheEndsAndTheConstantsOfTheNodes) {
    const Model model = structure();
    const auto part = partOfModel(model, nodesCalled(model, {"add", "mul"}));
    ASSERT_TRUE(part) << part.error().message();
    const Graph& main = *part->graph(part->mainGraph());
    EXPECT_THAT(namesOf(*part, main.inputs), ElementsAre("a"));
    EXPECT_THAT(namesOf(*part, main.outputs), ElementsAre("c"));
    EXPECT_EQ(typeText(*part, "a"), "2×3 fp32");
    EXPECT_EQ(typeText(*part, "c"), "2×3 fp32");
    EXPECT_EQ(nodesText(*part), "Constant(); Add(a, w); Mul(b, k)");
    EXPECT_EQ(checkerErrors(*part), "");
    // Also where the way between the nodes leads through others.
    const auto ends = partOfModel(model, nodesCalled(model, {"relu", "neg"}));
    ASSERT_TRUE(ends) << ends.error().message();
    EXPECT_EQ(nodesText(*ends), "Relu(x); Neg(c)");
    EXPECT_EQ(checkerErrors(*ends), "");
}

TEST(PartOfModel, TakesBodiesAndFunctionsAlong) {
    const Model model = *inferShapes(modelFromText(kNested));
    const auto part = partOfModel(model, nodesCalled(model, {"if"}));
    ASSERT_TRUE(part) << part.error().message();
    EXPECT_THAT(namesOf(*part, part->graph(part->mainGraph())->inputs), ElementsAre("c", "a"));
    EXPECT_EQ(part->info().functions.size(), 1U);
    EXPECT_EQ(checkerErrors(*part), "");
    EXPECT_FALSE(partOfModel(
        model, {model.producer(valueNamed(model, "a")), model.producer(valueNamed(model, "b"))}));
}

} // namespace
} // namespace partita
