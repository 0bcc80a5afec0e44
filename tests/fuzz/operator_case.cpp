#include "tests/fuzz/operator_case.h"

#include <fstream>
#include <set>

#include "core/onnx/read.h"
#include "core/onnx/value_proto.h"

namespace partita::fuzz {

namespace {

/// The IR version that ONNX released with an opset; newer types need a newer IR version.
std::int64_t irVersionFor(int opset) {
    return opset <= 18   ? 8
           : opset <= 20 ? 9
           : opset <= 22 ? 10
           : opset == 23 ? 11
           : opset == 24 ? 12
           : opset <= 26 ? 13
                         : 14;
}

onnx::NodeProto* addNode(onnx::GraphProto& graph, const std::string& op,
                         const std::vector<std::string>& inputs, const std::string& output) {
    onnx::NodeProto* node = graph.add_node();
    node->set_op_type(op);
    for (const std::string& input : inputs)
        node->add_input(input);
    node->add_output(output);
    return node;
}

void addAttribute(onnx::NodeProto& node, const std::string& name, const onnx::TensorProto& value) {
    onnx::AttributeProto* attribute = node.add_attribute();
    attribute->set_name(name);
    attribute->set_type(onnx::AttributeProto::TENSOR);
    *attribute->mutable_t() = value;
}

onnx::TensorProto int64s(const std::string& name, const std::vector<std::int64_t>& values) {
    onnx::TensorProto tensor;
    tensor.set_name(name);
    tensor.set_data_type(onnx::TensorProto::INT64);
    tensor.add_dims(static_cast<std::int64_t>(values.size()));
    for (const std::int64_t value : values)
        tensor.add_int64_data(value);
    return tensor;
}

/// The input of the operator before the node, chosen so that the node gets the tensor.
onnx::TensorProto sourceTensor(const CaseInput& input) {
    onnx::TensorProto tensor = input.tensors.front();
    if (input.before == "Reshape") {
        std::int64_t count = 1;
        for (const std::int64_t size : tensor.dims())
            count *= size;
        tensor.clear_dims();
        tensor.add_dims(count);
    } else if (input.before == "Transpose") {
        std::reverse(tensor.mutable_dims()->begin(), tensor.mutable_dims()->end());
    }
    return tensor;
}

void setShape(onnx::TypeProto& type, const onnx::TensorProto& tensor) {
    if (!type.has_tensor_type())
        return;
    auto* shape = type.mutable_tensor_type()->mutable_shape();
    for (const std::int64_t size : tensor.dims())
        shape->add_dim()->set_dim_value(size);
}

class ModelBuilder {
public:
    explicit ModelBuilder(const OperatorCase& each) : m_case(each) {}

    onnx::ModelProto build() {
        m_model.set_ir_version(irVersionFor(m_case.defaultOpset));
        m_model.set_producer_name("operator_fuzz");
        addOpset("", m_case.defaultOpset);
        if (!m_case.domain.empty())
            addOpset(m_case.domain, m_case.opset);
        graph().set_name("g");
        std::vector<std::string> names;
        for (std::size_t i = 0; i < m_case.inputs.size(); ++i)
            names.push_back(m_case.inputs[i] ? addInput(*m_case.inputs[i], i) : "");
        addTestedNode(names);
        addOutputs();
        return m_model;
    }

private:
    onnx::GraphProto& graph() { return *m_model.mutable_graph(); }
    void addOpset(const std::string& domain, int version) {
        auto* import = m_model.add_opset_import();
        import->set_domain(domain);
        import->set_version(version);
    }

    std::string addInput(const CaseInput& input, std::size_t index) {
        const std::string name = "in" + std::to_string(index);
        std::string at = name;
        if (input.source == CaseInput::Source::feed || !input.isTensor()) {
            auto* info = graph().add_input();
            info->set_name(name);
            *info->mutable_type() = input.type;
            if (!m_case.symbolic && input.isTensor())
                setShape(*info->mutable_type(), sourceTensor(input));
        } else if (input.source == CaseInput::Source::constant) {
            addAttribute(*addNode(graph(), "Constant", {}, name), "value", sourceTensor(input));
        } else {
            auto* tensor = graph().add_initializer();
            *tensor = sourceTensor(input);
            tensor->set_name(name);
            if (input.source == CaseInput::Source::folded)
                addNode(graph(), "Identity", {name}, at = name + "_folded");
        }
        return input.isTensor() ? addBefore(input, at) : at;
    }

