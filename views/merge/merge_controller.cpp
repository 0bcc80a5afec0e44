#include "views/merge/merge_controller.h"

#include <QElapsedTimer>
#include <QFileInfo>
#include <algorithm>

#include "core/base/try.h"
#include "core/epcontext/merge/merge_connections.h"
#include "core/epcontext/merge/merge_recipe.h"
#include "core/onnx/read.h"
#include "core/scene/graph_scene.h"
#include "core/tasks/runs/runner.h"
#include "views/merge/merge_preview.h"
#include "views/text/qt_text.h"

namespace partita {

namespace {

Result<Model> readFile(const std::filesystem::path& path) { return readModel(path); }

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
        const std::size_t first = next.inputs.size();
        for (const QString& file : files)
            next.inputs.push_back(
                openSource({QFileInfo(file).absoluteFilePath().toStdString(), {}, {}}, readFile));
        suggestPrefixes(next.inputs, first, next.options);
        if (next.options.output.empty())
            next.options.output = next.inputs.front().path.parent_path() / "merged_ctx.onnx";
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

void MergeController::connectByName() {
    change([](MergeChoices& next) { partita::connectByName(next.inputs, next.options); });
}

void MergeController::connectInOrder() {
    change([](MergeChoices& next) { partita::connectInOrder(next.inputs, next.options); });
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
        made.plan = std::make_shared<const MergePlan>(draftMergeFor(inputs, options, providers));
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
    std::optional<MergeTrial> trial;
    if (runs)
        trial = MergeTrial{providers(), m_judges};
    const auto work = [plan = m_plan, inputs = m_choices.inputs, output = m_choices.options.output,
                       trial = std::move(trial)](const Progress& progress) {
        return writeAndTry(*plan, inputs, output, trial, Replace::yes, progress, runnerProcess());
    };
    m_jobs.start<WrittenMerge>(
        tr("Merging"), work,
        [this, file = toQString(m_choices.options.output.string())](Result<WrittenMerge> result) {
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
