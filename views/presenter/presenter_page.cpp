#include "views/presenter/presenter_page.h"

#include <QApplication>
#include <QFontDatabase>
#include <QPainter>
#include <QTextLayout>
#include <algorithm>

#include "views/graph/drawing_painter.h"
#include "views/text/qt_text.h"
#include "views/text/text_widths.h"

namespace partita {

namespace {

// Lengths in units, of which the height has 1000.
constexpr double kMargin = 48, kFigures = 376, kFoot = 76, kSmallest = 16, kBarTop = 860,
                 kBarHeight = 14, kGap = 4;
constexpr double kStageTop = 252, kStageBottom = 776, kArrow = 44;
constexpr double kMostZoom = 1.85; ///< of the boxes: a few of them do not fill the room
/// Their small text, 10 high, is read at the back of the room.
constexpr double kLeastZoom = kSmallest / 10;

/// The size of a pane of the stage on a page of that size.
QSizeF paneSize(QSizeF page) {
    return {(page.width() - 2 * kMargin - kFigures - 64 - kArrow) / 2, kStageBottom - kStageTop};
}

/// The words on lines of that width; what has no room on `most` lines is left to the last one.
QStringList linesOf(const QString& words, const QFontMetricsF& metrics, double width, int most) {
    QStringList lines;
    for (const QString& word : words.split(QLatin1Char(' '))) { // also empty: gaps have a meaning
        const QString longer = lines.isEmpty() ? word : lines.last() + QLatin1Char(' ') + word;
        if (lines.isEmpty() || (lines.size() < most && metrics.horizontalAdvance(longer) > width))
            lines += word;
        else
            lines.last() = longer;
    }
    return lines;
}

} // namespace

PresenterPage::PresenterPage(QPainter& painter, QSizeF size, const Theme& theme)
    : m_painter(painter), m_size(size.width() * 1000 / std::max(1.0, size.height()), 1000),
      m_unit(size.height() / 1000), m_theme(theme) {}

QFont PresenterPage::font(double size, bool bold, bool fixed) const {
    QFont made = fixed ? QFontDatabase::systemFont(QFontDatabase::FixedFont) : QApplication::font();
    made.setPixelSize(std::max(1, qRound(std::max(size, kSmallest))));
    made.setWeight(bold ? QFont::DemiBold : QFont::Normal);
    return made;
}

double PresenterPage::text(QPointF at, const QString& words, double size, const QColor& colour,
                           Qt::Alignment align, bool bold, bool fixed, double room) {
    m_painter.setFont(font(size, bold, fixed));
    m_painter.setPen(colour);
    const QFontMetricsF metrics(m_painter.font());
    const QString shown = metrics.horizontalAdvance(words) <= room
                              ? words
                              : metrics.elidedText(words, Qt::ElideRight, std::max(0.0, room));
    const double width = metrics.horizontalAdvance(shown);
    const double left = align & Qt::AlignRight     ? at.x() - width
                        : align & Qt::AlignHCenter ? at.x() - width / 2
                                                   : at.x();
    m_painter.drawText(QPointF(left, at.y()), shown);
    return width;
}

void PresenterPage::paint(const PresentedPage& page) {
    m_painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing |
                             QPainter::SmoothPixmapTransform);
    m_painter.save();
    m_painter.scale(m_unit, m_unit);
    m_painter.fillRect(QRectF(QPointF(), m_size), m_theme.canvas);
    if (page.size == 0) {
        text(QPointF(m_size.width() / 2, 500), page.note, 28, m_theme.text, Qt::AlignHCenter);
    } else {
        head(page);
        panes(page);
        figures(page);
        bar(page);
    }
    foot(page);
    m_painter.restore();
}

