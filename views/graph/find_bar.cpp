#include "views/graph/find_bar.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QShortcut>
#include <QTableView>
#include <QToolButton>
#include <algorithm>

#include "core/tasks/node_query.h"
#include "views/tables/only_this_row.h"
#include "views/tables/plain_table.h"
#include "views/tables/row_table_model.h"
#include "views/text/elided_line.h"
#include "views/text/message_text.h"
#include "views/text/qt_text.h"
#include "views/text/texts.h"

namespace partita {

namespace {

constexpr int kHitHeight = 22, kRowsShown = 6;
constexpr int kLeastMessage = 6; ///< letters of a message that can be seen in a narrow window

/// A field that is wide enough for a query, but gives way in a narrow window.
class QueryField : public QLineEdit {
public:
    [[nodiscard]] QSize sizeHint() const override { return wide(34); }
    [[nodiscard]] QSize minimumSizeHint() const override { return wide(8); }

private:
    [[nodiscard]] QSize wide(int letters) const {
        return {fontMetrics().averageCharWidth() * letters, QLineEdit::sizeHint().height()};
    }
};

QToolButton* toggle(const char* name, const QString& sign) {
    auto* button = new QToolButton;
    button->setObjectName(QLatin1String(name));
    button->setText(sign);
    button->setCheckable(true);
    return button;
}

constexpr const char *kCaseKeys = "Alt+A", *kRegexKeys = "Alt+X";

} // namespace

FindBar::FindBar(DocumentController& document, GraphView& view)
    : m_document(document), m_view(view) {
    setObjectName(QStringLiteral("findBar"));
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(0);
    m_list = new QTableView;
    m_rows = new RowTableModel(this);
    m_list->setModel(m_rows);
    m_list->setObjectName(QStringLiteral("findList"));
    makePlain(*m_list);
    m_list->setSelectionMode(QAbstractItemView::SingleSelection);
    m_list->verticalHeader()->setDefaultSectionSize(kHitHeight);
    m_list->horizontalHeader()->setStretchLastSection(true);
    m_list->setFixedHeight(kHitHeight * (kRowsShown + 1) + 4);
    m_list->hide();
    all->addWidget(m_list);
    m_row = new QHBoxLayout;
    all->addLayout(m_row);
    m_row->setContentsMargins(8, 4, 8, 4);
    m_row->setSpacing(2);
    m_text = new QueryField;
    m_text->setObjectName(QStringLiteral("findText"));
    m_text->setClearButtonEnabled(true);
    m_count = new ElidedLine;
    m_help = new ElidedLine;
    m_help->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // the first to give way
    m_previous = new QToolButton;
    m_next = new QToolButton;
    m_case = toggle("findCase", QStringLiteral("Aa"));
    m_regex = toggle("findRegex", QStringLiteral(".*"));
    m_listed = new QToolButton;
    m_listed->setObjectName(QStringLiteral("findListed"));
    m_listed->setCheckable(true);
    m_close = new QToolButton;
    for (QWidget* each : std::initializer_list<QWidget*>{m_text, m_previous, m_next, m_case,
                                                         m_regex, m_listed, m_count})
        m_row->addWidget(each);
    m_count->setContentsMargins(6, 0, 8, 0);
    m_row->addWidget(m_help, 1);
    m_count->setObjectName(QStringLiteral("findCount"));
    m_row->addWidget(m_close);
    connect(m_text, &QLineEdit::textChanged, this, &FindBar::search);
    connect(m_text, &QLineEdit::returnPressed, this, [this] { step(1); });
    connect(m_previous, &QToolButton::clicked, this, [this] { step(-1); });
    connect(m_next, &QToolButton::clicked, this, [this] { step(1); });
    for (QToolButton* button : {m_case, m_regex})
        connect(button, &QToolButton::toggled, this, &FindBar::search);
    // Not of the buttons: a narrow bar has no room for them, but takes their keys.
    for (const auto& [button, keys] : {std::pair(m_case, kCaseKeys), {m_regex, kRegexKeys}})
        connect(new QShortcut(QKeySequence(QLatin1String(keys)), this), &QShortcut::activated,
                button, &QToolButton::toggle);
    connect(m_listed, &QToolButton::toggled, this, &FindBar::showList);
    connect(m_list->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& now) {
                if (now.isValid() && now.row() != m_at)
                    goToHit(now.row());
            });
    connect(m_close, &QToolButton::clicked, this, [this] {
        hide();
        m_view.setFound({});
        m_view.setFocus();
    });
    connect(&document, &DocumentController::sceneChanged, this, [this] {
        if (!isVisible())
            return;
        search();
        // The scene may be new because a hit is in it: that one stays the current hit.
        const auto at = std::ranges::find(m_hits, m_document.currentNode());
        m_at = at == m_hits.end() ? -1 : at - m_hits.begin();
        showCount();
    });
    translate();
    hide();
}

