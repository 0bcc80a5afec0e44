#include "app/window/command_palette.h"

#include <QAction>
#include <QCoreApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QVBoxLayout>

namespace partita {

namespace {

QString plainText(const QAction& action) {
    QString text = action.text();
    text.remove(QLatin1Char('&'));
    return text.remove(QStringLiteral("…"));
}

/// Whether `text` contains every word of `query`.
bool matches(const QString& text, const QString& query) {
    const auto words = query.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    return std::all_of(words.begin(), words.end(), [&](const QString& word) {
        return text.contains(word, Qt::CaseInsensitive);
    });
}

} // namespace

CommandPalette::CommandPalette(const QList<QAction*>& actions, QWidget* parent)
    : QDialog(parent, Qt::Dialog | Qt::FramelessWindowHint), m_actions(actions),
      m_text(new QLineEdit), m_list(new QListWidget) {
    setWindowTitle(tr("Commands"));
    setObjectName(QStringLiteral("commandPalette"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 8, 8, 8);
    layout->setSpacing(6);
    layout->addWidget(m_text);
    layout->addWidget(m_list);
    setStyleSheet(QStringLiteral("#commandPalette { border: 1px solid %1; }")
                      .arg(palette().color(QPalette::Mid).name()));
    m_text->setPlaceholderText(tr("Type to find a command"));
    m_text->setAccessibleName(m_text->placeholderText());
    m_text->installEventFilter(this);
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->setUniformItemSizes(true);
    connect(m_text, &QLineEdit::textChanged, this, &CommandPalette::filter);
    connect(m_text, &QLineEdit::returnPressed, this, &CommandPalette::runCurrent);
    connect(m_list, &QListWidget::itemClicked, this, &CommandPalette::runCurrent);
    resize(460, 380);
    move(parent->mapToGlobal(QPoint((parent->width() - width()) / 2, 90)));
    filter({});
}

void CommandPalette::filter(const QString& text) {
    m_list->clear();
    for (QAction* action : m_actions) {
        const QString title = plainText(*action);
        if (title.isEmpty() || !matches(title, text))
            continue;
        const QString keys = action->shortcut().toString(QKeySequence::NativeText);
        auto* item = new QListWidgetItem(
            keys.isEmpty() ? title : QStringLiteral("%1    %2").arg(title, keys), m_list);
        item->setData(Qt::UserRole, QVariant::fromValue(action));
        item->setSizeHint(QSize(0, 24));
        if (!action->isEnabled())
            item->setFlags(Qt::NoItemFlags);
    }
    for (int row = 0; row < m_list->count(); ++row)
        if (m_list->item(row)->flags() & Qt::ItemIsEnabled) {
            m_list->setCurrentRow(row);
            break;
        }
}

void CommandPalette::runCurrent() {
    const QListWidgetItem* item = m_list->currentItem();
    if (!item || !(item->flags() & Qt::ItemIsEnabled))
        return;
    auto* action = item->data(Qt::UserRole).value<QAction*>();
    accept(); // closes first, so that the command's window is on top
    action->trigger();
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Up || key == Qt::Key_Down || key == Qt::Key_PageUp ||
            key == Qt::Key_PageDown)
            return QCoreApplication::sendEvent(m_list, event);
    }
    return QDialog::eventFilter(watched, event);
}

} // namespace partita
