#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/ir/model.h"

namespace partita {

// How scripts name nodes and tensors: by names and patterns, never by ids (docs/editing.md).
//
// A text that is the name of a node (or tensor) means those of that name. Any other text is terms
// side by side, which must all match: NAME, FIELD:NAME and, for nodes, ATTRIBUTE=VALUE. In a name `*`
// stands for any characters and `?` for one; text in double quotes is taken as it is.

/// Whether a text matches a pattern with `*` and `?`.
bool matchesGlob(std::string_view pattern, std::string_view text);

/// The nodes of a model that a text means. Fields: name, op, domain, input, output, graph.
Result<std::vector<NodeId>> nodesNamed(const Model& model, std::string_view text);
/// The tensors of a model that a text means. Fields: name, type, kind (input, output, initializer,
/// constant, computed), op (of the node that makes it), graph.
Result<std::vector<ValueId>> tensorsNamed(const Model& model, std::string_view text);
/// The graph of a path, as `Model::graphPath` gives it, or of a function's or body's name; the main
/// graph for an empty text.
Result<GraphId> graphNamed(const Model& model, std::string_view text);

/// A text that means this node, and no other where names allow: by its name, or by what it makes.
std::string nameOf(const Model& model, NodeId node);
/// The same for a tensor.
std::string nameOf(const Model& model, ValueId value);
/// Empty for the main graph.
std::string nameOf(const Model& model, GraphId graph);

} // namespace partita
