#include "tests/support/dialogs.h"

namespace partita {
namespace {

using PartitionNote = test::OperatedWindow;

TEST_F(PartitionNote, SaysWhatTheCurrentPartitionDoesAmongTheOthers) {
    open(test::kSample);
    auto* note = in<QTextEdit>("partitions", "note");
    ASSERT_TRUE(note);
    EXPECT_EQ(note->toPlainText(), QStringLiteral("NPU 2 · CPU 1")) << "no node is selected";
    clickNode("neck/norm");
    EXPECT_TRUE(note->isVisible());
    const QString text = note->toPlainText();
    EXPECT_TRUE(text.contains(QStringLiteral("C2 splits what NPU runs: N1 → C2 → N3")))
        << text.toStdString();
    window.document().close();
    EXPECT_FALSE(note->isVisible());
}

} // namespace
} // namespace partita
