#include "core/tasks/learning/probe_answers.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "core/base/json.h"
#include "core/base/mapped_files.h"
#include "core/base/text_parts.h"
#include "core/base/try.h"

namespace partita {

namespace {

using nlohmann::json;

/// What the answers depend on.
json headOf(const ProbeRequest& of) {
    json head{{"probe_answers", 1},
              {"python", of.runtime.python},
              {"providers", requestOf({of.provider})},
              {"config", of.config}};
    if (of.settings != SessionSettings())
        head["settings"] = settingsJson(of.settings);
    return head;
}

Error notThese(const std::filesystem::path& path, const Message& why) {
    return {Errc::usage,
            PARTITA_TEXT("the file does not hold answers to go on from: {0}", why),
            {path.string()},
            PARTITA_TEXT("name another file, or remove this one")};
}

} // namespace

Result<ProbeAnswers> ProbeAnswers::open(const std::filesystem::path& path, const ProbeRequest& of) {
    ProbeAnswers answers;
    if (path.empty())
        return answers;
    const json head = headOf(of);
    std::error_code failed;
    if (!std::filesystem::exists(path, failed)) {
        answers.m_path = path;
        answers.m_head = head.dump() + "\n";
        return answers;
    }
    answers.m_file = AppendedFile::leftBehind(path);
    if (!answers.m_file)
        return notThese(path, PARTITA_TEXT("another process uses it, or it cannot be opened"));
    const Buffer content = PARTITA_TRY(answers.m_file->content());
    PARTITA_TRY(answers.read(content.text(), head));
    return answers;
}

Result<void> ProbeAnswers::read(std::string_view text, const json& head) {
    const auto& path = m_file->path();
    const auto lines = splitText(text, '\n');
    const auto first = parseJson(lines.front());
    if (!first || !first->is_object() || !first->contains("probe_answers"))
        return notThese(path, PARTITA_TEXT("it begins in another way"));
    if (*first != head)
        return notThese(path, PARTITA_TEXT("they are of another provider or of other options"));
    for (std::size_t i = 1; i + 1 < lines.size(); ++i) { // behind the last line end: half a line
        const auto line = parseJson(lines[i]);
        if (!line)
            continue; // that was half a line once
        if (const std::string name = textOf(*line, "provider"); !name.empty())
            m_provider = {name, textOf(*line, "package"), textOf(*line, "onnxruntime")};
        const std::string key = textOf(*line, "probe");
        if (const auto outcome = outcomeFromName(textOf(*line, "outcome")); outcome && !key.empty())
            m_answers[key] = {*outcome, textOf(*line, "text")};
    }
    if (!lines.back().empty()) {
        const Bytes end = std::as_bytes(std::span("\n", 1));
        PARTITA_TRY(m_file->append(end));
    }
    return {};
}

bool ProbeAnswers::hasAny() const {
    return std::ranges::any_of(m_answers, [](const auto& each) {
        return each.second.outcome != ProbeOutcome::crashes &&
               each.second.outcome != ProbeOutcome::hangs;
    });
}

const ProbeAnswer* ProbeAnswers::find(const std::string& key) const {
    const auto at = m_answers.find(key);
    return at == m_answers.end() ? nullptr : &at->second;
}

Result<void> ProbeAnswers::append(const json& line) {
    if (!m_file && m_path.empty())
        return {};
    if (!m_file) {
        m_file = PARTITA_TRY(AppendedFile::create(m_path));
        PARTITA_TRY(m_file->append(std::as_bytes(std::span(m_head))));
    }
    const std::string text = line.dump(-1, ' ', false, json::error_handler_t::replace) + "\n";
    return m_file->append(std::as_bytes(std::span(text)));
}

Result<void> ProbeAnswers::add(const std::string& key, const ProbeAnswer& answer) {
    m_answers[key] = answer;
    json line{{"probe", key}, {"outcome", outcomeName(answer.outcome)}};
    if (!answer.text.empty())
        line["text"] = answer.text;
    return append(line);
}

Result<void> ProbeAnswers::setProvider(const ProbedProvider& provider) {
    if (provider.name.empty() || provider.name == m_provider.name)
        return {};
    m_provider = provider;
    return append({{"provider", provider.name},
                   {"package", provider.package},
                   {"onnxruntime", provider.onnxruntime}});
}

void ProbeAnswers::remove() {
    if (m_file)
        m_file->remove();
    m_file.reset();
}

} // namespace partita
