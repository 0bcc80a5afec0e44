#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/ir/attribute.h"

namespace partita {

/// What a schema says of one input or output.
struct FormalParameter {
    enum class Option : std::uint8_t { required, optional, variadic };
    std::string name;
    std::string type;               ///< "T", a parameter of the operator, or "tensor(int64)"
    std::vector<std::string> types; ///< allowed, in ONNX's text: "tensor(float)", "seq(…)" …
    std::uint64_t tensors = 0;      ///< bit n: a tensor of DataType n is allowed
    Option option = Option::required;
    bool mixed = false; ///< variadic, and each may have another type
    std::string documentation;

    /// Whether a value of that type may stand here; a type that is not fully known may.
    [[nodiscard]] bool allows(const Type& given) const;
};

/// What a schema says of one attribute.
struct AttributeDescription {
    std::string name;
    std::int32_t type = 0; ///< AttributeProto.AttributeType
    bool required = false;
    AttributePtr otherwise; ///< the default; null: none
    std::string documentation;
};

/// One type parameter of a schema.
struct TypeParameter {
    std::string name; ///< "T"
    std::vector<std::string> types;
    std::string documentation;
};

/// All that ONNX (or ONNX Runtime, for com.microsoft) says about one operator in one opset.
struct OperatorDescription {
    std::string name, domain;
    int sinceVersion = 0;
    bool deprecated = false;
    bool hasFunction = false;                     ///< ONNX defines it by other operators
    bool takesAttributes = false;                 ///< also attributes that it does not list
    std::string documentation;                    ///< Markdown
    std::string summary;                          ///< its first sentence, plain
    std::vector<FormalParameter> inputs, outputs; ///< the last repeats if it is variadic
    std::size_t leastInputs = 0, mostInputs = 0;
    std::size_t leastOutputs = 0, mostOutputs = 0;
    std::vector<AttributeDescription> attributes; ///< by name
    std::vector<TypeParameter> typeParameters;

    /// Null when the operator has no such input, output or attribute.
    [[nodiscard]] const FormalParameter* input(std::size_t index) const;
    [[nodiscard]] const FormalParameter* output(std::size_t index) const;
    /// Whether input `index` of a node that lists `given` inputs must not be left out.
    [[nodiscard]] bool needsInput(std::size_t index, std::size_t given) const;
    [[nodiscard]] const AttributeDescription* attribute(std::string_view name) const;
};

using OperatorDescriptionPtr = std::shared_ptr<const OperatorDescription>;

/// The description in force for `opset`; null for unknown operators and domains. Each is made once
/// in a process.
OperatorDescriptionPtr describeOperator(std::string_view opType, std::string_view domain,
                                        std::int64_t opset);
/// All operators of a domain in force at an opset that are not deprecated there, by name.
std::vector<OperatorDescriptionPtr> operatorsOf(std::string_view domain, std::int64_t opset);

/// A type in the text of ONNX's schemas: "tensor(float)", "seq(tensor(int64))"; empty: not known.
std::string schemaTypeText(const Type& type);

} // namespace partita
