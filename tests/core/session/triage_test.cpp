#include <chrono>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <random>
#include <span>

#include "core/report/triage_report.h"
#include "core/session/partitioner.h"
#include "core/session/size_nodes.h"
#include "core/session/triage.h"
#include "tests/support/models.h"

namespace partita {
namespace {

using test::modelFromText;
using test::nodeNamed;

/// Takes runs of at least `least` nodes that have certain operators or names.
class RunProvider : public ExecutionProvider {
public:
    RunProvider(std::set<std::string> takes, std::size_t least, bool oneGroup = false)
        : m_takes(std::move(takes)), m_least(least), m_oneGroup(oneGroup) {}
    ProviderInfo info() const override { return {"first", "First", "", "", ""}; }
    std::vector<ProviderOption> options() const override { return {}; }
    Result<ProviderPtr> withOption(const std::string&, const std::string&) const override {
        return Error{};
    }
    Capabilities getCapability(const CapabilityRequest& request) const override {
        Capabilities answer;
        answer.leastRun = m_least;
        std::vector<std::size_t> run;
        const auto close = [&] {
            if (run.size() >= m_least && !run.empty()) {
                answer.claims.push_back({{}, true});
                for (const std::size_t i : run)
                    answer.claims.back().nodes.push_back(request.order[i]);
            } else {
                for (const std::size_t i : run)
                    answer.verdicts[i] = {0, false, ReasonCode::runTooShort,
                                          std::string("the run is too short"), nullptr};
            }
            run.clear();
        };
        for (std::size_t i = 0; i < request.order.size(); ++i) {
            const Node& node = *request.model.node(request.order[i]);
            answer.verdicts.push_back(judge(request, node));
            if (answer.verdicts.back().claimed && (request.free[i] || m_oneGroup))
                run.push_back(i);
            else if (!m_oneGroup)
                close();
        }
        close();
        return answer;
    }
    Result<std::unique_ptr<CompiledPartition>>
    compile(const Model&, const Partition&, const OpVersions&, std::stop_token) const override {
        return Error{};
    }

private:
    Verdict judge(const CapabilityRequest& request, const Node& node) const {
        for (const GraphId body : node.subgraphs())
            for (const NodeId inner : request.nodesByGraph[body.value])
                if (!judge(request, *request.model.node(inner)).claimed)
                    return {0, false, ReasonCode::controlFlow, std::string("a body"), nullptr};
        const bool takes = m_takes.contains(node.opType) || m_takes.contains(node.name);
        return {0, takes, takes ? ReasonCode::claimed : ReasonCode::noKernel,
                std::string("by the test"), nullptr};
    }

