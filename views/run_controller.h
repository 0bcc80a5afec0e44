#pragma once

#include <QObject>
#include <deque>
#include <filesystem>
#include <memory>
#include <optional>

#include "core/report/run_statistics.h"
#include "core/runtime/model_comparison.h"
#include "core/runtime/session.h"

namespace partita {

class DocumentController;

/// What to run the open model on, and how often.
struct RunRequest {
    std::uint64_t seed = 0;
    std::filesystem::path inputs; ///< an .npz file; empty: random inputs
    int repeat = 1;
    std::map<std::string, std::int64_t> sizes; ///< of symbols that random inputs need
    bool againstCpu = false;                   ///< run on the last provider alone, too, and compare
    bool bind = false; ///< inputs and outputs stay on the device between runs
};

/// What came of it. Nodes are those that the document shows: what ran inside a model-local
/// function counts for its call.
struct RunResult {
    RunRequest request;
    std::shared_ptr<const Feeds> feeds;
    RunReport best; ///< the fastest run
    RunStatistics statistics;
    std::vector<MemoryStep> memory;        ///< of the main graph, in order of execution
    std::uint64_t arenaBytes = 0;          ///< of all graphs together
    std::optional<double> peakFlops;       ///< what the processor was measured to reach, per second
    std::string trace;                     ///< Chrome trace JSON of the fastest run
    std::optional<Timeline> timeline;      ///< by the clocks of simulated devices
    std::vector<OutputDifference> fromCpu; ///< where it was asked for
};

/// Runs the open document on its providers and keeps what it gave: times and values.
class RunController : public QObject {
    Q_OBJECT
public:
    explicit RunController(DocumentController& document) : m_document(document) {}

    void run(RunRequest request);
    /// Of the last run; null: not run yet.
    [[nodiscard]] const std::shared_ptr<const RunResult>& result() const { return m_result; }
    /// A constant, an input or output of the last run, or what `compute` made; null: not known.
    [[nodiscard]] std::shared_ptr<const DataValue> value(ValueId id) const;
    /// Runs the model once more to see one value between two nodes, on the last run's inputs.
    void compute(ValueId id);
    void clear(); ///< another model: nothing of this is true any more

Q_SIGNALS:
    void finished();      ///< or nothing left of an older run
    void valuesChanged(); ///< `value` knows another one

private:
    using Computed = std::pair<ValueId, std::shared_ptr<const DataValue>>;
    void keep(ValueId id, DataValue value);

    DocumentController& m_document;
    std::shared_ptr<const RunResult> m_result;
    std::deque<Computed> m_computed; ///< the latest first
};

} // namespace partita
