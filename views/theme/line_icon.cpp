#include "views/theme/line_icon.h"

#include <QIconEngine>
#include <QPainter>
#include <QPixmapCache>
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

class LineIconEngine : public QIconEngine {
public:
    LineIconEngine(const IconRow& row, const QColor& colour, const QColor& disabled)
        : m_row(row), m_colour(colour), m_disabled(disabled) {}

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override {
        QSvgRenderer renderer(
            QByteArray("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16' fill='none' "
                       "stroke='") +
            colourOf(mode).name().toLatin1() +
            "' stroke-width='1.4' stroke-linecap='round' stroke-linejoin='round'>" + m_row.path +
            "</svg>");
        renderer.render(painter, rect);
    }

    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
        const QString key = QStringLiteral("partita-icon %1 %2 %3x%4")
                                .arg(QLatin1String(m_row.name), colourOf(mode).name())
                                .arg(size.width())
                                .arg(size.height());
        QPixmap drawn;
        if (QPixmapCache::find(key, &drawn))
            return drawn;
        drawn = QPixmap(size);
        drawn.fill(Qt::transparent);
        QPainter painter(&drawn);
        paint(&painter, {{}, size}, mode, state);
        painter.end();
        QPixmapCache::insert(key, drawn);
        return drawn;
    }

    [[nodiscard]] QIconEngine* clone() const override { return new LineIconEngine(*this); }

private:
    [[nodiscard]] const QColor& colourOf(QIcon::Mode mode) const {
        return mode == QIcon::Disabled ? m_disabled : m_colour;
    }

    const IconRow& m_row;
    QColor m_colour, m_disabled;
};

} // namespace

QIcon lineIcon(const char* name, const QColor& colour, const QColor& disabled) {
    for (const IconRow& row : kIcons)
        if (qstrcmp(row.name, name) == 0)
            return QIcon(new LineIconEngine(row, colour, disabled));
    return {};
}

} // namespace partita
