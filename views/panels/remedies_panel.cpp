#include "views/panels/remedies_panel.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLocale>
#include <QProgressBar>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "views/panels/list_frame.h"
#include "views/tables/plain_table.h"
#include "views/text/elided_line.h"
#include "views/text/message_text.h"
#include "views/text/qt_text.h"
#include "views/text/texts.h"

namespace partita {

namespace {

struct RemedyColumn {
    enum { change, nodes, partitions, bytes, time, tryIt };
};

constexpr int kRemedyHeight = 26;

QString step(const PlacementDifference::Count& count) {
    return QStringLiteral("%1 → %2").arg(countText(count.before), countText(count.after));
}

} // namespace

RemediesPanel::RemediesPanel(const PanelContext& context)
    : Panel(context), m_remedies(context.document), m_head(new ElidedLine),
      m_progress(new QProgressBar), m_search(new QPushButton), m_view(new QTableView),
      m_frame(new ListFrame(m_view, "noRemedies")), m_model(new RowTableModel(this)) {
    build();
    connect(&m_remedies, &RemediesController::changed, this, &RemediesPanel::refresh);
    connect(&m_remedies, &RemediesController::progressed, this,
            [this](double fraction) { m_progress->setValue(static_cast<int>(fraction * 100)); });
    connect(m_search, &QPushButton::clicked, this, [this] {
        if (m_remedies.state() == State::searching)
            m_remedies.cancel();
        else
            m_remedies.search();
    });
}

void RemediesPanel::build() {
    auto* layout = plainColumn(this);
    auto* top = new QHBoxLayout;
    top->setContentsMargins(8, 4, 8, 4);
    m_head->setObjectName(QStringLiteral("remediesHead"));
    m_progress->setObjectName(QStringLiteral("remediesProgress"));
    m_progress->setRange(0, 100);
    m_progress->setFixedWidth(120);
    m_progress->setTextVisible(false);
    m_search->setObjectName(QStringLiteral("searchRemedies"));
    top->addWidget(m_head, 1);
    top->addWidget(m_progress);
    top->addWidget(m_search);
    layout->addLayout(top);
    layout->addWidget(m_frame, 1);
    buildTable();
}

void RemediesPanel::buildTable() {
    m_view->setModel(m_model);
    makePlain(*m_view);
    m_view->setSelectionMode(QAbstractItemView::SingleSelection);
    m_view->verticalHeader()->setDefaultSectionSize(kRemedyHeight);
    m_view->installEventFilter(this);
    connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& now) {
                if (!m_filling && now.isValid())
                    select(now.row());
            });
    connect(m_view, &QTableView::doubleClicked, this,
            [this](const QModelIndex& index) { apply(index.row()); });
}

/// Enter makes the change. Not by QTableView::activated, which is a single click on some desktops.
bool RemediesPanel::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_view && event->type() == QEvent::Resize)
        fitColumns();
    if (watched == m_view && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Return || key == Qt::Key_Enter) {
            apply(m_view->currentIndex().row());
            return true;
        }
    }
    return Panel::eventFilter(watched, event);
}

std::optional<std::size_t> RemediesPanel::count() const {
    const auto& found = m_remedies.remedies();
    return found ? std::optional(found->list.size()) : std::nullopt;
}

QString RemediesPanel::headText() const {
    const auto& found = m_remedies.remedies();
    if (m_remedies.state() == State::searching)
        return tr("Trying changes…");
    if (!found || found->tried == 0)
        return {};
    QStringList parts{tr("%1 tried, not guessed").arg(countText(found->tried))};
    for (const Message& each : found->certainty())
        parts += messageText(each);
    parts += tr("%1 s").arg(
        QLocale().toString(static_cast<double>(m_remedies.spent().count()) / 1000, 'f', 1));
    return parts.join(QStringLiteral(" · "));
}

QString RemediesPanel::emptyText() const {
    const bool isWithoutDevices =
        document().hasDocument() &&
        remedyGoalFor(document().partitioning()) == RemedyGoal::nodesOnDevices;
    switch (m_remedies.state()) {
    case State::noModel: return tr("Open a model to fill this list");
    case State::waiting:
    case State::searching:
        return isWithoutDevices ? tr("Looking for changes that give the devices nodes…")
                                : tr("Looking for changes that give fewer partitions…");
    case State::onDemand:
        return isWithoutDevices ? tr("Search tries which changes give the devices nodes")
                                : tr("Search tries which changes give fewer partitions");
    case State::failed: return tr("The search failed: %1").arg(errorText(m_remedies.error()));
    case State::found: break;
    }
    return tr("Nothing helps further: %1.").arg(messageText(m_remedies.remedies()->whyNone));
}

