// NonMaxSuppression on boxes that lie in unusual places, against the reference.

#include <limits>
#include <random>

#include "tests/support/agreement.h"

namespace partita {
namespace {

using namespace agreement;

constexpr unsigned kBoxSeed = 20261125;

/// Feeds of `boxes` in [1, N, 4] and random scores.
Feeds withScores(std::vector<float> boxes, std::mt19937& random) {
    const auto count = static_cast<std::int64_t>(boxes.size() / 4);
    std::vector<float> scores(boxes.size() / 4);
    for (float& score : scores)
        score = static_cast<float>(random() % 1000) / 1000; // some are equal
    return {{"boxes", floats({1, count, 4}, std::move(boxes))},
            {"scores", floats({1, 1, count}, std::move(scores))}};
}

std::size_t selected(const Feeds& feeds, const std::string& center) {
    return numbersOf("(float[1,n,4] boxes, float[1,1,n] scores) => (int64[m,3] y)"
                     "<int64[1] most = {1000}, float[1] limit = {0.3}> {"
                     "y = NonMaxSuppression <center_point_box = " +
                         center + "> (boxes, scores, most, limit) }",
                     feeds)
               .size() /
           3;
}

TEST(NonMaxSuppression, ClassesThatLieApartAreSuppressedApart) {
    std::mt19937 random(kBoxSeed);
    const auto within = [&](unsigned size) { return static_cast<float>(random() % size); };
    for (const char* center : {"0", "1"}) {
        std::vector<float> boxes;
        for (int i = 0; i < 900; ++i) { // three clusters in each of nine classes
            const float at = static_cast<float>(i % 9) * 1000 + static_cast<float>(i % 3) * 100;
            const float x = at + within(40), y = at + within(40);
            if (*center == '1')
                boxes.insert(boxes.end(), {x, y, 20 + within(20), 20 + within(20)});
            else
                boxes.insert(boxes.end(), {y, x, y + 20 + within(20), x + 20 + within(20)});
        }
        const std::size_t count = selected(withScores(std::move(boxes), random), center);
        EXPECT_GE(count, 27U);
        EXPECT_LT(count, 400U);
    }
}

TEST(NonMaxSuppression, BoxesOfAnySizeMeet) {
    std::mt19937 random(kBoxSeed + 1);
    std::vector<float> boxes;
    for (int i = 0; i < 300; ++i) { // from a hundredth to all of the picture
        const float size = std::pow(10.0F, static_cast<float>(random() % 300) / 100);
        const float x = static_cast<float>(random() % 1000),
                    y = static_cast<float>(random() % 1000);
        boxes.insert(boxes.end(), {y + size, x + size, y, x}); // either corner may come first
    }
    EXPECT_LT(selected(withScores(std::move(boxes), random), "0"), 300U);
}

TEST(NonMaxSuppression, ManyBoxesComeByScoreAndEqualOnesByIndex) {
    std::mt19937 random(kBoxSeed + 3);
    std::vector<float> boxes, scores;
    for (int i = 0; i < 1500; ++i) {
        const float x = static_cast<float>(random() % 900), y = static_cast<float>(random() % 900);
        boxes.insert(boxes.end(), {y, x, y + 30, x + 30});
        const float score = static_cast<float>(random() % 200) / 100 - 1;
        scores.push_back(random() % 20 == 0 ? -0.0F : score);
    }
    const Feeds feeds{{"boxes", floats({1, 1500, 4}, std::move(boxes))},
                      {"scores", floats({1, 1, 1500}, std::move(scores))}};
    EXPECT_LT(selected(feeds, "0"), 1000U);
}

TEST(NonMaxSuppression, InfinitiesAndNansHaveNoNeighbours) {
    const float infinity = std::numeric_limits<float>::infinity(), nan = std::nanf("");
    std::mt19937 random(kBoxSeed + 2);
    for (const char* center : {"0", "1"}) {
        std::vector<float> boxes;
        for (int i = 0; i < 200; ++i)
            for (int j = 0; j < 4; ++j) {
                const auto kind = random() % 20;
                boxes.push_back(kind == 0   ? infinity
                                : kind == 1 ? -infinity
                                : kind == 2 ? nan
                                            : static_cast<float>(random() % 30));
            }
        selected(withScores(std::move(boxes), random), center);
    }
    // All at one place, so that there is no distance to make bins of.
    EXPECT_EQ(selected(withScores(std::vector<float>(40, 5), random), "1"), 1U);
    EXPECT_EQ(selected(withScores(std::vector<float>(40, infinity), random), "0"), 10U);
}

} // namespace
} // namespace partita
