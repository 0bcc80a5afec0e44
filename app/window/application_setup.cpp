#include "app/window/application_setup.h"

#include <QGuiApplication>
#include <QSettings>

namespace partita {

void prepareApplication() {
    // The window does not use OpenGL, and loading it costs 60 MB and 40 ms.
    if (!qEnvironmentVariableIsSet("QT_XCB_GL_INTEGRATION"))
        qputenv("QT_XCB_GL_INTEGRATION", "none");
    QCoreApplication::setAttribute(Qt::AA_EnableHighDpiScaling);
    QCoreApplication::setAttribute(Qt::AA_UseHighDpiPixmaps);
    QGuiApplication::setHighDpiScaleFactorRoundingPolicy(
        Qt::HighDpiScaleFactorRoundingPolicy::PassThrough);
}

std::unique_ptr<QTemporaryDir> withoutSettings() {
    auto folder = std::make_unique<QTemporaryDir>();
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, folder->path());
    return folder;
}

} // namespace partita
