#include "core/probes/probe_plan.h"

#include <algorithm>
#include <set>
#include <utility>

namespace partita {

namespace {

constexpr std::size_t kSearch = 24;             ///< combinations asked where nothing was taken yet
constexpr std::size_t kShort = 12;              ///< combinations of a short plan
constexpr std::size_t kLeast = 24, kMost = 110; ///< combinations otherwise
constexpr std::size_t kMostProducts = 440;      ///< of two factors whose values are all combined
constexpr int kChances = 4; ///< combinations with a value that was declined by itself
constexpr int kRefinements = 4;
// Groups have three or four times as many factors as their operators alone, and most of what is taken
// does not depend on several of them.
constexpr std::size_t kMostQuantized = 48;
constexpr int kChancesQuantized = 2;
constexpr int kRefinementsQuantized = 2;
constexpr std::size_t kSure = 16;    ///< a constraint of so many probes is not doubted
constexpr std::uint32_t kTypes = 4;  ///< tried with a constraint that is doubted
constexpr std::size_t kBisected = 8; ///< unexplained probes in a refinement

std::size_t changesOf(const ProbeChoice& choice, const ProbeChoice& base) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < choice.size(); ++i)
        count += choice[i] != base[i];
    return count;
}

bool isText(const Factor& factor) {
    return factor.kind == Factor::Kind::attribute && factor.attributes.back() &&
           std::get_if<Buffer>(&factor.attributes.back()->value);
}

/// Numbers of axes, and which of its shapes an input has.
bool isSize(const Factor& factor) {
    return factor.kind == Factor::Kind::rank || factor.kind == Factor::Kind::variant;
}

/// Where values stand that begin with a text.
std::vector<std::size_t> indicesOf(const Factor& factor, std::string_view begin) {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < factor.values.size(); ++i)
        if (factor.values[i].starts_with(begin))
            found.push_back(i);
    return found;
}

/// Factors whose values work together: types, and attributes with texts or types for values.
bool isNamed(const Factor& factor) {
    if (factor.kind == Factor::Kind::type)
        return true;
    return isText(factor) ||
           (factor.kind == Factor::Kind::attribute && factor.attributes.size() > 8);
}

/// Whether a factor depends on the scales of a weight: its type, and the axes that there are.
bool isScaled(const Factor& scales, const Factor& other) {
    return scales.kind == Factor::Kind::scales && scales.at > 0 && scales.at != Factor::kOutputs &&
           (isSize(other) || (other.kind == Factor::Kind::quantized && other.at == scales.at));
}

} // namespace

std::uint64_t ProbePlan::seedOf(const ProbedOperator& of) {
    std::uint64_t seed = 1469598103934665603U; // FNV: the same on every machine
    for (const char c : of.name + "-" + std::to_string(of.version))
        seed = (seed ^ static_cast<unsigned char>(c)) * 1099511628211U;
    return seed;
}

std::uint32_t ProbePlan::draw(std::uint32_t below) {
    m_seed = m_seed * 6364136223846793005U + 1442695040888963407U;
    return static_cast<std::uint32_t>(m_seed >> 33U) % below;
}

void ProbePlan::answer(Question question, ProbeOutcome outcome) {
    m_known[question.choice] = outcome;
    m_choices.push_back(std::move(question.choice));
    m_observations.push_back({std::move(question.probe.traits), outcome});
}

void ProbePlan::beLong() {
    m_isShort = false;
    if (m_stage == Stage::done)
        m_stage = bestBase() ? Stage::combinations : Stage::done;
}

std::vector<ProbePlan::Question> ProbePlan::next() {
    std::vector<Question> questions;
    if (!m_space.untried().empty())
        return questions;
    while (questions.empty() && m_stage != Stage::done)
        for (const ProbeChoice& choice : wanted()) {
            if (!m_known.emplace(choice, ProbeOutcome::invalid).second)
                continue;
            if (auto probe = m_space.make(choice))
                questions.push_back({choice, m_space.keyOf(choice), *std::move(probe)});
        }
    return questions;
}

