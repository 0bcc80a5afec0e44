#include "core/tasks/learning/prober.h"

#include <algorithm>

#include "core/base/try.h"
#include "core/ir/quantizers.h"
#include "core/onnx/write.h"
#include "core/probes/probe_surroundings.h"

namespace partita {

namespace {

/// A guess at the probes of a wave, for the progress.
constexpr double kProbesOfWave = Prober::kWave * 160;

constexpr const char* kInTheMiddle = "; in the middle"; ///< end of a probe's key

} // namespace

bool isQuantizer(const ProbedOperator& of) { return !of.quantized && isQuantizerName(of.name); }

Prober::Prober(const LearnRequest& request, ProbeAnswers& answers, Seen seen,
               const Progress& progress)
    : m_runtime(request.probes, answers.hasAny()), m_answers(answers), m_seen(std::move(seen)),
      m_progress(progress) {}

void Prober::setPart(double begin, double length) {
    m_begin = begin;
    m_length = length;
    m_asked = 0;
    m_progress.at(begin);
}

Result<void> Prober::run(const std::vector<ProbePlan*>& plans) {
    for (bool more = true; more;) {
        std::vector<Open> open;
        more = false;
        for (ProbePlan* plan : plans)
            for (ProbePlan::Question& question : plan->next()) {
                more = true;
                const AskedProbe asked = askedFor(*plan, question);
                if (const ProbeAnswer* known = m_answers.find(asked.key))
                    tell(*plan, std::move(question), asked, *known);
                else
                    open.push_back({plan, std::move(question), asked});
                if (m_progress.cancelled())
                    return Error{Errc::cancelled, PARTITA_TEXT("cancelled"), {}, {}};
            }
        PARTITA_TRY(ask(open));
    }
    return {};
}

Result<std::vector<ProbeOutcome>>
Prober::ask(const std::vector<std::pair<std::string, Model>>& models) {
    std::vector<std::string> bytes;
    std::vector<std::size_t> open;
    for (std::size_t i = 0; i < models.size(); ++i)
        if (!m_answers.find(models[i].first)) {
            bytes.push_back(PARTITA_TRY(serializeModel(models[i].second)));
            open.push_back(i);
        }
    PARTITA_TRY(m_runtime.ask(bytes,
                              [&](std::size_t i, const ProbeAnswer& answer) {
                                  return m_answers.add(models[open[i]].first, answer);
                              },
                              {m_progress.stop, {}}));
    std::vector<ProbeOutcome> outcomes;
    for (const auto& [key, model] : models)
        outcomes.push_back(m_answers.find(key)->outcome);
    return outcomes;
}

/// Quantizers stand in the middle of a model: what is done with those at its border is another
/// question. A group has company: quantizers that stand alone are left to others by some providers,
/// and whether they are taken tells a group that is declined from nodes that are none.
AskedProbe Prober::askedFor(const ProbePlan& plan, const ProbePlan::Question& question) const {
    AskedProbe asked{question.key, question.probe.model};
    if (isQuantizer(plan.space().of())) {
        asked.key += kInTheMiddle;
        asked.model = inTheMiddle(asked.model);
    }
    if (m_company || plan.space().of().quantized) {
        asked.key += kInCompany;
        asked.model = inCompany(asked.model);
    }
    return asked;
}

void Prober::tell(ProbePlan& plan, ProbePlan::Question question, const AskedProbe& asked,
                  const ProbeAnswer& answer) {
    m_seen(asked, answer);
    plan.answer(std::move(question), answer.outcome);
}

Result<void> Prober::ask(std::vector<Open>& open) {
    if (open.empty())
        return {};
    std::vector<std::string> models;
    for (const Open& each : open)
        models.push_back(PARTITA_TRY(serializeModel(each.asked.model)));
    std::vector<std::optional<ProbeAnswer>> told(open.size());
    const auto keep = [&](std::size_t i, const ProbeAnswer& answer) {
        told[i] = answer;
        return m_answers.add(open[i].asked.key, answer);
    };
    const Progress mine{m_progress.stop, [&](double) {
                            ++m_asked;
                            m_progress.at(m_begin +
                                          m_length * std::min(0.98, m_asked / kProbesOfWave));
                        }};
    const auto asked = m_runtime.ask(models, keep, mine);
    PARTITA_TRY(m_answers.setProvider(m_runtime.provider()));
    if (!asked)
        return asked.error();
    for (std::size_t i = 0; i < open.size(); ++i) // in the plan's order, not that of the answers
        tell(*open[i].plan, std::move(open[i].question), open[i].asked, *told[i]);
    return {};
}

} // namespace partita
