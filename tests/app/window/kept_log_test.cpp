// The log file: it is kept as long as the user wants it, and the window says where it is.

#include <QDir>

#include "app/window/kept_log.h"
#include "app/window/window_commands.h"
#include "core/base/mapped_files.h"
#include "tests/support/dialogs.h"
#include "views/text/qt_text.h"

namespace partita {
namespace {

class KeptLogFile : public test::OperatedWindow {
protected:
    ~KeptLogFile() override { keep(true); }
    static void keep(bool keeps) {
        Preferences wanted = Appearance::shared()->preferences();
        wanted.keepsLog = keeps;
        Appearance::shared()->setPreferences(wanted);
    }
    [[nodiscard]] std::string written() const {
        const auto file = mapFile(folder / "partita.log");
        return file ? std::string(file->text()) : std::string();
    }
    QLabel* link() {
        window.dock("log")->hide();
        window.dock("log")->show();
        window.dock("log")->raise();
        QApplication::processEvents();
        return window.panel("log")->findChild<QLabel*>(QStringLiteral("logFile"));
    }
    test::TemporaryFolder folder;
};

TEST_F(KeptLogFile, HasWhatThePanelHas) {
    const KeptLog kept(folder.path());
    const auto broken = folder / "broken.onnx";
    std::ofstream(broken) << "no model";
    window.open(toQString(broken.string()));
    EXPECT_TRUE(waitFor([&] { return written().find("error: broken.onnx") != std::string::npos; }))
        << written();
}

TEST_F(KeptLogFile, EndsAndBeginsWithTheSetting) {
    const KeptLog kept(folder.path());
    EXPECT_FALSE(LogFile::current().empty());
    keep(false);
    EXPECT_TRUE(LogFile::current().empty());
    EXPECT_FALSE(link()->isVisible());
    keep(true);
    EXPECT_EQ(LogFile::current(), folder / "partita.log");
    EXPECT_TRUE(link()->isVisible());
}

TEST_F(KeptLogFile, IsLinkedByThePanelAndByAbout) {
    const KeptLog kept(folder.path());
    const QString path = toQString((folder / "partita.log").string());
    EXPECT_TRUE(link()->text().contains(QStringLiteral("href='file://") + path))
        << link()->text().toStdString();
    const test::Answers answers({[&](QWidget& box) {
        EXPECT_TRUE(qobject_cast<QMessageBox*>(&box)->text().contains(path));
        box.close();
    }});
    showAbout(window);
}

TEST_F(KeptLogFile, TheProgramWorksWhereItCannotBeWritten) {
    { std::ofstream file(folder / "partita.log"); }
    const KeptLog kept(folder / "partita.log"); // a file is no folder
    EXPECT_TRUE(LogFile::current().empty());
    EXPECT_FALSE(link()->isVisible());
}

TEST(StateFolder, FollowsTheRulesOfTheDesktop) {
    const QByteArray before = qgetenv("XDG_STATE_HOME");
    qputenv("XDG_STATE_HOME", "/somewhere");
    EXPECT_EQ(KeptLog::folder(), "/somewhere/partita/log");
    qputenv("XDG_STATE_HOME", "not/absolute");
    EXPECT_EQ(KeptLog::folder(), QDir::homePath().toStdString() + "/.local/state/partita/log");
    before.isNull() ? qunsetenv("XDG_STATE_HOME") : qputenv("XDG_STATE_HOME", before);
}

} // namespace
} // namespace partita
