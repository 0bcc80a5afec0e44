#pragma once

#include "core/edits/edit.h"

namespace partita::edits {

// One rule for each edit: `applyEdit` finds it by its type. Each is in the file of its section of
// edit.h.

// node_edits.cpp, replace_operator.cpp, paste_nodes.cpp
Result<Edited> apply(const Model& model, const InsertNode& edit);
Result<Edited> apply(const Model& model, const DeleteNodes& edit);
Result<Edited> apply(const Model& model, const BypassNodes& edit);
Result<Edited> apply(const Model& model, const ReplaceOperator& edit);
Result<Edited> apply(const Model& model, const PasteNodes& edit);
Result<Edited> apply(const Model& model, const RenameNode& edit);
// connection_edits.cpp
Result<Edited> apply(const Model& model, const Connect& edit);
Result<Edited> apply(const Model& model, const Disconnect& edit);
Result<Edited> apply(const Model& model, const RerouteReaders& edit);
// attribute_edits.cpp
Result<Edited> apply(const Model& model, const SetAttribute& edit);
Result<Edited> apply(const Model& model, const ResetAttribute& edit);
// tensor_edits.cpp
Result<Edited> apply(const Model& model, const SetTensor& edit);
Result<Edited> apply(const Model& model, const AddInitializer& edit);
Result<Edited> apply(const Model& model, const ConvertElementType& edit);
Result<Edited> apply(const Model& model, const ChangeTensorForm& edit);
Result<Edited> apply(const Model& model, const PlaceTensors& edit);
Result<Edited> apply(const Model& model, const RenameTensor& edit);
Result<Edited> apply(const Model& model, const ShareEqualTensors& edit);
// interface_edits.cpp
Result<Edited> apply(const Model& model, const AddInput& edit);
Result<Edited> apply(const Model& model, const RemoveInput& edit);
Result<Edited> apply(const Model& model, const AddOutput& edit);
Result<Edited> apply(const Model& model, const RemoveOutput& edit);
Result<Edited> apply(const Model& model, const ReorderInterface& edit);
Result<Edited> apply(const Model& model, const SetValueType& edit);
Result<Edited> apply(const Model& model, const SetDimension& edit);
Result<Edited> apply(const Model& model, const SetBatch& edit);
Result<Edited> apply(const Model& model, const ConvertOpset& edit);
Result<Edited> apply(const Model& model, const SetDocumentation& edit);
Result<Edited> apply(const Model& model, const SetMetadata& edit);
Result<Edited> apply(const Model& model, const SetProducer& edit);
Result<Edited> apply(const Model& model, const MarkNodes& edit); // annotation_edits.cpp
// extract_function.cpp
Result<Edited> apply(const Model& model, const ExtractFunction& edit);
// inline_function.cpp
Result<Edited> apply(const Model& model, const InlineFunction& edit);
// take_branch.cpp
Result<Edited> apply(const Model& model, const TakeBranch& edit);
// insert_conversion.cpp
Result<Edited> apply(const Model& model, const InsertConversion& edit);

} // namespace partita::edits
