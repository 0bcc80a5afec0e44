#include "providers/npu/profile/profile_names.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/base/text_parts.h"
#include "core/onnx/operator_description.h"
#include "core/onnx/schema.h"

namespace partita {

namespace {

/// What ONNX says of an operator in the versions of a rule, the newest first; empty where it knows
/// none of them.
std::vector<OperatorDescriptionPtr> descriptionsOf(const std::string& op, const ProfileRule& rule) {
    std::vector<OperatorDescriptionPtr> found;
    const int newest = newestOpset("").value_or(1);
    if (rule.firstVersion > newest)
        return found;
    for (int opset = std::min(rule.lastVersion.value_or(newest), newest); opset >= 1;) {
        const auto description = describeOperator(op, "", opset);
        if (!description)
            break;
        found.push_back(description);
        if (description->sinceVersion <= rule.firstVersion)
            break; // it is in force in the first version, too
        opset = description->sinceVersion - 1;
    }
    return found;
}

bool hasName(const OperatorDescription& description, TraitKey::Of of, const std::string& name) {
    if (of == TraitKey::Of::attribute)
        return description.takesAttributes || description.attribute(name);
    const auto& all = of == TraitKey::Of::input ? description.inputs : description.outputs;
    return std::ranges::find(all, name, &FormalParameter::name) != all.end();
}

std::vector<std::string> namesKnownTo(const OperatorDescription& description, TraitKey::Of of) {
    std::vector<std::string> names;
    if (of == TraitKey::Of::attribute)
        for (const AttributeDescription& each : description.attributes)
            names.push_back(each.name);
    else
        for (const FormalParameter& each :
             of == TraitKey::Of::input ? description.inputs : description.outputs)
            names.push_back(each.name);
    return names;
}

/// The names that a constraint gives, each with its place within the constraint.
struct NameAt {
    std::string pointer;
    TraitKey::Of of;
    std::string name;
};

std::vector<NameAt> namesIn(const ProfileConstraint& constraint) {
    std::vector<NameAt> names;
    const auto add = [&names](const std::string& at, const TraitKey& key) {
        names.push_back({fmt::format("{}/{}/{}", at, traitKindName(key.kind), traitOfName(key.of)),
                         key.of, key.name});
    };
    switch (constraint.kind) {
    case ProfileConstraint::Kind::rank:
        names.push_back({"/rank/input", TraitKey::Of::input, constraint.input});
        break;
    case ProfileConstraint::Kind::constant:
        for (std::size_t i = 0; i < constraint.inputs.size(); ++i)
            names.push_back(
                {fmt::format("/constant/{}", i), TraitKey::Of::input, constraint.inputs[i]});
        break;
    case ProfileConstraint::Kind::attribute:
        names.push_back({"/attribute", TraitKey::Of::attribute, constraint.attribute});
        break;
    case ProfileConstraint::Kind::trait: add("", constraint.trait.key); break;
    }
    for (std::size_t i = 0; i < constraint.when.size(); ++i)
        add(fmt::format("/when/{}", i), constraint.when[i].key);
    return names;
}

Message noSuchName(const std::string& op, TraitKey::Of of, const std::string& name,
                   const std::vector<std::string>& known) {
    const std::string list = known.empty() ? "–" : joinText(known, ", ");
    return of == TraitKey::Of::input
               ? PARTITA_TEXT("{0} has no input '{1}', but {2}", op, name, list)
           : of == TraitKey::Of::output
               ? PARTITA_TEXT("{0} has no output '{1}', but {2}", op, name, list)
               : PARTITA_TEXT("{0} has no attribute '{1}', but {2}", op, name, list);
}

} // namespace

std::optional<Message> unknownOperator(const std::string& op,
                                       const std::vector<ProfileRule>& rules) {
    const int newest = newestOpset("").value_or(1);
    if (describeOperator(op, "", newest) ||
        (!rules.empty() && std::ranges::all_of(rules, [newest](const ProfileRule& rule) {
            return rule.firstVersion > newest;
        })))
        return std::nullopt;
    return PARTITA_TEXT("ONNX has no operator '{0}' up to opset {1}; a profile is about those of "
                        "ai.onnx only",
                        op, newest);
}

std::optional<ConditionProblem> unknownName(const std::string& op, const ProfileRule& rule) {
    const auto versions = descriptionsOf(op, rule);
    for (std::size_t i = 0; i < rule.constraints.size() && !versions.empty(); ++i)
        for (const auto& [pointer, of, name] : namesIn(rule.constraints[i])) {
            const bool known = std::ranges::any_of(
                versions, [&](const auto& each) { return hasName(*each, of, name); });
            if (!known)
                return ConditionProblem{
                    fmt::format("/constraints/{}{}", i, pointer),
                    noSuchName(op, of, name, namesKnownTo(*versions.front(), of))};
        }
    return std::nullopt;
}

} // namespace partita
