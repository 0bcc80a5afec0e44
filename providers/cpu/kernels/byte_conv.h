#pragma once

#include <optional>
#include <span>
#include <vector>

#include "providers/cpu/kernels/byte_product.h"
#include "providers/cpu/kernels/coded_images.h"
#include "providers/cpu/kernels/widened_product.h"

namespace partita::cpu {

/// The filters of a convolution of bytes, less their zero points, for processors without VNNI.
class ByteConv {
public:
    /// `weights`: as `geometry` describes them. `stay`: they are the same in many runs, so that it pays
    /// to pack them as bytes. Throws std::bad_alloc.
    ByteConv(const ConvGeometry& geometry, const CodedFilters& weights, bool stay);

    /// Hands over Σ (x - zero) · w, each once, on all threads: rows are the pixels of all images,
    /// columns are filters. Throws std::bad_alloc.
    void convolve(const ConvGeometry& geometry, const CodedPixels& pixels,
                  const TakeSums& take) const;

private:
    template <class T> struct Places;

    template <class T>
    void convolvePadded(const ConvGeometry& geometry, const Dims& padded, const CodedPixels& pixels,
                        const TakeSums& take) const;
    template <class T>
    void convolveGathered(const ConvGeometry& geometry, const CodedPixels& pixels,
                          const TakeSums& take) const;
    template <class T>
    void sumRows(const ConvGeometry& geometry, const Places<T>& places, const TakeSums& take) const;
    void sumByChannels(const Places<std::int16_t>& places, const TakeSums& take) const;

    std::vector<ByteMatrix> m_bytes;       ///< by group
    std::vector<WidenedMatrix> m_groups;   ///< instead, of large weights and of those that change
    std::optional<WidenedPlanes> m_planes; ///< without groups: of one filter for each channel
    std::int64_t m_cellsOfPiece = 1;
};

} // namespace partita::cpu
