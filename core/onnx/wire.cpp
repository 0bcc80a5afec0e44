#include "core/onnx/wire.h"

#include <bit>
#include <cstring>

namespace partita::wire {

float Field::asFloat() const { return std::bit_cast<float>(static_cast<std::uint32_t>(number64)); }

bool Reader::varint(std::uint64_t& value) {
    value = 0;
    for (unsigned shift = 0; shift <= 63; shift += 7) {
        if (m_pos >= m_end)
            return fail(PARTITA_TEXT("the data ends inside a number"));
        const auto byte = std::to_integer<std::uint64_t>(m_file[m_pos++]);
        value |= (byte & 0x7FU) << shift;
        if (!(byte & 0x80U))
            return true;
    }
    return fail(PARTITA_TEXT("a number is longer than 64 bits"));
}

bool Reader::next(Field& field) {
    if (damaged() || m_pos >= m_end)
        return false;
    const std::uint64_t begin = m_pos;
    std::uint64_t tag = 0;
    if (!varint(tag))
        return false;
    if (tag >> 32 || (tag >> 3) == 0)
        return fail(PARTITA_TEXT("a field number is out of range"));
    field.number = static_cast<std::uint32_t>(tag >> 3);
    field.type = static_cast<WireType>(tag & 7U);
    field.number64 = 0;
    std::uint64_t size = 0;
    switch (tag & 7U) {
    case 0:
        if (!varint(field.number64))
            return false;
        break;
    case 1: size = 8; break;
    case 5: size = 4; break;
    case 2:
        if (!varint(size))
            return false;
        break;
    default: return fail(PARTITA_TEXT("a field has a wire type that ONNX does not use"));
    }
    if (size > m_end - m_pos)
        return fail(PARTITA_TEXT("a field is longer than what holds it"));
    field.payload = {m_pos, size};
    if (field.type == WireType::fixed32 || field.type == WireType::fixed64)
        std::memcpy(&field.number64, m_file.data() + m_pos, size);
    m_pos += size;
    field.whole = {begin, m_pos - begin};
    return true;
}

std::string& Rope::tail() {
    if (m_pieces.empty() || !m_pieces.back().slice.empty())
        m_pieces.emplace_back();
    return m_pieces.back().own;
}

void Rope::append(Bytes slice) {
    if (slice.empty())
        return;
    m_size += slice.size();
    if (!m_pieces.empty()) {
        Bytes& last = m_pieces.back().slice;
        if (!last.empty() && last.data() + last.size() == slice.data()) {
            last = {last.data(), last.size() + slice.size()};
            return;
        }
    }
    m_pieces.push_back({{}, slice});
}

void Rope::putVarint(std::uint64_t value) {
    std::string& out = tail();
    const std::size_t before = out.size();
    for (; value >= 0x80U; value >>= 7)
        out.push_back(static_cast<char>((value & 0x7FU) | 0x80U));
    out.push_back(static_cast<char>(value));
    m_size += out.size() - before;
}

void Rope::putTag(std::uint32_t number, WireType type) {
    putVarint((std::uint64_t{number} << 3) | static_cast<std::uint64_t>(type));
}

void Rope::varintField(std::uint32_t number, std::uint64_t value) {
    putTag(number, WireType::varint);
    putVarint(value);
}

void Rope::floatField(std::uint32_t number, float value) {
    putTag(number, WireType::fixed32);
    char bytes[sizeof value];
    std::memcpy(bytes, &value, sizeof value);
    tail().append(bytes, sizeof bytes);
    m_size += sizeof bytes;
}

void Rope::stringField(std::uint32_t number, std::string_view text) {
    putTag(number, WireType::bytes);
    putVarint(text.size());
    tail().append(text);
    m_size += text.size();
}

void Rope::bytesField(std::uint32_t number, Bytes slice) {
    putTag(number, WireType::bytes);
    putVarint(slice.size());
    append(slice);
}

void Rope::messageField(std::uint32_t number, Rope&& message) {
    putTag(number, WireType::bytes);
    putVarint(message.size());
    for (auto& piece : message.m_pieces) {
        if (!piece.slice.empty()) {
            append(piece.slice);
        } else {
            tail().append(piece.own);
            m_size += piece.own.size();
        }
    }
}

std::vector<Bytes> Rope::pieces() const {
    std::vector<Bytes> result;
    for (const auto& piece : m_pieces)
        result.push_back(piece.slice.empty() ? std::as_bytes(std::span(piece.own)) : piece.slice);
    return result;
}

std::string Rope::toString() const {
    std::string result;
    result.reserve(m_size);
    for (const Bytes piece : pieces())
        result.append(reinterpret_cast<const char*>(piece.data()), piece.size());
    return result;
}

} // namespace partita::wire
