#pragma once

#include <algorithm>
#include <functional>
#include <memory>

#include "core/rewrite/recipe.h"
#include "core/session/placement_difference.h"
#include "core/tasks/models/opened_model.h"
#include "core/tasks/remedies/remedy_goal.h"
#include "core/tasks/scenario/scenario.h"

namespace partita {

/// Changes that together give fewer partitions, or nodes to devices that have next to none; they were
/// tried.
struct Remedy {
    std::vector<ScenarioChange> changes;
    /// Passes of the simplifier that were run before, in this order; empty: none.
    std::vector<std::string> passes;
    /// The opset of ONNX's domain to which the model is converted before; 0: it stays.
    int opset = 0;
    /// What the scenario in force changes in the model, where a pass may depend on it.
    std::vector<ScenarioChange> inModel{};
    /// Of the wishes in force: what does not hold under the changes, a line each.
    std::vector<Message> notCarried{};
    PlacementDifference difference{};        ///< from the placement as it is
    std::size_t assumed = 0;                 ///< more nodes that the device would have to take
    std::size_t moreOnLast = 0;              ///< nodes that the devices leave to the last provider
    PlacementDifference::Count onDevices{};  ///< nodes of all providers but the last
    PlacementDifference::Count onNoDevice{}; ///< nodes of the last provider, and of none
    /// Simulated time that a run saves; negative: it takes longer. Nothing: not known.
    std::optional<double> secondsSaved{};
    /// Where that is not known: what it saves in copies alone, at least; above 0, or nothing.
    std::optional<double> copySecondsSaved{};
    /// The nodes of the model that it is about: those that move, or that a rewrite changes.
    std::vector<NodeId> nodes{};
    bool otherDevice = false; ///< an option among the changes chooses another device

    /// The number of changes; a simplification is one, and so is a conversion.
    [[nodiscard]] std::size_t size() const {
        return changes.size() + !passes.empty() + (opset > 0);
    }
    /// Whether the user can make the changes with the device that there is.
    [[nodiscard]] bool isDoable() const;
    /// What the simplifier does for it: its passes, with those that take away what they leave without
    /// a reader, or only the conversion.
    [[nodiscard]] Recipe recipe() const;
    /// Partitions of the first provider, as the headline counts them.
    [[nodiscard]] std::size_t partitionsSaved() const {
        return difference.ofFirst.before -
               std::min(difference.ofFirst.before, difference.ofFirst.after);
    }
    [[nodiscard]] std::size_t savedInAll() const {
        return difference.partitions.before -
               std::min(difference.partitions.before, difference.partitions.after);
    }
    /// What it was looked for. Without a device, none gets nodes.
    [[nodiscard]] RemedyGoal goal() const {
        return onDevices.after > onDevices.before
                   ? remedyGoalFor(onDevices.before, onNoDevice.before)
                   : RemedyGoal::fewerPartitions;
    }
    /// Whether it leaves fewer partitions than another: of the first provider, or of equally many
    /// there fewer in all. Where the devices run next to nothing without it: fewer nodes, before that.
    [[nodiscard]] bool leavesFewerThan(const Remedy& other) const;
    /// Nodes that the devices lose: those that the last provider gets, and those that are gone.
    [[nodiscard]] std::size_t fewerOnDevices() const {
        return onDevices.before - std::min(onDevices.before, onDevices.after);
    }
    [[nodiscard]] double bytesSaved() const {
        return static_cast<double>(difference.boundaryBytes.before) -
               static_cast<double>(difference.boundaryBytes.after);
    }
    /// What is changed, as one clause.
    [[nodiscard]] Message text() const;
    /// "0 → 581 nodes on the devices"; empty: it was not looked for that.
    [[nodiscard]] Message devicesText() const;
    /// The same with the partitions, and with what it costs the devices: "Simplify: fold_constants —
    /// 49 → 1 partition, 86 fewer nodes on the devices".
    [[nodiscard]] Message offer() const;
    /// The command that makes the changed model; empty: a scenario is enough, or it has types that no
    /// command makes.
    [[nodiscard]] std::string command() const;
};

/// What would give fewer partitions, or nodes to devices that have next to none.
struct Remedies {
    /// At least this many partitions are left, whichever operators of a device are taken anyway.
    struct Bound {
        std::string provider, name; ///< the id, and what it is called
        std::size_t operators = 0, partitions = 0;
        std::optional<std::size_t> ofFirst{}; ///< of the first provider, where `provider` is it
    };
    RemedyGoal goal = RemedyGoal::fewerPartitions;
    std::size_t partitions = 0; ///< in all, as it is
    std::size_t ofFirst = 0;    ///< of the first provider
    /// In descending order of what each change saves: partitions of the first provider, partitions
    /// in all, bytes, time; after them those that leave nodes of the devices to the last provider.
    /// With the goal `nodesOnDevices`: first those that assume nothing of a device, and among them
    /// those that leave the fewest nodes on no device; of equally many the fastest, and then those
    /// with the fewest partitions.
    std::vector<Remedy> list;
    bool exact = true; ///< no smaller set of operators gives as few partitions as one in the list
    std::vector<Bound> bounds; ///< where not `exact`
    bool fewestPasses = true;  ///< of the passes that a remedy names, none can be left out
    std::size_t tried = 0;     ///< placements
    std::size_t leftOut = 0;   ///< candidates that were not tried, because there are too many
    Message whyNone;           ///< where `list` is empty: what is in the way

