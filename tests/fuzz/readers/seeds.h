#pragma once

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>

#include "core/base/result.h"

namespace partita::fuzz {

/// Small files from which the fuzzer of the readers starts, in one folder for each reader.
class Seeds {
public:
    explicit Seeds(std::filesystem::path folder) : m_folder(std::move(folder)) {}
    void add(const std::string& reader, std::string_view bytes);

private:
    std::filesystem::path m_folder;
    int m_count = 0;
};

/// The value; ends the program where there is none.
template <class T> T require(Result<T> result) {
    if (result)
        return *std::move(result);
    std::fprintf(stderr, "%s\n", result.error().message().c_str());
    std::exit(1);
}

/// Texts that people write, Partita saves or ONNX Runtime leaves.
void addTextSeeds(Seeds& seeds);
/// Messages of helper processes, and what children print.
void addMessageSeeds(Seeds& seeds);

} // namespace partita::fuzz
