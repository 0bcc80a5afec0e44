#pragma once

#include <functional>
#include <iosfwd>
#include <memory>
#include <string>

namespace partita::cli {

/// A progress text such as "[#####-----]  43 %  12 %/s  5 s left". `share`: from 0 to 1; `seconds`:
/// time since the work began.
std::string progressText(double share, double seconds);

/// Shows a command's progress on standard error if that is a terminal, after the first half second.
/// Anything else that is printed replaces the line.
class ProgressLine {
public:
    /// `shown`: false: shows nothing, even on a terminal.
    explicit ProgressLine(bool shown);
    ~ProgressLine();
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    /// The callback for `Progress::report`; empty if nothing is shown.
    [[nodiscard]] std::function<void(double)> report() const;

private:
    class Terminal;
    std::shared_ptr<Terminal> m_terminal;
};

} // namespace partita::cli
