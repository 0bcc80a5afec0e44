#include "providers/cpu/kernels/shared_weights.h"

namespace partita::cpu {

PackedWeights SharedWeights::findLocked(ValueId weights, const TensorDesc& wanted,
                                        const TensorDesc& given) const {
    for (const Entry& entry : m_entries)
        if (entry.weights == weights && entry.wanted == wanted && entry.given == given)
            if (auto owner = entry.owner.lock())
                return {wrap(wanted, owner.get()), owner};
    return {};
}

PackedWeights SharedWeights::find(ValueId weights, const TensorDesc& wanted,
                                  const TensorDesc& given) {
    const std::lock_guard lock(m_mutex);
    return findLocked(weights, wanted, given);
}

PackedWeights SharedWeights::add(ValueId weights, const TensorDesc& wanted, const TensorDesc& given,
                                 PackedWeights packed) {
    const std::lock_guard lock(m_mutex);
    if (PackedWeights other = findLocked(weights, wanted, given); other.memory)
        return other;
    std::erase_if(m_entries, [](const Entry& entry) { return entry.owner.expired(); });
    m_entries.push_back({weights, wanted, given, packed.owner});
    return packed;
}

} // namespace partita::cpu
