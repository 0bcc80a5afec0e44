#include <QApplication>
#include <QComboBox>
#include <QPainter>
#include <QSlider>
#include <QSpinBox>
#include <QStyleOptionButton>
#include <QStyleOptionComboBox>
#include <cmath>
#include <gtest/gtest.h>
#include <memory>

#include "tests/support/painted.h"
#include "views/tables/difference_model.h"
#include "views/theme/house_style.h"
#include "views/theme/theme.h"

namespace partita {
namespace {

struct Token {
    const char* name;
    QColor Theme::*colour;
    unsigned light, dark;
};

constexpr Token kTokens[] = {{"window", &Theme::window, 0xEEEFF2, 0x26282D},
                             {"header", &Theme::header, 0xE6E8EC, 0x2E3137},
                             {"tableHead", &Theme::tableHead, 0xF7F8FA, 0x23262B},
                             {"base", &Theme::base, 0xFFFFFF, 0x1E2024},
                             {"canvas", &Theme::canvas, 0xF6F7F9, 0x1A1C20},
                             {"lineStrong", &Theme::lineStrong, 0xC8CCD3, 0x43484F},
                             {"lineWeak", &Theme::lineWeak, 0xE1E4E9, 0x34383E},
                             {"text", &Theme::text, 0x1B1E23, 0xE6E8EB},
                             {"second", &Theme::second, 0x515862, 0xA9B0BA},
                             {"disabled", &Theme::disabled, 0x868D98, 0x7C848F},
                             {"accent", &Theme::accent, 0x4450B8, 0x8C97F0},
                             {"selectedRow", &Theme::selectedRow, 0xDFE2F6, 0x363C66},
                             {"onAccent", &Theme::onAccent, 0xFFFFFF, 0x14161A},
                             {"edge", &Theme::edge, 0x848B96, 0x757D88},
                             {"strongEdge", &Theme::strongEdge, 0x1B1E23, 0xF2F4F6},
                             {"good", &Theme::good, 0x1E7A3C, 0x6CCB86},
                             {"bad", &Theme::bad, 0xB3261E, 0xF59C94},
                             {"badFill", &Theme::badFill, 0xFBE9E7, 0x432523},
                             {"warning", &Theme::warning, 0x855300, 0xF2C75C},
                             {"warningFill", &Theme::warningFill, 0xFCF1DC, 0x43381C},
                             {"changed", &Theme::changed, 0x6A3FB5, 0xBC9CF0}};

TEST(Theme, TheTokensOfTheLookStayAsTheyAre) {
    for (const Token& token : kTokens) {
        EXPECT_EQ(Theme::get(Theme::Kind::light).*token.colour, QColor::fromRgb(token.light))
            << token.name;
        EXPECT_EQ(Theme::get(Theme::Kind::dark).*token.colour, QColor::fromRgb(token.dark))
            << token.name;
    }
}

// CTest runs it at a scale of 2, too.
TEST(SharpPictures, HaveThePixelsOfTheScreen) {
    const double scale = qgetenv("QT_SCALE_FACTOR").isEmpty() ? 1 : 2;
    const Theme& theme = Theme::get(Theme::Kind::light);
    for (const QPixmap& picture : {theme.swatch(theme.provider(0, false), 12),
                                   DifferenceModel::signOf(DifferenceModel::Filter::added, theme),
                                   DifferenceModel::signOf(DifferenceModel::Filter::side, theme)}) {
        EXPECT_EQ(picture.devicePixelRatio(), scale);
        EXPECT_GE(picture.height(), 12 * scale);
    }
}

TEST(SharpPictures, ASignIsAsLargeAsTheFontAsks) {
    const QFont before = QApplication::font();
    const auto height = [] {
        const QPixmap sign =
            DifferenceModel::signOf(DifferenceModel::Filter::added, Theme::get(Theme::Kind::light));
        return sign.height() / sign.devicePixelRatio();
    };
    const double usual = height();
    QFont large = before;
    large.setPixelSize(40);
    QApplication::setFont(large);
    EXPECT_GT(height(), 1.5 * usual);
    QApplication::setFont(before);
}

TEST(Theme, ProvidersHaveTheirColours) {
    const Theme &light = Theme::get(Theme::Kind::light), &dark = Theme::get(Theme::Kind::dark);
    const unsigned bands[][2] = {
        {0x1B5599, 0x4C8FDD}, {0x0B7F6B, 0x38BC9B}, {0xC27A00, 0xF2C75C}, {0x3A3D44, 0xD7DADF}};
    const unsigned tints[][2] = {
        {0xE4ECF7, 0x1F3148}, {0xDCF1EB, 0x173B34}, {0xFCF1DC, 0x43381C}, {0xE6E7EA, 0x33363C}};
    const std::pair<int, bool> places[] = {{0, false}, {1, false}, {2, true}, {-1, false}};
    for (int i = 0; i < 4; ++i) {
        const auto [place, last] = places[i];
        EXPECT_EQ(light.provider(place, last).band, QColor::fromRgb(bands[i][0])) << i;
        EXPECT_EQ(dark.provider(place, last).band, QColor::fromRgb(bands[i][1])) << i;
        EXPECT_EQ(light.provider(place, last).tint, QColor::fromRgb(tints[i][0])) << i;
        EXPECT_EQ(dark.provider(place, last).tint, QColor::fromRgb(tints[i][1])) << i;
    }
    EXPECT_EQ(light.provider(0, true).band, QColor::fromRgb(0xC27A00)) << "the last keeps its own";
    EXPECT_EQ(light.provider(0, false).onInk, QColor(Qt::white));
}

TEST(Theme, AFieldOfANumberHasAFrameThatIsSeenInBothThemes) {
    for (const auto kind : {Theme::Kind::light, Theme::Kind::dark}) {
        QSpinBox box;
        box.setPalette(Theme::get(kind).palette());
        box.resize(90, 26);
        const QImage image = box.grab().toImage();
        EXPECT_EQ(image.pixelColor(45, 0), Theme::get(kind).lineStrong);
    }
}

double luminance(const QColor& colour) {
    const auto linear = [](double part) {
        return part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) +
           0.0722 * linear(colour.blueF());
}

/// As WCAG has it: 1 … 21.
double contrast(const QColor& one, const QColor& other) {
    const auto [dark, light] = std::minmax({luminance(one), luminance(other)});
    return (light + 0.05) / (dark + 0.05);
}

TEST(Theme, EveryTextIsReadOnEverySurfaceThatItStandsOn) {
    using Colours = std::vector<QColor Theme::*>;
    const Colours plain = {&Theme::window, &Theme::header, &Theme::tableHead, &Theme::base,
                           &Theme::canvas};
    Colours rows = plain;
    rows.push_back(&Theme::selectedRow);
    const std::pair<Colours, Colours> pairs[] = {
        {{&Theme::text, &Theme::second, &Theme::hint}, rows},
        {{&Theme::text}, {&Theme::badFill, &Theme::warningFill}},
        {{&Theme::good, &Theme::bad, &Theme::warning, &Theme::changed}, {&Theme::base}},
        {{&Theme::onAccent}, {&Theme::accent}}};
    for (const auto kind : {Theme::Kind::light, Theme::Kind::dark, Theme::Kind::contrast}) {
        const Theme& theme = Theme::get(kind);
        for (const auto& [texts, surfaces] : pairs)
            for (const auto text : texts)
                for (const auto surface : surfaces)
                    EXPECT_GE(contrast(theme.*text, theme.*surface), 4.5)
                        << static_cast<int>(kind) << ' ' << (theme.*text).name().toStdString()
                        << " on " << (theme.*surface).name().toStdString();
        for (const auto slot :
             {ProviderSlot::first, ProviderSlot::second, ProviderSlot::last, ProviderSlot::other}) {
            const ProviderStyle& style = theme.provider(slot);
            EXPECT_GE(contrast(theme.text, style.tint), 4.5) << static_cast<int>(kind);
            EXPECT_GE(contrast(style.onInk, style.ink), 4.5) << static_cast<int>(kind);
            EXPECT_GE(contrast(style.band, theme.canvas), 3.0) << static_cast<int>(kind);
        }
    }
}

/// The box is seen in every theme, whether it is checked or not.
TEST(Theme, TheBoxesOfCheckBoxesAreSeen) {
    const auto style = std::make_unique<HouseStyle>();
    for (const auto kind : {Theme::Kind::light, Theme::Kind::dark, Theme::Kind::contrast}) {
        const Theme& theme = Theme::get(kind);
        QStyleOptionButton option;
        option.rect = QRect(0, 0, 13, 13);
        option.palette = theme.palette();
        option.state = QStyle::State_Enabled | QStyle::State_On;
        QImage image(13, 13, QImage::Format_RGB32);
        image.fill(theme.window);
        QPainter painter(&image);
        style->drawPrimitive(QStyle::PE_IndicatorCheckBox, &option, &painter, nullptr);
        painter.end();
        for (const QPoint& edge : {QPoint(6, 0), QPoint(0, 6), QPoint(12, 6), QPoint(6, 12)})
            EXPECT_GE(contrast(image.pixelColor(edge), theme.window), 3)
                << static_cast<int>(kind) << ' ' << edge.x() << ' ' << edge.y();
    }
}

TEST(Theme, TheHandleOfASliderIsSeen) {
    for (const auto kind : {Theme::Kind::light, Theme::Kind::dark, Theme::Kind::contrast}) {
        const Theme& theme = Theme::get(kind);
        QSlider slider(Qt::Horizontal);
        slider.setStyleSheet(theme.styleSheet());
        slider.setPalette(theme.palette());
        slider.resize(200, 24);
        slider.setValue(50);
        QImage image(slider.size(), QImage::Format_RGB32);
        image.fill(theme.window);
        slider.render(&image, {}, {}, QWidget::DrawChildren);
        double most = 0; // beside the groove, which is in the middle
        for (int x = 80; x < 120; ++x)
            most = std::max(most, contrast(image.pixelColor(x, 8), theme.window));
        EXPECT_GE(most, 3) << static_cast<int>(kind);
    }
}

TEST(Theme, TheMarkOfASortedColumnFillsItsPlace) {
    const auto style = std::make_unique<HouseStyle>();
    const Theme& theme = Theme::get(Theme::Kind::light);
    for (const auto sorted : {QStyleOptionHeader::SortUp, QStyleOptionHeader::SortDown}) {
        QStyleOptionHeader option;
        option.rect = QRect(0, 0, 9, 5);
        option.palette = theme.palette();
        option.state = QStyle::State_Enabled;
        option.sortIndicator = sorted;
        QImage image(9, 5, QImage::Format_RGB32);
        image.fill(theme.tableHead);
        QPainter painter(&image);
        style->drawPrimitive(QStyle::PE_IndicatorHeaderArrow, &option, &painter, nullptr);
        painter.end();
        const int wide = sorted == QStyleOptionHeader::SortUp ? 4 : 0;
        EXPECT_GE(contrast(image.pixelColor(2, wide), theme.tableHead), 3);
        EXPECT_GE(contrast(image.pixelColor(6, wide), theme.tableHead), 3);
        EXPECT_GE(contrast(image.pixelColor(4, 2), theme.tableHead), 3);
    }
}

TEST(Theme, AChoiceHasTheLineAndTheGroundOfAField) {
    const auto style = std::make_unique<HouseStyle>();
    for (const Theme::Kind kind : {Theme::Kind::light, Theme::Kind::dark, Theme::Kind::contrast}) {
        const Theme& theme = Theme::get(kind);
        HouseStyle::setLineWidth(theme.border());
        QStyleOptionComboBox option;
        option.rect = QRect(0, 0, 80, 26);
        option.palette = theme.palette();
        option.state = QStyle::State_Enabled;
        option.subControls = QStyle::SC_All;
        QImage image(80, 26, QImage::Format_RGB32);
        image.fill(theme.window);
        QPainter painter(&image);
        style->drawComplexControl(QStyle::CC_ComboBox, &option, &painter, nullptr);
        painter.end();
        for (const QPoint& edge : {QPoint(40, 0), QPoint(0, 13), QPoint(79, 13), QPoint(40, 25)})
            EXPECT_EQ(image.pixelColor(edge), theme.lineStrong)
                << static_cast<int>(kind) << ' ' << edge.x() << ' ' << edge.y();
        EXPECT_EQ(image.pixelColor(40, theme.border() - 1), theme.lineStrong);
        for (const QPoint& inside : {QPoint(20, 3), QPoint(20, 22)})
            EXPECT_EQ(image.pixelColor(inside), theme.base) << static_cast<int>(kind);
    }
    HouseStyle::setLineWidth(1);
}

TEST(Theme, AChoiceThatHasNoRoomEndsInDots) {
    const QString text = QStringLiteral("Placed after basic rewrites");
    QComboBox box;
    box.addItem(text);
    box.resize(400, 26);
    EXPECT_TRUE(test::paints(box, text));
    box.resize(120, 26);
    EXPECT_TRUE(test::paints(box, QStringLiteral("…")));
}

TEST(Theme, HighContrastHasNoTintsAndItsLinesAreTwice) {
    const Theme& theme = Theme::get(Theme::Kind::contrast);
    for (const auto surface : {&Theme::window, &Theme::header, &Theme::tableHead, &Theme::base,
                               &Theme::canvas, &Theme::badFill, &Theme::warningFill})
        EXPECT_EQ(theme.*surface, QColor(Qt::black));
    EXPECT_EQ(theme.provider(ProviderSlot::first).tint, QColor(Qt::black));
    EXPECT_FALSE(theme.styleSheet().contains(QStringLiteral("1px solid")));
    EXPECT_GE(contrast(theme.text, theme.selectedRow), 7);
}

} // namespace
} // namespace partita
