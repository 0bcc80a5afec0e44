// A merge as a file that is repeated after its sources were compiled again.

#include "core/base/mapped_files.h"
#include "core/epcontext/merge/merge_recipe.h"
#include "tests/support/merges.h"

namespace partita {
namespace {

namespace fs = std::filesystem;
using test::contextModel;
using test::kQnn;
using test::qnnBinary;

class MergeRecipeFile : public test::MergedFiles {
protected:
    void compile(const std::string& name, const std::string& weights = {}) {
        const std::string graph = "QNN_" + name + "_1_0";
        write("in/" + name + ".bin", qnnBinary({graph}) + weights);
        ASSERT_TRUE(writeModel(test::modelFromText(contextModel(kQnn, graph, name + ".bin", graph)),
                               folder / "in" / (name + "_ctx.onnx")));
    }
    static std::vector<MergeInput> open(const MergeRecipe& recipe) {
        return openSources(recipe, [](const fs::path& path) { return readModel(path); });
    }
    static std::string problem(const std::string& text) {
        const auto recipe = mergeRecipeFromText(text, "/somewhere");
        EXPECT_FALSE(recipe) << text;
        return recipe ? std::string() : recipe.error().what.text();
    }
};

TEST_F(MergeRecipeFile, RepeatsTheMergeOfSourcesThatWereCompiledAgain) {
    compile("a");
    compile("b");
    fs::create_directories(folder / "out");
    MergeRecipe recipe{{{folder / "in/a_ctx.onnx", "a_", {}}, {folder / "in/b_ctx.onnx", "", {}}},
                       {}};
    recipe.options.output = folder / "out/merged.onnx";
    recipe.options.connections = {{"2.x", "1.y"}};
    recipe.options.droppedOutputs = {"1.y"};
    recipe.options.outputOrder = {"y"};
    recipe.options.embed = true;
    recipe.options.rewriteBinaries = true;
    write("recipes/m.json", mergeRecipeText(recipe, folder / "recipes"));
    const auto read = readMergeRecipe(folder / "recipes/m.json");
    ASSERT_TRUE(read) << read.error().message();
    EXPECT_EQ(mergeRecipeText(*read, folder / "recipes"),
              mapFile(folder / "recipes/m.json")->text());
    const auto merge = [&] {
        const auto plan = planMerge(open(*read), read->options);
        ASSERT_TRUE(plan) << plan.error().message();
        ASSERT_TRUE(writeMerge(*plan, read->options.output));
    };
    merge();
    compile("b", "new weights");
    merge();
    const auto contexts = epContextsOf(*readModel(folder / "out/merged.onnx"));
    ASSERT_EQ(contexts.size(), 2U);
    EXPECT_TRUE(contexts[1].cache.text().ends_with("new weights"));
}

TEST_F(MergeRecipeFile, MovesWithItsFolder) {
    const MergeRecipe recipe{{{folder / "in/a_ctx.onnx", "a_", "part"}}, {}};
    const std::string text = mergeRecipeText(recipe, folder / "recipes");
    EXPECT_NE(text.find("\"../in/a_ctx.onnx\""), std::string::npos) << text;
    const auto moved = mergeRecipeFromText(text, "/elsewhere/recipes");
    ASSERT_TRUE(moved);
    EXPECT_EQ(moved->sources[0].path, "/elsewhere/in/a_ctx.onnx");
    EXPECT_EQ(moved->sources[0].part, "part");
    EXPECT_TRUE(moved->options.output.empty());
}

TEST_F(MergeRecipeFile, WhatNoLongerFitsIsSaidForEachRow) {
    compile("a");
    compile("b");
    MergeRecipe recipe{{{folder / "in/a_ctx.onnx", "a_", {}},
                        {folder / "in/gone_ctx.onnx", "g_", {}},
                        {folder / "in/b_ctx.onnx", "b_", "no part"}},
                       {}};
    recipe.options.output = folder / "m.onnx";
    recipe.options.connections = {{"1.older", "3.y"}};
    const MergePlan plan = draftMerge(open(recipe), recipe.options);
    ASSERT_EQ(plan.problems.size(), 3U);
    EXPECT_EQ(plan.problems[0].model, 1U);
    EXPECT_EQ(plan.problems[1].model, 2U);
    EXPECT_EQ(plan.problems[2].connection, 0U);
    EXPECT_TRUE(test::valueNamed(plan.model, "a_y")) << "what fits is planned";
}

TEST_F(MergeRecipeFile, SaysWhatIsWrongInIt) {
    const std::string start = R"({"partita_merge": 1, "sources": [{"path": "a.onnx"}])";
    EXPECT_TRUE(mergeRecipeFromText(start + "}", "."));
    EXPECT_EQ(problem("[]"), "the merge recipe: the recipe is no object");
    EXPECT_EQ(problem("{}"), "the merge recipe: the recipe has no 'partita_merge'");
    EXPECT_EQ(problem(R"({"partita_merge": 2})"),
              "the merge recipe: 'partita_merge' is 2, and only 1 is known");
    EXPECT_EQ(problem(R"({"partita_merge": 1})"), "the merge recipe: the recipe has no 'sources'");
    EXPECT_EQ(problem(R"({"partita_merge": 1, "sources": [{"prefix": "a"}]})"),
              "the merge recipe: sources[0] has no 'path'");
    EXPECT_EQ(problem(R"({"partita_merge": 1, "sources": [{"path": ""}]})"),
              "the merge recipe: 'path' in sources[0] is empty");
    EXPECT_EQ(problem(R"({"partita_merge": 1, "sources": [{"path": 1}]})"),
              "the merge recipe: 'path' in sources[0] is no text");
    EXPECT_EQ(problem(start + R"(, "connections": [{"input": "a"}]})"),
              "the merge recipe: connections[0] has no 'output'");
    EXPECT_EQ(problem(start + R"(, "outputs": "a"})"),
              "the merge recipe: 'outputs' in the recipe is no list");
    EXPECT_EQ(problem(start + R"(, "outputs": [1]})"),
              "the merge recipe: 'outputs' in the recipe holds what is no text");
    EXPECT_EQ(
        problem(start + R"(, "binaries": "somewhere"})"),
        "the merge recipe: 'binaries' is 'somewhere', and may be as_they_are, beside or inside");
    EXPECT_EQ(problem(start + R"(, "rewrite_binaries": 1})"),
              "the merge recipe: 'rewrite_binaries' in the recipe is neither true nor false");
    EXPECT_EQ(problem(start + R"(, "colour": 1})"),
              "the merge recipe: nobody knows 'colour' in the recipe");
    EXPECT_FALSE(mergeRecipeFromText("{", "."));
    EXPECT_FALSE(readMergeRecipe(folder / "none.json"));
}

TEST_F(MergeRecipeFile, SuggestedPrefixesAreNeverEqual) {
    EXPECT_EQ(suggestedPrefixes({"/m/enc_ctx.onnx", "/m/dec_ctx.onnx"}),
              (std::vector<std::string>{"enc_", "dec_"}));
    EXPECT_EQ(suggestedPrefixes({"/a/model_ctx.onnx", "/b/model_ctx.onnx", "/b/model_ctx.onnx"}),
              (std::vector<std::string>{"a_model_", "b_model_", "model2_"}));
}

TEST_F(MergeRecipeFile, ModelsOfOneFileNameAreCalledByTheirFolders) {
    const auto labels = [](const std::vector<std::string>& paths) {
        std::vector<MergeInput> sources;
        for (const std::string& path : paths)
            sources.push_back({.path = path, .model = {}, .prefix = {}});
        return sourceLabels(sources);
    };
    EXPECT_EQ(labels({"/m/enc_ctx.onnx", "/m/dec_ctx.onnx"}),
              (std::vector<std::string>{"enc", "dec"}));
    EXPECT_EQ(labels({"/a/model_ctx.onnx", "/b/model_ctx.onnx", "/b/model_ctx.onnx"}),
              (std::vector<std::string>{"a/model", "b/model", "model2"}));
}

} // namespace
} // namespace partita
