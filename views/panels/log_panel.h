#pragma once

#include "core/base/log.h"
#include "views/panels/panel.h"

class QPlainTextEdit;

namespace partita {

/// The log of all documents, newest line last; each line names its document.
class LogPanel : public Panel {
    Q_OBJECT
public:
    explicit LogPanel(const PanelContext& context);
    void refresh() override;

Q_SIGNALS:
    void line(const QString& text); ///< a new line; may be emitted from any thread

private:
    QPlainTextEdit* m_text;
    LogListener m_listener;
};

} // namespace partita
