#include <cstdio>
#include <memory>
#include <vector>

#include <QApplication>
#include <QCommandLineParser>
#include <QStyleFactory>

#include "app/window/application_setup.h"
#include "app/window/main_window.h"
#include "core/base/file_writing.h"
#include "core/onnx/library_fence.h"
#include "providers/fenced_constants.h"
#include "providers/registry.h"

int main(int argc, char** argv) {
    partita::ignoreFileSizeSignal();
    partita::prepareApplication();
    QApplication app(argc, argv);
    QCoreApplication::setOrganizationName(QStringLiteral("Partita"));
    QCoreApplication::setApplicationName(QStringLiteral("Partita"));
    QCoreApplication::setApplicationVersion(QStringLiteral(PARTITA_VERSION));
    QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    QCommandLineParser parser;
    parser.setApplicationDescription(
        QStringLiteral("Shows who runs each node of an ONNX model, and why"));
    parser.addHelpOption();
    parser.addVersionOption();
    parser.addPositionalArgument(QStringLiteral("model"),
                                 QStringLiteral("ONNX models to open, a window each"),
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
    std::vector<std::unique_ptr<partita::MainWindow>> windows;
    do {
        windows.push_back(std::make_unique<partita::MainWindow>(
            partita::withFencedConstants(*providers), partita::makeJudges()));
        partita::MainWindow& window = *windows.back();
        window.show();
        if (compares)
            window.compareFiles(before, models.first());
        else if (const auto index = static_cast<int>(windows.size()) - 1; index < models.size())
            window.open(models[index]);
        else if (parser.isSet(QStringLiteral("sample")))
            window.openSample();
        if (parser.isSet(QStringLiteral("scenario")))
            window.openScenario(parser.value(QStringLiteral("scenario")));
    } while (static_cast<int>(windows.size()) < models.size());
    return QApplication::exec();
}
