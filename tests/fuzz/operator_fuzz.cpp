// Runs single operators, as random as their schemas allow, in all variants and compares results:
//   operator_fuzz [--seed N] [--cases N] [--examples FOLDER] [--op NAME] [--output FOLDER]
//                 [--variants plain,fused,…] [--no-refusals | --every-refusal] [--statistics] [--dump FOLDER]
// The same seed gives the same cases. --output writes the findings, minimized, as models with
// inputs. --dump writes every case that ran, with its outputs, for onnxruntime_cases.py.

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "core/base/log.h"
#include "core/base/temporary_folder.h"
#include "core/data/feed_files.h"
#include "core/data/tensor_files.h"
#include "core/onnx/read.h"
#include "tests/fuzz/findings.h"
#include "tests/fuzz/minimize.h"
#include "tests/fuzz/operator_generator.h"
#include "tests/fuzz/value_files.h"
#include "tests/fuzz/variants.h"

namespace {

using namespace partita;
using namespace partita::fuzz;

/// Whether `is` holds for any number in the inputs; `of` chooses the types of tensors to look at.
template <class F, class Of = bool (*)(DataType)>
bool anyNumber(
    const OperatorCase& each, F&& is, Of of = [](DataType) { return true; }) {
    for (const auto& input : each.inputs)
        for (const auto& proto : input ? input->tensors : std::vector<onnx::TensorProto>()) {
            const auto tensor = readTensorProto(Buffer::own(proto.SerializeAsString()));
            if (!tensor || !of(tensor->type))
                continue;
            const auto numbers = elementsAsDoubles(*tensor);
            if (numbers && std::ranges::any_of(*numbers, is))
                return true;
        }
    return false;
}

bool hasNaN(const OperatorCase& each) {
    return anyNumber(each, [](double v) { return std::isnan(v); });
}

bool hasInfinity(const OperatorCase& each) {
    return anyNumber(each, [](double v) { return std::isinf(v); });
}

bool hasBfloat16(const OperatorCase& each) {
    return anyNumber(
        each, [](double) { return true; },
        [](DataType type) { return type == DataType::bfloat16; });
}

bool always(const OperatorCase&) { return true; }
bool hasNumberAbove(const OperatorCase& each, double bound) {
    return anyNumber(each, [bound](double v) { return std::isfinite(v) && std::abs(v) > bound; });
}
bool hasLarge(const OperatorCase& each) { return hasNumberAbove(each, 1e4); }
bool hasHuge(const OperatorCase& each) { return hasNumberAbove(each, 1e6); }

/// How many halves are added up for a number of the next state of a recurrence; 1: its states are
/// no halves.
std::int64_t widthOfHalves(const OperatorCase& each) {
    constexpr std::size_t kRecurrence = 2; // directions, gates · state, state
    if (each.inputs.size() <= kRecurrence || !each.inputs[kRecurrence] ||
        each.inputs[kRecurrence]->tensors.empty())
        return 1;
    const onnx::TensorProto& weights = each.inputs[kRecurrence]->tensors[0];
    const bool isHalf = weights.data_type() == onnx::TensorProto::FLOAT16 ||
                        weights.data_type() == onnx::TensorProto::BFLOAT16;
    return isHalf && weights.dims_size() == 3 ? std::max<std::int64_t>(weights.dims(2), 1) : 1;
}
/// Whether a recurrence takes so many steps with weights so steep that a rounding grows to another
/// state: ONNX Runtime's is a third one. Halves are rounded so much that many weights that are less
/// steep, of a wide state, do the same together.
bool amplifiesRoundings(const OperatorCase& each) {
    constexpr std::int64_t kManySteps = 8;
    constexpr double kSteep = 64;
    if (each.inputs.empty() || !each.inputs[0] || each.inputs[0]->tensors.empty())
        return false;
    const auto& sizes = each.inputs[0]->tensors[0].dims(); // steps, batch, elements, or batch first
    return std::any_of(sizes.begin(), sizes.begin() + std::min(2, sizes.size()),
                       [](std::int64_t size) { return size > kManySteps; }) &&
           hasNumberAbove(each, kSteep / static_cast<double>(widthOfHalves(each)));
}
bool hasBeyondDoubles(const OperatorCase& each) { return hasNumberAbove(each, 0x1p53); }

/// Whether a scale is 0 or infinite, for operators whose only float inputs are scales. A Relu in
/// front makes 0 of a negative one.
bool hasScaleWithoutCodes(const OperatorCase& each) {
    const bool rectifies = std::ranges::any_of(
        each.inputs, [](const auto& input) { return input && input->before == "Relu"; });
    return anyNumber(
        each, [rectifies](double v) { return v == 0 || std::isinf(v) || (rectifies && v < 0); },
        [](DataType type) { return type == DataType::float32 || type == DataType::float16; });
}

const onnx::AttributeProto* attributeOf(const OperatorCase& each, std::string_view name) {
    const auto found = std::ranges::find(each.attributes, name, &onnx::AttributeProto::name);
    return found == each.attributes.end() ? nullptr : &*found;
}
bool transformsScores(const OperatorCase& each) {
    const auto* transform = attributeOf(each, "post_transform");
    return transform && (transform->i() == 1 || transform->i() == 2);
}
bool hasNegativeAlpha(const OperatorCase& each) {
    const auto* alpha = attributeOf(each, "alpha");
    return alpha && alpha->f() < 0;
}

bool hasHugeCoefficient(const OperatorCase& each) {
    const auto* coefficient = attributeOf(each, "cubic_coeff_a");
    return coefficient && std::abs(coefficient->f()) > 1e4F;
}

bool isGreyPicture(const OperatorCase& each) {
    const auto* format = attributeOf(each, "pixel_format");
    return format && format->s() == "Grayscale";
}

bool mayRoundToBytes(const OperatorCase& each) {
    const auto* level = attributeOf(each, "accuracy_level");
    return level && level->i() == 4;
}

void typesOnly(Tolerance& tolerance) { tolerance.typesOnly = true; }
void fewPercent(Tolerance& tolerance) { tolerance.float32 = 5e-2; }
void percent(Tolerance& tolerance) { tolerance.float32 = 1e-2; }
void permille(Tolerance& tolerance) { tolerance.float32 = 1e-3; }
void asFloats(Tolerance& tolerance) { tolerance.float64 = tolerance.float32; }
void asBfloat16(Tolerance& tolerance) { tolerance.float32 = tolerance.bfloat16; }
void lastBit(Tolerance& tolerance) { tolerance.integers = 1; }
void mayLoseNaN(Tolerance& tolerance) { tolerance.mayLoseNaN = true; }

/// Where variants may differ by more than the tolerance of a type (docs/testing.md).
/// `op`: a name; a star stands for any prefix or suffix.
constexpr struct {
    std::string_view op;
    bool (*where)(const OperatorCase&);
    void (*allow)(Tolerance&);
} kAllowances[] = {
    // With scores near 10¹⁵, Softmax depends on the order of roundings only. A mask of 65504 takes
    // digits from float32 scores that it is added to.
    {"Attention", hasLarge, percent},
    {"Attention", hasHuge, typesOnly},
    // Weights of float32 are rounded to be multiplied with values of bfloat16.
    {"Attention", hasBfloat16, asBfloat16},
    // A large corner leaves few digits for positions between pixels.
    {"RoiAlign", hasLarge, percent},
    // Weights of such a coefficient cancel each other but for their roundings.
    {"Resize", hasHugeCoefficient, typesOnly},
    // Short rows of nearly equal numbers depend on the rounding of their mean.
    {"*Normalization", always, permille},
    // ONNX's function has 1 / 6 as a float, and near -3 its last digits are all that is left.
    {"HardSwish", always, asFloats},
    // 1 + erf has few digits near 0, and a large factor shows them.
    {"BiasSplitGelu", always, permille},
    // What is 0 in float32 is none in float64, and 0 times an infinite scale is NaN.
    {"*Normalization", hasInfinity, mayLoseNaN},
    // The gates of a recurrence may depend on a rounding many steps earlier.
    {"RNN", always, fewPercent},
    {"GRU", always, fewPercent},
    {"LSTM", always, fewPercent},
    // What is left of 1e15 - 1e15 is a matter of rounding.
    {"RNN", hasHuge, typesOnly},
    {"GRU", hasHuge, typesOnly},
    {"LSTM", hasHuge, typesOnly},
    {"RNN", amplifiesRoundings, typesOnly},
    {"GRU", amplifiesRoundings, typesOnly},
    {"LSTM", amplifiesRoundings, typesOnly},
    {"SVMClassifier", hasHuge, typesOnly},
    // A gate that overflows, or is 0 beside an infinity, in float32 is a number in float64.
    {"RNN", always, mayLoseNaN},
    {"GRU", always, mayLoseNaN},
    {"LSTM", always, mayLoseNaN},
    // ONNX's text and ONNX Runtime number the transformations differently.
    {"TreeEnsemble", transformsScores, typesOnly},
    // The exponential overflows before it is scaled down.
    {"Celu", hasNegativeAlpha, typesOnly},
    // The reference holds numbers, not their codes, of which NaN has several.
    {"BitCast", hasNaN, typesOnly},
    // The codes are rounded from numbers that may differ slightly.
    {"QLinear*", always, lastBit},
    // A sum of 0 divided by a scale of 0, or times an infinite one, is NaN, for which there is no code.
    {"QLinear*", hasScaleWithoutCodes, typesOnly},
    {"QLinear*", hasNaN, typesOnly}, // no code for NaN
    {"DynamicQuantizeLinear", always, lastBit},
    {"QuantizeLinear", always, lastBit},
    // Whether the result is NaN depends on the order in which infinities are combined.
    {"DFT", always, mayLoseNaN},
    {"STFT", always, mayLoseNaN},
    // A quarter turn of an infinity has a part that is 0 times it, or times what a rounding left of 0.
    {"DFT", hasInfinity, typesOnly},
    {"STFT", hasInfinity, typesOnly},
    {"ReduceProd", always, mayLoseNaN},
    {"CumProd", always, mayLoseNaN},
    {"Attention", always, mayLoseNaN},
    {"LinearAttention", always, mayLoseNaN},
    // A state that overflows in float32 is a number in float64.
    {"LinearAttention", hasHuge, typesOnly},
    // A factor that underflows meets an infinity.
    {"SwiGLU", always, mayLoseNaN},
    {"BiasSplitGelu", always, mayLoseNaN},
    // NaN may come from elements of weight 0, and from padding times infinite weights.
    {"RoiAlign", always, mayLoseNaN},
    {"MaxRoiPool", always, mayLoseNaN},
    {"GridSample", always, mayLoseNaN},
    {"MatMulNBits", mayRoundToBytes, typesOnly}, // the model allows it
    {"GridSample", hasNaN, typesOnly},           // a NaN position has no element
    // Weighted sums and logarithms of such integers depend on the order of roundings only.
    {"GridSample", hasBeyondDoubles, typesOnly},
    {"GridSample", always, lastBit}, // of integers: weights of 0.999… and 1 are cut to 0 and 1
    {"ReduceLog*", hasBeyondDoubles, typesOnly},
    {"DeformConv", always, mayLoseNaN},
    {"ImageDecoder", isGreyPicture, lastBit}, // weighed by integers or by doubles
    {"Conv", always, mayLoseNaN},
    {"FusedConv", always, mayLoseNaN},
    {"ConvTranspose", always, mayLoseNaN},
};

bool names(std::string_view pattern, std::string_view op) {
    if (pattern.starts_with('*'))
        return op.ends_with(pattern.substr(1));
    if (pattern.ends_with('*'))
        return op.starts_with(pattern.substr(0, pattern.size() - 1));
    return op == pattern;
}

Tolerance toleranceFor(const OperatorCase& each) {
    Tolerance tolerance;
    tolerance.typesOnly = isRandom(each);
    for (const auto& [op, where, allow] : kAllowances)
        if (names(op, each.op) && where(each))
            allow(tolerance);
    return tolerance;
}

class OperatorFuzz {
public:
    explicit OperatorFuzz(FuzzOptions options)
        : m_options(std::move(options)), m_generator(m_options.examples, m_options.only),
          m_variants(chosenVariants(m_options.variants)) {
        m_limits.seconds = m_options.seconds;
    }

