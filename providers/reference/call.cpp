#include "providers/reference/call.h"

namespace partita::reference {

namespace {

template <class T> const T* attributeOf(const Node& node, std::string_view name) {
    const Attribute* attribute = node.attribute(name);
    return attribute ? std::get_if<T>(&attribute->value) : nullptr;
}

} // namespace

bool Call::has(std::size_t input) const {
    return input < m_node.inputs.size() && m_node.inputs[input] &&
           m_runValues.at(m_node.inputs[input]).present();
}

const RuntimeValue& Call::value(std::size_t input) const {
    if (!has(input))
        throw NodeFailure(PARTITA_TEXT("input {0} has no value", input));
    return m_runValues.at(m_node.inputs[input]);
}

const Array& Call::in(std::size_t input) {
    const auto found = m_arrays.find(input);
    if (found != m_arrays.end())
        return found->second;
    return m_arrays.emplace(input, Array::from(value(input))).first->second;
}

bool Call::wants(std::size_t output) const {
    return output < m_node.outputs.size() && m_node.outputs[output];
}

void Call::give(std::size_t output, const Array& result) { give(output, result.toRuntime()); }

void Call::give(std::size_t output, RuntimeValue result) {
    if (wants(output))
        m_runValues.at(m_node.outputs[output]) = std::move(result);
}

bool Call::hasAttribute(std::string_view name) const { return m_node.attribute(name) != nullptr; }

std::int64_t Call::integer(std::string_view name, std::int64_t otherwise) const {
    return m_node.intAttribute(name, otherwise);
}

double Call::real(std::string_view name, float otherwise) const {
    return m_node.floatAttribute(name, otherwise);
}

std::string Call::text(std::string_view name, std::string_view otherwise) const {
    return std::string(m_node.stringAttribute(name, otherwise));
}

Dims Call::integers(std::string_view name, Dims otherwise) const {
    const auto* list = attributeOf<std::vector<std::int64_t>>(m_node, name);
    if (list)
        return *list;
    return otherwise;
}

std::vector<double> Call::reals(std::string_view name) const {
    const auto* list = attributeOf<std::vector<float>>(m_node, name);
    return list ? std::vector<double>(list->begin(), list->end()) : std::vector<double>();
}

std::vector<std::string> Call::texts(std::string_view name) const {
    const auto* list = attributeOf<std::vector<std::string>>(m_node, name);
    return list ? *list : std::vector<std::string>();
}

std::optional<Array> Call::tensor(std::string_view name) const {
    const auto* tensor = attributeOf<TensorPtr>(m_node, name);
    return tensor && *tensor ? std::optional(Array::from(**tensor)) : std::nullopt;
}

const Graph& Call::graph(std::string_view name) const {
    const auto* body = attributeOf<GraphId>(m_node, name);
    if (!body || !m_model.graph(*body))
        throw NodeFailure(PARTITA_TEXT("attribute '{0}' is not a graph", name));
    return *m_model.graph(*body);
}

void Call::run(const Graph& body) {
    checkStop();
    if (auto ran = m_runValues.runSubgraph(body.id, m_stop); !ran) {
        checkStop();
        throw NodeFailure(ran.error().whole());
    }
}

void Call::checkStop() const {
    if (m_stop.stop_requested())
        throw Cancelled();
}

} // namespace partita::reference
