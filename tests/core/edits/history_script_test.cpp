#include "core/edits/history_script.h"

#include <fstream>

#include "core/data/tensor_files.h"
#include "tests/core/edits/edit_checks.h"

namespace partita {
namespace {

using namespace test;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

const char* const kHistoryNet = R"(<ir_version: 9, opset_import: ["" : 18]>
net (float[n, 4] x) => (float[n, 4] y) <float[4] w = {1, 2, 3, 4}> {
  [first] a = Relu(x)
  [second] b = Identity(a)
  [third] d = Add(b, w)
  y = Softmax <axis = 1> (d)
})";

/// Edits of one document, as its history keeps them.
class History {
public:
    explicit History(Model model) : m_opened(model), m_model(std::move(model)) {}

    void make(std::vector<Edit> edits, const char* what) {
        const Model before = m_model;
        std::vector<ModelDelta> deltas;
        for (const Edit& edit : edits) {
            const Model after = edited(m_model, edit);
            deltas.push_back(diff(m_model, after));
            m_model = after;
        }
        add(diff(before, m_model), std::move(edits), what, ++m_last);
        m_steps.back().deltas = std::move(deltas);
    }
    void makeOtherwise(const Edit& edit, const char* what) {
        const Model before = m_model;
        m_model = edited(m_model, edit);
        add(diff(before, m_model), {}, what, ++m_last);
    }
    void goBackTo(std::uint64_t version, const Model& then) {
        add(diff(m_model, then), {}, "Revert", version);
        m_model = then;
    }
    [[nodiscard]] const Model& model() const { return m_model; }
    [[nodiscard]] const Model& opened() const { return m_opened; }
    [[nodiscard]] HistoryScript script() const {
        std::vector<HistoryStep> steps;
        for (const Step& step : m_steps)
            steps.push_back({step.what, step.version, &step.delta, step.edits, step.deltas});
        return historyScript(m_model, steps, "net_");
    }

private:
    struct Step {
        ModelDelta delta;
        std::vector<Edit> edits;
        Message what;
        std::uint64_t version;
        std::vector<ModelDelta> deltas{};
    };
    void add(ModelDelta delta, std::vector<Edit> edits, const char* what, std::uint64_t version) {
        m_steps.push_back({std::move(delta), std::move(edits), Message(what), version});
    }
    Model m_opened, m_model;
    std::vector<Step> m_steps;
    std::uint64_t m_last = 0;
};

/// What a script in a file makes of a model, as the command `edit` plays it.
Model played(const Model& model, const std::filesystem::path& file) {
    const auto script = readEditScript(file);
    EXPECT_TRUE(script) << script.error().message();
    const PlayedScript result = playScript(model, script ? *script : EditScript(), false);
    for (const PlayedStep& step : result.steps)
        EXPECT_TRUE(step.done) << step.op << ": " << step.text;
    return result.model;
}

TEST(HistoryScript, GivesTheSameModelWhenItIsPlayed) {
    const TemporaryFolder folder;
    History history(modelFromText(kHistoryNet));
    const Model& model = history.model();
    history.make({RenameNode{nodeNamed(model, "first"), "start"}}, "Rename");
    history.make({BypassNodes{{nodeNamed(model, "second")}}}, "Bypass");
    history.make({InsertNode{model.mainGraph(),
                             {"", "Sigmoid", "", "", {}, 0},
                             {valueNamed(model, "d")},
                             readersOf(model, valueNamed(model, "d"))}},
                 "Insert");
    const auto large = std::make_shared<const Tensor>(
        Tensor::of(DataType::float32, {100}, std::vector<float>(100, 0.5F)));
    history.make(
        {AddInitializer{model.mainGraph(), "large", large}, AddOutput{valueNamed(model, "d")}},
        "Two at once");
    history.make({PasteNodes{std::make_shared<const Model>(model),
                             {nodeNamed(model, "third")},
                             model.mainGraph()}},
                 "Duplicate");
    const HistoryScript script = history.script();
    EXPECT_THAT(script.leftOut, IsEmpty());
    ASSERT_EQ(script.lines.size(), 6U);
    ASSERT_TRUE(writeScript(folder / "net.json", script));
    EXPECT_TRUE(std::filesystem::exists(folder / "net_tensor_1.pb"));
    EXPECT_EQ(*serializeModel(played(history.opened(), folder / "net.json")),
              *serializeModel(history.model()));
}

TEST(HistoryScript, LeavesOutWhatNoEditMade) {
    History history(modelFromText(kHistoryNet));
    history.make({RenameNode{nodeNamed(history.model(), "first"), "start"}}, "Rename");
    history.makeOtherwise(BypassNodes{{nodeNamed(history.model(), "second")}}, "Apply 3 rewrites");
    const HistoryScript script = history.script();
    EXPECT_EQ(script.lines.size(), 1U);
    ASSERT_EQ(script.leftOut.size(), 1U);
    EXPECT_EQ(script.leftOut[0].text(), "Apply 3 rewrites");
}

TEST(HistoryScript, HasNoStepsThatALaterOneTookBack) {
    History history(modelFromText(kHistoryNet));
    history.make({RenameNode{nodeNamed(history.model(), "first"), "start"}}, "Rename");
    const Model saved = history.model();
    history.make({BypassNodes{{nodeNamed(history.model(), "second")}}}, "Bypass");
    history.goBackTo(1, saved);
    history.make({RenameNode{nodeNamed(history.model(), "third"), "sum"}}, "Rename");
    const HistoryScript script = history.script();
    EXPECT_THAT(script.leftOut, IsEmpty());
    ASSERT_EQ(script.lines.size(), 2U);
    EXPECT_EQ(script.lines[1]["name"], "sum");
}

/// What is pasted from another model is a model of these nodes beside the script.
TEST(HistoryScript, BringsNodesOfOtherModelsAlong) {
    const TemporaryFolder folder;
    const auto other =
        std::make_shared<const Model>(modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
        other (float[4] p) => (float[4] r) <float[4] k = {5, 6, 7, 8}> {
          [scale] q = Mul(p, k) [squash] r = Tanh(q) })"));
    History history(modelFromText(kHistoryNet));
    history.make({PasteNodes{other,
                             {nodeNamed(*other, "scale"), nodeNamed(*other, "squash")},
                             history.model().mainGraph()}},
                 "Paste");
    const HistoryScript script = history.script();
    EXPECT_THAT(script.leftOut, IsEmpty());
    ASSERT_TRUE(writeScript(folder / "net.json", script));
    const Model again = played(history.opened(), folder / "net.json");
    EXPECT_EQ(nodesText(again), nodesText(history.model()));
}

TEST(HistoryScript, DoesNotSayThatACopyIsWhatTheNodeBecameLater) {
    History history(modelFromText(kHistoryNet));
    const auto copied = std::make_shared<const Model>(history.model());
    const NodeId third = nodeNamed(*copied, "third");
    history.make({SetTensor{valueNamed(*copied, "w"),
                            std::make_shared<const Tensor>(Tensor::of(
                                DataType::float32, {4}, std::vector<float>{0, 0, 0, 0}))}},
                 "Set w");
    history.make({PasteNodes{copied, {third}, history.model().mainGraph()}}, "Paste");
    const HistoryScript script = history.script();
    EXPECT_EQ(script.lines.size(), 1U);
    ASSERT_EQ(script.leftOut.size(), 1U);
    EXPECT_EQ(script.leftOut[0].text(), "Paste");
}

TEST(HistoryScript, ReplacesNoFileThatIsNotItsOwn) {
    const TemporaryFolder folder;
    std::ofstream(folder / "net_tensor_1.pb") << "someone's";
    History history(modelFromText(kHistoryNet));
    const auto large = std::make_shared<const Tensor>(
        Tensor::of(DataType::float32, {100}, std::vector<float>(100, 0.5F)));
    history.make({AddInitializer{history.model().mainGraph(), "large", large}}, "Add");
    EXPECT_FALSE(writeScript(folder / "net.json", history.script()));
    EXPECT_FALSE(std::filesystem::exists(folder / "net.json"));
}

TEST(HistoryScript, AnEditThatSpeaksOfWhatAnotherOfItsStepMadeIsWritten) {
    const TemporaryFolder folder;
    History history(modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
        net (float[4] x, float[4] w) => (float[4] y) { [add] y = Add(x, w) })"));
    const auto ones = std::make_shared<const Tensor>(
        Tensor::of(DataType::float32, {4}, std::vector<float>(4, 1)));
    const AddInitializer added{history.model().mainGraph(), "ones", ones};
    const auto made = applyEdit(history.model(), added);
    ASSERT_TRUE(made);
    history.make(
        {added, Connect{made->delta.values.back().id, {nodeNamed(history.model(), "add"), {}, 1}}},
        "Add, read by add");
    const HistoryScript script = history.script();
    EXPECT_THAT(script.leftOut, IsEmpty());
    ASSERT_TRUE(writeScript(folder / "net.json", script));
    const Model again = played(history.opened(), folder / "net.json");
    EXPECT_EQ(again.node(nodeNamed(again, "add"))->inputs[1], valueNamed(again, "ones"));
}

} // namespace
} // namespace partita
