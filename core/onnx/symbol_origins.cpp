#include "core/onnx/symbol_origins.h"

#include <algorithm>
#include <unordered_set>

#include "core/ir/graph_order.h"
#include "core/onnx/edited_region.h"
#include "core/onnx/made_up_symbols.h"

namespace partita {

SymbolOrigins::SymbolOrigins(const Model& stored, const Model& typed, const Model& after) {
    std::unordered_set<std::string> stated;
    for (const Model* model : {&stored, &after})
        model->values().forEach([&](ValueId, const auto& value) {
            forEachMadeUp(value->type, [&](const auto& each) {
                stated.insert(each);
                number(each);
            });
        });
    const NodeSurroundings around(typed);
    for (const NodeId node : GraphOrder(typed).topological(typed.mainGraph()))
        for (const ValueId id : around.madeBy(node))
            forEachMadeUp(typed.value(id)->type, [&](const auto& each) {
                number(each);
                if (!stated.contains(each))
                    m_origins.emplace(each, node);
            });
}

std::string SymbolOrigins::makeUp(NodeId node) {
    std::string symbol = madeUpSymbol(++m_last);
    m_origins[symbol] = node;
    return symbol;
}

void SymbolOrigins::number(const std::string& symbol) {
    constexpr std::uint64_t kMost = std::uint64_t{1} << 60;
    if (const auto each = numberOfMadeUp(symbol); each < kMost)
        m_last = std::max(m_last, each);
}

} // namespace partita
