#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include <Eigen/Core>

#include "core/base/text_parts.h"
#include "providers/cpu/kernels/kernel.h"
#include "providers/cpu/kernels/recurrent_math.h"
#include "providers/cpu/loops/formulas.h"

namespace partita::cpu {

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
public:
    /// `r`: the recurrent weights of this direction; of float32 in panels.
    Cell(const KernelContext& context, const CellShape& shape, std::int64_t d, const T* r)
        : hidden(initial(context, shape, d, 5)), m_shape(shape), m_r(r) {
        const std::int64_t width = shape.gates * shape.hidden;
        if (const RuntimeValue* bias = context.optional(3))
            m_biasR = bias->as<T>() + (d * 2 + 1) * width;
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
        m_given.reserve(static_cast<std::size_t>(shape.batch));
        m_states.resize(static_cast<std::size_t>(shape.batch));
        m_sums.resize(static_cast<std::size_t>(shape.batch * width));
        if (shape.gates == 3) {
            m_z.resize(static_cast<std::size_t>(shape.batch * shape.hidden));
            m_reset.resize(m_z.size());
        }
    }

    /// Lets a sequence take part in the next step. `fromX`: the product of its input with W and the
    /// bias of it, for each gate.
    void give(std::int64_t sequence, const T* fromX) { m_given.push_back({sequence, fromX}); }

    /// One step of the sequences that take part, whose states are multiplied by R together.
    void step() {
        // Without linear_before_reset the last gate of a GRU multiplies the reset state, later on.
        const std::int64_t made = m_shape.gates == 3 && !m_linearBeforeReset ? 2 : m_shape.gates;
        for (std::size_t i = 0; i < m_given.size(); ++i)
            m_states[i] = stateOf(m_given[i]);
        multiplyPanels(m_r, {0, made}, states(), m_biasR, m_sums.data(), m_shape.hidden);
        for (std::size_t i = 0; i < m_given.size() && m_shape.gates != 3; ++i)
            m_shape.gates == 4 ? stepLstm(m_given[i], sumsOf(i, 4))
                               : stepRnn(m_given[i], sumsOf(i, 1));
        if (m_shape.gates == 3)
            stepGru(made);
        m_given.clear();
    }

    Matrix<T> hidden, cell;

private:
    struct Given {
        std::int64_t sequence;
        const T* fromX;
    };

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
        const auto directions = static_cast<std::size_t>(m_shape.directions);
        const std::vector<std::string_view> usual =
            m_shape.gates == 1   ? std::vector<std::string_view>{"Tanh"}
            : m_shape.gates == 3 ? std::vector<std::string_view>{"Sigmoid", "Tanh"}
                                 : std::vector<std::string_view>{"Sigmoid", "Tanh", "Tanh"};
        const std::size_t each = usual.size();
        if (names.empty())
            for (std::size_t i = 0; i < directions; ++i)
                names.insert(names.end(), usual.begin(), usual.end());
        require(names.size() == each * directions, "the number of activations is wrong");
        m_usual = std::ranges::equal(
            std::span(names).subspan(static_cast<std::size_t>(d) * each, each), usual);
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

    [[nodiscard]] T* stateOf(const Given& given) {
        return hidden.data() + given.sequence * m_shape.hidden;
    }
    [[nodiscard]] std::span<const T* const> states() const {
        return {m_states.data(), m_given.size()};
    }
    /// The sums of `gates` gates from the state of the sequence that was given as number `i`.
    [[nodiscard]] T* sumsOf(std::size_t i, std::int64_t gates) {
        return m_sums.data() + static_cast<std::int64_t>(i) * gates * m_shape.hidden;
    }

    void stepRnn(const Given& given, const T* sums) {
        T* state = stateOf(given);
        if constexpr (std::is_same_v<T, float>)
            if (m_usual)
                return rnnStep(given.fromX, sums, state, m_shape.hidden);
        for (std::int64_t i = 0; i < m_shape.hidden; ++i)
            state[i] = m_f[0](clipped(given.fromX[i] + sums[i]));
    }

