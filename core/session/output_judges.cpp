#include "core/session/output_judges.h"

#include "core/base/try.h"
#include "core/onnx/infer_shapes.h"
#include "core/onnx/operator_work.h"

namespace partita {

bool isLongForReference(const Model& model, const Feeds& feeds, const Progress& progress) {
    constexpr double kMostFlops = 2e11; // 10¹¹ multiplications and additions
    std::map<std::string, std::vector<std::int64_t>> sizes;
    for (const auto& [name, feed] : feeds)
        if (feed.isTensor())
            sizes.emplace(name, feed.tensor.dims);
    const Model sized = inferShapesOrWarn(withSizesOfRun(model, sizes), progress);
    double flops = 0;
    sized.nodes().forEach([&](NodeId, const auto& node) {
        flops += operatorWork(sized, *node).value_or(OperatorWork{}).flops();
    });
    return flops > kMostFlops;
}

OutputJudges judgesOf(const Model& model, const ProviderList& judges, const Feeds& feeds,
                      const Progress& progress) {
    if (isLongForReference(model, feeds, {progress.stop, {}}))
        return {{judges.back()}, true};
    return {judges, false};
}

OutputJudges withJudges(ProviderList devices, const ProviderList& judges, const Model& model,
                        const Progress& progress) {
    if (judges.empty())
        return {std::move(devices), false};
    if (isLongForReference(model, {}, {progress.stop, {}}))
        return {std::move(devices), true};
    devices.insert(devices.end() - 1, judges.begin(), judges.end() - 1);
    return {std::move(devices), false};
}

Result<JudgedOutputs> judgeOutputs(const Model& model, const Feeds& feeds,
                                   const std::vector<ModelData>& outputs,
                                   const ProviderList& judges, const Progress& progress,
                                   const Executor& executor) {
    const OutputJudges who = judgesOf(model, judges, feeds, progress);
    auto compared =
        PARTITA_TRY(differencesFrom(who.providers, model, feeds, outputs, progress, executor));
    return JudgedOutputs{std::move(compared), who.isCpu};
}

} // namespace partita
