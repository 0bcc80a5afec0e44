#include "views/theme/theme.h"

#include <QGuiApplication>
#include <QPainter>
#include <QPixmap>

#include "core/scene/drawing.h"
#include "views/theme/line_icon.h"

namespace partita {

const Theme& Theme::get(Kind kind) {
    static const Theme kThemes[] = {Theme(Kind::light), Theme(Kind::dark), Theme(Kind::contrast)};
    return kThemes[static_cast<std::size_t>(kind)];
}

Theme::Theme(Kind kind) : isDark(kind != Kind::light), m_kind(kind) {
    window = colour(Role::window);
    header = colour(Role::header);
    tableHead = colour(Role::tableHead);
    base = colour(Role::base);
    canvas = colour(Role::canvas);
    lineStrong = colour(Role::lineStrong);
    lineWeak = colour(Role::lineWeak);
    text = colour(Role::text);
    second = colour(Role::second);
    hint = colour(Role::hint);
    disabled = colour(Role::disabled);
    accent = colour(Role::accent);
    selectedRow = colour(Role::selectedRow);
    onAccent = colour(Role::onAccent);
    edge = colour(Role::edge);
    strongEdge = colour(Role::strongEdge);
    good = colour(Role::good);
    bad = colour(Role::bad);
    badFill = colour(Role::badFill);
    warning = colour(Role::warning);
    warningFill = colour(Role::warningFill);
    changed = colour(Role::changed);
    QColor stroke = colour(Role::onInk);
    stroke.setAlphaF(patternOpacity(scheme()));
    for (const auto slot :
         {ProviderSlot::first, ProviderSlot::second, ProviderSlot::last, ProviderSlot::other}) {
        const SlotLook& look = lookOf(slot);
        m_slots[static_cast<std::size_t>(slot)] = {colour(look.band),
                                                   colour(look.tint),
                                                   colour(look.ink),
                                                   colour(Role::onInk),
                                                   stroke,
                                                   slot};
    }
}

QColor Theme::colour(const Paint& paint) const {
    QColor made = QColor::fromRgb(colourOf(paint, scheme()));
    if (paint.opacity < 1)
        made.setAlphaF(static_cast<double>(paint.opacity));
    return made;
}

const ProviderStyle& Theme::provider(int place, bool last) const {
    return provider(slotOf(place, last ? static_cast<std::size_t>(place) + 1 : 0));
}

QPalette Theme::palette() const {
    QPalette p;
    p.setColor(QPalette::Window, window);
    p.setColor(QPalette::WindowText, text);
    p.setColor(QPalette::Base, base);
    p.setColor(QPalette::AlternateBase, tableHead);
    p.setColor(QPalette::Text, text);
    p.setColor(QPalette::Button, header);
    p.setColor(QPalette::ButtonText, text);
    p.setColor(QPalette::Highlight, selectedRow);
    p.setColor(QPalette::HighlightedText, text);
    p.setColor(QPalette::ToolTipBase, base);
    p.setColor(QPalette::ToolTipText, text);
    p.setColor(QPalette::Link, accent);
    p.setColor(QPalette::PlaceholderText, hint);
    // The style derives the edges of frames from these; its own are white lines in the dark theme.
    p.setColor(QPalette::Light, isDark ? header : base);
    p.setColor(QPalette::Midlight, lineWeak);
    p.setColor(QPalette::Mid, lineStrong);
    p.setColor(QPalette::Dark, lineStrong);
    p.setColor(QPalette::Shadow, lineStrong);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        p.setColor(QPalette::Disabled, role, disabled);
    return p;
}

QString Theme::styleSheet() const {
    QString rules =
        QStringLiteral(R"(
QToolTip { color: %1; background: %2; border: 1px solid %3; padding: 4px; }
QMainWindow::separator { background: %3; width: 1px; height: 1px; }
QDockWidget { font-weight: 600; }
QDockWidget::title { background: %4; padding: 5px 8px; text-align: left; }
QToolBar { background: %5; border: none; border-bottom: 1px solid %3; spacing: 2px; padding: 3px 6px; }
QToolButton { border: 1px solid transparent; border-radius: 3px; padding: 3px 5px; }
QToolButton:hover { background: %6; }
QToolButton:checked, QToolButton:pressed { background: %7; }
QToolButton:focus { border-color: %8; }
QToolButton[popupMode="2"] { padding-right: 16px; }
QToolButton::menu-indicator { subcontrol-position: center right; right: 4px; }
QToolBarExtension { padding: 0; }
QTabBar QToolButton { padding: 0; border-radius: 0; background: %5; }
QStatusBar { background: %5; border-top: 1px solid %3; padding: 0 6px; }
QStatusBar::item { border: none; }
QHeaderView::section { background: %9; border: none; border-bottom: 1px solid %6; border-right: 1px solid %6; padding: 3px 6px; }
QHeaderView::up-arrow, QHeaderView::down-arrow { subcontrol-origin: border; subcontrol-position: top center; width: 9px; height: 5px; }
QTableView, QTreeView, QListWidget, QPlainTextEdit { border: none; background: %2; gridline-color: %6; selection-background-color: %7; selection-color: %1; }
QTableView:focus, QTreeView:focus, QListWidget:focus { border: 1px solid %8; }
QLineEdit { background: %2; border: 1px solid %3; border-radius: 3px; padding: 2px 6px; min-height: 18px; }
QLineEdit:focus { border-color: %8; }
QLineEdit:disabled { color: %10; background: %5; }
QPushButton { background: %2; border: 1px solid %3; border-radius: 3px; padding: 4px 12px; }
QPushButton:hover { background: %9; }
QPushButton:focus { border-color: %8; }
QPushButton:disabled { color: %10; background: %5; }
QTabBar { qproperty-drawBase: 0; }
QMainWindow > QTabBar::scroller { width: 48px; }
QTabBar QToolButton#moreTabs { border-left: 1px solid %6; padding: 0 12px 0 4px; }
QTabBar QToolButton#moreTabs:hover { background: %6; }
QTabBar::tab { background: %5; padding: 5px 8px; border-right: 1px solid %6; border-top: 2px solid transparent; }
QTabBar::tab:selected { background: %2; border-top-color: %8; }
QTabWidget::pane { border: none; border-top: 1px solid %6; }
QScrollArea { border: none; background: %2; }
QAbstractScrollArea::corner { background: %5; border: none; }
QScrollBar { background: %5; border: none; margin: 0; }
QScrollBar:vertical { width: 12px; }
QScrollBar:horizontal { height: 12px; }
QScrollBar::handle { background: %3; border-radius: 4px; margin: 2px; }
QScrollBar::handle:vertical { min-height: 24px; }
QScrollBar::handle:horizontal { min-width: 24px; }
QScrollBar::handle:hover, QScrollBar::handle:pressed { background: %10; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: none; }
QSlider::groove:horizontal { background: %3; height: 4px; border-radius: 2px; }
QSlider::sub-page:horizontal { background: %8; border-radius: 2px; }
QSlider::handle:horizontal { background: %2; border: 1px solid %11; border-radius: 4px; width: 10px; margin: -5px 0; }
QSlider::handle:horizontal:hover, QSlider::handle:horizontal:focus { border-color: %8; background: %7; }
QPushButton:default { border-color: %8; }
QDialogButtonBox { dialogbuttonbox-buttons-have-icons: 0; }
QCheckBox::indicator, QTreeView::indicator, QListView::indicator, QTableView::indicator { width: 13px; height: 13px; }
QCheckBox::indicator:unchecked, QTreeView::indicator:unchecked, QListView::indicator:unchecked, QTableView::indicator:unchecked { border: 1px solid %11; border-radius: 2px; background: %2; width: 11px; height: 11px; }
QMenu { background: %2; border: 1px solid %3; }
QMenu::item { padding: 4px 24px; }
QMenu::icon { padding-left: 6px; }
QMenu::item:selected { background: %7; color: %1; }
QMenu::separator { height: 1px; background: %6; margin: 3px 0; }
#summaryBar { background: %2; padding: 0; }
#summaryLine { background: %2; }
#messageBar { background: %12; border-bottom: 1px solid %3; }
#breadcrumb, #paneLine { background: %5; border-bottom: 1px solid %3; }
#findBar { background: %5; border-top: 1px solid %3; }
)")
            .arg(text.name(), base.name(), lineStrong.name(), header.name(), window.name(),
                 lineWeak.name(), selectedRow.name(), accent.name(), tableHead.name())
            .arg(disabled.name(), second.name(), badFill.name());
    if (border() == 1)
        return rules;
    rules.replace(QStringLiteral("1px solid"), QStringLiteral("%1px solid").arg(border()));
    return rules;
}

QIcon Theme::icon(const char* name) const { return lineIcon(name, text, disabled); }

QString Theme::verdictHtml(bool isGood, const QString& verdict) const {
    return QStringLiteral("<span style='color:%1'>%2 %3</span>")
        .arg(isGood ? good.name() : bad.name(), isGood ? QStringLiteral("✓") : QStringLiteral("✕"),
             verdict.toHtmlEscaped());
}

QPixmap Theme::swatch(const ProviderStyle& style, int size) const {
    return sharpPicture({size, size}, [&](QPainter& painter) {
        paintBand(painter, QRectF(0, 0, size, size), style);
    });
}

QPixmap sharpPicture(const QSize& size, const std::function<void(QPainter&)>& paint) {
    const double ratio = qGuiApp->devicePixelRatio();
    QPixmap picture((QSizeF(size) * ratio).toSize());
    picture.setDevicePixelRatio(ratio);
    picture.fill(Qt::transparent);
    QPainter painter(&picture);
    paint(painter);
    painter.end();
    return picture;
}

void paintBand(QPainter& painter, const QRectF& rect, const ProviderStyle& style) {
    painter.save();
    painter.setClipRect(rect, Qt::IntersectClip);
    painter.fillRect(rect, style.band);
    painter.setRenderHint(QPainter::Antialiasing);
    const DrawnBand band{{rect.left(), rect.top(), rect.right(), rect.bottom()}, style.slot};
    patternOf(
        band,
        [&](PointF from, PointF to) {
            painter.setPen(QPen(style.patternStroke, 2));
            painter.drawLine(QPointF(from.x, from.y), QPointF(to.x, to.y));
        },
        [&](PointF at) {
            painter.setPen(Qt::NoPen);
            painter.setBrush(style.patternStroke);
            painter.drawEllipse(QPointF(at.x, at.y), 1.15, 1.15);
        });
    painter.restore();
}

} // namespace partita
