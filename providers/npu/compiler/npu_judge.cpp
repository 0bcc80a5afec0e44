#include "providers/npu/compiler/npu_judge.h"

#include <algorithm>

#include <fmt/format.h>

namespace partita {

namespace {

std::string rangeText(const ProfileRule& rule) {
    return rule.lastVersion ? fmt::format("{}–{}", rule.firstVersion, *rule.lastVersion)
                            : fmt::format("{} and later", rule.firstVersion);
}

bool inRange(const ProfileRule& rule, int version) {
    return version >= rule.firstVersion && (!rule.lastVersion || version <= *rule.lastVersion);
}

std::string typeList(const std::vector<DataType>& types) {
    std::string text;
    for (const DataType type : types)
        text += (text.empty() ? "" : ", ") + std::string(dataTypeName(type));
    return text;
}

std::string withNote(std::string text, const std::string& note) {
    return note.empty() ? text : text + ": " + note;
}

} // namespace

Verdict NpuJudge::verdict(bool claimed, ReasonCode code, const std::string& text,
                          SharedText place) {
    auto& shared = m_texts[text];
    if (!shared)
        shared = shareText(text);
    return {0, claimed, code, shared, std::move(place)};
}

bool NpuJudge::isConstant(ValueId id) const {
    const auto& value = m_request.model.value(id);
    if (!value)
        return false;
    if (value->isConstant())
        return true;
    const NodeId producer = m_request.model.producer(id);
    return producer && m_request.model.node(producer)->is("Constant");
}

std::optional<std::size_t> NpuJudge::inputIndex(const OpVersions::Entry& entry,
                                                const std::string& name) const {
    if (!entry.schema)
        return std::nullopt;
    const auto& names = entry.schema->inputs;
    const auto at = std::find(names.begin(), names.end(), name);
    return at == names.end() ? std::nullopt
                             : std::optional(static_cast<std::size_t>(at - names.begin()));
}

std::optional<Verdict> NpuJudge::judgeDomain(const Node& node, const OpVersions::Entry& entry) {
    if (node.opType == "EPContext") {
        const std::string source(node.stringAttribute("source", ""));
        if (!m_profile.contextSource.empty() && source == m_profile.contextSource)
            return verdict(true, ReasonCode::claimed,
                           "compiled for this device: source is " + source);
        return verdict(
            false, ReasonCode::epContextSourceMismatch,
            source.empty()
                ? "the EPContext node names no source"
                : "compiled for " + source + ", this device loads " +
                      (m_profile.contextSource.empty() ? "none" : m_profile.contextSource));
    }
    if (!node.isOnnx())
        return verdict(false, ReasonCode::unknownDomain,
                       m_profile.name + " takes only ai.onnx, not domain " + node.domain);
    if (entry.opset < m_profile.minOpset)
        return verdict(false, ReasonCode::opsetOutOfRange,
                       fmt::format("opset {} is below {}, the oldest of {}", entry.opset,
                                   m_profile.minOpset, m_profile.name));
    return std::nullopt;
}

std::optional<Verdict> NpuJudge::judgeBodies(const Node& node) {
    for (const GraphId body : node.subgraphs())
        for (const NodeId inner : m_request.nodesByGraph[body.value]) {
            const Node& each = *m_request.model.node(inner);
            if (each.is("Constant"))
                continue;
            if (const Verdict answer = judge(each); !answer.claimed)
                return verdict(false, ReasonCode::controlFlow,
                               "its body holds " + each.opType + ": " + *answer.evidence,
                               answer.place);
        }
    return std::nullopt;
}

std::optional<Verdict> NpuJudge::judgeShapes(const Node& node) {
    if (m_anySizes)
        return std::nullopt;
    const auto& schema = m_request.versions.of(node).schema;
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
        const auto& value = m_request.model.value(node.inputs[i]);
        if (!value || value->isConstant() || !value->type || !value->type->isTensor())
            continue;
        if (!value->type->shape)
            return verdict(false, ReasonCode::dynamicShape,
                           "the rank of input " + inputName(schema, i) + " is not known");
        const auto& shape = *value->type->shape;
        for (std::size_t d = 0; d < shape.size(); ++d)
            if (!shape[d].value)
                return verdict(
                    false, ReasonCode::dynamicShape,
                    fmt::format("dimension {} of input {} is dynamic{}", d, inputName(schema, i),
                                shape[d].param.empty() ? "" : " (" + shape[d].param + ")"));
    }
    return std::nullopt;
}

