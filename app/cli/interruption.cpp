#include "app/cli/interruption.h"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <semaphore.h>
#include <thread>
#include <unistd.h>

#include "app/cli/command_line.h"
#include "core/base/file_writing.h"

namespace partita::cli {

namespace {

sem_t asked;

void onSignal(int) { sem_post(&asked); } // sem_post is async-signal-safe

void watch(std::stop_source source) {
    while (sem_wait(&asked) != 0 && errno == EINTR) {
    }
    source.request_stop();
    constexpr auto kPatience = std::chrono::milliseconds(60), kStep = std::chrono::milliseconds(5);
    std::this_thread::sleep_for(kPatience);
    while (!FileWriting::close())
        std::this_thread::sleep_for(kStep);
    constexpr char kMessage[] = "error: cancelled\n";
    [[maybe_unused]] const auto written = ::write(STDERR_FILENO, kMessage, sizeof kMessage - 1);
    ::_exit(interrupted);
}

} // namespace

std::stop_token stopAtSignals() {
    sem_init(&asked, 0, 0);
    std::stop_source source;
    std::thread(watch, source).detach();
    std::signal(SIGINT, onSignal);
    std::signal(SIGTERM, onSignal);
    return source.get_token();
}

} // namespace partita::cli
