#include "app/window/shortcut_page.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeySequenceEdit>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

#include "app/window/shortcuts.h"
#include "views/tables/only_this_row.h"

namespace partita {

namespace {

QString shown(const QList<QKeySequence>& shortcuts) {
    return QKeySequence::listToString(shortcuts, QKeySequence::NativeText);
}

} // namespace

ShortcutPage::ShortcutPage(QWidget* parent) : QWidget(parent) {
    build();
    fill();
    translate();
    connect(m_search, &QLineEdit::textChanged, this, &ShortcutPage::filter);
    connect(m_list, &QTreeWidget::currentItemChanged, this, &ShortcutPage::showCurrent);
    connect(m_list, &QTreeWidget::itemActivated, this, [this] { m_keys->setFocus(); });
    connect(m_keys, &QKeySequenceEdit::editingFinished, this, &ShortcutPage::take);
    connect(m_none, &QPushButton::clicked, this, [this] { give({}); });
    connect(m_default, &QPushButton::clicked, this, [this] {
        if (const Command* command = current())
            give(defaultShortcuts(*command));
    });
    m_list->setCurrentItem(m_list->topLevelItem(0), 0, kOnlyThisRow);
}

void ShortcutPage::build() {
    m_search = new QLineEdit;
    m_search->setClearButtonEnabled(true);
    m_list = new QTreeWidget;
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->setColumnCount(2);
    m_list->header()->setStretchLastSection(false);
    m_list->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_list->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    m_label = new QLabel;
    m_keys = new QKeySequenceEdit;
    m_label->setBuddy(m_keys);
    m_none = new QPushButton;
    m_default = new QPushButton;
    for (QPushButton* button : {m_none, m_default})
        button->setAutoDefault(false);
    m_answer = new QLabel;
    m_answer->setWordWrap(true);
    auto* row = new QHBoxLayout;
    row->addWidget(m_label);
    row->addWidget(m_keys, 1);
    row->addWidget(m_none);
    row->addWidget(m_default);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_search);
    layout->addWidget(m_list, 1);
    layout->addLayout(row);
    layout->addWidget(m_answer);
}

void ShortcutPage::fill() {
    for (std::size_t i = 0; i < commands().size(); ++i)
        if (commands()[i].run)
            (new QTreeWidgetItem(m_list))->setData(0, Qt::UserRole, static_cast<int>(i));
}

void ShortcutPage::translate() {
    m_search->setPlaceholderText(tr("Search commands and shortcuts"));
    m_search->setAccessibleName(tr("Search commands and shortcuts"));
    m_list->setHeaderLabels({tr("Command"), tr("Shortcut")});
    m_list->setAccessibleName(tr("Shortcuts of the commands"));
    m_label->setText(tr("&Shortcut"));
    m_keys->setAccessibleName(tr("Shortcut of the command"));
    m_keys->setAccessibleDescription(tr("Press the keys that are to run the command"));
    if (auto* field = m_keys->findChild<QLineEdit*>())
        field->setAccessibleName(m_keys->accessibleName());
    m_none->setText(tr("&None"));
    m_default->setText(tr("&Default"));
    for (int i = 0; i < m_list->topLevelItemCount(); ++i) {
        QTreeWidgetItem& item = *m_list->topLevelItem(i);
        const Command& command =
            commands()[static_cast<std::size_t>(item.data(0, Qt::UserRole).toInt())];
        item.setText(0, placeOf(command));
        item.setText(1, shown(shortcutsOf(command)));
    }
    filter(m_search->text());
}

void ShortcutPage::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange)
        translate();
    QWidget::changeEvent(event);
}

void ShortcutPage::filter(const QString& text) {
    for (int i = 0; i < m_list->topLevelItemCount(); ++i) {
        QTreeWidgetItem* item = m_list->topLevelItem(i);
        item->setHidden(!item->text(0).contains(text, Qt::CaseInsensitive) &&
                        !item->text(1).contains(text, Qt::CaseInsensitive));
    }
    const QTreeWidgetItem* now = m_list->currentItem();
    for (int i = 0; (!now || now->isHidden()) && i < m_list->topLevelItemCount(); ++i)
        if (!m_list->topLevelItem(i)->isHidden())
            m_list->setCurrentItem(m_list->topLevelItem(i), 0, kOnlyThisRow),
                now = m_list->currentItem();
}

const Command* ShortcutPage::current() const {
    const QTreeWidgetItem* item = m_list->currentItem();
    if (!item || item->isHidden())
        return nullptr;
    return &commands()[static_cast<std::size_t>(item->data(0, Qt::UserRole).toInt())];
}

void ShortcutPage::showCurrent() {
    const Command* command = current();
    m_answer->clear();
    const auto shortcuts = command ? shortcutsOf(*command) : QList<QKeySequence>();
    m_keys->setKeySequence(shortcuts.isEmpty() ? QKeySequence() : shortcuts.first());
}

/// A shortcut is one chord: the field would take four.
void ShortcutPage::take() {
    const QKeySequence pressed = m_keys->keySequence();
    const Command* command = current();
    if (!command || pressed.isEmpty() || shortcutsOf(*command).contains(pressed))
        return;
    give({QKeySequence(pressed[0])});
}

void ShortcutPage::give(const QList<QKeySequence>& shortcuts) {
    const Command* command = current();
    if (!command)
        return;
    for (const QKeySequence& each : shortcuts)
        if (const Command* other = takenBy(each, *command)) {
            showCurrent();
            m_answer->setText(tr("%1 belongs to “%2”: change that first, or choose other keys")
                                  .arg(each.toString(QKeySequence::NativeText), placeOf(*other)));
            return;
        }
    setShortcuts(*command, shortcuts);
    m_list->currentItem()->setText(1, shown(shortcuts));
    showCurrent();
    Q_EMIT changed();
}

void ShortcutPage::refresh() {
    translate();
    showCurrent();
}

} // namespace partita
