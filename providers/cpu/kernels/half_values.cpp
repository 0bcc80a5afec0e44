#include "providers/cpu/kernels/half_values.h"

#include "providers/cpu/loops/float16_conversion.h"

namespace partita::cpu {

RuntimeValue takeAgain(RuntimeValue& kept, DataType type, const Dims& dims) {
    const auto count = elementCount(dims);
    const auto bytes = count ? packedBytes(type, *count) : std::nullopt;
    if (!bytes || kept.owner.use_count() != 1 || *bytes > kept.capacity) {
        kept = RuntimeValue::allocate(type, dims);
    } else {
        std::shared_ptr<void>(kept.owner).reset(); // synchronizes with the thread that let go of it
        kept.type = type;
        kept.dims = dims;
    }
    return kept;
}

RuntimeValue widened(const RuntimeValue& value, RuntimeValue& kept) {
    RuntimeValue wide = takeAgain(kept, DataType::float32, value.dims);
    widenHalves(value.type, value.as<std::uint16_t>(), wide.as<float>(), value.count());
    return wide;
}

RuntimeValue narrowed(DataType half, const RuntimeValue& value, RuntimeValue& kept) {
    RuntimeValue result = takeAgain(kept, half, value.dims);
    narrowToHalves(half, value.as<float>(), result.as<std::uint16_t>(), value.count());
    return result;
}

} // namespace partita::cpu
