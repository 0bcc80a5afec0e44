#pragma once

#include "core/provider/runtime_value.h"

namespace partita::cpu {

/// A tensor in the memory of `kept`, its last value, where nobody else holds that any more and it
/// is large enough; otherwise in new memory. `kept` holds it, too, afterwards.
RuntimeValue takeAgain(RuntimeValue& kept, DataType type, const Dims& dims);

/// The float32 elements of a float16 or bfloat16 tensor; memory as with `takeAgain`.
RuntimeValue widened(const RuntimeValue& value, RuntimeValue& kept);

/// The elements of a row-major float32 tensor, rounded to `half`; memory as with `takeAgain`.
RuntimeValue narrowed(DataType half, const RuntimeValue& value, RuntimeValue& kept);

} // namespace partita::cpu
