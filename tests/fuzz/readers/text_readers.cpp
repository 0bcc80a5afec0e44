// Texts that people write and Partita saves: scenarios, scripts, recipes of merges, values of nodes.

#include <algorithm>

#include "app/cli/foreign_arguments.h"
#include "core/base/escaped_text.h"
#include "core/base/json.h"
#include "core/base/text_parts.h"
#include "core/data/node_values.h"
#include "core/edits/edit_script.h"
#include "core/epcontext/merge/merge_recipe.h"
#include "core/onnx/parse_text.h"
#include "core/tasks/node_query.h"
#include "core/tasks/scenario/scenario.h"
#include "tests/fuzz/model_invariants.h"
#include "tests/fuzz/readers/readers.h"
#include "tests/fuzz/readers/sample_model.h"
#include "tests/support/taking_provider.h"

namespace partita::fuzz {

namespace {

using nlohmann::json;

/// Whether a script makes a tensor that needs more memory than a fuzzer has.
bool makesTooMuch(const json& form) {
    const auto shape = form.is_object() ? form.find("shape") : form.end();
    double elements = 1;
    if (shape != form.end() && shape->is_array())
        for (const json& size : *shape)
            elements *= size.is_number() ? std::max(1.0, size.get<double>()) : 1;
    return elements > (1 << 20) ||
           (form.is_structured() && std::any_of(form.begin(), form.end(), makesTooMuch));
}

/// The sources of a recipe: models with a binary inside, but for the first letter m of a name.
Result<Model> sourceOfMerge(const std::filesystem::path& path) {
    if (path.filename().string().starts_with('m'))
        return Error{Errc::io, PARTITA_TEXT("it is not there"), {}, {}};
    return parseModelText(kSampleContext);
}

void examineNodeValues(const NamedValues& named) {
    for (const Message& part : valuesOf(sampleModel(), named).summary())
        (void)part.text();
    json list = json::array();
    for (const NamedValues::Entry& entry : named.entries)
        list.push_back({{"name", entry.name}, {"value", entry.text}});
    const auto again = namedValuesFrom(list.dump(-1, ' ', false, json::error_handler_t::replace),
                                       false, named.title);
    if (!again)
        broken("node_values", "what was read is refused: " + again.error().message());
    const auto isSame = [](const NamedValues::Entry& before, const NamedValues::Entry& after) {
        return utf8(before.name) == after.name && utf8(before.text) == after.text &&
               before.number == after.number;
    };
    if (!std::ranges::equal(named.entries, again->entries, isSame))
        broken("node_values", "a value is another one in a list");
}

} // namespace

/// Applies the scenario as well; one provider takes some operators, the last one takes all.
void readScenarioFile(const Buffer& bytes) {
    const auto scenario = scenarioFromJson(std::string(bytes.text()));
    if (!scenario)
        return;
    for (const ScenarioChange& change : scenario->changes) {
        (void)describe(change).text();
        (void)describeWhole(change);
    }
    const auto again = scenarioFromJson(scenarioText(*scenario));
    if (!again)
        broken("scenario", "what was written cannot be read: " + again.error().message());
    if (*again != *scenario)
        broken("scenario", "it is another one after writing");
    if (scenario->changes.size() > 100)
        return;
    using test::TakingProvider;
    const ProviderList providers{
        std::make_shared<TakingProvider>("npu", std::set<std::string>{"Relu", "Add"}),
        std::make_shared<TakingProvider>("cpu", std::set<std::string>{"*"})};
    const AppliedScenario applied = applyScenario(sampleModel(), providers, {}, *scenario);
    for (const NotApplied& problem : applied.notApplied)
        if (problem.change >= scenario->changes.size() || problem.why.text().empty())
            broken("scenario", "a change that is not applied without a reason");
    exerciseModel("scenario", applied.model);
}

/// Plays the script on the sample as far as it can be.
void readScriptFile(const Buffer& bytes) {
    const auto script = parseEditScript(bytes.text(), "script.json", "/nowhere");
    if (!script)
        return;
    std::vector<json> forms;
    for (const ScriptStep& step : *script)
        forms.push_back(step.form);
    const auto again = parseEditScript(scriptText(forms), "script.json", "/nowhere");
    if (!again)
        broken("edit_script", "what was written cannot be read: " + again.error().message());
    if (!std::ranges::equal(*script, *again, {}, &ScriptStep::form, &ScriptStep::form))
        broken("edit_script", "it is another one after writing");
    if (script->size() > 100 || std::ranges::any_of(forms, makesTooMuch))
        return;
    const PlayedScript played = playScript(sampleModel(), *script, true);
    for (const PlayedStep& step : played.steps)
        (void)step.text.text();
    if (const std::string wrong = brokenInvariant(played.model); !wrong.empty())
        broken("edit_script", wrong);
    exerciseModel("edit_script", played.model);
}

/// Plans the merge, too.
void readMergeRecipeFile(const Buffer& bytes) {
    const auto recipe = mergeRecipeFromText(bytes.text(), "/nowhere");
    if (!recipe)
        return;
    const std::string written = mergeRecipeText(*recipe, "/nowhere");
    const auto again = mergeRecipeFromText(written, "/nowhere");
    if (!again)
        broken("merge_recipe", "what was written cannot be read: " + again.error().message());
    if (mergeRecipeText(*again, "/nowhere") != written)
        broken("merge_recipe", "it is another one after writing");
    if (recipe->sources.size() > 4)
        return;
    const MergePlan plan = draftMerge(openSources(*recipe, sourceOfMerge), recipe->options);
    for (const MergeProblem& problem : plan.problems)
        (void)problem.error.message();
}

/// The input as CSV and as JSON.
void readNodeValueFile(const Buffer& bytes) {
    for (const bool isCsv : {true, false})
        if (const auto named = namedValuesFrom(bytes.text(), isCsv, "title"))
            examineNodeValues(*named);
}

/// The text of a search, in the three ways in which it can be meant.
void readNodeQuery(const Buffer& bytes) {
    static const Partitioning kUnplaced;
    for (const NodeQuery::Options options :
         {NodeQuery::Options{false, false}, {true, false}, {false, true}})
        if (const auto query = NodeQuery::parse(bytes.text(), options))
            sampleModel().nodes().forEach([&](NodeId, const auto& node) {
                (void)query->matches(sampleModel(), kUnplaced, *node);
            });
}

/// Each line is a word of a command line; every word must be found again.
void readForeignArguments(const Buffer& bytes) {
    using cli::Arity;
    static constexpr cli::ForeignOption kOptions[] = {
        {"--none", Arity::none, 'n'},         {"--one", Arity::one, 'o'},
        {"--optional", Arity::optional, 'p'}, {"--any", Arity::any, 'a'},
        {"--several", Arity::several, 's'},
    };
    const std::vector<std::string> words = splitText(bytes.text(), '\n');
    const auto found = cli::parseForeign(words, kOptions);
    if (!found)
        return;
    std::size_t count = found->positionals.size();
    for (const auto& given : found->options) {
        if (given.option >= std::size(kOptions))
            broken("foreign_arguments", "an option that there is not");
        count += 1 + given.values.size();
    }
    const auto end = std::ranges::find(words, "--"); // the words behind it are no options
    std::size_t expected = words.size() - (end == words.end() ? 0 : 1);
    for (auto word = words.begin(); word != end; ++word) // --name=value is two
        expected += word->starts_with("--") && word->find('=') < word->find(' ');
    if (count != expected)
        broken("foreign_arguments", "a word is lost, or there twice");
}

} // namespace partita::fuzz
