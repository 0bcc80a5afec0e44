#include "core/provider/node_check.h"

#include <algorithm>
#include <cmath>
#include <unordered_set>
#include <variant>

#include "core/base/typed_text.h"
#include "core/ir/function_calls.h"
#include "core/ir/input_shape.h"
#include "core/onnx/schema_rules.h"
#include "core/provider/attention_shapes.h"

namespace partita {

namespace {

PortKind kindOf(const Model& model, ValueId id) {
    if (!id)
        return kNoPort;
    const auto& value = model.value(id);
    if (!value->type || value->type->kind == Type::Kind::none ||
        value->type->kind == Type::Kind::sparseTensor)
        return kUnknownPort;
    if (!value->type->isTensor())
        return kNoTensor;
    return value->type->element == DataType::undefined
               ? kUnknownPort
               : static_cast<PortKind>(value->type->element);
}

Message brokenFlag(const Node& node) {
    for (const AttributePtr& attribute : *node.attributes) {
        const auto* number = std::get_if<std::int64_t>(&attribute->value);
        if (number && *number != 0 && *number != 1 && isFlagAttribute(attribute->name))
            return PARTITA_TEXT("{0} must be 0 or 1", attribute->name);
        if (number && (*number < 0 || *number > 3) && attribute->name == "qk_matmul_output_mode")
            return PARTITA_TEXT("{0} must be between 0 and 3", attribute->name);
    }
    return {};
}

/// Finds an attribute that the operator's version does not have (the opset was changed without a
/// conversion), one of a wrong type, or a missing one. Names that begin with two underscores belong
/// to the producer of the model and are ignored.
Message brokenAttribute(const Node& node, const SchemaRules& rules) {
    for (const AttributePtr& attribute : *node.attributes) {
        const auto rule = rules.attributes.find(attribute->name);
        const std::int32_t type = attribute->typeNumber();
        if (rule == rules.attributes.end() && !attribute->name.starts_with("__"))
            return PARTITA_TEXT("this version has no attribute {0}", attribute->name);
        if (rule != rules.attributes.end() && type != 0 && type != rule->second.type)
            return PARTITA_TEXT("the attribute {0} is of the type {1} instead of {2}",
                                attribute->name, attributeTypeName(type),
                                attributeTypeName(rule->second.type));
    }
    for (const auto& [name, rule] : rules.attributes)
        if (rule.required && !node.attribute(name))
            return PARTITA_TEXT("the attribute {0} is missing", name);
    return {};
}

/// Ranks of inputs that the operator's specification fixes, but ONNX's function body does not
/// check: it would make outputs of ranks that no other operator takes.
constexpr struct {
    std::string_view opType;
    std::size_t input, leastRank, mostRank;
    Message (*broken)();
} kRanks[] = {
    {"Attention", 3, 0, 4, [] { return PARTITA_TEXT("attn_mask has more than four dimensions"); }},
    {"Attention", 6, 1, 1, [] { return PARTITA_TEXT("nonpad_kv_seqlen must be a vector"); }},
    {"BlackmanWindow", 0, 0, 0, [] { return PARTITA_TEXT("size must be a scalar"); }},
    {"HammingWindow", 0, 0, 0, [] { return PARTITA_TEXT("size must be a scalar"); }},
    {"HannWindow", 0, 0, 0, [] { return PARTITA_TEXT("size must be a scalar"); }}};

bool mayBeEqual(const Dim& a, const Dim& b) { return !a.value || !b.value || *a.value == *b.value; }

/// Whether the inputs of an operator that does not broadcast have different shapes; the function
/// that defines it would broadcast them.
bool hasOtherShapes(const Model& model, const Node& node) {
    const Shape *a = inputShape(model, node, 0), *b = inputShape(model, node, 1);
    return a && b && !std::ranges::equal(*a, *b, mayBeEqual);
}

/// Whether a CausalConvWithState, which filters each channel by itself, has filters of another number
/// of channels; the Conv in the function that defines it would make as many outputs.
bool hasOtherChannels(const Model& model, const Node& node) {
    const Shape *x = inputShape(model, node, 0), *weight = inputShape(model, node, 1);
    return x && weight && x->size() == 3 && !weight->empty() &&
           !mayBeEqual((*x)[1], weight->front());
}

/// Whether a slope of PRelu has more axes than X, to which it is broadcast, and not X to the slope.
bool outgrows(const Model& model, const Node& node) {
    const Shape *x = inputShape(model, node, 0), *slope = inputShape(model, node, 1);
    return x && slope && slope->size() > x->size();
}

bool has(const Node& node, std::size_t input) {
    return input < node.inputs.size() && node.inputs[input];
}

/// What single operators must not have, beside the ranks of their inputs.
constexpr struct {
    std::string_view opType;
    bool (*isBroken)(const Model& model, const Node& node);
    Message (*broken)();
} kRules[] = {
    // It ignores the condition that its body returns.
    {"Loop", [](const Model&, const Node& node) { return !has(node, 0) && !has(node, 1); },
     [] { return PARTITA_TEXT("without a count and a condition it never ends"); }},
    {"Attention", [](const Model&, const Node& node) { return has(node, 4) != has(node, 5); },
     [] { return PARTITA_TEXT("past_key and past_value come together"); }},
    {"Resize",
     [](const Model&, const Node& node) {
         return !std::isfinite(node.floatAttribute("cubic_coeff_a", 0));
     },
     [] { return PARTITA_TEXT("cubic_coeff_a is not finite"); }},
    {"CausalConvWithState", hasOtherChannels,
     [] { return PARTITA_TEXT("weight has another number of channels than the input"); }},
    {"SwiGLU", hasOtherShapes, [] { return PARTITA_TEXT("A and B have different shapes"); }},
    {"PRelu", outgrows, [] { return PARTITA_TEXT("slope has more dimensions than X"); }}};

/// Checks single operators against their specification.
Message brokenText(const Model& model, const Node& node) {
    for (const auto& rule : kRules)
        if (node.is(rule.opType) && rule.isBroken(model, node))
            return rule.broken();
    for (const auto& rule : kRanks) {
        const Shape* shape = node.is(rule.opType) ? inputShape(model, node, rule.input) : nullptr;
        if (shape && (shape->size() < rule.leastRank || shape->size() > rule.mostRank))
            return rule.broken();
    }
    return node.is("Attention") ? brokenAttention(model, node) : Message();
}

/// Checks the attributes that name the type of the first output; 0 leaves the type open.
Message brokenTypeName(const Node& node, std::uint64_t allowed) {
    for (const std::string_view name : {"to", "dtype", "output_dtype", "output_datatype"}) {
        const std::int64_t type = node.intAttribute(name, 0);
        const bool isSequence = (allowed & 1) != 0;
        if (type != 0 && !isSequence && (type < 0 || type > 63 || !(allowed >> type & 1)))
            return PARTITA_TEXT("{0} names a type that the output cannot be", name);
    }
    return {};
}

} // namespace

bool isFlagAttribute(std::string_view name) {
    static const std::unordered_set<std::string_view> kFlags = {"align_corners",
                                                                "allowzero",
                                                                "antialias",
                                                                "broadcast",
                                                                "ceil_mode",
                                                                "center_point_box",
                                                                "exclude_outside",
                                                                "exclusive",
                                                                "fmod",
                                                                "input_forget",
                                                                "inverse",
                                                                "is_case_sensitive",
                                                                "is_causal",
                                                                "count_include_pad",
                                                                "largest",
                                                                "layout",
                                                                "linear_before_reset",
                                                                "noop_with_empty_axes",
                                                                "onesided",
                                                                "periodic",
                                                                "reverse",
                                                                "saturate",
                                                                "select_last_index",
                                                                "sorted",
                                                                "storage_order",
                                                                "training_mode",
                                                                "transA",
                                                                "transB",
                                                                "upper"};
    return kFlags.contains(name);
}

bool functionIsLaxer(const Model& model, const Node& node) {
    const Shape *a = inputShape(model, node, 0), *b = inputShape(model, node, 1);
    const auto isSame = [](const Dim& one, const Dim& other) {
        return one.value && one.value == other.value;
    };
    return node.is("SwiGLU") && !(a && b && std::ranges::equal(*a, *b, isSame));
}

Result<void> checkNodes(const Model& model, const OpVersions& versions) {
    std::unordered_map<const OpVersions::Entry*, SchemaRules> known;
    Result<void> sound;
    std::vector<PortKind> given, made;
    const std::vector<bool> inFunctions = graphsOfFunctions(model);
    model.nodes().forEach([&](NodeId, const auto& node) {
        const auto& entry = versions.of(*node);
        if (!sound || !entry.schema || (!node->isOnnx() && node->domain != "ai.onnx.ml") ||
            inFunctions[node->graph.value])
            return;
        const auto [at, fresh] = known.try_emplace(&entry);
        SchemaRules& rules = at->second;
        if (fresh)
            rules = schemaRules(node->opType, node->domain, entry.schema->sinceVersion);
        given.clear();
        for (const ValueId input : node->inputs)
            given.push_back(kindOf(model, input));
        made.clear();
        for (const ValueId output : node->outputs)
            made.push_back(kindOf(model, output));
        Message broken = brokenRule(rules.inputs, given);
        if (broken.empty())
            broken = brokenAttribute(*node, rules);
        if (broken.empty())
            broken = brokenFlag(*node);
        if (broken.empty())
            broken = brokenText(model, *node);
        if (broken.empty())
            broken = brokenTypeName(*node, rules.firstOutput());
        if (broken.empty())
            broken = brokenOutput(rules, given, made);
        if (!broken.empty())
            sound = Error{
                Errc::invalidModel,
                PARTITA_TEXT("{0}: {1}", node->opType, broken),
                {PARTITA_TEXT("node '{0}'", node->label())},
                seeTyped(PARTITA_TEXT("correct the node as ONNX defines its operator"), "`check`")};
    });
    return sound;
}

} // namespace partita
