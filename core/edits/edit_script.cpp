#include "core/edits/edit_script.h"

#include "core/base/json_lines.h"
#include "core/base/mapped_files.h"
#include "core/base/try.h"
#include "core/edits/context_rules.h"
#include "core/edits/script_steps.h"
#include "core/ir/ep_context.h"

namespace partita {

namespace {

using nlohmann::json;

Error badScript(const std::string& place, Message what) {
    std::vector<Message> where;
    if (!place.empty())
        where.emplace_back(place);
    return {Errc::usage, std::move(what), std::move(where),
            PARTITA_TEXT("docs/editing.md lists the edits and their keys")};
}

/// `number`: of the step in its script; 0: it is in none.
Result<ScriptStep> stepFrom(const json& form, const std::string& place, std::size_t number) {
    const auto wrong = [&](const Message& what) {
        return badScript(place, number ? PARTITA_TEXT("step {0} {1}", number, what)
                                       : PARTITA_TEXT("the step {0}", what));
    };
    if (!form.is_object())
        return wrong(PARTITA_TEXT("is no JSON object"));
    const auto op = form.find("op");
    if (op == form.end() || !op->is_string())
        return wrong(PARTITA_TEXT("has no \"op\""));
    ScriptStep step{op->get<std::string>(), form, {}, place};
    if (const Message what = wrongStep(step.op, form); !what.empty())
        return wrong(what);
    return step;
}

/// Does one line; the edits are added to `played`. `before`: the model before all lines, if it is
/// compiled.
PlayedStep play(PlayedScript& played, const ScriptStep& step, const Model* before) {
    PlayedStep result{step.op, step.place, 0, false, {}};
    const auto meant = editsOf(played.model, step.op, step.form, step.folder);
    if (!meant) {
        result.text = meant.error().whole();
        return result;
    }
    result.matched = meant->matched;
    Model model = played.model;
    std::vector<Edited> edits;
    for (const Edit& edit : meant->edits) {
        auto edited = applyEdit(model, edit);
        if (!edited) {
            result.text = edited.error().whole();
            return result;
        }
        model = model.with(edited->delta);
        edits.push_back(*std::move(edited));
    }
    if (before)
        if (const auto kept = checkContexts(*before, played.model, model); !kept) {
            result.text = kept.error().whole();
            return result;
        }
    result.text = edits.size() > 1
                      ? PARTITA_TEXT("{0}, and {1} more", edits.front().what, edits.size() - 1)
                  : edits.empty() ? PARTITA_TEXT("nothing to do")
                                  : edits.front().what;
    result.done = true;
    played.model = std::move(model);
    for (Edited& edited : edits)
        played.edits.push_back(std::move(edited));
    played.made.insert(played.made.end(), meant->edits.begin(), meant->edits.end());
    return result;
}

} // namespace

Result<EditScript> parseEditScript(std::string_view text, const std::string& name,
                                   const std::filesystem::path& folder) {
    const auto parsed = PARTITA_TRY(parseLinedJson(text, name));
    const json& whole = parsed.document;
    const auto at = [&](const std::string& pointer) {
        return name + ":" + std::to_string(parsed.line(pointer));
    };
    if (!whole.is_object())
        return badScript(at(""), PARTITA_TEXT("the script is no JSON object"));
    if (whole.value("version", json()) != json(1))
        return badScript(at("/version"), PARTITA_TEXT("the script does not have \"version\": 1"));
    for (const auto& entry : whole.items())
        if (entry.key() != "version" && entry.key() != "edits")
            return badScript(at("/" + entry.key()),
                             PARTITA_TEXT("the script has an unknown key \"{0}\"", entry.key()));
    if (!whole.contains("edits") || !whole["edits"].is_array())
        return badScript(at("/edits"), PARTITA_TEXT("the script has no list \"edits\""));
    EditScript script;
    for (const json& form : whole["edits"]) {
        const std::size_t index = script.size();
        auto step = PARTITA_TRY(stepFrom(form, at("/edits/" + std::to_string(index)), index + 1));
        step.folder = folder;
        script.push_back(std::move(step));
    }
    return script;
}

Result<EditScript> readEditScript(const std::filesystem::path& path) {
    const auto file = PARTITA_TRY(mapFile(path));
    return parseEditScript(file.text(), path.string(), path.parent_path());
}

Result<ScriptStep> scriptStep(json form) { return stepFrom(form, {}, 0); }

std::string scriptText(const std::vector<json>& steps) {
    std::string text = "{\n  \"version\": 1,\n  \"edits\": [";
    for (std::size_t i = 0; i < steps.size(); ++i)
        text += (i ? ",\n    " : "\n    ") +
                steps[i].dump(-1, ' ', false, json::error_handler_t::replace);
    return text + "\n  ]\n}\n";
}

PlayedScript playScript(const Model& model, const EditScript& script, bool partly,
                        const Progress& progress) {
    PlayedScript played{model, {}, {}, {}, true};
    const bool isCompiled = !epContextsOf(model).empty();
    for (const ScriptStep& step : script) {
        if (progress.cancelled()) {
            played.steps.push_back({step.op, step.place, 0, false, PARTITA_TEXT("cancelled")});
            played.complete = false;
            break;
        }
        played.steps.push_back(play(played, step, isCompiled ? &model : nullptr));
        played.complete = played.complete && played.steps.back().done;
    }
    if (played.complete || partly)
        return played;
    // By halves is not at all.
    for (PlayedStep& step : played.steps)
        step.done = false;
    played.model = model;
    played.edits.clear();
    played.made.clear();
    return played;
}

} // namespace partita
