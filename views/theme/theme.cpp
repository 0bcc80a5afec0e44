#include "views/theme/theme.h"

#include <QPainter>
#include <QPixmap>
#include <QSvgRenderer>

#include "core/scene/drawing.h"

namespace partita {

namespace {

struct IconRow {
    const char* name;
    const char* path; ///< SVG content on a 16×16 field, drawn with round 1.4-px strokes
};

constexpr IconRow kIcons[] = {
    {"open", "<path d='M2 13V4h4l1.5 2H14v7z'/>"},
    {"save", "<path d='M3 3h8l2 2v8H3zM5 3v4h5V3M5 13V9h6v4'/>"},
    {"back", "<path d='M10 3L5 8l5 5'/>"},
    {"forward", "<path d='M6 3l5 5-5 5'/>"},
    {"up", "<path d='M8 13V3M4 7l4-4 4 4'/>"},
    {"fit", "<path d='M2 6V2h4M10 2h4v4M14 10v4h-4M6 14H2v-4'/>"},
    {"minus", "<path d='M3 8h10'/>"},
    {"plus", "<path d='M3 8h10M8 3v10'/>"},
    {"find", "<circle cx='7' cy='7' r='4.2'/><path d='M10.2 10.2L14 14'/>"},
    {"run", "<path d='M4 3l9 5-9 5z'/>"},
    {"pause", "<path d='M5 3v10M11 3v10'/>"},
    {"stepOn", "<path d='M4 3l6 5-6 5zM12.5 3v10'/>"},
    {"stepBack", "<path d='M12 3L6 8l6 5zM3.5 3v10'/>"},
    {"first", "<path d='M9 3L5 8l4 5M13.5 3l-4 5 4 5M2.5 3v10'/>"},
    {"last", "<path d='M7 3l4 5-4 5M2.5 3l4 5-4 5M13.5 3v10'/>"},
    {"simplify", "<path d='M2 4h12M4.5 8h7M6.5 12h3'/>"},
    {"merge", "<path d='M4 2v3l4 4v5M12 2v3L8 9'/>"},
    {"compare", "<path d='M2.5 3h4v10h-4zM9.5 3h4v10h-4zM4 6h1M4 9h1M11 6h1'/>"},
    {"export", "<path d='M8 2v8M5 5l3-3 3 3M3 9v5h10V9'/>"},
    {"theme", "<circle cx='8' cy='8' r='3'/><path d='M8 1v2M8 13v2M1 8h2M13 8h2M3 3l1.4 1.4M11.6 "
              "11.6L13 13M13 3l-1.4 1.4M4.4 11.6L3 13'/>"},
    {"more", "<path d='M3 4l4 4-4 4M8.5 4l4 4-4 4'/>"},
    {"float", "<path d='M6 3h7v7H6zM6 6H3v7h7v-3'/>"},
    {"close", "<path d='M4 4l8 8M12 4l-8 8'/>"},
    {"legend", "<path d='M2.5 3h3v3h-3zM2.5 10h3v3h-3zM8.5 4.5h5M8.5 11.5h5'/>"},
    {"minimap", "<path d='M2.5 2.5h11v11h-11zM5 5h4.5v4H5z'/>"},
    {"previous", "<path d='M4 10l4-4 4 4'/>"},
    {"next", "<path d='M4 6l4 4 4-4'/>"},
    {"undo", "<path d='M6 3L3 6l3 3M3 6h6.5a3.5 3.5 0 0 1 0 7H6'/>"},
    {"redo", "<path d='M10 3l3 3-3 3M13 6H6.5a3.5 3.5 0 0 0 0 7H10'/>"},
    {"link", "<path d='M6.5 9.5l3-3M7 5l1.5-1.5a2.8 2.8 0 0 1 4 4L11 9M9 11l-1.5 1.5a2.8 2.8 0 0 "
             "1-4-4L5 7'/>"},
    {"edit", "<path d='M3 13l.6-2.8L11 2.8l2.2 2.2-7.4 7.4zM9.4 4.4l2.2 2.2'/>"},
    {"document", "<path d='M4 2h5.5L12 4.5V14H4zM9 2v3h3'/>"},
    {"delete", "<path d='M3 4.5h10M6.5 4V2.5h3V4M4.5 4.5l.6 9h5.8l.6-9M7 7v4M9 7v4'/>"},
    {"insert", "<path d='M3 6h10v4H3zM8 1.5V6M8 10v4.5'/>"},
    {"tag", "<path d='M2.5 3v4.5l6 6 5-5-6-6zM5.3 5.3v.1'/>"},
    {"number", "<path d='M6 3L5 13M11 3l-1 10M3 6h10.5M2.5 10H13'/>"},
    {"plugs", "<path d='M1.5 8h4M10.5 8h4M5.5 5v6M10.5 5v6'/>"},
    {"ports", "<path d='M2 8h7M6.5 5L9.5 8l-3 3M12.5 3v10'/>"},
    {"scenario", "<path d='M3 4h10M3 8h6M3 12h8'/><circle cx='12.5' cy='8' r='1.5'/>"},
    {"reload", "<path d='M13 8a5 5 0 1 1-1.5-3.5M13 2v3h-3'/>"},
};

QPixmap drawIcon(const char* path, const QColor& color, int size) {
    const QByteArray svg =
        QByteArray(
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16' fill='none' stroke='") +
        color.name().toLatin1() +
        "' stroke-width='1.4' stroke-linecap='round' stroke-linejoin='round'>" + path + "</svg>";
    QSvgRenderer renderer(svg);
    QPixmap pixmap(size, size);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    renderer.render(&painter);
    return pixmap;
}

} // namespace

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
QPushButton:default { border-color: %8; }
QDialogButtonBox { dialogbuttonbox-buttons-have-icons: 0; }
QCheckBox::indicator, QTreeView::indicator, QListView::indicator, QTableView::indicator { width: 13px; height: 13px; }
QCheckBox::indicator:unchecked, QTreeView::indicator:unchecked, QListView::indicator:unchecked, QTableView::indicator:unchecked { border: 1px solid %11; border-radius: 2px; background: %2; width: 11px; height: 11px; }
QMenu { background: %2; border: 1px solid %3; }
QMenu::item { padding: 4px 24px; }
QMenu::item:selected { background: %7; color: %1; }
QMenu::separator { height: 1px; background: %6; margin: 3px 0; }
)")
            .arg(text.name(), base.name(), lineStrong.name(), header.name(), window.name(),
                 lineWeak.name(), selectedRow.name(), accent.name(), tableHead.name())
            .arg(disabled.name(), second.name());
    if (border() == 1)
        return rules;
    rules.replace(QStringLiteral("1px solid"), QStringLiteral("%1px solid").arg(border()));
    return rules;
}

QIcon Theme::icon(const char* name) const {
    for (const auto& row : kIcons)
        if (qstrcmp(row.name, name) == 0) {
            QIcon icon;
            for (const int size : {16, 32}) {
                icon.addPixmap(drawIcon(row.path, text, size));
                icon.addPixmap(drawIcon(row.path, disabled, size), QIcon::Disabled);
            }
            return icon;
        }
    return {};
}

QString Theme::verdictHtml(bool isGood, const QString& verdict) const {
    return QStringLiteral("<span style='color:%1'>%2 %3</span>")
        .arg(isGood ? good.name() : bad.name(), isGood ? QStringLiteral("✓") : QStringLiteral("✕"),
             verdict.toHtmlEscaped());
}

QPixmap Theme::swatch(const ProviderStyle& style, int size) const {
    QPixmap pixmap(size, size);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    paintBand(painter, QRectF(0, 0, size, size), style);
    return pixmap;
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
