// Own convolutions of bytes, which stand in for oneDNN's where those may saturate, against plain sums.

#include <gtest/gtest.h>
#include <random>

#include "providers/cpu/kernels/byte_conv.h"
#include "providers/cpu/kernels/widened_winograd.h"
#include "providers/cpu/threads/thread_team.h"

namespace partita::cpu {
namespace {

struct Case {
    Window window;
    Dims in, weights; ///< weights: [M, C / group, …]
    std::int64_t group = 1;
};

/// What codes are like.
struct Codes {
    DataType x;
    int spread; ///< of the weights: small ones are multiplied as bytes, others as int16
    bool stay = true;
};

/// A convolution of random codes, W of int8, with a zero point for each filter.
class ByteCase {
public:
    ByteCase(const Case& given, const Codes& codes)
        : m_case(given), m_type(codes.x), m_stay(codes.stay) {
        m_geometry.window = given.window;
        m_geometry.in = given.in;
        m_geometry.group = given.group;
        m_geometry.out = {given.in[0], given.weights[0]};
        const Dims spatial(given.in.begin() + 2, given.in.end());
        for (const std::int64_t size : given.window.outDims(spatial, false))
            m_geometry.out.push_back(size);
        std::mt19937 random(5);
        for (std::int64_t i = 0; i < product(given.in); ++i)
            m_x.push_back(static_cast<std::uint8_t>(random() % 256));
        for (std::int64_t i = 0; i < product(given.weights); ++i)
            m_w.push_back(static_cast<std::int8_t>(static_cast<int>(random() % 256) % codes.spread -
                                                   codes.spread / 2));
        for (std::int64_t i = 0; i < given.weights[0]; ++i)
            m_zeros.push_back(static_cast<std::int32_t>(random() % 100) - 50);
    }

    [[nodiscard]] std::vector<std::int32_t> made() const {
        return by(ByteConv(m_geometry, {weights(), m_zeros}, m_stay));
    }

    [[nodiscard]] bool takesWinograd() const { return WidenedWinograd::pays(m_geometry); }
    [[nodiscard]] std::vector<std::int32_t> madeByWinograd() const {
        return by(WidenedWinograd({weights(), m_zeros}));
    }

    /// Channels last.
    [[nodiscard]] std::vector<std::int32_t> expected() const {
        const Dims spatial(m_case.in.begin() + 2, m_case.in.end()),
            places(m_geometry.out.begin() + 2, m_geometry.out.end());
        const std::int64_t filters = m_geometry.filters(), depth = m_case.weights[1],
                           cells = product(m_case.window.kernel), count = product(places);
        std::vector<std::int32_t> sums(static_cast<std::size_t>(product(m_geometry.out)));
        forEachMeeting(
            m_case.window, spatial, places,
            [&](std::int64_t to, std::int64_t from, std::int64_t cell) {
                for (std::int64_t n = 0; n < m_case.in[0]; ++n)
                    for (std::int64_t m = 0; m < filters; ++m)
                        for (std::int64_t c = 0; c < depth; ++c) {
                            const std::int64_t channel = m / (filters / m_case.group) * depth + c;
                            sums.at(static_cast<std::size_t>((n * count + to) * filters + m)) +=
                                (numberOf(m_x.at(static_cast<std::size_t>(
                                     (n * product(spatial) + from) * m_case.in[1] + channel))) -
                                 kZero) *
                                (m_w.at(static_cast<std::size_t>((m * depth + c) * cells + cell)) -
                                 m_zeros.at(static_cast<std::size_t>(m)));
                        }
            });
        return sums;
    }

private:
    static constexpr std::int32_t kZero = 77;

    [[nodiscard]] std::int32_t numberOf(std::uint8_t code) const {
        return m_type == DataType::uint8 ? std::int32_t{code}
                                         : std::int32_t{static_cast<std::int8_t>(code)};
    }

    [[nodiscard]] RuntimeValue weights() const {
        RuntimeValue w;
        w.type = DataType::int8;
        w.dims = m_case.weights;
        w.data = reinterpret_cast<std::byte*>(const_cast<std::int8_t*>(m_w.data()));
        return w;
    }

    template <class Conv> [[nodiscard]] std::vector<std::int32_t> by(const Conv& conv) const {
        const CodedPixels x{m_type, reinterpret_cast<const std::byte*>(m_x.data()), kZero};
        const std::int64_t filters = m_geometry.filters();
        std::vector<std::int32_t> sums(static_cast<std::size_t>(product(m_geometry.out)), -1);
        conv.convolve(m_geometry, x, [&](const SomeSums& some) {
            for (std::int64_t r = 0; r < some.rows; ++r)
                std::copy_n(some.sums + r * some.step, some.columns,
                            sums.begin() + (some.row + r) * filters + some.column);
        });
        return sums;
    }

