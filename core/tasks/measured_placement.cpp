#include "core/tasks/measured_placement.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <unordered_map>

#include "core/base/try.h"
#include "core/base/whole_number.h"
#include "core/ir/extract.h"

namespace partita {

namespace {

using Nodes = std::vector<NodeId>;

/// What a name that ONNX Runtime made says: of which node, and with what that was joined.
struct Fusion {
    std::string base; ///< the name of the node that gave it; may be empty
    std::string op;   ///< its operator; empty: any
    /// The operators behind it that went into it, one behind the other: one of each list.
    std::vector<std::vector<std::string>> then;
};

const std::vector<std::string> kActivations{"Relu", "Sigmoid",     "Tanh",     "LeakyRelu",
                                            "Clip", "HardSigmoid", "HardSwish"};

/// The name before "_token_7", which ONNX Runtime puts behind that of a node in another layout.
std::optional<std::string> nameBeforeToken(const std::string& made) {
    constexpr std::string_view kToken = "_token_";
    const auto at = made.rfind(kToken);
    return at != std::string::npos && parseWholeNumber(made.substr(at + kToken.size()))
               ? std::optional(made.substr(0, at))
               : std::nullopt;
}

/// "x/MatMulAddFusion", "x/GeluFusion/", "fused x", "x_token_7": what ONNX Runtime calls the node
/// that it makes of x and others. A profile calls a node without a name "Relu_2".
std::optional<Fusion> fusionOf(const std::string& made, const std::string& op) {
    if (made.starts_with("fused ")) {
        const std::string name = made.substr(6);
        Fusion fusion = fusionOf(name, "").value_or(Fusion{name, "", {}});
        if (fusion.op.empty() && op.starts_with("Fused"))
            fusion.op = op.substr(5);
        fusion.then.push_back(kActivations);
        return fusion;
    }
    if (auto base = nameBeforeToken(made); base && !op.empty())
        return Fusion{*std::move(base), op, {}};
    std::string name = made;
    while (name.ends_with('/'))
        name.pop_back();
    const auto slash = name.rfind('/');
    if (slash != std::string::npos && name.ends_with("Fusion"))
        return name.substr(slash + 1) == "MatMulAddFusion"
                   ? Fusion{name.substr(0, slash), "MatMul", {{"Add"}}}
                   : Fusion{name.substr(0, slash), "", {}};
    const bool numbered = !op.empty() && made.starts_with(op + "_") &&
                          parseWholeNumber(made.substr(op.size() + 1)).has_value();
    return numbered ? std::optional(Fusion{"", op, {}}) : std::nullopt;
}

bool isInserted(const RecordedNode& node) {
    if (node.op == "Transpose" && nameBeforeToken(node.name).value_or(node.name) == "Transpose")
        return true; // around nodes in another layout
    return node.op == "MemcpyToHost" || node.op == "MemcpyFromHost" ||
           node.name.starts_with("InsertedPrecisionFreeCast_") ||
           node.name.starts_with("InsertedCast_") || node.name.starts_with("Memcpy_");
}

class Matcher {
public:
    Matcher(const Model& model, const RecordedPlacement& record)
        : m_model(model), m_record(record) {
        m_result.label = record.label();
        m_result.providers = record.providers();
        m_result.notes = record.notes;
        m_result.places.resize(model.nodes().keyEnd());
        model.nodes().forEach([&](NodeId id, const auto& node) {
            if (isPlaced(model, *node))
                m_byName[node->name].push_back(id);
        });
    }

    Result<MeasuredPlacement> run() {
        if (!m_record.everythingOn.empty())
            placeAll();
        for (std::uint32_t part = 0; part < m_record.parts.size(); ++part)
            take(part);
        for (const auto& [key, wishes] : m_wishes)
            settle(wishes);
        if (m_result.matched == 0 && !m_result.unmatched.empty() && m_strangers > 0)
            return Error{Errc::invalidModel,
                         PARTITA_TEXT("no node of the record is in the model: {0} '{1}' is not",
                                      m_firstStranger->op, m_firstStranger->name),
                         {},
                         PARTITA_TEXT("give the model that ONNX Runtime ran")};
        m_model.nodes().forEach([&](NodeId id, const auto& node) {
            if (isPlaced(m_model, *node) && !m_result.places[id.value])
                m_result.untold.push_back(id);
        });
        return std::move(m_result);
    }

private:
    /// A node of the record, or of which it was made, among nodes that it could be.
    struct Wish {
        const RecordedNode* node = nullptr;
        std::uint32_t part = 0;
        std::optional<Fusion> fusion;
    };
    /// Nodes of equal name, operator and fusion.
    using Key = std::tuple<std::string, std::string, std::string>;

    [[nodiscard]] std::uint32_t providerOf(const std::string& name) const {
        const auto at = std::ranges::find(m_result.providers, name);
        return static_cast<std::uint32_t>(at - m_result.providers.begin());
    }

    void placeAll() {
        m_model.nodes().forEach([&](NodeId id, const auto& node) {
            if (isPlaced(m_model, *node))
                place(id, m_record.everythingOn, std::nullopt, std::nullopt);
        });
    }

