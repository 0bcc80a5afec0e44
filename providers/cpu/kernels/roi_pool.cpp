#include <algorithm>
#include <cmath>

#include "providers/cpu/kernels/kernels.h"
#include "providers/cpu/kernels/map_floats.h"

namespace partita::cpu {

namespace {

/// The elements [begin, end) of an axis that bin `bin` of a region covers.
struct Span {
    std::int64_t begin, end;

    Span(std::int64_t bin, double binSize, std::int64_t start, std::int64_t size)
        : begin(std::clamp<std::int64_t>(
              static_cast<std::int64_t>(std::floor(static_cast<double>(bin) * binSize)) + start, 0,
              size)),
          end(std::clamp<std::int64_t>(
              static_cast<std::int64_t>(std::ceil(static_cast<double>(bin + 1) * binSize)) + start,
              0, size)) {}
};

template <class T> std::int64_t rounded(T place, T scale) {
    const T at = place * scale;
    return at == at ? static_cast<std::int64_t>(std::round(std::clamp(at, T(-1e9), T(1e9)))) : 0;
}

} // namespace

/// Takes the largest element of each bin of each region; an empty bin gives 0. NaN is passed over.
///
/// Inputs:   X float32, float64 [N, C, H, W]; rois [R, 5], a batch index and two corners each
/// Outputs:  Y [R, C, pooled_shape[0], pooled_shape[1]]
/// Method:   plain loops
/// Fails:    when a batch index is out of range
/// Source:   ONNX MaxRoiPool-22; Girshick, "Fast R-CNN", 2015
void maxRoiPoolKernel(KernelContext& context) {
    const RuntimeValue &x = context.input(0), &rois = context.input(1);
    const Dims pooled = context.node().intsAttribute("pooled_shape");
    require(x.dims.size() == 4 && rois.dims.size() == 2 && rois.dims[1] == 5,
            "an image and regions [count, 5] were expected");
    require(pooled.size() == 2 && pooled[0] > 0 && pooled[1] > 0,
            "pooled_shape must be two positive sizes");
    const float scale = context.node().floatAttribute("spatial_scale", 1);
    const std::int64_t channels = x.dims[1], height = x.dims[2], width = x.dims[3];
    RuntimeValue& y = context.output(0, x.type, {rois.dims[0], channels, pooled[0], pooled[1]});
    if (y.count() == 0)
        return;
    forFloatType(x.type, [&]<class T>() {
        T* out = y.as<T>();
        for (std::int64_t r = 0; r < rois.dims[0]; ++r) {
            const T* roi = rois.as<T>() + 5 * r;
            require(roi[0] >= 0 && roi[0] < static_cast<T>(x.dims[0]),
                    "a batch index is out of range");
            const auto batch = static_cast<std::int64_t>(roi[0]);
            const std::int64_t left = rounded<T>(roi[1], scale), top = rounded<T>(roi[2], scale),
                               right = rounded<T>(roi[3], scale),
                               bottom = rounded<T>(roi[4], scale);
            const double binHeight =
                             static_cast<double>(std::max<std::int64_t>(bottom - top + 1, 1)) /
                             static_cast<double>(pooled[0]),
                         binWidth =
                             static_cast<double>(std::max<std::int64_t>(right - left + 1, 1)) /
                             static_cast<double>(pooled[1]);
            for (std::int64_t c = 0; c < channels; ++c) {
                const T* plane = x.as<T>() + (batch * channels + c) * height * width;
                for (std::int64_t i = 0; i < pooled[0]; ++i)
                    for (std::int64_t j = 0; j < pooled[1]; ++j) {
                        const Span rows(i, binHeight, top, height),
                            columns(j, binWidth, left, width);
                        const bool empty = rows.begin >= rows.end || columns.begin >= columns.end;
                        T most = empty ? T{0} : -std::numeric_limits<T>::infinity();
                        for (std::int64_t row = rows.begin; row < rows.end && !empty; ++row)
                            for (std::int64_t k = columns.begin; k < columns.end; ++k)
                                most = std::max(most, plane[row * width + k]); // `most` before NaN
                        *out++ = most;
                    }
            }
        }
    });
}

} // namespace partita::cpu
