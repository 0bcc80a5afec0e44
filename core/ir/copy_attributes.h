#pragma once

#include "core/ir/attribute.h"

namespace partita {

/// Returns the attribute with each of its graphs replaced by `copyGraph(GraphId) -> GraphId`.
template <class F> AttributePtr withGraphs(const AttributePtr& attribute, F&& copyGraph) {
    if (!std::holds_alternative<GraphId>(attribute->value) &&
        !std::holds_alternative<std::vector<GraphId>>(attribute->value))
        return attribute;
    auto copy = std::make_shared<Attribute>(*attribute);
    if (auto* body = std::get_if<GraphId>(&copy->value))
        *body = copyGraph(*body);
    if (auto* bodies = std::get_if<std::vector<GraphId>>(&copy->value))
        for (GraphId& body : *bodies)
            body = copyGraph(body);
    return copy;
}

} // namespace partita