    void place(NodeId id, const std::string& provider, std::optional<std::uint32_t> part,
               std::optional<double> microseconds, bool joined = false) {
        auto& at = m_result.places[id.value];
        m_result.matched += !at;
        at = MeasuredPlacement::Place{providerOf(provider), part, microseconds, joined};
    }

    void refuse(const RecordedNode& node, std::uint32_t part, Message why) {
        m_result.unmatched.push_back({node, m_record.parts[part].provider, std::move(why)});
    }

    /// The same for a node that would not be there if this were a record of the model.
    void strange(const RecordedNode& node, std::uint32_t part, Message why) {
        if (m_strangers++ == 0)
            m_firstStranger = &node;
        refuse(node, part, std::move(why));
    }

    void take(std::uint32_t index) {
        const RecordedPart& part = m_record.parts[index];
        if (!part.outputs.empty()) {
            takeContext(index);
            return;
        }
        for (const RecordedNode& node : part.nodes) {
            const bool direct = m_byName.contains(node.name);
            const auto fusion = direct ? std::nullopt : fusionOf(node.name, node.op);
            if (direct) {
                m_wishes[{node.name, node.op, ""}].push_back({&node, index, std::nullopt});
            } else if (fusion && m_byName.contains(fusion->base)) {
                m_wishes[{fusion->base, fusion->op, node.op}].push_back({&node, index, fusion});
            } else if (isInserted(node)) {
                refuse(node, index, PARTITA_TEXT("ONNX Runtime inserted it"));
            } else if (isCompiledPart(node, part.provider)) {
                refuse(node, index,
                       PARTITA_TEXT("a part that the provider compiled; this record does not tell "
                                    "its nodes, an assignment does"));
            } else {
                strange(node, index, PARTITA_TEXT("the model has no node of this name"));
            }
        }
    }

    /// The nodes that a wish could mean, each with those that were fused into it.
    [[nodiscard]] std::vector<Nodes> candidates(const Wish& wish) const {
        std::vector<Nodes> found;
        const std::string& name = wish.fusion ? wish.fusion->base : wish.node->name;
        for (const NodeId id : m_byName.at(name)) {
            const Node& node = *m_model.node(id);
            Nodes joined{id};
            if (!wish.fusion ? isSame(node, wish) : joins(node, *wish.fusion, joined))
                found.push_back(std::move(joined));
        }
        return found;
    }

    /// Whether a node of the same name is the recorded one. An EPContext node has the operator of
    /// the part that was compiled in logs and profiles.
    [[nodiscard]] bool isSame(const Node& node, const Wish& wish) const {
        const RecordedNode& recorded = *wish.node;
        const bool context = node.opType == "EPContext" &&
                             isCompiledPart(recorded, m_record.parts[wish.part].provider);
        const bool sameDomain =
            !recorded.domain || node.domain == *recorded.domain ||
            (node.isOnnx() && (recorded.domain->empty() || *recorded.domain == "ai.onnx"));
        return context || (node.opType == recorded.op && sameDomain);
    }

    /// Whether the fusion may have begun at the node; appends the nodes that were joined with it.
    [[nodiscard]] bool joins(const Node& node, const Fusion& fusion, Nodes& joined) const {
        if (!fusion.op.empty() && node.opType != fusion.op)
            return false;
        for (const auto& operators : fusion.then) {
            const NodeId next = behind(*m_model.node(joined.back()), operators);
            if (!next)
                return false;
            joined.push_back(next);
        }
        return true;
    }

    /// The only reader of the node's only output, if it is one of these operators.
    [[nodiscard]] NodeId behind(const Node& node, const std::vector<std::string>& operators) const {
        if (node.outputs.size() != 1 || m_model.isGraphOutput(node.outputs[0]))
            return {};
        const auto readers = m_model.consumers(node.outputs[0]);
        if (readers.size() != 1 || !readers[0])
            return {};
        const Node& reader = *m_model.node(readers[0]);
        return std::ranges::find(operators, reader.opType.str()) != operators.end() ? reader.id
                                                                                    : NodeId{};
    }

    /// Wishes of one key are for certain where there are as many nodes as wishes, and either one of
    /// each or one provider for all.
    void settle(const std::vector<Wish>& wishes) {
        const auto nodes = candidates(wishes.front());
        const std::string& provider = m_record.parts[wishes.front().part].provider;
        const bool oneProvider = std::ranges::all_of(wishes, [&](const Wish& wish) {
            return m_record.parts[wish.part].provider == provider;
        });
        if (nodes.empty()) {
            for (const Wish& wish : wishes)
                strange(*wish.node, wish.part,
                        PARTITA_TEXT("the model's node of this name is not {0}", wish.node->op));
        } else if (nodes.size() == wishes.size() && oneProvider) {
            for (const Nodes& each : nodes)
                for (const NodeId id : each)
                    place(id, provider,
                          wishes.size() == 1 ? std::optional(wishes.front().part) : std::nullopt,
                          wishes.size() == 1 ? timeOf(wishes.front()) : std::nullopt,
                          id != each.front() || (wishes.size() == 1 && sharesTime(wishes.front())));
        } else {
            for (const Wish& wish : wishes)
                refuse(*wish.node, wish.part,
                       PARTITA_TEXT("it may be any of {0} nodes of the model", nodes.size()));
        }
    }

