#include <gtest/gtest.h>

#include "core/scene/drawing_svg.h"

namespace partita {
namespace {

Drawing drawing() {
    Drawing made;
    made.bounds = Rect::at(0, 0, 100, 40);
    made.shapes.emplace_back(DrawnBox{Rect::at(0, 0, 50, 20), 3, Role::firstTint, Pen{Role::edge}});
    made.shapes.emplace_back(DrawnBand{Rect::at(0, 0, 8, 20), ProviderSlot::last});
    made.shapes.emplace_back(
        DrawnText{{10, 15}, DrawnText::Align::left, true, false, Role::text, "a < b"});
    made.addLine(std::vector<PointF>{{0, 30}, {50, 30}}, DrawnLine{.pen = Pen{Role::edge}});
    return made;
}

TEST(DrawingSvg, ThePageChoosesTheSchemeOfClasses) {
    SvgClasses classes;
    const std::string svg = toSvg(drawing(), classes, {});
    EXPECT_EQ(svg.find("=\"#"), std::string::npos) << svg;
    for (const Scheme scheme : {Scheme::light, Scheme::dark})
        for (const Role role : {Role::firstTint, Role::edge, Role::text, Role::lastBand})
            EXPECT_NE(classes.rules(scheme).find(colourText(role, scheme)), std::string::npos);
    EXPECT_NE(toSvg(drawing(), Scheme::dark).find(colourText(Role::firstTint, Scheme::dark)),
              std::string::npos);
}

TEST(DrawingSvg, EqualColoursOfSeveralPicturesAreOneClass) {
    SvgClasses classes;
    const std::string first = toSvg(drawing(), classes, {}), rules = classes.rules(Scheme::light);
    EXPECT_EQ(toSvg(drawing(), classes, {}), first);
    EXPECT_EQ(classes.rules(Scheme::light), rules);
}

TEST(DrawingSvg, LinksLieAboveThePictureWithTheirTitles) {
    SvgClasses classes;
    const SvgLink links[] = {{Rect::at(0, 0, 50, 20), 3, "b1-0", "n7", "Conv \"x\" & <y>"},
                             {Rect::at(0, 0, 50, 20), 3, "b1-1", "", "no row"}};
    const std::string svg = toSvg(drawing(), classes, links);
    const std::size_t at = svg.find("<a href=\"#n7\"><rect class=\"hit\" id=\"b1-0\"");
    ASSERT_NE(at, std::string::npos) << svg;
    EXPECT_GT(at, svg.find("<text"));
    EXPECT_NE(svg.find("<title>Conv &quot;x&quot; &amp; &lt;y&gt;</title>"), std::string::npos);
    EXPECT_EQ(svg.find("href=\"#\""), std::string::npos);
    EXPECT_NE(svg.find("id=\"b1-1\""), std::string::npos);
}

TEST(DrawingSvg, ControlCharactersOfNamesAreReplaced) {
    Drawing made = drawing();
    made.shapes.emplace_back(DrawnText{{10, 15},
                                       DrawnText::Align::left,
                                       true,
                                       false,
                                       Role::text,
                                       "a\x01"
                                       "b\x1b"});
    EXPECT_NE(toSvg(made, Scheme::light)
                  .find("a\xEF\xBF\xBD"
                        "b\xEF\xBF\xBD"),
              std::string::npos);
}

TEST(DrawingSvg, BordersAreTwiceAsWideInHighContrast) {
    Drawing made;
    made.shapes.emplace_back(DrawnBox{Rect::at(0, 0, 40, 20), 3, Role::base, Pen{Role::text}});
    made.bounds = Rect::at(0, 0, 40, 20);
    EXPECT_NE(toSvg(made, Scheme::light).find("stroke-width=\"1\""), std::string::npos);
    EXPECT_NE(toSvg(made, Scheme::contrast).find("stroke-width=\"2\""), std::string::npos);
}

TEST(DrawingSvg, TheEstimateOfAWidthGrowsWithTheText) {
    EXPECT_LT(estimatedTextWidth("iii", false), estimatedTextWidth("mmm", false));
    EXPECT_LT(estimatedTextWidth("Conv", false), estimatedTextWidth("Conv", true));
    EXPECT_EQ(estimatedTextWidth("中文", false), 20);
}

} // namespace
} // namespace partita
