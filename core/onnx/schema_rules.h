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

/// What may stand at one input of an operator by its schema.
struct InputRule {
    std::uint64_t allowed = 0; ///< bit n: a tensor of DataType n; bit 0: anything that is no tensor
    std::string parameter;     ///< "T": inputs with the same one have one type; empty: any
    std::string name;
    bool required = true;
    bool repeats = false; ///< the last one, for all that follow
};

struct AttributeRule {
    std::int32_t type = 0; ///< AttributeProto.AttributeType
    bool required = false;
};

/// What an operator's schema says of its nodes.
struct SchemaRules {
    std::vector<InputRule> inputs;
    std::uint64_t output = ~std::uint64_t{0}; ///< what the first one may be, bits as in InputRule
    std::map<std::string, AttributeRule, std::less<>> attributes; ///< there are no other ones
};

/// No rules where there is no schema.
SchemaRules schemaRules(std::string_view opType, std::string_view domain, std::int64_t opset);

/// What is given at an input: the number of a tensor's DataType, or one of these.
using InputKind = std::uint8_t;
constexpr InputKind kNoTensor = 0, kUnknownInput = 0xfe, kNoInput = 0xff;

/// Why `given` breaks the rules: too many inputs, one that is missing, one of a wrong type; empty
/// where it does not. `given` may end before optional inputs.
Message brokenRule(std::span<const InputRule> rules, std::span<const InputKind> given);

} // namespace partita
