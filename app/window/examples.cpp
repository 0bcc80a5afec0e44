#include "app/window/examples.h"

#include <filesystem>

#include <QDir>
#include <QFile>
#include <QStandardPaths>

#include "app/window/main_window.h"
#include "core/base/file_writing.h"

namespace partita {

void openExample(MainWindow& window, const QString& name) {
    // Models are memory-mapped from files, so the example is written to one.
    const QString folder = QStandardPaths::writableLocation(QStandardPaths::CacheLocation);
    QDir().mkpath(folder);
    const QString path = QStringLiteral("%1/%2.onnx").arg(folder, name);
    QFile source(QStringLiteral(":/samples/%1.onnx").arg(name));
    if (!source.open(QIODevice::ReadOnly))
        return;
    const QByteArray bytes = source.readAll();
    if (auto written =
            writeFile(std::filesystem::path(path.toStdString()),
                      std::string_view(bytes.constData(), static_cast<std::size_t>(bytes.size())));
        !written)
        window.fail(written.error());
    else
        window.open(path);
}

} // namespace partita
