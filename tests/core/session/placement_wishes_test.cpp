#include <gtest/gtest.h>

#include "core/report/placement_difference_report.h"
#include "core/session/partitioner.h"
#include "core/session/placement_difference.h"
#include "tests/support/models.h"
#include "tests/support/taking_provider.h"

namespace partita {
namespace {

using test::modelFromText;
using test::nodeNamed;
using test::TakingProvider;

const char* const kWishedChain = R"(<ir_version: 9, opset_import: ["" : 18]>
c (float[1, 8] x) => (float[1, 8] y) {
  [r] a = Relu(x)  [s] b = Sigmoid(a)  [t] c = Tanh(b)  [u] y = Relu(c)
})";

struct Placement {
    Model model = modelFromText(kWishedChain);
    ProviderList providers{std::make_shared<TakingProvider>("one", std::set<std::string>{"Relu"}),
                           std::make_shared<TakingProvider>("two", std::set<std::string>{"*"})};
    PartitionOptions options;
    Partitioning operator()() const { return *partitionModel(model, providers, options); }
    NodeId node(const char* name) const { return nodeNamed(model, name); }
};

TEST(PlacementWishes, ANodeThatIsTakenAnywayJoinsItsNeighbours) {
    Placement place;
    place.options.takenAnyway = {{place.node("s"), "one"}, {place.node("t"), "one"}};
    const Partitioning result = place();
    EXPECT_EQ(result.partitions.size(), 1U);
    const Verdict& verdict = result.verdicts(place.node("s"))[0];
    EXPECT_TRUE(verdict.claimed);
    EXPECT_EQ(verdict.code, ReasonCode::assumedByUser);
    EXPECT_EQ(verdict.evidence.text(), "assumed to be taken, by you, though by the test");
    EXPECT_EQ(result.verdicts(place.node("r"))[0].code, ReasonCode::claimed);
}

TEST(PlacementWishes, APinnedNodeGoesToALaterProvider) {
    Placement place;
    place.options.pinned = {{place.node("r"), "two"}};
    const Partitioning result = place();
    EXPECT_EQ(result.providerOf(place.node("r")), 1U);
    EXPECT_EQ(result.verdicts(place.node("r"))[0].evidence.text(), "pinned to two by you");
    EXPECT_EQ(result.verdicts(place.node("r"))[1].code, ReasonCode::pinnedByUser);
    EXPECT_EQ(result.providerOf(place.node("u")), 0U);
}

TEST(PlacementWishes, APinToAProviderThatDeclinesIsNoClaim) {
    Placement place;
    place.options.pinned = {{place.node("s"), "one"}};
    const Partitioning result = place();
    EXPECT_EQ(result.providerOf(place.node("s")), 1U);
    EXPECT_EQ(result.verdicts(place.node("s"))[0].code, ReasonCode::noKernel);
}

TEST(PlacementWishes, AnExclusionComesBeforeAPinAndAnAssumption) {
    Placement place;
    place.options.excluded = {{place.node("r"), "one"}};
    place.options.pinned = {{place.node("r"), "one"}};
    place.options.takenAnyway = {{place.node("r"), "one"}};
    const Partitioning result = place();
    EXPECT_EQ(result.providerOf(place.node("r")), 1U);
    EXPECT_EQ(result.verdicts(place.node("r"))[0].code, ReasonCode::excludedByUser);
}

TEST(PlacementWishes, WishesForAProviderThatIsNotThereChangeNothing) {
    Placement place;
    const Partitioning before = place();
    place.options.pinned = {{place.node("r"), "three"}};
    place.options.takenAnyway = {{place.node("s"), "three"}};
    place.options.rulesOff = {{"profile.json:1", "three"}};
    EXPECT_TRUE(differenceOf(before, place()).empty());
}

TEST(PlacementDifference, SaysWhatChangedSides) {
    Placement place;
    const Partitioning before = place();
    EXPECT_EQ(differenceOf(before, before).headlineText(), "no difference");
    place.options.excluded = {{place.node("r"), "one"}, {place.node("u"), "one"}};
    const PlacementDifference difference = differenceOf(before, place());
    EXPECT_EQ(difference.partitions, (PlacementDifference::Count{3, 1}));
    EXPECT_EQ(difference.boundaryTensors, (PlacementDifference::Count{2, 0}));
    ASSERT_EQ(difference.moved.size(), 2U);
    EXPECT_EQ(difference.moved[0].node, place.node("r"));
    EXPECT_EQ(difference.moved[0].from, "one");
    EXPECT_EQ(difference.moved[0].to, "two");
    ASSERT_EQ(difference.providers.size(), 2U);
    EXPECT_EQ(difference.providers[0].nodes, (PlacementDifference::Count{2, 0}));
    EXPECT_EQ(difference.headline()[0].text(), "2 → 0 partitions");
}

TEST(PlacementDifference, OneIsNotSeveral) {
    Placement place;
    const Partitioning placed = place();
    Partitioning before = placed, after = placed;
    before.summary.partitionsByProvider[0] = 1087;
    before.summary.boundaryTensors = before.summary.unassigned = 3;
    after.summary.partitionsByProvider[0] = 1;
    after.summary.boundaryTensors = after.summary.unassigned = 1;
    after.summary.byProvider[0] = 1;
    const PlacementDifference difference = differenceOf(before, after);
    EXPECT_EQ(difference.headlineText(),
              "1,087 → 1 partition · 3 → 1 boundary tensor · 3 → 1 node that no provider runs");
    EXPECT_NE(differenceText(difference).find("2 → 1 node · 1,087 → 1 partition\n"),
              std::string::npos)
        << differenceText(difference);
    after.summary.partitionsByProvider[0] = before.summary.partitionsByProvider[0];
    after.partitions.resize(1);
    for (auto& partition : after.partitionOf)
        if (partition > after.partitions.size())
            partition = Partitioning::kNone;
    EXPECT_EQ(differenceOf(before, after).partitionsText().text(), "3 → 1 partition in all");
}

TEST(PlacementDifference, APartOfTheHeadlineTellsItsFigureBeforeAndAfter) {
    using Figure = HeadlinePart::Figure;
    Placement place;
    Partitioning before = place(), after = before;
    EXPECT_TRUE(changeText(Figure::partitions, before, after).empty()) << "the same";
    before.summary.partitionsByProvider[0] = 1087;
    before.summary.boundaryTensors = 3;
    before.summary.boundaryBytesComplete = after.summary.boundaryBytesComplete = true;
    before.summary.boundaryBytes = 2048;
    after.summary.partitionsByProvider[0] = 1;
    after.summary.boundaryTensors = 1;
    after.summary.boundaryBytes = 2;
    const auto text = [&](Figure figure) { return changeText(figure, before, after).text(); };
    EXPECT_EQ(text(Figure::partitions), "1,087 → 1 partition");
    EXPECT_EQ(text(Figure::boundaryTensors), "3 → 1 boundary tensor");
    EXPECT_EQ(text(Figure::bytes), "2.0 KiB → 2 B per run");
    EXPECT_EQ(text(Figure::unassigned), "") << "not compared";
    EXPECT_TRUE(comparedCounts(Figure::bytes, before, after));
    before.summary.boundaryBytesComplete = false;
    EXPECT_FALSE(comparedCounts(Figure::bytes, before, after)) << "it may have become less";
    before.summary.boundaryBytesComplete = true;
    for (const HeadlinePart& part : after.headline())
        if (part.figure == Figure::boundaryTensors) {
            EXPECT_EQ(part.text.text(), "1 boundary tensor");
        }
    const auto share = [](const Partitioning& placed) {
        return std::to_string(placed.summary.byProvider[0]) + "/" +
               std::to_string(placed.summary.nodes);
    };
    const std::string was = share(before), name = before.providerNames[0].name;
    EXPECT_EQ(nodesText(before, after).text(), name + " " + was + " nodes");
    after.summary.byProvider[0] = 0;
    EXPECT_EQ(nodesText(before, after).text(), name + " " + was + " → " + share(after) + " nodes");
}

TEST(PlacementDifference, EachSideSaysForItselfThatItMovesMore) {
    const MovedBytes known{2, true}, open{5222, false};
    EXPECT_EQ(changeText(open, known).text(), "5.1 KiB or more → 2 B per run");
    EXPECT_EQ(changeText(known, open).text(), "2 B → 5.1 KiB or more per run");
    EXPECT_TRUE(changeText(open, open).empty());
    Placement place;
    Partitioning before = place();
    before.summary.boundaryBytesComplete = true;
    Partitioning after = before;
    after.summary.boundaryBytesComplete = false;
    const auto headline = differenceOf(before, after).headline();
    ASSERT_EQ(headline.size(), 1U);
    EXPECT_EQ(headline[0].text(), byteText(before.summary.boundaryBytes) + " → " +
                                      byteText(before.summary.boundaryBytes) + " or more per run");
}

} // namespace
} // namespace partita
