#include <gtest/gtest.h>

#include "core/ir/inline_functions.h"
#include "core/onnx/infer_shapes.h"
#include "core/tasks/compared_sides.h"
#include "providers/registry.h"
#include "tests/support/models.h"

namespace partita {
namespace {

using test::modelFromText;
using test::nodeNamed;

const char* const kCutModel = R"(<ir_version: 9, opset_import: ["" : 18]>
g (float[n, 8] x) => (float[n, 8] y) {
  [a1] a = Relu(x) [a2] b = Relu(a) [a3] c = Relu(b) [cut] d = Mish(c)
  [b1] e = Relu(d) [b2] f = Relu(e) [b3] h = Relu(f) [b4] i = Relu(h) [b5] j = Relu(i) [b6] y = Relu(j)
})";

ScenarioChange taken(const std::string& op) {
    return {NodesChange{NodesChange::What::takeAnyway, {"", op, ""}, "npu"}};
}

ComparisonSide sideOf(const char* text, std::vector<ScenarioChange> changes = {}) {
    ComparisonSide side;
    side.stored = modelFromText(text);
    side.model = *inferShapes(side.stored);
    side.providers = *makeProviders({{}, "ascend310", {}});
    side.scenario.changes = std::move(changes);
    return side;
}

/// The document compared with itself under some changes.
std::shared_ptr<const SideComparison> underChanges(std::vector<ScenarioChange> changes,
                                                   bool documentFirst = true) {
    ComparisonSide plain = sideOf(kCutModel), other = plain;
    other.scenario.changes = std::move(changes);
    auto a = placeSide(plain), b = placeSide(other);
    EXPECT_TRUE(a && b);
    auto made = compareDocument(*a, *b, true, documentFirst);
    EXPECT_TRUE(made);
    return *made;
}

TEST(ComparedSides, AScenarioMovesNodesOfTheSameModel) {
    const auto made = underChanges({taken("Mish")});
    EXPECT_EQ(made->differences.before->partitions, 2U);
    EXPECT_EQ(made->differences.after->partitions, 1U);
    EXPECT_EQ(made->b.applied, 1U);
    EXPECT_EQ(made->b.assumed, 1U);
    EXPECT_EQ(made->differences.matchedBy[static_cast<std::size_t>(MatchedBy::identity)], 10U);
    const ModelStep& step = made->beside->step;
    EXPECT_TRUE(step.added.empty() && step.removed.empty() && step.changed.empty());
    EXPECT_NE(std::ranges::find(step.moved, nodeNamed(made->a.model, "cut")), step.moved.end());
    EXPECT_TRUE(made->beside->isAfter);
    EXPECT_EQ(made->beside->placement->partitions.size(), 1U);
}

TEST(ComparedSides, ShowTheSizesThatOnlyFoldingTells) {
    const char* const text = R"(<ir_version: 9, opset_import: ["" : 18]>
g (float[1,1,4,4] x) => (float[1,1,a,b] y) <float[8] p = {0, 0, 1, 1, 0, 0, 1, 1}> {
  f = Floor(p) i = Cast <to = 7> (f) [pad] q = Pad(x, i) [last] y = Relu(q) })";
    const auto typeBy = [](const Model& of, const char* node) {
        return of.value(of.node(nodeNamed(of, node))->outputs[0])->type->text();
    };
    const auto document = placeSide(sideOf(text)), other = placeSide(sideOf(text));
    ASSERT_TRUE(document && other);
    EXPECT_NE(typeBy(document->model, "pad"), "1×1×6×6 fp32");
    EXPECT_EQ(typeBy(document->sized, "pad"), "1×1×6×6 fp32");
    for (const bool sameDocument : {true, false}) { // which has the same ids, or others
        const auto made = compareDocument(*document, *other, sameDocument, true);
        ASSERT_TRUE(made);
        EXPECT_EQ(typeBy((*made)->beside->model, "pad"), "1×1×6×6 fp32") << sameDocument;
    }
}

