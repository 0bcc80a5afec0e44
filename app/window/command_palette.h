#pragma once

#include <QDialog>
#include <QList>

class QAction;
class QLineEdit;
class QListWidget;

namespace partita {

/// A list of all commands, filtered by the typed words; Enter runs the selected command.
class CommandPalette : public QDialog {
    Q_OBJECT
public:
    CommandPalette(const QList<QAction*>& actions, QWidget* parent);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void filter(const QString& text);
    void runCurrent();

    QList<QAction*> m_actions;
    QLineEdit* m_text;
    QListWidget* m_list;
};

} // namespace partita
