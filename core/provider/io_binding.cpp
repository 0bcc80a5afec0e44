#include "core/provider/io_binding.h"
#include "core/base/try.h"

namespace partita {

Result<IoBinding> IoBinding::ofAll(const Model& model, const Feeds& feeds, BoundPlace place) {
    IoBinding binding;
    for (const auto& [name, value] : feeds)
        PARTITA_TRY(binding.bindInput(name, value, place));
    for (const ValueId output : model.graph(model.mainGraph())->outputs)
        binding.bindOutput(model.value(output)->name, place);
    return binding;
}

std::vector<ModelData> IoBinding::outputValues(const Model& model) const {
    std::vector<ModelData> values;
    for (const ValueId id : model.graph(model.mainGraph())->outputs) {
        const std::string& name = model.value(id)->name;
        if (const RuntimeValue& value = output(name); value.present())
            values.push_back(value.toData(name));
    }
    return values;
}

Result<void> IoBinding::bindInput(const std::string& name, const ModelData& value,
                                  BoundPlace place) {
    auto loaded = RuntimeValue::from(value);
    if (!loaded)
        return std::move(loaded).error().at(PARTITA_TEXT("input '{0}'", name));
    bindInput(name, loaded->aligned(), place);
    return {};
}

RuntimeValue IoBinding::inputForRun(const std::string& name) {
    const auto found = m_inputs.find(name);
    if (found == m_inputs.end())
        return {};
    if (m_given.erase(name) == 0)
        return found->second;
    return std::move(m_inputs.extract(found).mapped());
}

const RuntimeValue& IoBinding::output(const std::string& name) const {
    static const RuntimeValue kNone;
    const auto found = m_outputs.find(name);
    return found == m_outputs.end() ? kNone : found->second;
}

} // namespace partita
