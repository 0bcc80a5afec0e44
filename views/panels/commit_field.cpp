#include "views/panels/commit_field.h"

#include <QKeyEvent>
#include <QLabel>
#include <QPointer>
#include <QTimer>
#include <QToolTip>

#include "views/text/fonts.h"
#include "views/text/whole_number.h"

namespace partita {

namespace {
constexpr int kHeight = 24;
}

CommitField::CommitField(const EditorKey& key, const QString& value, const Theme& theme,
                         Commit commit)
    : QLineEdit(value), m_value(value), m_commit(std::move(commit)), m_bad(theme.bad),
      m_rule(new QLabel) {
    setEditorKey(*this, key);
    setFont(valueFont());
    setFixedHeight(kHeight);
    setMinimumWidth(40);
    setCursorPosition(0);
    m_rule->setWordWrap(true);
    m_rule->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_rule->setStyleSheet(QStringLiteral("color: %1;").arg(theme.bad.name()));
    m_rule->setObjectName(objectName() + QStringLiteral("_rule"));
    m_rule->hide();
}

void CommitField::keep(const QString& why) {
    if (why.isEmpty())
        return;
    setReadOnly(true);
    setToolTip(why);
    setAccessibleDescription(why);
    QPalette colours = palette();
    colours.setColor(QPalette::Base, colours.color(QPalette::Window));
    setPalette(colours);
}

void CommitField::revert() {
    setText(m_value);
    setStyleSheet({});
    m_rule->hide();
}

void CommitField::reject(const QString& rule) {
    m_rule->setText(rule);
    m_rule->show();
    setAccessibleDescription(rule);
    setStyleSheet(QStringLiteral("QLineEdit { border: 1px solid %1; }").arg(m_bad.name()));
}

bool CommitField::commit() {
    if (!isChanged()) {
        revert();
        return true;
    }
    const QString wanted = text();
    const QPointer<CommitField> self(this); // the panel may be made anew by the edit
    const QString rule = m_commit(wanted);
    if (!self)
        return true;
    if (!rule.isEmpty()) {
        reject(rule);
        return false;
    }
    m_value = wanted;
    revert();
    return true;
}

/// A line edit keeps the keys of undo and redo for itself also where it has nothing to undo, as after
/// its text became an edit: then they are the window's.
bool CommitField::event(QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if ((key->matches(QKeySequence::Undo) && !isUndoAvailable()) ||
            (key->matches(QKeySequence::Redo) && !isRedoAvailable())) {
            event->ignore();
            return true;
        }
    }
    return QLineEdit::event(event);
}

void CommitField::keyPressEvent(QKeyEvent* event) {
    const auto number = wholeNumber(text());
    switch (event->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter: commit(); return;
    case Qt::Key_Escape:
        if (isChanged()) {
            revert();
            return;
        }
        break;
    case Qt::Key_Up:
    case Qt::Key_Down:
        if (m_isWhole && number && !isReadOnly()) {
            setText(QString::number(event->key() == Qt::Key_Up ? *number + 1 : *number - 1));
            return;
        }
        break;
    default: break;
    }
    QLineEdit::keyPressEvent(event);
}

void CommitField::focusOutEvent(QFocusEvent* event) {
    QLineEdit::focusOutEvent(event);
    // A menu, or another window, takes the focus for a while only.
    if (m_isLeft || event->reason() == Qt::PopupFocusReason ||
        event->reason() == Qt::ActiveWindowFocusReason)
        return;
    if (!commit())
        QTimer::singleShot(0, this, [this] { setFocus(); });
}

} // namespace partita
