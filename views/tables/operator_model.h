#pragma once

#include <QStandardItemModel>
#include <QStyledItemDelegate>

#include "core/edits/operator_catalogue.h"
#include "views/text/search_words.h"
#include "views/theme/theme.h"

namespace partita {

/// What can be inserted, in groups; rows are dragged as `mimeOf` makes them.
class OperatorModel : public QStandardItemModel {
    Q_OBJECT
public:
    /// Beside the name as text and the square as decoration: the number of the entry in the
    /// catalogue, the signature, the version (of a group: how many are shown).
    enum Role { entryRole = Qt::UserRole + 1, signatureRole, figureRole };

    using QStandardItemModel::QStandardItemModel;
    /// Shows what matches a text, in the groups of the catalogue. Returns how many.
    std::size_t fill(const OperatorCatalogue& catalogue, const QString& text);
    /// `squares`: for each entry of the catalogue; a null icon: none.
    void setSquares(std::vector<QIcon> squares);
    [[nodiscard]] QMimeData* mimeData(const QModelIndexList& indexes) const override;
    [[nodiscard]] QStringList mimeTypes() const override;
    void setDraggable(bool on);

private:
    [[nodiscard]] QStandardItem* itemOf(const OperatorEntry& entry, int index) const;
    const OperatorCatalogue* m_catalogue = nullptr;
    std::vector<QIcon> m_squares;
    bool m_isDraggable = false;
};

/// Paints the rows: groups as heads with a figure; operators in two lines, with what was searched
/// for underlined.
class OperatorRows : public QStyledItemDelegate {
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void setLook(const Theme& theme, const QString& searched) {
        m_theme = &theme;
        m_searched = SearchWords(searched).list();
    }
    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option,
                                 const QModelIndex& index) const override;

private:
    void paintHead(QPainter& painter, const QStyleOptionViewItem& row, bool isOpen) const;
    void paintEntry(QPainter& painter, const QStyleOptionViewItem& row,
                    const QModelIndex& index) const;
    const Theme* m_theme = nullptr;
    QStringList m_searched;
};

} // namespace partita
