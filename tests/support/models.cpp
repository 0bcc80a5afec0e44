#include "tests/support/models.h"

#include <algorithm>
#include <cstdlib>

#include <gtest/gtest.h>
#include <onnx/defs/parser.h>
#include <onnx/defs/schema.h>
#include <onnx/onnx_pb.h>

#include "core/onnx/read.h"
#include "core/onnx/schema.h"

namespace partita::test {

namespace fs = std::filesystem;

std::string bytesFromText(const std::string& text) {
    onnx::ModelProto proto;
    const auto status = onnx::OnnxParser::Parse(proto, text.c_str());
    if (!status.IsOK())
        ADD_FAILURE() << status.ErrorMessage();
    return proto.SerializeAsString();
}

Buffer bufferOf(std::string_view bytes) {
    return Buffer::copyOf(std::as_bytes(std::span(bytes.data(), bytes.size())));
}

Model modelFromText(const std::string& text) {
    auto model = readModel(bufferOf(bytesFromText(text)));
    if (!model) {
        ADD_FAILURE() << model.error().message();
        return {};
    }
    return *model;
}

Model largeModel(std::size_t nodes) {
    onnx::ModelProto proto;
    proto.set_ir_version(9);
    auto* opset = proto.add_opset_import();
    opset->set_domain("");
    opset->set_version(18);
    auto& graph = *proto.mutable_graph();
    graph.set_name("large");
    const auto port = [](onnx::ValueInfoProto* info, const std::string& name) {
        info->set_name(name);
        auto* type = info->mutable_type()->mutable_tensor_type();
        type->set_elem_type(1);
        for (const int dim : {1, 16, 64})
            type->mutable_shape()->add_dim()->set_dim_value(dim);
    };
    port(graph.add_input(), "x");
    std::string last = "x";
    std::size_t made = 0;
    const auto node = [&](const char* op, std::vector<std::string> inputs) {
        auto* added = graph.add_node();
        const std::string name = std::string(op) + "_" + std::to_string(made++);
        added->set_name(name);
        added->set_op_type(op);
        for (const auto& input : inputs)
            added->add_input(input);
        added->add_output(name + "_out");
        port(graph.add_value_info(), name + "_out");
        return name + "_out";
    };
    // A decoder layer: norm, three branches, a join, an MLP with a gate, residuals.
    while (made + 14 <= nodes) {
        const std::string norm = node(made % 420 == 0 ? "Mish" : "Relu", {last});
        const std::string q = node("Sigmoid", {norm}), k = node("Tanh", {norm}),
                          v = node("Abs", {norm});
        const std::string scores = node("Mul", {q, k}), soft = node("Softmax", {scores});
        const std::string joined = node("Mul", {soft, v}), out = node("Neg", {joined});
        const std::string residual = node("Add", {out, last});
        const std::string up = node("Exp", {residual}), gate = node("Sigmoid", {residual});
        const std::string gated = node("Mul", {up, gate}), down = node("Neg", {gated});
        last = node("Add", {down, residual});
    }
    while (made < nodes)
        last = node("Relu", {last});
    port(graph.add_output(), last);
    auto model = readModel(bufferOf(proto.SerializeAsString()));
    if (!model)
        std::abort();
    return *model;
}

Model weightModel(std::size_t floats) {
    const auto count = static_cast<std::int64_t>(floats);
    onnx::ModelProto proto;
    onnx::OnnxParser::Parse(proto, R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[n] x) => (float[n] y) { y = Add(x, w) })");
    auto& weight = *proto.mutable_graph()->add_initializer();
    weight.set_name("w");
    weight.set_data_type(1);
    weight.add_dims(count);
    const std::vector<float> ones(floats, 1.0F);
    weight.set_raw_data(ones.data(), ones.size() * sizeof(float));
    return *readModel(bufferOf(proto.SerializeAsString()));
}

TemporaryFolder::TemporaryFolder() {
    std::string pattern = (fs::temp_directory_path() / "partita-test-XXXXXX").string();
    m_path = ::mkdtemp(pattern.data());
}

TemporaryFolder::~TemporaryFolder() {
    std::error_code ignored;
    fs::remove_all(m_path, ignored);
}

std::vector<fs::path> realModels() {
    std::vector<fs::path> found;
    for (const fs::path& root :
         {fs::path(PARTITA_ONNX_DATA), fs::path(PARTITA_SOURCE_DIR) / "resources",
          fs::path(PARTITA_SOURCE_DIR) / ".." / "shared" / "models"}) {
        if (!fs::exists(root))
            continue;
        for (const auto& entry : fs::recursive_directory_iterator(root))
            if (entry.is_regular_file() && entry.path().extension() == ".onnx")
                found.push_back(entry.path());
    }
    std::sort(found.begin(), found.end());
    return found;
}

std::set<std::pair<std::string, std::string>> operatorsOfLibrary() {
    registerMicrosoftSchemas();
    std::set<std::pair<std::string, std::string>> found;
    for (const onnx::OpSchema& schema : onnx::OpSchemaRegistry::get_all_schemas_with_history())
        if (schema.domain().find("preview") == std::string::npos &&
            schema.domain().find("training") == std::string::npos)
            found.emplace(schema.domain(), schema.Name());
    return found;
}

NodeId nodeNamed(const Model& model, std::string_view name) {
    NodeId found;
    model.nodes().forEach([&](NodeId id, const auto& node) {
        if (node->name == name)
            found = id;
    });
    return found;
}

ValueId valueNamed(const Model& model, std::string_view name) {
    ValueId found;
    model.values().forEach([&](ValueId id, const auto& value) {
        if (value->name == name)
            found = id;
    });
    return found;
}

} // namespace partita::test
