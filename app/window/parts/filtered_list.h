#pragma once

#include <QDialog>

class QLineEdit;
class QListWidget;
class QListWidgetItem;

namespace partita {

/// A list below a line of text that filters it. Arrow keys move in the list while one types; Enter
/// or a click chooses an entry and closes the window.
class FilteredList : public QDialog {
    Q_OBJECT
public:
    FilteredList(QWidget* parent, const char* name, const QString& title,
                 const QString& placeholder);

protected:
    /// Adds the entries for the typed text to the empty list; those without flags cannot be chosen.
    /// What stands behind a tab is at the right end of a row.
    virtual void fill(QListWidget& list, const QString& text) = 0;
    /// Called when the window has gone.
    virtual void choose(const QListWidgetItem& item) = 0;
    void filter();
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void chooseCurrent();

    QLineEdit* m_text;
    QListWidget* m_list;
};

} // namespace partita
