#include "views/text/text_forms.h"

#include <QCoreApplication>

#include "views/text/qt_text.h"

namespace partita {

namespace {

/// Puts in the parts all at once: a value may itself hold a "%1".
QString filled(const QString& text, const QStringList& parts) {
    QString result;
    for (int at = 0; at < text.size(); ++at) {
        const int number =
            text[at] == QLatin1Char('%') && at + 1 < text.size() ? text[at + 1].digitValue() : -1;
        if (number > 0 && number < parts.size())
            result += parts[number], ++at;
        else
            result += text[at];
    }
    return result;
}

} // namespace

TextForms::TextForms(std::span<const TextForm> forms) : m_forms(forms) {
    for (const TextForm& form : forms)
        m_patterns.emplace_back(QLatin1String(form.pattern));
}

QString TextForms::translated(const std::string& english) const {
    const QString text = toQString(english);
    for (std::size_t i = 0; i < m_forms.size(); ++i)
        if (const auto match = m_patterns[i].match(text); match.hasMatch())
            return filled(QCoreApplication::translate("partita::Texts", m_forms[i].text),
                          match.capturedTexts());
    return text;
}

} // namespace partita
