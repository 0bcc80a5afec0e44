#pragma once

#include <QTranslator>

namespace partita {

/// The language of all texts and number formats.
class Language {
public:
    /// "en" or "zh_CN"; empty: not chosen yet.
    [[nodiscard]] const QString& code() const { return m_code; }
    /// The language to switch to.
    [[nodiscard]] QString other() const;
    /// Switches the language. Returns false, and changes nothing, if there are no texts in it.
    bool choose(const QString& code);

private:
    QString m_code;
    QTranslator m_translator, m_qt; ///< of this program and of Qt's own dialogs
};

} // namespace partita
