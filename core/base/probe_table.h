#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace partita {

/// Finds ids by a hash of what they stand for: a flat table with eight bytes for each id. What an id
/// stands for stays with the caller, so that a million names take neither a million nodes of a map
/// nor a copy of each name. Ids are never removed.
template <class Id> class ProbeTable {
public:
    /// The first id, in the order of insertion, of that hash for which `same(id)` is true; null:
    /// there is none. It stays where it is until the next insertion.
    template <class Same> [[nodiscard]] Id* find(std::size_t hash, Same&& same) {
        if (m_slots.empty())
            return nullptr;
        const std::uint32_t part = partOf(hash);
        for (std::size_t at = placeOf(part);; at = next(at)) {
            Slot& slot = m_slots[at];
            if (!slot.id)
                return nullptr;
            if (slot.part == part && same(slot.id))
                return &slot.id;
        }
    }

    /// Makes room for `count` ids, so that inserting them moves nothing.
    void reserve(std::size_t count) {
        if (m_slots.size() < count * 2)
            growTo(std::bit_ceil(count * 2));
    }

    /// Adds an id, also where another one has the same hash.
    void insert(std::size_t hash, Id id) {
        if ((m_count + 1) * 2 > m_slots.size())
            growTo(m_slots.empty() ? 8 : m_slots.size() * 2);
        put({partOf(hash), id});
        ++m_count;
    }

private:
    struct Slot {
        std::uint32_t part = 0; ///< of the hash
        Id id;
    };
    static std::uint32_t partOf(std::size_t hash) {
        return static_cast<std::uint32_t>(hash ^ (std::uint64_t{hash} >> 32));
    }
    [[nodiscard]] std::size_t placeOf(std::uint32_t part) const {
        return part & (m_slots.size() - 1);
    }
    [[nodiscard]] std::size_t next(std::size_t at) const { return (at + 1) & (m_slots.size() - 1); }
    void put(Slot slot) {
        std::size_t at = placeOf(slot.part);
        while (m_slots[at].id)
            at = next(at);
        m_slots[at] = slot;
    }
    /// Slots of one hash keep their order: they are put in again from the start of their run.
    void growTo(std::size_t slots) {
        std::vector<Slot> old(slots);
        old.swap(m_slots);
        std::size_t start = 0; // behind an empty slot, so that no run is entered in its middle
        while (start < old.size() && old[start].id)
            ++start;
        for (std::size_t i = 0; i < old.size(); ++i)
            if (const Slot& slot = old[(start + i) & (old.size() - 1)]; slot.id)
                put(slot);
    }

    std::vector<Slot> m_slots; ///< a power of two; at most half of them are used
    std::size_t m_count = 0;
};

} // namespace partita
