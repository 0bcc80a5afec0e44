#include "core/ir/element_type.h"

#include "core/base/text_parts.h"

namespace partita {

DataType elementTypeOf(const Model& model, ValueId id) {
    if (!id)
        return DataType::undefined;
    const auto& value = model.value(id);
    if (value && value->initializer)
        return value->initializer->type;
    return value && value->type && value->type->isTensor() ? value->type->element
                                                           : DataType::undefined;
}

DataType castTarget(const Node& node) {
    const std::string name = lowerLetters(node.stringAttribute("to", ""));
    if (name.empty())
        return static_cast<DataType>(node.intAttribute("to", 0));
    return name == "float"    ? DataType::float32
           : name == "double" ? DataType::float64
                              : dataTypeFromName(name).value_or(DataType::undefined);
}

bool isInteger(DataType type) {
    switch (type) {
    case DataType::uint8:
    case DataType::int8:
    case DataType::uint16:
    case DataType::int16:
    case DataType::uint32:
    case DataType::int32:
    case DataType::uint64:
    case DataType::int64:
    case DataType::boolean:
    case DataType::uint4:
    case DataType::int4:
    case DataType::uint2:
    case DataType::int2: return true;
    default: return false;
    }
}

} // namespace partita
