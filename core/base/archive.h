#pragma once

#include <chrono>
#include <cstring>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/base/ids.h"

namespace partita {

/// Serializes structs to bytes for another process of this program on the same machine. One
/// function lists the members of a struct and serves both directions:
///
///     template <class Archive> void archive(Archive& a, Point& p) { a(p.x, p.y); }
class Packer {
public:
    template <class... T> void operator()(T&... values) { (put(values), ...); }
    [[nodiscard]] std::string take() { return std::move(m_bytes); }

private:
    template <class T> void put(T& value) {
        if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>)
            m_bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
        else
            archive(*this, value);
    }
    template <class Tag> void put(Id<Tag>& id) { put(id.value); }
    template <class R, class P> void put(std::chrono::duration<R, P>& time) {
        auto count = time.count();
        put(count);
    }
    void put(std::string& text) {
        count(text.size());
        m_bytes += text;
    }
    template <class A, class B> void put(std::pair<A, B>& pair) {
        (*this)(pair.first, pair.second);
    }
    template <class T> void put(std::vector<T>& list) {
        count(list.size());
        for (T& each : list)
            put(each);
    }
    template <class T> void put(std::optional<T>& value) {
        count(value ? 1 : 0);
        if (value)
            put(*value);
    }
    void count(std::uint64_t number) { put(number); }

    std::string m_bytes;
};

/// Reads what a Packer wrote. A value that is missing stays empty, and `isWhole` is false then, as it
/// is for structs that lie more than kMostLevels deep in each other.
class Unpacker {
public:
    static constexpr int kMostLevels = 100;

    explicit Unpacker(std::string_view bytes) : m_bytes(bytes) {}
    template <class... T> void operator()(T&... values) { (get(values), ...); }
    /// True when no value was missing and no byte is left over.
    [[nodiscard]] bool isWhole() const { return !m_short && m_bytes.empty(); }

private:
    template <class T> void get(T& value) {
        if constexpr (std::is_same_v<T, bool>) {
            std::uint8_t byte = 0;
            get(byte);
            value = byte != 0;
        } else if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>) {
            const std::string_view bytes = next(sizeof value);
            if (bytes.size() == sizeof value)
                std::memcpy(&value, bytes.data(), sizeof value);
        } else if (m_levels == kMostLevels) {
            fail();
        } else {
            ++m_levels;
            archive(*this, value);
            --m_levels;
        }
    }
    template <class Tag> void get(Id<Tag>& id) { get(id.value); }
    template <class R, class P> void get(std::chrono::duration<R, P>& time) {
        R count{};
        get(count);
        time = std::chrono::duration<R, P>(count);
    }
    void get(std::string& text) { text = next(count()); }
    template <class A, class B> void get(std::pair<A, B>& pair) {
        (*this)(pair.first, pair.second);
    }
    template <class T> void get(std::vector<T>& list) {
        list.clear();
        for (std::uint64_t left = count(); left > 0 && !m_short; --left)
            get(list.emplace_back());
    }
    template <class T> void get(std::optional<T>& value) {
        value.reset();
        if (count())
            get(value.emplace());
    }
    std::uint64_t count() {
        std::uint64_t number = 0;
        get(number);
        return number;
    }
    std::string_view next(std::uint64_t size) {
        if (size > m_bytes.size()) {
            fail();
            return {};
        }
        const std::string_view bytes = m_bytes.substr(0, size);
        m_bytes.remove_prefix(size);
        return bytes;
    }

    void fail() {
        m_short = true;
        m_bytes = {};
    }

    std::string_view m_bytes;
    bool m_short = false;
    int m_levels = 0;
};

/// The bytes of a value, for `unpackedFrom`.
template <class T> std::string packedInto(T& value) {
    Packer packer;
    packer(value);
    return packer.take();
}

/// Reads `value` from `bytes`; false when the bytes are not exactly one packed value of type T.
template <class T> bool unpackedFrom(T& value, std::string_view bytes) {
    Unpacker unpacker(bytes);
    unpacker(value);
    return unpacker.isWhole();
}

} // namespace partita
