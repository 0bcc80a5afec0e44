#include <cmath>

#include <Eigen/Core>

#include "providers/cpu/kernels/kernels.h"

namespace partita::cpu {

namespace {

using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using MatrixView = Eigen::Map<const Matrix>;

float sigmoid(float x) { return 1.0F / (1.0F + std::exp(-x)); }

struct LstmShape {
    std::int64_t steps, batch, input, hidden, directions;
};

/// One direction of an LSTM; gates in ONNX's order: input, output, forget, cell.
class LstmDirection {
public:
    LstmDirection(const KernelContext& context, const LstmShape& shape, std::int64_t direction)
        : m_shape(shape),
          m_w(context.input(1).as<float>() + direction * 4 * shape.hidden * shape.input,
              4 * shape.hidden, shape.input),
          m_r(context.input(2).as<float>() + direction * 4 * shape.hidden * shape.hidden,
              4 * shape.hidden, shape.hidden) {
        m_bias = Eigen::RowVectorXf::Zero(4 * shape.hidden);
        if (const RuntimeValue* bias = context.optional(3)) {
            const float* b = bias->as<float>() + direction * 8 * shape.hidden;
            for (std::int64_t i = 0; i < 4 * shape.hidden; ++i)
                m_bias(i) = b[i] + b[i + 4 * shape.hidden];
        }
        const auto state = [&](std::size_t input) -> Matrix {
            const RuntimeValue* initial = context.optional(input);
            if (!initial)
                return Matrix::Zero(shape.batch, shape.hidden);
            return MatrixView(initial->as<float>() + direction * shape.batch * shape.hidden,
                              shape.batch, shape.hidden);
        };
        hidden = state(5);
        cell = state(6);
        if (const RuntimeValue* peephole = context.optional(7))
            m_peephole = peephole->as<float>() + direction * 3 * shape.hidden;
    }

    void step(const float* x) {
        const std::int64_t h = m_shape.hidden;
        Matrix gates = MatrixView(x, m_shape.batch, m_shape.input) * m_w.transpose();
        gates.noalias() += hidden * m_r.transpose();
        gates.rowwise() += m_bias;
        for (std::int64_t b = 0; b < m_shape.batch; ++b)
            for (std::int64_t i = 0; i < h; ++i) {
                const auto look = [&](std::int64_t gate, float c) {
                    return m_peephole ? m_peephole[gate * h + i] * c : 0.0F;
                };
                const float before = cell(b, i);
                const float in = sigmoid(gates(b, i) + look(0, before)),
                            forget = sigmoid(gates(b, 2 * h + i) + look(2, before));
                cell(b, i) = forget * before + in * std::tanh(gates(b, 3 * h + i));
                hidden(b, i) =
                    sigmoid(gates(b, h + i) + look(1, cell(b, i))) * std::tanh(cell(b, i));
            }
    }

    Matrix hidden, cell;

private:
    LstmShape m_shape;
    MatrixView m_w, m_r;
    Eigen::RowVectorXf m_bias;
    const float* m_peephole = nullptr;
};

LstmShape lstmShape(const KernelContext& context) {
    const RuntimeValue &x = context.input(0), &w = context.input(1), &r = context.input(2);
    require(x.dims.size() == 3 && w.dims.size() == 3 && r.dims.size() == 3,
            "X, W and R must have 3 dimensions");
    const LstmShape shape{x.dims[0], x.dims[1], x.dims[2], r.dims[2], w.dims[0]};
    require(w.dims[1] == 4 * shape.hidden && w.dims[2] == shape.input &&
                r.dims[1] == 4 * shape.hidden && r.dims[0] == shape.directions,
            "W and R do not fit the input");
    for (const std::size_t state : {std::size_t{5}, std::size_t{6}})
        if (const RuntimeValue* initial = context.optional(state))
            require(initial->count() == shape.directions * shape.batch * shape.hidden,
                    "an initial state does not fit");
    if (const RuntimeValue* bias = context.optional(3))
        require(bias->count() == shape.directions * 8 * shape.hidden, "the bias does not fit");
    return shape;
}

} // namespace

/// X [steps, batch, input] → Y [steps, directions, batch, hidden], Y_h and Y_c [directions, batch,
/// hidden].
void lstmKernel(KernelContext& context) {
    const Node& node = context.node();
    require(node.intAttribute("layout", 0) == 0 && !node.attribute("activations") &&
                !node.attribute("clip") && node.intAttribute("input_forget", 0) == 0,
            "only the standard LSTM is supported yet: layout 0, default activations, no clip");
    const LstmShape shape = lstmShape(context);
    if (const RuntimeValue* lengths = context.optional(4))
        for (std::int64_t i = 0; i < lengths->count(); ++i)
            require(lengths->as<std::int32_t>()[i] == shape.steps,
                    "sequences of different lengths are not supported yet");
    const std::string_view direction = node.stringAttribute("direction", "forward");
    require(shape.directions == (direction == "bidirectional" ? 2 : 1),
            "the weights do not fit the direction");
    const RuntimeValue x = context.input(0);
    float* y =
        context.wants(0)
            ? context.output(0, x.type, {shape.steps, shape.directions, shape.batch, shape.hidden})
                  .as<float>()
            : nullptr;
    const Dims stateDims = {shape.directions, shape.batch, shape.hidden};
    float* lastHidden =
        context.wants(1) ? context.output(1, x.type, stateDims).as<float>() : nullptr;
    float* lastCell = context.wants(2) ? context.output(2, x.type, stateDims).as<float>() : nullptr;
    const std::int64_t state = shape.batch * shape.hidden;
    for (std::int64_t d = 0; d < shape.directions; ++d) {
        LstmDirection run(context, shape, d);
        const bool backward = direction == "reverse" || d == 1;
        for (std::int64_t i = 0; i < shape.steps; ++i) {
            const std::int64_t step = backward ? shape.steps - 1 - i : i;
            run.step(x.as<float>() + step * shape.batch * shape.input);
            if (y)
                std::copy_n(run.hidden.data(), state, y + (step * shape.directions + d) * state);
        }
        if (lastHidden)
            std::copy_n(run.hidden.data(), state, lastHidden + d * state);
        if (lastCell)
            std::copy_n(run.cell.data(), state, lastCell + d * state);
    }
}

} // namespace partita::cpu
