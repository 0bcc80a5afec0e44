#include "views/theme/house_style.h"

#include <QComboBox>
#include <QDockWidget>
#include <QEvent>
#include <QLabel>
#include <QListWidget>
#include <QMenu>
#include <QMenuBar>
#include <QPainter>
#include <QScreen>
#include <QStyleOptionComboBox>
#include <QStyleOptionSpinBox>
#include <QTableView>
#include <QTimer>
#include <QTreeView>
#include <algorithm>

#include "views/theme/line_icon.h"
#include "views/theme/menu_mnemonics.h"

namespace partita {

namespace {
constexpr int kHeadPadding = 6; ///< left of the text of a head, in the style sheet
constexpr int kRowHeight = 22;

/// On Linux Qt tells screen readers the value of a choice as its name, and takes what is chosen from a
/// label beside it. Where none is seen, this one, which is hidden, says it.
class LabelForReaders : public QLabel {
public:
    explicit LabelForReaders(QComboBox& choice)
        : QLabel(choice.accessibleName(), choice.parentWidget()) {
        hide();
        setBuddy(&choice);
        choice.installEventFilter(this);
        connect(&choice, &QObject::destroyed, this, &QObject::deleteLater);
    }

    bool eventFilter(QObject* choice, QEvent* event) override {
        // The choice gets its new name when all of the window has heard of the language.
        if (event->type() == QEvent::LanguageChange)
            QTimer::singleShot(0, this, [this] {
                if (buddy())
                    setText(buddy()->accessibleName());
            });
        return QLabel::eventFilter(choice, event);
    }
};

void labelForReaders(QComboBox& choice) {
    QWidget* parent = choice.parentWidget();
    if (!parent || choice.accessibleName().isEmpty())
        return;
    for (const auto* each : parent->findChildren<QLabel*>(QString(), Qt::FindDirectChildrenOnly))
        if (each->buddy() == &choice)
            return;
    new LabelForReaders(choice);
}

} // namespace

HouseStyle::HouseStyle() : QProxyStyle(QStringLiteral("Fusion")) {}

/// Qt calls this for each widget after its name is set and before it is shown.
void HouseStyle::polish(QWidget* widget) {
    QProxyStyle::polish(widget);
    if (auto* choice = qobject_cast<QComboBox*>(widget))
        labelForReaders(*choice);
    // By Tab the keyboard would go from cell to cell, and never out of the table.
    if (auto* table = qobject_cast<QTableView*>(widget))
        table->setTabKeyNavigation(false);
    if (auto* menu = qobject_cast<QMenu*>(widget))
        markLettersOf(*menu);
}

QPixmap HouseStyle::generatedIconPixmap(QIcon::Mode mode, const QPixmap& pixmap,
                                        const QStyleOption* option) const {
    return mode == QIcon::Selected ? pixmap
                                   : QProxyStyle::generatedIconPixmap(mode, pixmap, option);
}

QIcon HouseStyle::standardIcon(StandardPixmap icon, const QStyleOption* option,
                               const QWidget* widget) const {
    const char* name = icon == SP_TitleBarCloseButton    ? "close"
                       : icon == SP_TitleBarNormalButton ? "float"
                                                         : nullptr;
    if (!name || !qobject_cast<const QDockWidget*>(widget))
        return QProxyStyle::standardIcon(icon, option, widget);
    const QPalette& colours = widget->palette();
    return lineIcon(name, colours.color(QPalette::Active, QPalette::WindowText),
                    colours.color(QPalette::Disabled, QPalette::WindowText));
}

int HouseStyle::pixelMetric(PixelMetric metric, const QStyleOption* option,
                            const QWidget* widget) const {
    // Qt adds one pixel to it on both sides of the text of a cell.
    if (metric == PM_FocusFrameHMargin &&
        (qobject_cast<const QTableView*>(widget) || qobject_cast<const QTreeView*>(widget)))
        return kHeadPadding - 1;
    return QProxyStyle::pixelMetric(metric, option, widget);
}

namespace {

/// Whether a menu bar opens a menu, or a menu of it does.
bool isOfMenuBar(const QMenu& menu) {
    return std::ranges::any_of(menu.menuAction()->associatedWidgets(), [](const QWidget* each) {
        const auto* parent = qobject_cast<const QMenu*>(each);
        return parent ? isOfMenuBar(*parent) : qobject_cast<const QMenuBar*>(each) != nullptr;
    });
}

/// Whether the longer menus, such as that of a node that is edited, are higher than the screen. A
/// menu asks before it has entries.
bool isScreenLow(const QMenu& menu) {
    constexpr int kManyEntries = 20, kPadding = 8;
    const int entry = menu.fontMetrics().height() + kPadding;
    return kManyEntries * entry > menu.screen()->availableGeometry().height();
}

} // namespace

int HouseStyle::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                          QStyleHintReturn* data) const {
    // A menu that is higher than the screen would cover the window with a second column. Others do not
    // scroll: one that opens below the screen's end has to move up.
    if (const auto* menu = qobject_cast<const QMenu*>(widget);
        menu && hint == SH_Menu_Scrollable && (isOfMenuBar(*menu) || isScreenLow(*menu)))
        return 1;
    return QProxyStyle::styleHint(hint, option, widget, data);
}

