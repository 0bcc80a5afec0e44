#include <gtest/gtest.h>

#include <map>

#include "core/edits/edit.h"
#include "tests/support/inferred_types.h"
#include "tests/support/models.h"

namespace partita {
namespace {

using test::modelFromText;
using test::nodeNamed;
using test::valueNamed;

/// A model, an edit of it, and what inference by parts makes of it.
struct EditedModel {
    InferredModel before;
    Model stored;
    std::optional<Model> parts;

    EditedModel(const Model& model, const Edit& edit)
        : EditedModel(model, [&] {
              const auto made = applyEdit(model, edit);
              if (!made)
                  ADD_FAILURE() << made.error().message();
              return made ? model.with(made->delta) : model;
          }()) {}
    EditedModel(const Model& model, const Model& after)
        : before{model, *inferShapes(model)}, stored(after),
          parts(inferEditedParts(before, stored)) {}

    /// How the parts differ from the whole, which must be known by them.
    [[nodiscard]] std::string difference() const {
        const auto whole = inferShapes(stored);
        if (!parts || !whole)
            return parts ? "the whole is refused" : "not known by parts";
        return test::TypeComparison(*whole, *parts).run();
    }
    [[nodiscard]] std::string type(std::string_view name) const {
        const auto& found = parts->value(valueNamed(*parts, name))->type;
        return found ? found->text() : "nothing";
    }
};

Model edited(const Model& model, const std::function<void(ModelEditor&)>& edit) {
    ModelEditor editor(model);
    edit(editor);
    return editor.model();
}

constexpr const char* kChain = R"(<ir_version: 9, opset_import: ["" : 18]>
    g (float[2,3,4] x) => (float y) {
        a = Relu(x)
        [turn] b = Transpose<perm = [0, 2, 1]>(a)
        c = Abs(b)
        d = Exp(c)
        [sum] e = ReduceSum<keepdims = 0>(d)
        y = Neg(e)
    })";

TEST(InferEdited, AShapeThatChangesIsFollowedAsFarAsItGoes) {
    const Model model = modelFromText(kChain);
    const EditedModel made(
        model, SetAttribute{{nodeNamed(model, "turn")},
                            Attribute::make("perm", std::vector<std::int64_t>{2, 1, 0})});
    EXPECT_EQ(made.difference(), "");
    EXPECT_EQ(made.type("d"), "4×3×2 fp32");
}

TEST(InferEdited, WhatDoesNotChangeIsTheSameRecord) {
    const Model model = edited(modelFromText(kChain), [](ModelEditor& editor) {
        for (const char* name : {"a", "b", "c", "d", "e"}) // as a file that does not state them
            editor.changeValue(valueNamed(editor.model(), name),
                               [](Value& v) { v.type = nullptr; });
    });
    const EditedModel made(model, SetAttribute{{nodeNamed(model, "turn")},
                                               Attribute::make("__note", std::int64_t{1})});
    EXPECT_EQ(made.difference(), "");
    EXPECT_TRUE(diff(made.before.typed, *made.parts).values.empty());
    EXPECT_EQ(made.type("c"), "2×4×3 fp32");
}

TEST(InferEdited, NumbersOfShapesAreFollowedToWhatReadsThem) {
    const Model model = modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[2,3,4] x, float[N] z) => (float[A,B] y, float[C,D] w)
        <int64[1] rest = {-1}, int64[1] first = {0}> {
            s = Shape(x)
            one = Gather<axis = 0>(s, first)
            target = Concat<axis = 0>(one, rest)
            a = Abs(x)
            y = Reshape(a, target)
            [other] v = Neg(a)
            w = Reshape(v, target)
        })");
    const ValueId first = valueNamed(model, "first");
    const EditedModel index(model, edited(model, [&](ModelEditor& editor) {
                                editor.changeValue(first, [](Value& value) {
                                    value.initializer = std::make_shared<const Tensor>(
                                        Tensor::of<std::int64_t>(DataType::int64, {1}, {1}));
                                });
                            }));
    EXPECT_EQ(index.difference(), "");
    EXPECT_EQ(index.type("y"), "3×8 fp32");
    // A node that reads numbers which nothing changed needs those that make them.
    const EditedModel reader(model, ReplaceOperator{nodeNamed(model, "other"), "", "Exp", {}});
    EXPECT_EQ(reader.difference(), "");
    EXPECT_EQ(reader.type("w"), "2×12 fp32");
}

constexpr const char* kBranches = R"(<ir_version: 9, opset_import: ["" : 18]>
    g (float[2,3] x, bool c) => (float[A,B] y) {
        [turn] t = Transpose<perm = [0, 1]>(x)
        r = If(c) <then_branch = th () => (float[D,E] p) { [inner] p = Abs(t) },
                   else_branch = el () => (float[F,G] q) { q = Exp(t) }>
        y = Neg(r)
    })";

