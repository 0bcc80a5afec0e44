#pragma once

#include <map>
#include <string>

#include "core/runtime/runtime_value.h"

namespace partita {

/// Inputs and outputs of a session that stay where they are between runs: an input is handed over
/// once, an output is not copied out, and what one run returns can be what the next one reads.
class IoBinding {
public:
    /// The next runs read this value; it is shared, not copied.
    void bindInput(const std::string& name, RuntimeValue value) {
        m_inputs[name] = std::move(value);
    }
    /// Fails where the data is damaged.
    Result<void> bindInput(const std::string& name, const DataValue& value);
    /// The next runs leave this output here instead of in their reports.
    void bindOutput(const std::string& name) { m_outputs.try_emplace(name); }
    /// What the last run left; not present before the first one or for a name that is not bound.
    [[nodiscard]] const RuntimeValue& output(const std::string& name) const;

    [[nodiscard]] const std::map<std::string, RuntimeValue>& inputs() const { return m_inputs; }
    [[nodiscard]] std::map<std::string, RuntimeValue>& outputs() { return m_outputs; }

private:
    std::map<std::string, RuntimeValue> m_inputs, m_outputs;
};

} // namespace partita
