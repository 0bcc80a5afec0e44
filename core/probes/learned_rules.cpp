#include "core/probes/learned_rules.h"

#include <algorithm>

namespace partita {

namespace {

using Pair = std::pair<TraitKey, std::string>; ///< a trait and its value

std::optional<std::string> valueIn(const Traits& traits, const TraitKey& key) {
    const auto at = traits.find(key);
    return at == traits.end() ? std::nullopt : std::optional(at->second);
}

bool holds(const TraitCondition& condition, const Traits& traits) {
    const auto value = valueIn(traits, condition.key);
    return value && condition.metBy(value);
}

/// Whether a node meets the condition for a constraint, and not the constraint.
bool isRefusedBy(const LearnedConstraint& constraint, const Traits& traits) {
    return !constraint.must.metBy(valueIn(traits, constraint.must.key)) &&
           std::ranges::all_of(constraint.when,
                               [&](const TraitCondition& each) { return holds(each, traits); });
}

/// Finds constraints that no good observation breaks and all bad ones do, as far as there are any.
class Explainer {
public:
    Explainer(std::vector<const Traits*> good, std::vector<const Traits*> bad, bool fails)
        : m_good(std::move(good)), m_bad(std::move(bad)), m_left(m_bad), m_fails(fails) {
        std::map<TraitKey, std::set<std::string>> values;
        for (const auto* list : {&m_good, &m_bad})
            for (const Traits* traits : *list)
                for (const auto& [key, value] : *traits)
                    values[key].insert(value);
        for (const auto& [key, found] : values)
            if (found.size() > 1)
                m_varied.push_back(key);
    }

    std::vector<LearnedConstraint> explain() {
        while (!m_left.empty() && addSingle()) {
        }
        for (const std::size_t size : {2U, 3U})
            while (!m_left.empty() && addCombination(size)) {
            }
        for (LearnedConstraint& each : m_found)
            each.evidence = static_cast<std::size_t>(std::ranges::count_if(
                m_bad, [&](const Traits* traits) { return isRefusedBy(each, *traits); }));
        return std::move(m_found);
    }

private:
    /// The constraint on one trait that explains most of what is left.
    bool addSingle() {
        std::optional<TraitKey> best;
        std::size_t most = 0;
        for (const TraitKey& key : m_varied) {
            std::size_t explained = 0;
            for (const auto& [value, count] : refusedValues(key))
                explained += count;
            if (explained > most) {
                most = explained;
                best = key;
            }
        }
        if (!best)
            return false;
        LearnedConstraint made{{*best, {}, false}, {}, m_fails, 0};
        const auto refused = refusedValues(*best);
        for (const auto* list : {&m_good, &m_bad})
            for (const Traits* traits : *list)
                if (auto value = valueIn(*traits, *best); value && !refused.contains(*value))
                    made.must.values.insert(*std::move(value));
        take(std::move(made));
        return true;
    }

    /// Values that only bad observations have, each with how many of those that are left it has.
    [[nodiscard]] std::map<std::string, std::size_t> refusedValues(const TraitKey& key) const {
        std::map<std::string, std::size_t> counts;
        for (const Traits* traits : m_left)
            if (const auto value = valueIn(*traits, key))
                ++counts[*value];
        for (const Traits* traits : m_good)
            if (const auto value = valueIn(*traits, key))
                counts.erase(*value);
        return counts;
    }

    /// The combination of `size` traits that no good observation has and most that are left have.
    bool addCombination(std::size_t size) {
        std::map<std::vector<Pair>, std::size_t> counts;
        for (const Traits* traits : m_left)
            forEachCombination(*traits, size,
                               [&](const std::vector<Pair>& each) { ++counts[each]; });
        if (counts.size() > kMostCombinations)
            return false;
        for (const Traits* traits : m_good)
            forEachCombination(*traits, size,
                               [&](const std::vector<Pair>& each) { counts.erase(each); });
        const auto best =
            std::ranges::max_element(counts, {}, [](const auto& each) { return each.second; });
        if (best == counts.end() || best->second < kLeastEvidence)
            return false;
        const std::vector<Pair> found = best->first;
        LearnedConstraint made{{found.back().first, {found.back().second}, true}, {}, m_fails, 0};
        for (std::size_t i = 0; i + 1 < found.size(); ++i)
            made.when.push_back({found[i].first, {found[i].second}, false});
        for (const LearnedConstraint& each : m_found) // the same trait under the same condition
            if (each.when == made.when && each.must.key == made.must.key && each.must.refuses)
                made.must.values.insert(each.must.values.begin(), each.must.values.end());
        std::erase_if(m_found, [&](const LearnedConstraint& each) {
            return each.when == made.when && each.must.key == made.must.key && each.must.refuses;
        });
        take(std::move(made));
        return true;
    }

    template <class F>
    void forEachCombination(const Traits& traits, std::size_t size, const F& each) const {
        std::vector<Pair> pairs;
        for (const TraitKey& key : m_varied)
            if (auto value = valueIn(traits, key))
                pairs.emplace_back(key, *std::move(value));
        for (std::size_t a = 0; a < pairs.size(); ++a)
            for (std::size_t b = a + 1; b < pairs.size(); ++b) {
                if (size == 2)
                    each({pairs[a], pairs[b]});
                for (std::size_t c = b + 1; size == 3 && c < pairs.size(); ++c)
                    each({pairs[a], pairs[b], pairs[c]});
            }
    }

    void take(LearnedConstraint made) {
        std::erase_if(m_left, [&](const Traits* traits) { return isRefusedBy(made, *traits); });
        m_found.push_back(std::move(made));
    }

    /// A combination that a single probe shows may be a chance.
    static constexpr std::size_t kLeastEvidence = 2;
    static constexpr std::size_t kMostCombinations = 200'000;

    std::vector<const Traits*> m_good, m_bad, m_left;
    bool m_fails;
    std::vector<TraitKey> m_varied;
    std::vector<LearnedConstraint> m_found;
};

} // namespace

ProbeOutcome LearnedRule::predict(const Traits& traits) const {
    bool failing = alwaysFails;
    for (const LearnedConstraint& each : constraints) {
        if (!isRefusedBy(each, traits))
            continue;
        if (!each.fails)
            return ProbeOutcome::declined;
        failing = true;
    }
    return failing ? ProbeOutcome::fails : ProbeOutcome::taken;
}

std::optional<LearnedRule> learnRule(const std::vector<Observation>& observations) {
    LearnedRule rule;
    std::vector<const Traits*> claimed, declined, taken, failing;
    for (const Observation& each : observations) {
        const ProbeOutcome outcome = asRuled(each.outcome);
        if (outcome == ProbeOutcome::invalid)
            continue;
        ++rule.probes;
        rule.taken += outcome == ProbeOutcome::taken;
        rule.fails += outcome == ProbeOutcome::fails;
        (isClaimed(outcome) ? claimed : declined).push_back(&each.traits);
        if (isClaimed(outcome))
            (outcome == ProbeOutcome::taken ? taken : failing).push_back(&each.traits);
    }
    if (claimed.empty())
        return std::nullopt;
    rule.constraints = Explainer(claimed, declined, false).explain();
    rule.alwaysFails = taken.empty();
    if (!rule.alwaysFails) {
        auto more = Explainer(taken, failing, true).explain();
        rule.constraints.insert(rule.constraints.end(), more.begin(), more.end());
    }
    for (const Observation& each : observations)
        rule.unexplained += each.outcome != ProbeOutcome::invalid &&
                            rule.predict(each.traits) != asRuled(each.outcome);
    return rule;
}

} // namespace partita
