#pragma once

#include <QByteArray>
#include <QObject>
#include <QSet>
#include <QTimer>
#include <functional>
#include <map>

class QMainWindow;

namespace partita {

class PanelDocks;

/// The arrangement of the panels while two sides are compared: in a wide window, what would help and the
/// problems stand beside the differences. What was there before comes back afterwards, unless the user
/// has arranged the panels in between; and panels that he has moved elsewhere stay there.
class CompareArrangement : public QObject {
public:
    CompareArrangement(QMainWindow& window, PanelDocks& panels);

    /// Whether there is a comparison.
    void setComparing(bool comparing);
    /// Takes nothing back at the end: the panels were arranged anew.
    void forget();
    /// Calls `act` with the panels as they are without a comparison.
    void without(const std::function<void()>& act);
    [[nodiscard]] bool isDivided() const { return m_isDivided; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Place {
        Qt::DockWidgetArea area = Qt::NoDockWidgetArea;
        bool isFloating = false;
        QSet<QString> beside; ///< the panels in the same place
    };
    /// Of the panels that are shown.
    using Places = std::map<QString, Place>;
    [[nodiscard]] Places places() const;
    [[nodiscard]] bool isAsDivided() const;
    [[nodiscard]] bool isOneRow() const;
    void follow();
    void divide();
    void join();

    QMainWindow& m_window;
    PanelDocks& m_panels;
    QTimer m_later; ///< the window has its size then
    QByteArray m_before;
    Places m_divided; ///< as they were put; the user may have moved them since
    bool m_isComparing = false, m_isDivided = false;
    bool m_isLeft = false; ///< to the user, until the next comparison
};

} // namespace partita
