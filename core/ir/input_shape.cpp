#include "core/ir/input_shape.h"

namespace partita {

const Shape* shapeOf(const Model& model, ValueId value) {
    const auto& found = model.value(value);
    return found && found->type && found->type->isTensor() && found->type->shape
               ? &*found->type->shape
               : nullptr;
}

const Shape* inputShape(const Model& model, const Node& node, std::size_t index) {
    return shapeOf(model, index < node.inputs.size() ? node.inputs[index] : ValueId{});
}

} // namespace partita
