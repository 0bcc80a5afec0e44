#include <cstdio>

#include <QApplication>
#include <QCommandLineParser>
#include <QTimer>

#include "app/window/application_setup.h"
#include "app/window/main_window.h"
#include "app/window/recovery.h"
#include "app/window/tabbed_window.h"
#include "core/base/file_writing.h"
#include "core/onnx/library_fence.h"
#include "providers/fenced_constants.h"
#include "providers/registry.h"
#include "views/theme/house_style.h"

int main(int argc, char** argv) {
    partita::ignoreFileSizeSignal();
    partita::prepareApplication();
    QApplication app(argc, argv);
    QCoreApplication::setOrganizationName(QStringLiteral("Partita"));
    QCoreApplication::setApplicationName(QStringLiteral("Partita"));
    QCoreApplication::setApplicationVersion(QStringLiteral(PARTITA_VERSION));
    QApplication::setStyle(new partita::HouseStyle);
    QCommandLineParser parser;
    parser.setApplicationDescription(
        QStringLiteral("Shows who runs each node of an ONNX model, and why"));
    parser.addHelpOption();
    parser.addVersionOption();
    parser.addPositionalArgument(QStringLiteral("model"),
                                 QStringLiteral("ONNX models to open, a tab each"),
                                 QStringLiteral("[MODEL …]"));
    parser.addOption({QStringLiteral("sample"), QStringLiteral("Open the bundled sample")});
    parser.addOption({QStringLiteral("compare"),
                      QStringLiteral("Open the second of two models, compared with the first")});
    parser.addOption({QStringLiteral("device"),
                      QStringLiteral("NPU device: a name or a profile (.json)"),
                      QStringLiteral("NAME")});
    parser.addOption({QStringLiteral("scenario"),
                      QStringLiteral("What if: a scenario file that changes each placement"),
                      QStringLiteral("FILE")});
    parser.process(app);
    partita::ProviderChoice choice;
    choice.device = parser.value(QStringLiteral("device")).toStdString();
    auto providers = partita::makeProviders(choice);
    if (!providers) {
        std::fprintf(stderr, "error: %s\n", providers.error().message().c_str());
        return 2;
    }
    QStringList models = parser.positionalArguments();
    const bool compares = parser.isSet(QStringLiteral("compare"));
    if (compares && models.size() != 2) {
        std::fprintf(stderr, "error: --compare needs two models: name both\n");
        return 2;
    }
    const QString before = compares ? models.takeFirst() : QString();
    partita::startLibraryWorker();
    partita::MainWindow::setJournals(partita::Recovery::folder());
    auto* window =
        new partita::TabbedWindow(partita::withFencedConstants(*providers), partita::makeJudges());
    window->setAttribute(Qt::WA_DeleteOnClose);
    window->show();
    const auto placed = [&](partita::MainWindow& page) {
        if (parser.isSet(QStringLiteral("scenario")))
            page.openScenario(parser.value(QStringLiteral("scenario")));
    };
    if (compares)
        window->current().compareFiles(before, models.first());
    else if (models.isEmpty() && parser.isSet(QStringLiteral("sample")))
        window->current().openSample();
    for (const QString& model : models)
        placed(window->open(model));
    if (models.isEmpty())
        placed(window->current());
    auto* recovery = new partita::Recovery(*window, partita::Recovery::folder());
    QTimer::singleShot(0, recovery, &partita::Recovery::offer);
    const int status = QApplication::exec();
    qDeleteAll(
        partita::TabbedWindow::all()); // if no window was closed: the desktop ends the program
    return status;
}
