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
    void refresh(); ///< after the shortcuts were changed elsewhere

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
};

} // namespace partita
