#pragma once

#include <algorithm>
#include <vector>

#include "core/ir/model.h"

namespace partita {

/// The values that a graph returns, each once, in ascending order of ids.
inline std::vector<ValueId> returnedBy(const Graph& graph) {
    std::vector<ValueId> values(graph.outputs.begin(), graph.outputs.end());
    std::erase(values, ValueId{});
    std::ranges::sort(values);
    values.erase(std::ranges::unique(values).begin(), values.end());
    return values;
}

} // namespace partita
