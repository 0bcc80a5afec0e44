#include "core/tasks/records/recorded_placement.h"

#include <algorithm>
#include <map>

#include "core/base/json.h"
#include "core/base/mapped_files.h"
#include "core/base/number_text.h"
#include "core/base/try.h"
#include "core/ir/ep_context.h"
#include "core/onnx/read.h"

namespace partita {

namespace {

Error notARecord(Message what) {
    return {Errc::invalidModel,
            std::move(what),
            {},
            PARTITA_TEXT("give an assignment or a profile of ONNX Runtime as JSON, a verbose log "
                         "(log_severity_level 0), or a context model")};
}

/// The text of a key; fails where it is there and no text.
Result<std::string> stringIn(const nlohmann::json& object, const char* key, bool required) {
    const auto at = object.is_object() ? object.find(key) : object.end();
    if (at != object.end() && at->is_string())
        return at->get<std::string>();
    if (at == object.end() && !required)
        return std::string();
    return notARecord(PARTITA_TEXT("'{0}' is missing or no text", key));
}

constexpr const char* kTime = "microseconds";

/// A time; nothing where the key is missing or has no time.
std::optional<double> timeOf(const nlohmann::json& object, const char* key) {
    const auto at = object.find(key);
    return at != object.end() && at->is_number() ? std::optional(std::max(0.0, at->get<double>()))
                                                 : std::nullopt;
}

Result<RecordedNode> nodeOf(const nlohmann::json& node) {
    RecordedNode made;
    made.name = PARTITA_TRY(stringIn(node, "name", true));
    made.op = PARTITA_TRY(stringIn(node, "op_type", true));
    made.domain = PARTITA_TRY(stringIn(node, "domain", false));
    return made;
}

Result<RecordedPart> partOf(const nlohmann::json& part) {
    RecordedPart made;
    made.provider = PARTITA_TRY(stringIn(part, "ep_name", true));
    const auto nodes = part.find("nodes");
    if (nodes == part.end() || !nodes->is_array())
        return notARecord(PARTITA_TEXT("'{0}' is missing or no list", "nodes"));
    for (const auto& node : *nodes)
        made.nodes.push_back(PARTITA_TRY(nodeOf(node)));
    made.microseconds = timeOf(part, kTime);
    return made;
}

/// The model, as `partita-cli record` tells it.
Result<RecordedModel> modelOf(const nlohmann::json& model) {
    const auto nodes = model.is_object() ? model.find("nodes") : model.end();
    if (nodes == model.end() || !nodes->is_number_unsigned())
        return notARecord(PARTITA_TEXT("'{0}' is missing or no number", "nodes"));
    auto structure = PARTITA_TRY(stringIn(model, "structure", true));
    return RecordedModel{nodes->get<std::size_t>(), std::move(structure)};
}

/// The runs that `partita-cli record` adds to an assignment.
Result<std::vector<RecordedPart>> recordedTimes(const nlohmann::json& runs) {
    std::vector<RecordedPart> times;
    if (!runs.is_array())
        return notARecord(PARTITA_TEXT("'{0}' is missing or no list", "times"));
    for (const auto& run : runs) {
        RecordedNode node = PARTITA_TRY(nodeOf(run));
        node.microseconds = timeOf(run, kTime);
        times.push_back({PARTITA_TRY(stringIn(run, "ep_name", true)), {std::move(node)}, {}, {}});
    }
    return times;
}

Result<RecordedPlacement> assignmentOf(const nlohmann::json& parts) {
    RecordedPlacement record;
    if (!parts.is_array())
        return notARecord(PARTITA_TEXT("'{0}' is missing or no list", "subgraphs"));
    for (const auto& part : parts)
        record.parts.push_back(PARTITA_TRY(partOf(part)));
    return record;
}

constexpr std::string_view kEnding = "_kernel_time";

/// The run of a node; nothing for any other event.
Result<std::optional<std::pair<std::string, RecordedNode>>> runOf(const nlohmann::json& event) {
    std::optional<std::pair<std::string, RecordedNode>> none;
    if (!event.is_object() || event.value("cat", nlohmann::json()) != "Node")
        return none;
    std::string name = PARTITA_TRY(stringIn(event, "name", true));
    if (!name.ends_with(kEnding)) // waiting before and after a node, in old versions
        return none;
    const auto details = event.find("args");
    if (details == event.end())
        return notARecord(PARTITA_TEXT("'{0}' is missing or no text", "args"));
    RecordedNode node;
    node.name = name.substr(0, name.size() - kEnding.size());
    node.op = PARTITA_TRY(stringIn(*details, "op_name", true));
    node.microseconds = timeOf(event, "dur");
    return std::optional(
        std::pair(PARTITA_TRY(stringIn(*details, "provider", true)), std::move(node)));
}

/// Whether an event is a run of the whole model.
bool isRunOfModel(const nlohmann::json& event) {
    return event.is_object() && event.value("cat", nlohmann::json()) == "Session" &&
           event.value("name", nlohmann::json()) == "model_run";
}

/// A node that ran several times is one node. Each is a part of its own: a profile does not tell
/// which of them belong together.
Result<RecordedPlacement> profileOf(const nlohmann::json& events) {
    RecordedPlacement record;
    record.form = RecordedPlacement::Form::profile;
    std::map<std::pair<std::string, std::string>, std::size_t> known; // of (name, operator)
    std::size_t runs = 0;
    for (const auto& event : events) {
        runs += isRunOfModel(event);
        auto run = PARTITA_TRY(runOf(event));
        if (!run)
            continue;
        auto& [provider, node] = *run;
        const auto [at, fresh] =
            known.try_emplace(std::pair(node.name, node.op), record.parts.size());
        if (fresh)
            record.parts.push_back({provider, {std::move(node)}, {}, {}});
        else if (auto& sum = record.parts[at->second].nodes.front().microseconds; sum)
            sum = *sum + node.microseconds.value_or(0);
    }
    record.runs = std::max<std::size_t>(runs, 1);
    return record;
}

bool isProfile(const nlohmann::json& list) {
    return std::ranges::any_of(
        list, [](const auto& each) { return each.is_object() && each.contains("cat"); });
}

Result<RecordedPlacement> withNodes(Result<RecordedPlacement> record) {
    if (record && record->everythingOn.empty() &&
        std::ranges::all_of(record->parts, [](const auto& part) { return part.nodes.empty(); }))
        return notARecord(PARTITA_TEXT("it tells of no node"));
    return record;
}

std::vector<std::string> namesOf(const Model& model, const IdList<ValueId>& values) {
    std::vector<std::string> names;
    for (const ValueId id : values)
        if (const auto& value = model.value(id))
            names.push_back(value->name);
    return names;
}

} // namespace

std::vector<std::string> RecordedPlacement::providers() const {
    std::vector<std::string> all;
    if (!everythingOn.empty())
        all.push_back(everythingOn);
    for (const RecordedPart& part : parts)
        if (std::ranges::find(all, part.provider) == all.end())
            all.push_back(part.provider);
    return all;
}

Message RecordedPlacement::label() const {
    std::string names;
    for (const std::string& provider : providers())
        names += (names.empty() ? "" : ", ") + provider;
    if (form == Form::contextModel)
        return PARTITA_TEXT("measured (context model, {0})", names);
    return version.empty()
               ? PARTITA_TEXT("measured (ONNX Runtime of a version that is not told, {0})", names)
               : PARTITA_TEXT("measured (ONNX Runtime {0}, {1})", version, names);
}

bool isCompiledPart(const RecordedNode& node, const std::string& provider) {
    return node.name.starts_with(provider + "_") || node.op.starts_with(provider + "_");
}

namespace {

/// The times of the parts that the provider compiled, in the order in which ONNX Runtime made nodes
/// of them: their names end with a number. Nothing where it ran other nodes, too.
std::optional<std::map<std::uint64_t, double>> compiledTimes(const std::vector<RecordedPart>& runs,
                                                             const std::string& provider) {
    std::map<std::uint64_t, double> times;
    for (const RecordedPart& run : runs) {
        if (run.provider != provider)
            continue;
        if (run.nodes.size() != 1) // a child may give what is no profile in its place
            return std::nullopt;
        const RecordedNode& node = run.nodes.front();
        const auto number =
            parseWholeNumber(std::string_view(node.name).substr(node.name.rfind('_') + 1));
        if (!number || !isCompiledPart(node, provider))
            return std::nullopt;
        times[*number] += node.microseconds.value_or(0);
    }
    return times;
}

} // namespace

void addTimes(RecordedPlacement& record, RecordedPlacement profile) {
    record.times = std::move(profile.parts);
    record.runs = profile.runs;
    for (const std::string& provider : record.providers()) {
        const auto times = compiledTimes(record.times, provider);
        const auto parts = std::ranges::count(record.parts, provider, &RecordedPart::provider);
        if (!times || times->size() != static_cast<std::size_t>(parts))
            continue;
        auto time = times->begin();
        for (RecordedPart& part : record.parts)
            if (part.provider == provider)
                part.microseconds = (time++)->second;
    }
}

Result<RecordedPlacement> recordFromJson(std::string_view text) {
    const auto json = PARTITA_TRY(parseJson(text));
    if (json.is_object() && json.contains("subgraphs")) {
        auto record = PARTITA_TRY(assignmentOf(json["subgraphs"]));
        record.version = PARTITA_TRY(stringIn(json, "onnxruntime", false));
        record.everythingOn = PARTITA_TRY(stringIn(json, "everything_on", false));
        if (json.contains("model"))
            record.model = PARTITA_TRY(modelOf(json["model"]));
        if (json.contains("times"))
            record.times = PARTITA_TRY(recordedTimes(json["times"]));
        return withNodes(std::move(record));
    }
    const auto& events =
        json.is_object() && json.contains("traceEvents") ? json["traceEvents"] : json;
    if (!events.is_array())
        return notARecord(PARTITA_TEXT("it is no record of a placement"));
    return withNodes(isProfile(events) ? profileOf(events) : assignmentOf(events));
}

Result<RecordedPlacement> recordFromContextModel(const Model& model) {
    RecordedPlacement record;
    record.form = RecordedPlacement::Form::contextModel;
    const auto contexts = epContextsOf(model);
    if (contexts.empty())
        return notARecord(PARTITA_TEXT("the model has no EPContext node"));
    for (const EpContext& context : contexts) {
        const Node& node = *model.node(context.node);
        record.parts.push_back({context.source.empty() ? "?" : context.source,
                                {{node.name, "EPContext", std::string(node.domain.str()), {}}},
                                namesOf(model, node.inputs),
                                namesOf(model, node.outputs)});
    }
    model.nodes().forEach([&](NodeId, const auto& node) {
        if (!isEpContext(*node) && !node->is("Constant") && !model.graph(node->graph)->function)
            record.parts.push_back(
                {kNotCompiled,
                 {{node->name, node->opType.str(), std::string(node->domain.str()), {}}},
                 {},
                 {}});
    });
    return record;
}

Result<RecordedPlacement> readRecordedPlacement(const std::filesystem::path& path) {
    const Buffer bytes = PARTITA_TRY(mapFile(path)); // its errors name the file
    const std::string_view text = bytes.text();
    const auto first = text.find_first_not_of(" \t\r\n");
    const bool isJson =
        first != std::string_view::npos &&
        (text[first] == '{' || (text[first] == '[' && text.find('"', first) < first + 200));
    std::optional<Model> model;
    if (first != std::string_view::npos && !isJson && path.extension() == ".onnx")
        model = PARTITA_TRY(readModel(path));
    auto record = first == std::string_view::npos ? notARecord(PARTITA_TEXT("the file is empty"))
                  : isJson                        ? recordFromJson(text)
                  : model                         ? recordFromContextModel(*model)
                                                  : recordFromLog(text);
    return record ? std::move(record) : std::move(record).error().at(path.string());
}

} // namespace partita
