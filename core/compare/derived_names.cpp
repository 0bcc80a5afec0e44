#include "core/compare/derived_names.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace partita {

namespace {

/// The name without its last suffix, which has a letter: a number alone tells two nodes apart.
std::string_view withoutSuffix(std::string_view name) {
    while (name.ends_with('/'))
        name.remove_suffix(1);
    const auto isLetter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    const auto end = name.find_last_of("/_");
    if (end == std::string_view::npos || std::ranges::none_of(name.substr(end + 1), isLetter))
        return {};
    return name.substr(0, end);
}

} // namespace

std::vector<DerivedName> derivedNames(const Model& from, const std::function<bool(NodeId)>& isFree,
                                      const Model& to, const std::function<bool(NodeId)>& isNew) {
    std::unordered_map<std::string_view, NodeId> named, giving;
    from.nodes().forEach([&](NodeId id, const auto& node) {
        if (!isFree(id))
            return;
        if (!node->name.empty())
            named.try_emplace(node->name, id);
        for (const ValueId output : node->outputs)
            if (const auto& value = from.value(output); value && !value->name.empty())
                giving.try_emplace(value->name, id);
    });
    std::vector<DerivedName> found;
    if (named.empty() && giving.empty())
        return found;
    std::unordered_set<NodeId> taken;
    to.nodes().forEach([&](NodeId id, const auto& node) {
        const std::string_view name = isNew(id) ? withoutSuffix(node->name) : std::string_view();
        if (name.empty())
            return;
        auto at = named.find(name);
        const bool byValue = at == named.end();
        if (byValue && (at = giving.find(name)) == giving.end())
            return;
        if (taken.insert(at->second).second)
            found.push_back({at->second, id, byValue});
    });
    return found;
}

} // namespace partita
