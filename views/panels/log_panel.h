#pragma once

#include "core/base/log.h"
#include "views/panels/panel.h"

class QLabel;
class QPlainTextEdit;

namespace partita {

/// The log of all documents, newest line last; each line names its document. Below it, a link to the
/// log file.
class LogPanel : public Panel {
    Q_OBJECT
public:
    explicit LogPanel(const PanelContext& context);
    void refresh() override;

Q_SIGNALS:
    void line(const QString& text); ///< a new line; may be emitted from any thread

protected:
    void showEvent(QShowEvent* event) override;

private:
    void showFile();

    QPlainTextEdit* m_text;
    QLabel* m_file; ///< where the log is written to as well
    LogListener m_listener;
};

} // namespace partita
