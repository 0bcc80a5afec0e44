#include "views/graph/minimap.h"

#include <QMouseEvent>
#include <QPainter>
#include <array>
#include <cmath>
#include <numeric>

#include "views/graph/flat_boxes.h"

namespace partita {

Minimap::Minimap(DocumentController& document, GraphView& view)
    : QWidget(&view), m_document(document), m_view(view) {
    setObjectName(QStringLiteral("minimap"));
    setAccessibleName(tr("Overview"));
    setFixedSize(128, 160);
    setCursor(Qt::PointingHandCursor);
    setAttribute(Qt::WA_NoMousePropagation); // the canvas below would take half of a click
    connect(&document, &DocumentController::sceneChanged, this, &Minimap::refresh);
    connect(&view, &GraphView::coloursChanged, this, &Minimap::refresh);
    connect(&view, &GraphView::viewChanged, this, QOverload<>::of(&QWidget::update));
}

QPointF Minimap::toMap(const QPointF& scene) const {
    const QRectF bounds = m_view.painter().bounds();
    const double down = std::clamp(scene.y() - bounds.top(), 0.0, bounds.height());
    const int column = std::min(m_columns - 1, static_cast<int>(down / m_columnHeight));
    return m_margin +
           QPointF((scene.x() - bounds.left() + column * (bounds.width() + 40)) * m_scale,
                   (down - column * m_columnHeight) * m_scale);
}

QPointF Minimap::toScene(const QPointF& map) const {
    const QRectF bounds = m_view.painter().bounds();
    const QPointF at = (map - m_margin) / m_scale;
    const int column =
        std::clamp(static_cast<int>(at.x() / (bounds.width() + 40)), 0, m_columns - 1);
    return {bounds.left() + at.x() - column * (bounds.width() + 40),
            bounds.top() + at.y() + column * m_columnHeight};
}

bool Minimap::isUseful() const {
    return m_document.hasDocument() && m_document.scene().boxes.size() > 1;
}

void Minimap::refresh() {
    const QRectF bounds = m_view.painter().bounds();
    if (!m_document.hasDocument() || !m_view.painter().scene() || bounds.isEmpty())
        return;
    // Chooses the number of columns that gives the largest scale.
    const QSizeF field(width() - 12, height() - 12);
    m_scale = 0;
    for (int columns = 1; columns <= 24; ++columns) {
        const double columnHeight = bounds.height() / columns;
        const double scale = std::min(field.width() / (columns * (bounds.width() + 40) - 40),
                                      field.height() / columnHeight);
        if (scale > m_scale) {
            m_scale = scale;
            m_columns = columns;
            m_columnHeight = columnHeight;
        }
    }
    const QSizeF used((m_columns * (bounds.width() + 40) - 40) * m_scale, m_columnHeight * m_scale);
    m_margin = QPointF((width() - used.width()) / 2, (height() - used.height()) / 2);
    drawScene();
    update();
}

namespace {

/// Counts by slot how much each pixel holds, and chooses its colour.
class PixelShares {
public:
    explicit PixelShares(const QSize& size)
        : m_width(size.width()), m_height(size.height()),
          m_amounts(static_cast<std::size_t>(m_width) * static_cast<std::size_t>(m_height)) {}

    void add(const QRectF& place, ProviderSlot slot, double amount) {
        const int left = std::clamp(static_cast<int>(place.left()), 0, m_width - 1),
                  top = std::clamp(static_cast<int>(place.top()), 0, m_height - 1);
        const int right = std::clamp(qRound(place.right()), left + 1, m_width),
                  bottom = std::clamp(qRound(place.bottom()), top + 1, m_height);
        for (int y = top; y < bottom; ++y)
            for (int x = left; x < right; ++x)
                at(x, y)[static_cast<std::size_t>(slot)] += static_cast<float>(amount);
    }

    /// Calls `paint(x, y, slot)` for each pixel that holds something. It gets the slot of which it
    /// holds most; in each square of 3 × 3 every slot that is in it gets at least one pixel, so
    /// that a single node is seen and the areas stay in proportion.
    template <class F> void choose(F&& paint) const {
        for (int y = 0; y < m_height; y += 3)
            for (int x = 0; x < m_width; x += 3)
                chooseIn(x, y, paint);
    }

private:
    using Amounts = std::array<float, 4>; // by slot

    Amounts& at(int x, int y) {
        return m_amounts[static_cast<std::size_t>(y) * static_cast<std::size_t>(m_width) +
                         static_cast<std::size_t>(x)];
    }
    [[nodiscard]] const Amounts& at(int x, int y) const {
        return const_cast<PixelShares*>(this)->at(x, y);
    }

