#include "app/window/parts/fitting_buttons.h"

#include <QEvent>
#include <QToolBar>

namespace partita {

FittingButtons::FittingButtons(QToolBar& bar) : QObject(&bar), m_bar(bar) {
    bar.installEventFilter(this);
}

void FittingButtons::add(QToolButton& button) {
    m_buttons.append(&button);
    button.setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
}

void FittingButtons::fit() {
    const auto show = [this](Qt::ToolButtonStyle style) {
        for (QToolButton* button : m_buttons)
            button->setToolButtonStyle(style);
    };
    show(Qt::ToolButtonTextBesideIcon);
    if (m_bar.sizeHint().width() > m_bar.width())
        show(Qt::ToolButtonIconOnly);
}

bool FittingButtons::eventFilter(QObject* watched, QEvent* event) {
    if (watched == &m_bar && event->type() == QEvent::Resize)
        fit();
    return QObject::eventFilter(watched, event);
}

} // namespace partita
