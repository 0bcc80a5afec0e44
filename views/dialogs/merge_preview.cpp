#include "views/dialogs/merge_preview.h"

#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "core/base/try.h"
#include "views/text/qt_text.h"

namespace partita {

namespace {

/// A placement with one provider for each model, so that the painter colours nodes by model.
Partitioning placementOf(const MergePlan& plan) {
    Partitioning placement;
    placement.partitionOf.assign(plan.model.nodes().keyEnd() + 1, Partitioning::kNone);
    std::size_t models = 0;
    for (const auto& [node, model] : plan.modelOf)
        models = std::max(models, model + 1);
    for (std::size_t i = 0; i < models; ++i) {
        Partition all;
        all.index = static_cast<std::uint32_t>(i + 1);
        all.provider = static_cast<std::uint32_t>(i);
        all.graph = plan.model.mainGraph();
        placement.partitions.push_back(std::move(all));
        const std::string letter(1, static_cast<char>('A' + i % 26));
        placement.providers.push_back(letter);
        placement.providerNames.push_back(letter);
    }
    for (const auto& [node, model] : plan.modelOf) {
        placement.partitionOf[node.value] = static_cast<std::uint32_t>(model + 1);
        placement.partitions[model].nodes.push_back(node);
    }
    return placement;
}

} // namespace

MergePreview::MergePreview(const Theme& theme) : m_theme(theme) {
    setMouseTracking(true);
    setMinimumSize(240, 160);
    setAccessibleName(tr("Preview of the merged graph"));
    m_painter.setFonts(font());
}

Result<std::shared_ptr<const GraphScene>>
MergePreview::sceneOf(const MergePlan& plan, const TextWidths& widths, const Progress& progress) {
    SceneOptions options;
    options.textWidth = [&](const std::string& text, bool title) {
        return widths.width(text, title);
    };
    options.showNames = plan.model.nodes().count() < 200;
    const Partitioning placement = placementOf(plan);
    auto scene =
        PARTITA_TRY(buildScene(plan.model, plan.model.mainGraph(), &placement, options, progress));
    return std::make_shared<const GraphScene>(std::move(scene));
}

void MergePreview::show(std::shared_ptr<const MergePlan> plan,
                        std::shared_ptr<const GraphScene> scene, const QStringList& models) {
    m_plan = std::move(plan);
    m_models = models;
    m_from = m_to = -1;
    // One provider more than models, because the last provider has the fallback's colour.
    m_painter.setScene(std::move(scene), static_cast<std::size_t>(models.size()) + 1);
    if (!m_moved)
        fit();
    update();
}

void MergePreview::fit() {
    if (!m_painter.scene())
        return;
    const QRectF bounds = m_painter.bounds().adjusted(-16, -16, 16, 16);
    if (bounds.isEmpty())
        return;
    const auto scaleIn = [&](const QRectF& area) {
        return std::min({1.0, area.width() / bounds.width(), area.height() / bounds.height()});
    };
    // The graph goes below the legend or beside it, whichever leaves more space.
    const QRectF below = rect().adjusted(0, legendRect().bottom(), 0, -fontMetrics().height()),
                 beside = rect().adjusted(legendRect().right(), 0, 0, -fontMetrics().height());
    const QRectF area = scaleIn(below) >= scaleIn(beside) ? below : beside;
    const double scale = std::max(0.01, scaleIn(area));
    m_view = QTransform::fromTranslate(area.center().x(), area.center().y());
    m_view.scale(scale, scale);
    m_view.translate(-bounds.center().x(), -bounds.center().y());
}

void MergePreview::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    if (!m_moved)
        fit();
}

QRectF MergePreview::portRect(const QString& name) const {
    if (const GraphScene* scene = m_painter.scene())
        for (std::size_t i = 0; i < scene->boxes.size(); ++i)
            if (scene->boxes[i].isPort() &&
                m_plan->model.value(scene->boxes[i].value)->name == name.toStdString())
                return m_view.mapRect(m_painter.boxRect(i));
    return {};
}

int MergePreview::portAt(const QPoint& at, SceneBox::Kind kind) const {
    const GraphScene* scene = m_painter.scene();
    if (!scene)
        return -1;
    const auto box = static_cast<int>(m_painter.boxAt(m_view.inverted().map(QPointF(at))));
    return box >= 0 && scene->boxes[static_cast<std::size_t>(box)].kind == kind ? box : -1;
}

const MergePlan::Port* MergePreview::sourceOf(int box) const {
    const ValueId value = m_painter.scene()->boxes[static_cast<std::size_t>(box)].value;
    const auto found = std::ranges::find(m_plan->ports, value, &MergePlan::Port::value);
    return found == m_plan->ports.end() ? nullptr : &*found;
}

