#pragma once

#include <onnx/defs/shape_inference.h>

namespace partita::microsoft {

// Shape inference of operators of com.microsoft that have no definition by other operators, or
// whose definition would be long. What does not fit is left unknown: the checks of the kernels
// name it.

/// The first output has the type and the shape of the first input.
void inferLikeFirst(onnx::InferenceContext& context);
/// The normalized output is like the first input; 1 / root mean square is float64 for that type and
/// float32 otherwise, with 1 on the axes from `axis` on.
void inferSimplifiedNormalization(onnx::InferenceContext& context);
/// The normalized output and the sum, outputs 0 and 3, are like the first input.
void inferSkipNormalization(onnx::InferenceContext& context);
/// Types and shapes of GroupQueryAttention's output and caches.
void inferGroupQueryAttention(onnx::InferenceContext& context);
/// Like the first input, with the type of the zero point, or of the scale; `output_dtype` says another.
void inferQuantizeLinear(onnx::InferenceContext& context);
void inferDequantizeLinear(onnx::InferenceContext& context);
/// A […, K] becomes […, N].
void inferMatMulNBits(onnx::InferenceContext& context);
/// Quantized tensors (each with its scale and zero point, from input 2 on) one behind the other along
/// an axis; the result has the type of its zero point, input 1.
void inferQLinearConcat(onnx::InferenceContext& context);
/// The gather axis of the data becomes the axes of the indices; the result has the type of scales.
void inferGatherBlockQuantized(onnx::InferenceContext& context);

} // namespace partita::microsoft
