#include "views/merge/merge_preview.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "core/base/try.h"
#include "views/merge/source_look.h"
#include "views/text/qt_text.h"

namespace partita {

namespace {

constexpr double kLetters = 0.5; ///< the scale from which bands hold the letters
constexpr double kBand = 12;     ///< width of a band with a letter, in the scene
constexpr int kBesideName = 64;  ///< the colour of a model in the legend, and the gaps
constexpr std::size_t kKeys = 3; ///< roles of the palette that are the colours of sources
constexpr std::int32_t kFirstKey = 3;

/// Fills each node in the tint of its model.
NodeColouring colouringOf(const GraphScene& scene, const MergePlan& plan) {
    NodeColouring colouring;
    colouring.by = NodeColouring::By::key;
    for (const SceneBox& box : scene.boxes) {
        const auto model = plan.modelOf.find(box.node);
        colouring.keyOf.push_back(box.kind == SceneBox::Kind::node && model != plan.modelOf.end()
                                      ? kFirstKey + static_cast<std::int32_t>(model->second % kKeys)
                                      : -1);
    }
    return colouring;
}

} // namespace

MergePreview::MergePreview(const Theme& theme) : m_theme(&theme) {
    setObjectName(QStringLiteral("mergePreview"));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setMinimumSize(240, 160);
    setAccessibleName(tr("Preview of the merged graph"));
    m_painter.setFonts(font());
}

void MergePreview::setTheme(const Theme& theme) {
    m_theme = &theme;
    update();
}

Result<std::shared_ptr<const GraphScene>>
MergePreview::sceneOf(const MergePlan& plan, const TextWidths& widths, const Progress& progress) {
    SceneOptions options;
    options.textWidth = [&](const std::string& text, bool title) {
        return widths.width(text, title);
    };
    options.showNames = plan.model.nodes().count() < 200;
    auto scene =
        PARTITA_TRY(buildScene(plan.model, plan.model.mainGraph(), nullptr, options, progress));
    return std::make_shared<const GraphScene>(std::move(scene));
}

void MergePreview::show(std::shared_ptr<const MergePlan> plan,
                        std::shared_ptr<const GraphScene> scene, const QStringList& models) {
    m_plan = std::move(plan);
    m_models = models;
    leaveConnection();
    m_marks = {};
    m_counts.assign(static_cast<std::size_t>(models.size()), 0);
    if (m_plan)
        for (const auto& [node, model] : m_plan->modelOf)
            if (const auto& made = m_plan->model.node(node);
                made && !made->is("Constant") && model < m_counts.size())
                ++m_counts[model];
    if (m_plan && scene)
        m_marks.colouring = colouringOf(*scene, *m_plan);
    m_painter.setScene(std::move(scene), 0);
    if (!m_moved)
        fit();
    update();
}

void MergePreview::highlight(const QString& tensor) {
    m_marks.currentNet = -1;
    if (const GraphScene* scene = m_painter.scene(); scene && m_plan && !tensor.isEmpty())
        for (std::size_t i = 0; i < scene->nets.size(); ++i)
            if (m_plan->model.value(scene->nets[i].value)->name == tensor.toStdString())
                m_marks.currentNet = static_cast<std::int64_t>(i);
    update();
}

void MergePreview::fit() {
    m_moved = false;
    update();
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
    const SceneBox& port = m_painter.scene()->boxes[static_cast<std::size_t>(box)];
    const auto found = std::ranges::find_if(m_plan->ports, [&](const MergePlan::Port& each) {
        return each.value == port.value && each.isOutput == (port.kind == SceneBox::Kind::output);
    });
    return found == m_plan->ports.end() ? nullptr : &*found;
}

QString MergePreview::portText(int box) const {
    const MergePlan::Port* port = sourceOf(box);
    return port ? QStringLiteral("%1.%2").arg(port->model + 1).arg(toQString(port->name))
                : QString();
}

QString MergePreview::whyNot(int output, int input) const {
    const QString from = portText(output), to = portText(input);
    if (from.isEmpty() || to.isEmpty())
        return tr("only an output and an input of two models are connected");
    return objection ? objection(to, from) : QString();
}

void MergePreview::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), m_theme->canvas);
    if (!m_painter.scene() || !m_plan) {
        painter.setPen(m_theme->disabled);
        painter.drawText(rect().adjusted(12, 0, -12, 0), Qt::AlignCenter | Qt::TextWordWrap,
                         tr("The merged graph appears here"));
        return;
    }
    SceneMarks marks = m_marks;
    marks.current = m_from;
    marks.hover = m_to;
    m_painter.paint(painter, m_view, size(), *m_theme, marks);
    painter.setTransform(m_view);
    paintSources(painter);
    painter.resetTransform();
    if (m_from >= 0)
        paintConnection(painter);
    paintLegend(painter);
}

/// Paints the band with the letter of its model on each node, and a border in its colour.
void MergePreview::paintSources(QPainter& painter) const {
    const GraphScene& scene = *m_painter.scene();
    const QRectF seen = m_view.inverted().mapRect(QRectF(rect()));
    const double scale = m_view.m11();
    QFont letter = font();
    letter.setBold(true);
    letter.setPixelSize(10);
    painter.setFont(letter);
    m_painter.boxesIn(seen, [&](std::uint32_t i) {
        const auto model = m_plan->modelOf.find(scene.boxes[i].node);
        if (scene.boxes[i].kind != SceneBox::Kind::node || model == m_plan->modelOf.end())
            return;
        const QRectF place = m_painter.boxRect(i);
        const ProviderStyle style = sourceStyle(*m_theme, model->second);
        const QRectF band(place.left(), place.top(), kBand, place.height());
        if (scale >= kLetters)
            paintSource(painter, band, *m_theme, model->second);
        else
            paintBand(painter, band, style);
        QPen pen(style.band, 1);
        pen.setCosmetic(true);
        painter.setPen(pen);
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(place, 3, 3);
    });
}

