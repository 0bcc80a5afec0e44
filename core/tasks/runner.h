#pragma once

#include <optional>

#include "core/rewrite/pass.h"
#include "core/session/executor.h"
#include "core/tasks/runner_message.h"

namespace partita {

/// Has each model run or compiled by a `partita-runner` of its own, which ends with it: a provider
/// that crashes is an error that says so, and cancelling kills it. The runner gets models, names and
/// options of the providers, and inputs; it reads data files of the model. A model whose file
/// would be above 2 GiB cannot be given to it and is worked on in this process.
const Executor& runnerProcess();

/// Computes constants in a `partita-runner` that is kept as long as this lives. What crashes it is
/// not computed; the next node gets another one. Not for several threads at once.
class RunnerEvaluator : public ConstantEvaluator {
public:
    explicit RunnerEvaluator(std::stop_token stop = {}) : m_progress{std::move(stop), {}} {}
    Result<std::vector<Tensor>> evaluate(const Model& model, const Node& node,
                                         std::uint64_t mostBytes) override;
    /// The last crash, with its node.
    [[nodiscard]] const std::optional<Error>& crash() const { return m_crash; }

private:
    Progress m_progress;
    RunnerProcess m_process;
    std::optional<Error> m_crash;
};

/// What the runner works with.
struct RunnerTools {
    ProviderFactory makeProviders;
    std::unique_ptr<ConstantEvaluator> evaluator;
};

/// The folders that whoever sends this request has its providers write into.
std::vector<std::filesystem::path> writtenFolders(const WorkerMessage& request);

/// The runner's side: answers one request of any kind.
WorkerMessage serveRunner(WorkerMessage request, const RunnerTools& tools,
                          const Progress& progress);

} // namespace partita
