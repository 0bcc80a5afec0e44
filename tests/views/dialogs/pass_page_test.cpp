// The page of a pass: its documentation, and its examples as pictures.

#include <QRegularExpression>
#include <QTextBrowser>
#include <QTextDocument>
#include <QTranslator>
#include <algorithm>

#include "core/report/pass_page.h"
#include "tests/support/dialogs.h"
#include "views/dialogs/pass_page_dialog.h"

namespace partita {
namespace {

const Theme& light() { return Theme::get(Theme::Kind::light); }

/// The pictures of a page, in their order.
std::vector<QImage> picturesOf(const QTextBrowser& page) {
    static const QRegularExpression kSource(QStringLiteral("<img src=\"([^\"]*)\""));
    std::vector<QImage> all;
    for (auto each = kSource.globalMatch(page.toHtml()); each.hasNext();)
        all.push_back(page.document()
                          ->resource(QTextDocument::ImageResource, QUrl(each.next().captured(1)))
                          .value<QImage>());
    return all;
}

/// Whether anything is drawn on the ground.
bool isDrawn(const QImage& picture) {
    for (int y = 0; y < picture.height(); ++y)
        for (int x = 0; x < picture.width(); ++x)
            if (picture.pixelColor(x, y) != picture.pixelColor(0, 0))
                return true;
    return false;
}

TEST(PassPageDialog, TellsWhatAPassDoesAndWhereItDeclines) {
    PassPageDialog dialog(*findPass("eliminate_identity"), light(), nullptr);
    dialog.setAttribute(Qt::WA_DeleteOnClose, false);
    dialog.show();
    EXPECT_EQ(dialog.windowTitle(), QStringLiteral("eliminate_identity"));
    const QString text = dialog.findChild<QTextBrowser*>()->toPlainText();
    for (const char* part : {"Before", "Y = Identity(X)", "After", "Declines",
                             "Y is an output of the graph", "ONNX Identity-1", "stays as it is"})
        EXPECT_TRUE(text.contains(QLatin1String(part))) << part << "\n" << text.toStdString();
    test::clickButton(dialog, QStringLiteral("Close"));
    EXPECT_FALSE(dialog.isVisible());
}

TEST(PassPageDialog, EveryFormulaHasItsChineseText) {
    QTranslator translator;
    ASSERT_TRUE(translator.load(QStringLiteral(":/partita_zh_CN.qm")));
    for (const PassInfo& pass : passCatalogue())
        for (const auto& [label, text] : passDocumentation(pass).entries)
            if (label == "Before" || label == "After") {
                EXPECT_FALSE(translator.translate("partita::PassFormulas", text.c_str()).isEmpty())
                    << pass.name << ": " << text;
            }
    QCoreApplication::installTranslator(&translator);
    PassPageDialog dialog(*findPass("eliminate_shape_op"), light(), nullptr);
    dialog.setAttribute(Qt::WA_DeleteOnClose, false);
    QCoreApplication::removeTranslator(&translator);
    const QString text = dialog.findChild<QTextBrowser*>()->toPlainText();
    EXPECT_TRUE(text.contains(QStringLiteral("所有大小已知"))) << text.toStdString();
}

TEST(PassPageDialog, DrawsEachExampleBeforeAndAfter) {
    PassPageDialog dialog(*findPass("fuse_bn_into_conv"), light(), nullptr);
    const auto& page = *dialog.findChild<QTextBrowser*>();
    const auto pictures = picturesOf(page);
    ASSERT_GE(pictures.size(), 2U);
    EXPECT_TRUE(std::ranges::all_of(pictures, isDrawn));
    // Two nodes before, one after: the first picture is the larger one.
    EXPECT_GT(pictures[0].height(), pictures[1].height());
    const QString text = page.toPlainText();
    EXPECT_TRUE(text.contains(QStringLiteral("before")) && text.contains(QStringLiteral("after")));
}

TEST(PassPageDialog, DrawsInTheColoursOfTheWindow) {
    const Theme& dark = Theme::get(Theme::Kind::dark);
    PassPageDialog dialog(*findPass("fuse_bn_into_conv"), dark, nullptr);
    const auto pictures = picturesOf(*dialog.findChild<QTextBrowser*>());
    ASSERT_FALSE(pictures.empty());
    EXPECT_EQ(pictures[0].pixelColor(0, 0), dark.canvas);
}

} // namespace
} // namespace partita
