// Tensors as pictures, histograms and figures.

#include <QLabel>
#include <QTest>
#include <cmath>
#include <gtest/gtest.h>
#include <numeric>

#include "tests/support/painted.h"
#include "views/charts/histogram_widget.h"
#include "views/charts/tensor_image.h"

namespace partita {
namespace {

template <class T>
std::shared_ptr<const Tensor> tensor(DataType type, std::vector<std::int64_t> dims,
                                     const std::vector<T>& values) {
    return std::make_shared<const Tensor>(Tensor::of(type, std::move(dims), values));
}

/// Floats 0, 1, 2 … of a shape.
std::shared_ptr<const Tensor> counting(const std::vector<std::int64_t>& dims) {
    std::vector<float> values(static_cast<std::size_t>(countOf(dims)));
    std::iota(values.begin(), values.end(), 0.0F);
    return tensor(DataType::float32, dims, values);
}

QImage imageOf(std::shared_ptr<const Tensor> of, const std::vector<std::int64_t>& at = {}) {
    auto slice = TensorSlice::of(std::move(of));
    EXPECT_TRUE(slice);
    if (!at.empty())
        slice->moveTo(at);
    return tensorImage(*slice);
}

TEST(TensorImage, AMatrixIsGreyFromItsLeastToItsGreatest) {
    const QImage image = imageOf(counting({10, 20}));
    ASSERT_EQ(image.size(), QSize(20, 10));
    EXPECT_EQ(image.pixelColor(0, 0), QColor(0, 0, 0));
    EXPECT_EQ(image.pixelColor(19, 9), QColor(255, 255, 255));
    const int middle = 255 * 105 / 199; // row 5, column 5
    EXPECT_EQ(image.pixelColor(5, 5), QColor(middle, middle, middle));
}

TEST(TensorImage, ChannelsBeforeThePixelsAreColours) {
    std::vector<float> values(3 * 8 * 8, 0.0F);
    for (std::size_t i = 0; i < 64; ++i)
        values[i] = 1;     // all red
    values[64 + 9] = 0.5F; // with green at (1, 1)
    const QImage image = imageOf(tensor(DataType::float32, {1, 3, 8, 8}, values));
    ASSERT_EQ(image.size(), QSize(8, 8));
    EXPECT_EQ(image.pixelColor(0, 0), QColor(255, 0, 0));
    EXPECT_EQ(image.pixelColor(1, 1), QColor(255, 127, 0));
}

TEST(TensorImage, ChannelsBehindThePixelsAreColoursToo) {
    std::vector<std::uint8_t> values(8 * 9 * 4, 0);
    const std::size_t pixel = (2 * 9 + 5) * 4; // row 2, column 5
    values[pixel] = 10;
    values[pixel + 1] = 20;
    values[pixel + 2] = 30;
    values[pixel + 3] = 255; // the fourth channel is not shown
    const QImage image = imageOf(tensor(DataType::uint8, {8, 9, 4}, values));
    ASSERT_EQ(image.size(), QSize(9, 8));
    EXPECT_EQ(image.pixelColor(5, 2), QColor(10, 20, 30)); // bytes are not scaled
    EXPECT_EQ(image.pixelColor(4, 2), QColor(0, 0, 0));
}

TEST(TensorImage, TheChosenSliceIsShown) {
    std::vector<float> values(2 * 2 * 8 * 8, 0.0F);
    values[3 * 64] = 1;
    const auto four = tensor(DataType::float32, {2, 2, 8, 8}, values);
    EXPECT_EQ(imageOf(four, {1, 1}).pixelColor(0, 0), QColor(255, 255, 255));
    EXPECT_EQ(imageOf(four, {1, 0}).pixelColor(0, 0), QColor(0, 0, 0));
    // Of a batch of coloured pictures, too.
    std::vector<float> batch(2 * 3 * 8 * 8, 0.0F);
    batch[3 * 64 + 2 * 64] = 1; // blue in the second
    const auto pictures = tensor(DataType::float32, {2, 3, 8, 8}, batch);
    EXPECT_EQ(imageOf(pictures, {1, 0}).pixelColor(0, 0), QColor(0, 0, 255));
    EXPECT_EQ(imageOf(pictures, {0, 0}).pixelColor(0, 0), QColor(0, 0, 0));
}

TEST(TensorImage, WhatIsNotFiniteDoesNotSpoilTheRest) {
    std::vector<float> values(64, 2.0F);
    values[0] = std::nanf("");
    values[1] = HUGE_VALF;
    values[2] = -HUGE_VALF;
    values[3] = 4;
    const QImage image = imageOf(tensor(DataType::float32, {8, 8}, values));
    EXPECT_EQ(image.pixelColor(0, 0), QColor(0, 0, 0));
    EXPECT_EQ(image.pixelColor(1, 0), QColor(255, 255, 255));
    EXPECT_EQ(image.pixelColor(2, 0), QColor(0, 0, 0));
    EXPECT_EQ(image.pixelColor(3, 0), QColor(255, 255, 255));
    EXPECT_EQ(image.pixelColor(4, 0), QColor(0, 0, 0)); // the least
    // All alike: black, and no division by nothing.
    const QImage alike = imageOf(tensor(DataType::float32, {8, 8}, std::vector<float>(64, 3)));
    EXPECT_EQ(alike.pixelColor(5, 5), QColor(0, 0, 0));
}

TEST(TensorImage, TooSmallTooLargeAndTextsAreNoPictures) {
    EXPECT_TRUE(imageOf(counting({7, 20})).isNull());
    EXPECT_TRUE(imageOf(counting({20, 7})).isNull());
    EXPECT_FALSE(imageOf(counting({8, 8})).isNull());
    EXPECT_TRUE(imageOf(counting({8, 8193})).isNull());
    Tensor words;
    words.type = DataType::string;
    words.storage = Tensor::Storage::strings;
    words.dims = {8, 8};
    words.strings.resize(64);
    EXPECT_TRUE(imageOf(std::make_shared<const Tensor>(words)).isNull());
}

TEST(Histogram, SaysItsEndsAndHasABarForEachStep) {
    TensorStatistics statistics;
    statistics.minimum = -1.5;
    statistics.maximum = 2.25;
    statistics.histogram[0] = 100;
    statistics.histogram[20] = 50;
    statistics.histogram[39] = 1;
    const Theme& theme = Theme::get(Theme::Kind::light);
    HistogramWidget widget(statistics, theme);
    widget.resize(400, 116); // bars of 10 pixels, 100 high
    const auto texts = test::paintedTexts(widget);
    const auto* least = test::findText(texts, QStringLiteral("-1.5"));
    const auto* most = test::findText(texts, QStringLiteral("2.25"));
    ASSERT_TRUE(least && most);
    EXPECT_LT(least->left.x(), 5);
    EXPECT_GT(most->right, 395);
    const QImage picture = test::pictureOf(widget);
    const auto bar = [&](int i) {
        return test::pixelsOf(picture, theme.second, {10 * i + 4, 0, 1, 100});
    };
    EXPECT_EQ(bar(0), 100);
    EXPECT_EQ(bar(20), 50);
    EXPECT_EQ(bar(39), 1); // as low as it is, it is seen
    EXPECT_EQ(bar(10), 0);
}

QString figuresOf(const TensorSummary& summary) {
    const auto* label = summary.findChild<QLabel*>();
    return label ? label->text() : QString();
}

TEST(TensorSummary, SaysTheFiguresOfASmallTensor) {
    const TensorSummary summary(
        tensor(DataType::float32, {5}, std::vector{0.0F, 0.0F, 2.0F, 2.0F, std::nanf("")}),
        Theme::get(Theme::Kind::light));
    EXPECT_EQ(figuresOf(summary), QString::fromUtf8("mean 1 · std 1 · zeros 2 · NaN 1"));
    EXPECT_NE(summary.findChild<HistogramWidget*>(), nullptr);
}

TEST(TensorSummary, CountsInfinitiesWhereThereAreAny) {
    const TensorSummary summary(
        tensor(DataType::float32, {3}, std::vector{1.0F, HUGE_VALF, -HUGE_VALF}),
        Theme::get(Theme::Kind::light));
    EXPECT_TRUE(figuresOf(summary).endsWith(QString::fromUtf8(" · infinite 2")))
        << figuresOf(summary).toStdString();
}

TEST(TensorSummary, OneNumberNeedsNoHistogram) {
    const TensorSummary summary(tensor(DataType::float32, {}, std::vector{3.0F}),
                                Theme::get(Theme::Kind::light));
    EXPECT_TRUE(figuresOf(summary).startsWith(QStringLiteral("mean 3")));
    EXPECT_EQ(summary.findChild<HistogramWidget*>(), nullptr);
}

TEST(TensorSummary, SaysWhyThereAreNoFigures) {
    Tensor words;
    words.type = DataType::string;
    words.storage = Tensor::Storage::strings;
    words.dims = {2};
    words.strings = {"a", "b"};
    const TensorSummary summary(std::make_shared<const Tensor>(words),
                                Theme::get(Theme::Kind::light));
    EXPECT_FALSE(figuresOf(summary).isEmpty());
    EXPECT_FALSE(figuresOf(summary).contains(QStringLiteral("mean")));
    EXPECT_EQ(summary.findChild<HistogramWidget*>(), nullptr);
}

TEST(TensorSummary, TheFiguresOfALargeTensorComeLater) {
    const auto large = counting({300, 300});
    {
        const TensorSummary given_up(large, Theme::get(Theme::Kind::light));
        EXPECT_EQ(figuresOf(given_up), QString());
    } // goes away before its figures come
    const TensorSummary summary(large, Theme::get(Theme::Kind::light));
    EXPECT_EQ(figuresOf(summary), QString());
    ASSERT_TRUE(QTest::qWaitFor([&] { return !figuresOf(summary).isEmpty(); }, 20'000));
    EXPECT_TRUE(figuresOf(summary).contains(QStringLiteral("zeros 1 ")))
        << figuresOf(summary).toStdString();
}

} // namespace
} // namespace partita
