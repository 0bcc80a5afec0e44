#include "core/tasks/remedies/remedy_opsets.h"

#include <algorithm>
#include <set>

#include "core/onnx/schema.h"

namespace partita {

namespace {

constexpr int kOldestOpset = 7; ///< the converter knows few operators before it
constexpr std::size_t kMostGuesses = 6, kMostOfOperator = 2;

/// For an operator the opsets nearest to the model's in which it has another version: below the
/// newest opset of each older version, above the first of each newer one.
std::vector<int> otherVersions(const std::string& op, int opset, int newest) {
    std::vector<int> found;
    const auto now = versionInForce(op, "", opset);
    auto last = now;
    for (int each = opset - 1; each >= kOldestOpset && found.size() < kMostOfOperator; --each)
        if (const auto version = versionInForce(op, "", each); version && version != last) {
            found.push_back(each);
            last = version;
        }
    last = now;
    const std::size_t most = found.size() + kMostOfOperator;
    for (int each = opset + 1; each <= newest && found.size() < most; ++each)
        if (const auto version = versionInForce(op, "", each); version && version != last) {
            found.push_back(each);
            last = version;
        }
    return found;
}

/// Opsets worth a guess, the nearest to the model's first.
std::vector<int> candidates(const Model& model, const std::vector<NodeId>& nodes) {
    const auto opset = static_cast<int>(model.info().opset("").value_or(0));
    const int newest = newestOpset("").value_or(0);
    std::set<std::string> operators;
    for (const NodeId node : nodes)
        if (model.node(node)->isOnnx())
            operators.insert(model.node(node)->opType.str());
    std::set<int> opsets;
    for (const std::string& op : operators)
        for (const int each : otherVersions(op, opset, newest))
            opsets.insert(each);
    std::vector<int> sorted(opsets.begin(), opsets.end());
    std::ranges::stable_sort(sorted, {}, [opset](int each) { return std::abs(each - opset); });
    sorted.resize(std::min(sorted.size(), kMostGuesses));
    return sorted;
}

Model labelled(const Model& model, int opset) {
    ModelEditor editor(model);
    editor.changeInfo([opset](ModelInfo& info) {
        for (OpsetImport& import : info.opsets)
            if (import.domain.empty() || import.domain == "ai.onnx")
                import.version = opset;
    });
    return editor.model();
}

} // namespace

std::vector<NodeId> nodesOfOtherOpsets(const Partitioning& placed) {
    std::vector<NodeId> nodes;
    for (std::uint32_t id = 1; id < placed.verdictListOf.size(); ++id) {
        const auto& verdicts = placed.verdicts(NodeId{id});
        if (std::ranges::any_of(verdicts, [](const Verdict& verdict) {
                return verdict.code == ReasonCode::opsetOutOfRange;
            }))
            nodes.push_back(NodeId{id});
    }
    return nodes;
}

std::vector<int> opsetsWorthTrying(const Model& model, const Model& optimized,
                                   const Partitioning& placed, RemedyGoal goal,
                                   const ProviderList& providers, const Progress& progress,
                                   const std::function<bool()>& mayTry) {
    const auto nodes = nodesOfOtherOpsets(placed);
    if (nodes.empty())
        return {};
    using Distance = std::array<std::size_t, 3>;
    std::vector<std::pair<Distance, int>> guesses; // with their opsets
    for (const int opset : candidates(model, nodes)) {
        if (!mayTry())
            break;
        const auto guess = partitionModel(labelled(optimized, opset), providers, {}, progress);
        if (guess && distanceTo(goal, *guess) < distanceTo(goal, placed))
            guesses.emplace_back(distanceTo(goal, *guess), opset);
    }
    std::ranges::stable_sort(guesses, {}, &std::pair<Distance, int>::first); // else the nearest
    std::vector<int> opsets;
    for (const auto& [distance, opset] : guesses)
        opsets.push_back(opset);
    return opsets;
}

} // namespace partita
