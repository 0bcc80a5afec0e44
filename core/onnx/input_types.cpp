#include "core/onnx/input_types.h"

#include <algorithm>
#include <string>

#include <onnx/defs/schema.h>

#include "core/ir/type.h"
#include "core/onnx/schema.h"

namespace partita {

namespace {

/// The bit of a type as ONNX writes it: "tensor(float)", "seq(tensor(int64))" …
std::uint64_t typeBit(std::string_view type) {
    constexpr std::string_view kTensor = "tensor(";
    if (!type.starts_with(kTensor))
        return 1;
    const std::string_view name = type.substr(kTensor.size(), type.size() - kTensor.size() - 1);
    const auto element = name == "float"    ? DataType::float32
                         : name == "double" ? DataType::float64
                                            : dataTypeFromName(name).value_or(DataType::undefined);
    return std::uint64_t{1} << static_cast<unsigned>(element);
}

} // namespace

std::vector<std::uint64_t> allowedInputs(std::string_view opType, std::string_view domain,
                                         std::int64_t opset) {
    registerMicrosoftSchemas();
    const int version = static_cast<int>(std::min<std::int64_t>(opset, 1 << 20));
    const auto* schema = onnx::OpSchemaRegistry::Schema(
        std::string(opType), version,
        std::string(domain == "ai.onnx" ? std::string_view() : domain));
    std::vector<std::uint64_t> allowed;
    for (std::size_t i = 0; schema && i < schema->inputs().size(); ++i) {
        allowed.push_back(0);
        for (const std::string* type : schema->inputs()[i].GetTypes())
            allowed.back() |= typeBit(*type);
    }
    return allowed;
}

} // namespace partita
