// Texts of the window that are made from codes, names and input of the user.

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QTranslator>
#include <gtest/gtest.h>
#include <set>

#include "core/base/typed_text.h"
#include "core/session/model_comparison.h"
#include "views/text/message_text.h"
#include "views/text/named_sizes.h"
#include "views/text/qt_text.h"
#include "views/text/text_widths.h"
#include "views/text/texts.h"

namespace partita {
namespace {

/// Everything that is made from a code, in the present language.
std::vector<QString> reasons() {
    std::vector<QString> all;
    for (int code = 0; code <= static_cast<int>(ReasonCode::ruleOffByUser); ++code)
        all.push_back(reasonText(static_cast<ReasonCode>(code)));
    return all;
}

using Stream = TimelineStream::Kind;

TimelineStream stream(Stream kind, std::uint32_t number = 1) { return {kind, number, {}, 0}; }

TEST(Texts, EachReasonHasItsOwnWordsInBothLanguages) {
    const auto english = reasons();
    EXPECT_EQ(std::set<QString>(english.begin(), english.end()).size(), english.size());
    EXPECT_EQ(reasonText(ReasonCode::claimed), QStringLiteral("takes it"));
    EXPECT_EQ(reasonText(ReasonCode::noKernel), QStringLiteral("does not have the operator"));
    EXPECT_EQ(reasonText(ReasonCode::dynamicShape), QStringLiteral("dynamic shape"));
    EXPECT_EQ(reasonText(ReasonCode::runTooShort),
              QStringLiteral("run of supported nodes too short"));
    EXPECT_EQ(reasonText(ReasonCode::excludedByUser), QStringLiteral("excluded by you"));
    QTranslator translator;
    ASSERT_TRUE(translator.load(QStringLiteral(":/partita_zh_CN.qm")));
    QCoreApplication::installTranslator(&translator);
    const auto chinese = reasons();
    const QString cube = streamText(stream(Stream::cube)),
                  vector = streamText(stream(Stream::vector, 2)),
                  hint = streamHint(stream(Stream::copyIn));
    QCoreApplication::removeTranslator(&translator);
    for (std::size_t i = 0; i < english.size(); ++i) {
        EXPECT_FALSE(english[i].isEmpty()) << i;
        EXPECT_GT(chinese[i].at(0).unicode(), 0x2E80) << english[i].toStdString();
    }
    EXPECT_EQ(std::set<QString>(chinese.begin(), chinese.end()).size(), chinese.size());
    EXPECT_EQ(hint, QStringLiteral("主机 → 设备"));
    EXPECT_EQ(vector, QStringLiteral("向量 2"));
    EXPECT_EQ(cube, QStringLiteral("矩阵"));
}

TEST(Texts, StreamsKeepTheirNumbers) {
    const std::vector<std::pair<TimelineStream, const char*>> named = {
        {stream(Stream::cube), "cube"},          {stream(Stream::vector), "vector"},
        {stream(Stream::vector, 2), "vector 2"}, {stream(Stream::compute), "compute"},
        {stream(Stream::copyIn), "copy in"},     {stream(Stream::copyOut), "copy out"},
        {stream(Stream::host), "host"}};
    for (const auto& [each, name] : named)
        EXPECT_EQ(streamText(each), QLatin1String(name));
}

TEST(Texts, AHintSaysWhatAStreamIs) {
    EXPECT_EQ(streamHint(stream(Stream::cube)), QStringLiteral("matrix unit"));
    EXPECT_EQ(streamHint(stream(Stream::vector, 2)), QStringLiteral("vector unit"));
    EXPECT_EQ(streamHint(stream(Stream::copyIn)), QString::fromUtf8("host → device"));
    EXPECT_EQ(streamHint(stream(Stream::copyOut)), QString::fromUtf8("device → host"));
    EXPECT_EQ(streamHint(stream(Stream::host)), QString());
}

TEST(Texts, SizesOfSymbolsAreReadAndWhatIsNoneIsRefused) {
    using Sizes = std::map<std::string, std::int64_t>;
    const auto read = namedSizes(QStringLiteral("batch=1, height = 320,"), 1);
    ASSERT_TRUE(read);
    EXPECT_EQ(*read, (Sizes{{"batch", 1}, {"height", 320}}));
    EXPECT_EQ(*namedSizes(namedSizesText(*read), 1), *read);
    EXPECT_EQ(*namedSizes(QString(), 1), Sizes());
    EXPECT_EQ(*namedSizes(QStringLiteral("batch=0"), 0), (Sizes{{"batch", 0}}));
    for (const char* wrong : {"batch", "=1", "batch=x", "batch=0", "batch=1;height=2", "a=1, a=2"})
        EXPECT_FALSE(namedSizes(QLatin1String(wrong), 1)) << wrong;
}

TEST(Texts, AProvidersShortNameIsWithoutItsDevice) {
    Partitioning partitioning;
    partitioning.providerNames = {{"NPU", "ascend310"}, {"CPU", ""}};
    EXPECT_EQ(shortProviderName(partitioning, 0), QStringLiteral("NPU"));
    EXPECT_EQ(shortProviderName(partitioning, 1), QStringLiteral("CPU"));
}

TEST(TextWidths, ATextFitsIntoItsWidthAndWastesLittle) {
    const QFont base;
    const auto widths = TextWidths::of(base);
    const QFontMetricsF title(canvasTitleFont(base)), small(canvasSmallFont(base));
    for (const char* words :
         {"Conv", "LayerNormalization", "1×3×224×224", "归一化", "中文 and Latin"}) {
        const double wide = title.horizontalAdvance(QString::fromUtf8(words)),
                     low = small.horizontalAdvance(QString::fromUtf8(words));
        EXPECT_GE(widths->width(words, true), wide) << words;
        EXPECT_LE(widths->width(words, true), 1.15 * wide + 4) << words;
        EXPECT_GE(widths->width(words, false), low) << words;
        EXPECT_LE(widths->width(words, false), 1.15 * low + 4) << words;
    }
    EXPECT_GT(widths->width("Conv", true), widths->width("Conv", false));
    EXPECT_EQ(widths->width("", true), 1);
}

TEST(TextWidths, TheCanvasFontsHaveTheirSizesWhateverTheBase) {
    QFont base;
    base.setPixelSize(30);
    EXPECT_EQ(canvasTitleFont(base).pixelSize(), 12);
    EXPECT_GT(canvasTitleFont(base).weight(), canvasSmallFont(base).weight());
    EXPECT_EQ(canvasSmallFont(base).pixelSize(), 10);
    EXPECT_EQ(canvasSmallFont(base).family(), base.family());
}

TEST(Texts, TheWindowSaysWhatToDoAndTheCommandLineWhatToTypeForIt) {
    const Error error{Errc::usage,
                      PARTITA_TEXT("the output exists already"),
                      {std::string("m.onnx")},
                      seeTyped(PARTITA_TEXT("choose another name"), "--force")};
    EXPECT_EQ(error.message(),
              "the output exists already (m.onnx): choose another name (see --force)");
    EXPECT_EQ(errorText(error),
              QStringLiteral("the output exists already (m.onnx): choose another name"));
}

TEST(Texts, WhyValuesCannotBeComparedIsSaidInBothLanguages) {
    const auto sequence = [](std::vector<ModelData> items) {
        return ModelData::sequence(std::move(items));
    };
    const ModelData none = ModelData::nothing(), list = sequence({Tensor::int64s({1, 2})});
    const Message kinds = compareValues(list, none, 0, 0).problem,
                  types = compareValues(list, sequence({Tensor::int64s({1})}), 0, 0).problem;
    const auto outputs = differencesBetween({}, {list});
    EXPECT_EQ(messageText(kinds), QStringLiteral("is none, expected sequence of 1"));
    EXPECT_EQ(messageText(types), QString::fromUtf8("item 0 is 1 i64, expected 2 i64"));
    QTranslator translator;
    ASSERT_TRUE(translator.load(QStringLiteral(":/partita_zh_CN.qm")));
    QCoreApplication::installTranslator(&translator);
    const QString ofKinds = messageText(kinds), ofTypes = messageText(types),
                  ofOutput = messageText(outputs.at(0).difference.problem);
    QCoreApplication::removeTranslator(&translator);
    EXPECT_EQ(ofKinds, QStringLiteral("为 无，预期为 1 个元素的序列"));
    EXPECT_EQ(ofTypes, QStringLiteral("第 0 项为 1 i64，预期为 2 i64"));
    EXPECT_EQ(ofOutput, QStringLiteral("不是与之比较的模型的输出"));
}

TEST(Texts, AShapeWithoutSizesIsCalledByItsWordInBothLanguages) {
    const auto scalar = Type::tensor(DataType::int64, Shape{});
    const auto matrix =
        Type::tensor(DataType::float32, Shape{Dim{2, {}, {}}, Dim{{}, "scalar", {}}});
    EXPECT_EQ(typeWords(*scalar), QStringLiteral("scalar i64"));
    QTranslator translator;
    ASSERT_TRUE(translator.load(QStringLiteral(":/partita_zh_CN.qm")));
    QCoreApplication::installTranslator(&translator);
    const QString word = shapeWords(Shape{}), type = typeWords(*scalar), sized = typeWords(*matrix);
    QCoreApplication::removeTranslator(&translator);
    EXPECT_EQ(word, QStringLiteral("标量"));
    EXPECT_EQ(type, QStringLiteral("标量 i64"));
    EXPECT_EQ(sized, toQString(matrix->text())) << "the name of a size is not translated";
}

} // namespace
} // namespace partita
