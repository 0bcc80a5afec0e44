#include "views/theme/empty_layout.h"

#include <QLayout>
#include <QWidget>

namespace partita {

void makeEmpty(QLayout& layout) {
    while (QLayoutItem* item = layout.takeAt(0)) {
        if (QWidget* widget = item->widget()) {
            widget->hide();
            widget->deleteLater();
        }
        delete item;
    }
}

} // namespace partita