    int run() {
        runIsolated(
            m_options.seed, m_options.seed + m_options.cases, m_limits,
            [&](std::uint64_t seed) { return judge(m_generator.make(seed)); },
            [&](std::uint64_t seed, const CaseResult& result) { note(seed, result); });
        if (m_options.statistics)
            m_findings.printStatistics();
        return m_findings.summary(m_options);
    }

private:
    CaseResult judge(const OperatorCase& each) const {
        const auto feeds = feedsOf(each);
        if (!feeds)
            return {"", "", "inputs cannot be read", false};
        const std::string bytes = modelOf(each).SerializeAsString();
        Tolerance tolerance = toleranceFor(each);
        tolerance.everyRefusal = m_options.everyRefusal;
        Judgement judgement = judgeModel(bytes, *feeds, m_variants, tolerance);
        if (judgement.kind.empty() && each.symbolic)
            if (const auto others = feedsOf(ofOtherSizes(each)))
                judgement = judgeTurns(bytes, {*feeds, *others, *feeds}, m_variants, tolerance,
                                       std::move(judgement));
        if (judgement.kind == "refused" && !m_options.refusals)
            judgement.kind.clear();
        if (judgement.accepted && judgement.kind.empty() && !m_options.dump.empty())
            dump(each, bytes, *feeds);
        if (judgement.accepted && judgement.kind.empty() && Chance(each.seed).oneIn(8))
            if (CaseResult result = judgeOutputFiles(bytes, *feeds); !result.kind.empty())
                return result;
        return {judgement.kind, judgement.text, judgement.signature, judgement.accepted};
    }

