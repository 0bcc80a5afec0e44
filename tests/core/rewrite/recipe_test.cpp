// Recipes of a simplification are written, read back and applied.

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/rewrite/recipe.h"
#include "tests/support/passes.h"

namespace partita {
namespace {

using namespace test;

TEST(Recipe, MayConcernSomeNodesOnly) {
    const Model model = parse("g (float[2] x) => (float[2] y) { [one] a = Identity(x) [two] b = "
                              "Identity(a) y = Relu(b) }");
    Recipe recipe;
    recipe.onlyNodes = {"two"};
    const auto result = applyRecipe(model, recipe, {});
    ASSERT_TRUE(result);
    EXPECT_EQ(operators(result->model), "Identity Relu");
    EXPECT_TRUE(test::nodeNamed(result->model, "one"));
}

TEST(Recipe, ReadsBackWhatItWrote) {
    Recipe recipe;
    recipe.onlyNodes = {"one"};
    recipe.passes = {"eliminate_identity"};
    recipe.rounds = 3;
    recipe.skips = {{"eliminate_identity", "one", 2}};
    recipe.inputShapes = {{"x", {1, 3}}};
    recipe.mayGrow = true;
    const auto read = recipeFromJson(toJson(recipe).dump());
    ASSERT_TRUE(read) << read.error().message();
    EXPECT_EQ(*read, recipe);
}

TEST(Recipe, SaysWhatIsWrongWithIt) {
    for (const char* text :
         {"", "[]", "{}", R"({"partita_recipe": 2})",
          R"({"partita_recipe": 1, "passes": ["none"]})", R"({"partita_recipe": 1, "passes": 3})",
          R"({"partita_recipe": 1, "colour": true})"}) {
        const auto read = recipeFromJson(text);
        ASSERT_FALSE(read) << text;
        EXPECT_EQ(read.error().code, Errc::usage);
    }
}

} // namespace
} // namespace partita
