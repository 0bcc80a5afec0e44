#include "providers/npu/profile/device_profile.h"

#include <algorithm>

#include "core/base/mapped_files.h"
#include "core/base/try.h"
#include "core/base/typed_text.h"
#include "providers/npu/profile/builtin_profiles.h"
#include "providers/npu/profile/profile_reader.h"

namespace partita {

namespace {

const BuiltinProfile* findBuiltin(std::string_view name) {
    for (const auto& profile : builtinProfiles())
        if (profile.name == name)
            return &profile;
    return nullptr;
}

Result<DeviceProfile> parseProfile(std::string_view text, const std::string& fileName,
                                   ProfileNames names) {
    auto source = PARTITA_TRY(parseLinedJson(text, fileName));
    DeviceProfile base;
    const nlohmann::json& root = source.document;
    if (root.is_object() && root.contains("extends")) {
        const BuiltinProfile* parent =
            root["extends"].is_string() ? findBuiltin(root["extends"].get<std::string>()) : nullptr;
        if (!parent)
            return Error{Errc::usage,
                         PARTITA_TEXT("\"extends\" must name a built-in profile"),
                         {PARTITA_TEXT("{0}:{1}, key \"{2}\"", fileName, source.line("/extends"),
                                       std::string("extends"))},
                         seeTyped(PARTITA_TEXT("name one of them"), "`providers`")};
        base = PARTITA_TRY(
            parseProfile(parent->text, std::string(parent->name) + ".json", ProfileNames::known));
    }
    return readProfile(source, fileName, names, std::move(base));
}

} // namespace

Result<DeviceProfile> parseDeviceProfile(std::string_view text, const std::string& fileName) {
    return parseProfile(text, fileName, ProfileNames::lookedUp);
}

Result<DeviceProfile> loadDeviceProfile(const std::string& nameOrPath) {
    if (const BuiltinProfile* builtin = findBuiltin(nameOrPath))
        return parseProfile(builtin->text, nameOrPath + ".json", ProfileNames::known);
    const std::filesystem::path path(nameOrPath);
    if (path.extension() != ".json") {
        std::string names;
        for (const auto& name : deviceNames())
            names += (names.empty() ? "" : ", ") + name;
        return Error{Errc::usage,
                     PARTITA_TEXT("there is no device '{0}'", nameOrPath),
                     {},
                     PARTITA_TEXT("use one of {0}, or a profile's .json file", names)};
    }
    auto file = PARTITA_TRY(mapFile(path));
    return parseDeviceProfile(file.text(), path.filename().string());
}

SharedText DeviceProfile::placeOf(std::string_view key) const {
    const auto found = keys.find(key);
    return found == keys.end() ? nullptr : found->second;
}

bool hasRuleAt(const DeviceProfile& profile, std::string_view place) {
    const auto stands = [place](const auto& rule) { return rule.place && *rule.place == place; };
    for (const std::string_view key : {"dynamicShapes", "bodies", "minOpset", "quantizedBorders"})
        if (const SharedText at = profile.placeOf(key); at && *at == place)
            return true;
    static const OperatorTable kNone;
    for (const OperatorTable* table : {&profile.graph, &profile.singleOperator,
                                       profile.quantized ? &*profile.quantized : &kNone})
        for (const auto& [name, rules] : *table)
            for (const ProfileRule& rule : rules)
                if (stands(rule) || std::ranges::any_of(rule.constraints, stands))
                    return true;
    return false;
}

std::vector<std::string> deviceNames() {
    std::vector<std::string> names;
    for (const auto& profile : builtinProfiles())
        if (profile.name != "cann")
            names.emplace_back(profile.name);
    return names;
}

} // namespace partita