    /// Gates z, r, h; `made`: of how many the sums are made. With `linear_before_reset` the product
    /// for h is computed before the reset.
    void stepGru(std::int64_t made) {
        const std::int64_t h = m_shape.hidden;
        for (std::size_t n = 0; n < m_given.size(); ++n) {
            const T *fromX = m_given[n].fromX, *sums = sumsOf(n, made);
            T *z = m_z.data() + static_cast<std::int64_t>(n) * h,
              *reset = m_reset.data() + static_cast<std::int64_t>(n) * h;
            if constexpr (std::is_same_v<T, float>)
                if (m_usual)
                    gruGates(fromX, sums, z, reset, h);
            for (std::int64_t i = 0; i < h && !m_usual; ++i) {
                z[i] = m_f[0](clipped(fromX[i] + sums[i]));
                reset[i] = m_f[0](clipped(fromX[h + i] + sums[h + i]));
            }
            const T* multiplied = m_linearBeforeReset ? sums + 2 * h : m_states[n];
            for (std::int64_t i = 0; i < h; ++i)
                reset[i] *= multiplied[i];
            m_states[n] = reset;
        }
        if (!m_linearBeforeReset)
            multiplyPanels(m_r, {2, 3}, states(), m_biasR, m_sums.data(), h);
        const std::vector<T>& candidates = m_linearBeforeReset ? m_reset : m_sums;
        for (std::size_t n = 0; n < m_given.size(); ++n) {
            const std::int64_t at = static_cast<std::int64_t>(n) * h;
            takeCandidate(m_given[n], candidates.data() + at, m_z.data() + at);
        }
    }

    /// The new state of a GRU. `candidate`: the sums of gate h from the state.
    void takeCandidate(const Given& given, const T* candidate, const T* z) {
        const std::int64_t h = m_shape.hidden;
        T* state = stateOf(given);
        if constexpr (std::is_same_v<T, float>)
            if (m_usual)
                return gruStep(given.fromX, candidate, z, state, h);
        for (std::int64_t i = 0; i < h; ++i) {
            const T made = m_f[1](clipped(given.fromX[2 * h + i] + candidate[i]));
            state[i] = (1 - z[i]) * made + z[i] * state[i];
        }
    }

    /// Gates i, o, f, c; peepholes in the order i, o, f.
    void stepLstm(const Given& given, const T* sums) {
        const std::int64_t h = m_shape.hidden;
        T *state = stateOf(given), *memory = cell.data() + given.sequence * h;
        if constexpr (std::is_same_v<T, float>)
            if (m_usual)
                return lstmStep(given.fromX, sums, memory, state, h);
        for (std::int64_t i = 0; i < h; ++i) {
            const auto gate = [&](std::int64_t g, std::int64_t peephole, T c) {
                const T look = m_peephole ? m_peephole[peephole * h + i] * c : T{0};
                return clipped(given.fromX[g * h + i] + sums[g * h + i] + look);
            };
            const T before = memory[i], in = m_f[0](gate(0, 0, before)),
                    forget = m_inputForget ? 1 - in : m_f[0](gate(2, 2, before)),
                    made = m_f[1](clipped(given.fromX[3 * h + i] + sums[3 * h + i]));
            memory[i] = forget * before + in * made;
            state[i] = m_f[0](gate(1, 1, memory[i])) * m_f[2](memory[i]);
        }
    }

    CellShape m_shape;
    const T* m_r;
    const T* m_biasR = nullptr; ///< null: none
    const T* m_peephole = nullptr;
    std::vector<Activation<T>> m_f;
    T m_clip = 0;
    bool m_linearBeforeReset = false, m_inputForget = false;
    bool m_usual = false;       ///< float32, default activations, no clip, peephole or input_forget
    std::vector<Given> m_given; ///< of the current step
    std::vector<const T*> m_states;      ///< of the sequences of m_given
    std::vector<T> m_sums, m_z, m_reset; ///< of them
};

} // namespace partita::cpu
