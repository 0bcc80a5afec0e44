#pragma once

#include <string_view>

#include "providers/reference/call.h"

namespace partita::reference {

/// Computes one node: reads its inputs and gives its outputs through the Call; throws NodeFailure
/// for data that the operator does not allow.
using Operator = void (*)(Call&);

// Declares the functions of operators.def, for the files that define them.
#define ONNX(opType, function) void function(Call& call);
#define ML(opType, function) void function(Call& call);
#include "providers/reference/operators.def"
#undef ONNX
#undef ML

/// The function that computes all versions of an operator. Null where ONNX defines the operator as
/// a function of other operators, or where the reference does not know it.
Operator findOperator(std::string_view domain, std::string_view opType);

} // namespace partita::reference
