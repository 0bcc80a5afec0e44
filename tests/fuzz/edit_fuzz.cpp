// Makes random edits of all kinds on random models and on the given ones, undoes and redoes some, and
// checks the model after each, and its shapes and its picture against those that are made from nothing;
// some states are written, read back and compared:
//   edit_fuzz [--seed N] [--cases N] [--output FOLDER] [MODEL …]
// A case is a sequence of edits. The same seed gives the same edits.

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "core/base/log.h"
#include "core/edits/edit_script.h"
#include "core/edits/model_problems.h"
#include "core/edits/output_types.h"
#include "core/onnx/check.h"
#include "core/onnx/parse_text.h"
#include "core/onnx/read.h"
#include "core/onnx/same_model.h"
#include "core/onnx/write.h"
#include "core/scene/drawing_svg.h"
#include "tests/fuzz/calling_models.h"
#include "tests/fuzz/context_invariants.h"
#include "tests/fuzz/drawn_scenes.h"
#include "tests/fuzz/findings.h"
#include "tests/fuzz/model_invariants.h"
#include "tests/fuzz/random_edits.h"
#include "tests/support/inferred_types.h"
#include "tests/support/random_models.h"

namespace {

using namespace partita;
using namespace partita::fuzz;
namespace fs = std::filesystem;

constexpr std::size_t kSteps = 40;   ///< of a case
constexpr std::size_t kSaved = 8;    ///< every so many steps the model is written
constexpr std::size_t kFewest = 600; ///< runs for minimizing

/// One step of a case.
struct Step {
    enum class What { edit, undo, redo } what = What::edit;
    std::optional<Edit> edit;
};

/// What a sequence of steps does.
struct Outcome {
    std::string kind, text;
    std::size_t step = 0;
    std::size_t made = 0, refused = 0; ///< edits
    std::size_t byParts = 0;           ///< states whose shapes were inferred by parts
};

/// What ONNX's checker says of a model, read back from its file, that has no known problems; empty:
/// nothing. What strict inference says of shapes is not asked: the random edits leave shapes that do
/// not go together.
std::string unsoundness(const Model& model, const Model& read) {
    const Graph& main = *model.graph(model.mainGraph());
    for (const auto* list : {&main.inputs, &main.outputs})
        for (const ValueId id : *list)
            if (const TypePtr& type = model.value(id)->type; !type || !type->shape)
                return {}; // set by hand; runtimes take it, the checker does not
    const auto problems = modelProblems(model);
    for (const ModelProblem& problem : problems)
        if (!problem.isNote)
            return {};
    const auto findings = checkModel(read);
    if (findings)
        for (const Finding& finding : *findings)
            if (finding.severity == Finding::Severity::error && finding.rule != "shape-inference")
                return finding.rule + ": " + finding.text.text();
    return {};
}

/// A model with its history.
class Session {
public:
    explicit Session(Model model) : m_first(model), m_model(std::move(model)) {}

    [[nodiscard]] const Model& model() const { return m_model; }
    [[nodiscard]] const Outcome& outcome() const { return m_outcome; }

    /// Does a step and checks what it made. Returns whether all is well.
    bool play(const Step& step) {
        ++m_outcome.step;
        if (step.what != Step::What::edit)
            return move(step.what == Step::What::undo ? m_done : m_undone,
                        step.what == Step::What::undo ? m_undone : m_done);
        const auto edited = applyEdit(m_model, *step.edit);
        if (!edited) {
            ++m_outcome.refused;
            return edited.error().code != Errc::internal ||
                   found("internal", edited.error().message());
        }
        ++m_outcome.made;
        const Model after = m_model.with(edited->delta);
        if (!diff(m_model, after.with(edited->delta.inverse())).empty())
            return found("inverse", "the inverse does not give the model before");
        if (const std::string broken = brokenContext(m_model, after); !broken.empty())
            return found("context", broken);
        m_done.push_back(edited->delta);
        m_undone.clear();
        m_model = after;
        return isWhole();
    }

