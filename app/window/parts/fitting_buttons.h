#pragma once

#include <QObject>
#include <QToolButton>

class QToolBar;

namespace partita {

/// Buttons of a tool bar that have a text beside their picture as long as the whole bar has room for
/// it; else only the picture.
class FittingButtons : public QObject {
    Q_OBJECT
public:
    explicit FittingButtons(QToolBar& bar);
    void add(QToolButton& button);
    void fit(); ///< after a change of the texts

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QToolBar& m_bar;
    QList<QToolButton*> m_buttons;
};

} // namespace partita
