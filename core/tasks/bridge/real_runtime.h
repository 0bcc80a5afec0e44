#pragma once

#include <nlohmann/json_fwd.hpp>

#include "core/session/model_comparison.h"
#include "core/tasks/bridge/runtime_bridge.h"
#include "core/tasks/records/recorded_placement.h"
#include "core/tasks/runs/measured_run.h"

namespace partita {

/// What an ONNX Runtime says of itself.
struct RuntimeFacts {
    struct Device {
        std::string provider, vendor, type, hardware;
        std::vector<std::pair<std::string, std::string>> facts, options;
    };
    std::string python, executable, machine; ///< version, path, processor
    std::string version, location;           ///< of ONNX Runtime
    std::vector<std::string> providers;      ///< that are built in, the first choice first
    std::vector<Device> devices;             ///< from 1.22 on, also those of plug-ins
    bool tellsAssignment = false;            ///< from 1.24 on; else its log does
    bool takesLibraries = false;             ///< from 1.22 on
};

/// Asks an ONNX Runtime for its providers, and those in the libraries of `plugins`.
Result<RuntimeFacts> factsOf(const RealRuntime& runtime, const std::vector<RealProvider>& plugins,
                             const Progress& progress);
/// The facts in its answer; what is missing in it stays empty.
RuntimeFacts factsIn(const nlohmann::json& answer);
/// The report of docs/command-line-json.md, and the same as text.
nlohmann::json toJson(const RuntimeFacts& facts);
std::string factsText(const RuntimeFacts& facts);

/// What a session is told beside its entries.
struct SessionSettings {
    int threads = 0;        ///< inside one operator; 0: ONNX Runtime's default
    int interOpThreads = 0; ///< that run operators beside each other; 0: its default
    std::optional<bool> parallel =
        {}; ///< operators that do not need each other run at the same time
    std::map<std::string, std::int64_t> freeDims = {}; ///< sizes for symbols of the inputs' shapes
    std::vector<std::filesystem::path> customOps = {}; ///< libraries of operators
    friend bool operator==(const SessionSettings&, const SessionSettings&) = default;
};
nlohmann::json settingsJson(const SessionSettings& settings);

/// A session of the user's ONNX Runtime.
struct RealSession {
    std::filesystem::path model;
    std::vector<RealProvider> providers; ///< the first choice first; the CPU takes the rest
    /// Session entries by ONNX Runtime's keys; session.graph_optimization_level sets the level.
    std::vector<std::pair<std::string, std::string>> config;
    SessionSettings settings = {};
};

/// A run of a session.
struct RealRun {
    Feeds feeds;
    bool againstCpu = false; ///< whether ONNX Runtime's CPU provider computes the same
};

struct SessionRecord {
    RecordedPlacement placement;               ///< with the times of the run
    std::vector<OutputDifference> differences; ///< of the outputs from those of the CPU
};

/// Makes the session, and runs it once if that is wished; tells which provider got which node.
/// `model`: that of the session's file, by which the record is known again. Fails for entries that
/// would write a context model.
Result<SessionRecord> recordSession(const RealRuntime& runtime, const RealSession& session,
                                    const Model& model, const std::optional<RealRun>& run,
                                    const Progress& progress);
/// The record in the answer about a session, which without a list of parts is by the log.
Result<RecordedPlacement> recordIn(const RuntimeBridge::Answer& answer);
/// A file of the model for ONNX Runtime. A model with compiled graphs is its own file, `path`, whose
/// binaries lie beside it; of another one, a copy as it is now is written into `folder`.
Result<std::filesystem::path> fileForRuntime(const Model& model, const std::filesystem::path& path,
                                             const std::filesystem::path& folder,
                                             const Progress& progress);

/// What a run of a session gave.
struct SessionRun {
    std::vector<ModelData> outputs; ///< of the last run, in the order of the model's
    Spread latency;
    std::chrono::nanoseconds create{}; ///< of the session
    std::uint64_t peakBytes = 0;       ///< resident memory of the process; 0: not told
    RecordedPlacement placement;       ///< nodes are told from 1.24 on; else the providers only
};

/// Runs a model as often as `run` says, which tells nothing else here; types that numpy does not have
/// and texts, sequences and maps pass where ONNX Runtime's Python takes them. `model`: that of the
/// session's file, which has the outputs.
Result<SessionRun> runSession(const RealRuntime& runtime, const RealSession& session,
                              const Model& model, const Feeds& feeds, const RunRequest& run,
                              const Progress& progress);
/// The run in the answer about it, whose values lie in files of `folder`.
Result<SessionRun> sessionRunIn(const RuntimeBridge::Answer& answer,
                                const std::filesystem::path& folder, const Model& model);
/// The same as the result that the window shows, without figures of nodes. `session.model`: the
/// file that the model was opened from.
Result<RunResultPtr> runInRuntime(const RealRuntime& runtime, RealSession session,
                                  const Model& model, const RunRequest& request,
                                  const Progress& progress);
/// Warns of entries that ONNX Runtime does not know: it takes and ignores them.
void warnOfUnknownEntries(const std::vector<std::pair<std::string, std::string>>& config);
/// The part of a request that makes the session. Fails for entries that would write a context
/// model.
Result<nlohmann::json> sessionRequest(const RealSession& session, const char* action);

/// The record as a file that readRecordedPlacement reads, with what the session was made of.
std::string recordText(const RecordedPlacement& record, const RealSession& session);

} // namespace partita
