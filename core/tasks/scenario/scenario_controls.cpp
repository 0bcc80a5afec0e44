// Which changes of a scenario can do nothing.

#include <algorithm>

#include "core/session/optimization.h"
#include "core/session/verdict_rules.h"
#include "core/tasks/scenario/element_types.h"
#include "core/tasks/scenario/scenario.h"

namespace partita {

namespace {

bool hasSymbol(const Model& model) {
    for (const ValueId id : model.graph(model.mainGraph())->inputs) {
        const auto& value = model.value(id);
        if (value->isConstant() || !value->type || !value->type->isTensor())
            continue;
        if (!value->type->shape ||
            std::ranges::any_of(*value->type->shape, [](const Dim& dim) { return !dim.value; }))
            return true;
    }
    return false;
}

bool hasFloats(const Model& model) {
    const auto floats = convertibleTypes();
    bool found = false;
    model.values().forEach([&](ValueId, const auto& value) {
        found = found ||
                (value->type && std::ranges::find(floats, value->type->element) != floats.end());
    });
    return found;
}

/// Whether some verdict of a provider before the last fulfils a condition.
template <class F> bool anyVerdict(const Partitioning& placed, F&& holds) {
    for (const auto& list : placed.verdictLists)
        for (const Verdict& verdict : list)
            if (verdict.provider + 1 < placed.providers.size() && holds(verdict))
                return true;
    return false;
}

bool isDeclined(const Verdict& verdict) {
    return !verdict.claimed && verdict.code != ReasonCode::takenByHigherPriority &&
           verdict.code != ReasonCode::constantNode;
}

} // namespace

WithoutEffect whyWithoutEffect(ChangeKind kind, const Model& model, const ProviderList& providers,
                               const Partitioning& placed, const OptimizedModel* optimized) {
    const bool oneProvider = providers.size() < 2;
    switch (kind) {
    case ChangeKind::order:
        if (providers.size() < 3) // the last one stays the last
            return {PARTITA_TEXT("Order: only one device takes nodes"), true};
        break;
    case ChangeKind::option: break;
    case ChangeKind::runLength:
        if (std::ranges::none_of(providers, [](const ProviderPtr& provider) {
                return std::ranges::any_of(provider->options(), [](const ProviderOption& option) {
                    return option.name == kRunLengthOption;
                });
            }))
            return {PARTITA_TEXT("Run length: no device asks for runs of nodes"), true};
        if (!anyVerdict(placed, [](const Verdict& verdict) {
                return verdict.claimed || verdict.code == ReasonCode::runTooShort;
            }))
            return {PARTITA_TEXT("Run length: no device takes a node"), true};
        break;
    case ChangeKind::exclude:
    case ChangeKind::pin:
        if (oneProvider)
            return {PARTITA_TEXT("There is only one provider")};
        break;
    case ChangeKind::takeAnyway:
        if (oneProvider || !anyVerdict(placed, isDeclined))
            return {PARTITA_TEXT("No device declines a node")};
        break;
    case ChangeKind::ruleOff:
        if (!anyVerdict(placed, [](const Verdict& verdict) {
                return isDeclined(verdict) && declinesByRule(verdict);
            }))
            return {PARTITA_TEXT("No rule of a device declines a node")};
        break;
    case ChangeKind::size:
        if (!hasSymbol(model))
            return {PARTITA_TEXT("Sizes: every input has a fixed shape"), true};
        break;
    case ChangeKind::grouping:
        if (std::ranges::all_of(placed.summary.partitionsByProvider,
                                [](std::size_t count) { return count < 2; }))
            return {PARTITA_TEXT("Grouping: no provider has two partitions to merge"), true};
        break;
    case ChangeKind::optimization:
        // Where nothing was rewritten because the level forbids it, another level may do something.
        if (optimized && optimized->level != OptimizationLevel::disabled &&
            optimized->gone.empty() &&
            diff(optimized->inlined ? optimized->inlined->model : model, optimized->model).empty())
            return {
                PARTITA_TEXT("Optimization level: no rewrite before placement changes this model"),
                true};
        break;
    case ChangeKind::opset: break;
    case ChangeKind::types:
        if (!hasFloats(model))
            return {PARTITA_TEXT("Types: no tensor holds floating-point numbers"), true};
        break;
    }
    return {};
}

} // namespace partita
