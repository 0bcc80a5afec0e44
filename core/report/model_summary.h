#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "core/ir/model.h"

namespace partita {

/// What `info` and the window's overview show of a model.
struct ModelSummary {
    struct Port {
        std::string name, type, shape;
    };
    struct EpContextEntry {
        std::string node, source, partitionName, path, sourceModel;
        bool mainContext = true;
        std::int64_t embedMode = 1;
    };
    std::int64_t irVersion = 0, modelVersion = 0;
    std::string producer, domain, docString;
    std::map<std::string, std::int64_t> opsets;
    std::size_t nodes = 0; ///< in all graphs, functions included
    std::size_t nodesWithoutConstants = 0;
    std::size_t initializers = 0, functions = 0, graphs = 0, trainingInfos = 0;
    std::int64_t parameters = 0; ///< elements of all initializers and Constant tensors
    std::uint64_t parameterBytes = 0;
    std::uint64_t largestActivationBytes =
        0;                             ///< of the inputs and outputs of one node, as far as known
    double flops = 0;                  ///< multiply and add counted as two; known shapes only
    std::size_t nodesWithoutFlops = 0; ///< matrix products of unknown sizes
    std::vector<Port> inputs, outputs;
    std::map<std::string, std::size_t> operators;
    std::vector<EpContextEntry> epContexts;
    Metadata metadata;
};

/// The elements and bytes of all initializers and Constant tensors.
struct ParameterCount {
    std::int64_t elements = 0;
    std::uint64_t bytes = 0;
};
ParameterCount parametersOf(const Model& model);

ModelSummary summarize(const Model& model);
nlohmann::json toJson(const ModelSummary& summary);

} // namespace partita
