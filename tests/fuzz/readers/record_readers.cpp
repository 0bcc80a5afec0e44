// What a real ONNX Runtime and the child that asks it leave behind.

#include <cmath>
#include <fstream>

#include "core/base/json.h"
#include "core/base/temporary_folder.h"
#include "core/tasks/bridge/bridge_values.h"
#include "core/tasks/bridge/real_runtime.h"
#include "core/tasks/learning/probe_answers.h"
#include "core/tasks/records/measured_placement.h"
#include "tests/fuzz/readers/readers.h"

namespace partita::fuzz {

namespace {

using nlohmann::json;

constexpr auto kReplace = json::error_handler_t::replace;

/// The record as its text tells it: each node has a domain, times are numbers, and nodes have them
/// only in the list of times.
RecordedPlacement asWritten(RecordedPlacement record) {
    const auto keepNumber = [](std::optional<double>& time) {
        if (time && !std::isfinite(*time))
            time.reset();
    };
    for (auto* list : {&record.parts, &record.times})
        for (RecordedPart& part : *list) {
            keepNumber(part.microseconds);
            for (RecordedNode& node : part.nodes) {
                keepNumber(node.microseconds);
                if (list == &record.parts)
                    node.microseconds.reset();
                node.domain = node.domain.value_or("");
            }
        }
    return record;
}

void match(const RecordedPlacement& record) {
    const auto measured = matchPlacement(sampleModel(), record);
    if (!measured)
        return;
    (void)toJson(sampleModel(), *measured).dump(-1, ' ', false, kReplace);
    (void)measuredText(sampleModel(), *measured);
}

/// Finds the nodes of a record in a model, also with its own times; it reads the same after writing.
void examineRecord(std::string_view reader, const RecordedPlacement& record) {
    (void)record.label().text();
    match(record);
    RecordedPlacement timed = record;
    addTimes(timed, record);
    match(timed);
    const std::string written = recordText(asWritten(record), {});
    const auto again = recordFromJson(written);
    if (!again)
        broken(reader, "what was written cannot be read: " + again.error().message());
    if (recordText(asWritten(*again), {}) != written)
        broken(reader, "the record is another one after writing");
}

/// An input whose first line is JSON, in which FILE stands for the name of a file with the rest.
struct LineAndFile {
    std::string line;
    Buffer rest;
    std::filesystem::path folder;

