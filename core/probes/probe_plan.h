#pragma once

#include <map>

#include "core/probes/learned_rules.h"
#include "core/probes/probe_space.h"

namespace partita {

/// Decides which probes of an operator are asked: every value of every factor by itself, from a
/// choice that the provider takes; then combinations; then what bisects those that no rule explains.
class ProbePlan {
public:
    explicit ProbePlan(ProbedOperator of) : m_space(std::move(of)), m_seed(seedOf(m_space.of())) {}

    /// A probe to be asked.
    struct Question {
        ProbeChoice choice;
        std::string key;
        Probe probe;
    };
    /// The next round, given all answers so far; empty: the operator is known well enough.
    std::vector<Question> next();
    void answer(Question question, ProbeOutcome outcome);
    /// Only single values and a few combinations: enough to see whether a rule of another version
    /// holds here, too.
    void beShort() { m_isShort = true; }
    /// Goes on from what a short plan has asked.
    void beLong();

    /// The choice from which single values were changed; empty: none was taken.
    [[nodiscard]] ProbeChoice takenBase() const;
    [[nodiscard]] const ProbeSpace& space() const { return m_space; }
    [[nodiscard]] const std::vector<Observation>& observations() const { return m_observations; }

private:
    enum class Stage : std::uint8_t { singles, search, rebase, combinations, refine, done };

    std::vector<ProbeChoice> wanted();
    [[nodiscard]] std::vector<ProbeChoice> singles(const ProbeChoice& base) const;
    std::vector<ProbeChoice> combinations();
    std::vector<ProbeChoice> bisections(const LearnedRule& rule);
    void addSizes(const ProbeChoice& of, std::vector<ProbeChoice>& into) const;
    void addDoubts(const LearnedRule& rule, std::vector<ProbeChoice>& into);
    void addVariations(const ProbeChoice& of, const LearnedConstraint& constraint,
                       std::vector<ProbeChoice>& into);
    std::vector<ProbeChoice> refinements();
    void addProducts(std::vector<ProbeChoice>& into) const;
    void addUsualQuantizations(std::vector<ProbeChoice>& into) const;
    [[nodiscard]] std::vector<ProbeChoice> usualQuantizations(const ProbeChoice& row) const;
    [[nodiscard]] std::vector<ProbeChoice> withPlainInputs(const ProbeChoice& row) const;
    void addSecondChances(std::vector<ProbeChoice>& into);
    ProbeChoice random(double change, bool onlyTaken);
    std::optional<ProbeChoice> bestBase() const;
    std::uint32_t draw(std::uint32_t below);
    static std::uint64_t seedOf(const ProbedOperator& of);

    ProbeSpace m_space;
    std::uint64_t m_seed;
    Stage m_stage = Stage::singles;
    bool m_isShort = false;
    int m_refinements = 0;
    ProbeChoice m_base;
    std::map<ProbeChoice, ProbeOutcome> m_known; ///< also choices that make no model: invalid
    std::vector<std::vector<bool>> m_good; ///< by factor and value: taken with all else as the base
    std::vector<ProbeChoice> m_choices;    ///< of m_observations
    std::vector<Observation> m_observations;
    std::vector<LearnedConstraint> m_doubted; ///< that were tried elsewhere; without evidence
};

} // namespace partita