TEST(ComparedSides, TheOtherModelKeepsItsOwnShapes) {
    const auto model = [](const std::string& batch) {
        return R"(<ir_version: 9, opset_import: ["" : 18]> g (float[)" + batch +
               ", 8] x) => (float[" + batch + ", 8] y) { [p] t = Relu(x) [s] y = Tanh(t) }";
    };
    const auto document = placeSide(sideOf(model("1").c_str()));
    ASSERT_TRUE(document);
    for (const char* batch : {"4", "n"}) { // another size, and one that is not known
        const auto other = placeSide(sideOf(model(batch).c_str()));
        ASSERT_TRUE(other);
        const auto made = compareDocument(*document, *other, false, false);
        ASSERT_TRUE(made);
        const Model& beside = (*made)->beside->model;
        const auto typeOf = [&](ValueId id) { return beside.value(id)->type->text(); };
        const std::string wanted = std::string(batch) + "×8 fp32";
        EXPECT_EQ(typeOf(beside.graph(beside.mainGraph())->inputs[0]), wanted);
        EXPECT_EQ(typeOf(beside.node(nodeNamed(beside, "p"))->outputs[0]), wanted);
        EXPECT_EQ(typeOf(beside.graph(beside.mainGraph())->outputs[0]), wanted);
    }
}

TEST(ComparedSides, TheSideThatIsFirstIsTheOneBefore) {
    const auto forth = underChanges({taken("Mish")}), back = underChanges({taken("Mish")}, false);
    EXPECT_EQ(back->differences.before->partitions, forth->differences.after->partitions);
    const auto change = [](const SideComparison& made) {
        return made.differences.nodes.front().changes.front();
    };
    EXPECT_EQ(change(*forth).from, change(*back).to);
    EXPECT_EQ(change(*forth).to, change(*back).from);
    EXPECT_FALSE(back->beside->isAfter);
}

TEST(ComparedSides, AScenarioThatFitsInPartSaysWhatWasLeftOut) {
    const auto made = underChanges({taken("Mish"), taken("Softplus")});
    EXPECT_EQ(made->b.applied, 1U);
    ASSERT_EQ(made->b.notApplied.size(), 1U);
    EXPECT_EQ(made->b.notApplied.front().change, 1U);
    EXPECT_NE(made->b.notApplied.front().why.text().find("Softplus"), std::string::npos);
    EXPECT_EQ(made->differences.after->partitions, 1U); // the other change holds
}

TEST(ComparedSides, ACallThatGoesToAnotherProviderIsADifference) {
    ComparisonSide plain = sideOf(R"(<ir_version: 9, opset_import: ["" : 18, "loc" : 1]>
        g (float[1, 8] x) => (float[1, 8] y) { [r] a = Relu(x) [call] y = loc.Two(a) }
        <domain: "loc", opset_import: ["" : 18]>
        Two (x) => (y) { t = Relu(x) y = Relu(t) })");
    plain.providers = *makeProviders({{}, "npu", {}});
    ComparisonSide other = plain;
    other.scenario.changes = {
        {NodesChange{NodesChange::What::exclude, {"", "loc.Two", ""}, "npu"}}};
    const auto a = placeSide(plain), b = placeSide(other);
    ASSERT_TRUE(a && b);
    EXPECT_EQ(a->placement->summary.nodes, 3U) << "those of the function are counted";
    const auto made = compareDocument(*a, *b, true, true);
    ASSERT_TRUE(made);
    const auto& nodes = (*made)->differences.nodes;
    ASSERT_EQ(nodes.size(), 1U);
    EXPECT_EQ(nodes.front().a, nodeNamed(a->model, "call"));
    EXPECT_EQ(nodes.front().changes.front().kind, DifferenceKind::side);
}