namespace {

/// A triangle that fills its place: Fusion's would be as wide as its place is high.
void drawSortMark(QPainter& painter, const QStyleOptionHeader& header) {
    const QRectF place(header.rect);
    const bool isUp = header.sortIndicator == QStyleOptionHeader::SortUp;
    const double base = isUp ? place.bottom() : place.top(),
                 tip = isUp ? place.top() : place.bottom();
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(header.palette.color(QPalette::ButtonText));
    painter.drawPolygon(
        QPolygonF({{place.left(), base}, {place.right(), base}, {place.center().x(), tip}}));
    painter.restore();
}

} // namespace

/// Fusion makes the box of a checked check box darker than the window: on black it is not seen.
void HouseStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option,
                               QPainter* painter, const QWidget* widget) const {
    if (const auto* header = qstyleoption_cast<const QStyleOptionHeader*>(option);
        header && element == PE_IndicatorHeaderArrow) {
        if (header->sortIndicator != QStyleOptionHeader::None)
            drawSortMark(*painter, *header);
        return;
    }
    QProxyStyle::drawPrimitive(element, option, painter, widget);
    if (element != PE_IndicatorCheckBox && element != PE_IndicatorItemViewItemCheck)
        return;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(option->palette.color(QPalette::Text));
    painter->setBrush(Qt::NoBrush);
    painter->drawRoundedRect(QRectF(option->rect).adjusted(0.5, 0.5, -0.5, -0.5), 2, 2);
    painter->restore();
}

/// Fusion cuts the text of a combo box through a letter.
void HouseStyle::drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                             const QWidget* widget) const {
    const auto* box = qstyleoption_cast<const QStyleOptionComboBox*>(option);
    if (element != CE_ComboBoxLabel || !box || box->editable) {
        QProxyStyle::drawControl(element, option, painter, widget);
        return;
    }
    constexpr int kBeside = 2, kBehindIcon = 4; // as Fusion has them
    const int field = subControlRect(CC_ComboBox, box, SC_ComboBoxEditField, widget).width(),
              icon = box->currentIcon.isNull() ? 0 : box->iconSize.width() + kBehindIcon;
    QStyleOptionComboBox shown = *box;
    shown.currentText =
        box->fontMetrics.elidedText(box->currentText, Qt::ElideRight, field - kBeside - icon);
    QProxyStyle::drawControl(element, &shown, painter, widget);
}

namespace {

int lineWidth = 1;

/// The line of a field around what can be written or chosen, in the colour of the focus where it has
/// it.
void drawFieldLine(QPainter& painter, const QStyleOptionComplex& option, const QBrush& fill) {
    const bool focus = option.state & QStyle::State_HasFocus;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(option.palette.color(focus ? QPalette::Link : QPalette::Mid), lineWidth));
    painter.setBrush(fill);
    const double half = lineWidth / 2.0;
    painter.drawRoundedRect(QRectF(option.rect).adjusted(half, half, -half, -half), 3, 3);
    painter.restore();
}

} // namespace

void HouseStyle::setLineWidth(int width) { lineWidth = width; }

/// Fusion makes the frame of a number's field and of a choice darker than the window, which in the
/// dark themes is not seen, and a choice a button with a gradient. They get the look of the other
/// fields.
void HouseStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex* option,
                                    QPainter* painter, const QWidget* widget) const {
    const auto* choice = qstyleoption_cast<const QStyleOptionComboBox*>(option);
    if (control == CC_ComboBox && choice && choice->frame) {
        const bool isEnabled = option->state & State_Enabled;
        drawFieldLine(*painter, *option,
                      option->palette.brush(isEnabled ? QPalette::Base : QPalette::Window));
        QStyleOption arrow(*option);
        arrow.rect = subControlRect(control, option, SC_ComboBoxArrow, widget);
        drawPrimitive(PE_IndicatorArrowDown, &arrow, painter, widget);
        return;
    }
    QProxyStyle::drawComplexControl(control, option, painter, widget);
    const auto* box = qstyleoption_cast<const QStyleOptionSpinBox*>(option);
    if (control == CC_SpinBox && box && box->frame)
        drawFieldLine(*painter, *option, Qt::NoBrush);
}

QSize HouseStyle::sizeFromContents(ContentsType type, const QStyleOption* option,
                                   const QSize& contents, const QWidget* widget) const {
    const QSize size = QProxyStyle::sizeFromContents(type, option, contents, widget);
    return type == CT_ItemViewItem && (qobject_cast<const QTreeView*>(widget) ||
                                       qobject_cast<const QListWidget*>(widget))
               ? size.expandedTo({0, kRowHeight})
               : size;
}

} // namespace partita
