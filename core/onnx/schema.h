#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace partita {

/// What ONNX (or ONNX Runtime, for com.microsoft) says about one operator in one opset.
struct OperatorSchema {
    std::string name, domain;
    int sinceVersion = 0;
    std::vector<std::string> inputs,
        outputs; ///< formal names; the last stands for all that follow when variadic
    std::vector<std::string> inputTypes; ///< of `inputs`: "T", "tensor(int64)" …; "": mixed
    bool variadicInputs = false, variadicOutputs = false;
    bool deprecated = false;
    bool hasFunction = false; ///< ONNX defines it by other operators
};

/// The schema in force for `opset`; nothing for unknown operators and domains.
std::optional<OperatorSchema> findSchema(std::string_view opType, std::string_view domain,
                                         std::int64_t opset);
/// The version at which `opType` last changed at or before `opset`: Softmax in opset 18 is 13.
std::optional<int> versionInForce(std::string_view opType, std::string_view domain,
                                  std::int64_t opset);
/// The newest opset of a domain that the library knows; nothing for unknown domains.
std::optional<int> newestOpset(std::string_view domain);
/// The newest IR version that the library knows.
std::int64_t newestIrVersion();
/// The formal name of input `index` ("W" of Conv), or its number where the schema has none.
std::string inputName(const std::optional<OperatorSchema>& schema, std::size_t index);
std::string outputName(const std::optional<OperatorSchema>& schema, std::size_t index);

/// Adds ONNX Runtime's com.microsoft operators to ONNX's registry, once.
void registerMicrosoftSchemas();

} // namespace partita
