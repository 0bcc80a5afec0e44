#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/base/ids.h"
#include "core/ir/tensor.h"

namespace partita {

/// One attribute of a node. A string is a Buffer because an EPContext node may hold a compiled
/// model of hundreds of megabytes in one; `Buffer::text` returns the string.
struct Attribute {
    using Value =
        std::variant<std::monostate, float, std::int64_t, Buffer, TensorPtr, GraphId,
                     SparseTensorPtr, TypePtr, std::vector<float>, std::vector<std::int64_t>,
                     std::vector<std::string>, std::vector<TensorPtr>, std::vector<GraphId>,
                     std::vector<SparseTensorPtr>, std::vector<TypePtr>>;
    std::string name;
    Value value;                   ///< monostate: undefined, or given by `reference`
    std::string reference;         ///< in a function body: the attribute of the function that it
                                   ///< refers to
    std::int32_t declaredType = 0; ///< AttributeProto.type as read; 0: absent
    std::string docString;

    static std::shared_ptr<const Attribute> make(std::string name, Value value);
    static std::shared_ptr<const Attribute> string(std::string name, std::string_view text);
    /// AttributeProto.AttributeType of `value` (or `declaredType` for a reference).
    [[nodiscard]] std::int32_t typeNumber() const;
};

using AttributePtr = std::shared_ptr<const Attribute>;
using Attributes = std::vector<AttributePtr>;

/// Whether both lists hold equal attributes, in any order; attributes with graphs are never equal.
bool sameAttributes(const Attributes& a, const Attributes& b);

/// ONNX's name of an AttributeProto.AttributeType in lower case: "ints", "tensor" …; "undefined"
/// for an unknown number.
std::string_view attributeTypeName(std::int32_t typeNumber);
/// One line for tables: "[1, 1]", "\"SAME_UPPER\"", "tensor 3×3 fp32"; at most about `limit`
/// characters.
std::string attributeText(const Attribute& attribute, std::size_t limit = 200);

} // namespace partita