void PresenterPage::head(const PresentedPage& page) {
    const double right = m_size.width() - kMargin;
    QString source = page.file;
    if (!page.device.isEmpty())
        source += QStringLiteral("  ·  ") + page.device;
    const double total = text(QPointF(right, 58), QStringLiteral(" / ") + countText(page.size), 22,
                              m_theme.second, Qt::AlignRight);
    const QString place = page.goal.isEmpty() ? page.place : QStringLiteral("→ ") + page.goal;
    const double number =
        text(QPointF(right - total, 58), place, 36,
             page.goal.isEmpty() ? m_theme.text : m_theme.accent, Qt::AlignRight, true);
    const double word = text(QPointF(right - total - number - 10, 58), page.placeOf, 21,
                             m_theme.second, Qt::AlignRight);
    text(QPointF(kMargin, 56), source, 21, m_theme.second, Qt::AlignLeft, false, false,
         right - total - number - word - 10 - 2 * kMargin);
    const double room = m_size.width() - 2 * kMargin - kFigures - 48;
    // The name of a pass is read whole; which of its nodes it is about has what is left.
    constexpr double kLargest = 42, kLeast = 26, kBeside = 22, kWhich = 21, kLeastWhich = 130,
                     kLeastAnchor = 60;
    // "9 of 11" is read whole as well: cut behind its first digit it would be another number.
    const QString count = page.which.section(QStringLiteral(" · "), 0, 0);
    const QFontMetricsF metrics(font(kWhich));
    const double which = metrics.horizontalAdvance(page.which),
                 least = std::max(metrics.horizontalAdvance(count), std::min(which, kLeastWhich)),
                 forName = room - kBeside - least;
    double large = kLargest;
    while (large > kLeast &&
           QFontMetricsF(font(large, true, true)).horizontalAdvance(page.pass) > forName)
        large -= 2;
    const double name = text(QPointF(kMargin, 126), page.pass, large, m_theme.text, Qt::AlignLeft,
                             true, true, forName);
    const double forWhich = room - name - kBeside;
    text(QPointF(kMargin + name + kBeside, 126),
         which <= forWhich || least + kLeastAnchor <= forWhich ? page.which : count, kWhich,
         m_theme.second, Qt::AlignLeft, false, false, forWhich);
    if (page.formula.empty())
        sentence(page, room);
    else
        formula(page, room);
}

/// What a pass does: on one line, or in smaller type on two.
void PresenterPage::sentence(const PresentedPage& page, double room) {
    constexpr double kLarge = 26, kSmall = 21, kLine = 30;
    if (QFontMetricsF(font(kLarge)).horizontalAdvance(page.sentence) <= room) {
        text(QPointF(kMargin, 176), page.sentence, kLarge, m_theme.text);
        return;
    }
    QTextLayout layout(page.sentence, font(kSmall));
    layout.beginLayout();
    QTextLine first = layout.createLine();
    first.setLineWidth(room);
    layout.endLayout();
    text(QPointF(kMargin, 168), page.sentence.left(first.textLength()).trimmed(), kSmall,
         m_theme.text);
    text(QPointF(kMargin, 168 + kLine), page.sentence.mid(first.textLength()), kSmall, m_theme.text,
         Qt::AlignLeft, false, false, room);
}

/// The formula of a pass, on as many lines as it needs; a long one in smaller type.
void PresenterPage::formula(const PresentedPage& page, double room) {
    constexpr double kTop = 164, kLast = 216, kLabel = 90, kMostType = 20;
    constexpr int kMostLines = 2; // of each half
    double size = kMostType;
    QList<QStringList> halves;
    qsizetype lines = 0;
    for (;; size -= 2) {
        const QFontMetricsF metrics(font(size, false, true));
        halves.clear();
        lines = 0;
        bool fits = true;
        for (const auto& half : page.formula) {
            halves += linesOf(half.second, metrics, room - kLabel, kMostLines);
            lines += halves.last().size();
            fits = fits && metrics.horizontalAdvance(halves.last().last()) <= room - kLabel;
        }
        if (size <= kSmallest || (fits && lines <= qsizetype(page.formula.size())))
            break;
    }
    const double step = lines <= 2 ? 30 : (kLast - kTop + 12) / static_cast<double>(lines - 1);
    double top = lines <= 2 ? kTop : kTop - 12;
    for (std::size_t i = 0; i < page.formula.size(); ++i) {
        text(QPointF(kMargin, top), page.formula[i].first, 18, m_theme.second);
        for (const QString& line : halves[static_cast<int>(i)]) {
            text(QPointF(kMargin + kLabel, top), line, size, m_theme.text, Qt::AlignLeft, false,
                 true, room - kLabel);
            top += step;
        }
    }
}

