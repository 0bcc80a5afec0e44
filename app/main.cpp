#include <cstdio>
#include <exception>

#include <QApplication>
#include <QCommandLineParser>
#include <QStyleFactory>

#include "app/main_window.h"
#include "providers/registry.h"

int main(int argc, char** argv) {
    QCoreApplication::setAttribute(Qt::AA_EnableHighDpiScaling);
    QCoreApplication::setAttribute(Qt::AA_UseHighDpiPixmaps);
    QGuiApplication::setHighDpiScaleFactorRoundingPolicy(
        Qt::HighDpiScaleFactorRoundingPolicy::PassThrough);
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
    parser.addPositionalArgument(QStringLiteral("model"), QStringLiteral("ONNX model to open"),
                                 QStringLiteral("[MODEL]"));
    parser.addOption({QStringLiteral("sample"), QStringLiteral("Open the bundled sample")});
    parser.addOption({QStringLiteral("device"),
                      QStringLiteral("NPU device: a name or a profile (.json)"),
                      QStringLiteral("NAME")});
    parser.process(app);
    partita::ProviderChoice choice;
    choice.device = parser.value(QStringLiteral("device")).toStdString();
    auto providers = partita::makeProviders(choice);
    if (!providers) {
        std::fprintf(stderr, "error: %s\n", providers.error().message().c_str());
        return 2;
    }
    partita::MainWindow window(*std::move(providers));
    window.show();
    const QStringList models = parser.positionalArguments();
    if (!models.isEmpty())
        window.open(models.first());
    else if (parser.isSet(QStringLiteral("sample")))
        window.openSample();
    return QApplication::exec();
}
