#pragma once

#include <QItemSelectionModel>

namespace partita {

/// How a list, tree or table selects a row and no other. Left to themselves, selectRow, setCurrentItem and
/// the like add to the selection, or take from it, while the user holds Ctrl or Shift, as for an undo.
inline constexpr QItemSelectionModel::SelectionFlags kOnlyThisRow =
    QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows;

} // namespace partita
