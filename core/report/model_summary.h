#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "core/ir/model.h"

namespace partita {

/// What `info` and the window's overview say of a model.
struct ModelSummary {
    struct Port {
        std::string name, type, shape;
    };
    struct EpContextEntry {
        std::string node, source, partitionName, path;
        bool mainContext = true;
        std::int64_t embedMode = 1;
    };
    std::int64_t irVersion = 0, modelVersion = 0;
    std::string producer, domain, docString;
    std::map<std::string, std::int64_t> opsets;
    std::size_t nodes = 0; ///< of all graphs
    std::size_t nodesWithoutConstants = 0;
    std::size_t initializers = 0, functions = 0, graphs = 0, trainingInfos = 0;
    std::int64_t parameters = 0; ///< elements of all initializers and Constant tensors
    std::uint64_t parameterBytes = 0;
    std::uint64_t largestActivationBytes =
        0;            ///< sum of the largest node's inputs and outputs with known sizes
    double flops = 0; ///< multiply and add counted as two; known shapes only
    std::size_t nodesWithoutFlops = 0; ///< matrix operations whose shapes are not known
    std::vector<Port> inputs, outputs;
    std::map<std::string, std::size_t> operators;
    std::vector<EpContextEntry> epContexts;
    Metadata metadata;
};

ModelSummary summarize(const Model& model);
nlohmann::json toJson(const ModelSummary& summary);

/// Whether one run of the model, as far as its shapes are known, needs more multiplications than an
/// evaluator that computes one element after another does in minutes.
bool isLongForReference(const Model& model);

} // namespace partita
