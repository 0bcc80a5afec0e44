#include "core/onnx/propagated_numbers.h"

#include <algorithm>

#include "core/onnx/schema_lookup.h"

namespace partita {

namespace {

/// Longer ways are not followed, because following recurses.
constexpr int kDeepestWay = 500;

/// ONNX's data propagation takes lists of integers, and single ones, for numbers of shapes.
bool isNumberList(DataType element, std::size_t rank) {
    return rank <= 1 && (element == DataType::int64 || element == DataType::int32);
}

/// Data propagation takes a list of known length for as many unknown numbers.
bool isListOfKnownLength(const TypePtr& type) {
    return type && type->isTensor() && type->shape && type->shape->size() == 1 &&
           type->shape->front().value;
}

} // namespace

PropagatedNumbers::Needs PropagatedNumbers::needsOf(const Node& node) {
    if (m_functions.called(node))
        return Needs::nothing;
    const auto [at, fresh] = m_needs.try_emplace(node.opType.str());
    auto& [domain, needs] = at->second;
    if (fresh || domain != node.domain.str()) { // mostly there is one
        domain = node.domain.str();
        needs = needsBySchema(node);
    }
    return needs;
}

PropagatedNumbers::Needs PropagatedNumbers::needsBySchema(const Node& node) const {
    const auto opset = m_model.info().opset(node.domain);
    const auto* schema = opset ? lookUpSchema(node.opType, node.domain, *opset) : nullptr;
    if (!schema)
        return Needs::isNone;
    if (!schema->has_data_propagation_function()) // a definition by other operators is followed
        return schema->HasFunction() && !schema->has_type_and_shape_inference_function()
                   ? Needs::nothing
                   : Needs::isNone;
    if (node.isOneOf({"Cast", "Gather", "Slice", "Squeeze", "Unsqueeze"}))
        return Needs::first;
    return node.isOneOf({"Add", "Concat", "Mul", "Sub"}) ? Needs::all : Needs::nothing;
}

bool PropagatedNumbers::isPropagated(ValueId value) {
    const NodeId producer = m_model.producer(value);
    return producer && needsOf(*m_model.node(producer)) != Needs::isNone;
}

bool PropagatedNumbers::comeFromProducer(ValueId value) {
    return isPropagated(value) && mayBeKnown(value, 0);
}

bool PropagatedNumbers::mayBeKnown(ValueId id, int depth) {
    if (!id || depth > kDeepestWay)
        return depth > kDeepestWay;
    if (m_known.size() <= id.value)
        m_known.resize(std::max<std::size_t>(m_model.values().keyEnd(), id.value + 1));
    if (m_known[id.value] != Known::notAsked)
        return m_known[id.value] == Known::yes;
    const bool known = follow(id, depth);
    m_known[id.value] = known ? Known::yes : Known::no;
    return known;
}

bool PropagatedNumbers::follow(ValueId id, int depth) {
    const Value& value = *m_model.value(id);
    const NodeId producer = m_model.producer(id);
    if (value.initializer)
        return isNumberList(value.initializer->type, value.initializer->dims.size());
    if (!producer)
        return isListOfKnownLength(value.type);
    const auto& node = *m_model.node(producer);
    if (node.is("Constant"))
        return !value.type || !value.type->shape ||
               isNumberList(value.type->element, value.type->shape->size());
    const Needs needs = needsOf(node);
    if (needs == Needs::nothing || isListOfKnownLength(value.type))
        return true;
    if (needs == Needs::isNone || node.inputs.empty())
        return false;
    if (needs == Needs::first)
        return mayBeKnown(node.inputs[0], depth + 1);
    // What needs no way back is looked at first: a long row of sums ends at its first one.
    for (const bool far : {false, true})
        for (const ValueId input : node.inputs)
            if (input && isPropagated(input) == far && !mayBeKnown(input, depth + 1))
                return false;
    return true;
}

} // namespace partita