    /// Writes the outputs of a case and reads them again.
    [[nodiscard]] CaseResult judgeOutputFiles(const std::string& bytes, const Feeds& feeds) const {
        const auto model = readModel(Buffer::own(bytes));
        const auto folder = TemporaryFolder::make();
        if (!model || !folder)
            return {"folder", "there is none to write into", "folder", false};
        const auto& outputs = model->graph(model->mainGraph())->outputs;
        return judgeValueFiles(runVariant(m_variants.front(), *model, feeds).outputs,
                               typesOf(*model, outputs), folder->path());
    }

    /// Writes a case and its outputs in the form of ONNX's test data.
    void dump(const OperatorCase& each, const std::string& bytes, const Feeds& feeds) const {
        const auto folder = m_options.dump / (each.op + "_" + std::to_string(each.seed));
        writeCase(each, folder, "");
        const Outcome outcome =
            runVariant(m_variants.front(), *readModel(Buffer::own(bytes)), feeds);
        (void)writeValueDirectory(folder, "output", outcome.outputs);
    }

    void note(std::uint64_t seed, const CaseResult& result) {
        OperatorCase each = m_generator.make(seed);
        if (!m_findings.count((each.domain.empty() ? "" : each.domain + ".") + each.op, result))
            return;
        CaseResult smallest = result;
        if (!m_options.output.empty())
            each = minimized(std::move(each), [&](const OperatorCase& smaller) {
                CaseResult again = runAlone(m_limits, [&] { return judge(smaller); });
                const bool same = again.kind == result.kind && again.signature == result.signature;
                if (same)
                    smallest = std::move(again);
                return same;
            });
        Findings::print(seed, titleOf(each), smallest);
        if (!m_options.output.empty())
            writeCase(each,
                      m_options.output /
                          fileNameOf(each.op + "-" + result.signature + "-" + std::to_string(seed)),
                      titleOf(each) + "\n" + result.kind + "\nseed " + std::to_string(seed) +
                          "\npartita-cli run model.onnx --inputs .\n" + smallest.text + "\n");
    }

    FuzzOptions m_options;
    OperatorGenerator m_generator;
    std::vector<Variant> m_variants;
    Limits m_limits;
    Findings m_findings{"operator_fuzz"};
};

} // namespace

int main(int argc, char** argv) {
    setLogLevel(LogLevel::error);
    FuzzOptions options = readFuzzOptions(argc, argv);
    if (!options.only.empty() && std::ranges::none_of(allSchemas(), [&](const SchemaRange& range) {
            return range.schema->Name() == options.only;
        })) {
        std::fprintf(stderr, "there is no operator %s\n", options.only.c_str());
        return 2;
    }
    return OperatorFuzz(std::move(options)).run();
}
