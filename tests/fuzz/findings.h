#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <string>

#include "tests/fuzz/isolated.h"

namespace partita::fuzz {

/// What the fuzzers of models are told on the command line.
struct FuzzOptions {
    std::uint64_t seed = 1, cases = 1000;
    std::filesystem::path output;   ///< folder for findings; empty: they are only printed
    std::filesystem::path examples; ///< ONNX's test models; those that ./test fetched
    std::filesystem::path dump;     ///< folder for all cases; empty: they are not written
    std::string only;               ///< this operator alone
    std::string variants;           ///< names, separated by commas; empty: all
    bool refusals = true;           ///< one way refusing what others run is a finding
    bool everyRefusal = false;      ///< so is the reference's
    bool statistics = false;        ///< prints what each operator did
    int seconds = 10;
};

/// `--seed N --cases N --output DIR --examples DIR --dump DIR --op NAME --variants a,b --no-refusals
/// --every-refusal --statistics --seconds N`; ends the program where something else is written.
FuzzOptions readFuzzOptions(int argc, char** argv);

/// Counts cases and keeps findings of one kind together.
class Findings {
public:
    explicit Findings(std::string program) : m_program(std::move(program)) {}
    /// Counts one case; whether it is the first of its kind (an operator and a signature).
    bool count(const std::string& subject, const CaseResult& result);
    /// Prints a line about a finding.
    static void print(std::uint64_t seed, const std::string& title, const CaseResult& result);
    /// The last line, with the seed; 1 where anything was found.
    int summary(const FuzzOptions& options) const;
    /// How often each subject was accepted, and why not.
    void printStatistics() const;

private:
    struct Subject {
        std::size_t cases = 0, accepted = 0;
        std::map<std::string, std::size_t> refusals;
    };
    std::string m_program;
    std::map<std::string, Subject> m_subjects;
    std::map<std::string, std::size_t> m_kinds;
    std::size_t m_cases = 0, m_accepted = 0, m_findings = 0;
};

/// "crash/Conv-11 …" as a name of a folder.
std::string fileNameOf(const std::string& text);

} // namespace partita::fuzz
