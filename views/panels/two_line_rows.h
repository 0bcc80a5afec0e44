#pragma once

#include <QStyledItemDelegate>

namespace partita {

/// Paints a row of two lines with its box and its swatch, if it has one: at the left the name above
/// the second line, at the right a figure.
class TwoLineRows : public QStyledItemDelegate {
    Q_OBJECT
public:
    /// Beside the roles of Qt: the second line, the figure, whether the box and the place in the
    /// order are fixed, and the colours (QColor) of figure and second line where they have one.
    enum Role { second = Qt::UserRole + 1, figure, fixed, figureColour, secondColour };
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option,
                                 const QModelIndex& index) const override;
};

} // namespace partita
