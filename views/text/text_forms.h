#pragma once

#include <QRegularExpression>
#include <QString>
#include <span>
#include <vector>

namespace partita {

/// A form that a text of core takes, with groups for names and values, and what stands for it in the
/// user's language (marked for translation in "partita::Texts"), with %1, %2 … for the groups.
struct TextForm {
    const char* pattern;
    const char* text;
};

/// Core speaks English; this says the same in the user's language.
class TextForms {
public:
    explicit TextForms(std::span<const TextForm> forms);
    /// By the first form that fits; a text that has none stays as it is.
    [[nodiscard]] QString translated(const std::string& english) const;

private:
    std::span<const TextForm> m_forms;
    std::vector<QRegularExpression> m_patterns;
};

} // namespace partita
