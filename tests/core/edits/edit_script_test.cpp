#include "core/edits/edit_script.h"

#include <gmock/gmock.h>

#include "core/data/tensor_files.h"
#include "core/edits/name_patterns.h"
#include "tests/core/edits/edit_checks.h"

namespace partita {
namespace {

using namespace test;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const char* const kScriptNet = R"(<ir_version: 9, opset_import: ["" : 18]>
net (float[n, 4] x) => (float[n, 4] y) <float[4] w = {1, 2, 3, 4}> {
  [first_conv] a = Relu(x)
  [first_cast] b = Cast <to = 1> (a)
  [second_cast] c = Cast <to = 1> (b)
  [add] d = Add(c, w)
  y = Softmax <axis = 1> (d)
})";

EditScript parsed(const std::string& edits) {
    auto script = parseEditScript("{\"version\": 1, \"edits\": [" + edits + "]}", "s.json", {});
    EXPECT_TRUE(script) << script.error().message();
    return script ? *std::move(script) : EditScript();
}

std::string mistake(const std::string& text) {
    const auto script = parseEditScript(text, "s.json", {});
    return script ? "none" : script.error().message();
}

/// The model after lines that must all be done.
Model playedScript(const Model& model, const std::string& edits) {
    const PlayedScript result = playScript(model, parsed(edits), false);
    for (const PlayedStep& step : result.steps)
        EXPECT_TRUE(result.complete) << step.op << ": " << step.text;
    return result.model;
}

std::vector<std::string> nodes(const Model& model, std::string_view pattern) {
    std::vector<std::string> names;
    const auto found = nodesNamed(model, pattern);
    if (!found)
        return {found.error().message()};
    for (const NodeId id : *found)
        names.push_back(model.node(id)->name);
    return names;
}

TEST(NamePatterns, FindNodesByNameOperatorAttributeAndTensor) {
    const Model model = modelFromText(kScriptNet);
    EXPECT_THAT(nodes(model, "add"), ElementsAre("add"));
    EXPECT_THAT(nodes(model, "first_*"), ElementsAre("first_conv", "first_cast"));
    EXPECT_THAT(nodes(model, "op:Cast to=1 s*"), ElementsAre("second_cast"));
    EXPECT_THAT(nodes(model, "op:Cast to=float32"), ElementsAre("first_cast", "second_cast"));
    EXPECT_THAT(nodes(model, "input:w"), ElementsAre("add"));
    EXPECT_THAT(nodes(model, "output:y"), ElementsAre(""));
    EXPECT_THAT(nodes(model, "\"first_*\""), IsEmpty());
    EXPECT_THAT(nodes(model, "op:\"Add"), ElementsAre(HasSubstr("quotation mark")));
    EXPECT_THAT(nodes(model, " "), ElementsAre(HasSubstr("is empty")));
    EXPECT_EQ(nameOf(model, model.producer(valueNamed(model, "y"))), "output:y");
    EXPECT_EQ(tensorsNamed(model, "kind:initializer type:float32")->size(), 1U);
    EXPECT_EQ(tensorsNamed(model, "op:Cast")->size(), 2U);
    EXPECT_FALSE(tensorsNamed(model, "kind:weight"));
}

TEST(NamePatterns, StarsTakeAnyText) {
    EXPECT_TRUE(matchesGlob("*", ""));
    EXPECT_TRUE(matchesGlob("a*b*c", "a--b--bc"));
    EXPECT_TRUE(matchesGlob("?*", "x"));
    EXPECT_FALSE(matchesGlob("?*", ""));
    EXPECT_FALSE(matchesGlob("a*b", "a--b-"));
}

TEST(EditScript, NamesTheLineAndTheStepOfAMistake) {
    EXPECT_EQ(mistake("{\"version\": 1, \"edits\": []}"), "none");
    EXPECT_THAT(mistake("{\n\"version\": 2}"), HasSubstr("s.json:2"));
    EXPECT_THAT(mistake("{\"version\": 1,\n\"edits\": [],\n\"other\": 1}"), HasSubstr("s.json:3"));
    EXPECT_THAT(mistake("{\"version\": 1, \"edits\": [\n"
                        "{\"op\": \"share_equal_tensors\"},\n{\"op\": \"nothing\"}]}"),
                AllOf(HasSubstr("step 2 has an unknown edit 'nothing'"), HasSubstr("s.json:3")));
    EXPECT_THAT(mistake("{\"version\": 1, \"edits\": [{\"op\": \"rename_node\", \"node\": \"x\", "
                        "\"nmae\": \"y\"}]}"),
                HasSubstr("lacks the key \"name\""));
    EXPECT_THAT(mistake("{\"version\": 1, \"edits\": [{\"op\": \"set_batch\", \"size\": 1, "
                        "\"sise\": 2}]}"),
                HasSubstr("unknown key \"sise\""));
    EXPECT_THAT(mistake("{\"version\": 1, \"edits\": [3]}"), HasSubstr("is no JSON object"));
    EXPECT_THAT(mistake("{\"version\": 1, "), HasSubstr("not valid JSON"));
    EXPECT_THAT(mistake("[]"), HasSubstr("no JSON object"));
}

TEST(EditScript, PlaysOnNamesAndPatterns) {
    const Model after = playedScript(modelFromText(kScriptNet), R"(
        {"op": "bypass_nodes", "nodes": "op:Cast"},
        {"op": "rename_tensor", "tensor": "x", "name": "image"},
        {"op": "set_attribute", "nodes": "op:Softmax", "name": "axis", "value": "-1"},
        {"op": "set_tensor", "tensor": "w", "value": [4, 3, 2, 1.5]},
        {"op": "insert_node", "operator": "Clip", "on": "a", "inputs": ["", ""]},
        {"op": "set_dimension", "symbol": "n", "size": 2})");
    EXPECT_EQ(nodesText(after), "Relu(image); Clip(a, -, -); Add(Clip_output, w); Softmax(d)");
    EXPECT_EQ(*elementsAsDoubles(*after.value(valueNamed(after, "w"))->initializer),
              (std::vector<double>{4, 3, 2, 1.5}));
    EXPECT_EQ(after.node(after.producer(valueNamed(after, "y")))->intAttribute("axis", 0), -1);
    EXPECT_EQ(checkerErrors(after), "");
}

TEST(EditScript, IsDoneWholeOrNotAtAllUnlessPartly) {
    const Model before = modelFromText(kScriptNet);
    const EditScript script = parsed(R"({"op": "rename_node", "node": "add", "name": "sum"},
        {"op": "rename_node", "node": "op:Cast", "name": "cast"},
        {"op": "delete_nodes", "nodes": "op:Conv"},
        {"op": "rename_tensor", "tensor": "x", "name": "image"})");
    const PlayedScript whole = playScript(before, script, false);
    EXPECT_FALSE(whole.complete);
    EXPECT_TRUE(diff(before, whole.model).empty());
    EXPECT_TRUE(whole.edits.empty());
    ASSERT_EQ(whole.steps.size(), 4U); // all mistakes at once
    EXPECT_FALSE(whole.steps[0].done);
    const PlayedScript partly = playScript(before, script, true);
    ASSERT_EQ(partly.steps.size(), 4U);
    EXPECT_TRUE(partly.steps[0].done);
    EXPECT_EQ(partly.steps[0].matched, 1U);
    EXPECT_THAT(partly.steps[1].text.text(), HasSubstr("op:Cast"));
    EXPECT_THAT(partly.steps[2].text.text(), HasSubstr("the model has no node 'op:Conv'"));
    EXPECT_TRUE(partly.steps[3].done);
    EXPECT_TRUE(nodeNamed(partly.model, "sum"));
    EXPECT_TRUE(valueNamed(partly.model, "image"));
}

TEST(EditScript, ReadsTensorsFromFilesBesideItAndMakesSome) {
    const TemporaryFolder folder;
    const Model before = modelFromText(kScriptNet);
    const auto values = Tensor::of<float>(DataType::float32, {4}, {9, 8, 7, 6});
    ASSERT_TRUE(writeValue(folder / "w.npy", values));
    ASSERT_TRUE(
        writeFile(folder / "s.json",
                  "{\"version\": 1, \"edits\": [{\"op\": \"set_tensor\", \"tensor\": \"w\", "
                  "\"value\": {\"file\": \"w.npy\"}}]}"));
    const auto script = readEditScript(folder / "s.json");
    ASSERT_TRUE(script) << script.error().message();
    const PlayedScript result = playScript(before, *script, false);
    ASSERT_TRUE(result.complete) << result.steps[0].text;
    const auto numbers = [](const Model& model) {
        return *elementsAsDoubles(*model.value(valueNamed(model, "w"))->initializer);
    };
    EXPECT_EQ(numbers(result.model), (std::vector<double>{9, 8, 7, 6}));
    const char* random = R"({"op": "set_tensor", "tensor": "w",
        "value": {"random": {"seed": 3, "low": -1, "high": 1}}})";
    const auto once = numbers(playedScript(before, random)),
               twice = numbers(playedScript(before, random));
    EXPECT_EQ(once, twice);
    for (const double number : once)
        EXPECT_TRUE(number >= -1 && number < 1);
    EXPECT_EQ(numbers(playedScript(before, R"({"op": "set_tensor", "tensor": "w",
        "value": {"fill": 2}})")),
              (std::vector<double>(4, 2)));
}

