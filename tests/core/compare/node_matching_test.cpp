#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "core/onnx/read.h"
#include "tests/core/compare/compared.h"
#include "tests/support/random_models.h"

namespace partita {
namespace {

using test::compared;
using test::kindsOf;
using test::linesOf;
using test::modelFromText;
using test::nodeNamed;

const char* const kMatchHead = "<ir_version: 9, opset_import: [\"\" : 18]>\n";

Model randomModel(std::uint64_t seed) {
    std::mt19937_64 random(seed);
    return modelFromText(test::randomGraphText(random, true));
}

TEST(NodeMatching, AModelEqualsItself) {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        const Model model = randomModel(seed), again = randomModel(seed);
        EXPECT_TRUE(compared(model, again).equal()) << "seed " << seed;
    }
}

TEST(NodeMatching, EveryRealModelEqualsItself) {
    int compared = 0;
    for (const auto& path : test::realModels()) {
        std::error_code error;
        if (std::filesystem::file_size(path, error) > 300'000 || error || ++compared > 150)
            continue;
        const auto model = readModel(path), again = readModel(path);
        if (!model || !again)
            continue;
        const auto found = compareModels({*model}, {*again});
        ASSERT_TRUE(found);
        EXPECT_TRUE(found->equal())
            << path << " " << ::testing::PrintToString(linesOf(*found, *model, *again));
    }
}

TEST(NodeMatching, RenamingEverythingGivesOnlyNames) {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        const Model model = randomModel(seed), other = test::renamed(model);
        const auto found = compared(model, other);
        EXPECT_EQ(kindsOf(found), std::set<std::string>{"name"}) << "seed " << seed;
        CompareOptions options;
        options.ignored = {DifferenceKind::names};
        EXPECT_TRUE(compared(model, other, options).equal()) << "seed " << seed;
    }
}

/// An edit at random; its delta is what a comparison should find.
void editAtRandom(ModelEditor& editor, std::mt19937_64& random) {
    std::vector<NodeId> nodes;
    editor.model().nodes().forEach([&](NodeId id, const auto& node) {
        if (!node->is("Constant") && node->subgraphs().empty() && !node->inputs.empty())
            nodes.push_back(id);
    });
    if (nodes.empty())
        return;
    const NodeId chosen = nodes[random() % nodes.size()];
    const Node node = *editor.model().node(chosen);
    switch (random() % 4) {
    case 0: editor.setAttribute(chosen, Attribute::make("extra", std::int64_t{7})); break;
    case 1: editor.changeNode(chosen, [](Node& each) { each.domain = "other"; }); break;
    case 2: { // a node on the edge to its first input
        Value value;
        value.graph = node.graph;
        value.name = "inserted";
        const ValueId made = editor.addValue(value);
        Node added;
        added.graph = node.graph;
        added.opType = "Elu"; // which no graph has: two alike are not told apart
        added.attributes = std::make_shared<const Attributes>();
        added.inputs = {node.inputs[0]};
        added.outputs = {made};
        editor.addNode(added);
        editor.changeNode(chosen, [&](Node& each) { each.inputs[0] = made; });
        break;
    }
    default: // its first input is read from elsewhere
        if (node.inputs[0] == editor.model().graph(editor.model().mainGraph())->inputs[1])
            return;
        editor.changeNode(chosen, [&](Node& each) {
            each.inputs[0] = editor.model().graph(editor.model().mainGraph())->inputs[1];
        });
    }
}

TEST(NodeMatching, RandomEditsAreFoundExactly) {
    for (std::uint64_t seed = 0; seed < 120; ++seed) {
        const Model before = randomModel(seed);
        std::mt19937_64 random(seed);
        ModelEditor editor(before);
        for (std::size_t i = 0; i < 1 + seed % 3; ++i)
            editAtRandom(editor, random);
        const Model after = editor.model();
        std::set<std::pair<NodeId, NodeId>> wanted, seen;
        for (const auto& change : std::move(editor).commit().nodes)
            wanted.insert(
                {change.before ? change.id : NodeId{}, change.after ? change.id : NodeId{}});
        const auto found = compared(before, after);
        for (const NodeDifference& each : found.nodes)
            seen.insert({each.a, each.b});
        EXPECT_EQ(seen, wanted) << "seed " << seed << " "
                                << ::testing::PrintToString(linesOf(found, before, after));
    }
}

TEST(NodeMatching, SwappingTheModelsMirrorsTheDifferences) {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        const Model a = randomModel(seed);
        ModelEditor editor(seed % 2 ? a : test::renamed(a));
        std::mt19937_64 random(seed);
        for (int i = 0; i < 4; ++i)
            editAtRandom(editor, random);
        const Model b = seed % 5 ? editor.model() : randomModel(seed + 1);
        EXPECT_EQ(linesOf(compared(a, b), a, b), linesOf(compared(b, a), b, a, true))
            << "seed " << seed;
    }
}

