#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/buffer.h"

namespace partita::wire {

/// A range of bytes in the file.
struct Span {
    std::uint64_t begin = 0, size = 0;
    [[nodiscard]] std::uint64_t end() const { return begin + size; }
};

enum class WireType : std::uint8_t { varint = 0, fixed64 = 1, bytes = 2, fixed32 = 5 };

/// One field of a protobuf message as it stands in the file.
struct Field {
    std::uint32_t number = 0;
    WireType type = WireType::varint;
    std::uint64_t number64 = 0; ///< varint and fixed values
    Span payload;               ///< of bytes and fixed values
    Span whole;                 ///< tag, length and payload

    [[nodiscard]] std::int64_t asInt() const { return static_cast<std::int64_t>(number64); }
    [[nodiscard]] float asFloat() const;
};

/// Walks the fields of one message inside a mapped file without copying. Every length is checked
/// against the enclosing message, so no file can make it read or skip outside.
class Reader {
public:
    Reader(Bytes file, Span message) : m_file(file), m_pos(message.begin), m_end(message.end()) {}

    /// False at the end of the message or at damage; `damaged()` tells which.
    bool next(Field& field);
    [[nodiscard]] bool damaged() const { return !m_damage.empty(); }
    [[nodiscard]] const Message& damage() const { return m_damage; }
    [[nodiscard]] std::uint64_t position() const { return m_pos; }
    bool varint(std::uint64_t& value);
    [[nodiscard]] bool atEnd() const { return m_pos >= m_end; }

private:
    bool fail(Message why) {
        m_damage = std::move(why);
        return false;
    }
    Bytes m_file;
    std::uint64_t m_pos, m_end;
    Message m_damage;
};

/// A message being written: pieces of new bytes and slices of mapped files, joined only when
/// they reach the disk. Neighbouring slices of one file become one piece.
class Rope {
public:
    void append(Bytes slice); ///< the slice must outlive the rope
    void varintField(std::uint32_t number, std::uint64_t value);
    void floatField(std::uint32_t number, float value);
    void stringField(std::uint32_t number, std::string_view text); ///< copied
    void bytesField(std::uint32_t number, Bytes slice);            ///< not copied
    void messageField(std::uint32_t number, Rope&& message);

    [[nodiscard]] std::uint64_t size() const { return m_size; }
    [[nodiscard]] std::vector<Bytes> pieces() const;
    [[nodiscard]] std::string toString() const;

private:
    struct Piece {
        std::string own;
        Bytes slice;
    };
    std::string& tail();
    void putVarint(std::uint64_t value);
    void putTag(std::uint32_t number, WireType type);
    std::vector<Piece> m_pieces;
    std::uint64_t m_size = 0;
};

} // namespace partita::wire
