#pragma once

#include <string>
#include <vector>

#include "core/session/session.h"

namespace partita::fuzz {

/// One way of running a model.
struct Variant {
    std::string name;
    std::vector<std::string> providers;
    std::vector<std::pair<std::string, std::string>> options; ///< of the providers
    bool simplified = false;                                  ///< the model is simplified first
    std::string commandLine;   ///< the variant as options of `partita-cli run`
    bool fuses = false;        ///< a Relu that is fused into a product may lose a NaN
    bool isReference = false;  ///< refusing alone or running alone is no finding
    bool widensHalves = false; ///< computes float16 in float32, so overflows may stay finite
    bool asWritten = false;    ///< without the rewrites before the placement
};

/// All variants, the plainest first: the CPU without fusion on one thread; with fusion, also as the
/// model is written, on more threads, by the parallel executor; simplified; on the NPU simulator in
/// float32; and the reference where this program has it.
std::vector<Variant> allVariants();
/// The variants with the given names, separated by commas; empty: all.
std::vector<Variant> chosenVariants(const std::string& names);

/// The model after all passes of `simplify`.
Result<Model> simplified(const Model& model);

/// The outcome of running one variant.
struct Outcome {
    bool ok = false;
    Error error;
    std::vector<ModelData> outputs;
};

/// Runs the model. Exceptions other than out of memory are not caught, because they are findings.
Outcome runVariant(const Variant& variant, const Model& model, const Feeds& feeds);

/// How outputs are compared.
struct Tolerance {
    double float32 = 1e-4, float64 = 1e-6, float16 = 6e-3, bfloat16 = 4e-2, float8 = 0.3;
    std::int64_t integers = 0;  ///< allowed difference of integers
    bool typesOnly = false;     ///< random numbers: only types and shapes are compared
    bool mayLoseNaN = false;    ///< NaN on one side only is no difference
    bool mayStayFinite = false; ///< float16: finite against overflow is no difference
    bool everyRefusal = false;  ///< refusals by the reference are findings, too
};

/// Where `actual` differs from `expected`, in a sentence; empty where it does not. NaN equals NaN,
/// and infinities must be equal; the tolerance is relative to the largest finite number of the
/// tensor.
std::string difference(const ModelData& expected, const ModelData& actual,
                       const Tolerance& tolerance);

/// The result of comparing all runs of a model.
struct Judgement {
    std::string kind; ///< "": no finding; "differs", "refused", "internal", "unlike"
    std::string text, signature;
    bool accepted = false; ///< the first way ran it
};

/// Runs a model in every variant. The outputs must be the same, or all variants must fail; one that
/// fails alone is "refused". Exceptions: the reference may fail alone, and a simplified model may
/// run where the first variant fails, because simplification can remove the node that fails.
Judgement judgeModel(const std::string& modelBytes, const Feeds& feeds,
                     const std::vector<Variant>& variants, const Tolerance& tolerance);

/// Runs a model on one set of inputs after the other in one session, in every way: each turn must give
/// what a session of its own gives. `before`: what is said where there is nothing to find.
Judgement judgeTurns(const std::string& modelBytes, const std::vector<Feeds>& turns,
                     const std::vector<Variant>& variants, const Tolerance& tolerance,
                     Judgement before);

} // namespace partita::fuzz
