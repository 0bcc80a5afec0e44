#include "core/tasks/compared_files.h"

#include <unordered_set>

#include "core/base/try.h"
#include "core/session/placement.h"
#include "core/tasks/opened_model.h"

namespace partita {

Result<std::shared_ptr<const FileComparison>>
compareWithFile(const std::filesystem::path& path, const Model& stored, const Model& model,
                const Partitioning& placement, const ProviderList& providers,
                OptimizationLevel level, const Progress& progress) {
    auto opened = PARTITA_TRY(openModel(path, Prepare::inferred, progress));
    PartitionOptions wishes;
    wishes.level = level;
    const Partitioning other =
        PARTITA_TRY(placeModel(opened.ready, providers, wishes, progress)).ofSource;
    auto made = std::make_shared<FileComparison>();
    made->path = path;
    made->a = std::move(opened.ready);
    made->b = model;
    made->stored = stored;
    made->differences =
        PARTITA_TRY(compareModels({made->a, &other}, {made->b, &placement}, {}, progress));
    made->groups = groupDifferences(made->differences, made->a, made->b);
    made->step = stepOf(opened.stored, stored, made->differences);
    return std::shared_ptr<const FileComparison>(std::move(made));
}

NodeId shownNode(const FileComparison& comparison, const NodeDifference& difference) {
    if (difference.b)
        return difference.b;
    if (!difference.related.empty())
        return difference.related.front();
    constexpr std::size_t kMostVisited = 2000;
    const Model& a = comparison.a;
    std::vector<NodeId> open{difference.a};
    std::unordered_set<NodeId> seen{difference.a};
    for (std::size_t i = 0; i < open.size() && i < kMostVisited; ++i) {
        if (const NodeId kept = comparison.differences.matching.partnerOfA(open[i]))
            return kept;
        const auto visit = [&](NodeId node) {
            if (node && seen.insert(node).second)
                open.push_back(node);
        };
        for (const ValueId output : a.node(open[i])->outputs)
            for (const NodeId reader : a.consumers(output))
                visit(reader);
        for (const ValueId input : a.node(open[i])->inputs)
            visit(a.producer(input));
    }
    return {};
}

} // namespace partita
