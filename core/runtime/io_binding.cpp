#include "core/runtime/io_binding.h"

namespace partita {

Result<void> IoBinding::bindInput(const std::string& name, const DataValue& value) {
    auto loaded = RuntimeValue::from(value);
    if (!loaded)
        return std::move(loaded).error().at("input '" + name + "'");
    m_inputs[name] = loaded->aligned();
    return {};
}

const RuntimeValue& IoBinding::output(const std::string& name) const {
    static const RuntimeValue kNone;
    const auto found = m_outputs.find(name);
    return found == m_outputs.end() ? kNone : found->second;
}

} // namespace partita
