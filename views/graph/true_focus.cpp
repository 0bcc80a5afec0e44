#include "views/graph/true_focus.h"

#include <QAbstractItemView>
#include <QAccessible>
#include <QApplication>

#include "views/graph/graph_view.h"

namespace partita {

namespace {

QAccessible::UpdateHandler nextHandler = nullptr; ///< null: that of the platform

bool isElsewhere(const QAbstractItemView& view) {
    const QWidget* focused = QApplication::focusWidget();
    return !view.hasFocus() && (qobject_cast<const GraphView*>(focused) ||
                                qobject_cast<const QAbstractItemView*>(focused));
}

void tellTrue(QAccessibleEvent* event) {
    const auto* view = qobject_cast<QAbstractItemView*>(event->object());
    if (view && event->type() == QAccessible::Focus && isElsewhere(*view))
        return;
    if (nextHandler)
        return nextHandler(event);
    // Qt calls the platform's own handler only where no other is installed.
    QAccessible::installUpdateHandler(nullptr);
    QAccessible::updateAccessibility(event);
    QAccessible::installUpdateHandler(tellTrue);
}

} // namespace

void tellTrueFocusOnly() {
    const auto before = QAccessible::installUpdateHandler(tellTrue);
    if (before != tellTrue)
        nextHandler = before;
}

} // namespace partita
