#include "core/epcontext/merge/merge_opsets.h"

#include <algorithm>
#include <map>

#include "core/onnx/convert_version.h"

namespace partita {

namespace {

bool usesDomain(const Model& model, const std::string& domain) {
    bool used = false;
    model.nodes().forEach([&](NodeId, const auto& node) {
        used = used || node->domain == domain || (domain.empty() && node->isOnnx());
    });
    return used;
}

void convertToNewest(MergeDraft& draft) {
    std::int64_t newest = 0;
    for (const MergeSource& source : draft.sources)
        newest = std::max(newest, source.model.info().opset("").value_or(1));
    for (std::size_t i = 0; i < draft.sources.size(); ++i) {
        MergeSource& source = draft.sources[i];
        const std::int64_t own = source.model.info().opset("").value_or(1);
        if (own == newest || !usesDomain(source.model, ""))
            continue;
        auto converted = convertVersion(source.model, static_cast<int>(newest));
        if (!converted) {
            draft.report({Errc::nameClash,
                          PARTITA_TEXT("{0} is of opset {1}, others of {2}, and it cannot be "
                                       "converted: {3}",
                                       source.label, own, newest, converted.error().what),
                          {},
                          PARTITA_TEXT("export all models with the same opset")},
                         i, MergeProblem::Fix::leaveModelOut);
            continue;
        }
        source.model = *std::move(converted);
        const std::string from = "ai.onnx " + std::to_string(own),
                          to = "ai.onnx " + std::to_string(newest);
        draft.plan.clashes.push_back({PARTITA_TEXT("opset {0} of {1}", own, source.label),
                                      PARTITA_TEXT("converted to {0}", newest), i, from, to});
        draft.plan.steps.push_back(
            {MergePlan::Step::Does::convert, PARTITA_TEXT("nodes"), i, from, to,
             PARTITA_TEXT("other models import it; converted and checked"), false});
    }
}

} // namespace

void agreeOnOpsets(MergeDraft& draft) {
    convertToNewest(draft);
    struct Import {
        std::int64_t version = 0;
        bool used = false;
    };
    std::map<std::string, Import> imports;
    for (std::size_t i = 0; i < draft.sources.size(); ++i)
        for (const auto& [domain, version] : draft.sources[i].model.info().opsets) {
            const bool used = usesDomain(draft.sources[i].model, domain);
            const auto [at, isNew] = imports.emplace(domain, Import{version, used});
            Import& known = at->second;
            if (isNew)
                continue;
            if (used && known.used && known.version != version && !domain.empty())
                draft.report({Errc::nameClash,
                              PARTITA_TEXT("domain {0} is imported in version {1} and in {2}",
                                           domain, known.version, version),
                              {},
                              PARTITA_TEXT("export all models with the same version")},
                             i, MergeProblem::Fix::leaveModelOut);
            // Only the versions of domains that nodes use must agree.
            if (used == known.used)
                known.version = std::max(known.version, version);
            else if (used)
                known = {version, true};
        }
    for (const auto& [domain, import] : imports)
        draft.opsets.push_back({domain, import.version});
}

} // namespace partita
