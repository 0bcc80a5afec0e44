#include "core/rewrite/pattern_graph.h"

namespace partita {

bool keepsReducedAxes(const Node& reduction) { return reduction.intAttribute("keepdims", 1) == 1; }

const Node* PatternGraph::soleProducer(ValueId value, const Node& reader,
                                       std::string_view op) const {
    const Node* made = producer(value);
    return made && made->is(op) && made->graph == reader.graph && isReadOnce(value) ? made
                                                                                    : nullptr;
}

std::optional<std::size_t> PatternGraph::rank(ValueId value) const {
    if (const Shape* known = shape(value))
        return known->size();
    const auto sizes = dims(value);
    return sizes ? std::optional(sizes->size()) : std::nullopt;
}

std::optional<std::vector<std::int64_t>> PatternGraph::axes(const Node& node,
                                                            std::size_t at) const {
    if (node.attribute("axes"))
        return node.intsAttribute("axes");
    const ValueId value = input(node, at);
    return value ? ints(value) : std::optional(std::vector<std::int64_t>());
}

ValueId PatternGraph::input(const Node& node, std::size_t i) {
    return i < node.inputs.size() ? node.inputs[i] : ValueId{};
}

} // namespace partita
