#include "core/scene/node_scopes.h"

#include <algorithm>
#include <unordered_map>

#include "core/scene/name_scopes.h"

namespace partita {

NodeScopes::NodeScopes(const Model& model, std::span<const NodeId> order) : m_names(1) {
    std::unordered_map<std::string, Scope> numbers;
    m_paths.reserve(order.size());
    m_isOwn.reserve(order.size());
    for (const NodeId id : order) {
        Path& path = m_paths.emplace_back();
        for (const std::string_view scope : nameScopes(*model.node(id))) {
            const auto [at, fresh] = numbers.try_emplace(std::string(scope), m_names.size());
            if (fresh)
                m_names.emplace_back(scope);
            path.push_back(at->second);
        }
        m_isOwn.push_back(!path.empty() || model.node(id)->name.starts_with('/'));
    }
    const auto own = static_cast<std::size_t>(std::ranges::count(m_isOwn, true));
    if (own * 2 < order.size())
        return;
    std::size_t known = 0;
    while (known < m_isOwn.size() && !m_isOwn[known])
        ++known;
    for (std::size_t i = 0; i < m_paths.size(); ++i)
        if (m_isOwn[i])
            known = i;
        else if (known < m_paths.size())
            m_paths[i] = m_paths[known];
}

NodeScopes::Path NodeScopes::shared(std::size_t begin, std::size_t end) const {
    Path common;
    std::size_t own = 0;
    for (std::size_t i = begin; i < end; ++i) {
        if (!m_isOwn[i])
            continue;
        if (own++ == 0)
            common = m_paths[i];
        common.erase(std::ranges::mismatch(common, m_paths[i]).in1, common.end());
        if (common.empty())
            return {};
    }
    return own * 2 >= end - begin ? common : Path();
}

} // namespace partita
