#include "core/probes/learned_rules.h"

#include <algorithm>
#include <climits>

namespace partita {

namespace {

std::optional<std::string> valueIn(const Traits& traits, const TraitKey& key) {
    const auto at = traits.find(key);
    return at == traits.end() ? std::nullopt : std::optional(at->second);
}

bool holds(const TraitCondition& condition, const Traits& traits) {
    const auto value = valueIn(traits, condition.key);
    return value && condition.metBy(value);
}

/// Finds constraints that no good observation breaks and all bad ones do, as far as there are any.
class Explainer {
public:
    Explainer(const std::vector<const Traits*>& good, const std::vector<const Traits*>& bad,
              ProbeOutcome outcome)
        : m_outcome(outcome) {
        std::map<TraitKey, std::set<std::string>> found;
        for (const auto* list : {&good, &bad})
            for (const Traits* traits : *list)
                for (const auto& [key, value] : *traits)
                    found[key].insert(value);
        for (const auto& [key, values] : found)
            if (values.size() > 1)
                m_keys.push_back({key, {values.begin(), values.end()}});
        std::ranges::transform(good, std::back_inserter(m_good),
                               [this](const Traits* each) { return rowOf(*each); });
        std::ranges::transform(bad, std::back_inserter(m_bad),
                               [this](const Traits* each) { return rowOf(*each); });
        m_left = m_bad;
    }

    /// On single traits.
    std::vector<LearnedConstraint> explainSingly() {
        while (!m_left.empty() && add({{}}, 1)) {
        }
        return std::move(m_found);
    }

    std::vector<LearnedConstraint> explain() {
        m_found = explainSingly();
        while (!m_left.empty() && add(conditions(), kLeastEvidence)) {
        }
        while (!m_left.empty() && add(pairs(), kLeastEvidence)) {
        }
        return std::move(m_found);
    }

private:
    /// A varied trait with its values, and an observation: for each of them the index of the value,
    /// or kUnknown.
    struct Varied {
        TraitKey key;
        std::vector<std::string> values;
    };
    using Row = std::vector<int>;
    static constexpr int kUnknown = -1;
    struct Condition {
        std::size_t key;
        int value;
        friend auto operator<=>(const Condition&, const Condition&) = default;
    };
    using Conditions = std::vector<Condition>;

    [[nodiscard]] Row rowOf(const Traits& traits) const {
        Row row;
        for (const Varied& varied : m_keys) {
            const auto at = traits.find(varied.key);
            const auto value = at == traits.end() ? varied.values.end()
                                                  : std::ranges::find(varied.values, at->second);
            row.push_back(value == varied.values.end()
                              ? kUnknown
                              : static_cast<int>(value - varied.values.begin()));
        }
        return row;
    }
    static bool meets(const Row& row, const Conditions& all) {
        return std::ranges::all_of(
            all, [&](const Condition& each) { return row[each.key] == each.value; });
    }

    /// Adds the constraint that explains most of what is left, under one of these conditions; false:
    /// none explains so many.
    bool add(const std::vector<Conditions>& among, std::size_t least) {
        std::size_t most = 0, bestKey = 0;
        const Conditions* best = nullptr;
        for (const Conditions& when : among) {
            const auto counts = refusals(when);
            for (std::size_t key = 0; key < counts.size(); ++key) {
                std::size_t explained = 0;
                for (const std::size_t count : counts[key])
                    explained += count;
                if (explained > most) {
                    most = explained;
                    bestKey = key;
                    best = &when;
                }
            }
        }
        if (!best || most < least)
            return false;
        auto refused = refusals(*best)[bestKey];
        if (m_keys[bestKey].key.kind == TraitKey::Kind::rank)
            extendRanks(*best, bestKey, refused);
        if (m_keys[bestKey].key.kind == TraitKey::Kind::shape)
            extendShapes(*best, bestKey, refused);
        take(*best, bestKey, refused);
        return true;
    }

