#include <gtest/gtest.h>

#include "core/ir/attribute.h"
#include "core/ir/constants.h"
#include "tests/support/models.h"

namespace partita {
namespace {

TensorPtr tensorOf(const std::vector<float>& values) {
    return std::make_shared<const Tensor>(
        Tensor::of(DataType::float32, {static_cast<std::int64_t>(values.size())}, values));
}

struct Shown {
    const char* type;
    Attribute::Value value;
    const char* text;
};

/// One attribute of each kind.
std::vector<Shown> everyKind() {
    const auto sparse = std::make_shared<const SparseTensor>();
    return {{"undefined", std::monostate(), "undefined"},
            {"float", 1.5F, "1.5"},
            {"int", std::int64_t{-3}, "-3"},
            {"string", Attribute::string("a", "say \"hi\"\n")->value, nullptr},
            {"tensor", tensorOf({1, 2}), "[1, 2] 2 fp32"},
            {"graph", GraphId{7}, "graph 7"},
            {"sparse_tensor", sparse, "sparse tensor"},
            {"type_proto", Type::tensor(DataType::int64, Shape{}), nullptr},
            {"floats", std::vector<float>{0.5F, 2}, "[0.5, 2]"},
            {"ints", std::vector<std::int64_t>{1, 2}, "[1, 2]"},
            {"strings", std::vector<std::string>{"x", "y"}, "[\"x\", \"y\"]"},
            {"tensors", std::vector<TensorPtr>{nullptr}, "[tensor]"},
            {"graphs", std::vector<GraphId>{GraphId{1}, GraphId{2}}, "[graph 1, graph 2]"},
            {"sparse_tensors", std::vector<SparseTensorPtr>{sparse}, "[sparse tensor]"},
            {"type_protos", std::vector<TypePtr>{nullptr}, "[type]"}};
}

TEST(Attribute, IsShownByItsKind) {
    for (const Shown& shown : everyKind()) {
        const auto attribute = Attribute::make("a", shown.value);
        EXPECT_EQ(attributeTypeName(attribute->typeNumber()), shown.type);
        if (shown.text) {
            EXPECT_EQ(attributeText(*attribute), shown.text);
        } else {
            EXPECT_FALSE(attributeText(*attribute).empty());
        }
    }
    EXPECT_EQ(attributeTypeName(99), "undefined");
    EXPECT_EQ(attributeTypeName(-1), "undefined");
}

TEST(Attribute, ALongListOrTextIsCutWithItsLength) {
    const std::vector<std::int64_t> many(1000, 12345);
    const std::string list = attributeText(*Attribute::make("a", many), 40);
    EXPECT_LT(list.size(), 80U);
    EXPECT_NE(list.find("1000 in all]"), std::string::npos) << list;
    const std::string text = attributeText(*Attribute::string("a", std::string(5000, 'x')), 40);
    EXPECT_LT(text.size(), 80U);
    EXPECT_NE(text.find("5000 bytes"), std::string::npos) << text;
}

TEST(Attribute, ListsAreEqualByContentInAnyOrder) {
    // Graphs, and objects that are not compared by content, differ from every copy.
    for (const Shown& shown : everyKind()) {
        const auto one = Attribute::make("a", shown.value), two = Attribute::make("a", shown.value),
                   other = Attribute::make("b", std::int64_t{1});
        const bool graphs = std::string_view(shown.type).starts_with("graph");
        EXPECT_EQ(sameAttributes({one, other}, {other, two}), !graphs) << shown.type;
        EXPECT_FALSE(sameAttributes({one}, {other})) << shown.type;
        EXPECT_FALSE(sameAttributes({one}, {one, other})) << shown.type;
        EXPECT_FALSE(sameAttributes({one}, {Attribute::make("a", 77.0F)})) << shown.type;
    }
    const auto copy = Attribute::make("t", tensorOf({1, 2})),
               same = Attribute::make("t", tensorOf({1, 2})),
               shorter = Attribute::make("t", tensorOf({1})),
               larger = Attribute::make("t", tensorOf({1, 3}));
    EXPECT_TRUE(sameAttributes({copy}, {same}));
    EXPECT_FALSE(sameAttributes({copy}, {shorter}));
    EXPECT_FALSE(sameAttributes({copy}, {larger}));
    const auto lists = [](std::vector<TensorPtr> tensors) {
        return Attribute::make("t", std::move(tensors));
    };
    EXPECT_TRUE(sameAttributes({lists({tensorOf({1}), tensorOf({2})})},
                               {lists({tensorOf({1}), tensorOf({2})})}));
    EXPECT_FALSE(sameAttributes({lists({tensorOf({1})})}, {lists({tensorOf({2})})}));
    auto referring = std::make_shared<Attribute>(*copy);
    referring->reference = "alpha";
    EXPECT_FALSE(sameAttributes({copy}, {referring}));
    EXPECT_EQ(attributeText(*referring), "@alpha");
}

Node constantNode(AttributePtr attribute) {
    Node node;
    node.opType = SharedString("Constant");
    node.attributes = std::make_shared<const Attributes>(Attributes{std::move(attribute)});
    return node;
}

TEST(Constants, AreReadFromEveryAttributeThatHoldsThem) {
    const auto numbers = [](Attribute::Value value) {
        const auto tensor = constantValue(constantNode(Attribute::make("value", std::move(value))));
        EXPECT_TRUE(tensor);
        return std::pair(tensor->dims, *elementsAsDoubles(*tensor));
    };
    using Numbers = std::pair<std::vector<std::int64_t>, std::vector<double>>;
    EXPECT_EQ(numbers(1.5F), (Numbers{{}, {1.5}}));
    EXPECT_EQ(numbers(std::int64_t{-4}), (Numbers{{}, {-4}}));
    EXPECT_EQ(numbers(std::vector<float>{1, 2}), (Numbers{{2}, {1, 2}}));
    EXPECT_EQ(numbers(std::vector<std::int64_t>{3}), (Numbers{{1}, {3}}));
    EXPECT_EQ(numbers(tensorOf({5, 6})), (Numbers{{2}, {5, 6}}));
    const auto text = constantValue(constantNode(Attribute::string("value_string", "word")));
    ASSERT_TRUE(text);
    EXPECT_EQ(text->strings, std::vector<std::string>{"word"});
    EXPECT_TRUE(text->dims.empty());
    const auto texts = constantValue(
        constantNode(Attribute::make("value_strings", std::vector<std::string>{"a", "b"})));
    ASSERT_TRUE(texts);
    EXPECT_EQ(texts->dims, std::vector<std::int64_t>{2});
    EXPECT_EQ(constantValue(constantNode(Attribute::make("value", GraphId{1}))), std::nullopt);
}

/// A sparse constant of shape [2, 3].
std::optional<Tensor> sparse(const std::vector<float>& values, const std::vector<std::int64_t>& at,
                             std::vector<std::int64_t> indexDims,
                             std::vector<std::int64_t> dims = {2, 3}) {
    auto tensor = std::make_shared<SparseTensor>();
    tensor->values = tensorOf(values);
    tensor->indices =
        std::make_shared<const Tensor>(Tensor::of(DataType::int64, std::move(indexDims), at));
    tensor->dims = std::move(dims);
    return constantValue(
        constantNode(Attribute::make("sparse_value", SparseTensorPtr(std::move(tensor)))));
}

TEST(Constants, ASparseTensorIsMadeDense) {
    const std::vector<double> expected{0, 7, 0, 0, 0, 8};
    const auto flat = sparse({7, 8}, {1, 5}, {2}), pairs = sparse({7, 8}, {0, 1, 1, 2}, {2, 2});
    ASSERT_TRUE(flat && pairs);
    EXPECT_EQ(flat->dims, (std::vector<std::int64_t>{2, 3}));
    EXPECT_EQ(*elementsAsDoubles(*flat), expected);
    EXPECT_EQ(*elementsAsDoubles(*pairs), expected);
}

TEST(Constants, ASparseTensorWithWrongPlacesIsNone) {
    EXPECT_EQ(sparse({7}, {6}, {1}), std::nullopt);
    EXPECT_EQ(sparse({7}, {-1}, {1}), std::nullopt);
    EXPECT_EQ(sparse({7}, {std::int64_t{1} << 62, 1}, {1, 2}), std::nullopt);
    EXPECT_EQ(sparse({7}, {0}, {1}, {std::int64_t{1} << 40}), std::nullopt); // 4 TiB when dense
}

TEST(Constants, AScalarIsAConstantOfOneElement) {
    const Model model = test::modelFromText(R"(
        <ir_version: 9, opset_import: ["" : 18]>
        g (float x, float given) => (float y)
        <float[1,1] one = {3}, float[2] two = {1, 2}, float given = {4}> {
          c = Constant <value_float = 2.5> ()
          a = Mul(x, c)  b = Add(a, one)  d = Add(b, two)  y = Add(d, given) })");
    const auto scalar = [&](const char* name) {
        return scalarConstant(model, test::valueNamed(model, name));
    };
    EXPECT_EQ(scalar("one"), 3);
    EXPECT_EQ(scalar("c"), 2.5);
    EXPECT_EQ(scalar("two"), std::nullopt);
    EXPECT_EQ(scalar("x"), std::nullopt);
    EXPECT_EQ(scalar("given"), std::nullopt); // an input may replace it
    EXPECT_EQ(scalarConstant(model, ValueId{9999}), std::nullopt);
}

TEST(Attribute, OneThatIsStatedTwiceDoesNotHideAnother) {
    const AttributePtr axis = Attribute::make("axis", std::int64_t{1}),
                       keep = Attribute::make("keep", std::int64_t{0});
    EXPECT_FALSE(sameAttributes({axis, axis}, {axis, keep}));
    EXPECT_FALSE(sameAttributes({axis, keep}, {axis, axis}));
    EXPECT_TRUE(sameAttributes({axis, keep}, {keep, axis}));
}

} // namespace
} // namespace partita
