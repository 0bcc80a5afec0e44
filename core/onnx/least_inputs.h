#pragma once

#include "core/ir/model.h"

namespace partita {

/// How many inputs a node of an operator must have, by `operators.def`: the schemas say so, too, but
/// it takes a dozen milliseconds to make them. 0 for an operator without a row; before an operator's
/// first version, that version counts.
std::size_t leastInputs(std::string_view opType, std::string_view domain, std::int64_t opset);

/// Whether a node lacks an input that its operator needs, as one may in a model that is being edited.
bool lacksInputs(const Model& model, const Node& node);

} // namespace partita
