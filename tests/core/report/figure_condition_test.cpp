#include <gtest/gtest.h>

#include "core/report/figure_condition.h"

namespace partita {
namespace {

const std::vector<std::string> kFigures = {"costly", "boundary_bytes", "cpu-nodes"};

bool holds(const std::string& text, double costly, double bytes, double nodes) {
    const auto condition = FigureCondition::parse(text, kFigures);
    EXPECT_TRUE(condition) << text;
    return condition && condition->holds([&](std::string_view name) {
        return name == "costly" ? costly : name == "cpu-nodes" ? nodes : bytes;
    });
}

std::string errorOf(const std::string& text) {
    const auto condition = FigureCondition::parse(text, kFigures);
    EXPECT_FALSE(condition) << text;
    return condition ? std::string() : condition.error().what.text();
}

TEST(FigureCondition, ComparesWithEveryRelation) {
    EXPECT_TRUE(holds("costly>0", 1, 0, 0));
    EXPECT_FALSE(holds("costly>1", 1, 0, 0));
    EXPECT_TRUE(holds("costly>=1", 1, 0, 0));
    EXPECT_TRUE(holds("costly <= 1", 1, 0, 0));
    EXPECT_FALSE(holds("costly<1", 1, 0, 0));
    EXPECT_TRUE(holds("costly=1", 1, 0, 0));
    EXPECT_TRUE(holds("costly==1", 1, 0, 0));
    EXPECT_TRUE(holds("costly!=2", 1, 0, 0));
    EXPECT_TRUE(holds("boundary_bytes>1e6", 0, 1000001, 0));
    EXPECT_TRUE(holds("cpu-nodes>-1", 0, 0, 0));
}

TEST(FigureCondition, AndBindsTighterThanOr) {
    EXPECT_TRUE(holds("costly>0 || boundary_bytes>9 && cpu-nodes>9", 1, 0, 0));
    EXPECT_FALSE(holds("(costly>0 || boundary_bytes>9) && cpu-nodes>9", 1, 0, 0));
    EXPECT_TRUE(holds("costly>9||(boundary_bytes>9&&(cpu-nodes>9))", 0, 10, 10));
    EXPECT_FALSE(holds("costly>0 && boundary_bytes>0 || cpu-nodes>0", 1, 0, 0));
}

TEST(FigureCondition, AnErrorSaysWhatIsExpectedAndWhere) {
    EXPECT_EQ(errorOf("nonsense>1"),
              "'nonsense>1' is no condition: expected a figure at character 1");
    EXPECT_EQ(errorOf("costly>"), "'costly>' is no condition: expected a number at character 8");
    EXPECT_EQ(errorOf("costly 1"),
              "'costly 1' is no condition: expected a relation such as > at character 8");
    EXPECT_EQ(errorOf("costly>1 | costly>2"),
              "'costly>1 | costly>2' is no condition: expected &&, || or the end at character 10");
    EXPECT_EQ(errorOf("(costly>1"),
              "'(costly>1' is no condition: expected &&, || or ) at character 10");
    EXPECT_EQ(errorOf("costly>1 && "),
              "'costly>1 && ' is no condition: expected a figure at character 13");
}

TEST(FigureCondition, RefusesWhatIsNoFiniteNumberAndWhatIsTooDeep) {
    for (const char* text : {"costly>nan", "costly>inf", "costly>-nan", "", "()", "costly>1)"})
        errorOf(text);
    errorOf(std::string(100000, '(') + "costly>1");
    EXPECT_TRUE(holds(std::string(100, '(') + "costly>0" + std::string(100, ')'), 1, 0, 0));
}

} // namespace
} // namespace partita
