#pragma once

#include <QDialog>

#include "core/edits/edit_script.h"
#include "views/theme/theme.h"

class QCheckBox;
class QLabel;
class QPushButton;
class QTreeWidget;

namespace partita {

class DocumentController;

/// What a script would do to the model, line by line, before it does so as one step of the history.
class ScriptDialog : public QDialog {
    Q_OBJECT
public:
    ScriptDialog(DocumentController& document, const QString& file, const EditScript& script,
                 const Theme& theme, QWidget* parent);
    void accept() override;

private:
    void list();
    void offer();

    DocumentController& m_document;
    const QString m_file;
    const Theme& m_theme;
    PlayedScript m_played;
    QTreeWidget* m_lines;
    QCheckBox* m_partly;
    QLabel* m_rule;
    QPushButton* m_play;
};

/// Asks for a script, as `partita-cli edit --script` takes it, and opens the dialog for it.
void askForScript(DocumentController& document, const Theme& theme, QWidget* parent);

} // namespace partita
