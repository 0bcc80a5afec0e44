#include "providers/npu/profile/profile_conditions.h"

#include <algorithm>

namespace partita {

namespace {

using nlohmann::json;
using Kind = TraitKey::Kind;
using Of = TraitKey::Of;

Message whatWasExpected(Kind kind) {
    return kind == Kind::value
               ? PARTITA_TEXT("{ \"attribute\": NAME, \"is\": VALUES } was expected")
               : PARTITA_TEXT("{ \"input\": NAME, \"is\": VALUES } was expected");
}

/// The values that traits of a kind have; empty: any text.
std::vector<std::string_view> wordsOf(Kind kind) {
    if (kind == Kind::source)
        return {"constant", "computed", "empty", "omitted"};
    if (kind == Kind::shape)
        return {"static", "dynamic", "unranked"};
    if (kind == Kind::scales)
        return {"tensor",      "only",         "first",        "inner",      "last",
                "blocks only", "blocks first", "blocks inner", "blocks last"};
    if (kind == Kind::likeFirst)
        return {"same", "other"};
    return {};
}

std::optional<Message> wrongValue(Kind kind, const std::string& value) {
    if (kind == Kind::type && !dataTypeFromName(value))
        return PARTITA_TEXT("there is no type '{0}'", value);
    const auto words = wordsOf(kind);
    if (words.empty() || std::ranges::count(words, value))
        return std::nullopt;
    std::string list;
    for (const std::string_view word : words)
        list += (list.empty() ? "" : ", ") + std::string(word);
    return PARTITA_TEXT("'{0}' is none of {1}", value, list);
}

std::optional<ConditionProblem> readValues(Kind kind, const std::string& key, const json& value,
                                           TraitCondition& into) {
    const json list = value.is_array() ? value : json::array({value});
    for (std::size_t i = 0; i < list.size(); ++i) {
        std::string text = list[i].is_string()           ? list[i].get<std::string>()
                           : list[i].is_number_integer() ? list[i].dump()
                                                         : "";
        const std::string at = "/" + key + (value.is_array() ? "/" + std::to_string(i) : "");
        if (!list[i].is_string() && !list[i].is_number_integer())
            return ConditionProblem{at, PARTITA_TEXT("a text or a whole number was expected")};
        if (const auto problem = wrongValue(kind, text))
            return ConditionProblem{at, *problem};
        if (kind == Kind::type)
            text = dataTypeName(*dataTypeFromName(text));
        into.values.insert(std::move(text));
    }
    into.refuses = key == "isNot";
    return std::nullopt;
}

} // namespace

std::optional<Kind> traitKindOf(std::string_view key) {
    for (const Kind kind : {Kind::type, Kind::rank, Kind::source, Kind::shape, Kind::count,
                            Kind::value, Kind::scales, Kind::likeFirst})
        if (traitKindName(kind) == key)
            return kind;
    return std::nullopt;
}

bool isTrait(std::string_view key, const json& constraint) {
    if (key != "rank")
        return true;
    const json& rank = constraint["rank"];
    return constraint.contains("when") || constraint.contains("fails") ||
           constraint.contains("apart") || constraint.contains("evidence") ||
           (rank.is_object() && (rank.contains("output") || rank.contains("isNot")));
}

std::optional<ConditionProblem> readCondition(Kind kind, const json& value, TraitCondition& into) {
    into.key.kind = kind;
    bool isNamed = false, hasValues = false;
    if (!value.is_object())
        return ConditionProblem{"", whatWasExpected(kind)};
    for (const auto& [key, each] : value.items()) {
        bool known = false;
        for (const Of of : {Of::input, Of::output, Of::attribute}) {
            if (key != traitOfName(of) || !each.is_string())
                continue;
            if ((of == Of::attribute) > (kind == Kind::value) || isNamed)
                return ConditionProblem{"/" + key, whatWasExpected(kind)};
            into.key.of = of;
            into.key.name = each.get<std::string>();
            known = isNamed = true;
        }
        if ((key == "is" || key == "isNot") && !hasValues) {
            if (auto problem = readValues(kind, key, each, into))
                return problem;
            known = hasValues = true;
        }
        if (!known)
            return ConditionProblem{"/" + key, whatWasExpected(kind)};
    }
    if (!isNamed || !hasValues)
        return ConditionProblem{"", whatWasExpected(kind)};
    return std::nullopt;
}

} // namespace partita
