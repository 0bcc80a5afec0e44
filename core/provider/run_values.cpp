#include "core/provider/run_values.h"

#include "core/ir/tensor_size.h"

namespace partita {

RuntimeValue& RunValues::allocate(ValueId id, DataType type, const Dims& dims) {
    RuntimeValue& value = m_values[id.value];
    const Place& place = m_planned[id.value];
    const bool ownMemory = type == DataType::string || impossibleSize(type, dims);
    if (ownMemory) // throws for an impossible size
        return value = RuntimeValue::allocate(type, dims);
    const std::uint64_t bytes = bytesOf(type, countOf(dims));
    const bool fits = place.data && bytes <= place.bytes;
    const bool again = !fits && value.owner.use_count() == 1 && bytes <= value.capacity;
    if (!fits && bytes > m_grown[id.value]) {
        m_grown[id.value] = bytes;
        m_anyGrown = true;
    }
    if (!fits && !again)
        return value = RuntimeValue::allocate(type, dims);
    // Another thread may have read this memory and then dropped its reference: decrementing the
    // count synchronizes with that thread before the memory is written again.
    if (again)
        std::shared_ptr<void>(value.owner).reset();
    if (fits) {
        value.owner = nullptr;
        value.capacity = 0;
        value.data = place.data;
    } else {
        value.data = static_cast<std::byte*>(value.owner.get());
    }
    value.type = type;
    value.dims = dims;
    value.strides.clear();
    value.strings = nullptr;
    value.items = nullptr;
    value.isMap = false;
    value.none = false;
    return value;
}

} // namespace partita
