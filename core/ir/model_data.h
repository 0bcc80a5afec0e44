#pragma once

#include "core/ir/tensor.h"

namespace partita {

/// An input or output value of a run: a tensor, a sequence of values, a map, or an optional without
/// a value. An optional with a value is represented by the value itself.
struct DataValue {
    std::string name;
    Tensor tensor;
    std::shared_ptr<const std::vector<DataValue>> items; ///< not null: a sequence or a map
    bool isMap = false; ///< `items` are two 1-D tensors: the keys, ascending, and the values
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