/// The line of the connection that is dragged, and the reason at the pointer where it cannot be.
void MergePreview::paintConnection(QPainter& painter) const {
    const QRectF from = m_view.mapRect(m_painter.boxRect(static_cast<std::size_t>(m_from)));
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(m_why.isEmpty() ? m_theme->accent : m_theme->bad, 2.5));
    painter.drawLine(from.center(), m_pointer);
    painter.setBrush(m_theme->base);
    painter.drawEllipse(from.center(), 4, 4);
    painter.drawEllipse(QPointF(m_pointer), 4, 4);
    if (m_why.isEmpty())
        return;
    painter.setFont(font());
    const QFontMetrics metrics(font());
    const QSize room(std::min(width() - 16, 360), height());
    QRect chip =
        metrics.boundingRect(QRect(QPoint(), room), Qt::TextWordWrap, m_why).adjusted(-6, -4, 6, 4);
    chip.moveTopLeft(m_pointer + QPoint(12, 12));
    chip.moveRight(std::min(chip.right(), width() - 4));
    chip.moveBottom(std::min(chip.bottom(), height() - 4));
    painter.setPen(m_theme->bad);
    painter.setBrush(m_theme->badFill);
    painter.drawRoundedRect(chip, 2, 2);
    painter.drawText(chip.adjusted(6, 4, -6, -4), Qt::TextWordWrap, m_why);
}

QString MergePreview::countOf(int model) const {
    return m_plan ? tr("%Ln node(s)", nullptr,
                       static_cast<int>(m_counts[static_cast<std::size_t>(model)]))
                  : QString();
}

int MergePreview::widestCount() const {
    int widest = 0;
    for (int i = 0; i < m_models.size(); ++i)
        widest = std::max(widest, fontMetrics().horizontalAdvance(countOf(i)));
    return widest;
}

QRect MergePreview::legendRect() const {
    double widest = 0; // exactly, because a name is cut for a part of a pixel
    for (const QString& name : m_models)
        widest = std::max(widest, QFontMetricsF(font()).horizontalAdvance(name));
    return {
        8, 8,
        std::min(static_cast<int>(std::ceil(widest)) + widestCount() + kBesideName, width() - 16),
        (fontMetrics().height() + 4) * static_cast<int>(m_models.size()) + 8};
}

void MergePreview::paintLegend(QPainter& painter) const {
    const QFontMetrics metrics(font());
    const int line = metrics.height() + 4;
    const QRect place = legendRect();
    const int room = place.width() - widestCount() - kBesideName;
    painter.fillRect(place, m_theme->base);
    painter.setPen(m_theme->lineStrong);
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(place);
    for (int i = 0; i < m_models.size(); ++i) {
        const int y = place.top() + 4 + i * line;
        QFont letter = font();
        letter.setBold(true);
        painter.setFont(letter);
        paintSource(painter, QRectF(place.left() + 6, y + 1, 20, line - 2), *m_theme,
                    static_cast<std::size_t>(i));
        painter.setFont(font());
        painter.setPen(m_theme->text);
        const QRect texts(place.left() + 32, y, place.width() - 40, line);
        painter.drawText(texts, Qt::AlignLeft | Qt::AlignVCenter,
                         metrics.elidedText(m_models[i], Qt::ElideMiddle, room));
        painter.drawText(texts, Qt::AlignRight | Qt::AlignVCenter, countOf(i));
    }
    painter.setPen(m_theme->second);
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
        const int to = portAt(event->pos(), SceneBox::Kind::input);
        if (to != m_to)
            m_why = to >= 0 ? whyNot(m_from, to) : QString();
        m_to = to;
    } else {
        m_moved = true;
        const QPoint by = event->pos() - m_pointer;
        m_view *= QTransform::fromTranslate(by.x(), by.y());
    }
    m_pointer = event->pos();
    update();
}

void MergePreview::mouseReleaseEvent(QMouseEvent*) {
    const int from = m_from, to = m_to;
    const QString why = m_why;
    leaveConnection();
    if (from < 0 || to < 0)
        return;
    if (why.isEmpty())
        Q_EMIT connected(portText(to), portText(from));
    else
        Q_EMIT refused(why);
}

void MergePreview::mouseDoubleClickEvent(QMouseEvent* event) {
    const int box = portAt(event->pos(), SceneBox::Kind::node);
    if (box < 0)
        return;
    const auto model =
        m_plan->modelOf.find(m_painter.scene()->boxes[static_cast<std::size_t>(box)].node);
    if (model != m_plan->modelOf.end())
        Q_EMIT sourceRequested(static_cast<int>(model->second));
}

void MergePreview::leaveConnection() {
    m_from = m_to = -1;
    m_why.clear();
    update();
}

void MergePreview::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape && m_from >= 0)
        leaveConnection();
    else
        QWidget::keyPressEvent(event);
}

void MergePreview::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange)
        setAccessibleName(tr("Preview of the merged graph"));
    QWidget::changeEvent(event);
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
