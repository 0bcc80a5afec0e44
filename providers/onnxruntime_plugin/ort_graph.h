#pragma once

#include <filesystem>

#include "core/ir/model.h"
#include "providers/onnxruntime_plugin/ort_values.h"

namespace partita::plugin {

/// A graph of ONNX Runtime as a model. Its nodes are in the order of the file, which ONNX Runtime
/// numbers them in. What a body captures is an input of the model, or a constant.
struct ReadGraph {
    Model model;
    std::vector<const OrtNode*> nodes; ///< of the main graph, by NodeId; null elsewhere
};

/// `defaults`: whether an initializer that an input may override counts as a constant.
/// `scalarInputs`: whether inputs of rank 0 are scalars, as those of a whole model mostly are; those
/// of a part or a body may be of unknown rank.
struct ReadOptions {
    Weights weights = Weights::borrowed;
    bool defaults = true;
    bool scalarInputs = false;
};

Result<ReadGraph> readGraph(const OrtGraph* graph, const ReadOptions& options);

/// A model of one node, with its bodies, and with the operator sets of `graph`.
Result<ReadGraph> readNode(const OrtNode* node, const OrtGraph* graph);

/// The node whose body `graph` is; null for the main graph.
Result<const OrtNode*> holderOf(const OrtGraph* graph);
Result<std::string> nameOf(const OrtNode* node);
Result<std::string> operatorOf(const OrtNode* node);
Result<std::string> nameOf(const OrtValueInfo* value);
Result<std::vector<const OrtNode*>> nodesOf(const OrtGraph* graph);
Result<std::vector<const OrtValueInfo*>> inputsOf(const OrtNode* node);
Result<std::vector<const OrtValueInfo*>> outputsOf(const OrtNode* node);
Result<bool> isContextNode(const OrtNode* node);
/// The file of the model; empty for a model from memory.
Result<std::filesystem::path> modelPathOf(const OrtGraph* graph);

} // namespace partita::plugin
