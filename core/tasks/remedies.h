#pragma once

#include "core/rewrite/pass.h"
#include "core/session/placement_difference.h"
#include "core/tasks/scenario.h"

namespace partita {

/// Changes that together give fewer partitions; they were tried.
struct Remedy {
    std::vector<ScenarioChange> changes;
    /// Passes of the simplifier that were run before, in this order; empty: none.
    std::vector<std::string> passes;
    PlacementDifference difference; ///< from the placement as it is
    std::size_t assumed = 0;        ///< nodes that the device would have to take
    std::size_t moreOnLast = 0;     ///< nodes that the devices leave to the last provider

    /// The number of changes; a simplification is one.
    [[nodiscard]] std::size_t size() const { return changes.size() + !passes.empty(); }
    [[nodiscard]] std::size_t partitionsSaved() const {
        return difference.partitions.before - difference.partitions.after;
    }
    [[nodiscard]] double bytesSaved() const {
        return static_cast<double>(difference.boundaryBytes.before) -
               static_cast<double>(difference.boundaryBytes.after);
    }
    /// What is changed, as one clause.
    [[nodiscard]] Message text() const;
};

/// What would give fewer partitions.
struct Remedies {
    /// At least this many partitions are left, whichever operators of a device are taken anyway.
    struct Bound {
        std::string provider;
        std::size_t operators = 0, partitions = 0;
    };
    std::size_t partitions = 0; ///< as it is
    /// In descending order of partitions saved for each change, then of bytes saved for each
    /// change; after them those that leave nodes of the devices to the last provider.
    std::vector<Remedy> list;
    bool exact = true; ///< no smaller set of operators gives as few partitions as one in the list
    std::vector<Bound> bounds; ///< where not `exact`
    std::size_t tried = 0;     ///< placements
    std::size_t leftOut = 0;   ///< candidates that were not tried, because there are too many
};

struct RemedyOptions {
    PartitionOptions wishes; ///< of the placement as it is
    /// Folds constants when simplifier passes are tried; null: no pass is tried.
    ConstantEvaluator* evaluator = nullptr;
};

/// Finds the smallest changes that give fewer partitions: operators, types or nodes that a device
/// takes anyway, run length, order, options, fixed sizes, grouping and simplifier passes. Each one
/// was tried with the partitioner. The number of trials depends on the size of the model, so equal
/// models get equal answers. The model should have inferred shapes. Fails when cancelled.
Result<Remedies> findRemedies(const Model& model, const ProviderList& providers,
                              const RemedyOptions& options, const Progress& progress);

/// Remedies as JSON, with the keys of docs/command-line-json.md; the changes are those of a scenario
/// file.
nlohmann::json toJson(const Remedies& remedies);
/// Remedies as text, one line for each.
std::string remediesText(const Remedies& remedies);

} // namespace partita
