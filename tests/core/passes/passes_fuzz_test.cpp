#include <algorithm>
#include <cstdlib>
#include <random>

#include "core/onnx/infer_shapes.h"
#include "core/rewrite/rewrite_history.h"
#include "tests/support/passes.h"
#include "tests/support/random_models.h"

namespace partita {
namespace {

using namespace test;

std::uint64_t fromEnvironment(const char* name, std::uint64_t otherwise) {
    const char* text = std::getenv(name);
    return text ? std::strtoull(text, nullptr, 10) : otherwise;
}

/// Whether a pass keeps inputs, outputs and results; the others run only when named.
bool keepsTheFunction(const PassInfo& info) {
    static const std::set<std::string_view> kOthers = {"rename_input_output", "split_init",
                                                       "split_predict", "rewrite_input_dtype"};
    return !kOthers.contains(info.name);
}

/// Runs 300 models, or PARTITA_FUZZ_CASES from the seed PARTITA_FUZZ_SEED on.
TEST(PassesFuzz, AnyPassesInAnyOrderKeepModelsValidAndTheirNumbers) {
    std::vector<std::string> names;
    for (const PassInfo& info : passCatalogue())
        if (keepsTheFunction(info))
            names.emplace_back(info.name);
    const std::uint64_t cases = fromEnvironment("PARTITA_FUZZ_CASES", 300),
                        first = fromEnvironment("PARTITA_FUZZ_SEED", 1);
    std::size_t rewrites = 0;
    for (std::uint64_t seed = first; seed < first + cases; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        std::mt19937_64 random(seed);
        const std::string text = randomGraphText(random);
        const Model parsed = parse(text, random() % 2 ? 23 : 18);
        const auto inferred = inferShapes(parsed);
        ASSERT_TRUE(inferred) << inferred.error().message() << "\n" << text;
        const Model model = random() % 4 ? *inferred : parsed;
        std::vector<std::string> passes = names;
        std::shuffle(passes.begin(), passes.end(), random);
        passes.resize(1 + random() % passes.size());
        auto result = apply(model, passes, 1 + static_cast<int>(random() % 3));
        ASSERT_TRUE(result) << result.error().message() << "\n" << text;
        rewrites += result->rewrites();
        expectSame(model, result->model);
        RewriteHistory history(model, *std::move(result));
        if (history.size() > 0) { // any state, and the undo of any rewrite
            expectSame(model, history.at(random() % history.size()));
            const std::size_t undone = random() % history.size();
            SCOPED_TRACE("undone " + std::to_string(undone) + ", " +
                         std::string(history.rewrite(undone).pass));
            expectSame(model, history.without(undone).result().model);
        }
        if (testing::Test::HasFailure()) {
            std::string list;
            for (const std::string& pass : passes)
                list += pass + ",";
            FAIL() << text << "\npasses " << list;
        }
    }
    EXPECT_GT(rewrites, cases); // the models have patterns that passes look for
}

} // namespace
} // namespace partita
