#include <algorithm>
#include <iostream>
#include <thread>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/cli/command_line.h"
#include "app/cli/runtime_arguments.h"
#include "core/base/line_text.h"
#include "core/base/try.h"
#include "core/tasks/learning/learn_profile.h"

namespace partita::cli {

namespace {

constexpr int kTimeout = 60; ///< seconds for one model

struct ProfileCommand {
    std::string action, file, output, answers, name;
    std::vector<std::string> operators;
    RuntimeArguments runtime;
    int jobs = static_cast<int>(std::clamp(std::thread::hardware_concurrency(), 1U, 16U));
    bool force = false;
};

Error misused(Message what, Message remedy) {
    return {Errc::usage, std::move(what), {}, std::move(remedy)};
}

Result<LearnRequest> requestOf(const ProfileCommand& command) {
    auto providers = PARTITA_TRY(command.runtime.realProviders());
    if (providers.size() != 1)
        return misused(PARTITA_TEXT("a profile is that of one provider"),
                       PARTITA_TEXT("name one with --provider"));
    auto config = PARTITA_TRY(command.runtime.entries());
    const std::string level = "session.graph_optimization_level";
    if (std::ranges::none_of(config, [&](const auto& each) { return each.first == level; }))
        config.emplace_back(level, "disabled"); // the node is to stay the one that is asked about
    LearnRequest request;
    auto runtime = PARTITA_TRY(command.runtime.runtime());
    auto settings = PARTITA_TRY(command.runtime.settings());
    request.probes = {std::move(runtime), std::move(providers.front()), std::move(config),
                      command.jobs, std::move(settings)};
    request.operators = command.operators;
    return request;
}

/// What was answered is kept until the work is done.
Error withAnswers(Error error, const std::filesystem::path& answers) {
    std::error_code failed;
    if (error.code == Errc::cancelled && !answers.empty() &&
        std::filesystem::exists(answers, failed))
        error.remedy =
            PARTITA_TEXT("the same command goes on from the answers in {0}", answers.string());
    return error;
}

std::string nameOf(const ProfileCommand& command) {
    if (!command.name.empty())
        return command.name;
    const auto stem = std::filesystem::path(command.output).stem().string();
    return stem.empty() || stem == "-" ? "learned" : stem;
}

/// "QNNExecutionProvider (onnxruntime-qnn 2.7.0) in ONNX Runtime 1.32.0"
std::string whoAnswered(const std::string& provider, const std::string& package,
                        const std::string& version) {
    return fmt::format("{}{} in ONNX Runtime {}", provider,
                       package.empty() ? "" : " (" + package + ")", version);
}
std::string whoAnswered(const LearnedProfile& of) {
    return whoAnswered(of.provider, of.package, of.onnxruntime);
}

void printLearned(const LearnedProfile& profile, const std::string& output, const Common& common) {
    if (common.json) {
        printJson({{"name", profile.name},
                   {"provider", profile.provider},
                   {"package", profile.package},
                   {"onnxruntime", profile.onnxruntime},
                   {"probes", profile.probes},
                   {"invalid", profile.invalid},
                   {"operators", profile.operators.size()},
                   {"claimed", claimedOf(profile.operators)},
                   {"quantized", profile.quantized.size()},
                   {"claimed_quantized", claimedOf(profile.quantized)},
                   {"unexplained", unexplainedBy(profile)},
                   {"not_tried", profile.notTried},
                   {"output", output}});
        return;
    }
    std::cout << lineText("{}\n{} probes: it claims {} of {} operators, and {} of {} between "
                          "DequantizeLinear and QuantizeLinear\n{} answers are not explained by "
                          "the rules\nnot tried:\n",
                          whoAnswered(profile), profile.probes, claimedOf(profile.operators),
                          profile.operators.size(), claimedOf(profile.quantized),
                          profile.quantized.size(), unexplainedBy(profile));
    for (const std::string& each : profile.notTried)
        std::cout << lineText("  {}\n", each);
}

Result<ExitStatus> learn(const ProfileCommand& command, const Common& common) {
    if (command.output.empty())
        return misused(PARTITA_TEXT("the profile needs a file"), PARTITA_TEXT("name it with -o"));
    if (!command.file.empty())
        return misused(PARTITA_TEXT("'{0}': learning reads no profile", command.file),
                       PARTITA_TEXT("leave it out, or write `profile check`"));
    const auto request = PARTITA_TRY(requestOf(command));
    OutputFiles files(replaceIf(command.force));
    PARTITA_TRY(command.runtime.declare(files));
    PARTITA_TRY(files.writes(command.output));
    const bool isFile = command.output != "-";
    const std::filesystem::path kept = !command.answers.empty() ? command.answers
                                       : isFile                 ? command.output + ".answers"
                                                                : "";
    auto answers = PARTITA_TRY(ProbeAnswers::open(kept, request.probes));
    auto learned = learnProfile(request, answers, common.progress);
    if (!learned)
        return withAnswers(std::move(learned).error(), kept);
    learned->name = nameOf(command);
    learned->description = fmt::format("What {} takes, learned from {} probes",
                                       whoAnswered(*learned), learned->probes);
    PARTITA_TRY(writeOutput(command.output, profileText(*learned), files.replace()));
    if (command.answers.empty())
        answers.remove();
    if (isFile)
        printLearned(*learned, command.output, common);
    return done;
}

nlohmann::json toJson(const ProfileCheck& check) {
    nlohmann::json list = nlohmann::json::array();
    for (const ProfileDifference& each : check.differences)
        list.push_back({{"probe", each.probe},
                        {"provider", outcomeName(each.provider)},
                        {"profile", outcomeName(each.profile)},
                        {"evidence", each.evidence.text()}});
    return {{"provider", check.provider.name},
            {"package", check.provider.package},
            {"onnxruntime", check.provider.onnxruntime},
            {"probes", check.probes},
            {"agree", check.agree},
            {"differences", std::move(list)}};
}

Result<ExitStatus> check(const ProfileCommand& command, const Common& common) {
    if (command.file.empty())
        return misused(PARTITA_TEXT("no profile to check is named"),
                       PARTITA_TEXT("name a device or its .json file"));
    if (!command.output.empty())
        return misused(PARTITA_TEXT("a check writes no file"), PARTITA_TEXT("leave out -o"));
    const auto request = PARTITA_TRY(requestOf(command));
    ProviderChoice choice;
    choice.device = command.file;
    const auto device = PARTITA_TRY(makeProviders(choice)).front();
    auto answers = PARTITA_TRY(ProbeAnswers::open(command.answers, request.probes));
    auto checked = checkProfile(request, device, answers, common.progress);
    if (!checked)
        return withAnswers(std::move(checked).error(), command.answers);
    if (common.json) {
        printJson(toJson(*checked));
        return checked->differences.empty() ? done : answerIsNo;
    }
    std::cout << lineText("{} of {} answers of {} are those of {}\n", checked->agree,
                          checked->probes,
                          whoAnswered(checked->provider.name, checked->provider.package,
                                      checked->provider.onnxruntime),
                          command.file);
    for (const ProfileDifference& each : checked->differences)
        std::cout << lineText("  {}: {}, the profile says {} ({})\n", each.probe,
                              outcomeName(each.provider), outcomeName(each.profile),
                              each.evidence.text());
    return checked->differences.empty() ? done : answerIsNo;
}

} // namespace

Subcommand addProfile(CLI::App& program, Common& common) {
    auto* app = program.add_subcommand(
        "profile", "Learn a device profile from a real provider of ONNX Runtime, or check one "
                   "against it, by models of one node each");
    auto command = std::make_shared<ProfileCommand>();
    command->runtime.timeout = kTimeout;
    app->add_option("action", command->action,
                    "What to do: learn writes a profile, check compares one")
        ->required()
        ->check(CLI::IsMember({"learn", "check"}));
    app->add_option("profile", command->file, "check: the name of a device, or its .json file");
    command->runtime.addTo(*app, "The provider: NAME, such as QNN or CUDA, or NAME:LIBRARY for a "
                                 "plug-in");
    app->get_option("--provider")->required();
    command->runtime.addSessionTo(*app);
    app->add_option("-o,--output", command->output, "learn: where to write the profile (.json)");
    app->add_option("--name", command->name,
                    "learn: the name of the device; that of the file unless told");
    app->add_option("--operator", command->operators,
                    "Only this operator of ONNX; several by several --operator")
        ->allow_extra_args(false);
    app->add_option("--jobs", command->jobs, "Processes that ask the provider at a time")
        ->check(CLI::Range(1, 64));
    app->add_option("--answers", command->answers,
                    "Keep the provider's answers in this file, and go on from those that are in "
                    "it; learning keeps them beside the profile until it is done");
    app->add_flag("--force", command->force, kForceHelp);
    return {app, [command, &common] {
                return command->action == "learn" ? learn(*command, common)
                                                  : check(*command, common);
            }};
}

} // namespace partita::cli