    /// A device that refuses a rank refuses all higher ones, if none of them was taken.
    void extendRanks(const Conditions& when, std::size_t key,
                     std::vector<std::size_t>& refused) const {
        const auto rankAt = [&](std::size_t value) { return std::stoi(m_keys[key].values[value]); };
        int highest = -1, border = INT_MAX;
        for (const Row& row : m_good)
            if (row[key] != kUnknown && meets(row, when))
                highest = std::max(highest, rankAt(static_cast<std::size_t>(row[key])));
        for (std::size_t value = 0; value < refused.size(); ++value)
            if (refused[value] && rankAt(value) > highest)
                border = std::min(border, rankAt(value));
        for (std::size_t value = 0; value < refused.size(); ++value)
            if (rankAt(value) >= border)
                refused[value] = std::max<std::size_t>(refused[value], 1);
    }

    /// A device that refuses unknown sizes refuses an unknown number of axes, too, if none was taken.
    void extendShapes(const Conditions& when, std::size_t key,
                      std::vector<std::size_t>& refused) const {
        const auto& values = m_keys[key].values;
        const auto at = [&](std::string_view shape) {
            return static_cast<std::size_t>(std::ranges::find(values, shape) - values.begin());
        };
        const std::size_t dynamic = at("dynamic"), unranked = at("unranked");
        if (dynamic == values.size() || unranked == values.size() || !refused[dynamic])
            return;
        const auto isTaken = [&](const Row& row) {
            return row[key] == static_cast<int>(unranked) && meets(row, when);
        };
        if (std::ranges::none_of(m_good, isTaken))
            refused[unranked] = std::max<std::size_t>(refused[unranked], 1);
    }

    /// For each trait and value: how many of what is left it explains, which is nothing where a good
    /// observation has it.
    [[nodiscard]] std::vector<std::vector<std::size_t>> refusals(const Conditions& when) const {
        std::vector<std::vector<std::size_t>> counts;
        for (const Varied& varied : m_keys)
            counts.emplace_back(varied.values.size());
        for (const Row& row : m_left)
            for (std::size_t key = 0; key < row.size() && meets(row, when); ++key)
                if (row[key] != kUnknown)
                    ++counts[key][static_cast<std::size_t>(row[key])];
        for (const Row& row : m_good)
            for (std::size_t key = 0; key < row.size() && meets(row, when); ++key)
                if (row[key] != kUnknown)
                    counts[key][static_cast<std::size_t>(row[key])] = 0;
        return counts;
    }

    void take(const Conditions& when, std::size_t key, const std::vector<std::size_t>& refused) {
        const Varied& varied = m_keys[key];
        LearnedConstraint made{{varied.key, {}, !when.empty()}, {}, m_outcome, 0};
        for (std::size_t value = 0; value < refused.size(); ++value)
            if ((refused[value] > 0) == made.must.refuses)
                made.must.values.insert(varied.values[value]);
        for (const Condition& each : when)
            made.when.push_back({m_keys[each.key].key,
                                 {m_keys[each.key].values[static_cast<std::size_t>(each.value)]},
                                 false});
        const auto isRefused = [&](const Row& row) {
            return row[key] != kUnknown && refused[static_cast<std::size_t>(row[key])] > 0 &&
                   meets(row, when);
        };
        made.evidence = static_cast<std::size_t>(std::ranges::count_if(m_bad, isRefused));
        std::erase_if(m_left, isRefused);
        m_found.push_back(std::move(made));
    }

    /// Every value of every trait of what is left, as a condition.
    [[nodiscard]] std::vector<Conditions> conditions() const {
        std::set<Conditions> found;
        for (const Row& row : m_left)
            for (std::size_t key = 0; key < row.size(); ++key)
                if (row[key] != kUnknown)
                    found.insert({{key, row[key]}});
        return {found.begin(), found.end()};
    }
    /// Two of them at a time.
    [[nodiscard]] std::vector<Conditions> pairs() const {
        std::set<Conditions> found;
        for (const Row& row : m_left)
            for (std::size_t a = 0; a < row.size(); ++a)
                for (std::size_t b = a + 1; b < row.size(); ++b)
                    if (row[a] != kUnknown && row[b] != kUnknown)
                        found.insert({{a, row[a]}, {b, row[b]}});
        return {found.begin(), found.end()};
    }

    /// A combination that a single probe shows may be a chance.
    static constexpr std::size_t kLeastEvidence = 2;

