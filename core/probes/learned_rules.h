#pragma once

#include "core/probes/node_traits.h"
#include "core/probes/probe_outcome.h"

namespace partita {

/// A probe and what the provider did with it.
struct Observation {
    Traits traits;
    ProbeOutcome outcome = ProbeOutcome::invalid;
};

/// What a node must meet to be taken, if it meets all of `when`, which list allowed values.
struct LearnedConstraint {
    TraitCondition must;
    std::vector<TraitCondition> when;
    /// What becomes of another node: declined; fails; apart, by which its group is none.
    ProbeOutcome outcome = ProbeOutcome::declined;
    std::size_t evidence = 0; ///< probes that did not meet it
    friend bool operator==(const LearnedConstraint&, const LearnedConstraint&) = default;

    /// Whether a node meets all of `when`, and not the constraint.
    [[nodiscard]] bool refuses(const Traits& traits) const;
};

/// What the probes of one version of an operator say.
struct LearnedRule {
    std::vector<LearnedConstraint> constraints; ///< apart, declined, fails: the first one counts
    bool alwaysFails = false;                   ///< no probe that was claimed could be compiled
    bool alwaysApart = false;                   ///< no group was seen: each node is by itself
    bool alwaysDeclines = false;                ///< groups were seen, and none was claimed
    std::size_t probes = 0, taken = 0, fails = 0, apart = 0; ///< without the invalid ones
    std::size_t unexplained = 0; ///< probes of which the rule says something else

    /// What the rule says of a node.
    [[nodiscard]] ProbeOutcome predict(const Traits& traits) const;
    /// Whether it says what the provider did. Of nodes that are by themselves it says nothing.
    [[nodiscard]] bool explains(const Observation& seen) const;
};

/// Finds a rule that explains the observations: constraints on single traits, those that explain
/// most first, then on pairs and triples. Nothing: no probe was claimed, and none was apart.
std::optional<LearnedRule> learnRule(const std::vector<Observation>& observations);

} // namespace partita
