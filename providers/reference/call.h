#pragma once

#include <map>
#include <stop_token>

#include "core/ir/model.h"
#include "core/provider/run_values.h"
#include "providers/reference/array.h"

namespace partita::reference {

/// One node in one run: what an operator reads, and where it leaves its results.
class Call {
public:
    Call(const Model& model, const Node& node, int version, Environment& environment,
         const std::stop_token& stop)
        : m_model(model), m_node(node), m_version(version), m_environment(environment),
          m_stop(stop) {}

    [[nodiscard]] const Node& node() const { return m_node; }
    [[nodiscard]] const Model& model() const { return m_model; }
    /// The operator's version in force: Softmax in an opset-18 model is 13.
    [[nodiscard]] int version() const { return m_version; }

    [[nodiscard]] std::size_t inputCount() const { return m_node.inputs.size(); }
    [[nodiscard]] std::size_t outputCount() const { return m_node.outputs.size(); }
    /// Whether an optional input is given.
    [[nodiscard]] bool has(std::size_t input) const;
    /// An input as a tensor; refuses one that is omitted or is no tensor. It is read once.
    const Array& in(std::size_t input);
    /// The same whatever it is: a sequence, a map, an optional.
    [[nodiscard]] const RuntimeValue& value(std::size_t input) const;

    /// Whether somebody reads that output.
    [[nodiscard]] bool wants(std::size_t output) const;
    void give(std::size_t output, const Array& result);
    void give(std::size_t output, RuntimeValue result);
    void give(const Array& result) { give(0, result); }

    [[nodiscard]] bool hasAttribute(std::string_view name) const;
    [[nodiscard]] std::int64_t integer(std::string_view name, std::int64_t otherwise) const;
    [[nodiscard]] double real(std::string_view name, float otherwise) const;
    [[nodiscard]] std::string text(std::string_view name, std::string_view otherwise) const;
    [[nodiscard]] Dims integers(std::string_view name, Dims otherwise = {}) const;
    [[nodiscard]] std::vector<double> reals(std::string_view name) const;
    [[nodiscard]] std::vector<std::string> texts(std::string_view name) const;
    /// A tensor attribute; nothing where it is absent.
    [[nodiscard]] std::optional<Array> tensor(std::string_view name) const;
    /// A graph attribute, which the operator cannot do without.
    [[nodiscard]] const Graph& graph(std::string_view name) const;

    /// The values of bodies, by their ids: inputs are set there before a body runs, its results are
    /// there afterwards.
    [[nodiscard]] Environment& environment() { return m_environment; }
    void run(const Graph& body);
    /// Throws when the run was cancelled; to be called in long loops.
    void checkStop() const;

private:
    const Model& m_model;
    const Node& m_node;
    int m_version;
    Environment& m_environment;
    const std::stop_token& m_stop;
    std::map<std::size_t, Array> m_arrays; // inputs that were read
};

/// Thrown where a run was cancelled.
struct Cancelled {};

} // namespace partita::reference
