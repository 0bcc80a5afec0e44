#pragma once

#include <QStringList>
#include <algorithm>

namespace partita {

/// The words of a search, with blanks between them. A text fits that has every one, in capitals or
/// not; where there is no word, every text does.
class SearchWords {
public:
    SearchWords() = default;
    explicit SearchWords(const QString& text)
        : m_words(text.simplified().split(QLatin1Char(' '), Qt::SkipEmptyParts)) {}

    [[nodiscard]] bool isEmpty() const { return m_words.isEmpty(); }
    [[nodiscard]] const QStringList& list() const { return m_words; }
    [[nodiscard]] bool fit(const QString& text) const {
        return std::all_of(m_words.begin(), m_words.end(), [&](const QString& word) {
            return text.contains(word, Qt::CaseInsensitive);
        });
    }

private:
    QStringList m_words;
};

} // namespace partita
