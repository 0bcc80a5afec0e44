#include "core/tasks/records/measured_placement.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/base/content_sum.h"
#include "core/base/log.h"
#include "core/base/try.h"
#include "core/tasks/records/record_matcher.h"

namespace partita {

namespace {

/// The times of the runs, by the provider that has an index.
std::vector<std::optional<double>> timesOf(const std::vector<RecordedPart>& runs,
                                           const std::vector<std::string>& providers) {
    std::vector<std::optional<double>> times(providers.size());
    for (const RecordedPart& run : runs)
        for (const RecordedNode& node : run.nodes)
            if (const auto at = std::ranges::find(providers, run.provider);
                at != providers.end() && node.microseconds) {
                auto& sum = times[static_cast<std::size_t>(at - providers.begin())];
                sum = sum.value_or(0) + *node.microseconds;
            }
    return times;
}

/// Lays the times of a profile of the same session over the places.
void layTimes(const Model& model, const RecordedPlacement& record, MeasuredPlacement& measured) {
    RecordedPlacement profile;
    profile.form = RecordedPlacement::Form::profile;
    profile.parts = record.times;
    const auto timed = matchRecord(model, profile).placement;
    for (std::size_t i = 0; i < measured.places.size(); ++i)
        if (auto& place = measured.places[i];
            place && timed.places[i] &&
            timed.providers[timed.places[i]->provider] == measured.providers[place->provider]) {
            place->microseconds = timed.places[i]->microseconds;
            place->joined = timed.places[i]->joined;
            place->timed = record.parts.size() + timed.places[i]->timed; // other runs than parts
        }
}

/// Fails where the record is one of another model, and says where that may be so.
Result<void> judgeOrigin(const Model& model, const RecordedPlacement& record,
                         const Evidence& evidence, MeasuredPlacement& measured) {
    const RecordedModel own = recordedModel(model);
    if (record.model == own)
        return {};
    if (evidence.isOfAnother())
        return Error{Errc::invalidModel,
                     PARTITA_TEXT("this is a record of another model: {0} of its {1} nodes are not "
                                  "in this one, such as {2} '{3}'",
                                  evidence.strangers(), evidence.counted(), evidence.stranger().op,
                                  evidence.stranger().name),
                     {},
                     PARTITA_TEXT("give the model that ONNX Runtime ran")};
    std::vector<Message> doubts;
    if (record.model)
        doubts.push_back(PARTITA_TEXT("the record is of another model, or of another version of "
                                      "it: that had {0} nodes and this one has {1}, or they are "
                                      "joined in another way",
                                      record.model->nodes, own.nodes));
    if (evidence.isDoubtful())
        doubts.push_back(PARTITA_TEXT("the record may be of another model: {0} of its {1} nodes "
                                      "are not in this one, such as {2} '{3}'",
                                      evidence.strangers(), evidence.counted(),
                                      evidence.stranger().op, evidence.stranger().name));
    if (evidence.nameless > evidence.known)
        doubts.push_back(PARTITA_TEXT("the record may be of another model: {0} of its nodes have "
                                      "no name, and {1} are in this one",
                                      evidence.nameless, evidence.known));
    if (!record.everythingOn.empty() && record.everythingNodes > own.nodes)
        doubts.push_back(PARTITA_TEXT("the record may be of another model: it counts {0} nodes and "
                                      "names none, and this one has {1}",
                                      record.everythingNodes, own.nodes));
    for (const Message& doubt : doubts)
        log(LogLevel::warning, doubt);
    measured.doubts = doubts.size();
    measured.notes.insert(measured.notes.begin(), doubts.begin(), doubts.end());
    if (!record.everythingOn.empty() && !record.model)
        measured.notes.push_back(PARTITA_TEXT("the record names no node, so that nothing shows "
                                              "whether it is one of this model"));
    return {};
}

} // namespace

bool MeasuredPlacement::hasTimes() const {
    return std::ranges::any_of(places,
                               [](const auto& place) { return place && place->microseconds; });
}

bool isPlaced(const Model& model, const Node& node) {
    return !node.is("Constant") && !model.graph(node.graph)->function;
}

RecordedModel recordedModel(const Model& model) {
    std::vector<std::string> nodes;
    model.nodes().forEach([&](NodeId, const auto& node) {
        if (!isPlaced(model, *node))
            return;
        std::string text = node->name + '\0' + (node->isOnnx() ? "" : node->domain.str()) + '\0' +
                           node->opType.str();
        for (const auto& [mark, values] : {std::pair('\1', &node->inputs), {'\2', &node->outputs}})
            for (const ValueId id : *values)
                text += mark + (id ? model.value(id)->name : std::string());
        nodes.push_back(std::move(text));
    });
    std::ranges::sort(nodes); // an edited model has them in another order than its file
    ContentSum sum;
    for (const std::string& text : nodes)
        sum.add(std::as_bytes(std::span(text.c_str(), text.size() + 1)));
    return {nodes.size(), fmt::format("{:016x}", sum.value())};
}

Result<MeasuredPlacement> matchPlacement(const Model& model, const RecordedPlacement& record) {
    auto [measured, evidence] = matchRecord(model, record);
    PARTITA_TRY(judgeOrigin(model, record, evidence, measured));
    if (!record.times.empty())
        layTimes(model, record, measured);
    measured.microseconds =
        timesOf(record.times.empty() ? record.parts : record.times, measured.providers);
    return measured;
}

Result<std::shared_ptr<const MeasuredPlacement>>
readMeasuredPlacement(const Model& model, const std::filesystem::path& record) {
    auto measured = matchPlacement(model, PARTITA_TRY(readRecordedPlacement(record)));
    if (!measured)
        return std::move(measured).error().at(record.string());
    return std::make_shared<const MeasuredPlacement>(*std::move(measured));
}

} // namespace partita
