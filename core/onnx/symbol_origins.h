#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>

#include "core/ir/model.h"

namespace partita {

/// The node of the main graph that made up each symbol of a model: the first one that has it. Symbols
/// that a file states belong to none.
class SymbolOrigins {
public:
    /// `stored` and `typed`: a model before an edit, as it is stored and with inferred types;
    /// `after`: after the edit, as it is stored.
    SymbolOrigins(const Model& stored, const Model& typed, const Model& after);

    [[nodiscard]] bool isOf(const std::string& symbol, NodeId node) const {
        const auto found = m_origins.find(symbol);
        return found != m_origins.end() && found->second == node;
    }
    /// A name that no size has, for one of `node`.
    std::string makeUp(NodeId node);

private:
    void number(const std::string& symbol);

    std::unordered_map<std::string, NodeId> m_origins;
    std::uint64_t m_last = 0; ///< the highest number of a symbol
};

} // namespace partita
