#include "core/onnx/function_body.h"

#include <fmt/format.h>

#include "core/onnx/older_opset.h"

namespace partita {

FunctionBody::FunctionBody(const onnx::FunctionBodyBuildContext& context,
                           const onnx::OpSchema& schema, onnx::FunctionProto& function)
    : m_context(context), m_schema(schema), m_builder(function),
      m_opset(integer(kOpsetAttribute, 0)), m_complete(m_opset >= kOldestFunctionOpset) {
    m_builder.AddOpset("", static_cast<int>(m_opset));
}

FunctionBody& FunctionBody::operator<<(const std::string& statement) {
    if (statement.find('\0') == std::string::npos) // ONNX's parser ends at one
        m_builder.Add(statement.c_str());
    else
        m_complete = false;
    return *this;
}

std::string FunctionBody::input(int index) const {
    return has(index) ? m_schema.inputs()[static_cast<std::size_t>(index)].GetName() : "";
}

std::int64_t FunctionBody::integer(const char* name, std::int64_t otherwise) const {
    const auto* attribute = m_context.getAttribute(name);
    return attribute ? attribute->i() : otherwise;
}

float FunctionBody::number(const char* name, float otherwise) const {
    const auto* attribute = m_context.getAttribute(name);
    return attribute ? attribute->f() : otherwise;
}

std::string FunctionBody::text(const char* name) const {
    const auto* attribute = m_context.getAttribute(name);
    return attribute ? attribute->s() : "";
}

std::vector<std::int64_t> FunctionBody::integers(const char* name) const {
    const auto* attribute = m_context.getAttribute(name);
    return attribute ? std::vector<std::int64_t>(attribute->ints().begin(), attribute->ints().end())
                     : std::vector<std::int64_t>();
}

std::vector<float> FunctionBody::numbers(const char* name) const {
    const auto* attribute = m_context.getAttribute(name);
    return attribute ? std::vector<float>(attribute->floats().begin(), attribute->floats().end())
                     : std::vector<float>();
}

int FunctionBody::rank(int input) const {
    const auto* type = has(input) ? m_context.getInputType(input) : nullptr;
    return type && type->has_tensor_type() && type->tensor_type().has_shape()
               ? type->tensor_type().shape().dim_size()
               : -1;
}

std::int64_t FunctionBody::extent(int input, int axis) const {
    if (rank(input) <= axis)
        return -1;
    const auto& dim = m_context.getInputType(input)->tensor_type().shape().dim(axis);
    return dim.has_dim_value() ? dim.dim_value() : -1;
}

int FunctionBody::elementType(int input) const {
    const auto* type = has(input) ? m_context.getInputType(input) : nullptr;
    return type && type->has_tensor_type() ? type->tensor_type().elem_type() : 0;
}

int FunctionBody::elementTypeLike(const std::string& input) const {
    for (std::size_t i = 0; i < m_schema.inputs().size(); ++i)
        if (m_schema.inputs()[i].GetName() == input)
            return elementType(static_cast<int>(i));
    return 0;
}

void FunctionBody::constant(const std::string& name, float value, const std::string& like) {
    const bool isFloat32 = elementTypeLike(like) == onnx::TensorProto::FLOAT;
    *this << fmt::format("{}{} = Constant<value_float = {:.9e}>()", name, isFloat32 ? "" : "_f",
                         value);
    if (!isFloat32)
        castLike(name + "_f", like, name);
}

void FunctionBody::list(const std::string& name, const std::vector<std::int64_t>& values) {
    *this << fmt::format("{} = Constant<value_ints = {}>()", name, listText(values));
}

void FunctionBody::castLike(const std::string& from, const std::string& like,
                            const std::string& to) {
    if (const int type = elementTypeLike(like))
        *this << fmt::format("{} = Cast<to = {}>({})", to, type, from);
    else if (m_opset >= 15)
        *this << fmt::format("{} = CastLike({}, {})", to, from, like);
    else
        m_complete = false;
}

void FunctionBody::size(const std::string& of, int axis, const std::string& to) {
    list(to + "_at", {axis});
    *this << fmt::format("{0}_all = Shape({1})", to, of)
          << fmt::format("{0} = Gather<axis = 0>({0}_all, {0}_at)", to);
}

void FunctionBody::split(const std::string& from, const std::vector<std::string>& to, int axis) {
    *this << (m_opset < 18
                  ? fmt::format("{} = Split<axis = {}>({})", fmt::join(to, ", "), axis, from)
                  : fmt::format("{} = Split<axis = {}, num_outputs = {}>({})", fmt::join(to, ", "),
                                axis, to.size(), from));
}

void FunctionBody::reduceMean(const std::string& from, const std::string& to,
                              const std::vector<std::int64_t>& axes, bool keepDims) {
    const int keep = keepDims ? 1 : 0;
    if (axes.empty()) {
        *this << fmt::format("{} = ReduceMean<keepdims = {}>({})", to, keep, from);
    } else if (m_opset < 18) {
        *this << fmt::format("{} = ReduceMean<axes = {}, keepdims = {}>({})", to, listText(axes),
                             keep, from);
    } else {
        list(to + "_axes", axes);
        *this << fmt::format("{0} = ReduceMean<keepdims = {1}>({2}, {0}_axes)", to, keep, from);
    }
}

void FunctionBody::gelu(const std::string& from, const std::string& to, const std::string& like,
                        bool tanh) {
    if (m_opset >= 20) {
        *this << fmt::format("{} = Gelu{}({})", to, tanh ? "<approximate = \"tanh\">" : "", from);
        return;
    }
    // 1 + erf loses most of its digits where it is near 0, so halves are computed in float32.
    const int type = elementTypeLike(like);
    const bool isHalf = type == onnx::TensorProto::FLOAT16 || type == onnx::TensorProto::BFLOAT16;
    const auto number = [&](const char* name, float value) {
        if (isHalf)
            *this << fmt::format("{} = Constant<value_float = {:.9e}>()", name, value);
        else
            constant(name, value, like);
    };
    const std::string x = isHalf ? "g_wide" : from, y = isHalf ? "g_result" : to;
    if (isHalf)
        *this << fmt::format("{} = Cast<to = 1>({})", x, from);
    number("half_", 0.5F);
    number("one_g", 1);
    number("root_", tanh ? 0.797884561F : 1.41421356F);
    if (tanh) {
        number("cubic_", 0.044715F);
        *this << fmt::format("g_square = Mul({0}, {0})", x)
              << fmt::format("g_cube = Mul(g_square, {})", x) << "g_small = Mul(g_cube, cubic_)"
              << fmt::format("g_sum = Add({}, g_small)", x) << "g_inner = Mul(g_sum, root_)"
              << "g_bent = Tanh(g_inner)";
    } else {
        *this << fmt::format("g_inner = Div({}, root_)", x) << "g_bent = Erf(g_inner)";
    }
    *this << "g_raised = Add(g_bent, one_g)" << fmt::format("g_product = Mul({}, g_raised)", x)
          << fmt::format("{} = Mul(g_product, half_)", y);
    if (isHalf)
        castLike(y, like, to);
}

void FunctionBody::layerNormalization(const std::string& from, const std::string& scale,
                                      const std::string& bias, float epsilon, const std::string& to,
                                      const std::string& like) {
    if (m_opset >= 17) {
        *this << fmt::format(
            "{}, mean_, inverse_deviation_ = LayerNormalization<axis = -1, epsilon "
            "= {:.9e}>({}, {}{})",
            to, epsilon, from, scale, more(bias));
        return;
    }
    constant("epsilon_", epsilon, like);
    constant("two_", 2, like);
    reduceMean(from, "mean_", {-1}, true);
    *this << fmt::format("centred_ = Sub({}, mean_)", from) << "square_ = Pow(centred_, two_)";
    reduceMean("square_", "variance_", {-1}, true);
    *this << "raised_ = Add(variance_, epsilon_)"
          << "deviation_ = Sqrt(raised_)"
          << "inverse_deviation_ = Reciprocal(deviation_)"
          << "normal_ = Div(centred_, deviation_)"
          << fmt::format("scaled_ = Mul(normal_, {})", scale)
          << (bias.empty() ? fmt::format("{} = Identity(scaled_)", to)
                           : fmt::format("{} = Add(scaled_, {})", to, bias));
}

void FunctionBody::rmsNormalization(const std::string& from, const std::string& scale,
                                    float epsilon, const std::string& to) {
    // ONNX has RMSNormalization from opset 23; before, only ONNX Runtime's own operator exists.
    *this << fmt::format("{} = {}<axis = -1, epsilon = {:.9e}>({}, {})", to,
                         m_opset >= 23 ? "RMSNormalization" : "SimplifiedLayerNormalization",
                         epsilon, from, scale);
}

std::string quotedText(const std::string& text) {
    std::string quoted = "\"";
    for (const char letter : text) {
        if (letter == '"' || letter == '\\')
            quoted += '\\';
        quoted += letter;
    }
    return quoted + '"';
}

std::string listText(const std::vector<std::int64_t>& values) {
    return fmt::format("[{}]", fmt::join(values, ", "));
}

} // namespace partita
