#include "providers/reference/catalogue.h"

#include <string>
#include <unordered_map>

namespace partita::reference {

Operator findOperator(std::string_view domain, std::string_view opType) {
    static const std::unordered_map<std::string, Operator> kOperators = {
#define ONNX(opType, function) {"/" #opType, function},
#define ML(opType, function) {"ai.onnx.ml/" #opType, function},
#include "providers/reference/operators.def"
#undef ONNX
#undef ML
    };
    const std::string key = std::string(domain == "ai.onnx" ? "" : domain) + "/";
    const auto found = kOperators.find(key + std::string(opType));
    return found == kOperators.end() ? nullptr : found->second;
}

} // namespace partita::reference
