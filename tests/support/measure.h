#pragma once

#include <fstream>
#include <string>

namespace partita::test {

/// Resident memory of this program, in MB.
inline double residentMb() {
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);)
        if (line.rfind("VmRSS:", 0) == 0)
            return std::stod(line.substr(6)) / 1024;
    return 0;
}

} // namespace partita::test
