#pragma once

#include <string>
#include <vector>

#include "core/base/message.h"
#include "core/compare/model_differences.h"

namespace partita {

/// One fact about a node on both sides of a comparison. An empty text: that side has no such thing.
struct NodeSidesRow {
    enum class Kind : std::uint8_t { provider, why, input, output, attribute, boundaries, bytes };
    Kind kind = Kind::attribute;
    std::string name; ///< of an input, output or attribute
    Message before, after;
    [[nodiscard]] bool differs() const { return before.text() != after.text(); }
};

/// What two sides say of one node: who runs it and why, what it reads and gives, its attributes, and
/// what crosses to another provider there. `before`, `after`: its ids in the two models; none: that
/// one does not have it.
std::vector<NodeSidesRow> nodeSides(const ComparedModel& sideBefore, NodeId before,
                                    const ComparedModel& sideAfter, NodeId after);

} // namespace partita
