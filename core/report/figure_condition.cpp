#include "core/report/figure_condition.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "core/base/try.h"

namespace partita {

/// A recursive descent parser; its grammar is
///   any := all ("||" all)*     all := part ("&&" part)*     part := "(" any ")" | comparison
class ConditionParser {
public:
    ConditionParser(const std::string& text, const std::vector<std::string>& figures)
        : m_text(text), m_figures(figures) {
        m_condition.m_text = text;
    }

    Result<FigureCondition> parse() {
        PARTITA_TRY(parseAny(0));
        skipSpace();
        if (m_at < m_text.size())
            return expected(PARTITA_TEXT("&&, || or the end"));
        return std::move(m_condition);
    }

private:
    using Kind = FigureCondition::Kind;
    using Step = FigureCondition::Step;
    static constexpr int kMostBrackets = 100; ///< inside each other

    Result<void> parseAny(int depth) {
        PARTITA_TRY(parseAll(depth));
        while (take("||")) {
            PARTITA_TRY(parseAll(depth));
            m_condition.m_steps.push_back({Kind::either, {}, {}, 0});
        }
        return {};
    }

    Result<void> parseAll(int depth) {
        PARTITA_TRY(parsePart(depth));
        while (take("&&")) {
            PARTITA_TRY(parsePart(depth));
            m_condition.m_steps.push_back({Kind::both, {}, {}, 0});
        }
        return {};
    }

    Result<void> parsePart(int depth) {
        if (!take("("))
            return parseComparison();
        if (depth == kMostBrackets)
            return expected(PARTITA_TEXT("at most {0} brackets inside each other", kMostBrackets));
        PARTITA_TRY(parseAny(depth + 1));
        if (!take(")"))
            return expected(PARTITA_TEXT("&&, || or )"));
        return {};
    }

    Result<void> parseComparison() {
        constexpr std::array<std::string_view, 7> kRelations = {
            ">=", "<=", "!=", "==", ">", "<", "="};
        skipSpace();
        Step step;
        const std::size_t end =
            std::min(m_text.find_first_of(" \t\n<>=!&|()", m_at), m_text.size());
        step.figure = m_text.substr(m_at, end - m_at);
        if (std::ranges::find(m_figures, step.figure) == m_figures.end())
            return expected(PARTITA_TEXT("a figure"));
        m_at = end;
        const auto relation =
            std::ranges::find_if(kRelations, [this](std::string_view each) { return take(each); });
        if (relation == kRelations.end())
            return expected(PARTITA_TEXT("a relation such as >"));
        step.relation = *relation;
        skipSpace();
        const auto [last, error] =
            std::from_chars(m_text.data() + m_at, m_text.data() + m_text.size(), step.limit);
        if (error != std::errc() || !std::isfinite(step.limit))
            return expected(PARTITA_TEXT("a number"));
        m_at = static_cast<std::size_t>(last - m_text.data());
        m_condition.m_steps.push_back(std::move(step));
        return {};
    }

    void skipSpace() { m_at = std::min(m_text.find_first_not_of(" \t\n", m_at), m_text.size()); }

    bool take(std::string_view wanted) {
        skipSpace();
        if (!std::string_view(m_text).substr(m_at).starts_with(wanted))
            return false;
        m_at += wanted.size();
        return true;
    }

    [[nodiscard]] Error expected(const Message& what) const {
        std::string names;
        for (const std::string& figure : m_figures)
            names += (names.empty() ? "" : ", ") + figure;
        return Error{Errc::usage,
                     PARTITA_TEXT("'{0}' is no condition: expected {1} at character {2}", m_text,
                                  what, m_at + 1),
                     {},
                     PARTITA_TEXT("write FIGURE>NUMBER, joined by && and ||, with {0}", names)};
    }

    const std::string& m_text;
    const std::vector<std::string>& m_figures;
    std::size_t m_at = 0;
    FigureCondition m_condition;
};

namespace {

bool compare(double value, std::string_view relation, double limit) {
    return relation == ">"    ? value > limit
           : relation == ">=" ? value >= limit
           : relation == "<"  ? value < limit
           : relation == "<=" ? value <= limit
           : relation == "!=" ? value != limit
                              : value == limit;
}

} // namespace

Result<FigureCondition> FigureCondition::parse(const std::string& text,
                                               const std::vector<std::string>& figures) {
    return ConditionParser(text, figures).parse();
}

bool FigureCondition::holds(const FigureOf& figureOf) const {
    std::vector<bool> answers;
    for (const Step& step : m_steps) {
        if (step.kind == Kind::comparison) {
            answers.push_back(compare(figureOf(step.figure), step.relation, step.limit));
            continue;
        }
        const bool last = answers.back();
        answers.pop_back();
        answers.back() = step.kind == Kind::both ? answers.back() && last : answers.back() || last;
    }
    return answers.back();
}

} // namespace partita
