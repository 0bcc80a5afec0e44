#include "views/tables/tensor_table_model.h"

#include "views/text/qt_text.h"

namespace partita {

void TensorTableModel::setSlice(std::optional<TensorSlice> slice) {
    beginResetModel();
    m_slice = std::move(slice);
    endResetModel();
}

int TensorTableModel::rowCount(const QModelIndex& parent) const {
    return m_slice && !parent.isValid() ? static_cast<int>(std::min(kMost, m_slice->rows())) : 0;
}

int TensorTableModel::columnCount(const QModelIndex& parent) const {
    return m_slice && !parent.isValid() ? static_cast<int>(std::min(kMost, m_slice->columns())) : 0;
}

QVariant TensorTableModel::data(const QModelIndex& index, int role) const {
    if (!m_slice || !index.isValid())
        return {};
    if (role == Qt::DisplayRole)
        return toQString(m_slice->shortText(index.row(), index.column()));
    if (role == Qt::ToolTipRole)
        return toQString(m_slice->text(index.row(), index.column()));
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>(
            (m_slice->tensor().type == DataType::string ? Qt::AlignLeft : Qt::AlignRight) |
            Qt::AlignVCenter);
    return {};
}

QVariant TensorTableModel::headerData(int section, Qt::Orientation, int role) const {
    return role == Qt::DisplayRole ? QVariant(section) : QVariant();
}

} // namespace partita
