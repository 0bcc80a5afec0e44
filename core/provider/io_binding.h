#pragma once

#include <map>
#include <set>
#include <string>

#include "core/ir/model.h"
#include "core/provider/runtime_value.h"

namespace partita {

using Feeds = std::map<std::string, DataValue>; ///< by input name

/// Where a bound value lies between runs. `device`: on the one that reads it first, or makes it, so
/// that a simulated device copies nothing.
enum class BoundPlace { host, device };

/// Inputs and outputs of a session that stay where they are between runs: an input is handed over
/// once, an output is not copied out, and what one run returns can be what the next one reads.
class IoBinding {
public:
    /// All inputs that there are data for, and all outputs. Fails where the data is damaged.
    static Result<IoBinding> ofAll(const Model& model, const Feeds& feeds, BoundPlace place);

    /// The next runs read this value; it is shared, not copied.
    void bindInput(const std::string& name, RuntimeValue value,
                   BoundPlace place = BoundPlace::host) {
        m_inputs[name] = std::move(value);
        setPlace(name, place);
    }
    /// Fails where the data is damaged.
    Result<void> bindInput(const std::string& name, const DataValue& value,
                           BoundPlace place = BoundPlace::host);
    /// The next runs leave this output here instead of in their reports.
    void bindOutput(const std::string& name, BoundPlace place = BoundPlace::host) {
        m_outputs.try_emplace(name);
        setPlace(name, place);
    }
    /// What the last run left; not present before the first one or for a name that is not bound.
    [[nodiscard]] const RuntimeValue& output(const std::string& name) const;

    /// The bound outputs that the last run left, in the model's order.
    [[nodiscard]] std::vector<DataValue> outputValues(const Model& model) const;
    [[nodiscard]] bool isOnDevice(const std::string& name) const {
        return m_onDevice.contains(name);
    }

    [[nodiscard]] const std::map<std::string, RuntimeValue>& inputs() const { return m_inputs; }
    [[nodiscard]] std::map<std::string, RuntimeValue>& outputs() { return m_outputs; }

private:
    void setPlace(const std::string& name, BoundPlace place) {
        if (place == BoundPlace::device)
            m_onDevice.insert(name);
        else
            m_onDevice.erase(name);
    }

    std::map<std::string, RuntimeValue> m_inputs, m_outputs;
    std::set<std::string> m_onDevice;
};

} // namespace partita