    std::string addBefore(const CaseInput& input, const std::string& from) {
        if (input.before.empty())
            return from;
        const std::string name = from + "_before";
        if (input.before == "Reshape") {
            const auto& dims = input.tensors.front().dims();
            *graph().add_initializer() = int64s(name + "_shape", {dims.begin(), dims.end()});
            onnx::NodeProto* node = addNode(graph(), "Reshape", {from, name + "_shape"}, name);
            if (m_case.defaultOpset >= 14) { // a 0 is a size of 0
                auto* attribute = node->add_attribute();
                attribute->set_name("allowzero");
                attribute->set_type(onnx::AttributeProto::INT);
                attribute->set_i(1);
            }
        } else {
            addNode(graph(), input.before, {from}, name);
        }
        return name;
    }

    onnx::NodeProto testedNode(const std::vector<std::string>& inputs, const std::string& prefix) {
        onnx::NodeProto node;
        node.set_op_type(m_case.op);
        node.set_domain(m_case.domain);
        node.set_name("tested");
        for (const std::string& input : inputs)
            node.add_input(input);
        for (std::size_t i = 0; i < m_case.outputs.size(); ++i)
            node.add_output(m_case.wanted[i] ? prefix + std::to_string(i) : "");
        for (const auto& attribute : m_case.attributes)
            *node.add_attribute() = attribute;
        return node;
    }

    void addTestedNode(const std::vector<std::string>& inputs) {
        if (m_case.body == OperatorCase::Body::none) {
            *graph().add_node() = testedNode(inputs, "out");
            return;
        }
        const bool branch = m_case.body == OperatorCase::Body::branch;
        onnx::NodeProto* node = graph().add_node();
        node->set_name("around");
        node->set_op_type(branch ? "If" : "Loop");
        onnx::TensorProto yes, count;
        yes.set_data_type(onnx::TensorProto::BOOL);
        yes.add_int32_data(1);
        yes.set_name("condition");
        *graph().add_initializer() = yes;
        if (branch) {
            node->add_input("condition");
            addBody(*node, "then_branch", inputs, "then");
            addBody(*node, "else_branch", inputs, "else");
        } else {
            count.set_data_type(onnx::TensorProto::INT64);
            count.add_int64_data(2);
            count.set_name("trips");
            *graph().add_initializer() = count;
            node->add_input("trips");
            node->add_input("condition");
            addBody(*node, "body", inputs, "step");
        }
        for (std::size_t i = 0; i < m_case.outputs.size(); ++i)
            if (m_case.wanted[i])
                node->add_output("out" + std::to_string(i));
    }

    void addBody(onnx::NodeProto& node, const char* name, const std::vector<std::string>& inputs,
                 const std::string& prefix) {
        auto* attribute = node.add_attribute();
        attribute->set_name(name);
        attribute->set_type(onnx::AttributeProto::GRAPH);
        onnx::GraphProto& body = *attribute->mutable_g();
        body.set_name(name);
        if (m_case.body == OperatorCase::Body::loop) {
            for (const auto& [input, type] : {std::pair{"iteration", onnx::TensorProto::INT64},
                                              {"going_on", onnx::TensorProto::BOOL}}) {
                auto* info = body.add_input();
                info->set_name(input);
                auto* tensor = info->mutable_type()->mutable_tensor_type();
                tensor->set_elem_type(type);
                tensor->mutable_shape();
            }
            addNode(body, "Identity", {"going_on"}, "goes_on");
            auto* goesOn = body.add_output();
            goesOn->set_name("goes_on");
            goesOn->mutable_type()->mutable_tensor_type()->set_elem_type(onnx::TensorProto::BOOL);
        }
        *body.add_node() = testedNode(inputs, prefix);
        for (std::size_t i = 0; i < m_case.outputs.size(); ++i)
            if (m_case.wanted[i])
                addInfo(*body.add_output(), prefix + std::to_string(i), m_case.outputs[i]);
    }

    static void addInfo(onnx::ValueInfoProto& info, const std::string& name,
                        const std::optional<onnx::TypeProto>& type) {
        info.set_name(name);
        if (type)
            *info.mutable_type() = *type;
    }

