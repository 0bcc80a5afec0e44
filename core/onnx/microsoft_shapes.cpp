#include "core/onnx/microsoft_shapes.h"

#include "core/ir/type.h"

namespace partita::microsoft {

namespace {

using ShapeProto = onnx::TensorShapeProto;

/// The shape of an input; null where it is not known.
const ShapeProto* shapeOf(onnx::InferenceContext& context, std::size_t input) {
    return onnx::hasInputShape(context, input) ? &onnx::getInputShape(context, input) : nullptr;
}

bool has(onnx::InferenceContext& context, std::size_t input) {
    return context.getNumInputs() > input && context.getInputType(input);
}

ShapeProto::Dimension sized(std::int64_t size) {
    ShapeProto::Dimension dimension;
    dimension.set_dim_value(size);
    return dimension;
}

void copyFirst(onnx::InferenceContext& context, std::size_t output) {
    onnx::propagateElemTypeFromInputToOutput(context, 0, output);
    if (onnx::hasInputShape(context, 0))
        onnx::propagateShapeFromInputToOutput(context, 0, output);
}

/// The type is the attribute's, else that of an input where it is given.
void inferLinear(onnx::InferenceContext& context, std::size_t typeOf, std::int32_t otherwise) {
    const auto wanted = onnx::getAttribute(context, "output_dtype", std::int64_t{0});
    if (wanted > 0)
        onnx::updateOutputElemType(context, 0, static_cast<std::int32_t>(wanted));
    else if (has(context, typeOf))
        onnx::propagateElemTypeFromInputToOutput(context, typeOf, 0);
    else
        onnx::updateOutputElemType(context, 0, otherwise);
    if (onnx::hasInputShape(context, 0))
        onnx::propagateShapeFromInputToOutput(context, 0, 0);
}

} // namespace

void inferLikeFirst(onnx::InferenceContext& context) { copyFirst(context, 0); }

void inferQuantizeLinear(onnx::InferenceContext& context) {
    inferLinear(context, 2, onnx::TensorProto::UINT8);
}

void inferDequantizeLinear(onnx::InferenceContext& context) {
    inferLinear(context, 1, onnx::TensorProto::FLOAT);
}

void inferSimplifiedNormalization(onnx::InferenceContext& context) {
    copyFirst(context, 0);
    const onnx::TypeProto* input = context.getInputType(0);
    if (context.getNumOutputs() < 2 || !input)
        return;
    const bool isDouble = input->tensor_type().elem_type() == onnx::TensorProto::DOUBLE;
    onnx::updateOutputElemType(context, 1,
                               isDouble ? onnx::TensorProto::DOUBLE : onnx::TensorProto::FLOAT);
    const ShapeProto* shape = shapeOf(context, 0);
    const auto rank = static_cast<std::size_t>(shape ? shape->dim_size() : 0);
    const auto axis = axisOf(onnx::getAttribute(context, "axis", std::int64_t{-1}), rank);
    if (!axis)
        return;
    ShapeProto statistics = *shape;
    for (auto i = static_cast<int>(*axis); i < statistics.dim_size(); ++i)
        *statistics.mutable_dim(i) = sized(1);
    onnx::updateOutputShape(context, 1, statistics);
}

void inferSkipNormalization(onnx::InferenceContext& context) {
    for (const std::size_t output : {std::size_t{0}, std::size_t{3}})
        if (context.getNumOutputs() > output)
            copyFirst(context, output);
}

void inferGroupQueryAttention(onnx::InferenceContext& context) {
    for (std::size_t i = 0; i < context.getNumOutputs(); ++i)
        onnx::propagateElemTypeFromInputToOutput(context, 0, i);
    const auto heads = onnx::getAttribute(context, "num_heads", std::int64_t{0}),
               keyHeads = onnx::getAttribute(context, "kv_num_heads", std::int64_t{0});
    const ShapeProto* query = shapeOf(context, 0);
    constexpr std::int64_t kMost = 1 << 20;
    if (!query || query->dim_size() != 3 || heads < 1 || keyHeads < 1 || heads > kMost ||
        keyHeads > kMost)
        return;
    const bool packed = !has(context, 1); // the query holds all three
    const std::int64_t inRow = packed ? heads + 2 * keyHeads : heads;
    ShapeProto::Dimension size, width;
    if (query->dim(2).has_dim_value() && query->dim(2).dim_value() % inRow == 0) {
        size = sized(query->dim(2).dim_value() / inRow);
        width = sized(size.dim_value() * heads);
    }
    onnx::updateOutputShape(context, 0,
                            {query->dim(0), query->dim(1), packed ? width : query->dim(2)});
    const ShapeProto* past = shapeOf(context, 3);
    for (std::size_t i = 1; i < std::min<std::size_t>(context.getNumOutputs(), 3); ++i)
        if (!past || past->dim_size() != 4)
            onnx::updateOutputShape(context, i, {query->dim(0), sized(keyHeads), {}, size});
        else // as long as the cache, or longer
            onnx::updateOutputShape(context, i, {past->dim(0), past->dim(1), {}, past->dim(3)});
}

void inferMatMulNBits(onnx::InferenceContext& context) {
    onnx::propagateElemTypeFromInputToOutput(context, 0, 0);
    const ShapeProto* a = shapeOf(context, 0);
    const auto columns = onnx::getAttribute(context, "N", std::int64_t{0});
    if (!a || a->dim_size() == 0 || columns < 1)
        return;
    ShapeProto y = *a;
    *y.mutable_dim(y.dim_size() - 1) = sized(columns);
    onnx::updateOutputShape(context, 0, y);
}

void inferQLinearConcat(onnx::InferenceContext& context) {
    constexpr std::size_t kFirst = 2, kEach = 3;
    if (!has(context, 1))
        return;
    onnx::propagateElemTypeFromInputToOutput(context, 1, 0);
    if (!shapeOf(context, kFirst))
        return;
    ShapeProto y = *shapeOf(context, kFirst);
    const auto axis = axisOf(onnx::getAttribute(context, "axis", std::int64_t{0}),
                             static_cast<std::size_t>(y.dim_size()));
    if (!axis)
        return;
    std::int64_t length = 0;
    bool isKnown = true;
    for (std::size_t i = kFirst; i < context.getNumInputs(); i += kEach) {
        const ShapeProto* part = shapeOf(context, i);
        if (!part || part->dim_size() != y.dim_size())
            return;
        const auto& along = part->dim(static_cast<int>(*axis));
        isKnown = isKnown && along.has_dim_value() &&
                  !__builtin_add_overflow(length, along.dim_value(), &length);
    }
    *y.mutable_dim(static_cast<int>(*axis)) = isKnown ? sized(length) : ShapeProto::Dimension();
    onnx::updateOutputShape(context, 0, y);
}

void inferGatherBlockQuantized(onnx::InferenceContext& context) {
    if (has(context, 2))
        onnx::propagateElemTypeFromInputToOutput(context, 2, 0);
    const ShapeProto *data = shapeOf(context, 0), *indices = shapeOf(context, 1);
    if (!data || !indices)
        return;
    const auto rank = static_cast<std::size_t>(data->dim_size());
    const auto gather = axisOf(onnx::getAttribute(context, "gather_axis", std::int64_t{0}), rank),
               blocks = axisOf(onnx::getAttribute(context, "quantize_axis", std::int64_t{1}), rank);
    const auto bits = onnx::getAttribute(context, "bits", std::int64_t{4});
    if (!gather || !blocks || bits < 1 || bits > 8)
        return;
    const bool packed = context.getInputType(0)->tensor_type().elem_type() ==
                        onnx::TensorProto::UINT8; // several codes in a byte
    ShapeProto y;
    for (std::size_t i = 0; i < rank; ++i) {
        ShapeProto::Dimension dimension = data->dim(static_cast<int>(i));
        if (i == *gather) {
            y.mutable_dim()->MergeFrom(indices->dim());
            continue;
        }
        constexpr std::int64_t kMost = std::int64_t{1} << 60;
        if (i == *blocks && packed && dimension.has_dim_value())
            dimension = dimension.dim_value() < kMost / 8
                            ? sized(dimension.dim_value() * (8 / bits))
                            : ShapeProto::Dimension();
        else if (i == *blocks && packed && bits < 8)
            dimension.Clear();
        *y.add_dim() = dimension;
    }
    onnx::updateOutputShape(context, 0, y);
}

} // namespace partita::microsoft
