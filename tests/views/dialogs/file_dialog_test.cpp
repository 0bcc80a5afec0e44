#include "views/dialogs/file_dialog.h"

#include <QFile>
#include <QHeaderView>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeView>
#include <gtest/gtest.h>

namespace partita {
namespace {

TEST(FileDialog, ShowsTheSizesOfFilesInFull) {
    const QTemporaryDir folder;
    QFile large(folder.filePath(QStringLiteral("large.onnx")));
    ASSERT_TRUE(large.open(QIODevice::WriteOnly));
    ASSERT_TRUE(large.resize(328LL * 1024 * 1024)); // takes no space
    FileDialog dialog(nullptr, QStringLiteral("Open"), folder.path(), QStringLiteral("*.onnx"));
    dialog.setViewMode(QFileDialog::Detail);
    dialog.resize(600, 400);
    dialog.show();
    auto* details = dialog.findChild<QTreeView*>(QStringLiteral("treeView"));
    ASSERT_TRUE(details);
    const auto row = [&] { return details->model()->index(0, 1, details->rootIndex()); };
    ASSERT_TRUE(QTest::qWaitFor([&] { return row().isValid() && row().data().isValid(); }));
    QTest::qWait(50);
    const QString size = row().data().toString();
    EXPECT_GE(details->columnWidth(1), details->fontMetrics().horizontalAdvance(size))
        << size.toStdString();
    EXPECT_GT(details->columnWidth(0), 0);
}

TEST(FileDialog, HasRoomForTheNamesOfModels) {
    const QTemporaryDir folder;
    const QString name = QStringLiteral("bert_base_legacy.onnx");
    QFile file(folder.filePath(name));
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    FileDialog dialog(nullptr, QStringLiteral("Open"), folder.path(), QStringLiteral("*.onnx"));
    dialog.setViewMode(QFileDialog::Detail);
    dialog.show();
    auto* details = dialog.findChild<QTreeView*>(QStringLiteral("treeView"));
    ASSERT_TRUE(details);
    ASSERT_TRUE(QTest::qWaitFor(
        [&] { return details->model()->index(0, 1, details->rootIndex()).data().isValid(); }));
    QTest::qWait(50);
    EXPECT_GE(details->columnWidth(0), details->fontMetrics().horizontalAdvance(name) + 40);
}

} // namespace
} // namespace partita
