#include "app/window/single_instance.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLocalServer>
#include <QLocalSocket>
#include <QLockFile>
#include <QTimer>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

namespace partita {

namespace {

/// What the running program answers.
QByteArray taken() { return QByteArrayLiteral("taken\n"); }

/// Whether only the user may enter a folder, which is the user's own.
bool isPrivate(const QString& folder) {
    struct stat found {};
    return ::lstat(QFile::encodeName(folder).constData(), &found) == 0 && S_ISDIR(found.st_mode) &&
           found.st_uid == ::getuid() && (found.st_mode & (S_IRWXG | S_IRWXO)) == 0;
}

/// Whether the program at the other end is the user's own.
bool isOfThisUser(const QLocalSocket& caller) {
    ucred who{};
    socklen_t size = sizeof who;
    return ::getsockopt(static_cast<int>(caller.socketDescriptor()), SOL_SOCKET, SO_PEERCRED, &who,
                        &size) == 0 &&
           who.uid == ::getuid();
}

} // namespace

QByteArray requestToOpen(const QStringList& files) {
    QJsonArray paths;
    for (const QString& file : files)
        paths.append(QFileInfo(file).absoluteFilePath());
    return QJsonDocument(QJsonObject{{QStringLiteral("open"), paths}})
               .toJson(QJsonDocument::Compact) +
           '\n';
}

QStringList filesOfRequest(const QByteArray& line) {
    if (line.size() > SingleInstance::kMostBytes)
        return {};
    const QJsonObject request = QJsonDocument::fromJson(line).object();
    const QJsonArray paths = request.value(QStringLiteral("open")).toArray();
    if (paths.size() > SingleInstance::kMostFiles)
        return {};
    QStringList files;
    for (const QJsonValue& each : paths) {
        const QString path = each.toString();
        if (!QDir::isAbsolutePath(path) || path.contains(QChar(0)))
            return {};
        files += path;
    }
    return files;
}

SingleInstance::SingleInstance(QObject* parent)
    : QObject(parent), m_server(new QLocalServer(this)) {
    m_server->setSocketOptions(QLocalServer::UserAccessOption);
    m_server->setMaxPendingConnections(kMostCallers);
    connect(m_server, &QLocalServer::newConnection, this, &SingleInstance::greet);
}

SingleInstance::~SingleInstance() = default;

/// A folder that others may enter could hold a socket of theirs: then there is no place. Nor is there
/// one for a program whose window nobody sees: it runs beside the display that its environment names.
QString SingleInstance::place(const QString& platform) {
    const QString folder = qEnvironmentVariable("XDG_RUNTIME_DIR");
    const bool isSeen =
        platform.startsWith(QLatin1String("xcb")) || platform.startsWith(QLatin1String("wayland"));
    if (!isSeen || folder.isEmpty() || !isPrivate(folder))
        return {};
    const QByteArray display = qgetenv("WAYLAND_DISPLAY") + '|' + qgetenv("DISPLAY");
    const QByteArray key =
        QCryptographicHash::hash(display, QCryptographicHash::Sha256).toHex().left(12);
    return folder + QStringLiteral("/partita-") + QString::fromLatin1(key);
}

bool SingleInstance::handOver(const QStringList& files, const QString& place) {
    const QByteArray request = requestToOpen(files);
    if (place.isEmpty() || files.size() > kMostFiles || request.size() > kMostBytes)
        return false;
    QLocalSocket socket;
    socket.connectToServer(place);
    if (!socket.waitForConnected(kPatience) || !isOfThisUser(socket))
        return false;
    socket.write(request);
    QByteArray answer;
    while (answer.size() < taken().size() && socket.waitForReadyRead(kPatience))
        answer += socket.read(taken().size() - answer.size());
    return answer == taken();
}

/// Qt moves a socket with options to its place over any other that is there, so that who lives is asked
/// first, by one program at a time.
bool SingleInstance::listen(const QString& place) {
    if (place.isEmpty())
        return false;
    QLockFile lock(place + QStringLiteral(".lock"));
    if (!lock.tryLock(kPatience))
        return false;
    QLocalSocket other;
    other.connectToServer(place);
    if (other.waitForConnected(kPatience)) // it lives
        return false;
    QLocalServer::removeServer(place);
    return m_server->listen(place);
}

void SingleInstance::greet() {
    while (QLocalSocket* caller = m_server->nextPendingConnection()) {
        if (m_callers >= kMostCallers || !isOfThisUser(*caller)) {
            caller->abort();
            caller->deleteLater();
            continue;
        }
        ++m_callers;
        caller->setReadBufferSize(kMostBytes + 1);
        connect(caller, &QLocalSocket::readyRead, this, [this, caller] { read(*caller); });
        connect(caller, &QObject::destroyed, this, [this] { --m_callers; });
        connect(caller, &QLocalSocket::disconnected, caller, &QObject::deleteLater);
        QTimer::singleShot(kPatience, caller, [caller] {
            caller->abort();
            caller->deleteLater();
        });
        read(*caller); // it may have spoken already
    }
}

void SingleInstance::read(QLocalSocket& caller) {
    if (!caller.canReadLine()) {
        if (caller.bytesAvailable() > kMostBytes)
            caller.abort();
        return;
    }
    const QStringList files = filesOfRequest(caller.readLine(kMostBytes + 1));
    if (files.isEmpty()) {
        caller.abort();
        return;
    }
    const bool isSaid = caller.write(taken()) == taken().size();
    caller.flush();
    if (!isSaid || caller.state() != QLocalSocket::ConnectedState)
        return; // it has lost patience, and opens them itself
    caller.disconnectFromServer();
    Q_EMIT asked(files);
}

} // namespace partita
