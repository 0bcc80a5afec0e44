#include "core/base/marked_processes.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

#include "core/base/number_text.h"
#include "core/base/text_parts.h"

namespace partita {

namespace {

constexpr int kMostRounds = 50; ///< a process may start another one while it is looked for

/// An ended process that is not waited for yet has no environment any more.
bool hasVariable(const std::filesystem::path& process, std::string_view variable) {
    std::ifstream file(process / "environ", std::ios::binary);
    const std::string all{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    const auto list = splitText(all, '\0');
    return std::ranges::find(list, variable) != list.end();
}

std::vector<pid_t> processesWith(std::string_view variable) {
    std::vector<pid_t> found;
    std::error_code error;
    for (std::filesystem::directory_iterator at("/proc", error), end; !error && at != end;
         at.increment(error))
        if (const auto number = parseWholeNumber(at->path().filename().string());
            number && static_cast<pid_t>(*number) != ::getpid() &&
            hasVariable(at->path(), variable))
            found.push_back(static_cast<pid_t>(*number));
    return found;
}

} // namespace

void endProcessesWith(std::string_view variable) {
    for (int round = 0; round < kMostRounds; ++round) {
        const auto found = processesWith(variable);
        if (found.empty())
            return;
        for (const pid_t process : found)
            ::kill(process, SIGKILL);
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
}

} // namespace partita
