#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <set>

#include "core/epcontext/formats/container.h"

namespace partita {

/// The binaries that a group of sessions shares. The first session that needs a binary opens it,
/// each session takes its own graphs out, and the other graphs stay until their sessions take them.
/// A binary whose graphs are all taken is forgotten; a taken graph keeps its weights alive, so
/// sessions may be destroyed in any order. Thread-safe.
/// Source: ONNX Runtime's `ep.share_ep_contexts`.
class ContextWorkspace {
public:
    using ContainerPtr = std::shared_ptr<const Container>;

    /// Takes a graph out of the binary with that key and returns the binary; `open` opens a binary
    /// that the workspace does not hold. Fails if another session took the graph before, unless the
    /// binary is forgotten since, and if the binary never had the graph.
    template <class Open>
    Result<ContainerPtr> take(const std::string& key, const std::string& graph, Open&& open) {
        const std::lock_guard lock(m_mutex);
        auto at = m_binaries.find(key);
        if (at == m_binaries.end()) {
            Result<ContainerPtr> opened = open();
            if (!opened)
                return opened;
            Binary binary{*opened, {}};
            for (const auto& entry : (*opened)->info().graphs)
                binary.left.insert(entry.name);
            ++m_loads;
            at = m_binaries.emplace(key, std::move(binary)).first;
        }
        if (!at->second.left.erase(graph))
            return Error{
                Errc::invalidModel,
                PARTITA_TEXT("INVALID_GRAPH: another session of the group took the graph '{0}', or "
                             "the binary never had it",
                             graph),
                {},
                PARTITA_TEXT("open each model of the group once, or without ep.share_ep_contexts")};
        const ContainerPtr container = at->second.container;
        if (at->second.left.empty())
            m_binaries.erase(at);
        return container;
    }

    /// Number of graphs in open binaries that no session has taken yet.
    [[nodiscard]] std::size_t graphsLeft() const {
        const std::lock_guard lock(m_mutex);
        std::size_t count = 0;
        for (const auto& entry : m_binaries)
            count += entry.second.left.size();
        return count;
    }
    /// How often a binary was opened.
    [[nodiscard]] std::size_t loads() const {
        const std::lock_guard lock(m_mutex);
        return m_loads;
    }

private:
    struct Binary {
        ContainerPtr container;
        std::set<std::string> left;
    };
    mutable std::mutex m_mutex;
    std::map<std::string, Binary> m_binaries;
    std::size_t m_loads = 0;
};

} // namespace partita
