#pragma once

#include <map>
#include <unordered_map>

#include "core/compare/model_differences.h"

namespace partita {

/// Which values of two matched models are the same value.
class ValuePartners {
public:
    ValuePartners(const Model& a, const Model& b, const NodeMatching& matching);

    /// Whether both are the same output of the same node, or the same input of the same graph.
    [[nodiscard]] bool same(ValueId a, ValueId b) const;
    /// Inputs of the main graphs that are the same input; none: only one model has it.
    [[nodiscard]] const std::vector<std::pair<ValueId, ValueId>>& inputs() const {
        return m_mainInputs;
    }
    [[nodiscard]] const std::vector<std::pair<ValueId, ValueId>>& outputs() const {
        return m_mainOutputs;
    }
    /// The type or the shape, if it differs. Symbols of the models' inputs correspond by their
    /// place; other symbols are made up by shape inference, and differ in nothing. What is unknown
    /// differs in nothing either, unless `exact`.
    [[nodiscard]] std::optional<PropertyChange> typeChange(ValueId a, ValueId b, bool exact) const;

private:
    void pairInputs(GraphId a, GraphId b);
    void pairSymbols();
    [[nodiscard]] bool sameDim(const Dim& a, const Dim& b, bool exact) const;
    [[nodiscard]] bool sameShape(const Shape& a, const Shape& b, bool exact) const;

    const Model &m_a, &m_b;
    const NodeMatching& m_matching;
    std::vector<std::pair<ValueId, ValueId>> m_mainInputs, m_mainOutputs;
    std::unordered_map<ValueId, ValueId> m_inputs; // of all graphs
    std::map<std::string, std::string, std::less<>> m_symbols, m_symbolsBack;
};

/// The name of a value, or where it comes from if it has none; empty for the none-id.
std::string valueText(const Model& model, ValueId value);

} // namespace partita
