#pragma once

#include <functional>
#include <iosfwd>
#include <memory>
#include <string>

namespace partita::cli {

/// "[#####-----]  43 %  12 %/s  5 s left": how far work is, for a terminal. `seconds`: since it
/// began.
std::string progressText(double share, double seconds);

/// Shows on standard error how far a command is, where that is a terminal, from its second half
/// second on; whatever else is printed takes the line's place. Shows nothing otherwise.
class ProgressLine {
public:
    /// `shown`: false: nothing is, whatever standard error is.
    explicit ProgressLine(bool shown);
    ~ProgressLine();
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    /// For `Progress::report`; empty where nothing is shown.
    [[nodiscard]] std::function<void(double)> report() const;

private:
    class Terminal;
    std::shared_ptr<Terminal> m_terminal;
};

} // namespace partita::cli
