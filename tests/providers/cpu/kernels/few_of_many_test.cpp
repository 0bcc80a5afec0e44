// TopK of a few of many elements, which passes over pieces without a candidate, against the
// reference.

#include <random>

#include "tests/support/agreement.h"

namespace partita {
namespace {

using namespace agreement;

/// The indices of the first ten of 5000 elements, of which many are equal and some are NaN.
std::vector<double> firstTen(const char* largest, bool rises, unsigned nans) {
    std::mt19937 random(20261127);
    std::vector<float> x;
    for (int i = 0; i < 5000; ++i) {
        const float number = static_cast<float>(rises ? i / 3 : static_cast<int>(random() % 700));
        x.push_back(nans > 0 && random() % 5000 < nans ? std::nanf("") : number);
    }
    return numbersOf(std::string("(float[1,5000] x) => (int64[1,10] i) <int64[1] k = {10}> "
                                 "{ , i = TopK<largest = ") +
                         largest + ">(x, k) }",
                     {{"x", floats({1, 5000}, std::move(x))}});
}

TEST(FewOfMany, TheFirstOfEqualElementsAndNanAsTheLargest) {
    for (const char* largest : {"0", "1"})
        for (const bool rises : {false, true})
            for (const unsigned nans : {0U, 4U, 400U})
                EXPECT_EQ(firstTen(largest, rises, nans).size(), 10U);
}

} // namespace
} // namespace partita
