#include "app/window/parts/command_palette.h"

#include <QAction>
#include <QListWidget>

#include "views/text/search_words.h"
#include "views/theme/menu_mnemonics.h"

namespace partita {

namespace {

QString plainText(const QAction& action) {
    return withoutMark(action.text()).remove(QStringLiteral("…"));
}

} // namespace

CommandPalette::CommandPalette(const QList<QAction*>& actions, QWidget* parent)
    : FilteredList(parent, "commandPalette", tr("Commands"), tr("Type to find a command")),
      m_actions(actions) {
    filter();
}

void CommandPalette::fill(QListWidget& list, const QString& text) {
    const SearchWords words(text);
    for (QAction* action : m_actions) {
        const QString title = plainText(*action);
        if (title.isEmpty() || !words.fit(title))
            continue;
        const QString keys = action->shortcut().toString(QKeySequence::NativeText);
        auto* item = new QListWidgetItem(
            keys.isEmpty() ? title : QStringLiteral("%1\t%2").arg(title, keys), &list);
        item->setData(Qt::UserRole, QVariant::fromValue(action));
        item->setSizeHint(QSize(0, 24));
        if (!action->isEnabled())
            item->setFlags(Qt::NoItemFlags);
    }
}

void CommandPalette::choose(const QListWidgetItem& item) {
    item.data(Qt::UserRole).value<QAction*>()->trigger();
}

} // namespace partita
