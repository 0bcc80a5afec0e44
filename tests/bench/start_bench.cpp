// From main to the first painted window, and from "open" to the painted model: start_bench [MODEL
// …] With no model, one of 5,000 and one of 100,000 nodes are made.

#include <QApplication>
#include <QElapsedTimer>
#include <QSettings>
#include <QStyleFactory>
#include <QTemporaryDir>
#include <cstdio>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

#include "app/window/application_setup.h"
#include "app/window/main_window.h"
#include "core/onnx/write.h"
#include "providers/registry.h"
#include "tests/support/measure.h"
#include "tests/support/models.h"

using namespace partita;

/// Waits for the next picture and paints it.
template <class F> static void paintAfter(MainWindow& window, F&& change) {
    bool painted = false;
    const auto connection =
        QObject::connect(&window.document(), &DocumentController::sceneChanged, &window, [&] {
            window.graph().repaint();
            painted = true;
        });
    change();
    while (!painted)
        QApplication::processEvents(QEventLoop::WaitForMoreEvents);
    QObject::disconnect(connection);
}

static void openAndPaint(MainWindow& window, const std::string& path) {
    QElapsedTimer timer;
    const auto tell = [&](const char* what) {
        std::printf("%-22s %-10s painted after %7.1f ms, frame %.2f ms, RSS %.0f MB\n",
                    path.substr(path.rfind('/') + 1).c_str(), what,
                    static_cast<double>(timer.nsecsElapsed()) / 1e6, window.graph().lastFrameMs(),
                    test::residentMb());
    };
    timer.start();
    paintAfter(window, [&] { window.open(QString::fromStdString(path)); });
    const bool collapsed = window.document().isCollapsed();
    tell(collapsed ? "collapsed" : "");
    if (!collapsed)
        return;
    timer.start();
    paintAfter(window, [&] { window.document().setCollapsed(false); });
    tell("all nodes");
}

/// Makes models of 5,000 and 100,000 nodes in a child process, so that its time and memory are not
/// counted.
static std::vector<std::string> madeModels(const std::filesystem::path& folder) {
    std::vector<std::string> paths;
    for (const char* size : {"5000", "100000"})
        paths.push_back((folder / (std::string(size) + "_nodes.onnx")).string());
    const pid_t child = ::fork();
    if (child == 0) {
        for (const std::string& path : paths)
            (void)writeModel(test::largeModel(std::stoul(std::filesystem::path(path).filename())),
                             path);
        ::_exit(0);
    }
    ::waitpid(child, nullptr, 0);
    return paths;
}

int main(int argc, char** argv) {
    const test::TemporaryFolder folder;
    std::vector<std::string> models(argv + 1, argv + argc);
    if (models.empty())
        models = madeModels(folder.path());
    QElapsedTimer timer;
    timer.start();
    prepareApplication();
    QApplication app(argc, argv);
    QTemporaryDir settings;
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, settings.path());
    QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    MainWindow window(*makeProviders({}));
    window.resize(1600, 1000);
    window.show();
    window.repaint();
    QApplication::processEvents();
    std::printf("first paint after %.1f ms, RSS %.0f MB\n",
                static_cast<double>(timer.nsecsElapsed()) / 1e6, test::residentMb());
    for (const auto& model : models)
        openAndPaint(window, model);
}
