#include <fstream>
#include <gtest/gtest.h>
#include <random>

#include <fmt/format.h>

#include "core/base/mapped_files.h"
#include "core/ir/extract.h"
#include "core/onnx/check.h"
#include "core/onnx/convert_version.h"
#include "core/onnx/external_data.h"
#include "core/onnx/infer_shapes.h"
#include "core/onnx/read.h"
#include "core/onnx/write.h"
#include "tests/support/models.h"

namespace partita {
namespace {

using test::bufferOf;
using test::bytesFromText;
using test::modelFromText;
using test::nodeNamed;
using test::valueNamed;

const char* const kNested =
    R"(<ir_version: 9, opset_import: ["" : 18, "my" : 1], producer_name: "p", metadata_props: ["k": "v"]>
nested (bool c, float[2] x) => (float[2] y) <float[2] w = {1.0, 2.0}> {
  a = Relu(x)
  [if] y = If(c) <
    then_branch = t () => (float[2] u) { b = Add(a, w)  u = Neg(b) },
    else_branch = e () => (float[2] v) { v = my.f(a) }
  >
}
<opset_import: ["" : 18], domain: "my"> f (p) => (q) { r = Exp(p)  q = Log(r) }
)";

/// A protobuf bytes field; `number` must be below 16, so that the tag is a single byte.
std::string field(int number, const std::string& payload) {
    std::string out(1, static_cast<char>(number << 3 | 2));
    std::size_t size = payload.size();
    for (; size >= 0x80; size >>= 7)
        out.push_back(static_cast<char>((size & 0x7F) | 0x80));
    out.push_back(static_cast<char>(size));
    return out + payload;
}

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

TEST(ReadWrite, MetadataOfEveryLevelIsRead) {
    const auto path =
        std::filesystem::path(PARTITA_SOURCE_DIR) / "../shared/models/special/annotated.onnx";
    if (!std::filesystem::exists(path))
        GTEST_SKIP() << "the shared models are not here";
    const auto model = readModel(path);
    ASSERT_TRUE(model);
    ASSERT_TRUE(model->info().annotations);
    EXPECT_FALSE(model->info().annotations->metadata.empty());
    EXPECT_TRUE(model->graph(model->mainGraph())->annotations);
    bool nodes = false, values = false;
    model->nodes().forEach([&](NodeId, const auto& node) { nodes = nodes || node->annotations; });
    model->values().forEach(
        [&](ValueId, const auto& value) { values = values || value->annotations; });
    EXPECT_TRUE(nodes && values);
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

// ---- hostile files

TEST(Hostile, EveryTruncationEndsInAnErrorOrASmallerModel) {
    const std::string bytes = bytesFromText(kNested);
    for (std::size_t size = 0; size < bytes.size(); ++size)
        if (auto model = readModel(bufferOf(std::string_view(bytes).substr(0, size))))
            (void)serializeModel(*model);
}

TEST(Hostile, RandomDamageNeverCrashes) {
    constexpr unsigned kSeed = 7;
    SCOPED_TRACE("seed " + std::to_string(kSeed));
    std::mt19937 random(kSeed);
    const std::string bytes = bytesFromText(kNested);
    for (int round = 0; round < 3000; ++round) {
        std::string damaged = bytes;
        for (unsigned i = 0, n = 1 + random() % 8; i < n; ++i)
            damaged[random() % damaged.size()] = static_cast<char>(random());
        auto model = readModel(bufferOf(damaged));
        if (!model)
            continue;
        (void)serializeModel(withSource(*model, nullptr));
        (void)inferShapes(*model);
        (void)checkModel(*model);
    }
}

TEST(Hostile, ImpossibleLengthsAreRefused) {
    for (const std::string& bytes :
         {std::string("\x3a\xff\xff\xff\xff\xff\xff\xff\xff\x7f", 10),
          std::string("\x3a\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff", 12),
          std::string("\x3a\x05\x0a", 3),
          std::string("\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff", 10)}) {
        const auto model = readModel(bufferOf(bytes));
        ASSERT_FALSE(model);
        EXPECT_EQ(model.error().code, Errc::invalidModel);
        EXPECT_NE(model.error().message().find("byte"), std::string::npos)
            << model.error().message();
    }
}

TEST(Hostile, ShapesNearTheEndOf63BitsAreRefused) {
    // dims 2^62 and 4: their product does not fit.
    const std::string dims("\x08\x80\x80\x80\x80\x80\x80\x80\x80\x40\x08\x04", 12);
    EXPECT_FALSE(readTensorProto(bufferOf(dims + "\x10\x01")));
    EXPECT_FALSE(readTensorProto(
        bufferOf(std::string("\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", 11)))); // -1
    // 2^61 bytes are declared and 3 are present; the error must come before any allocation.
    const auto tensor = readTensorProto(bufferOf(
        std::string("\x08\x80\x80\x80\x80\x80\x80\x80\x80\x20\x10\x03", 12) + field(9, "abc")));
    ASSERT_TRUE(tensor);
    EXPECT_FALSE(elements(*tensor));
}

TEST(Hostile, DeepNestingIsRefused) {
    std::string graph = field(2, "g");
    for (int depth = 0; depth < 200; ++depth)
        graph = field(1, field(4, "If") + field(5, field(1, "then_branch") + field(6, graph)));
    const auto model = readModel(bufferOf(field(7, graph)));
    ASSERT_FALSE(model);
    EXPECT_NE(model.error().what.text().find("nest"), std::string::npos);
    std::string type = field(1, "\x08\x01");
    for (int depth = 0; depth < 100; ++depth)
        type = field(4, field(1, type));
    EXPECT_FALSE(readModel(bufferOf(field(7, field(11, field(1, "x") + field(2, type))))));
}

TEST(Hostile, CyclesAndDoubleDefinitionsAreNamed) {
    const std::string cycle =
        field(1, field(1, "b") + field(2, "a") + field(3, "first") + field(4, "Relu")) +
        field(1, field(1, "a") + field(2, "b") + field(4, "Relu"));
    const auto cyclic = readModel(bufferOf(field(7, cycle)));
    ASSERT_FALSE(cyclic);
    EXPECT_NE(cyclic.error().what.text().find("cycle"), std::string::npos);
    const std::string twice = field(1, field(2, "a") + field(3, "one") + field(4, "Relu")) +
                              field(1, field(2, "a") + field(3, "two") + field(4, "Relu"));
    const auto doubled = readModel(bufferOf(field(7, twice)));
    ASSERT_FALSE(doubled);
    EXPECT_NE(doubled.error().message().find("'a'"), std::string::npos);
    EXPECT_NE(doubled.error().message().find("two"), std::string::npos);
}

// ---- external data

/// A model with one weight of four floats in `location`.
Model modelWithExternal(const test::TemporaryFolder& folder, const std::string& location,
                        const std::string& offset = "0", const std::string& length = "16") {
    const auto entry = [](const std::string& key, const std::string& value) {
        return field(13, field(1, key) + field(2, value));
    };
    const std::string tensor = std::string("\x08\x04\x10\x01", 4) + field(8, "w") +
                               entry("location", location) + entry("offset", offset) +
                               entry("length", length) + std::string("\x70\x01", 2);
    const std::string graph = field(5, tensor) +
                              field(1, field(1, "w") + field(2, "y") + field(4, "Relu")) +
                              field(12, field(1, "y"));
    std::ofstream(folder / "m.onnx", std::ios::binary)
        << std::string("\x08\x09", 2) + field(7, graph) + field(8, "\x10\x12");
    auto model = readModel(folder / "m.onnx");
    EXPECT_TRUE(model) << model.error().message();
    return *model;
}

Result<Buffer> weightOf(const Model& model) {
    return elements(*model.value(valueNamed(model, "w"))->initializer);
}

TEST(ExternalData, IsMappedOnFirstUse) {
    const test::TemporaryFolder folder;
    const Model model = modelWithExternal(folder, "w.bin");
    const float values[] = {1, 2, 3, 4};
    std::ofstream(folder / "w.bin", std::ios::binary)
        .write(reinterpret_cast<const char*>(values), sizeof values);
    const auto bytes = weightOf(model);
    ASSERT_TRUE(bytes) << bytes.error().message();
    EXPECT_EQ(std::memcmp(bytes->bytes().data(), values, sizeof values), 0);
}

TEST(ExternalData, PathsThatLeaveTheFolderAreRefusedWithTheTensorNamed) {
    const test::TemporaryFolder folder, elsewhere;
    std::ofstream(elsewhere / "w.bin") << std::string(16, 'x');
    std::filesystem::create_symlink(elsewhere / "w.bin", folder / "link.bin");
    for (const std::string& location :
         {std::string("/etc/passwd"), std::string("../w.bin"), std::string("a/../../w.bin"),
          std::string("link.bin"), std::string("missing.bin"), std::string("")}) {
        const auto bytes = weightOf(modelWithExternal(folder, location));
        ASSERT_FALSE(bytes) << location;
        EXPECT_NE(bytes.error().message().find("tensor 'w'"), std::string::npos)
            << bytes.error().message();
        EXPECT_NE(bytes.error().message().find(location), std::string::npos)
            << bytes.error().message();
    }
}

TEST(ExternalData, RangesOutsideTheFileAreRefused) {
    const test::TemporaryFolder folder;
    std::ofstream(folder / "w.bin") << std::string(20, 'x');
    EXPECT_FALSE(weightOf(modelWithExternal(folder, "w.bin", "8", "16")));
    EXPECT_FALSE(weightOf(modelWithExternal(folder, "w.bin", "18446744073709551615", "16")));
    EXPECT_FALSE(
        weightOf(modelWithExternal(folder, "w.bin", "0", "20"))); // not the size of the shape
    EXPECT_TRUE(weightOf(modelWithExternal(folder, "w.bin", "4", "16")));
}

TEST(ExternalData, TensorsThatShareOnlyAPartOfTheirBytesAreRefused) {
    const test::TemporaryFolder folder;
    std::ofstream(folder / "w.bin") << std::string(64, 'x');
    auto files = std::make_shared<ExternalFiles>(folder.path());
    const auto weight = [&](const std::string& name, std::uint64_t offset) {
        Tensor tensor = Tensor::fromBytes(DataType::float32, {4}, {});
        tensor.name = name;
        tensor.storage = Tensor::Storage::external;
        auto external = std::make_shared<ExternalData>();
        external->location = "w.bin";
        external->offset = offset;
        external->length = 16;
        tensor.external = external;
        external->source = ExternalFiles::source(files, tensor);
        return tensor;
    };
    const Tensor a = weight("a", 0), same = weight("same", 0), b = weight("b", 16),
                 part = weight("part", 24);
    const auto bytes = elements(a);
    ASSERT_FALSE(bytes);
    EXPECT_NE(bytes.error().message().find("'b' and 'part' overlap"), std::string::npos)
        << bytes.error().message();
}

TEST(ExternalData, AModelSavedWithADataFileReadsBackTheSame) {
    const test::TemporaryFolder folder;
    const auto model =
        readModel(std::filesystem::path(PARTITA_SOURCE_DIR) / "resources/samples/detector.onnx");
    ASSERT_TRUE(model);
    WriteOptions options;
    options.data = DataPlacement::external;
    const auto plan = writeModel(*model, folder / "d.onnx", options);
    ASSERT_TRUE(plan) << plan.error().message();
    EXPECT_GT(plan->dataBytes, 80'000U);
    EXPECT_LT(plan->modelBytes, 30'000U);
    const auto again = readModel(folder / "d.onnx");
    ASSERT_TRUE(again);
    model->values().forEach([&](ValueId, const auto& value) {
        if (!value->initializer)
            return;
        const auto& other = again->value(valueNamed(*again, value->name))->initializer;
        EXPECT_EQ(elements(*value->initializer)->text(), elements(*other)->text()) << value->name;
    });
    // Saving such a model to another folder copies its data.
    const test::TemporaryFolder elsewhere;
    const auto moved = writeModel(*again, elsewhere / "e.onnx");
    ASSERT_TRUE(moved);
    EXPECT_EQ(moved->notes.size(), 1U);
    EXPECT_TRUE(elements(*readModel(elsewhere / "e.onnx")
                              ->value(valueNamed(*again, "stem/conv.weight"))
                              ->initializer));
}

// ---- ONNX's own library

TEST(Library, InfersShapesIntoBodiesAndKeepsWhatTheFileSays) {
    const Model model = modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
g (bool c, float[n, 3] x) => (float[n, 4] y) <float[3, 4] w = {1,1,1,1,1,1,1,1,1,1,1,1}> {
  a = MatMul(x, w)
  y = If(c) < then_branch = t () => (float[n, 4] u) { b = Relu(a)  u = Neg(b) }, else_branch = e () => (float[n, 4] v) { v = Abs(a) } >
})");
    const auto inferred = inferShapes(model);
    ASSERT_TRUE(inferred) << inferred.error().message();
    EXPECT_EQ(inferred->value(valueNamed(*inferred, "a"))->type->text(), "n×4 fp32");
    EXPECT_EQ(inferred->value(valueNamed(*inferred, "b"))->type->text(), "n×4 fp32");
    EXPECT_EQ(inferred->value(valueNamed(*inferred, "x"))->type,
              model.value(valueNamed(model, "x"))->type);
}

TEST(Library, ConvertsTheOpsetAndSharesTheWeights) {
    const auto model =
        readModel(std::filesystem::path(PARTITA_SOURCE_DIR) / "resources/samples/detector.onnx");
    const auto converted = convertVersion(*model, 21);
    ASSERT_TRUE(converted) << converted.error().message();
    EXPECT_EQ(converted->info().opset(""), 21);
    const auto& before =
        model->value(valueNamed(*model, "stage3/block1/depthwise.weight"))->initializer;
    const auto& after =
        converted->value(valueNamed(*converted, "stage3/block1/depthwise.weight"))->initializer;
    EXPECT_EQ(elements(*before)->bytes().size(), elements(*after)->bytes().size());
    EXPECT_FALSE(convertVersion(*model, 99));
}

TEST(Library, EpContextIsAKnownOperator) {
    const Model model =
        modelFromText(R"(<ir_version: 10, opset_import: ["" : 18, "com.microsoft" : 1]>
g (float[2] x) => (float[2] y) { y = com.microsoft.EPContext <embed_mode = 0, ep_cache_context = "a.bin", source = "CANN"> (x) })");
    const auto findings = checkModel(model);
    ASSERT_TRUE(findings);
    for (const Finding& finding : *findings)
        ADD_FAILURE() << finding.text;
}

TEST(Library, FindingsNameTheRule) {
    const Model model = modelFromText(R"(<ir_version: 9, opset_import: ["" : 99]>
g (float[2] x) => (float[2] y) { [n] a = Relu(x) [n] y = Add(a, nothing) })");
    const auto findings = checkModel(model);
    ASSERT_TRUE(findings);
    std::set<std::string> rules;
    for (const Finding& finding : *findings)
        rules.insert(finding.rule);
    EXPECT_TRUE(rules.contains("unknown-opset"));
    EXPECT_TRUE(rules.contains("undefined-value"));
    EXPECT_TRUE(rules.contains("duplicate-node-name"));
}

TEST(Library, EveryRealModelIsInferredWithoutAnException) {
    for (const auto& path : test::realModels())
        if (std::filesystem::file_size(path) < (1U << 20)) {
            const auto model = readModel(path);
            const auto inferred = inferShapes(*model);
            if (inferred) {
                EXPECT_EQ(inferred->nodes().count(), model->nodes().count());
            }
        }
}

} // namespace
} // namespace partita