TEST(ComparedSides, NodesInsideOfACallAreNamedAndCompared) {
    ComparisonSide plain = sideOf(R"(<ir_version: 9, opset_import: ["" : 18, "loc" : 1]>
        g (float[1, 8] x) => (float[1, 8] y) { [call] y = loc.Four(x) }
        <domain: "loc", opset_import: ["" : 18]>
        Four (x) => (y) {
            [first] a = Relu(x) [second] b = Sigmoid(a) [third] c = Tanh(b) [fourth] y = Relu(c) })");
    plain.providers = *makeProviders({{}, "npu", {}});
    const auto without = [&](const std::vector<std::string>& ends) {
        ComparisonSide side = plain;
        side.scenario.changes = {{RunLengthChange{"npu", 1}}};
        const auto inlined = inlineFunctions(side.model);
        inlined->nodes().forEach([&](NodeId, const auto& node) {
            for (const std::string& end : ends)
                if (node->name.ends_with(end))
                    side.scenario.changes.push_back(
                        {NodesChange{NodesChange::What::exclude, {node->name, "", ""}, "npu"}});
        });
        EXPECT_EQ(side.scenario.changes.size(), 1 + ends.size());
        return placeSide(side);
    };
    const auto a = without({"second"}), b = without({"third"});
    ASSERT_TRUE(a && b);
    EXPECT_TRUE(a->notApplied.empty() && b->notApplied.empty());
    EXPECT_EQ(a->placement->summary.byProvider[0], 3U);
    const auto made = compareDocument(*a, *b, true, true);
    ASSERT_TRUE(made);
    const auto& nodes = (*made)->differences.nodes;
    ASSERT_EQ(nodes.size(), 1U) << "the call is split in another way";
    EXPECT_EQ(nodes.front().changes.front().kind, DifferenceKind::side);
    EXPECT_EQ(nodes.front().changes.front().from.text(), "second on cpu");
    EXPECT_EQ(nodes.front().changes.front().to.text(), "second on npu");
}

TEST(ComparedSides, ARecipeStartsFromTheModelAsItsFileHasIt) {
    const ComparisonSide start = sideOf(R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[1, 8] x) => (float[1, 8] y) {
            [r] a = Relu(x) [gone] b = Identity(a) [s] c = Mish(b) [t] y = Relu(c) })");
    SideSource source;
    source.recipe = Recipe();
    source.recipe->passes = {"eliminate_identity"};
    source.recipe->inferShapes = false;
    const auto made = sideFrom(source, start, nullptr);
    ASSERT_TRUE(made) << made.error().message();
    EXPECT_FALSE(made->stored.node(nodeNamed(start.stored, "gone")));
    const auto typed = [](const Model& model) {
        return model.value(model.node(nodeNamed(model, "s"))->outputs[0])->type != nullptr;
    };
    EXPECT_FALSE(typed(made->stored)) << "what was inferred is not in the file";
    EXPECT_TRUE(typed(made->model));
}

TEST(ComparedSides, NotesSayFirstWhatWasNotDoneThenWhatARecordLeavesOpen) {
    const auto textsOf = [](const PlacedSide& side, bool all) {
        std::string texts;
        for (const SideNote& note : notesOf(side, Message("B")))
            if (all || note.warns)
                texts += note.text.text() + "\n";
        return texts;
    };
    const PlacedSide fits = underChanges({taken("Mish")})->b;
    EXPECT_EQ(textsOf(fits, true), "scenario of B: 1 of 1 changes applied\n"
                                   "1 node of B taken only because the scenario says so\n");
    EXPECT_EQ(textsOf(fits, false), "1 node of B taken only because the scenario says so\n");
    PlacedSide partly = underChanges({taken("Mish"), taken("Softplus")})->b;
    partly.notCarried = {Message("a rule")};
    partly.assumed = 2;
    MeasuredPlacement record;
    record.notes = {Message("a doubt")};
    record.untold.resize(60);
    record.unmatched.resize(1);
    partly.measured = std::make_shared<const MeasuredPlacement>(std::move(record));
    const std::string texts = textsOf(partly, false);
    EXPECT_TRUE(texts.starts_with("not carried over to B: a rule\n"
                                  "scenario of B: 1 of 2 changes applied\n"
                                  "not applied to B: 2 ("))
        << texts;
    EXPECT_TRUE(texts.ends_with("2 nodes of B taken only because the scenario says so\n"
                                "record of B: a doubt\n"
                                "record of B: it does not tell of 60 nodes, which are placed as "
                                "predicted\n"
                                "record of B: 1 node of it cannot be told in the model\n"))
        << texts;
    EXPECT_EQ(textsOf(partly, true), texts);
}

TEST(ComparedSides, FixedSizesAreADifferenceOfShapes) {
    const auto made = underChanges({{SizeChange{"n", {4}}}});
    std::size_t shapes = 0;
    for (const NodeDifference& each : made->differences.nodes)
        for (const PropertyChange& change : each.changes)
            shapes += change.kind == DifferenceKind::shapes;
    EXPECT_GT(shapes, 0U);
    EXPECT_EQ(made->beside->step.changed.size(), made->differences.nodes.size());
}

TEST(ComparedSides, SidesWithTheSamePlacementAreEqual) {
    EXPECT_TRUE(underChanges({})->differences.equal());
}

