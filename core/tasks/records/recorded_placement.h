#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/base/buffer.h"
#include "core/ir/model.h"

namespace partita {

/// A node as a runtime tells it: by a name of after its rewrites.
struct RecordedNode {
    std::string name, op;
    std::optional<std::string> domain;  ///< nothing: the record does not tell it
    std::optional<double> microseconds; ///< of all its runs
};

/// Nodes that one provider ran together, or one EPContext node.
struct RecordedPart {
    std::string provider;
    std::vector<RecordedNode> nodes;
    /// Of an EPContext node: the values between which its nodes lie in the source. Empty: no part
    /// of a context model.
    std::vector<std::string> inputs, outputs;
    std::optional<double> microseconds = {}; ///< of all runs of a compiled part
};

/// The model that a record was made of.
struct RecordedModel {
    std::size_t nodes = 0;
    std::string structure; ///< equal for equal nodes (`recordedModel`)
    friend bool operator==(const RecordedModel&, const RecordedModel&) = default;
};

/// Where a real runtime ran the nodes of a model, as one of its files tells it.
struct RecordedPlacement {
    enum class Form {
        assignment,  ///< InferenceSession.get_provider_graph_assignment_info() as JSON
        profile,     ///< what enable_profiling writes
        log,         ///< the lines "Node placements" of a verbose log
        contextModel ///< a model with EPContext nodes
    };
    Form form = Form::assignment;
    std::string version; ///< of ONNX Runtime; empty: the file does not tell it
    std::vector<RecordedPart> parts;
    std::string everythingOn;        ///< the provider that got all nodes; they are not listed then
    std::size_t everythingNodes = 0; ///< how many that are; 0: the file does not tell it
    std::optional<RecordedModel> model = {}; ///< told by what `record` writes
    /// Runs of a session, with the names that nodes have there, which rewrites after the placement
    /// may have made. A profile tells them as its parts.
    std::vector<RecordedPart> times = {};
    std::size_t runs = 1; ///< over which times are summed up
    std::vector<Message> notes;

    /// The providers in the order of the file.
    [[nodiscard]] std::vector<std::string> providers() const;
    /// "measured (ONNX Runtime 1.31.1, QNNExecutionProvider, CPUExecutionProvider)"
    [[nodiscard]] Message label() const;
};

/// A part that a provider compiled: it has the provider's name, and its nodes are not told.
bool isCompiledPart(const RecordedNode& node, const std::string& provider);

/// The provider of the nodes of a context model that are not in an EPContext node: which one takes
/// them, it does not tell.
inline constexpr const char* kNotCompiled = "not compiled";

/// Takes the runs of a profile of the same session into an assignment or a log. A compiled part has
/// the time of its run where it is sure which it is.
void addTimes(RecordedPlacement& record, RecordedPlacement profile);

/// Reads a record of any form, which it recognizes by its content. Fails for a file that is none,
/// is damaged or cut off, and for one that tells of no node.
Result<RecordedPlacement> readRecordedPlacement(const std::filesystem::path& path);
/// The same from bytes; `model` is null, or reads them as a context model.
Result<RecordedPlacement> recordFromJson(std::string_view text);
Result<RecordedPlacement> recordFromLog(std::string_view text);
Result<RecordedPlacement> recordFromContextModel(const Model& model);

} // namespace partita
