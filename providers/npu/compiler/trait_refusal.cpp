#include "providers/npu/compiler/trait_refusal.h"

#include "core/base/message_list.h"

namespace partita {

namespace {

using Kind = TraitKey::Kind;
using Of = TraitKey::Of;

/// The trait as a part of a sentence.
Message traitText(const TraitKey& key) {
    if (key.of == Of::attribute)
        return PARTITA_TEXT("attribute {0}", key.name);
    const bool isInput = key.of == Of::input;
    switch (key.kind) {
    case Kind::type:
    case Kind::likeFirst:
        return isInput ? PARTITA_TEXT("the type of input {0}", key.name)
                       : PARTITA_TEXT("the type of output {0}", key.name);
    case Kind::rank:
        return isInput ? PARTITA_TEXT("the rank of input {0}", key.name)
                       : PARTITA_TEXT("the rank of output {0}", key.name);
    case Kind::shape:
        return isInput ? PARTITA_TEXT("the shape of input {0}", key.name)
                       : PARTITA_TEXT("the shape of output {0}", key.name);
    case Kind::count: return PARTITA_TEXT("the number of inputs {0}", key.name);
    case Kind::value: return PARTITA_TEXT("the value of input {0}", key.name);
    case Kind::scales:
        return isInput ? PARTITA_TEXT("the quantization of input {0}", key.name)
                       : PARTITA_TEXT("the quantization of output {0}", key.name);
    case Kind::source: break;
    }
    return isInput ? PARTITA_TEXT("input {0}", key.name) : PARTITA_TEXT("output {0}", key.name);
}

ReasonCode codeOf(const TraitKey& key, const std::string& value) {
    switch (key.kind) {
    case Kind::type:
    case Kind::likeFirst: return ReasonCode::typeUnsupported;
    case Kind::rank: return ReasonCode::rankUnsupported;
    case Kind::shape: return ReasonCode::dynamicShape;
    case Kind::source:
        return key.of == Of::input && value == "computed" ? ReasonCode::weightNotConstant
                                                          : ReasonCode::inputUnsupported;
    case Kind::count:
    case Kind::scales: return ReasonCode::inputUnsupported;
    case Kind::value:
        return key.of == Of::attribute ? ReasonCode::attributeUnsupported
                                       : ReasonCode::inputUnsupported;
    }
    return ReasonCode::attributeUnsupported;
}

/// How a tensor is quantized, as a part of a sentence.
Message scalesText(std::string_view value) {
    if (value == "tensor")
        return PARTITA_TEXT("per tensor");
    constexpr std::string_view kBlocks = "blocks ";
    const bool isInBlocks = value.starts_with(kBlocks);
    const std::string_view axis = isInBlocks ? value.substr(kBlocks.size()) : value;
    if (axis == "first")
        return isInBlocks ? PARTITA_TEXT("in blocks along the first axis")
                          : PARTITA_TEXT("per channel of the first axis");
    if (axis == "last")
        return isInBlocks ? PARTITA_TEXT("in blocks along the last axis")
                          : PARTITA_TEXT("per channel of the last axis");
    if (axis == "inner")
        return isInBlocks ? PARTITA_TEXT("in blocks along an inner axis")
                          : PARTITA_TEXT("per channel of an inner axis");
    return isInBlocks ? PARTITA_TEXT("in blocks along its only axis")
                      : PARTITA_TEXT("per channel of its only axis");
}

/// What a trait is, as a part of a sentence.
Message valueText(Kind kind, const std::string& value) {
    if (kind == Kind::shape)
        return value == "static"    ? PARTITA_TEXT("static")
               : value == "dynamic" ? PARTITA_TEXT("not wholly known")
                                    : PARTITA_TEXT("not known");
    if (kind == Kind::source)
        return value == "constant"   ? PARTITA_TEXT("constant")
               : value == "computed" ? PARTITA_TEXT("computed")
               : value == "empty"    ? PARTITA_TEXT("empty")
                                     : PARTITA_TEXT("omitted");
    if (kind == Kind::scales)
        return scalesText(value);
    if (kind == Kind::likeFirst)
        return value == "same" ? PARTITA_TEXT("that of the first quantized input")
                               : PARTITA_TEXT("another than that of the first quantized input");
    return value;
}

Message listOf(Kind kind, const std::set<std::string>& values) {
    Message text;
    for (const std::string& value : values)
        text = listWith(text, valueText(kind, value));
    return text;
}

} // namespace

std::optional<TraitRefusal> traitRefusal(const ProfileConstraint& constraint, const Model& model,
                                         const Node& node, const OpVersions::Entry& entry,
                                         const std::string& device) {
    const auto value = traitOf(model, node, entry, constraint.trait.key);
    if (constraint.trait.metBy(value))
        return std::nullopt;
    for (const TraitCondition& each : constraint.when) {
        const auto other = traitOf(model, node, entry, each.key);
        if (!other || !each.metBy(other))
            return std::nullopt;
    }
    const Kind kind = constraint.trait.key.kind;
    const Message what = traitText(constraint.trait.key), is = valueText(kind, *value);
    Message text = constraint.trait.refuses || constraint.trait.values.empty()
                       ? PARTITA_TEXT("{0} is {1}, which {2} does not take of {3}", what, is,
                                      device, node.opType)
                       : PARTITA_TEXT("{0} is {1}, {2} takes {3} only where it is {4}", what, is,
                                      device, node.opType, listOf(kind, constraint.trait.values));
    for (const TraitCondition& each : constraint.when)
        text = PARTITA_TEXT("{0}, where {1} is {2}", text, traitText(each.key),
                            valueText(each.key.kind, *traitOf(model, node, entry, each.key)));
    if (constraint.fails)
        return TraitRefusal{
            ReasonCode::failsToCompile,
            PARTITA_TEXT("{0} takes it, but fails to compile it: {1}", device, text)};
    return TraitRefusal{codeOf(constraint.trait.key, *value), std::move(text)};
}

} // namespace partita
