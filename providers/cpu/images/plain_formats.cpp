// BMP and PNM, which are simple enough to need no library.

#include <algorithm>
#include <cctype>
#include <cstring>

#include "core/provider/node_failure.h"
#include "providers/cpu/images/decode.h"

namespace partita::cpu {

namespace {

/// A little-endian number at `at`; 0 where the bytes end before it.
template <class T> T numberAt(Bytes bytes, std::size_t at) {
    T value{};
    if (at + sizeof value <= bytes.size())
        std::memcpy(&value, bytes.data() + at, sizeof value);
    return value;
}

std::uint8_t byteAt(Bytes bytes, std::size_t at) { return static_cast<std::uint8_t>(bytes[at]); }

} // namespace

/// Uncompressed BMP with 8 (palette), 24 or 32 bits for each pixel.
Picture decodeBmp(Bytes bytes, Wanted wanted) {
    constexpr std::size_t kFileHeader = 14;
    const auto data = numberAt<std::uint32_t>(bytes, 10),
               header = numberAt<std::uint32_t>(bytes, 14);
    const auto width = numberAt<std::int32_t>(bytes, 18),
               height = numberAt<std::int32_t>(bytes, 22);
    const auto bits = numberAt<std::uint16_t>(bytes, 28);
    const auto compression = numberAt<std::uint32_t>(bytes, 30);
    require(header >= 40 && (bits == 8 || bits == 24 || bits == 32) &&
                (compression == 0 || (compression == 3 && bits == 32)),
            "only BMP of 8, 24 or 32 bits without compression can be decoded");
    const std::int64_t rows = std::abs(static_cast<std::int64_t>(height));
    require(width > 0 && rows > 0, "the BMP is empty");
    const std::size_t pixel = bits / 8,
                      stride = (static_cast<std::size_t>(width) * pixel + 3) / 4 * 4,
                      palette = kFileHeader + header;
    require(bytes.size() >= data &&
                static_cast<std::size_t>(rows) <= (bytes.size() - data) / stride,
            "the BMP ends before its last row");
    Picture picture;
    if (!picture.resize(width, rows, bytes.size(), wanted))
        return picture;
    for (std::int64_t y = 0; y < picture.height; ++y) {
        // Rows are stored bottom up unless the height is negative.
        const std::int64_t from = height > 0 ? picture.height - 1 - y : y;
        std::size_t at = data + static_cast<std::size_t>(from) * stride;
        std::uint8_t* to = picture.row(y);
        for (std::int64_t x = 0; x < picture.width; ++x, at += pixel, to += 3) {
            const std::size_t blue = bits == 8 ? palette + std::size_t{byteAt(bytes, at)} * 4 : at;
            require(blue + 2 < bytes.size(), "a colour of the BMP's palette is missing");
            for (std::size_t channel = 0; channel < 3; ++channel)
                to[channel] = byteAt(bytes, blue + 2 - channel);
        }
    }
    return picture;
}

namespace {

/// The numbers of a PNM header, with comments between them.
class PnmHeader {
public:
    explicit PnmHeader(Bytes bytes) : m_bytes(bytes) {}
    std::int64_t number() {
        const auto at = [&] { return static_cast<char>(m_bytes[m_at]); };
        while (m_at < m_bytes.size() && (std::isspace(at()) || at() == '#')) {
            if (at() == '#')
                while (m_at < m_bytes.size() && at() != '\n')
                    ++m_at;
            else
                ++m_at;
        }
        std::int64_t value = 0;
        const std::size_t start = m_at;
        while (m_at < m_bytes.size() && std::isdigit(at()) && value < (1 << 28))
            value = value * 10 + (static_cast<char>(m_bytes[m_at++]) - '0');
        require(m_at > start, "the PNM's header is damaged");
        return value;
    }
    /// The start of the values, after the one white space that ends the header.
    [[nodiscard]] std::size_t end() const { return m_at + 1; }

private:
    Bytes m_bytes;
    std::size_t m_at = 2;
};

} // namespace

/// PNM in grey or colour, as text (P2, P3) or bytes (P5, P6).
Picture decodePnm(Bytes bytes, Wanted wanted) {
    const char kind = static_cast<char>(bytes[1]);
    require(kind != '1' && kind != '4', "bitmaps of one bit (PBM) cannot be decoded");
    const bool text = kind < '4', colour = kind == '3' || kind == '6';
    PnmHeader header(bytes);
    const std::int64_t width = header.number(), height = header.number(), most = header.number();
    require(most > 0 && most < 256, "only PNM of 8 bits can be decoded");
    const std::size_t channels = colour ? 3 : 1;
    const auto start = header.end();
    // Each value takes at least one byte, so a short file cannot claim a large picture.
    require(
        width > 0 && height > 0 &&
            height <= static_cast<std::int64_t>(bytes.size() / channels) / width &&
            (text || bytes.size() >= start + static_cast<std::size_t>(width * height) * channels),
        "the PNM ends before its last row");
    Picture picture;
    if (!picture.resize(width, height, bytes.size(), wanted))
        return picture;
    for (std::size_t i = 0, at = start; i < picture.rgb.size(); ++i) {
        if (!colour && i % 3 != 0) {
            picture.rgb[i] = picture.rgb[i - 1];
            continue;
        }
        const std::int64_t value = text ? header.number() : byteAt(bytes, at++);
        picture.rgb[i] =
            static_cast<std::uint8_t>(std::min<std::int64_t>(value, most) * 255 / most);
    }
    return picture;
}

} // namespace partita::cpu