    bool saves() {
        const Model model = edits::withOutputSizes(m_model);
        const auto bytes = serializeModel(model);
        if (!bytes)
            return found("write", bytes.error().message());
        const auto read = readModel(Buffer::copyOf(std::as_bytes(std::span(*bytes))));
        if (!read)
            return found("read", read.error().message());
        const auto same = checkSameModel(model, *read);
        if (!same)
            return found("same", same.error().message());
        const std::string unsound = unsoundness(model, *read);
        return unsound.empty() || !unsoundness(m_first, m_first).empty() ||
               found("unsound", unsound);
    }

    bool undoesAll() {
        while (!m_done.empty())
            if (!move(m_done, m_undone))
                return false;
        return diff(m_first, m_model).empty() || found("undo", "undoing all is not the model");
    }

private:
    bool found(const char* kind, const std::string& text) {
        m_outcome.kind = kind;
        m_outcome.text = text;
        return false;
    }
    bool isWhole() {
        const std::string broken = brokenInvariant(m_model);
        return (broken.empty() || found("broken", broken)) && hasSameShapes() && hasSamePicture();
    }
    /// Draws the main graph after the picture of the last state, and compares it with one from nothing.
    bool hasSamePicture() {
        const Model& model = m_typed ? m_typed->typed : m_model;
        SceneOptions options;
        options.textWidth = estimatedTextWidth;
        options.showShapes = true;
        auto fresh = buildScene(model, model.mainGraph(), nullptr, options);
        options.previous = m_scene ? &*m_scene : nullptr;
        auto scene = buildScene(model, model.mainGraph(), nullptr, options);
        if (!scene || !fresh)
            return bool(scene) == bool(fresh) || found("picture", "made only once");
        const std::string wrong = wrongInScene(*scene, *fresh);
        m_scene = *std::move(scene);
        return wrong.empty() || found("picture", wrong);
    }
    /// Infers shapes where they can have changed since the last state, and compares them with those of
    /// the whole model.
    bool hasSameShapes() {
        if (m_typed) {
            bool known = false;
            const std::string other = test::differenceOfParts(*m_typed, m_model, known);
            m_outcome.byParts += known;
            if (!other.empty())
                return found("shapes", other);
        }
        // As in the window: one state from the one before it.
        auto typed = m_typed ? inferShapesAfterEdit(*m_typed, m_model) : inferShapes(m_model);
        m_typed.reset();
        if (typed)
            m_typed = InferredModel{m_model, *std::move(typed)};
        return true;
    }
    bool move(std::vector<ModelDelta>& from, std::vector<ModelDelta>& to) {
        if (from.empty())
            return true;
        const ModelDelta inverse = from.back().inverse();
        from.pop_back();
        m_model = m_model.with(inverse);
        to.push_back(inverse);
        return isWhole();
    }

    Model m_first, m_model;
    std::optional<InferredModel> m_typed;     ///< of the last state; nothing: inference refused it
    std::optional<GraphScene> m_scene;        ///< of the last state that could be drawn
    std::vector<ModelDelta> m_done, m_undone; ///< of `m_undone`: what undid
    Outcome m_outcome;
};

Step drawStep(const Model& model, Chance& chance) {
    if (chance.oneIn(8))
        return {chance.oneIn(3) ? Step::What::redo : Step::What::undo, {}};
    return {Step::What::edit, randomEdit(model, chance)};
}

/// Plays given steps, as far as the first finding.
Outcome replay(const Model& model, const std::vector<Step>& steps) {
    Session session(model);
    for (const Step& step : steps)
        if (!session.play(step) || !session.saves())
            return session.outcome();
    if (session.outcome().kind.empty())
        (void)session.undoesAll();
    return session.outcome();
}

/// Fewer steps with a finding of the same kind.
std::vector<Step> minimized(const Model& model, std::vector<Step> steps, const std::string& kind) {
    std::size_t runs = 0;
    for (std::size_t i = steps.size(); i-- > 0 && runs < kFewest; ++runs) {
        std::vector<Step> fewer = steps;
        fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
        if (replay(model, fewer).kind == kind)
            steps = std::move(fewer);
    }
    return steps;
}

std::string describe(const Model& model, const std::vector<Step>& steps) {
    std::string text;
    Session session(model);
    for (const Step& step : steps) {
        if (!step.edit) {
            text += step.what == Step::What::undo ? "\n  undo" : "\n  redo";
        } else {
            ScriptFiles files;
            const auto line = applyEdit(session.model(), *step.edit)
                                  ? scriptOf(*step.edit, session.model(), files)
                                  : Result<nlohmann::json>(Error{});
            text += "\n  " +
                    (line ? line->dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)
                          : "edit of kind " + std::to_string(step.edit->index()));
        }
        if (!session.play(step))
            break;
    }
    return text;
}