bool MergePreview::fitTogether(int output, int input) const {
    const MergePlan::Port *from = sourceOf(output), *to = sourceOf(input);
    if (!from || !to || from->model == to->model)
        return false;
    const auto &a = m_plan->model.value(from->value)->type,
               &b = m_plan->model.value(to->value)->type;
    return a && b && a->text() == b->text();
}

void MergePreview::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), m_theme.canvas);
    if (!m_painter.scene() || !m_plan) {
        painter.setPen(m_theme.disabled);
        painter.drawText(rect().adjusted(12, 0, -12, 0), Qt::AlignCenter | Qt::TextWordWrap,
                         tr("The merged graph appears here"));
        return;
    }
    SceneMarks marks;
    marks.current = m_from;
    marks.hover = m_to;
    m_painter.paint(painter, m_view, size(), m_theme, marks);
    painter.resetTransform();
    if (m_from >= 0) {
        const QRectF from = m_view.mapRect(m_painter.boxRect(static_cast<std::size_t>(m_from)));
        const bool good = m_to >= 0 && fitTogether(m_from, m_to);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(m_to >= 0 && !good ? m_theme.bad : m_theme.accent, 2));
        painter.drawLine(from.center(), m_pointer);
        painter.setBrush(m_theme.base);
        painter.drawEllipse(QPointF(m_pointer), 4, 4);
    }
    paintLegend(painter);
}

QRect MergePreview::legendRect() const {
    int widest = 0;
    for (const QString& name : m_models)
        widest = std::max(widest, fontMetrics().horizontalAdvance(name));
    return {8, 8, widest + 48,
            (fontMetrics().height() + 4) * static_cast<int>(m_models.size()) + 8};
}

void MergePreview::paintLegend(QPainter& painter) const {
    const QFontMetrics metrics(font());
    const int line = metrics.height() + 4;
    const QRect place = legendRect();
    painter.fillRect(place, m_theme.base);
    painter.setPen(m_theme.lineStrong);
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(place);
    for (int i = 0; i < m_models.size(); ++i) {
        const int y = place.top() + 4 + i * line;
        paintBand(painter, QRectF(place.left() + 8, y + 3, 14, line - 6),
                  m_theme.provider(i, false));
        painter.setPen(m_theme.text);
        painter.drawText(QRect(place.left() + 28, y, place.width() - 32, line),
                         Qt::AlignLeft | Qt::AlignVCenter, m_models[i]);
    }
    painter.setPen(m_theme.second);
    painter.drawText(rect().adjusted(8, 0, -8, -6), Qt::AlignLeft | Qt::AlignBottom,
                     metrics.elidedText(tr("Drag from an output to an input to connect them"),
                                        Qt::ElideRight, width() - 16));
}

void MergePreview::mousePressEvent(QMouseEvent* event) {
    m_pointer = event->pos();
    m_from = portAt(event->pos(), SceneBox::Kind::output);
    update();
}

void MergePreview::mouseMoveEvent(QMouseEvent* event) {
    if (!(event->buttons() & Qt::LeftButton)) {
        setCursor(portAt(event->pos(), SceneBox::Kind::output) >= 0 ? Qt::CrossCursor
                                                                    : Qt::ArrowCursor);
        return;
    }
    if (m_from >= 0) {
        m_to = portAt(event->pos(), SceneBox::Kind::input);
    } else {
        m_moved = true;
        const QPoint by = event->pos() - m_pointer;
        m_view *= QTransform::fromTranslate(by.x(), by.y());
    }
    m_pointer = event->pos();
    update();
}

void MergePreview::mouseReleaseEvent(QMouseEvent*) {
    const int from = std::exchange(m_from, -1), to = std::exchange(m_to, -1);
    update();
    if (from < 0 || to < 0 || !fitTogether(from, to))
        return;
    const auto name = [](const MergePlan::Port& port) {
        return QStringLiteral("%1.%2").arg(port.model + 1).arg(toQString(port.name));
    };
    Q_EMIT connected(name(*sourceOf(to)), name(*sourceOf(from)));
}

void MergePreview::wheelEvent(QWheelEvent* event) {
    m_moved = true;
    const double factor = std::pow(1.0015, event->angleDelta().y());
    const QPointF at = event->position();
    m_view *= QTransform::fromTranslate(-at.x(), -at.y()) * QTransform::fromScale(factor, factor) *
              QTransform::fromTranslate(at.x(), at.y());
    update();
    event->accept();
}

} // namespace partita
