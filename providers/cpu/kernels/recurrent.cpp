// RNN, GRU and LSTM.

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>

#include <Eigen/Core>

#include "core/base/text_parts.h"
#include "providers/cpu/kernels/kernels.h"
#include "providers/cpu/kernels/packed_memory.h"
#include "providers/cpu/kernels/prepared_by_shape.h"
#include "providers/cpu/kernels/prepared_product.h"
#include "providers/cpu/kernels/recurrent_math.h"
#include "providers/cpu/loops/formulas.h"

namespace partita::cpu {

namespace {

template <class T> using Matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
template <class T> using Activation = std::function<T(T)>;

/// The activations that are operators as well. ThresholdedRelu is none of them: as an activation it
/// keeps alpha itself.
constexpr std::string_view kOperators[] = {"Elu",     "HardSigmoid", "LeakyRelu", "Relu",
                                           "Sigmoid", "Softplus",    "Softsign",  "Tanh"};

/// An activation by the formula of its operator; empty for any other name.
template <class T>
Activation<T> operatorActivation(std::string_view name, std::optional<float> one,
                                 std::optional<float> other) {
    using Math = LibraryMath;
#define UNARY_STEP(op, step, algorithm, first, second, ...)                                        \
    if (name == (op))                                                                              \
        return                                                                                     \
            [alpha = static_cast<T>(one.value_or((first).number)),                                 \
             beta = static_cast<T>(other.value_or((second).number))]([[maybe_unused]] T v) -> T {  \
                (void)alpha, (void)beta;                                                           \
                return __VA_ARGS__;                                                                \
            };
#include "providers/cpu/loops/unary_operators.def"
    if (name == "Softsign")
        return [](T v) { return v / (1 + std::fabs(v)); };
    return {};
}

/// An activation by name, with the given parameters or the defaults of ONNX; fails for an unknown
/// name.
template <class T>
Activation<T> activationNamed(const std::string& given, std::optional<float> alpha,
                              std::optional<float> beta) {
    const std::string name = lowerLetters(given);
    for (const std::string_view op : kOperators)
        if (name == lowerLetters(op))
            return operatorActivation<T>(op, alpha, beta);
    const T a = static_cast<T>(alpha.value_or(1)), b = static_cast<T>(beta.value_or(1));
    if (name == "affine")
        return [a, shift = beta ? b : T{0}](T x) { return a * x + shift; };
    if (name == "thresholdedrelu")
        return [a](T x) { return x >= a ? x : T{0}; };
    if (name == "scaledtanh")
        return [a, b](T x) { return a * std::tanh(b * x); };
    throw NodeFailure("this activation is not known");
}

/// Sizes of one call; fails where inputs do not fit each other. `gates`: 1 for RNN, 3 for GRU, 4
/// for LSTM.
struct CellShape {
    std::int64_t steps, batch, input, hidden, directions, gates;
    bool batchFirst;

