#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <string>

#include "tests/fuzz/isolated.h"

namespace partita::fuzz {

/// The options on the command line of the fuzzers that run models.
struct FuzzOptions {
    std::uint64_t seed = 1, cases = 1000;
    std::filesystem::path output;   ///< folder for findings; empty: they are only printed
    std::filesystem::path examples; ///< ONNX's test models; by default those that ./test fetched
    std::filesystem::path dump;     ///< folder for all cases; empty: they are not written
    std::string only;               ///< only this operator; empty: all
    std::string variants;           ///< names, separated by commas; empty: all
    bool refusals = true;           ///< a variant that refuses what others run is a finding
    bool everyRefusal = false;      ///< a refusal by the reference is a finding, too
    bool statistics = false;        ///< prints counts for each operator
    int seconds = 10;
};

/// `--seed N --cases N --output DIR --examples DIR --dump DIR --op NAME --variants a,b --no-refusals
/// --every-refusal --statistics --seconds N`; ends the program at any other argument.
FuzzOptions readFuzzOptions(int argc, char** argv);

/// Counts cases and groups findings by kind.
class Findings {
public:
    explicit Findings(std::string program) : m_program(std::move(program)) {}
    /// Counts one case. Returns whether it is the first finding of its operator and signature.
    bool count(const std::string& subject, const CaseResult& result);
    /// Prints a line about a finding.
    static void print(std::uint64_t seed, const std::string& title, const CaseResult& result);
    /// Prints the last line, with the seed. Returns 1 when anything was found, otherwise 0.
    int summary(const FuzzOptions& options) const;
    /// Prints how often each subject was accepted, and why it was refused.
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

/// A folder name made from a text like "crash/Conv-11 …".
std::string fileNameOf(const std::string& text);

} // namespace partita::fuzz