void FindBar::translate() {
    m_text->setPlaceholderText(tr("Find nodes"));
    m_text->setAccessibleName(tr("Find nodes"));
    m_help->setText(
        QStringLiteral("op:  ep:  type:  attr:  name:  bytes:>1MB  /regex/  and  or  not"));
    m_help->setToolTip(
        tr("A word is searched in names, operators and tensors.<br>In one field: name: domain: "
           "tensor: attr: ep: part: type: why:<br>A whole operator: op:Conv, op:*Norm*, "
           "op:Conv?<br>Numbers: bytes: weights: flops: readers: inputs: "
           "outputs: id: with &gt;1MB, &lt;=5, 10..20<br>Regular expressions: /conv\\d+$/, "
           "name:/^stem/<br>Joined: and, or, not, brackets; \"text in quotes\" is one word"));
    const auto explain = [](QToolButton* button, const QString& name, const char* keys) {
        const QKeySequence key{QLatin1String(keys)};
        button->setAccessibleName(name);
        button->setToolTip(
            QStringLiteral("%1 (%2)").arg(name, key.toString(QKeySequence::NativeText)));
    };
    explain(m_case, tr("Match case"), kCaseKeys);
    explain(m_regex, tr("Words are regular expressions"), kRegexKeys);
    m_listed->setText(tr("List"));
    m_listed->setToolTip(tr("Show the hits as a list"));
    m_list->setAccessibleName(tr("Hits"));
    m_previous->setIcon(m_view.theme().icon("previous"));
    m_next->setIcon(m_view.theme().icon("next"));
    m_close->setIcon(m_view.theme().icon("close"));
    m_previous->setToolTip(tr("Previous (Shift+F3)"));
    m_next->setToolTip(tr("Next (F3)"));
    m_close->setToolTip(tr("Close (Esc)"));
    showCount();
    for (QToolButton* button : {m_previous, m_next, m_close})
        button->setAccessibleName(button->toolTip());
}

void FindBar::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::PaletteChange)
        translate();
    QWidget::changeEvent(event);
}

void FindBar::open() {
    show();
    m_text->setFocus();
    m_text->selectAll();
    search();
}

void FindBar::search() {
    m_hits.clear();
    m_mistake.clear();
    m_at = -1;
    // Chinese input methods produce full-width letters and colons; NFKC makes them plain.
    const auto query =
        NodeQuery::parse(m_text->text().normalized(QString::NormalizationForm_KC).toStdString(),
                         {m_case->isChecked(), m_regex->isChecked()});
    if (!query)
        m_mistake = errorText(query.error());
    else if (m_document.hasDocument() && !query->empty())
        m_document.model().nodes().forEach([&](NodeId id, const auto& node) {
            if (query->matches(m_document.sizedModel(), m_document.partitioning(), *node))
                m_hits.push_back(id);
        });
    m_view.setFound(m_document.hasDocument() ? boxesOf(m_document.scene(), m_hits)
                                             : std::unordered_set<std::uint32_t>());
    fillList();
    showCount();
}

