#include "providers/npu/compiler/npu_judge.h"

#include <algorithm>

#include "core/provider/later_opset.h"
#include "providers/npu/compiler/trait_refusal.h"

namespace partita {

namespace {

Message rangeText(const ProfileRule& rule) {
    return rule.lastVersion ? PARTITA_TEXT("{0}–{1}", rule.firstVersion, *rule.lastVersion)
                            : PARTITA_TEXT("{0} and later", rule.firstVersion);
}

bool inRange(const ProfileRule& rule, int version) {
    return version >= rule.firstVersion && (!rule.lastVersion || version <= *rule.lastVersion);
}

int versionOf(const OpVersions::Entry& entry) {
    return entry.version.value_or(static_cast<int>(entry.opset));
}

/// The last rule that includes a version, else the nearest one.
const ProfileRule& ruleFor(const std::vector<ProfileRule>& rules, int version) {
    const ProfileRule* rule = version > rules.back().firstVersion ? &rules.back() : &rules.front();
    for (const auto& each : rules)
        if (inRange(each, version))
            rule = &each;
    return *rule;
}

Message alternatives(const std::vector<std::string>& values) {
    Message text;
    for (const std::string& value : values)
        text = text.empty() ? Message(value) : PARTITA_TEXT("{0} or {1}", text, value);
    return text;
}

std::string typeList(const std::vector<DataType>& types) {
    std::string text;
    for (const DataType type : types)
        text += (text.empty() ? "" : ", ") + std::string(dataTypeName(type));
    return text;
}

/// Appends the profile author's note, which is not translated.
Message withNote(const Message& text, const std::string& note) {
    return note.empty() ? text : PARTITA_TEXT("{0}: {1}", text, note);
}

} // namespace

Verdict NpuJudge::verdict(bool claimed, ReasonCode code, Message evidence, SharedText place) {
    return {0, claimed, code, m_texts.shared(std::move(evidence)), std::move(place)};
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
                           PARTITA_TEXT("compiled for this device: source is {0}", source));
        return verdict(false, ReasonCode::epContextSourceMismatch,
                       source.empty()
                           ? PARTITA_TEXT("the EPContext node names no source")
                           : PARTITA_TEXT("compiled for {0}, this device loads {1}", source,
                                          m_profile.contextSource.empty()
                                              ? PARTITA_TEXT("none")
                                              : Message(m_profile.contextSource)));
    }
    if (!node.isOnnx() && !(isQuantizing(node) && m_profile.microsoftQuantizers))
        return verdict(
            false, ReasonCode::unknownDomain,
            PARTITA_TEXT("{0} takes only ai.onnx, not domain {1}", m_profile.name, node.domain));
    if (Message later = laterOpsetText(node, entry); !later.empty())
        return verdict(false, ReasonCode::opsetOutOfRange, std::move(later));
    return std::nullopt;
}

/// What the profile declines of every operator.
std::optional<Verdict> NpuJudge::judgeWhole(const Node& node, const OpVersions::Entry& entry,
                                            std::optional<Verdict>& off) {
    std::optional<Verdict> refusal;
    if (!m_profile.bodies && m_request.model.graph(node.graph)->parent)
        refusal = orOff(
            verdict(false, ReasonCode::controlFlow,
                    PARTITA_TEXT("{0} takes no nodes in bodies of control flow", m_profile.name),
                    m_profile.placeOf("bodies")),
            off);
    if (!refusal && entry.opset < m_profile.minOpset)
        refusal = orOff(verdict(false, ReasonCode::opsetOutOfRange,
                                PARTITA_TEXT("opset {0} is below {1}, the oldest of {2}",
                                             entry.opset, m_profile.minOpset, m_profile.name),
                                m_profile.placeOf("minOpset")),
                        off);
    return refusal;
}

