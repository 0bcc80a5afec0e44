#include "core/tasks/learning/probe_runtime.h"

#include <algorithm>
#include <mutex>
#include <thread>

#include "core/base/json.h"
#include "core/base/mapped_files.h"
#include "core/base/text_parts.h"
#include "core/base/try.h"

namespace partita {

namespace {

using nlohmann::json;

constexpr std::size_t kBatch = 100;
constexpr int kMostLosses = 20;
constexpr int kConfirmed = 5; ///< crashes of models alone; further ones are then believed at once
/// For the start of Python and ONNX Runtime, and the loading of the provider.
constexpr std::chrono::seconds kStart{120};

std::string fileOf(std::size_t model) { return "probe-" + std::to_string(model) + ".onnx"; }

bool saysSomething(const std::filesystem::path& path) {
    const auto file = mapFile(path);
    return file && !file->empty();
}

} // namespace

ToldOutcomes outcomesIn(std::string_view text, std::span<const std::string> models) {
    ToldOutcomes outcomes;
    for (const std::string& line : splitText(text, '\n')) {
        const auto told = parseJson(line);
        if (!told)
            continue;
        outcomes.refused = told->contains("refused");
        if (outcomes.refused)
            break;
        const auto outcome = outcomeFromName(textOf(*told, "outcome"));
        outcomes.begun += !outcome;
        if (outcome && outcomes.answers.size() < models.size() &&
            textOf(*told, "model") == models[outcomes.answers.size()])
            outcomes.answers.push_back({*outcome, textOf(*told, "text")});
    }
    return outcomes;
}

/// What the threads share.
struct ProbeRuntime::Work {
    std::span<const std::string> models;
    const Told& told;
    const Progress& progress;
    std::mutex mutex;
    std::size_t next = 0, done = 0;
    std::optional<Error> error;
    std::stop_source stop;

