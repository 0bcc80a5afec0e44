#pragma once

#include <string>
#include <vector>

namespace partita::reference {

/// UTF-8 as code points; a byte that is no UTF-8 becomes kNoText + its value, and back again.
std::u32string decoded(const std::string& text);
std::string encoded(const std::u32string& text);
inline constexpr char32_t kNoText = 0x110000;

/// A regular expression of RE2: groups, classes, repeats, alternatives, anchors, flags (?imsU).
/// Refuses what RE2 refuses, and classes by Unicode property (\p{…}). All states are followed side
/// by side, so that time grows with the length of pattern times text, whatever they are.
class RegularExpression {
public:
    explicit RegularExpression(const std::string& pattern);
    [[nodiscard]] bool matches(const std::string& whole) const;

private:
    friend class PatternReader;
    struct Range {
        char32_t first, last;
    };
    enum class Kind { set, split, jump, assertion, match };
    enum class Anchor { textStart, textEnd, lineStart, lineEnd, wordEdge, noWordEdge };
    struct Step {
        Kind kind;
        std::vector<Range> set;
        bool negated = false, anyCase = false;
        Anchor anchor = Anchor::textStart;
        std::ptrdiff_t first = 1, second = 1; ///< where to go on, from here
    };
    using Program = std::vector<Step>;

    static bool accepts(const Step& step, char32_t letter);
    static bool holds(Anchor anchor, const std::u32string& text, std::size_t at);
    void follow(std::size_t step, const std::u32string& text, std::size_t at,
                std::vector<bool>& seen, std::vector<std::size_t>& states) const;

    Program m_program;
};

} // namespace partita::reference
