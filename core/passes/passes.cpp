#include "core/passes/passes.h"

namespace partita {

const std::vector<PassInfo>& passCatalogue() {
    static const std::vector<PassInfo> kPasses = {
#define GRAPH_PASS(name, function, kind, analysis, efficiency, target, set, summary)               \
    {#name, summary, kind, analysis, PassEfficiency::efficiency, target, PassSet::set, function},
#define NODE_PASS(name, function, ...) GRAPH_PASS(name, onEachNode<function>, __VA_ARGS__)
#include "core/passes/passes.def"
#undef NODE_PASS
#undef GRAPH_PASS
    };
    return kPasses;
}

const PassInfo* findPass(std::string_view name) {
    for (const PassInfo& info : passCatalogue())
        if (info.name == name)
            return &info;
    return nullptr;
}

} // namespace partita
