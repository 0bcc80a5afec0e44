#pragma once

#include "core/ir/attribute.h"

namespace partita {

/// The attribute with `copyGraph(GraphId) -> GraphId` in the place of each of its graphs.
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
