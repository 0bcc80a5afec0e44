#include "core/rewrite/recipe.h"

#include <algorithm>
#include <cstdlib>

#include "core/base/json.h"
#include "core/base/mapped_files.h"
#include "core/base/number_text.h"
#include "core/base/try.h"
#include "core/base/typed_text.h"
#include "core/onnx/convert_version.h"
#include "core/onnx/infer_shapes.h"

namespace partita {

namespace {

constexpr int kRounds = 50;
constexpr std::uint64_t kMostRounds = 100000;

/// The default number of rounds: onnxsim's environment variable, or 50.
int defaultRounds() {
    const char* given = std::getenv("ONNXSIM_FIXED_POINT_ITERS");
    const auto rounds = given ? parseWholeNumber(given) : std::nullopt;
    return rounds && *rounds > 0 && *rounds <= kMostRounds ? static_cast<int>(*rounds) : kRounds;
}

Result<Model> withoutOutputs(const Model& model, const std::vector<std::string>& names) {
    ModelEditor editor(model);
    for (const std::string& name : names) {
        bool found = false;
        editor.changeGraph(model.mainGraph(), [&](Graph& graph) {
            found = std::erase_if(graph.outputs,
                                  [&](ValueId id) { return model.value(id)->name == name; }) > 0;
        });
        if (!found)
            return Error{Errc::usage,
                         PARTITA_TEXT("the model has no output '{0}'", name),
                         {},
                         seeTyped(PARTITA_TEXT("name an output of the model"), "`info`")};
    }
    if (!names.empty() && editor.model().graph(model.mainGraph())->outputs.empty())
        return Error{Errc::usage,
                     PARTITA_TEXT("no output would be left"),
                     {},
                     PARTITA_TEXT("keep at least one")};
    return editor.model();
}

/// Whether a rewrite matches, removes or changes one of the nodes. A change of a node's inputs
/// alone does not count: it is a side effect of rewriting another node.
bool concerns(const Rewrite& rewrite, const std::vector<std::string>& labels) {
    const auto named = [&](const std::string& label) {
        return std::ranges::find(labels, label) != labels.end();
    };
    return named(rewrite.anchorName) ||
           std::ranges::any_of(rewrite.delta.nodes, [&](const auto& change) {
               return change.before && named(change.before->label()) &&
                      (!change.after || change.after->outputs != change.before->outputs ||
                       change.after->opType != change.before->opType ||
                       change.after->attributes != change.before->attributes);
           });
}

} // namespace

Result<Model> prepareModel(const Model& model, const Recipe& recipe) {
    auto fewer = withoutOutputs(model, recipe.unusedOutputs);
    if (fewer && recipe.targetOpset)
        fewer = convertVersion(*fewer, recipe.targetOpset);
    if (!fewer || recipe.inputShapes.empty())
        return fewer;
    return fixInputShapes(*fewer, recipe.inputShapes);
}

Result<PipelineResult> applyRecipe(const Model& model, const Recipe& recipe, PassOptions options) {
    options.mayGrow = recipe.mayGrow;
    options.mutableInitializers = recipe.mutableInitializers;
    if (recipe.tunableInitializers)
        model.values().forEach([&](ValueId id, const auto& value) {
            if (value->isConstant())
                options.tunable.insert(id);
        });
    options.tensorSizeThreshold = recipe.tensorSizeThreshold;
    if (!recipe.skips.empty() || !recipe.onlyNodes.empty()) {
        const auto decide = options.decide;
        options.decidesByModel = false; // skips may be of single rounds
        options.decide = [&recipe, decide](const Rewrite& rewrite, int round, const Model& after) {
            if (!recipe.onlyNodes.empty() && !concerns(rewrite, recipe.onlyNodes))
                return Decision::skip;
            const bool skip = std::ranges::any_of(recipe.skips, [&](const Recipe::Skip& each) {
                return each.pass == rewrite.pass &&
                       (each.anchor == "*" || each.anchor == rewrite.anchorName) &&
                       (each.round == 0 || each.round == round) && round >= each.fromRound;
            });
            if (skip)
                return Decision::skip;
            return decide ? decide(rewrite, round, after) : Decision::keep;
        };
    }
    if (!recipe.passes.empty())
        return runPasses(model, recipe.passes, std::max(1, recipe.rounds), options);
    SimplifyOptions simplify;
    simplify.pass = options;
    simplify.optimize = recipe.optimize;
    simplify.fold = recipe.fold;
    simplify.inferShapes = recipe.inferShapes;
    simplify.mutableInitializers = recipe.mutableInitializers;
    simplify.skipped = recipe.skipped;
    simplify.also = recipe.also;
    simplify.maxRounds = recipe.rounds > 0 ? recipe.rounds : defaultRounds();
    return simplifyModel(model, simplify);
}

nlohmann::json toJson(const Recipe& recipe) {
    nlohmann::json skips = nlohmann::json::array();
    for (const Recipe::Skip& each : recipe.skips) {
        skips.push_back({{"pass", each.pass}, {"node", each.anchor}});
        if (each.round)
            skips.back()["round"] = each.round;
        if (each.fromRound)
            skips.back()["from_round"] = each.fromRound;
    }
    // Only values that differ from their defaults, so that better defaults apply to old recipes.
    nlohmann::json json = {{"partita_recipe", 1}};
    const Recipe standard;
    const auto put = [&](const char* key, const auto& value, const auto& otherwise) {
        if (value != otherwise)
            json[key] = value;
    };
    put("passes", recipe.passes, standard.passes);
    put("rounds", recipe.rounds, standard.rounds);
    put("skip", recipe.skipped, standard.skipped);
    put("also", recipe.also, standard.also);
    put("skip_rewrites", skips, nlohmann::json::array());
    put("only_nodes", recipe.onlyNodes, standard.onlyNodes);
    put("input_shapes", recipe.inputShapes, standard.inputShapes);
    put("unused_outputs", recipe.unusedOutputs, standard.unusedOutputs);
    put("target_opset", recipe.targetOpset, 0);
    put("optimize", recipe.optimize, true);
    put("fold", recipe.fold, true);
    put("infer_shapes", recipe.inferShapes, true);
    put("mutable_initializers", recipe.mutableInitializers, false);
    put("tunable_initializers", recipe.tunableInitializers, false);
    put("may_grow", recipe.mayGrow, false);
    put("tensor_size_threshold", recipe.tensorSizeThreshold, standard.tensorSizeThreshold);
    return json;
}

std::string recipeText(const Recipe& recipe) {
    return toJson(recipe).dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

namespace {

void readSkips(const nlohmann::json& list, Recipe& recipe) {
    for (const auto& each : list)
        recipe.skips.push_back({each.at("pass").get<std::string>(),
                                each.at("node").get<std::string>(), each.value("round", 0),
                                each.value("from_round", 0)});
}

/// Reads one entry; throws nlohmann::json::exception for a wrong value.
void readEntry(const std::string& key, const nlohmann::json& value, Recipe& recipe,
               std::string& unknown) {
    if (key == "passes")
        value.get_to(recipe.passes);
    else if (key == "rounds")
        value.get_to(recipe.rounds);
    else if (key == "skip")
        value.get_to(recipe.skipped);
    else if (key == "also")
        value.get_to(recipe.also);
    else if (key == "skip_rewrites")
        readSkips(value, recipe);
    else if (key == "only_nodes")
        value.get_to(recipe.onlyNodes);
    else if (key == "input_shapes")
        value.get_to(recipe.inputShapes);
    else if (key == "unused_outputs")
        value.get_to(recipe.unusedOutputs);
    else if (key == "target_opset")
        value.get_to(recipe.targetOpset);
    else if (key == "optimize")
        value.get_to(recipe.optimize);
    else if (key == "fold")
        value.get_to(recipe.fold);
    else if (key == "infer_shapes")
        value.get_to(recipe.inferShapes);
    else if (key == "mutable_initializers")
        value.get_to(recipe.mutableInitializers);
    else if (key == "tunable_initializers")
        value.get_to(recipe.tunableInitializers);
    else if (key == "may_grow")
        value.get_to(recipe.mayGrow);
    else if (key == "tensor_size_threshold")
        value.get_to(recipe.tensorSizeThreshold);
    else
        unknown = key;
}

Error badRecipe(const Message& what) {
    return {Errc::usage,
            PARTITA_TEXT("the recipe {0}", what),
            {},
            PARTITA_TEXT("compare it with one that was saved")};
}

} // namespace

Result<Recipe> recipeFromJson(const std::string& text) {
    const auto parsed = parseJson(text);
    if (!parsed)
        return badRecipe(PARTITA_TEXT("is {0}", parsed.error().what));
    const nlohmann::json& json = *parsed;
    if (!json.is_object())
        return badRecipe(PARTITA_TEXT("is no JSON object"));
    if (json.value("partita_recipe", nlohmann::json()) != nlohmann::json(1))
        return badRecipe(PARTITA_TEXT("does not start with \"partita_recipe\": 1"));
    Recipe recipe;
    for (const auto& [key, value] : json.items()) {
        if (key == "partita_recipe")
            continue;
        std::string unknown;
        try {
            readEntry(key, value, recipe, unknown);
        } catch (const nlohmann::json::exception& error) {
            return badRecipe(PARTITA_TEXT("has a wrong value for \"{0}\": {1}", key, error.what()));
        }
        if (!unknown.empty())
            return badRecipe(PARTITA_TEXT("has an unknown key \"{0}\"", key));
    }
    for (const auto* list : {&recipe.passes, &recipe.skipped, &recipe.also})
        for (const std::string& name : *list)
            if (!findPass(name))
                return badRecipe(PARTITA_TEXT("names a pass '{0}' that does not exist", name));
    return recipe;
}

Result<Recipe> readRecipe(const std::filesystem::path& path) {
    auto file = PARTITA_TRY(mapFile(path));
    auto recipe = recipeFromJson(std::string(file.text()));
    if (!recipe)
        return std::move(recipe).error().at(path.string());
    return recipe;
}

} // namespace partita
