#include "views/tables/plain_table.h"

#include <QHeaderView>
#include <QTableView>

namespace partita {

void makePlain(QTableView& table) {
    table.setSelectionBehavior(QAbstractItemView::SelectRows);
    table.setShowGrid(false);
    table.setWordWrap(false);
    table.verticalHeader()->hide();
    table.verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    table.horizontalHeader()->setHighlightSections(false);
}

} // namespace partita
