#pragma once

#include <cstdint>
#include <random>
#include <vector>

namespace partita::fuzz {

/// Random draws that are the same on every machine for the same seed.
class Chance {
public:
    explicit Chance(std::uint64_t seed) : m_random(seed * 0x9E3779B97F4A7C15 + 1) {}
    /// A number from 0 to `below` − 1; 0 for `below` = 0.
    std::size_t pick(std::size_t below) { return below ? m_random() % below : 0; }
    /// A number from `first` to `last`.
    std::int64_t between(std::int64_t first, std::int64_t last) {
        return first + static_cast<std::int64_t>(pick(static_cast<std::size_t>(last - first + 1)));
    }
    bool oneIn(std::size_t n) { return pick(n) == 0; }
    std::uint64_t bits() { return m_random(); }
    template <class List> const auto& of(const List& list) { return list[pick(std::size(list))]; }
    template <class T> T of(std::initializer_list<T> list) {
        return list.begin()[pick(list.size())];
    }

private:
    std::mt19937_64 m_random;
};

} // namespace partita::fuzz
