#include "core/data/npy_header.h"
#include "core/base/try.h"

#include <charconv>
#include <cstring>

#include <fmt/format.h>

namespace partita {

namespace {

struct NumpyType {
    std::string_view code;
    DataType type;
};
constexpr NumpyType kNumpyTypes[] = {
    {"<f4", DataType::float32},   {"<f8", DataType::float64},    {"<f2", DataType::float16},
    {"<i8", DataType::int64},     {"<i4", DataType::int32},      {"<i2", DataType::int16},
    {"|i1", DataType::int8},      {"<u8", DataType::uint64},     {"<u4", DataType::uint32},
    {"<u2", DataType::uint16},    {"|u1", DataType::uint8},      {"|b1", DataType::boolean},
    {"<c8", DataType::complex64}, {"<c16", DataType::complex128}};

constexpr std::size_t kMostDims = 64; ///< numpy's own limit

/// Reads the text of a header, a Python dictionary, from left to right.
class HeaderText {
public:
    explicit HeaderText(std::string_view text) : m_rest(text) {}

    bool take(std::string_view token) {
        skipSpace();
        if (!m_rest.starts_with(token))
            return false;
        m_rest.remove_prefix(token.size());
        return true;
    }
    std::optional<std::string_view> quoted() {
        const bool isDouble = take("\"");
        if (!isDouble && !take("'"))
            return std::nullopt;
        const auto end = m_rest.find(isDouble ? '"' : '\'');
        if (end == std::string_view::npos)
            return std::nullopt;
        const auto text = m_rest.substr(0, end);
        m_rest.remove_prefix(end + 1);
        return text;
    }
    /// "(2, 3)", "(2,)", "()"; Python 2 wrote "(2L, 3L)".
    std::optional<std::vector<std::int64_t>> tuple() {
        std::vector<std::int64_t> numbers;
        if (!take("("))
            return std::nullopt;
        while (!take(")")) {
            skipSpace();
            std::int64_t number = 0;
            const char* last = m_rest.data() + m_rest.size();
            const auto [end, error] = std::from_chars(m_rest.data(), last, number);
            if (error != std::errc() || number < 0 || numbers.size() == kMostDims)
                return std::nullopt;
            m_rest.remove_prefix(static_cast<std::size_t>(end - m_rest.data()));
            numbers.push_back(number);
            take("L");
            if (!take(",") && !m_rest.starts_with(')'))
                return std::nullopt;
        }
        return numbers;
    }
    bool atEnd() {
        skipSpace();
        return m_rest.empty();
    }

private:
    void skipSpace() {
        m_rest.remove_prefix(std::min(m_rest.find_first_not_of(" \t\r\n"), m_rest.size()));
    }
    std::string_view m_rest;
};

Error unreadable(const Message& what) {
    return {Errc::invalidModel,
            PARTITA_TEXT("not an .npy array that can be read: {0}", what),
            {},
            PARTITA_TEXT("write it with numpy.save, little-endian and without objects")};
}

/// Parses the dictionary: type, order and shape must each occur once, and nothing else.
Result<NpyHeader> parse(std::string_view text) {
    HeaderText rest(text);
    NpyHeader header;
    bool hasOrder = false;
    std::optional<std::vector<std::int64_t>> dims;
    if (!rest.take("{"))
        return unreadable(PARTITA_TEXT("its header is no dictionary"));
    while (!rest.take("}")) {
        const auto key = rest.quoted();
        if (!key || !rest.take(":"))
            return unreadable(PARTITA_TEXT("its header is damaged"));
        if (*key == "descr" && header.type == DataType::undefined) {
            const auto code = rest.quoted();
            for (const NumpyType& row : kNumpyTypes)
                if (code == row.code)
                    header.type = row.type;
            if (header.type == DataType::undefined)
                return unreadable(
                    PARTITA_TEXT("type {0} is none of ONNX's", code ? "'" + std::string(*code) + "'"
                                                                    : PARTITA_TEXT("of a record")));
        } else if (*key == "fortran_order" && !hasOrder) {
            hasOrder = true;
            header.fortranOrder = rest.take("True");
            if (!header.fortranOrder && !rest.take("False"))
                return unreadable(PARTITA_TEXT("its order is neither True nor False"));
        } else if (*key == "shape" && !dims) {
            dims = rest.tuple();
            if (!dims)
                return unreadable(PARTITA_TEXT("its shape is not a tuple of whole numbers"));
        } else {
            return unreadable(PARTITA_TEXT("its header has an unexpected key"));
        }
        rest.take(",");
    }
    if (!rest.atEnd() || header.type == DataType::undefined || !hasOrder || !dims)
        return unreadable(PARTITA_TEXT("its header is damaged"));
    header.dims = *std::move(dims);
    return header;
}

} // namespace

Result<NpyHeader> readNpyHeader(Bytes bytes) {
    if (bytes.size() < 12 || std::memcmp(bytes.data(), "\x93NUMPY", 6) != 0)
        return unreadable(PARTITA_TEXT("it does not begin as one"));
    const bool wide = std::to_integer<int>(bytes[6]) >= 2;
    const std::size_t start = wide ? 12 : 10;
    std::uint32_t length = 0; // 2 or 4 bytes, little-endian
    std::memcpy(&length, bytes.data() + 8, wide ? 4 : 2);
    if (length > kMostNpyHeader - start || length > bytes.size() - start)
        return unreadable(PARTITA_TEXT("its header is cut short, or too long"));
    auto header = PARTITA_TRY(
        parse(std::string_view(reinterpret_cast<const char*>(bytes.data()) + start, length)));
    const auto count = elementCount(header.dims);
    const auto size = count ? packedBytes(header.type, *count) : std::nullopt;
    if (!size)
        return unreadable(PARTITA_TEXT("its shape is impossible"));
    header.size = start + length;
    header.dataBytes = *size;
    return header;
}

std::optional<std::string> npyHeader(DataType type, const std::vector<std::int64_t>& dims) {
    std::string_view code;
    for (const NumpyType& row : kNumpyTypes)
        if (row.type == type)
            code = row.code;
    if (code.empty())
        return std::nullopt;
    std::string shape;
    for (const std::int64_t dim : dims)
        shape += std::to_string(dim) + ", ";
    std::string text =
        fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}), }}", code, shape);
    // The .npy format pads magic, length and header together to a multiple of 64 bytes.
    text.append((64 - (10 + text.size() + 1) % 64) % 64, ' ');
    text += '\n';
    const auto length = static_cast<std::uint16_t>(text.size());
    std::string header("\x93NUMPY\x01\x00", 8);
    header.append(reinterpret_cast<const char*>(&length), sizeof length);
    return header + text;
}

} // namespace partita
