#pragma once

#include "core/ir/tensor.h"

namespace partita {

/// What a model is fed with or gives back: a tensor, a sequence of such, or an optional without a
/// value (one with a value is that value).
struct DataValue {
    std::string name;
    Tensor tensor;
    std::shared_ptr<const std::vector<DataValue>> items; ///< not null: a sequence
    bool none = false;                                   ///< an optional without a value

    DataValue() = default;
    DataValue(Tensor given) : name(given.name), tensor(std::move(given)) {}
    static DataValue sequence(std::vector<DataValue> values) {
        DataValue made;
        made.items = std::make_shared<const std::vector<DataValue>>(std::move(values));
        return made;
    }
    static DataValue nothing() {
        DataValue made;
        made.none = true;
        return made;
    }
    [[nodiscard]] bool isTensor() const { return !items && !none; }
    [[nodiscard]] std::string kindText() const {
        return none    ? "none"
               : items ? "sequence of " + std::to_string(items->size())
                       : std::string(dataTypeName(tensor.type));
    }
};

} // namespace partita
