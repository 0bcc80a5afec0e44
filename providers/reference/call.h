#pragma once

#include <map>
#include <stop_token>

#include "core/ir/model.h"
#include "core/provider/run_values.h"
#include "providers/reference/array.h"

namespace partita::reference {

/// One execution of a node: gives an operator its inputs and attributes and takes its outputs.
class Call {
public:
    Call(const Model& model, const Node& node, int version, RunValues& runValues,
         const std::stop_token& stop)
        : m_model(model), m_node(node), m_version(version), m_runValues(runValues), m_stop(stop) {}

    [[nodiscard]] const Node& node() const { return m_node; }
    [[nodiscard]] const Model& model() const { return m_model; }
    /// The version of the operator that the model's opset selects: Softmax in an opset-18 model has
    /// version 13.
    [[nodiscard]] int version() const { return m_version; }

    [[nodiscard]] std::size_t inputCount() const { return m_node.inputs.size(); }
    [[nodiscard]] std::size_t outputCount() const { return m_node.outputs.size(); }
    /// Whether an input is connected and has a value; optional inputs may have none.
    [[nodiscard]] bool has(std::size_t input) const;
    /// An input as a tensor, converted on the first call; refuses one that is omitted or no tensor.
    const Array& in(std::size_t input);
    /// An input of any kind: a tensor, a sequence, a map or an optional. Refuses an omitted one.
    [[nodiscard]] const RuntimeValue& value(std::size_t input) const;

    /// Whether an output is connected.
    [[nodiscard]] bool wants(std::size_t output) const;
    /// Stores an output; an output that is not connected is ignored.
    void give(std::size_t output, const Array& result);
    void give(std::size_t output, RuntimeValue result);
    void give(const Array& result) { give(0, result); }

    [[nodiscard]] bool hasAttribute(std::string_view name) const;
    /// Attributes by name; `otherwise`, or an empty list, where the attribute is absent.
    [[nodiscard]] std::int64_t integer(std::string_view name, std::int64_t otherwise) const;
    [[nodiscard]] double real(std::string_view name, float otherwise) const;
    [[nodiscard]] std::string text(std::string_view name, std::string_view otherwise) const;
    [[nodiscard]] Dims integers(std::string_view name, Dims otherwise = {}) const;
    [[nodiscard]] std::vector<double> reals(std::string_view name) const;
    [[nodiscard]] std::vector<std::string> texts(std::string_view name) const;
    /// A tensor attribute; nothing where it is absent.
    [[nodiscard]] std::optional<Array> tensor(std::string_view name) const;
    /// A required graph attribute; refuses a node without it.
    [[nodiscard]] const Graph& graph(std::string_view name) const;

    /// The values of all graphs by id. Set a body's inputs here before `run`, and read its outputs
    /// here afterwards.
    [[nodiscard]] RunValues& runValues() { return m_runValues; }
    /// Runs a subgraph; throws NodeFailure where it fails and Cancelled where the run was
    /// cancelled.
    void run(const Graph& body);
    /// Throws Cancelled when the run was cancelled; call it in long loops.
    void checkStop() const;

private:
    const Model& m_model;
    const Node& m_node;
    int m_version;
    RunValues& m_runValues;
    const std::stop_token& m_stop;
    std::map<std::size_t, Array> m_arrays; // inputs that were read before
};

/// Thrown by a cancelled run.
struct Cancelled {};

} // namespace partita::reference
