#pragma once

#include <algorithm>

#include "core/ir/constants.h"
#include "core/onnx/operator_facts.h"
#include "providers/cpu/plan/fusion_graph.h"

// What recognizeQuantized shares with the search for the stages after the first codes.

namespace partita::cpu::quantized {

using Slot = std::optional<std::size_t>;

/// Quantized codes with scale and zero point.
struct Codes {
    ValueId codes, scale, zero; ///< `zero` may be omitted
};

/// An operator on codes that replaces nodes of the `Matcher`'s graph.
struct Replacement {
    std::string_view op, domain;
    int version;
    std::vector<ValueId> inputs;
    Attributes attributes;
    std::vector<VectorStep> activations;
    std::vector<CodeStage> stages;
};

class Matcher {
public:
    explicit Matcher(FusionGraph& graph) : m_graph(graph) {}

    [[nodiscard]] FusionGraph& graph() { return m_graph; }
    [[nodiscard]] const Node& node(std::size_t slot) const { return *m_graph.at(slot).record; }

    /// The codes of a value that a DequantizeLinear with one scale produces; empty for any other.
    [[nodiscard]] std::optional<Codes> dequantized(ValueId value) const {
        const Slot maker = m_graph.producer(value);
        if (!maker || m_graph.at(*maker).members.size() != 1 ||
            !node(*maker).is("DequantizeLinear") || !m_graph.hasOneScale(node(*maker)) ||
            !m_graph.isFloat32(value) || !m_graph.isBytes(node(*maker).inputs[0]))
            return std::nullopt;
        return codesOf(node(*maker));
    }

    /// The codes of constant weights with one scale, or one for each index of `axis`.
    [[nodiscard]] std::optional<Codes> dequantizedWeights(ValueId value, std::size_t axis) const {
        const Model& model = m_graph.model();
        const NodeId maker = value ? model.producer(value) : NodeId{};
        if (!maker || !model.node(maker)->is("DequantizeLinear") || !m_graph.isFloat32(value))
            return std::nullopt;
        const Node& dequantize = *model.node(maker);
        const auto codes = m_graph.constants().isConstant(dequantize.inputs[0])
                               ? m_graph.dimsOf(dequantize.inputs[0])
                               : std::nullopt;
        const auto scale = m_graph.dimsOf(dequantize.inputs[1]);
        const auto zero = dequantize.inputs.size() > 2 && dequantize.inputs[2]
                              ? m_graph.dimsOf(dequantize.inputs[2])
                              : scale;
        if (!codes || !m_graph.isBytes(dequantize.inputs[0]) || !scale || scale->size() > 1 ||
            zero != scale || !m_graph.isConstantFloat32(dequantize.inputs[1]) ||
            dequantize.intAttribute("block_size", 0) != 0)
            return std::nullopt;
        if (elementCount(*scale) != 1 &&
            (axisOf(dequantize.intAttribute("axis", 1), codes->size()) != axis ||
             elementCount(*scale) != (*codes)[axis]))
            return std::nullopt;
        return codesOf(dequantize);
    }

    /// The only reader of a value, if that is a QuantizeLinear to bytes with one scale.
    [[nodiscard]] Slot quantizer(ValueId value) const {
        const Slot reader = m_graph.soleReader(value);
        if (!reader || m_graph.at(*reader).members.size() != 1 ||
            !node(*reader).is("QuantizeLinear") || node(*reader).inputs[0] != value ||
            !m_graph.hasOneScale(node(*reader)) || !m_graph.isBytes(node(*reader).outputs[0]))
            return std::nullopt;
        const bool hasZero = node(*reader).inputs.size() > 2 && node(*reader).inputs[2];
        return hasZero || m_graph.typeOf(node(*reader).outputs[0]) == DataType::uint8 ? reader
                                                                                      : Slot();
    }

    [[nodiscard]] static Codes codesOf(const Node& node) {
        return {node.inputs[0], node.inputs[1],
                node.inputs.size() > 2 ? node.inputs[2] : ValueId{}};
    }

    /// Whether equal codes stand for equal numbers: type, scale and zero point are the same.
    [[nodiscard]] bool meanTheSame(const Codes& a, const Codes& b, ValueId codesOfB) const {
        const auto number = [&](ValueId id) {
            return id ? m_graph.constants().scalar(id) : std::optional(0.0);
        };
        return m_graph.typeOf(a.codes) == m_graph.typeOf(codesOfB) &&
               number(a.scale) == number(b.scale) && number(a.zero) == number(b.zero);
    }

    /// Merges `slots` into one node with the outputs of the last slot; the group is named after the
    /// first.
    void replace(const std::vector<std::size_t>& slots, Replacement by) {
        const std::size_t last = slots.back();
        m_leaders.emplace_back(last, m_graph.at(slots.front()).members.front());
        Node record = node(last);
        record.opType = SharedString(by.op);
        record.domain = SharedString(by.domain);
        record.inputs = IdList<ValueId>(by.inputs.begin(), by.inputs.end());
        record.attributes = std::make_shared<const Attributes>(std::move(by.attributes));
        m_graph.join(slots, last);
        PlannedNode& planned = m_graph.at(last);
        planned.record = std::make_shared<Node>(std::move(record));
        planned.version = by.version;
        planned.recognized = true;
        planned.epilogue.activations = std::move(by.activations);
        planned.epilogue.stages = std::move(by.stages);
        for (const ValueId input : by.inputs)
            if (input)
                m_graph.alsoReads(last, input);
    }

    /// Moves the node that gives each group its name to the front.
    void nameGroups() {
        for (const auto& [slot, leader] : m_leaders) {
            auto& members = m_graph.at(slot).members;
            const auto at = std::ranges::find(members, leader);
            std::rotate(members.begin(), at, at + 1);
        }
    }

private:
    FusionGraph& m_graph;
    std::vector<std::pair<std::size_t, NodeId>> m_leaders; ///< slot and naming node
};

/// Nodes from a product to the last codes that its kernel makes.
struct Way {
    std::vector<std::size_t> slots;
    std::vector<VectorStep> activations; ///< before the first codes
    std::vector<CodeStage> stages;       ///< to further codes
};

/// Extends `slots` from its last to the QuantizeLinear after it, with up to two activations
/// between them, which are added to `activations`; false, and unspecified, where there is none.
bool extendToQuantizer(const Matcher& match, const FusionGraph& graph,
                       std::vector<std::size_t>& slots, std::vector<VectorStep>& activations);

/// Extends the way behind its last `codes` by the stages that the kernel of a product with `filters`
/// can make, and the inputs of the product by theirs.
void extendByStages(const Matcher& match, const FusionGraph& graph, std::int64_t filters, Way& way,
                    std::vector<ValueId>& inputs, const Codes& codes);

} // namespace partita::cpu::quantized