/// Blocks of equal nodes with weights of their own; node names are `prefix` and a number.
std::string blocks(int count, const std::string& prefix, int skipped = -1) {
    std::string text = std::string(kMatchHead) + "g (float[2] x) => (float[2] y) <float[1] c = {1}";
    for (int i = 0; i < count; ++i)
        text += ", float[2] " + prefix + "w" + std::to_string(i) + " = {" + std::to_string(i) +
                ", 0.5}";
    text += "> {";
    std::string last = "x";
    int number = 0;
    const auto add = [&](const std::string& call) {
        const std::string made = prefix + "v" + std::to_string(number);
        text += " [" + prefix + std::to_string(number) + "] " + made + " = " + call;
        last = made;
        ++number;
    };
    for (int i = 0; i < count; ++i) {
        if (i == skipped)
            continue;
        const std::string in = last;
        add("Mul(" + last + ", " + prefix + "w" + std::to_string(i) + ")");
        add("Tanh(" + last + ")");
        add("Add(" + last + ", " + in + ")");
    }
    return text + " [" + prefix + "end] y = Relu(" + last + ") }";
}

TEST(NodeMatching, EqualBlocksOfARenamedModelMatchInOrder) {
    const Model a = modelFromText(blocks(12, "a_")), b = modelFromText(blocks(12, "b_"));
    const auto found = compared(a, b);
    EXPECT_EQ(found.matching.pairs.size(), 37U);
    for (const NodePair& pair : found.matching.pairs)
        EXPECT_EQ(a.node(pair.a)->name.substr(2), b.node(pair.b)->name.substr(2));
    EXPECT_EQ(kindsOf(found), std::set<std::string>{"name"});
}

TEST(NodeMatching, NumbersThatShiftedAreNotTakenForNames) {
    const Model a = modelFromText(blocks(12, "n_")), b = modelFromText(blocks(12, "n_", 4));
    const auto found = compared(a, b);
    EXPECT_EQ(found.count(NodeDifference::Status::removed), 3U);
    EXPECT_EQ(found.count(NodeDifference::Status::added), 0U);
    for (const NodeDifference& each : found.nodes)
        if (each.status == NodeDifference::Status::removed) {
            const int number = std::stoi(a.node(each.a)->name.substr(2));
            EXPECT_TRUE(number >= 12 && number < 15) << number;
        }
}

