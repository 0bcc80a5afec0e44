#pragma once

#include <QProxyStyle>

namespace partita {

/// Fusion, but for what it does to lists: the picture of a selected row keeps its colours, which are
/// those of a provider, a text in a table stands below the text of its head, the rows of trees and lists
/// are as high as those of tables, the box of a check box is seen in every theme, a menu has one column
/// and a key for each entry, a choice looks like a field and ends in dots where it has no room, the
/// buttons of a panel's title look like the other ones, and a screen reader is told what is chosen in a
/// choice.
class HouseStyle : public QProxyStyle {
    Q_OBJECT
public:
    using QProxyStyle::polish;
    HouseStyle();
    /// How wide the line of a field is, in pixels; the theme says so.
    static void setLineWidth(int width);
    void polish(QWidget* widget) override;
    [[nodiscard]] QPixmap generatedIconPixmap(QIcon::Mode mode, const QPixmap& pixmap,
                                              const QStyleOption* option) const override;
    [[nodiscard]] QIcon standardIcon(StandardPixmap icon, const QStyleOption* option,
                                     const QWidget* widget) const override;
    [[nodiscard]] int pixelMetric(PixelMetric metric, const QStyleOption* option,
                                  const QWidget* widget) const override;
    int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                  QStyleHintReturn* data) const override;
    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override;
    void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option,
                            QPainter* painter, const QWidget* widget) const override;
    [[nodiscard]] QSize sizeFromContents(ContentsType type, const QStyleOption* option,
                                         const QSize& contents,
                                         const QWidget* widget) const override;
};

} // namespace partita