    template <class F> void chooseIn(int left, int top, F& paint) const {
        std::array<int, 4> pixels{};
        std::array<std::pair<float, QPoint>, 4> most{}; // of each slot: where it is strongest
        for (int y = top; y < std::min(top + 3, m_height); ++y)
            for (int x = left; x < std::min(left + 3, m_width); ++x) {
                const Amounts& amounts = at(x, y);
                const auto best = std::max_element(amounts.begin(), amounts.end());
                if (*best <= 0)
                    continue;
                const auto slot = static_cast<std::size_t>(best - amounts.begin());
                ++pixels[slot];
                paint(x, y, static_cast<ProviderSlot>(slot));
                for (std::size_t i = 0; i < amounts.size(); ++i)
                    if (amounts[i] > most[i].first)
                        most[i] = {amounts[i], {x, y}};
            }
        for (std::size_t i = 0; i < pixels.size(); ++i)
            if (pixels[i] == 0 && most[i].first > 0)
                paint(most[i].second.x(), most[i].second.y(), static_cast<ProviderSlot>(i));
    }

    int m_width, m_height;
    std::vector<Amounts> m_amounts;
};

} // namespace

void Minimap::drawScene() {
    const qreal ratio = devicePixelRatioF();
    m_picture = QImage(size() * ratio, QImage::Format_ARGB32_Premultiplied);
    m_picture.fill(Qt::transparent);
    // The document may be ahead of the view, whose boxes are painted.
    const GraphScene& scene = *m_view.painter().scene();
    const std::size_t providers = m_document.providers().size();
    const NodeColouring& colouring = m_view.colouring();
    FlatBoxes flat(colouring, m_view.theme());
    PixelShares shares(m_picture.size());
    for (std::size_t i = 0; i < scene.boxes.size(); ++i) {
        const SceneBox& box = scene.boxes[i];
        if (box.isPort())
            continue;
        const QRectF rect = m_view.painter().boxRect(i);
        QRectF place(toMap(rect.topLeft()) * ratio, rect.size() * m_scale * ratio);
        if (colouring.isOn()) {
            flat.add(place, i);
            continue;
        }
        if (box.isFolded()) {
            QPainter(&m_picture).fillRect(place, m_view.theme().lineWeak);
            continue;
        }
        if (box.kind != SceneBox::Kind::group) {
            shares.add(place, slotOf(box.provider, providers), 1);
            continue;
        }
        // A group is divided from left to right as the stripe on its box is, without the folded
        // nodes: it is as wide as its box.
        const SceneGroup& group = scene.groups[static_cast<std::size_t>(box.group)];
        const auto placed =
            static_cast<double>(std::reduce(group.byProvider.begin(), group.byProvider.end()));
        for (std::size_t p = group.byProvider.size(); p-- > 0;)
            if (const auto nodes = static_cast<double>(group.byProvider[p]); nodes > 0) {
                const double width = rect.width() * m_scale * ratio * nodes / placed;
                place.setWidth(width);
                shares.add(place, slotOf(static_cast<std::int32_t>(p), providers), nodes);
                place.moveLeft(place.left() + width);
            }
    }
    if (QPainter painter(&m_picture); colouring.isOn())
        flat.paint(painter, 1);
    shares.choose([&](int x, int y, ProviderSlot slot) {
        m_picture.setPixelColor(x, y, m_view.theme().provider(slot).band);
    });
    m_picture.setDevicePixelRatio(ratio);
}

/// Marks what was found and what is bookmarked.
void Minimap::drawMarks(QPainter& painter) const {
    const SceneMarks& marks = m_view.marks();
    const auto dots = [&](const std::unordered_set<std::uint32_t>& boxes, double size) {
        for (const std::uint32_t box : boxes) {
            const QPointF at = toMap(m_view.painter().boxRect(box).center());
            painter.drawRect(QRectF(at - QPointF(size, size) / 2, QSizeF(size, size)));
        }
    };
    painter.setPen(QPen(m_view.theme().base, 0.5));
    painter.setBrush(m_view.theme().strongEdge); // no colour of a provider
    dots(marks.found, 4);
    painter.setBrush(m_view.theme().accent);
    dots(marks.bookmarked, 6);
    painter.setBrush(Qt::NoBrush);
}

void Minimap::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = m_view.theme();
    // Filled, because Qt leaves out the left side of a rectangle at the border of a widget.
    painter.fillRect(rect(), theme.lineStrong);
    painter.fillRect(rect().adjusted(1, 1, -1, -1), theme.base);
    painter.drawImage(0, 0, m_picture);
    drawMarks(painter);
    if (m_view.painter().bounds().isEmpty())
        return;
    const QRectF bounds = m_view.painter().bounds(),
                 visible = m_view.visibleScene().intersected(bounds);
    painter.setPen(QPen(theme.text, 1));
    for (int column = 0; column < m_columns; ++column) {
        const QRectF part = visible.intersected(QRectF(
            bounds.left(), bounds.top() + column * m_columnHeight, bounds.width(), m_columnHeight));
        if (part.isEmpty())
            continue;
        const QPointF at = toMap(part.topLeft() + QPointF(0, 1e-6));
        painter.drawRect(QRectF(at, part.size() * m_scale).adjusted(-1, -1, 1, 1));
    }
}

void Minimap::mousePressEvent(QMouseEvent* event) { m_view.centerOn(toScene(event->localPos())); }

void Minimap::mouseMoveEvent(QMouseEvent* event) {
    if (event->buttons() & Qt::LeftButton)
        m_view.centerOn(toScene(event->localPos()));
}

} // namespace partita
