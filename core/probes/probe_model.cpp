#include "core/probes/probe_model.h"

#include <algorithm>

#include "core/ir/convert_elements.h"
#include "core/onnx/check.h"
#include "core/onnx/infer_shapes.h"
#include "core/provider/quantized_groups.h"

namespace partita {

namespace {

/// The IR version that ONNX released with an opset; newer types need a newer one.
std::int64_t irVersionOf(std::int64_t opset) {
    return opset <= 18   ? 8
           : opset <= 20 ? 9
           : opset <= 22 ? 10
           : opset == 23 ? 11
           : opset == 24 ? 12
                         : 13;
}

TensorPtr tensorOf(const WordTensor& wanted, DataType type) {
    std::vector<double> numbers = wanted.numbers;
    if (numbers.empty())
        numbers.assign(static_cast<std::size_t>(countOf(wanted.dims)), 1);
    auto made = convertElements(Tensor::of(DataType::float64, wanted.dims, numbers), type);
    return made ? std::make_shared<const Tensor>(std::move(made->tensor)) : nullptr;
}

/// The lists have a number for each axis of a picture; that of a probe may have another number.
AttributePtr fitted(const AttributePtr& attribute, std::size_t free, bool isOfPicture) {
    const auto* list = std::get_if<std::vector<std::int64_t>>(&attribute->value);
    if (!list)
        return attribute;
    std::vector<std::int64_t> numbers = *list;
    if (attribute->name == "pads" && isOfPicture) {
        numbers.assign(free, list->front());
        numbers.insert(numbers.end(), free, list->back());
    } else if (attribute->name == "perm" && free != list->size()) {
        numbers.clear();
        for (std::size_t axis = 0; axis < free; ++axis)
            numbers.push_back(static_cast<std::int64_t>(list->front()     ? free - 1 - axis
                                                        : (*list)[1] == 1 ? axis
                                                                          : (axis + 1) % free));
    } else if (isOfPicture && attribute->name != "axes") {
        numbers.assign(free, list->front());
    }
    return Attribute::make(attribute->name, std::move(numbers));
}

class ProbeMaker {
public:
    explicit ProbeMaker(const ProbeSettings& settings)
        : m_settings(settings), m_words(settings.free) {}

    std::optional<Probe> make() {
        if (!readInputs() || !readAttributes() || !hasShapes() || scalesNothing() ||
            contradictsItself())
            return std::nullopt;
        std::vector<TypePtr> stated;
        if (m_settings.statesOutputs)
            stated = outputTypes();
        auto inferred = inferShapes(build(m_settings.shapes, false, stated));
        if (!inferred)
            return std::nullopt;
        const NodeId id = inferred->nodesOf(inferred->mainGraph()).front();
        if (m_settings.quantized.empty())
            return probeOf(*std::move(inferred), id, nullptr);
        auto between = betweenQuantizers(
            *inferred, [&](std::size_t input) { return quantizationOf(input); },
            m_settings.quantizedOutputs);
        if (!between)
            return std::nullopt;
        const QuantizedGroups groups(*between);
        const QuantizedGroup* group = groups.of(id);
        return group ? std::optional(probeOf(*std::move(between), id, &group->inside))
                     : std::nullopt;
    }

private:
    struct Input {
        std::string source; ///< empty: omitted
        DataType type{};
        WordTensor tensor;
    };

    /// `inside`: the node as it stands between quantizers.
    static Probe probeOf(Model model, NodeId id, const Node* inside) {
        const Node& node = inside ? *inside : *model.node(id);
        Traits traits = traitsOf(model, node, OpVersions(model).of(node));
        return Probe{std::move(model), std::move(traits)};
    }

    /// The last formal input may be variadic.
    [[nodiscard]] const Quantization& quantizationOf(std::size_t input) const {
        return m_settings.quantized[std::min(input, m_settings.quantized.size() - 1)];
    }

    [[nodiscard]] std::optional<DataType> typeOf(const FormalParameter& formal) const {
        if (const auto found = m_settings.types.find(formal.type); found != m_settings.types.end())
            return found->second;
        for (int type = 1; type <= 24; ++type)
            if (formal.tensors >> static_cast<unsigned>(type) & 1U)
                return static_cast<DataType>(type);
        return std::nullopt;
    }

