#pragma once

#include <cstdint>
#include <map>
#include <utility>

namespace partita::cpu {

/// What a kernel prepared (primitives, packed weights) for each of the shapes it ran with last.
///
/// Beyond `kMost` shapes the one that was used longest ago is given up, because a model may meet a
/// new shape in every run. References stay valid until `kMost` - 1 other shapes have been used.
template <typename Key, typename Value> class PreparedByShape {
public:
    static constexpr std::size_t kMost = 32;

    /// The value for `key`, made by `make()` where there is none. `make` may read this object.
    template <typename Make> Value& of(const Key& key, Make&& make) {
        auto found = m_entries.find(key);
        if (found == m_entries.end()) {
            Value made = make();
            if (m_entries.size() >= kMost)
                dropOldest();
            found = m_entries.emplace(key, Entry{std::move(made), 0}).first;
        }
        found->second.lastUse = ++m_uses;
        return found->second.value;
    }

    /// The first value, in the order of the keys, for which `fits(key, value)` holds; null: none.
    template <typename Fits> const Value* firstWhere(Fits&& fits) const {
        for (const auto& [key, entry] : m_entries)
            if (fits(key, entry.value))
                return &entry.value;
        return nullptr;
    }
    /// Any value; null where there is none.
    [[nodiscard]] const Value* any() const {
        return m_entries.empty() ? nullptr : &m_entries.begin()->second.value;
    }

    [[nodiscard]] std::size_t size() const { return m_entries.size(); }
    void clear() { m_entries.clear(); }

private:
    struct Entry {
        Value value;
        std::uint64_t lastUse;
    };

    void dropOldest() {
        auto oldest = m_entries.begin();
        for (auto each = m_entries.begin(); each != m_entries.end(); ++each)
            if (each->second.lastUse < oldest->second.lastUse)
                oldest = each;
        m_entries.erase(oldest);
    }

    std::map<Key, Entry> m_entries;
    std::uint64_t m_uses = 0;
};

} // namespace partita::cpu
