#pragma once

#include <atomic>
#include <string>
#include <string_view>
#include <utility>

namespace partita {

/// An immutable text that many objects share (operator names, domains). It is one pointer wide, a
/// copy shares the text, and it converts to a std::string.
class SharedString {
public:
    SharedString() = default;
    SharedString(std::string text) {
        if (!text.empty())
            m_block = new Block{std::move(text)};
    }
    SharedString(std::string_view text) : SharedString(std::string(text)) {}
    SharedString(const char* text) : SharedString(std::string(text)) {}
    SharedString(const SharedString& other) : m_block(other.m_block) {
        if (m_block)
            m_block->references.fetch_add(1, std::memory_order_relaxed);
    }
    SharedString(SharedString&& other) noexcept : m_block(std::exchange(other.m_block, nullptr)) {}
    SharedString& operator=(SharedString other) noexcept {
        std::swap(m_block, other.m_block);
        return *this;
    }
    ~SharedString() {
        if (m_block && m_block->references.fetch_sub(1, std::memory_order_acq_rel) == 1)
            delete m_block;
    }

    [[nodiscard]] const std::string& str() const {
        static const std::string kEmpty;
        return m_block ? m_block->text : kEmpty;
    }
    operator const std::string&() const { return str(); }
    operator std::string_view() const { return str(); }
    [[nodiscard]] bool empty() const { return !m_block; }

    friend bool operator==(const SharedString& a, const SharedString& b) {
        return a.m_block == b.m_block || a.str() == b.str();
    }
    friend bool operator==(const SharedString& a, std::string_view b) { return a.str() == b; }
    friend bool operator==(const SharedString& a, const std::string& b) { return a.str() == b; }
    friend bool operator==(const SharedString& a, const char* b) { return a.str() == b; }
    friend std::string operator+(std::string a, const SharedString& b) {
        return std::move(a) + b.str();
    }
    friend std::string operator+(const SharedString& a, std::string_view b) {
        return a.str() + std::string(b);
    }

private:
    struct Block {
        std::string text;
        std::atomic<std::uint32_t> references{1};
    };
    Block* m_block = nullptr;
};

} // namespace partita
