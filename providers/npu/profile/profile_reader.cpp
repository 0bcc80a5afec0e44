#include "providers/npu/profile/profile_reader.h"

#include <algorithm>
#include <tuple>

#include <fmt/format.h>

#include "providers/npu/profile/profile_conditions.h"
#include "providers/npu/profile/profile_names.h"

namespace partita {

namespace {

using nlohmann::json;

/// The JSON pointer of a key, or of the element at an index, of what lies at `pointer`.
template <class Key> std::string inside(const std::string& pointer, const Key& key) {
    return fmt::format("{}/{}", pointer, key);
}

/// Reads a profile and stops at the first error, which it reports with line and key.
class ProfileReader {
public:
    ProfileReader(const LinedJson& source, std::string fileName, ProfileNames names)
        : m_source(source), m_file(std::move(fileName)), m_names(names) {}

    Result<DeviceProfile> read(DeviceProfile base) {
        m_profile = std::move(base);
        const json& root = m_source.document;
        if (!root.is_object())
            return fail("", PARTITA_TEXT("a profile is a JSON object"));
        for (const auto& [key, value] : root.items())
            if (!field(key, value))
                return m_error;
        if (m_profile.name.empty())
            return fail("/name", PARTITA_TEXT("the profile has no name"));
        if (m_profile.graph.empty() && m_profile.singleOperator.empty())
            return fail("/graph", PARTITA_TEXT("the profile lists no operators, neither under "
                                               "\"graph\" nor under \"singleOperator\""));
        return std::move(m_profile);
    }

private:
    Error fail(const std::string& pointer, Message what) {
        const int line = m_source.line(pointer);
        m_error = {Errc::usage,
                   std::move(what),
                   {pointer.empty()
                        ? PARTITA_TEXT("{0}:{1}", m_file, line)
                        : PARTITA_TEXT("{0}:{1}, key \"{2}\"", m_file, line, pointer.substr(1))},
                   PARTITA_TEXT("correct the device profile")};
        return m_error;
    }
    bool wrong(const std::string& pointer, Message what) {
        fail(pointer, std::move(what));
        return false;
    }
    [[nodiscard]] SharedText place(const std::string& pointer) const {
        return shareText(m_file + ":" + std::to_string(m_source.line(pointer)));
    }

    bool text(const std::string& pointer, const json& value, std::string& into) {
        if (!value.is_string())
            return wrong(pointer, PARTITA_TEXT("text was expected"));
        into = value.get<std::string>();
        return true;
    }
    bool integer(const std::string& pointer, const json& value, std::int64_t least,
                 std::int64_t& into) {
        if (!value.is_number_integer() || value.get<std::int64_t>() < least)
            return wrong(pointer,
                         PARTITA_TEXT("a whole number of at least {0} was expected", least));
        into = value.get<std::int64_t>();
        return true;
    }
    bool flag(const std::string& pointer, const json& value, bool& into) {
        if (!value.is_boolean())
            return wrong(pointer, PARTITA_TEXT("true or false was expected"));
        into = value.get<bool>();
        return true;
    }
    bool strings(const std::string& pointer, const json& value, std::vector<std::string>& into) {
        if (!value.is_array() || !std::all_of(value.begin(), value.end(),
                                              [](const json& each) { return each.is_string(); }))
            return wrong(pointer, PARTITA_TEXT("a list of texts was expected"));
        into = value.get<std::vector<std::string>>();
        return true;
    }
    bool types(const std::string& pointer, const json& value, std::vector<DataType>& into) {
        std::vector<std::string> names;
        if (!strings(pointer, value, names))
            return false;
        into.clear();
        for (std::size_t i = 0; i < names.size(); ++i) {
            const auto type = dataTypeFromName(names[i]);
            if (!type)
                return wrong(inside(pointer, i), PARTITA_TEXT("there is no type '{0}'", names[i]));
            into.push_back(*type);
        }
        return true;
    }

