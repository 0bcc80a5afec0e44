// Pictures of the graph and of a part of it.

#include <QFile>
#include <QFileDialog>
#include <QImage>
#include <QTemporaryDir>

#include "tests/support/dialogs.h"

namespace partita {
namespace {

using ExportSelection = test::OperatedWindow;

TEST_F(ExportSelection, ExportsThePartAroundTheSelection) {
    open(test::kSample);
    const QTemporaryDir folder;
    window.action("exportSelection")->trigger();
    EXPECT_TRUE(said().contains(QStringLiteral("o node in view is selected")))
        << said().toStdString();
    window.document().selectNodes({node("stem/conv"), node("stem/relu")});
    ASSERT_EQ(window.document().selection().size(), 2U);
    for (const char* ending : {"png", "svg", "pdf"}) {
        const QString path = folder.filePath(QStringLiteral("part.") + QLatin1String(ending));
        const test::Answers answers({test::Answers::file(path)});
        window.action("exportSelection")->trigger();
        EXPECT_GT(QFileInfo(path).size(), 500) << ending;
    }
    const QImage part(folder.filePath(QStringLiteral("part.png")));
    QRectF boxes;
    for (const char* name : {"stem/conv", "stem/relu"})
        boxes |= window.graph().painter().boxRect(*window.document().scene().boxOf(node(name)));
    EXPECT_NEAR(part.width(), 2 * (boxes.width() + 48), 2);
    EXPECT_NEAR(part.height(), 2 * (boxes.height() + 48), 2);
    QFile svg(folder.filePath(QStringLiteral("part.svg")));
    ASSERT_TRUE(svg.open(QIODevice::ReadOnly));
    const QString text = QString::fromUtf8(svg.readAll());
    EXPECT_TRUE(text.contains(QStringLiteral("Conv")));
    EXPECT_FALSE(text.contains(QStringLiteral("LayerNormalization")));
}

TEST_F(ExportSelection, TheTypesOfPicturesHaveNames) {
    open(test::kSample);
    window.document().selectNodes({node("stem/conv")});
    const QString png = QStringLiteral("PNG pictures (*.png)"),
                  svg = QStringLiteral("SVG pictures (*.svg)"),
                  pdf = QStringLiteral("PDF pictures (*.pdf)");
    const std::vector<std::pair<const char*, QStringList>> dialogs{
        {"exportPng", {png}},
        {"exportSvg", {svg}},
        {"exportPdf", {pdf}},
        {"exportSelection", {png, svg, pdf}}};
    for (const auto& [command, names] : dialogs) {
        QStringList shown;
        const test::Answers answers({[&](QWidget& dialog) {
            shown = static_cast<QFileDialog&>(dialog).nameFilters();
            QTest::keyClick(&dialog, Qt::Key_Escape);
        }});
        window.action(command)->trigger();
        EXPECT_EQ(shown, names) << command;
    }
}

TEST_F(ExportSelection, ANameWithoutAnEndingGetsThatOfTheChosenType) {
    open(test::kSample);
    window.document().selectNodes({node("stem/conv")});
    const test::Answers answers({[&](QWidget& dialog) {
        static_cast<QFileDialog&>(dialog).selectNameFilter(QStringLiteral("SVG pictures (*.svg)"));
        test::Answers::file(pathOf("part"))(dialog);
    }});
    window.action("exportSelection")->trigger();
    EXPECT_TRUE(bytesOf("part.svg").starts_with("<?xml")) << said().toStdString();
}

} // namespace
} // namespace partita
