#pragma once

#include "app/window/parts/filtered_list.h"

class QAction;

namespace partita {

/// A list of all commands, filtered by the typed words; Enter runs the selected command.
class CommandPalette : public FilteredList {
    Q_OBJECT
public:
    CommandPalette(const QList<QAction*>& actions, QWidget* parent);

protected:
    void fill(QListWidget& list, const QString& text) override;
    void choose(const QListWidgetItem& item) override;

private:
    QList<QAction*> m_actions;
};

} // namespace partita
