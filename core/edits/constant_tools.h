#pragma once

#include <unordered_set>

#include "core/edits/edit.h"

namespace partita::edits {

// What the rules about tensors share.

/// The Constant node that makes a value; null: none does.
std::shared_ptr<const Node> constantNodeOf(const Model& model, ValueId value);
/// The elements of an initializer (sparse ones made dense) or of the output of a Constant; fails for
/// any other value.
Result<TensorPtr> constantTensor(const Model& model, ValueId value);
/// Gives an initializer or the output of a Constant other elements; its type follows.
void setConstant(ModelEditor& editor, ValueId value, TensorPtr tensor);
/// Fails unless the bytes of a tensor fit its type and shape.
Result<void> checkTensor(const TensorPtr& tensor);
/// Fails where a value is an input whose declared type the tensor is not, its open sizes aside.
Result<void> checkFitsInput(const Model& model, ValueId value, const Tensor& tensor);
/// Fails where the elements of a constant cannot become a type, without converting any; `castBack`:
/// where no Cast leads back for what reads it, too.
Result<void> checkConversion(const Model& model, ValueId value, DataType type, bool castBack);
/// Fails where the opset of a graph has no Cast from one type to another.
Result<void> checkCast(const Model& model, GraphId graph, DataType from, DataType to);
/// "3×3 fp32"
std::string formText(const Tensor& tensor);

/// Fails where a value that the nodes of `graph` see, or one in a body of them, has the name.
/// `except` may have it.
Result<void> checkNewName(const Model& model, GraphId graph, const std::string& name,
                          ValueId except = {});
/// Fails unless `graph` is the main graph: the inputs and outputs of bodies and functions are those
/// of the nodes that hold or call them.
Result<void> checkMain(const Model& model, GraphId graph);
/// An initializer that is not an input needs version 4 of ONNX's IR. Returns whether it was raised.
bool needPlainInitializers(ModelEditor& editor);

/// Some values, and all that nodes compute from them, also in bodies and out of bodies.
std::unordered_set<ValueId> valuesBehind(const Model& model, const std::vector<ValueId>& values);
/// Forgets the types of what is computed from values that have another type now. What stays is said
/// by the model itself: the types of its inputs, outputs and constants. Inference fills the rest in.
void forgetTypesBehind(ModelEditor& editor, const std::vector<ValueId>& changed);

/// The error of an edit that changes nothing.
Error nothingToDo(Message what);

} // namespace partita::edits
