#include <random>

#include "core/edits/fitting_slots.h"
#include "core/edits/model_problems.h"
#include "core/ir/ep_context.h"
#include "core/onnx/infer_shapes.h"
#include "core/onnx/read.h"
#include "tests/core/edits/edit_checks.h"
#include "tests/support/random_models.h"

namespace partita {
namespace {

using namespace test;

/// Makes random edits of a model, sensible ones and others.
class RandomEdits {
public:
    explicit RandomEdits(unsigned seed) : m_random(seed) {}

    Edit next(const Model& model, const Model& earlier) {
        const Slot slot = anySlot(model);
        switch (m_random() % 11) {
        case 0: return Connect{anyValue(model), slot};
        case 1: return Disconnect{slot};
        case 2: return RerouteReaders{anyValue(model), anyValue(model)};
        case 3: return DeleteNodes{{anyNode(model)}};
        case 4: return BypassNodes{{anyNode(model)}};
        case 5:
            return PasteNodes{std::make_shared<const Model>(earlier),
                              {anyNode(earlier), anyNode(earlier)},
                              anyGraph(model)};
        case 6: return ReplaceOperator{anyNode(model), "", anyOperator(), ""};
        case 7: return RenameNode{anyNode(model), "n" + std::to_string(m_random() % 50)};
        case 8:
            return SetAttribute{{anyNode(model)},
                                Attribute::make("axis", std::int64_t(m_random() % 3))};
        case 9: return ResetAttribute{{anyNode(model)}, "axis"};
        default: {
            const ValueId read = valueAt(model, slot);
            const GraphId graph = model.node(slot.node) ? model.node(slot.node)->graph : slot.graph;
            return InsertNode{graph, {"", anyOperator(), "", "", {}, 0}, {read}, {slot}};
        }
        }
    }

private:
    template <class Id, class T> Id any(const PersistentTable<Id, T>& table) {
        for (;;)
            if (const Id id{static_cast<std::uint32_t>(m_random() % table.keyEnd())}; table.get(id))
                return id;
    }
    NodeId anyNode(const Model& model) { return any<NodeId, Node>(model.nodes()); }
    ValueId anyValue(const Model& model) { return any<ValueId, Value>(model.values()); }
    GraphId anyGraph(const Model& model) { return any<GraphId, Graph>(model.graphs()); }
    Slot anySlot(const Model& model) {
        if (m_random() % 6 == 0)
            return {{}, anyGraph(model), 0};
        const NodeId node = anyNode(model);
        return {node, {}, m_random() % (model.node(node)->inputs.size() + 1)};
    }
    std::string anyOperator() {
        static const char* const kNames[] = {"Relu", "Add", "Concat", "Clip", "Identity", "MatMul"};
        return kNames[m_random() % std::size(kNames)];
    }

    std::mt19937 m_random;
};

/// Tries the fixes of some problems, as far as they are edits of nodes and edges.
void expectFixesAreAccepted(const Model& model) {
    auto problems = modelProblems(model);
    problems.resize(std::min<std::size_t>(problems.size(), 4));
    for (const ModelProblem& problem : problems)
        for (const ProblemFix& fix : problem.fixes)
            if (!std::holds_alternative<ConvertOpset>(fix.edit) &&
                !std::holds_alternative<RenameTensor>(fix.edit) &&
                !std::holds_alternative<RemoveOutput>(fix.edit)) {
                const auto tried = applyEdit(model, fix.edit);
                EXPECT_TRUE(tried) << problem.text.text() << ": " << fix.text.text() << ": "
                                   << tried.error().message();
            }
}

TEST(RandomEdits, KeepEveryGraphWithoutCyclesAndCanBeUndone) {
    constexpr unsigned kSeed = 20251124;
    SCOPED_TRACE("seed " + std::to_string(kSeed));
    std::mt19937_64 random(kSeed);
    RandomEdits edits(kSeed);
    int accepted = 0;
    for (int round = 0; round < 12; ++round) {
        const std::string header = "<ir_version: 9, opset_import: [\"\" : 18]>\n";
        const auto start = inferShapes(modelFromText(
            round % 3 == 0 ? kNested : header + randomGraphText(random, round % 2 == 0)));
        ASSERT_TRUE(start) << start.error().message();
        Model model = *start, earlier = *start;
        std::vector<ModelDelta> history;
        for (int step = 0; step < 25 && model.nodes().count() > 0; ++step) {
            const Edit edit = edits.next(model, earlier);
            if (!applyEdit(model, edit))
                continue;
            ++accepted;
            const Edited result = made(model, edit);
            earlier = model;
            model = model.with(result.delta);
            history.push_back(result.delta);
            expectFixesAreAccepted(model);
        }
        const auto bytes = serializeModel(model); // a cycle is an error when it is read
        ASSERT_TRUE(bytes);
        const auto read = readModel(bufferOf(*bytes));
        EXPECT_TRUE(read) << read.error().message();
        for (auto delta = history.rbegin(); delta != history.rend(); ++delta)
            model = model.with(delta->inverse());
        EXPECT_TRUE(diff(*start, model).empty());
    }
    EXPECT_GT(accepted, 100);
}

/// What differs at the EPContext nodes of a model from what they were at first; empty: nothing.
std::string changedContexts(const Model& first, const Model& now) {
    std::string changed;
    bool hasMain = false, hasOther = false;
    for (const EpContext& context : epContextsOf(now)) {
        (context.isMain ? hasMain : hasOther) = true;
        const Node &node = *now.node(context.node), *old = first.node(context.node).get();
        if (old && (!sameAttributes(*old->attributes, *node.attributes) ||
                    old->inputs.size() != node.inputs.size() ||
                    old->outputs.size() != node.outputs.size()))
            changed += node.label() + " ";
    }
    return hasOther && !hasMain ? changed + "no binary" : changed;
}

TEST(RandomEdits, LeaveWhatBinariesFix) {
    constexpr unsigned kSeed = 20261127;
    SCOPED_TRACE("seed " + std::to_string(kSeed));
    RandomEdits edits(kSeed);
    int accepted = 0;
    for (const std::string source : {"QNN", "OpenVINO", "PartitaNpu", "Foo"}) {
        const std::string ending = "source = \"" + source + "ExecutionProvider\">";
        const auto start = inferShapes(
            modelFromText(R"(<ir_version: 9, opset_import: ["" : 18, "com.microsoft" : 1]>
m (float[1,4] x) => (float[1,4] y, float[1,4] z) <float[1,4] a, float[1,4] b> {
  [pre] h = Relu(x)
  [one] a, b = com.microsoft.EPContext<main_context = 1, ep_cache_context = "bytes", )" +
                          ending + R"((h, x)
  [two] c = com.microsoft.EPContext<main_context = 0, )" +
                          ending + R"((a)
  [mid] y = Add(c, b)
  [post] z = Neg(b)
})"));
        ASSERT_TRUE(start) << start.error().message();
        Model model = *start;
        for (int step = 0; step < 80 && model.nodes().count() > 0; ++step) {
            const Edit edit = edits.next(model, *start);
            if (!applyEdit(model, edit))
                continue;
            ++accepted;
            model = edited(model, edit);
            EXPECT_EQ(changedContexts(*start, model), "") << source;
            expectFixesAreAccepted(model);
        }
    }
    EXPECT_GT(accepted, 20);
}

} // namespace
} // namespace partita
