#include "core/scene/group_titles.h"
#include "core/base/count_text.h"

#include <algorithm>
#include <functional>
#include <map>

#include <fmt/format.h>

#include "core/scene/name_scopes.h"

namespace partita {

namespace {

constexpr std::size_t kOperators = 3; ///< more do not fit on a box

bool isDigit(char c) { return c >= '0' && c <= '9'; }

} // namespace

std::string rangeTitle(const std::string& first, const std::string& last) {
    if (first == last)
        return first;
    if (first.empty() || last.empty())
        return {};
    auto [a, b] = std::ranges::mismatch(first, last);
    while (a != first.begin() && isDigit(*std::prev(a)))
        --a, --b;
    const bool numbers = a != first.end() && b != last.end() &&
                         std::all_of(a, first.end(), isDigit) &&
                         std::all_of(b, last.end(), isDigit);
    return numbers ? first + "–" + std::string(b, last.end()) : first + " … " + last;
}

GroupTitles::GroupTitles(const Model& model, std::span<const NodeId> order)
    : m_model(model), m_order(order), m_depthOfAll(shared(0, order.size()).size()) {}

GroupTitles::Scopes GroupTitles::shared(std::size_t begin, std::size_t end) const {
    Scopes common;
    std::size_t named = 0;
    for (std::size_t i = begin; i < end; ++i) {
        const Scopes scopes = nameScopes(*m_model.node(m_order[i]));
        if (scopes.empty()) // without a name, or added by an exporter or a pass
            continue;
        if (named++ == 0)
            common = scopes;
        const auto differs = std::ranges::mismatch(common, scopes).in1;
        common.erase(differs, common.end());
        if (common.empty())
            return {};
    }
    return named * 2 >= end - begin ? common : Scopes();
}

std::string GroupTitles::scope(const NodeGroup& group) const {
    if (!group.title.empty())
        return group.title;
    const Scopes common = shared(group.begin, group.end);
    if (common.size() <= m_depthOfAll)
        return {};
    const std::string last(common.back());
    // A number or "self" alone tells too little.
    const bool alone = last.size() < 6 && common.size() >= m_depthOfAll + 2;
    return alone && last.find('.') == std::string::npos
               ? fmt::format("{}/{}", common[common.size() - 2], last)
               : last;
}

std::string GroupTitles::operators(const NodeGroup& group) const {
    std::map<std::string_view, std::size_t> counts;
    for (std::size_t i = group.begin; i < group.end; ++i)
        ++counts[m_model.node(m_order[i])->opType.str()];
    std::vector<std::pair<std::string_view, std::size_t>> most(counts.begin(), counts.end());
    std::ranges::stable_sort(most, std::greater<>(), [](const auto& each) { return each.second; });
    most.resize(std::min(most.size(), kOperators));
    std::string text;
    for (const auto& [name, count] : most) {
        text.append(text.empty() ? "" : " · ").append(name);
        if (count / group.repeats > 1)
            text += fmt::format(" ×{}", grouped(count / group.repeats));
    }
    return text;
}

} // namespace partita
