#pragma once

#include "core/tasks/records/measured_placement.h"

namespace partita {

/// How the nodes of a record go with a model. Nodes that ONNX Runtime made do not count.
struct Evidence {
    std::size_t known = 0;    ///< they are in the model
    std::size_t foreign = 0;  ///< it has no such name
    std::size_t contrary = 0; ///< its node of that name has another operator
    /// Nodes without a name, which may be of a function. If nothing else is known, they are not.
    std::size_t nameless = 0;
    const RecordedNode* firstStranger = nullptr;
    const RecordedNode* firstNameless = nullptr;

    void strange(const RecordedNode& node, std::size_t Evidence::*kind) {
        ++(this->*kind);
        auto& first = kind == &Evidence::nameless ? firstNameless : firstStranger;
        if (!first)
            first = &node;
    }
    [[nodiscard]] std::size_t strangers() const {
        return foreign + contrary + (known == 0 ? nameless : 0);
    }
    [[nodiscard]] std::size_t counted() const { return known + strangers(); }
    /// One of the strangers, if there are any.
    [[nodiscard]] const RecordedNode& stranger() const {
        return firstStranger ? *firstStranger : *firstNameless;
    }
    /// A rewrite that is not known here may be behind single ones, but not behind most, and none
    /// gives a quarter of the nodes the names of others.
    [[nodiscard]] bool isOfAnother() const {
        return strangers() > known || 4 * contrary > known + contrary;
    }
    [[nodiscard]] bool isDoubtful() const { return 10 * strangers() > counted(); }
};

/// A record on the nodes of a model, of which it may be or not.
struct MatchedRecord {
    MeasuredPlacement placement;
    Evidence evidence;
};
MatchedRecord matchRecord(const Model& model, const RecordedPlacement& record);

} // namespace partita
