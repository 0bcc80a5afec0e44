#include "core/compare/node_sides.h"

#include <algorithm>
#include <map>
#include <tuple>

#include <fmt/format.h>

#include "core/base/count_text.h"
#include "core/compare/constant_comparison.h"
#include "core/onnx/schema.h"
#include "core/session/placed_order.h"

namespace partita {

namespace {

using Kind = NodeSidesRow::Kind;

constexpr std::size_t kMostRows = 40;   ///< of one kind; more would hide the others
constexpr std::size_t kCharacters = 60; ///< of a value

/// The facts of one side, by kind and place or name, in the order in which they are shown.
using SideFacts = std::map<std::tuple<Kind, std::size_t, std::string>, Message>;

class Collector {
public:
    Collector(const ComparedModel& side, NodeId node)
        : m_model(side.model), m_placed(side.placement), m_node(*side.model.node(node)) {}

    SideFacts run() {
        if (m_placed)
            addPlacement();
        const auto opset = m_model.info().opset(m_node.domain).value_or(1);
        const auto schema = findSchema(m_node.opType, m_node.domain, opset);
        for (std::size_t i = 0; i < std::min(kMostRows, m_node.inputs.size()); ++i)
            add(Kind::input, i, inputName(schema, i), valueText(m_node.inputs[i]));
        for (std::size_t i = 0; i < std::min(kMostRows, m_node.outputs.size()); ++i)
            add(Kind::output, i, outputName(schema, i), valueText(m_node.outputs[i]));
        for (std::size_t i = 0; i < std::min(kMostRows, m_node.attributes->size()); ++i) {
            const Attribute& attribute = *(*m_node.attributes)[i];
            add(Kind::attribute, 0, attribute.name, Message(attributeText(attribute, kCharacters)));
        }
        return std::move(m_facts);
    }

private:
    void add(Kind kind, std::size_t place, std::string name, Message text) {
        m_facts.emplace(std::tuple(kind, place, std::move(name)), std::move(text));
    }

    void addPlacement() {
        static const Message kNobody = PARTITA_TEXT("nobody");
        const Partition* partition = m_placed->partition(m_node.id);
        add(Kind::provider, 0, {},
            partition
                ? Message(fmt::format("{} · {}", m_placed->providerNames[partition->provider].name,
                                      m_placed->badge(*partition)))
            : m_placed->isFolded(m_node.id) ? goneWord(*m_placed, m_node.id)
                                            : kNobody);
        add(Kind::why, 0, {}, verdictOf(*m_placed, m_node.id).evidence);
        std::size_t borders = 0;
        std::uint64_t bytes = 0;
        for (const BoundaryTensor& each : m_placed->boundaries)
            if (!each.sameProvider && touches(each.value)) {
                ++borders;
                bytes += each.bytes.value_or(each.bytesPerSymbol);
            }
        add(Kind::boundaries, 0, {}, Message(grouped(borders)));
        add(Kind::bytes, 0, {}, Message(byteText(bytes)));
    }

    [[nodiscard]] bool touches(ValueId value) const {
        return std::ranges::find(m_node.inputs, value) != m_node.inputs.end() ||
               std::ranges::find(m_node.outputs, value) != m_node.outputs.end();
    }

    /// The type; of a constant a few of its values.
    [[nodiscard]] Message valueText(ValueId id) const {
        const auto& value = m_model.value(id);
        if (!value)
            return PARTITA_TEXT("omitted");
        if (const auto constant = constantRead(m_model, id))
            return PARTITA_TEXT(
                "constant {0}",
                attributeText(*Attribute::make({}, std::make_shared<const Tensor>(*constant)),
                              kCharacters));
        return Message(value->type ? value->type->text() : "?");
    }

    const Model& m_model;
    const Partitioning* m_placed;
    const Node& m_node;
    SideFacts m_facts;
};

} // namespace

std::vector<NodeSidesRow> nodeSides(const ComparedModel& sideBefore, NodeId before,
                                    const ComparedModel& sideAfter, NodeId after) {
    const auto factsOf = [](const ComparedModel& side, NodeId node) {
        return side.model.node(node) ? Collector(side, node).run() : SideFacts();
    };
    const SideFacts was = factsOf(sideBefore, before), is = factsOf(sideAfter, after);
    std::map<SideFacts::key_type, NodeSidesRow> rows;
    for (const auto& [facts, text] :
         {std::pair(&was, &NodeSidesRow::before), std::pair(&is, &NodeSidesRow::after)})
        for (const auto& [key, message] : *facts) {
            NodeSidesRow& row = rows[key];
            row.kind = std::get<Kind>(key);
            row.name = std::get<std::string>(key);
            row.*text = message;
        }
    std::vector<NodeSidesRow> list;
    for (auto& [key, row] : rows)
        list.push_back(std::move(row));
    return list;
}

} // namespace partita
