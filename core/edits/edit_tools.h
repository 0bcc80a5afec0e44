#pragma once

#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "core/edits/edit.h"
#include "core/ir/function_calls.h"
#include "core/onnx/operator_description.h"

namespace partita {

// What the rules of edits, and callers that make edits, ask of a model.

/// The node, value or graph of an id; fails when the model has none.
Result<std::shared_ptr<const Node>> existing(const Model& model, NodeId id);
Result<std::shared_ptr<const Value>> existing(const Model& model, ValueId id);
Result<std::shared_ptr<const Graph>> existing(const Model& model, GraphId id);
/// The nodes, each once; fails for an empty list, too.
Result<std::vector<NodeId>> existing(const Model& model, const std::vector<NodeId>& ids);

/// The symbols of the sizes of a model's inputs and outputs, or of its inputs alone, each once, in
/// their order.
std::vector<std::string> symbolsOf(const Model& model);
std::vector<std::string> inputSymbolsOf(const Model& model);

/// What is said about a part of a model: null, if nothing is. Fails for a part that is not there, or
/// that a file has no place for a text about.
Result<AnnotationsPtr> annotationsOf(const Model& model, const Annotated& part);
/// "the model", or the name of the part.
Message partText(const Model& model, const Annotated& part);

/// The names of a model's nodes and values: a new one may be none of them.
class NamesInUse {
public:
    explicit NamesInUse(Model model);
    /// `wish`, or `wish` with a number behind it; the name is in use from then on.
    std::string unique(const std::string& wish);

private:
    template <class F> void forEachName(F&& visit) const;

    Model m_model; ///< keeps the texts
    std::deque<std::string> m_added;
    std::unordered_set<std::string_view> m_names; ///< all, once there were many wishes
};

/// The main graph or the function that contains a graph.
GraphId rootOf(const Model& model, GraphId graph);
/// Whether nodes of `inner` see the tensors of `outer`: it is the same graph or one around it.
bool sees(const Model& model, GraphId inner, GraphId outer);
/// The node of `graph` that is, or that holds at any depth, a node; none: it is not in there.
NodeId nodeWithin(const Model& model, NodeId node, GraphId graph);

/// The opset of a domain that holds in a graph: of the model, or of its function.
std::optional<std::int64_t> opsetIn(const Model& model, GraphId graph, std::string_view domain);
/// The function of the model that a node calls; none: it is an operator.
GraphId functionOf(const Model& model, const Node& node);
/// The description of a node's operator in its graph; null: unknown, or a function of the model.
OperatorDescriptionPtr descriptionOf(const Model& model, const Node& node);

/// Finds the operators of the nodes of one model; for many queries.
class NodeOperators {
public:
    struct Entry {
        std::optional<std::int64_t> opset;  ///< nothing: the domain is not imported
        GraphId function;                   ///< of the model; none: it is an operator
        OperatorDescriptionPtr description; ///< null: unknown, or a function
    };
    explicit NodeOperators(Model model);
    const Entry& of(const Node& node);

private:
    struct Row {
        std::string_view domain, overload;
        GraphId root;
        Entry entry;
    };
    Model m_model;                ///< keeps the texts
    std::vector<GraphId> m_roots; // by graph
    std::unordered_map<std::string_view, std::deque<Row>> m_rows;
};

/// "Conv", or "com.microsoft.Gelu".
std::string operatorText(std::string_view opType, std::string_view domain);
/// The name of a tensor, or "tensor #12".
std::string tensorText(const Model& model, ValueId value);
/// The error that an edit of a node is refused.
Error refusedAt(Message what, const Node& node);
/// Refuses initializers that would come into the function that holds the graph `into`: those of
/// `part`, or of one graph of it. A function cannot hold any.
Result<void> checkFunctionInitializers(const Model& model, GraphId into, const Model& part,
                                       GraphId graph = {});
/// The inputs that a node has or may have: those of its operator, and one more where it takes any
/// number.
std::size_t inputsOffered(const Model& model, const Node& node);
/// A Cast of `input` to `type`, which makes `output`.
Node castNode(GraphId graph, std::string name, ValueId input, ValueId output, DataType type);
/// Whether something reads a tensor: a node, or a graph that returns it.
bool isRead(const Model& model, ValueId value);

/// A model of nothing but copies of the nodes, with what they need.
Result<Model> modelOfNodes(const PasteNodes& nodes);

/// The finished edit: the difference between the editor's model and `before`.
Edited finished(ModelEditor&& editor, Message what, Message where, std::vector<NodeId> nodes = {});

} // namespace partita