std::optional<Verdict> NpuJudge::judgeBodies(const Node& node) {
    for (const GraphId body : node.subgraphs())
        for (const NodeId inner : m_request.nodesByGraph[body.value]) {
            const Node& each = *m_request.model.node(inner);
            if (each.is("Constant"))
                continue;
            if (const Verdict answer = judge(each); !answer.claimed)
                return verdict(
                    false, ReasonCode::controlFlow,
                    PARTITA_TEXT("its body holds {0}: {1}", each.opType, answer.evidence),
                    answer.code == ReasonCode::noKernel ? nullptr : answer.place);
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
                           PARTITA_TEXT("the rank of input {0} is not known", inputName(schema, i)),
                           m_shapesRule);
        const auto& shape = *value->type->shape;
        for (std::size_t d = 0; d < shape.size(); ++d)
            if (!shape[d].value)
                return verdict(false, ReasonCode::dynamicShape,
                               shape[d].param.empty()
                                   ? PARTITA_TEXT("dimension {0} of input {1} is dynamic", d,
                                                  inputName(schema, i))
                                   : PARTITA_TEXT("dimension {0} of input {1} is dynamic ({2})", d,
                                                  inputName(schema, i), shape[d].param),
                               m_shapesRule);
    }
    return std::nullopt;
}

std::optional<Verdict> NpuJudge::judgeConstraint(const Node& node, const OpVersions::Entry& entry,
                                                 const ProfileConstraint& constraint) {
    using Kind = ProfileConstraint::Kind;
    if (constraint.kind == Kind::trait) {
        auto refusal = traitRefusal(constraint, m_request.model, node, entry, m_profile.name);
        if (!refusal)
            return std::nullopt;
        if (constraint.trait.key.kind == TraitKey::Kind::shape &&
            traitOf(m_whole, node, entry, constraint.trait.key) !=
                traitOf(m_request.model, node, entry, constraint.trait.key))
            refusal->evidence = PARTITA_TEXT(
                "{0}; ONNX Runtime does not infer this shape before it asks", refusal->evidence);
        return verdict(false, refusal->code, withNote(refusal->evidence, constraint.note),
                       constraint.place);
    }
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
                       withNote(PARTITA_TEXT("{0} is {1}, {2} takes {3} only with {4}",
                                             constraint.attribute, value, m_profile.name,
                                             node.opType, alternatives(constraint.allowed)),
                                constraint.note),
                       constraint.place);
    }
    if (constraint.kind == Kind::constant) {
        for (const auto& name : constraint.inputs) {
            const auto index = inputIndex(entry, name);
            if (index && *index < node.inputs.size() && node.inputs[*index] &&
                !isConstant(node.inputs[*index]))
                return verdict(
                    false, ReasonCode::weightNotConstant,
                    withNote(PARTITA_TEXT("input {0} is computed", name), constraint.note),
                    constraint.place);
        }
        return std::nullopt;
    }
    const auto index = inputIndex(entry, constraint.input);
    const auto& value = index && *index < node.inputs.size()
                            ? m_request.model.value(node.inputs[*index])
                            : m_request.model.value({});
    if (!value || !value->type || !value->type->shape)
        return std::nullopt; // an unknown rank is no reason to decline
    const auto rank = static_cast<std::int64_t>(value->type->shape->size());
    if (std::find(constraint.ranks.begin(), constraint.ranks.end(), rank) != constraint.ranks.end())
        return std::nullopt;
    return verdict(false, ReasonCode::rankUnsupported,
                   withNote(PARTITA_TEXT("rank {0}", rank), constraint.note), constraint.place);
}

/// A refusal by a rule, or nothing where the rule is off; `off` then becomes that refusal.
std::optional<Verdict> NpuJudge::orOff(std::optional<Verdict> refusal,
                                       std::optional<Verdict>& off) const {
    if (!refusal || !m_request.wishes.isOff(refusal->place))
        return refusal;
    off = std::move(refusal);
    return std::nullopt;
}

std::optional<Verdict> NpuJudge::judgeType(const Node& node, const ProfileRule& rule) {
    const auto& types = rule.types.empty() ? m_profile.types : rule.types;
    const auto& first =
        node.inputs.empty() ? m_request.model.value({}) : m_request.model.value(node.inputs[0]);
    if (!first || !first->type || !first->type->isTensor() || types.empty() ||
        std::find(types.begin(), types.end(), first->type->element) != types.end() ||
        first->type->element == DataType::undefined)
        return std::nullopt;
    return verdict(false, ReasonCode::typeUnsupported,
                   PARTITA_TEXT("{0} takes {1} only with {2}, not {3}", m_profile.name, node.opType,
                                typeList(types), dataTypeName(first->type->element)),
                   rule.place);
}

