#pragma once

#include <QPainter>
#include <QStyleOptionToolButton>
#include <QToolButton>
#include <algorithm>
#include <array>

#include "views/text/qt_text.h"

namespace partita {

/// Pixels of a row of the legend.
struct LegendSize {
    static constexpr int key = 22, swatch = 16, gap = 8;
    static constexpr int mostName = 220, mostBrief = 100; ///< of a name, where there is little room
};

/// What a row of the legend is about. In a legend with little room it has its short name.
struct RowName {
    QString full, brief;
};

/// One row of the legend: a swatch, a name, and figures in right-aligned columns. All rows have
/// columns of the same widths. A narrow one leaves out the share. A name that would leave no room for
/// the legend loses its end.
class LegendRow : public QToolButton {
public:
    LegendRow(const QPixmap& swatch, const RowName& name, std::size_t count, const QString& share)
        : m_swatch(swatch), m_brief(name.brief), m_parts{name.full, countText(count), share} {
        setText(m_parts[0] + QLatin1Char(' ') + m_parts[1] + QLatin1Char(' ') + share); // read out
        setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    }

    void setNarrow(bool narrow) { m_narrow = narrow; }
    [[nodiscard]] int partWidth(std::size_t part) const {
        return fontMetrics().horizontalAdvance(shown(part));
    }
    void setWidths(const std::array<int, 3>& widths) {
        m_widths = widths;
        updateGeometry();
    }
    [[nodiscard]] QSize sizeHint() const override {
        int width = 2 * LegendSize::gap + LegendSize::swatch + m_widths[0];
        for (const std::size_t figure : {1U, 2U})
            width += m_widths[figure] ? m_widths[figure] + 2 * LegendSize::gap : 0;
        return {width, std::max(LegendSize::key, fontMetrics().height() + 4)};
    }
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent*) override {
        QStyleOptionToolButton option;
        initStyleOption(&option);
        option.text.clear();
        QPainter painter(this);
        style()->drawComplexControl(QStyle::CC_ToolButton, &option, &painter, this);
        const int middle = (height() - LegendSize::swatch) / 2;
        painter.drawPixmap(LegendSize::gap / 2, middle, LegendSize::swatch, LegendSize::swatch,
                           m_swatch);
        painter.setPen(palette().color(QPalette::WindowText));
        int left = LegendSize::gap / 2 + LegendSize::swatch + LegendSize::gap,
            right = width() - LegendSize::gap / 2;
        for (const std::size_t part : {2U, 1U}) {
            painter.drawText(QRect(right - m_widths[part], 0, m_widths[part], height()),
                             Qt::AlignRight | Qt::AlignVCenter, shown(part));
            right -= m_widths[part] ? m_widths[part] + 2 * LegendSize::gap : 0;
        }
        painter.drawText(QRect(left, 0, m_widths[0], height()), Qt::AlignLeft | Qt::AlignVCenter,
                         shown(0));
    }

private:
    [[nodiscard]] QString shown(std::size_t part) const {
        if (part == 0)
            return fontMetrics().elidedText(m_narrow ? m_brief : m_parts[0], Qt::ElideRight,
                                            m_narrow ? LegendSize::mostBrief
                                                     : LegendSize::mostName);
        return part == 1 || !m_narrow ? m_parts[part] : QString();
    }

    QPixmap m_swatch;
    QString m_brief;
    std::array<QString, 3> m_parts; // name, count, share
    std::array<int, 3> m_widths{};
    bool m_narrow = false;
};

/// Gives all rows, which are LegendRows, columns of the same widths.
inline void align(const QList<QToolButton*>& rows, bool narrow) {
    std::array<int, 3> widths{};
    for (QToolButton* each : rows) {
        auto* row = static_cast<LegendRow*>(each);
        row->setNarrow(narrow);
        for (std::size_t part = 0; part < widths.size(); ++part)
            widths[part] = std::max(widths[part], row->partWidth(part));
    }
    for (QToolButton* row : rows)
        static_cast<LegendRow*>(row)->setWidths(widths);
}

} // namespace partita