    /// The one to offer first: of those that the user can make, the one that leaves the fewest
    /// partitions, or the fewest nodes on no device; without any, the best of all. Null: nothing
    /// helps, or only what takes nodes from the devices, or gives them some and takes longer.
    [[nodiscard]] const Remedy* best() const;
    /// How far the answer can be relied on, as one clause each: every set of operators was judged,
    /// or the bounds; what was left out. Windows, reports and commands tell it in these words.
    [[nodiscard]] std::vector<Message> certainty() const;
};

struct RemedyOptions {
    PartitionOptions wishes; ///< of the placement as it is
    /// Makes what folds constants when simplifier passes are tried, one for each thread; empty: no pass
    /// is tried.
    std::function<std::unique_ptr<ConstantEvaluator>()> makeEvaluator{};
    /// The model as its file has it, with `inModel` done: passes and conversions start there, as they
    /// do where a user runs them. None: with the shapes of the model that is placed.
    std::optional<Model> stored{};
    std::vector<ScenarioChange> inModel{}; ///< what the scenario in force changes in the model
    Prepare prepare = Prepare::inferred;   ///< what the passes made, before it is placed
    /// The model as it was placed already, on the level of `wishes`; null: it is rewritten again.
    std::shared_ptr<const OptimizedModel> optimized{};
    /// Trials at the same time; 0: one for each core where the model is large enough for it.
    std::size_t threads = 0;
    /// Trials at most; 0: fewer for a larger model.
    std::size_t trials = 0;
};

/// Finds the smallest changes that give fewer partitions, or where the devices run next to
/// nothing, those that give them nodes: operators, types or nodes that a device
/// takes anyway, run length, order, options, fixed sizes, grouping, simplifier passes and another
/// opset. Each one was tried with the partitioner. The number of trials depends on the size of the
/// model, and no trial on another, so equal models get equal answers with any number of threads. The
/// model should have inferred shapes. Fails when cancelled. Progress is told on the thread that calls.
Result<Remedies> findRemedies(const Model& model, const ProviderList& providers,
                              const RemedyOptions& options, const Progress& progress);

/// Remedies as JSON, with the keys of docs/command-line-json.md; the changes are those of a scenario
/// file.
nlohmann::json toJson(const Remedies& remedies);
/// What they would leave, in short: the changes with partitions and bytes afterwards.
nlohmann::json suggestionsJson(const Remedies& remedies);
/// A remedy's figures as one clause: "49 → 1 partition · 1.2 MiB → 0 B per run".
std::string effectText(const Remedy& remedy);
/// Remedies as text, one line for each.
std::string remediesText(const Remedies& remedies);

} // namespace partita
