#pragma once

#include "providers/cpu/loops/vector_step.h"
#include "providers/cpu/plan/vector_operand.h"

namespace partita::cpu {

/// Runs one step on numbers where they lie, without blocks: on elements [begin, end) of operands whose
/// strides are those of an output of `dims`. False, and nothing is done, where the operands of the step
/// are not whole float32 values, of which one may instead have one number for all or for each long row.
bool runDirectly(const VectorStep& step, const std::vector<VectorOperand>& operands,
                 const Dims& dims, float* out, std::int64_t begin, std::int64_t end);

/// Writes the elements [begin, end) of a whole value as `type`: the numbers of codes, or the codes of
/// numbers, by `by`. False for any other operand.
bool convertDirectly(const VectorOperand& operand, DataType type, const Quantization& by,
                     std::byte* out, std::int64_t begin, std::int64_t end);

} // namespace partita::cpu
