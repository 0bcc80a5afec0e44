#pragma once

class QTableView;

namespace partita {

/// Gives a table the look of Partita's lists: whole rows are selected, no grid, no row numbers, one line
/// of text in a row, and heads that do not change with the selection.
void makePlain(QTableView& table);

} // namespace partita
