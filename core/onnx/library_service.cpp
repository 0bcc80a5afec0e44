#include "core/onnx/library_service.h"

#include <algorithm>
#include <new>
#include <sstream>
#include <stdexcept>
#include <unordered_set>

#include <onnx/checker.h>
#include <onnx/defs/function.h>
#include <onnx/onnx_pb.h>
#include <onnx/shape_inference/implementation.h>
#include <onnx/version_converter/convert.h>

#include "core/onnx/function_body.h"
#include "core/onnx/library_fence.h"
#include "core/onnx/safe_propagation.h"
#include "core/onnx/schema.h"

namespace partita {

namespace {

template <class Proto> Proto parsed(const std::string& bytes) {
    Proto proto;
    if (!proto.ParseFromString(bytes))
        throw std::runtime_error("ONNX's library cannot take a model this large or this deep");
    return proto;
}

onnx::ModelProto watchedModel(const std::string& bytes, bool strict) {
    auto model = parsed<onnx::ModelProto>(bytes);
    watchOperators(model);
    inferenceWatch().strict = strict;
    inferenceWatch().asSession = false;
    return model;
}

/// Reduces the reply to types and bodies, because the caller still has weights and attributes.
void keepTypes(onnx::GraphProto& graph) {
    graph.clear_initializer();
    graph.clear_sparse_initializer();
    graph.clear_quantization_annotation();
    for (auto& node : *graph.mutable_node()) {
        onnx::NodeProto kept;
        for (auto& attribute : *node.mutable_attribute()) {
            if (!attribute.has_g() && attribute.graphs_size() == 0)
                continue;
            if (attribute.has_g())
                keepTypes(*attribute.mutable_g());
            for (auto& each : *attribute.mutable_graphs())
                keepTypes(each);
            *kept.add_attribute() = std::move(attribute);
        }
        node = std::move(kept);
    }
}

/// ONNX's inference looks at an initializer that is no input only from IR version 4 on. Sessions of any
/// version take it for the constant that it is, so its type has to be known.
void lookAtInitializers(onnx::ModelProto& model) {
    constexpr int kPlainInitializers = 4;
    if (model.ir_version() >= kPlainInitializers)
        return;
    std::unordered_set<std::string> inputs;
    for (const auto& input : model.graph().input())
        inputs.insert(input.name());
    const auto isPlain = [&](const std::string& name) { return !inputs.contains(name); };
    if (std::ranges::any_of(model.graph().initializer(),
                            [&](const auto& each) { return isPlain(each.name()); }) ||
        std::ranges::any_of(model.graph().sparse_initializer(),
                            [&](const auto& each) { return isPlain(each.values().name()); }))
        model.set_ir_version(kPlainInitializers);
}

std::string inferShapes(const std::string& bytes, bool strictly, bool asSession = false) {
    auto model = watchedModel(bytes, strictly);
    lookAtInitializers(model);
    inferenceWatch().asSession = asSession;
    const onnx::ShapeInferenceOptions options(strictly, strictly ? 1 : 0, true);
    onnx::shape_inference::InferShapes(model, onnx::OpSchemaRegistry::Instance(), options);
    if (strictly)
        return {};
    model.clear_functions();
    model.clear_training_info();
    keepTypes(*model.mutable_graph());
    return model.SerializeAsString();
}

/// Replaces external tensors by empty ones, because ONNX's checker would open their files itself.
/// `checkModel` checks the weights on its own.
void forgetWeights(onnx::TensorProto& tensor) {
    if (tensor.data_location() != onnx::TensorProto::EXTERNAL)
        return;
    tensor.clear_external_data();
    tensor.clear_data_location();
    tensor.clear_dims();
    tensor.add_dims(0);
    tensor.set_raw_data("");
}

void forgetWeights(onnx::GraphProto& graph) {
    for (auto& tensor : *graph.mutable_initializer())
        forgetWeights(tensor);
    for (auto& node : *graph.mutable_node())
        for (auto& attribute : *node.mutable_attribute()) {
            if (attribute.has_t())
                forgetWeights(*attribute.mutable_t());
            if (attribute.has_g())
                forgetWeights(*attribute.mutable_g());
        }
}

std::string check(const std::string& bytes) {
    auto model = parsed<onnx::ModelProto>(bytes);
    forgetWeights(*model.mutable_graph());
    onnx::checker::check_model(model, false, false, false);
    return {};
}

std::string convert(const std::string& bytes, int opset) {
    auto model = watchedModel(bytes, false);
    return onnx::version_conversion::ConvertVersion(model, opset).SerializeAsString();
}

/// The FunctionProto of an operator whose definition depends on the call; "" when there is none.
std::string functionBody(const WorkerMessage& parts) {
    auto node = parsed<onnx::NodeProto>(parts.at(0));
    const int opset = std::stoi(parts.at(2));
    const auto* schema = onnx::OpSchemaRegistry::Schema(node.op_type(), opset, parts.at(1));
    if (!schema || !schema->HasContextDependentFunction())
        return {};
    for (const auto& [name, attribute] : schema->attributes()) {
        bool given = attribute.default_value.name().empty();
        for (const auto& each : node.attribute())
            given = given || each.name() == name;
        if (!given)
            *node.add_attribute() = attribute.default_value;
    }
    auto& told = *node.add_attribute();
    told.set_name(kOpsetAttribute);
    told.set_type(onnx::AttributeProto::INT);
    told.set_i(std::stoll(parts.at(3)));
    std::vector<onnx::TypeProto> types;
    for (std::size_t i = 4; i < parts.size(); ++i)
        types.push_back(parsed<onnx::TypeProto>(parts[i]));
    onnx::FunctionProto function;
    const onnx::FunctionBodyBuildContextImpl context(node, types);
    return schema->BuildContextDependentFunction(context, function, opset)
               ? function.SerializeAsString()
               : std::string();
}

std::string work(LibraryTask task, const WorkerMessage& parts) {
    switch (task) {
    case LibraryTask::inferShapes: return inferShapes(parts.at(0), false);
    case LibraryTask::inferAsSession: return inferShapes(parts.at(0), false, true);
    case LibraryTask::inferStrictly: return inferShapes(parts.at(0), true);
    case LibraryTask::check: return check(parts.at(0));
    case LibraryTask::convert: return convert(parts.at(0), std::stoi(parts.at(1)));
    case LibraryTask::functionBody: return functionBody(parts);
    }
    throw std::runtime_error("there is no such task");
}

} // namespace

LibraryService::LibraryService(char* note, std::size_t size) {
    registerMicrosoftSchemas();
    InferenceWatch& watch = inferenceWatch();
    watch.note = note;
    watch.noteBytes = size;
}

WorkerMessage LibraryService::answer(const WorkerMessage& request) {
    if (request.size() < 2 || request[1].size() != 1)
        return {"refused", "no request"};
    InferenceWatch& watch = inferenceWatch();
    if (watch.note)
        watch.note[0] = '\0';
    watch.leftOut.clear();
    std::istringstream lines(request[0]);
    for (std::string line; std::getline(lines, line);)
        watch.leftOut.insert(line);
    try {
        return {"done", work(static_cast<LibraryTask>(request[1][0]),
                             {request.begin() + 2, request.end()})};
    } catch (const std::bad_alloc&) {
        return {"memory"};
    } catch (const std::exception& error) {
        return {"refused", error.what()};
    }
}

} // namespace partita