std::optional<Verdict> NpuJudge::judgeRule(const Node& node, const OpVersions::Entry& entry,
                                           const ProfileRule& rule, std::optional<Verdict>& off) {
    if (auto refusal = orOff(judgeType(node, rule), off))
        return refusal;
    for (const auto& constraint : rule.constraints)
        if (auto refusal = orOff(judgeConstraint(node, entry, constraint), off))
            return refusal;
    if (rule.declines)
        return orOff(verdict(false, ReasonCode::inputUnsupported,
                             PARTITA_TEXT("{0} does not take {1} between DequantizeLinear and "
                                          "QuantizeLinear",
                                          m_profile.name, node.opType),
                             rule.place),
                     off);
    if (!rule.fails)
        return std::nullopt;
    return orOff(
        verdict(false, ReasonCode::failsToCompile,
                PARTITA_TEXT("{0} takes {1}, but fails to compile it", m_profile.name, node.opType),
                rule.place),
        off);
}

/// The refusal of a version that no rule of the operator includes.
std::optional<Verdict> NpuJudge::judgeVersion(const Node& node,
                                              const std::vector<ProfileRule>& rules, int version) {
    if (std::ranges::any_of(rules, [&](const auto& rule) { return inRange(rule, version); }))
        return std::nullopt;
    return verdict(false, ReasonCode::opsetOutOfRange,
                   version > rules.back().firstVersion
                       ? PARTITA_TEXT("opset {0} is above {1} {2} of {3}", version, node.opType,
                                      rangeText(rules.back()), m_profile.name)
                       : PARTITA_TEXT("opset {0} is below {1} {2} of {3}", version, node.opType,
                                      rangeText(rules.front()), m_profile.name),
                   rules.front().place);
}

Verdict NpuJudge::judge(const Node& node) {
    Verdict answer = judgeInModel(node);
    if (answer.claimed || !m_request.wishes.takes(node.id))
        return answer;
    return verdict(true, ReasonCode::assumedByUser, assumedText(answer.evidence),
                   answer.code == ReasonCode::noKernel ? nullptr : answer.place);
}

Verdict NpuJudge::judgeInModel(const Node& node) {
    if (const QuantizedGroup* group = groupOf(node))
        return judgeInGroup(node, *group);
    std::optional<Verdict> off;
    if (auto refusal = orOff(judgeBorder(node), off))
        return *std::move(refusal);
    return judgeByRules(node, m_table, std::move(off));
}

/// The version by which a node is judged. Quantizers of com.microsoft have the types of this one.
const OpVersions::Entry& NpuJudge::versionsOf(const Node& node) const {
    static constexpr int kLike = 21;
    static const auto like = [](const char* op) {
        return OpVersions::Entry{kLike, kLike, findSchema(op, "", kLike)};
    };
    static const OpVersions::Entry quantizer = like("QuantizeLinear"),
                                   dequantizer = like("DequantizeLinear");
    if (node.isOnnx() || !isQuantizing(node))
        return m_request.versions.of(node);
    return isDequantizing(node) ? dequantizer : quantizer;
}

/// The group by which a node is judged; null: it is judged by itself.
const QuantizedGroup* NpuJudge::groupOf(const Node& node) const {
    const QuantizedGroup* group = m_groups ? m_groups->of(node.id) : nullptr;
    return group && !isApart(*group) ? group : nullptr;
}

/// Whether the device sees no group in these nodes.
bool NpuJudge::isApart(const QuantizedGroup& group) const {
    const auto row = m_profile.quantized->find(group.inside.opType.str());
    if (row == m_profile.quantized->end())
        return false;
    const auto& entry = m_request.versions.of(group.inside);
    const ProfileRule& rule = ruleFor(row->second, versionOf(entry));
    return rule.apart || std::ranges::any_of(rule.constraints, [&](const ProfileConstraint& each) {
               return each.apart &&
                      traitRefusal(each, m_request.model, group.inside, entry, m_profile.name);
           });
}

