#include "core/provider/placement_label.h"

#include <algorithm>

namespace partita {

Message predictedLabel(const Partitioning& predicted) {
    return predictedLabel(predicted.providerNames);
}

Message predictedLabel(const std::vector<std::string>& providerNames) {
    const std::size_t devices = std::max<std::size_t>(providerNames.size(), 2) - 1;
    std::string names;
    for (std::size_t i = 0; i < std::min(devices, providerNames.size()); ++i)
        names += (names.empty() ? "" : ", ") + providerNames[i];
    return PARTITA_TEXT("predicted ({0}, Partita {1})", names, PARTITA_VERSION);
}

} // namespace partita
