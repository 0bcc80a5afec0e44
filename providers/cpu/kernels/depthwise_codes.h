#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "providers/cpu/kernels/integer_conv.h"

namespace partita::cpu {

/// A convolution of 8-bit codes by filters that see one channel each, of images whose channels lie
/// last, to codes. oneDNN asks for the layouts again for each block of channels of each row, which takes
/// a quarter of the time for the small images at the end of a network.
///
/// 64 channels are summed at once. Bytes of four cells of the filter are brought together for each
/// channel, as VNNI multiplies them; the sums are exact.
class DepthwiseCodes {
public:
    /// Empty where the loops do not take it: without AVX-512 and VNNI, for other filters than those of
    /// two axes, each on one channel with zero points of 0, or for more than single codes of the sums.
    static std::optional<DepthwiseCodes> of(const ConvGeometry& geometry,
                                            const IntegerConvOperands& operands,
                                            const Requantization& how);

    /// Whether it was made for these factors and this zero point of the pixels, which may change.
    [[nodiscard]] bool suits(const IntegerConvOperands& operands, const Requantization& how) const;
    /// Both sides lie with the channels last.
    void run(const void* pixels, void* codes) const;

private:
    void runRows(const std::uint8_t* pixels, std::uint8_t* codes, std::int64_t begin,
                 std::int64_t end) const;

    Window m_window;
    Dims m_in, m_out;
    DataType m_type = DataType::uint8; ///< of the pixels
    std::int32_t m_zero = 0;           ///< of the pixels
    CodeRange m_range;
    std::vector<float> m_givenFactors, m_givenBias;
    std::int64_t m_groups = 0;                 ///< of four cells
    std::shared_ptr<const std::byte> m_blocks; ///< of 64 channels each
    std::vector<std::uint8_t> m_padding;       ///< a row of it
};

} // namespace partita::cpu
