#pragma once

#include <utility>
#include <vector>

#include "core/base/log.h"

namespace partita {

/// Lines that were held back, in the order in which they were logged.
using HeldLines = std::vector<std::pair<LogLevel, Message>>;

/// While it lives, lines that this thread logs are added to `lines` instead of being sent. Work that
/// is done on several threads at a time is told by it in an order that does not depend on them: one
/// thread logs the lines of each piece afterwards.
class LogHolder {
public:
    explicit LogHolder(HeldLines& lines);
    ~LogHolder();
    LogHolder(const LogHolder&) = delete;
    LogHolder& operator=(const LogHolder&) = delete;

private:
    HeldLines* m_before;
};

} // namespace partita
