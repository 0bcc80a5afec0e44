#pragma once

#include "core/base/result.h"
#include "core/edits/edit_tools.h"

namespace partita::edits {

inline constexpr std::int64_t kIrOfFunctions = 8; ///< the first version of ONNX's IR with them

/// The operator that a node of a graph is to have.
struct WantedOperator {
    std::string domain, opType, overload;
    GraphId function;                   ///< of the model; none: an operator
    OperatorDescriptionPtr description; ///< null: a function, or an operator of an unknown domain
    std::size_t leastInputs = 0, mostInputs = 0, leastOutputs = 0, mostOutputs = 0;
};

/// Finds an operator for a node of `graph`. Fails when the opset of the graph has no such operator.
/// A domain that the graph does not import is looked up in the opset of the model, or else the newest.
Result<WantedOperator> wantedOperator(const Model& model, GraphId graph, const std::string& domain,
                                      const std::string& opType, const std::string& overload);
/// Imports a domain in the model, or in the function that holds the graph, if it is not imported;
/// without a version: in the opset of the model, or else the newest.
void importDomain(ModelEditor& editor, GraphId graph, const std::string& domain,
                  std::optional<std::int64_t> version = {});
/// Imports the domain of a node that comes into `graph` from where its domain has the opset `there`.
/// Fails where its operator is another version in the two.
Result<void> importFor(ModelEditor& editor, GraphId graph, const Node& node,
                       std::optional<std::int64_t> there);
/// A new tensor for output `index` of a node.
ValueId addOutput(ModelEditor& editor, NamesInUse& names, const Node& node,
                  const OperatorDescriptionPtr& description, std::size_t index);

} // namespace partita::edits
