#include "views/panels/edit_choice.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QKeyEvent>

namespace partita {

namespace {

bool isLetter(const QKeyEvent& event) {
    const QString text = event.text();
    return !text.isEmpty() && text[0].isLetterOrNumber() &&
           !(event.modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier));
}

/// Whether a key would take another row of a closed list at once.
bool isMove(const QKeyEvent& event) {
    switch (event.key()) {
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_PageUp:
    case Qt::Key_PageDown:
    case Qt::Key_Home:
    case Qt::Key_End: return true;
    default: return false;
    }
}

class CarefulChoice : public QObject {
public:
    explicit CarefulChoice(QComboBox& choice) : QObject(&choice), m_choice(choice) {
        choice.installEventFilter(this);
        choice.setFocusPolicy(Qt::StrongFocus); // a turn of the wheel would take the focus first
    }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (event->type() == QEvent::Wheel) {
            event->ignore();
            return true;
        }
        if (event->type() == QEvent::KeyPress) {
            const auto& key = *static_cast<QKeyEvent*>(event);
            const bool letter = isLetter(key);
            if (letter || isMove(key)) {
                m_choice.showPopup();
                if (letter)
                    m_choice.view()->keyboardSearch(key.text());
                return true;
            }
        }
        return QObject::eventFilter(watched, event);
    }

private:
    QComboBox& m_choice;
};

} // namespace

void takeWithCare(QComboBox& choice) { new CarefulChoice(choice); }

} // namespace partita
