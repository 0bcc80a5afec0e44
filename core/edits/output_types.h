#pragma once

#include <vector>

#include "core/base/progress.h"
#include "core/ir/model.h"

namespace partita::edits {

/// Gives the outputs of nodes that an edit made or changed the types that ONNX infers for these
/// nodes by themselves. Where such a type is another one than before, what is computed from it loses
/// its shape (its type, if the element type changed): a type that the file stated for what was there
/// before would be kept by later inference as if it were still stated. An output of the
/// model keeps its number of dimensions where that need not change, and a node with an open input the
/// last known types.
void followTypes(ModelEditor& editor, const std::vector<NodeId>& nodes);

/// The model as its file should have it: outputs of the main graph that edits left without a size
/// (as `followTypes` does, because inference of a whole model takes too long for each edit) get the
/// sizes that inference finds or that are proven, numbers and symbols of the inputs; one that only a
/// run knows stays open. What the file said so already stays, and so does everything where inference fails.
Model withOutputSizes(const Model& model, const Progress& progress = {});

/// Whether nodes that read a tensor of the type `now` instead of one of the type `before` may have
/// other outputs: also integers of the same type do, because they may be sizes.
bool mayChangeReaders(const TypePtr& before, const TypePtr& now);

/// The type of a tensor as the model says it, or else as inference of the whole model finds it; null:
/// neither does.
TypePtr knownType(const Model& model, ValueId value);

} // namespace partita::edits
