#include "providers/reference/letter_cases.h"

#include <cstdint>

namespace partita::reference {

namespace {

struct CaseRow {
    char32_t first, last, step;
    std::int32_t add;
    [[nodiscard]] bool has(char32_t c) const {
        return c >= first && c <= last && (c - first) % step == 0;
    }
};

constexpr CaseRow kCases[] = {
    {U'A', U'Z', 1, 32},
#define ROW(first, last, step, add) {first, last, step, add},
#include "providers/reference/letter_cases.def"
#undef ROW
};

} // namespace

std::vector<char32_t> casesOf(char32_t letter) {
    char32_t common = letter;
    for (const CaseRow& row : kCases)
        if (row.has(letter))
            common = letter + static_cast<char32_t>(row.add);
    std::vector<char32_t> found{common};
    for (const CaseRow& row : kCases)
        if (const char32_t from = common - static_cast<char32_t>(row.add); row.has(from))
            found.push_back(from);
    return found;
}

} // namespace partita::reference