    Case m_case;
    DataType m_type;
    bool m_stay;
    ConvGeometry m_geometry;
    std::vector<std::uint8_t> m_x;
    std::vector<std::int8_t> m_w;
    std::vector<std::int32_t> m_zeros;
};

const std::vector<Codes> kAllCodes{{DataType::uint8, 256},
                                   {DataType::uint8, 60},
                                   {DataType::int8, 60},
                                   {DataType::uint8, 60, false}};

void check(const Case& given, const std::vector<Codes>& all = kAllCodes) {
    for (const Codes& codes : all) {
        SCOPED_TRACE(testing::Message()
                     << given.in[1] << " channels, " << given.weights[0] << " filters, "
                     << given.group << " groups, weights of " << codes.spread);
        const ByteCase some(given, codes);
        const auto expected = some.expected();
        for (const int threads : {1, 3}) {
            const ThreadTeam::Limit limit(threads);
            EXPECT_EQ(some.made(), expected);
            if (some.takesWinograd()) {
                EXPECT_EQ(some.madeByWinograd(), expected);
            }
        }
    }
}

/// Of images: steps, dilations, padding before and behind.
Window imageWindow(const Dims& kernel, const Dims& strides, const Dims& dilations,
                   const Dims& before, const Dims& behind) {
    return {kernel, strides, dilations, before, behind};
}

TEST(ByteConv, TakesAnyWindow) {
    for (const std::int64_t channels : {1, 3, 16}) {
        check({imageWindow({1, 1}, {1, 1}, {1, 1}, {0, 0}, {0, 0}),
               {2, channels, 5, 7},
               {20, channels, 1, 1}});
        check({imageWindow({3, 3}, {1, 1}, {1, 1}, {1, 1}, {1, 1}),
               {1, channels, 9, 8},
               {33, channels, 3, 3}});
        check({imageWindow({3, 2}, {2, 3}, {1, 2}, {0, 2}, {3, 1}),
               {2, channels, 9, 11},
               {70, channels, 3, 2}});
        check({imageWindow({7, 7}, {2, 2}, {1, 1}, {3, 3}, {3, 3}),
               {1, channels, 20, 21},
               {16, channels, 7, 7}});
    }
}

TEST(ByteConv, TakesLinesAndVolumes) {
    check({{{3}, {1}, {2}, {2}, {0}}, {2, 5, 12}, {9, 5, 3}});
    check({{{2, 3, 2}, {1, 2, 1}, {2, 1, 1}, {1, 0, 1}, {0, 1, 1}},
           {1, 3, 5, 6, 4},
           {10, 3, 2, 3, 2}});
}

TEST(ByteConv, ByWinogradIsExact) {
    for (const auto& [channels, filters] :
         {std::pair(16, 16), std::pair(20, 33), std::pair(33, 70)})
        for (const Dims& size : {Dims{8, 8}, Dims{7, 10}, Dims{11, 5}}) {
            const Case each{imageWindow({3, 3}, {1, 1}, {1, 1}, {1, 0}, {1, 2}),
                            {3, channels, size[0], size[1]},
                            {filters, channels, 3, 3}};
            ASSERT_TRUE(ByteCase(each, {DataType::uint8, 256}).takesWinograd());
            check(each);
        }
}

TEST(ByteConv, TakesImagesAFewAtATime) { // more numbers than are copied at once
    check({imageWindow({1, 1}, {1, 1}, {1, 1}, {1, 1}, {0, 0}), {3, 2, 600, 500}, {3, 2, 1, 1}},
          {{DataType::uint8, 256}, {DataType::int8, 60}});
    const Case large{
        imageWindow({3, 3}, {1, 1}, {1, 1}, {1, 1}, {1, 1}), {2, 16, 190, 190}, {16, 16, 3, 3}};
    EXPECT_TRUE(ByteCase(large, {DataType::uint8, 60}).takesWinograd());
    check(large, {{DataType::uint8, 60}});
}

TEST(ByteConv, ImagesMayStayWhereTheyLie) { // without padding, in whole or in part
    for (const std::int64_t step : {1, 2, 3})
        check({imageWindow({1, 1}, {step, step}, {1, 1}, {0, 0}, {0, 0}),
               {2, 8, 9, 11},
               {20, 8, 1, 1}});
    check({imageWindow({3, 2}, {2, 1}, {1, 2}, {0, 0}, {0, 0}), {2, 12, 8, 9}, {17, 12, 3, 2}});
    check({imageWindow({3, 3}, {2, 2}, {1, 1}, {0, 0}, {0, 0}), {2, 16, 10, 9}, {8, 8, 3, 3}, 2});
}

TEST(ByteConv, TakesGroups) {
    const Window window = imageWindow({3, 3}, {1, 2}, {2, 1}, {2, 1}, {2, 1});
    check({window, {2, 6, 7, 8}, {9, 2, 3, 3}, 3});
    check({window, {1, 6, 7, 8}, {12, 1, 3, 3}, 6});
    for (const std::int64_t channels : {4, 16, 19, 40}) // with one filter each
        check({window, {2, channels, 7, 8}, {channels, 1, 3, 3}, channels});
}

TEST(ByteConv, WidePaddingTakesNoMemory) {
    const std::int64_t far = kMostWindow;
    check({imageWindow({3, 3}, {far, far}, {1, 1}, {far, 1}, {far, far}),
           {1, 8, 4, 4},
           {20, 8, 3, 3}});
    check({imageWindow({3, 2}, {far, far}, {1, 1}, {1, far}, {far, far}),
           {2, 8, 4, 4},
           {8, 1, 3, 2},
           8});
    check({imageWindow({2, 2}, {1, far / 2}, {2, 1}, {1, far}, {1, far}),
           {1, 3, 40, 4},
           {18, 3, 2, 2}});
}

} // namespace
} // namespace partita::cpu
