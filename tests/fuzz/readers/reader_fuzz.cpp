// Reads arbitrary bytes as one kind of file. Built for libFuzzer (PARTITA_FUZZ), it generates them:
//   reader_fuzz --reader=npz [libFuzzer's options] [folders of the corpus]
// Otherwise it replays files: reader_fuzz --reader=npz FILE|FOLDER … or, for a folder with one
// folder for each reader, reader_fuzz FOLDER. With --mutations=N [--seed=N] it also reads N damaged
// files for each reader in child processes, drawn from the seed; --output=FOLDER keeps findings.
// Prints the number of inputs.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "core/base/log.h"
#include "tests/fuzz/isolated.h"
#include "tests/fuzz/readers/mutations.h"
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
    // A copy of exactly this size, so that a sanitizer notices reads behind the end.
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

struct Arguments {
    std::vector<std::filesystem::path> paths;
    std::uint64_t mutations = 0, seed = 1;
    std::filesystem::path output;
};

Arguments readArguments(int argc, char** argv) {
    Arguments arguments;
    for (int i = 1; i < argc; ++i) {
        const std::string text = argv[i];
        const std::string value = text.substr(text.find('=') + 1);
        if (text.starts_with("--mutations="))
            arguments.mutations = std::strtoull(value.c_str(), nullptr, 10);
        else if (text.starts_with("--seed="))
            arguments.seed = std::strtoull(value.c_str(), nullptr, 10);
        else if (text.starts_with("--output="))
            arguments.output = value;
        else if (!text.starts_with("-"))
            arguments.paths.emplace_back(text);
    }
    return arguments;
}

std::string contentOf(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    std::stringstream bytes;
    bytes << stream.rdbuf();
    return bytes.str();
}

/// The files for a reader, in the order of their names.
std::vector<std::string> filesFor(const fuzz::Reader& reader, const Arguments& arguments,
                                  bool all) {
    std::vector<std::filesystem::path> found;
    for (const auto& given : arguments.paths) {
        const auto path = all ? given / reader.name : given;
        if (!std::filesystem::is_directory(path)) {
            if (std::filesystem::exists(path))
                found.push_back(path);
            continue;
        }
        for (const auto& entry : std::filesystem::directory_iterator(path))
            if (entry.is_regular_file())
                found.push_back(entry.path());
    }
    std::sort(found.begin(), found.end());
    std::vector<std::string> files;
    for (const auto& path : found)
        files.push_back(contentOf(path));
    return files;
}

fuzz::CaseResult readText(const fuzz::Reader& reader, const std::string& text) {
    readAs(reader, reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
    return {"", "", "", true};
}

/// Returns the numbers of inputs and of findings.
std::pair<std::size_t, std::size_t> replayAndMutate(const fuzz::Reader& reader,
                                                    const std::vector<std::string>& files,
                                                    const Arguments& arguments) {
    const auto inputAt = [&](std::uint64_t number) {
        if (number < files.size())
            return files[number];
        fuzz::Chance chance(arguments.seed * 1'000'003 + number);
        const std::string& file = chance.of(files);
        return fuzz::mutated(file, chance.of(files), chance);
    };
    std::size_t read = 0, findings = 0;
    fuzz::runIsolated(
        0, files.size() + arguments.mutations, {},
        [&](std::uint64_t number) { return readText(reader, inputAt(number)); },
        [&](std::uint64_t number, const fuzz::CaseResult& result) {
            ++read;
            if (result.kind.empty())
                return;
            ++findings;
            std::printf("FOUND %s: %s number %llu: %s\n", result.kind.c_str(),
                        std::string(reader.name).c_str(), static_cast<unsigned long long>(number),
                        result.text.substr(0, 400).c_str());
            if (arguments.output.empty())
                return;
            const auto folder = arguments.output / reader.name;
            std::filesystem::create_directories(folder);
            std::ofstream(folder / (result.kind + "_" + std::to_string(arguments.seed) + "_" +
                                    std::to_string(number)),
                          std::ios::binary)
                << inputAt(number);
        });
    return {read, findings};
}

} // namespace

int main(int argc, char** argv) {
    setLogLevel(LogLevel::error);
    const fuzz::Reader* only = readerOf(argc, argv);
    const Arguments arguments = readArguments(argc, argv);
    std::size_t inputs = 0, findings = 0;
    for (const fuzz::Reader& reader : fuzz::readers()) {
        if (only && only->name != reader.name)
            continue;
        const std::vector<std::string> files = filesFor(reader, arguments, !only);
        if (files.empty())
            continue;
        const auto [read, wrong] = replayAndMutate(reader, files, arguments);
        std::printf("%-16s %zu inputs, %zu findings\n", std::string(reader.name).c_str(), read,
                    wrong);
        std::fflush(stdout);
        inputs += read;
        findings += wrong;
    }
    std::printf("reader_fuzz: seed %llu, %zu inputs, %zu findings\n",
                static_cast<unsigned long long>(arguments.seed), inputs, findings);
    return findings > 0 || inputs == 0;
}
#endif
