#include "core/tasks/problem_list.h"

#include <algorithm>
#include <set>

#include "core/base/try.h"
#include "core/epcontext/lint/lint.h"

namespace partita {

namespace {

using Severity = Finding::Severity;

ListedProblem asListed(ModelProblem problem) {
    // Of names, ONNX's checker asks for those of tensors only: those of nodes are another rule.
    const bool isNodeName = problem.code == ProblemCode::duplicateName && !problem.value;
    return {{problem.isNote ? Severity::warning : Severity::error,
             std::string(isNodeName ? "duplicate-node-name" : problemCodeName(problem.code)),
             problem.node, std::move(problem.text)},
            problem.value,
            problem.slot,
            std::move(problem.fixes)};
}

/// ONNX's library stops at the first mistake, and does not always say at which node it is.
bool isOfLibrary(const Finding& finding) {
    return finding.rule == "onnx-checker" || finding.rule == "shape-inference";
}

/// What a list of problems tells already: a list may be as long as the model.
class ToldProblems {
public:
    void add(const ListedProblem& problem) {
        m_rules.emplace(problem.finding.node, problem.finding.rule);
        if (problem.isError()) {
            m_faulty.insert(problem.finding.node);
            m_hasErrors = true;
        }
    }

    /// Whether it tells the same as a finding: the same rule broken at the same node, or any error
    /// where ONNX's library stopped.
    [[nodiscard]] bool tells(const Finding& finding) const {
        return m_rules.contains({finding.node, finding.rule}) ||
               (isOfLibrary(finding) &&
                (m_faulty.contains(finding.node) || (!finding.node && m_hasErrors)));
    }

private:
    std::set<std::pair<NodeId, std::string>> m_rules;
    std::set<NodeId> m_faulty;
    bool m_hasErrors = false;
};

} // namespace

std::string ListedProblem::key() const {
    std::string key = finding.rule;
    for (const std::size_t part : {std::size_t{finding.node.value}, std::size_t{value.value},
                                   slot ? slot->index : std::size_t{0}})
        key += ' ' + std::to_string(part);
    // ONNX's library may have found something else in the same words of ours.
    return finding.node || value ? key
                                 : key + ' ' + finding.text.text() + ' ' + finding.detail.text();
}

std::vector<ListedProblem> listProblems(const Model& model, const std::vector<Finding>& findings) {
    std::vector<ListedProblem> problems;
    ToldProblems told;
    for (ModelProblem& each : modelProblems(model)) {
        problems.push_back(asListed(std::move(each)));
        told.add(problems.back());
    }
    // The rules of context models that need no binary hold at once, others when they were looked at.
    for (const auto& more : {lintContextNodes(model), findings}) {
        std::vector<ListedProblem> others;
        for (const Finding& each : more)
            if (!told.tells(each))
                others.push_back({each, {}, {}, {}});
        std::ranges::for_each(others, [&](const ListedProblem& each) { told.add(each); });
        std::ranges::move(others, std::back_inserter(problems));
    }
    std::ranges::stable_sort(problems, std::ranges::greater(), &ListedProblem::isError);
    return problems;
}

Result<std::vector<ListedProblem>> newErrors(const Model& before, const Model& after,
                                             const Model& typed, const Progress& progress) {
    auto problems = listProblems(typed, PARTITA_TRY(checkUnwritten(after, progress)));
    // What is written has the types that it has: a file is none the worse for one that is not known.
    std::erase_if(problems, [](const ListedProblem& each) {
        return !each.isError() || each.finding.rule == problemCodeName(ProblemCode::untypedOutput);
    });
    if (problems.empty())
        return problems;
    std::set<std::string> old;
    for (const ListedProblem& each :
         listProblems(before, PARTITA_TRY(checkUnwritten(before, progress))))
        old.insert(each.key());
    std::erase_if(problems, [&](const ListedProblem& each) { return old.contains(each.key()); });
    return problems;
}

} // namespace partita
