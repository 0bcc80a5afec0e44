#pragma once

#include <functional>
#include <string_view>

namespace partita {

enum class LogLevel { debug, info, warning, error };

/// One line for whoever listens: standard error on the command line, the log panel in the window.
void log(LogLevel level, std::string_view line);
/// Lines below `level` are dropped.
void setLogLevel(LogLevel level);
/// Replaces the listener; null restores standard error. Called from any thread.
void setLogSink(std::function<void(LogLevel, std::string_view)> sink);

} // namespace partita
