#pragma once

#include <QAbstractButton>

namespace partita {

/// The cross on a tab, in the colour of the text: the one of the style cannot be seen on a dark tab.
class CloseButton : public QAbstractButton {
public:
    explicit CloseButton(QWidget* parent);

protected:
    void paintEvent(QPaintEvent* event) override;
    void enterEvent(QEvent* event) override;
    void leaveEvent(QEvent* event) override;
};

} // namespace partita
