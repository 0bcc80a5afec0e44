#include "views/theme/theme.h"

#include <QPainter>
#include <QPixmap>
#include <QSvgRenderer>

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
    {"export", "<path d='M8 2v8M5 5l3-3 3 3M3 9v5h10V9'/>"},
    {"theme", "<circle cx='8' cy='8' r='3'/><path d='M8 1v2M8 13v2M1 8h2M13 8h2M3 3l1.4 1.4M11.6 "
              "11.6L13 13M13 3l-1.4 1.4M4.4 11.6L3 13'/>"},
    {"close", "<path d='M4 4l8 8M12 4l-8 8'/>"},
    {"previous", "<path d='M4 10l4-4 4 4'/>"},
    {"next", "<path d='M4 6l4 4 4-4'/>"},
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

QColor hex(unsigned rgb) { return QColor::fromRgb(rgb); }

} // namespace

const Theme& Theme::get(Kind kind) {
    static const Theme kLight(Kind::light), kDark(Kind::dark);
    return kind == Kind::dark ? kDark : kLight;
}

Theme::Theme(Kind kind) : isDark(kind == Kind::dark) {
    const auto pick = [this](unsigned light, unsigned dark) { return hex(isDark ? dark : light); };
    window = pick(0xEEEFF2, 0x26282D);
    header = pick(0xE6E8EC, 0x2E3137);
    tableHead = pick(0xF7F8FA, 0x23262B);
    base = pick(0xFFFFFF, 0x1E2024);
    canvas = pick(0xF6F7F9, 0x1A1C20);
    lineStrong = pick(0xC8CCD3, 0x43484F);
    lineWeak = pick(0xE1E4E9, 0x34383E);
    text = pick(0x1B1E23, 0xE6E8EB);
    second = pick(0x515862, 0xA9B0BA);
    disabled = pick(0x868D98, 0x7C848F);
    accent = pick(0x4450B8, 0x8C97F0);
    selectedRow = pick(0xDFE2F6, 0x363C66);
    onAccent = pick(0xFFFFFF, 0x14161A);
    edge = pick(0x848B96, 0x757D88);
    strongEdge = pick(0x1B1E23, 0xF2F4F6);
    good = pick(0x1E7A3C, 0x6CCB86);
    bad = pick(0xB3261E, 0xF59C94);
    badFill = pick(0xFBE9E7, 0x432523);
    warning = pick(0x855300, 0xF2C75C);
    warningFill = pick(0xFCF1DC, 0x43381C);
    changed = pick(0x6A3FB5, 0xBC9CF0);
    QColor stroke = isDark ? hex(0x14161A) : QColor(Qt::white);
    stroke.setAlphaF(isDark ? 0.62 : 0.72);
    const QColor onInk = isDark ? hex(0x14161A) : QColor(Qt::white);
    m_slots[0] = {pick(0x1B5599, 0x4C8FDD), pick(0xE4ECF7, 0x1F3148),
                  pick(0x1B5599, 0x84B6F2), onInk,
                  Qt::SolidPattern,         stroke};
    m_slots[1] = {pick(0x0B7F6B, 0x38BC9B), pick(0xDCF1EB, 0x173B34),
                  pick(0x0A6656, 0x4FCFAF), onInk,
                  Qt::Dense6Pattern,        stroke};
    m_slots[2] = {pick(0xC27A00, 0xF2C75C), pick(0xFCF1DC, 0x43381C),
                  pick(0x855300, 0xF2C75C), onInk,
                  Qt::BDiagPattern,         stroke};
    m_slots[3] = {pick(0x3A3D44, 0xD7DADF), pick(0xE6E7EA, 0x33363C),
                  pick(0x3A3D44, 0xD7DADF), onInk,
                  Qt::HorPattern,           stroke};
}

const ProviderStyle& Theme::provider(int place, bool last) const {
    if (place < 0)
        return nobody();
    return m_slots[last ? 2 : place == 0 ? 0 : place == 1 ? 1 : 3];
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
    p.setColor(QPalette::PlaceholderText, disabled);
    p.setColor(QPalette::Mid, lineStrong);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        p.setColor(QPalette::Disabled, role, disabled);
    return p;
}

QString Theme::styleSheet() const {
    return QStringLiteral(R"(
QToolTip { color: %1; background: %2; border: 1px solid %3; padding: 4px; }
QMainWindow::separator { background: %3; width: 1px; height: 1px; }
QDockWidget { font-weight: 600; titlebar-close-icon: none; }
QDockWidget::title { background: %4; padding: 5px 8px; text-align: left; }
QToolBar { background: %5; border: none; border-bottom: 1px solid %3; spacing: 2px; padding: 3px 6px; }
QToolButton { border: 1px solid transparent; border-radius: 3px; padding: 3px 5px; }
QToolButton:hover { background: %6; }
QToolButton:checked, QToolButton:pressed { background: %7; }
QToolButton:focus { border-color: %8; }
QStatusBar { background: %5; border-top: 1px solid %3; padding: 0 6px; }
QStatusBar::item { border: none; }
QHeaderView::section { background: %9; border: none; border-bottom: 1px solid %6; border-right: 1px solid %6; padding: 3px 6px; }
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
QTabBar::tab { background: %5; padding: 5px 10px; border-right: 1px solid %6; }
QTabBar::tab:selected { background: %2; }
QScrollArea { border: none; background: %2; }
QPushButton:default { border-color: %8; }
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
    painter.setPen(QPen(style.patternStroke, 2));
    painter.setRenderHint(QPainter::Antialiasing);
    const double height = rect.height();
    if (style.pattern == Qt::BDiagPattern)
        for (double at = rect.left() - height; at < rect.right() + height; at += 5)
            painter.drawLine(QPointF(at, rect.bottom()), QPointF(at + height, rect.top()));
    if (style.pattern == Qt::HorPattern)
        for (double at = rect.top() + 2; at < rect.bottom(); at += 4)
            painter.drawLine(QPointF(rect.left(), at), QPointF(rect.right(), at));
    if (style.pattern == Qt::Dense6Pattern) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(style.patternStroke);
        for (double y = rect.top() + 2; y < rect.bottom(); y += 4)
            for (double x = rect.left() + 2; x < rect.right(); x += 4)
                painter.drawEllipse(QPointF(x, y), 1.15, 1.15);
    }
    painter.restore();
}

} // namespace partita
