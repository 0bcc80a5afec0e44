#include "core/provider/placement_label.h"

#include <algorithm>

#include "core/base/message_list.h"

namespace partita {

Message predictedLabel(const Partitioning& predicted) {
    const std::size_t count = predicted.providerNames.size();
    const std::size_t devices = std::min(std::max<std::size_t>(count, 2) - 1, count);
    Message names;
    for (std::size_t i = 0; i < devices; ++i) {
        const std::string name = predicted.providerNames[i].full();
        const std::string from = i < predicted.learnedFrom.size() ? predicted.learnedFrom[i] : "";
        names = listWith(names, from.empty() ? Message(name)
                                             : PARTITA_TEXT("{0}, learned from {1}", name, from));
    }
    return PARTITA_TEXT("predicted ({0}, Partita {1})", names, PARTITA_VERSION);
}

} // namespace partita
