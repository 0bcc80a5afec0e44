#pragma once

#include <QWidget>
#include <functional>

#include "core/base/message.h"
#include "views/theme/theme.h"

class QLabel;
class QToolButton;

namespace partita {

class ElidedLine;

/// A thin bar with the smallest change that would help the placement, and a button that tries it.
/// Hidden while nothing is known to help: what is offered was computed, never guessed.
class SuggestionBar : public QWidget {
    Q_OBJECT
public:
    SuggestionBar();
    /// Shows what would help; `attempt` is called when the user wants to try it.
    void offer(const Message& text, std::function<void()> attempt);
    void withdraw(); ///< to be called when the placement changed: the offer is about another one
    void setTheme(const Theme& theme);
    void translate();

Q_SIGNALS:
    void closed(); ///< by the user

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void fitLead();

    QLabel *m_icon, *m_lead;
    ElidedLine* m_text;
    QToolButton *m_try, *m_close;
    Message m_offered;
    std::function<void()> m_attempt;
};

} // namespace partita
