#include "core/onnx/safe_propagation.h"

#include <mutex>

#include <onnx/defs/schema.h>

namespace partita {

namespace {

constexpr std::int64_t kMostElements = 1 << 12;           ///< of a vector that shapes are made from
constexpr std::int64_t kFarthest = std::int64_t{1} << 62; ///< what "to the end" is written as

/// Whether the vectors that propagation would look at are as short as shapes are.
bool isSmall(onnx::DataPropagationContext& context) {
    for (std::size_t i = 0; i < context.getNumInputs(); ++i) {
        const auto* type = context.getInputType(i);
        if (!type || !type->has_tensor_type() || !type->tensor_type().has_shape())
            continue;
        const auto& shape = type->tensor_type().shape();
        if (shape.dim_size() == 1 && shape.dim(0).has_dim_value() &&
            (shape.dim(0).dim_value() > kMostElements || shape.dim(0).dim_value() < 0))
            return false;
    }
    return true;
}

/// Slice adds starts, ends and steps to places: none of those sums may leave 63 bits.
bool hasModestSlices(onnx::DataPropagationContext& context) {
    for (std::size_t i = 1; i < context.getNumInputs(); ++i) {
        const auto* numbers = context.getInputData(i);
        if (!numbers)
            continue;
        for (const auto& number : numbers->dim())
            if (number.dim_value() < -kFarthest || (i == 4 && number.dim_value() > kFarthest))
                return false;
    }
    return true;
}

void guard(const onnx::OpSchema& schema) {
    const auto original = schema.GetDataPropagationFunction();
    const bool slices = schema.Name() == "Slice";
    if (schema.Name() == "Shape" || schema.Name() == "Size")
        return; // they look at the type only
    // The registry gives its entries out as constant; nothing else keeps a copy of them.
    const_cast<onnx::OpSchema&>(schema).PartialDataPropagationFunction(
        [original, slices](onnx::DataPropagationContext& context) {
            if (isSmall(context) && (!slices || hasModestSlices(context)))
                original(context);
        });
}

} // namespace

void makePropagationSafe() {
    static std::once_flag once;
    std::call_once(once, [] {
        for (const auto& entry : onnx::OpSchemaRegistry::get_all_schemas_with_history()) {
            if (!entry.has_data_propagation_function())
                continue;
            if (const auto* schema = onnx::OpSchemaRegistry::Schema(
                    entry.Name(), entry.SinceVersion(), entry.domain()))
                guard(*schema);
        }
    });
}

} // namespace partita