void FindBar::showList(bool on) {
    giveRoom();
    m_list->setVisible(on);
    fillList();
}

void FindBar::fillList() {
    if (!m_list->isVisibleTo(this) || !m_document.hasDocument()) {
        m_rows->clear();
        return;
    }
    Columns<Node> columns;
    columns.add(tr("Op"), [](auto& node) { return toQString(node.opType); });
    columns.add(tr("Node"), [](auto& node) { return toQString(node.label()); });
    columns.add(tr("Runs on"), [this](auto& node) {
        const auto& placed = m_document.partitioning();
        const auto provider = placed.providerOf(node.id);
        return provider ? shortProviderName(placed, *provider) : QStringLiteral("–");
    });
    columns.add(tr("Graph"),
                [this](auto& node) { return toQString(m_document.model().graphPath(node.graph)); });
    m_rows->reset(
        m_hits, [this](std::size_t row) { return m_document.model().node(m_rows->nodeOf(row)); },
        columns);
    m_list->setColumnWidth(0, 140);
    m_list->setColumnWidth(1, 380);
}

/// Shows the number of hits whole and hides the least needed controls first; switches that are on stay.
/// A message that says why a text is no query takes the remaining room, also that of the help and of
/// the list of hits.
void FindBar::giveRoom() {
    const bool isMessage = !m_mistake.isEmpty();
    m_help->setVisible(!isMessage);
    m_count->setSizePolicy(isMessage ? QSizePolicy::Ignored : QSizePolicy::Preferred,
                           QSizePolicy::Preferred);
    const int count =
        isMessage ? fontMetrics().averageCharWidth() * kLeastMessage : m_count->sizeHint().width();
    m_count->setMinimumWidth(count);
    m_row->setStretchFactor(m_count, isMessage ? 1 : 0);
    const QMargins margins = m_row->contentsMargins();
    int needed = margins.left() + margins.right() + m_text->minimumSizeHint().width() + count +
                 (m_row->count() - 1) * m_row->spacing();
    for (const QToolButton* each : {m_previous, m_next, m_case, m_regex, m_listed, m_close})
        needed += each->sizeHint().width();
    for (QToolButton* each : {m_listed, m_regex, m_case}) {
        const bool fits = needed <= width() || each->isChecked();
        if (!fits)
            needed -= each->sizeHint().width() + m_row->spacing();
        each->setVisible(fits && !(isMessage && each == m_listed));
    }
}

void FindBar::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    giveRoom();
}

void FindBar::showCount() {
    const Theme& theme = m_view.theme();
    m_count->setStyleSheet(
        QStringLiteral("color: %1").arg((m_mistake.isEmpty() ? theme.text : theme.bad).name()));
    if (!m_mistake.isEmpty())
        m_count->setText(m_mistake);
    else if (m_text->text().trimmed().isEmpty())
        m_count->clear();
    else if (m_hits.empty())
        m_count->setText(tr("nothing found"));
    else
        m_count->setText(
            m_at < 0 ? tr("%n hit(s)", nullptr, static_cast<int>(m_hits.size()))
                     : tr("%1 of %2")
                           .arg(QLocale().toString(qlonglong{m_at} + 1), countText(m_hits.size())));
    giveRoom();
}

void FindBar::step(int direction) {
    if (m_hits.empty())
        return;
    const auto count = static_cast<std::int64_t>(m_hits.size());
    goToHit(m_at < 0 ? (direction > 0 ? 0 : count - 1) : (m_at + direction + count) % count);
}

void FindBar::goToHit(std::int64_t hit) {
    m_at = hit;
    if (m_rows->rowCount() > 0)
        m_list->selectionModel()->setCurrentIndex(m_rows->index(static_cast<int>(m_at), 0),
                                                  kOnlyThisRow);
    m_document.setCurrentNode(m_hits[static_cast<std::size_t>(m_at)]);
    showCount();
}

void FindBar::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape)
        m_close->click();
    else
        QWidget::keyPressEvent(event);
}

} // namespace partita
