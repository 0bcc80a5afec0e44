#include "core/onnx/schema.h"

#include <mutex>

#include <onnx/defs/schema.h>
#include <onnx/onnx_pb.h>

#include "core/onnx/schema_lookup.h"

namespace partita {

namespace {

std::vector<std::string> formalNames(const std::vector<onnx::OpSchema::FormalParameter>& parameters,
                                     bool& variadic) {
    std::vector<std::string> names;
    for (const auto& parameter : parameters) {
        names.push_back(parameter.GetName());
        variadic = parameter.GetOption() == onnx::OpSchema::Variadic;
    }
    return names;
}

std::string formalName(const std::vector<std::string>& names, bool variadic, std::size_t index) {
    if (index < names.size() && !(variadic && index + 1 == names.size()))
        return names[index];
    if (variadic && !names.empty())
        return names.back() + std::to_string(index + 1 - names.size());
    return std::to_string(index);
}

} // namespace

const onnx::OpSchema* lookUpSchema(std::string_view opType, std::string_view domain,
                                   std::int64_t opset) {
    registerMicrosoftSchemas();
    const std::string key(domain == "ai.onnx" ? std::string_view() : domain);
    const int version = static_cast<int>(std::min<std::int64_t>(opset, 1 << 20));
    return onnx::OpSchemaRegistry::Schema(std::string(opType), version, key);
}

std::optional<OperatorSchema> findSchema(std::string_view opType, std::string_view domain,
                                         std::int64_t opset) {
    const onnx::OpSchema* schema = lookUpSchema(opType, domain, opset);
    if (!schema)
        return std::nullopt;
    OperatorSchema result;
    result.name = schema->Name();
    result.domain = schema->domain();
    result.sinceVersion = schema->SinceVersion();
    result.inputs = formalNames(schema->inputs(), result.variadicInputs);
    for (const auto& input : schema->inputs()) {
        const bool mixed =
            input.GetOption() == onnx::OpSchema::Variadic && !input.GetIsHomogeneous();
        result.inputTypes.push_back(mixed ? std::string() : input.GetTypeStr());
    }
    result.outputs = formalNames(schema->outputs(), result.variadicOutputs);
    result.deprecated = schema->Deprecated();
    result.hasFunction = schema->HasFunction() || schema->HasContextDependentFunction();
    return result;
}

std::optional<int> versionInForce(std::string_view opType, std::string_view domain,
                                  std::int64_t opset) {
    const onnx::OpSchema* schema = lookUpSchema(opType, domain, opset);
    return schema ? std::optional(schema->SinceVersion()) : std::nullopt;
}

std::optional<int> newestOpset(std::string_view domain) {
    registerMicrosoftSchemas();
    const auto& map = onnx::OpSchemaRegistry::DomainToVersionRange::Instance().Map();
    const auto found = map.find(std::string(domain == "ai.onnx" ? std::string_view() : domain));
    return found == map.end() ? std::nullopt : std::optional(found->second.second);
}

std::int64_t newestIrVersion() { return onnx::IR_VERSION; }

std::string inputName(const std::optional<OperatorSchema>& schema, std::size_t index) {
    return schema ? formalName(schema->inputs, schema->variadicInputs, index)
                  : std::to_string(index);
}

std::string outputName(const std::optional<OperatorSchema>& schema, std::size_t index) {
    return schema ? formalName(schema->outputs, schema->variadicOutputs, index)
                  : std::to_string(index);
}

} // namespace partita
