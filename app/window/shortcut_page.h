#pragma once

#include <QWidget>

#include "app/window/commands.h"

class QKeySequenceEdit;
class QLabel;
class QLineEdit;
class QPushButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace partita {

/// The shortcuts of all commands, to look up and to change. A change is stored at once; a shortcut
/// that another command has is refused.
class ShortcutPage : public QWidget {
    Q_OBJECT
public:
    explicit ShortcutPage(QWidget* parent = nullptr);
    void restore(); ///< the shortcuts as they were when the page was made
    void reset();   ///< the shortcuts of the program

Q_SIGNALS:
    void changed();

protected:
    void changeEvent(QEvent* event) override;

private:
    void build();
    void translate();
    void fill();
    void filter(const QString& text);
    void showCurrent();
    void give(const QList<QKeySequence>& shortcuts);
    void take();
    [[nodiscard]] const Command* current() const;

    QLineEdit* m_search;
    QTreeWidget* m_list;
    QLabel *m_label, *m_answer;
    QKeySequenceEdit* m_keys;
    QPushButton *m_none, *m_default;
    std::vector<QList<QKeySequence>> m_before; ///< by row of commands()
};

} // namespace partita