    void fail(Error failure) {
        const std::lock_guard lock(mutex);
        if (!error)
            error = std::move(failure);
        stop.request_stop();
    }
    std::vector<std::size_t> takeBatch(std::size_t size) {
        const std::lock_guard lock(mutex);
        std::vector<std::size_t> batch;
        for (; batch.size() < size && next < models.size(); ++next)
            batch.push_back(next);
        return batch;
    }
};

/// Makes a session of each model in one process, with the provider or on the CPU alone. What was
/// answered is told, unless it is by the CPU. Fails where the process ended before the first model.
Result<ProbeRuntime::End> ProbeRuntime::askOnce(Work& work, const std::vector<std::size_t>& batch,
                                                bool onCpu, const Progress& progress) {
    RealRuntime runtime = m_request.runtime;
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(runtime.limit).count();
    runtime.limit = runtime.limit * static_cast<int>(batch.size()) + kStart;
    const auto bridge = PARTITA_TRY(RuntimeBridge::make(std::move(runtime)));
    const RealProvider provider = onCpu ? RealProvider{"CPU", {}, {}} : m_request.provider;
    json request = PARTITA_TRY(sessionRequest({.model = "",
                                               .providers = {provider},
                                               .config = m_request.config,
                                               .settings = m_request.settings},
                                              "probe"));
    request["seconds"] = seconds;
    request["models"] = json::array();
    for (const std::size_t each : batch) {
        const Bytes bytes = std::as_bytes(std::span(work.models[each]));
        PARTITA_TRY(writeFile(bridge.folder() / fileOf(each), {&bytes, 1}, Replace::no));
        request["models"].push_back(fileOf(each));
    }
    const auto end = bridge.ask(request, progress);
    ToldOutcomes told;
    if (const auto file = mapFile(bridge.folder() / "outcomes.jsonl"))
        told = outcomesIn(file->text(), request["models"].get<std::vector<std::string>>());
    const std::size_t answered = told.answers.size();
    for (std::size_t i = 0; i < answered && !onCpu; ++i)
        PARTITA_TRY(tell(work, batch[i], told.answers[i]));
    const std::vector left(batch.begin() + static_cast<std::ptrdiff_t>(answered), batch.end());
    if (end && (told.refused || !left.empty()))
        return unreadableAnswer(PARTITA_TEXT("it does not tell of all models"));
    if (!end && (told.refused || told.begun <= answered || end.error().code == Errc::cancelled))
        return end.error();
    if (end && !onCpu) {
        const std::lock_guard lock(work.mutex);
        m_provider = {textOf(end->json, "provider"), textOf(end->json, "package"),
                      textOf(end->json, "onnxruntime")};
    }
    return End{left, saysSomething(bridge.folder() / "late.txt"), end ? Error{} : end.error()};
}

Result<void> ProbeRuntime::tell(Work& work, std::size_t model, const ProbeAnswer& answer) {
    const std::lock_guard lock(work.mutex);
    const bool isLoss =
        answer.outcome == ProbeOutcome::crashes || answer.outcome == ProbeOutcome::hangs;
    m_answers = m_answers || !isLoss;
    if (isLoss && !m_answers && ++m_losses == kMostLosses)
        return Error{Errc::provider,
                     PARTITA_TEXT("the provider failed at each of {0} models in a row; the last "
                                  "time: {1}",
                                  kMostLosses, answer.text),
                     {Message(m_request.runtime.python)},
                     PARTITA_TEXT("try other options, or another version of the provider")};
    PARTITA_TRY(work.told(model, answer));
    work.progress.at(static_cast<double>(++work.done) / static_cast<double>(work.models.size()));
    return {};
}

/// Finds out about the model at which a process ended.
Result<void> ProbeRuntime::askCulprit(Work& work, std::size_t model, const End& end,
                                      const Progress& progress) {
    const std::string text = end.why.what.text();
    if (end.isLate)
        return tell(work, model, {ProbeOutcome::hangs, text});
    const auto byItself = PARTITA_TRY(askOnce(work, {model}, true, progress));
    if (!byItself.left.empty()) // ONNX Runtime crashes without the provider, too
        return tell(work, model, {ProbeOutcome::invalid, text});
    if (m_confirmed >= kConfirmed)
        return tell(work, model, {ProbeOutcome::crashes, text});
    const auto alone = PARTITA_TRY(askOnce(work, {model}, false, progress));
    if (alone.left.empty())
        return {}; // what came before it was to blame
    ++m_confirmed;
    return tell(
        work, model,
        {alone.isLate ? ProbeOutcome::hangs : ProbeOutcome::crashes, alone.why.what.text()});
}

/// Asks about a batch in as many processes as it takes.
Result<void> ProbeRuntime::askBatch(Work& work, std::vector<std::size_t> batch,
                                    const Progress& progress) {
    while (!batch.empty()) {
        const End end = PARTITA_TRY(askOnce(work, batch, false, progress));
        batch = end.left;
        if (batch.empty())
            break;
        PARTITA_TRY(askCulprit(work, batch.front(), end, progress));
        batch.erase(batch.begin());
    }
    return {};
}

Result<void> ProbeRuntime::ask(std::span<const std::string> models, const Told& told,
                               const Progress& progress) {
    Work work{models, told, progress, {}, 0, 0, {}, {}};
    const std::stop_callback forward(progress.stop, [&] { work.stop.request_stop(); });
    const Progress mine{work.stop.get_token(), {}};
    const std::size_t jobs = static_cast<std::size_t>(std::max(m_request.jobs, 1));
    const std::size_t size = std::clamp<std::size_t>(models.size() / jobs, 1, kBatch);
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < std::min(jobs, models.size()); ++i)
        threads.emplace_back([&] {
            while (!work.stop.stop_requested()) {
                auto batch = work.takeBatch(size);
                if (batch.empty())
                    return;
                if (auto asked = askBatch(work, std::move(batch), mine); !asked)
                    work.fail(std::move(asked).error());
            }
        });
    threads.clear(); // waits for them
    if (progress.cancelled())
        return Error{Errc::cancelled, PARTITA_TEXT("cancelled"), {}, {}};
    if (work.error)
        return *std::move(work.error);
    return {};
}

} // namespace partita
