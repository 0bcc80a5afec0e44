#include "app/window/parts/zoom_box.h"

#include <QEvent>
#include <QLineEdit>
#include <QRegularExpression>

#include "views/graph/graph_view.h"

namespace partita {

namespace {

constexpr int kOffered[] = {10, 25, 50, 75, 100, 150, 200, 400};

QString percent(double scale) {
    // Far zooms differ behind the decimal point.
    return QStringLiteral("%1 %").arg(scale * 100, 0, 'f', scale < 0.01 ? 1 : 0);
}

} // namespace

ZoomBox::ZoomBox(GraphView& graph) : m_graph(graph) {
    setObjectName(QStringLiteral("zoomBox"));
    setEditable(true);
    setInsertPolicy(QComboBox::NoInsert);
    setCompleter(nullptr);
    for (const int offered : kOffered)
        addItem(percent(offered / 100.0));
    fitWidth();
    connect(this, QOverload<int>::of(&QComboBox::activated), this,
            [this](int index) { apply(itemText(index)); });
    connect(lineEdit(), &QLineEdit::returnPressed, this, [this] {
        apply(lineEdit()->text());
        m_graph.setFocus();
    });
    connect(lineEdit(), &QLineEdit::editingFinished, this, [this] { showScale(m_graph.scale()); });
    connect(&graph, &GraphView::viewChanged, this, [this] { showScale(m_graph.scale()); });
    showScale(graph.scale());
    translate();
}

void ZoomBox::fitWidth() {
    setFixedWidth(fontMetrics().horizontalAdvance(QStringLiteral("400 %")) + 48);
}

void ZoomBox::changeEvent(QEvent* event) {
    if (event->type() == QEvent::FontChange)
        fitWidth();
    QComboBox::changeEvent(event);
}

void ZoomBox::showScale(double scale) {
    if (!lineEdit()->hasFocus() || !lineEdit()->isModified())
        setEditText(percent(scale));
}

void ZoomBox::apply(const QString& text) {
    static const QRegularExpression kNumber(QStringLiteral("^\\s*(\\d+(?:[.,]\\d+)?)\\s*%?\\s*$"));
    const auto number = kNumber.match(text);
    lineEdit()->setModified(false);
    const double wanted =
        number.captured(1).replace(QLatin1Char(','), QLatin1Char('.')).toDouble() / 100;
    if (wanted > 0)
        m_graph.setScale(wanted, QRectF(m_graph.rect()).center());
    showScale(m_graph.scale()); // the graph bounds it, and what is no number is taken back
}

void ZoomBox::translate() {
    setToolTip(tr("Zoom: how large the graph is shown"));
    setAccessibleName(tr("Zoom"));
}

} // namespace partita
