#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/epcontext/merge/merge.h"
#include "core/session/session.h"
#include "tests/fuzz/isolated.h"

namespace partita::fuzz {

/// A model that runs, with its inputs and what the plainest variant makes of them.
struct RunModel {
    Model model;
    Feeds feeds;
    std::vector<ModelData> expected;
};

/// Another model that runs, for an operation on two; nothing: there is none.
using OtherModel = std::function<std::optional<RunModel>()>;

/// The NPU in float32, which takes every run of nodes, and the CPU: what runs the written models.
Result<ProviderList> npuAndCpu();

/// A finding about what the operation `what` did.
CaseResult found(const std::string& what, const std::string& text);
/// The error that an operation gave in place of a result: a finding where it is a fault of the
/// program or of the system.
CaseResult refused(const std::string& what, const Error& error);

/// The rules of `lint` that a model breaks.
std::set<std::string> brokenRules(const Model& model, const std::filesystem::path& folder);

/// Reads the model that an operation wrote. It must break no rule of `lint` but `broken`, those of
/// its source, and give the expected outputs for inputs given by name.
CaseResult judgeWritten(const std::string& what, const std::filesystem::path& path,
                        const Feeds& feeds, const std::vector<ModelData>& expected,
                        const std::set<std::string>& broken = {});

/// A model file that is merged, and what it computes.
struct MergedPart {
    std::filesystem::path path;
    const RunModel& source;
    std::string prefix;
};

/// Merges models, or with `options.single` packs one in another way, and writes the result to
/// `options.output`, whose folder is created. It must compute what its parts compute.
/// `mayRefuse`: an error is no finding.
CaseResult judgeMerge(const std::string& what, const std::vector<MergedPart>& parts,
                      const MergeOptions& options, bool mayRefuse,
                      const std::set<std::string>& broken = {});

} // namespace partita::fuzz
