#include <numeric>

#include <gtest/gtest.h>

#include "providers/cpu/kernels/onednn.h"

namespace partita::cpu {
namespace {

using Type = dnnl::memory::data_type;

/// Element (i, j) of a 5 × 7 matrix with these strides.
template <class T>
T elementOf(const std::vector<T>& memory, const Dims& strides, std::int64_t i, std::int64_t j) {
    return memory[static_cast<std::size_t>(i * strides[0] + j * strides[1])];
}

template <class T>
void copyBetween(CachedReorder& reorder, Type type, const Dims& from, const Dims& to) {
    const Dims dims{5, 7};
    std::vector<T> source(100), target(100, T{99});
    std::iota(source.begin(), source.end(), T{1});
    reorder.run(wrap(stridedDesc(dims, from, type), source.data()),
                wrap(stridedDesc(dims, to, type), target.data()));
    std::size_t written = 0;
    for (std::int64_t i = 0; i < 5; ++i)
        for (std::int64_t j = 0; j < 7; ++j)
            EXPECT_EQ(elementOf(target, to, i, j), elementOf(source, from, i, j));
    for (const T each : target)
        written += each != T{99} ? 1 : 0;
    EXPECT_LE(written, 35U) << "what lies between the rows is not written";
}

TEST(LayoutCopy, OneCopyServesEverNewStridesAndTypes) {
    CachedReorder reorder;
    copyBetween<float>(reorder, Type::f32, {7, 1}, {1, 5});
    copyBetween<float>(reorder, Type::f32, {1, 5}, {9, 1}); // rows with a gap
    copyBetween<float>(reorder, Type::f32, {9, 1}, {1, 8});
    copyBetween<std::int32_t>(reorder, Type::s32, {1, 5}, {7, 1});
    copyBetween<std::uint8_t>(reorder, Type::u8, {1, 5}, {7, 1});
}

TEST(LayoutCopy, BlocksAndStridesHoldTheSameElements) {
    const Dims dims{1, 20, 3, 3};
    std::vector<float> source(180), back(180);
    std::iota(source.begin(), source.end(), 1.0F);
    const TensorDesc blocked(dims.toVector(), Type::f32, dnnl::memory::format_tag::nChw16c);
    std::vector<float> blocks(blocked.get_size() / sizeof(float));
    CachedReorder reorder;
    reorder.run(wrap(plainDesc(dims), source.data()), wrap(blocked, blocks.data()));
    reorder.run(wrap(blocked, blocks.data()), wrap(plainDesc(dims), back.data()));
    EXPECT_EQ(back, source);
}

} // namespace
} // namespace partita::cpu