void RemediesPanel::refresh() {
    const bool isSearching = m_remedies.state() == State::searching;
    m_view->setAccessibleName(windowTitle());
    m_head->setText(headText());
    m_head->setForegroundRole(QPalette::PlaceholderText);
    m_progress->setVisible(isSearching);
    if (isSearching)
        m_progress->setValue(0);
    m_search->setText(isSearching ? tr("Cancel") : tr("Search"));
    m_search->setVisible(m_remedies.state() != State::noModel);
    m_search->setEnabled(document().hasDocument());
    fill();
    m_frame->say(m_model->rowCount() ? QString() : emptyText());
    Q_EMIT countChanged();
}

void RemediesPanel::fill() {
    const QScopedValueRollback<bool> filling(m_filling, true);
    const auto found = m_remedies.remedies();
    if (!found) {
        m_model->clear();
        return;
    }
    Columns<Remedy> columns;
    columns.add(tr("Change"), [this](auto& remedy) { return changeCell(remedy); });
    columns.add(tr("Nodes"), [this](auto& remedy) { return nodesCell(remedy); });
    columns.addFigures(tr("Partitions"), [this](auto& remedy) { return partitionsCell(remedy); });
    columns.addFigures(tr("Saves per run"), [this](auto& remedy) { return bytesCell(remedy); });
    columns.addFigures(tr("Time, simulated"), [this](auto& remedy) { return timeCell(remedy); });
    columns.add({}, [](auto&) { return Cell(); }); // its button
    m_model->reset(
        std::vector<NodeId>(found->list.size()),
        [found](std::size_t row) { return &found->list[row]; }, columns);
    auto* header = m_view->horizontalHeader();
    for (int column = RemedyColumn::nodes; column <= RemedyColumn::tryIt; ++column)
        header->setSectionResizeMode(column, QHeaderView::ResizeToContents);
    header->setMinimumSectionSize(40);
    header->setStretchLastSection(false);
    header->setSectionResizeMode(RemedyColumn::change, QHeaderView::Stretch);
    addButtons();
    fitColumns();
}

/// A change must be read: where the panel is narrow, figures give way to it that say less.
void RemediesPanel::fitColumns() {
    constexpr int kLeastChange = 30; // characters
    const auto* header = m_view->horizontalHeader();
    if (!header->count())
        return;
    int room = m_view->width() - kLeastChange * m_view->fontMetrics().averageCharWidth();
    const auto widthOf = [&](int column) {
        const QModelIndex first = m_model->index(0, column);
        const QWidget* button = m_view->indexWidget(first);
        return std::max({header->sectionSizeHint(column), m_view->sizeHintForIndex(first).width(),
                         button ? button->sizeHint().width() : 0});
    };
    for (const int column : {RemedyColumn::tryIt, RemedyColumn::partitions, RemedyColumn::bytes,
                             RemedyColumn::nodes, RemedyColumn::time}) {
        m_view->showColumn(column); // a hidden one has no width
        room -= widthOf(column);
        const bool mayGo = column == RemedyColumn::nodes || column == RemedyColumn::time;
        m_view->setColumnHidden(column, mayGo && room < 0);
    }
}

void RemediesPanel::addButtons() {
    const auto& list = m_remedies.remedies()->list;
    for (int row = 0; row < m_model->rowCount(); ++row) {
        const Remedy& remedy = list[static_cast<std::size_t>(row)];
        auto* button = new QPushButton;
        button->setText(tr("Try"));
        button->setObjectName(QStringLiteral("try%1").arg(row));
        button->setStyleSheet(QStringLiteral("padding: 0 8px; margin: 2px; min-height: 0;"));
        button->setFocusPolicy(Qt::NoFocus); // the keyboard has Enter
        button->setToolTip(messageText(remedy.offer()));
        button->setAccessibleName(tr("Try: %1").arg(messageText(remedy.text())));
        connect(button, &QPushButton::clicked, this, [this, row] { apply(row); });
        m_view->setIndexWidget(m_model->index(row, RemedyColumn::tryIt), button);
    }
}

Cell RemediesPanel::changeCell(const Remedy& remedy) const {
    const QString text = messageText(remedy.text());
    QStringList more{text};
    for (const Message& each : remedy.notCarried)
        more += tr("Not carried over: %1").arg(messageText(each));
    for (const std::string& pass : remedy.passes)
        more += QString::fromStdString(pass);
    if (!remedy.command().empty())
        more += QStringLiteral("partita-cli ") + QString::fromStdString(remedy.command());
    return {text, {}, {}, more.join(QLatin1Char('\n'))};
}