QSizeF PresenterPage::roomOf(QSizeF size) {
    return paneSize({size.width() * 1000 / std::max(1.0, size.height()), 1000}) / kLeastZoom;
}

PresenterPage::StageView PresenterPage::viewOf(const StepPicture& picture, QSizeF size) {
    const QSizeF room = roomOf(size);
    const double scale =
        std::min(kMostZoom / kLeastZoom, picture.scaleFor(room.width(), room.height()));
    const Rect seen = picture.seen(room.width() / scale, room.height() / scale);
    return {scale * kLeastZoom, {(seen.left + seen.right) / 2, (seen.top + seen.bottom) / 2}};
}

void PresenterPage::side(const StepSide& shown, const QRectF& room, const StageView& view,
                         QPointF glide) {
    if (!shown.scene)
        return;
    m_painter.save();
    m_painter.setClipRect(room.adjusted(-8, -8, 8, 8));
    m_painter.translate(room.center());
    m_painter.scale(view.scale, view.scale);
    m_painter.translate(glide - view.middle);
    paintDrawing(m_painter, shown.drawing, m_theme, canvasTitleFont(QApplication::font()),
                 canvasSmallFont(QApplication::font()));
    m_painter.restore();
}

/// The pane after the step while the step is being made: what goes fades into its outline. Both
/// pictures are added up, so that what both show stays as it is.
void PresenterPage::after(const PresentedPage& page, const QRectF& room, const StageView& view) {
    const StepPicture& picture = *page.picture;
    if (page.shown >= 1) {
        side(picture.after, room, view, page.glide);
        return;
    }
    const double pixels = m_unit * m_painter.device()->devicePixelRatioF();
    QImage mixed((room.size() * pixels).toSize(), QImage::Format_ARGB32_Premultiplied);
    mixed.fill(Qt::black);
    for (const auto& [shown, share] :
         {std::pair(&picture.before, 1 - page.shown), std::pair(&picture.after, page.shown)}) {
        QImage one(mixed.size(), QImage::Format_ARGB32_Premultiplied);
        one.fill(m_theme.canvas);
        QPainter painter(&one);
        painter.setRenderHints(m_painter.renderHints());
        painter.scale(pixels, pixels);
        PresenterPage(painter, {m_size.width() * m_unit, 1000 * m_unit}, m_theme)
            .side(*shown, QRectF(QPointF(), room.size()), view, page.glide);
        painter.end();
        QPainter adding(&mixed);
        adding.setCompositionMode(QPainter::CompositionMode_Plus);
        adding.setOpacity(share);
        adding.drawImage(0, 0, one);
    }
    m_painter.drawImage(room, mixed);
}

