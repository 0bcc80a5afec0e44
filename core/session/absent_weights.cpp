#include "core/session/absent_weights.h"

#include "core/ir/sourced_tensor.h"

namespace partita {

namespace {

bool isAbsent(const Tensor& tensor) {
    const bool hasStandIn = tensor.type == DataType::float16 || tensor.type == DataType::bfloat16 ||
                            tensor.type == DataType::float32 || tensor.type == DataType::float64;
    return hasStandIn && !tensor.isComputed() && !elements(tensor);
}

} // namespace

Model withWeightsInPlace(const Model& model) {
    std::vector<ValueId> absent;
    model.values().forEach([&](ValueId id, const auto& value) {
        if (value->initializer && isAbsent(*value->initializer))
            absent.push_back(id);
    });
    if (absent.empty())
        return model;
    ModelEditor editor(model);
    for (const ValueId id : absent)
        editor.changeValue(
            id, [](Value& value) { value.initializer = standInFor(*value.initializer); });
    return editor.model();
}

} // namespace partita