TEST(InferEdited, ANodeStandsForItsBodies) {
    const Model model = modelFromText(kBranches);
    const EditedModel captured(
        model, SetAttribute{{nodeNamed(model, "turn")},
                            Attribute::make("perm", std::vector<std::int64_t>{1, 0})});
    EXPECT_EQ(captured.difference(), "");
    EXPECT_EQ(captured.type("q"), "3×2 fp32");
    const EditedModel inside(model, ReplaceOperator{nodeNamed(model, "inner"), "", "Neg", {}});
    EXPECT_EQ(inside.difference(), "");
}

TEST(InferEdited, SizesThatAreStillTheSameKeepTheirMadeUpNames) {
    const Model model = modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[4] x, float[5] z) => (int64[A,B] y, int64[C,D] w) {
            [one] a = NonZero(x)
            b = Neg(a)
            y = Abs(b)
            [two] c = NonZero(z)
            w = Abs(c)
        })");
    const EditedModel noted(
        model, SetAttribute{{nodeNamed(model, "one")}, Attribute::make("__note", std::int64_t{1})});
    EXPECT_EQ(noted.difference(), "");
    for (const char* name : {"a", "b", "c", "w"}) { // the edit itself forgets the names of y
        const ValueId id = valueNamed(model, name);
        EXPECT_TRUE(sameType(*noted.before.typed.value(id)->type, *noted.parts->value(id)->type))
            << name;
    }
    // Another size gets a name that nothing has.
    const NodeId two = nodeNamed(model, "two");
    const EditedModel fresh(model, edited(model, [&](ModelEditor& editor) {
                                const ValueId from = editor.addValue(
                                    {{}, model.mainGraph(), "n", nullptr, nullptr, {}, {}});
                                editor.addNode({{},
                                                model.mainGraph(),
                                                "",
                                                "NonZero",
                                                "",
                                                "",
                                                {valueNamed(model, "z")},
                                                {from},
                                                std::make_shared<const Attributes>(),
                                                {},
                                                {}});
                                editor.changeNode(two, [&](Node& node) {
                                    node.opType = "Neg";
                                    node.inputs = {from};
                                });
                            }));
    EXPECT_EQ(fresh.difference(), "");
    EXPECT_EQ(fresh.type("n"), fresh.type("c"));
}

TEST(InferEdited, WhatConcernsTheWholeIsNotKnownByParts) {
    const Model model = modelFromText(kChain);
    EXPECT_FALSE(EditedModel(model, edited(model,
                                           [](ModelEditor& editor) {
                                               editor.changeInfo([](ModelInfo& info) {
                                                   info.opsets[0].version = 17;
                                               });
                                           }))
                     .parts);
    EXPECT_FALSE(EditedModel(model, edited(model,
                                           [&](ModelEditor& editor) {
                                               editor.changeValue(
                                                   valueNamed(model, "b"),
                                                   [](Value& value) { value.name = "a"; });
                                           }))
                     .parts);
    const Model calls = modelFromText(R"(<ir_version: 9, opset_import: ["" : 18, "my" : 1]>
        g (float[2,3] x) => (float[A,B] y) { y = my.f(x) }
        <opset_import: ["" : 18], domain: "my"> f (a) => (b) { [inner] b = Transpose(a) })");
    EXPECT_FALSE(
        EditedModel(calls, ReplaceOperator{nodeNamed(calls, "inner"), "", "Neg", {}}).parts);
}

/// A row of `count` nodes, Relu and Exp in turns, on a tensor of some sizes.
Model rowOfNodes(std::size_t count, const std::string& sizes) {
    std::string text = "<ir_version: 9, opset_import: [\"\" : 18]> g (float[" + sizes +
                       "] x) => (float y) { n0 = Relu(x)\n";
    for (std::size_t i = 1; i < count; ++i)
        text += "n" + std::to_string(i) + (i % 2 ? " = Exp(n" : " = Relu(n") +
                std::to_string(i - 1) + ")\n";
    return modelFromText(text + "y = Neg(n" + std::to_string(count - 1) + ") }");
}

SetValueType sizesOfX(const Model& model, const std::string& sizes) {
    const Model other = rowOfNodes(1, sizes);
    return {valueNamed(model, "x"), other.value(valueNamed(other, "x"))->type};
}

TEST(InferEdited, WhatInferenceMadeOfANodeItMakesOfAllThatAreLikeIt) {
    const Model model = rowOfNodes(400, "1,8");
    const EditedModel made(model, sizesOfX(model, "3,8"));
    EXPECT_EQ(made.difference(), "");
    EXPECT_EQ(made.type("n399"), "3×8 fp32");
    const EditedModel symbol(model, sizesOfX(model, "batch,8"));
    EXPECT_EQ(symbol.difference(), "");
    EXPECT_EQ(symbol.type("n399"), "batch×8 fp32");
}

