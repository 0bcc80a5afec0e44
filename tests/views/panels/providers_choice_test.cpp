// The panel Providers under a scenario, and its choices in the history.

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QRegularExpression>
#include <QStyleOptionComboBox>
#include <QTreeWidget>

#include "app/window/parts/summary_line.h"
#include "tests/support/scenario_window.h"
#include "views/document/links.h"
#include "views/panels/two_line_rows.h"

namespace partita {
namespace {

using test::kThreeAndSix;

class ProviderChoices : public test::ScenarioWindow {
protected:
    ProviderChoices() {
        open(modelFile("m.onnx", kThreeAndSix));
        list = in<QListWidget>("providers", "providerList");
    }
    template <class W> W* part(const char* name) {
        return window.panel("providers")->findChild<W*>(QLatin1String(name));
    }
    QString device(int row) { return list->item(row)->data(TwoLineRows::second).toString(); }
    static ScenarioChange device910() { return {OptionChange{"npu", "device", "ascend910"}}; }
    QListWidget* list = nullptr;
};

TEST_F(ProviderChoices, ShowWhatIsInForceAndLeadToTheRowThatSetsIt) {
    EXPECT_FALSE(part<QLabel>("setByScenario")->isVisible());
    placed([&] { scenarios().add({{RunLengthChange{"npu", 2}}, device910()}); });
    EXPECT_EQ(device(0), QStringLiteral("ascend910, by What if"));
    auto* field = part<QComboBox>("option_device");
    EXPECT_EQ(field->currentText(), QStringLiteral("ascend910"));
    EXPECT_FALSE(field->isEnabled());
    EXPECT_TRUE(field->toolTip().contains(QStringLiteral("see What if")));
    EXPECT_FALSE(part<QWidget>("option_min_run_length")->isEnabled());
    auto* note = part<QLabel>("setByScenario");
    ASSERT_TRUE(note->isVisible());
    EXPECT_TRUE(note->text().contains(QStringLiteral("NPU: device = ascend910")));
    Q_EMIT note->linkActivated(linkToChange(1));
    auto* changes = window.panel("whatIf")->findChild<QTreeWidget*>(QStringLiteral("changeList"));
    EXPECT_EQ(changes->indexOfTopLevelItem(changes->currentItem()), 1);
    placed([&] { scenarios().clear(); });
    EXPECT_EQ(device(0), QStringLiteral("ascend310"));
    EXPECT_TRUE(part<QComboBox>("option_device")->isEnabled());
    EXPECT_FALSE(note->isVisible());
}

TEST_F(ProviderChoices, AreShownWholeInANarrowPanel) {
    auto* panel = window.panel("providers");
    window.resizeDocks({window.dock("providers")}, {250}, Qt::Horizontal);
    QCoreApplication::processEvents();
    ASSERT_LT(panel->width(), 300);
    for (auto* box :
         panel->findChildren<QComboBox*>(QRegularExpression(QStringLiteral("^option_")))) {
        QStyleOptionComboBox style;
        style.initFrom(box);
        const int room =
            box->style()
                ->subControlRect(QStyle::CC_ComboBox, &style, QStyle::SC_ComboBoxEditField, box)
                .width();
        for (int i = 0; i < box->count() && box->objectName() != QStringLiteral("option_device");
             ++i) {
            EXPECT_GE(room, box->fontMetrics().horizontalAdvance(box->itemText(i)))
                << box->itemText(i).toStdString();
        }
    }
    EXPECT_TRUE(panel->findChild<QComboBox*>(QStringLiteral("option_arena_extend_strategy")));
}

TEST_F(ProviderChoices, AnOptionThatNobodyHasSetSaysSo) {
    auto* mode = part<QComboBox>("option_op_select_impl_mode");
    EXPECT_EQ(mode->currentText(), QStringLiteral("not set"));
    placed([&] {
        mode->setCurrentIndex(mode->findText(QStringLiteral("high_precision")));
        Q_EMIT mode->activated(mode->currentIndex());
    });
    mode = part<QComboBox>("option_op_select_impl_mode");
    EXPECT_EQ(mode->currentText(), QStringLiteral("high_precision"));
    EXPECT_EQ(mode->findText(QStringLiteral("not set")), -1);
}

TEST_F(ProviderChoices, AFieldInWhichOneTypesStaysUntilItsProviderChanges) {
    auto* limit = part<QLineEdit>("option_npu_mem_limit");
    const QString chosen = limit->text();
    limit->setFocus();
    limit->setText(QStringLiteral("12"));
    open(test::kSample); // placed meanwhile
    EXPECT_EQ(part<QLineEdit>("option_npu_mem_limit")->text(), QStringLiteral("12"));
    // A value that is not taken gives way to the chosen one.
    part<QLineEdit>("option_npu_mem_limit")->setText(QStringLiteral("much"));
    QTest::keyClick(part<QLineEdit>("option_npu_mem_limit"), Qt::Key_Return);
    EXPECT_TRUE(waitFor([&] { return part<QLineEdit>("option_npu_mem_limit")->text() == chosen; }));
}

TEST_F(ProviderChoices, AreUndoneWithTheChangesOfTheScenario) {
    placed([&] { scenarios().add({{RunLengthChange{"npu", 2}}}); });
    auto* field = part<QComboBox>("option_device");
    const std::string next = field->itemText(field->currentIndex() + 1).toStdString();
    field->setFocus();
    placed([&] { QTest::keyClick(field, Qt::Key_Down); });
    ASSERT_EQ(document().chosenProviders()[0]->info().device, next);
    EXPECT_TRUE(window.action("undo")->text().contains(QStringLiteral("NPU: device = ")));
    placed([&] { QTest::keyClick(&window, Qt::Key_Z, Qt::ControlModifier); });
    EXPECT_EQ(document().chosenProviders()[0]->info().device, "ascend310");
    EXPECT_EQ(device(0), QStringLiteral("ascend310"));
    EXPECT_EQ(scenarios().scenario().changes.size(), 1U) << "the step before is a change";
    placed([&] { QTest::keyClick(&window, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier); });
    EXPECT_EQ(document().chosenProviders()[0]->info().device, next);
}

TEST_F(ProviderChoices, AreComparedWithWhatWasChosenWhenTheModelWasOpened) {
    EXPECT_FALSE(headline().contains(QStringLiteral("→")));
    const auto write = [&](const char* text) {
        auto* length = part<QLineEdit>("option_min_run_length");
        length->setFocus();
        length->selectAll();
        QTest::keyClicks(length, QString::fromLatin1(text));
        QTest::keyClick(length, Qt::Key_Return);
    };
    placed([&] { write("1"); });
    EXPECT_TRUE(headline().contains(QStringLiteral("1 → 2 partitions")))
        << headline().toStdString();
    EXPECT_TRUE(headline().contains(QStringLiteral("3 nodes moved"))) << headline().toStdString();
    // A change of the scenario on top: still from what it was.
    placed([&] { scenarios().add({change(NodesChange::What::takeAnyway, "Mish")}); });
    EXPECT_TRUE(headline().contains(QStringLiteral("4 nodes moved"))) << headline().toStdString();
    placed([&] { QTest::keyClick(&window, Qt::Key_Z, Qt::ControlModifier); });
    placed([&] { QTest::keyClick(&window, Qt::Key_Z, Qt::ControlModifier); });
    EXPECT_FALSE(headline().contains(QStringLiteral("→"))) << headline().toStdString();
}

TEST_F(ProviderChoices, AreMarkedForTheModelsThatAreOpenedLater) {
    const auto said = [&] {
        QString all;
        for (const auto* label : window.findChild<SummaryLine*>()->findChildren<QLabel*>())
            all += label->text();
        return all;
    };
    window.resize(1600, 900);
    EXPECT_FALSE(said().contains(QStringLiteral("option set")));
    placed([&] { document().setProviders(*makeProviders({{}, {}, {{"min_run_length", "1"}}})); });
    open(modelFile("later.onnx", kThreeAndSix));
    EXPECT_TRUE(said().contains(QStringLiteral("1 option set"))) << said().toStdString();
    EXPECT_FALSE(headline().contains(QStringLiteral("→"))) << "it was opened so";
    list->setCurrentRow(0);
    const auto* field = part<QLineEdit>("option_min_run_length");
    for (const auto* name : window.panel("providers")->findChildren<QLabel*>())
        if (name->buddy() == field) {
            EXPECT_EQ(name->toolTip(), QStringLiteral("By default: 6"));
        }
    document().setProviders(*makeProviders({{}, {}, {}}));
    EXPECT_TRUE(waitFor([&] { return !said().contains(QStringLiteral("option set")); }));
}

TEST_F(ProviderChoices, TheBoxOfTheLastProviderIsGrey) {
    const auto darkestOf = [&](int row) {
        QStyleOptionViewItem option;
        option.initFrom(list);
        option.rect = list->visualItemRect(list->item(row));
        option.features = QStyleOptionViewItem::HasCheckIndicator;
        const QRect box =
            list->style()->subElementRect(QStyle::SE_ItemViewItemCheckIndicator, &option, list);
        const QImage picture = list->viewport()->grab(box).toImage();
        int darkest = 255;
        for (int y = 0; y < picture.height(); ++y)
            for (int x = 0; x < picture.width(); ++x)
                darkest = std::min(darkest, qGray(picture.pixel(x, y)));
        return darkest;
    };
    EXPECT_GT(darkestOf(1), darkestOf(0) + 40);
}

TEST_F(ProviderChoices, AProviderThatWasSwitchedOffComesBackByUndo) {
    list->setCurrentRow(0);
    placed([&] { QTest::keyClick(list, Qt::Key_Space); });
    ASSERT_EQ(document().chosenProviders().size(), 1U);
    EXPECT_EQ(list->count(), 2);
    EXPECT_TRUE(window.action("undo")->text().contains(QStringLiteral("Do not ask NPU")));
    placed([&] { document().history().undo(); });
    EXPECT_EQ(document().chosenProviders().size(), 2U);
    EXPECT_EQ(list->item(0)->checkState(), Qt::Checked);
}

TEST_F(ProviderChoices, AreNotPartOfTheScenarioThatIsToBeSaved) {
    placed([&] { document().setLevel(OptimizationLevel::disabled); });
    EXPECT_FALSE(scenarios().isUnsaved());
    EXPECT_FALSE(window.isWindowModified());
    placed([&] { document().history().undo(); });
    EXPECT_EQ(document().partitionOptions().level, OptimizationLevel::basic);
}

TEST_F(ProviderChoices, TheLevelIsGreyWhereNoRewriteChangesTheModel) {
    auto* level = part<QComboBox>("optimizationLevel");
    EXPECT_FALSE(level->isEnabled());
    EXPECT_TRUE(level->toolTip().contains(QStringLiteral("no rewrite before placement")))
        << level->toolTip().toStdString();
    scenarios().clear();
    open(test::kSample);
    EXPECT_TRUE(level->isEnabled());
    placed([&] { scenarios().add({{OptimizationChange{"disabled"}}}); });
    EXPECT_FALSE(level->isEnabled());
    EXPECT_EQ(level->currentText(), QStringLiteral("Placed as written"));
    EXPECT_TRUE(part<QLabel>("setByScenario")->text().contains(QStringLiteral("disabled")));
}

} // namespace
} // namespace partita
