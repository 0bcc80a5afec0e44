#include "providers/reference/regular_expression.h"

#include <algorithm>
#include <cctype>
#include <map>

#include "core/provider/node_failure.h"
#include "providers/reference/letter_cases.h"

namespace partita::reference {

std::u32string decoded(const std::string& text) {
    std::u32string letters;
    for (std::size_t i = 0; i < text.size();) {
        const auto first = static_cast<unsigned char>(text[i]);
        const std::size_t length = first < 0x80                     ? 1
                                   : first >= 0xC2 && first < 0xE0  ? 2
                                   : first >= 0xE0 && first < 0xF0  ? 3
                                   : first >= 0xF0 && first <= 0xF4 ? 4
                                                                    : 0;
        bool valid = length > 0 && i + length <= text.size();
        char32_t letter = length == 1 ? first : first & (0xFFU >> (length + 1));
        for (std::size_t k = 1; valid && k < length; ++k) {
            const auto next = static_cast<unsigned char>(text[i + k]);
            valid = (next & 0xC0U) == 0x80;
            letter = letter << 6 | (next & 0x3FU);
        }
        letters.push_back(valid ? letter : kNoText + first);
        i += valid ? length : 1;
    }
    return letters;
}

std::string encoded(const std::u32string& text) {
    std::string bytes;
    const auto put = [&](char32_t byte) { bytes.push_back(static_cast<char>(byte)); };
    for (const char32_t c : text) {
        if (c >= kNoText || c < 0x80) {
            put(c >= kNoText ? c - kNoText : c);
        } else if (c < 0x800) {
            put(0xC0 | c >> 6), put(0x80 | (c & 0x3F));
        } else if (c < 0x10000) {
            put(0xE0 | c >> 12), put(0x80 | (c >> 6 & 0x3F)), put(0x80 | (c & 0x3F));
        } else {
            put(0xF0 | c >> 18), put(0x80 | (c >> 12 & 0x3F));
            put(0x80 | (c >> 6 & 0x3F)), put(0x80 | (c & 0x3F));
        }
    }
    return bytes;
}

/// Compiles a pattern to a program by recursive descent over its grammar.
class PatternReader {
public:
    using Program = RegularExpression::Program;
    using Step = RegularExpression::Step;
    using Range = RegularExpression::Range;
    using Kind = RegularExpression::Kind;
    using Anchor = RegularExpression::Anchor;

    explicit PatternReader(const std::string& pattern) : m_pattern(decoded(pattern)) {}

    Program read() {
        Program program = alternatives();
        require(m_at == m_pattern.size(), "the pattern has an unmatched ')'");
        program.push_back({Kind::match, {}});
        return program;
    }

private:
    struct Flags {
        bool anyCase = false, lines = false, dotIsAll = false;
    };

    [[nodiscard]] bool more() const { return m_at < m_pattern.size(); }
    [[nodiscard]] char32_t peek() const { return more() ? m_pattern[m_at] : U'\0'; }
    char32_t next() {
        require(more(), "the pattern ends too early");
        return m_pattern[m_at++];
    }
    bool take(const std::u32string& text) {
        if (m_pattern.compare(m_at, text.size(), text) != 0)
            return false;
        m_at += text.size();
        return true;
    }

    static void append(Program& program, const Program& more) {
        constexpr std::size_t kMost = 50'000;
        require(program.size() + more.size() <= kMost, "the pattern is too large");
        program.insert(program.end(), more.begin(), more.end());
    }

    static Step go(Kind kind, std::size_t first, std::ptrdiff_t second) {
        Step step{kind, {}};
        step.first = static_cast<std::ptrdiff_t>(first);
        step.second = second;
        return step;
    }

    Program alternatives() {
        require(++m_depth <= 200, "the pattern is nested too deeply");
        const Flags outside = m_flags;
        std::vector<Program> list{sequence()};
        while (take(U"|"))
            list.push_back(sequence());
        Program all;
        std::vector<std::size_t> jumps; // from the end of each alternative but the last
        for (std::size_t i = 0; i + 1 < list.size(); ++i) {
            all.push_back(go(Kind::split, 1, static_cast<std::ptrdiff_t>(list[i].size()) + 2));
            append(all, list[i]);
            jumps.push_back(all.size());
            all.push_back(go(Kind::jump, 0, 0));
        }
        append(all, list.back());
        for (const std::size_t jump : jumps)
            all[jump].first = static_cast<std::ptrdiff_t>(all.size() - jump);
        m_flags = outside;
        --m_depth;
        return all;
    }