TEST(EditScript, RefusesTensorsOfNoForm) {
    const Model before = modelFromText(kScriptNet);
    for (const char* value :
         {R"({"file": "none.npy"})", R"({"file": "x.txt"})", R"({"values": [1], "fill": 2})",
          R"({"values": [[1, 2], [3]]})", R"({"values": [1, [2]]})", R"({"valeus": [1]})",
          R"({"type": "float99", "values": 1})", R"({"type": "int8", "values": 300})",
          R"({"values": [1, 2], "shape": [3]})", R"({"fill": 1, "shape": [-1]})",
          R"({"fill": 1, "shape": [1000000, 1000000]})", R"("text and no number")",
          R"({"random": {"low": 2, "high": 1}})", R"({"random": 1})"}) {
        const auto result = playScript(
            before,
            parsed(std::string("{\"op\": \"set_tensor\", \"tensor\": \"w\", \"value\": ") + value +
                   "}"),
            false);
        EXPECT_FALSE(result.complete) << value;
    }
}

/// An edit, the line that it becomes, and the model that the line makes.
TEST(EditScript, TheLineOfAnEditMakesTheSameModel) {
    const Model before = modelFromText(kScriptNet);
    const auto value = [&](const char* name) { return valueNamed(before, name); };
    const auto node = [&](const char* name) { return nodeNamed(before, name); };
    NewNode clip;
    clip.opType = "Cast";
    clip.attributes = {Attribute::make("to", std::int64_t{1})};
    const auto tensor = std::make_shared<const Tensor>(
        Tensor::of<float>(DataType::float32, {4}, {0.1F, -2, 3e20F, 4}));
    const std::vector<Edit> edits = {
        InsertNode{before.mainGraph(), clip, {value("a")}, {input(before, "first_cast", 0)}},
        DeleteNodes{{node("first_cast"), before.producer(value("y"))}},
        BypassNodes{{node("second_cast")}},
        RenameNode{node("add"), "sum"},
        Connect{value("x"), input(before, "add", 0)},
        RerouteReaders{value("c"), value("a")},
        SetAttribute{{before.producer(value("y"))}, Attribute::make("axis", std::int64_t{0})},
        ResetAttribute{{before.producer(value("y"))}, "axis"},
        SetTensor{value("w"), tensor},
        AddInitializer{before.mainGraph(), "k", tensor},
        ConvertElementType{{value("w")}, DataType::float16, true},
        ChangeTensorForm{value("w"), TensorForm::constant, nullptr},
        PlaceTensors{{value("w")}, true},
        RenameTensor{value("x"), "image"},
        AddInput{before.mainGraph(), "m",
                 Type::tensor(DataType::int64, Shape{Dim{2, "", ""}, Dim{{}, "k", ""}, Dim{}})},
        AddOutput{value("w")},
        SetValueType{value("x"), Type::tensor(DataType::float16, std::nullopt)},
        SetDimension{"n", {3, "", ""}},
        SetBatch{{{}, "batch", ""}},
        SetDocumentation{{node("add"), {}, {}}, "text"},
        SetMetadata{{}, "key", "value", false},
        SetProducer{"me", std::nullopt, std::nullopt, 3},
        ExtractFunction{{node("first_cast"), node("second_cast")}, "Casts", "local"},
        InsertConversion{
            value("a"), {input(before, "first_cast", 0)}, CastOnEdge{DataType::float16, true}},
        InsertConversion{value("d"), readersOf(before, value("d")), TransposeOnEdge{{1, 0}, true}},
        InsertConversion{value("d"), readersOf(before, value("d")),
                         QuantizeOnEdge{DataType::int8, {0.5, 0.1, 2, 3}, {1, 2, 3, 4}, -1}},
        MarkNodes{{node("add"), node("first_cast")}, "npu"},
    };
    for (const Edit& edit : edits) {
        ScriptFiles files;
        const auto line = scriptOf(edit, before, files);
        ASSERT_TRUE(line) << line.error().message();
        EXPECT_THAT(files.tensors, IsEmpty());
        const Model byHand = edited(before, edit), byScript = playedScript(before, line->dump());
        EXPECT_EQ(*serializeModel(byHand), *serializeModel(byScript)) << *line;
    }
}

TEST(EditScript, LargeTensorsBecomeFiles) {
    const Model before = modelFromText(kScriptNet);
    const auto large = std::make_shared<const Tensor>(
        Tensor::of(DataType::float32, {100}, std::vector<float>(100, 0.5F)));
    ScriptFiles files;
    const auto line = scriptOf(SetTensor{valueNamed(before, "w"), large}, before, files);
    ASSERT_TRUE(line);
    ASSERT_EQ(files.tensors.size(), 1U);
    EXPECT_EQ((*line)["value"]["file"], files.tensors[0].first);
    EXPECT_EQ(files.tensors[0].second, large);
}

} // namespace
} // namespace partita
