#pragma once

#include <QTimer>
#include <QWidget>
#include <functional>

#include "views/theme/theme.h"

class QLabel;
class QToolButton;

namespace partita {

/// The bar above the graph for an error or a note, which may offer to reload the file.
class MessageBar : public QWidget {
    Q_OBJECT
public:
    MessageBar();
    void setTheme(const Theme& theme);
    void showError(const QString& text);
    void showNote(const QString& text);
    /// A note that needs no answer and is true only now; it goes by itself.
    void showPassing(const QString& text);
    void offerReload(const QString& text);
    /// Adds a sentence and a button to the message that is shown; the button closes the bar. That for
    /// reloading stays until the file is reloaded: the user may still say no.
    void offer(const QString& more, const QString& action, std::function<void()> act);
    /// Tells where a file was written; a click on the path opens its folder. The bar goes by itself.
    void showSaved(const QString& path);
    /// Hides an error that no longer holds; other messages stay.
    void hideError();
    /// The message in view, as a number, and hides that one if it is still in view.
    [[nodiscard]] int shown() const { return m_shown; }
    void hideMessage(int shown);
    void translate();

Q_SIGNALS:
    void reloadRequested();
    void focusLeft(); ///< it goes, and had the focus

protected:
    void hideEvent(QHideEvent* event) override;

private:
    void tell(const QString& text, bool isError, bool withReload);
    void colour();
    void tellSaved();

    const Theme* m_theme;
    QLabel* m_text;
    QToolButton *m_act, *m_reload, *m_close;
    std::function<void()> m_action;
    QTimer m_goes; ///< of a message that needs no answer
    bool m_isError = false;
    QString m_saved; ///< the file that the message in view tells of
    int m_shown = 0; ///< the messages that were shown
};

} // namespace partita
