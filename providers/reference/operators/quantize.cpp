// Quantization and dequantization by scale and zero point.

#include <algorithm>
#include <cmath>

#include "providers/reference/catalogue.h"
#include "providers/reference/operators/products.h"

namespace partita::reference {

double saturated(DataType type, double value) {
    const auto bits = static_cast<int>(dataTypeBits(type));
    const double low = isSigned(type) ? -std::ldexp(1, bits - 1) : 0;
    return std::isnan(value) ? 0 : std::clamp(value, low, low + std::ldexp(1, bits) - 1);
}

namespace {

/// Granularity of the scale: per tensor, per axis (one for each index along `axis`), or blocked
/// (one for each `block_size` indices along `axis`).
class Grain {
public:
    Grain(const Call& call, const Array& x, const Array& scale) : m_dims(scale.dims()) {
        if (scale.count() == 1 && (scale.rank() < 2 || x.rank() != scale.rank()))
            return;
        m_axis = axisIn(call.integer("axis", 1), x.rank());
        m_block = call.integer("block_size", 0);
        if (scale.rank() == 1 && m_block == 0) {
            m_by = By::axis;
            require(scale.dims()[0] == x.dims()[m_axis],
                    "the number of scales differs from the size of the axis");
            return;
        }
        m_by = By::block;
        require(m_block > 0, "blocked scales need a positive block_size");
        Dims wanted = x.dims();
        wanted[m_axis] = (wanted[m_axis] + m_block - 1) / m_block;
        require(wanted == scale.dims(), "the scales do not fit the blocks");
    }

    [[nodiscard]] std::size_t placeOf(const Index& at) const {
        if (m_by == By::all)
            return 0;
        if (m_by == By::axis)
            return static_cast<std::size_t>(at[m_axis]);
        Dims place = at.at();
        place[m_axis] /= m_block;
        return reference::placeOf(m_dims, place);
    }

private:
    enum class By { all, axis, block };
    Dims m_dims;
    By m_by = By::all;
    std::size_t m_axis = 0;
    std::int64_t m_block = 1;
};

bool isFloatingPoint(DataType type) { return Array(type, {0}).isFloat(); }

} // namespace

/// y = saturate(round(x / y_scale) + y_zero_point). The division is rounded to the type of y_scale,
/// or to the type that the attribute `precision` names.
void quantizeLinear(Call& call) {
    const Array &x = call.in(0), &scale = call.in(1);
    const auto asked = static_cast<DataType>(call.integer("output_dtype", 0));
    const DataType type = call.has(2)                    ? call.in(2).type()
                          : asked == DataType::undefined ? DataType::uint8
                                                         : asked;
    auto precision = static_cast<DataType>(call.integer("precision", 0));
    if (precision == DataType::undefined)
        precision = scale.type() == DataType::float8e8m0 ? x.type() : scale.type();
    if (!isFloatingPoint(precision))
        precision = DataType::float32;
    const bool saturate = call.integer("saturate", 1) != 0;
    const Grain grain(call, x, scale);
    Array result(type, x.dims());
    for (Index at(x.dims()); at; ++at) {
        const std::size_t place = grain.placeOf(at);
        const double quotient =
            rounded(precision, rounded(precision, x.real(at.place())) / scale.real(place));
        const double zero = call.has(2) ? call.in(2).real(place) : 0;
        result.set(at.place(), result.isFloat() ? rounded(type, quotient + zero, saturate)
                                                : saturated(type, std::nearbyint(quotient) + zero));
    }
    call.give(result);
}

/// Quantizes to uint8 with the scale and zero point that the range of x, extended to 0, gives. ONNX
/// does not define the scale of an empty range: 1, as in ONNX Runtime.
void dynamicQuantizeLinear(Call& call) {
    const Array& x = call.in(0);
    double least = 0, most = 0;
    for (std::size_t i = 0; i < x.count(); ++i) {
        least = std::min(least, x.real(i));
        most = std::max(most, x.real(i));
    }
    const auto single = [](double value) { return rounded(DataType::float32, value); };
    const double scale = most > least ? single(single(most - least) / 255) : 1;
    const double zero = saturated(DataType::uint8, std::nearbyint(single(-least / scale)));
    Array result(DataType::uint8, x.dims());
    for (std::size_t i = 0; i < x.count(); ++i)
        result.set(i, saturated(DataType::uint8, std::nearbyint(single(x.real(i) / scale)) + zero));
    call.give(0, result);
    call.give(1, Array::scalar(DataType::float32, scale));
    call.give(2, Array::scalar(DataType::uint8, zero));
}

/// y = (x - x_zero_point) * x_scale.
void dequantizeLinear(Call& call) {
    const Array &x = call.in(0), &scale = call.in(1);
    const auto asked = static_cast<DataType>(call.integer("output_dtype", 0));
    Array result(asked == DataType::undefined ? scale.type() : asked, x.dims());
    const Grain grain(call, x, scale);
    for (Index at(x.dims()); at; ++at) {
        const std::size_t place = grain.placeOf(at);
        const double zero = call.has(2) ? call.in(2).real(place) : 0;
        const double value = (x.real(at.place()) - zero) * scale.real(place);
        result.set(at.place(), rounded(result.type(), value, true));
    }
    call.give(result);
}

} // namespace partita::reference
