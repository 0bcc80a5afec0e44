#include "core/epcontext/merge/merge_sources.h"

#include <algorithm>

#include "core/ir/constants.h"

namespace partita {

bool sameType(const TypePtr& a, const TypePtr& b) {
    if (!a || !b || !a->isTensor() || !b->isTensor() || a->element != b->element)
        return false;
    if (!a->shape || !b->shape || a->shape->size() != b->shape->size())
        return !a->shape && !b->shape;
    return std::ranges::equal(*a->shape, *b->shape, [](const Dim& x, const Dim& y) {
        return x.value == y.value || !x.value || !y.value;
    });
}

bool sameTensor(const Tensor& a, const Tensor& b) {
    if (a.type != b.type || a.dims != b.dims)
        return false;
    const auto x = elements(a), y = elements(b);
    return x && y && std::ranges::equal(x->bytes(), y->bytes());
}

Result<std::vector<std::size_t>> addingOrder(std::size_t sources,
                                             const MergeConnections& connections) {
    std::vector<std::size_t> made;
    std::vector<bool> done(sources);
    while (made.size() < sources) {
        const std::size_t before = made.size();
        for (std::size_t i = 0; i < sources; ++i) {
            const bool ready = !done[i] && std::ranges::all_of(connections, [&](const auto& entry) {
                return entry.first.first != i || done[entry.second.source];
            });
            if (ready) {
                done[i] = true;
                made.push_back(i);
            }
        }
        if (made.size() == before)
            return Error{Errc::usage,
                         PARTITA_TEXT("the connections form a cycle"),
                         {},
                         PARTITA_TEXT("leave one out")};
    }
    return made;
}

ModelInfo mergedInfo(const std::vector<MergeSource>& sources,
                     const std::vector<OpsetImport>& opsets, MergePlan& plan) {
    ModelInfo info;
    info.producerName = "Partita";
    auto annotations = std::make_shared<Annotations>();
    for (const MergeSource& source : sources) {
        const ModelInfo& own = source.model.info();
        info.irVersion = std::max(info.irVersion, own.irVersion);
        if (!own.annotations)
            continue;
        for (const auto& [key, value] : own.annotations->metadata) {
            const auto at = std::ranges::find(annotations->metadata, key,
                                              [](const auto& entry) { return entry.first; });
            if (key.starts_with(contentHashKey("")))
                continue; // these are for binaries under their old names
            if (at == annotations->metadata.end())
                annotations->metadata.emplace_back(key, value);
            else if (at->second != value)
                plan.clashes.push_back(
                    {PARTITA_TEXT("metadata '{0}' differs in {1}", key, source.stem),
                     PARTITA_TEXT("that of an earlier model is kept")});
        }
    }
    for (const MergePlan::File& file : plan.files) {
        annotations->metadata.emplace_back(contentHashKey(file.name), contentHash(file.pieces));
    }
    info.annotations = std::move(annotations);
    bool imported = false;
    info.opsets = opsets;
    for (const OpsetImport& import : opsets)
        imported = imported || import.domain == "com.microsoft";
    if (!imported)
        info.opsets.push_back({"com.microsoft", 1});
    return info;
}

void setContext(ModelEditor& editor, NodeId node, const NodeFate& fate) {
    if (fate.partition)
        editor.setAttribute(node, Attribute::string("partition_name", *fate.partition));
    if (fate.path) {
        editor.setAttribute(node, Attribute::string("ep_cache_context", *fate.path));
        editor.setAttribute(node, Attribute::make("embed_mode", std::int64_t{0}));
    } else if (fate.payload) {
        editor.setAttribute(node, Attribute::make("ep_cache_context", *fate.payload));
    }
    // Both attributes are written even if they have their default values.
    const Node& now = *editor.model().node(node);
    const std::int64_t main = fate.makeMain ? 1 : now.intAttribute("main_context", 1),
                       embed = now.intAttribute("embed_mode", 1);
    editor.setAttribute(node, Attribute::make("main_context", main));
    editor.setAttribute(node, Attribute::make("embed_mode", embed));
}

} // namespace partita
