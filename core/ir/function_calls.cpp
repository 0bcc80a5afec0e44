#include "core/ir/function_calls.h"
#include "core/base/try.h"

#include <algorithm>
#include <limits>

namespace partita {

namespace {

std::uint64_t saturatingSum(std::uint64_t a, std::uint64_t b) {
    return a > std::numeric_limits<std::uint64_t>::max() - b
               ? std::numeric_limits<std::uint64_t>::max()
               : a + b;
}

std::string keyOf(std::string_view domain, std::string_view name, std::string_view overload) {
    std::string key(domain == "ai.onnx" ? std::string_view() : domain);
    key.append(1, '\0').append(name).append(1, '\0').append(overload);
    return key;
}

/// The contents of the main graph or of a function, bodies included.
struct Content {
    struct Call {
        GraphId function;
        std::uint64_t nesting; ///< levels of bodies around it
        std::uint64_t outputs; ///< each may need an Identity node when inlined
    };
    std::uint64_t nodes = 0, nesting = 0;
    std::vector<Call> calls;
};

/// Sums up the functions bottom-up in the call graph, each once.
class SizeCount {
public:
    explicit SizeCount(const Model& model)
        : m_model(model), m_index(model), m_contents(model.graphs().keyEnd()),
          m_places(model.graphs().keyEnd()), m_sizes(model.graphs().keyEnd()),
          m_state(model.graphs().keyEnd(), unseen) {
        model.nodes().forEach([&](NodeId, const auto& node) {
            if (node->graph.value < m_places.size())
                add(*node);
        });
    }

    Result<InlinedSize> run() {
        std::vector<Frame> stack{{m_model.mainGraph()}};
        m_state[m_model.mainGraph().value] = open;
        while (!stack.empty()) {
            Frame& frame = stack.back();
            const Content& content = m_contents[frame.graph.value];
            if (frame.next == content.calls.size()) {
                m_sizes[frame.graph.value] = sum(content);
                m_state[frame.graph.value] = done;
                stack.pop_back();
                continue;
            }
            const GraphId callee = content.calls[frame.next++].function;
            if (m_state[callee.value] == open)
                return Error{Errc::invalidModel,
                             PARTITA_TEXT("a model-local function calls itself"),
                             {PARTITA_TEXT("function '{0}'", m_model.graph(callee)->name)},
                             PARTITA_TEXT("correct the model")};
            if (m_state[callee.value] == unseen) {
                m_state[callee.value] = open;
                stack.push_back({callee});
            }
        }
        return m_sizes[m_model.mainGraph().value];
    }

private:
    enum State : std::uint8_t { unseen, open, done };
    struct Frame {
        GraphId graph;
        std::size_t next = 0;
    };
    /// The main graph or the function that contains a graph, and the depth of the graph in it.
    struct Place {
        GraphId root;
        std::uint64_t nesting = 0;
    };

    Place placeOf(GraphId graph) {
        Place& known = m_places[graph.value];
        if (known.root)
            return known;
        Place place{graph};
        for (;;) {
            const auto& record = m_model.graph(place.root);
            const auto& parent = record ? m_model.node(record->parent) : nullptr;
            if (!parent || place.nesting > m_places.size())
                return known = place;
            place.root = parent->graph;
            ++place.nesting;
        }
    }

    void add(const Node& node) {
        const Place place = placeOf(node.graph);
        Content& content = m_contents[place.root.value];
        content.nesting = std::max(content.nesting, place.nesting);
        if (const GraphId function = m_index.called(node))
            content.calls.push_back({function, place.nesting, node.outputs.size()});
        else
            ++content.nodes;
    }

    [[nodiscard]] InlinedSize sum(const Content& content) const {
        InlinedSize size{content.nodes, content.nesting};
        for (const auto& call : content.calls) {
            const InlinedSize& inner = m_sizes[call.function.value];
            size.nodes = saturatingSum(size.nodes, std::max(inner.nodes, call.outputs));
            size.nesting = std::max(size.nesting, saturatingSum(call.nesting, inner.nesting));
        }
        return size;
    }

    const Model& m_model;
    FunctionIndex m_index;
    std::vector<Content> m_contents; // this and the next three: by graph
    std::vector<Place> m_places;
    std::vector<InlinedSize> m_sizes;
    std::vector<std::uint8_t> m_state;
};

} // namespace

FunctionIndex::FunctionIndex(const Model& model) {
    for (const GraphId id : model.info().functions) {
        const auto& graph = *model.graph(id);
        m_functions.emplace(keyOf(graph.function->domain, graph.name, graph.function->overload),
                            id);
    }
}

GraphId FunctionIndex::called(const Node& node) const {
    if (m_functions.empty())
        return {};
    const auto found = m_functions.find(keyOf(node.domain, node.opType, node.overload));
    return found == m_functions.end() ? GraphId{} : found->second;
}

std::vector<bool> graphsOfFunctions(const Model& model) {
    std::vector<bool> found(model.graphs().keyEnd());
    if (model.info().functions.empty())
        return found;
    model.graphs().forEach([&](GraphId id, const auto&) {
        std::size_t steps = 0;
        for (GraphId at = id; at && steps <= found.size(); ++steps) {
            const auto& record = model.graph(at);
            if (!record || record->function) {
                found[id.value] = true;
                return;
            }
            const auto& parent = model.node(record->parent);
            at = parent ? parent->graph : GraphId{};
        }
    });
    return found;
}

Result<InlinedSize> inlinedSize(const Model& model) { return SizeCount(model).run(); }

std::uint64_t mostInlinedNodes(const Model& model) {
    return 100'000 + 64 * static_cast<std::uint64_t>(model.nodes().count());
}

Error unfoldsTooFar(const Model& model) {
    return {Errc::unsupported,
            PARTITA_TEXT("its functions unfold to more than {0} nodes", mostInlinedNodes(model)),
            {},
            PARTITA_TEXT("the model is damaged or malicious")};
}

Result<void> checkInlinedSize(const Model& model) {
    auto size = PARTITA_TRY(inlinedSize(model));
    if (size.nodes > mostInlinedNodes(model))
        return unfoldsTooFar(model);
    if (size.nesting > kMostNestedGraphs)
        return Error{Errc::unsupported,
                     PARTITA_TEXT("the bodies in its functions nest more than {0} levels",
                                  kMostNestedGraphs),
                     {},
                     PARTITA_TEXT("the model is damaged or malicious")};
    return {};
}

} // namespace partita
