#include "core/report/timeline_report.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/provider/partitioning.h"

namespace partita {

namespace {

using nlohmann::json;

double microseconds(SimulatedTime time) { return static_cast<double>(time) / 1e6; }
double milliseconds(SimulatedTime time) { return static_cast<double>(time) / 1e9; }

double share(SimulatedTime part, SimulatedTime whole) {
    return whole ? static_cast<double>(part) / static_cast<double>(whole) : 0;
}

/// The name of a stream; where several devices run, with its device.
Message streamLabel(const Timeline& timeline, const TimelineStream& stream) {
    Message name = streamName(stream);
    return timeline.memory.size() > 1 && !stream.device.empty()
               ? PARTITA_TEXT("{0} {1}", stream.device, name)
               : name;
}

std::string_view kindName(TimelineTask::Kind kind) {
    switch (kind) {
    case TimelineTask::Kind::compute: return "compute";
    case TimelineTask::Kind::copyIn: return "copy in";
    case TimelineTask::Kind::copyOut: return "copy out";
    case TimelineTask::Kind::host: return "host";
    }
    return "";
}

json argumentsOf(const TimelineTask& task) {
    json arguments = {{"kind", kindName(task.kind)}, {"partition", task.partition}};
    if (task.kind == TimelineTask::Kind::compute) {
        arguments["operators"] = task.operators;
        arguments["cycles"] = task.cycles;
        arguments["bound"] = boundName(task.bound);
        arguments["type"] = task.type;
        arguments["flops"] = task.flops;
        arguments["tiles"] = task.tiles;
    }
    arguments["bytes_read"] = task.bytesRead;
    arguments["bytes_written"] = task.bytesWritten;
    return arguments;
}

} // namespace

Message streamName(const TimelineStream& stream) {
    switch (stream.kind) {
    case TimelineStream::Kind::cube: return PARTITA_TEXT("cube");
    case TimelineStream::Kind::vector:
        return stream.number == 1 ? PARTITA_TEXT("vector")
                                  : PARTITA_TEXT("vector {0}", stream.number);
    case TimelineStream::Kind::compute: return PARTITA_TEXT("compute");
    case TimelineStream::Kind::copyIn: return PARTITA_TEXT("copy in");
    case TimelineStream::Kind::copyOut: return PARTITA_TEXT("copy out");
    case TimelineStream::Kind::host: return PARTITA_TEXT("host");
    }
    return {};
}

std::string_view boundName(TimelineTask::Bound bound) {
    switch (bound) {
    case TimelineTask::Bound::compute: return "compute";
    case TimelineTask::Bound::memory: return "memory";
    case TimelineTask::Bound::launch: return "launch";
    }
    return "";
}

json timelineTrace(const Timeline& timeline) {
    json events = json::array();
    for (std::size_t i = 0; i < timeline.streams.size(); ++i)
        events.push_back({{"ph", "M"},
                          {"name", "thread_name"},
                          {"pid", 1},
                          {"tid", i},
                          {"args", {{"name", streamLabel(timeline, timeline.streams[i]).text()}}}});
    std::size_t arrow = 0;
    for (const TimelineTask& task : timeline.tasks) {
        events.push_back({{"ph", "X"},
                          {"name", task.name},
                          {"cat", kindName(task.kind)},
                          {"pid", 1},
                          {"tid", task.stream},
                          {"ts", microseconds(task.start)},
                          {"dur", microseconds(task.duration)},
                          {"args", argumentsOf(task)}});
        for (const std::uint32_t before : task.waitsFor) {
            const TimelineTask& from = timeline.tasks[before];
            const json both = {
                {"cat", "notification"}, {"name", "notification"}, {"pid", 1}, {"id", ++arrow}};
            json start = both, end = both;
            start.update({{"ph", "s"}, {"tid", from.stream}, {"ts", microseconds(from.end())}});
            end.update(
                {{"ph", "f"}, {"bp", "e"}, {"tid", task.stream}, {"ts", microseconds(task.start)}});
            events.push_back(std::move(start));
            events.push_back(std::move(end));
        }
    }
    for (const TimelineMemory& memory : timeline.memory)
        for (const auto& point : memory.points)
            events.push_back({{"ph", "C"},
                              {"name", "memory of " + memory.device},
                              {"pid", 1},
                              {"ts", microseconds(point.time)},
                              {"args", {{"bytes", point.bytes}}}});
    return {{"traceEvents", std::move(events)}, {"displayTimeUnit", "ms"}};
}

json timelineJson(const Timeline& timeline) {
    json streams = json::array(), memories = json::array(), tasks = json::array();
    for (const TimelineStream& stream : timeline.streams)
        streams.push_back({{"name", streamName(stream).text()},
                           {"device", stream.device},
                           {"busy_ms", milliseconds(stream.busy)},
                           {"share", share(stream.busy, timeline.total)}});
    for (const TimelineMemory& memory : timeline.memory)
        memories.push_back({{"device", memory.device},
                            {"peak_bytes", memory.peakBytes},
                            {"reserved_bytes", memory.reservedBytes},
                            {"weight_bytes", memory.weightBytes},
                            {"weights_stay", memory.weightsStay},
                            {"limit_bytes", memory.limitBytes},
                            {"pinned_bytes", memory.pinnedBytes}});
    for (const TimelineTask& task : timeline.tasks) {
        json entry = argumentsOf(task);
        entry["name"] = task.name;
        entry["stream"] = task.stream;
        entry["start_us"] = microseconds(task.start);
        entry["us"] = microseconds(task.duration);
        entry["waits_for"] = task.waitsFor;
        tasks.push_back(std::move(entry));
    }
    return {{"device", timeline.device},
            {"clock_hz", timeline.clockHz},
            {"total_ms", milliseconds(timeline.total)},
            {"cycles", static_cast<std::uint64_t>(static_cast<double>(timeline.total) *
                                                  timeline.clockHz / kSimulatedSecond)},
            {"unknown_sizes", timeline.unknownSizes},
            {"streams", streams},
            {"memory", memories},
            {"tasks", tasks}};
}

std::vector<Message> timelineHeadline(const Timeline& timeline) {
    const std::string time = fmt::format("{:.3f}", milliseconds(timeline.total));
    std::vector<Message> parts{timeline.device.empty()
                                   ? PARTITA_TEXT("{0} ms on the host", time)
                                   : PARTITA_TEXT("{0} ms on {1}", time, timeline.device)};
    for (const TimelineStream& stream : timeline.streams)
        parts.push_back(
            PARTITA_TEXT("{0} {1} %", streamLabel(timeline, stream),
                         fmt::format("{:.0f}", 100 * share(stream.busy, timeline.total))));
    for (const TimelineMemory& memory : timeline.memory) {
        const std::string peak = byteText(memory.peakBytes);
        parts.push_back(timeline.memory.size() > 1
                            ? PARTITA_TEXT("{0} peak {1}", memory.device, peak)
                            : PARTITA_TEXT("peak {0}", peak));
        if (!memory.weightsStay)
            parts.push_back(PARTITA_TEXT("weights do not fit at once: copied in every run"));
    }
    if (timeline.unknownSizes)
        parts.push_back(timeline.unknownSizes == 1
                            ? PARTITA_TEXT("1 size not known")
                            : PARTITA_TEXT("{0} sizes not known", timeline.unknownSizes));
    return parts;
}

} // namespace partita
