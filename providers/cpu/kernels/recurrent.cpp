// RNN, GRU and LSTM.

#include <algorithm>
#include <array>
#include <map>

#include "providers/cpu/kernels/kernels.h"
#include "providers/cpu/kernels/packed_memory.h"
#include "providers/cpu/kernels/prepared_by_shape.h"
#include "providers/cpu/kernels/prepared_product.h"
#include "providers/cpu/kernels/recurrent_cell.h"
#include "providers/cpu/threads/thread_team.h"

namespace partita::cpu {

namespace {

/// The bias of the input of direction `d` [gates · hidden]; null: none.
template <class T>
const T* biasOfX(KernelContext& context, const CellShape& shape, std::int64_t d) {
    const RuntimeValue* bias = context.optional(3);
    return bias ? bias->as<T>() + d * 2 * shape.gates * shape.hidden : nullptr;
}

/// The prepared weights of all directions, and the product of X with W for all steps of a
/// direction.
template <class T> class RecurrentWeights;

template <> class RecurrentWeights<float> {
public:
    /// The recurrent weights of one direction, packed in panels.
    const float* recurrentWeights(KernelContext& context, const CellShape& shape, std::int64_t d) {
        const std::int64_t size = packedSize(shape.gates, shape.hidden);
        Panels& panels = m_recurrent[d];
        auto* packed = static_cast<float*>(panels.memory.get());
        if (panels.size == size && context.stays(2))
            return packed;
        if (panels.size < size) {
            panels.memory = allocatePacked(bytesOf(DataType::float32, size));
            packed = static_cast<float*>(panels.memory.get());
        }
        panels.size = size;
        packPanels(context.input(2).as<float>() + d * shape.gates * shape.hidden * shape.hidden,
                   packed, shape.gates, shape.hidden);
        return packed;
    }

    /// X · Wᵀ + bias of direction `d` [steps · batch, gates · hidden]; valid until the next call for
    /// this direction.
    const float* run(KernelContext& context, const CellShape& shape, std::int64_t d) {
        const RuntimeValue &x = context.input(0), &w = context.input(1);
        const std::int64_t rows = shape.steps * shape.batch, width = shape.gates * shape.hidden;
        const std::array key{d, shape.input, width, rows};
        const float* weights = w.as<float>() + d * width * shape.input;
        const float* bias = biasOfX<float>(context, shape, d);
        PreparedProduct& product = m_products.of(key, [&] {
            const PreparedProduct::Layout layout{
                plainDesc({rows, shape.input}), stridedDesc({shape.input, width}, {1, shape.input}),
                plainDesc({rows, width}), bias ? plainDesc({1, width}) : TensorDesc()};
            const PreparedProduct* earlier =
                m_products.firstWhere([&](const auto& other, const PreparedProduct&) {
                    return std::equal(key.begin(), key.end() - 1, other.begin());
                });
            return PreparedProduct(layout, {}, 1.0F, context.weightsStay(), weights,
                                   earlier ? earlier->weights() : PackedWeights());
        });
        std::vector<float>& sums = m_sums[static_cast<std::size_t>(d)];
        sums.resize(static_cast<std::size_t>(rows * width));
        if (shape.input > 0 && rows > 0)
            product.run(x.data, weights, bias, sums.data());
        for (std::int64_t i = 0; shape.input == 0 && i < rows * width; ++i)
            sums[static_cast<std::size_t>(i)] = bias ? bias[i % width] : 0.0F;
        return sums.data();
    }

private:
    PreparedByShape<std::array<std::int64_t, 4>, PreparedProduct>
        m_products; ///< by direction, input, width, rows
    struct Panels {
        std::shared_ptr<void> memory;
        std::int64_t size = 0;
    };
    std::map<std::int64_t, Panels> m_recurrent; ///< by direction
    std::array<std::vector<float>, 2> m_sums;   ///< by direction
};

/// Weights of float64 are used without packing.
template <> class RecurrentWeights<double> {
public:
    static const double* recurrentWeights(KernelContext& context, const CellShape& shape,
                                          std::int64_t d) {
        return context.input(2).as<double>() + d * shape.gates * shape.hidden * shape.hidden;
    }
    const double* run(KernelContext& context, const CellShape& shape, std::int64_t d) {
        const std::int64_t rows = shape.steps * shape.batch, width = shape.gates * shape.hidden;
        const Eigen::Map<const Matrix<double>> x(context.input(0).as<double>(), rows, shape.input),
            w(context.input(1).as<double>() + d * width * shape.input, width, shape.input);
        Matrix<double>& sums = m_sums[static_cast<std::size_t>(d)];
        sums = x * w.transpose();
        if (const double* bias = biasOfX<double>(context, shape, d))
            sums.rowwise() += Eigen::Map<const Eigen::RowVectorXd>(bias, width);
        return sums.data();
    }

private:
    std::array<Matrix<double>, 2> m_sums; ///< by direction
};

/// A direction of the layer by its number, and whether it begins with the last step.
struct Direction {
    std::int64_t number;
    bool backward;
};

/// All steps of one direction. `y`: null where it is not wanted.
template <class T>
void runDirection(const CellShape& shape, const std::vector<std::int64_t>& lengths,
                  Direction direction, const T* fromX, Cell<T>& cell, T* y) {
    const std::int64_t width = shape.gates * shape.hidden;
    for (std::int64_t i = 0; i < shape.steps; ++i) {
        const auto forEachGoingOn = [&](auto&& work) {
            for (std::int64_t b = 0; b < shape.batch; ++b)
                if (const std::int64_t length = lengths[static_cast<std::size_t>(b)]; i < length)
                    work(b, direction.backward ? length - 1 - i : i);
        };
        forEachGoingOn([&](std::int64_t b, std::int64_t step) {
            cell.give(b, fromX + shape.rowOf(step, b) * width);
        });
        cell.step();
        if (y)
            forEachGoingOn([&](std::int64_t b, std::int64_t step) {
                std::copy_n(cell.hidden.data() + b * shape.hidden, shape.hidden,
                            y + shape.yAt(step, direction.number, b));
            });
    }
}

/// X [steps, batch, input] → Y [steps, directions, batch, hidden], Y_h and Y_c [directions, batch,
/// hidden]; with layout 1 the batch comes first.
template <class T>
void recurrent(KernelContext& context, std::int64_t gates, RecurrentWeights<T>& products) {
    const CellShape shape(context, gates);
    const RuntimeValue x = context.input(0);
    std::vector<std::int64_t> lengths(static_cast<std::size_t>(shape.batch), shape.steps);
    if (const RuntimeValue* given = context.optional(4))
        for (std::int64_t b = 0; b < shape.batch; ++b)
            lengths[static_cast<std::size_t>(b)] =
                std::clamp<std::int64_t>(given->as<std::int32_t>()[b], 0, shape.steps);
    std::vector<Cell<T>> cells;
    for (std::int64_t d = 0; d < shape.directions; ++d)
        cells.emplace_back(context, shape, d, products.recurrentWeights(context, shape, d));
    T* y = context.wants(0) ? context.output(0, x.type, shape.yDims()).as<T>() : nullptr;
    if (y && std::ranges::any_of(lengths, [&](auto each) { return each < shape.steps; }))
        std::fill_n(y, product(shape.yDims()), T{0}); // behind the ends
    std::array<const T*, 2> fromX{};
    for (std::int64_t d = 0; d < shape.directions && shape.steps * shape.batch > 0; ++d)
        fromX[static_cast<std::size_t>(d)] = products.run(context, shape, d);
    const bool onlyBackward = context.node().stringAttribute("direction", "forward") == "reverse";
    constexpr std::int64_t kWorthAThread = 65536; // multiplications
    parallelFor(shape.directions,
                1 + kWorthAThread /
                        (1 + shape.steps * shape.batch * shape.gates * shape.hidden * shape.hidden),
                [&](std::int64_t begin, std::int64_t end) {
                    for (std::int64_t d = begin; d < end; ++d)
                        runDirection(shape, lengths, {d, onlyBackward || d == 1},
                                     fromX[static_cast<std::size_t>(d)],
                                     cells[static_cast<std::size_t>(d)], y);
                });
    for (const std::size_t output : {std::size_t{1}, std::size_t{2}}) {
        if (!context.wants(output))
            continue;
        T* out = context.output(output, x.type, shape.stateDims()).as<T>();
        for (std::int64_t d = 0; d < shape.directions; ++d)
            for (std::int64_t b = 0; b < shape.batch; ++b) {
                const Cell<T>& cell = cells[static_cast<std::size_t>(d)];
                const Matrix<T>& state = output == 1 ? cell.hidden : cell.cell;
                std::copy_n(state.data() + b * shape.hidden, shape.hidden,
                            out + shape.stateAt(d, b));
            }
    }
}

/// RNN, GRU or LSTM by the number of gates.
class RecurrentKernel : public Kernel {
public:
    explicit RecurrentKernel(std::int64_t gates) : m_gates(gates) {}
    void run(KernelContext& context) override {
        const DataType type = context.input(0).type;
        for (std::size_t i = 1; i < context.node().inputs.size(); ++i)
            if (const RuntimeValue* other = i == 4 ? nullptr : context.optional(i))
                require(other->type == type, "inputs differ in type");
        if (type == DataType::float64)
            recurrent<double>(context, m_gates, m_doubles);
        else
            recurrent<float>(context, m_gates, m_floats);
    }

private:
    std::int64_t m_gates;
    RecurrentWeights<float> m_floats;
    RecurrentWeights<double> m_doubles;
};

} // namespace

/// Runs a simple recurrent layer over sequences, in one direction or both.
///
/// Inputs:   X float32, float64 [steps, batch, input]; W [directions, hidden, input];
///           R [directions, hidden, hidden]; B [directions, 2 · hidden], sequence_lens
///           int32 [batch], initial_h [directions, batch, hidden], all three optional
/// Outputs:  Y [steps, directions, batch, hidden]; Y_h [directions, batch, hidden]; both optional
/// Method:   one product of all steps of X with W (oneDNN, Eigen for float64), then step by step one
///           of the states of all sequences with R, whose float32 weights lie in panels; each
///           direction on a thread. The default activations of float32 run as vector loops where
///           there is no clip. With layout 1 the batch axis comes first.
/// Fails:    when a length is negative or greater than the number of steps
/// Source:   ONNX RNN-22
std::unique_ptr<Kernel> makeRnn(const KernelInit&) { return std::make_unique<RecurrentKernel>(1); }

/// Runs gated recurrent units over sequences, in one direction or both.
///
/// Inputs:   X float32, float64 [steps, batch, input]; W [directions, 3 · hidden, input];
///           R [directions, 3 · hidden, hidden]; B [directions, 6 · hidden], sequence_lens
///           int32 [batch], initial_h [directions, batch, hidden], all three optional
/// Outputs:  Y [steps, directions, batch, hidden]; Y_h [directions, batch, hidden]; both optional
/// Method:   one product of all steps of X with W (oneDNN, Eigen for float64), then step by step one
///           of the states of all sequences with R, whose float32 weights lie in panels; each
///           direction on a thread. The default activations of float32 run as vector loops where
///           there is no clip. With layout 1 the batch axis comes first.
/// Fails:    when a length is negative or greater than the number of steps
/// Source:   ONNX GRU-22; Cho et al., "Learning phrase representations using RNN encoder-decoder",
///           2014
std::unique_ptr<Kernel> makeGru(const KernelInit&) { return std::make_unique<RecurrentKernel>(3); }

/// Runs long short-term memory over sequences, in one direction or both.
///
/// Inputs:   X float32, float64 [steps, batch, input]; W [directions, 4 · hidden, input];
///           R [directions, 4 · hidden, hidden]; B [directions, 8 · hidden], sequence_lens
///           int32 [batch], initial_h and initial_c [directions, batch, hidden],
///           P [directions, 3 · hidden], all optional
/// Outputs:  Y [steps, directions, batch, hidden]; Y_h and Y_c [directions, batch, hidden]; all
///           optional
/// Method:   one product of all steps of X with W (oneDNN, Eigen for float64), then step by step one
///           of the states of all sequences with R, whose float32 weights lie in panels; each
///           direction on a thread. The default activations of float32 run as vector loops where
///           there is no clip, P or input_forget. With layout 1 the batch axis comes first.
/// Fails:    when a length is negative or greater than the number of steps
/// Source:   ONNX LSTM-22; Hochreiter and Schmidhuber, "Long short-term memory", 1997
std::unique_ptr<Kernel> makeLstm(const KernelInit&) { return std::make_unique<RecurrentKernel>(4); }

} // namespace partita::cpu
