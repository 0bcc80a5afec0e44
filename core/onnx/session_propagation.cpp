#include "core/onnx/session_propagation.h"

#include <algorithm>
#include <array>
#include <optional>

#include "core/ir/type.h"

namespace partita {

namespace {

/// Marks the numbers that a node has propagated: ONNX's interface does not tell them from constants.
constexpr const char* kMark = "propagated";

bool isMarked(const onnx::TensorShapeProto& numbers) {
    return std::ranges::all_of(numbers.dim(),
                               [](const auto& each) { return each.denotation() == kMark; });
}

bool isScalar(const onnx::TypeProto* type) {
    return type && type->has_tensor_type() && type->tensor_type().has_shape() &&
           type->tensor_type().shape().dim_size() == 0;
}

/// Propagated numbers as a tensor; nothing: one of them is not known, or they are no propagated ones.
std::optional<onnx::TensorProto> tensorOf(const onnx::TensorShapeProto& numbers, bool ofScalar) {
    onnx::TensorProto tensor;
    tensor.set_data_type(onnx::TensorProto::INT64);
    if (!isMarked(numbers) || (ofScalar && numbers.dim_size() != 1))
        return std::nullopt;
    for (const auto& each : numbers.dim()) {
        if (!each.has_dim_value())
            return std::nullopt;
        tensor.add_int64_data(each.dim_value());
    }
    if (!ofScalar)
        tensor.add_dims(numbers.dim_size());
    return tensor;
}

/// What a session lets a propagation see: lists of numbers that other nodes have propagated.
class SessionContext : public onnx::DataPropagationContext {
public:
    explicit SessionContext(onnx::DataPropagationContext& whole) : m_whole(whole) {}

    const onnx::AttributeProto* getAttribute(const std::string& name) const override {
        return m_whole.getAttribute(name);
    }
    size_t getNumInputs() const override { return m_whole.getNumInputs(); }
    const onnx::TypeProto* getInputType(size_t index) const override {
        return m_whole.getInputType(index);
    }
    size_t getNumOutputs() const override { return m_whole.getNumOutputs(); }
    const onnx::TypeProto* getOutputType(size_t index) const override {
        return m_whole.getOutputType(index);
    }
    const onnx::TensorShapeProto* getInputData(size_t index) override {
        const auto* numbers = propagated(index);
        return isScalar(getInputType(index)) ? nullptr : numbers;
    }
    void addOutputData(size_t index, onnx::TensorShapeProto&& numbers) override {
        for (auto& each : *numbers.mutable_dim())
            each.set_denotation(kMark);
        m_whole.addOutputData(index, std::move(numbers));
        m_added = true;
    }

