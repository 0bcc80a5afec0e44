#include "core/onnx/inferred_type.h"

#include <algorithm>

#include "core/onnx/emit_messages.h"
#include "core/onnx/made_up_symbols.h"

namespace partita {

bool isSaidInFull(const Type& type) {
    return mayBeSaid(type) && (!type.shape || std::ranges::all_of(*type.shape, [](const Dim& dim) {
               return dim.value || !dim.param.empty();
           }));
}

bool isAsInferred(const TypePtr& type) {
    return !type || (type->isTensor() && isSaidInFull(*type) && type->denotation.empty() &&
                     (!type->shape || std::ranges::all_of(*type->shape, [](const Dim& dim) {
                         return dim.denotation.empty();
                     })));
}

bool tellsAll(const TypePtr& type) {
    if (!type || !type->shape || type->shape->size() < 2 || !isAsInferred(type))
        return false;
    bool madeUp = false;
    forEachMadeUp(type, [&](const auto&) { madeUp = true; });
    return !madeUp;
}

} // namespace partita
