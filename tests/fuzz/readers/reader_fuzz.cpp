// Reads any bytes as one kind of file. Built for libFuzzer (PARTITA_FUZZ) it makes them up:
//   reader_fuzz --reader=npz [libFuzzer's options] [folders of the corpus]
// Built otherwise it replays: reader_fuzz --reader=npz FILE|FOLDER … or, for a folder with one folder
// for each reader, reader_fuzz FOLDER. Prints how many inputs were read.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "core/base/log.h"
#include "tests/fuzz/readers/readers.h"

namespace {

using namespace partita;

const fuzz::Reader* chosen = nullptr;

const fuzz::Reader* readerOf(int argc, char** argv) {
    for (int i = 1; i < argc; ++i)
        if (std::strncmp(argv[i], "--reader=", 9) == 0) {
            if (const auto* reader = fuzz::readerNamed(argv[i] + 9))
                return reader;
            std::fprintf(stderr, "no reader is called '%s'; there are:", argv[i] + 9);
            for (const fuzz::Reader& reader : fuzz::readers())
                std::fprintf(stderr, " %s", std::string(reader.name).c_str());
            std::fprintf(stderr, "\n");
            std::exit(2);
        }
    return nullptr;
}

void readAs(const fuzz::Reader& reader, const std::uint8_t* data, std::size_t size) {
    // Memory of exactly that size, so that a sanitizer sees a byte read behind it.
    reader.read(Buffer::copyOf(std::as_bytes(std::span(data, size))));
}

} // namespace

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv);
extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
    setLogLevel(LogLevel::error);
    chosen = readerOf(*argc, *argv);
    if (!chosen) {
        std::fprintf(stderr, "say which reader: --reader=NAME\n");
        std::exit(2);
    }
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    readAs(*chosen, data, size);
    return 0;
}

#ifndef PARTITA_LIBFUZZER
namespace {

void replay(const fuzz::Reader& reader, const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    std::stringstream bytes;
    bytes << stream.rdbuf();
    const std::string text = bytes.str();
    // Before it is read, so that a crash tells whose it is.
    std::printf("%s %s\n", std::string(reader.name).c_str(), file.c_str());
    std::fflush(stdout);
    readAs(reader, reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
}

std::size_t replayAll(const fuzz::Reader& reader, const std::filesystem::path& path) {
    if (!std::filesystem::is_directory(path))
        return replay(reader, path), 1;
    std::size_t count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(path))
        if (entry.is_regular_file())
            replay(reader, entry.path()), ++count;
    return count;
}

} // namespace

int main(int argc, char** argv) {
    setLogLevel(LogLevel::error);
    const fuzz::Reader* reader = readerOf(argc, argv);
    std::size_t count = 0;
    for (int i = 1; i < argc; ++i) {
        if (argv[i][0] == '-')
            continue;
        if (reader) {
            count += replayAll(*reader, argv[i]);
            continue;
        }
        for (const fuzz::Reader& each : fuzz::readers())
            if (const auto folder = std::filesystem::path(argv[i]) / each.name;
                std::filesystem::exists(folder))
                count += replayAll(each, folder);
    }
    std::printf("%zu inputs were read\n", count);
    return count == 0;
}
#endif
