#pragma once

#include <QAbstractItemView>
#include <QApplication>
#include <QComboBox>
#include <QContextMenuEvent>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QHelpEvent>
#include <QMenu>
#include <QMimeData>
#include <QMouseEvent>
#include <QTest>
#include <QTimer>
#include <QToolTip>
#include <QUrl>
#include <QWheelEvent>

#include "tests/support/entry_text.h"

// What a hand does with mouse and keys, and QTest has no function for.

namespace partita::test {

inline void moveMouse(QWidget& widget, const QPoint& at, Qt::MouseButtons held = Qt::NoButton) {
    QMouseEvent event(QEvent::MouseMove, at, widget.mapToGlobal(at), Qt::NoButton, held,
                      QApplication::keyboardModifiers());
    QApplication::sendEvent(&widget, &event);
}

inline void drag(QWidget& widget, const QPoint& from, const QPoint& to,
                 Qt::MouseButton button = Qt::LeftButton,
                 Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
    QTest::mousePress(&widget, button, modifiers, from);
    moveMouse(widget, (from + to) / 2, button);
    moveMouse(widget, to, button);
    QTest::mouseRelease(&widget, button, modifiers, to);
}

/// Takes the row of a choice behind that which is chosen, by keys: its list is opened for it.
inline void takeNextRow(QComboBox& choice) {
    choice.setFocus();
    QTest::keyClick(&choice, Qt::Key_Down);
    QTest::keyClick(choice.view(), Qt::Key_Down);
    QTest::keyClick(choice.view(), Qt::Key_Return);
}

/// `steps`: notches of the wheel; positive: away from the user.
inline void turnWheel(QWidget& widget, const QPoint& at, int steps,
                      Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
    QWheelEvent event(at, widget.mapToGlobal(at), {}, {0, 120 * steps}, Qt::NoButton, modifiers,
                      Qt::NoScrollPhase, false);
    QApplication::sendEvent(&widget, &event);
}

/// Drags files over a widget and drops them where it takes them; false: it does not.
inline bool dropFiles(QWidget& widget, const QList<QUrl>& files, const QPoint& at = {50, 50}) {
    QMimeData data;
    data.setUrls(files);
    QDragEnterEvent enter(at, Qt::CopyAction, &data, Qt::LeftButton, {});
    enter.ignore();
    QApplication::sendEvent(&widget, &enter);
    if (!enter.isAccepted())
        return false;
    QDropEvent drop(at, Qt::CopyAction, &data, Qt::LeftButton, {});
    QApplication::sendEvent(&widget, &drop);
    return true;
}

/// The tool tip that a pointer resting at a point brings up; empty: none.
inline QString toolTipAt(QWidget& widget, const QPoint& at) {
    for (QWidget* each : QApplication::topLevelWidgets()) // QToolTip::hideText takes its time
        if (each->inherits("QTipLabel"))
            each->hide();
    QHelpEvent event(QEvent::ToolTip, at, widget.mapToGlobal(at));
    QApplication::sendEvent(&widget, &event);
    return QToolTip::isVisible() ? QToolTip::text() : QString();
}

/// The texts of the menu that a right click at a point opens, those of items that cannot be chosen
/// in brackets; none: no menu. Clicks the item `choose`, or closes the menu.
inline QStringList menuAt(QWidget& widget, const QPoint& at, const QString& choose = {},
                          QContextMenuEvent::Reason reason = QContextMenuEvent::Mouse) {
    QStringList texts;
    QTimer timer;
    QObject::connect(&timer, &QTimer::timeout, &timer, [&] {
        auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        if (!menu)
            return;
        timer.stop();
        QAction* chosen = nullptr;
        for (QAction* each : menu->actions()) {
            texts += each->isEnabled() ? entryText(*each)
                                       : QLatin1Char('[') + entryText(*each) + QLatin1Char(']');
            if (!choose.isEmpty() && entryText(*each) == choose)
                chosen = each;
        }
        if (chosen)
            QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(chosen).center());
        else
            menu->close();
    });
    timer.start(5);
    QContextMenuEvent event(reason, at, widget.mapToGlobal(at));
    QApplication::sendEvent(&widget, &event);
    return texts;
}

} // namespace partita::test
