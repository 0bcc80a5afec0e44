#pragma once

#include "core/edits/edit_tools.h"
#include "core/edits/model_problems.h"

namespace partita::edits {

// Ways out of the problems of one model. Each is an edit that `applyEdit` accepts.

/// Connects a needed input with one of `loose`, tensors that nothing reads yet; or bypasses or
/// deletes its node. What has to be tried first takes time; without `mayTry` it is left out.
std::vector<ProblemFix> fixesOfOpenInput(const Model& model, const Slot& slot,
                                         const std::vector<ValueId>& loose, bool mayTry);
/// Puts a Cast on the edge, or disconnects it.
std::vector<ProblemFix> fixesOfType(const Model& model, const Slot& slot,
                                    const OperatorDescription& description);
/// Transposes what is read, where that makes a product.
std::vector<ProblemFix> fixesOfShape(const Model& model, const Slot& slot);
/// Adds a needed attribute with a value that most nodes have.
std::vector<ProblemFix> fixesOfMissingAttribute(const Node& node, std::string_view attribute);
/// The default, or another text of the list.
std::vector<ProblemFix> fixesOfAttribute(const Node& node, const Attribute& attribute,
                                         const OperatorDescription* description);
/// The first later opset that has the operator.
std::vector<ProblemFix> fixesOfOperator(const Node& node, std::int64_t opset);
/// Connects an output of a graph with a loose tensor, or removes it.
std::vector<ProblemFix> fixesOfOutput(const Model& model, const Slot& output,
                                      const std::vector<ValueId>& loose);

} // namespace partita::edits
