#include "tests/fuzz/variants.h"

#include <algorithm>
#include <cmath>
#include <new>

#include "core/ir/element_type.h"
#include "core/ir/inline_functions.h"
#include "core/onnx/infer_shapes.h"
#include "core/onnx/read.h"
#include "core/rewrite/pipeline.h"
#include "providers/registry.h"

namespace partita::fuzz {

namespace {

double relativeTolerance(DataType type, const Tolerance& tolerance) {
    switch (type) {
    case DataType::float32:
    case DataType::complex64: return tolerance.float32;
    case DataType::float64:
    case DataType::complex128: return tolerance.float64;
    case DataType::float16: return tolerance.float16;
    case DataType::bfloat16: return tolerance.bfloat16;
    case DataType::float8e4m3fn:
    case DataType::float8e4m3fnuz:
    case DataType::float8e5m2:
    case DataType::float8e5m2fnuz:
    case DataType::float8e8m0: return tolerance.float8;
    default: return 0;
    }
}

/// The elements as doubles; a complex number gives two.
std::vector<double> numbersOf(const Tensor& tensor, Bytes bytes) {
    const auto count = static_cast<std::size_t>(tensor.count());
    const bool isComplex =
        tensor.type == DataType::complex64 || tensor.type == DataType::complex128;
    const DataType part = tensor.type == DataType::complex64    ? DataType::float32
                          : tensor.type == DataType::complex128 ? DataType::float64
                                                                : tensor.type;
    std::vector<double> numbers(isComplex ? 2 * count : count);
    for (std::size_t i = 0; i < numbers.size(); ++i)
        numbers[i] = numberAt(part, bytes, i);
    return numbers;
}

std::string elementText(const std::string& name, std::size_t index, double expected,
                        double actual) {
    char text[100];
    std::snprintf(text, sizeof text, "element %zu is %.9g instead of %.9g", index, actual,
                  expected);
    return "'" + name + "': " + text;
}

std::string numbersDiffer(const Tensor& expected, const Tensor& actual, double rtol, double atol,
                          const Tolerance& tolerance = {}) {
    const auto a = elements(expected), b = elements(actual);
    if (!a || !b)
        return "an output cannot be read: " + (a ? b : a).error().message();
    const std::vector<double> wanted = numbersOf(expected, a->bytes()),
                              given = numbersOf(actual, b->bytes());
    double largest = 0;
    for (const double number : wanted)
        if (std::isfinite(number))
            largest = std::max(largest, std::abs(number));
    const double allowed = atol + rtol * largest;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        const bool both = std::isnan(wanted[i]) && std::isnan(given[i]);
        if (both || (tolerance.mayLoseNaN && (std::isnan(wanted[i]) || std::isnan(given[i]))))
            continue;
        if (tolerance.mayStayFinite && expected.type == DataType::float16 &&
            !std::isfinite(wanted[i]) && std::isfinite(given[i]))
            continue;
        const bool finite = std::isfinite(wanted[i]) && std::isfinite(given[i]);
        if (finite ? std::abs(wanted[i] - given[i]) <= allowed : wanted[i] == given[i])
            continue;
        return elementText(expected.name, i, wanted[i], given[i]);
    }
    return {};
}

std::string tensorsDiffer(const Tensor& expected, const Tensor& actual,
                          const Tolerance& tolerance) {
    if (expected.type != actual.type)
        return "'" + expected.name + "' is " + std::string(dataTypeName(actual.type)) +
               " instead of " + std::string(dataTypeName(expected.type));
    if (expected.dims != actual.dims)
        return "'" + expected.name + "' has the shape " + shapeText(actual.shape()) +
               " instead of " + shapeText(expected.shape());
    if (tolerance.typesOnly)
        return {};
    if (expected.type == DataType::string)
        return expected.strings == actual.strings ? std::string()
                                                  : "'" + expected.name + "' has other strings";
    if (const double rtol = relativeTolerance(expected.type, tolerance); rtol > 0)
        return numbersDiffer(expected, actual, rtol, rtol / 100, tolerance);
    if (tolerance.integers > 0 && isInteger(expected.type))
        return numbersDiffer(expected, actual, 0, static_cast<double>(tolerance.integers));
    const auto a = elements(expected), b = elements(actual);
    if (!a || !b)
        return "an output cannot be read: " + (a ? b : a).error().message();
    if (a->text() == b->text())
        return {};
    const std::string text = numbersDiffer(expected, actual, 0, 0);
    return text.empty() ? "'" + expected.name + "' has other bits" : text;
}

Outcome failed(Error error) {
    Outcome outcome;
    outcome.error = std::move(error);
    return outcome;
}

/// A session that runs a model in one way.
Result<std::unique_ptr<Session>> sessionOf(const Variant& variant, const Model& given) {
    const auto providers = makeProviders({variant.providers, {}, variant.options});
    if (!providers)
        return providers.error();
    auto prepared = variant.simplified ? simplified(given) : inlineFunctions(given);
    if (!prepared)
        return std::move(prepared).error();
    return Session::create(inferShapesOrWarn(*prepared), *providers,
                           variant.asWritten || variant.isReference ? PartitionOptions::asWritten()
                                                                    : PartitionOptions());
}

/// Outputs of more elements are made once and not compared, which would only take time.
constexpr std::int64_t kMostElements = 1 << 21;

std::int64_t elementsOf(const Outcome& outcome) {
    std::int64_t count = 0;
    for (const ModelData& output : outcome.outputs)
        count += output.isTensor() ? elementCount(output.tensor.dims).value_or(0) : 0;
    return count;
}

Outcome runUnguarded(const Variant& variant, const Model& given, const Feeds& feeds) {
    auto session = sessionOf(variant, given);
    if (!session)
        return failed(session.error());
    Outcome outcome;
    for (int i = 0; i < 2; ++i) { // the second run uses planned memory
        auto report = (*session)->run(feeds);
        if (!report)
            return failed(report.error());
        outcome.outputs = std::move(report->outputs);
        if (elementsOf(outcome) > kMostElements)
            break;
    }
    outcome.ok = true;
    return outcome;
}

std::vector<Outcome> runTurns(const Variant& variant, const Model& given,
                              const std::vector<Feeds>& turns) {
    auto session = sessionOf(variant, given);
    std::vector<Outcome> outcomes;
    for (const Feeds& feeds : turns) {
        Outcome& outcome = outcomes.emplace_back();
        if (!session) {
            outcome = failed(session.error());
            continue;
        }
        auto report = (*session)->run(feeds);
        if (!report) {
            outcome = failed(report.error());
            continue;
        }
        outcome.outputs = std::move(report->outputs);
        outcome.ok = true;
    }
    return outcomes;
}

/// The beginning of an error without its numbers, so that similar errors are counted together.
std::string shortened(const std::string& text) {
    std::string result;
    for (const char c : text.substr(0, 60))
        result += c >= '0' && c <= '9' ? '#' : c;
    return result;
}

} // namespace

