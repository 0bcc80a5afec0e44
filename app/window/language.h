#pragma once

#include <QTranslator>

namespace partita {

/// The language of texts and numbers.
class Language {
public:
    /// "en" or "zh_CN"; empty: none was chosen yet.
    [[nodiscard]] const QString& code() const { return m_code; }
    [[nodiscard]] QString other() const;
    /// False where there are no texts in that language: nobody is told of a change then.
    bool choose(const QString& code);

private:
    QString m_code;
    QTranslator m_translator;
};

} // namespace partita
