#pragma once

#include <QTimer>
#include <QWidget>

#include "views/theme/theme.h"

class QLabel;
class QToolButton;

namespace partita {

/// The bar above the graph for an error or a note, which may offer to reload the file.
class MessageBar : public QWidget {
    Q_OBJECT
public:
    MessageBar();
    void setTheme(const Theme& theme) { m_theme = &theme; }
    void showError(const QString& text);
    void showNote(const QString& text);
    void offerReload(const QString& text);
    /// Tells where a file was written; a click on the path opens its folder. The bar goes by itself.
    void showSaved(const QString& path);
    /// Hides an error that no longer holds; other messages stay.
    void hideError();
    void translate();

Q_SIGNALS:
    void reloadRequested();

private:
    void tell(const QString& text, bool isError, bool withReload);

    const Theme* m_theme;
    QLabel* m_text;
    QToolButton *m_reload, *m_close;
    QTimer m_goes; ///< of a message that needs no answer
    bool m_isError = false;
};

} // namespace partita
