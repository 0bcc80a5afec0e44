#pragma once

#include <QToolButton>

class QTabBar;

namespace partita {

/// The button at the end of a tab bar whose tabs do not all fit. It says how many cannot be read, and
/// lists them: a click brings one to the front. Without it, they could only be reached by scrolling.
/// Every tab is seen whole or not at all.
class MoreTabs : public QToolButton {
    Q_OBJECT
public:
    explicit MoreTabs(QTabBar& bar);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void follow();
    void coverCutTabs();
    void fill();
    [[nodiscard]] QList<int> hiddenTabs() const;

    QTabBar& m_bar;
    QWidget* m_start; ///< over a tab that is cut off at the start of the bar
    bool m_isFollowing = false;
};

} // namespace partita
