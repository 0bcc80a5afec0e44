#include "views/tables/table_head.h"

namespace partita {

int TableHead::alignment() const {
    return static_cast<int>((figures ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
}

QVariant TableHead::data(int role) const {
    switch (role) {
    case Qt::DisplayRole: return title;
    case Qt::TextAlignmentRole: return alignment();
    case Qt::InitialSortOrderRole:
        return static_cast<int>(largestFirst ? Qt::DescendingOrder : Qt::AscendingOrder);
    default: return {};
    }
}

} // namespace partita
