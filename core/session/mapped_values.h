#pragma once

#include <unordered_set>
#include <vector>

#include "core/ir/model.h"

namespace partita {

/// What `map` makes of the values, each once and in their order; those of which it makes none are
/// left out.
template <class Map>
std::vector<ValueId> mappedOnce(const std::vector<ValueId>& values, const Map& map) {
    std::vector<ValueId> mapped;
    std::unordered_set<ValueId> seen;
    for (const ValueId each : values)
        if (const ValueId value = map(each); value && seen.insert(value).second)
            mapped.push_back(value);
    return mapped;
}

} // namespace partita