void PresenterPage::panes(const PresentedPage& page) {
    const QRectF before(QPointF(kMargin, kStageTop), paneSize(m_size));
    const QRectF after = before.translated(before.width() + kArrow, 0);
    text(QPointF(before.left(), 236), QApplication::translate("partita::Presenter", "Before"), 20,
         m_theme.second);
    text(QPointF(after.left(), 236), QApplication::translate("partita::Presenter", "After"), 20,
         m_theme.second);
    if (!page.picture || page.picture->empty()) {
        text(QPointF((before.left() + after.right()) / 2, 500), page.note, 24, m_theme.second,
             Qt::AlignHCenter);
        return;
    }
    const StageView view = viewOf(*page.picture, m_size);
    side(page.picture->before, before, view, page.glide);
    this->after(page, after, view);
    if (page.picture->left)
        text(QPointF(before.left(), kStageBottom + 14),
             QApplication::translate("partita::Presenter", "and %1 more nodes that change")
                 .arg(page.picture->left),
             17, m_theme.second);
    if (page.picture->leftAround)
        text(QPointF(after.right(), kStageBottom + 14),
             QApplication::translate("partita::Presenter", "+%1 more around it")
                 .arg(page.picture->leftAround),
             17, m_theme.second, Qt::AlignRight);
    m_painter.setPen(QPen(m_theme.accent, 4, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    const QPointF tip(after.left() - 6, before.center().y());
    m_painter.drawLine(tip - QPointF(32, 0), tip);
    m_painter.drawPolyline(QPolygonF({tip + QPointF(-12, -12), tip, tip + QPointF(-12, 12)}));
}

void PresenterPage::curve(const PresentedFigure& figure, const QRectF& room,
                          const PresentedPage& page) {
    const auto at = [&](double place, double amount) {
        return QPointF(room.left() + room.width() * place,
                       room.bottom() - 3 - (room.height() - 8) * amount / figure.curve.most);
    };
    m_painter.setPen(QPen(m_theme.lineStrong, 1.5));
    m_painter.drawLine(room.bottomLeft(), room.bottomRight());
    for (const PresentedSegment& segment : page.segments) {
        const double x = room.left() + room.width() *
                                           static_cast<double>(segment.first + segment.count) /
                                           static_cast<double>(page.size);
        m_painter.drawLine(QPointF(x, room.bottom() - 5), QPointF(x, room.bottom()));
    }
    const QPointF here =
        at(static_cast<double>(page.state) / static_cast<double>(page.size), figure.now);
    QPolygonF until, later;
    later << here;
    for (const auto& [place, amount] : figure.curve.until)
        until << at(place, amount);
    until << here;
    for (const auto& [place, amount] : figure.curve.later)
        later << at(place, amount);
    m_painter.setBrush(Qt::NoBrush);
    m_painter.setPen(QPen(m_theme.second, 2, Qt::DotLine));
    m_painter.drawPolyline(later);
    m_painter.setPen(QPen(m_theme.text, 2.5));
    m_painter.drawPolyline(until);
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(m_theme.accent);
    m_painter.drawEllipse(here, 6, 6);
}

void PresenterPage::figures(const PresentedPage& page) {
    const double left = m_size.width() - kMargin - kFigures, right = m_size.width() - kMargin;
    m_painter.setPen(QPen(m_theme.lineStrong, 1.5));
    m_painter.drawLine(QPointF(left - 32, 92), QPointF(left - 32, 780));
    double top = 114;
    for (const PresentedFigure& figure : page.figures) {
        const double change =
            text(QPointF(right, top), figure.change, 20, figure.isGood ? m_theme.good : m_theme.bad,
                 Qt::AlignRight, true);
        text(QPointF(left, top), figure.name, 20, m_theme.second, Qt::AlignLeft, false, false,
             kFigures - change - 12);
        const double value =
            text(QPointF(left, top + 70), figure.shown, 68, m_theme.text, Qt::AlignLeft, true);
        text(QPointF(left + value + 10, top + 70), figure.unit, 24, m_theme.text);
        text(QPointF(right, top + 70), figure.from, 21, m_theme.second, Qt::AlignRight);
        curve(figure, QRectF(left, top + 86, kFigures, 74), page);
        top += 220;
    }
    const double tag = text(QPointF(right, 774), page.tag, 16, m_theme.second, Qt::AlignRight);
    if (!page.verdict.isEmpty())
        text(QPointF(left, 774),
             (page.isAlike ? QStringLiteral("✓ ") : QStringLiteral("✕ ")) + page.verdict, 16,
             page.isAlike ? m_theme.good : m_theme.bad, Qt::AlignLeft, false, false,
             kFigures - tag - 12);
}

std::vector<QRectF> PresenterPage::segments(const std::vector<PresentedSegment>& all, QSizeF size) {
    constexpr double kLeast = 6;
    const double unit = size.height() / 1000;
    std::size_t steps = 0;
    for (const PresentedSegment& each : all)
        steps += each.count;
    const double gaps = kGap * static_cast<double>(std::max<std::size_t>(1, all.size()) - 1),
                 room = size.width() / std::max(1e-9, unit) - 2 * kMargin - gaps,
                 spare = std::max(0.0, room - kLeast * static_cast<double>(all.size()));
    std::vector<QRectF> places;
    double left = kMargin;
    for (const PresentedSegment& each : all) {
        const double width = std::min(kLeast, room / static_cast<double>(all.size())) +
                             spare * static_cast<double>(each.count) /
                                 static_cast<double>(std::max<std::size_t>(1, steps));
        places.emplace_back(left * unit, kBarTop * unit, width * unit, kBarHeight * unit);
        left += width + kGap;
    }
    return places;
}

void PresenterPage::bar(const PresentedPage& page) {
    const auto places = segments(page.segments, m_size);
    for (std::size_t i = 0; i < places.size(); ++i) {
        const PresentedSegment& each = page.segments[i];
        const QRectF& place = places[i];
        const std::size_t done =
            std::clamp(page.state, each.first, each.first + each.count) - each.first;
        const bool current = page.state > 0 && i == page.current;
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(m_theme.lineStrong);
        m_painter.drawRoundedRect(place, 3, 3);
        const double share = static_cast<double>(done) / static_cast<double>(each.count);
        m_painter.setBrush(current ? m_theme.accent : m_theme.second);
        if (done)
            m_painter.drawRoundedRect(
                QRectF(place.topLeft(),
                       QSizeF(std::max(3.0, place.width() * share), place.height())),
                3, 3);
        if (current) {
            m_painter.setBrush(m_theme.canvas);
            m_painter.setPen(QPen(m_theme.accent, 3));
            m_painter.drawRoundedRect(QRectF(place.left() + place.width() * share - 4,
                                             place.top() - 6, 8, place.height() + 12),
                                      3, 3);
        }
        QString count = current ? QApplication::translate("partita::Presenter", "%1 of %2")
                                      .arg(countText(done), countText(each.count))
                                : countText(each.count);
        if (done == each.count && !current)
            count.prepend(QStringLiteral("✓ "));
        const QColor& colour = current ? m_theme.text : m_theme.second;
        const double name = QFontMetricsF(font(17, current, true)).horizontalAdvance(each.name),
                     number = QFontMetricsF(font(17, current)).horizontalAdvance(count);
        if (name <= place.width()) // where it does not fit, the tool tip says it
            text(QPointF(place.left(), kBarTop - 14), each.name, 17, colour, Qt::AlignLeft, current,
                 true);
        if ((name <= place.width() ? name + 16 : 0) + number + 8 <= place.width())
            text(QPointF(place.right() - 8, kBarTop - 14), count, 17, colour, Qt::AlignRight,
                 current);
    }
}

void PresenterPage::foot(const PresentedPage& page) {
    if (!page.error.isEmpty())
        text(QPointF(kMargin, 1000 - kFoot - 12), page.error, 20, m_theme.bad, Qt::AlignLeft, false,
             false, m_size.width() - 2 * kMargin);
    if (page.hints.empty())
        return;
    m_painter.setPen(QPen(m_theme.lineWeak, 1.5));
    m_painter.drawLine(QPointF(0, 1000 - kFoot), QPointF(m_size.width(), 1000 - kFoot));
    const double middle = 1000 - kFoot / 2;
    const auto widthOf = [&](const std::pair<QStringList, QString>& hint) {
        double width = QFontMetricsF(font(17)).horizontalAdvance(hint.second) + 8 + 30;
        for (const QString& key : hint.first)
            width += std::max(32.0, QFontMetricsF(font(16, true)).horizontalAdvance(key) + 20) + 8;
        return width;
    };
    const auto paintHint = [&](double left, const std::pair<QStringList, QString>& hint) {
        for (const QString& key : hint.first) {
            const double width =
                std::max(32.0, QFontMetricsF(font(16, true)).horizontalAdvance(key) + 20);
            m_painter.setPen(QPen(m_theme.lineStrong, 1.5));
            m_painter.setBrush(m_theme.base);
            m_painter.drawRoundedRect(QRectF(left, middle - 14, width, 28), 4, 4);
            text(QPointF(left + width / 2, middle + 6), key, 16, m_theme.text, Qt::AlignHCenter,
                 true);
            left += width + 8;
        }
        text(QPointF(left, middle + 6), hint.second, 17, m_theme.second);
    };
    const auto& leave = page.hints.back(); // always seen, on the right
    const double end = m_size.width() - kMargin - widthOf(leave) + 30;
    paintHint(end, leave);
    double left = kMargin;
    for (std::size_t i = 0; i + 1 < page.hints.size(); ++i) {
        const double width = widthOf(page.hints[i]);
        if (left + width > end)
            break;
        paintHint(left, page.hints[i]);
        left += width;
    }
}

} // namespace partita
