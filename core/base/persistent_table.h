#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace partita {

/// An immutable-by-sharing array of small values indexed by an id; `Slot{}` is an empty slot.
///
/// A copy shares everything. A change copies one leaf, one branch and the root (at 100,000 entries
/// 32 slots and 32 + 98 pointers), so a committed edit stays far below 25 µs. Two tables derived
/// from one another share every leaf that was not written, so comparing them costs time in the
/// number of changes, not of entries.
template <class Key, class Slot> class PersistentArray {
    static constexpr std::size_t kBits = 5, kWidth = std::size_t{1} << kBits, kMask = kWidth - 1;
    struct Leaf {
        std::array<Slot, kWidth> slots;
    };
    struct Branch {
        std::array<std::shared_ptr<Leaf>, kWidth> leaves;
    };

public:
    using Entry = Slot;

    /// The entry of `key`, or an empty one.
    [[nodiscard]] const Entry& get(Key key) const {
        static const Entry kNone;
        const std::size_t root = key.value >> (2 * kBits);
        if (root >= m_root.size() || !m_root[root])
            return kNone;
        const auto& leaf = m_root[root]->leaves[(key.value >> kBits) & kMask];
        return leaf ? leaf->slots[key.value & kMask] : kNone;
    }

    /// Replaces an entry; an empty one removes it.
    void set(Key key, Entry entry) {
        auto& leaf = ownLeaf(key);
        auto& slot = leaf.slots[key.value & kMask];
        m_count +=
            static_cast<std::size_t>(entry != Slot{}) - static_cast<std::size_t>(slot != Slot{});
        slot = std::move(entry);
        m_end = std::max(m_end, key.value + 1);
    }

    [[nodiscard]] std::size_t count() const { return m_count; }
    /// One more than the largest key that was ever set: the size of a vector indexed by key.
    [[nodiscard]] std::uint32_t keyEnd() const { return m_end; }

    /// Calls `visit(key, entry)` in order of the keys.
    template <class F> void forEach(F&& visit) const {
        for (std::size_t root = 0; root < m_root.size(); ++root)
            for (std::size_t branch = 0; m_root[root] && branch < kWidth; ++branch)
                if (const auto& leaf = m_root[root]->leaves[branch])
                    for (std::size_t slot = 0; slot < kWidth; ++slot)
                        if (leaf->slots[slot] != Slot{})
                            visit(key(root, branch, slot), leaf->slots[slot]);
    }

    /// Calls `visit(key, before, after)` for each entry that differs.
    template <class F>
    static void forEachChange(const PersistentArray& a, const PersistentArray& b, F&& visit) {
        const std::size_t roots = std::max(a.m_root.size(), b.m_root.size());
        for (std::size_t root = 0; root < roots; ++root) {
            const auto* left = root < a.m_root.size() ? a.m_root[root].get() : nullptr;
            const auto* right = root < b.m_root.size() ? b.m_root[root].get() : nullptr;
            for (std::size_t branch = 0; left != right && branch < kWidth; ++branch)
                compareLeaves(left ? left->leaves[branch].get() : nullptr,
                              right ? right->leaves[branch].get() : nullptr, root, branch, visit);
        }
    }

private:
    static Key key(std::size_t root, std::size_t branch, std::size_t slot) {
        return Key{static_cast<std::uint32_t>((root << (2 * kBits)) | (branch << kBits) | slot)};
    }
    template <class F>
    static void compareLeaves(const Leaf* a, const Leaf* b, std::size_t root, std::size_t branch,
                              F& visit) {
        static const Entry kNone;
        for (std::size_t slot = 0; a != b && slot < kWidth; ++slot) {
            const Entry& before = a ? a->slots[slot] : kNone;
            const Entry& after = b ? b->slots[slot] : kNone;
            if (before != after)
                visit(key(root, branch, slot), before, after);
        }
    }
    /// The leaf of `key`, copied first if another table shares it.
    Leaf& ownLeaf(Key key) {
        const std::size_t root = key.value >> (2 * kBits);
        if (root >= m_root.size())
            m_root.resize(root + 1);
        auto& branch = m_root[root];
        if (!branch)
            branch = std::make_shared<Branch>();
        else if (branch.use_count() > 1)
            branch = std::make_shared<Branch>(*branch);
        auto& leaf = branch->leaves[(key.value >> kBits) & kMask];
        if (!leaf)
            leaf = std::make_shared<Leaf>();
        else if (leaf.use_count() > 1)
            leaf = std::make_shared<Leaf>(*leaf);
        return *leaf;
    }

    std::vector<std::shared_ptr<Branch>> m_root;
    std::size_t m_count = 0;
    std::uint32_t m_end = 0;
};

/// A PersistentArray of shared, immutable objects, compared by pointer; null: no entry.
template <class Key, class V>
using PersistentTable = PersistentArray<Key, std::shared_ptr<const V>>;

} // namespace partita
