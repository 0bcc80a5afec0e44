// Operators of ONNX Runtime's own domain, com.microsoft, that ONNX does not have.

#include <cmath>

#include <Eigen/Dense>

#include "providers/cpu/kernels/kernels.h"
#include "providers/cpu/kernels/operands.h"
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

/// Concatenates quantized tensors, requantized to one scale and zero point.
///
/// Inputs:   Y_scale float32 and Y_zero_point uint8 or int8, one element each; for each tensor: X
///           of the zero point's type, its scale float32 and its zero point, one element each
/// Outputs:  Y of the zero point's type, the sum of the sizes along `axis`
/// Method:   plain loops in float32; ties round to even, codes saturate
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
    const auto convert = [&]<class T>() {
        std::int64_t at = 0; // position on the axis
        for (std::size_t i = 0; i < tensors; ++i) {
            const RuntimeValue& x = tensor(i);
            const float factor = scalarOf<float>(context.input(3 + 3 * i)) / scalarOf<float>(scale);
            const auto own = static_cast<float>(scalarOf<T>(context.input(4 + 3 * i))),
                       target = static_cast<float>(scalarOf<T>(zero));
            const std::int64_t row = x.dims[axis] * inner;
            for (std::int64_t o = 0; o < outer; ++o)
                for (std::int64_t n = 0; n < row; ++n) {
                    const float quotient =
                        (static_cast<float>(x.as<T>()[o * row + n]) - own) * factor;
                    y.as<T>()[o * dims[axis] * inner + at * inner + n] = static_cast<T>(
                        codeOf(quotient, target, static_cast<float>(std::numeric_limits<T>::min()),
                               static_cast<float>(std::numeric_limits<T>::max())));
                }
            at += x.dims[axis];
        }
    };
    if (zero.type == DataType::uint8)
        convert.template operator()<std::uint8_t>();
    else if (zero.type == DataType::int8)
        convert.template operator()<std::int8_t>();
    else
        throw NodeFailure("quantized values of 8 bits were expected");
}

} // namespace partita::cpu
