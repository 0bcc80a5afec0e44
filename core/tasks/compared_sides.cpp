#include "core/tasks/compared_sides.h"

#include <algorithm>
#include <functional>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "core/base/count_text.h"
#include "core/base/try.h"
#include "core/compare/difference_step.h"
#include "core/onnx/infer_shapes.h"
#include "core/session/placed_calls.h"
#include "core/session/sized_model.h"
#include "core/tasks/models/simplified_model.h"
#include "core/tasks/scenario/model_changes.h"

namespace partita {

namespace {

using Status = NodeDifference::Status;

/// Where the nodes of the other side are in the model beside the document.
class BesideIds {
public:
    BesideIds(const ModelDifferences& found, const DifferenceStep* step)
        : m_found(found), m_step(step) {}
    [[nodiscard]] NodeId operator()(NodeId other) const {
        if (!m_step) // a state of one document: ids are the same
            return other;
        if (const NodeId partner = m_found.matching.partnerOfA(other))
            return partner;
        const auto removed = m_step->removed.find(other);
        return removed == m_step->removed.end() ? NodeId{} : removed->second;
    }

private:
    const ModelDifferences& m_found;
    const DifferenceStep* m_step;
};

/// The values of the model beside the document, by those of the other side: inputs by their place,
/// outputs of nodes by their nodes.
using BesideValues = std::unordered_map<ValueId, ValueId>;

BesideValues valuesOf(const Model& other, const Model& beside, const BesideIds& ids) {
    BesideValues values;
    const auto pair = [&](const auto& from, const auto& to) {
        for (std::size_t i = 0; i < std::min(from.size(), to.size()); ++i)
            if (from[i] && to[i])
                values.emplace(from[i], to[i]);
    };
    pair(other.graph(other.mainGraph())->inputs, beside.graph(beside.mainGraph())->inputs);
    other.nodes().forEach([&](NodeId id, const auto& node) {
        if (const auto& same = beside.node(ids(id)))
            pair(node->outputs, same->outputs);
    });
    return values;
}

/// A placement on other ids. Its partitions do not tell what they read and give: a picture finds it
/// by their nodes.
Partitioning translated(const Partitioning& placement, const BesideIds& ids,
                        const BesideValues& values) {
    Partitioning made = placement;
    std::erase_if(made.boundaries,
                  [&](const BoundaryTensor& each) { return !values.contains(each.value); });
    for (BoundaryTensor& each : made.boundaries)
        each.value = values.at(each.value);
    made.partitionOf.clear();
    made.verdictListOf.clear();
    const auto set = [](std::vector<std::uint32_t>& list, NodeId node, std::uint32_t value) {
        if (list.size() <= node.value)
            list.resize(node.value + 1);
        list[node.value] = value;
    };
    for (Partition& partition : made.partitions) {
        std::vector<NodeId> nodes;
        for (const NodeId node : partition.nodes)
            if (const NodeId id = ids(node)) {
                nodes.push_back(id);
                if (placement.partitionOf[node.value] == partition.index)
                    set(made.partitionOf, id, partition.index);
            }
        partition.nodes = std::move(nodes);
        partition.inputs.clear();
        partition.outputs.clear();
    }
    for (std::uint32_t i = 1; i < placement.verdictListOf.size(); ++i)
        if (const NodeId id = ids(NodeId{i}))
            set(made.verdictListOf, id, placement.verdictListOf[i]);
    made.splits.clear();
    for (const auto& [node, text] : placement.splits)
        if (const NodeId id = ids(node))
            made.splits.emplace(id, text);
    return made;
}

/// What the pictures mark; `found` leads from the other side to the document.
ModelStep marksOf(const ModelDifferences& found, const BesideIds& ids) {
    ModelStep step;
    for (const NodeDifference& each : found.nodes) {
        if (each.status == Status::added) {
            step.added.push_back(each.b);
        } else if (each.status == Status::removed) {
            if (const NodeId id = ids(each.a))
                step.removed.push_back(id);
        } else {
            const auto isSide = [](const PropertyChange& change) {
                return change.kind == DifferenceKind::side;
            };
            if (std::ranges::any_of(each.changes, isSide))
                step.moved.push_back(each.b);
            if (!std::ranges::all_of(each.changes, isSide))
                step.changed.push_back(each.b);
        }
    }
    step.constants = found.constants.size();
    return step;
}

/// `beside`, which is the other model in other ids, with the types that are known there. What was
/// inferred after the ids changed knows less, or, of what only the document says, more.
Model withTypesOf(const Model& other, const Model& beside, const BesideValues& values) {
    ModelEditor editor(beside);
    for (const auto& [from, to] : values)
        if (const auto& known = other.value(from), &value = beside.value(to);
            known && value && known->type != value->type)
            editor.changeValue(to, [&](Value& typed) { typed.type = known->type; });
    return editor.model();
}

/// The other side in the ids of the document.
std::shared_ptr<const BesideModel> besideOf(const PlacedSide& other, const PlacedSide& document,
                                            const ModelDifferences& found, bool sameDocument,
                                            const Progress& progress) {
    auto made = std::make_shared<BesideModel>();
    const bool sameIds =
        sameDocument && std::ranges::all_of(found.matching.pairs,
                                            [](const NodePair& pair) { return pair.a == pair.b; });
    if (sameIds) {
        made->model = other.sized;
        made->placement = other.placement;
        made->step = marksOf(found, {found, nullptr});
        return made;
    }
    const DifferenceStep step = stepOf(other.stored, document.stored, found);
    const BesideIds ids(found, &step);
    const Model before = document.stored.with(step.delta.inverse());
    auto inferred = inferShapes(before, progress);
    const BesideValues values = valuesOf(other.sized, before, ids);
    made->model = withTypesOf(other.sized, inferred ? *std::move(inferred) : before, values);
    made->placement =
        std::make_shared<const Partitioning>(translated(*other.placement, ids, values));
    made->step = marksOf(found, ids);
    for (const auto& [from, to] : step.removed)
        made->removedIds.emplace(from, to);
    return made;
}

/// The node that `accept` returns for the nearest node along lines for which it returns one. If the
/// graph of `from` has none, the search goes on from the node that owns this body.
NodeId nearestNode(const Model& model, NodeId from, const std::function<NodeId(NodeId)>& accept) {
    constexpr std::size_t kMostVisited = 2000;
    for (NodeId start = from; start; start = model.graph(model.node(start)->graph)->parent) {
        std::vector<NodeId> open{start};
        std::unordered_set<NodeId> seen{start};
        for (std::size_t i = 0; i < open.size() && i < kMostVisited; ++i) {
            if (const NodeId found = accept(open[i]))
                return found;
            const auto visit = [&](NodeId node) {
                if (node && model.node(node)->graph == model.node(start)->graph &&
                    seen.insert(node).second)
                    open.push_back(node);
            };
            for (const ValueId output : model.node(open[i])->outputs)
                for (const NodeId reader : model.consumers(output))
                    visit(reader);
            for (const ValueId input : model.node(open[i])->inputs)
                visit(model.producer(input));
        }
    }
    return {};
}

/// The record as a placement. Its parts are not cut by the order of the file.
Result<std::shared_ptr<const Partitioning>>
recordedPlacement(const AppliedScenario& applied, std::shared_ptr<const Partitioning> predicted,
                  std::shared_ptr<const MeasuredPlacement> measured, RecordedNames names,
                  const Progress& progress) {
    PartitionOptions options;
    options.level = applied.options.level;
    options.grouping = Grouping::dependency;
    const auto providers =
        recordedProviders(applied.providers, std::move(predicted), std::move(measured), names);
    return std::make_shared<const Partitioning>(
        PARTITA_TRY(placeModel(applied.model, providers, options, progress)).ofSource);
}

void addRecordNotes(std::vector<SideNote>& notes, const MeasuredPlacement& record,
                    const Message& which) {
    for (const Message& note : record.notes)
        notes.push_back({PARTITA_TEXT("record of {0}: {1}", which, note)});
    if (const std::size_t untold = record.untold.size())
        notes.push_back(
            {untold == 1
                 ? PARTITA_TEXT("record of {0}: it does not tell of 1 node, which is placed as "
                                "predicted",
                                which)
                 : PARTITA_TEXT("record of {0}: it does not tell of {1} nodes, which are placed as "
                                "predicted",
                                which, grouped(untold))});
    if (const std::size_t unmatched = record.unmatched.size())
        notes.push_back(
            {unmatched == 1
                 ? PARTITA_TEXT("record of {0}: 1 node of it cannot be told in the model", which)
                 : PARTITA_TEXT("record of {0}: {1} nodes of it cannot be told in the model", which,
                                grouped(unmatched))});
}

void addScenarioNotes(std::vector<SideNote>& notes, const PlacedSide& side, const Message& which) {
    if (side.scenario.changes.empty())
        return;
    notes.push_back({PARTITA_TEXT("scenario of {0}: {1} of {2} changes applied", which,
                                  side.applied, side.scenario.changes.size()),
                     !side.notApplied.empty()});
    const DisplayNames names = side.placement ? namesOf(*side.placement) : DisplayNames();
    for (const NotApplied& problem : side.notApplied)
        notes.push_back(
            {PARTITA_TEXT("not applied to {0}: {1} ({2}): {3}", which, problem.change + 1,
                          describe(side.scenario.changes[problem.change], names), problem.why)});
    if (side.assumed)
        notes.push_back(
            {side.assumed == 1
                 ? PARTITA_TEXT("1 node of {0} taken only because the scenario says so", which)
                 : PARTITA_TEXT("{0} nodes of {1} taken only because the scenario says so",
                                side.assumed, which)});
}

} // namespace

void ComparisonSide::forgetNodeWishes() {
    std::set<NodeId> nodes;
    for (const auto* list : {&wishes.excluded, &wishes.takenAnyway})
        for (const auto& [node, provider] : *list)
            nodes.insert(node);
    for (const auto& [node, provider] : wishes.pinned)
        nodes.insert(node);
    if (!nodes.empty())
        notCarried.push_back(
            nodes.size() == 1
                ? PARTITA_TEXT("the choice for 1 node is not made in {0}, which is another model",
                               name)
                : PARTITA_TEXT("the choices for {0} nodes are not made in {1}, which is another "
                               "model",
                               nodes.size(), name));
    wishes.excluded.clear();
    wishes.takenAnyway.clear();
    wishes.pinned.clear();
}

std::vector<SideNote> notesOf(const PlacedSide& side, const Message& which) {
    std::vector<SideNote> notes;
    for (const Message& each : side.notCarried)
        notes.push_back({PARTITA_TEXT("not carried over to {0}: {1}", which, each)});
    addScenarioNotes(notes, side, which);
    // Last: a reader who sees only the first of many notes should see what was not done.
    if (side.measured)
        addRecordNotes(notes, *side.measured, which);
    return notes;
}

Result<ComparisonSide> sideFrom(const SideSource& source, ComparisonSide side,
                                ConstantEvaluator* evaluator, const Progress& progress) {
    if (source.recipe) {
        auto made = PARTITA_TRY(simplifyModel(side.stored, *source.recipe, evaluator, progress));
        side.stored = std::move(made.result.model);
        side.model = inferShapesOrWarn(side.stored, progress);
    }
    if (!source.record.empty())
        side.measured = PARTITA_TRY(
            readMeasuredPlacement(source.recorded ? *source.recorded : side.stored, source.record));
    return side;
}

namespace {

/// A scenario may name nodes inside of functions by the names that they get in the place of a call. Then
/// it is applied to the model without functions, which is returned; null: it names none.
Result<std::shared_ptr<const InlinedModel>>
insideOfCalls(const ComparisonSide& side, AppliedScenario& applied, const Progress& progress) {
    if (applied.notApplied.empty())
        return std::shared_ptr<const InlinedModel>();
    auto inlined = std::make_shared<const InlinedModel>(PARTITA_TRY(inlineCalls(side.model)));
    if (inlined->made.empty())
        return std::shared_ptr<const InlinedModel>();
    AppliedScenario inside =
        applyScenario(inlined->model, side.providers, side.wishes, side.scenario, progress);
    if (inside.notApplied.size() >= applied.notApplied.size())
        return std::shared_ptr<const InlinedModel>();
    applied = std::move(inside);
    return inlined;
}

} // namespace

Result<PlacedSide> placeSide(ComparisonSide side, const Progress& progress) {
    PlacedSide made;
    made.name = std::move(side.name);
    made.stored = std::move(side.stored);
    AppliedScenario applied =
        applyScenario(side.model, side.providers, side.wishes, side.scenario, progress);
    const auto inlined = PARTITA_TRY(insideOfCalls(side, applied, progress));
    auto placement =
        PARTITA_TRY(placeModel(applied.model, applied.providers, applied.options, progress));
    if (inlined)
        placement.ofSource = placementOfCalls(
            side.model, std::make_shared<const InlinedPlacement>(InlinedPlacement{
                            inlined, sizedModel(applied.model, *placement.optimized),
                            std::move(placement.ofSource)}));
    made.placement = std::make_shared<const Partitioning>(std::move(placement.ofSource));
    if (side.measured) {
        made.placement = PARTITA_TRY(recordedPlacement(applied, made.placement, side.measured,
                                                       side.recordedNames, progress));
        made.measured = side.measured;
    }
    made.judged = std::make_shared<const JudgedPlacement>(
        JudgedPlacement::of(sizedModel(applied.model, *placement.optimized), made.placement));
    made.notApplied = std::move(applied.notApplied);
    made.notCarried = std::move(side.notCarried);
    std::ranges::move(rulesOffElsewhere(applied.providers, applied.options),
                      std::back_inserter(made.notCarried));
    std::ranges::move(unkeptPins(side.scenario, applied, *made.placement),
                      std::back_inserter(made.notApplied));
    made.applied = applied.applied;
    made.assumed = assumedNodes(*made.placement);
    if (const auto changes = modelChangesOf(side.scenario); changes.empty()) {
        made.model = std::move(side.model);
    } else {
        made.model =
            applyScenario(side.model, side.providers, side.wishes, {changes}, progress).model;
        if (changesNodes(side.scenario)) // both forms have the same nodes
            made.stored = storedUnder(made.stored, changes, made.model);
    }
    made.sized = sizedModel(made.model, *placement.optimized);
    made.scenario = std::move(side.scenario);
    return made;
}

Result<std::shared_ptr<const SideComparison>>
compareDocument(PlacedSide document, PlacedSide other, bool sameDocument, bool documentFirst,
                const Progress& progress, const std::vector<std::pair<NodeId, NodeId>>& byHand) {
    CompareOptions options, turned;
    options.sameDocument = turned.sameDocument = sameDocument;
    options.byHand = byHand;
    for (const auto& [own, theirs] : byHand)
        turned.byHand.emplace_back(theirs, own);
    auto towards =
        PARTITA_TRY(compareModels(other.compared(), document.compared(), turned, progress));
    auto made = std::make_shared<SideComparison>();
    made->documentIsA = documentFirst;
    auto beside =
        std::make_shared<BesideModel>(*besideOf(other, document, towards, sameDocument, progress));
    beside->isAfter = documentFirst;
    made->beside = std::move(beside);
    made->differences =
        documentFirst
            ? PARTITA_TRY(compareModels(document.compared(), other.compared(), options, progress))
            : std::move(towards);
    made->a = std::move(documentFirst ? document : other);
    made->b = std::move(documentFirst ? other : document);
    made->groups = groupDifferences(made->differences, made->a.model, made->b.model);
    return std::shared_ptr<const SideComparison>(std::move(made));
}

NodeId otherNode(const SideComparison& comparison, NodeId beside) {
    for (const auto& [theirs, here] : comparison.beside->removedIds)
        if (here == beside)
            return theirs;
    const NodeMatching& matching = comparison.differences.matching;
    const NodeId partner =
        comparison.documentIsA ? matching.partnerOfA(beside) : matching.partnerOfB(beside);
    const bool sameIds =
        !partner && comparison.beside->removedIds.empty() && comparison.beside->model.node(beside);
    return sameIds ? beside : partner;
}

PointedNode shownNode(const SideComparison& comparison, const NodeDifference& difference) {
    const bool first = comparison.documentIsA;
    if (const NodeId own = first ? difference.a : difference.b)
        return {own};
    if (!difference.related.empty())
        return {difference.related.front(), true};
    const NodeMatching& matching = comparison.differences.matching;
    const Model& other = first ? comparison.b.model : comparison.a.model;
    const NodeId kept =
        nearestNode(other, first ? difference.b : difference.a, [&](NodeId node) -> NodeId {
            return first ? matching.partnerOfB(node) : matching.partnerOfA(node);
        });
    return {kept, true};
}

PointedNode besideNode(const SideComparison& comparison, const NodeDifference& difference) {
    const bool first = comparison.documentIsA;
    const PlacedSide &document = first ? comparison.a : comparison.b,
                     &beside = first ? comparison.b : comparison.a;
    const NodeMatching& matching = comparison.differences.matching;
    const auto idOf = [&](NodeId other) -> NodeId {
        const auto& removed = comparison.beside->removedIds;
        if (const auto at = removed.find(other); at != removed.end())
            return at->second;
        const NodeId kept = first ? matching.partnerOfB(other) : matching.partnerOfA(other);
        return kept                                                      ? kept
               : removed.empty() && comparison.beside->model.node(other) ? other
                                                                         : NodeId{};
    };
    if (const NodeId other = first ? difference.b : difference.a) {
        if (const NodeId own = idOf(other))
            return {own};
        return {nearestNode(beside.model, other, idOf), true};
    }
    for (const NodeId related : difference.related)
        if (const NodeId node = idOf(related))
            return {node, true};
    const NodeId kept =
        nearestNode(document.model, first ? difference.a : difference.b, [&](NodeId node) {
            const NodeId both = first ? matching.partnerOfA(node) : matching.partnerOfB(node);
            return both ? node : NodeId{};
        });
    return {kept, true};
}

} // namespace partita
