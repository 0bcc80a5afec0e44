#pragma once

#include <QStyledItemDelegate>

namespace partita {

/// Paints a row of the list of providers: the box, the swatch, the name above its device, and at
/// the right the number of nodes.
class ProviderRows : public QStyledItemDelegate {
    Q_OBJECT
public:
    /// Beside the roles of Qt: the second line, the number at the right, and whether the box and
    /// the place in the order are fixed.
    enum Role { device = Qt::UserRole + 1, count, fixed };
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option,
                                 const QModelIndex& index) const override;
};

} // namespace partita
