#include "core/onnx/least_inputs.h"

#include <algorithm>
#include <ranges>

#include "core/onnx/operator_description.h"
#include "core/onnx/operator_facts.h"

namespace partita {

std::size_t leastInputs(std::string_view opType, std::string_view domain, std::int64_t opset) {
    return operatorFacts(opType, domain).inputs.in(opset);
}

bool lacksInputs(const Model& model, const Node& node) {
    const std::int64_t opset = model.info().opset(node.domain).value_or(1);
    const LeastInputs& inputs = operatorFacts(node).inputs;
    const std::size_t least = inputs.in(opset), given = node.inputs.size();
    if (given < least)
        return true;
    const auto isLeftOut = [&](std::size_t i) { return !node.inputs[i]; };
    const auto places = std::views::iota(std::size_t{0}, inputs.isVariadic ? given : least);
    if (std::ranges::none_of(places, isLeftOut))
        return false;
    // An input may be optional although a later one is needed, as that of a Loop is.
    const auto known = describeOperator(node.opType.str(), node.domain.str(), opset);
    return !known || std::ranges::any_of(places, [&](std::size_t i) {
        return isLeftOut(i) && known->needsInput(i, given);
    });
}

} // namespace partita
