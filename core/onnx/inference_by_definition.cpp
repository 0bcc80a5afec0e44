#include "core/onnx/inference_by_definition.h"

#include <stdexcept>

#include <onnx/shape_inference/implementation.h>

#include "core/onnx/function_body.h"
#include "core/onnx/safe_propagation.h"
#include "core/onnx/schema.h"

namespace partita {

namespace {

/// A call as the builder of a function sees it.
class InferredCall : public onnx::FunctionBodyBuildContext {
public:
    InferredCall(onnx::InferenceContext& call, std::int64_t opset) : m_call(call) {
        m_opset.set_name(kOpsetAttribute);
        m_opset.set_type(onnx::AttributeProto::INT);
        m_opset.set_i(opset);
    }
    const onnx::AttributeProto* getAttribute(const std::string& name) const override {
        return name == kOpsetAttribute ? &m_opset : m_call.getAttribute(name);
    }
    bool hasInput(int input) const override {
        return input >= 0 && m_call.hasInput(static_cast<std::size_t>(input));
    }
    bool hasOutput(int output) const override {
        return output >= 0 && m_call.hasOutput(static_cast<std::size_t>(output));
    }
    const onnx::TypeProto* getInputType(int input) const override {
        return hasInput(input) ? m_call.getInputType(static_cast<std::size_t>(input)) : nullptr;
    }

private:
    onnx::InferenceContext& m_call;
    onnx::AttributeProto m_opset;
};

} // namespace

void inferByDefinition(onnx::InferenceContext& call, const onnx::OpSchema& schema,
                       const onnx::ContextDependentFunctionBodyBuilder& define) {
    for (std::size_t i = 0; i < call.getNumInputs(); ++i)
        if (call.hasInput(i) && !call.getInputType(i))
            return;
    // What a result's shape is does not depend on the opset, so the newest operators will do.
    const std::int64_t opset = newestOpset("").value_or(0);
    onnx::FunctionProto function;
    try {
        if (!define(InferredCall(call, opset), schema, function))
            return;
        watchOperators(function);
        onnx::shape_inference::InferShapeForFunctionNode(function, {{"", static_cast<int>(opset)}},
                                                         onnx::OpSchemaRegistry::Instance(), call);
    } catch (const onnx::InferenceError&) {
        return; // the checks of the kernels name what does not fit
    } catch (const std::logic_error&) {
        return; // ONNX's parser cannot read a statement of the definition
    }
}

} // namespace partita