    Program sequence() {
        Program program, last; // a repeat is one of the last letter of a quote
        bool any = false;
        const auto follow = [&](Program next) {
            append(program, last);
            last = std::move(next);
            any = true;
        };
        while (more() && peek() != U'|' && peek() != U')') {
            if (!take(U"\\Q")) {
                follow(atom());
            } else {
                while (more() && !take(U"\\E")) {
                    const char32_t plain = next();
                    follow(set({{plain, plain}}));
                }
            }
            if (any)
                last = repeated(std::move(last));
        }
        append(program, last);
        return program;
    }

    /// Reads {n}, {n,} or {n,m}. Anything else after '{' is left unread: the '{' is a literal then.
    bool takeCounts(std::size_t& least, std::size_t& most, bool& open) {
        const std::size_t begin = m_at;
        const auto number = [&](std::size_t& value) {
            const std::size_t from = m_at;
            for (value = 0; peek() >= U'0' && peek() <= U'9'; ++m_at)
                value = std::min<std::size_t>(value * 10 + (peek() - U'0'), 100'000);
            return m_at > from;
        };
        open = false;
        if (take(U"{") && number(least)) {
            most = least;
            const bool range = take(U",");
            open = range && !number(most);
            if (take(U"}")) {
                require(least <= 1000 && (open || (most <= 1000 && least <= most)),
                        "a repetition count in the pattern is out of range");
                return true;
            }
        }
        m_at = begin;
        return false;
    }

    Program repeated(Program what) {
        for (bool again = false;; again = true) {
            std::size_t least = 0, most = 0;
            bool open = false;
            if (take(U"*"))
                open = true;
            else if (take(U"+"))
                least = 1, open = true;
            else if (take(U"?"))
                most = 1;
            else if (!takeCounts(least, most, open))
                return what;
            require(!again, "the pattern has two repetition operators in a row");
            take(U"?"); // lazy repetition, which makes no difference when the whole text must match
            Program program;
            for (std::size_t i = 0; i < least; ++i)
                append(program, what);
            const std::size_t size = what.size();
            if (open) { // split → what → jump back to the split
                program.push_back(go(Kind::split, 1, static_cast<std::ptrdiff_t>(size) + 2));
                append(program, what);
                program.push_back(go(Kind::jump, 0, 0));
                program.back().first = -static_cast<std::ptrdiff_t>(size) - 1;
            }
            for (std::size_t i = least; !open && i < most; ++i) {
                program.push_back(go(Kind::split, 1, static_cast<std::ptrdiff_t>(size) + 1));
                append(program, what);
            }
            what = std::move(program);
        }
    }

    [[nodiscard]] Program set(std::vector<Range> ranges, bool negated = false) const {
        Step step{Kind::set, std::move(ranges)};
        step.negated = negated;
        step.anyCase = m_flags.anyCase;
        return {step};
    }

    static Program assertion(Anchor anchor) {
        Step step{Kind::assertion, {}};
        step.anchor = anchor;
        return {step};
    }

    Program atom() {
        const char32_t letter = next();
        switch (letter) {
        case U'.': return m_flags.dotIsAll ? set({}, true) : set({{U'\n', U'\n'}}, true);
        case U'^': return assertion(m_flags.lines ? Anchor::lineStart : Anchor::textStart);
        case U'$': return assertion(m_flags.lines ? Anchor::lineEnd : Anchor::textEnd);
        case U'(': return group();
        case U'[': return bracket();
        case U'\\': return escape();
        case U'*':
        case U'+':
        case U'?':
            throw NodeFailure("the pattern has a repetition operator with nothing to repeat");
        default: return set({{letter, letter}});
        }
    }

    /// Reads the rest of a group after '(': (…), (?:…), (?P<name>…), (?<name>…), (?flags:…),
    /// (?flags).
    Program group() {
        const Flags outside = m_flags;
        if (take(U"?P<") || take(U"?<")) {
            const std::size_t begin = m_at;
            while (peek() == U'_' || (peek() < 0x80 && std::isalnum(static_cast<int>(peek()))))
                ++m_at;
            require(m_at > begin && take(U">"), "a group in the pattern has an invalid name");
        } else if (take(U"?")) {
            bool on = true;
            while (peek() != U':' && peek() != U')') {
                const char32_t flag = next();
                require(std::u32string_view(U"imsU-").find(flag) != std::u32string_view::npos,
                        "the pattern has a group that RE2 does not support");
                on = flag == U'-' ? false : on;
                (flag == U'i'   ? m_flags.anyCase
                 : flag == U'm' ? m_flags.lines
                 : flag == U's' ? m_flags.dotIsAll
                                : m_ignored) = on;
            }
            if (next() == U')')
                return {}; // the flags hold until the enclosing group ends
        }
        Program program = alternatives();
        require(take(U")"), "a group in the pattern has no closing ')'");
        m_flags = outside;
        return program;
    }

    /// The ranges of \d, \s and \w; empty for another letter.
    static std::vector<Range> named(char32_t letter) {
        switch (letter) {
        case U'd': return {{U'0', U'9'}};
        case U's': return {{U'\t', U'\n'}, {U'\f', U'\r'}, {U' ', U' '}};
        case U'w': return {{U'0', U'9'}, {U'A', U'Z'}, {U'_', U'_'}, {U'a', U'z'}};
        default: return {};
        }
    }

    /// The complement of the ranges, which are of ASCII; nor another case of it, where cases are
    /// the same.
    [[nodiscard]] std::vector<Range> others(std::vector<Range> ranges) const {
        for (char32_t c = 0; m_flags.anyCase && c < 0x80; ++c)
            if (std::ranges::any_of(ranges,
                                    [c](const Range& r) { return c >= r.first && c <= r.last; }))
                for (const char32_t other : casesOf(c))
                    if (other != c)
                        ranges.push_back({other, other});
        std::ranges::sort(ranges, {}, &Range::first);
        std::vector<Range> result;
        char32_t from = 0;
        for (const Range& range : ranges) {
            if (range.first > from)
                result.push_back({from, range.first - 1});
            from = std::max(from, static_cast<char32_t>(range.last + 1));
        }
        result.push_back({from, kNoText + 0xFF});
        return result;
    }

    /// The character that an escape stands for; `letter` is the one after the backslash.
    char32_t escapedLetter(char32_t letter) {
        static const std::map<char32_t, char32_t> kLetters = {{U'a', U'\a'}, {U'f', U'\f'},
                                                              {U'n', U'\n'}, {U'r', U'\r'},
                                                              {U't', U'\t'}, {U'v', U'\v'}};
        if (const auto found = kLetters.find(letter); found != kLetters.end())
            return found->second;
        if (letter == U'x')
            return hexadecimal();
        if (letter >= U'0' && letter <= U'7') { // octal: \0, or two or three digits
            char32_t value = letter - U'0';
            std::size_t digits = 1;
            for (; digits < 3 && peek() >= U'0' && peek() <= U'7'; ++digits)
                value = value * 8 + (next() - U'0');
            require(letter == U'0' || digits > 1,
                    "the pattern has a backreference, which RE2 does not support");
            return value;
        }
        require(letter >= 0x80 || !std::isalnum(static_cast<int>(letter)),
                "the pattern has an unknown escape");
        return letter;
    }

    char32_t hexadecimal() {
        const bool braces = take(U"{");
        char32_t value = 0;
        std::size_t digits = 0;
        for (; (braces || digits < 2) && peek() != U'}'; ++digits) {
            const char32_t digit = next();
            require(digit < 0x80 && std::isxdigit(static_cast<int>(digit)) && value < kNoText,
                    "a hexadecimal escape in the pattern has an invalid digit");
            value = value * 16 + (digit <= U'9' ? digit - U'0' : (digit | 0x20) - U'a' + 10);
        }
        require((braces ? digits > 0 && take(U"}") : digits == 2) && value < kNoText,
                "a hexadecimal escape in the pattern is incomplete or too large");
        return value;
    }

    Program escape() {
        const char32_t letter = next();
        switch (letter) {
        case U'A': return assertion(Anchor::textStart);
        case U'z': return assertion(Anchor::textEnd);
        case U'b': return assertion(Anchor::wordEdge);
        case U'B': return assertion(Anchor::noWordEdge);
        case U'D':
        case U'S':
        case U'W': return set(named(letter + 0x20), true);
        case U'd':
        case U's':
        case U'w': return set(named(letter));
        default: {
            const char32_t plain = escapedLetter(letter);
            return set({{plain, plain}});
        }
        }
    }

    /// Reads a POSIX class such as [:alpha:] inside a bracket expression, after its "[:".
    std::vector<Range> posix() {
        static const std::map<std::u32string, std::vector<Range>> kClasses = {
            {U"alnum", {{U'0', U'9'}, {U'A', U'Z'}, {U'a', U'z'}}},
            {U"alpha", {{U'A', U'Z'}, {U'a', U'z'}}},
            {U"ascii", {{0, 0x7F}}},
            {U"blank", {{U'\t', U'\t'}, {U' ', U' '}}},
            {U"cntrl", {{0, 0x1F}, {0x7F, 0x7F}}},
            {U"digit", {{U'0', U'9'}}},
            {U"graph", {{U'!', U'~'}}},
            {U"lower", {{U'a', U'z'}}},
            {U"print", {{U' ', U'~'}}},
            {U"punct", {{U'!', U'/'}, {U':', U'@'}, {U'[', U'`'}, {U'{', U'~'}}},
            {U"space", {{U'\t', U'\r'}, {U' ', U' '}}},
            {U"upper", {{U'A', U'Z'}}},
            {U"word", {{U'0', U'9'}, {U'A', U'Z'}, {U'_', U'_'}, {U'a', U'z'}}},
            {U"xdigit", {{U'0', U'9'}, {U'A', U'F'}, {U'a', U'f'}}}};
        const bool negated = take(U"^");
        for (const auto& [name, ranges] : kClasses)
            if (take(name + U":]"))
                return negated ? others(ranges) : ranges;
        throw NodeFailure("the pattern has an unknown character class");
    }

    Program bracket() {
        const bool negated = take(U"^");
        std::vector<Range> ranges;
        for (bool first = true; first || peek() != U']'; first = false) {
            if (take(U"[:")) {
                std::ranges::copy(posix(), std::back_inserter(ranges));
                continue;
            }
            char32_t letter = next();
            if (letter == U'\\') {
                letter = next();
                const bool other = letter == U'D' || letter == U'S' || letter == U'W';
                const auto list = named(other ? letter + 0x20 : letter);
                if (!list.empty()) {
                    std::ranges::copy(other ? others(list) : list, std::back_inserter(ranges));
                    continue;
                }
                letter = escapedLetter(letter);
            }
            char32_t last = letter;
            if (peek() == U'-' && m_at + 1 < m_pattern.size() && m_pattern[m_at + 1] != U']') {
                ++m_at;
                last = next();
                last = last == U'\\' ? escapedLetter(next()) : last;
                require(letter <= last, "a character range in the pattern is reversed");
            }
            ranges.push_back({letter, last});
        }
        require(take(U"]"), "a character class in the pattern has no closing ']'");
        return set(std::move(ranges), negated);
    }

    std::u32string m_pattern;
    std::size_t m_at = 0;
    int m_depth = 0;
    Flags m_flags;
    bool m_ignored = false; ///< flag U (lazy by default) does not change what matches as a whole
};

RegularExpression::RegularExpression(const std::string& pattern)
    : m_program(PatternReader(pattern).read()) {}

bool RegularExpression::accepts(const Step& step, char32_t letter) {
    const auto inside = [&](char32_t c) {
        return std::ranges::any_of(
            step.set, [c](const Range& range) { return c >= range.first && c <= range.last; });
    };
    const bool found = step.anyCase ? std::ranges::any_of(casesOf(letter), inside) : inside(letter);
    return found != step.negated;
}

bool RegularExpression::holds(Anchor anchor, const std::u32string& text, std::size_t at) {
    const auto isWord = [&](std::size_t i) {
        return i < text.size() && text[i] < 0x80 &&
               (std::isalnum(static_cast<int>(text[i])) || text[i] == U'_');
    };
    const bool edge = (at > 0 && isWord(at - 1)) != isWord(at);
    switch (anchor) {
    case Anchor::textStart: return at == 0;
    case Anchor::textEnd: return at == text.size();
    case Anchor::lineStart: return at == 0 || text[at - 1] == U'\n';
    case Anchor::lineEnd: return at == text.size() || text[at] == U'\n';
    case Anchor::wordEdge: return edge;
    case Anchor::noWordEdge: return !edge;
    }
    return false;
}

/// Adds to `states` every step that reads a character or matches and that `step` reaches without
/// reading a character.
void RegularExpression::follow(std::size_t step, const std::u32string& text, std::size_t at,
                               std::vector<bool>& seen, std::vector<std::size_t>& states) const {
    std::vector<std::size_t> open{step};
    while (!open.empty()) {
        const std::size_t here = open.back();
        open.pop_back();
        if (seen.at(here))
            continue;
        seen[here] = true;
        const Step& now = m_program[here];
        const auto target = [here](std::ptrdiff_t way) {
            return static_cast<std::size_t>(static_cast<std::ptrdiff_t>(here) + way);
        };
        if (now.kind == Kind::set || now.kind == Kind::match)
            states.push_back(here);
        else if (now.kind != Kind::assertion || holds(now.anchor, text, at))
            open.push_back(target(now.first));
        if (now.kind == Kind::split)
            open.push_back(target(now.second));
    }
}

bool RegularExpression::matches(const std::string& whole) const {
    const std::u32string text = decoded(whole);
    std::vector<std::size_t> states;
    std::vector<bool> seen(m_program.size());
    follow(0, text, 0, seen, states);
    for (std::size_t at = 0; at < text.size(); ++at) {
        std::vector<std::size_t> later;
        seen.assign(m_program.size(), false);
        for (const std::size_t state : states)
            if (m_program[state].kind == Kind::set && accepts(m_program[state], text[at]))
                follow(state + 1, text, at + 1, seen, later);
        states = std::move(later);
    }
    return std::ranges::any_of(
        states, [&](std::size_t state) { return m_program[state].kind == Kind::match; });
}

} // namespace partita::reference
