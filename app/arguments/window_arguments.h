#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace partita {

/// What the window is started with. The window reads it, and its manual page and completions are
/// made of the same options.
struct WindowArguments {
    std::vector<std::string> models; ///< as the system encodes file names
    std::string device, scenario;
    bool sample = false, compare = false, merge = false, safeMode = false, newWindow = false;

    /// Whether only files are named: a program that runs already can open them.
    [[nodiscard]] bool onlyOpens() const {
        return !models.empty() && device.empty() && scenario.empty() &&
               !(sample || compare || merge || safeMode || newWindow);
    }

    /// What the window is, in a line.
    static constexpr const char* kSummary = "Shows who runs each node of an ONNX model, and why";
    /// The help and the version are among them.
    void addTo(CLI::App& program);
};

} // namespace partita
