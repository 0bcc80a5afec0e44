#include "core/passes/passes.h"

#include <unordered_map>
#include <unordered_set>

namespace partita {

/// Gives every node a unique name.
///
/// Before:   nodes without a name, or several with one name
/// After:    Conv_3 …; the first node with a name keeps it
Result<void> setUniqueNameForNodes(PassRun& run) {
    std::unordered_set<std::string> seen;
    std::unordered_map<std::string, std::size_t> numbers;
    for (const NodeId id : run.order())
        if (const auto& node = run.model().node(id); !node->name.empty())
            seen.insert(node->name);
    std::unordered_set<std::string> used;
    for (const NodeId id : run.malformed()) { // which keep their names
        seen.insert(run.model().node(id)->name);
        used.insert(run.model().node(id)->name);
    }
    for (const NodeId id : run.order()) {
        const auto node = run.model().node(id);
        if (!node->name.empty() && used.insert(node->name).second)
            continue;
        std::string name;
        do
            name = node->opType.str() + "_" + std::to_string(numbers[node->opType]++);
        while (!seen.insert(name).second);
        used.insert(name);
        run.attempt(id, [&](Rewriter& rewriter) {
            rewriter.editor().changeNode(id, [&](Node& changed) { changed.name = name; });
            return true;
        });
    }
    return {};
}

} // namespace partita
