// One node on both sides of a comparison.

#include "core/compare/node_sides.h"

#include <algorithm>

#include "core/onnx/infer_shapes.h"
#include "core/session/placement.h"
#include "providers/registry.h"
#include "tests/support/models.h"

#include <gtest/gtest.h>

namespace partita {
namespace {

using Kind = NodeSidesRow::Kind;

const char* const kModel = R"(<ir_version: 9, opset_import: ["" : 18]>
    g (float[1,8] x) => (float[1,8] y) <int64[2] to = {2, 4}, int64[2] last = {1, 8}> {
      [one] a = Relu(x) [shape] b = Reshape<allowzero = 0>(a, to) [three] c = Sqrt(b)
      [four] y = Reshape(c, last) })";

const NodeSidesRow* row(const std::vector<NodeSidesRow>& rows, Kind kind, const char* name = "") {
    const auto found = std::ranges::find_if(
        rows, [&](const NodeSidesRow& row) { return row.kind == kind && row.name == name; });
    return found == rows.end() ? nullptr : &*found;
}

TEST(NodeSides, ANodeIsToldBeforeAndAfter) {
    const Model before = *inferShapes(test::modelFromText(kModel));
    const NodeId shape = test::nodeNamed(before, "shape");
    ModelEditor editor(before);
    editor.changeNode(shape, [](Node& node) {
        node.attributes = std::make_shared<const Attributes>(
            Attributes{Attribute::make("allowzero", std::int64_t{1})});
    });
    const Model after = editor.model();
    PartitionOptions wishes;
    wishes.excluded.emplace(shape, "npu");
    const auto providers = *makeProviders({});
    const auto was = placeModel(before, providers, wishes)->ofSource,
               is = placeModel(after, providers)->ofSource;
    const auto rows = nodeSides({before, &was}, shape, {after, &is}, shape);
    ASSERT_TRUE(row(rows, Kind::provider) && row(rows, Kind::attribute, "allowzero"));
    EXPECT_TRUE(row(rows, Kind::provider)->before.text().starts_with("CPU"));
    EXPECT_EQ(row(rows, Kind::why)->before.text(), "excluded by you");
    EXPECT_EQ(row(rows, Kind::attribute, "allowzero")->before.text(), "0");
    EXPECT_EQ(row(rows, Kind::attribute, "allowzero")->after.text(), "1");
    ASSERT_TRUE(row(rows, Kind::input, "data") && row(rows, Kind::input, "shape"));
    EXPECT_FALSE(row(rows, Kind::input, "data")->differs());
    EXPECT_NE(row(rows, Kind::input, "shape")->before.text().find("constant"), std::string::npos);
    EXPECT_NE(row(rows, Kind::input, "shape")->before.text().find("2, 4"), std::string::npos);
}

TEST(NodeSides, WhatOneSideHasNotIsEmptyThere) {
    const Model model = *inferShapes(test::modelFromText(kModel));
    const auto rows = nodeSides({model}, test::nodeNamed(model, "one"), {model}, {});
    ASSERT_FALSE(rows.empty());
    for (const NodeSidesRow& each : rows) {
        EXPECT_TRUE(each.after.empty()) << each.name;
        EXPECT_TRUE(each.differs()) << each.name;
    }
}

} // namespace
} // namespace partita
