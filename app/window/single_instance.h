#pragma once

#include <QGuiApplication>
#include <QObject>
#include <QStringList>

class QLocalServer;
class QLocalSocket;

namespace partita {

/// One window program of a user on a display: a program that is started with files hands them to the
/// one that runs. They speak through a socket in the folder of the session that only its owner may
/// enter. What comes through it is not trusted: it can only ask for files to be opened, and its size,
/// number and time have limits.
class SingleInstance : public QObject {
    Q_OBJECT
public:
    explicit SingleInstance(QObject* parent = nullptr);
    ~SingleInstance() override;

    /// Where programs of this display meet; empty: the session has no folder for it, or the program is
    /// on no display.
    [[nodiscard]] static QString place(const QString& platform = QGuiApplication::platformName());
    /// Lets a running program open the files. False: none runs, or it does not answer in time.
    [[nodiscard]] static bool handOver(const QStringList& files, const QString& place);
    /// Listens for files, unless another program does. The socket of one that is dead is replaced.
    bool listen(const QString& place);

    static constexpr int kMostBytes = 1 << 20, kMostFiles = 100, kMostCallers = 8;
    static constexpr int kPatience = 3000; ///< milliseconds, for a caller and for an answer

Q_SIGNALS:
    /// Absolute paths. They may name nothing, or no model.
    void asked(const QStringList& files);

private:
    void greet();
    void read(QLocalSocket& caller);

    QLocalServer* m_server;
    int m_callers = 0;
};

/// What one program says to the other: the paths, made absolute, as one line.
QByteArray requestToOpen(const QStringList& files);
/// The paths in such a line; none: it is no such line, or breaks a limit.
QStringList filesOfRequest(const QByteArray& line);

} // namespace partita
