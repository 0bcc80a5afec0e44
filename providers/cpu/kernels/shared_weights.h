#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "core/base/ids.h"
#include "providers/cpu/kernels/onednn.h"

namespace partita::cpu {

/// Packed weights that several nodes of a program read: as long as one of them keeps them, others take
/// the same. Layers that repeat with the same weights therefore need their memory once, and find them
/// in the cache. Thread-safe.
class SharedWeights {
public:
    /// The weights of a node in a program; no `store`: nothing else reads them.
    struct Place {
        SharedWeights* store = nullptr;
        ValueId weights{};

        /// The weights as `wanted` lays them: those of another node, or what `pack()` makes. `given`:
        /// how they lie before they are packed.
        template <class Pack>
        [[nodiscard]] PackedWeights packedAs(const TensorDesc& wanted, const TensorDesc& given,
                                             const Pack& pack) const {
            if (!store)
                return pack();
            PackedWeights found = store->find(weights, wanted, given);
            return found.memory ? found : store->add(weights, wanted, given, pack());
        }
    };

private:
    struct Entry {
        ValueId weights;
        TensorDesc wanted, given;
        std::weak_ptr<void> owner;
    };

    /// Empty where no node keeps such.
    PackedWeights find(ValueId weights, const TensorDesc& wanted, const TensorDesc& given);
    /// Those that another thread has added meanwhile, or `packed`.
    PackedWeights add(ValueId weights, const TensorDesc& wanted, const TensorDesc& given,
                      PackedWeights packed);
    [[nodiscard]] PackedWeights findLocked(ValueId weights, const TensorDesc& wanted,
                                           const TensorDesc& given) const;

    std::mutex m_mutex;
    std::vector<Entry> m_entries;
};

} // namespace partita::cpu
