#include "app/window/parts/overlay_card.h"

#include <QApplication>
#include <QCursor>
#include <QEvent>
#include <QGraphicsOpacityEffect>
#include <QMouseEvent>
#include <QToolButton>

#include "app/window/preferences/window_settings.h"
#include "views/graph/graph_view.h"

namespace partita {

namespace {

constexpr int kButton = 22, kRestMs = 250;
constexpr double kPale = 0.12, kPaleButton = 0.5;

/// Draws a widget with less than its full opacity; null: as it is.
QGraphicsOpacityEffect* opacity(bool pale, double value) {
    auto* effect = pale ? new QGraphicsOpacityEffect : nullptr;
    if (effect)
        effect->setOpacity(value);
    return effect;
}

} // namespace

OverlayCard::OverlayCard(GraphView& graph, QWidget& card, const char* id, Corner corner, Use use)
    : QObject(&graph), m_graph(graph), m_card(card), m_id(id), m_corner(corner), m_use(use),
      m_button(new QToolButton(&graph)), m_isFolded(WindowSettings().isFolded(id)) {
    m_button->setObjectName(QLatin1String(id) + QStringLiteral("Fold"));
    m_button->setFixedSize(kButton, kButton);
    m_button->setIconSize({14, 14});
    m_button->setAttribute(Qt::WA_NoMousePropagation);
    m_rest.setSingleShot(true);
    m_rest.setInterval(kRestMs);
    connect(&m_rest, &QTimer::timeout, this, [this] {
        const QPointF point = m_graph.toDevice().inverted().map(QPointF(m_pointed));
        if (m_card.geometry().contains(m_pointed) && m_graph.painter().boxAt(point) < 0)
            this->use(true);
    });
    // Who goes through it by keys uses it, too.
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget* was, QWidget* now) {
        const bool had = was && m_card.isAncestorOf(was), has = now && m_card.isAncestorOf(now);
        if (had != has)
            this->use(has);
    });
    connect(m_button, &QToolButton::clicked, this, [this] { setFolded(!m_isFolded); });
    for (QWidget* each :
         {static_cast<QWidget*>(&m_graph), &m_card, static_cast<QWidget*>(m_button)})
        each->installEventFilter(this);
}

void OverlayCard::setFolded(bool folded) {
    m_isFolded = folded;
    WindowSettings().setFolded(m_id, folded);
    m_isUsed = !folded; // the cursor is on it
    Q_EMIT foldedChanged();
}

void OverlayCard::place(bool wanted, bool fits) {
    const bool isRight = m_corner == Corner::right;
    m_card.move(isRight ? m_graph.width() - m_card.width() - kEdge : kEdge, kEdge);
    m_card.setVisible(wanted && fits && !m_isFolded);
    const QRect room = m_card.geometry();
    constexpr int kInside = 3;
    if (m_isFolded)
        m_button->move(isRight ? m_graph.width() - kButton - kEdge : kEdge, kEdge);
    else
        m_button->move(room.right() + 1 - kButton - kInside, room.top() + kInside);
    m_button->setVisible(wanted && (fits || m_isFolded));
    m_button->raise();
}

bool OverlayCard::coversBoxes() const {
    const QRectF place = m_graph.toDevice().inverted().mapRect(QRectF(m_card.geometry()));
    bool covers = false;
    m_graph.painter().boxesIn(place, [&](std::uint32_t box) {
        covers = covers || place.intersects(m_graph.painter().boxRect(box));
    });
    return covers;
}

void OverlayCard::giveWay(const QPoint* node) {
    constexpr QMargins kBox(40, 14, 40, 14); // around its middle
    m_covers = !m_card.isHidden() &&
               ((node && m_card.geometry().marginsAdded(kBox).contains(*node)) || coversBoxes());
    showState();
}

/// The user wants the card, although it lies on boxes, or leaves it.
void OverlayCard::use(bool used) {
    m_rest.stop();
    if (m_isUsed == used)
        return;
    m_isUsed = used;
    showState();
}

/// The cursor is over the canvas. It sees cards only where they let it through.
void OverlayCard::pointed(const QPoint& at) {
    m_rest.stop();
    if (m_card.isHidden() || !m_card.geometry().contains(at))
        return use(false);
    m_pointed = at;
    const QPointF point = m_graph.toDevice().inverted().map(QPointF(at));
    const std::int64_t box = m_graph.painter().boxAt(point);
    if (m_use == Use::whenResting)
        m_rest.start();
    else if (box < 0 || box != m_graph.marks().current)
        use(true);
}

void OverlayCard::showState() {
    const bool pale = m_covers && !m_isUsed;
    if (pale == m_card.testAttribute(Qt::WA_TransparentForMouseEvents))
        return;
    m_card.setAttribute(Qt::WA_TransparentForMouseEvents, pale);
    m_card.setGraphicsEffect(opacity(pale, kPale)); // takes the former one away
    m_button->setGraphicsEffect(opacity(pale, kPaleButton));
}

bool OverlayCard::eventFilter(QObject* watched, QEvent* event) {
    switch (event->type()) {
    case QEvent::MouseMove:
        if (const auto* mouse = static_cast<QMouseEvent*>(event);
            watched == &m_graph && mouse->buttons() == Qt::NoButton)
            pointed(mouse->pos());
        break;
    case QEvent::Enter:
        if (watched == m_button && !m_isFolded)
            use(true);
        break;
    case QEvent::Leave:
        // From the card to its button, or to one of its rows, is no way out.
        if (!m_card.rect().contains(m_card.mapFromGlobal(QCursor::pos())))
            use(false);
        break;
    default: break;
    }
    return QObject::eventFilter(watched, event);
}

void OverlayCard::refresh(const QString& name) {
    const Theme& theme = m_graph.theme();
    m_button->setIcon(theme.icon(m_isFolded ? m_id : "previous"));
    m_button->setAccessibleName(m_isFolded ? tr("Show: %1").arg(name) : tr("Fold: %1").arg(name));
    m_button->setToolTip(
        m_isFolded ? tr("Shows the card again: %1").arg(name)
                   : tr("Folds the card away: %1. Where it covers nodes it is pale and lets clicks "
                        "through; point here to use it.")
                         .arg(name));
    m_button->setStyleSheet(
        QStringLiteral("QToolButton { background: %1; border: 1px solid %2; border-radius: 3px; "
                       "padding: 0; } QToolButton:hover { background: %3; }")
            .arg(theme.base.name(),
                 m_isFolded ? theme.lineStrong.name() : QStringLiteral("transparent"),
                 theme.lineWeak.name()));
}

} // namespace partita
