#include "views/merge/merge_controller.h"

#include <QElapsedTimer>
#include <QFileInfo>
#include <algorithm>

#include "core/base/try.h"
#include "core/epcontext/merge/merge_recipe.h"
#include "core/onnx/read.h"
#include "core/scene/graph_scene.h"
#include "core/tasks/runner.h"
#include "views/merge/merge_preview.h"
#include "views/text/qt_text.h"

namespace partita {

namespace {

constexpr std::uint64_t kSeed = 1; ///< seed of the random inputs that test the merged model

Result<Model> readFile(const std::filesystem::path& path) { return readModel(path); }

std::vector<ValueId> portsOf(const MergeInput& input, bool outputs) {
    if (input.unreadable)
        return {};
    const Graph& graph = *input.model.graph(input.model.mainGraph());
    return outputs ? std::vector<ValueId>(graph.outputs.begin(), graph.outputs.end())
                   : std::vector<ValueId>(graph.inputs.begin(), graph.inputs.end());
}

std::string portName(std::size_t model, const Value& value) {
    return std::to_string(model + 1) + "." + value.name;
}

bool sameTypes(const Value& a, const Value& b) {
    return a.type && b.type && a.type->text() == b.type->text();
}

/// Whether a wish has a name with that prefix, which then is the user's own.
bool isNamedBy(const MergeOptions& options, const std::string& prefix) {
    const auto has = [&](const std::string& name) { return name.starts_with(prefix); };
    return std::ranges::any_of(options.outputOrder, has) ||
           std::ranges::any_of(options.droppedOutputs, has) ||
           std::ranges::any_of(options.connections, [&](const auto& each) {
               return has(each.first) || has(each.second);
           });
}

/// `wish` for a model, or its name with a number where another model has that prefix.
std::string unusedPrefix(const std::vector<MergeInput>& inputs, std::size_t model,
                         const std::string& wish) {
    std::string prefix = wish;
    const auto isTaken = [&](const MergeInput& each) {
        return &each != &inputs[model] && each.prefix == prefix;
    };
    for (int number = 2; std::ranges::any_of(inputs, isTaken); ++number)
        prefix = contextStem(inputs[model].path) + std::to_string(number) + "_";
    return prefix;
}

} // namespace

struct MergeController::Planned {
    std::shared_ptr<const MergePlan> plan;
    std::shared_ptr<const GraphScene> scene;
    Checks checks;
    qint64 milliseconds = 0;
};

MergeController::MergeController(ProviderList providers, ProviderList judges)
    : m_providers(std::move(providers)), m_judges(std::move(judges)) {
    m_history.remember(m_choices);
    connect(&m_jobs, &JobRunner::finished, this, [this] { m_isWriting = false; });
}

void MergeController::change(const std::function<void(MergeChoices&)>& step) {
    if (m_isWriting) // what is being written stays what is seen
        return;
    MergeChoices next = m_choices;
    step(next);
    next.options.single = next.inputs.size() == 1;
    if (next == m_choices)
        return;
    m_choices = std::move(next);
    m_history.remember(m_choices);
    replan();
}

void MergeController::restore(const MergeChoices* wanted) {
    if (!wanted)
        return;
    m_choices = *wanted;
    replan();
}

void MergeController::undo() {
    if (!m_isWriting)
        restore(m_history.undo());
}

void MergeController::redo() {
    if (!m_isWriting)
        restore(m_history.redo());
}

void MergeController::addModels(const QStringList& files) {
    if (files.isEmpty())
        return;
    change([&](MergeChoices& next) {
        std::vector<std::filesystem::path> paths;
        for (const MergeInput& input : next.inputs)
            paths.push_back(input.path);
        const auto before = suggestedPrefixes(paths);
        for (const QString& file : files)
            paths.emplace_back(QFileInfo(file).absoluteFilePath().toStdString());
        const auto suggested = suggestedPrefixes(paths);
        for (std::size_t i = before.size(); i < paths.size(); ++i)
            next.inputs.push_back(openSource({paths[i], {}, {}}, readFile));
        // Beside more models, other names tell those apart that are there already.
        for (std::size_t i = 0; i < paths.size(); ++i)
            if (i >= before.size() || (next.inputs[i].prefix == before[i] &&
                                       !isNamedBy(next.options, next.inputs[i].prefix)))
                next.inputs[i].prefix = unusedPrefix(next.inputs, i, suggested[i]);
        if (next.options.output.empty())
            next.options.output = paths.front().parent_path() / "merged_ctx.onnx";
    });
}

void MergeController::takePart(std::size_t model, const std::string& name) {
    auto part = onePartition(m_choices.inputs[model], name);
    if (!part) {
        Q_EMIT failed(part.error());
        return;
    }
    change([&](MergeChoices& next) { next.inputs[model] = *part; });
}

void MergeController::connectAll(const std::function<bool(const Value&, const Value&)>& fits) {
    change([&](MergeChoices& next) {
        std::set<std::string> taken;
        for (const auto& [input, output] : next.options.connections)
            taken.insert(input);
        for (std::size_t from = 0; from < next.inputs.size(); ++from)
            for (const ValueId output : portsOf(next.inputs[from], true))
                for (std::size_t to = from + 1; to < next.inputs.size(); ++to) {
                    const Value& source = *next.inputs[from].model.value(output);
                    for (const ValueId input : portsOf(next.inputs[to], false)) {
                        const Value& target = *next.inputs[to].model.value(input);
                        if (sameTypes(source, target) && fits(source, target) &&
                            taken.insert(portName(to, target)).second) {
                            next.options.connections.emplace_back(portName(to, target),
                                                                  portName(from, source));
                            break;
                        }
                    }
                }
    });
}

void MergeController::connectByName() {
    connectAll([](const Value& output, const Value& input) { return output.name == input.name; });
}

void MergeController::connectInOrder() {
    change([&](MergeChoices& next) {
        std::set<std::string> taken;
        for (const auto& [input, output] : next.options.connections)
            taken.insert(input);
        for (std::size_t to = 1; to < next.inputs.size(); ++to) {
            const auto outputs = portsOf(next.inputs[to - 1], true),
                       inputs = portsOf(next.inputs[to], false);
            for (std::size_t i = 0; i < std::min(outputs.size(), inputs.size()); ++i) {
                const Value &source = *next.inputs[to - 1].model.value(outputs[i]),
                            &target = *next.inputs[to].model.value(inputs[i]);
                if (sameTypes(source, target) && taken.insert(portName(to, target)).second)
                    next.options.connections.emplace_back(portName(to, target),
                                                          portName(to - 1, source));
            }
        }
    });
}

void MergeController::useDevice(const std::string& device) {
    change([&](MergeChoices& next) { next.device = device; });
}

ProviderList MergeController::providers() const {
    return m_choices.device.empty() ? m_providers : withDevice(m_providers, m_choices.device);
}

void MergeController::checkAgain() {
    if (m_isWriting)
        return;
    m_checks.clear();
    for (MergeInput& input : m_choices.inputs)
        input = openSource({input.path, input.prefix, input.part}, readFile);
    replan();
}

bool MergeController::mayWrite() const {
    return m_plan && !m_plan->refusal() && !m_choices.options.output.empty() && !m_jobs.isRunning();
}

void MergeController::replan() {
    m_plan.reset();
    m_scene.reset();
    if (m_choices.inputs.empty()) {
        m_jobs.cancel();
        Q_EMIT changed();
        Q_EMIT planned();
        return;
    }
    const auto work = [sources = m_choices.inputs, options = m_choices.options, known = m_checks,
                       widths = m_widths, providers = this->providers()](const Progress& progress) {
        QElapsedTimer timer;
        timer.start();
        auto inputs = sources;
        Checks checks = known;
        for (MergeInput& input : inputs) {
            auto& check = checks[{input.path, input.part}];
            if (!check && !input.unreadable)
                check = std::make_shared<const SourceCheck>(checkSource(input, progress));
            input.checked = check;
        }
        if (progress.cancelled())
            return Result<Planned>(Error{Errc::cancelled, PARTITA_TEXT("cancelled"), {}, {}});
        Planned made;
        MergePlan plan = draftMerge(inputs, options);
        if (auto problem = deviceProblem(inputs, providers))
            plan.problems.push_back(*std::move(problem));
        made.plan = std::make_shared<const MergePlan>(std::move(plan));
        made.milliseconds = timer.elapsed();
        if (widths)
            if (auto scene = MergePreview::sceneOf(*made.plan, *widths, progress))
                made.scene = *std::move(scene);
        made.checks = std::move(checks);
        return Result<Planned>(std::move(made));
    };
    m_jobs.start<Planned>({}, work, [this](Result<Planned> result) {
        if (!result)
            return;
        m_plan = result->plan;
        m_scene = result->scene;
        m_checks = std::move(result->checks);
        m_planTime = result->milliseconds;
        Q_EMIT planned();
    });
    Q_EMIT changed();
}

Result<void> MergeController::saveRecipe(const QString& file) {
    const std::filesystem::path path = file.toStdString();
    PARTITA_TRY(writeFile(
        path, mergeRecipeText(recipeOf(m_choices.inputs, m_choices.options), path.parent_path())));
    m_recipe = QFileInfo(file).absoluteFilePath();
    m_saved = m_choices;
    Q_EMIT changed();
    return {};
}

Result<void> MergeController::openRecipe(const QString& file) {
    auto recipe = PARTITA_TRY(readMergeRecipe(QFileInfo(file).absoluteFilePath().toStdString()));
    m_choices = {openSources(recipe, readFile), std::move(recipe.options), m_choices.device};
    m_recipe = QFileInfo(file).absoluteFilePath();
    m_saved = m_choices;
    m_history = {};
    m_history.remember(m_choices);
    replan();
    return {};
}

void MergeController::write(bool runs) {
    if (!mayWrite())
        return;
    const auto work = [plan = m_plan, inputs = m_choices.inputs, output = m_choices.options.output,
                       providers = this->providers(), judges = m_judges,
                       runs](const Progress& progress) -> Result<Written> {
        PARTITA_TRY(writeMerge(*plan, output, progress));
        if (!runs)
            return Written{};
        auto compared = compareWithSources(output, *plan, inputs, providers, judges, kSeed,
                                           progress, runnerProcess());
        if (compared)
            return Written{*std::move(compared), std::nullopt, true};
        return Written{{}, whyNotRun(*plan, std::move(compared).error()).error, false};
    };
    m_jobs.start<Written>(
        tr("Merging"), work,
        [this, file = toQString(m_choices.options.output.string())](Result<Written> result) {
            if (!result) {
                Q_EMIT failed(result.error());
                return;
            }
            m_written = m_choices;
            Q_EMIT written(file);
            Q_EMIT finished(*result);
        });
    m_isWriting = true;
    Q_EMIT changed();
}

void MergeController::cancel() { m_jobs.stop(); }

} // namespace partita