    CellShape(const KernelContext& context, std::int64_t gateCount)
        : gates(gateCount), batchFirst(context.node().intAttribute("layout", 0) != 0) {
        const RuntimeValue &x = context.input(0), &w = context.input(1), &r = context.input(2);
        require(x.dims.size() == 3 && w.dims.size() == 3 && r.dims.size() == 3,
                "X, W and R must have 3 dimensions");
        steps = x.dims[batchFirst ? 1 : 0];
        batch = x.dims[batchFirst ? 0 : 1];
        input = x.dims[2];
        hidden = r.dims[2];
        directions = w.dims[0];
        require(w.dims[1] == gates * hidden && w.dims[2] == input && r.dims[1] == gates * hidden &&
                    r.dims[0] == directions,
                "W and R do not fit the input");
        require(context.node().intAttribute("hidden_size", hidden) == hidden,
                "hidden_size differs from that of R");
        if (const RuntimeValue* bias = context.optional(3))
            require(bias->count() == directions * 2 * gates * hidden,
                    "the bias has the wrong size or type");
        for (const std::size_t state : {std::size_t{5}, std::size_t{6}})
            if (state == 5 || gates == 4)
                if (const RuntimeValue* initial = context.optional(state))
                    require(initial->count() == directions * batch * hidden,
                            "an initial state has the wrong size");
        if (gates == 4)
            if (const RuntimeValue* peephole = context.optional(7))
                require(peephole->count() == directions * 3 * hidden, "P has the wrong size");
        if (const RuntimeValue* lengths = context.optional(4)) {
            require(lengths->count() == batch && lengths->type == DataType::int32,
                    "one int32 length for each sequence was expected");
            for (std::int64_t b = 0; b < batch; ++b)
                require(lengths->as<std::int32_t>()[b] >= 0 &&
                            lengths->as<std::int32_t>()[b] <= steps,
                        "a sequence is longer than X");
        }
        const std::string_view direction = context.node().stringAttribute("direction", "forward");
        require(direction == "forward" || direction == "reverse" || direction == "bidirectional",
                "the direction is none of forward, reverse and bidirectional");
        require(directions == (direction == "bidirectional" ? 2 : 1),
                "the weights do not fit the direction");
    }
    /// The row in X seen as [steps · batch, input].
    [[nodiscard]] std::int64_t rowOf(std::int64_t step, std::int64_t b) const {
        return batchFirst ? b * steps + step : step * batch + b;
    }
    [[nodiscard]] std::int64_t yAt(std::int64_t step, std::int64_t d, std::int64_t b) const {
        return batchFirst ? ((b * steps + step) * directions + d) * hidden
                          : ((step * directions + d) * batch + b) * hidden;
    }
    [[nodiscard]] std::int64_t stateAt(std::int64_t d, std::int64_t b) const {
        return (batchFirst ? b * directions + d : d * batch + b) * hidden;
    }
    [[nodiscard]] Dims yDims() const {
        return batchFirst ? Dims{batch, steps, directions, hidden}
                          : Dims{steps, directions, batch, hidden};
    }
    [[nodiscard]] Dims stateDims() const {
        return batchFirst ? Dims{batch, directions, hidden} : Dims{directions, batch, hidden};
    }
};

/// One direction of the layer: recurrent weights, state and a step. Gates are in ONNX's order.
template <class T> class Cell {
    using Row = Eigen::Matrix<T, 1, Eigen::Dynamic>;

public:
    /// `r`: the recurrent weights of this direction; of float32 in panels.
    Cell(const KernelContext& context, const CellShape& shape, std::int64_t d, const T* r)
        : hidden(initial(context, shape, d, 5)), m_shape(shape), m_r(r),
          m_biasW(Row::Zero(shape.gates * shape.hidden)), m_biasR(m_biasW) {
        const std::int64_t width = shape.gates * shape.hidden;
        if (const RuntimeValue* bias = context.optional(3))
            for (std::int64_t i = 0; i < width; ++i) {
                m_biasW(i) = bias->as<T>()[d * 2 * width + i];
                m_biasR(i) = bias->as<T>()[(d * 2 + 1) * width + i];
            }
        const Node& node = context.node();
        m_clip = node.floatAttribute("clip", 0);
        m_linearBeforeReset = node.intAttribute("linear_before_reset", 0) != 0;
        m_inputForget = node.intAttribute("input_forget", 0) != 0;
        if (shape.gates == 4) {
            cell = initial(context, shape, d, 6);
            if (const RuntimeValue* peephole = context.optional(7))
                m_peephole = peephole->as<T>() + d * 3 * shape.hidden;
        }
        readActivations(node, d);
        m_usual =
            m_usual && std::is_same_v<T, float> && m_clip <= 0 && !m_peephole && !m_inputForget;
    }

    /// One step of sequence `b`; `fromX`: the product of the input with W, for each gate.
    void step(std::int64_t b, const T* fromX) {
        const std::int64_t width = m_shape.gates * m_shape.hidden;
        m_sums.resize(static_cast<std::size_t>(width));
        // Without linear_before_reset the last gate of a GRU multiplies the reset state, later on.
        const std::int64_t made = m_shape.gates == 3 && !m_linearBeforeReset ? 2 : m_shape.gates;
        multiplyPanels(m_r, 0, made, hidden.data() + b * m_shape.hidden, m_biasR.data(),
                       m_sums.data(), m_shape.hidden, m_shape.hidden);
        if (m_shape.gates == 3)
            return stepGru(b, fromX);
        for (std::int64_t i = 0; i < width; ++i)
            m_sums[static_cast<std::size_t>(i)] += fromX[i] + m_biasW(i);
        if constexpr (std::is_same_v<T, float>)
            if (m_shape.gates == 4 && m_usual)
                return lstmStep(m_sums.data(), cell.data() + b * m_shape.hidden,
                                hidden.data() + b * m_shape.hidden, m_shape.hidden);
        for (std::int64_t i = 0; i < m_shape.hidden; ++i)
            if (m_shape.gates == 1)
                hidden(b, i) = m_f[0](clipped(m_sums[static_cast<std::size_t>(i)]));
            else
                stepLstm(m_sums.data(), b, i);
    }

    Matrix<T> hidden, cell;

private:
    static Matrix<T> initial(const KernelContext& context, const CellShape& shape, std::int64_t d,
                             std::size_t input) {
        Matrix<T> state = Matrix<T>::Zero(shape.batch, shape.hidden);
        if (const RuntimeValue* given = context.optional(input))
            for (std::int64_t b = 0; b < shape.batch; ++b)
                for (std::int64_t i = 0; i < shape.hidden; ++i)
                    state(b, i) = given->as<T>()[shape.stateAt(d, b) + i];
        return state;
    }

    void readActivations(const Node& node, std::int64_t d) {
        std::vector<std::string> names;
        if (const Attribute* given = node.attribute("activations"))
            if (const auto* list = std::get_if<std::vector<std::string>>(&given->value))
                names = *list;
        const std::size_t each = m_shape.gates == 1 ? 1 : m_shape.gates == 3 ? 2 : 3;
        if (names.empty())
            for (std::int64_t i = 0; i < m_shape.directions; ++i)
                for (const char* name : m_shape.gates == 1
                                            ? std::vector<const char*>{"Tanh"}
                                            : std::vector<const char*>{"Sigmoid", "Tanh", "Tanh"})
                    if (names.size() < each * static_cast<std::size_t>(i + 1))
                        names.emplace_back(name);
        require(names.size() == each * static_cast<std::size_t>(m_shape.directions),
                "the number of activations is wrong");
        m_usual = true;
        for (std::size_t i = 0; i < each; ++i)
            m_usual = m_usual && names[static_cast<std::size_t>(d) * each + i] ==
                                     (i == 0 ? "Sigmoid" : "Tanh");
        const auto floats = [&](const char* name) {
            const Attribute* given = node.attribute(name);
            const auto* list = given ? std::get_if<std::vector<float>>(&given->value) : nullptr;
            return list ? *list : std::vector<float>();
        };
        const auto alphas = floats("activation_alpha"), betas = floats("activation_beta");
        const auto at = [](const std::vector<float>& list, std::size_t i) {
            return i < list.size() ? std::optional(list[i]) : std::nullopt;
        };
        for (std::size_t i = 0; i < each; ++i) {
            const std::size_t place = static_cast<std::size_t>(d) * each + i;
            m_f.push_back(activationNamed<T>(names[place], at(alphas, place), at(betas, place)));
        }
    }

    [[nodiscard]] T clipped(T x) const { return m_clip > 0 ? std::clamp(x, -m_clip, m_clip) : x; }

    /// Gates z, r, h. With `linear_before_reset` the product for h is computed before the reset.
    void stepGru(std::int64_t b, const T* given) {
        const std::int64_t h = m_shape.hidden;
        const auto size = static_cast<std::size_t>(h);
        m_fromX.assign(given, given + 3 * h);
        for (std::int64_t i = 0; i < 3 * h; ++i)
            m_fromX[static_cast<std::size_t>(i)] += m_biasW(i);
        m_z.resize(size);
        m_reset.resize(size);
        m_candidate.resize(size);
        T* state = hidden.data() + b * h;
        if constexpr (std::is_same_v<T, float>)
            if (m_usual)
                gruGates(m_fromX.data(), m_sums.data(), m_z.data(), m_reset.data(), h);
        for (std::size_t i = 0; i < size && !m_usual; ++i) {
            m_z[i] = m_f[0](clipped(m_fromX[i] + m_sums[i]));
            m_reset[i] = m_f[0](clipped(m_fromX[size + i] + m_sums[size + i]));
        }
        if (m_linearBeforeReset) {
            for (std::size_t i = 0; i < size; ++i)
                m_candidate[i] = m_reset[i] * m_sums[2 * size + i];
        } else {
            for (std::size_t i = 0; i < size; ++i)
                m_reset[i] *= state[i];
            multiplyPanels(m_r, 2, 3, m_reset.data(), m_biasR.data() + 2 * h, m_candidate.data(), h,
                           h);
        }
        if constexpr (std::is_same_v<T, float>)
            if (m_usual)
                return gruStep(m_fromX.data(), m_candidate.data(), m_z.data(), state, h);
        for (std::size_t i = 0; i < size; ++i) {
            const T made = m_f[1](clipped(m_fromX[2 * size + i] + m_candidate[i]));
            state[i] = (1 - m_z[i]) * made + m_z[i] * state[i];
        }
    }

    /// Gates i, o, f, c; peepholes in the order i, o, f.
    void stepLstm(const T* gates, std::int64_t b, std::int64_t i) {
        const std::int64_t h = m_shape.hidden;
        const auto look = [&](std::int64_t gate, T c) {
            return m_peephole ? m_peephole[gate * h + i] * c : T{0};
        };
        const T before = cell(b, i);
        const T in = m_f[0](clipped(gates[i] + look(0, before)));
        const T forget =
            m_inputForget ? 1 - in : m_f[0](clipped(gates[2 * h + i] + look(2, before)));
        cell(b, i) = forget * before + in * m_f[1](clipped(gates[3 * h + i]));
        hidden(b, i) = m_f[0](clipped(gates[h + i] + look(1, cell(b, i)))) * m_f[2](cell(b, i));
    }

    CellShape m_shape;
    const T* m_r;
    Row m_biasW, m_biasR;
    const T* m_peephole = nullptr;
    std::vector<Activation<T>> m_f;
    T m_clip = 0;
    bool m_linearBeforeReset = false, m_inputForget = false;
    bool m_usual = false; ///< float32, sigmoid and tanh, no clip, peephole or input_forget
    std::vector<T> m_sums, m_fromX, m_z, m_reset, m_candidate; ///< of the current step
};

/// The prepared weights of all directions, and the product of X with W for all steps of a
/// direction.
template <class T> class RecurrentWeights;

template <> class RecurrentWeights<float> {
public:
    /// The recurrent weights of one direction, packed in panels.
    const float* recurrentWeights(KernelContext& context, const CellShape& shape, std::int64_t d) {
        const std::int64_t size = packedSize(shape.gates, shape.hidden, shape.hidden);
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
                   packed, shape.gates, shape.hidden, shape.hidden);
        return packed;
    }

