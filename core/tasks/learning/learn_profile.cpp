#include "core/tasks/learning/learn_profile.h"

#include <algorithm>
#include <iterator>

#include "core/base/try.h"
#include "core/ir/quantizers.h"
#include "core/onnx/schema.h"
#include "core/probes/probe_surroundings.h"
#include "core/tasks/learning/probe_prediction.h"
#include "core/tasks/learning/prober.h"

namespace partita {

namespace {

/// An operator with the plans of its versions, the newest first.
struct Operator {
    std::string name;
    bool quantized = false; ///< between DequantizeLinear and QuantizeLinear
    std::vector<ProbePlan> plans;
    std::vector<std::optional<LearnedRule>> rules;
};

/// The newest opset of which ONNX Runtime loads a model at all; of newer ones it knows nothing, and
/// asks no provider.
Result<std::int64_t> newestLoaded(std::int64_t oldest, Prober& prober) {
    const std::int64_t newest = newestOpset("").value_or(oldest);
    std::vector<std::pair<std::string, Model>> models;
    std::vector<std::int64_t> opsets;
    for (std::int64_t opset = newest; opset >= oldest; --opset)
        if (auto model = usualProbe("Identity", opset)) {
            models.emplace_back("any model; opset " + std::to_string(opset), *std::move(model));
            opsets.push_back(opset);
        }
    const auto outcomes = PARTITA_TRY(prober.ask(models));
    for (std::size_t i = 0; i < opsets.size(); ++i)
        if (outcomes[i] != ProbeOutcome::invalid)
            return opsets[i];
    return newest;
}

/// Whether the provider takes operators beside another node that it leaves to others where they
/// stand alone. Such a provider (OpenVINO's) is asked about nodes in company only: models have more
/// than one.
Result<bool> wantsCompany(Prober& prober) {
    constexpr std::int64_t kOpset = 13; // known to all runtimes that can be asked
    std::vector<std::pair<std::string, Model>> models;
    models.emplace_back(std::string(kCompany) + "; alone", usualProbe(kCompany, kOpset).value());
    for (const char* op : {"Cast", "Concat", "Pad", "Transpose"})
        if (const auto model = usualProbe(op, kOpset)) {
            models.emplace_back(std::string(op) + "; alone", *model);
            models.emplace_back(std::string(op) + Prober::kInCompany, inCompany(*model));
        }
    const auto outcomes = PARTITA_TRY(prober.ask(models));
    if (outcomes[0] != ProbeOutcome::taken)
        return false;
    for (std::size_t i = 1; i < outcomes.size(); i += 2)
        if (outcomes[i] == ProbeOutcome::declined && outcomes[i + 1] == ProbeOutcome::taken)
            return true;
    return false;
}

/// The operators of these names, or all of ONNX, in the versions of these opsets.
Result<std::vector<Operator>> operatorsOf(const std::vector<std::string>& names,
                                          std::int64_t oldest, std::int64_t newest) {
    std::vector<Operator> list;
    auto probed = probedOperators(oldest, newest);
    const auto quantized = quantizedOperators(probed);
    probed.insert(probed.end(), quantized.begin(), quantized.end());
    for (const ProbedOperator& each : probed) {
        if (!names.empty() && !std::ranges::count(names, each.name))
            continue;
        if (list.empty() || list.back().name != each.name ||
            list.back().quantized != each.quantized)
            list.push_back({each.name, each.quantized, {}, {}});
        list.back().plans.emplace_back(each);
    }
    for (const std::string& name : names)
        if (std::ranges::none_of(list, [&](const Operator& each) { return each.name == name; }))
            return Error{Errc::usage,
                         PARTITA_TEXT("up to opset {1}, the newest that this ONNX Runtime loads, "
                                      "ONNX has no operator {0}",
                                      name, newest),
                         {},
                         PARTITA_TEXT("write its name as in models, such as Conv")};
    return list;
}

/// Whether the rule of a newer version says of all probes what the provider said.
bool explains(const std::optional<LearnedRule>& rule, const std::vector<Observation>& all) {
    return std::ranges::all_of(all, [&](const Observation& each) {
        return rule ? rule->explains(each)
                    : each.outcome == ProbeOutcome::invalid ||
                          each.outcome == ProbeOutcome::declined;
    });
}

/// Probes some operators: first their newest versions; older ones as far as they differ.
Result<void> probe(Prober& prober, std::span<Operator> wave) {
    const auto run = [&](std::size_t turn, auto&& wanted) -> Result<void> {
        std::vector<ProbePlan*> plans;
        for (Operator& each : wave)
            if (turn < each.plans.size() && wanted(each))
                plans.push_back(&each.plans[turn]);
        return prober.run(plans);
    };
    std::size_t most = 0;
    for (const Operator& each : wave)
        most = std::max(most, each.plans.size());
    for (std::size_t turn = 0; turn < most; ++turn) {
        for (Operator& each : wave)
            if (turn > 0 && turn < each.plans.size())
                each.plans[turn].beShort();
        PARTITA_TRY(run(turn, [](const Operator&) { return true; }));
        for (Operator& each : wave)
            if (turn > 0 && turn < each.plans.size() &&
                !explains(each.rules[turn - 1], each.plans[turn].observations()))
                each.plans[turn].beLong();
        PARTITA_TRY(run(turn, [](const Operator&) { return true; }));
        for (Operator& each : wave)
            if (turn < each.plans.size()) {
                const auto& seen = each.plans[turn].observations();
                const bool isSame = turn > 0 && explains(each.rules[turn - 1], seen);
                each.rules.push_back(isSame ? each.rules[turn - 1] : learnRule(seen));
            }
    }
    return {};
}

LearnedOperator learned(const Operator& of) {
    LearnedOperator made{of.name, {}};
    for (std::size_t i = 0; i < of.plans.size(); ++i) {
        if (!of.rules[i])
            continue;
        const int version = of.plans[i].space().of().version;
        // The newest rule holds for versions to come; an older one until the next version.
        const int last = i ? of.plans[i - 1].space().of().version - 1 : version;
        const bool goesOn = i > 0 && of.rules[i - 1] &&
                            of.rules[i]->constraints == of.rules[i - 1]->constraints &&
                            of.rules[i]->alwaysFails == of.rules[i - 1]->alwaysFails &&
                            of.rules[i]->alwaysApart == of.rules[i - 1]->alwaysApart &&
                            of.rules[i]->alwaysDeclines == of.rules[i - 1]->alwaysDeclines;
        if (goesOn && !made.versions.empty())
            made.versions.back().first = version;
        else
            made.versions.push_back({version, last, i == 0, *of.rules[i]});
    }
    std::ranges::reverse(made.versions);
    if (of.quantized && !made.versions.empty())
        made.versions.front().first = 1; // those that were not asked are as the oldest one
    return made;
}

/// All operators, probed.
struct ProbedOperators {
    std::vector<Operator> list;
    std::int64_t newestOpset = 0; ///< that the runtime loads
    bool inCompany = false;       ///< each had another node beside it
};

std::vector<std::string> notTried(const ProbedOperators& operators, const LearnRequest& request) {
    std::vector<std::string> list{"operators of other domains than ai.onnx",
                                  "rules of opsets before " + std::to_string(request.oldestOpset)};
    if (!request.operators.empty())
        list.emplace_back(
            "operators that --operator does not name, but quantizers where they are needed");
    if (operators.newestOpset < newestOpset("").value_or(0))
        list.push_back("rules of opsets after " + std::to_string(operators.newestOpset));
    if (operators.inCompany)
        list.emplace_back("nodes that stand alone, which it leaves to others");
    for (const char* each :
         {"texts, complex numbers, sequences, optionals and maps",
          "operators with bodies, such as If and Loop",
          "groups of several operators between DequantizeLinear and QuantizeLinear",
          "versions of quantized operators that opset 13 has no more",
          "nodes of which all inputs are constant", "other sizes than small ones"})
        list.emplace_back(each);
    for (const Operator& each : operators.list) {
        const ProbeSpace& space = each.plans.front().space();
        if (each.quantized)
            continue; // the same as of the operator itself
        std::string left = space.untried();
        for (const std::string& part : space.left())
            left += (left.empty() ? "" : ", ") + part;
        if (!left.empty())
            list.push_back(each.name + ": " + left);
    }
    return list;
}

/// Probes operators in waves, which are this part of the work.
Result<void> probeInWaves(Prober& prober, std::span<Operator> list, double begin, double end) {
    const auto count = static_cast<double>(list.size());
    const double length = end - begin;
    while (!list.empty()) {
        const auto wave = list.first(std::min(Prober::kWave, list.size()));
        const double share = length * static_cast<double>(wave.size()) / count;
        prober.setPart(begin, share);
        PARTITA_TRY(probe(prober, wave));
        list = list.subspan(wave.size());
        begin += share;
    }
    return {};
}

/// Whether the provider took nodes between quantizers, together with those or apart from them.
bool tookGroups(const std::vector<Operator>& list) {
    return std::ranges::any_of(list, [](const Operator& each) {
        return each.quantized && std::ranges::any_of(each.rules, [](const auto& rule) {
                   return rule && (rule->taken > 0 || rule->apart > 0);
               });
    });
}

Result<ProbedOperators> probeAll(const LearnRequest& request, Prober& prober) {
    const std::int64_t newest = PARTITA_TRY(newestLoaded(request.oldestOpset, prober));
    const bool inCompany = PARTITA_TRY(wantsCompany(prober));
    prober.setCompany(inCompany);
    const auto named = [&](const std::vector<std::string>& names) {
        return operatorsOf(names, request.oldestOpset, newest);
    };
    ProbedOperators operators{PARTITA_TRY(named(request.operators)), newest, inCompany};
    constexpr double kQuantizersFrom = 0.8;
    PARTITA_TRY(
        probeInWaves(prober, operators.list, 0, request.operators.empty() ? 1 : kQuantizersFrom));
    if (request.operators.empty() || !tookGroups(operators.list))
        return operators;
    // Quantizers that are not named are asked about, too: where the nodes of a group are taken apart
    // from each other, what is said of a quantizer decides who runs it.
    std::vector<std::string> quantizers{std::string(kDequantizeLinear),
                                        std::string(kQuantizeLinear)};
    std::erase_if(quantizers, [&](const std::string& name) {
        return std::ranges::count(request.operators, name) > 0;
    });
    if (quantizers.empty())
        return operators;
    auto more = PARTITA_TRY(named(quantizers));
    PARTITA_TRY(probeInWaves(prober, more, kQuantizersFrom, 1));
    std::ranges::move(more, std::back_inserter(operators.list));
    return operators;
}

/// Operators that show what holds for all of them.
constexpr std::size_t kWitnesses = 3;

/// Probes that are taken, of up to `kWitnesses` operators, in an older opset in which the same
/// version of the operator is in force.
std::vector<std::pair<std::string, Model>> takenIn(const ProbedOperators& operators,
                                                   std::int64_t opset) {
    std::vector<std::pair<std::string, Model>> models;
    for (const Operator& each : operators.list) {
        const ProbePlan& plan = each.plans.back(); // of the oldest version
        ProbedOperator older = plan.space().of();
        const ProbeChoice base = plan.takenBase();
        if (each.quantized || isQuantizer(older))
            continue;
        older.opset = opset;
        if (base.empty() || versionInForce(older.name, "", opset) != older.version)
            continue;
        if (auto probe = ProbeSpace(older).make(base))
            models.emplace_back(plan.space().keyOf(base) + "; opset " + std::to_string(opset),
                                operators.inCompany ? inCompany(probe->model) : probe->model);
        if (models.size() == kWitnesses)
            break;
    }
    return models;
}

/// The oldest opset of which the provider takes anything.
Result<std::int64_t> oldestTaken(const ProbedOperators& operators, std::int64_t oldest,
                                 Prober& prober) {
    for (std::int64_t opset = oldest - 1; opset > 0; --opset) {
        const auto models = takenIn(operators, opset);
        const auto outcomes = PARTITA_TRY(prober.ask(models));
        const auto declined = std::ranges::count(outcomes, ProbeOutcome::declined);
        if (declined > 0 && std::ranges::none_of(outcomes, isClaimed))
            return opset + 1;
    }
    return 1;
}

/// Whether the provider takes nodes in the branches of an If. A provider may take the If itself and
/// fail to compile it: that tells nothing of the nodes inside.
Result<bool> takesBodies(const std::vector<Operator>& operators, Prober& prober) {
    std::vector<std::pair<std::string, Model>> models;
    for (const Operator& each : operators) {
        const ProbePlan& plan = each.plans.front();
        const ProbeChoice base = plan.takenBase();
        const auto probe = base.empty() ? std::nullopt : plan.space().make(base);
        if (!probe || each.quantized || isQuantizer(plan.space().of()) ||
            models.size() == kWitnesses)
            continue;
        models.emplace_back(plan.space().keyOf(base) + "; in branches", inBranches(probe->model));
    }
    const auto outcomes = PARTITA_TRY(prober.ask(models));
    return outcomes.empty() || std::ranges::count(outcomes, ProbeOutcome::taken) > 0;
}

/// What the provider does with quantizers that it takes in the middle of a model, changed in a way.
Result<std::vector<ProbeOutcome>> askQuantizers(const ProbedOperators& operators, Prober& prober,
                                                const std::string& way,
                                                Model (*change)(const Model&)) {
    std::vector<std::pair<std::string, Model>> models;
    for (const Operator& each : operators.list) {
        const ProbePlan& plan = each.plans.front();
        const ProbeChoice base = plan.takenBase();
        const auto probe = base.empty() || !isQuantizer(plan.space().of())
                               ? std::nullopt
                               : plan.space().make(base);
        if (!probe)
            continue;
        Model model = change(probe->model);
        models.emplace_back(plan.space().keyOf(base) + way,
                            operators.inCompany ? inCompany(model) : std::move(model));
    }
    return prober.ask(models);
}

/// Whether the provider takes quantizers at the borders of a model.
Result<bool> takesBorders(const ProbedOperators& operators, Prober& prober) {
    const auto asTheyAre = [](const Model& model) { return model; };
    const auto outcomes =
        PARTITA_TRY(askQuantizers(operators, prober, "; at the border", asTheyAre));
    return std::ranges::all_of(outcomes, isClaimed);
}

/// Whether it takes those of ONNX Runtime as it takes those of ONNX.
Result<bool> takesMicrosoft(const ProbedOperators& operators, Prober& prober) {
    const auto change = [](const Model& model) { return inTheMiddle(ofMicrosoft(model)); };
    const auto outcomes =
        PARTITA_TRY(askQuantizers(operators, prober, "; of com.microsoft", change));
    return !outcomes.empty() && std::ranges::all_of(outcomes, isClaimed);
}

} // namespace

Result<LearnedProfile> learnProfile(const LearnRequest& request, ProbeAnswers& answers,
                                    const Progress& progress) {
    warnOfUnknownEntries(request.probes.config);
    LearnedProfile made;
    const auto count = [&](const AskedProbe&, const ProbeAnswer& answer) {
        ++made.probes;
        made.invalid += answer.outcome == ProbeOutcome::invalid;
    };
    Prober prober(request, answers, count, progress);
    const auto operators = PARTITA_TRY(probeAll(request, prober));
    made.minOpset = PARTITA_TRY(oldestTaken(operators, request.oldestOpset, prober));
    made.bodies = PARTITA_TRY(takesBodies(operators.list, prober));
    made.quantizedBorders = PARTITA_TRY(takesBorders(operators, prober));
    made.microsoftQuantizers = PARTITA_TRY(takesMicrosoft(operators, prober));
    made.provider = answers.provider().name;
    made.package = answers.provider().package;
    made.onnxruntime = answers.provider().onnxruntime;
    made.options = request.probes.provider.options;
    made.config = request.probes.config;
    made.notTried = notTried(operators, request);
    for (const Operator& each : operators.list)
        (each.quantized ? made.quantized : made.operators).push_back(learned(each));
    if (std::ranges::all_of(made.operators, [](const auto& each) { return each.versions.empty(); }))
        return Error{Errc::provider,
                     PARTITA_TEXT("{0} takes none of {1} probes", made.provider, made.probes),
                     {},
                     PARTITA_TEXT("see whether it needs options, such as the path of a library")};
    return made;
}

Result<ProfileCheck> checkProfile(const LearnRequest& request, const ProviderPtr& device,
                                  ProbeAnswers& answers, const Progress& progress) {
    warnOfUnknownEntries(request.probes.config);
    ProfileCheck check;
    std::optional<Error> failed;
    const auto compare = [&](const AskedProbe& asked, const ProbeAnswer& answer) {
        if (answer.outcome == ProbeOutcome::invalid || failed)
            return;
        const auto said = predictionOf(asked.model, device);
        if (!said) {
            failed = said.error();
            return;
        }
        ++check.probes;
        if (said->outcome == asRuled(answer.outcome))
            ++check.agree;
        else
            check.differences.push_back({asked.key, answer.outcome, said->outcome, said->evidence});
    };
    Prober prober(request, answers, compare, progress);
    PARTITA_TRY(probeAll(request, prober));
    if (failed)
        return *std::move(failed);
    check.provider = answers.provider();
    return check;
}

} // namespace partita