    std::set<std::string> m_takes;
    std::size_t m_least;
    bool m_oneGroup;
};

/// Takes everything, kernel by kernel.
class RestProvider : public RunProvider {
public:
    RestProvider() : RunProvider({}, 1) {}
    ProviderInfo info() const override { return {"rest", "Rest", "", "", ""}; }
    Capabilities getCapability(const CapabilityRequest& request) const override {
        Capabilities answer;
        for (const NodeId id : request.order) {
            answer.verdicts.push_back(
                {0, true, ReasonCode::claimed, std::string("by the test"), nullptr});
            answer.claims.push_back({{id}, false});
        }
        return answer;
    }
};

/// A model with each value that has no type as float[1, 8], so 32 bytes.
Model typedBody(const std::string& body) {
    const Model model = modelFromText("<ir_version: 9, opset_import: [\"\" : 18]>\n"
                                      "g (float[1, 8] x, bool c) => (float[1, 8] y) {" +
                                      body + "}");
    ModelEditor editor(model);
    model.values().forEach([&](ValueId id, const auto& value) {
        if (!value->type)
            editor.changeValue(id, [](Value& each) {
                each.type = Type::tensor(DataType::float32, Shape{Dim{1, {}, {}}, Dim{8, {}, {}}});
            });
    });
    return editor.model();
}

class TriageTest : public testing::Test {
protected:
    void place(const std::string& body, std::set<std::string> takes, std::size_t least = 1,
               const PartitionOptions& options = {}, bool oneGroup = false) {
        model = typedBody(body);
        placed = *partitionModel(model,
                                 {std::make_shared<RunProvider>(std::move(takes), least, oneGroup),
                                  std::make_shared<RestProvider>()},
                                 options);
        judged = triage(model, placed);
    }
    const TriagedNode& of(const char* name) {
        const TriagedNode* found = judged.find(nodeNamed(model, name));
        EXPECT_NE(found, nullptr) << name;
        static const TriagedNode kNone;
        return found ? *found : kNone;
    }
    std::vector<NodeId> nodes(std::initializer_list<const char*> names) {
        std::vector<NodeId> ids;
        for (const char* name : names)
            ids.push_back(nodeNamed(model, name));
        return ids;
    }
    Model model;
    Partitioning placed;
    Triage judged;
};

TEST_F(TriageTest, ANodeBetweenTwoPartitionsIsCostlyByWhatItCutsAndMoves) {
    place("[r] a = Relu(x) [s] b = Sigmoid(a) [t] y = Relu(b)", {"Relu"});
    ASSERT_EQ(judged.nodes.size(), 1U);
    const TriagedNode& node = of("s");
    EXPECT_EQ(node.kind, TriageKind::costly);
    EXPECT_EQ(node.alone.partitions, 1);
    EXPECT_EQ(node.alone.bytes, 64);
    EXPECT_EQ(node.before, 1U);
    EXPECT_EQ(node.after, 3U);
    EXPECT_EQ(node.reason.text(), "cuts F1 from F3 and moves 64 B per run");
    EXPECT_EQ(node.root.kind, RootCause::Kind::itself);
    EXPECT_EQ(judged.costly, 1U);
}

TEST_F(TriageTest, OfNodesThatOnlyCutTogetherOneIsCostlyAndTheOthersJoin) {
    place("[r] a = Relu(x) [s] b = Sigmoid(a) [t] d = Tanh(b) [u] y = Relu(d)", {"Relu"});
    EXPECT_EQ(of("s").kind, TriageKind::costly);
    EXPECT_TRUE(of("s").onlyTogether());
    EXPECT_EQ(of("s").alone.partitions, 0);
    EXPECT_EQ(of("s").alone.bytes, 0);
    EXPECT_EQ(of("s").together.partitions, 1);
    EXPECT_EQ(of("s").together.bytes, 64);
    EXPECT_EQ(of("s").reason.text(), "with the nodes around it, cuts F1 from F3");
    EXPECT_EQ(of("t").kind, TriageKind::joins);
    EXPECT_EQ(of("t").reason.text(), "joins R2, which is needed anyway");
}

TEST_F(TriageTest, SizesAreHarmlessBesideANodeThatCuts) {
    const char* const kText = "[r] a = Relu(x) [sh] n = Shape(a) [g] m = Abs(n) "
                              "[s] b = Sigmoid(a) [rs] y = Reshape(b, m)";
    place(kText, {"Relu", "Reshape"});
    EXPECT_EQ(of("sh").kind, TriageKind::harmless);
    EXPECT_EQ(of("g").reason.text(), "its results are only sizes or axes of other nodes");
    EXPECT_EQ(of("s").kind, TriageKind::costly);
    // Without that node, the sizes themselves are what cuts.
    place(kText, {"Relu", "Reshape", "Sigmoid"});
    EXPECT_EQ(of("sh").kind, TriageKind::costly);
    EXPECT_EQ(of("g").kind, TriageKind::joins);
}

TEST_F(TriageTest, WhatASizeIsTakenFromIsNoSize) {
    model = typedBody("[r] a = Relu(x) [sh] n = Shape(a) [ab] m = Abs(n) [rs] y = Reshape(x, m)");
    const auto sizes = sizeNodes(model);
    EXPECT_TRUE(sizes[nodeNamed(model, "sh").value]);
    EXPECT_TRUE(sizes[nodeNamed(model, "ab").value]);
    EXPECT_FALSE(sizes[nodeNamed(model, "r").value]);
    EXPECT_FALSE(sizes[nodeNamed(model, "rs").value]);
}

TEST_F(TriageTest, ARunThatIsTooShortNamesTheNodesThatCutItOff) {
    place("[r1] a = Relu(x) [s1] b = Sigmoid(a) [r2] d = Relu(b) [s2] e = Sigmoid(d) "
          "[r3] f = Relu(e) [r4] y = Relu(f)",
          {"Relu"}, 2);
    EXPECT_EQ(of("r2").root.kind, RootCause::Kind::cutOff);
    EXPECT_EQ(of("r2").root.culprits, nodes({"s1", "s2"}));
    EXPECT_EQ(of("r2").root.text.text(), "cut off by s1 and s2: the run is too short");
    EXPECT_EQ(of("r1").root.culprits, nodes({"s1"}));
    EXPECT_EQ(of("s2").alone.nodes, 1U); // r2 would come with it
    EXPECT_EQ(of("r1").kind, TriageKind::joins);
}

TEST_F(TriageTest, WhatKeepsTheWorkOfOthersOffIsNotHarmless) {
    // Identity computes nothing, but Relu is in a run that is too short because of it.
    place("[i] a = Identity(x) [r] b = Relu(a) [k] y = Identity(b)", {"Relu"}, 2);
    EXPECT_EQ(of("i").kind, TriageKind::costly);
    EXPECT_EQ(of("i").reason.text(), "keeps the work of nodes that it cuts off from First");
    EXPECT_EQ(of("r").kind, TriageKind::joins);
    EXPECT_EQ(of("k").kind, TriageKind::joins);
    // Where nothing would be computed anyway, it is.
    place("[i] a = Identity(x) [r] b = Transpose(a) [k] y = Identity(b)", {"Transpose"}, 2);
    EXPECT_EQ(of("i").kind, TriageKind::harmless);
}

TEST_F(TriageTest, ANodeWithBodiesIsRefusedForTheInnermostNodeThatIsNotSupported) {
    place("[if] y = If(c) < then_branch = t () => (float[1, 8] u) { [n] u = Neg(x) }, "
          "else_branch = e () => (float[1, 8] v) { [inner] v = If(c) < "
          "then_branch = t2 () => (float[1, 8] w) { [a] w = Abs(x) }, "
          "else_branch = e2 () => (float[1, 8] z) { [m] z = Relu(x) } > } >",
          {"If", "Neg", "Relu"});
    EXPECT_EQ(of("if").root.kind, RootCause::Kind::body);
    EXPECT_EQ(of("if").root.culprits, nodes({"a"}));
    EXPECT_EQ(of("if").root.text.text(), "its body holds a: by the test");
    EXPECT_EQ(of("a").root.kind, RootCause::Kind::itself);
}

TEST_F(TriageTest, AGroupThatLostANodeNamesItAndTheNodeHasTheWholeGroupAsItsDamage) {
    PartitionOptions options;
    const char* const kText = "[r] a = Relu(x) [s] b = Relu(a) [t] y = Relu(b)";
    options.excluded.emplace(nodeNamed(typedBody(kText), "s"), "first");
    place(kText, {"Relu"}, 1, options, true);
    EXPECT_EQ(of("r").root.kind, RootCause::Kind::lostGroup);
    EXPECT_EQ(of("t").root.culprits, nodes({"s"}));
    EXPECT_EQ(of("s").root.kind, RootCause::Kind::byUser);
    EXPECT_EQ(of("s").alone.nodes, 2U);
}

TEST_F(TriageTest, ANodeThatNoProviderRunsIsCostly) {
    model = typedBody("[r] a = Relu(x) [s] b = Sigmoid(a) [t] y = Relu(b)");
    placed =
        *partitionModel(model, {std::make_shared<RunProvider>(std::set<std::string>{"Relu"}, 1)});
    judged = triage(model, placed);
    EXPECT_EQ(of("s").kind, TriageKind::costly);
    EXPECT_EQ(of("s").alone.partitions, 1);
    EXPECT_EQ(of("s").reason.text(), "no provider runs it");
}

TEST_F(TriageTest, GroupsHaveOneReasonAndOneOperatorAndTheMostDamagingIsFirst) {
    place("[h] h = Tanh(x) [r] a = Relu(h) [s] b = Sigmoid(a) [t] d = Relu(b) "
          "[u] e = Sigmoid(d) [v] y = Relu(e)",
          {"Relu"});
    ASSERT_EQ(judged.groups.size(), 2U);
    const TriageGroup& first = judged.groups.front();
    EXPECT_EQ(first.opType, "Sigmoid");
    EXPECT_EQ(first.code, ReasonCode::noKernel);
    EXPECT_EQ(first.nodes.size(), 2U);
    EXPECT_EQ(first.damage.partitions, 2);
    EXPECT_EQ(first.damage.bytes, 128);
    EXPECT_EQ(judged.groups.back().opType, "Tanh");
}

TEST_F(TriageTest, AGroupDoesWithItsNeighboursWhatItCannotDoAlone) {
    // Two operators cut each time: neither of them alone mends anything.
    place("[r0] a = Relu(x) [s0] b = Sigmoid(a) [t0] d = Tanh(b) "
          "[r1] e = Relu(d) [s1] f = Sigmoid(e) [t1] g = Tanh(f) "
          "[r2] h = Relu(g) [z] y = Neg(h)",
          {"Relu"});
    ASSERT_EQ(judged.groups.size(), 3U);
    const TriageGroup& first = judged.groups.front();
    EXPECT_EQ(first.opType, "Sigmoid");
    EXPECT_EQ(first.damage.partitions, 2);
    EXPECT_EQ(first.others, 2U);
    EXPECT_EQ(first.taken.size(), 4U);
    EXPECT_EQ(first.damage.nodes, 2U);
    EXPECT_EQ(aroundText(first).text(), "with 2 nodes around them");
    for (const TriageGroup& group : std::span(judged.groups).subspan(1)) {
        EXPECT_LE(group.damage.partitions, 0) << group.opType;
        EXPECT_EQ(group.others, 0U) << group.opType;
        EXPECT_TRUE(aroundText(group).empty());
    }
}

TEST(TriageSpeed, AStretchOfManyNodesThatNothingRunsIsTakenOnce) {
    std::string body;
    constexpr int kNodes = 4000;
    for (int i = 0; i < kNodes; ++i)
        body +=
            fmt::format("[n{0}] {1} = {2}({3})\n", i, i + 1 == kNodes ? "y" : fmt::format("v{}", i),
                        i % 2 ? "Sigmoid" : "Tanh", i ? fmt::format("v{}", i - 1) : "x");
    const Model model = typedBody(body);
    const Partitioning placed =
        *partitionModel(model, {std::make_shared<RunProvider>(std::set<std::string>{"Relu"}, 1)});
    const auto begin = std::chrono::steady_clock::now();
    const Triage judged = triage(model, placed);
    // 4,000 times the stretch of 4,000 would take seconds.
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(1));
    EXPECT_EQ(judged.costly, static_cast<std::size_t>(kNodes));
}

TEST_F(TriageTest, ConstantNodesAndNodesOfTheFirstProviderAreNotListed) {
    place("[k] w = Constant <value_floats = [1.0]> () [s] a = Add(x, w) [r] y = Relu(a)", {"Relu"});
    EXPECT_EQ(judged.find(nodeNamed(model, "k")), nullptr);
    EXPECT_EQ(judged.find(nodeNamed(model, "r")), nullptr);
    EXPECT_EQ(judged.nodes.size(), 1U);
}

/// Nodes with one or two inputs, some in the branches of an If that capture values.
std::string randomBody(std::mt19937_64& random, int count) {
    const auto below = [&](int end) {
        return static_cast<int>(random() % static_cast<unsigned>(end));
    };
    std::string text;
    std::vector<std::string> values = {"x"};
    const auto any = [&] { return values[static_cast<std::size_t>(below(int(values.size())))]; };
    for (int i = 0; i < count; ++i) {
        const std::string made = i + 1 == count ? "y" : fmt::format("v{}", i);
        if (below(8) == 0)
            text += fmt::format("[n{0}] {1} = If(c) < then_branch = t{0} () => (float[1, 8] "
                                "p{0}) {{ [tn{0}] p{0} = Neg({2}) }}, else_branch = e{0} () => "
                                "(float[1, 8] q{0}) {{ [en{0}] q{0} = Abs({3}) }} >\n",
                                i, made, any(), any());
        else if (below(2))
            text += fmt::format("[n{}] {} = Add({}, {})\n", i, made, any(), any());
        else
            text += fmt::format("[n{}] {} = {}({})\n", i, made, below(2) ? "Relu" : "Tanh", any());
        values.push_back(made);
    }
    return text;
}

struct Figures {
    std::int64_t partitions, bytes, nodes;
};

Figures figuresOf(const Partitioning& placed) {
    return {static_cast<std::int64_t>(placed.summary.partitionsByProvider[0]),
            static_cast<std::int64_t>(placed.summary.boundaryBytes),
            static_cast<std::int64_t>(placed.summary.byProvider[0])};
}

TEST(TriageProperty, TheDamageIsTheDifferenceThatThePartitionerFinds) {
    std::mt19937_64 random(20);
    for (int round = 0; round < 150; ++round) {
        SCOPED_TRACE(fmt::format("seed 20, round {}", round));
        const Model model = typedBody(randomBody(random, 3 + round % 25));
        const std::size_t least = 1 + random() % 3;
        std::set<std::string> taken;
        model.nodes().forEach([&](NodeId, const auto& node) {
            if (!node->is("If") && random() % 5 < 3)
                taken.insert(node->name);
        });
        const auto place = [&](const std::set<std::string>& names) {
            return *partitionModel(model, {std::make_shared<RunProvider>(names, least),
                                           std::make_shared<RestProvider>()});
        };
        const auto expect = [&](const Partitioning& before, const Damage& damage,
                                const std::vector<NodeId>& nodes) {
            std::set<std::string> more = taken;
            for (const NodeId node : nodes)
                more.insert(model.node(node)->name);
            const Figures was = figuresOf(before), is = figuresOf(place(more));
            EXPECT_EQ(was.partitions - is.partitions, damage.partitions);
            EXPECT_EQ(was.bytes - is.bytes, damage.bytes);
        };
        const Partitioning placed = place(taken);
        const Triage judged = triage(model, placed);
        EXPECT_EQ(judged.nodes.size(), placed.summary.byProvider[1]);
        EXPECT_EQ(judged.costly + judged.joins + judged.harmless, judged.nodes.size());
        for (const TriagedNode& each : judged.nodes) {
            const auto code = placed.verdicts(each.node).front().code;
            if (code == ReasonCode::runTooShort || !model.node(each.node)->subgraphs().empty())
                continue; // the provider takes these already, or takes their bodies, too
            SCOPED_TRACE(model.node(each.node)->name);
            expect(placed, each.alone, {each.node});
        }
        for (const TriageGroup& group : judged.groups) {
            const auto isOther = [&](NodeId id) {
                return placed.verdicts(id).front().code == ReasonCode::runTooShort ||
                       model.node(id)->is("If");
            };
            if (std::ranges::none_of(group.taken, isOther))
                expect(placed, group.damage, group.taken);
        }
    }
}

} // namespace
} // namespace partita
