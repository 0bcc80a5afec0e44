#pragma once

#include "views/panels/panel.h"

class QLabel;
class QPlainTextEdit;
class QPushButton;

namespace partita {

/// The steps of the history as a script that `partita-cli edit` plays, as it is at the moment.
class ScriptPanel : public Panel {
    Q_OBJECT
public:
    explicit ScriptPanel(const PanelContext& context);
    void refresh() override;

protected:
    void showEvent(QShowEvent* event) override;

private:
    void follow(); ///< the history: at once where the panel is seen
    void write();

    QLabel* m_summary;
    QPushButton *m_copy, *m_save;
    QPlainTextEdit* m_text;
    bool m_isStale = true;
};

} // namespace partita
