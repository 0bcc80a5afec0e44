#pragma once

#include <functional>

#include "core/ir/model.h"

namespace partita {

/// Replaces every call of a model-local function by the function's nodes, in the main graph and in
/// all bodies, and nested calls as well; providers place and run the result. The origin of a new
/// node is its call. Fails for recursive functions, and, before anything is copied, when the result
/// would be larger than `checkInlinedSize` allows. Source: ONNX IR specification, "Functions"; ONNX
/// Runtime also inlines before it partitions.
Result<Model> inlineFunctions(const Model& model);

/// A node that inlining made.
struct InlinedNode {
    NodeId made;
    NodeId call; ///< in whose place it stands; nested in another call, this one was made as well
    NodeId from; ///< the node of a function that it copies; none: it passes an input on
    NodeId outermost{}; ///< the call of the model before that holds it
};

/// A model without functions, and where its nodes come from.
struct InlinedModel {
    Model model;
    /// In ascending order of what was made. Nested calls are among them, but not in `model`.
    std::vector<InlinedNode> made;
    /// How a node was made; null: it is no copy.
    [[nodiscard]] const InlinedNode* find(NodeId node) const;
    /// The call of the model before that holds the node; the node itself if it is in none.
    [[nodiscard]] NodeId outermost(NodeId node) const;
};
/// Like `inlineFunctions`.
Result<InlinedModel> inlineCalls(const Model& model);

/// Replaces the node `call` by the nodes of `function`, a function of the model `from`.
void expandCall(ModelEditor& editor, NodeId call, const Model& from, GraphId function);

/// Makes a name that nothing has out of a wish.
using UniqueName = std::function<std::string(const std::string& wish)>;
/// Replaces each of several calls of one function, a function of the model `from`, by copies of its
/// nodes. Their names begin with that of the call, and `unique` has the last word; empty: any names
/// that are new. The function may be the body of a node, too; what it reads of the graphs around it
/// stays as it is. Returns the copies in the graphs of the calls, those in bodies aside.
std::vector<NodeId> expandCalls(ModelEditor& editor, const std::vector<NodeId>& calls,
                                const Model& from, GraphId function, const UniqueName& unique);

/// The id of a node followed by its own origins (at most 16), as the origins of the nodes that
/// replace it: the node itself may be new, and is gone afterwards.
std::vector<NodeId> originsWith(const Node& node);

/// The node of `earlier` that the node `id` of `later` is or came from, where `later` was made from
/// `earlier` by expanding calls and operators; none when it came from elsewhere. Only such a pair
/// of models shares ids.
NodeId nodeBefore(const Model& earlier, const Model& later, NodeId id);

} // namespace partita