TEST(NodeMatching, AFusedNodeIsMadeFromItsMembers) {
    const Model a =
        modelFromText(std::string(kMatchHead) +
                      "g (float[2, 2] x) => (float[2, 2] y) <float[2, 2] w = {1, 2, 3, 4}, "
                      "float[2] b = {1, 2}> { [pre] p = Relu(x) [fc_MatMul] t = MatMul(p, w) "
                      "[fc_Add] s = Add(t, b) [post] y = Tanh(s) }");
    const Model b =
        modelFromText(std::string(kMatchHead) +
                      "g (float[2, 2] x) => (float[2, 2] y) <float[2, 2] w = {1, 2, 3, 4}, "
                      "float[2] b = {1, 2}> { [pre] p = Relu(x) "
                      "[fused] s = Gemm(p, w, b) [post] y = Tanh(s) }");
    ModelEditor editor(b); // the text form has no slashes in names
    const NodeId fused = nodeNamed(b, "fused");
    editor.changeNode(fused, [](Node& node) { node.name = "fc_MatMul/MatMulAddFusion"; });
    const Model renamed = editor.model();
    const auto found = compared(a, renamed);
    ASSERT_EQ(found.matching.cameFromA.count(fused), 1U);
    std::set<std::string> members;
    for (const NodeId id : found.matching.cameFromA.at(fused))
        members.insert(a.node(id)->name);
    EXPECT_EQ(members, (std::set<std::string>{"fc_MatMul", "fc_Add"}));
    const auto groups = groupDifferences(found, a, renamed);
    EXPECT_TRUE(std::ranges::any_of(
        groups, [](const DifferenceGroup& group) { return group.cause.text() == "became Gemm"; }));
}

TEST(NodeMatching, TheRecordOfARewriteTellsWhatANodeCameFrom) {
    const Model a = modelFromText(std::string(kMatchHead) +
                                  "g (float[2] x) => (float[2] y) { [p] a = Relu(x) [q] b = Exp(a) "
                                  "[r] y = Tanh(b) }");
    ModelEditor editor(a);
    const NodeId p = nodeNamed(a, "p"), q = nodeNamed(a, "q");
    Node made = *a.node(q);
    made.inputs = a.node(p)->inputs;
    made.opType = "Fused";
    editor.removeNode(q);
    editor.removeNode(p);
    const NodeId fused = editor.addNode(made, std::vector{p, q});
    CompareOptions options;
    options.sameDocument = true;
    const auto found = compared(a, editor.model(), options);
    EXPECT_THAT(found.matching.cameFromA.at(fused), testing::UnorderedElementsAre(p, q));
    EXPECT_EQ(found.matchedBy[static_cast<std::size_t>(MatchedBy::identity)], 1U);
}

Model manyReaders(std::size_t count, const std::string& op, const std::string& name) {
    ModelBuilder builder;
    Graph graph;
    graph.id = builder.newGraph();
    const auto value = [&](const std::string& called) {
        Value made;
        made.id = builder.newValue();
        made.graph = graph.id;
        made.name = called;
        builder.add(std::make_shared<const Value>(made));
        return made.id;
    };
    const ValueId x = value("x");
    graph.inputs = {x};
    const auto none = std::make_shared<const Attributes>();
    for (std::size_t i = 0; i < count; ++i) {
        Node node;
        node.id = builder.newNode();
        node.graph = graph.id;
        node.name = name;
        node.opType = op;
        node.attributes = none;
        node.inputs = {x, x};
        node.outputs = {value("")};
        if (i + 1 == count)
            graph.outputs = {node.outputs[0]};
        builder.add(std::make_shared<const Node>(node));
    }
    builder.add(std::make_shared<const Graph>(graph));
    ModelInfo info;
    info.mainGraph = graph.id;
    return std::move(builder).finish(info);
}

TEST(NodeMatching, ManyEqualNodesOfOneNameAreMatched) {
    const Model a = manyReaders(20'000, "Add", "same"), b = manyReaders(20'000, "Add", "same");
    EXPECT_TRUE(compared(a, b).equal());
    const Model fewer = manyReaders(19'990, "Add", "same"), other = manyReaders(20'000, "Mul", "");
    EXPECT_EQ(compared(a, fewer).count(NodeDifference::Status::removed), 10U);
    EXPECT_FALSE(compared(a, other).equal());
}

} // namespace
} // namespace partita