/// The choices of the stage, and the way to the next one.
std::vector<ProbeChoice> ProbePlan::wanted() {
    if (m_base.empty())
        m_base.assign(m_space.factors().size(), 0);
    switch (m_stage) {
    case Stage::singles: m_stage = Stage::search; return singles(m_base);
    case Stage::search: {
        m_stage = Stage::rebase;
        if (bestBase())
            return {};
        std::vector<ProbeChoice> choices;
        for (std::size_t i = 0; i < (m_isShort ? kShort : kSearch); ++i)
            choices.push_back(random(0.4, false));
        return choices;
    }
    case Stage::rebase: {
        const auto base = bestBase();
        m_stage = base ? Stage::combinations : Stage::done;
        if (!base || *base == m_base)
            return {};
        m_base = *base;
        return singles(m_base);
    }
    case Stage::combinations:
        m_stage = m_isShort ? Stage::done : Stage::refine;
        return combinations();
    case Stage::refine:
        if (m_refinements++ == (m_space.of().quantized ? kRefinementsQuantized : kRefinements))
            m_stage = Stage::done;
        return m_stage == Stage::done ? std::vector<ProbeChoice>{} : refinements();
    case Stage::done: break;
    }
    return {};
}

std::vector<ProbeChoice> ProbePlan::singles(const ProbeChoice& base) const {
    std::vector<ProbeChoice> choices{base};
    for (std::size_t i = 0; i < base.size(); ++i)
        for (std::size_t value = 0; value < m_space.factors()[i].values.size(); ++value) {
            choices.push_back(base);
            choices.back()[i] = static_cast<std::uint16_t>(value);
        }
    // Some quantized operators are only taken where all inputs but the first are not quantized.
    if (m_space.of().quantized) {
        const auto plain = withPlainInputs(base);
        choices.insert(choices.end(), plain.begin(), plain.end());
    }
    return choices;
}

ProbeChoice ProbePlan::takenBase() const {
    const auto base = bestBase();
    return base && m_known.at(*base) == ProbeOutcome::taken ? *base : ProbeChoice{};
}

/// The choice that is taken with the fewest changes; else one that is claimed.
std::optional<ProbeChoice> ProbePlan::bestBase() const {
    const ProbeChoice usual(m_space.factors().size(), 0);
    std::optional<ProbeChoice> best;
    std::size_t least = SIZE_MAX;
    for (const auto& [choice, outcome] : m_known) {
        if (!isClaimed(outcome))
            continue;
        const std::size_t cost =
            changesOf(choice, usual) + (outcome == ProbeOutcome::taken ? 0 : 1000);
        if (cost < least) {
            least = cost;
            best = choice;
        }
    }
    return best;
}

ProbeChoice ProbePlan::random(double change, bool onlyTaken) {
    ProbeChoice choice = m_base;
    const auto limit = static_cast<std::uint32_t>(change * 1000);
    for (std::size_t i = 0; i < choice.size(); ++i) {
        if (draw(1000) >= limit)
            continue;
        const auto count = static_cast<std::uint32_t>(m_space.factors()[i].values.size());
        const auto value = draw(count);
        if (!onlyTaken || m_good[i][value])
            choice[i] = static_cast<std::uint16_t>(value);
    }
    return choice;
}

