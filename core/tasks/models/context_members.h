#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/base/progress.h"
#include "core/ir/ep_context.h"

namespace partita {

/// What an EPContext node was made of: nodes of the model that was compiled.
struct ContextMembers {
    std::filesystem::path file;     ///< of the source model
    std::vector<NodeId> nodes;      ///< of the source model as stored, ascending; no Constants
    std::vector<std::string> names; ///< of the nodes, or their labels
    std::vector<std::pair<std::string, std::size_t>> operators; ///< the most frequent first

    /// The same by name.
    [[nodiscard]] std::map<std::string, std::size_t> operatorCounts() const {
        return {operators.begin(), operators.end()};
    }
};

/// The source model of an EPContext node: beside the context model, under the file name that the
/// node has recorded, otherwise under the name of the context model without "_ctx". What a model
/// says never leads to another folder. Fails where there is no such file, and says what to do.
Result<std::filesystem::path> sourceOfContext(const EpContext& context,
                                              const std::filesystem::path& contextModel);

/// The nodes of `source` that an EPContext node of `compiled` stands for, with what was computed of
/// constants when it was compiled. They are found by the names of the tensors at its boundary, also
/// where a merge put a prefix before these, otherwise by a comparison of both models. Fails where
/// `source` has nothing of it, as a model that was exported again under other names.
Result<std::vector<NodeId>> membersIn(const Model& source, const Model& compiled, NodeId node,
                                      const Progress& progress = {});

/// Both in one: finds the source, or takes `source`, reads it and finds the nodes.
Result<ContextMembers> membersOfContext(const Model& compiled,
                                        const std::filesystem::path& contextModel, NodeId node,
                                        const std::filesystem::path& source = {},
                                        const Progress& progress = {});

} // namespace partita
