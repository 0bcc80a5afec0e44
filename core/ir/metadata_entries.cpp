#include "core/ir/metadata_entries.h"

#include <algorithm>

namespace partita {

bool setEntry(Metadata& entries, std::string_view key, const std::string& value) {
    const auto isOfKey = [&](const auto& entry) { return entry.first == key; };
    const auto first = std::ranges::find_if(entries, isOfKey);
    if (first == entries.end()) {
        entries.emplace_back(key, value);
        return true;
    }
    const auto others = std::remove_if(std::next(first), entries.end(), isOfKey);
    if (first->second == value && others == entries.end())
        return false;
    first->second = value;
    entries.erase(others, entries.end());
    return true;
}

bool removeEntry(Metadata& entries, std::string_view key) {
    return std::erase_if(entries, [&](const auto& entry) { return entry.first == key; }) > 0;
}

} // namespace partita
