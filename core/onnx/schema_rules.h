#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/message.h"

namespace partita {

/// What one input or output of an operator may be by the operator's schema.
struct PortRule {
    std::uint64_t allowed = 0; ///< bit n: a tensor of DataType n; bit 0: no tensor
    std::string parameter;     ///< "T": all inputs with this parameter have one type; "": any
    std::string name;
    bool required = true;
    bool repeats = false; ///< variadic: the last rule, for all further inputs
};

/// What one attribute of an operator may be by the operator's schema.
struct AttributeRule {
    std::int32_t type = 0; ///< AttributeProto.AttributeType
    bool required = false;
};

/// What an operator's schema says of its nodes.
struct SchemaRules {
    std::vector<PortRule> inputs, outputs;
    std::map<std::string, AttributeRule, std::less<>> attributes; ///< no others exist

    /// The types of output 0, bits as in PortRule; all where there are no rules.
    [[nodiscard]] std::uint64_t firstOutput() const {
        return outputs.empty() ? ~std::uint64_t{0} : outputs.front().allowed;
    }
};

/// The rules of the schema in force for `opset`; no rules when there is no schema.
SchemaRules schemaRules(std::string_view opType, std::string_view domain, std::int64_t opset);

/// What a node has at an input or output: the DataType of a tensor, or one of the constants below.
using PortKind = std::uint8_t;
constexpr PortKind kNoTensor = 0, kUnknownPort = 0xfe, kNoPort = 0xff;

/// Why the inputs `given` break the rules (too many, one missing, one of a wrong type), or an empty
/// message when they do not. `given` may end before optional inputs.
Message brokenRule(std::span<const PortRule> rules, std::span<const PortKind> given);
/// Why outputs of the types `made` do not go with the rules and the inputs `given`, which keep to
/// them; an empty message when they do.
Message brokenOutput(const SchemaRules& rules, std::span<const PortKind> given,
                     std::span<const PortKind> made);

} // namespace partita