    ProbeOutcome m_outcome;
    std::vector<Varied> m_keys;
    std::vector<Row> m_good, m_bad, m_left;
    std::vector<LearnedConstraint> m_found;
};

} // namespace

bool LearnedConstraint::refuses(const Traits& traits) const {
    return !must.metBy(valueIn(traits, must.key)) &&
           std::ranges::all_of(when,
                               [&](const TraitCondition& each) { return holds(each, traits); });
}

ProbeOutcome LearnedRule::predict(const Traits& traits) const {
    if (alwaysApart)
        return ProbeOutcome::apart;
    bool failing = alwaysFails;
    for (const LearnedConstraint& each : constraints) {
        if (!each.refuses(traits))
            continue;
        if (each.outcome != ProbeOutcome::fails)
            return each.outcome;
        failing = true;
    }
    return alwaysDeclines ? ProbeOutcome::declined
           : failing      ? ProbeOutcome::fails
                          : ProbeOutcome::taken;
}

bool LearnedRule::explains(const Observation& seen) const {
    const ProbeOutcome outcome = asRuled(seen.outcome);
    if (outcome == ProbeOutcome::invalid || alwaysApart)
        return true;
    const ProbeOutcome predicted = predict(seen.traits);
    if (predicted == ProbeOutcome::apart && outcome == ProbeOutcome::declined) // one by one
        return std::ranges::any_of(constraints, [&](const LearnedConstraint& each) {
            return each.outcome == outcome && each.refuses(seen.traits);
        });
    return predicted == outcome;
}

std::optional<LearnedRule> learnRule(const std::vector<Observation>& observations) {
    LearnedRule rule;
    std::map<ProbeOutcome, std::vector<const Traits*>> seen;
    std::vector<const Traits*> claimed, claimedOrApart;
    for (const Observation& each : observations) {
        const ProbeOutcome outcome = asRuled(each.outcome);
        if (outcome == ProbeOutcome::invalid)
            continue;
        ++rule.probes;
        seen[outcome].push_back(&each.traits);
        if (isClaimed(outcome))
            claimed.push_back(&each.traits);
        if (outcome != ProbeOutcome::declined)
            claimedOrApart.push_back(&each.traits);
    }
    rule.taken = seen[ProbeOutcome::taken].size();
    rule.fails = seen[ProbeOutcome::fails].size();
    rule.apart = seen[ProbeOutcome::apart].size();
    if (claimed.empty() && rule.apart == 0)
        return std::nullopt;
    rule.alwaysApart = claimed.empty() && seen[ProbeOutcome::declined].empty();
    if (rule.alwaysApart)
        return rule;
    const auto keep = [&](const std::vector<LearnedConstraint>& more) {
        rule.constraints.insert(rule.constraints.end(), more.begin(), more.end());
    };
    const auto explain = [&](const std::vector<const Traits*>& good, ProbeOutcome outcome) {
        keep(Explainer(good, seen[outcome], outcome).explain());
    };
    const auto count = [&] {
        for (const Observation& each : observations)
            rule.unexplained += !rule.explains(each);
        return rule;
    };
    rule.alwaysDeclines = claimed.empty();
    if (rule.alwaysDeclines) {
        explain(seen[ProbeOutcome::declined], ProbeOutcome::apart);
        return count();
    }
    // Of nodes that are declined in a group and each by itself, nobody knows whether they are one.
    std::vector<const Traits*>& declined = seen[ProbeOutcome::declined];
    std::vector<LearnedConstraint> anyhow;
    if (rule.apart > 0)
        anyhow = Explainer(claimedOrApart, declined, ProbeOutcome::declined).explainSingly();
    std::erase_if(declined, [&](const Traits* traits) {
        return std::ranges::any_of(anyhow, [&](const auto& each) { return each.refuses(*traits); });
    });
    std::vector<const Traits*> together = claimed;
    together.insert(together.end(), declined.begin(), declined.end());
    explain(together, ProbeOutcome::apart);
    keep(anyhow);
    explain(claimed, ProbeOutcome::declined);
    rule.alwaysFails = rule.taken == 0;
    if (!rule.alwaysFails)
        explain(seen[ProbeOutcome::taken], ProbeOutcome::fails);
    return count();
}

} // namespace partita
