#include "providers/registry.h"

#include <algorithm>

#include "core/base/try.h"
#include "core/base/typed_text.h"
#include "providers/cpu/cpu_provider.h"
#include "providers/cpu/plan/constant_evaluator.h"
#include "providers/npu/api/npu_provider.h"
#include "providers/reference/reference_provider.h"

namespace partita {

namespace {

struct ProviderRow {
    const char* id;
    bool byDefault;
    Result<ProviderPtr> (*make)(const std::string& device);
};

const ProviderRow kRows[] = {
#define PROVIDER(id, ...) {#id, __VA_ARGS__},
#include "providers/providers.def"
#undef PROVIDER
};

} // namespace

std::vector<std::string> providerIds() {
    std::vector<std::string> ids;
    for (const auto& row : kRows)
        if (row.byDefault)
            ids.emplace_back(row.id);
    return ids;
}

Result<ProviderList> makeProviders(const ProviderChoice& choice) {
    std::vector<std::string> ids = choice.ids.empty() ? providerIds() : choice.ids;
    const std::string last = kRows[std::size(kRows) - 1].id;
    std::erase(ids, last);
    ids.push_back(last);
    ProviderList providers;
    for (std::size_t i = 0; i < ids.size(); ++i) {
        if (std::find(ids.begin(), ids.begin() + static_cast<std::ptrdiff_t>(i), ids[i]) !=
            ids.begin() + static_cast<std::ptrdiff_t>(i))
            return Error{Errc::usage,
                         PARTITA_TEXT("provider '{0}' is named twice", ids[i]),
                         {},
                         PARTITA_TEXT("name each one once")};
        // "npu1": the second device of that kind
        const std::size_t digits = ids[i].find_last_not_of("0123456789") + 1;
        const std::string kind = ids[i].substr(0, digits), number = ids[i].substr(digits);
        const auto* row = std::find_if(std::begin(kRows), std::end(kRows),
                                       [&](const ProviderRow& each) { return each.id == kind; });
        if (row == std::end(kRows))
            return Error{Errc::usage,
                         PARTITA_TEXT("there is no provider '{0}'", ids[i]),
                         {},
                         seeTyped(PARTITA_TEXT("name one of the providers"), "`providers`")};
        auto made = row->make(choice.device);
        if (!made)
            return std::move(made).error();
        if (!number.empty())
            made = (*made)->withOption("device_id", number);
        if (!made)
            return std::move(made).error();
        providers.push_back(*std::move(made));
    }
    for (const auto& [key, value] : choice.options) {
        providers = PARTITA_TRY(withOption(std::move(providers), key, value));
    }
    return providers;
}

Result<ProviderList> withOption(ProviderList providers, const std::string& key,
                                const std::string& value) {
    const auto dot = key.find('.');
    const std::string wanted = dot == std::string::npos ? "" : key.substr(0, dot);
    const std::string name = dot == std::string::npos ? key : key.substr(dot + 1);
    bool known = false;
    for (ProviderPtr& provider : providers) {
        if (!wanted.empty() && provider->info().id != wanted)
            continue;
        if (std::ranges::none_of(provider->options(),
                                 [&](const ProviderOption& option) { return option.name == name; }))
            continue;
        known = true;
        provider = PARTITA_TRY(provider->withOption(name, value));
    }
    if (known)
        return providers;
    return Error{Errc::usage,
                 PARTITA_TEXT("no provider has an option '{0}'", key),
                 {},
                 seeTyped(PARTITA_TEXT("name an option of a provider"), "`providers`")};
}

ProviderList makeJudges() {
    return {std::make_shared<ReferenceProvider>(), std::make_shared<CpuProvider>()};
}

std::unique_ptr<ConstantEvaluator> makeConstantEvaluator() {
    return std::make_unique<cpu::CpuConstantEvaluator>();
}

} // namespace partita
