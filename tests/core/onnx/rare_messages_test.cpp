// Messages that few files have: sparse initializers, empty lists and maps, lists in many pieces.

#include <fstream>
#include <gtest/gtest.h>

#include "core/onnx/read.h"
#include "core/onnx/same_model.h"
#include "core/onnx/value_proto.h"
#include "core/onnx/write.h"
#include "tests/support/model_bytes.h"
#include "tests/support/models.h"

namespace partita {
namespace {

using test::bufferOf;
using test::field;
using test::kNested;
using test::modelFromText;
using test::valueNamed;

/// "w" of kNested as a sparse tensor, in a model that was read.
Model withSparseWeight() {
    const Model model = modelFromText(kNested);
    ModelEditor editor(model);
    editor.changeValue(valueNamed(model, "w"), [](Value& value) {
        auto values = std::make_shared<Tensor>(Tensor::of<float>(DataType::float32, {1}, {3}));
        values->name = "w";
        auto sparse = std::make_shared<SparseTensor>();
        sparse->values = std::move(values);
        sparse->indices = std::make_shared<Tensor>(Tensor::int64s({1}));
        sparse->dims = {2};
        value.initializer = nullptr;
        value.sparseInitializer = std::move(sparse);
    });
    auto read = readModel(bufferOf(*serializeModel(editor.model())));
    EXPECT_TRUE(read);
    return *std::move(read);
}

TEST(RareMessages, ASparseInitializerIsWrittenWhereItGoesAndAsItIsCalled) {
    const Model model = withSparseWeight();
    const ValueId weight = valueNamed(model, "w");
    ASSERT_TRUE(model.value(weight)->sparseInitializer);
    GraphId branch;
    model.graphs().forEach([&](GraphId id, const auto& graph) {
        if (graph->name == "t")
            branch = id;
    });
    for (const bool moves : {false, true})
        for (const bool again : {false, true}) {
            ModelEditor editor(model);
            editor.changeValue(weight, [&](Value& value) {
                value.name = "renamed";
                if (moves)
                    value.graph = branch;
            });
            const auto read = readModel(bufferOf(
                *serializeModel(again ? withSource(editor.model(), nullptr) : editor.model())));
            ASSERT_TRUE(read);
            EXPECT_TRUE(checkSameModel(editor.model(), *read));
            const auto& written = read->value(valueNamed(*read, "renamed"));
            ASSERT_TRUE(written && written->sparseInitializer);
            EXPECT_EQ(written->sparseInitializer->values->name, "renamed");
            EXPECT_EQ(written->graph == read->mainGraph(), !moves);
            EXPECT_EQ(elementsAsDoubles(*written->sparseInitializer->values)->at(0), 3);
            ModelEditor without(editor.model());
            without.changeValue(weight, [](Value& value) { value.sparseInitializer = nullptr; });
            EXPECT_FALSE(checkSameModel(without.model(), *read));
        }
}

TEST(RareMessages, DataOfASparseInitializerGoesWithItsModel) {
    const test::TemporaryFolder folder, elsewhere;
    const Model model = withSparseWeight();
    ModelEditor editor(model);
    editor.changeValue(valueNamed(model, "w"), [](Value& value) {
        auto values = std::make_shared<Tensor>(*value.sparseInitializer->values);
        auto external = std::make_shared<ExternalData>();
        external->location = "data";
        external->entries = {{"location", "data"}};
        values->storage = Tensor::Storage::external;
        values->external = std::move(external);
        auto sparse = std::make_shared<SparseTensor>(*value.sparseInitializer);
        sparse->values = std::move(values);
        value.sparseInitializer = std::move(sparse);
    });
    std::ofstream(folder / "m.onnx", std::ios::binary) << *serializeModel(editor.model());
    const float number = 7;
    std::ofstream(folder / "data", std::ios::binary)
        .write(reinterpret_cast<const char*>(&number), sizeof number);
    const auto read = readModel(folder / "m.onnx");
    ASSERT_TRUE(read) << read.error().message();
    for (const DataPlacement data : {DataPlacement::keep, DataPlacement::embed}) {
        WriteOptions options;
        options.data = data;
        const auto plan = writeModel(*read, elsewhere / "m.onnx", options);
        ASSERT_TRUE(plan) << plan.error().message();
        EXPECT_EQ(plan->dataFile.empty(), data == DataPlacement::embed);
        const auto moved = readModel(elsewhere / "m.onnx");
        ASSERT_TRUE(moved);
        const auto values =
            elementsAsDoubles(*moved->value(valueNamed(*moved, "w"))->sparseInitializer->values);
        ASSERT_TRUE(values) << values.error().message();
        EXPECT_EQ(*values, std::vector<double>{7});
    }
}

TEST(RareMessages, EmptyListsOfAnyTypeStayLists) {
    for (const int type : {6, 7, 8, 9, 10, 12, 14}) {
        const std::string attribute =
            field(1, "a") + std::string("\xa0\x01", 2) + static_cast<char>(type);
        const std::string node = field(2, "y") + field(4, "F") + field(5, attribute);
        const auto model = readModel(bufferOf(field(7, field(1, node) + field(12, field(1, "y")))));
        ASSERT_TRUE(model) << model.error().message();
        const NodeId id = model->nodesOf(model->mainGraph()).front();
        const Attribute* found = model->node(id)->attribute("a");
        ASSERT_TRUE(found);
        EXPECT_FALSE(std::holds_alternative<std::monostate>(found->value)) << type;
        EXPECT_EQ(found->typeNumber(), type);
    }
}

TEST(RareMessages, AnEmptyMapKeepsTheTypeOfItsKeys) {
    auto type = std::make_shared<Type>();
    type->kind = Type::Kind::map;
    type->element = DataType::string;
    type->nested = Type::tensor(DataType::float32, Shape());
    Tensor keys;
    keys.type = DataType::string;
    keys.dims = {0};
    keys.storage = Tensor::Storage::strings;
    const ModelData empty = ModelData::map(keys, Tensor::of<float>(DataType::float32, {0}, {}));
    const auto read = readValueProto(Buffer::own(serializeValue(empty, type.get())), type.get());
    ASSERT_TRUE(read) << read.error().message();
    EXPECT_EQ(read->items->front().tensor.type, DataType::string);
    EXPECT_EQ(read->items->back().tensor.type, DataType::float32);
    EXPECT_EQ(read->items->back().tensor.count(), 0);
}

TEST(RareMessages, ADimensionKeepsWhatItStandsFor) {
    const Model model = modelFromText(kNested);
    ModelEditor editor(model);
    const TypePtr type = Type::tensor(
        DataType::float32, Shape{{2, {}, "DATA_BATCH"}, {{}, "n", "DATA_CHANNEL"}, {{}, {}, "T"}});
    const ValueId input = model.graph(model.mainGraph())->inputs.front();
    editor.changeValue(input, [&](Value& value) { value.type = type; });
    const auto read = readModel(bufferOf(*serializeModel(editor.model())));
    ASSERT_TRUE(read);
    const TypePtr& written = read->value(read->graph(read->mainGraph())->inputs.front())->type;
    ASSERT_TRUE(written);
    EXPECT_TRUE(sameType(*written, *type));
}

TEST(HostilePieces, TwentyMegabytesOfSmallPiecesAreReadInLinearTime) {
    constexpr std::size_t kPieces = 10'000'000;
    const auto sized = [](std::size_t count, const std::string& start, const std::string& piece) {
        std::string out("\x08", 1); // dims
        for (; count >= 0x80; count >>= 7)
            out.push_back(static_cast<char>((count & 0x7F) | 0x80));
        out.push_back(static_cast<char>(count));
        out += start;
        out.reserve(out.size() + kPieces * piece.size());
        for (std::size_t i = 0; i < kPieces; ++i)
            out += piece;
        return out;
    };
    const auto single = readTensorProto( // int64_data, not packed: tag and number
        Buffer::own(sized(kPieces, std::string("\x10\x07", 2), std::string("\x38\x05", 2))));
    ASSERT_TRUE(single) << single.error().message();
    EXPECT_EQ(elements(*single)->size(), kPieces * 8);
    EXPECT_EQ(numberAt(DataType::int64, elements(*single)->bytes(), kPieces - 1), 5);
    const auto packed = readTensorProto( // lists of one number
        Buffer::own(sized(kPieces, std::string("\x10\x07", 2), std::string("\x3a\x01\x05", 3))));
    ASSERT_TRUE(packed);
    EXPECT_EQ(elements(*packed)->size(), kPieces * 8);
    const auto raw = readTensorProto( // raw_data is no list: the last counts
        Buffer::own(sized(2, std::string("\x10\x02", 2), std::string("\x4a\x02\x05\x06", 4))));
    ASSERT_TRUE(raw);
    EXPECT_EQ(elements(*raw)->size(), 2U);
}

TEST(HostilePieces, ABodyThatReturnsItsInputsManyTimesIsReadInLinearTime) {
    constexpr int kCount = 700'000;
    std::string body;
    for (int i = 0; i < kCount; ++i)
        body += field(11, field(1, std::to_string(i)));
    for (int i = 0; i < kCount; ++i)
        body += field(12, field(1, std::to_string(kCount - 1)));
    const std::string node =
        field(2, "y") + field(4, "Loop") +
        field(5, field(1, "body") + field(6, body) + std::string("\xa0\x01\x05", 3));
    const auto model = readModel(bufferOf(field(7, field(1, node) + field(12, field(1, "y")))));
    ASSERT_TRUE(model) << model.error().message();
}

} // namespace
} // namespace partita
