#pragma once

#include "providers/cpu/kernels/epilogue.h"
#include "providers/cpu/kernels/onednn.h"

namespace partita::cpu {

/// Sizes of one convolution as oneDNN takes them.
struct LayoutGeometry {
    Dims in, weights, out; ///< weights: [group, M / group, C / group, …] for several groups
    Dims strides, dilations, padBegin, padEnd;
    bool hasBias = false;
};

/// oneDNN's preferred layouts; channels last where the preferred output is blocked, which costs the
/// next reader a reorder, readers take any strides, and oneDNN has a fast kernel for channels last.
dnnl::convolution_forward::primitive_desc chooseLayouts(const LayoutGeometry& geometry,
                                                        const Epilogue& epilogue, bool mayStride);

/// Interleaves the channels, at most four, of a row-major image; faster than oneDNN's reorder.
void interleave(const RuntimeValue& x, float* pixels);

} // namespace partita::cpu