    /// X · Wᵀ of direction `d` [steps · batch, gates · hidden]; valid until the next call.
    const float* run(KernelContext& context, const CellShape& shape, std::int64_t d) {
        const RuntimeValue &x = context.input(0), &w = context.input(1);
        const std::int64_t rows = shape.steps * shape.batch, width = shape.gates * shape.hidden;
        const std::array key{d, shape.input, width, rows};
        const float* weights = w.as<float>() + d * width * shape.input;
        PreparedProduct& product = m_products.of(key, [&] {
            const PreparedProduct::Layout layout{plainDesc({rows, shape.input}),
                                                 TensorDesc({shape.input, width},
                                                            dnnl::memory::data_type::f32,
                                                            Dims{1, shape.input}),
                                                 plainDesc({rows, width}), TensorDesc()};
            const PreparedProduct* earlier =
                m_products.firstWhere([&](const auto& other, const PreparedProduct&) {
                    return std::equal(key.begin(), key.end() - 1, other.begin());
                });
            return PreparedProduct(layout, {}, 1.0F, context.weightsStay(), weights,
                                   earlier ? earlier->weights() : PackedWeights());
        });
        m_sums.resize(static_cast<std::size_t>(rows * width));
        if (shape.input == 0) // only the bias is left
            std::ranges::fill(m_sums, 0.0F);
        else if (rows > 0)
            product.run(x.data, weights, nullptr, m_sums.data());
        return m_sums.data();
    }

private:
    PreparedByShape<std::array<std::int64_t, 4>, PreparedProduct>
        m_products; ///< by direction, input, width, rows
    struct Panels {
        std::shared_ptr<void> memory;
        std::int64_t size = 0;
    };
    std::map<std::int64_t, Panels> m_recurrent; ///< by direction
    std::vector<float> m_sums;
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
        m_sums = x * w.transpose();
        return m_sums.data();
    }

private:
    Matrix<double> m_sums;
};

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
    std::vector<T> y(static_cast<std::size_t>(product(shape.yDims())));
    const bool onlyBackward = context.node().stringAttribute("direction", "forward") == "reverse";
    const std::int64_t width = shape.gates * shape.hidden;
    for (std::int64_t d = 0; d < shape.directions && shape.steps * shape.batch > 0; ++d) {
        const bool backward = onlyBackward || d == 1;
        const T* fromX = products.run(context, shape, d);
        Cell<T>& cell = cells[static_cast<std::size_t>(d)];
        for (std::int64_t i = 0; i < shape.steps; ++i)
            for (std::int64_t b = 0; b < shape.batch; ++b) {
                const std::int64_t length = lengths[static_cast<std::size_t>(b)];
                if (i >= length)
                    continue;
                const std::int64_t step = backward ? length - 1 - i : i;
                cell.step(b, fromX + shape.rowOf(step, b) * width);
                std::copy_n(cell.hidden.data() + b * shape.hidden, shape.hidden,
                            y.data() + shape.yAt(step, d, b));
            }
    }
    if (context.wants(0))
        std::copy(y.begin(), y.end(), context.output(0, x.type, shape.yDims()).as<T>());
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
/// Method:   one product of all steps of X with W (oneDNN, Eigen for float64), then one step after
///           the other a product of the state with R, whose float32 weights lie in panels. With
///           layout 1 the batch axis comes first.
/// Fails:    when a length is negative or greater than the number of steps
/// Source:   ONNX RNN-22
std::unique_ptr<Kernel> makeRnn(const KernelInit&) { return std::make_unique<RecurrentKernel>(1); }