TEST(InferEdited, ConstantsTellNodesApart) {
    std::string text = R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[1,4,6] x) => (float y)
        <int64[3] wide = {0, 2, -1}, int64[3] tall = {0, -1, 2}> { n0 = Relu(x))";
    for (int i = 1; i < 300; ++i)
        text += "\nn" + std::to_string(i) + " = Reshape(n" + std::to_string(i - 1) +
                (i % 3 ? ", wide)" : ", tall)");
    const Model model = modelFromText(text + "\ny = Neg(n299) }");
    const Model other = modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[5,4,6] x) => (float y) { y = Neg(x) })");
    const EditedModel made(
        model, SetValueType{valueNamed(model, "x"), other.value(valueNamed(other, "x"))->type});
    EXPECT_EQ(made.difference(), "");
    EXPECT_EQ(made.type("n298"), "5×2×12 fp32");
    EXPECT_EQ(made.type("n297"), "5×12×2 fp32");
}

TEST(InferEdited, WhereTooManyNodesChangeTheWholeIsInferred) {
    const Model model = rowOfNodes(400, "4"); // lists may be numbers of shapes: nothing is repeated
    const EditedModel made(model, sizesOfX(model, "5"));
    EXPECT_FALSE(made.parts);
    const auto known = inferShapesAfterEdit(made.before, made.stored);
    ASSERT_TRUE(known) << known.error().message();
    EXPECT_EQ(test::TypeComparison(*inferShapes(made.stored), *known).run(), "");
    EXPECT_EQ(known->value(valueNamed(*known, "n399"))->type->text(), "5 fp32");
}

TEST(InferEdited, ValuesMayExchangeTheirNamesButNotShareOne) {
    const Model model = modelFromText(kChain);
    const auto renamed = [&](std::map<std::string, std::string> names) {
        return edited(model, [&](ModelEditor& editor) {
            for (const auto& [from, to] : names)
                editor.changeValue(valueNamed(model, from), [&](Value& v) { v.name = to; });
        });
    };
    EXPECT_EQ(EditedModel(model, renamed({{"b", "c"}, {"c", "b"}})).difference(), "");
    EXPECT_FALSE(EditedModel(model, renamed({{"b", "d"}})).parts);
    // One that reads what a body calls alike: inference finds types by names, also across graphs.
    const Model branches = modelFromText(kBranches);
    const Model alike = edited(branches, [&](ModelEditor& editor) {
        editor.changeValue(valueNamed(branches, "p"), [](Value& value) { value.name = "t"; });
    });
    const EditedModel at(alike,
                         SetAttribute{{nodeNamed(alike, "turn")},
                                      Attribute::make("perm", std::vector<std::int64_t>{1, 0})});
    EXPECT_FALSE(at.parts);
}

TEST(InferEdited, AReshapeThatNoRunAcceptsIsSeenFromBothSides) {
    const auto text = [](const char* target) {
        return std::string(R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[2,3,4] x) => (float y) <int64[2] target = {)") +
               target + R"(}> {
            [before] a = Abs(x)
            r = Reshape(a, target)
            [after] b = Neg(r)
            [turn] c = Transpose<perm = [1, 0]>(b)
            y = Exp(c)
        })";
    };
    const Model refused = modelFromText(text("5, 7")), good = modelFromText(text("6, 4"));
    for (const char* name : {"before", "after", "turn"}) { // in front of it, behind it, farther off
        const EditedModel made(refused, SetAttribute{{nodeNamed(refused, name)},
                                                     Attribute::make("__note", std::int64_t{1})});
        EXPECT_EQ(made.difference(), "") << name;
    }
    const auto withTarget = [](const Model& model, const Model& other) {
        return edited(model, [&](ModelEditor& editor) {
            editor.changeValue(valueNamed(model, "target"), [&](Value& value) {
                value.initializer = other.value(valueNamed(other, "target"))->initializer;
            });
        });
    };
    const EditedModel mended(refused, withTarget(refused, good)),
        broken(good, withTarget(good, refused));
    EXPECT_EQ(mended.difference(), "");
    EXPECT_EQ(mended.type("r"), "6×4 fp32");
    EXPECT_EQ(broken.difference(), "");
    EXPECT_EQ(broken.type("r"), "? fp32");
}

TEST(InferEdited, AModelThatWasNotInferredIsInferredAsAWhole) {
    const Model model = edited(modelFromText(kChain), [](ModelEditor& editor) {
        for (const char* name : {"a", "b", "c", "d", "e"})
            editor.changeValue(valueNamed(editor.model(), name),
                               [](Value& v) { v.type = nullptr; });
    });
    const Model rewritten = edited(model, [&](ModelEditor& editor) {
        editor.setAttribute(nodeNamed(model, "sum"), Attribute::make("keepdims", std::int64_t{1}));
    });
    const Model typed = *inferShapes(model);
    for (const Model* before : {&model, &typed}) {
        const auto known = inferShapesAfterRewrite(*before, rewritten);
        ASSERT_TRUE(known);
        EXPECT_EQ(known->value(valueNamed(*known, "a"))->type->text(), "2×3×4 fp32");
        EXPECT_EQ(known->value(valueNamed(*known, "e"))->type->text(), "1×1×1 fp32");
    }
}

} // namespace
} // namespace partita
