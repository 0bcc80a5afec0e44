#pragma once

#include <string_view>

#include "core/base/result.h"
#include "core/ir/model.h"

namespace partita {

// What an edit may change of an EPContext node. The node belongs to a binary that no edit changes, so
// it depends on who compiled it; docs/editing.md has the table. No binary is opened.

/// Why an attribute stays as it is, whether the node has it or not; empty: it may change, or the node
/// is none of a compiled part.
Message whyAttributeStays(const Node& node, std::string_view attribute);
/// Why the name of the node stays; empty: it may change.
Message whyNameStays(const Node& node);
/// Why the operator of the node stays; empty: it may change.
Message whyOperatorStays(const Node& node);
/// Why the name of a tensor stays: an EPContext node whose binary knows it by name reads or makes it.
/// Empty: it may change.
Message whyTensorNameStays(const Model& model, ValueId value);
/// Why an input of an EPContext node may not read a tensor; empty: it may, or it is another node.
Message whyInputStays(const Model& model, const Node& node, std::size_t input, ValueId from);

/// Fails when a change of a model touches what the binary of an EPContext node fixes, with the rule
/// and its reason. A model without such nodes costs the length of the delta.
Result<void> checkContexts(const Model& before, const ModelDelta& delta);
/// The same for a change of a model that was `first` when it was read: several changes may exchange
/// names that each leaves apart. What was broken before this one is no reason.
Result<void> checkContexts(const Model& first, const Model& before, const Model& after);

} // namespace partita
