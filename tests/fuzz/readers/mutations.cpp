#include "tests/fuzz/readers/mutations.h"

#include <algorithm>
#include <cstring>
#include <limits>

namespace partita::fuzz {

namespace {

constexpr std::size_t kMostBytes = 1 << 17;

/// An extreme number of 1, 2, 4 or 8 bytes, for sizes and offsets that readers compute with.
std::string hostileNumber(Chance& chance) {
    const std::int64_t number =
        chance.of({std::int64_t{0}, std::int64_t{1}, std::int64_t{-1}, std::int64_t{127},
                   std::int64_t{255}, std::int64_t{0x7FFFFFFF}, std::int64_t{0xFFFFFFFF},
                   std::int64_t{1} << 40, std::numeric_limits<std::int64_t>::max(),
                   std::numeric_limits<std::int64_t>::min(), std::int64_t{1} << 61});
    const std::size_t bytes = std::size_t{1} << chance.pick(4);
    return {reinterpret_cast<const char*>(&number), bytes};
}

std::string word(Chance& chance) {
    if (chance.oneIn(2))
        return hostileNumber(chance);
    static const std::vector<std::string> kWords = {"\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01",
                                                    "\x80\x80\x80\x80\x10",
                                                    "PK\x01\x02",
                                                    "PK\x05\x06",
                                                    "(18446744073709551615, 2)",
                                                    "(-1,)",
                                                    "'<f8'",
                                                    "'|O'",
                                                    "True",
                                                    "{",
                                                    "}",
                                                    "[",
                                                    "]",
                                                    "\"",
                                                    ":",
                                                    "null",
                                                    "1e999",
                                                    "-1",
                                                    "99999999999999999999",
                                                    "../",
                                                    "/",
                                                    "\n",
                                                    "\\u0000",
                                                    "\xc3\x28",
                                                    "name",
                                                    "offset",
                                                    "size",
                                                    "checksum",
                                                    "location",
                                                    "length"};
    return chance.of(kWords);
}

std::string_view piece(const std::string& file, Chance& chance) {
    if (file.empty())
        return {};
    const std::size_t begin = chance.pick(file.size());
    return std::string_view(file).substr(begin,
                                         1 + chance.pick(chance.oneIn(4) ? file.size() : 32));
}

/// Writes an extreme number over one in a text: the first at or behind `at`.
void replaceNumber(std::string& file, std::size_t at, Chance& chance) {
    static constexpr const char* kDigits = "0123456789";
    const std::size_t begin = file.find_first_of(kDigits, at);
    if (begin == std::string::npos)
        return;
    const std::size_t end = std::min(file.find_first_not_of(kDigits, begin), file.size());
    file.replace(
        begin, end - begin,
        chance.of({"0", "1", "-1", "255", "65536", "2147483647", "2147483648", "4294967295",
                   "4294967296", "1099511627776", "9223372036854775807", "9223372036854775808",
                   "18446744073709551608", "18446744073709551615", "18446744073709551616", "1e9"}));
}

} // namespace

std::string mutated(std::string file, const std::string& other, Chance& chance) {
    for (std::size_t left = 1 + chance.pick(chance.oneIn(4) ? 16 : 4); left > 0; --left) {
        const std::size_t at = chance.pick(file.size() + 1);
        const std::size_t rest = file.size() - at;
        switch (chance.pick(9)) {
        case 0:
            if (rest > 0)
                file[at] = static_cast<char>(file[at] ^ (1 << chance.pick(8)));
            break;
        case 1:
            if (rest > 0)
                file[at] = static_cast<char>(chance.pick(256));
            break;
        case 2: file.erase(at, 1 + chance.pick(std::min<std::size_t>(rest + 1, 64))); break;
        case 3: file.insert(at, std::string(piece(file, chance))); break;
        case 4: file.insert(at, std::string(piece(other, chance))); break;
        case 5: file.insert(at, word(chance)); break;
        case 6:
            if (const std::string number = hostileNumber(chance); rest >= number.size())
                file.replace(at, number.size(), number);
            break;
        case 7: replaceNumber(file, at, chance); break;
        default:
            if (chance.oneIn(6))
                file.resize(at); // cut off
        }
    }
    if (file.size() > kMostBytes)
        file.resize(kMostBytes);
    return file;
}

} // namespace partita::fuzz