Result<Model> modelOf(std::uint64_t seed, const std::vector<std::string>& files) {
    if (!files.empty())
        return readModel(files[seed % files.size()]);
    // One model in four has functions, one in four EPContext nodes, and one in sixteen both.
    Chance chance(~seed);
    const bool functions = chance.oneIn(4), contexts = chance.oneIn(4);
    if (functions || contexts)
        return parseModelText(callingModelText(chance, functions, contexts));
    std::mt19937_64 random(seed);
    auto model = parseModelText("<ir_version: " + std::to_string(seed % 5 ? 9 : 3) +
                                ", opset_import: [\"\" : " + std::to_string(seed % 2 ? 18 : 23) +
                                "]>\n" + test::randomGraphText(random, true));
    if (!model || seed % 3 == 0)
        return model;
    const auto bytes = serializeModel(*model); // from here on its bytes are kept
    return bytes ? readModel(Buffer::copyOf(std::as_bytes(std::span(*bytes)))) : std::move(model);
}

CaseResult judge(std::uint64_t seed, const std::vector<std::string>& files) {
    const auto model = modelOf(seed, files);
    if (!model)
        return {"generator", model.error().message(), "generator", false};
    if (const std::string broken = brokenInvariant(*model); !broken.empty())
        return {"", broken, "the model was broken before", false};
    Chance chance(seed);
    Session session(*model);
    std::vector<Step> steps;
    for (std::size_t i = 0; i < kSteps; ++i) {
        steps.push_back(drawStep(session.model(), chance));
        if (!session.play(steps.back()) || ((i + 1) % kSaved == 0 && !session.saves()))
            break;
    }
    if (session.outcome().kind.empty())
        (void)session.undoesAll();
    const Outcome& outcome = session.outcome();
    if (outcome.kind.empty())
        return {"",
                std::to_string(outcome.made) + " " + std::to_string(outcome.refused) + " " +
                    std::to_string(outcome.byParts),
                "", true};
    const auto few = minimized(*model, steps, outcome.kind);
    const Outcome last = replay(*model, few);
    const std::string text = last.kind.empty() ? outcome.text : last.text;
    return {outcome.kind,
            "step " + std::to_string(outcome.step) + ": " + text + describe(*model, few),
            outcome.kind + " " + text.substr(0, 20), true};
}

} // namespace

int main(int argc, char** argv) {
    setLogLevel(LogLevel::error);
    std::vector<std::string> files;
    std::vector<char*> others = {argv[0]};
    for (int i = 1; i < argc; ++i) {
        const bool option = argv[i][0] == '-';
        if (!option) {
            files.emplace_back(argv[i]);
            continue;
        }
        others.push_back(argv[i]);
        if (i + 1 < argc)
            others.push_back(argv[++i]);
    }
    const FuzzOptions options = readFuzzOptions(static_cast<int>(others.size()), others.data());
    Findings findings("edit_fuzz");
    Limits limits;
    limits.seconds = options.seconds;
    std::uint64_t made = 0, refused = 0, byParts = 0;
    runIsolated(
        options.seed, options.seed + options.cases, limits,
        [&](std::uint64_t seed) { return judge(seed, files); },
        [&](std::uint64_t seed, const CaseResult& result) {
            char* rest = nullptr;
            if (result.kind.empty() && result.accepted) {
                made += std::strtoull(result.text.c_str(), &rest, 10);
                refused += std::strtoull(rest, &rest, 10);
                byParts += std::strtoull(rest, nullptr, 10);
            }
            if (!findings.count("edits", result))
                return;
            Findings::print(seed, "edits", result);
            if (!options.output.empty()) {
                fs::create_directories(options.output);
                std::ofstream(options.output / (std::to_string(seed) + ".txt"))
                    << result.text << "\n";
            }
        });
    std::printf("%llu edits made, %llu refused; shapes of %llu states inferred by parts\n",
                static_cast<unsigned long long>(made), static_cast<unsigned long long>(refused),
                static_cast<unsigned long long>(byParts));
    return findings.summary(options);
}
