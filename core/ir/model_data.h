#pragma once

#include "core/ir/tensor.h"

namespace partita {

/// An input or output value of a run: a tensor, a sequence of values, a map, or an optional without
/// a value. An optional with a value is represented by the value itself.
struct ModelData {
    std::string name;
    Tensor tensor;
    std::shared_ptr<const std::vector<ModelData>> items; ///< not null: a sequence or a map
    bool isMap = false; ///< `items` are two 1-D tensors: the keys, ascending, and the values
    bool none = false;  ///< an optional without a value

    ModelData() = default;
    ModelData(Tensor given) : name(given.name), tensor(std::move(given)) {}
    static ModelData sequence(std::vector<ModelData> values) {
        ModelData made;
        made.items = std::make_shared<const std::vector<ModelData>>(std::move(values));
        return made;
    }
    static ModelData map(Tensor keys, Tensor values) {
        ModelData made = sequence({std::move(keys), std::move(values)});
        made.isMap = true;
        return made;
    }
    static ModelData nothing() {
        ModelData made;
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
