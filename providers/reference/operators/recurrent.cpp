// RNN, GRU and LSTM, sample by sample and step by step.

#include <algorithm>
#include <cctype>
#include <cmath>
#include <functional>

#include "providers/reference/catalogue.h"

namespace partita::reference {

namespace {

using Activation = std::function<double(double)>;
using State = std::vector<double>;

/// An activation by its case-insensitive name, with alpha and beta or their default values. Refuses
/// unknown names.
Activation activationOf(std::string name, std::optional<double> alpha, std::optional<double> beta) {
    for (char& c : name)
        c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    const auto a = [&](double otherwise) { return alpha.value_or(otherwise); };
    const auto b = [&](double otherwise) { return beta.value_or(otherwise); };
    if (name == "sigmoid")
        return [](double x) { return 1 / (1 + std::exp(-x)); };
    if (name == "tanh")
        return [](double x) { return std::tanh(x); };
    if (name == "relu")
        return [](double x) { return std::max(x, 0.0); };
    if (name == "affine")
        return [m = a(1), n = b(0)](double x) { return m * x + n; };
    if (name == "leakyrelu")
        return [m = a(0.01)](double x) { return x < 0 ? m * x : x; };
    if (name == "thresholdedrelu")
        return [m = a(1)](double x) { return x > m ? x : 0; };
    if (name == "scaledtanh")
        return [m = a(1), n = b(1)](double x) { return m * std::tanh(n * x); };
    if (name == "hardsigmoid")
        return [m = a(0.2), n = b(0.5)](double x) { return std::clamp(m * x + n, 0.0, 1.0); };
    if (name == "elu")
        return [m = a(1)](double x) { return x < 0 ? m * std::expm1(x) : x; };
    if (name == "softsign")
        return [](double x) { return x / (1 + std::fabs(x)); };
    if (name == "softplus")
        return [](double x) { return std::max(x, 0.0) + std::log1p(std::exp(-std::fabs(x))); };
    throw NodeFailure(PARTITA_TEXT("the activation '{0}' is not known", name));
}

/// What RNN, GRU and LSTM share: sizes, the weights W [num_directions, gates * hidden_size,
/// input_size], R [num_directions, gates * hidden_size, hidden_size] and B [num_directions, 2 *
/// gates * hidden_size], and the loop over directions, samples and steps.
class Recurrent {
public:
    Recurrent(Call& call, std::size_t gates, std::vector<std::string> activations)
        : m_call(call), m_gates(gates), m_byBatch(call.integer("layout", 0) == 1) {
        const Array &x = call.in(0), &w = call.in(1), &r = call.in(2);
        require(x.rank() == 3 && w.rank() == 3 && r.rank() == 3,
                "X, W and R must have 3 dimensions");
        m_steps = x.size(m_byBatch ? 1 : 0);
        m_batch = x.size(m_byBatch ? 0 : 1);
        m_inputs = x.size(2);
        m_directions = w.size(0);
        m_hidden = r.size(2);
        require(call.integer("hidden_size", r.dims()[2]) == r.dims()[2],
                "hidden_size differs from that of R");
        const std::string direction = call.text("direction", "forward");
        m_reverse = direction == "reverse";
        require(m_reverse || direction == "forward" || direction == "bidirectional",
                "the direction is none of forward, reverse and bidirectional");
        require(m_directions == (direction == "bidirectional" ? 2 : 1) &&
                    r.size(0) == m_directions && w.size(1) == gates * m_hidden &&
                    r.size(1) == gates * m_hidden && w.size(2) == m_inputs &&
                    (!call.has(3) || call.in(3).count() == 2 * m_directions * gates * m_hidden),
                "W, R or B does not match the input, hidden_size or direction");
        const std::vector<std::string> given = call.texts("activations");
        const std::vector<double> alphas = call.reals("activation_alpha"),
                                  betas = call.reals("activation_beta");
        for (std::size_t i = 0; i < m_directions * activations.size(); ++i) {
            const auto at = [&](const std::vector<double>& list) {
                return i < list.size() ? std::optional(list[i]) : std::nullopt;
            };
            m_activations.push_back(
                activationOf(i < given.size() ? given[i] : activations[i % activations.size()],
                             at(alphas), at(betas)));
        }
        m_perDirection = activations.size();
    }

    [[nodiscard]] std::size_t hidden() const { return m_hidden; }

