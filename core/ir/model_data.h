#pragma once

#include "core/ir/tensor.h"

namespace partita {

/// What a model is fed with or gives back: a tensor, a sequence of such, a map, or an optional
/// without a value (one with a value is that value).
struct DataValue {
    std::string name;
    Tensor tensor;
    std::shared_ptr<const std::vector<DataValue>> items; ///< not null: a sequence or a map
    bool isMap = false; ///< `items` are two tensors of one dimension: keys, ascending, and values
    bool none = false;  ///< an optional without a value

    DataValue() = default;
    DataValue(Tensor given) : name(given.name), tensor(std::move(given)) {}
    static DataValue sequence(std::vector<DataValue> values) {
        DataValue made;
        made.items = std::make_shared<const std::vector<DataValue>>(std::move(values));
        return made;
    }
    static DataValue map(Tensor keys, Tensor values) {
        DataValue made = sequence({std::move(keys), std::move(values)});
        made.isMap = true;
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
               : isMap ? "map of " + std::to_string(items->front().tensor.count())
               : items ? "sequence of " + std::to_string(items->size())
                       : std::string(dataTypeName(tensor.type));
    }
};

} // namespace partita
