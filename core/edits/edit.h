#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/base/message.h"
#include "core/base/result.h"
#include "core/ir/model.h"

namespace partita {

// A change of a model by hand, as a value: what is to be done, with the ids of one model. `applyEdit`
// checks it and makes the delta; the window, the command line and scripts are callers of it.

/// A place that reads a tensor: an input of a node, or (`node` none) an output of a graph.
struct Slot {
    NodeId node;
    GraphId graph; ///< only with `node` none
    std::size_t index = 0;
    friend bool operator==(const Slot&, const Slot&) = default;
};

/// An operator with what a new node gets.
struct NewNode {
    std::string domain, opType, overload;
    std::string name; ///< empty: one is made from the operator; a name in use is made unique
    Attributes attributes;
    std::size_t outputs = 0; ///< 0: those that its operator always has
};

// Nodes.

/// A new node that reads `inputs` (the id "none": open or omitted; inputs that its operator needs and
/// that are not given are open) and whose first output takes the place of what `readers` read. One
/// reader of its own input: the node stands on that edge. None: it is free.
struct InsertNode {
    GraphId graph;
    NewNode node;
    std::vector<ValueId> inputs;
    std::vector<Slot> readers;
};
/// The nodes and what only they use. What read their outputs reads nothing then: optional inputs
/// are omitted, others are problems that the model has until they are connected.
struct DeleteNodes {
    std::vector<NodeId> nodes;
};
/// Removes nodes, and their readers read what they read: its first input of the same type and, where
/// known, shape.
struct BypassNodes {
    std::vector<NodeId> nodes;
};
/// Another operator in the place of a node. Attributes and inputs that mean the same there stay.
struct ReplaceOperator {
    NodeId node;
    std::string domain, opType, overload;
};
/// Copies of nodes of `from`, with their bodies, constants and, for functions, definitions; names are
/// made unique. Inputs from outside of the nodes are kept where `from` is an earlier state of this
/// model and `into` sees them, and are open otherwise.
struct PasteNodes {
    std::shared_ptr<const Model> from;
    std::vector<NodeId> nodes;
    GraphId into;
};
struct RenameNode {
    NodeId node;
    std::string name;
};

// Edges.

/// A slot reads a tensor. The index behind the last input of a node adds one where its operator
/// takes more. An initializer that nothing reads any more goes; this holds for the two below, too.
struct Connect {
    ValueId from;
    Slot to;
};
/// A slot reads nothing: an optional input is omitted, one of many inputs goes.
struct Disconnect {
    Slot slot;
};
/// All that reads one tensor reads another one.
struct RerouteReaders {
    ValueId from, to;
};

// Attributes.

/// Sets or adds an attribute. Its type must be the one of the operator's schema, if there is one.
struct SetAttribute {
    std::vector<NodeId> nodes; ///< all get it, in one edit
    AttributePtr attribute;
};
/// Removes an attribute: the operator's default holds again.
struct ResetAttribute {
    std::vector<NodeId> nodes;
    std::string name;
};

// Tensors.

/// Other elements for an initializer or for the output of a Constant.
struct SetTensor {
    ValueId value;
    TensorPtr tensor;
};
/// A new initializer.
struct AddInitializer {
    GraphId graph;
    std::string name;
    TensorPtr tensor;
};
/// The elements of a constant as another type; readers of it that need the old type are listed as
/// problems, or, with `castBack`, read a Cast of it.
struct ConvertElementType {
    std::vector<ValueId> values;
    DataType type = DataType::undefined;
    bool castBack = false;
};
/// How a tensor without a computing node comes into a graph.
enum class TensorForm : std::uint8_t { input, initializer, constant };
/// An input becomes an initializer (with `tensor`), an initializer a Constant node …
struct ChangeTensorForm {
    ValueId value;
    TensorForm form = TensorForm::initializer;
    TensorPtr tensor; ///< only from an input
};
/// Where the bytes of constants are when the model is saved: in its file, or in a data file.
struct PlaceTensors {
    std::vector<ValueId> values;
    bool external = false;
};
struct RenameTensor {
    ValueId value;
    std::string name;
};
/// One initializer in place of all that have equal type, shape and elements in a graph.
struct ShareEqualTensors {};

// The interface of a graph, and what is said about a model.

struct AddInput {
    GraphId graph;
    std::string name;
    TypePtr type;
};
/// Only if nothing reads it.
struct RemoveInput {
    ValueId value;
};
/// Makes any tensor an output of its graph, at the end.
struct AddOutput {
    ValueId value;
};
/// The tensor stays; what computes it only for this output stays, too.
struct RemoveOutput {
    Slot output;
};
struct ReorderInterface {
    GraphId graph;
    bool outputs = false;           ///< otherwise the inputs
    std::vector<std::size_t> order; ///< of the present places
};
/// Another type for an input or output of a graph.
struct SetValueType {
    ValueId value;
    TypePtr type;
};
/// A symbol gets a size everywhere ("batch" = 1), or another symbol.
struct SetDimension {
    std::string symbol;
    Dim size;
};
/// The first size of all inputs that have one. Constants that hold the old one are found where a
/// Reshape reads them.
struct SetBatch {
    Dim size;
};
/// Converts the model to another opset of a domain.
struct ConvertOpset {
    std::string domain;
    std::int64_t version = 0;
};
/// A part of a model that has documentation and metadata. All ids none: the model.
struct Annotated {
    NodeId node;
    ValueId value;
    GraphId graph;
};
struct SetDocumentation {
    Annotated of;
    std::string text;
};
struct SetMetadata {
    Annotated of;
    std::string key;
    std::string value;
    bool remove = false;
};
/// The fields of the model itself; nothing: stays.
struct SetProducer {
    std::optional<std::string> producerName, producerVersion, domain;
    std::optional<std::int64_t> modelVersion;
};

// The structure.

/// The nodes become the body of a new function of the model, and one node that calls it takes their
/// place. What they read from outside are its inputs, in the order in which they read it, and what
/// others read of them its outputs; attributes stay as they are. Constants that only they read go
/// with them. No node beside them may read what they compute and compute what they read.
struct ExtractFunction {
    std::vector<NodeId> nodes;
    std::string name, domain;
};

/// Calls of functions become the nodes of the functions: these calls, or, with `function`, all calls of
/// that function, which goes with them.
struct InlineFunction {
    std::vector<NodeId> calls;
    GraphId function;
};

/// The nodes of the branch that an If with a constant condition takes, in the place of the If.
struct TakeBranch {
    NodeId node;
};

/// What stands on an edge: the elements as another type, in another order of the dimensions, or
/// quantized and back. `back`: behind it stands what takes it back.
struct CastOnEdge {
    DataType type = DataType::undefined;
    bool back = false;
};
struct TransposeOnEdge {
    std::vector<std::int64_t> perm;
    bool back = false;
};
struct QuantizeOnEdge {
    DataType type = DataType::undefined;
    std::vector<double> scale;           ///< one, or one for each index of `axis`
    std::vector<std::int64_t> zeroPoint; ///< as many, or none: 0
    std::int64_t axis = 1;
};
/// Inserts one or two nodes between `value` and `readers`; the readers read the last of them.
struct InsertConversion {
    ValueId value;
    std::vector<Slot> readers;
    std::variant<CastOnEdge, TransposeOnEdge, QuantizeOnEdge> how;
};

/// Marks nodes for a provider, by the metadata that ONNX Runtime assigns them by; an empty mark takes
/// the present ones off (core/ir/layer_annotation.h).
struct MarkNodes {
    std::vector<NodeId> nodes;
    std::string mark;
};

using Edit =
    std::variant<InsertNode, DeleteNodes, BypassNodes, ReplaceOperator, PasteNodes, RenameNode,
                 Connect, Disconnect, RerouteReaders, SetAttribute, ResetAttribute, SetTensor,
                 AddInitializer, ConvertElementType, ChangeTensorForm, PlaceTensors, RenameTensor,
                 ShareEqualTensors, AddInput, RemoveInput, AddOutput, RemoveOutput,
                 ReorderInterface, SetValueType, SetDimension, SetBatch, ConvertOpset,
                 SetDocumentation, SetMetadata, SetProducer, ExtractFunction, InlineFunction,
                 TakeBranch, InsertConversion, MarkNodes>;

/// What an edit makes of a model.
struct Edited {
    ModelDelta delta;
    Message what;              ///< "Rename x to y": the step of the history
    Message where;             ///< the name of the node, tensor or graph; empty: the model
    std::vector<NodeId> nodes; ///< to select afterwards
};

/// Checks an edit against a model and makes its delta. Fails with the rule that it breaks: a cycle, a
/// type that the operator does not take, an id that the model has not, a name in use, what the binary
/// of an EPContext node fixes (context_rules.h) … An edit
/// changes nothing but what it names, and what needs no decision: names that must stay unique, types
/// of outputs that follow. These are found best in a model with inferred types (`inferShapes`), which
/// is to be inferred again afterwards: tensors whose shape depends on what changed say none.
Result<Edited> applyEdit(const Model& model, const Edit& edit);

} // namespace partita