/// As the headline counts them; "in all" where only others change.
Cell RemediesPanel::partitionsCell(const Remedy& remedy) const {
    const auto& [first, all] = std::tie(remedy.difference.ofFirst, remedy.difference.partitions);
    const bool isOfFirst = first.before != first.after;
    return {isOfFirst ? step(first) : tr("%1 in all").arg(step(all)),
            static_cast<double>(remedy.partitionsSaved()),
            {},
            tr("Of the first provider: %1; in all: %2").arg(step(first), step(all))};
}

Cell RemediesPanel::bytesCell(const Remedy& remedy) const {
    const double saved = remedy.bytesSaved();
    const QString text = toQString(byteText(static_cast<std::uint64_t>(std::abs(saved))));
    const QString& complete = remedy.difference.bytesComplete()
                                  ? QString()
                                  : tr("Every size that is not known counts as 1");
    return {saved > 0   ? text
            : saved < 0 ? QStringLiteral("−") + text
                        : QStringLiteral("–"),
            saved,
            {},
            complete};
}

Cell RemediesPanel::timeCell(const Remedy& remedy) const {
    const auto inWords = [](double milliseconds) {
        return QLocale().toString(std::abs(milliseconds), 'g', 2);
    };
    if (remedy.copySecondsSaved)
        return {tr("%1 ms or more").arg(inWords(*remedy.copySecondsSaved * 1e3)),
                *remedy.copySecondsSaved * 1e3,
                {},
                tr("Simulated, of the copies alone: the time of some nodes is not known")};
    if (!remedy.secondsSaved)
        return {QStringLiteral("–"), 0, {}, tr("Not known: a size or a speed is missing")};
    const double milliseconds = *remedy.secondsSaved * 1e3;
    return {std::abs(milliseconds) < 1e-6 ? QStringLiteral("–")
                                          : (milliseconds < 0 ? QStringLiteral("−") : QString()) +
                                                tr("%1 ms").arg(inWords(milliseconds)),
            milliseconds,
            {},
            tr("Simulated from the device's profile: the nodes one by one, and the copies")};
}

Cell RemediesPanel::nodesCell(const Remedy& remedy) const {
    QStringList parts, more;
    if (remedy.goal() == RemedyGoal::nodesOnDevices) {
        const QString gained = step(remedy.onDevices);
        parts += document().providers().size() == 2
                     ? tr("%1 on %2").arg(gained, shortProviderName(document().partitioning(), 0))
                     : tr("%1 on the devices").arg(gained);
    }
    if (remedy.assumed)
        parts += tr("%1 assumed").arg(countText(remedy.assumed));
    if (remedy.moreOnLast) {
        const auto last = static_cast<std::uint32_t>(document().providers().size() - 1);
        parts += tr("%1 more on %2")
                     .arg(countText(remedy.moreOnLast),
                          shortProviderName(document().partitioning(), last));
    }
    // What goes from the only device to the last provider has been told.
    if (const std::size_t fewer = remedy.fewerOnDevices(); fewer > remedy.moreOnLast)
        parts += document().providers().size() == 2
                     ? tr("%1 fewer on %2")
                           .arg(countText(fewer), shortProviderName(document().partitioning(), 0))
                     : tr("%1 fewer on the devices").arg(countText(fewer));
    for (const auto& provider : remedy.difference.providers)
        more += QStringLiteral("%1: %2 → %3")
                    .arg(toQString(provider.shown.full()), countText(provider.nodes.before),
                         countText(provider.nodes.after));
    return {parts.join(QStringLiteral(" · ")), {}, {}, more.join(QLatin1Char('\n'))};
}

void RemediesPanel::select(int row) {
    const auto& found = m_remedies.remedies();
    if (!found || row < 0 || row >= m_model->rowCount())
        return;
    constexpr std::size_t kMostShown = 1000;
    std::vector<NodeId> nodes;
    for (const NodeId node : found->list[static_cast<std::size_t>(row)].nodes)
        if (document().model().node(node) && nodes.size() < kMostShown)
            nodes.push_back(node);
    document().selectNodes(std::move(nodes));
}

void RemediesPanel::apply(int row) {
    const auto found = m_remedies.remedies();
    if (found && row >= 0 && row < m_model->rowCount())
        m_remedies.apply(found->list[static_cast<std::size_t>(row)]);
}

} // namespace partita