    [[nodiscard]] std::optional<double> timeOf(const Wish& wish) const {
        return wish.node->microseconds ? wish.node->microseconds
                                       : m_record.parts[wish.part].microseconds;
    }

    /// Whether the time is that of a part, of which another node was asked about before.
    bool sharesTime(const Wish& wish) {
        return !wish.node->microseconds && !m_timedParts.insert(wish.part).second;
    }

    void takeContext(std::uint32_t index) {
        const RecordedPart& part = m_record.parts[index];
        const auto& values = mainValues();
        const auto stranger = [&](Message why) {
            strange(part.nodes.front(), index, std::move(why));
        };
        std::vector<ValueId> inputs, outputs;
        for (const std::string& name : part.inputs) {
            const auto at = values.find(name);
            if (at == values.end())
                return stranger(PARTITA_TEXT("the model has no value of its input '{0}'", name));
            inputs.push_back(at->second);
        }
        for (const std::string& name : part.outputs) {
            const auto at = values.find(name);
            if (at == values.end() || !m_model.producer(at->second))
                return stranger(PARTITA_TEXT("no node of the model makes its output '{0}'", name));
            outputs.push_back(at->second);
        }
        for (const NodeId id : nodesBetween(m_model, inputs, outputs))
            placeWhole(id, part.provider, index);
    }

    /// The values of the main graph by name.
    const std::unordered_map<std::string, ValueId>& mainValues() {
        if (m_values.empty())
            m_model.values().forEach([&](ValueId id, const auto& value) {
                if (value->graph == m_model.mainGraph())
                    m_values.emplace(value->name, id);
            });
        return m_values;
    }

    /// A node and those in its bodies.
    void placeWhole(NodeId id, const std::string& provider, std::uint32_t part) {
        const Node& node = *m_model.node(id);
        if (isPlaced(m_model, node))
            place(id, provider, part, std::nullopt);
        for (const GraphId body : node.subgraphs())
            for (const NodeId inner : m_model.nodesOf(body))
                placeWhole(inner, provider, part);
    }

    const Model& m_model;
    const RecordedPlacement& m_record;
    MeasuredPlacement m_result;
    std::unordered_map<std::string, Nodes> m_byName;
    std::map<Key, std::vector<Wish>> m_wishes;
    std::unordered_map<std::string, ValueId> m_values; ///< of the main graph; filled on demand
    std::size_t m_strangers = 0;
    const RecordedNode* m_firstStranger = nullptr;
    std::set<std::uint32_t> m_timedParts;
};

/// The times of the runs, by the provider that has an index.
std::vector<std::optional<double>> timesOf(const std::vector<RecordedPart>& runs,
                                           const std::vector<std::string>& providers) {
    std::vector<std::optional<double>> times(providers.size());
    for (const RecordedPart& run : runs)
        for (const RecordedNode& node : run.nodes)
            if (const auto at = std::ranges::find(providers, run.provider);
                at != providers.end() && node.microseconds) {
                auto& sum = times[static_cast<std::size_t>(at - providers.begin())];
                sum = sum.value_or(0) + *node.microseconds;
            }
    return times;
}

/// Lays the times of a profile of the same session over the places.
void layTimes(const Model& model, const RecordedPlacement& record, MeasuredPlacement& measured) {
    RecordedPlacement profile;
    profile.form = RecordedPlacement::Form::profile;
    profile.parts = record.times;
    const auto timed = matchPlacement(model, profile);
    for (std::size_t i = 0; timed && i < measured.places.size(); ++i)
        if (auto& place = measured.places[i];
            place && timed->places[i] &&
            timed->providers[timed->places[i]->provider] == measured.providers[place->provider])
            place->microseconds = timed->places[i]->microseconds;
}

} // namespace

bool MeasuredPlacement::hasTimes() const {
    return std::ranges::any_of(places,
                               [](const auto& place) { return place && place->microseconds; });
}

bool isPlaced(const Model& model, const Node& node) {
    return !node.is("Constant") && !model.graph(node.graph)->function;
}

Result<MeasuredPlacement> matchPlacement(const Model& model, const RecordedPlacement& record) {
    auto measured = PARTITA_TRY(Matcher(model, record).run());
    if (!record.times.empty())
        layTimes(model, record, measured);
    measured.microseconds =
        timesOf(record.times.empty() ? record.parts : record.times, measured.providers);
    return measured;
}

Result<std::shared_ptr<const MeasuredPlacement>>
readMeasuredPlacement(const Model& model, const std::filesystem::path& record) {
    auto measured = matchPlacement(model, PARTITA_TRY(readRecordedPlacement(record)));
    if (!measured)
        return std::move(measured).error().at(record.string());
    return std::make_shared<const MeasuredPlacement>(*std::move(measured));
}

} // namespace partita
