#include "views/panels/measured_panel.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include "views/dialogs/record_dialog.h"
#include "views/panels/elided_label.h"
#include "views/text/message_text.h"
#include "views/text/qt_text.h"
#include "views/text/search_words.h"

namespace partita {

namespace {

using CheckKind = PredictionCheck::Kind;
using Show = MeasuredPanel::Show;

constexpr Show kShows[] = {Show::differs, Show::agrees, Show::untold, Show::unmatched};

Show showOf(CheckKind kind) {
    return kind == CheckKind::differs  ? Show::differs
           : kind == CheckKind::agrees ? Show::agrees
                                       : Show::untold;
}

} // namespace

MeasuredPanel::MeasuredPanel(const PanelContext& context)
    : TablePanel(context), m_head(new QWidget), m_label(new ElidedLabel({}, font())),
      m_shows(new QButtonGroup(this)), m_filter(new QLineEdit), m_open(new QPushButton),
      m_save(new QPushButton), m_close(new QPushButton) {
    build();
    connect(m_shows, &QButtonGroup::idClicked, this, &MeasuredPanel::refresh);
    connect(m_filter, &QLineEdit::textChanged, this, &MeasuredPanel::refresh);
    connect(m_open, &QPushButton::clicked, this, &MeasuredPanel::choiceWanted);
    connect(m_save, &QPushButton::clicked, this, [this] { saveRecord(document(), this); });
    connect(m_close, &QPushButton::clicked, &measured(), &MeasuredController::clear);
    connect(&measured(), &MeasuredController::changed, this, &MeasuredPanel::refresh);
}

void MeasuredPanel::build() {
    auto* lines = new QVBoxLayout(m_head);
    lines->setContentsMargins(8, 4, 8, 2);
    lines->setSpacing(2);
    auto* top = new QHBoxLayout;
    top->setSpacing(4);
    for (const Show show : kShows) {
        auto* button = new QToolButton;
        button->setCheckable(true);
        button->setChecked(show == Show::differs);
        button->setObjectName(QStringLiteral("show%1").arg(static_cast<int>(show)));
        m_shows->addButton(button, static_cast<int>(show));
        top->addWidget(button);
    }
    m_filter->setObjectName(QStringLiteral("measuredFilter"));
    m_filter->setClearButtonEnabled(true);
    top->addWidget(m_filter, 1);
    top->addStretch(); // while the filter is hidden, for a button would take all of the width
    m_open->setObjectName(QStringLiteral("openRecord"));
    m_save->setObjectName(QStringLiteral("saveRecord"));
    m_close->setObjectName(QStringLiteral("closeRecord"));
    top->addWidget(m_open);
    top->addWidget(m_save);
    top->addWidget(m_close);
    lines->addLayout(top);
    m_label->setObjectName(QStringLiteral("measuredLabel"));
    m_label->setForegroundRole(QPalette::PlaceholderText);
    lines->addWidget(m_label);
    static_cast<QVBoxLayout*>(layout())->insertWidget(0, m_head);
}

std::optional<std::size_t> MeasuredPanel::count() const {
    return m_placement ? std::optional(measured().check().differ) : std::nullopt;
}

void MeasuredPanel::refresh() {
    m_placement = document().hasDocument() ? measured().shared() : nullptr;
    findEntries();
    showHead();
    TablePanel::refresh();
}

std::size_t MeasuredPanel::countOf(Show show) const {
    const PredictionCheck& check = measured().check();
    return show == Show::differs  ? check.differ
           : show == Show::agrees ? check.agree
           : show == Show::untold ? check.untold + check.folded + check.added
                                  : m_placement->unmatched.size();
}

void MeasuredPanel::showHead() {
    m_open->setText(tr("Open…"));
    m_open->setToolTip(tr("Opens what a runtime wrote: an assignment, a profile, a log or a "
                          "context model"));
    m_open->setEnabled(document().hasDocument());
    m_save->setText(tr("Save record…"));
    m_save->setToolTip(tr("Writes what your ONNX Runtime told, as the command record does"));
    m_save->setVisible(m_placement && measured().isAsked());
    m_close->setText(tr("Remove"));
    m_close->setToolTip(tr("Removes the measured placement from the window; its file stays"));
    m_filter->setPlaceholderText(tr("Filter: name, operator, provider, reason"));
    m_filter->setAccessibleName(tr("Filter"));
    for (QWidget* part : {static_cast<QWidget*>(m_close), static_cast<QWidget*>(m_filter),
                          static_cast<QWidget*>(m_label)})
        part->setVisible(m_placement != nullptr);
    const std::pair<QString, QString> texts[] = {
        {tr("Differ"), tr("Nodes where the prediction is wrong")},
        {tr("As predicted"), tr("Nodes that ran where they were predicted to run")},
        {tr("Not compared"), tr("Nodes that the record does not tell of, that are folded in the "
                                "prediction, or that are not in the file as it was opened")},
        {tr("Not in the model"), tr("Nodes of the record that are no node of the model for sure")}};
    for (const Show show : kShows) {
        QAbstractButton* button = m_shows->button(static_cast<int>(show));
        button->setVisible(m_placement != nullptr);
        const auto& [title, tip] = texts[static_cast<std::size_t>(show)];
        if (m_placement)
            button->setText(title + QLatin1Char(' ') + countText(countOf(show)));
        button->setToolTip(tip);
    }
    const bool isDoubtful = m_placement && m_placement->doubts > 0;
    if (m_placement)
        m_label->setText((isDoubtful
                              ? QStringLiteral("⚠ ") + messageText(m_placement->notes.front()) +
                                    QStringLiteral(" · ")
                              : QString()) +
                         messageText(m_placement->label) + QStringLiteral(" · ") +
                         messageText(correspondence(document().partitioning(), *m_placement)));
    m_label->setToolTip(m_label->text());
    QPalette warning = palette();
    warning.setColor(QPalette::WindowText, theme().warning);
    m_label->setPalette(isDoubtful ? warning : palette());
    m_label->setForegroundRole(isDoubtful ? QPalette::WindowText : QPalette::PlaceholderText);
}

/// Collects what the chosen button and the filter leave, in the order of the model.
void MeasuredPanel::findEntries() {
    m_entries.clear();
    if (!m_placement)
        return;
    const auto show = static_cast<Show>(m_shows->checkedId());
    const PredictionCheck& check = measured().check();
    if (show == Show::unmatched)
        for (const auto& each : m_placement->unmatched)
            addEntry({{}, &each});
    else
        document().model().nodes().forEach([&](NodeId id, const auto&) {
            if (const CheckKind kind = check.kind(id);
                kind != CheckKind::none && showOf(kind) == show)
                addEntry({id});
        });
}

/// Adds an entry in which each word of the filter is found.
void MeasuredPanel::addEntry(const Entry& entry) {
    const SearchWords words(m_filter->text());
    if (words.isEmpty() ||
        words.fit(QStringList{opOf(entry), nameOf(entry), providerOf(entry), whyOf(entry)}.join(
            QLatin1Char('\n'))))
        m_entries.push_back(entry);
}

QString MeasuredPanel::opOf(const Entry& entry) const {
    const auto& node = document().model().node(entry.node);
    return entry.unmatched ? toQString(entry.unmatched->node.op)
           : node          ? toQString(node->opType)
                           : QString();
}

QString MeasuredPanel::nameOf(const Entry& entry) const {
    const auto& node = document().model().node(entry.node);
    return entry.unmatched ? toQString(entry.unmatched->node.name)
           : node          ? toQString(node->name)
                           : QString();
}

QString MeasuredPanel::providerOf(const Entry& entry) const {
    if (entry.unmatched)
        return toQString(entry.unmatched->provider);
    const auto& place = m_placement->place(entry.node);
    return place ? toQString(m_placement->providers[place->provider]) : QStringLiteral("–");
}

Cell MeasuredPanel::timeOf(const Entry& entry) const {
    const auto& place = m_placement->place(entry.node);
    const auto time = entry.unmatched ? entry.unmatched->node.microseconds
                      : place         ? place->microseconds
                                      : std::nullopt;
    return time ? Cell(tr("%1 ms").arg(*time / 1000, 0, 'g', 3), *time)
                : Cell(QStringLiteral("–"), -1.0);
}

QString MeasuredPanel::whyOf(const Entry& entry) const {
    return messageText(entry.unmatched ? entry.unmatched->why
                                       : partita::whyOf(measured().check(),
                                                        document().partitioning(), entry.node));
}

QString MeasuredPanel::fill(RowTableModel& model) {
    std::vector<NodeId> rows;
    for (const Entry& entry : m_entries)
        rows.push_back(entry.node);
    Columns<Entry> columns;
    columns.add(tr("Op"), [this](auto& entry) { return opOf(entry); });
    columns.add(tr("Node"), [this](auto& entry) { return nameOf(entry); });
    columns.add(tr("Predicted"), [this](auto& entry) {
        return !entry.node ? Cell(QStringLiteral("–"))
               : document().partitioning().isFolded(entry.node)
                   ? Cell(messageText(goneWord(document().partitioning(), entry.node)))
                   : providerCell(entry.node);
    });
    columns.add(tr("Measured"), [this](auto& entry) { return providerOf(entry); });
    if (measured().hasTimes())
        columns.addFigures(tr("Time"), [this](auto& entry) { return timeOf(entry); });
    columns.add(tr("Why"), [this](auto& entry) { return whyOf(entry); });
    const auto entryOf = [this](std::size_t row) {
        return row < m_entries.size() ? &m_entries[row] : nullptr;
    };
    model.reset(std::move(rows), entryOf, columns);
    if (!m_placement)
        return tr("Open… shows where a real runtime ran the nodes, by what it wrote, and where the "
                  "prediction is wrong. A file can also be dropped on the window.");
    if (!m_filter->text().trimmed().isEmpty())
        return tr("Nothing fits the filter");
    return m_shows->checkedId() == static_cast<int>(Show::differs)
               ? tr("Every node that the record tells of ran where it was predicted to run")
               : tr("No node is of this kind");
}

QString MeasuredPanel::note(NodeId) const {
    if (!m_placement)
        return {};
    const PredictionCheck& check = measured().check();
    QStringList parts;
    for (const Message& note : m_placement->notes)
        parts += messageText(note);
    if (check.added)
        parts += tr("%Ln node(s) added since the file was opened", nullptr,
                    static_cast<int>(check.added));
    if (check.gone)
        parts += tr("%Ln node(s) of the file as it was opened are gone", nullptr,
                    static_cast<int>(check.gone));
    return parts.join(QStringLiteral(" · "));
}

} // namespace partita