/// Random choices, most of them of values that are taken by themselves: what is declined then shows
/// which values do not go together.
std::vector<ProbeChoice> ProbePlan::combinations() {
    m_good.clear();
    const bool isFailing = m_known.at(m_base) != ProbeOutcome::taken;
    std::size_t values = 0;
    for (std::size_t i = 0; i < m_base.size(); ++i) {
        auto& good = m_good.emplace_back();
        for (std::size_t value = 0; value < m_space.factors()[i].values.size(); ++value) {
            ProbeChoice choice = m_base;
            choice[i] = static_cast<std::uint16_t>(value);
            const auto known = m_known.find(choice);
            good.push_back(known != m_known.end() && (known->second == ProbeOutcome::taken ||
                                                      (isFailing && isClaimed(known->second))));
            ++values;
        }
    }
    std::vector<ProbeChoice> choices;
    if (!m_isShort) {
        choices = m_space.withComputedInputs(m_base);
        addProducts(choices);
        addUsualQuantizations(choices);
        addSecondChances(choices);
    }
    const std::size_t most = m_space.of().quantized ? kMostQuantized : kMost;
    const std::size_t count = m_isShort ? kShort : std::clamp(2 * values, kLeast, most);
    const double change = std::min(0.5, 4.0 / static_cast<double>(m_base.size() + 1));
    std::set<ProbeChoice> found;
    for (std::size_t i = 0; i < 4 * count && found.size() < count; ++i)
        if (ProbeChoice choice = random(change, i % 4 != 0); !m_known.contains(choice))
            found.insert(std::move(choice));
    choices.insert(choices.end(), found.begin(), found.end());
    return choices;
}

/// Values that were declined or failed, together with others that were not: they may be taken there.
void ProbePlan::addSecondChances(std::vector<ProbeChoice>& into) {
    const auto& factors = m_space.factors();
    const int chances = m_space.of().quantized ? kChancesQuantized : kChances;
    for (std::size_t i = 0; i < m_base.size(); ++i) {
        if (factors[i].kind == Factor::Kind::shapes || factors[i].kind == Factor::Kind::outputs)
            continue;
        for (std::size_t value = 0; value < m_good[i].size(); ++value)
            for (int turn = 0; turn < chances && !m_good[i][value]; ++turn) {
                into.push_back(random(0.3, true));
                for (std::size_t at = 0; at < m_base.size(); ++at) // ranks matter most
                    if (factors[at].kind == Factor::Kind::rank)
                        into.back()[at] = static_cast<std::uint16_t>(
                            (m_base[at] + 1 + static_cast<std::size_t>(turn)) %
                            factors[at].values.size());
                into.back()[i] = static_cast<std::uint16_t>(value);
            }
    }
}

/// All pairs of values of factors that are likely to depend on each other.
void ProbePlan::addProducts(std::vector<ProbeChoice>& into) const {
    const auto& factors = m_space.factors();
    for (std::size_t a = 0; a < factors.size(); ++a)
        for (std::size_t b = a + 1; b < factors.size(); ++b) {
            if (factors[a].kind == Factor::Kind::source &&
                factors[b].kind == Factor::Kind::shapes && factors[a].at > 0)
                for (const std::size_t j : indicesOf(factors[b], "others")) {
                    into.push_back(m_base);
                    into.back()[a] = Factor::kComputed;
                    into.back()[b] = static_cast<std::uint16_t>(j);
                }
            const bool isMode = isText(factors[b]) && factors[a].kind == Factor::Kind::source;
            const bool isSized = (isSize(factors[a]) && factors[b].kind == Factor::Kind::type) ||
                                 (isSize(factors[b]) && factors[a].kind == Factor::Kind::type);
            const bool areSizes = isSize(factors[a]) && isSize(factors[b]);
            const bool areNamed = isNamed(factors[a]) && isNamed(factors[b]);
            const bool areScaled =
                isScaled(factors[a], factors[b]) || isScaled(factors[b], factors[a]);
            if ((!isMode && !isSized && !areSizes && !areNamed && !areScaled) ||
                factors[a].values.size() * factors[b].values.size() > kMostProducts)
                continue;
            for (std::size_t i = 0; i < factors[a].values.size(); ++i)
                for (std::size_t j = 0; j < factors[b].values.size(); ++j) {
                    if (isSized && !m_good[isSize(factors[a]) ? b : a][isSize(factors[a]) ? j : i])
                        continue; // of types only those that are taken at all
                    into.push_back(m_base);
                    into.back()[a] = static_cast<std::uint16_t>(i);
                    into.back()[b] = static_cast<std::uint16_t>(j);
                }
        }
}