    /// Row `row` of gate `gate` of W x + Wb, in the current direction and step.
    [[nodiscard]] double fromInput(std::size_t gate, std::size_t row) const {
        return product(1, gate, row, m_input) + bias(gate, row, 0);
    }
    /// The same row of R h + Rb.
    [[nodiscard]] double fromState(std::size_t gate, std::size_t row, const State& h) const {
        return product(2, gate, row, h) + bias(gate, row, m_gates);
    }
    /// Peephole term P * cell, with P [num_directions, 3 * hidden_size]; 0 where P is absent.
    [[nodiscard]] double peephole(std::size_t part, std::size_t row, double cell) const {
        return m_call.has(7) ? m_call.in(7).real((m_direction * 3 + part) * m_hidden + row) * cell
                             : 0;
    }
    /// Applies activation number `which` to the value clipped by the attribute `clip`.
    [[nodiscard]] double activate(std::size_t which, double value) const {
        const double clip = m_call.real("clip", 0);
        if (m_call.hasAttribute("clip") && clip > 0)
            value = std::clamp(value, -clip, clip);
        return unclipped(which, value);
    }
    [[nodiscard]] double unclipped(std::size_t which, double value) const {
        return m_activations[m_direction * m_perDirection + which](value);
    }

    /// Runs `step(h, c)`, which updates both states, and gives the outputs Y, Y_h and for a cell
    /// Y_c.
    void run(const std::function<void(State& h, State& c)>& step, bool hasCell) {
        const Array& x = m_call.in(0);
        Array y(x.type(), dims(m_steps, true)), last(x.type(), dims(0, false)), cells = last;
        for (m_direction = 0; m_direction < m_directions; ++m_direction)
            for (std::size_t sample = 0; sample < m_batch; ++sample) {
                State h = initial(5, sample), c = initial(6, hasCell ? sample : m_batch);
                const std::size_t length = lengthOf(sample);
                for (std::size_t i = 0; i < length; ++i) {
                    m_call.checkStop();
                    const bool backwards = m_reverse || m_direction == 1;
                    const std::size_t time = backwards ? length - 1 - i : i;
                    readInput(time, sample);
                    step(h, c);
                    for (std::size_t j = 0; j < m_hidden; ++j)
                        y.set(placeOfResult(time, sample) + j, h[j]);
                }
                for (std::size_t j = 0; j < m_hidden; ++j) {
                    last.set(placeOfState(sample) + j, h[j]);
                    cells.set(placeOfState(sample) + j, c[j]);
                }
            }
        m_call.give(0, y);
        m_call.give(1, last);
        if (hasCell)
            m_call.give(2, cells);
    }

private:
    [[nodiscard]] Dims dims(std::size_t steps, bool withSteps) const {
        const auto size = [](std::size_t count) { return static_cast<std::int64_t>(count); };
        if (withSteps)
            return m_byBatch ? Dims{size(m_batch), size(steps), size(m_directions), size(m_hidden)}
                             : Dims{size(steps), size(m_directions), size(m_batch), size(m_hidden)};
        return m_byBatch ? Dims{size(m_batch), size(m_directions), size(m_hidden)}
                         : Dims{size(m_directions), size(m_batch), size(m_hidden)};
    }
    [[nodiscard]] std::size_t placeOfState(std::size_t sample) const {
        return (m_byBatch ? sample * m_directions + m_direction : m_direction * m_batch + sample) *
               m_hidden;
    }
    [[nodiscard]] std::size_t placeOfResult(std::size_t time, std::size_t sample) const {
        return (m_byBatch ? (sample * m_steps + time) * m_directions + m_direction
                          : (time * m_directions + m_direction) * m_batch + sample) *
               m_hidden;
    }
    /// A sample's row of an initial state; zeros where the input is absent or `sample` is out of
    /// range.
    [[nodiscard]] State initial(std::size_t input, std::size_t sample) const {
        State state(m_hidden);
        if (sample < m_batch && m_call.has(input)) {
            require(m_call.in(input).count() == m_batch * m_directions * m_hidden,
                    "an initial state has the wrong size");
            for (std::size_t j = 0; j < m_hidden; ++j)
                state[j] = m_call.in(input).real(placeOfState(sample) + j);
        }
        return state;
    }
    [[nodiscard]] std::size_t lengthOf(std::size_t sample) const {
        if (!m_call.has(4))
            return m_steps;
        require(m_call.in(4).count() == m_batch,
                "one length for each entry of the batch was expected");
        const std::int64_t length = m_call.in(4).integer(sample);
        require(length >= 0 && length <= static_cast<std::int64_t>(m_steps),
                "a sequence is longer than X");
        return static_cast<std::size_t>(length);
    }
    void readInput(std::size_t time, std::size_t sample) {
        const std::size_t row = m_byBatch ? sample * m_steps + time : time * m_batch + sample;
        m_input.resize(m_inputs);
        for (std::size_t i = 0; i < m_inputs; ++i)
            m_input[i] = m_call.in(0).real(row * m_inputs + i);
    }
    [[nodiscard]] double product(std::size_t weights, std::size_t gate, std::size_t row,
                                 const State& vector) const {
        const auto& matrix = m_call.in(weights).as<double>();
        const std::size_t first = ((m_direction * m_gates + gate) * m_hidden + row) * vector.size();
        double sum = 0;
        for (std::size_t i = 0; i < vector.size(); ++i)
            sum += matrix[first + i] * vector[i];
        return sum;
    }
    [[nodiscard]] double bias(std::size_t gate, std::size_t row, std::size_t half) const {
        const std::size_t at = (m_direction * 2 * m_gates + half + gate) * m_hidden + row;
        return m_call.has(3) ? m_call.in(3).real(at) : 0;
    }