    void addOutputs() {
        const bool behind = !m_case.after.empty();
        for (std::size_t i = 0; i < m_case.outputs.size(); ++i)
            if (m_case.wanted[i] && (i > 0 || !behind || m_case.bothOutputs))
                addInfo(*graph().add_output(), "out" + std::to_string(i), m_case.outputs[i]);
        if (!behind || m_case.wanted.empty() || !m_case.wanted[0])
            return;
        std::vector<std::string> operands = {"out0"};
        if (m_case.after == "Add" || m_case.after == "Mul")
            operands.emplace_back("out0");
        if (m_case.after == "Reshape") {
            *graph().add_initializer() = int64s("flat", {-1});
            operands.emplace_back("flat");
        }
        addNode(graph(), m_case.after, operands, "last");
        addInfo(*graph().add_output(), "last",
                m_case.after == "Shape" ? std::nullopt : m_case.outputs[0]);
    }

    const OperatorCase& m_case;
    onnx::ModelProto m_model;
};

Result<ModelData> valueOf(const CaseInput& input) {
    std::vector<ModelData> values;
    for (std::size_t i = 0; i < input.tensors.size(); ++i) {
        const onnx::TensorProto tensor = input.isTensor() ? sourceTensor(input) : input.tensors[i];
        auto value = readTensorProto(Buffer::own(tensor.SerializeAsString()));
        if (!value)
            return std::move(value).error();
        values.emplace_back(*std::move(value));
    }
    const bool sequence = input.type.has_sequence_type() ||
                          (input.type.has_optional_type() &&
                           input.type.optional_type().elem_type().has_sequence_type());
    if (sequence)
        return ModelData::sequence(std::move(values));
    if (values.empty())
        return ModelData::nothing();
    if (input.type.has_map_type() && values.size() == 2)
        return ModelData::map(values[0].tensor, values[1].tensor);
    return values[0];
}

} // namespace

std::string titleOf(const OperatorCase& each) {
    std::string title = each.op + "-" + std::to_string(each.opset) + " (";
    for (const auto& input : each.inputs) {
        if (title.back() != '(')
            title += ", ";
        if (!input) {
            title += "-";
            continue;
        }
        const auto type =
            static_cast<DataType>(input->tensors.empty() ? 0 : input->tensors[0].data_type());
        title += std::string(input->isTensor() ? "" : "*") + std::string(dataTypeName(type));
        title += '[';
        if (!input->tensors.empty())
            for (const std::int64_t size : input->tensors[0].dims())
                title += (title.back() == '[' ? "" : ",") + std::to_string(size);
        title += ']';
    }
    title += ")";
    for (const auto& attribute : each.attributes)
        title += " " + attribute.name();
    return title + (each.body == OperatorCase::Body::branch ? " in a branch"
                    : each.body == OperatorCase::Body::loop ? " in a loop"
                                                            : "");
}

onnx::ModelProto modelOf(const OperatorCase& each) { return ModelBuilder(each).build(); }

Result<Feeds> feedsOf(const OperatorCase& each) {
    Feeds feeds;
    for (std::size_t i = 0; i < each.inputs.size(); ++i) {
        const auto& input = each.inputs[i];
        if (!input || (input->source != CaseInput::Source::feed && input->isTensor()))
            continue;
        auto value = valueOf(*input);
        if (!value)
            return std::move(value).error();
        value->name = "in" + std::to_string(i);
        value->tensor.name = value->name;
        feeds.emplace(value->name, *std::move(value));
    }
    return feeds;
}

void writeCase(const OperatorCase& each, const std::filesystem::path& folder,
               const std::string& text) {
    std::filesystem::create_directories(folder);
    std::ofstream(folder / "model.onnx", std::ios::binary) << modelOf(each).SerializeAsString();
    if (const auto feeds = feedsOf(each)) {
        std::size_t number = 0;
        for (std::size_t i = 0; i < each.inputs.size(); ++i)
            if (const auto found = feeds->find("in" + std::to_string(i)); found != feeds->end())
                std::ofstream(folder / ("input_" + std::to_string(number++) + ".pb"),
                              std::ios::binary)
                    << serializeValue(found->second);
    }
    if (!text.empty())
        std::ofstream(folder / "finding.txt") << text;
}

bool isRandom(const OperatorCase& each) {
    static const std::set<std::string> kRandom = {
        "RandomNormal", "RandomNormalLike", "RandomUniform", "RandomUniformLike",
        "Bernoulli",    "Multinomial",      "Dropout"};
    return kRandom.contains(each.op);
}

} // namespace partita::fuzz
