#pragma once

#include <memory>
#include <optional>
#include <span>
#include <tuple>

#include "providers/cpu/kernels/integer_product.h"
#include "providers/cpu/kernels/prepared_by_shape.h"
#include "providers/cpu/kernels/window.h"

namespace partita::cpu {

/// Sizes of a convolution of X [N, C, spatial …] with W [M, C / group, kernel …].
struct ConvGeometry {
    Window window;
    Dims in, weights, out; ///< weights: [group, M / group, C / group, …] for several groups
    std::int64_t group = 1;
    Dims inStrides, outStrides; ///< channels last

    ConvGeometry() = default;
    /// Throws where attributes, X and W do not fit each other.
    ConvGeometry(const Node& node, const RuntimeValue& x, const RuntimeValue& w);
    /// The matrix product of [rows, inner] and weights [filters, inner]ᵀ as a convolution.
    static ConvGeometry ofRows(std::int64_t rows, std::int64_t inner, std::int64_t filters);
    [[nodiscard]] std::int64_t filters() const { return out[1]; }
};

/// Operands of a convolution of uint8 or int8.
struct IntegerConvOperands {
    const RuntimeValue& x; ///< row-major or channels last
    std::int32_t zeroX;
    const RuntimeValue& w;                ///< strided only where there is one group
    std::span<const std::int32_t> zerosW; ///< one, or one for each filter
    bool weightsStay;

    /// Whether all zero points of W become 0 when W is shifted to signed bytes.
    [[nodiscard]] bool areCentred() const;
    /// Throws where types or zero points do not fit.
    void check(std::int64_t filters) const;
};

/// The codes that rounding leaves: clip(round(number) + zero, low, high).
struct CodeRange {
    std::int32_t zero = 0;
    DataType type = DataType::uint8;
    std::int32_t low = 0, high = 255; ///< smallest and largest code, the zero point included

    /// Whether `low` or `high` is narrower than the type.
    [[nodiscard]] bool clips() const;
    /// The smallest and largest code less the zero point.
    [[nodiscard]] std::int32_t lowest() const { return low - zero; }
    [[nodiscard]] std::int32_t highest() const { return high - zero; }
};

/// What makes a number, in units of codes, of a product: after · activations(unit · product).
struct Finish {
    float unit = 1, after = 1;
    std::vector<VectorStep> activations; ///< that oneDNN has; none where Relu and Clip bound codes
};

/// How codes less their zero point become other codes: by the product code · factor + bias, to
/// which codes may be added.
struct RecodingStep {
    std::vector<float> factors, bias; ///< one for each filter, or one
    std::optional<DataType> addend;   ///< the type of codes to add
    Finish finish;
    CodeRange range;
};

/// How int32 sums become quantized codes: by the product sum · factor + bias.
struct Requantization {
    std::vector<float> factors; ///< one for each filter
    std::vector<float> bias;    ///< one for each filter, or none
    Finish finish;
    CodeRange range;
    std::vector<RecodingStep> steps; ///< what follows on these codes
    bool exact = false;              ///< whether oneDNN's fused requantization is exact

    /// The codes that are written.
    [[nodiscard]] const CodeRange& last() const {
        return steps.empty() ? range : steps.back().range;
    }
    /// Whether codes stay the same where the zero point is added before rounding, as oneDNN does.
    [[nodiscard]] bool roundsExactly() const;
};

/// A convolution of oneDNN with its packed weights. It reads and writes channels last.
class PackedConv {
public:
    /// It writes codes where `how` is given, else int32 sums. `hasZero`: X may have a zero point
    /// other than 0.
    PackedConv(const ConvGeometry& geometry, DataType type, const RuntimeValue& weights,
               bool hasZero, const Requantization* how);
    /// `zero`: zero point of X. `target`: receives the sums, or the codes that `how` describes.
    /// `addend`: codes that a step of `how` adds, channels last.
    void run(const void* pixels, std::int32_t zero, void* target, const Requantization* how,
             const void* addend = nullptr);

private:
    /// An operand of the operations after the sums: of a step, its argument in oneDNN.
    struct Operand {
        enum class Kind { factors, bias, addend } kind;
        std::size_t step;
        int argument;
        TensorDesc desc;
    };
    void appendSteps(const Requantization& how, const Dims& out, dnnl::post_ops& operations);

    PackedWeights m_weights;
    Primitive m_primitive;
    std::vector<Operand> m_operands;
};

class ByteConv;
class WidenedWinograd;
class DepthwiseCodes;

/// Quantized convolution of one node, by oneDNN or, where that is not exact, by own products.
/// Primitives are made once for each input shape.
class IntegerConv {
public:
    explicit IntegerConv(bool exactLibrary = sumsBytesExactly()) : m_exactLibrary(exactLibrary) {}

    /// Σ (x - zero of x) · (w - zero of w) over the window and the channels of a group, in int32
    /// that wraps around. The sums are channels last, in this thread's scratch memory, which the
    /// next kernel overwrites.
    std::int32_t* sums(const ConvGeometry& geometry, const IntegerConvOperands& operands);

    /// Hands over the same sums in parts, each once, on all threads: rows are the pixels of all images,
    /// columns are filters.
    void takeSums(const ConvGeometry& geometry, const IntegerConvOperands& operands,
                  const TakeSums& take);

    /// Writes the codes, channels last, in one pass. Returns false where that is not exact:
    /// then `takeSums` must be used. `addend`: codes that a step of `how` adds, channels last.
    bool codes(const ConvGeometry& geometry, const IntegerConvOperands& operands,
               const Requantization& how, const void* addend, void* target);

private:
    struct Sums {
        PackedConv all;
        std::optional<PackedConv> windows; ///< weights are 1: Σ (x - zero of x)
    };

    [[nodiscard]] bool byLibrary(const ConvGeometry& geometry,
                                 const IntegerConvOperands& operands) const;
    void takeOwn(const ConvGeometry& geometry, const IntegerConvOperands& operands,
                 const TakeSums& take);
    static const void* pixelsOf(const ConvGeometry& geometry, const RuntimeValue& x);
    void forgetWeights(const IntegerConvOperands& operands);
    bool codesByChannels(const ConvGeometry& geometry, const IntegerConvOperands& operands,
                         const Requantization& how, void* target);

    bool m_exactLibrary;
    PreparedByShape<Dims, Sums> m_sums;
    std::shared_ptr<const ByteConv> m_own; ///< without oneDNN
    std::shared_ptr<const WidenedWinograd> m_winograd;
    std::vector<std::int32_t> m_zerosOfOwn; ///< that were taken off them
    /// By the dims of X, whether it has a zero point other than 0, the bounds of a Clip without the
    /// zero point, and whether oneDNN's last rounding is exact.
    PreparedByShape<std::tuple<Dims, bool, std::int32_t, std::int32_t, bool>, PackedConv> m_codes;
    PreparedByShape<Dims, std::shared_ptr<const DepthwiseCodes>> m_depthwise; ///< null: not taken
};

} // namespace partita::cpu
