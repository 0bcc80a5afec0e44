#include "views/theme/house_style.h"

#include <QTableView>
#include <QTreeView>

namespace partita {

namespace {
constexpr int kHeadPadding = 6; ///< left of the text of a head, in the style sheet
constexpr int kRowHeight = 22;
} // namespace

HouseStyle::HouseStyle() : QProxyStyle(QStringLiteral("Fusion")) {}

QPixmap HouseStyle::generatedIconPixmap(QIcon::Mode mode, const QPixmap& pixmap,
                                        const QStyleOption* option) const {
    return mode == QIcon::Selected ? pixmap
                                   : QProxyStyle::generatedIconPixmap(mode, pixmap, option);
}

int HouseStyle::pixelMetric(PixelMetric metric, const QStyleOption* option,
                            const QWidget* widget) const {
    // Qt adds one pixel to it on both sides of the text of a cell.
    if (metric == PM_FocusFrameHMargin &&
        (qobject_cast<const QTableView*>(widget) || qobject_cast<const QTreeView*>(widget)))
        return kHeadPadding - 1;
    return QProxyStyle::pixelMetric(metric, option, widget);
}

QSize HouseStyle::sizeFromContents(ContentsType type, const QStyleOption* option,
                                   const QSize& contents, const QWidget* widget) const {
    const QSize size = QProxyStyle::sizeFromContents(type, option, contents, widget);
    return type == CT_ItemViewItem && qobject_cast<const QTreeView*>(widget)
               ? size.expandedTo({0, kRowHeight})
               : size;
}

} // namespace partita
