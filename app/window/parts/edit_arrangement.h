#pragma once

#include <QList>
#include <QObject>
#include <functional>

class QDockWidget;
class QMainWindow;

namespace partita {

class PanelDocks;

/// The arrangement of the panels while the user edits: the operators and the script are shown, the list
/// of operators gets most of the height, and what was there before comes back afterwards.
class EditArrangement : public QObject {
public:
    EditArrangement(QMainWindow& window, PanelDocks& panels);

    void begin();
    void end();
    /// Takes nothing back at the end: the panels were arranged anew.
    void forget();
    /// Calls `act` while the panels that are shown only to edit are hidden.
    void without(const std::function<void()>& act);

private:
    QMainWindow& m_window;
    PanelDocks& m_panels;
    QList<QDockWidget*> m_shown;        ///< hidden again at the end
    QList<QDockWidget*> m_dockedBefore; ///< beside the list of partitions, and itself
    QList<int> m_heightsBefore;         ///< of those
};

} // namespace partita
