#include "core/edits/problem_fixes.h"

#include <algorithm>

#include "core/edits/attribute_rules.h"
#include "core/edits/fitting_slots.h"
#include "core/edits/shape_problems.h"
#include "core/edits/slots.h"
#include "core/ir/input_shape.h"
#include "core/onnx/schema.h"

namespace partita::edits {

namespace {

/// The most loose tensors that are tried and offered: each trial searches the graph for a cycle.
constexpr std::size_t kMostTried = 8, kMostOffered = 3;

std::string quoted(const Node& node) { return node.label(); }

void addConnections(const Model& model, const Slot& slot, const std::vector<ValueId>& loose,
                    std::vector<ProblemFix>& fixes) {
    const auto& node = model.node(slot.node);
    const GraphId graph = node ? node->graph : slot.graph;
    std::size_t tried = 0;
    for (const ValueId id : loose) {
        if (tried == kMostTried || fixes.size() == kMostOffered)
            return;
        if (model.value(id)->graph != graph || model.producer(id) == slot.node)
            continue;
        ++tried;
        if (whyNotConnect(model, id, slot).empty())
            fixes.push_back(
                {PARTITA_TEXT("Connect '{0}'", model.value(id)->name), Connect{id, slot}});
    }
}

bool accepts(const Model& model, const Edit& edit) { return applyEdit(model, edit).has_value(); }

/// A cast between these is defined for all values.
bool canCast(const Type& type) {
    return type.isTensor() && type.element != DataType::string &&
           type.element != DataType::undefined;
}

/// The type that other inputs of the same type parameter have, or else float32 or the first one
/// that the input takes.
DataType wantedType(const Model& model, const Node& node, std::size_t index,
                    const OperatorDescription& description) {
    const FormalParameter& formal = *description.input(index);
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
        const FormalParameter* other = description.input(i);
        const auto& value = model.value(node.inputs[i]);
        if (i != index && value && value->type && value->type->isTensor() && other &&
            other->type == formal.type && other->allows(*value->type))
            return value->type->element;
    }
    if (formal.tensors >> static_cast<unsigned>(DataType::float32) & 1)
        return DataType::float32;
    for (int i = 1; i < 64; ++i)
        if (formal.tensors >> i & 1 && DataType(i) != DataType::string)
            return DataType(i);
    return DataType::undefined;
}

} // namespace

std::vector<ProblemFix> fixesOfOpenInput(const Model& model, const Slot& slot,
                                         const std::vector<ValueId>& loose, bool mayTry) {
    std::vector<ProblemFix> fixes;
    if (mayTry)
        addConnections(model, slot, loose, fixes);
    const Node& node = *model.node(slot.node);
    const bool readsSome = std::ranges::any_of(node.inputs, [](ValueId id) { return bool(id); });
    if (readsSome && mayTry && accepts(model, BypassNodes{{slot.node}}))
        fixes.push_back({PARTITA_TEXT("Bypass '{0}'", quoted(node)), BypassNodes{{slot.node}}});
    fixes.push_back({PARTITA_TEXT("Delete '{0}'", quoted(node)), DeleteNodes{{slot.node}}});
    return fixes;
}

std::vector<ProblemFix> fixesOfType(const Model& model, const Slot& slot,
                                    const OperatorDescription& description) {
    std::vector<ProblemFix> fixes;
    const Node& node = *model.node(slot.node);
    const ValueId value = valueAt(model, slot);
    const DataType wanted = wantedType(model, node, slot.index, description);
    const InsertNode cast{
        node.graph,
        {"", "Cast", "", "", {Attribute::make("to", static_cast<std::int64_t>(wanted))}, 0},
        {value},
        {slot}};
    if (canCast(*model.value(value)->type) && wanted != DataType::undefined)
        fixes.push_back(
            {PARTITA_TEXT("Cast '{0}' to {1}", model.value(value)->name, dataTypeName(wanted)),
             cast});
    fixes.push_back({PARTITA_TEXT("Disconnect {0}", slotText(model, slot)), Disconnect{slot}});
    return fixes;
}

std::vector<ProblemFix> fixesOfShape(const Model& model, const Slot& slot) {
    const Node& node = *model.node(slot.node);
    if (!node.is("MatMul") || slot.index != 1)
        return {};
    const Shape* shape = inputShape(model, node, 1);
    const Shape* other = inputShape(model, node, 0);
    // A transposed second factor ends in the rows of what is read now.
    if (!shape || !other || shape->size() < 2 || other->empty() || !shape->back().value ||
        shape->back().value != other->back().value)
        return {};
    std::vector<std::int64_t> order(shape->size());
    for (std::size_t i = 0; i < order.size(); ++i)
        order[i] = static_cast<std::int64_t>(i);
    std::swap(order[order.size() - 1], order[order.size() - 2]);
    const InsertNode transpose{node.graph,
                               {"", "Transpose", "", "", {Attribute::make("perm", order)}, 0},
                               {node.inputs[1]},
                               {slot}};
    return {{PARTITA_TEXT("Transpose '{0}'", model.value(node.inputs[1])->name), transpose}};
}

std::vector<ProblemFix> fixesOfMissingAttribute(const Node& node, std::string_view attribute) {
    const std::optional<std::int64_t> usual = attribute == "axis" ? std::optional(0)
                                              : attribute == "to" ? std::optional(1)
                                                                  : std::nullopt;
    if (!usual)
        return {};
    AttributePtr value = Attribute::make(std::string(attribute), *usual);
    Message text = PARTITA_TEXT("Set {0} to {1}", attribute, attributeText(*value));
    return {{std::move(text), SetAttribute{{node.id}, std::move(value)}}};
}

std::vector<ProblemFix> fixesOfAttribute(const Node& node, const Attribute& attribute,
                                         const OperatorDescription* description) {
    const AttributeDescription* known =
        description ? description->attribute(attribute.name) : nullptr;
    std::vector<ProblemFix> fixes;
    if (!known || !known->required)
        fixes.push_back({known ? PARTITA_TEXT("Reset {0}", attribute.name)
                               : PARTITA_TEXT("Remove {0}", attribute.name),
                         ResetAttribute{{node.id}, attribute.name}});
    for (const std::string_view text : allowedTexts(node.opType, attribute.name)) {
        if (fixes.size() == kMostOffered)
            break;
        fixes.push_back({PARTITA_TEXT("Set {0} to {1}", attribute.name, text),
                         SetAttribute{{node.id}, Attribute::string(attribute.name, text)}});
    }
    return fixes;
}

std::vector<ProblemFix> fixesOfOperator(const Node& node, std::int64_t opset) {
    const std::int64_t newest = newestOpset(node.domain).value_or(0);
    for (std::int64_t later = opset + 1; later <= newest; ++later)
        if (describeOperator(node.opType, node.domain, later))
            return {
                {PARTITA_TEXT("Convert to opset {0}", later), ConvertOpset{node.domain, later}}};
    return {};
}

std::vector<ProblemFix> fixesOfOutput(const Model& model, const Slot& output,
                                      const std::vector<ValueId>& loose) {
    std::vector<ProblemFix> fixes;
    addConnections(model, output, loose, fixes);
    if (model.graph(output.graph)->outputs.size() > 1)
        fixes.push_back({PARTITA_TEXT("Remove the output"), RemoveOutput{output}});
    return fixes;
}

} // namespace partita::edits
