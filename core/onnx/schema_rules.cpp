#include "core/onnx/schema_rules.h"

#include <algorithm>
#include <map>

#include "core/ir/type.h"
#include "core/onnx/schema_lookup.h"

namespace partita {

namespace {

/// The bit in `PortRule::allowed` of a type in ONNX's syntax: "tensor(float)", "seq(…)" …
std::uint64_t typeBit(std::string_view type) {
    constexpr std::string_view kTensor = "tensor(";
    if (!type.starts_with(kTensor))
        return 1;
    const std::string_view name = type.substr(kTensor.size(), type.size() - kTensor.size() - 1);
    const auto element = name == "float"    ? DataType::float32
                         : name == "double" ? DataType::float64
                                            : dataTypeFromName(name).value_or(DataType::undefined);
    return std::uint64_t{1} << static_cast<unsigned>(element);
}

std::uint64_t typeBits(const onnx::OpSchema::FormalParameter& formal) {
    std::uint64_t bits = 0;
    for (const std::string* type : formal.GetTypes())
        bits |= typeBit(*type);
    return bits;
}

std::string_view kindName(PortKind kind) {
    return kind == kNoTensor ? "a sequence, map or optional"
                             : dataTypeName(static_cast<DataType>(kind));
}

PortRule portRule(const onnx::OpSchema::FormalParameter& formal) {
    PortRule rule;
    rule.allowed = typeBits(formal);
    rule.repeats = formal.GetOption() == onnx::OpSchema::Variadic;
    rule.required = formal.GetOption() == onnx::OpSchema::Single;
    rule.name = formal.GetName();
    if (!rule.repeats || formal.GetIsHomogeneous())
        rule.parameter = formal.GetTypeStr();
    return rule;
}

} // namespace

SchemaRules schemaRules(std::string_view opType, std::string_view domain, std::int64_t opset) {
    SchemaRules rules;
    const auto* schema = lookUpSchema(opType, domain, opset);
    if (!schema)
        return rules;
    for (const auto& formal : schema->inputs())
        rules.inputs.push_back(portRule(formal));
    for (const auto& formal : schema->outputs())
        rules.outputs.push_back(portRule(formal));
    for (const auto& [name, attribute] : schema->attributes())
        rules.attributes[name] = {attribute.type, attribute.required};
    return rules;
}

Message brokenRule(std::span<const PortRule> rules, std::span<const PortKind> given) {
    std::map<std::string_view, PortKind> bound; // type parameters
    for (std::size_t i = 0; i < std::max(rules.size(), given.size()); ++i) {
        if (i >= rules.size() && (rules.empty() || !rules.back().repeats))
            return PARTITA_TEXT("there are {0} inputs, at most {1} may be", given.size(),
                                rules.size());
        const PortRule& rule = rules[std::min(i, rules.size() - 1)];
        const PortKind kind = i < given.size() ? given[i] : kNoPort;
        if (kind == kNoPort && rule.required)
            return PARTITA_TEXT("input {0} ({1}) is missing", i, rule.name);
        if (kind == kNoPort || kind == kUnknownPort)
            continue;
        if (!(rule.allowed >> kind & 1))
            return PARTITA_TEXT("input {0} ({1}) may not be {2}", i, rule.name, kindName(kind));
        const auto [at, fresh] = bound.try_emplace(rule.parameter, kind);
        if (!fresh && !rule.parameter.empty() && at->second != kind)
            return PARTITA_TEXT("input {0} ({1}) is {2}, another one of its type {3} is {4}", i,
                                rule.name, kindName(kind), rule.parameter, kindName(at->second));
    }
    return {};
}

Message brokenOutput(const SchemaRules& rules, std::span<const PortKind> given,
                     std::span<const PortKind> made) {
    std::map<std::string_view, PortKind> bound; // type parameters
    for (std::size_t i = 0; i < given.size() && !rules.inputs.empty(); ++i)
        if (const PortRule& rule = rules.inputs[std::min(i, rules.inputs.size() - 1)];
            given[i] != kNoPort && given[i] != kUnknownPort && !rule.parameter.empty())
            bound.try_emplace(rule.parameter, given[i]);
    for (std::size_t i = 0; i < made.size() && !rules.outputs.empty(); ++i) {
        const PortRule& rule = rules.outputs[std::min(i, rules.outputs.size() - 1)];
        if (made[i] == kNoPort || made[i] == kUnknownPort)
            continue;
        if (!(rule.allowed >> made[i] & 1))
            return PARTITA_TEXT("output {0} ({1}) may not be {2}", i, rule.name, kindName(made[i]));
        if (const auto at = bound.find(rule.parameter); at != bound.end() && at->second != made[i])
            return PARTITA_TEXT("output {0} ({1}) is {2}, an input of its type {3} is {4}", i,
                                rule.name, kindName(made[i]), rule.parameter, kindName(at->second));
    }
    return {};
}

} // namespace partita
