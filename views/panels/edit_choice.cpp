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

class CarefulChoice : public QObject {
public:
    explicit CarefulChoice(QComboBox& choice) : QObject(&choice), m_choice(choice) {
        choice.installEventFilter(this);
    }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (event->type() == QEvent::Wheel && !m_choice.hasFocus()) {
            event->ignore();
            return true;
        }
        if (event->type() == QEvent::KeyPress)
            if (const auto& key = *static_cast<QKeyEvent*>(event); isLetter(key)) {
                m_choice.showPopup();
                m_choice.view()->keyboardSearch(key.text());
                return true;
            }
        return QObject::eventFilter(watched, event);
    }

private:
    QComboBox& m_choice;
};

} // namespace

void takeWithCare(QComboBox& choice) { new CarefulChoice(choice); }

} // namespace partita