std::optional<Verdict> NpuJudge::judgeConstraint(const Node& node, const OpVersions::Entry& entry,
                                                 const ProfileConstraint& constraint) {
    using Kind = ProfileConstraint::Kind;
    if (constraint.kind == Kind::attribute) {
        const Attribute* attribute = node.attribute(constraint.attribute);
        std::string value = constraint.otherwise;
        if (attribute) {
            const auto* text = std::get_if<Buffer>(&attribute->value);
            value = text ? std::string(text->text()) : attributeText(*attribute);
        }
        if (value.empty() || std::find(constraint.allowed.begin(), constraint.allowed.end(),
                                       value) != constraint.allowed.end())
            return std::nullopt;
        return verdict(false, ReasonCode::attributeUnsupported,
                       withNote(fmt::format("{} is {}, {} takes {} only with {}",
                                            constraint.attribute, value, m_profile.name,
                                            node.opType, fmt::join(constraint.allowed, " or ")),
                                constraint.note),
                       constraint.place);
    }
    if (constraint.kind == Kind::constant) {
        for (const auto& name : constraint.inputs) {
            const auto index = inputIndex(entry, name);
            if (index && *index < node.inputs.size() && node.inputs[*index] &&
                !isConstant(node.inputs[*index]))
                return verdict(false, ReasonCode::weightNotConstant,
                               withNote("input " + name + " is computed", constraint.note),
                               constraint.place);
        }
        return std::nullopt;
    }
    const auto index = inputIndex(entry, constraint.input);
    const auto& value = index && *index < node.inputs.size()
                            ? m_request.model.value(node.inputs[*index])
                            : m_request.model.value({});
    if (!value || !value->type || !value->type->shape)
        return std::nullopt; // nothing is known against it
    const auto rank = static_cast<std::int64_t>(value->type->shape->size());
    if (std::find(constraint.ranks.begin(), constraint.ranks.end(), rank) != constraint.ranks.end())
        return std::nullopt;
    return verdict(false, ReasonCode::rankUnsupported,
                   withNote(fmt::format("rank {}", rank), constraint.note), constraint.place);
}

std::optional<Verdict> NpuJudge::judgeRule(const Node& node, const OpVersions::Entry& entry,
                                           const ProfileRule& rule) {
    const auto& types = rule.types.empty() ? m_profile.types : rule.types;
    const auto& first =
        node.inputs.empty() ? m_request.model.value({}) : m_request.model.value(node.inputs[0]);
    if (first && first->type && first->type->isTensor() && !types.empty() &&
        std::find(types.begin(), types.end(), first->type->element) == types.end() &&
        first->type->element != DataType::undefined)
        return verdict(false, ReasonCode::typeUnsupported,
                       fmt::format("{} takes {} only with {}, not {}", m_profile.name, node.opType,
                                   typeList(types), dataTypeName(first->type->element)),
                       rule.place);
    for (const auto& constraint : rule.constraints)
        if (auto refusal = judgeConstraint(node, entry, constraint))
            return refusal;
    return std::nullopt;
}

Verdict NpuJudge::judge(const Node& node) {
    const auto& entry = m_request.versions.of(node);
    if (auto answer = judgeDomain(node, entry))
        return *std::move(answer);
    const auto row = m_table.find(node.opType.str());
    if (row == m_table.end())
        return verdict(false, ReasonCode::noKernel, m_profile.name + " has no " + node.opType);
    if (m_profile.declineAllConstantInputs && !node.inputs.empty() &&
        std::all_of(node.inputs.begin(), node.inputs.end(),
                    [this](ValueId id) { return isConstant(id); }))
        return verdict(false, ReasonCode::constantNode,
                       "all its inputs are constant: the device's compiler folds it away, so it is "
                       "not sent there");
    const int version = entry.version.value_or(static_cast<int>(entry.opset));
    const ProfileRule* rule = nullptr;
    for (const auto& each : row->second)
        if (inRange(each, version))
            rule = &each;
    if (!rule) {
        const bool above = version > row->second.back().firstVersion;
        return verdict(false, ReasonCode::opsetOutOfRange,
                       fmt::format("opset {} is {} {} {} of {}", version, above ? "above" : "below",
                                   node.opType,
                                   rangeText(above ? row->second.back() : row->second.front()),
                                   m_profile.name),
                       row->second.front().place);
    }
    if (auto refusal = judgeRule(node, entry, *rule))
        return *std::move(refusal);
    if (auto refusal = judgeShapes(node))
        return *std::move(refusal);
    if (auto refusal = judgeBodies(node))
        return *std::move(refusal);
    return verdict(
        true, ReasonCode::claimed,
        fmt::format("{} {} is in {} {}", node.opType, version, node.opType, rangeText(*rule)),
        rule->place);
}

} // namespace partita
