#pragma once

class QTableView;

namespace partita {

/// Gives the rows of a table the height of a line in its font, also when that changes.
void fitRowsToFont(QTableView& view);

} // namespace partita
