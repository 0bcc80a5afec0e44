// A program that is started with files hands them to the one that runs.

#include <QDir>
#include <QFileInfo>
#include <QLocalServer>
#include <QLocalSocket>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <thread>
#include <unistd.h>

#include "app/arguments/window_arguments.h"
#include "app/window/single_instance.h"

namespace partita {
namespace {

class OneProgram : public testing::Test {
protected:
    /// Hands over as another program does: this thread answers meanwhile.
    bool handOver(const QStringList& files) {
        bool done = false, taken = false;
        std::thread other([&] {
            taken = SingleInstance::handOver(files, place);
            done = true;
        });
        EXPECT_TRUE(QTest::qWaitFor([&] { return done; }, 20'000));
        other.join();
        return taken;
    }
    /// What the listening program answers to these bytes; nothing: it hangs up.
    QByteArray answerTo(const QByteArray& bytes) {
        QLocalSocket socket;
        socket.connectToServer(place);
        EXPECT_TRUE(socket.waitForConnected());
        socket.write(bytes);
        QByteArray answer;
        EXPECT_TRUE(QTest::qWaitFor(
            [&] {
                answer += socket.readAll();
                return !answer.isEmpty() || socket.state() == QLocalSocket::UnconnectedState;
            },
            20'000));
        return answer;
    }
    QTemporaryDir folder;
    QString place = folder.path() + QStringLiteral("/meeting");
};

TEST_F(OneProgram, TheOneThatRunsIsAskedToOpenTheFiles) {
    EXPECT_FALSE(SingleInstance::handOver({QStringLiteral("a.onnx")}, place)) << "none runs";
    SingleInstance running;
    QSignalSpy asked(&running, &SingleInstance::asked);
    ASSERT_TRUE(running.listen(place));
    EXPECT_TRUE(handOver({QStringLiteral("a.onnx"), QStringLiteral("/x/b c.onnx")}));
    ASSERT_EQ(asked.size(), 1);
    EXPECT_EQ(asked[0][0].toStringList(),
              (QStringList{QFileInfo(QStringLiteral("a.onnx")).absoluteFilePath(),
                           QStringLiteral("/x/b c.onnx")}));
    struct stat found {};
    ASSERT_EQ(::stat(QFile::encodeName(place).constData(), &found), 0);
    EXPECT_EQ(found.st_mode & (S_IRWXG | S_IRWXO), 0U);
    SingleInstance second;
    EXPECT_FALSE(second.listen(place)) << "the first one has the place";
    EXPECT_TRUE(handOver({QStringLiteral("/x/c.onnx")}));
    EXPECT_EQ(asked.size(), 2);
}

TEST_F(OneProgram, ASocketOfADeadProgramIsNoObstacle) {
    const int dead = ::socket(AF_UNIX, SOCK_STREAM, 0);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const QByteArray name = QFile::encodeName(place);
    ASSERT_LT(static_cast<std::size_t>(name.size()), sizeof address.sun_path);
    std::copy(name.begin(), name.end(), address.sun_path);
    ASSERT_EQ(::bind(dead, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
    ::close(dead);
    ASSERT_TRUE(QFileInfo::exists(place));
    EXPECT_FALSE(SingleInstance::handOver({QStringLiteral("a.onnx")}, place));
    SingleInstance running;
    EXPECT_TRUE(running.listen(place));
    EXPECT_TRUE(handOver({QStringLiteral("a.onnx")}));
}

TEST_F(OneProgram, WhatIsNoRequestOpensNothing) {
    SingleInstance running;
    QSignalSpy asked(&running, &SingleInstance::asked);
    ASSERT_TRUE(running.listen(place));
    for (const QByteArray& wrong :
         {QByteArray("\n"), QByteArray("{}\n"), QByteArray("{\"open\": 7}\n"),
          QByteArray("{\"open\": [\"relative.onnx\"]}\n"), QByteArray("\xff\xfe\n"),
          QByteArray(SingleInstance::kMostBytes + 2, 'x')})
        EXPECT_TRUE(answerTo(wrong).isEmpty()) << wrong.left(40).toStdString();
    EXPECT_TRUE(answerTo("no end of a line").isEmpty()) << "it is not waited for";
    EXPECT_TRUE(asked.isEmpty());
    EXPECT_TRUE(handOver({QStringLiteral("a.onnx")})) << "it goes on";
}

TEST_F(OneProgram, WhatDoesNotAnswerIsNotWaitedFor) {
    QLocalServer silent;
    ASSERT_TRUE(silent.listen(place));
    EXPECT_FALSE(SingleInstance::handOver({QStringLiteral("a.onnx")}, place));
}

TEST_F(OneProgram, TheAnswerIsThereBeforeTheFilesAreOpen) {
    SingleInstance running;
    ASSERT_TRUE(running.listen(place));
    QObject::connect(&running, &SingleInstance::asked,
                     [] { QThread::msleep(SingleInstance::kPatience + 500); });
    EXPECT_TRUE(handOver({QStringLiteral("a.onnx")})) << "else both would open them";
}

TEST_F(OneProgram, WhoLostPatienceOpensTheFilesAlone) {
    SingleInstance running;
    QSignalSpy asked(&running, &SingleInstance::asked);
    ASSERT_TRUE(running.listen(place));
    {
        QLocalSocket impatient;
        impatient.connectToServer(place);
        ASSERT_TRUE(impatient.waitForConnected());
        impatient.write(requestToOpen({QStringLiteral("/x/a.onnx")}));
        ASSERT_TRUE(impatient.waitForBytesWritten());
    }
    EXPECT_TRUE(handOver({QStringLiteral("/x/b.onnx")}));
    ASSERT_EQ(asked.size(), 1);
    EXPECT_EQ(asked[0][0].toStringList(), QStringList{QStringLiteral("/x/b.onnx")});
}

TEST_F(OneProgram, RequestsHaveLimits) {
    QStringList many;
    for (int i = 0; i <= SingleInstance::kMostFiles; ++i)
        many += QStringLiteral("/x/%1.onnx").arg(i);
    EXPECT_TRUE(filesOfRequest(requestToOpen(many)).isEmpty());
    many.removeLast();
    EXPECT_EQ(filesOfRequest(requestToOpen(many)), many);
}

TEST_F(OneProgram, OnlyAFolderOfTheUsersOwnIsAPlace) {
    const QByteArray before = qgetenv("XDG_RUNTIME_DIR");
    qputenv("XDG_RUNTIME_DIR", QFile::encodeName(folder.path()));
    const auto onDisplay = [] { return SingleInstance::place(QStringLiteral("xcb")); };
    const QString here = onDisplay();
    EXPECT_TRUE(here.startsWith(folder.path()));
    EXPECT_TRUE(SingleInstance::place(QStringLiteral("offscreen")).isEmpty())
        << "nobody sees such a window";
    const QByteArray display = qgetenv("DISPLAY");
    qputenv("DISPLAY", ":99");
    EXPECT_NE(onDisplay(), here) << "another display has another program";
    qputenv("DISPLAY", display);
    ASSERT_EQ(::chmod(QFile::encodeName(folder.path()).constData(), 0755), 0);
    EXPECT_TRUE(onDisplay().isEmpty());
    qputenv("XDG_RUNTIME_DIR", before);
}

TEST_F(OneProgram, OptionsAreForAProgramOfTheirOwn) {
    WindowArguments arguments;
    EXPECT_FALSE(arguments.onlyOpens()) << "no file: a new program";
    arguments.models = {"a.onnx"};
    EXPECT_TRUE(arguments.onlyOpens());
    arguments.newWindow = true;
    EXPECT_FALSE(arguments.onlyOpens());
    arguments.newWindow = false;
    arguments.device = "npu";
    EXPECT_FALSE(arguments.onlyOpens());
}

} // namespace
} // namespace partita
