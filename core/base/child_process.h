#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"

namespace partita {

struct ChildCommand {
    std::vector<std::string> words;          ///< a program, found on the PATH, and its arguments
    std::string input = {};                  ///< what stands on its standard input
    std::vector<std::string> variables = {}; ///< "NAME=VALUE", in place of those of this program
    bool errorsToo = false; ///< what it prints on standard error is output, too; else it is lost
    /// One of `variables` that no other process has: whatever was started with it ends, too, also
    /// where it left the process group.
    std::string mark = {};
};

struct ChildLimits {
    std::chrono::milliseconds time{};
    std::size_t output = std::size_t{64} << 20; ///< bytes
    std::optional<std::uint64_t> memory = {};   ///< bytes of its address space
    std::optional<std::uint64_t> data = {};     ///< bytes of its own that it may write to
};

/// How a child process ended, and what it had printed.
struct ChildEnd {
    enum class How { exited, signalled, outOfTime, printedTooMuch };
    How how = How::exited;
    int number = 0; ///< the exit code, or the signal
    std::string output;

    [[nodiscard]] bool wentWell() const { return how == How::exited && number == 0; }
};

/// Runs a program and waits for its end. It has a process group of its own, of which nothing is
/// left: the group, and what has the mark, is killed when the program has ended, exceeds a limit, or
/// the work is cancelled.
/// Fails where the program cannot be started, and when cancelled.
Result<ChildEnd> runChild(const ChildCommand& command, const ChildLimits& limits,
                          const Progress& progress);

} // namespace partita
