#pragma once

#include <QAbstractTableModel>
#include <optional>

#include "core/ir/tensor_slice.h"

namespace partita {

/// The elements of a two-dimensional slice of a tensor; texts are made when they are shown.
class TensorTableModel : public QAbstractTableModel {
    Q_OBJECT
public:
    using QAbstractTableModel::QAbstractTableModel;
    static constexpr std::int64_t kMost = 1 << 20; ///< rows or columns that a view can show

    void setSlice(std::optional<TensorSlice> slice);
    [[nodiscard]] const std::optional<TensorSlice>& slice() const { return m_slice; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role) const override;

private:
    std::optional<TensorSlice> m_slice;
};

} // namespace partita
