#include "core/rewrite/pipeline.h"

#include <algorithm>
#include <optional>

#include "core/base/try.h"
#include "core/base/typed_text.h"
#include "core/ir/function_calls.h"
#include "core/rewrite/pass_run.h"

namespace partita {

std::size_t PipelineResult::rewrites() const {
    std::size_t count = 0;
    for (const PassTrace& trace : traces)
        count += trace.rewrites.size();
    return count;
}

namespace {

Error unknownPass(const std::string& name) {
    return {Errc::usage,
            PARTITA_TEXT("there is no pass '{0}'", name),
            {},
            seeTyped(PARTITA_TEXT("name a pass of the simplifier"), "`passes`")};
}

Result<std::vector<const PassInfo*>> findAll(const std::vector<std::string>& names) {
    std::vector<const PassInfo*> found;
    for (const std::string& name : names) {
        found.push_back(findPass(name));
        if (!found.back())
            return unknownPass(name);
    }
    return found;
}

/// Runs passes on a model again and again. What one of them found out is not found out again as
/// long as the model stays as it is.
class Pipeline {
public:
    Pipeline(std::vector<const PassInfo*> passes, const PassOptions& options,
             PipelineResult& result)
        : m_passes(std::move(passes)), m_options(options), m_result(result),
          m_settled(m_passes.size()) {}

    /// Each pass once.
    Result<void> round() {
        m_result.converged = true;
        for (std::size_t i = 0; i < m_passes.size() && !m_result.stopped; ++i) {
            if (m_settled[i] && m_settled[i]->changes == m_changes)
                repeatTrace(m_settled[i]->trace);
            else
                PARTITA_TRY(run(i));
        }
        return {};
    }

private:
    struct Settled {
        std::size_t changes; ///< of the model until then
        std::size_t trace;   ///< of the run that found nothing
    };

    Result<void> run(std::size_t index) {
        const PassInfo& row = *m_passes[index];
        PassRun run(row, m_result.model, m_options, m_result.rounds, m_known);
        if (auto done = row.run(run); !done)
            return std::move(done).error().at(PARTITA_TEXT("pass {0}", row.name));
        if (m_options.progress.cancelled())
            return Error{Errc::cancelled, PARTITA_TEXT("cancelled"), {}, {}};
        m_result.stopped = run.stopped();
        m_result.model = run.model();
        m_known = run.factsAfter();
        const bool isSettled = run.isSettled();
        m_result.traces.push_back(std::move(run).finish());
        const bool changed = !m_result.traces.back().rewrites.empty();
        m_changes += changed;
        m_settled[index].reset();
        if (isSettled)
            m_settled[index] = Settled{m_changes, m_result.traces.size() - 1};
        // Inferred shapes alone do not require another round.
        if (changed && row.name != "infer_shapes")
            m_result.converged = false;
        return {};
    }

    void repeatTrace(std::size_t index) {
        PassTrace same = m_result.traces[index];
        same.round = m_result.rounds;
        same.time = {};
        m_result.traces.push_back(std::move(same));
    }

    std::vector<const PassInfo*> m_passes;
    const PassOptions& m_options;
    PipelineResult& m_result;
    std::vector<std::optional<Settled>> m_settled; // by pass
    std::size_t m_changes = 0;                     // runs that changed the model
    PassFacts m_known;                             // of the model as it is
};

} // namespace

Result<PipelineResult> runPasses(const Model& model, const std::vector<std::string>& passes,
                                 int maxRounds, const PassOptions& options) {
    PipelineResult result;
    result.model = model;
    Pipeline pipeline(PARTITA_TRY(findAll(passes)), options, result);
    for (int round = 1; round <= maxRounds && !result.stopped; ++round) {
        result.rounds = round;
        PARTITA_TRY(pipeline.round());
        if (result.converged)
            break;
    }
    if (maxRounds == 1)
        result.converged = true;
    return result;
}

Result<std::vector<std::string>> simplifyPasses(const SimplifyOptions& options) {
    for (const auto& list : {options.skipped, options.also})
        PARTITA_TRY(findAll(list));
    const auto has = [](const std::vector<std::string>& list, std::string_view name) {
        return std::ranges::find(list, name) != list.end();
    };
    std::vector<std::string> passes;
    for (const PassInfo& row : passCatalogue()) {
        const bool wanted = row.set == PassSet::standard || row.set == PassSet::additional ||
                            has(options.also, row.name);
        const bool isOptimization =
            row.name != "infer_shapes" && row.name != "fold_constants" &&
            row.name != "fix_initializers" &&
            (row.name != "eliminate_unused_initializer" || !options.fold); // what folding leaves
        const bool off = has(options.skipped, row.name) ||
                         (row.name == "infer_shapes" && !options.inferShapes) ||
                         (row.name == "fold_constants" && !options.fold) ||
                         (row.name == "fix_initializers" && options.mutableInitializers) ||
                         (!options.optimize && isOptimization);
        if (wanted && !off)
            passes.emplace_back(row.name);
    }
    return passes;
}

Result<PipelineResult> simplifyModel(const Model& model, const SimplifyOptions& options) {
    auto passes = PARTITA_TRY(simplifyPasses(options));
    return runPasses(model, passes, options.maxRounds, options.pass);
}

std::size_t countNodes(const Model& model, bool withConstants) {
    std::size_t count = 0;
    const std::vector<bool> inFunctions = graphsOfFunctions(model);
    model.nodes().forEach([&](NodeId, const auto& node) {
        count += !inFunctions[node->graph.value] && (withConstants || !node->is("Constant"));
    });
    return count;
}

std::map<std::string, std::pair<std::size_t, std::size_t>> changedOperators(const Model& before,
                                                                            const Model& after) {
    std::map<std::string, std::pair<std::size_t, std::size_t>> counts;
    const auto count = [&](const Model& model, auto member) {
        const std::vector<bool> inFunctions = graphsOfFunctions(model);
        model.nodes().forEach([&](NodeId, const auto& node) {
            if (!inFunctions[node->graph.value])
                ++(counts[node->isOnnx() ? node->opType.str()
                                         : node->domain + "::" + node->opType.str()].*
                   member);
        });
    };
    using Counts = std::pair<std::size_t, std::size_t>;
    count(before, &Counts::first);
    count(after, &Counts::second);
    std::erase_if(counts,
                  [](const auto& entry) { return entry.second.first == entry.second.second; });
    return counts;
}

int nodeDifference(const Rewrite& rewrite) {
    int difference = 0;
    for (const auto& change : rewrite.delta.nodes) {
        const auto counts = [](const auto& node) { return node && !node->is("Constant"); };
        difference += counts(change.after) - counts(change.before);
    }
    return difference;
}

} // namespace partita