/// Groups as tools that quantize models write them, with each row of shapes: each type of what is
/// computed with each type of the weights, with one scale for these and for the bias, and with one for
/// each channel; and with nothing else quantized, because lists of real numbers, such as the scales
/// of a Resize, are not.
void ProbePlan::addUsualQuantizations(std::vector<ProbeChoice>& into) const {
    if (!m_space.of().quantized)
        return;
    const auto usual = m_space.withEachRow(ProbeChoice(m_base.size(), 0));
    auto rows = m_space.withEachRow(m_base);
    // The base may lack the bias, where that of the first row is not taken.
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (const auto known = m_known.find(usual[i]);
            known != m_known.end() && isClaimed(known->second))
            rows[i] = usual[i];
    for (const ProbeChoice& row : rows) {
        const auto choices = usualQuantizations(row);
        into.insert(into.end(), choices.begin(), choices.end());
        const auto plain = withPlainInputs(row);
        into.insert(into.end(), plain.begin(), plain.end());
    }
}

/// Nothing of an operator with more real inputs than an input, a weight and a bias.
std::vector<ProbeChoice> ProbePlan::usualQuantizations(const ProbeChoice& row) const {
    static const std::set<std::string_view> kOfNoWeight = {"uint16", "int16", "int32", "float32"};
    const auto& factors = m_space.factors();
    std::vector<ProbeChoice> choices{row};
    std::size_t weight = factors.size(); // the factor of its scales
    for (std::size_t i = 0; i < factors.size() && choices.size() <= kMostProducts; ++i) {
        const Factor& factor = factors[i];
        const bool isType = factor.kind == Factor::Kind::quantized &&
                            factor.at != Factor::kOutputs && !factor.isBias;
        const bool isWeightScale = factor.kind == Factor::Kind::scales && factor.values.size() > 2;
        if (!isType && !isWeightScale)
            continue;
        const bool isComputed = isType && choices.size() == 1;
        // A tool gives a bias a scale for each channel where the weight has some. The first row is asked
        // about the others, too.
        const bool follows = factor.isBias && weight < factors.size() && row != m_base;
        std::vector<ProbeChoice> longer;
        for (const ProbeChoice& choice : choices)
            for (std::size_t value = 0; value < factor.values.size(); ++value)
                if (const std::string& text = factor.values[value];
                    !text.starts_with("blocks") && (isComputed || !kOfNoWeight.contains(text)) &&
                    (!follows || (choice[weight] > 0) == (value > 0))) {
                    longer.push_back(choice);
                    longer.back()[i] = static_cast<std::uint16_t>(value);
                }
        choices = std::move(longer);
        if (isWeightScale)
            weight = i;
    }
    return choices.size() <= kMostProducts ? choices : std::vector<ProbeChoice>{};
}

/// The same with each type of the first quantized input, where no other input is quantized.
std::vector<ProbeChoice> ProbePlan::withPlainInputs(const ProbeChoice& row) const {
    const auto& factors = m_space.factors();
    ProbeChoice plain = row;
    std::size_t first = factors.size();
    for (std::size_t i = 0; i < factors.size(); ++i) {
        if (factors[i].kind != Factor::Kind::quantized || factors[i].at == Factor::kOutputs)
            continue;
        first = std::min(first, i);
        for (const std::size_t value : indicesOf(factors[i], "float32"))
            plain[i] = static_cast<std::uint16_t>(value);
    }
    std::vector<ProbeChoice> choices;
    for (std::size_t value = 0; first < factors.size() && value < factors[first].values.size();
         ++value) {
        choices.push_back(plain);
        choices.back()[first] = static_cast<std::uint16_t>(value);
    }
    return choices;
}

