#include "app/arguments/window_arguments.h"

#include <CLI/CLI.hpp>

namespace partita {

void WindowArguments::addTo(CLI::App& program) {
    program.set_version_flag("-v,--version", "partita " PARTITA_VERSION,
                             "Print the version and exit");
    program
        .add_option("models", models,
                    "ONNX models to open, a tab each; in the window that is open already, if there "
                    "is one")
        ->type_name("MODEL");
    program.add_flag("--new-window", newWindow,
                     "Open the models in a program of its own, also where one runs already");
    program.add_flag("--safe-mode", safeMode,
                     "Neither read nor change the settings of earlier sessions");
    program.add_flag("--sample", sample, "Open the bundled sample");
    program.add_flag("--compare", compare,
                     "Open the second of two models, compared with the first");
    program.add_flag("--merge", merge, "Merge the context models, or open a saved merge (.json)");
    program.add_option("--device", device, "NPU device: a built-in name or a profile (.json)")
        ->type_name("NAME|FILE");
    program
        .add_option("--scenario", scenario, "What if: a scenario file that changes each placement")
        ->type_name("FILE");
}

} // namespace partita
