#pragma once

#include "core/base/message.h"
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
    /// "fp32", "sequence of 3", "map of 2", "none".
    [[nodiscard]] Message kindText() const {
        return none    ? PARTITA_TEXT("none")
               : isMap ? PARTITA_TEXT("map of {0}", items->front().tensor.count())
               : items ? PARTITA_TEXT("sequence of {0}", items->size())
                       : Message(std::string(dataTypeName(tensor.type)));
    }
};

} // namespace partita
