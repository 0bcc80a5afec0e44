#pragma once

#include <optional>
#include <string>
#include <vector>

#include <onnx/defs/schema.h>

namespace partita {

/// Propagates the numbers that shapes are computed from through a node as ONNX Runtime does it before
/// it asks its providers. `original`: ONNX's own propagation of the operator; empty: it has none.
/// Differences from that: constants are not read, except one index of Gather; a single number gets
/// through Gather, Squeeze, Unsqueeze, Add, Sub, Mul and Div in all versions; Size multiplies the
/// numbers of a shape. Source: ONNX Runtime 1.32, Graph::SaveShapeValuesFromDataPropagation.
void propagateAsSession(const onnx::OpSchema& schema, const onnx::DataPropagationFunction& original,
                        onnx::DataPropagationContext& context);

/// What ONNX's inference of a node sees in a session: numbers that were propagated are the values of
/// its inputs, as if they were constants, where all of them are known, and nothing otherwise.
class SessionInference : public onnx::InferenceContext {
public:
    explicit SessionInference(onnx::InferenceContext& whole);

    const onnx::AttributeProto* getAttribute(const std::string& name) const override;
    size_t getNumInputs() const override;
    const onnx::TypeProto* getInputType(size_t index) const override;
    bool hasInput(size_t index) const override;
    const onnx::TensorProto* getInputData(size_t index) const override;
    size_t getNumOutputs() const override;
    onnx::TypeProto* getOutputType(size_t index) override;
    bool hasOutput(size_t index) override;
    onnx::GraphInferencer* getGraphAttributeInferencer(const std::string& name) override;
    const onnx::SparseTensorProto* getInputSparseData(size_t index) const override;
    const onnx::TensorShapeProto* getSymbolicInput(size_t index) const override;
    std::string getDisplayName() const override;

private:
    onnx::InferenceContext& m_whole;
    std::vector<std::optional<onnx::TensorProto>> m_values; ///< of the inputs
};

/// Whether `propagateAsSession` has a rule of its own for the operator.
bool hasSessionPropagation(const onnx::OpSchema& schema);

} // namespace partita
