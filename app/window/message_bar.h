#pragma once

#include <QWidget>

#include "views/theme/theme.h"

class QLabel;
class QToolButton;

namespace partita {

/// The bar above the graph: an error, or something to know, which may offer to read the file again.
class MessageBar : public QWidget {
    Q_OBJECT
public:
    MessageBar();
    void setTheme(const Theme& theme) { m_theme = &theme; }
    void showError(const QString& text);
    void showNote(const QString& text);
    void offerReload(const QString& text);
    /// What was wrong has been put right; other messages stay.
    void hideError();
    void translate();

Q_SIGNALS:
    void reloadRequested();

private:
    void tell(const QString& text, bool isError, bool withReload);

    const Theme* m_theme;
    QLabel* m_text;
    QToolButton *m_reload, *m_close;
    bool m_isError = false;
};

} // namespace partita
