#pragma once

#include <string_view>

#include "providers/reference/call.h"

namespace partita::reference {

using Operator = void (*)(Call&);

// The functions themselves, for the files that define them.
#define ONNX(opType, function) void function(Call& call);
#define ML(opType, function) void function(Call& call);
#include "providers/reference/operators.def"
#undef ONNX
#undef ML

/// What computes an operator, in all of its versions; null: it is defined by other operators, or
/// not known here.
Operator findOperator(std::string_view domain, std::string_view opType);

} // namespace partita::reference
