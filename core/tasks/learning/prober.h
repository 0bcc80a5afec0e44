#pragma once

#include <functional>

#include "core/probes/probe_plan.h"
#include "core/tasks/learning/learn_profile.h"

namespace partita {

/// Whether an operator is a quantizer, not one that stands between two.
bool isQuantizer(const ProbedOperator& of);

/// A probe with what stands around it.
struct AskedProbe {
    std::string key;
    Model model;
};

/// Called for each answer.
using Seen = std::function<void(const AskedProbe&, const ProbeAnswer&)>;

/// Asks a provider the probes of many plans. What `answers` holds already is not asked again.
class Prober {
public:
    Prober(const LearnRequest& request, ProbeAnswers& answers, Seen seen, const Progress& progress);

    /// Operators whose probes are asked together: enough for full batches, few enough that their
    /// models fit in memory.
    static constexpr std::size_t kWave = 24;
    static constexpr const char* kInCompany = "; in company"; ///< end of a probe's key

    /// Whether each probe of a plan gets another node beside it.
    void setCompany(bool company) { m_company = company; }
    /// Which part of the work comes next, from 0 to 1.
    void setPart(double begin, double length);

    /// Runs plans until they want no more.
    Result<void> run(const std::vector<ProbePlan*>& plans);
    /// What the provider does with single models, by their keys.
    Result<std::vector<ProbeOutcome>> ask(const std::vector<std::pair<std::string, Model>>& models);

private:
    struct Open {
        ProbePlan* plan;
        ProbePlan::Question question;
        AskedProbe asked;
    };

    [[nodiscard]] AskedProbe askedFor(const ProbePlan& plan,
                                      const ProbePlan::Question& question) const;
    void tell(ProbePlan& plan, ProbePlan::Question question, const AskedProbe& asked,
              const ProbeAnswer& answer);
    Result<void> ask(std::vector<Open>& open);

    ProbeRuntime m_runtime;
    ProbeAnswers& m_answers;
    Seen m_seen;
    Progress m_progress;
    bool m_company = false;
    double m_begin = 0, m_length = 1, m_asked = 0;
};

} // namespace partita
