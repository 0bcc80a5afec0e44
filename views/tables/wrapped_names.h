#pragma once

#include <QStyledItemDelegate>

class QTreeView;

namespace partita {

/// Paints the names in the first column of a tree on several lines where the column is too narrow,
/// broken behind spaces and underscores, or in a word that is wider: such a name cut in its middle is
/// another one's. The rows of the view must not have uniform heights.
class WrappedNames : public QStyledItemDelegate {
    Q_OBJECT
public:
    static constexpr int kWrapsRole = Qt::UserRole + 20; ///< true: the text of the item is wrapped
    explicit WrappedNames(QTreeView& view);

    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option,
                                 const QModelIndex& index) const override;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;

private:
    [[nodiscard]] int roomOf(const QModelIndex& index) const;

    QTreeView& m_view;
};

} // namespace partita
