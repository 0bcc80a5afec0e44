#include "core/probes/learned_rules.h"

#include <gtest/gtest.h>

#include "core/probes/learned_profile.h"

namespace partita::test {

namespace {

using Kind = TraitKey::Kind;
using Of = TraitKey::Of;

const TraitKey kType{Kind::type, Of::input, "X"}, kRank{Kind::rank, Of::input, "X"},
    kMode{Kind::value, Of::attribute, "mode"};

/// An observation of a node with a type, a rank and a mode.
Observation seen(const std::string& type, const std::string& rank, const std::string& mode,
                 ProbeOutcome outcome) {
    return {{{kType, type}, {kRank, rank}, {kMode, mode}}, outcome};
}

/// All combinations, with what `outcome` says of each.
template <class F> std::vector<Observation> everything(const F& outcome) {
    std::vector<Observation> all;
    for (const char* type : {"float16", "float32", "int8"})
        for (const char* rank : {"2", "3", "4"})
            for (const char* mode : {"linear", "nearest"})
                all.push_back(seen(type, rank, mode, outcome(type, rank, mode)));
    return all;
}

constexpr ProbeOutcome takenIf(bool condition) {
    return condition ? ProbeOutcome::taken : ProbeOutcome::declined;
}

} // namespace

TEST(LearnedRules, WhatOnlyDeclinedNodesHaveIsNotAllowed) {
    const auto rule =
        learnRule(everything([](const std::string& type, const std::string& rank, auto) {
            return takenIf(type != "int8" && rank != "2");
        }));
    ASSERT_TRUE(rule);
    ASSERT_EQ(rule->constraints.size(), 2U);
    EXPECT_EQ(rule->constraints[0].must, (TraitCondition{kType, {"float16", "float32"}, false}));
    EXPECT_EQ(rule->constraints[1].must, (TraitCondition{kRank, {"3", "4"}, false}));
    EXPECT_EQ(rule->unexplained, 0U);
    EXPECT_EQ(rule->taken, 8U);
}

TEST(LearnedRules, ValuesThatDoNotGoTogetherAreACombination) {
    const auto odd = [](const std::string& type, const std::string&, const std::string& mode) {
        return takenIf(type != "float16" || mode != "linear");
    };
    const auto rule = learnRule(everything(odd));
    ASSERT_TRUE(rule);
    ASSERT_EQ(rule->constraints.size(), 1U);
    EXPECT_EQ(rule->constraints[0].when.size(), 1U);
    EXPECT_EQ(rule->constraints[0].evidence, 3U);
    EXPECT_EQ(rule->unexplained, 0U);
}

TEST(LearnedRules, NodesThatAreNoGroupAreSaidBeforeAllElse) {
    const auto apart = [](const std::string& type, const std::string& rank, auto) {
        return type == "int8" ? ProbeOutcome::apart
               : rank == "2"  ? ProbeOutcome::declined
                              : ProbeOutcome::taken;
    };
    const auto rule = learnRule(everything(apart));
    ASSERT_TRUE(rule);
    ASSERT_EQ(rule->constraints.size(), 2U);
    EXPECT_EQ(rule->constraints[0].outcome, ProbeOutcome::apart);
    EXPECT_EQ(rule->predict(seen("int8", "2", "linear", {}).traits), ProbeOutcome::apart);
    EXPECT_EQ(rule->predict(seen("float16", "2", "linear", {}).traits), ProbeOutcome::declined);
    EXPECT_EQ(rule->unexplained, 0U);
    EXPECT_EQ(rule->apart, 6U);
}

TEST(LearnedRules, WhatIsDeclinedInAGroupAndByItselfDoesNotHideThatThereIsNone) {
    const auto rule = learnRule(
        everything([](const std::string& type, const std::string& rank, const std::string& mode) {
            return rank == "2"        ? ProbeOutcome::declined
                   : mode == "linear" ? ProbeOutcome::apart
                   : type == "int8"   ? ProbeOutcome::declined
                                      : ProbeOutcome::taken;
        }));
    ASSERT_TRUE(rule);
    ASSERT_EQ(rule->constraints.size(), 3U);
    EXPECT_EQ(rule->constraints[0].must, (TraitCondition{kMode, {"nearest"}, false}));
    EXPECT_EQ(rule->constraints[0].outcome, ProbeOutcome::apart);
    EXPECT_EQ(rule->constraints[1].must, (TraitCondition{kRank, {"3", "4"}, false}));
    EXPECT_EQ(rule->unexplained, 0U);
}

TEST(LearnedRules, WhereNoGroupIsSeenNodesAreAlwaysByThemselves) {
    const auto rule = learnRule(everything([](auto, auto, auto) { return ProbeOutcome::apart; }));
    ASSERT_TRUE(rule);
    EXPECT_TRUE(rule->alwaysApart);
    EXPECT_EQ(rule->predict(seen("float16", "2", "linear", {}).traits), ProbeOutcome::apart);
    EXPECT_EQ(rule->unexplained, 0U);
}

TEST(LearnedRules, GroupsOfWhichNoneIsTakenAreDeclinedWhereTheyAreSeen) {
    const auto rule = learnRule(everything([](const std::string& type, auto, auto) {
        return type == "int8" ? ProbeOutcome::apart : ProbeOutcome::declined;
    }));
    ASSERT_TRUE(rule);
    EXPECT_TRUE(rule->alwaysDeclines);
    EXPECT_EQ(rule->predict(seen("int8", "2", "linear", {}).traits), ProbeOutcome::apart);
    EXPECT_EQ(rule->predict(seen("float16", "2", "linear", {}).traits), ProbeOutcome::declined);
    EXPECT_EQ(rule->unexplained, 0U);
}

TEST(LearnedRules, ThreeValuesThatDoNotGoTogetherAreFound) {
    auto observations =
        everything([](const std::string& type, const std::string& rank, const std::string& mode) {
            return takenIf(type != "float16" || mode != "linear" || rank != "2");
        });
    observations.push_back(seen("float16", "2", "linear", ProbeOutcome::declined)); // seen twice
    const auto rule = learnRule(observations);
    ASSERT_TRUE(rule);
    EXPECT_EQ(rule->unexplained, 0U);
    EXPECT_EQ(rule->constraints.at(0).when.size(), 2U);
}

TEST(LearnedRules, WhatFailsToCompileIsSaidApart) {
    const auto rule =
        learnRule(everything([](const std::string& type, const std::string& rank, auto) {
            return type == "int8" ? ProbeOutcome::declined
                   : rank == "4"  ? ProbeOutcome::crashes
                                  : ProbeOutcome::taken;
        }));
    ASSERT_TRUE(rule);
    ASSERT_EQ(rule->constraints.size(), 2U);
    EXPECT_EQ(rule->constraints[0].outcome, ProbeOutcome::declined);
    EXPECT_EQ(rule->constraints[1].outcome, ProbeOutcome::fails);
    EXPECT_EQ(rule->predict(seen("float32", "4", "linear", {}).traits), ProbeOutcome::fails);
    EXPECT_EQ(rule->predict(seen("int8", "4", "linear", {}).traits), ProbeOutcome::declined);
}

TEST(LearnedRules, AnOperatorThatNeverCompilesAlwaysFails) {
    const auto rule = learnRule(everything([](const std::string& type, auto, auto) {
        return type == "int8" ? ProbeOutcome::declined : ProbeOutcome::fails;
    }));
    ASSERT_TRUE(rule);
    EXPECT_TRUE(rule->alwaysFails);
    EXPECT_EQ(rule->predict(seen("float32", "2", "linear", {}).traits), ProbeOutcome::fails);
}

TEST(LearnedRules, NothingIsLearnedWhereNothingWasTaken) {
    EXPECT_FALSE(learnRule(everything([](auto, auto, auto) { return ProbeOutcome::declined; })));
    EXPECT_FALSE(learnRule(everything([](auto, auto, auto) { return ProbeOutcome::invalid; })));
}

TEST(LearnedRules, ASingleOddAnswerIsNotMadeARule) {
    auto observations = everything([](auto, auto, auto) { return ProbeOutcome::taken; });
    observations.push_back(
        seen("float32", "2", "linear", ProbeOutcome::declined)); // and taken, too
    const auto rule = learnRule(observations);
    ASSERT_TRUE(rule);
    EXPECT_TRUE(rule->constraints.empty());
    EXPECT_EQ(rule->unexplained, 1U);
}

TEST(LearnedRules, RanksAboveTheFirstRefusedOneAreRefused) {
    std::vector<Observation> observations;
    for (const char* rank : {"1", "2", "3", "4", "5"}) {
        observations.push_back(seen("float32", rank, "linear", ProbeOutcome::taken));
        if (rank[0] <= '3') // of rank 5, nothing is known in this type
            observations.push_back(seen("float16", rank, "linear", takenIf(rank[0] < '3')));
    }
    observations.push_back(seen("float16", "3", "linear", ProbeOutcome::declined)); // seen twice
    const auto rule = learnRule(observations);
    ASSERT_TRUE(rule);
    EXPECT_EQ(rule->predict(seen("float16", "5", "linear", {}).traits), ProbeOutcome::declined);
    EXPECT_EQ(rule->predict(seen("float16", "2", "linear", {}).traits), ProbeOutcome::taken);
    EXPECT_EQ(rule->predict(seen("float32", "5", "linear", {}).traits), ProbeOutcome::taken);
}

TEST(LearnedRules, AnUnknownNumberOfAxesIsRefusedWithUnknownSizes) {
    const TraitKey a{Kind::shape, Of::input, "A"}, b{Kind::shape, Of::input, "B"};
    std::vector<Observation> observations;
    for (const char* shape : {"static", "dynamic", "unranked"}) {
        observations.push_back({{{a, "static"}, {b, shape}}, takenIf(shape[0] == 's')});
        if (shape[0] != 'u') // with a known B, no unranked A was asked about
            observations.push_back({{{a, shape}, {b, "static"}}, takenIf(shape[0] == 's')});
    }
    observations.push_back({{{a, "unranked"}, {b, "unranked"}}, ProbeOutcome::declined});
    const auto rule = learnRule(observations);
    ASSERT_TRUE(rule);
    EXPECT_EQ(rule->predict({{a, "unranked"}, {b, "static"}}), ProbeOutcome::declined);
    EXPECT_EQ(rule->predict({{a, "static"}, {b, "static"}}), ProbeOutcome::taken);
}

TEST(LearnedRules, WhatIsNotKnownIsNoReasonToDecline) {
    const auto rule = learnRule(
        everything([](const std::string& type, auto, auto) { return takenIf(type != "int8"); }));
    ASSERT_TRUE(rule);
    EXPECT_EQ(rule->predict({{kRank, "2"}}), ProbeOutcome::taken);
}

} // namespace partita::test
