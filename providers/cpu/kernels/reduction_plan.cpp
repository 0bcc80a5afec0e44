// The axes of reductions, and log(Σ e^x) of floats.

#include "providers/cpu/kernels/reduction_plan.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "providers/cpu/kernels/broadcast.h"
#include "providers/cpu/kernels/operands.h"
#include "providers/cpu/loops/vector_math.h"
#include "providers/cpu/loops/vector_reductions.h"
#include "providers/cpu/loops/wrapping.h"

namespace partita::cpu {

Reduction planReduction(const KernelContext& context, int axesInputSince) {
    const RuntimeValue& x = context.input(0);
    std::optional<Dims> axes;
    if (context.version() >= axesInputSince)
        axes = context.optional(1) ? std::optional(context.ints(1)) : std::nullopt;
    else if (context.node().attribute("axes"))
        axes = context.node().intsAttribute("axes");
    // Without axes all axes are reduced, or with noop_with_empty_axes none: each element by itself.
    const bool all =
        (!axes || axes->empty()) && context.node().intAttribute("noop_with_empty_axes", 0) == 0;
    Reduction plan;
    plan.isReduced.assign(x.dims.size(), all);
    for (const std::int64_t axis : axes.value_or(Dims()))
        if (!x.dims.empty()) // a scalar ignores its axes, as in ONNX Runtime
            plan.isReduced[normalizeAxis(axis, x.dims.size())] = true;
    const bool keep = context.node().intAttribute("keepdims", 1) == 1;
    const Dims strides = denseStrides(x.dims);
    for (std::size_t i = 0; i < x.dims.size(); ++i) {
        const bool reduced = plan.isReduced[i];
        (reduced ? plan.reduced : plan.kept).push_back(x.dims[i]);
        (reduced ? plan.reducedStrides : plan.keptStrides).push_back(strides[i]);
        if (!reduced || keep)
            plan.outDims.push_back(reduced ? 1 : x.dims[i]);
    }
    return plan;
}

std::optional<ReducedBlock> blockOf(const RuntimeValue& x, const Reduction& plan) {
    ReducedBlock block;
    enum { before, within, after } place = before;
    for (std::size_t i = 0; i < x.dims.size(); ++i) {
        if (x.dims[i] == 1)
            continue;
        const bool reduced = plan.isReduced[i];
        if (reduced && place == after)
            return std::nullopt;
        place = reduced ? within : place == before ? before : after;
        auto& size = place == before ? block.outer : place == within ? block.size : block.inner;
        size = times(size, x.dims[i]);
    }
    return block;
}

namespace {

constexpr std::int64_t kExponentials = 256; // at a time

/// log(Σ e^(x - most)) + most; infinities and NaN are their own result.
float logOfSum(float most, double sum) {
    return std::isfinite(most) ? static_cast<float>(static_cast<double>(most) + std::log(sum))
                               : most;
}

float logSumExpOfRow(const float* row, std::int64_t count) {
    std::array<float, kExponentials> powers; // NOLINT: filled below
    const auto most = [](auto a, auto b) PARTITA_INLINE { return mostOf(a, b); };
    float largest = 0;
    double sum = 0;
    onBestCpu([&]() PARTITA_INLINE {
        largest = reduceLanes(row, count, -std::numeric_limits<float>::infinity(), most, most);
        const float shift = largest;
        for (std::int64_t first = 0; first < count; first += kExponentials) {
            const std::int64_t some = std::min(kExponentials, count - first);
            for (std::int64_t i = 0; i < some; ++i)
                powers[static_cast<std::size_t>(i)] = vectorExp(row[first + i] - shift);
            sum += sumLanes<double>(powers.data(), some, [](auto v) PARTITA_INLINE { return v; });
        }
    });
    return logOfSum(largest, sum);
}

/// Some neighbouring columns of [size, inner].
void logSumExpOfColumns(const float* from, float* to, std::int64_t size, std::int64_t inner,
                        std::int64_t columns) {
    std::array<float, kExponentials> most; // NOLINT: filled below
    std::array<double, kExponentials> sums{};
    onBestCpu([&]() PARTITA_INLINE {
        std::copy_n(from, columns, most.data());
        for (std::int64_t k = 1; k < size; ++k)
            for (std::int64_t i = 0; i < columns; ++i) {
                float& each = most[static_cast<std::size_t>(i)];
                each = mostOf(each, from[k * inner + i]);
            }
        for (std::int64_t k = 0; k < size; ++k)
            for (std::int64_t i = 0; i < columns; ++i) {
                const auto at = static_cast<std::size_t>(i);
                sums[at] += static_cast<double>(vectorExp(from[k * inner + i] - most[at]));
            }
    });
    for (std::int64_t i = 0; i < columns; ++i)
        to[i] = logOfSum(most[static_cast<std::size_t>(i)], sums[static_cast<std::size_t>(i)]);
}

} // namespace

void logSumExp(const float* x, float* y, const ReducedBlock& block) {
    constexpr std::int64_t kGrain = kElementGrain / 8; // an exponential takes longer than a sum
    if (block.inner == 1) {
        parallelFor(block.outer, 1 + kGrain / block.size,
                    [&](std::int64_t begin, std::int64_t end) {
                        for (std::int64_t o = begin; o < end; ++o)
                            y[o] = logSumExpOfRow(x + o * block.size, block.size);
                    });
        return;
    }
    const std::int64_t pieces = (block.inner + kExponentials - 1) / kExponentials;
    parallelFor(block.outer * pieces, 1 + kGrain / (kExponentials * block.size),
                [&](std::int64_t begin, std::int64_t end) {
                    for (std::int64_t unit = begin; unit < end; ++unit) {
                        const std::int64_t first = unit % pieces * kExponentials, o = unit / pieces;
                        logSumExpOfColumns(x + o * block.size * block.inner + first,
                                           y + o * block.inner + first, block.size, block.inner,
                                           std::min(kExponentials, block.inner - first));
                    }
                });
}

} // namespace partita::cpu
