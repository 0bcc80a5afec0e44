#include "core/tasks/remedies/remedy_sizes.h"

#include <algorithm>
#include <set>

namespace partita {

std::vector<ScenarioChange> openSizesOf(const Model& model) {
    std::vector<ScenarioChange> changes;
    std::set<std::string> symbols;
    for (const ValueId id : model.graph(model.mainGraph())->inputs) {
        const Value& input = *model.value(id);
        if (!input.type || !input.type->isTensor() || !input.type->shape)
            continue;
        const Shape& shape = *input.type->shape;
        const auto isNameless = [](const Dim& dim) { return !dim.value && dim.param.empty(); };
        if (std::ranges::any_of(shape, isNameless)) {
            SizeChange whole{input.name, {}};
            for (const Dim& dim : shape)
                whole.sizes.push_back(dim.value.value_or(1));
            changes.push_back({std::move(whole)});
            continue; // its symbols are fixed as well
        }
        for (const Dim& dim : shape)
            if (!dim.value)
                symbols.insert(dim.param);
    }
    for (const std::string& symbol : symbols)
        changes.push_back({SizeChange{symbol, {1}}});
    return changes;
}

bool declinesOpenSizes(const Partitioning& placed) {
    return std::ranges::any_of(placed.verdictLists, [](const auto& list) {
        return std::ranges::any_of(
            list, [](const Verdict& each) { return each.code == ReasonCode::dynamicShape; });
    });
}

} // namespace partita
