#pragma once

#include <chrono>
#include <optional>

#include "core/rewrite/pass.h"
#include "core/session/executor.h"
#include "core/tasks/runs/runner_message.h"

namespace partita {

/// An executor that runs or compiles each model in a `partita-runner` process of its own. A crash
/// of that process is an error, and cancelling kills it. The process receives the model, the
/// inputs, and the names and options of the providers; it reads the model's data files itself. A
/// model that serializes to more than 2 GiB is worked on in this process.
const Executor& runnerProcess();

/// Computes constants in a `partita-runner` process that is kept for its lifetime. A node that
/// crashes the process fails, and the next node gets a new process. Not thread-safe.
/// `most`: the time that all nodes together may take; those after that fail. Nothing: any.
class RunnerEvaluator : public ConstantEvaluator {
public:
    explicit RunnerEvaluator(std::stop_token stop = {},
                             std::optional<std::chrono::milliseconds> most = std::nullopt)
        : m_progress{std::move(stop), {}}, m_left(most) {}
    Result<std::vector<Tensor>> evaluate(const Model& model, const Node& node,
                                         std::uint64_t mostBytes) override;
    /// The last crash, with the node that caused it; nothing if there was none.
    [[nodiscard]] const std::optional<Error>& crash() const { return m_crash; }

private:
    Progress m_progress;
    std::optional<std::chrono::milliseconds> m_left;
    RunnerProcess m_process;
    std::optional<Error> m_crash;
};

/// What the runner process needs to answer requests.
struct RunnerTools {
    ProviderFactory makeProviders;
    std::unique_ptr<ConstantEvaluator> evaluator;
};

/// Values as the parts of an answer, with the time that they took, and back.
WorkerMessage packOutputs(const std::vector<ModelData>& values, std::chrono::nanoseconds time);
Result<ModelOutputs> unpackOutputs(WorkerMessage parts);

/// The folders into which the providers of this request write.
std::vector<std::filesystem::path> writtenFolders(const WorkerMessage& request);

/// The runner's side: answers one request of any kind.
WorkerMessage serveRunner(WorkerMessage request, const RunnerTools& tools,
                          const Progress& progress);

} // namespace partita