/// What is said of the operator of a group holds for all of it.
Verdict NpuJudge::judgeInGroup(const Node& node, const QuantizedGroup& group) {
    if (node.id != group.node) {
        Verdict whole = judge(*m_request.model.node(group.node));
        return verdict(
            whole.claimed, whole.code,
            PARTITA_TEXT("in the quantized group of {0}: {1}", group.inside.opType, whole.evidence),
            whole.code == ReasonCode::noKernel ? nullptr : whole.place);
    }
    if (!m_profile.quantized->contains(group.inside.opType.str()))
        return verdict(false, ReasonCode::noKernel,
                       PARTITA_TEXT("{0} has no {1} between DequantizeLinear and QuantizeLinear",
                                    m_profile.name, node.opType),
                       m_list);
    return judgeByRules(group.inside, *m_profile.quantized);
}

std::optional<Verdict> NpuJudge::judgeBorder(const Node& node) {
    if (m_profile.quantizedBorders || !isQuantizing(node) || node.inputs.empty())
        return std::nullopt;
    const Model& model = m_request.model;
    const bool quantizes = node.opType == "QuantizeLinear";
    if (quantizes ? !model.isGraphInput(node.inputs[0])
                  : node.outputs.empty() || !model.isGraphOutput(node.outputs[0]))
        return std::nullopt;
    return verdict(
        false, ReasonCode::inputUnsupported,
        quantizes ? PARTITA_TEXT("{0} leaves the quantization of the model's inputs to others",
                                 m_profile.name)
                  : PARTITA_TEXT("{0} leaves the dequantization of the model's outputs to others",
                                 m_profile.name),
        m_profile.placeOf("quantizedBorders"));
}

/// `off`: what a rule would say that is off.
Verdict NpuJudge::judgeByRules(const Node& node, const OperatorTable& table,
                               std::optional<Verdict> off) {
    const auto& entry = versionsOf(node);
    if (auto answer = judgeDomain(node, entry))
        return *std::move(answer);
    if (auto refusal = judgeWhole(node, entry, off))
        return *std::move(refusal);
    const auto row = table.find(node.opType.str());
    if (row == table.end())
        return verdict(false, ReasonCode::noKernel,
                       PARTITA_TEXT("{0} has no {1}", m_profile.name, node.opType), m_list);
    if (m_profile.declineAllConstantInputs && !node.inputs.empty() &&
        std::all_of(node.inputs.begin(), node.inputs.end(),
                    [this](ValueId id) { return isConstant(id); }))
        return verdict(false, ReasonCode::constantNode,
                       PARTITA_TEXT("all its inputs are constant: the device's compiler folds it "
                                    "away, so it is not sent there"));
    const int version = versionOf(entry);
    const auto& rules = row->second;
    if (auto refusal = orOff(judgeVersion(node, rules, version), off))
        return *std::move(refusal);
    const ProfileRule* rule = &ruleFor(rules, version); // the nearest one where judgeVersion is off
    if (auto refusal = judgeRule(node, entry, *rule, off))
        return *std::move(refusal);
    if (auto refusal = orOff(judgeShapes(node), off))
        return *std::move(refusal);
    if (auto refusal = judgeBodies(node))
        return *std::move(refusal);
    if (off)
        return verdict(true, ReasonCode::ruleOffByUser,
                       PARTITA_TEXT("a rule is off, by you: {0}", off->evidence), off->place);
    Message& claimed = m_claimed[{rule, version}];
    if (claimed.empty())
        claimed = m_profile.quantized && &table == &*m_profile.quantized
                      ? PARTITA_TEXT("quantized {0} {1} is in {2} {3}", node.opType, version,
                                     node.opType, rangeText(*rule))
                      : PARTITA_TEXT("{0} {1} is in {2} {3}", node.opType, version, node.opType,
                                     rangeText(*rule));
    return {0, true, ReasonCode::claimed, claimed, rule->place};
}

} // namespace partita
