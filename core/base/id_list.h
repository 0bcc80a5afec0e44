#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <iterator>
#include <span>
#include <type_traits>
#include <utility>

namespace partita {

/// A list of ids in 16 bytes: up to three ids are stored in place, more in one allocation. The
/// inputs and outputs of a node and the consumers of a value are rarely more than three; at 100,000
/// nodes this saves two allocations for each node. The interface is that of std::vector.
template <class Id> class IdList {
    static_assert(sizeof(Id) == 4 && std::is_trivially_copyable_v<Id>);
    static constexpr std::uint32_t kInPlace = 3;

public:
    using value_type = Id;
    using iterator = Id*;
    using const_iterator = const Id*;

    IdList() = default;
    IdList(std::initializer_list<Id> ids) : IdList(ids.begin(), ids.end()) {}
    template <std::forward_iterator It> IdList(It first, It last) { assign(first, last); }
    IdList(const IdList& other) : IdList(other.begin(), other.end()) {}
    IdList(IdList&& other) noexcept { swap(other); }
    IdList& operator=(IdList other) noexcept {
        swap(other);
        return *this;
    }
    ~IdList() {
        if (isOutside())
            delete[] outside();
    }

    [[nodiscard]] std::size_t size() const { return m_size; }
    [[nodiscard]] bool empty() const { return m_size == 0; }
    [[nodiscard]] Id* begin() { return data(); }
    [[nodiscard]] Id* end() { return data() + m_size; }
    [[nodiscard]] const Id* begin() const { return data(); }
    [[nodiscard]] const Id* end() const { return data() + m_size; }
    [[nodiscard]] Id* data() { return isOutside() ? outside() : m_place; }
    [[nodiscard]] const Id* data() const { return isOutside() ? outside() : m_place; }
    [[nodiscard]] Id& operator[](std::size_t i) { return data()[i]; }
    [[nodiscard]] const Id& operator[](std::size_t i) const { return data()[i]; }
    [[nodiscard]] const Id& front() const { return *begin(); }
    [[nodiscard]] const Id& back() const { return end()[-1]; }

    template <std::forward_iterator It> void assign(It first, It last) {
        IdList made;
        made.resize(static_cast<std::size_t>(std::distance(first, last)));
        std::copy(first, last, made.begin());
        swap(made);
    }
    /// New elements hold the id "none".
    void resize(std::size_t count) {
        const auto wanted = static_cast<std::uint32_t>(count);
        const std::uint32_t kept = std::min(m_size, wanted);
        if (wanted <= kInPlace && isOutside()) {
            Id* old = outside();
            std::copy_n(old, kept, m_place);
            delete[] old;
        } else if (wanted > capacity()) {
            // Growth by one doubles the capacity, so that n calls of push_back cost O(n).
            grow(wanted == m_size + 1 && m_size >= 2 * kInPlace ? 2 * m_size : wanted);
        }
        m_size = wanted;
        std::fill(begin() + kept, end(), Id{});
    }
    void push_back(Id id) {
        resize(size() + 1);
        end()[-1] = id;
    }
    void pop_back() { resize(size() - 1); }
    void clear() { resize(0); }
    Id* insert(const Id* at, Id id) {
        const auto place = at - begin();
        push_back(id);
        std::rotate(begin() + place, end() - 1, end());
        return begin() + place;
    }
    Id* erase(const Id* at) {
        const auto place = at - begin();
        std::copy(begin() + place + 1, end(), begin() + place);
        pop_back();
        return begin() + place;
    }
    void swap(IdList& other) noexcept {
        std::swap(m_size, other.m_size);
        std::swap(m_place, other.m_place);
    }

    friend bool operator==(const IdList& a, const IdList& b) {
        return std::equal(a.begin(), a.end(), b.begin(), b.end());
    }

private:
    // In place: m_place holds the ids. Outside: m_place[0] is the capacity, and the other two
    // elements hold the pointer.
    [[nodiscard]] bool isOutside() const { return m_size > kInPlace; }
    [[nodiscard]] Id* outside() const {
        Id* pointer;
        std::memcpy(&pointer, m_place + 1, sizeof pointer);
        return pointer;
    }
    [[nodiscard]] std::uint32_t capacity() const {
        return isOutside() ? m_place[0].value : kInPlace;
    }
    void grow(std::uint32_t capacity) {
        Id* made = new Id[capacity];
        std::copy(begin(), end(), made);
        if (isOutside())
            delete[] outside();
        m_place[0] = Id{capacity};
        std::memcpy(static_cast<void*>(m_place + 1), &made, sizeof made);
    }

    std::uint32_t m_size = 0;
    Id m_place[kInPlace] = {};
};

} // namespace partita
