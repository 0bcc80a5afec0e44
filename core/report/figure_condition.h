#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace partita {

/// A condition on figures: comparisons such as `costly>0` and `boundary_bytes>=1e6`, joined by `&&`
/// and `||`, with brackets; `&&` binds tighter than `||`. Relations: > >= < <= = == !=.
class FigureCondition {
public:
    using FigureOf = std::function<double(std::string_view name)>;

    /// `figures`: the names that it may use. The error says what is expected and at which character.
    static Result<FigureCondition> parse(const std::string& text,
                                         const std::vector<std::string>& figures);

    [[nodiscard]] const std::string& text() const { return m_text; }
    [[nodiscard]] bool holds(const FigureOf& figureOf) const;

private:
    friend class ConditionParser;
    enum class Kind : std::uint8_t { comparison, both, either };
    /// A comparison pushes its answer; `both` and `either` join the last two answers.
    struct Step {
        Kind kind = Kind::comparison;
        std::string figure, relation;
        double limit = 0;
    };
    std::string m_text;
    std::vector<Step> m_steps;
};

} // namespace partita
