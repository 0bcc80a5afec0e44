#include <cstring>

#include "providers/cpu/kernels/kernels.h"
#include "providers/cpu/kernels/operands.h"
#include "providers/cpu/loops/vector_reductions.h"
#include "providers/cpu/threads/thread_team.h"

namespace partita::cpu {

namespace {

/// Rows that lie `step` apart.
struct SpacedRows {
    const float* data;
    std::int64_t step;
};

/// y = x · cos + rotated · sin, where `rotated` is the second half of x, negated, and then the
/// first; rows of `width` elements.
void rotateRows(SpacedRows x, SpacedRows cosine, SpacedRows sine, float* y, std::int64_t rows,
                std::int64_t width) {
    onWidestCpu([&](auto bytes) PARTITA_INLINE {
        constexpr auto kTurned = static_cast<std::int64_t>(bytes / sizeof(float));
        using Lanes = VectorOf<float, bytes / sizeof(float)>;
        const std::int64_t half = width / 2;
        for (std::int64_t row = 0; row < rows; ++row, y += width) {
            const float *from = x.data + row * x.step, *c = cosine.data + row * cosine.step,
                        *s = sine.data + row * sine.step;
            std::int64_t i = 0;
            for (; i + kTurned <= half; i += kTurned) {
                Lanes low, high, c1, c2, s1, s2; // NOLINT: filled below
                std::memcpy(&low, from + i, sizeof low);
                std::memcpy(&high, from + half + i, sizeof high);
                std::memcpy(&c1, c + i, sizeof c1);
                std::memcpy(&c2, c + half + i, sizeof c2);
                std::memcpy(&s1, s + i, sizeof s1);
                std::memcpy(&s2, s + half + i, sizeof s2);
                const Lanes first = low * c1 - high * s1, second = high * c2 + low * s2;
                std::memcpy(y + i, &first, sizeof first);
                std::memcpy(y + half + i, &second, sizeof second);
            }
            for (; i < half; ++i) {
                const float low = from[i], high = from[i + half];
                y[i] = low * c[i] - high * s[i];
                y[i + half] = high * c[i + half] + low * s[i + half];
            }
        }
    });
}

} // namespace

/// Turns the halves of rows, as language models tell positions: Y = X · cos + rotated · sin, where
/// `rotated` is the second half of a row of X, negated, and then the first.
///
/// Inputs:   X float32 […, D], D even, may be strided; cos and sin, broadcast to X but for D
/// Outputs:  Y […, D]
/// Method:   vector loops over rows, on several threads
/// Fails:    when D is odd, or cos or sin does not fit X
/// Source:   partita RotaryHalves-1, which the CPU plans for Slice, Neg, Concat, Mul and Add
void rotaryHalvesKernel(KernelContext& context) {
    RuntimeValue x = context.input(0);
    const RuntimeValue &cosine = context.input(1), &sine = context.input(2);
    const std::size_t rank = x.dims.size();
    require(rank >= 2 && x.dims.back() % 2 == 0, "rows of an even length were expected");
    for (const RuntimeValue* table : {&cosine, &sine})
        require(table->type == DataType::float32 && !table->dims.empty() &&
                    table->dims.back() == x.dims.back() && table->dims.size() <= rank &&
                    broadcastDims(table->dims, x.dims) == x.dims,
                "the table does not fit the rows");
    if (!x.strides.empty() && x.strides.back() != 1)
        x = rowMajor(x);
    RuntimeValue& y = context.output(0, x.type, x.dims);
    if (y.count() == 0)
        return;
    const Dims steps = x.strides.empty() ? denseStrides(x.dims) : x.strides,
               cosines = broadcastStrides(cosine.dims, x.dims),
               sines = broadcastStrides(sine.dims, x.dims);
    const std::int64_t rows = x.dims[rank - 2], width = x.dims.back(),
                       blocks = product(x.dims, 0, rank - 2);
    const auto offset = [&](std::int64_t block, const Dims& strides) {
        std::int64_t at = 0;
        for (std::size_t i = rank - 2; i-- > 0; block /= x.dims[i])
            at += block % x.dims[i] * strides[i];
        return at;
    };
    parallelFor(blocks, 1 + 16384 / (rows * width), [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t block = begin; block < end; ++block)
            rotateRows({x.as<float>() + offset(block, steps), steps[rank - 2]},
                       {cosine.as<float>() + offset(block, cosines), cosines[rank - 2]},
                       {sine.as<float>() + offset(block, sines), sines[rank - 2]},
                       y.as<float>() + block * rows * width, rows, width);
    });
}

} // namespace partita::cpu
