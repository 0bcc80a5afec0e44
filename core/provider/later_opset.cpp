#include "core/provider/later_opset.h"

namespace partita {

Message laterOpsetText(const Node& node, const OpVersions::Entry& entry) {
    if (entry.schema || entry.opset < 1)
        return {};
    const std::int64_t newest = newestOpset(node.domain).value_or(0);
    for (std::int64_t opset = entry.opset + 1; opset <= newest; ++opset)
        if (versionInForce(node.opType, node.domain, opset))
            return PARTITA_TEXT("{0} comes with opset {1}, the model has opset {2}", node.opType,
                                opset, entry.opset);
    return {};
}

} // namespace partita
