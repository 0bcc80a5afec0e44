#include <algorithm>
#include <cstdio>
#include <optional>
#include <string_view>
#include <utility>

#include <CLI/CLI.hpp>
#include <QApplication>
#include <QFile>
#include <QTimer>

#include "app/arguments/window_arguments.h"
#include "app/window/application_setup.h"
#include "app/window/examples.h"
#include "app/window/kept_log.h"
#include "app/window/main_window.h"
#include "app/window/preferences/window_settings.h"
#include "app/window/recovery.h"
#include "app/window/single_instance.h"
#include "app/window/tabbed_window.h"
#include "app/window/window_commands.h"
#include "core/base/file_writing.h"
#include "core/worker/worker_pool.h"
#include "providers/fenced_constants.h"
#include "providers/registry.h"
#include "views/theme/house_style.h"

namespace {

/// Whether the program only prints its help or its version. That needs no display, which
/// QApplication does.
bool onlyPrints(int argc, char** argv) {
    return std::any_of(argv + 1, argv + argc, [](const std::string_view argument) {
        return argument == "-h" || argument == "--help" || argument == "-v" ||
               argument == "--version";
    });
}

/// Reads the arguments; the exit status of a program that ends here.
std::optional<int> readArguments(partita::WindowArguments& arguments, int argc, char** argv) {
    CLI::App program(partita::WindowArguments::kSummary, "partita");
    arguments.addTo(program);
    try {
        program.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return program.exit(error) == 0 ? 0 : 2;
    }
    if (arguments.compare && arguments.models.size() != 2) {
        std::fprintf(stderr, "error: --compare needs two models: name both\n");
        return 2;
    }
    return std::nullopt;
}

QString fileName(const std::string& argument) {
    return QFile::decodeName(QByteArray::fromStdString(argument));
}

/// Opens in a new window what the arguments name.
void openWanted(partita::TabbedWindow& window, const partita::WindowArguments& arguments,
                QStringList models) {
    const QString before = arguments.compare ? models.takeFirst() : QString();
    const auto placed = [&](partita::MainWindow& page) {
        if (!arguments.scenario.empty())
            openScenario(page, fileName(arguments.scenario));
    };
    if (arguments.merge) {
        const bool isSaved = models.size() == 1 && models[0].endsWith(QLatin1String(".json"));
        window.openMerge(isSaved ? QStringList() : models, isSaved ? models[0] : QString());
        models.clear();
    } else if (arguments.compare)
        window.current().compareFiles(before, models.first());
    else if (models.isEmpty() && arguments.sample)
        openExample(window.current(), QStringLiteral("detector"));
    for (const QString& model : std::as_const(models))
        placed(window.open(model));
    if (models.isEmpty())
        placed(window.current());
}

} // namespace

int main(int argc, char** argv) {
    partita::ignoreFileSizeSignal();
    partita::prepareApplication();
    partita::WindowArguments arguments;
    if (onlyPrints(argc, argv))
        return readArguments(arguments, argc, argv).value_or(0);
    QApplication app(argc, argv); // takes Qt's own arguments out
    QCoreApplication::setOrganizationName(QStringLiteral("Partita"));
    QCoreApplication::setApplicationName(QStringLiteral("Partita"));
    QCoreApplication::setApplicationVersion(QStringLiteral(PARTITA_VERSION));
    QGuiApplication::setDesktopFileName(QStringLiteral("org.partita.Partita"));
    QApplication::setStyle(new partita::HouseStyle);
    if (const auto status = readArguments(arguments, argc, argv))
        return *status;
    QStringList models;
    for (const std::string& model : arguments.models)
        models << fileName(model);
    const QString meeting = partita::SingleInstance::place();
    if (arguments.onlyOpens() && partita::SingleInstance::handOver(models, meeting))
        return 0;
    const auto forgotten = arguments.safeMode ? partita::withoutSettings() : nullptr;
    partita::ProviderChoice choice;
    const bool isAsked = !arguments.device.empty();
    choice.device =
        isAsked ? arguments.device : partita::WindowSettings().preferences().device.toStdString();
    auto providers = partita::makeProviders(choice);
    if (!providers && !isAsked) // another version had that device
        providers = partita::makeProviders({});
    if (!providers) {
        std::fprintf(stderr, "error: %s\n", providers.error().message().c_str());
        return 2;
    }
    partita::startWorker();
    partita::MainWindow::setJournals(partita::Recovery::folder());
    const partita::KeptLog keptLog(partita::KeptLog::folder());
    auto* window =
        new partita::TabbedWindow(partita::withFencedConstants(*providers), partita::makeJudges());
    window->setAttribute(Qt::WA_DeleteOnClose);
    window->show();
    openWanted(*window, arguments, std::move(models));
    partita::SingleInstance instance;
    QObject::connect(&instance, &partita::SingleInstance::asked, partita::openInFront);
    if (!arguments.safeMode) // its settings are those of no other session
        instance.listen(meeting);
    auto* recovery = new partita::Recovery(*window, partita::Recovery::folder());
    QTimer::singleShot(0, recovery, &partita::Recovery::offer);
    const int status = QApplication::exec();
    qDeleteAll(
        partita::TabbedWindow::all()); // if no window was closed: the desktop ends the program
    return status;
}