Result<Model> simplified(const Model& model) {
    const auto evaluator = makeConstantEvaluator();
    SimplifyOptions options;
    options.pass.evaluator = evaluator.get();
    auto result = simplifyModel(model, options);
    if (!result)
        return std::move(result).error();
    return std::move(result->model);
}

std::vector<Variant> allVariants() {
    std::vector<Variant> variants = {
        {"plain",
         {"cpu"},
         {{"cpu.threads", "1"}, {"cpu.fusion", "0"}},
         false,
         "-p cpu --threads 1 -O cpu.fusion=0 --config session.graph_optimization_level=disabled",
         false,
         false,
         false,
         true},
        {"placed",
         {"cpu"},
         {{"cpu.threads", "1"}, {"cpu.fusion", "0"}},
         false,
         "-p cpu --threads 1 -O cpu.fusion=0"},
        {"fused", {"cpu"}, {{"cpu.threads", "1"}}, false, "-p cpu --threads 1", true},
        {"written",
         {"cpu"},
         {{"cpu.threads", "1"}},
         false,
         "-p cpu --threads 1 --config session.graph_optimization_level=disabled",
         true,
         false,
         false,
         true},
        {"threads", {"cpu"}, {{"cpu.threads", "2"}}, false, "-p cpu --threads 2", true},
        {"parallel",
         {"cpu"},
         {{"cpu.threads", "2"}, {"cpu.executor", "parallel"}},
         false,
         "-p cpu --threads 2 --executor parallel",
         true},
        {"simplified",
         {"cpu"},
         {{"cpu.threads", "1"}, {"cpu.fusion", "0"}},
         true,
         "(after simplify) -p cpu"},
        {"npu",
         {"npu", "cpu"},
         {{"npu.precision_mode", "force_fp32"}, {"npu.min_run_length", "1"}, {"cpu.threads", "1"}},
         false,
         "-O precision_mode=force_fp32 -O min_run_length=1",
         true,
         false,
         true},
    };
    if (makeProviders({{"reference"}, {}, {}}))
        variants.push_back({"reference", {"reference"}, {}, false, "-p reference", false, true});
    return variants;
}

std::vector<Variant> chosenVariants(const std::string& names) {
    std::vector<Variant> variants = allVariants();
    if (!names.empty())
        std::erase_if(variants, [&](const Variant& variant) {
            return ("," + names + ",").find("," + variant.name + ",") == std::string::npos;
        });
    return variants;
}

