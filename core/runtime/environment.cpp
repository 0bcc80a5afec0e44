#include "core/runtime/environment.h"

namespace partita {

RuntimeValue& Environment::allocate(ValueId id, DataType type, Dims dims) {
    RuntimeValue& value = m_values[id.value];
    const Place& place = m_planned[id.value];
    const auto count = elementCount(dims);
    const auto bytes = count ? packedBytes(type, *count) : std::nullopt;
    if (place.data && bytes && *bytes <= place.bytes) {
        value = {};
        value.type = type;
        value.dims = std::move(dims);
        value.data = place.data;
        return value;
    }
    return value = RuntimeValue::allocate(type, std::move(dims));
}

} // namespace partita
