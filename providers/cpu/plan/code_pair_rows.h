#pragma once

#include "providers/cpu/loops/code_pairs.h"
#include "providers/cpu/plan/vector_operand.h"

namespace partita::cpu {

/// Writes the codes [begin, end) of two operands, whose strides are those of an output of `dims`.
void runCodePairs(const CodePairs& pairs, const VectorOperand& x, const VectorOperand& y,
                  const Dims& dims, std::byte* out, std::int64_t begin, std::int64_t end);

} // namespace partita::cpu
