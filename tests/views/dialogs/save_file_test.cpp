#include <QApplication>
#include <QComboBox>
#include <QDialog>
#include <QFile>
#include <QFileDialog>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <functional>
#include <gtest/gtest.h>

#include "views/dialogs/save_file.h"

namespace partita {
namespace {

/// Does one thing to each modal window that comes, by keys.
class SaveFile : public testing::Test {
protected:
    using Step = std::function<void(QWidget&)>;

    /// The answer of a dialog in the folder, while the steps are done.
    QString ask(std::vector<Step> steps, QFileDialog::Options options = {}) {
        std::size_t next = 0;
        QWidget* last = nullptr;
        QTimer timer;
        QObject::connect(&timer, &QTimer::timeout, &timer, [&] {
            QWidget* now = QApplication::activeModalWidget();
            if (!now || now == last)
                return;
            last = now;
            if (next < steps.size())
                steps[next++](*now);
            else
                QTest::keyClick(now, Qt::Key_Escape); // nothing was expected
        });
        timer.start(20);
        const QString answer = askWhereToSave(
            nullptr, QStringLiteral("Save"), folder.path() + QStringLiteral("/proposed.json"),
            QStringLiteral("Data (*.json);;Pages (*.html)"), options);
        EXPECT_EQ(next, steps.size());
        return answer;
    }
    static Step writes(const QString& name) {
        return [name](QWidget& dialog) {
            ASSERT_TRUE(qobject_cast<QFileDialog*>(&dialog));
            auto* text = dialog.findChild<QLineEdit*>(QStringLiteral("fileNameEdit"));
            text->selectAll();
            QTest::keyClicks(text, name);
            QTest::keyClick(text, Qt::Key_Return);
        };
    }
    /// Takes the filter after the first one, then writes a name.
    static Step writesAsPage(const QString& name) {
        return [name](QWidget& dialog) {
            QTest::keyClick(filtersOf(dialog), Qt::Key_Down);
            writes(name)(dialog);
        };
    }
    /// Sees the filter of the pages, then writes a name.
    static Step seesPagesAndWrites(const QString& name) {
        return [name](QWidget& dialog) {
            EXPECT_EQ(filtersOf(dialog)->currentText(), QStringLiteral("Pages (*.html)"));
            writes(name)(dialog);
        };
    }
    static QComboBox* filtersOf(QWidget& dialog) {
        return dialog.findChild<QComboBox*>(QStringLiteral("fileTypeCombo"));
    }
    static Step answers(QMessageBox::StandardButton button) {
        return [button](QWidget& box) {
            auto* question = qobject_cast<QMessageBox*>(&box);
            ASSERT_TRUE(question);
            QTest::mouseClick(question->button(button), Qt::LeftButton);
        };
    }
    static Step leaves() {
        return [](QWidget& dialog) { QTest::keyClick(&dialog, Qt::Key_Escape); };
    }
    [[nodiscard]] QString in(const char* name) const {
        return folder.path() + QLatin1Char('/') + QString::fromLatin1(name);
    }
    void make(const char* name) const { QFile(in(name)).open(QIODevice::WriteOnly); }

    QTemporaryDir folder;
};

TEST_F(SaveFile, ANameWithoutAnEndingGetsOne) {
    EXPECT_EQ(ask({writes(QStringLiteral("new"))}), in("new.json"));
    EXPECT_EQ(ask({writes(QStringLiteral("new.v2"))}), in("new.v2.json"));
    EXPECT_EQ(ask({writes(QStringLiteral("new.html"))}), in("new.html"));
    EXPECT_EQ(ask({leaves()}), QString());
}

TEST_F(SaveFile, AnEndingInCapitalsIsOne) {
    EXPECT_EQ(ask({writes(QStringLiteral("NEW.JSON"))}), in("NEW.JSON"));
    EXPECT_EQ(ask({writes(QStringLiteral("new.Html"))}), in("new.Html"));
}

TEST_F(SaveFile, TheChosenFilterStaysWhenAFileIsNotReplaced) {
    make("there.html");
    EXPECT_EQ(ask({writesAsPage(QStringLiteral("there")), answers(QMessageBox::No),
                   seesPagesAndWrites(QStringLiteral("other"))}),
              in("other.html"));
}

TEST_F(SaveFile, AnExistingFileIsAskedForWithTheEndingThatItGets) {
    make("there.json");
    EXPECT_EQ(ask({writes(QStringLiteral("there")), answers(QMessageBox::Yes)}), in("there.json"));
    EXPECT_EQ(ask({writes(QStringLiteral("there")), answers(QMessageBox::No), leaves()}),
              QString());
    EXPECT_EQ(ask({writes(QStringLiteral("there")), answers(QMessageBox::No),
                   writes(QStringLiteral("other"))}),
              in("other.json"));
}

TEST_F(SaveFile, EnterReplacesNothing) {
    make("there.json");
    const auto presses = [](QWidget& box) { QTest::keyClick(&box, Qt::Key_Return); };
    EXPECT_EQ(ask({writes(QStringLiteral("there")), presses, leaves()}), QString());
}

TEST_F(SaveFile, WhoeverAsksLaterIsAskedOnce) {
    make("there.json");
    EXPECT_EQ(ask({writes(QStringLiteral("there"))}, QFileDialog::DontConfirmOverwrite),
              in("there.json"));
}

} // namespace
} // namespace partita