Outcome runVariant(const Variant& variant, const Model& model, const Feeds& feeds) {
    try {
        return runUnguarded(variant, model, feeds);
    } catch (const std::bad_alloc&) {
        return failed({Errc::unsupported, std::string("not enough memory"), {}, {}});
    } catch (const std::length_error& error) {
        return failed({Errc::internal, std::string("length_error ") + error.what(), {}, {}});
    }
}

std::string difference(const ModelData& expected, const ModelData& actual,
                       const Tolerance& tolerance) {
    if (expected.isTensor() && actual.isTensor())
        return tensorsDiffer(expected.tensor, actual.tensor, tolerance);
    if (expected.kindText() != actual.kindText())
        return "'" + expected.name + "' is a " + actual.kindText().text() + " instead of a " +
               expected.kindText().text();
    if (expected.items)
        for (std::size_t i = 0; i < expected.items->size(); ++i)
            if (std::string text = difference((*expected.items)[i], (*actual.items)[i], tolerance);
                !text.empty())
                return "item " + std::to_string(i) + " of '" + expected.name + "': " + text;
    return {};
}

namespace {

/// Compares the outcome of one variant with that of the first.
Judgement compared(const Outcome& first, const Outcome& other, const Variant& firstWay,
                   const Variant& way, Tolerance tolerance) {
    Judgement judgement;
    tolerance.mayLoseNaN = tolerance.mayLoseNaN || way.fuses;
    tolerance.mayStayFinite = way.widensHalves;
    const auto found = [&](const char* kind, const std::string& text) {
        judgement.kind = kind;
        judgement.text = way.name + ": " + text;
        judgement.signature = std::string(kind) + " " + way.name;
        return judgement;
    };
    if (!other.ok && other.error.code == Errc::internal)
        return found("internal", other.error.message());
    if (way.isReference && first.ok != other.ok && !tolerance.everyRefusal)
        return judgement; // it knows more types than the kernels and is stricter
    if (first.ok && !other.ok)
        return found("refused", "fails, " + firstWay.name + " does not: " + other.error.message());
    if (!first.ok && other.ok)
        return way.simplified ? judgement
                              : found("refused", "runs, " + firstWay.name +
                                                     " does not: " + first.error.message());
    if (!first.ok)
        return judgement;
    if (first.outputs.size() != other.outputs.size())
        return found("differs", "another number of outputs");
    for (std::size_t i = 0; i < first.outputs.size(); ++i)
        if (const std::string text = difference(first.outputs[i], other.outputs[i], tolerance);
            !text.empty())
            return found("differs", text);
    return judgement;
}

} // namespace

Judgement judgeModel(const std::string& modelBytes, const Feeds& feeds,
                     const std::vector<Variant>& variants, const Tolerance& tolerance) {
    Judgement judgement;
    const auto model = readModel(Buffer::own(modelBytes));
    if (!model) {
        judgement.signature = shortened(model.error().what.text());
        return judgement;
    }
    const Outcome first = runVariant(variants.front(), *model, feeds);
    if (!first.ok && first.error.code == Errc::internal)
        return {"internal", variants.front().name + ": " + first.error.message(), "internal",
                false};
    if (elementsOf(first) > kMostElements)
        return judgement;
    for (std::size_t i = 1; i < variants.size(); ++i) {
        const Outcome other = runVariant(variants[i], *model, feeds);
        judgement = compared(first, other, variants.front(), variants[i], tolerance);
        if (!judgement.kind.empty())
            break;
    }
    judgement.accepted = first.ok;
    if (judgement.kind.empty() && !first.ok)
        judgement.signature = shortened(first.error.what.text());
    return judgement;
}

Judgement judgeTurns(const std::string& modelBytes, const std::vector<Feeds>& turns,
                     const std::vector<Variant>& variants, const Tolerance& tolerance,
                     Judgement before) {
    const auto model = readModel(Buffer::own(modelBytes));
    for (const Variant& variant : variants) {
        if (!model || variant.isReference) // which keeps nothing
            continue;
        std::vector<Outcome> alone;
        for (const Feeds& feeds : turns) {
            alone.push_back(runVariant(variant, *model, feeds));
            if (elementsOf(alone.back()) > kMostElements)
                return before;
        }
        std::vector<Outcome> together;
        try {
            together = runTurns(variant, *model, turns);
        } catch (const std::bad_alloc&) {
            return before;
        }
        for (std::size_t i = 0; i < turns.size(); ++i) {
            Judgement found = compared(alone[i], together[i], variant, variant, tolerance);
            if (found.kind.empty())
                continue;
            found.text += " (in turn " + std::to_string(i) + " of inputs of other sizes)";
            found.signature += " in turn";
            found.accepted = before.accepted;
            return found;
        }
    }
    return before;
}

} // namespace partita::fuzz
