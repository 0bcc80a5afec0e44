// The command lines of onnxsim and onnxoptimizer, as they are, for Partita's simplifier.

#include <algorithm>
#include <iostream>

#include "app/cli/foreign_arguments.h"
#include "app/cli/simplify_command.h"
#include "core/base/log.h"
#include "core/base/number_text.h"
#include "core/base/text_parts.h"
#include "core/base/try.h"
#include "core/rewrite/pass.h"

namespace partita::cli {

namespace {

using Values = std::vector<std::string>;

/// A pass of onnxsim that has another name here.
struct OtherName {
    std::string_view theirs, ours;
};
constexpr OtherName kOtherNames[] = {
    {"eliminate_optional_get_element", "eliminate_sequence_construct"},
    {"eliminate_optional_has_element", "eliminate_sequence_construct"},
    {"eliminate_reshape_around_elementwise", "eliminate_views_around_elementwise"},
    {"eliminate_sequence_at_construct", "eliminate_sequence_construct"},
    {"eliminate_sequence_length_construct", "eliminate_sequence_construct"},
    {"fuse_consecutive_mul", "fuse_consecutive_scales"},
    {"fuse_consecutive_reduce", "fuse_consecutive_reduces"},
    {"fuse_layer_norm", "fuse_layer_normalization"},
    {"fuse_matmul_add_bias_into_gemm_batched", "fuse_matmul_add_bias_into_reshaped_gemm"},
    {"fuse_preceding_mul_into_conv", "fuse_scale_into_weights"},
    {"fuse_reshape_family", "fuse_consecutive_reshapes"},
    {"fuse_rms_norm", "fuse_rms_normalization"},
};

/// The names of the passes here; warns of those that there are not.
Values knownPasses(const Values& names, std::string_view otherwise) {
    Values known;
    for (const std::string& name : names)
        if (const auto* other = std::ranges::find(kOtherNames, name, &OtherName::theirs);
            findPass(name))
            known.push_back(name);
        else if (other != std::end(kOtherNames))
            known.emplace_back(other->ours);
        else
            log(LogLevel::warning, PARTITA_TEXT("Partita has no pass {0}: {1}", name, otherwise));
    return known;
}

void append(Values& list, const Values& more) { list.insert(list.end(), more.begin(), more.end()); }

void skipPasses(SimplifyCommand& command, const Values& names) {
    if (names.empty())
        command.noOptimize = true;
    append(command.skipped, knownPasses(names, "there is nothing to leave out"));
}

/// Sizes that are not above 0 stay as they are: "x:0,3" becomes "x:-1,3".
void fixShapes(SimplifyCommand& command, const Values& shapes) {
    for (const std::string& shape : shapes) {
        const auto colon = shape.rfind(':');
        const std::size_t from = colon == std::string::npos ? 0 : colon + 1;
        Values sizes = splitText(std::string_view(shape).substr(from), ',');
        for (std::string& size : sizes)
            if (const auto number = parseNumber<std::int64_t>(size); number && *number <= 0)
                size = "-1";
        command.shapes.push_back(shape.substr(0, from) + joinText(sizes, ","));
    }
}

void readInputs(SimplifyCommand& command, const Values& files) {
    for (const std::string& each : files) {
        const auto colon = each.rfind(':');
        command.rawInputs[each.substr(0, colon)] = each.substr(colon + 1);
    }
}

/// What an option of onnxsim does here: it is taken over, does nothing and says why (an empty
/// reason: onnxsim does nothing either), or is refused, because the model would be another one.
struct OnnxsimOption {
    ForeignOption option;
    void (*take)(SimplifyCommand& command, const Values& values) = nullptr;
    const char* nothing = nullptr;
};

constexpr OnnxsimOption kOnnxsim[] = {
    {{"--skip-fuse-bn", Arity::none},
     [](SimplifyCommand& to, const Values&) { to.skipped.emplace_back("fuse_bn_into_conv"); }},
    {{"--skip-optimization", Arity::any}, skipPasses},
    {{"--skip-optimizer", Arity::several}, skipPasses},
    {{"--enable-optimization", Arity::several},
     [](SimplifyCommand& to, const Values& names) {
         append(to.also, knownPasses(names, "there is nothing to add"));
     }},
    {{"--enable-onnxruntime-optimization", Arity::none},
     [](SimplifyCommand& to, const Values&) {
         append(to.also, {"fuse_reciprocal_into_div", "fuse_sizes_into_reshape",
                          "fuse_consecutive_reshapes"});
     }},
    {{"--skip-constant-folding", Arity::none},
     [](SimplifyCommand& to, const Values&) { to.noFold = true; }},
    {{"--skip-shape-inference", Arity::none},
     [](SimplifyCommand& to, const Values&) { to.noShapes = true; }},
    {{"--check-rtol", Arity::one},
     [](SimplifyCommand& to, const Values& v) { to.checkRtol = *toleranceIn(v[0]); }},
    {{"--check-atol", Arity::one},
     [](SimplifyCommand& to, const Values& v) { to.checkAtol = *toleranceIn(v[0]); }},
    {{"--input-shape", Arity::several}, fixShapes},
    {{"--overwrite-input-shape", Arity::several}, fixShapes},
    {{"--test-input-shape", Arity::several},
     [](SimplifyCommand& to, const Values& shapes) { append(to.testShapes, shapes); }},
    {{"--input-data-path", Arity::several}, readInputs},
    {{"--input-fill", Arity::one}, [](SimplifyCommand& to, const Values& v) { to.fill = v[0]; }},
    {{"--unused-output", Arity::several},
     [](SimplifyCommand& to, const Values& names) { append(to.unused, names); }},
    {{"--no-large-tensor", Arity::optional},
     [](SimplifyCommand& to, const Values& v) { to.threshold = v.empty() ? "1KB" : v[0]; }},
    {{"--mutable-initializer", Arity::none},
     [](SimplifyCommand& to, const Values&) { to.mutableInitializers = true; }},
    {{"--initializers-as-non-constants", Arity::none},
     [](SimplifyCommand& to, const Values&) { to.tunableInitializers = true; }},
    {{"--save-as-external-data", Arity::none},
     [](SimplifyCommand& to, const Values&) { to.externalData = true; }},
    {{"--external-data-threshold", Arity::one},
     [](SimplifyCommand& to, const Values& v) { to.externalThreshold = v[0]; }},
    {{"--target-opset", Arity::one}, [](SimplifyCommand& to, const Values& v) { to.opset = v[0]; }},
    {{"--inline-functions", Arity::none},
     [](SimplifyCommand& to, const Values&) { to.inlineFunctions = true; }},
    {{"--enable-fuse-bn", Arity::none}, nullptr, ""},
    {{"--dynamic-input-shape", Arity::none}, nullptr, ""},
    {{"--custom-lib", Arity::one}, nullptr, ""},
    {{"--include-subgraph", Arity::none}, nullptr, ""},
    {{"--skip-schema-import", Arity::none}, nullptr, ""},
    {{"--no-certify", Arity::none}, nullptr, ""},
    {{"--certify", Arity::none}, nullptr, "nothing is proven; check_n compares outputs"},
    {{"--providers", Arity::several}, nullptr, "constants are computed on the CPU"},
    {{"--cuda", Arity::none}, nullptr, "constants are computed on the CPU"},
    {{"--profile", Arity::optional}, nullptr, "`simplify --trace FILE.json` has the times"},
    {{"--ort-profile", Arity::optional}, nullptr, "ONNX Runtime is not used"},
    {{"--merge-ort-profile", Arity::none}, nullptr, "ONNX Runtime is not used"},
    {{"--node-reduction-plot", Arity::optional},
     nullptr,
     "`simplify --trace FILE.html` has a curve of the nodes"},
    {{"--graph-diff", Arity::none}, nullptr, "`diff A B` tells what differs"},
    // These turn the model into another one, or into another format.
    {{"--emit-mlir", Arity::optional}},
    {{"--mlir-target", Arity::one}},
    {{"--onnx-mlir", Arity::one}},
    {{"--emit-coreml", Arity::optional}},
    {{"--coreml-format", Arity::one}},
    {{"--coreml-compute-units", Arity::one}},
    {{"--coreml-io-dtype", Arity::one}},
    {{"--coreml-minimum-deployment-target", Arity::one}},
    {{"--emit-tflite", Arity::optional}},
    {{"--tflite-optimize", Arity::none}},
    {{"--tflite-backend", Arity::one}},
    {{"--tflite-int8", Arity::none}},
    {{"--tflite-calibration-samples", Arity::one}},
    {{"--tflite-io-dtype", Arity::one}},
    {{"--tflite-flex", Arity::none}},
    {{"--tflite-layout", Arity::one}},
    {{"--tflite-edgetpu", Arity::optional}},
    {{"--tflite-edgetpu-compiler", Arity::one}},
    {{"--tflite-edgetpu-check", Arity::none}},
    {{"--dynamic-quantize", Arity::none}},
    {{"--dynamic-quantize-matmul-integer-to-float", Arity::none}},
    {{"--ternary-quantize", Arity::none}},
    {{"--weight-only-quantize", Arity::none}},
    {{"--weight-only-quantize-int4", Arity::none}},
    {{"--weight-only-quantize-int16", Arity::none}},
    {{"--weight-only-quantize-int8-block", Arity::none}},
    {{"--fp16-quantize", Arity::none}},
    {{"--bf16-quantize", Arity::none}},
    {{"--fp8-quantize", Arity::none}},
    {{"--fp8-format", Arity::one}},
    {{"--static-quantize", Arity::none}},
    {{"--static-quantize-int16", Arity::none}},
    {{"--qoperator-quantize", Arity::none}},
    {{"--qoperator-quantize-elementwise", Arity::none}},
    {{"--qoperator-quantize-activation", Arity::none}},
    {{"--qoperator-quantize-concat", Arity::none}},
    {{"--qoperator-quantize-softmax", Arity::none}},
    {{"--qoperator-quantize-pool", Arity::none}},
    {{"--qoperator-quantize-where", Arity::none}},
    {{"--qoperator-quantize-gemm", Arity::none}},
    {{"--calibration-dataset", Arity::one}},
    {{"--calibration-samples", Arity::one}},
    {{"--calibration-method", Arity::one}},
};

Error wrong(Message what, Message help) {
    return {Errc::usage, std::move(what), {}, std::move(help)};
}

/// The numbers and words of options that `simplify` checks when it reads them.
Result<void> checkValues(const std::string& name, const Values& values) {
    const bool number = name == "--check-rtol" || name == "--check-atol";
    const std::string text = values.empty() ? std::string() : values[0];
    if (number && !toleranceIn(text))
        return wrong(PARTITA_TEXT("{0} is {1}", name, text),
                     PARTITA_TEXT("give a number from 0 on"));
    if (name == "--input-fill" && !feedFillNamed(text))
        return wrong(PARTITA_TEXT("{0} is {1}", name, text),
                     PARTITA_TEXT("write random, ones, zeros or arange"));
    if (name == "--input-data-path")
        for (const std::string& each : values)
            if (each.find(':') == std::string::npos)
                return wrong(PARTITA_TEXT("{0} is {1}", name, each),
                             PARTITA_TEXT("write INPUT:FILE"));
    return {};
}

Result<void> takeOption(const OnnxsimOption& row, const Values& values, SimplifyCommand& command) {
    const std::string name(row.option.name);
    PARTITA_TRY(checkValues(name, values));
    if (row.take)
        row.take(command, values);
    else if (!row.nothing)
        return wrong(
            PARTITA_TEXT("onnxsim's {0} makes another model of it, and Partita does not", name),
            PARTITA_TEXT("leave it out"));
    else if (*row.nothing)
        log(LogLevel::warning, PARTITA_TEXT("{0} does nothing: {1}", name, row.nothing));
    return {};
}

Result<void> takeFiles(const Values& positionals, SimplifyCommand& command, std::size_t most) {
    if (positionals.size() < 2 || positionals.size() > most)
        return wrong(PARTITA_TEXT("{0} names of files are given", positionals.size()),
                     PARTITA_TEXT("name the model to read and the model to write, and the options "
                                  "after them"));
    command.input = positionals[0];
    command.output = positionals[1];
    command.force = true; // both programs overwrite without asking
    return {};
}

void printPasses(bool (*isListed)(const PassInfo&)) {
    for (const PassInfo& info : passCatalogue())
        if (isListed(info))
            std::cout << info.name << '\n';
}

/// Prints how a command line begins, and the names of the options that are taken.
ExitStatus printHelp(std::string_view usage, std::span<const ForeignOption> options) {
    std::cout << "Usage: partita-cli " << usage << "\n\nOptions:\n";
    for (const ForeignOption& option : options)
        std::cout << "  " << option.name << '\n';
    std::cout << "docs/onnxsim-options.md says what each does here\n";
    return done;
}

bool runsByDefault(const PassInfo& info) {
    return info.set == PassSet::standard || info.set == PassSet::additional;
}

Result<ExitStatus> runOnnxsim(const Values& words, const Common& common) {
    std::vector<ForeignOption> options;
    for (const OnnxsimOption& row : kOnnxsim)
        options.push_back(row.option);
    const std::size_t defaults = options.size(), others = defaults + 1, version = defaults + 2,
                      help = defaults + 3;
    options.push_back({"--list-default-optimizers", Arity::none});
    options.push_back({"--list-other-optimizers", Arity::none});
    options.push_back({"--version", Arity::none, 'v'});
    options.push_back({"--help", Arity::none, 'h'});
    const auto given = PARTITA_TRY(parseForeign(words, options));
    SimplifyCommand command;
    command.checkAtol = 1e-5; // onnxsim's
    command.also = {"eliminate_loop_with_const_trip_count"};
    for (const auto& [option, values] : given.options) {
        if (option == version)
            return std::cout << "partita-cli " PARTITA_VERSION "\n", done;
        if (option == help)
            return printHelp("onnxsim IN OUT [N] [OPTIONS]", options);
        if (option == defaults || option == others) {
            printPasses(option == defaults ? runsByDefault : [](const PassInfo& each) {
                return !runsByDefault(each);
            });
            return done;
        }
        PARTITA_TRY(takeOption(kOnnxsim[option], values, command));
    }
    PARTITA_TRY(takeFiles(given.positionals, command, 3));
    if (given.positionals.size() == 3) {
        const auto count = parseWholeNumber(given.positionals[2]);
        if (!count || *count > 1000)
            return wrong(PARTITA_TEXT("'{0}' is no number of checks", given.positionals[2]),
                         PARTITA_TEXT("give a number from 0 to 1000"));
        command.check = static_cast<int>(*count);
    }
    return runSimplify(command, common);
}

/// What onnxoptimizer runs for passes that are named, in their order. No names: it runs none.
Values passesAsNamed(const Values& names) {
    Values passes;
    for (const std::string& name : names) {
        passes.push_back(name);
        if (name == "fuse_add_bias_into_conv") // of a computed bias, too
            passes.emplace_back("fuse_computed_bias_into_conv");
    }
    return passes.empty() ? Values{"nop"} : passes;
}

Result<ExitStatus> runOnnxoptimizer(const Values& words, const Common& common) {
    static constexpr ForeignOption kOptions[] = {{"--print_all_passes", Arity::none},
                                                 {"--print_fuse_elimination_passes", Arity::none},
                                                 {"--passes", Arity::any, 'p'},
                                                 {"--fixed_point", Arity::none},
                                                 {"--help", Arity::none, 'h'}};
    const auto given = PARTITA_TRY(parseForeign(words, kOptions));
    SimplifyCommand command;
    command.fixedPoint = 1;
    for (const auto& [option, values] : given.options) {
        const std::string_view name = kOptions[option].name;
        if (name == "--passes")
            command.passes = passesAsNamed(values);
        else if (name == "--fixed_point")
            command.fixedPoint = 50;
        else if (name == "--help")
            return printHelp("onnxoptimizer IN OUT [OPTIONS]", kOptions);
        else
            return printPasses(
                       name == "--print_all_passes"
                           ? [](const PassInfo&) { return true; }
                           : [](const PassInfo& each) { return each.set == PassSet::standard; }),
                   done;
    }
    if (command.passes.empty())
        for (const PassInfo& info : passCatalogue())
            if (info.set == PassSet::standard)
                command.passes.emplace_back(info.name);
    PARTITA_TRY(takeFiles(given.positionals, command, 2));
    return runSimplify(command, common);
}

Subcommand addForeign(CLI::App& program, const std::string& name, const std::string& help,
                      std::function<Result<ExitStatus>(const Values&)> run) {
    auto* app = program.add_subcommand(name, help);
    // The other program's options are not read by this one.
    app->prefix_command();
    app->fallthrough(false);
    return {app, [app, run = std::move(run)] { return run(app->remaining()); }};
}

} // namespace

Subcommand addOnnxsim(CLI::App& program, Common& common) {
    return addForeign(program, "onnxsim",
                      "Simplify by a command line of onnxsim: onnxsim IN OUT [N] and its options",
                      [&common](const Values& words) { return runOnnxsim(words, common); });
}

Subcommand addOnnxoptimizer(CLI::App& program, Common& common) {
    return addForeign(
        program, "onnxoptimizer",
        "Run passes by a command line of onnxoptimizer: onnxoptimizer IN OUT -p PASS …",
        [&common](const Values& words) { return runOnnxoptimizer(words, common); });
}

} // namespace partita::cli
