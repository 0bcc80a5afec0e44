#include "core/epcontext/merge/merge_rows.h"

#include <algorithm>

#include <fmt/ranges.h>

#include "core/provider/partitioning.h"

namespace partita {

namespace {

using Does = MergeRow::Does;

Does doesOf(MergePlan::Step::Does does) {
    switch (does) {
    case MergePlan::Step::Does::connect: return Does::connect;
    case MergePlan::Step::Does::keep: return Does::keep;
    case MergePlan::Step::Does::share: return Does::share;
    case MergePlan::Step::Does::drop: return Does::drop;
    case MergePlan::Step::Does::convert: return Does::convert;
    }
    return Does::keep;
}

/// What a rename is about, as exactly as the plan knows it.
class Kinds {
public:
    explicit Kinds(const MergePlan& plan) {
        for (const MergePlan::Port& port : plan.ports)
            m_ports[{port.model, port.name}] = port.isOutput;
        for (const EpContext& context : epContextsOf(plan.model))
            m_contexts.insert(context.name);
    }
    [[nodiscard]] bool isInner(const MergePlan::Rename& rename) const {
        const std::string_view kind = rename.kind.format();
        return (kind == "tensor" && !m_ports.contains({rename.model, rename.from})) ||
               (kind == "node" && !m_contexts.contains(rename.to));
    }
    [[nodiscard]] Message of(const MergePlan::Rename& rename) const {
        const std::string_view kind = rename.kind.format();
        if (kind == "node" && m_contexts.contains(rename.to))
            return PARTITA_TEXT("EPContext node");
        const auto port = m_ports.find({rename.model, rename.from});
        if (kind != "tensor" || port == m_ports.end())
            return rename.kind;
        return port->second ? PARTITA_TEXT("graph output") : PARTITA_TEXT("graph input");
    }

private:
    std::map<std::pair<std::size_t, std::string>, bool> m_ports; ///< true: an output
    std::set<std::string> m_contexts;
};

void addRenames(std::vector<MergeRow>& rows, const MergePlan& plan, bool fold) {
    const Kinds kinds(plan);
    std::map<std::pair<std::size_t, std::string>, MergeRow> folded;
    for (const auto& each : plan.renames) {
        MergeRow row{each.clashes ? Does::clash : Does::rename,
                     each.model,
                     kinds.of(each),
                     each.from,
                     each.to,
                     each.why,
                     false,
                     1};
        if (!fold || each.clashes || !kinds.isInner(each)) {
            rows.push_back(std::move(row));
            continue;
        }
        const auto [at, isNew] =
            folded.emplace(std::pair(each.model, std::string(each.kind.format())), std::move(row));
        if (!isNew)
            ++at->second.count;
    }
    for (auto& [key, row] : folded) {
        if (row.count > 1) {
            row.what = row.what.format() == "node" ? PARTITA_TEXT("{0} nodes", row.count)
                                                   : PARTITA_TEXT("{0} tensors", row.count);
            row.from += ", …";
            row.to += ", …";
        }
        rows.push_back(std::move(row));
    }
}

} // namespace

std::vector<MergeRow> mergeRows(const MergePlan& plan, bool fold) {
    std::vector<MergeRow> rows;
    for (const auto& each : plan.clashes)
        if (!each.isRename)
            rows.push_back({Does::clash, each.model, each.what, each.from, each.to, each.resolution,
                            false, 1});
    std::ranges::move(mergeStepRows(plan), std::back_inserter(rows));
    addRenames(rows, plan, fold);
    for (const auto& each : plan.files)
        rows.push_back({Does::write, each.model, PARTITA_TEXT("binary file"),
                        fmt::format("{}", fmt::join(each.from, ", ")), each.name,
                        PARTITA_TEXT("{0}, {1}", each.why, byteText(each.size())), false, 1});
    static constexpr Does kOrder[] = {Does::clash,   Does::connect, Does::rename, Does::keep,
                                      Does::convert, Does::share,   Does::drop,   Does::write};
    std::ranges::stable_sort(rows, {}, [](const MergeRow& row) {
        const auto rank = std::ranges::find(kOrder, row.does) - std::begin(kOrder);
        return row.isRefused ? -1 : rank;
    });
    return rows;
}

std::size_t countOf(const std::vector<MergeRow>& rows, MergeRow::Does does) {
    std::size_t count = 0;
    for (const MergeRow& row : rows)
        if (row.does == does && !row.isRefused)
            count += row.count;
    return count;
}

std::vector<MergeRow> mergeStepRows(const MergePlan& plan) {
    std::vector<MergeRow> rows;
    for (const auto& each : plan.steps)
        rows.push_back({doesOf(each.does), each.model, each.kind, each.from, each.to, each.why,
                        each.isRefused, 1});
    return rows;
}

Message nameOf(MergeRow::Does does) {
    switch (does) {
    case Does::clash: return PARTITA_TEXT("clash");
    case Does::connect: return PARTITA_TEXT("connect");
    case Does::rename: return PARTITA_TEXT("rename");
    case Does::keep: return PARTITA_TEXT("keep");
    case Does::convert: return PARTITA_TEXT("convert");
    case Does::share: return PARTITA_TEXT("share");
    case Does::drop: return PARTITA_TEXT("drop");
    case Does::write: return PARTITA_TEXT("write");
    }
    return {};
}

} // namespace partita
