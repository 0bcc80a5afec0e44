#include "core/ir/input_shape.h"

namespace partita {

const Shape* inputShape(const Model& model, const Node& node, std::size_t index) {
    const auto& value = model.value(index < node.inputs.size() ? node.inputs[index] : ValueId{});
    return value && value->type && value->type->isTensor() && value->type->shape
               ? &*value->type->shape
               : nullptr;
}

} // namespace partita
