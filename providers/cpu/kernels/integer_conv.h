#pragma once

#include <map>
#include <optional>
#include <span>

#include "providers/cpu/kernels/integer_product.h"
#include "providers/cpu/kernels/window.h"

namespace partita::cpu {

/// Sizes of a convolution of X [N, C, spatial …] with W [M, C / group, kernel …].
struct ConvGeometry {
    Window window;
    Dims in, weights, out; ///< weights with the group in front where there is more than one
    std::int64_t group = 1;
    Dims inStrides, outStrides; ///< with the channels last

    ConvGeometry() = default;
    /// Fails where they do not fit.
    ConvGeometry(const Node& node, const RuntimeValue& x, const RuntimeValue& w);
    /// Of `rows` rows of `inner` elements times weights [filters, inner].
    static ConvGeometry ofRows(std::int64_t rows, std::int64_t inner, std::int64_t filters);
    [[nodiscard]] std::int64_t filters() const { return out[1]; }
};

/// A convolution of uint8 or int8.
struct IntegerConvOperands {
    const RuntimeValue& x; ///< row by row or with the channels last
    std::int32_t zeroX;
    const RuntimeValue& w;                ///< strided only where there is one group
    std::span<const std::int32_t> zerosW; ///< one, or one for each filter
    bool weightsStay;

    /// Whether the zero points of the weights do not show in sums of signed bytes.
    [[nodiscard]] bool areCentred() const;
    /// Fails where types or zero points do not fit.
    void check(std::int64_t filters) const;
};

/// How sums become codes: saturate(clip(round(sum · factor + bias)) + zero point).
struct Requantization {
    std::vector<float> factors; ///< one for each filter
    std::vector<float> bias;    ///< in codes; one for each filter, or none
    std::int32_t zero = 0;
    DataType type = DataType::uint8;
    std::int32_t low = 0, high = 255; ///< the codes there may be, the zero point included
    bool exact = false;               ///< whether one kernel of oneDNN may do it all

    /// Whether halves are rounded to even where the zero point is added first.
    [[nodiscard]] bool roundsExactly() const;
};

TensorDesc channelsLast(const Dims& dims, dnnl::memory::data_type type);

/// One of oneDNN's convolutions with its weights. It reads and writes with the channels last.
class PackedConv {
public:
    /// With `how` it writes codes, else int32 sums; `hasZero`: zero points of X other than 0 may be
    /// given to it.
    PackedConv(const ConvGeometry& geometry, DataType type, const RuntimeValue& weights,
               bool hasZero, const Requantization* how);
    /// `target`: where the sums, or the codes that `how` makes of them, go.
    void run(const void* pixels, std::int32_t zero, void* target, const Requantization* how);

private:
    PackedWeights m_weights;
    Primitive m_primitive;
};

/// Convolutions of one node by oneDNN, or by plain loops where that is not exact; made again only
/// for other sizes.
class IntegerConv {
public:
    explicit IntegerConv(bool exactLibrary = sumsBytesExactly()) : m_exactLibrary(exactLibrary) {}

    /// Σ (x - zero of x) · (w - zero of w) over the window and the channels of a group, in int32
    /// that wraps around; with the channels last, in this thread's memory until the next kernel
    /// takes it.
    std::int32_t* sums(const ConvGeometry& geometry, const IntegerConvOperands& operands);

    /// Writes the codes with the channels last in one go; false where that cannot be done: `sums` can.
    bool codes(const ConvGeometry& geometry, const IntegerConvOperands& operands,
               const Requantization& how, void* target);

private:
    struct Sums {
        PackedConv all;
        std::optional<PackedConv> windows; ///< of weights that are all 1: Σ (x - zero of x)
    };
    struct Codes {
        Dims in;
        bool hasZero;           ///< X has a zero point other than 0
        std::int32_t low, high; ///< the bounds of a Clip, without the zero point
        PackedConv conv;
    };

    [[nodiscard]] bool byLibrary(const ConvGeometry& geometry,
                                 const IntegerConvOperands& operands) const;
    const void* pixelsOf(const ConvGeometry& geometry, const RuntimeValue& x);
    void forgetWeights(const IntegerConvOperands& operands);

    bool m_exactLibrary;
    std::map<Dims, Sums> m_sums;
    std::vector<Codes> m_codes;
    CachedReorder m_turn;
};

} // namespace partita::cpu
