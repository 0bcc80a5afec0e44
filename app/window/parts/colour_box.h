#pragma once

#include <QAction>
#include <QComboBox>

class QLabel;

namespace partita {

/// Chooses what the graph's colours show: the provider, or what one of several checkable actions
/// switches on. The box and the actions always say the same.
class ColourBox : public QWidget {
    Q_OBJECT
public:
    explicit ColourBox(QList<QAction*> actions);
    void translate();

protected:
    void changeEvent(QEvent* event) override;

private:
    void enable();
    void follow();
    void fitList();

    QLabel* m_label;
    QComboBox* m_box;
    QList<QAction*> m_actions;
};

} // namespace partita