    /// Also of a scalar; null: none were propagated.
    const onnx::TensorShapeProto* propagated(std::size_t index) {
        const auto* numbers = index < getNumInputs() ? m_whole.getInputData(index) : nullptr;
        return numbers && isMarked(*numbers) ? numbers : nullptr;
    }
    /// The only number of an input; nothing: it has more, or it is not known.
    std::optional<std::int64_t> single(std::size_t index) {
        const auto* numbers = propagated(index);
        return numbers && numbers->dim_size() == 1 && numbers->dim(0).has_dim_value()
                   ? std::optional(numbers->dim(0).dim_value())
                   : std::nullopt;
    }
    /// The only number of a constant input.
    std::optional<std::int64_t> constant(std::size_t index) {
        const auto* numbers = index < getNumInputs() ? m_whole.getInputData(index) : nullptr;
        return numbers && numbers->dim_size() == 1 && !isMarked(*numbers) &&
                       numbers->dim(0).has_dim_value()
                   ? std::optional(numbers->dim(0).dim_value())
                   : std::nullopt;
    }
    void addSingle(std::int64_t number) {
        onnx::TensorShapeProto numbers;
        numbers.add_dim()->set_dim_value(number);
        addOutputData(0, std::move(numbers));
    }
    [[nodiscard]] bool hasAdded() const { return m_added; }

private:
    onnx::DataPropagationContext& m_whole;
    bool m_added = false;
};

/// One number of a shape, by a constant index.
void gather(SessionContext& context) {
    const auto* numbers = context.propagated(0);
    const auto index = context.constant(1);
    if (!numbers || !index)
        return;
    const auto axis = axisOf(*index, static_cast<std::size_t>(numbers->dim_size()));
    if (axis && numbers->dim(static_cast<int>(*axis)).has_dim_value())
        context.addSingle(numbers->dim(static_cast<int>(*axis)).dim_value());
}

/// Two numbers; what would overflow is not known.
void compute(const std::string& op, SessionContext& context) {
    const auto a = context.single(0), b = context.single(1);
    std::int64_t result = 0;
    if (!a || !b)
        return;
    if (op == "Div"   ? *b == 0 || *b == -1
        : op == "Add" ? __builtin_add_overflow(*a, *b, &result)
        : op == "Sub" ? __builtin_sub_overflow(*a, *b, &result)
                      : __builtin_mul_overflow(*a, *b, &result))
        return;
    context.addSingle(op == "Div" ? *a / *b : result);
}

/// A session takes the numbers of a shape for the sizes whose product is asked for, and no others.
void multiply(SessionContext& context) {
    const auto* numbers = context.propagated(0);
    std::int64_t product = 1;
    if (!numbers || numbers->dim_size() == 0)
        return;
    for (const auto& each : numbers->dim())
        if (!each.has_dim_value() || __builtin_mul_overflow(product, each.dim_value(), &product))
            return;
    context.addSingle(product);
}

constexpr std::array<std::string_view, 8> kOwn = {"Gather", "Squeeze", "Unsqueeze", "Add",
                                                  "Sub",    "Mul",     "Div",       "Size"};

} // namespace

bool hasSessionPropagation(const onnx::OpSchema& schema) {
    return schema.domain().empty() && std::ranges::count(kOwn, schema.Name()) > 0;
}

void propagateAsSession(const onnx::OpSchema& schema, const onnx::DataPropagationFunction& original,
                        onnx::DataPropagationContext& context) {
    SessionContext session(context);
    if (schema.domain().empty() && schema.Name() == "Size")
        return multiply(session);
    if (original)
        original(session);
    if (session.hasAdded() || !hasSessionPropagation(schema))
        return;
    if (schema.Name() == "Gather")
        gather(session);
    else if (schema.Name() != "Squeeze" && schema.Name() != "Unsqueeze")
        compute(schema.Name(), session);
    else if (const auto number = session.single(0))
        session.addSingle(*number);
}

SessionInference::SessionInference(onnx::InferenceContext& whole)
    : m_whole(whole), m_values(whole.getNumInputs()) {
    for (std::size_t i = 0; i < m_values.size(); ++i)
        if (const auto* numbers = whole.getSymbolicInput(i); numbers && !whole.getInputData(i))
            m_values[i] = tensorOf(*numbers, isScalar(whole.getInputType(i)));
}

const onnx::AttributeProto* SessionInference::getAttribute(const std::string& name) const {
    return m_whole.getAttribute(name);
}

size_t SessionInference::getNumInputs() const { return m_whole.getNumInputs(); }

const onnx::TypeProto* SessionInference::getInputType(size_t index) const {
    return m_whole.getInputType(index);
}

bool SessionInference::hasInput(size_t index) const { return m_whole.hasInput(index); }

const onnx::TensorProto* SessionInference::getInputData(size_t index) const {
    return index < m_values.size() && m_values[index] ? &*m_values[index]
                                                      : m_whole.getInputData(index);
}

size_t SessionInference::getNumOutputs() const { return m_whole.getNumOutputs(); }

onnx::TypeProto* SessionInference::getOutputType(size_t index) {
    return m_whole.getOutputType(index);
}

bool SessionInference::hasOutput(size_t index) { return m_whole.hasOutput(index); }

onnx::GraphInferencer* SessionInference::getGraphAttributeInferencer(const std::string& name) {
    return m_whole.getGraphAttributeInferencer(name);
}

const onnx::SparseTensorProto* SessionInference::getInputSparseData(size_t index) const {
    return m_whole.getInputSparseData(index);
}

const onnx::TensorShapeProto* SessionInference::getSymbolicInput(size_t /*index*/) const {
    return nullptr; // numbers of which only some are known are not used
}

std::string SessionInference::getDisplayName() const { return m_whole.getDisplayName(); }

} // namespace partita
