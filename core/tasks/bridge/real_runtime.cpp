#include "core/tasks/bridge/real_runtime.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "core/base/line_text.h"
#include "core/base/log.h"
#include "core/base/try.h"
#include "core/epcontext/session_options.h"
#include "core/ir/ep_context.h"
#include "core/onnx/write.h"
#include "core/tasks/bridge/bridge_values.h"
#include "core/tasks/records/measured_placement.h"
#include "core/tasks/runs/feeds.h"

namespace partita {

namespace {

using nlohmann::json;
using Pairs = std::vector<std::pair<std::string, std::string>>;

Pairs pairsOf(const json& object, const char* key) {
    Pairs pairs;
    if (const auto at = object.find(key); at != object.end() && at->is_object())
        for (const auto& [name, value] : at->items())
            pairs.emplace_back(name, value.is_string() ? value.get<std::string>() : value.dump());
    return pairs;
}

const json& listOf(const json& object, const char* key) {
    static const json kNone = json::array();
    const auto at = object.find(key);
    return at != object.end() && at->is_array() ? *at : kNone;
}

bool flagOf(const json& object, const char* key) {
    const auto at = object.find(key);
    return at != object.end() && at->is_boolean() && at->get<bool>();
}

std::uint64_t numberOf(const json& value) {
    return value.is_number_unsigned() ? value.get<std::uint64_t>() : 0;
}

std::chrono::nanoseconds timeOf(const json& value) {
    return std::chrono::nanoseconds(
        std::min<std::uint64_t>(numberOf(value), std::chrono::nanoseconds::max().count()));
}

std::vector<std::chrono::nanoseconds> durationsOf(const json& list) {
    std::vector<std::chrono::nanoseconds> times;
    for (const json& each : list)
        times.push_back(timeOf(each));
    return times;
}

json objectOf(const Pairs& pairs) {
    json object = json::object();
    for (const auto& [key, value] : pairs)
        object[key] = value;
    return object;
}

constexpr const char* kLevelKey = "session.graph_optimization_level";

/// What Python calls the level of the session; empty: ONNX Runtime's own default.
Result<std::string> levelOf(const Pairs& config) {
    std::string name;
    for (const auto& entry : config) {
        if (entry.first != kLevelKey)
            continue;
        switch (PARTITA_TRY(readSessionOptions({&entry, 1})).level) {
        case OptimizationLevel::disabled: name = "ORT_DISABLE_ALL"; break;
        case OptimizationLevel::basic: name = "ORT_ENABLE_BASIC"; break;
        case OptimizationLevel::extended: name = "ORT_ENABLE_EXTENDED"; break;
        case OptimizationLevel::all: name = "ORT_ENABLE_ALL"; break;
        }
    }
    return name;
}

/// The values that the bridge kept under a key of its answer.
Result<std::vector<ModelData>> outputsIn(const std::filesystem::path& folder, const json& answer,
                                         const char* key) {
    const auto told = answer.find(key);
    if (told == answer.end())
        return unreadableAnswer(PARTITA_TEXT("'{0}' is missing or no list", key));
    return readBridgeValues(folder, *told);
}

/// Fails unless these are the outputs of the model, in its order.
Result<void> checkOutputs(const Model& model, const std::vector<ModelData>& outputs) {
    const auto& expected = model.graph(model.mainGraph())->outputs;
    bool same = expected.size() == outputs.size();
    for (std::size_t i = 0; same && i < outputs.size(); ++i)
        same = model.value(expected[i])->name == outputs[i].name;
    if (same)
        return {};
    return unreadableAnswer(PARTITA_TEXT("its outputs are not those of the model"));
}

json nodeJson(const RecordedNode& node) {
    json entry{{"name", node.name}, {"op_type", node.op}};
    if (node.domain)
        entry["domain"] = *node.domain;
    if (node.microseconds)
        entry["microseconds"] = *node.microseconds;
    return entry;
}

} // namespace

Result<RecordedPlacement> recordIn(const RuntimeBridge::Answer& answer) {
    const auto parts = answer.json.find("subgraphs");
    const bool told = parts != answer.json.end() && parts->is_array();
    auto record =
        told ? recordFromJson(answer.json.dump(-1, ' ', false, json::error_handler_t::replace))
             : recordFromLog(answer.printed);
    if (!record)
        return unreadableAnswer(record.error().what);
    record->version = textOf(answer.json, "onnxruntime");
    if (!told)
        record->notes.push_back(PARTITA_TEXT(
            "ONNX Runtime tells the assignment from 1.24 on; this is by the log of {0}, which does "
            "not tell the nodes of compiled parts",
            record->version));
    return record;
}

json settingsJson(const SessionSettings& settings) {
    json libraries = json::array();
    for (const auto& each : settings.customOps)
        libraries.push_back(each.string());
    return {{"threads", settings.threads},
            {"inter_op_threads", settings.interOpThreads},
            {"parallel", settings.parallel ? json(*settings.parallel) : json()},
            {"free_dims", settings.freeDims},
            {"custom_ops", std::move(libraries)}};
}

void warnOfUnknownEntries(const Pairs& config) {
    // Members of SessionOptions that are no entries, and the options that set them.
    static const std::map<std::string_view, const char*> kMembers{
        {"session.intra_op_num_threads", "--threads"},
        {"session.inter_op_num_threads", "--inter-op-threads"},
        {"session.execution_mode", "--executor"}};
    for (const auto& [key, value] : config) {
        const bool isOfProvider = key.starts_with("ep.") && std::ranges::count(key, '.') > 1;
        if (isSessionKey(key) || key == kLevelKey || isOfProvider)
            continue;
        const auto member = kMembers.find(key);
        log(LogLevel::warning,
            member == kMembers.end()
                ? PARTITA_TEXT("ONNX Runtime has no session entry '{0}' that is known here; it "
                               "ignores what it does not know",
                               key)
                : PARTITA_TEXT("ONNX Runtime ignores the session entry '{0}'; that is set by {1}",
                               key, member->second));
    }
}

Result<json> sessionRequest(const RealSession& session, const char* action) {
    json config = json::array();
    for (const auto& [key, value] : session.config) {
        if (key == "ep.context_enable" && value != "0")
            return Error{Errc::usage,
                         PARTITA_TEXT("a record or a run writes no context model: '{0}'", key),
                         {},
                         PARTITA_TEXT("leave it out")};
        if (key != kLevelKey)
            config.push_back({key, value});
    }
    json level = PARTITA_TRY(levelOf(session.config));
    return json{{"action", action},
                {"model", session.model.string()},
                {"providers", requestOf(session.providers)},
                {"level", std::move(level)},
                {"config", std::move(config)},
                {"settings", settingsJson(session.settings)}};
}

Result<RuntimeFacts> factsOf(const RealRuntime& runtime, const std::vector<RealProvider>& plugins,
                             const Progress& progress) {
    const auto bridge = PARTITA_TRY(RuntimeBridge::make(runtime));
    const auto answer =
        PARTITA_TRY(bridge.ask({{"action", "tell"}, {"providers", requestOf(plugins)}}, progress));
    return factsIn(answer.json);
}

RuntimeFacts factsIn(const json& answer) {
    RuntimeFacts facts{.python = textOf(answer, "python"),
                       .executable = textOf(answer, "executable"),
                       .machine = textOf(answer, "machine"),
                       .version = textOf(answer, "onnxruntime"),
                       .location = textOf(answer, "location"),
                       .providers = {},
                       .devices = {},
                       .tellsAssignment = flagOf(answer, "tells_assignment"),
                       .takesLibraries = flagOf(answer, "takes_libraries")};
    for (const json& provider : listOf(answer, "providers"))
        facts.providers.push_back(provider.is_string() ? provider.get<std::string>() : "?");
    for (const json& device : listOf(answer, "devices"))
        if (device.is_object())
            facts.devices.push_back({textOf(device, "provider"), textOf(device, "vendor"),
                                     textOf(device, "type"), textOf(device, "hardware"),
                                     pairsOf(device, "facts"), pairsOf(device, "options")});
    return facts;
}

json toJson(const RuntimeFacts& facts) {
    json devices = json::array();
    for (const auto& device : facts.devices)
        devices.push_back({{"provider", device.provider},
                           {"vendor", device.vendor},
                           {"type", device.type},
                           {"hardware", device.hardware},
                           {"facts", objectOf(device.facts)},
                           {"options", objectOf(device.options)}});
    return {{"python", facts.python},
            {"executable", facts.executable},
            {"machine", facts.machine},
            {"onnxruntime", facts.version},
            {"location", facts.location},
            {"providers", facts.providers},
            {"devices", std::move(devices)},
            {"tells_assignment", facts.tellsAssignment},
            {"takes_libraries", facts.takesLibraries}};
}

std::string factsText(const RuntimeFacts& facts) {
    std::string text =
        lineText("ONNX Runtime {} in Python {} for {}\n  {}\n  {}\nproviders that it has\n",
                 facts.version, facts.python, facts.machine, facts.executable, facts.location);
    for (const std::string& provider : facts.providers)
        text += lineText("  {}\n", provider);
    if (!facts.devices.empty())
        text += "devices\n";
    for (const auto& device : facts.devices) {
        text += lineText("  {:<32}{:<5}{}\n", device.provider, device.type, device.hardware);
        for (const auto& [key, value] : device.facts)
            text += lineText("      {}: {}\n", key, value);
        for (const auto& [key, value] : device.options)
            text += lineText("      option {}={}\n", key, value);
    }
    if (!facts.tellsAssignment)
        text += "it tells who runs each node in its log only; from 1.24 on, it tells the nodes of "
                "compiled parts, too\n";
    if (!facts.takesLibraries)
        text += "it takes no providers in libraries of their own; that is from 1.22 on\n";
    return text;
}

Result<SessionRun> runSession(const RealRuntime& runtime, const RealSession& session,
                              const Model& model, const Feeds& feeds, const RunRequest& run,
                              const Progress& progress) {
    warnOfUnknownEntries(session.config);
    PARTITA_TRY(checkSizes(session.settings.freeDims, model));
    json request = PARTITA_TRY(sessionRequest(session, "run"));
    const auto bridge = PARTITA_TRY(RuntimeBridge::make(runtime));
    request["inputs"] = PARTITA_TRY(writeBridgeFeeds(bridge.folder(), "input", feeds));
    request["warmup"] = run.warmupRuns();
    request["repeat"] = run.repeat;
    return sessionRunIn(PARTITA_TRY(bridge.ask(request, progress)), bridge.folder(), model);
}

Result<SessionRun> sessionRunIn(const RuntimeBridge::Answer& answer,
                                const std::filesystem::path& folder, const Model& model) {
    auto outputs = PARTITA_TRY(outputsIn(folder, answer.json, "outputs"));
    PARTITA_TRY(checkOutputs(model, outputs));
    SessionRun run{.outputs = std::move(outputs),
                   .latency = spreadOf(durationsOf(listOf(answer.json, "run_ns"))),
                   .create = timeOf(answer.json.value("create_ns", json())),
                   .peakBytes = numberOf(answer.json.value("peak_memory", json())),
                   .placement = {}};
    if (answer.json.value("subgraphs", json()).is_array())
        if (auto told = recordIn(answer)) // not of a model that has no node any more
            run.placement = *std::move(told);
    if (run.placement.parts.empty())
        for (const json& name : listOf(answer.json, "ran_with"))
            run.placement.parts.emplace_back().provider =
                name.is_string() ? name.get<std::string>() : "?";
    run.placement.version = textOf(answer.json, "onnxruntime");
    return run;
}

Result<std::filesystem::path> fileForRuntime(const Model& model, const std::filesystem::path& path,
                                             const std::filesystem::path& folder,
                                             const Progress& progress) {
    if (!epContextsOf(model).empty())
        return path;
    const auto name = path.filename().empty() ? "model.onnx" : path.filename();
    PARTITA_TRY(writeModel(model, folder / name, {}, progress));
    return folder / name;
}

Result<RunResultPtr> runInRuntime(const RealRuntime& runtime, RealSession session,
                                  const Model& model, const RunRequest& request,
                                  const Progress& progress) {
    FeedSource source = request.feeds;
    for (const auto& [symbol, size] : session.settings.freeDims) // the session takes no others
        source.sizes[symbol] = size;
    auto feeds = PARTITA_TRY(feedsOf(source, model));
    const FileWriting writing;
    const auto folder = PARTITA_TRY(TemporaryFolder::make());
    session.model = PARTITA_TRY(fileForRuntime(model, session.model, folder.path(), progress));
    auto run = PARTITA_TRY(runSession(runtime, session, model, feeds, request, progress));
    auto result = std::make_shared<RunResult>();
    result->request = request;
    result->feeds = std::make_shared<const Feeds>(std::move(feeds));
    result->best.outputs = std::move(run.outputs);
    result->statistics.runs = static_cast<std::size_t>(request.repeat);
    result->statistics.latency = run.latency;
    result->measuredBy = run.placement.label();
    return result;
}

Result<SessionRecord> recordSession(const RealRuntime& runtime, const RealSession& session,
                                    const Model& model, const std::optional<RealRun>& run,
                                    const Progress& progress) {
    warnOfUnknownEntries(session.config);
    PARTITA_TRY(checkSizes(session.settings.freeDims, model));
    json request = PARTITA_TRY(sessionRequest(session, "record"));
    const auto bridge = PARTITA_TRY(RuntimeBridge::make(runtime));
    request["run"] = run.has_value();
    request["against_cpu"] = run && run->againstCpu;
    if (run)
        request["inputs"] = PARTITA_TRY(writeBridgeFeeds(bridge.folder(), "input", run->feeds));
    const auto answer = PARTITA_TRY(bridge.ask(request, progress));
    SessionRecord record{PARTITA_TRY(recordIn(answer)), {}};
    record.placement.model = recordedModel(model);
    if (!run)
        return record;
    const std::filesystem::path profile = textOf(answer.json, "profile");
    addTimes(record.placement,
             PARTITA_TRY(readRecordedPlacement(bridge.folder() / profile.filename())));
    if (run->againstCpu)
        record.differences =
            differencesBetween(PARTITA_TRY(outputsIn(bridge.folder(), answer.json, "expected")),
                               PARTITA_TRY(outputsIn(bridge.folder(), answer.json, "outputs")));
    return record;
}

std::string recordText(const RecordedPlacement& record, const RealSession& session) {
    json parts = json::array(), times = json::array();
    for (const RecordedPart& part : record.parts) {
        json nodes = json::array();
        for (const RecordedNode& node : part.nodes)
            nodes.push_back(nodeJson(node));
        parts.push_back({{"ep_name", part.provider}, {"nodes", std::move(nodes)}});
        if (part.microseconds)
            parts.back()["microseconds"] = *part.microseconds;
    }
    for (const RecordedPart& run : record.times)
        for (const RecordedNode& node : run.nodes) {
            times.push_back(nodeJson(node));
            times.back()["ep_name"] = run.provider;
        }
    json whole{{"onnxruntime", record.version},
               {"providers", requestOf(session.providers)},
               {"config", objectOf(session.config)},
               {"settings", settingsJson(session.settings)},
               {"subgraphs", std::move(parts)}};
    if (record.model)
        whole["model"] = {{"nodes", record.model->nodes}, {"structure", record.model->structure}};
    if (!record.everythingOn.empty())
        whole["everything_on"] = record.everythingOn;
    if (!record.times.empty())
        whole["times"] = std::move(times);
    return whole.dump(1, ' ', false, json::error_handler_t::replace) + "\n";
}

} // namespace partita
