#include "app/window/parts/colouring_choice.h"

#include <QAction>
#include <QFileInfo>
#include <QInputDialog>
#include <algorithm>
#include <utility>

#include "core/scene/model_colouring.h"
#include "core/tasks/records/measured_colouring.h"
#include "views/dialogs/file_dialog.h"
#include "views/document/comparison_controller.h"
#include "views/document/measured_controller.h"
#include "views/text/message_text.h"
#include "views/text/qt_text.h"

namespace partita {

namespace {

/// A message in the user's language.
std::string words(const Message& message) { return messageText(message).toStdString(); }

} // namespace

ColouringChoice::ColouringChoice(DocumentController& document, GraphView& graph,
                                 const std::function<QAction*(const char* id)>& action)
    : m_document(document), m_graph(graph), m_values(action("colourValues")),
      m_measured(action("colourMeasured")), m_check(action("colourCheck")),
      m_time(action("colourTime")), m_change(action("colourChange")) {
    using By = NodeColouring::By;
    const auto ofModel = [this](NodeColouring (*colouring)(const Model&, const GraphScene&)) {
        return [this, colouring] { return colouring(m_document.sizedModel(), m_document.scene()); };
    };
    for (const auto& [id, by] : {std::pair("colourTime", By::time),
                                 {"colourCycles", By::cycles},
                                 {"colourBound", By::bound}})
        m_choices.push_back({action(id), [this, by = by] { return ofRun(by); }, true});
    m_choices.push_back({m_measured, [this] {
                             return ofRecord([](auto& placement, auto& scene) {
                                 return colouringByMeasured(placement, scene, words);
                             });
                         }});
    m_choices.push_back({m_check, [this] {
                             const MeasuredController& measured = m_document.measured();
                             return measured.placement()
                                        ? colouringByCheck(m_document.partitioning(),
                                                           *measured.placement(), measured.check(),
                                                           m_document.scene(), words)
                                        : NodeColouring();
                         }});
    m_choices.push_back({m_change, [this] { return ofChange(); }});
    m_choices.push_back({action("colourOperator"), ofModel(colouringByOperator)});
    m_choices.push_back({action("colourType"), ofModel(colouringByType)});
    m_choices.push_back({action("colourMemory"), ofModel(colouringByMemory)});
    m_choices.push_back({m_values, [this] {
                             const NodeValues* values = m_document.values().values();
                             return values ? colouringByValues(*values, m_document.scene())
                                           : NodeColouring();
                         }});
    connect(&document, &DocumentController::sceneChanged, this, &ColouringChoice::apply);
    connect(&document.runs(), &RunController::finished, this, [this] {
        m_timesOfRecord = m_timesOfRecord && !m_document.runs().result();
        apply();
    });
    // A run that was cancelled has no result to tell of.
    connect(&document.jobs()[Lane::work], &JobRunner::finished, this, &ColouringChoice::apply);
    connect(&document.measured(), &MeasuredController::opened, this, [this] {
        m_timesOfRecord = m_document.measured().hasTimes();
        if (!m_check->isChecked() && !(m_time->isChecked() && m_timesOfRecord))
            check(m_measured);
        apply();
    });
    connect(&document.measured(), &MeasuredController::changed, this, [this] {
        followRecord();
        apply();
    });
    followRecord();
    connect(&document.values(), &NodeValuesController::changed, this, [this] {
        if (!m_document.values().values())
            m_values->setChecked(false);
        apply();
    });
}

void ColouringChoice::choose(QAction* switched) {
    m_awaited = nullptr;
    for (const Choice& choice : m_choices) {
        if (choice.action != switched)
            choice.action->setChecked(false);
        else if (switched->isChecked() && choice.needsRun && m_document.hasDocument() &&
                 !m_document.runs().result() && !(switched == m_time && hasTimesOfRecord()))
            Q_EMIT runNeeded();
    }
    if (switched == m_values && switched->isChecked())
        askForValues();
    apply();
}

void ColouringChoice::askForValues() {
    m_values->setChecked(false); // until there are values
    if (!m_document.hasDocument())
        return;
    const QString folder =
        QFileInfo(QString::fromStdString(m_document.state().path.string())).absolutePath();
    const QString path =
        askWhatToOpen(m_graph.window(), tr("Values of the nodes"), folder,
                      tr("Values by name of node (*.json *.csv *.tsv);;All files (*)"));
    if (!path.isEmpty())
        showValues(path);
}

void ColouringChoice::showValues(const QString& path) {
    const std::filesystem::path file(path.toStdString());
    auto named = readNamedValues(file);
    if (named && named->columns.size() > 1) {
        QStringList columns;
        for (const std::string& column : named->columns)
            columns += toQString(column);
        bool agreed = false;
        const QString column = QInputDialog::getItem(
            m_graph.window(), tr("Values of the nodes"), tr("Column"), columns,
            std::max(0, columns.indexOf(toQString(named->title))), false, &agreed);
        if (!agreed)
            return;
        named = readNamedValues(file, column.toStdString());
    }
    if (!named) {
        Q_EMIT m_document.failed(named.error());
        return;
    }
    m_document.values().set(*std::move(named));
    const NodeValues* values = m_document.values().values();
    if (!values)
        return;
    QStringList parts;
    for (const Message& part : values->summary())
        parts += messageText(part);
    Q_EMIT told(QStringLiteral("%1: %2").arg(QFileInfo(path).fileName(),
                                             parts.join(QStringLiteral(" · "))));
    check(m_values);
    apply();
}

void ColouringChoice::follow(ComparisonController& comparison) {
    m_comparison = &comparison;
    connect(&comparison, &ComparisonController::timesChanged, this, [this] {
        followTimes();
        apply();
    });
    followTimes();
}

/// Without times on both sides, there is nothing to colour by.
void ColouringChoice::followTimes() {
    const bool isThere = m_comparison && m_comparison->times();
    m_change->setEnabled(isThere);
    m_change->setChecked(m_change->isChecked() && isThere);
}

void ColouringChoice::showChange() {
    if (!m_change->isEnabled())
        return;
    check(m_change);
    apply();
}

NodeColouring ColouringChoice::ofChange() const {
    const auto times = m_comparison ? m_comparison->times() : nullptr;
    return times ? colouringByTimeDifference(*times, m_comparison->comparison()->documentIsA,
                                             m_document.scene(), [](NodeId id) { return id; })
                 : NodeColouring();
}

/// Without a record, there is nothing to colour by.
void ColouringChoice::followRecord() {
    const bool isThere = m_document.measured().placement() != nullptr;
    for (QAction* each : {m_measured, m_check}) {
        each->setEnabled(isThere);
        each->setChecked(each->isChecked() && isThere);
    }
}

bool ColouringChoice::canShow(const Choice& choice) const {
    return m_document.hasDocument() &&
           (m_document.jobs()[Lane::work].isRunning() || choice.colours().isOn());
}

/// What no run can show is not chosen: the box would say what the picture does not. It is chosen
/// again when a run can show it and nothing else was chosen meanwhile.
void ColouringChoice::followRun() {
    const auto isChecked = [](const Choice& choice) { return choice.action->isChecked(); };
    const auto chosen = std::ranges::find_if(m_choices, isChecked);
    if (chosen != m_choices.end()) {
        m_awaited = nullptr;
        if (!chosen->needsRun || canShow(*chosen))
            return;
        m_awaited = chosen->action;
        m_awaited->setChecked(false);
        return;
    }
    const auto awaited = std::ranges::find(m_choices, m_awaited, &Choice::action);
    if (awaited != m_choices.end() && m_document.hasDocument() && awaited->colours().isOn())
        check(std::exchange(m_awaited, nullptr));
}

void ColouringChoice::check(QAction* one) {
    for (const Choice& choice : m_choices)
        choice.action->setChecked(choice.action == one);
}

bool ColouringChoice::hasTimesOfRecord() const { return m_document.measured().hasTimes(); }

NodeColouring ColouringChoice::ofRecord(NodeColouring (*colouring)(const MeasuredPlacement&,
                                                                   const GraphScene&)) const {
    const MeasuredPlacement* placement = m_document.measured().placement();
    return placement ? colouring(*placement, m_document.scene()) : NodeColouring();
}

bool ColouringChoice::mayHoldValues(const QString& path) {
    const QString ending = QFileInfo(path).suffix().toLower();
    return ending == QLatin1String("json") || ending == QLatin1String("csv") ||
           ending == QLatin1String("tsv");
}

NodeColouring ColouringChoice::ofRun(NodeColouring::By by) const {
    const auto result = m_document.runs().result();
    if (by == NodeColouring::By::time && hasTimesOfRecord() && (m_timesOfRecord || !result))
        return ofRecord(colouringByRecordedTime);
    return result ? colouringOf(*result, m_document.scene(), by) : NodeColouring();
}

void ColouringChoice::apply() {
    followRun();
    NodeColouring wanted;
    if (m_document.hasDocument())
        for (const Choice& choice : m_choices)
            if (choice.action->isChecked())
                wanted = choice.colours();
    m_graph.setColouring(wanted);
}

} // namespace partita
