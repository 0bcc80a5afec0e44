#pragma once

#include <memory>

#include <nlohmann/json_fwd.hpp>

#include "core/tasks/records/recorded_placement.h"

namespace partita {

/// A record of a runtime on the nodes of the model that it ran. What cannot be told for sure is
/// listed, not guessed.
struct MeasuredPlacement {
    struct Place {
        std::uint32_t provider = 0;         ///< index in `providers`
        std::optional<std::uint32_t> part;  ///< nodes that ran together; nothing: not told
        std::optional<double> microseconds; ///< of the node, or of what it is a part of
        bool joined = false;                ///< its time is also that of a node before it
        std::size_t timed = 0;              ///< equal for nodes that have one time together
    };
    /// A node of the record that is no node of the model, or not for sure.
    struct Unmatched {
        RecordedNode node;
        std::string provider;
        Message why;
    };
    Message label;
    std::vector<std::string> providers;
    std::vector<std::optional<double>> microseconds; ///< of all runs on each provider, if told
    std::vector<std::optional<Place>> places;        ///< by NodeId
    std::size_t runs = 1;                            ///< over which times are summed up
    std::size_t matched = 0;                         ///< nodes of the model with a place
    std::vector<Unmatched> unmatched;
    std::vector<NodeId> untold; ///< nodes of the model that the record does not tell of
    std::vector<Message> notes;
    std::size_t doubts = 0; ///< how many of the first notes say that the model may be another

    [[nodiscard]] const std::optional<Place>& place(NodeId node) const {
        static const std::optional<Place> kNone;
        return node.value < places.size() ? places[node.value] : kNone;
    }
    /// Whether some node has a time.
    [[nodiscard]] bool hasTimes() const;
};

/// Whether a runtime places the node: no Constant, and no node of a function.
[[nodiscard]] bool isPlaced(const Model& model, const Node& node);

/// By what the record of a model is known again: its placed nodes by their names, operators and
/// values. Attributes and constants do not count.
RecordedModel recordedModel(const Model& model);

/// Finds the nodes of the model, bodies included, by name and operator; nodes that ONNX Runtime
/// fused by the name that the fusion made of theirs; nodes without a name, and with one that several
/// have, where all of them ran on one provider; the nodes of an EPContext node by the values between
/// which they lie. Fails for a record of another model: of one that is not known to be of this model,
/// most nodes are not in it, or many have its names and other operators. Where that is so of some
/// nodes, the log and the notes say it.
Result<MeasuredPlacement> matchPlacement(const Model& model, const RecordedPlacement& record);

/// Reads a record and finds its nodes in the model. Errors name the record.
Result<std::shared_ptr<const MeasuredPlacement>>
readMeasuredPlacement(const Model& model, const std::filesystem::path& record);

/// The report of docs/command-line-json.md.
nlohmann::json toJson(const Model& model, const MeasuredPlacement& measured);
/// Its notes in English, a line for each; those that doubt its origin are warnings.
std::string notesText(const MeasuredPlacement& measured);
/// The report in English, with long lists cut off.
std::string measuredText(const Model& model, const MeasuredPlacement& measured);

} // namespace partita