TEST(ComparedSides, TheOtherModelIsPlacedInTheIdsOfTheDocument) {
    const char* const kOther = R"(<ir_version: 9, opset_import: ["" : 18]>
g (float[n, 8] x) => (float[n, 8] y) {
  [new] z = Neg(x) [a1] a = Relu(z) [a2] b = Relu(a) [a3] c = Relu(b)
  [b1] e = Relu(c) [b2] f = Relu(e) [b3] h = Relu(f) [b4] i = Relu(h) [b5] j = Relu(i) [b6] y = Relu(j)
})";
    auto document = placeSide(sideOf(kOther)), other = placeSide(sideOf(kCutModel));
    ASSERT_TRUE(document && other);
    const auto made = *compareDocument(*document, *other, false, false);
    const ModelStep& step = made->beside->step;
    ASSERT_EQ(step.removed.size(), 1U);
    EXPECT_EQ(step.added, std::vector{nodeNamed(document->model, "new")});
    EXPECT_EQ(made->beside->model.node(step.removed.front())->name, "cut");
    // The node that only the other model has runs there as it does in its own model.
    EXPECT_EQ(made->beside->placement->providerOf(step.removed.front()),
              other->placement->providerOf(nodeNamed(other->model, "cut")));
    EXPECT_EQ(made->beside->placement->providerOf(nodeNamed(document->model, "b3")),
              other->placement->providerOf(nodeNamed(other->model, "b3")));
    const auto moved = [](const Model& model, const Partitioning& placed) {
        std::set<std::string> names;
        for (const BoundaryTensor& each : placed.boundaries)
            names.insert(model.value(each.value)->name);
        return names;
    };
    EXPECT_TRUE(moved(other->model, *other->placement).contains("d"));
    EXPECT_EQ(moved(made->beside->model, *made->beside->placement),
              moved(other->model, *other->placement));
    for (const NodeDifference& each : made->differences.nodes)
        if (each.status == NodeDifference::Status::removed) {
            EXPECT_EQ(besideNode(*made, each).node, step.removed.front());
            EXPECT_FALSE(besideNode(*made, each).standsIn);
            EXPECT_TRUE(document->model.node(shownNode(*made, each).node));
            EXPECT_TRUE(shownNode(*made, each).standsIn);
        } else if (each.status == NodeDifference::Status::added) {
            // The side that has it not shows its neighbour.
            EXPECT_EQ(besideNode(*made, each).node, nodeNamed(document->model, "a1"));
            EXPECT_TRUE(besideNode(*made, each).standsIn);
        }
}

TEST(ComparedSides, NodesOfABodyThatIsGoneAreShownAtTheNodeThatHadIt) {
    const char* const kWithIf = R"(<ir_version: 9, opset_import: ["" : 18]>
g (bool c, float[4] x) => (float[4] y) {
  [p] a = Relu(x)
  [if] b = If(c) <then_branch = t () => (float[4] u) { [in1] v = Exp(a) [in2] u = Sin(v) },
                  else_branch = e () => (float[4] w) { [in3] w = Cos(a) }>
  [q] y = Tanh(b)
})";
    const char* const kWithout = R"(<ir_version: 9, opset_import: ["" : 18]>
g (bool c, float[4] x) => (float[4] y) { [p] a = Relu(x) [q] y = Tanh(a) })";
    for (const bool documentFirst : {false, true}) {
        auto with = placeSide(sideOf(kWithIf)), without = placeSide(sideOf(kWithout));
        ASSERT_TRUE(with && without);
        const auto made = documentFirst ? *compareDocument(*without, *with, false, true)
                                        : *compareDocument(*without, *with, false, false);
        std::size_t inBodies = 0;
        for (const NodeDifference& each : made->differences.nodes) {
            ASSERT_TRUE(made->beside->model.node(besideNode(*made, each).node));
            EXPECT_TRUE(without->model.node(shownNode(*made, each).node));
            const NodeId other = documentFirst ? each.b : each.a;
            if (other && with->model.node(other)->graph != with->model.mainGraph()) {
                ++inBodies;
                EXPECT_EQ(made->beside->model.node(besideNode(*made, each).node)->opType, "If");
            }
        }
        EXPECT_EQ(inBodies, 3U);
    }
}

} // namespace
} // namespace partita
