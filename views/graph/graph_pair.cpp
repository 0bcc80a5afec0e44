#include "views/graph/graph_pair.h"

#include <QKeyEvent>
#include <QLabel>
#include <QLocale>
#include <QSplitter>
#include <QVBoxLayout>

#include "views/text/qt_text.h"

namespace partita {

namespace {

QWidget* paneOf(QLabel* line, QWidget* view) {
    auto* pane = new QWidget;
    auto* layout = new QVBoxLayout(pane);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    line->setContentsMargins(10, 4, 10, 4);
    line->setObjectName(QStringLiteral("paneLine"));
    line->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    layout->addWidget(line);
    layout->addWidget(view, 1);
    return pane;
}

} // namespace

GraphPair::GraphPair(DocumentController& document, GraphView& graph, QWidget* parent)
    : QWidget(parent), m_document(document), m_graph(graph),
      m_before(new BeforeView(document, graph)), m_beforeLine(new QLabel), m_afterLine(new QLabel) {
    auto* split = new QSplitter;
    split->setChildrenCollapsible(false);
    m_beforePane = paneOf(m_beforeLine, m_before);
    split->addWidget(m_beforePane);
    split->addWidget(paneOf(m_afterLine, &graph));
    split->setSizes({1000, 1000});
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(split);
    connect(&document, &DocumentController::sceneChanged, this, &GraphPair::refresh);
    connect(split, &QSplitter::splitterMoved, m_before, QOverload<>::of(&QWidget::update));
    refresh();
}

void GraphPair::setBeforeWanted(bool wanted) {
    m_wanted = wanted;
    refresh();
}

void GraphPair::setBeforeTitle(const QString& title) {
    m_beforeTitle = title;
    refresh();
}

void GraphPair::refresh() {
    const bool step = m_document.hasDocument() && m_document.state().before;
    m_beforePane->setVisible(step && m_wanted && width() >= kLeastWidth);
    m_afterLine->setVisible(step);
    if (!step)
        return;
    const QLocale locale;
    const DocumentState& state = m_document.state();
    const SimplifyController& simplifier = m_document.simplifier();
    const auto number = [&](std::size_t n) { return locale.toString(static_cast<qulonglong>(n)); };
    const auto line = [&](const QString& title, std::size_t rewrites, const Model& model) {
        const int nodes = static_cast<int>(countNodes(model));
        QString about =
            tr("rewrite %1 applied · %Ln node(s)", nullptr, nodes).arg(number(rewrites));
        if (rewrites == 0)
            about = tr("as it was opened · %Ln node(s)", nullptr, nodes);
        if (!m_beforeTitle.isEmpty() && &model == &*state.beforeModel)
            about = tr("%1 · %Ln node(s)", nullptr, nodes).arg(m_beforeTitle.toHtmlEscaped());
        return QStringLiteral("<b>%1</b> &nbsp;%2").arg(title, about);
    };
    const Theme& theme = m_graph.theme();
    m_beforeLine->setText(line(tr("Before"), simplifier.comparedWith(), *state.beforeModel));
    QString text = line(tr("After"), simplifier.position(), state.model);
    const std::tuple<const std::vector<NodeId>&, QColor, QString> parts[] = {
        {state.step.changed, theme.changed, tr("Δ %1 changed")},
        {state.step.added, theme.good, tr("+ %1 new")},
        {state.step.removed, theme.bad, tr("− %1 taken out")}};
    for (const auto& [nodes, color, words] : parts)
        if (!nodes.empty())
            text += QStringLiteral(" · <span style='color:%1'>%2</span>")
                        .arg(color.name(), words.arg(number(nodes.size())));
    if (state.step.constants)
        text += QStringLiteral(" · ") +
                tr("%n weight(s)", nullptr, static_cast<int>(state.step.constants));
    m_afterLine->setText(text);
    m_afterLine->setToolTip(text); // the full text, if the line is too short for it
}

/// Space plays the steps of the simplifier, a comma and a full stop go one step back and on.
void GraphPair::keyPressEvent(QKeyEvent* event) {
    SimplifyController& simplifier = m_document.simplifier();
    const bool plain = (event->modifiers() & ~Qt::KeypadModifier) == Qt::NoModifier;
    if (!plain || !simplifier.history())
        return QWidget::keyPressEvent(event);
    switch (event->key()) {
    case Qt::Key_Space: simplifier.play(!simplifier.isPlaying()); return;
    case Qt::Key_Comma: simplifier.step(-1); return;
    case Qt::Key_Period: simplifier.step(1); return;
    default: QWidget::keyPressEvent(event);
    }
}

void GraphPair::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    refresh();
}

} // namespace partita
