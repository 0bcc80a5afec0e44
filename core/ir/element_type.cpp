#include "core/ir/element_type.h"

#include <algorithm>
#include <cctype>

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
    std::string name(node.stringAttribute("to", ""));
    if (name.empty())
        return static_cast<DataType>(node.intAttribute("to", 0));
    std::ranges::transform(name, name.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
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
