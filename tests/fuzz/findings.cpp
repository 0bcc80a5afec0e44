#include "tests/fuzz/findings.h"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace partita::fuzz {

namespace {

/// The newest folder of ONNX's test models that ./test has fetched; empty: there is none.
std::filesystem::path fetchedExamples() {
    const char *cache = std::getenv("XDG_CACHE_HOME"), *home = std::getenv("HOME");
    const std::filesystem::path folder =
        (cache ? std::filesystem::path(cache)
               : std::filesystem::path(home ? home : "/nowhere") / ".cache") /
        "partita";
    std::filesystem::path newest;
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator(folder, ignored))
        if (entry.path().filename().string().starts_with("onnx-node-tests-"))
            newest = std::max(newest, entry.path());
    return newest;
}

} // namespace

FuzzOptions readFuzzOptions(int argc, char** argv) {
    FuzzOptions options;
    options.examples = fetchedExamples();
    for (int i = 1; i < argc; ++i) {
        const std::string name = argv[i];
        if (name == "--no-refusals") {
            options.refusals = false;
            continue;
        }
        if (name == "--every-refusal" || name == "--statistics") {
            (name == "--statistics" ? options.statistics : options.everyRefusal) = true;
            continue;
        }
        const char* value = i + 1 < argc ? argv[++i] : nullptr;
        if (!value || (name == "--seed" && !*value)) {
            std::fprintf(stderr, "%s needs a value\n", name.c_str());
            std::exit(2);
        }
        if (name == "--seed")
            options.seed = std::strtoull(value, nullptr, 10);
        else if (name == "--cases")
            options.cases = std::strtoull(value, nullptr, 10);
        else if (name == "--seconds")
            options.seconds = std::atoi(value);
        else if (name == "--output")
            options.output = value;
        else if (name == "--examples")
            options.examples = value;
        else if (name == "--dump")
            options.dump = value;
        else if (name == "--op")
            options.only = value;
        else if (name == "--variants")
            options.variants = value;
        else {
            std::fprintf(stderr, "unknown option %s\n", name.c_str());
            std::exit(2);
        }
    }
    return options;
}

bool Findings::count(const std::string& subject, const CaseResult& result) {
    ++m_cases;
    Subject& of = m_subjects[subject];
    ++of.cases;
    if (result.accepted) {
        ++m_accepted;
        ++of.accepted;
    } else if (result.kind.empty()) {
        ++of.refusals[result.signature];
    }
    if (result.kind.empty())
        return false;
    ++m_findings;
    return ++m_kinds[subject + ": " + result.signature] == 1;
}

void Findings::print(std::uint64_t seed, const std::string& title, const CaseResult& result) {
    const std::string first = result.text.substr(0, result.text.find('\n'));
    std::printf("FOUND %s: seed %llu: %s: %s\n", result.kind.c_str(),
                static_cast<unsigned long long>(seed), title.c_str(), first.c_str());
    std::fflush(stdout);
}

int Findings::summary(const FuzzOptions& options) const {
    for (const auto& [kind, count] : m_kinds)
        std::printf("%6zu × %s\n", count, kind.c_str());
    std::printf("%s: seed %llu, %zu cases, %zu of them run, %zu findings of %zu kinds\n",
                m_program.c_str(), static_cast<unsigned long long>(options.seed), m_cases,
                m_accepted, m_findings, m_kinds.size());
    return m_findings > 0;
}

void Findings::printStatistics() const {
    for (const auto& [name, subject] : m_subjects) {
        std::printf("%-32s %6zu cases %6zu run", name.c_str(), subject.cases, subject.accepted);
        const auto most = std::ranges::max_element(
            subject.refusals, {}, [](const auto& refusal) { return refusal.second; });
        if (most != subject.refusals.end())
            std::printf("  %zu × %s", most->second, most->first.c_str());
        std::printf("\n");
    }
}

std::string fileNameOf(const std::string& text) {
    std::string name;
    for (const char c : text.substr(0, 60))
        name += std::isalnum(static_cast<unsigned char>(c)) || c == '-' ? c : '_';
    return name;
}

} // namespace partita::fuzz
