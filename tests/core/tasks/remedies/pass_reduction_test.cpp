// Which passes of the simplifier are enough.

#include "core/tasks/remedies/pass_reduction.h"

#include <algorithm>
#include <optional>

#include <gtest/gtest.h>

namespace partita {
namespace {

using Passes = std::vector<std::string>;

Passes numbered(int count) {
    Passes passes;
    for (int i = 0; i < count; ++i)
        passes.push_back("p" + std::to_string(i));
    return passes;
}

/// Reduces passes of which `needed` are enough together, and counts the trials.
struct Reduced {
    Reduced(const Passes& passes, const Passes& ranked, const Passes& needed, int most = 1000)
        : result(reducePasses(
              passes, ranked,
              [&](const Passes& some) {
                  ++trials;
                  return std::ranges::all_of(needed, [&](const std::string& pass) {
                      return std::ranges::find(some, pass) != some.end();
                  });
              },
              [&] { return trials < most; })) {}
    int trials = 0;
    PassReduction result;
};

TEST(PassReduction, FindsThePassesThatAreNeeded) {
    const Passes all = numbered(16), ranked(all.rbegin(), all.rend());
    for (const Passes& needed :
         {Passes{"p3", "p11"}, Passes{"p14", "p15"}, Passes{"p0", "p1", "p9"}, numbered(16)}) {
        const Reduced reduced(all, ranked, needed);
        EXPECT_EQ(reduced.result.passes, needed) << "in the order in which they run";
        EXPECT_TRUE(reduced.result.isFewest);
    }
}

TEST(PassReduction, PassesOfMuchEffectAreFoundByFewTrials) {
    const Passes all = numbered(16), ranked(all.rbegin(), all.rend());
    EXPECT_LE(Reduced(all, ranked, {"p14", "p15"}).trials, 6);
    EXPECT_LE(Reduced(all, ranked, {"p13", "p14", "p15"}).trials, 9);
}

TEST(PassReduction, SaysWhereItHadToEnd) {
    const Passes all = numbered(16), ranked(all.rbegin(), all.rend());
    const Reduced reduced(all, ranked, {"p0", "p1"}, 3);
    EXPECT_FALSE(reduced.result.isFewest);
    EXPECT_EQ(reduced.trials, 3);
    EXPECT_TRUE(std::ranges::find(reduced.result.passes, "p0") != reduced.result.passes.end());
}

TEST(PassReduction, TheNextQuestionsAreThoseThatAreAskedIfTheAnswerIsNo) {
    const Passes all = numbered(8), ranked(all.rbegin(), all.rend());
    std::vector<std::pair<Passes, bool>> asked;
    const auto isEnough = [&](const Passes& some) {
        const bool enough = std::ranges::find(some, "p2") != some.end() &&
                            std::ranges::find(some, "p7") != some.end();
        asked.emplace_back(some, enough);
        return enough;
    };
    reducePasses(all, ranked, isEnough, [] { return true; });
    std::size_t foreseen = 0;
    for (std::size_t i = 0; i < asked.size(); ++i) {
        const auto known = [&](const Passes& some) -> std::optional<bool> {
            for (std::size_t k = 0; k < i; ++k)
                if (asked[k].first == some)
                    return asked[k].second;
            return std::nullopt;
        };
        const auto next = nextQuestions(all, ranked, known, 2);
        ASSERT_LE(next.size(), 2U);
        if (std::ranges::any_of(asked.begin(), asked.begin() + static_cast<std::ptrdiff_t>(i),
                                [&](const auto& each) { return each.first == asked[i].first; }))
            continue; // it is known already
        ASSERT_FALSE(next.empty());
        EXPECT_EQ(next[0], asked[i].first) << "question " << i;
        foreseen += next.size() > 1 && i + 1 < asked.size() && next[1] == asked[i + 1].first;
    }
    EXPECT_GT(foreseen, 0U);
    EXPECT_TRUE(nextQuestions(
                    all, ranked, [](const Passes&) { return std::nullopt; }, 0)
                    .empty());
}

} // namespace
} // namespace partita