    bool readInputs() {
        const auto& formals = m_settings.description->inputs;
        std::size_t next = 0;
        for (std::size_t i = 0; i < formals.size(); ++i) {
            const auto& wish = m_settings.inputs[i];
            const bool isVariadic = formals[i].option == FormalParameter::Option::variadic;
            const std::size_t count = isVariadic ? wish.count : 1;
            for (std::size_t turn = 0; turn < count; ++turn, ++next)
                if (!addInput(formals[i], wish, wordAt(m_settings.hint, next)))
                    return false;
        }
        while (!m_inputs.empty() && m_inputs.back().source.empty())
            m_inputs.pop_back();
        // A session computes a node of constants only by itself, and a graph without inputs is
        // refused for other reasons than its nodes.
        const bool isLike = m_settings.of.name == "CastLike"; // its second input is only a type
        const auto end =
            m_inputs.begin() + static_cast<std::ptrdiff_t>(isLike ? 1 : m_inputs.size());
        return m_inputs.empty() || std::any_of(m_inputs.begin(), end, [](const Input& each) {
                   return each.source == "computed";
               });
    }

    bool addInput(const FormalParameter& formal, const ProbeSettings::Input& wish,
                  std::string_view word) {
        const auto type = typeOf(formal);
        if (wish.source == "omitted") {
            m_inputs.emplace_back();
            return true;
        }
        if (!type || *type == DataType::string)
            return false;
        m_inputs.push_back(
            {wish.source, *type,
             m_words.tensor(word, std::min(wish.variant, ShapeWords::variantsOf(word) - 1))});
        return true;
    }

    bool readAttributes() {
        const bool isOfPicture = m_settings.hint.inputs.find('X') != std::string_view::npos;
        for (const AttributePtr& each : m_settings.attributes)
            m_attributes.push_back(fitted(each, m_settings.free, isOfPicture));
        for (const std::string_view word : wordsOf(m_settings.hint.attributes)) {
            const std::string name(word.substr(0, word.find('=')));
            const std::string_view text = word.substr(word.find('=') + 1);
            const AttributeDescription* known = m_settings.description->attribute(name);
            if (!known)
                continue; // of another version
            const std::string_view type = attributeTypeName(known->type);
            if (type == "string")
                m_attributes.push_back(Attribute::string(name, text));
            else if (type == "int" && !m_words.numbers(text).empty())
                m_attributes.push_back(Attribute::make(name, m_words.numbers(text).front()));
            else if (type == "ints")
                m_attributes.push_back(Attribute::make(name, m_words.numbers(text)));
            else
                return false;
        }
        return true;
    }

    /// The types of the outputs where all shapes are known and everything that may set one is constant.
    std::vector<TypePtr> outputTypes() {
        std::vector<TypePtr> types;
        const auto inferred = inferShapes(build(kAllStatic, true, {}));
        if (!inferred)
            return types;
        for (const ValueId output : inferred->graph(inferred->mainGraph())->outputs) {
            const TypePtr& type = inferred->value(output)->type;
            types.push_back(type && type->isTensor() && staticDims(type->shape) ? type : nullptr);
        }
        return types;
    }

    /// Numbers that do not fit together, such as two axes for one start, are refused by a session
    /// where they are constants. Where they are computed the session does not see it, but the
    /// provider may, and what it then says is no answer about the operator.
    [[nodiscard]] bool contradictsItself() {
        const bool hides = std::any_of(m_inputs.begin(), m_inputs.end(), [](const Input& each) {
            return each.source == "computed" && !each.tensor.numbers.empty();
        });
        return hides && !checkShapes(build(kAllStatic, true, {}));
    }

    /// Shapes of other inputs than the first one need such an input.
    [[nodiscard]] bool hasShapes() const {
        const bool tellsApart =
            m_settings.shapes.starts_with("others") || m_settings.shapes == kFirstDynamic;
        return !tellsApart ||
               std::any_of(m_inputs.begin() + 1, m_inputs.end(),
                           [](const Input& each) { return each.source == "computed"; });
    }

