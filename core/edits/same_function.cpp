#include "core/edits/same_function.h"

#include <algorithm>

namespace partita::edits {

namespace {

class Comparison {
public:
    Comparison(const Model& a, const Model& b) : m_a(a), m_b(b) {}

    [[nodiscard]] bool graphs(GraphId inA, GraphId inB) const {
        const Graph &a = *m_a.graph(inA), &b = *m_b.graph(inB);
        const auto nodesOfA = m_a.topologicalOrder(inA), nodesOfB = m_b.topologicalOrder(inB);
        return values(a.inputs, b.inputs) && values(a.outputs, b.outputs) &&
               std::ranges::equal(nodesOfA, nodesOfB, [this](NodeId x, NodeId y) {
                   return nodes(*m_a.node(x), *m_b.node(y));
               });
    }

private:
    template <class List> bool values(const List& a, const List& b) const {
        return std::ranges::equal(a, b, [this](ValueId x, ValueId y) {
            const auto &one = m_a.value(x), &other = m_b.value(y);
            return one && other ? one->name == other->name && one->initializer == other->initializer
                                : !one && !other;
        });
    }

    bool nodes(const Node& a, const Node& b) const {
        return a.opType == b.opType && a.domain == b.domain && a.overload == b.overload &&
               values(a.inputs, b.inputs) && values(a.outputs, b.outputs) &&
               std::ranges::equal(*a.attributes, *b.attributes,
                                  [this](const AttributePtr& x, const AttributePtr& y) {
                                      return attributes(x, y);
                                  });
    }

    bool attributes(const AttributePtr& a, const AttributePtr& b) const {
        if (a == b && !std::holds_alternative<GraphId>(a->value))
            return true;
        const auto *one = std::get_if<GraphId>(&a->value), *other = std::get_if<GraphId>(&b->value);
        return one && other ? a->name == b->name && graphs(*one, *other) : sameAttributes({a}, {b});
    }

    const Model &m_a, &m_b;
};

} // namespace

bool sameFunction(const Model& a, GraphId inA, const Model& b, GraphId inB) {
    const FunctionInfo &one = *a.graph(inA)->function, &other = *b.graph(inB)->function;
    return one.attributes == other.attributes && one.opsets == other.opsets &&
           sameAttributes(one.defaults, other.defaults) && Comparison(a, b).graphs(inA, inB);
}

} // namespace partita::edits
