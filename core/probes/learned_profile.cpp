#include "core/probes/learned_profile.h"

#include <algorithm>
#include <filesystem>

#include <nlohmann/json.hpp>

namespace partita {

namespace {

using json = nlohmann::ordered_json;

/// One line; what is no text in UTF-8 is replaced.
std::string lineOf(const json& value) {
    return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

json conditionOf(const TraitCondition& condition) {
    json values = json::array();
    for (const std::string& value : condition.values)
        if (condition.key.kind == TraitKey::Kind::rank)
            values.push_back(std::stoi(value));
        else
            values.push_back(value);
    return {{std::string(traitKindName(condition.key.kind)),
             {{std::string(traitOfName(condition.key.of)), condition.key.name},
              {condition.refuses ? "isNot" : "is", std::move(values)}}}};
}

json constraintOf(const LearnedConstraint& constraint) {
    json made = conditionOf(constraint.must);
    if (!constraint.when.empty()) {
        made["when"] = json::array();
        for (const TraitCondition& each : constraint.when)
            made["when"].push_back(conditionOf(each));
    }
    if (constraint.outcome != ProbeOutcome::declined)
        made[std::string(outcomeName(constraint.outcome))] = true;
    made["evidence"] = constraint.evidence;
    return made;
}

std::string ruleText(const LearnedVersions& versions) {
    const LearnedRule& rule = versions.rule;
    json range = json::array({versions.first});
    if (!versions.isNewest)
        range.push_back(versions.last);
    json evidence{{"probes", rule.probes}, {"taken", rule.taken}};
    if (rule.fails)
        evidence["fails"] = rule.fails;
    if (rule.apart)
        evidence["apart"] = rule.apart;
    if (rule.unexplained)
        evidence["unexplained"] = rule.unexplained;
    std::string text = "{\"versions\": " + lineOf(range) + ", \"evidence\": " + lineOf(evidence);
    if (rule.alwaysFails)
        text += ", \"fails\": true";
    if (rule.alwaysApart)
        text += ", \"apart\": true";
    if (rule.alwaysDeclines)
        text += ", \"declines\": true";
    if (!rule.constraints.empty()) {
        text += ", \"constraints\": [";
        for (std::size_t i = 0; i < rule.constraints.size(); ++i)
            text += (i ? ",\n      " : "\n      ") + lineOf(constraintOf(rule.constraints[i]));
        text += "]";
    }
    return text + "}";
}

/// Options without the folders of the machine on which the profile was learned.
json settingsOf(const std::vector<std::pair<std::string, std::string>>& pairs) {
    json made = json::object();
    for (const auto& [key, value] : pairs)
        made[key] =
            value.starts_with('/') ? std::filesystem::path(value).filename().string() : value;
    return made;
}

std::string tableText(const std::vector<LearnedOperator>& operators) {
    std::string text = "{";
    for (const LearnedOperator& each : operators) {
        if (each.versions.empty())
            continue;
        text += (text.size() == 1 ? "\n    " : ",\n    ") + lineOf(each.name) + ": [";
        for (std::size_t i = 0; i < each.versions.size(); ++i)
            text += (i ? ",\n     " : "") + ruleText(each.versions[i]);
        text += "]";
    }
    return text + (text.size() == 1 ? "}" : "\n  }");
}

} // namespace

std::size_t claimedOf(const std::vector<LearnedOperator>& operators) {
    return static_cast<std::size_t>(
        std::ranges::count_if(operators, [](const LearnedOperator& each) {
            return std::ranges::any_of(each.versions, [](const LearnedVersions& versions) {
                return !versions.rule.alwaysApart && !versions.rule.alwaysDeclines;
            });
        }));
}

std::size_t unexplainedBy(const LearnedProfile& profile) {
    std::size_t count = 0;
    for (const auto* list : {&profile.operators, &profile.quantized})
        for (const LearnedOperator& each : *list)
            for (const LearnedVersions& versions : each.versions)
                count += versions.rule.unexplained;
    return count;
}

std::string profileText(const LearnedProfile& profile) {
    const json learned{{"provider", profile.provider},
                       {"package", profile.package},
                       {"onnxruntime", profile.onnxruntime},
                       {"options", settingsOf(profile.options)},
                       {"config", settingsOf(profile.config)},
                       {"operators", profile.operators.size()},
                       {"claimed", claimedOf(profile.operators)},
                       {"claimedQuantized", claimedOf(profile.quantized)},
                       {"probes", profile.probes},
                       {"invalid", profile.invalid},
                       {"unexplained", unexplainedBy(profile)},
                       {"notTried", profile.notTried}};
    std::string text =
        "{\n  \"name\": " + lineOf(profile.name) +
        ",\n  \"description\": " + lineOf(profile.description) +
        ",\n  \"contextSource\": " + lineOf(profile.provider) +
        (profile.minOpset > 1 ? ",\n  \"minOpset\": " + std::to_string(profile.minOpset) : "") +
        (profile.bodies ? "" : ",\n  \"bodies\": false") +
        (profile.quantizedBorders ? "" : ",\n  \"quantizedBorders\": false") +
        (profile.microsoftQuantizers ? ",\n  \"microsoftQuantizers\": true" : "") +
        ",\n  \"sessionShapes\": true,\n  \"learned\": " + lineOf(learned) +
        ",\n  \"graph\": " + tableText(profile.operators);
    if (!profile.quantized.empty()) // also where none is taken: that is a rule, too
        text += ",\n  \"quantized\": " + tableText(profile.quantized);
    return text + "\n}\n";
}

} // namespace partita
