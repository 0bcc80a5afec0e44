#include "core/base/log_file.h"

#include <algorithm>
#include <mutex>

#include <spdlog/sinks/rotating_file_sink.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include "core/base/escaped_text.h"
#include "core/base/output_files.h"
#include "core/base/try.h"

namespace partita {

namespace fs = std::filesystem;

struct LogFile::Written {
    fs::path path;
    std::shared_ptr<spdlog::logger> logger;
};

namespace {

std::mutex s_currentMutex;
fs::path s_current; ///< guarded by the mutex

void setCurrent(const fs::path& path) {
    const std::lock_guard lock(s_currentMutex);
    s_current = path;
}

/// A name in a message may hold anything: it begins no line of its own, and no line is endless.
std::string oneLine(std::string text) {
    constexpr std::size_t kMost = 4000;
    if (text.size() > kMost)
        text.resize(kMost);
    std::ranges::replace_if(
        text, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }, ' ');
    return utf8(text);
}

void makePrivate(const fs::path& path) {
    std::error_code ignored;
    fs::permissions(path, fs::perms::owner_read | fs::perms::owner_write, ignored);
}

} // namespace

Result<std::unique_ptr<LogFile>> LogFile::open(const fs::path& folder, std::size_t most) {
    PARTITA_TRY(makeFolder(folder));
    auto written = std::make_shared<Written>();
    written->path = folder / "partita.log";
    spdlog::file_event_handlers events;
    events.after_open = [](const std::string& name, std::FILE*) { makePrivate(name); };
    try {
        auto sink = std::make_shared<spdlog::sinks::rotating_file_sink_mt>(
            written->path.string(), most, kOlder, false, events);
        written->logger = std::make_shared<spdlog::logger>("partita-file", std::move(sink));
        written->logger->set_pattern("%Y-%m-%d %H:%M:%S.%e %P %l: %v");
        written->logger->set_level(spdlog::level::debug);
        written->logger->flush_on(spdlog::level::debug);
        written->logger->set_error_handler([](const std::string&) {});
        written->logger->info("Partita " PARTITA_VERSION " starts");
    } catch (const std::exception& error) {
        return Error{Errc::io,
                     PARTITA_TEXT("the log cannot be written: {0}", error.what()),
                     {written->path.string()},
                     {}};
    }
    return std::unique_ptr<LogFile>(new LogFile(std::move(written)));
}

LogFile::LogFile(std::shared_ptr<Written> written)
    : m_written(std::move(written)), m_listener([to = m_written](const LogLine& line) {
          constexpr spdlog::level::level_enum kLevels[] = {
              spdlog::level::debug, spdlog::level::info, spdlog::level::warn, spdlog::level::err};
          to->logger->log(kLevels[static_cast<int>(line.level)], "{}{}{}",
                          oneLine(std::string(line.about)), line.about.empty() ? "" : ": ",
                          oneLine(line.text.text()));
      }) {
    setCurrent(m_written->path);
}

LogFile::~LogFile() { setCurrent({}); }

const fs::path& LogFile::path() const { return m_written->path; }

fs::path LogFile::current() {
    const std::lock_guard lock(s_currentMutex);
    return s_current;
}

} // namespace partita
