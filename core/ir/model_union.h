#pragma once

#include <functional>
#include <unordered_map>

#include "core/ir/model.h"

namespace partita {

/// Puts the main graphs of several models side by side into one.
class ModelUnion {
public:
    /// How the things of one model are called in the union.
    struct Names {
        std::function<std::string(const Value&)> value;
        std::function<std::string(const Node&)> node;
        std::function<std::string(const Graph&)> function; ///< a model-local function
    };
    /// What became of the values and nodes of one model.
    struct Copied {
        std::unordered_map<ValueId, ValueId> values;
        std::unordered_map<NodeId, NodeId> nodes;
    };

    /// `info`: IR version, opsets and so on of the result; graphs and functions are set here.
    explicit ModelUnion(ModelInfo info, const std::string& graphName);
    [[nodiscard]] ModelEditor& editor() { return m_editor; }
    [[nodiscard]] GraphId mainGraph() const { return m_editor.model().mainGraph(); }
    /// `known`: values of `from` that are there already under another id.
    Copied add(const Model& from, const Names& names,
               std::unordered_map<ValueId, ValueId> known = {});

private:
    class Copy;
    ModelEditor m_editor;
};

} // namespace partita
