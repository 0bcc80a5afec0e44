#include "views/dialogs/dialog_size.h"

#include <QScreen>
#include <QStyle>

namespace partita {

void resizeWithinScreen(QWidget& dialog, QSize wanted) {
    const QWidget* parent = dialog.parentWidget() ? dialog.parentWidget() : &dialog;
    if (const QScreen* screen = parent->screen()) {
        const int title = dialog.style()->pixelMetric(QStyle::PM_TitleBarHeight, nullptr, &dialog);
        wanted = wanted.boundedTo(screen->availableSize() - QSize(0, title));
    }
    dialog.resize(wanted);
}

} // namespace partita
