// Pooling that oneDNN does not have, by plain loops: indices, integers, p-norms, unpooling, Col2Im.

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "providers/cpu/kernels/kernels.h"
#include "providers/cpu/kernels/map_floats.h"
#include "providers/cpu/kernels/operands.h"
#include "providers/cpu/kernels/window_rows.h"
#include "providers/cpu/loops/vector_reductions.h"
#include "providers/cpu/loops/wrapping.h"
#include "providers/cpu/threads/thread_team.h"

namespace partita::cpu {

/// Averages the elements under each window; the plain form, for what oneDNN does not do.
///
/// Inputs:   X float32, float64 [N, C, D1, …, Dn]
/// Outputs:  Y [N, C, O1, …, On]
/// Method:   plain loops with sums in double, planes on several threads. With count_include_pad a
///           window is divided by its cells inside the padded input, otherwise by its elements.
/// Source:   ONNX AveragePool-22
void averagePoolReference(KernelContext& context) {
    const RuntimeValue x = rowMajor(context.input(0));
    const PoolGeometry g = geometryOf(context);
    const bool padding = context.node().intAttribute("count_include_pad", 0) != 0;
    RuntimeValue& y = context.output(0, x.type, g.outDims);
    forFloatType(x.type, [&]<class T>() {
        const auto onPlane = [&](std::int64_t p) {
            const T* in = x.as<T>() + p * g.inSize;
            double sum = 0;
            std::int64_t count = 0;
            slide(
                g.window, g.spatial, g.out,
                [&](std::int64_t, std::int64_t from) {
                    sum += static_cast<double>(in[from]);
                    ++count;
                },
                [&](std::int64_t to, std::int64_t cells) {
                    const auto divisor = static_cast<double>(padding ? cells : count);
                    y.as<T>()[p * g.outSize + to] =
                        divisor > 0 ? static_cast<T>(sum / divisor) : T{0};
                    sum = 0;
                    count = 0;
                });
        };
        forPlanes(g, onPlane);
    });
}

namespace {

/// The attribute `p` of a norm, which is a float in version 1.
double normOf(const KernelContext& context) {
    return context.version() < 2 ? static_cast<double>(context.node().floatAttribute("p", 2))
                                 : static_cast<double>(context.node().intAttribute("p", 2));
}

/// Calls work(power, root) with the functions |x|^p and x^(1/p).
template <class F> void forNorm(double p, F&& work) {
    if (p == 1)
        work([](double x) { return std::fabs(x); }, [](double sum) { return sum; });
    else if (p == 2)
        work([](double x) { return x * x; }, [](double sum) { return std::sqrt(sum); });
    else
        work([p](double x) { return std::pow(std::fabs(x), p); },
             [p](double sum) { return std::pow(sum, 1 / p); });
}

/// Reduces all spatial elements of each channel to one number. Global pooling of float32 has faster
/// kernels in onednn_pooling.cpp.
template <class T, class F> void globalPool(KernelContext& context, F&& reduceRow) {
    const RuntimeValue& x = context.input(0);
    require(x.dims.size() >= 3, "the input must have spatial dimensions");
    Dims dims = x.dims;
    std::fill(dims.begin() + 2, dims.end(), 1);
    const std::int64_t size = product(x.dims, 2);
    RuntimeValue& y = context.output(0, x.type, dims);
    for (std::int64_t plane = 0; plane < y.count(); ++plane)
        y.as<T>()[plane] = static_cast<T>(reduceRow(x.as<T>() + plane * size, size));
}

} // namespace

/// Averages all spatial elements of each channel.
///
/// Inputs:   X float64 [N, C, D1, …, Dn]
/// Outputs:  Y [N, C, 1, …, 1]
/// Method:   one sum for each channel
/// Source:   ONNX GlobalAveragePool-22
void globalAveragePoolOfDoubles(KernelContext& context) {
    globalPool<double>(context, [](const double* row, std::int64_t size) {
        require(size > 0, "the spatial dimensions are empty");
        double sum = 0;
        for (std::int64_t i = 0; i < size; ++i)
            sum += row[i];
        return sum / static_cast<double>(size);
    });
}

/// Takes the largest spatial element of each channel.
///
/// Inputs:   X float64 [N, C, D1, …, Dn]
/// Outputs:  Y [N, C, 1, …, 1]
/// Method:   one scan of each channel
/// Source:   ONNX GlobalMaxPool-22
void globalMaxPoolOfDoubles(KernelContext& context) {
    globalPool<double>(context, [](const double* row, std::int64_t size) {
        require(size > 0, "the spatial dimensions are empty");
        const auto most = [](auto a, auto b) PARTITA_INLINE { return mostOf(a, b); };
        double largest = 0;
        onBestCpu([&]() PARTITA_INLINE { largest = reduceLanes(row, size, row[0], most, most); });
        return largest;
    });
}

/// Computes the p-norm (Σ |x|^p)^(1/p) of the elements under each window.
///
/// Inputs:   X float32, float64 [N, C, D1, …, Dn]
/// Outputs:  Y [N, C, O1, …, On]
/// Method:   plain loops with sums in double, planes on several threads; no pow for p of 1 and 2
/// Source:   ONNX LpPool-22
void lpPoolKernel(KernelContext& context) {
    const RuntimeValue x = context.input(0);
    const PoolGeometry g = geometryOf(context);
    RuntimeValue& y = context.output(0, x.type, g.outDims);
    forFloatType(x.type, [&]<class T>() {
        forNorm(normOf(context), [&](auto power, auto root) {
            forPlanes(g, [&](std::int64_t plane) {
                const T* in = x.as<T>() + plane * g.inSize;
                double sum = 0;
                slide(
                    g.window, g.spatial, g.out,
                    [&](std::int64_t, std::int64_t from) {
                        sum += power(static_cast<double>(in[from]));
                    },
                    [&](std::int64_t to, std::int64_t) {
                        y.as<T>()[plane * g.outSize + to] = static_cast<T>(root(sum));
                        sum = 0;
                    });
            });
        });
    });
}

/// Computes the p-norm (Σ |x|^p)^(1/p) of all spatial elements of each channel.
///
/// Inputs:   X float32, float64 [N, C, D1, …, Dn]
/// Outputs:  Y [N, C, 1, …, 1]
/// Method:   plain loops with sums in double; no pow for p of 1 and 2
/// Source:   ONNX GlobalLpPool-22
void globalLpPoolKernel(KernelContext& context) {
    forFloatType(context.input(0).type, [&]<class T>() {
        forNorm(normOf(context), [&](auto power, auto root) {
            globalPool<T>(context, [=](const T* row, std::int64_t size) {
                double sum = 0;
                for (std::int64_t i = 0; i < size; ++i)
                    sum += power(static_cast<double>(row[i]));
                return root(sum);
            });
        });
    });
}

/// Puts each pooled value back where MaxPool found it; all other elements are 0.
///
/// Inputs:   X float32, float64 [N, C, P1, …, Pn]; I int64, the same shape; output_shape
///           int64 [n + 2], optional
/// Outputs:  Y [N, C, D1, …, Dn], by output_shape or by the attributes
/// Method:   one element after the other. Indices count in the tensor that was pooled; a larger
///           output_shape keeps their places in it.
/// Fails:    when an index lies outside of the output, or output_shape has another rank
/// Source:   ONNX MaxUnpool-22
void maxUnpoolKernel(KernelContext& context) {
    const RuntimeValue &x = context.input(0), &indices = context.input(1);
    require(x.dims.size() >= 3 && indices.dims == x.dims, "the indices do not fit the values");
    const Dims pooled(x.dims.begin() + 2, x.dims.end());
    const Window window =
        windowOf(context.node(), pooled, context.node().intsAttribute("kernel_shape"));
    Dims dims = {x.dims[0], x.dims[1]};
    for (std::size_t i = 0; i < pooled.size(); ++i)
        dims.push_back(plus(times(pooled[i] - 1, window.strides[i]),
                            window.kernel[i] - window.padBegin[i] - window.padEnd[i]));
    Dims outDims = dims;
    if (context.optional(2))
        outDims = context.ints(2);
    require(outDims.size() == dims.size(), "output_shape has the wrong length");
    RuntimeValue& y = context.output(0, x.type, outDims);
    for (const std::int64_t size : dims)
        require(size >= 0, "negative pads remove more than the input has");
    const Dims from = denseStrides(dims), to = denseStrides(outDims);
    const auto width = static_cast<std::int64_t>(elementBytes(x));
    std::memset(y.data, 0, y.byteSize());
    for (std::int64_t i = 0; i < x.count(); ++i) {
        std::int64_t rest = indexAt(indices, i), place = 0;
        require(rest >= 0 && rest < product(dims), "an index is outside of the output");
        for (std::size_t axis = 0; axis < dims.size(); ++axis) {
            require(rest / from[axis] < outDims[axis], "an index is outside of the output");
            place += rest / from[axis] * to[axis];
            rest %= from[axis];
        }
        std::memcpy(y.data + place * width, x.data + i * width, static_cast<std::size_t>(width));
    }
}

/// Sums columns of blocks into the image that they were taken from.
///
/// Inputs:   input of numbers or boolean [N, C · Π block_shape, L]; image_shape int64 [n];
///           block_shape int64 [n]
/// Outputs:  output [N, C, image_shape …]
/// Method:   plain loops: each cell of the block is slid over the image as a window of one element;
///           sums of integers wrap around
/// Fails:    when image_shape and block_shape do not fit each other or the columns
/// Source:   ONNX Col2Im-18
void col2ImKernel(KernelContext& context) {
    const RuntimeValue& x = context.input(0);
    const Dims image = context.ints(1), block = context.ints(2);
    require(x.dims.size() == 3 && image.size() == block.size(), "the shapes do not fit each other");
    const Window window = windowOf(context.node(), image, block);
    const Dims places = window.outDims(image, false);
    const std::int64_t cells = product(block), columns = product(places);
    require(cells > 0 && x.dims[1] % cells == 0 && x.dims[2] == columns,
            "the columns do not fit the image");
    const std::int64_t channels = x.dims[1] / cells, size = product(image);
    Dims dims = {x.dims[0], channels};
    dims.insert(dims.end(), image.begin(), image.end());
    RuntimeValue& y = context.output(0, x.type, dims);
    forNumericType(x.type, [&]<class T>() {
        std::fill_n(y.as<T>(), y.count(), T{});
        if (columns == 0)
            return;
        for (std::int64_t plane = 0; plane < x.dims[0] * channels; ++plane)
            for (std::int64_t cell = 0; cell < cells; ++cell) {
                // One cell of the block over all its places is a window of one element.
                Window single = window;
                std::int64_t rest = cell;
                for (std::size_t i = block.size(); i-- > 0;) {
                    single.padBegin[i] -= rest % block[i] * window.dilations[i];
                    rest /= block[i];
                    single.kernel[i] = 1;
                }
                const T* column = x.as<T>() + (plane * cells + cell) * columns;
                slide(
                    single, image, places,
                    [&](std::int64_t to, std::int64_t from) {
                        T& target = y.as<T>()[plane * size + from];
                        target = sumOf(target, column[to]);
                    },
                    [](std::int64_t, std::int64_t) {});
            }
    });
}

} // namespace partita::cpu
