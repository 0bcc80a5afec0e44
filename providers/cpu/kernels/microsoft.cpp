// Operators of ONNX Runtime's own domain, com.microsoft, that ONNX does not have.

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <Eigen/Dense>

#include "providers/cpu/kernels/broadcast.h"
#include "providers/cpu/kernels/kernels.h"
#include "providers/cpu/kernels/operands.h"
#include "providers/cpu/loops/byte_table.h"
#include "providers/cpu/loops/vector_math.h"

namespace partita::cpu {

/// Inverts each square matrix.
///
/// Inputs:   X float32 or float64 […, N, N]
/// Outputs:  Y of X's type and shape
/// Method:   Eigen, LU with partial pivoting; a singular matrix gives infinities or NaN
/// Source:   ONNX Runtime contrib Inverse
void inverseKernel(KernelContext& context) {
    const RuntimeValue& x = context.input(0);
    require(x.dims.size() >= 2 && x.dims.back() == x.dims[x.dims.size() - 2],
            "square matrices were expected");
    const std::int64_t size = x.dims.back(), count = product(x.dims, 0, x.dims.size() - 2);
    RuntimeValue& y = context.output(0, x.type, x.dims);
    const auto invert = [&]<class T>() {
        using Matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
        for (std::int64_t i = 0; i < count; ++i)
            Eigen::Map<Matrix>(y.as<T>() + i * size * size, size, size) =
                Eigen::Map<const Matrix>(x.as<T>() + i * size * size, size, size).inverse();
    };
    if (x.type == DataType::float32)
        invert.template operator()<float>();
    else
        invert.template operator()<double>();
}

namespace {

using CodeTable = std::array<std::uint8_t, 256>;

/// For the bits of each code those of the code that stands for the same number by another scale,
/// which is `factor` times finer, and zero point.
template <class T>
CodeTable requantized(float factor, const RuntimeValue& ownZero, const RuntimeValue& zero) {
    CodeTable table{};
    const auto own = static_cast<float>(scalarOf<T>(ownZero)),
               target = static_cast<float>(scalarOf<T>(zero));
    for (std::size_t bits = 0; bits < table.size(); ++bits)
        table[bits] = static_cast<std::uint8_t>(
            static_cast<T>(codeOf((static_cast<float>(static_cast<T>(bits)) - own) * factor, target,
                                  std::numeric_limits<T>::min(), std::numeric_limits<T>::max())));
    return table;
}

} // namespace

/// Concatenates quantized tensors, requantized to one scale and zero point.
///
/// Inputs:   Y_scale float32 and Y_zero_point uint8 or int8, one element each; for each tensor: X
///           of the zero point's type, its scale float32 and its zero point, one element each
/// Outputs:  Y of the zero point's type, the sum of the sizes along `axis`
/// Method:   a table of the codes for each tensor, computed in float32: ties round to even, codes
///           saturate. Pieces of the rows are looked up on several threads.
/// Source:   ONNX Runtime contrib QLinearConcat
void qLinearConcatKernel(KernelContext& context) {
    require(context.inputCount() >= 5 && (context.inputCount() - 2) % 3 == 0,
            "each tensor needs a scale and a zero point");
    const std::size_t tensors = (context.inputCount() - 2) / 3;
    const auto tensor = [&](std::size_t i) -> const RuntimeValue& {
        return context.input(2 + 3 * i);
    };
    const RuntimeValue &scale = context.input(0), &zero = context.input(1);
    const std::size_t axis =
        normalizeAxis(context.node().intAttribute("axis", 0), tensor(0).dims.size());
    Dims dims = tensor(0).dims;
    dims[axis] = 0;
    for (std::size_t i = 0; i < tensors; ++i) {
        const RuntimeValue& x = tensor(i);
        require(x.type == zero.type && x.dims.size() == dims.size() &&
                    context.input(3 + 3 * i).type == DataType::float32 &&
                    context.input(3 + 3 * i).count() == 1 &&
                    context.input(4 + 3 * i).count() == 1 &&
                    context.input(4 + 3 * i).type == zero.type,
                "tensors, scales and zero points do not match");
        for (std::size_t d = 0; d < dims.size(); ++d)
            require(d == axis || x.dims[d] == dims[d],
                    "the inputs may differ in size along the axis only");
        dims[axis] = plus(dims[axis], x.dims[axis]);
    }
    require(scale.type == DataType::float32 && scale.count() == 1 && zero.count() == 1,
            "the scale must be one float32, and the zero point one quantized value");
    RuntimeValue& y = context.output(0, zero.type, dims);
    const std::int64_t outer = product(dims, 0, axis), inner = product(dims, axis + 1);
    std::int64_t at = 0; // position on the axis
    for (std::size_t i = 0; i < tensors; ++i) {
        const RuntimeValue &x = tensor(i), &own = context.input(3 + 3 * i),
                           &ownZero = context.input(4 + 3 * i);
        const float factor = scalarOf<float>(own) / scalarOf<float>(scale);
        CodeTable table;
        if (zero.type == DataType::uint8)
            table = requantized<std::uint8_t>(factor, ownZero, zero);
        else if (zero.type == DataType::int8)
            table = requantized<std::int8_t>(factor, ownZero, zero);
        else
            throw NodeFailure("quantized values of 8 bits were expected");
        const std::int64_t row = x.dims[axis] * inner;
        const auto* from = x.as<std::uint8_t>();
        auto* to = y.as<std::uint8_t>() + at * inner;
        parallelFor(outer * row, 2 * kElementGrain, [&](std::int64_t begin, std::int64_t end) {
            for (std::int64_t next = begin; next < end;) {
                const std::int64_t o = next / row, first = next % row,
                                   count = std::min(row - first, end - next);
                lookUp(table, from + next, to + o * dims[axis] * inner + first,
                       static_cast<std::size_t>(count));
                next += count;
            }
        });
        at += x.dims[axis];
    }
}

} // namespace partita::cpu