    explicit LineAndFile(const Buffer& bytes) {
        const std::size_t end = std::min(bytes.text().find('\n'), bytes.size());
        const std::size_t next = std::min(end + 1, bytes.size());
        line = bytes.text().substr(0, end);
        rest = bytes.slice(next, bytes.size() - next);
        const std::filesystem::path file = asFile(rest, ".values");
        folder = file.parent_path();
        const std::string name = file.filename().string();
        for (auto at = line.find("FILE"); at != std::string::npos; at = line.find("FILE", at))
            line.replace(at, 4, name);
    }
};

void expectSameValue(std::string_view reader, const ModelData& before, const ModelData& after) {
    if (before.kindText() != after.kindText())
        broken(reader, "it is another kind of value after writing");
    if (before.isTensor())
        return expectSame(reader, before.tensor, after.tensor);
    for (std::size_t i = 0; before.items && i < before.items->size(); ++i)
        expectSameValue(reader, (*before.items)[i], (*after.items)[i]);
}

/// Gives values back to the bridge, whose form is the same in both directions.
void examineValues(std::string_view reader, const std::vector<ModelData>& values) {
    const auto folder = TemporaryFolder::make();
    if (!folder)
        return;
    Feeds feeds;
    for (std::size_t i = 0; i < values.size(); ++i)
        feeds.emplace(std::to_string(i), values[i]);
    const auto told = writeBridgeFeeds(folder->path(), "again", feeds);
    if (!told)
        broken(reader, "it cannot be written: " + told.error().message());
    const auto again = readBridgeValues(folder->path(), *told);
    if (!again)
        broken(reader, "what was written cannot be read: " + again.error().message());
    for (const ModelData& value : *again)
        expectSameValue(reader, feeds.at(value.name), value);
}

/// The provider that is asked in the files of answers.
const ProbeRequest& probeRequest() {
    static const ProbeRequest kRequest{
        .runtime = {}, .provider = {"CPU", {}, {}}, .config = {{"a", "b"}}, .jobs = 1};
    return kRequest;
}

/// The line with which a file of answers of `probeRequest` begins.
std::string headOfAnswers() {
    const std::filesystem::path path = asFile({}, ".answers");
    std::filesystem::remove(path);
    if (auto answers = ProbeAnswers::open(path, probeRequest()))
        (void)answers->add("probe", {});
    std::ifstream file(path);
    std::string line;
    std::getline(file, line);
    return line + "\n";
}

void goOnFrom(const Buffer& content) {
    const ProbeAnswer added{ProbeOutcome::fails, "why"};
    const std::filesystem::path path = asFile(content, ".answers");
    std::string provider;
    {
        auto answers = ProbeAnswers::open(path, probeRequest());
        if (!answers)
            return;
        (void)answers->hasAny();
        provider = answers->provider().name;
        if (!answers->add("added", added))
            return;
    }
    const auto again = ProbeAnswers::open(path, probeRequest());
    if (!again)
        broken("probe_answers", "what was written cannot be read: " + again.error().message());
    const ProbeAnswer* found = again->find("added");
    if (!found || found->outcome != added.outcome || found->text != added.text)
        broken("probe_answers", "an answer is lost behind what was there");
    if (again->provider().name != provider)
        broken("probe_answers", "who answers is another one after an answer");
}

} // namespace

/// Any form of record, recognized by its content.
void readRecordFile(const Buffer& bytes) {
    if (const auto record = readRecordedPlacement(asFile(bytes, ".record")))
        examineRecord("record", *record);
}

void readRecordLog(const Buffer& bytes) {
    if (const auto record = recordFromLog(bytes.text()))
        examineRecord("record_log", *record);
}

/// The first line is the answer; the rest is what the child printed, and the file of a value.
void readBridgeAnswer(const Buffer& bytes) {
    const LineAndFile input(bytes);
    const auto answer = RuntimeBridge::read(input.line, std::string(input.rest.text()), "python3");
    if (!answer) {
        (void)answer.error().message();
        return;
    }
    const RuntimeFacts facts = factsIn(answer->json);
    (void)toJson(facts).dump(-1, ' ', false, kReplace);
    (void)factsText(facts);
    if (const auto record = recordIn(*answer))
        examineRecord("bridge_answer", *record);
    if (const auto run = sessionRunIn(*answer, input.folder, sampleModel())) {
        (void)run->placement.label().text();
        examineValues("bridge_answer", run->outputs);
    }
}

/// The first line is the bridge's account of values, the rest a file of one of them.
void readBridgeValueFiles(const Buffer& bytes) {
    const LineAndFile input(bytes);
    const auto told = parseJson(input.line);
    if (!told)
        return;
    if (const auto values = readBridgeValues(input.folder, *told))
        examineValues("bridge_values", *values);
}

/// The input by itself, and behind the line that such a file needs.
void readProbeAnswerFile(const Buffer& bytes) {
    static const std::string kHead = headOfAnswers();
    goOnFrom(bytes);
    goOnFrom(Buffer::own(kHead + std::string(bytes.text())));
}

void readProbeOutcomes(const Buffer& bytes) {
    static const std::vector<std::string> kModels{"probe-0.onnx", "probe-1.onnx", "probe-2.onnx"};
    const ToldOutcomes told = outcomesIn(bytes.text(), kModels);
    if (told.answers.size() > kModels.size())
        broken("probe_outcomes", "more answers than models");
    for (const ProbeAnswer& answer : told.answers)
        if (outcomeFromName(outcomeName(answer.outcome)) != answer.outcome)
            broken("probe_outcomes", "an outcome without a name");
}

} // namespace partita::fuzz