/// Runs gated recurrent units over sequences, in one direction or both.
///
/// Inputs:   X float32, float64 [steps, batch, input]; W [directions, 3 · hidden, input];
///           R [directions, 3 · hidden, hidden]; B [directions, 6 · hidden], sequence_lens
///           int32 [batch], initial_h [directions, batch, hidden], all three optional
/// Outputs:  Y [steps, directions, batch, hidden]; Y_h [directions, batch, hidden]; both optional
/// Method:   one product of all steps of X with W (oneDNN, Eigen for float64), then one step after
///           the other a product of the state with R, whose float32 weights lie in panels. The
///           default activations of float32 run as vector loops where there is no clip. With layout
///           1 the batch axis comes first.
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
/// Method:   one product of all steps of X with W (oneDNN, Eigen for float64), then one step after
///           the other a product of the state with R, whose float32 weights lie in panels. The
///           default activations of float32 run as vector loops where there is no clip, P or
///           input_forget. With layout 1 the batch axis comes first.
/// Fails:    when a length is negative or greater than the number of steps
/// Source:   ONNX LSTM-22; Hochreiter and Schmidhuber, "Long short-term memory", 1997
std::unique_ptr<Kernel> makeLstm(const KernelInit&) { return std::make_unique<RecurrentKernel>(4); }

} // namespace partita::cpu