    Call& m_call;
    std::size_t m_gates, m_steps = 0, m_batch = 0, m_inputs = 0, m_directions = 0, m_hidden = 0;
    std::size_t m_direction = 0, m_perDirection = 0;
    bool m_byBatch, m_reverse = false;
    std::vector<Activation> m_activations;
    State m_input;
};

} // namespace

/// Ht = f(W Xt + R Ht-1 + Wb + Rb).
void rnn(Call& call) {
    Recurrent net(call, 1, {"Tanh"});
    net.run(
        [&](State& h, State&) {
            const State before = h;
            for (std::size_t i = 0; i < h.size(); ++i)
                h[i] = net.activate(0, net.fromInput(0, i) + net.fromState(0, i, before));
        },
        false);
}

/// Gates z, r, h: Ht = (1 - z) * h + z * Ht-1. The reset gate r multiplies Ht-1 before R does, or
/// by `linear_before_reset` the product of both afterwards.
void gru(Call& call) {
    Recurrent net(call, 3, {"Sigmoid", "Tanh"});
    const bool after = call.integer("linear_before_reset", 0) != 0;
    net.run(
        [&](State& h, State&) {
            const State before = h;
            State z(h.size()), r(h.size()), reset(h.size());
            for (std::size_t i = 0; i < h.size(); ++i) {
                z[i] = net.activate(0, net.fromInput(0, i) + net.fromState(0, i, before));
                r[i] = net.activate(0, net.fromInput(1, i) + net.fromState(1, i, before));
                reset[i] = r[i] * before[i];
            }
            for (std::size_t i = 0; i < h.size(); ++i) {
                const double kept =
                    after ? r[i] * net.fromState(2, i, before) : net.fromState(2, i, reset);
                const double next = net.activate(1, net.fromInput(2, i) + kept);
                h[i] = (1 - z[i]) * next + z[i] * before[i];
            }
        },
        false);
}

/// Gates i, o, f, c; peepholes i, o, f: Ct = f * Ct-1 + i * c, Ht = o * h(Ct).
void lstm(Call& call) {
    Recurrent net(call, 4, {"Sigmoid", "Tanh", "Tanh"});
    const bool coupled = call.integer("input_forget", 0) != 0;
    net.run(
        [&](State& h, State& c) {
            const State before = h;
            const auto sum = [&](std::size_t gate, std::size_t i) {
                return net.fromInput(gate, i) + net.fromState(gate, i, before);
            };
            for (std::size_t i = 0; i < h.size(); ++i) {
                const double in = net.activate(0, sum(0, i) + net.peephole(0, i, c[i]));
                const double forget =
                    coupled ? 1 - in : net.activate(0, sum(2, i) + net.peephole(2, i, c[i]));
                c[i] = forget * c[i] + in * net.activate(1, sum(3, i));
                const double out = net.activate(0, sum(1, i) + net.peephole(1, i, c[i]));
                h[i] = out * net.unclipped(2, c[i]); // not clipped, as in ONNX Runtime
            }
        },
        true);
}

} // namespace partita::reference
