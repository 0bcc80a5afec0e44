#include "core/epcontext/merge/merge_opsets.h"

#include <algorithm>
#include <map>

#include "core/base/try.h"
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

Result<void> convertToNewest(std::vector<Model>& models, const std::vector<std::string>& names,
                             std::vector<MergePlan::Clash>& clashes) {
    std::int64_t newest = 0;
    for (const Model& model : models)
        newest = std::max(newest, model.info().opset("").value_or(1));
    for (std::size_t i = 0; i < models.size(); ++i) {
        const std::int64_t own = models[i].info().opset("").value_or(1);
        if (own == newest || !usesDomain(models[i], ""))
            continue;
        auto converted = convertVersion(models[i], static_cast<int>(newest));
        if (!converted)
            return Error{
                Errc::nameClash,
                PARTITA_TEXT("{0} is of opset {1}, others of {2}, and it cannot be converted: {3}",
                             names[i], own, newest, converted.error().what),
                {},
                PARTITA_TEXT("export all models with the same opset")};
        models[i] = *std::move(converted);
        clashes.push_back({PARTITA_TEXT("opset {0} of {1}", own, names[i]),
                           PARTITA_TEXT("converted to {0}", newest)});
    }
    return {};
}

} // namespace

Result<std::vector<OpsetImport>> agreeOnOpsets(std::vector<Model>& models,
                                               const std::vector<std::string>& names,
                                               std::vector<MergePlan::Clash>& clashes) {
    PARTITA_TRY(convertToNewest(models, names, clashes));
    struct Import {
        std::int64_t version = 0;
        bool used = false;
    };
    std::map<std::string, Import> imports;
    for (const Model& model : models)
        for (const auto& [domain, version] : model.info().opsets) {
            const bool used = usesDomain(model, domain);
            const auto [at, isNew] = imports.emplace(domain, Import{version, used});
            Import& known = at->second;
            if (isNew)
                continue;
            if (used && known.used && known.version != version && !domain.empty())
                return Error{Errc::nameClash,
                             PARTITA_TEXT("domain {0} is imported in version {1} and in {2}",
                                          domain, known.version, version),
                             {},
                             PARTITA_TEXT("export all models with the same version")};
            // Only the versions of domains that nodes use must agree.
            if (used == known.used)
                known.version = std::max(known.version, version);
            else if (used)
                known = {version, true};
        }
    std::vector<OpsetImport> agreed;
    for (const auto& [domain, import] : imports)
        agreed.push_back({domain, import.version});
    return agreed;
}

} // namespace partita
