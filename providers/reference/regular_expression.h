#pragma once

#include <string>
#include <vector>

namespace partita::reference {

/// UTF-8 to code points and back. A byte that is not valid UTF-8 becomes the code point kNoText +
/// byte.
std::u32string decoded(const std::string& text);
std::string encoded(const std::u32string& text);
/// Offset of the code points that stand for invalid bytes: above all of Unicode.
inline constexpr char32_t kNoText = 0x110000;

/// A regular expression in RE2's syntax: groups, classes, repetitions, alternatives, anchors and
/// the flags (?imsU). The constructor refuses what RE2 refuses, and also classes by Unicode
/// property (\p{…}). Matching follows all states in parallel instead of backtracking, so its time
/// is at most proportional to the program's size times the text's length.
class RegularExpression {
public:
    explicit RegularExpression(const std::string& pattern);
    /// Whether the pattern matches the whole text, as RE2::FullMatch.
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
        std::ptrdiff_t first = 1, second = 1; ///< offsets of the next steps relative to this one
    };
    using Program = std::vector<Step>;

    static bool accepts(const Step& step, char32_t letter);
    static bool holds(Anchor anchor, const std::u32string& text, std::size_t at);
    void follow(std::size_t step, const std::u32string& text, std::size_t at,
                std::vector<bool>& seen, std::vector<std::size_t>& states) const;

    Program m_program;
};

} // namespace partita::reference
