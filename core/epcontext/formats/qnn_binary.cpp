#include "core/epcontext/formats/qnn_binary.h"

#include <algorithm>
#include <span>

#include "core/base/mapped_files.h"

namespace partita {

namespace {

bool isWord(char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_';
}

bool isDigit(char c) { return c >= '0' && c <= '9'; }

/// Whether a word is a graph name of QNN's execution provider: "QNN" at the start, at least two
/// numbers at the end, as in "QNNExecutionProvider_…_3_0".
bool looksLikeGraph(std::string_view word) {
    if (!word.starts_with("QNN"))
        return false;
    int numbers = 0;
    for (std::size_t end = word.size(); end > 0;) {
        const std::size_t bar = word.rfind('_', end - 1);
        const std::string_view part = word.substr(bar + 1, end - bar - 1);
        if (bar == std::string_view::npos || part.empty() || !std::ranges::all_of(part, isDigit))
            break;
        ++numbers;
        end = bar;
    }
    return numbers >= 2;
}

std::string_view textOf(Bytes bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// The offsets at which `name` occurs as a whole word.
std::vector<std::size_t> placesOf(std::string_view text, std::string_view name) {
    std::vector<std::size_t> places;
    const Bytes bytes = std::as_bytes(std::span(text));
    for (std::size_t at = findText(bytes, name); at != std::string_view::npos;
         at = findText(bytes, name, at + 1))
        if ((at == 0 || !isWord(text[at - 1])) &&
            (at + name.size() == text.size() || !isWord(text[at + name.size()])))
            places.push_back(at);
    return places;
}

} // namespace

std::set<std::string> qnnGraphNames(Bytes binary, const std::set<std::string>& wanted) {
    const std::string_view text = textOf(binary);
    std::set<std::string> found;
    for (const std::string& name : wanted)
        if (!name.empty() && !placesOf(text, name).empty())
            found.insert(name);
    for (std::size_t at = findText(binary, "QNN"); at != std::string_view::npos;) {
        std::size_t end = at;
        while (end < text.size() && isWord(text[end]))
            ++end;
        if ((at == 0 || !isWord(text[at - 1])) && looksLikeGraph(text.substr(at, end - at)))
            found.emplace(text.substr(at, end - at));
        at = findText(binary, "QNN", end);
    }
    return found;
}

Result<std::string> renameQnnGraphs(Bytes binary,
                                    const std::vector<std::pair<std::string, std::string>>& names) {
    const auto refuse = [](const Message& what) {
        return Error{Errc::unsupported,
                     PARTITA_TEXT("the graphs of a QNN binary cannot be renamed: {0}", what),
                     {},
                     PARTITA_TEXT("compile one of the models from a file of another name")};
    };
    std::string text(textOf(binary));
    const std::string_view before = textOf(binary);
    for (const auto& [from, to] : names) {
        if (from.size() != to.size() || from.empty())
            return refuse(PARTITA_TEXT("'{0}' is not as long as '{1}'", to, from));
        if (before.find(to) != std::string_view::npos)
            return refuse(PARTITA_TEXT("'{0}' is in it already", to));
        const auto places = placesOf(before, from);
        if (places.empty())
            return refuse(PARTITA_TEXT("'{0}' is not in it", from));
        for (const std::size_t at : places)
            text.replace(at, from.size(), to);
        // Verify the result: the same number of occurrences, and none of the old name.
        if (placesOf(text, to).size() != places.size() || !placesOf(text, from).empty())
            return refuse(PARTITA_TEXT("'{0}' also stands where it is no name", from));
    }
    return text;
}

std::string renamedQnnGraph(const std::string& name, std::uint64_t seed) {
    std::size_t first = 0, length = 0;
    for (std::size_t at = 0; at < name.size();) {
        std::size_t end = at;
        while (end < name.size() && isDigit(name[end]))
            ++end;
        if (end - at > length) {
            first = at;
            length = end - at;
        }
        at = end + 1;
    }
    std::string renamed = name;
    std::uint64_t state = seed * 0x9E3779B97F4A7C15 + 0x632BE59BD9B4E019;
    for (std::size_t i = 0; i < length; ++i) {
        state ^= state >> 29;
        state *= 0xBF58476D1CE4E5B9;
        state ^= state >> 32;
        renamed[first + i] = static_cast<char>('0' + (i == 0 ? 1 + state % 9 : state % 10));
    }
    return renamed;
}

} // namespace partita
