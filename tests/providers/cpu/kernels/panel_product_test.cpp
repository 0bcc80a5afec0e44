// Products with weights in panels, at sizes around those of tiles, panels and blocks, against sums in
// double.

#include <cmath>
#include <gtest/gtest.h>

#include "providers/cpu/kernels/panel_product.h"
#include "providers/cpu/loops/vector_operations.h"
#include "providers/cpu/threads/thread_team.h"
#include "tests/support/some_floats.h"

namespace partita::cpu {
namespace {

using test::someFloats;

struct Product {
    PanelProduct shape;
    std::vector<float> a, b, bias, y;

    Product(std::int64_t rows, std::int64_t inner, std::int64_t columns, bool hasBias)
        : a(someFloats(rows * inner, 1)), b(someFloats(inner * columns, 2)),
          bias(someFloats(hasBias ? columns : 0, 3)), y(someFloats(rows * columns, 4)) {
        shape.rows = rows;
        shape.inner = inner;
        shape.columns = columns;
        shape.rowStep = inner;
        shape.yStep = columns;
    }

    [[nodiscard]] std::vector<float> run() const {
        const PackedWeights packed = pack(wrap(plainDesc({shape.inner, shape.columns}), b.data()),
                                          panelDesc(shape.inner, shape.columns));
        std::vector<float> made = y;
        multiplyByPanels(shape, a.data(),
                         static_cast<const float*>(packed.memory.get_data_handle()),
                         bias.empty() ? nullptr : bias.data(), made.data());
        return made;
    }

    [[nodiscard]] double expected(std::int64_t row, std::int64_t column) const {
        double sum = 0;
        for (std::int64_t i = 0; i < shape.inner; ++i)
            sum += static_cast<double>(
                       a.at(static_cast<std::size_t>(row * shape.rowStep + i * shape.innerStep))) *
                   static_cast<double>(b.at(static_cast<std::size_t>(i * shape.columns + column)));
        if (!bias.empty())
            sum += static_cast<double>(bias.at(static_cast<std::size_t>(column)));
        if (shape.adds)
            sum +=
                static_cast<double>(y.at(static_cast<std::size_t>(row * shape.columns + column)));
        return sum;
    }

    void expectSums() const {
        SCOPED_TRACE(testing::Message()
                     << shape.rows << " x " << shape.inner << " x " << shape.columns);
        const std::vector<float> made = run();
        const double tolerance = 1e-6 * static_cast<double>(shape.inner + 8);
        for (std::int64_t row = 0; row < shape.rows; ++row)
            for (std::int64_t column = 0; column < shape.columns; ++column)
                ASSERT_NEAR(made.at(static_cast<std::size_t>(row * shape.columns + column)),
                            expected(row, column), tolerance)
                    << "row " << row << ", column " << column;
    }
};

TEST(PanelProduct, OfAnySizesIsTheirSums) {
    for (const std::int64_t rows : {1, 2, 3, 4, 5, 6, 7, 8, 13, 14, 15, 25, 43, 193})
        for (const std::int64_t inner : {1, 7, 16, 321})
            for (const std::int64_t columns : {1, 15, 16, 17, 33, 64, 70, 130})
                Product(rows, inner, columns, columns % 2 == 0).expectSums();
}

TEST(PanelProduct, OfManyRowsIsTheirSums) {
    for (const std::int64_t rows : {449, 500}) // more than a block has
        for (const std::int64_t columns : {16, 40, 90})
            Product(rows, 1030, columns, true).expectSums();
}

TEST(PanelProduct, AddsToWhatIsThere) {
    for (const std::int64_t rows : {1, 3, 50})
        for (const std::int64_t columns : {5, 16, 100}) {
            Product product(rows, 700, columns, true);
            product.shape.adds = true;
            product.expectSums();
        }
}

TEST(PanelProduct, TakesTransposedRows) {
    for (const std::int64_t rows : {1, 9, 40}) {
        Product product(rows, 65, 48, true);
        product.shape.rowStep = 1;
        product.shape.innerStep = rows;
        product.expectSums();
    }
}

TEST(PanelProduct, AppliesStepsToTheSums) {
    Product product(11, 30, 35, true);
    const std::vector<float> plain = product.run();
    VectorStep relu;
    relu.code = VectorCode::relu;
    product.shape.steps = {relu};
    const std::vector<float> made = product.run();
    for (std::size_t i = 0; i < made.size(); ++i)
        EXPECT_EQ(made[i], std::max(plain[i], 0.0F));
}

TEST(PanelProduct, DoesNotDependOnThreadsOrOtherRows) {
    const int before = ThreadTeam::threads();
    for (const auto& [rows, columns] : {std::pair(200, 40), std::pair(50, 500)}) {
        const Product product(rows, 333, columns, true);
        ThreadTeam::setThreads(1);
        const std::vector<float> alone = product.run();
        ThreadTeam::setThreads(3);
        EXPECT_EQ(alone, product.run());
        Product first = product;
        first.shape.rows = 1;
        const std::vector<float> row = first.run();
        EXPECT_TRUE(std::equal(row.begin(), row.begin() + columns, alone.begin()));
    }
    ThreadTeam::setThreads(before);
}

TEST(PanelProduct, LeavesWhatLiesBetweenTheRows) {
    Product product(7, 20, 19, false);
    product.shape.yStep = 32;
    product.y.assign(7 * 32, 5.0F);
    const std::vector<float> made = product.run();
    for (std::size_t row = 0; row < 7; ++row)
        for (std::size_t column = 19; column < 32; ++column)
            EXPECT_EQ(made[row * 32 + column], 5.0F);
}

} // namespace
} // namespace partita::cpu
