#pragma once

#include <atomic>
#include <functional>
#include <span>

#include "core/probes/probe_outcome.h"
#include "core/tasks/bridge/real_runtime.h"

namespace partita {

/// What a real provider did with one model.
struct ProbeAnswer {
    ProbeOutcome outcome = ProbeOutcome::invalid;
    std::string text; ///< what ONNX Runtime said
};

/// What a process told of the models of its batch, one after another.
struct ToldOutcomes {
    std::vector<ProbeAnswer> answers; ///< of the first models, in their order
    std::size_t begun = 0;            ///< models that it was at
    bool refused = false; ///< the batch as a whole, so that no model is to blame; tells no more
};
/// Reads what the process wrote of models, given by the names of their files.
ToldOutcomes outcomesIn(std::string_view text, std::span<const std::string> models);

/// Who answers.
struct ProbedProvider {
    std::string name;        ///< "QNNExecutionProvider"
    std::string package;     ///< "onnxruntime-qnn 2.7.0"; empty: not known
    std::string onnxruntime; ///< its version
};

/// How a provider is asked.
struct ProbeRequest {
    RealRuntime runtime; ///< its limit is that of one model
    RealProvider provider;
    std::vector<std::pair<std::string, std::string>> config; ///< session entries
    int jobs = 2;                                            ///< processes at a time
    SessionSettings settings = {};
};

/// Asks a provider about many models, in several processes at a time, each of which takes a batch.
/// A model at which the provider crashes, hangs or prints without end is asked again alone, and the
/// others go on behind it.
class ProbeRuntime {
public:
    /// Called for each answer, by one thread at a time.
    using Told = std::function<Result<void>(std::size_t model, const ProbeAnswer& answer)>;

    /// `answers`: whether the provider is known to answer about some model.
    ProbeRuntime(ProbeRequest request, bool answers)
        : m_request(std::move(request)), m_answers(answers) {}

    /// Asks about models, given as files' bytes. Fails where the provider cannot be asked at all, and
    /// where it crashes at everything.
    Result<void> ask(std::span<const std::string> models, const Told& told,
                     const Progress& progress);
    /// Known after the first answer.
    [[nodiscard]] const ProbedProvider& provider() const { return m_provider; }

private:
    struct Work;
    /// How a process ended: the models without an answer, the first of which it was at.
    struct End {
        std::vector<std::size_t> left;
        bool isLate = false; ///< it was ended because it hung
        Error why;
    };
    Result<End> askOnce(Work& work, const std::vector<std::size_t>& batch, bool onCpu,
                        const Progress& progress);
    Result<void> askCulprit(Work& work, std::size_t model, const End& end,
                            const Progress& progress);
    Result<void> askBatch(Work& work, std::vector<std::size_t> batch, const Progress& progress);
    Result<void> tell(Work& work, std::size_t model, const ProbeAnswer& answer);

    ProbeRequest m_request;
    ProbedProvider m_provider;
    std::atomic<int> m_confirmed = 0; ///< models that were asked again alone, and crashed again
    bool m_answers = false;           ///< about some model
    int m_losses = 0; ///< models at which the provider crashed before its first answer
};

} // namespace partita
