#pragma once

#include "views/panels/panel.h"

class QPlainTextEdit;

namespace partita {

/// What the core has to say, newest last.
class LogPanel : public Panel {
    Q_OBJECT
public:
    explicit LogPanel(const PanelContext& context);
    ~LogPanel() override;
    void refresh() override;

Q_SIGNALS:
    void line(const QString& text); ///< from any thread

private:
    QPlainTextEdit* m_text;
};

} // namespace partita
