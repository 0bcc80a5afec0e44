#include "views/graph/find_bar.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QToolButton>

#include "views/text/qt_text.h"

namespace partita {

namespace {

bool has(const QString& text, const QString& part) {
    return text.contains(part, Qt::CaseInsensitive);
}

bool matchesTerm(const Model& model, const Partitioning& partitioning, const Node& node,
                 const QString& term) {
    const int colon = term.indexOf(QLatin1Char(':'));
    const QString key = colon > 0 ? term.left(colon).toLower() : QString(),
                  value = term.mid(colon + 1);
    if (key == QLatin1String("op"))
        return has(toQString(node.opType), value);
    if (key == QLatin1String("name"))
        return has(toQString(node.name), value);
    if (key == QLatin1String("ep")) {
        const auto provider = partitioning.providerOf(node.id);
        return provider ? has(toQString(partitioning.providers[*provider]), value)
                        : value.compare(QLatin1String("none"), Qt::CaseInsensitive) == 0;
    }
    if (key == QLatin1String("attr")) {
        for (const auto& attribute : *node.attributes)
            if (has(toQString(attribute->name) + QLatin1Char('=') +
                        toQString(attributeText(*attribute, 80)),
                    value))
                return true;
        return false;
    }
    if (key == QLatin1String("type") || key == QLatin1String("dtype") ||
        key == QLatin1String("shape")) {
        for (const auto* list : {&node.inputs, &node.outputs})
            for (const ValueId id : *list)
                if (const auto& each = model.value(id);
                    each && each->type &&
                    (has(toQString(each->type->text()), value) ||
                     has(toQString(dataTypeName(each->type->element)), value)))
                    return true;
        return false;
    }
    if (has(toQString(node.name), term) || has(toQString(node.opType), term))
        return true;
    for (const auto* list : {&node.inputs, &node.outputs})
        for (const ValueId id : *list)
            if (const auto& each = model.value(id); each && has(toQString(each->name), term))
                return true;
    return false;
}

} // namespace

bool matchesQuery(const Model& model, const Partitioning& partitioning, const Node& node,
                  const QString& query) {
    // Chinese input methods produce full-width letters and colons; NFKC makes them plain.
    const QStringList terms =
        query.normalized(QString::NormalizationForm_KC).split(QLatin1Char(' '), Qt::SkipEmptyParts);
    for (const QString& term : terms)
        if (!matchesTerm(model, partitioning, node, term))
            return false;
    return !terms.isEmpty();
}

FindBar::FindBar(DocumentController& document, GraphView& view)
    : m_document(document), m_view(view) {
    setObjectName(QStringLiteral("findBar"));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(8, 4, 8, 4);
    m_text = new QLineEdit;
    m_text->setObjectName(QStringLiteral("findText"));
    m_text->setClearButtonEnabled(true);
    m_text->setMinimumWidth(220);
    m_count = new QLabel;
    m_help = new QLabel;
    m_help->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_help->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // the first to give way
    m_previous = new QToolButton;
    m_next = new QToolButton;
    m_close = new QToolButton;
    layout->addWidget(m_text);
    layout->addWidget(m_previous);
    layout->addWidget(m_next);
    layout->addWidget(m_count);
    layout->addWidget(m_help, 1);
    layout->addWidget(m_close);
    connect(m_text, &QLineEdit::textChanged, this, &FindBar::search);
    connect(m_text, &QLineEdit::returnPressed, this, [this] { step(1); });
    connect(m_previous, &QToolButton::clicked, this, [this] { step(-1); });
    connect(m_next, &QToolButton::clicked, this, [this] { step(1); });
    connect(m_close, &QToolButton::clicked, this, [this] {
        hide();
        m_view.setFound({});
        m_view.setFocus();
    });
    connect(&document, &DocumentController::sceneChanged, this, [this] {
        if (isVisible())
            search();
    });
    translate();
    hide();
}

void FindBar::translate() {
    m_text->setPlaceholderText(tr("Find nodes"));
    m_text->setAccessibleName(tr("Find nodes"));
    m_help->setText(QStringLiteral("op:  ep:  type:  attr:  name:"));
    m_previous->setIcon(m_view.theme().icon("previous"));
    m_next->setIcon(m_view.theme().icon("next"));
    m_close->setIcon(m_view.theme().icon("close"));
    m_previous->setToolTip(tr("Previous (Shift+F3)"));
    m_next->setToolTip(tr("Next (F3)"));
    m_close->setToolTip(tr("Close (Esc)"));
    showCount();
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
    m_at = -1;
    std::unordered_set<std::uint32_t> boxes;
    if (m_document.hasDocument() && !m_text->text().trimmed().isEmpty()) {
        const auto& model = m_document.model();
        const auto& scene = m_document.scene();
        const QString query = m_text->text();
        model.nodes().forEach([&](NodeId id, const auto& node) {
            if (!matchesQuery(model, m_document.partitioning(), *node, query))
                return;
            m_hits.push_back(id);
            if (const auto at = scene.boxOf(id))
                boxes.insert(*at);
        });
    }
    m_view.setFound(std::move(boxes));
    showCount();
}

void FindBar::showCount() {
    if (m_text->text().trimmed().isEmpty())
        m_count->clear();
    else if (m_hits.empty())
        m_count->setText(tr("nothing found"));
    else
        m_count->setText(
            m_at < 0 ? tr("%n hit(s)", nullptr, static_cast<int>(m_hits.size()))
                     : tr("%1 of %2")
                           .arg(QLocale().toString(static_cast<qlonglong>(m_at + 1)),
                                QLocale().toString(static_cast<qulonglong>(m_hits.size()))));
}

void FindBar::step(int direction) {
    if (m_hits.empty())
        return;
    const auto count = static_cast<std::int64_t>(m_hits.size());
    m_at = m_at < 0 ? (direction > 0 ? 0 : count - 1) : (m_at + direction + count) % count;
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
