#include "core/edits/history_script.h"

#include <algorithm>

#include "core/base/atomic_files.h"
#include "core/base/try.h"
#include "core/onnx/write.h"

namespace partita {

namespace {

/// The steps without those that a later one took back, by their places.
std::vector<std::size_t> lasting(const std::vector<HistoryStep>& steps) {
    std::vector<std::size_t> kept;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const auto sameVersion = [&](std::size_t at) {
            return steps[at].version == steps[i].version;
        };
        const auto earlier = std::ranges::find_if(kept, sameVersion);
        if (steps[i].version == 0)
            kept.clear();
        else if (earlier != kept.end())
            kept.erase(earlier + 1, kept.end());
        else
            kept.push_back(i);
    }
    return kept;
}

/// The lines of one step. Its files are added only with them.
Result<std::vector<nlohmann::json>> linesOf(const HistoryStep& step, Model model,
                                            ScriptFiles& files) {
    if (step.edits.empty())
        return Error{Errc::unsupported, PARTITA_TEXT("no edit made this step"), {}, {}};
    ScriptFiles more = files;
    std::vector<nlohmann::json> lines;
    for (std::size_t i = 0; i < step.edits.size(); ++i) {
        lines.push_back(PARTITA_TRY(scriptOf(step.edits[i], model, more)));
        if (i + 1 < step.edits.size())
            model = model.with(step.deltas[i]);
    }
    files = std::move(more);
    return lines;
}

Result<void> write(FilesTogether& files, const std::filesystem::path& path,
                   const std::string& text) {
    const Bytes bytes = std::as_bytes(std::span(text));
    return files.write(path, std::span(&bytes, 1));
}

} // namespace

HistoryScript historyScript(const Model& after, const std::vector<HistoryStep>& steps,
                            const std::string& prefix) {
    std::vector<Model> before(steps.size()); // they share what is the same
    Model model = after;
    for (std::size_t i = steps.size(); i-- > 0;)
        before[i] = model = model.with(steps[i].delta->inverse());
    HistoryScript script;
    script.files.prefix = prefix;
    for (const std::size_t i : lasting(steps)) {
        auto lines = linesOf(steps[i], before[i], script.files);
        if (!lines)
            script.leftOut.push_back(steps[i].what);
        else
            script.lines.insert(script.lines.end(), lines->begin(), lines->end());
    }
    return script;
}

Result<void> writeScript(const std::filesystem::path& path, const HistoryScript& script) {
    std::error_code ignored;
    FilesTogether files(std::filesystem::exists(path, ignored) ? Replace::yes : Replace::no);
    const auto folder = path.parent_path();
    for (const auto& [name, tensor] : script.files.tensors)
        PARTITA_TRY(write(files, folder / name, serializeTensor(*tensor)));
    for (const auto& [name, model] : script.files.models)
        PARTITA_TRY(write(files, folder / name, PARTITA_TRY(serializeModel(model))));
    PARTITA_TRY(write(files, path, scriptText(script.lines)));
    files.keep();
    return {};
}

} // namespace partita
