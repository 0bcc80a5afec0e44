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
    std::string commandLine;   ///< the same as options of `partita-cli run`
    bool fuses = false;        ///< a NaN may be lost in a Relu that was put into a product
    bool isReference = false;  ///< what it refuses alone, or runs alone, is no finding
    bool widensHalves = false; ///< computes float16 in float32: what overflows may stay finite
};

/// All ways there are, the plainest first: the CPU with each node by itself on one thread; with
/// fusion, more threads, its parallel executor; simplified; on the NPU simulator in float32; and
/// the reference evaluator where this program has one.
std::vector<Variant> allVariants();
/// Those of these names, separated by commas; empty: all.
std::vector<Variant> chosenVariants(const std::string& names);

/// What came of one way.
struct Outcome {
    bool ok = false;
    Error error;
    std::vector<DataValue> outputs;
};

/// Reads and runs. Exceptions other than for want of memory are not caught: they are findings.
Outcome runVariant(const Variant& variant, const Model& model, const Feeds& feeds);

/// How outputs are compared.
struct Tolerance {
    double float32 = 1e-4, float64 = 1e-6, float16 = 6e-3, bfloat16 = 4e-2, float8 = 0.3;
    std::int64_t integers = 0;  ///< by how much integers of 8 bits and less may differ
    bool typesOnly = false;     ///< random numbers: only types and shapes are compared
    bool mayLoseNaN = false;    ///< what is NaN on one side only is no difference
    bool mayStayFinite = false; ///< float16: a number where another way overflowed is none
    bool everyRefusal = false;  ///< those of the reference are findings, too
};

/// Where `actual` is not `expected`, in a sentence; empty where it is. NaN is NaN, an infinity is
/// the same infinity; the tolerance is relative to the largest finite number of the tensor.
std::string difference(const DataValue& expected, const DataValue& actual,
                       const Tolerance& tolerance);

/// What a model's runs say together.
struct Judgement {
    std::string kind; ///< "": nothing to say; "differs", "refused", "internal", "unlike"
    std::string text, signature;
    bool accepted = false; ///< the first way ran it
};

/// Runs a model in every way: the outputs must be the same, or all must fail. A way that fails
/// alone is "refused", but for the reference, and where the first one fails, simplification may have
/// taken away what fails.
Judgement judgeModel(const std::string& modelBytes, const Feeds& feeds,
                     const std::vector<Variant>& variants, const Tolerance& tolerance);

} // namespace partita::fuzz
