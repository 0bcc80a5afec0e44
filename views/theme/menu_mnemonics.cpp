#include "views/theme/menu_mnemonics.h"

#include <QAction>
#include <QKeySequence>
#include <QMenu>
#include <QPointer>
#include <QSet>
#include <algorithm>
#include <optional>

namespace partita {

namespace {

/// The entries of a menu that is seen: as they were written, and as they are marked.
class MarkedTexts : public QObject {
public:
    explicit MarkedTexts(QMenu& menu) : QObject(&menu), m_menu(menu) {
        connect(&menu, &QMenu::aboutToShow, this, &MarkedTexts::mark);
        connect(&menu, &QMenu::aboutToHide, this, &MarkedTexts::restore);
    }

private:
    struct Entry {
        QPointer<QAction> action;
        QString written, marked;
    };
    void mark();
    void restore();

    QMenu& m_menu;
    QList<Entry> m_entries;
};

bool isKey(QChar letter) { return letter.unicode() < 128 && letter.isLetterOrNumber(); }

/// A mark takes the sign "&"; two of them are one that is read.
bool isMarked(const QString& text) { return !QKeySequence::mnemonic(text).isEmpty(); }

/// Behind a tab stands the shortcut.
int endOfWords(const QString& text) {
    const int tab = text.indexOf(QLatin1Char('\t'));
    return tab < 0 ? text.size() : tab;
}

/// Where a text can be marked: at the beginning of a word, or anywhere.
std::optional<int> freePlace(const QString& text, const QSet<QChar>& taken, bool onlyBeginnings) {
    for (int i = 0; i < endOfWords(text); ++i)
        if (isKey(text[i]) && !taken.contains(text[i].toUpper()) &&
            (!onlyBeginnings || i == 0 || !text[i - 1].isLetterOrNumber()))
            return i;
    return std::nullopt;
}

/// A letter for a text that has none: of the command's id, which is English, or of the alphabet.
std::optional<QChar> freeLetter(const QString& id, const QSet<QChar>& taken) {
    for (const QString& letters : {id, QStringLiteral("ABCDEFGHIJKLMNOPQRSTUVWXYZ123456789")})
        for (const QChar letter : letters)
            if (isKey(letter) && !taken.contains(letter.toUpper()))
                return letter.toUpper();
    return std::nullopt;
}

QString markedText(const QAction& action, const QSet<QChar>& taken) {
    QString text = action.text();
    std::optional<int> place = freePlace(text, taken, true);
    if (!place)
        place = freePlace(text, taken, false);
    if (place)
        return text.insert(*place, QLatin1Char('&'));
    if (const auto letter = freeLetter(action.objectName(), taken)) {
        int end = endOfWords(text);
        if (end > 0 && text[end - 1] == QChar(u'…'))
            --end;
        return text.insert(end, QStringLiteral("(&%1)").arg(*letter));
    }
    return text;
}

QChar letterOf(const QString& marked) {
    // A mnemonic is the sequence "Alt+" and the letter.
    return QKeySequence::mnemonic(marked).toString(QKeySequence::PortableText).back().toUpper();
}

void MarkedTexts::mark() {
    restore();
    QSet<QChar> taken;
    for (const QAction* action : m_menu.actions())
        if (action->isVisible() && isMarked(action->text()))
            taken.insert(letterOf(action->text()));
    for (QAction* action : m_menu.actions()) {
        if (!action->isVisible() || action->isSeparator() || action->text().isEmpty() ||
            isMarked(action->text()))
            continue;
        Entry entry{action, action->text(), markedText(*action, taken)};
        if (!isMarked(entry.marked))
            continue;
        taken.insert(letterOf(entry.marked));
        action->setText(entry.marked);
        m_entries.append(std::move(entry));
    }
}

void MarkedTexts::restore() {
    for (const Entry& entry : qAsConst(m_entries))
        if (entry.action && entry.action->text() == entry.marked)
            entry.action->setText(entry.written);
    m_entries.clear();
}

} // namespace

void markLettersOf(QMenu& menu) {
    // A new style sheet polishes every widget again.
    const auto& parts = menu.children();
    if (std::ranges::none_of(parts, [](QObject* each) { return dynamic_cast<MarkedTexts*>(each); }))
        new MarkedTexts(menu);
}

} // namespace partita
