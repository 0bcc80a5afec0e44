// Which passes of the simplifier are enough.

#include "core/tasks/pass_reduction.h"

#include <algorithm>

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

} // namespace
} // namespace partita
