#include "views/theme/menu_mnemonics.h"

#include <QAction>
#include <QHash>
#include <QKeySequence>
#include <QMenu>
#include <QPointer>
#include <QSet>
#include <algorithm>

namespace partita {

namespace {

/// Behind a tab stands the shortcut.
int endOfWords(const QString& text) {
    const int tab = text.indexOf(QLatin1Char('\t'));
    return tab < 0 ? text.size() : tab;
}

bool isKey(QChar letter) { return letter.unicode() < 128 && letter.isLetterOrNumber(); }
bool beginsWord(const QString& text, int place) {
    return place == 0 || !text[place - 1].isLetterOrNumber();
}

/// The letter that a text is marked with by "&"; null: none. Two "&" are one that is read.
QChar markOf(const QString& text) {
    const QKeySequence keys = QKeySequence::mnemonic(text); // "Alt+" and the letter
    return keys.isEmpty() ? QChar() : keys.toString(QKeySequence::PortableText).back().toUpper();
}

/// The letters of a text as keys, those that begin a word first.
QString lettersOf(const QString& text) {
    QString letters;
    for (const bool first : {true, false})
        for (int i = 0; i < endOfWords(text); ++i)
            if (isKey(text[i]) && beginsWord(text, i) == first &&
                !letters.contains(text[i].toUpper()))
                letters += text[i].toUpper();
    return letters;
}

/// The text with its mark: before the letter, or with the letter behind it where it has none such.
QString marked(QString text, QChar letter) {
    for (const bool first : {true, false})
        for (int i = 0; i < endOfWords(text); ++i)
            if (text[i].toUpper() == letter && beginsWord(text, i) == first)
                return text.insert(i, QLatin1Char('&'));
    int end = endOfWords(text);
    if (end > 0 && text[end - 1] == QChar(u'…'))
        --end;
    return text.insert(end, QStringLiteral("(&%1)").arg(letter));
}

/// Gives letters to texts, so that as many as can be have one of their own.
class LetterChoice {
public:
    explicit LetterChoice(QSet<QChar> taken) : m_taken(std::move(taken)) {}

    void add(const QString& text) {
        m_wishes.append(lettersOf(text));
        m_given.append(QChar());
        QSet<QChar> tried;
        give(m_wishes.size() - 1, tried);
    }
    /// A letter that no text has, of `wish` if there is one there; null: all are taken.
    [[nodiscard]] QChar spare(const QString& wish) {
        for (const QChar letter : wish + QStringLiteral("ABCDEFGHIJKLMNOPQRSTUVWXYZ123456789"))
            if (isKey(letter) && isFree(letter.toUpper())) {
                m_taken.insert(letter.toUpper());
                return letter.toUpper();
            }
        return {};
    }
    [[nodiscard]] QChar given(int text) const { return m_given[text]; } ///< null: none of its own

private:
    [[nodiscard]] bool isFree(QChar letter) const {
        return !m_taken.contains(letter) && !m_owners.contains(letter);
    }
    /// Gives a text its first free letter; or one whose owner can take another one.
    bool give(int text, QSet<QChar>& tried) {
        const auto take = [&](QChar letter) {
            m_owners[letter] = text;
            m_given[text] = letter;
            return true;
        };
        for (const QChar letter : std::as_const(m_wishes[text]))
            if (isFree(letter))
                return take(letter);
        for (const QChar letter : std::as_const(m_wishes[text]))
            if (!m_taken.contains(letter) && !tried.contains(letter)) {
                tried.insert(letter);
                if (give(m_owners[letter], tried))
                    return take(letter);
            }
        return false;
    }

    QSet<QChar> m_taken;
    QStringList m_wishes;
    QList<QChar> m_given;
    QHash<QChar, int> m_owners;
};

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

void MarkedTexts::mark() {
    restore();
    QSet<QChar> taken;
    for (QAction* action : m_menu.actions()) {
        if (!action->isVisible() || action->isSeparator() || action->text().isEmpty())
            continue;
        if (const QChar mark = markOf(action->text()); !mark.isNull())
            taken.insert(mark);
        else
            m_entries.append({action, action->text(), {}});
    }
    LetterChoice letters(taken);
    for (const Entry& entry : qAsConst(m_entries))
        letters.add(entry.written);
    for (int i = 0; i < m_entries.size(); ++i) {
        Entry& entry = m_entries[i];
        QChar letter = letters.given(i);
        if (letter.isNull()) // ids of commands are English words
            letter = letters.spare(entry.action->objectName());
        entry.marked = letter.isNull() ? entry.written : marked(entry.written, letter);
        entry.action->setText(entry.marked);
    }
}

void MarkedTexts::restore() {
    for (const Entry& entry : qAsConst(m_entries))
        if (entry.action && entry.action->text() == entry.marked)
            entry.action->setText(entry.written);
    m_entries.clear();
}

} // namespace

QString withoutMark(const QString& text) {
    QString read;
    for (int i = 0; i < text.size(); ++i) {
        const bool behind =
            text.mid(i, 2) == QLatin1String("(&") && text.mid(i + 3, 1) == QLatin1String(")");
        if (behind)
            i += 3;
        else if (text[i] != QLatin1Char('&'))
            read += text[i];
        else if (i + 1 < text.size() && text[i + 1] == QLatin1Char('&'))
            read += text[i++];
    }
    return read;
}

void markLettersOf(QMenu& menu) {
    // A new style sheet polishes every widget again.
    const auto& parts = menu.children();
    if (std::ranges::none_of(parts, [](QObject* each) { return dynamic_cast<MarkedTexts*>(each); }))
        new MarkedTexts(menu);
}

} // namespace partita