    bool field(const std::string& key, const json& value) {
        const std::string at = "/" + key;
        m_profile.keys[key] = place(at);
        std::int64_t number = 0;
        for (const auto& [name, into] :
             {std::pair("name", &m_profile.name), std::pair("description", &m_profile.description),
              std::pair("contextSource", &m_profile.contextSource)})
            if (key == name)
                return text(at, value, *into);
        if (key == "extends" || key == "$schema")
            return true;
        for (const auto& [name, into] :
             {std::pair("dynamicShapes", &m_profile.dynamicShapes),
              std::pair("bodies", &m_profile.bodies),
              std::pair("quantizedBorders", &m_profile.quantizedBorders),
              std::pair("microsoftQuantizers", &m_profile.microsoftQuantizers),
              std::pair("sessionShapes", &m_profile.sessionShapes),
              std::pair("declineAllConstantInputs", &m_profile.declineAllConstantInputs)})
            if (key == name)
                return flag(at, value, *into);
        for (const auto& [name, least, into] :
             {std::tuple("minOpset", 1, &m_profile.minOpset),
              std::tuple("minRunLength", 0, &m_profile.minRunLength),
              std::tuple("devices", 1, &m_profile.devices),
              std::tuple("streams", 1, &m_profile.streams)})
            if (key == name)
                return integer(at, value, least, *into);
        if (key == "types")
            return types(at, value, m_profile.types);
        if (key == "memoryBytes" || key == "onChipBytes") {
            if (!integer(at, value, 1, number))
                return false;
            (key == "memoryBytes" ? m_profile.memoryBytes : m_profile.onChipBytes) =
                static_cast<std::uint64_t>(number);
            return true;
        }
        if (key == "latency")
            return latency(at, value);
        if (key == "fusions")
            return fusions(at, value);
        if (key == "throughput")
            return throughput(at, value);
        if (key == "quantized" && !m_profile.quantized)
            m_profile.quantized.emplace();
        for (const auto& [name, into] :
             {std::pair("graph", &m_profile.graph),
              std::pair("singleOperator", &m_profile.singleOperator),
              std::pair("quantized", m_profile.quantized ? &*m_profile.quantized : nullptr)})
            if (key == name && into)
                return table(at, value, *into, key == "quantized");
        if (key == "learned")
            return learned(at, value);
        return wrong(at, PARTITA_TEXT("there is no such key"));
    }

    /// Who was asked, and how: for readers, not for the device.
    bool learned(const std::string& at, const json& value) {
        if (!value.is_object())
            return wrong(at, PARTITA_TEXT("an object was expected"));
        std::map<std::string, std::string> told;
        for (const char* key : {"provider", "package", "onnxruntime"})
            if (value.contains(key) && !text(inside(at, key), value[key], told[key]))
                return false;
        m_profile.learnedFrom = !told["package"].empty() || told["onnxruntime"].empty()
                                    ? told["package"]
                                    : told["provider"] + ", ONNX Runtime " + told["onnxruntime"];
        return true;
    }

    bool throughput(const std::string& at, const json& value) {
        if (!value.is_object())
            return wrong(at, PARTITA_TEXT("an object was expected"));
        DeviceSpeed& speed = m_profile.speed;
        const std::map<std::string, double*> known = {
            {"clockHz", &speed.clockHz},
            {"cubeFlops", &speed.cubeFlops},
            {"cubeFlops32", &speed.cubeFlops32},
            {"vectorFlops", &speed.vectorFlops},
            {"memoryBytesPerSecond", &speed.memoryBytesPerSecond},
            {"hostBytesPerSecond", &speed.hostBytesPerSecond},
            {"cpuFlops", &speed.cpuFlops},
            {"cpuBytesPerSecond", &speed.cpuBytesPerSecond}};
        for (const auto& [key, each] : value.items()) {
            const auto found = known.find(key);
            if (found == known.end())
                return wrong(inside(at, key), PARTITA_TEXT("there is no such key"));
            if (!each.is_number() || !(each.get<double>() >= 1) || each.get<double>() > 1e18)
                return wrong(inside(at, key), PARTITA_TEXT("a number from 1 to 1e18 was expected"));
            *found->second = each.get<double>();
        }
        return true;
    }