std::vector<ProbeChoice> ProbePlan::refinements() {
    const auto rule = learnRule(m_observations);
    if (!rule)
        return {};
    auto choices = bisections(*rule);
    addDoubts(*rule, choices);
    return choices;
}

/// Probes between those that the rule does not explain and the base, with half of the differences, and
/// the unexplained ones with every other size: what one probe alone shows is no rule.
std::vector<ProbeChoice> ProbePlan::bisections(const LearnedRule& rule) {
    std::vector<ProbeChoice> choices;
    std::size_t bisected = 0;
    for (std::size_t i = 0; i < m_observations.size() && bisected < kBisected; ++i) {
        const Observation& each = m_observations[i];
        if (rule.explains(each))
            continue;
        ++bisected;
        addSizes(m_choices[i], choices);
        for (int turn = 0; turn < 4; ++turn) {
            ProbeChoice nearer = m_choices[i], other = m_choices[i];
            for (std::size_t at = 0; at < nearer.size(); ++at)
                if (nearer[at] != m_base[at])
                    (draw(2) ? nearer : other)[at] = m_base[at];
                else if (draw(8) == 0) // the same differences somewhere else
                    nearer[at] = static_cast<std::uint16_t>(
                        draw(static_cast<std::uint32_t>(m_space.factors()[at].values.size())));
            choices.push_back(std::move(nearer));
            choices.push_back(std::move(other));
        }
    }
    return choices;
}

/// The same with every value of each number of axes and of each input's shape.
void ProbePlan::addSizes(const ProbeChoice& of, std::vector<ProbeChoice>& into) const {
    for (std::size_t i = 0; i < of.size(); ++i) {
        const Factor& factor = m_space.factors()[i];
        for (std::size_t value = 0; isSize(factor) && value < factor.values.size(); ++value) {
            into.push_back(of);
            into.back()[i] = static_cast<std::uint16_t>(value);
        }
    }
}

/// Probes that would be declined if a constraint that few probes have shown held everywhere.
void ProbePlan::addDoubts(const LearnedRule& rule, std::vector<ProbeChoice>& into) {
    for (LearnedConstraint constraint : rule.constraints) {
        if (std::exchange(constraint.evidence, 0) >= kSure ||
            std::ranges::count(m_doubted, constraint))
            continue;
        std::size_t nearest = SIZE_MAX, best = 0;
        for (std::size_t i = 0; i < m_observations.size(); ++i)
            if (const std::size_t changes = changesOf(m_choices[i], m_base);
                changes < nearest && constraint.refuses(m_observations[i].traits)) {
                nearest = changes;
                best = i;
            }
        if (nearest != SIZE_MAX)
            addVariations(ProbeChoice(m_choices[best]), constraint, into);
        m_doubted.push_back(std::move(constraint));
    }
}

/// The same with every number of axes and with some other values of each other factor, as far as the
/// constraint speaks of it.
void ProbePlan::addVariations(const ProbeChoice& of, const LearnedConstraint& constraint,
                              std::vector<ProbeChoice>& into) {
    for (std::size_t i = 0; i < of.size(); ++i) {
        const Factor& factor = m_space.factors()[i];
        const auto count = static_cast<std::uint32_t>(factor.values.size());
        const std::uint32_t turns = isSize(factor)                      ? count
                                    : factor.kind == Factor::Kind::type ? kTypes
                                                                        : 1;
        for (std::uint32_t turn = 0; turn < turns; ++turn) {
            ProbeChoice choice = of;
            choice[i] = static_cast<std::uint16_t>(isSize(factor) ? turn : draw(count));
            if (m_known.contains(choice))
                continue;
            if (const auto probe = m_space.make(choice); probe && constraint.refuses(probe->traits))
                into.push_back(std::move(choice));
        }
    }
}

} // namespace partita
