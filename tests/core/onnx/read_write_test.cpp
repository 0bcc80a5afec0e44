// Models are read and written back byte for byte, and an edit changes what was edited.

#include <filesystem>
#include <gtest/gtest.h>
#include <set>

#include "core/base/mapped_files.h"
#include "core/ir/extract.h"
#include "core/onnx/convert_version.h"
#include "core/onnx/read.h"
#include "core/onnx/write.h"
#include "tests/support/model_bytes.h"
#include "tests/support/models.h"

namespace partita {
namespace {

using test::bufferOf;
using test::bytesFromText;
using test::field;
using test::kNested;
using test::modelFromText;
using test::nodeNamed;
using test::valueNamed;

TEST(ReadWrite, EveryRealModelIsWrittenBackByteForByte) {
    const auto models = test::realModels();
    ASSERT_GT(models.size(), 100U);
    for (const auto& path : models) {
        const auto model = readModel(path);
        ASSERT_TRUE(model) << model.error().message();
        const auto bytes = serializeModel(*model);
        ASSERT_TRUE(bytes) << path;
        EXPECT_EQ(*bytes, mapFile(path)->text()) << path;
    }
}

TEST(ReadWrite, AFileThatIsCutOffWhileItIsOpenIsAnErrorAndNothingIsWritten) {
    const test::TemporaryFolder folder;
    ASSERT_TRUE(writeModel(test::weightModel(64 * 1024), folder / "m.onnx"));
    const auto model = readModel(folder / "m.onnx");
    ASSERT_TRUE(model);
    std::filesystem::resize_file(folder / "m.onnx", 100); // like a program that rewrites the file
    const auto& weight = *model->value(valueNamed(*model, "w"))->initializer;
    const auto bytes = elements(weight);
    ASSERT_TRUE(bytes);
    EXPECT_EQ(bytes->bytes()[200 * 1024], std::byte{0}); // no crash
    const auto saved = writeModel(*model, folder / "copy.onnx");
    ASSERT_FALSE(saved);
    EXPECT_NE(saved.error().message().find("another program"), std::string::npos)
        << saved.error().message();
    EXPECT_FALSE(std::filesystem::exists(folder / "copy.onnx"));
}

TEST(ReadWrite, AFileThatIsReplacedWhileItIsOpenStaysReadable) {
    const test::TemporaryFolder folder;
    const Model made = test::weightModel(1024);
    ASSERT_TRUE(writeModel(made, folder / "m.onnx"));
    const auto model = readModel(folder / "m.onnx");
    ASSERT_TRUE(model);
    ASSERT_TRUE(writeModel(test::weightModel(16), folder / "m.onnx")); // moved into place
    ASSERT_TRUE(writeModel(*model, folder / "copy.onnx"));
    EXPECT_EQ(mapFile(folder / "copy.onnx")->text(), *serializeModel(made));
}

TEST(ReadWrite, EveryRealModelSurvivesBeingWrittenFromNothing) {
    for (const auto& path : test::realModels()) {
        const auto model = readModel(path);
        ASSERT_TRUE(model);
        const std::string bytes = *serializeModel(withSource(*model, nullptr));
        const auto again = readModel(bufferOf(bytes), path.parent_path());
        ASSERT_TRUE(again) << path << again.error().message();
        EXPECT_EQ(again->nodes().count(), model->nodes().count()) << path;
        EXPECT_EQ(again->values().count(), model->values().count()) << path;
        EXPECT_EQ(again->graphs().count(), model->graphs().count()) << path;
        EXPECT_EQ(*serializeModel(withSource(*again, nullptr)), bytes) << path;
    }
}

TEST(ReadWrite, AnEditChangesOnlyWhatWasEdited) {
    const std::string before = bytesFromText(kNested);
    const auto model = readModel(bufferOf(before));
    ASSERT_TRUE(model);
    ModelEditor editor(*model);
    editor.changeNode(nodeNamed(*model, "if"), [](Node& node) { node.name = "IF"; });
    const std::string after = *serializeModel(editor.model());
    std::string wanted = before;
    wanted.replace(wanted.find("\x1a\x02if") + 2, 2, "IF"); // field 3 of the node, two bytes
    EXPECT_EQ(after, wanted);
}

TEST(ReadWrite, AValueKeepsItsTypeWhereItIsNoOutputAnyMoreAndWhereItLeavesItsBody) {
    const Model model = modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
        g (bool c, float[2] x) => (float[2] y, float[2] z) {
          y = Relu(x)
          i = If(c) <then_branch = t () => (float[2] p) { p = Neg(y) },
                     else_branch = e () => (float[2] q) { q = Abs(y) }>
          z = Neg(i) })");
    const ValueId p = valueNamed(model, "p"), i = valueNamed(model, "i");
    const NodeId branching = model.producer(i), inner = model.producer(p);
    ModelEditor editor(model);
    editor.changeGraph(model.mainGraph(),
                       [](Graph& graph) { graph.outputs.erase(graph.outputs.begin()); });
    editor.changeGraph(model.node(inner)->graph, [](Graph& graph) { graph.outputs.clear(); });
    editor.changeNode(inner, [&](Node& node) { node.graph = model.mainGraph(); });
    editor.changeValue(p, [&](Value& value) { value.graph = model.mainGraph(); });
    editor.changeNode(model.consumers(i).front(), [&](Node& node) { node.inputs = {p}; });
    editor.removeNode(branching);
    const Model again = *readModel(bufferOf(*serializeModel(editor.model())));
    for (const char* name : {"p", "y"}) {
        const auto& value = again.value(valueNamed(again, name));
        ASSERT_TRUE(value->type && value->type->shape) << name;
        EXPECT_EQ(shapeText(value->type->shape), "2") << name;
    }
}

TEST(ReadWrite, ATypeWithoutElementsIsNotWritten) {
    const Model model = modelFromText(R"(<ir_version: 9, opset_import: ["" : 18, "custom" : 1]>
        g (float[2] x) => (y) { a = Relu(x)  b = custom.Own(a)  y = custom.Own(b) })");
    const auto typed = [&](DataType element) {
        ModelEditor editor(model);
        for (const char* name : {"b", "y"})
            editor.changeValue(valueNamed(model, name), [&](Value& value) {
                value.type = Type::tensor(element, Shape{{2, "", ""}});
            });
        return *readModel(bufferOf(*serializeModel(editor.model())));
    };
    for (const char* name : {"b", "y"}) {
        const Model unknown = typed(DataType::undefined), known = typed(DataType::float32);
        EXPECT_FALSE(unknown.value(valueNamed(unknown, name))->type) << name;
        EXPECT_EQ(known.value(valueNamed(known, name))->type->text(), "2 fp32") << name;
    }
}

TEST(ReadWrite, AnEditInABodyReachesTheFile) {
    const Model model = modelFromText(kNested);
    ModelEditor editor(model);
    NodeId neg;
    model.nodes().forEach([&](NodeId id, const auto& node) {
        if (node->opType == "Neg")
            neg = id;
    });
    editor.changeNode(neg, [](Node& node) { node.opType = "Abs"; });
    const auto again = readModel(bufferOf(*serializeModel(editor.model())));
    ASSERT_TRUE(again);
    std::multiset<std::string> ops;
    again->nodes().forEach([&](NodeId, const auto& node) { ops.insert(node->opType); });
    EXPECT_EQ(ops, (std::multiset<std::string>{"Abs", "Add", "Exp", "If", "Log", "Relu", "f"}));
}

TEST(ReadWrite, ANodeThatLeftAFunctionIsOnlyWhereItIsNow) {
    const Model model = modelFromText(R"(<ir_version: 10, opset_import: ["" : 18, "my" : 1]>
        g (float[2] x) => (float[2] y) { a = my.f(x) y = my.h(a) }
        <opset_import: ["" : 18], domain: "my"> f (p) => (q) { [neg] q = Neg(p) }
        <opset_import: ["" : 18], domain: "my"> h (r) => (s) { s = Abs(r) })");
    const NodeId neg = nodeNamed(model, "neg");
    const GraphId other = model.info().functions[1];
    const ValueId read = model.graph(other)->inputs[0];
    ModelEditor editor(model);
    Value made;
    made.graph = other;
    made.name = "t";
    const ValueId t = editor.addValue(made);
    editor.changeNode(neg, [&](Node& node) {
        node.graph = other;
        node.inputs = {read};
        node.outputs = {t};
    });
    const Model again = *readModel(bufferOf(*serializeModel(editor.model())));
    EXPECT_TRUE(again.nodesOf(again.info().functions[0]).empty());
    EXPECT_EQ(again.nodesOf(again.info().functions[1]).size(), 2U);
}

TEST(ReadWrite, ARenamedValueIsRenamedInEveryGraphThatUsesIt) {
    const Model model = modelFromText(kNested);
    ModelEditor editor(model);
    editor.changeValue(valueNamed(model, "a"), [](Value& value) { value.name = "renamed"; });
    const auto again = readModel(bufferOf(*serializeModel(editor.model())));
    ASSERT_TRUE(again);
    const ValueId value = valueNamed(*again, "renamed");
    EXPECT_EQ(again->consumers(value).size(), 2U); // in both branches
    EXPECT_TRUE(again->producer(value));
    EXPECT_FALSE(valueNamed(*again, "a"));
}

TEST(ReadWrite, UnknownFieldsAreKeptWhenTheirNodeIsEdited) {
    // A node with field 10 (device configurations) and an unknown field 15.
    const std::string node = field(1, "x") + field(2, "y") + field(3, "n") + field(4, "Relu") +
                             field(10, "abc") + field(15, "future");
    const std::string bytes = std::string("\x08\x09", 2) +
                              field(7, field(1, node) + field(2, "g")) + field(8, "\x10\x12");
    const auto model = readModel(bufferOf(bytes));
    ASSERT_TRUE(model) << model.error().message();
    ModelEditor editor(*model);
    editor.changeNode(nodeNamed(*model, "n"), [](Node& changed) { changed.name = "m"; });
    const std::string after = *serializeModel(editor.model());
    EXPECT_NE(after.find("future"), std::string::npos);
    EXPECT_NE(after.find("abc"), std::string::npos);
}

TEST(ReadWrite, SparseInitializersAndAnnotationsAreFoundByTheirNames) {
    // A node reads a sparse initializer "s…", which has an annotation. The names do not fit into a
    // string's inline buffer, so that a dangling view of a name would be noticed.
    const std::string weight(40, 's'), scale(40, 'q');
    const std::string values =
        std::string("\x08\x01\x10\x01", 4) + field(8, weight) + field(9, std::string(4, '\0'));
    const std::string indices = std::string("\x08\x01\x10\x07", 4) + field(9, std::string(8, '\0'));
    const std::string sparse = field(1, values) + field(2, indices) + std::string("\x18\x04", 2);
    const std::string annotation =
        field(1, weight) + field(2, field(1, "SCALE_TENSOR") + field(2, scale));
    const std::string node = field(1, weight) + field(1, scale) + field(2, "y") + field(4, "Mul");
    const std::string graph = field(1, node) + std::string("\x7a", 1) + field(1, sparse).substr(1) +
                              field(14, annotation) + field(12, field(1, "y"));
    const auto model = readModel(bufferOf(field(7, graph)));
    ASSERT_TRUE(model) << model.error().message();
    EXPECT_EQ(model->values().count(), 3U);
    EXPECT_TRUE(model->value(valueNamed(*model, weight))->sparseInitializer);
    EXPECT_EQ(model->consumers(valueNamed(*model, weight)).size(), 1U);
    const auto& record = *model->graph(model->mainGraph());
    ASSERT_EQ(record.quantization.size(), 1U);
    EXPECT_EQ(record.quantization[0].tensor, valueNamed(*model, weight));
    EXPECT_EQ(record.quantization[0].parameters[0].second, valueNamed(*model, scale));
}

TEST(ReadWrite, QuantizationAnnotationsStayInWhatIsMadeOfAModel) {
    Model model = modelFromText(R"(<ir_version: 9, opset_import: ["" : 13]>
        g (float[2] x) => (float[2] y) <float s = {0.5}> { a = Neg(x) y = Mul(a, s) })");
    ModelEditor editor(model);
    editor.changeGraph(model.mainGraph(), [&](Graph& graph) {
        graph.quantization = {{valueNamed(model, "a"), {{"SCALE_TENSOR", valueNamed(model, "s")}}}};
    });
    const Model annotated = editor.model();
    const auto expectAnnotation = [](const Result<Model>& found) {
        ASSERT_TRUE(found) << found.error().message();
        const auto& record = *found->graph(found->mainGraph());
        ASSERT_EQ(record.quantization.size(), 1U);
        EXPECT_EQ(record.quantization[0].tensor, valueNamed(*found, "a"));
        EXPECT_EQ(record.quantization[0].parameters[0].second, valueNamed(*found, "s"));
    };
    const auto written = [](const Model& what) {
        return readModel(bufferOf(*serializeModel(what)));
    };
    expectAnnotation(written(annotated));
    expectAnnotation(written(withSource(annotated, nullptr)));
    const auto converted = convertVersion(annotated, 18);
    expectAnnotation(converted);
    expectAnnotation(written(*converted));
    const auto& main = *annotated.graph(annotated.mainGraph());
    expectAnnotation(extractSubgraph(annotated, main.id,
                                     {annotated.producer(valueNamed(annotated, "a"))}, main.inputs,
                                     {valueNamed(annotated, "a")}));
}

TEST(ReadWrite, MetadataOfEveryLevelIsKept) {
    const Model plain = test::modelFromText(R"(<ir_version: 10, opset_import: ["" : 18]>
        g (float[2] x) => (float[2] y) { [one] t = Neg(x) [two] y = Neg(t) })");
    const auto about = [](const char* what) {
        return std::make_shared<const Annotations>(
            Annotations{std::string("of the ") + what, {{"level", what}}});
    };
    const NodeId node = test::nodeNamed(plain, "one");
    const ValueId value = valueNamed(plain, "t");
    ModelEditor editor(plain);
    editor.changeInfo([&](ModelInfo& info) { info.annotations = about("model"); });
    editor.changeGraph(plain.mainGraph(),
                       [&](Graph& graph) { graph.annotations = about("graph"); });
    editor.changeNode(node, [&](Node& changed) { changed.annotations = about("node"); });
    editor.changeValue(value, [&](Value& changed) {
        changed.type = Type::tensor(DataType::float32, Shape(1));
        changed.annotations = about("value");
    });
    const test::TemporaryFolder folder;
    ASSERT_TRUE(writeModel(editor.model(), folder / "m.onnx"));
    const auto read = readModel(folder / "m.onnx");
    ASSERT_TRUE(read) << read.error().message();
    const auto levelOf = [](const AnnotationsPtr& annotations) {
        return annotations && annotations->metadata.size() == 1 ? annotations->metadata[0].second
                                                                : std::string();
    };
    EXPECT_EQ(levelOf(read->info().annotations), "model");
    EXPECT_EQ(levelOf(read->graph(read->mainGraph())->annotations), "graph");
    EXPECT_EQ(levelOf(read->node(test::nodeNamed(*read, "one"))->annotations), "node");
    EXPECT_EQ(levelOf(read->value(valueNamed(*read, "t"))->annotations), "value");
    EXPECT_FALSE(read->node(test::nodeNamed(*read, "two"))->annotations);
}

TEST(ReadWrite, WeightsAreSlicesOfTheFile) {
    const auto path = std::filesystem::path(PARTITA_SOURCE_DIR) / "resources/samples/detector.onnx";
    const auto model = readModel(path);
    ASSERT_TRUE(model);
    const auto& weight = model->value(valueNamed(*model, "stem/conv.weight"))->initializer;
    const auto bytes = elements(*weight);
    ASSERT_TRUE(bytes);
    EXPECT_EQ(bytes->bytes().data(), weight->payload.bytes().data());
    EXPECT_EQ(bytes->size(), 8U * 3 * 3 * 3 * 4);
}

TEST(ReadWrite, EveryTensorTypeIsDecoded) {
    struct Case {
        DataType type;
        std::string raw;
        std::vector<double> values;
    };
    const Case cases[] = {
        {DataType::float16, std::string("\x00\x3c\x00\xc0", 4), {1, -2}},
        {DataType::bfloat16, std::string("\x80\x3f\x20\xc0", 4), {1, -2.5}},
        {DataType::float8e4m3fn, "\x38\xb8", {1, -1}},
        {DataType::float8e5m2, "\x3c\xbc", {1, -1}},
        {DataType::float8e4m3fnuz, "\x40\xc0", {1, -1}},
        {DataType::float8e5m2fnuz, "\x40\xc0", {1, -1}},
        {DataType::float8e8m0, "\x7f\x80", {1, 2}},
        {DataType::int4, "\xf7", {7, -1}},
        {DataType::uint4, "\xf7", {7, 15}},
        {DataType::float4e2m1, "\xa2", {1, -1}},
        {DataType::int2, "\x0d", {1, -1}},
        {DataType::int8, "\x05\xfb", {5, -5}},
        {DataType::boolean, std::string("\x01\x00", 2), {1, 0}},
    };
    for (const Case& each : cases) {
        const Tensor tensor = Tensor::fromBytes(each.type, {2}, bufferOf(each.raw));
        const auto values = elementsAsDoubles(tensor);
        ASSERT_TRUE(values) << dataTypeName(each.type) << values.error().message();
        EXPECT_EQ(*values, each.values) << dataTypeName(each.type);
    }
}

TEST(ReadWrite, TypedFieldsAreDecodedLikeRawData) {
    // TensorProto: dims 3, data_type int64, int64_data packed varints 1, 300, -1.
    const std::string packed = std::string("\x01\xac\x02", 3) +
                               std::string("\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", 10);
    const auto tensor =
        readTensorProto(bufferOf(std::string("\x08\x03\x10\x07", 4) + field(7, packed)));
    ASSERT_TRUE(tensor);
    EXPECT_EQ(*elementsAsInts(*tensor), (std::vector<std::int64_t>{1, 300, -1}));
    // float16 in int32_data has one entry for each value.
    const auto half = readTensorProto(
        bufferOf(std::string("\x08\x01\x10\x0a", 4) + field(5, std::string("\x80\x78", 2))));
    ASSERT_TRUE(half);
    EXPECT_EQ(elementsAsDoubles(*half)->at(0), 1.0);
}

} // namespace
} // namespace partita
