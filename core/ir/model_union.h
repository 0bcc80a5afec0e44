#pragma once

#include <functional>
#include <unordered_map>

#include "core/ir/model.h"

namespace partita {

/// Combines the main graphs of several models side by side in one graph.
class ModelUnion {
public:
    /// The names that the parts of one model get in the union.
    struct Names {
        std::function<std::string(const Value&)> value;
        std::function<std::string(const Node&)> node;
        std::function<std::string(const Graph&)> function; ///< of model-local functions
    };
    /// The new ids of the values and nodes of one model, by their old ids.
    struct Copied {
        std::unordered_map<ValueId, ValueId> values;
        std::unordered_map<NodeId, NodeId> nodes;
    };

    /// `info` is that of the result (IR version, opsets …); its main graph and functions are
    /// replaced.
    explicit ModelUnion(ModelInfo info, const std::string& graphName);
    [[nodiscard]] ModelEditor& editor() { return m_editor; }
    [[nodiscard]] GraphId mainGraph() const { return m_editor.model().mainGraph(); }
    /// Adds the main graph of `from` and its functions. `known` maps values of `from` to values
    /// that the union has already; they are not copied.
    Copied add(const Model& from, const Names& names,
               std::unordered_map<ValueId, ValueId> known = {});
    /// Adds the main graph of `from` to any graph of another model, and its functions to that model,
    /// in the same way. A value that `known` maps to the id "none" is read by no copy.
    static Copied copyInto(ModelEditor& editor, GraphId into, const Model& from, const Names& names,
                           std::unordered_map<ValueId, ValueId> known = {});

private:
    class Copy;
    ModelEditor m_editor;
};

} // namespace partita
