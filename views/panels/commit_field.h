#pragma once

#include <QLineEdit>
#include <functional>

#include "views/panels/editor_key.h"
#include "views/theme/theme.h"

class QLabel;

namespace partita {

/// A field whose text becomes an edit by Enter, Tab or leaving it; Escape brings the value back. A
/// text that breaks a rule keeps the focus, and the rule stands below.
class CommitField : public QLineEdit {
    Q_OBJECT
public:
    /// Makes the edit; returns the rule that the text breaks. Empty: it is made.
    using Commit = std::function<QString(const QString& text)>;
    CommitField(const EditorKey& key, const QString& value, const Theme& theme, Commit commit);

    /// The rule that the text breaks, hidden while it breaks none; the caller places it.
    [[nodiscard]] QLabel* rule() const { return m_rule; }
    [[nodiscard]] bool isChanged() const { return text() != m_value; }
    void revert();
    bool commit(); ///< false: the text breaks a rule
    void reject(const QString& rule);
    void setWhole() { m_isWhole = true; } ///< the arrow keys count up and down
    /// The text can be read and copied, and `why` says why it stays; empty: it can be changed.
    void keep(const QString& why);
    void leave() { m_isLeft = true; } ///< it will be gone, and commits nothing more

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    QString m_value;
    Commit m_commit;
    QColor m_bad;
    QLabel* m_rule;
    bool m_isWhole = false, m_isLeft = false;
};

} // namespace partita
