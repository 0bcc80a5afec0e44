#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>

#include "core/ir/model.h"
#include "core/provider/runtime_value.h"

namespace partita {

using Feeds = std::map<std::string, ModelData>; ///< by input name

/// Where a bound value is kept between runs. `device`: on the device that reads it first or makes
/// it, so that the simulation counts no copy.
enum class BoundPlace { host, device };

/// Inputs and outputs of a session that stay in place between runs: an input is passed once, an
/// output is not copied to the report, and the output of one run can be the input of the next.
class IoBinding {
public:
    /// Binds every input in `feeds` and every output of the model. Fails for damaged data.
    static Result<IoBinding> ofAll(const Model& model, const Feeds& feeds, BoundPlace place);

    /// The next runs read this value; it is shared, not copied.
    void bindInput(const std::string& name, RuntimeValue value,
                   BoundPlace place = BoundPlace::host) {
        m_inputs[name] = std::move(value);
        setPlace(name, place);
    }
    /// Loads and binds a value; fails for damaged data.
    Result<void> bindInput(const std::string& name, const ModelData& value,
                           BoundPlace place = BoundPlace::host);
    /// The next run reads this value and takes it over: where nothing else holds it, a kernel may
    /// write its result into the same memory, as a cache of keys that grows in place. Afterwards
    /// the input is not bound.
    void giveInput(const std::string& name, RuntimeValue value) {
        bindInput(name, std::move(value));
        m_given.insert(name);
    }
    /// What a run reads for a bound input; a given one leaves the binding.
    RuntimeValue inputForRun(const std::string& name);
    /// The next runs store this output in the binding instead of in their reports.
    void bindOutput(const std::string& name, BoundPlace place = BoundPlace::host) {
        m_outputs.try_emplace(name);
        setPlace(name, place);
    }
    /// The value that the last run stored; not present before the first run or for an unbound name.
    [[nodiscard]] const RuntimeValue& output(const std::string& name) const;

    /// As output(); the value leaves the binding, but the output stays bound.
    RuntimeValue takeOutput(const std::string& name) { return std::exchange(m_outputs[name], {}); }

    /// The bound outputs of the last run, in the model's order.
    [[nodiscard]] std::vector<ModelData> outputValues(const Model& model) const;
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
    std::set<std::string> m_onDevice, m_given;
};

} // namespace partita
