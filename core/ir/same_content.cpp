#include "core/ir/same_content.h"

#include <algorithm>

namespace partita {

namespace {

bool isSame(const AnnotationsPtr& a, const AnnotationsPtr& b) {
    return a == b || (a && b && a->docString == b->docString && a->metadata == b->metadata);
}

bool isSame(const Node& a, const Node& b) {
    return a.graph == b.graph && a.name == b.name && a.opType == b.opType && a.domain == b.domain &&
           a.overload == b.overload && std::ranges::equal(a.inputs, b.inputs) &&
           std::ranges::equal(a.outputs, b.outputs) &&
           sameAttributes(*a.attributes, *b.attributes) && isSame(a.annotations, b.annotations);
}

bool isSame(const Value& a, const Value& b) {
    return a.graph == b.graph && a.name == b.name && sameTypeOrNone(a.type, b.type) &&
           a.initializer == b.initializer && a.sparseInitializer == b.sparseInitializer &&
           isSame(a.annotations, b.annotations);
}

bool isSame(const Graph& a, const Graph& b) {
    return a.name == b.name && a.parent == b.parent && a.inputs == b.inputs &&
           a.outputs == b.outputs && a.function == b.function && a.quantization.empty() &&
           b.quantization.empty() && isSame(a.annotations, b.annotations);
}

bool isSame(const ModelInfo& a, const ModelInfo& b) {
    return a.irVersion == b.irVersion && a.producerName == b.producerName &&
           a.producerVersion == b.producerVersion && a.domain == b.domain &&
           a.modelVersion == b.modelVersion && a.opsets == b.opsets && a.mainGraph == b.mainGraph &&
           a.functions == b.functions && isSame(a.annotations, b.annotations);
}

template <class Changes> bool allSame(const Changes& changes) {
    return std::ranges::all_of(changes, [](const auto& each) {
        return each.before && each.after && isSame(*each.before, *each.after);
    });
}

} // namespace

bool changesNothing(const ModelDelta& delta) {
    const auto& before = delta.infoBefore;
    const auto& after = delta.infoAfter;
    return allSame(delta.nodes) && allSame(delta.values) && allSame(delta.graphs) &&
           (before == after || (before && after && isSame(*before, *after)));
}

} // namespace partita
