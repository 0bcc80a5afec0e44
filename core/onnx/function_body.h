#pragma once

#include <string>
#include <vector>

#include <onnx/defs/function.h>
#include <onnx/defs/schema.h>

namespace partita {

/// The attribute that tells a function's builder the opset of the model, so that the body uses
/// operators of that opset.
inline constexpr const char* kOpsetAttribute = "partita_opset";

/// Builds the function body that defines an operator, for one call, from statements in ONNX's text
/// syntax. Inputs and outputs have the names of the schema.
class FunctionBody {
public:
    FunctionBody(const onnx::FunctionBodyBuildContext& context, const onnx::OpSchema& schema,
                 onnx::FunctionProto& function);

    /// Appends a statement, "y = Relu(x)".
    FunctionBody& operator<<(const std::string& statement);
    /// Whether this opset can express every statement so far.
    [[nodiscard]] bool complete() const { return m_complete; }
    [[nodiscard]] std::int64_t opset() const { return m_opset; }

    [[nodiscard]] bool has(int input) const { return m_context.hasInput(input); }
    [[nodiscard]] bool wants(int output) const { return m_context.hasOutput(output); }
    [[nodiscard]] bool given(const char* attribute) const {
        return m_context.getAttribute(attribute) != nullptr;
    }
    /// The name of an input in the schema, or "" when the call omits the input.
    [[nodiscard]] std::string input(int index) const;
    [[nodiscard]] std::int64_t integer(const char* name, std::int64_t otherwise) const;
    [[nodiscard]] float number(const char* name, float otherwise) const;
    [[nodiscard]] std::string text(const char* name) const;
    [[nodiscard]] std::vector<std::int64_t> integers(const char* name) const;
    [[nodiscard]] std::vector<float> numbers(const char* name) const;
    [[nodiscard]] int rank(int input) const;                      ///< -1: unknown
    [[nodiscard]] std::int64_t extent(int input, int axis) const; ///< a size; -1: not known
    [[nodiscard]] int elementType(int input) const;               ///< as in TensorProto; 0: unknown

    /// `name = value`, cast to the element type of input `like`.
    void constant(const std::string& name, float value, const std::string& like);
    /// `name = [values]`
    void list(const std::string& name, const std::vector<std::int64_t>& values);
    /// `to = from`, cast to the element type of input `like`.
    void castLike(const std::string& from, const std::string& like, const std::string& to);
    /// `to = [size of axis `axis` of `of`]`
    void size(const std::string& of, int axis, const std::string& to);
    /// Splits `from` into equal parts along an axis.
    void split(const std::string& from, const std::vector<std::string>& to, int axis);
    void reduceMean(const std::string& from, const std::string& to,
                    const std::vector<std::int64_t>& axes, bool keepDims);
    /// `like` names an input with the element type of `from`; constants are cast to that type.
    void gelu(const std::string& from, const std::string& to, const std::string& like, bool tanh);
    /// Normalizes the last axis; `bias` may be "". Also defines `mean_` and `inverse_deviation_`.
    void layerNormalization(const std::string& from, const std::string& scale,
                            const std::string& bias, float epsilon, const std::string& to,
                            const std::string& like);
    void rmsNormalization(const std::string& from, const std::string& scale, float epsilon,
                          const std::string& to);

private:
    [[nodiscard]] int elementTypeLike(const std::string& input) const; ///< by name; 0: unknown

    const onnx::FunctionBodyBuildContext& m_context;
    const onnx::OpSchema& m_schema;
    onnx::FunctionBuilder m_builder;
    std::int64_t m_opset;
    bool m_complete = true;
};

/// ", name", or "" for an empty name.
inline std::string more(const std::string& name) { return name.empty() ? "" : ", " + name; }
/// A text of the model in ONNX's text syntax: "\"reflect\"".
std::string quotedText(const std::string& text);
/// "[1, 2, 3]"
std::string listText(const std::vector<std::int64_t>& values);

} // namespace partita
