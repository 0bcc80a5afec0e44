#include "core/tasks/real_runtime.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/base/escaped_text.h"
#include "core/base/try.h"
#include "core/data/npz.h"
#include "core/epcontext/session_options.h"

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

Result<json> requestOf(const RealSession& session) {
    json config = json::array();
    for (const auto& [key, value] : session.config) {
        if (key == "ep.context_enable" && value != "0")
            return Error{Errc::usage,
                         PARTITA_TEXT("a record writes no context model: '{0}'", key),
                         {},
                         PARTITA_TEXT("leave it out")};
        if (key != kLevelKey)
            config.push_back({key, value});
    }
    json level = PARTITA_TRY(levelOf(session.config));
    return json{{"action", "record"},
                {"model", session.model.string()},
                {"providers", requestOf(session.providers)},
                {"level", std::move(level)},
                {"config", std::move(config)}};
}

/// Writes the inputs into the folder, under their numbers; returns their names.
Result<json> writeFeeds(const std::filesystem::path& file, const Feeds& feeds) {
    json names = json::array();
    std::vector<Tensor> tensors;
    for (const auto& [name, value] : feeds) {
        if (!value.isTensor())
            return noNumpyForm(value);
        tensors.push_back(value.tensor);
        tensors.back().name = std::to_string(names.size());
        names.push_back(name);
    }
    PARTITA_TRY(writeNpz(file, tensors));
    return names;
}

/// How far the outputs that were kept are from the expected ones.
Result<std::vector<OutputDifference>> differencesIn(const std::filesystem::path& folder,
                                                    const json& names) {
    const auto outputs = PARTITA_TRY(readNpz(folder / "outputs.npz"));
    const auto expected = PARTITA_TRY(readNpz(folder / "expected.npz"));
    std::vector<OutputDifference> differences;
    for (const json& name : names) {
        const std::string key = std::to_string(differences.size());
        const auto output = outputs.find(key), wanted = expected.find(key);
        if (!name.is_string() || output == outputs.end() || wanted == expected.end())
            return unreadableAnswer(PARTITA_TEXT("'{0}' is missing or no list", "outputs"));
        differences.push_back(
            {name.get<std::string>(), compareTensors(wanted->second, output->second, 0, 0)});
    }
    return differences;
}

Result<RecordedPlacement> recordOf(const RuntimeBridge::Answer& answer) {
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

json nodeJson(const RecordedNode& node) {
    json entry{{"name", node.name}, {"op_type", node.op}};
    if (node.domain)
        entry["domain"] = *node.domain;
    if (node.microseconds)
        entry["microseconds"] = *node.microseconds;
    return entry;
}

} // namespace

Result<RuntimeFacts> factsOf(const RealRuntime& runtime, const std::vector<RealProvider>& plugins,
                             const Progress& progress) {
    const auto bridge = PARTITA_TRY(RuntimeBridge::make(runtime));
    const json answer =
        PARTITA_TRY(bridge.ask({{"action", "tell"}, {"providers", requestOf(plugins)}}, progress))
            .json;
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
        fmt::format("ONNX Runtime {} in Python {} for {}\n  {}\n  {}\nproviders that it has\n",
                    facts.version, facts.python, facts.machine, facts.executable, facts.location);
    for (const std::string& provider : facts.providers)
        text += "  " + provider + "\n";
    if (!facts.devices.empty())
        text += "devices\n";
    for (const auto& device : facts.devices) {
        text += fmt::format("  {:<32}{:<5}{}\n", device.provider, device.type, device.hardware);
        for (const auto& [key, value] : device.facts)
            text += fmt::format("      {}: {}\n", key, value);
        for (const auto& [key, value] : device.options)
            text += fmt::format("      option {}={}\n", key, value);
    }
    if (!facts.tellsAssignment)
        text += "it tells who runs each node in its log only; from 1.24 on, it tells the nodes of "
                "compiled parts, too\n";
    if (!facts.takesLibraries)
        text += "it takes no providers in libraries of their own; that is from 1.22 on\n";
    return utf8(text);
}

Result<SessionRecord> recordSession(const RealRuntime& runtime, const RealSession& session,
                                    const std::optional<RealRun>& run, const Progress& progress) {
    json request = PARTITA_TRY(requestOf(session));
    const auto bridge = PARTITA_TRY(RuntimeBridge::make(runtime));
    request["run"] = run.has_value();
    request["against_cpu"] = run && run->againstCpu;
    if (run)
        request["inputs"] = PARTITA_TRY(writeFeeds(bridge.folder() / "inputs.npz", run->feeds));
    const auto answer = PARTITA_TRY(bridge.ask(request, progress));
    SessionRecord record{PARTITA_TRY(recordOf(answer)), {}};
    if (!run)
        return record;
    const std::filesystem::path profile = textOf(answer.json, "profile");
    addTimes(record.placement,
             PARTITA_TRY(readRecordedPlacement(bridge.folder() / profile.filename())));
    if (run->againstCpu)
        record.differences =
            PARTITA_TRY(differencesIn(bridge.folder(), listOf(answer.json, "outputs")));
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
               {"subgraphs", std::move(parts)}};
    if (!record.everythingOn.empty())
        whole["everything_on"] = record.everythingOn;
    if (!record.times.empty())
        whole["times"] = std::move(times);
    return whole.dump(1, ' ', false, json::error_handler_t::replace) + "\n";
}

} // namespace partita