    /// Scales of an input that is omitted make no difference.
    [[nodiscard]] bool scalesNothing() const {
        for (std::size_t i = 0; i < m_settings.quantized.size(); ++i)
            if (m_settings.quantized[i].axis && m_settings.inputs[i].source == "omitted")
                return true;
        return false;
    }

    [[nodiscard]] TypePtr inputType(const Input& input, std::string_view shapes) const {
        const bool isFirst = &input == m_inputs.data();
        if (shapes == "unranked" || (shapes == kOthersUnranked && !isFirst))
            return Type::tensor(input.type, std::nullopt);
        Shape shape;
        for (const std::int64_t size : input.tensor.dims)
            shape.push_back({size, "", ""});
        const bool isDynamic =
            shapes == "dynamic" || shapes == (isFirst ? kFirstDynamic : kOthersDynamic);
        if (isDynamic && !shape.empty())
            shape.front() = {std::nullopt, "n", ""};
        return Type::tensor(input.type, std::move(shape));
    }

    /// `setsConstant`: inputs whose numbers matter are constants whatever their source.
    Model build(std::string_view shapes, bool setsConstant,
                const std::vector<TypePtr>& outputTypes) {
        ModelBuilder builder;
        Graph graph;
        graph.id = builder.newGraph();
        graph.name = kProbeName;
        Node node;
        node.id = builder.newNode();
        node.graph = graph.id;
        node.name = kProbeName;
        node.opType = m_settings.of.name;
        node.attributes = std::make_shared<const Attributes>(m_attributes);
        std::vector<ValueId> inputs, outputs;
        for (std::size_t i = 0; i < m_inputs.size(); ++i) {
            const Input& input = m_inputs[i];
            if (input.source.empty()) {
                inputs.emplace_back();
                continue;
            }
            Value value;
            value.id = builder.newValue();
            value.graph = graph.id;
            value.name = "in" + std::to_string(i);
            if (input.source == "constant" || (setsConstant && !input.tensor.numbers.empty())) {
                value.initializer = tensorOf(input.tensor, input.type);
                value.type = Type::tensor(input.type, std::nullopt);
                if (value.initializer)
                    value.type = Type::tensor(input.type, value.initializer->shape());
            } else {
                value.type = inputType(input, shapes);
                graph.inputs.push_back(value.id);
            }
            inputs.push_back(value.id);
            builder.add(std::make_shared<const Value>(std::move(value)));
        }
        addOutputs(builder, graph, outputs, outputTypes);
        node.inputs.assign(inputs.begin(), inputs.end());
        node.outputs.assign(outputs.begin(), outputs.end());
        builder.add(std::make_shared<const Node>(std::move(node)));
        ModelInfo info;
        info.irVersion = irVersionOf(m_settings.of.opset);
        info.producerName = "partita";
        info.opsets = {{"", m_settings.of.opset}};
        info.mainGraph = graph.id;
        builder.add(std::make_shared<const Graph>(std::move(graph)));
        return std::move(builder).finish(std::move(info));
    }

    void addOutputs(ModelBuilder& builder, Graph& graph, std::vector<ValueId>& outputs,
                    const std::vector<TypePtr>& types) const {
        const auto& formals = m_settings.description->outputs;
        for (std::size_t i = 0; i < formals.size(); ++i) {
            const bool isVariadic = formals[i].option == FormalParameter::Option::variadic;
            for (std::size_t turn = isVariadic ? 2 : 1; turn > 0; --turn) {
                if (!m_settings.wanted[i]) {
                    outputs.emplace_back();
                    continue;
                }
                Value value;
                value.id = builder.newValue();
                value.graph = graph.id;
                value.name = "out" + std::to_string(outputs.size());
                if (graph.outputs.size() < types.size())
                    value.type = types[graph.outputs.size()];
                outputs.push_back(value.id);
                graph.outputs.push_back(value.id);
                builder.add(std::make_shared<const Value>(std::move(value)));
            }
        }
        while (!outputs.empty() && !outputs.back())
            outputs.pop_back();
    }

    const ProbeSettings& m_settings;
    ShapeWords m_words;
    std::vector<Input> m_inputs;
    Attributes m_attributes;
};

} // namespace

std::optional<Probe> makeProbe(const ProbeSettings& settings) {
    return ProbeMaker(settings).make();
}

} // namespace partita
