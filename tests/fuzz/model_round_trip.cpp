#include "tests/fuzz/model_round_trip.h"

#include <algorithm>
#include <map>

#include "core/data/feed_files.h"
#include "core/ir/ep_context.h"
#include "core/ir/extract.h"
#include "core/onnx/convert_version.h"
#include "core/onnx/infer_shapes.h"
#include "core/onnx/read.h"
#include "core/onnx/schema.h"
#include "core/onnx/write.h"
#include "core/rewrite/pipeline.h"
#include "tests/fuzz/value_files.h"
#include "tests/fuzz/variants.h"

namespace partita::fuzz {

namespace {

namespace fs = std::filesystem;

/// What an operation works on, and where it writes.
struct Trip {
    const RunModel& source;
    const OtherModel& other;
    const std::set<std::string>& broken; ///< the rules of lint that the source breaks
    fs::path folder;
    Chance chance;
};

WriteOptions allOutside() {
    WriteOptions options;
    options.data = DataPlacement::external;
    options.threshold = 0;
    return options;
}

/// Writes what an operation made, with its data inside or outside of the file, and judges it.
CaseResult judgeMade(const std::string& what, Trip& trip, const RunModel& made) {
    const fs::path path = trip.folder / "model.onnx";
    const WriteOptions options = trip.chance.oneIn(2) ? allOutside() : WriteOptions();
    if (const auto written = writeModel(made.model, path, options); !written)
        return found(what, written.error().message());
    return judgeWritten(what, path, made.feeds, made.expected, trip.broken);
}

CaseResult judgeConversion(Trip& trip) {
    const Model& model = trip.source.model;
    const std::int64_t own = model.info().opset("").value_or(1), newest = *newestOpset("");
    if (own >= newest)
        return {};
    const std::int64_t opset = trip.chance.between(own + 1, newest);
    const std::string what = "convert";
    const auto converted = convertVersion(model, static_cast<int>(opset));
    if (!converted)
        return refused(what, converted.error());
    if (converted->info().opset("") != opset)
        return found(what, "it has another opset");
    return judgeMade(what, trip, {*converted, trip.source.feeds, trip.source.expected});
}

CaseResult judgeSimplified(Trip& trip) {
    const auto made = simplified(trip.source.model);
    return made ? judgeMade("simplify", trip, {*made, trip.source.feeds, trip.source.expected})
                : refused("simplify", made.error());
}

using Values = std::map<std::string, ModelData>;

/// The values that nodes of the main graph make, as the plainest variant computes them.
Values innerValues(const Model& model, const Feeds& feeds) {
    std::vector<std::string> names;
    model.values().forEach([&](ValueId id, const auto& value) {
        if (value->graph == model.mainGraph() && model.producer(id) && !value->name.empty())
            names.push_back(value->name);
    });
    const auto observed = withOutputs(model, names);
    if (!observed)
        return {};
    const Outcome outcome = runVariant(chosenVariants("plain").front(), *observed, feeds);
    Values values;
    for (const ModelData& value : outcome.outputs)
        values.emplace(value.name, value);
    return values;
}

/// The values of the main graph that nodes make and that a part of the model may begin with.
std::vector<ValueId> cuts(const Model& model, const Values& inner) {
    std::vector<ValueId> found;
    model.values().forEach([&](ValueId id, const auto& value) {
        if (value->graph == model.mainGraph() && model.producer(id) && hasKnownType(*value) &&
            inner.contains(value->name))
            found.push_back(id);
    });
    return found;
}

/// Up to two of the values; only floating-point ones where `floats`, because a rounding may decide
/// about an integer.
std::vector<ValueId> someOf(const Model& model, const std::vector<ValueId>& values, bool floats,
                            Chance& chance) {
    std::vector<ValueId> some;
    for (std::size_t count = floats ? 1 + chance.pick(2) : chance.pick(3); count > 0; --count) {
        const ValueId id = values[chance.pick(values.size())];
        if ((!floats || model.value(id)->type->element == DataType::float32) &&
            std::ranges::find(some, id) == some.end())
            some.push_back(id);
    }
    return some;
}

CaseResult judgeExtraction(Trip& trip) {
    const Model model = inferShapesOrWarn(trip.source.model);
    const Values inner = innerValues(model, trip.source.feeds);
    const std::vector<ValueId> values = cuts(model, inner);
    if (values.empty())
        return {};
    const auto outputs = someOf(model, values, true, trip.chance);
    std::vector<ValueId> inputs = model.graph(model.mainGraph())->inputs;
    for (const ValueId id : someOf(model, values, false, trip.chance))
        if (std::ranges::find(outputs, id) == outputs.end())
            inputs.push_back(id);
    if (outputs.empty())
        return {};
    const auto part = extractSubgraph(model, model.mainGraph(),
                                      nodesBetween(model, inputs, outputs), inputs, outputs);
    if (!part)
        return refused("extract", part.error());
    RunModel made{*part, trip.source.feeds, {}};
    for (const ValueId id : inputs)
        if (const auto at = inner.find(model.value(id)->name); at != inner.end())
            made.feeds.emplace(at->first, at->second);
    for (const ValueId id : outputs)
        made.expected.push_back(inner.at(model.value(id)->name));
    return judgeMade("extract", trip, made);
}

CaseResult judgeValues(Trip& trip) {
    const Model model = inferShapesOrWarn(trip.source.model);
    std::vector<ModelData> values;
    for (const auto& [name, value] : innerValues(model, trip.source.feeds))
        values.push_back(value);
    return judgeValueFiles(values, {}, trip.folder);
}

CaseResult judgeMergeOfModels(Trip& trip) {
    const std::string what = "merge of models";
    const auto second = trip.other();
    if (!second)
        return {};
    const bool clashes = trip.chance.oneIn(4); // and the merge finds other names itself
    std::vector<MergedPart> parts;
    for (const RunModel* each : {&trip.source, &*second}) {
        const std::string name = parts.empty() ? "a" : "b";
        const fs::path path = trip.folder / name / "model.onnx";
        fs::create_directories(path.parent_path());
        const WriteOptions options = trip.chance.oneIn(2) ? allOutside() : WriteOptions();
        if (const auto written = writeModel(each->model, path, options); !written)
            return found(what, written.error().message());
        parts.push_back({path, *each, clashes ? "" : name + "_"});
    }
    MergeOptions options;
    options.output = trip.folder / "merged/model.onnx";
    return judgeMerge(what, parts, options, true, trip.broken);
}

constexpr struct {
    const char* folder;
    CaseResult (*judge)(Trip&);
} kOperations[] = {{"convert", judgeConversion},
                   {"extract", judgeExtraction},
                   {"simplify", judgeSimplified},
                   {"merge", judgeMergeOfModels},
                   {"values", judgeValues}};
constexpr std::size_t kOneIn = 3; ///< cases that try an operation, to keep their time small

CaseResult judgeWriting(const RunModel& source, const std::set<std::string>& broken,
                        const fs::path& folder) {
    int number = 0;
    for (const WriteOptions& options : {WriteOptions(), allOutside()}) {
        const fs::path path = folder / ("written" + std::to_string(number++) + ".onnx");
        if (const auto written = writeModel(source.model, path, options); !written)
            return found("write", written.error().message());
        const auto again = readModel(path);
        if (!again || countNodes(*again, true) != countNodes(source.model, true))
            return found("write", "it cannot be read, or has other nodes");
        if (CaseResult result = judgeWritten("write", path, source.feeds, source.expected, broken);
            !result.kind.empty())
            return result;
    }
    return {};
}

} // namespace

CaseResult judgeModelFiles(const RunModel& source, const OtherModel& other, Chance& chance,
                           const fs::path& folder) {
    const std::set<std::string> broken = brokenRules(source.model, folder);
    CaseResult result = judgeWriting(source, broken, folder);
    for (const auto& [name, judge] : kOperations) {
        // Each draws by itself, so that a smaller model meets the same operations.
        Trip trip{source, other, broken, folder / name, Chance(chance.bits())};
        if (!result.kind.empty() || !trip.chance.oneIn(kOneIn))
            continue;
        fs::create_directories(trip.folder);
        result = judge(trip);
    }
    return result;
}

} // namespace partita::fuzz
