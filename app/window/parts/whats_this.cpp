#include "app/window/parts/whats_this.h"

#include <QApplication>
#include <QHelpEvent>
#include <QWhatsThis>
#include <QWidget>

namespace partita {

QString WhatsThis::textOf(const QWidget& part) {
    for (const QWidget* each = &part; each; each = each->parentWidget())
        for (const QString& text :
             {each->whatsThis(), each->accessibleDescription(), each->toolTip()})
            if (!text.isEmpty())
                return text;
    return {};
}

void WhatsThis::ask() {
    static auto* const answers = [] {
        auto* made = new WhatsThis(qApp);
        qApp->installEventFilter(made);
        return made;
    }();
    Q_UNUSED(answers)
    QWhatsThis::enterWhatsThisMode();
}

bool WhatsThis::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::QueryWhatsThis && event->type() != QEvent::WhatsThis)
        return false;
    const auto* widget = qobject_cast<QWidget*>(watched);
    const QString text = widget ? textOf(*widget) : QString();
    if (text.isEmpty())
        return false;
    if (event->type() == QEvent::WhatsThis)
        QWhatsThis::showText(static_cast<QHelpEvent*>(event)->globalPos(), text);
    event->accept();
    return true;
}

} // namespace partita