    bool latency(const std::string& at, const json& value) {
        if (!value.is_object())
            return wrong(at, PARTITA_TEXT("an object was expected"));
        DeviceSpeed& speed = m_profile.speed;
        const std::map<std::string, std::int64_t*> known = {
            {"launchCycles", &speed.launchCycles},
            {"operatorCycles", &speed.operatorCycles},
            {"operatorLoadCycles", &speed.operatorLoadCycles},
            {"copyCycles", &speed.copyCycles},
            {"cubeBlock", &speed.cubeBlock}};
        for (const auto& [key, each] : value.items()) {
            const auto found = known.find(key);
            if (found == known.end())
                return wrong(inside(at, key), PARTITA_TEXT("there is no such key"));
            if (!integer(inside(at, key), each, key == "cubeBlock" ? 1 : 0, *found->second))
                return false;
            *found->second = std::min<std::int64_t>(*found->second, 1'000'000'000);
        }
        return true;
    }

    bool fusions(const std::string& at, const json& value) {
        if (!value.is_array())
            return wrong(at, PARTITA_TEXT("a list of rules was expected"));
        for (std::size_t i = 0; i < value.size(); ++i) {
            FusionRule made;
            if (!fusion(inside(at, i), value[i], made))
                return false;
            const auto same = std::ranges::find(m_profile.fusions, made.name, &FusionRule::name);
            if (same != m_profile.fusions.end()) // replaces the rule that the profile inherits
                *same = std::move(made);
            else
                m_profile.fusions.push_back(std::move(made));
        }
        return true;
    }

    bool fusion(const std::string& at, const json& value, FusionRule& into) {
        if (!value.is_object() || !value.contains("name") || !value.contains("chain"))
            return wrong(at, PARTITA_TEXT("{ \"name\": NAME, \"chain\": [ … ] } was expected"));
        for (const auto& [key, each] : value.items())
            if (key != "name" && key != "chain")
                return wrong(inside(at, key), PARTITA_TEXT("there is no such key"));
        if (!text(at + "/name", value["name"], into.name))
            return false;
        const json& chain = value["chain"];
        if (!chain.is_array())
            return wrong(at + "/chain", PARTITA_TEXT("a list was expected"));
        for (std::size_t i = 0; i < chain.size(); ++i) {
            into.chain.emplace_back();
            if (!link(at + "/chain/" + std::to_string(i), chain[i], into.chain.back()))
                return false;
        }
        // An empty chain removes a rule that the profile inherits.
        if (!into.chain.empty() && into.chain.front().optional)
            return wrong(at + "/chain/0",
                         PARTITA_TEXT("the first operator of a chain cannot be optional"));
        return true;
    }

    bool link(const std::string& at, const json& value, FusionRule::Link& into) {
        if (value.is_string()) {
            into.operators = {value.get<std::string>()};
            return true;
        }
        if (!value.is_object() || !value.contains("op"))
            return wrong(at, PARTITA_TEXT("an operator or { \"op\": [ … ] } was expected"));
        for (const auto& [key, each] : value.items()) {
            const std::string keyAt = inside(at, key);
            if (key == "op" && each.is_string())
                into.operators = {each.get<std::string>()};
            else if (key == "op"         ? !strings(keyAt, each, into.operators)
                     : key == "optional" ? !flag(keyAt, each, into.optional)
                     : key == "repeats"  ? !flag(keyAt, each, into.repeats)
                                         : !wrong(keyAt, PARTITA_TEXT("there is no such key")))
                return false;
        }
        return true;
    }

    bool table(const std::string& at, const json& value, OperatorTable& into,
               bool isOfGroups = false) {
        if (!value.is_object())
            return wrong(at, PARTITA_TEXT("an object of operators was expected"));
        for (const auto& [op, rules] : value.items()) {
            const std::string opAt = inside(at, op);
            if (!rules.is_array())
                return wrong(opAt, PARTITA_TEXT("a list of rules was expected"));
            auto& list = into[op]; // replaces the operator's rules that the profile inherits
            list.clear();
            for (std::size_t i = 0; i < rules.size(); ++i) {
                list.emplace_back();
                if (!rule(inside(opAt, i), rules[i], list.back()) ||
                    (!isOfGroups && speaksOfGroups(inside(opAt, i), rules[i])))
                    return false;
            }
            if (!namesAreKnown(opAt, op, list))
                return false;
        }
        return true;
    }

    bool namesAreKnown(const std::string& at, const std::string& op,
                       const std::vector<ProfileRule>& rules) {
        if (m_names == ProfileNames::known)
            return true;
        if (const auto problem = unknownOperator(op, rules))
            return wrong(at, *problem);
        for (std::size_t i = 0; i < rules.size(); ++i)
            if (const auto problem = unknownName(op, rules[i]))
                return wrong(inside(at, i) + problem->pointer, problem->what);
        return true;
    }

    /// What only rules of "quantized" have.
    bool speaksOfGroups(const std::string& at, const json& rule) {
        for (const char* key : {"apart", "declines"})
            if (rule.contains(key))
                return !wrong(inside(at, key),
                              PARTITA_TEXT("only rules of \"quantized\" have this key"));
        return false;
    }

    bool rule(const std::string& at, const json& value, ProfileRule& into) {
        if (!value.is_object())
            return wrong(at, PARTITA_TEXT("a rule is an object"));
        into.place = place(at);
        for (const auto& [key, each] : value.items()) {
            const std::string keyAt = inside(at, key);
            if (key == "versions"      ? !versions(keyAt, each, into)
                : key == "types"       ? !types(keyAt, each, into.types)
                : key == "constraints" ? !constraints(keyAt, each, into)
                : key == "fails"       ? !flag(keyAt, each, into.fails)
                : key == "apart"       ? !flag(keyAt, each, into.apart)
                : key == "declines"    ? !flag(keyAt, each, into.declines)
                : key == "evidence"
                    ? !(each.is_object() || wrong(keyAt, PARTITA_TEXT("an object was expected")))
                    : !wrong(keyAt, PARTITA_TEXT("there is no such key")))
                return false;
        }
        return true;
    }

    bool versions(const std::string& at, const json& value, ProfileRule& into) {
        if (!value.is_array() || value.empty() || value.size() > 2)
            return wrong(at, PARTITA_TEXT("[first] or [first, last] was expected"));
        std::int64_t first = 1, last = 1;
        if (!integer(at, value[0], 1, first))
            return false;
        into.firstVersion = static_cast<int>(std::min<std::int64_t>(first, 1 << 20));
        if (value.size() == 1)
            return true;
        if (!integer(at, value[1], first, last))
            return false;
        into.lastVersion = static_cast<int>(std::min<std::int64_t>(last, 1 << 20));
        return true;
    }

    bool constraints(const std::string& at, const json& value, ProfileRule& into) {
        if (!value.is_array())
            return wrong(at, PARTITA_TEXT("a list of constraints was expected"));
        for (std::size_t i = 0; i < value.size(); ++i) {
            into.constraints.emplace_back();
            if (!constraint(inside(at, i), value[i], into.constraints.back()))
                return false;
        }
        return true;
    }

    bool constraint(const std::string& at, const json& value, ProfileConstraint& into) {
        if (!value.is_object())
            return wrong(at, PARTITA_TEXT("a constraint is an object"));
        into.place = place(at);
        bool found = false;
        for (const auto& [key, each] : value.items()) {
            const std::string keyAt = inside(at, key);
            if (key == "note") {
                if (!text(keyAt, each, into.note))
                    return false;
            } else if (key == "evidence") {
                std::int64_t probes = 0;
                if (!integer(keyAt, each, 0, probes))
                    return false;
            } else if (key == "fails" || key == "apart") {
                if (!flag(keyAt, each, key == "fails" ? into.fails : into.apart))
                    return false;
            } else if (key == "when") {
                if (!conditions(keyAt, each, into.when))
                    return false;
            } else if (const auto kind = traitKindOf(key); kind && isTrait(key, value)) {
                found = true;
                into.kind = ProfileConstraint::Kind::trait;
                if (const auto problem = readCondition(*kind, each, into.trait))
                    return wrong(keyAt + problem->pointer, problem->what);
            } else if (key == "rank") {
                found = true;
                if (!rank(keyAt, each, into))
                    return false;
            } else if (key == "constant") {
                found = true;
                into.kind = ProfileConstraint::Kind::constant;
                if (!strings(keyAt, each, into.inputs))
                    return false;
            } else if (key == "attribute") {
                found = true;
                into.kind = ProfileConstraint::Kind::attribute;
                if (!text(keyAt, each, into.attribute))
                    return false;
            } else if (key == "equals" || key == "default") {
                const std::string shown = each.is_string() ? each.get<std::string>() : each.dump();
                if (key == "equals")
                    into.allowed = {shown};
                else
                    into.otherwise = shown;
            } else if (key == "in") {
                if (!each.is_array())
                    return wrong(keyAt, PARTITA_TEXT("a list of values was expected"));
                for (const json& one : each)
                    into.allowed.push_back(one.is_string() ? one.get<std::string>() : one.dump());
            } else {
                return wrong(keyAt, PARTITA_TEXT("there is no such key"));
            }
        }
        if (!found)
            return wrong(
                at, PARTITA_TEXT("a constraint needs \"rank\", \"constant\" or \"attribute\""));
        return goesTogether(at, into);
    }

    bool goesTogether(const std::string& at, const ProfileConstraint& into) {
        if (into.kind != ProfileConstraint::Kind::trait &&
            (into.fails || into.apart || !into.when.empty()))
            return wrong(at, PARTITA_TEXT("\"when\", \"fails\" and \"apart\" do not go with this "
                                          "constraint"));
        if (into.kind == ProfileConstraint::Kind::attribute && into.allowed.empty())
            return wrong(at, PARTITA_TEXT("an attribute constraint needs \"equals\" or \"in\""));
        return true;
    }

    bool conditions(const std::string& at, const json& value, std::vector<TraitCondition>& into) {
        if (!value.is_array())
            return wrong(at, PARTITA_TEXT("a list of conditions was expected"));
        for (std::size_t i = 0; i < value.size(); ++i) {
            const std::string eachAt = inside(at, i);
            const auto kind = value[i].is_object() && value[i].size() == 1
                                  ? traitKindOf(value[i].begin().key())
                                  : std::nullopt;
            if (!kind)
                return wrong(eachAt, PARTITA_TEXT("a condition is an object with one key, such as "
                                                  "\"rank\""));
            into.emplace_back();
            if (const auto problem = readCondition(*kind, value[i].begin().value(), into.back()))
                return wrong(inside(eachAt, value[i].begin().key()) + problem->pointer,
                             problem->what);
        }
        return true;
    }

    bool rank(const std::string& at, const json& value, ProfileConstraint& into) {
        into.kind = ProfileConstraint::Kind::rank;
        if (!value.is_object() || !value.contains("input") || !value.contains("is"))
            return wrong(at, PARTITA_TEXT("{ \"input\": NAME, \"is\": RANK } was expected"));
        if (!text(at + "/input", value["input"], into.input))
            return false;
        const json list = value["is"].is_array() ? value["is"] : json::array({value["is"]});
        for (const json& each : list) {
            std::int64_t number = 0;
            if (!integer(at + "/is", each, 0, number))
                return false;
            into.ranks.push_back(number);
        }
        return true;
    }

    const LinedJson& m_source;
    std::string m_file;
    ProfileNames m_names;
    DeviceProfile m_profile;
    Error m_error;
};

} // namespace

Result<DeviceProfile> readProfile(const LinedJson& source, const std::string& fileName,
                                  ProfileNames names, DeviceProfile base) {
    return ProfileReader(source, fileName, names).read(std::move(base));
}

} // namespace partita
