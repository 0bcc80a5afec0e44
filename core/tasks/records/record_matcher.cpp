#include "core/tasks/records/record_matcher.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <unordered_map>

#include "core/ir/extract.h"
#include "core/onnx/schema.h"
#include "core/tasks/records/recorded_names.h"

namespace partita {

namespace {

using Nodes = std::vector<NodeId>;

/// What ONNX Runtime joins with a node before it without a name of its own for that.
const std::vector<std::string> kJoined{
    "BatchNormalization", "Add",  "Sub",        "Mul", "Div", "Relu", "Sigmoid", "Tanh",
    "LeakyRelu",          "Clip", "HardSigmoid"};
constexpr int kMostJoined = 4;

/// Whether a runtime may have made unnamed nodes of nodes of the model: it replaces a function by
/// its nodes.
bool hasFunctions(const Model& model) {
    bool found = false;
    std::set<std::pair<std::string, std::string>> seen;
    model.nodes().forEach([&](NodeId, const auto& node) {
        const std::string domain = node->isOnnx() ? "" : node->domain.str();
        if (found || !seen.emplace(domain, node->opType.str()).second)
            return;
        const auto schema =
            findSchema(node->opType.str(), domain, model.info().opset(domain).value_or(1));
        found = schema && schema->hasFunction;
    });
    return found || !model.info().functions.empty();
}

class RecordMatcher {
public:
    RecordMatcher(const Model& model, const RecordedPlacement& record)
        : m_model(model), m_record(record) {
        m_result.label = record.label();
        m_result.providers = record.providers();
        m_result.notes = record.notes;
        m_result.runs = record.runs;
        m_result.places.resize(model.nodes().keyEnd());
        model.nodes().forEach([&](NodeId id, const auto& node) {
            if (isPlaced(model, *node))
                m_byName[node->name].push_back(id);
        });
    }

    MeasuredPlacement run() {
        if (!m_record.everythingOn.empty())
            placeAll();
        for (std::uint32_t part = 0; part < m_record.parts.size(); ++part)
            take(part);
        for (const auto& [key, wishes] : m_wishes)
            settle(wishes);
        for (const auto& [name, copies] : m_copies)
            settleCopies(copies);
        m_model.nodes().forEach([&](NodeId id, const auto& node) {
            if (isPlaced(m_model, *node) && !m_result.places[id.value])
                m_result.untold.push_back(id);
        });
        return std::move(m_result);
    }
    /// Known after the run.
    [[nodiscard]] const Evidence& evidence() const { return m_evidence; }

private:
    /// A node of the record, or of which it was made, among nodes that it could be.
    struct Wish {
        const RecordedNode* node = nullptr;
        std::uint32_t part = 0;
        std::optional<MadeName> made;
        [[nodiscard]] const std::string& name() const { return made ? made->base : node->name; }
    };
    /// Nodes of equal name, operator and making.
    using Key = std::tuple<std::string, std::string, std::string, MadeName::Of>;

    [[nodiscard]] std::uint32_t providerOf(const std::string& name) const {
        const auto at = std::ranges::find(m_result.providers, name);
        return static_cast<std::uint32_t>(at - m_result.providers.begin());
    }
    [[nodiscard]] const std::string& providerOf(const Wish& wish) const {
        return m_record.parts[wish.part].provider;
    }

    void placeAll() {
        m_model.nodes().forEach([&](NodeId id, const auto& node) {
            if (isPlaced(m_model, *node))
                place(id, m_record.everythingOn, std::nullopt, std::nullopt);
        });
    }

    void place(NodeId id, const std::string& provider, std::optional<std::uint32_t> part,
               std::optional<double> microseconds, bool joined = false, std::size_t timed = 0) {
        auto& at = m_result.places[id.value];
        m_result.matched += !at;
        at = MeasuredPlacement::Place{providerOf(provider), part, microseconds, joined, timed};
    }

    void refuse(const RecordedNode& node, std::uint32_t part, Message why) {
        m_result.unmatched.push_back({node, m_record.parts[part].provider, std::move(why)});
    }

    /// The same for a node that would not be there if this were a record of the model.
    void strange(const RecordedNode& node, std::uint32_t part, std::size_t Evidence::*kind,
                 Message why) {
        m_evidence.strange(node, kind);
        refuse(node, part, std::move(why));
    }

    void take(std::uint32_t index) {
        const RecordedPart& part = m_record.parts[index];
        if (!part.outputs.empty()) {
            takeContext(index);
            return;
        }
        for (const RecordedNode& node : part.nodes)
            take(node, index);
    }

    void take(const RecordedNode& node, std::uint32_t index) {
        if (m_byName.contains(node.name)) {
            m_wishes[{node.name, node.op, "", {}}].push_back({&node, index, std::nullopt});
            return;
        }
        const bool isName = isNameless(node) && !isProfile(); // else a profile made it
        for (MadeName& made : madeNames(node)) {
            if (isName && made.base.empty())
                continue;
            if (made.of == MadeName::Of::value ? givers(made.base).empty()
                                               : !m_byName.contains(made.base))
                continue;
            auto& wishes = made.of == MadeName::Of::copy
                               ? m_copies[made.base]
                               : m_wishes[{made.base, made.op, node.op, made.of}];
            wishes.push_back({&node, index, std::move(made)});
            return;
        }
        if (Message why = whyInserted(node); !why.empty())
            refuse(node, index, std::move(why));
        else if (isCompiledPart(node, m_record.parts[index].provider))
            refuse(node, index,
                   PARTITA_TEXT("a part that the provider compiled; this record does not tell "
                                "its nodes, an assignment does"));
        else if (node.name.empty() || (isProfile() && isNameless(node)))
            takeNameless(node, index);
        else
            strange(node, index, &Evidence::foreign,
                    PARTITA_TEXT("the model has no node of this name"));
    }

    [[nodiscard]] bool isProfile() const {
        return m_record.form == RecordedPlacement::Form::profile;
    }

    /// A node without a name that is none of the model's.
    void takeNameless(const RecordedNode& node, std::uint32_t index) {
        if (!m_hasFunctions)
            m_hasFunctions = hasFunctions(m_model);
        if (*m_hasFunctions)
            strange(node, index, &Evidence::nameless,
                    PARTITA_TEXT("it has no name, as the nodes by which ONNX Runtime replaces a "
                                 "function"));
        else
            strange(node, index, &Evidence::foreign,
                    PARTITA_TEXT("the model has no {0} without a name", node.op));
    }

    /// The nodes that a wish could mean, each with those that were fused into it.
    [[nodiscard]] std::vector<Nodes> candidates(const Wish& wish) {
        std::vector<Nodes> found;
        if (wish.made && wish.made->of == MadeName::Of::value) {
            for (const NodeId id : givers(wish.made->base))
                findBefore(id, wish.made->op, {}, found);
            return found;
        }
        for (const NodeId id : m_byName.at(wish.name())) {
            const Node& node = *m_model.node(id);
            Nodes joined{id};
            if (!wish.made ? isSame(node, wish) : joins(node, *wish.made, joined)) {
                if (isQuantizedVariant(wish.node->op))
                    joinQuantization(node, joined);
                found.push_back(std::move(joined));
            }
        }
        return found;
    }

    /// Whether a node of the same name is the recorded one. An EPContext node has the operator of
    /// the part that was compiled in logs and profiles.
    [[nodiscard]] bool isSame(const Node& node, const Wish& wish) const {
        const RecordedNode& recorded = *wish.node;
        const bool context =
            node.opType == "EPContext" && isCompiledPart(recorded, providerOf(wish));
        const bool sameDomain =
            !recorded.domain || node.domain == *recorded.domain ||
            (node.isOnnx() && (recorded.domain->empty() || *recorded.domain == "ai.onnx"));
        return context || (node.opType == recorded.op && sameDomain) ||
               isVariantOf(recorded.op, node.opType.str());
    }

    /// Whether the fusion may have begun at the node; appends the nodes that were joined with it.
    [[nodiscard]] bool joins(const Node& node, const MadeName& made, Nodes& joined) const {
        if (!made.op.empty() && node.opType != made.op && !isVariantOf(made.op, node.opType.str()))
            return false;
        for (const auto& operators : made.then) {
            const NodeId next = behind(*m_model.node(joined.back()), operators);
            if (!next)
                return false;
            joined.push_back(next);
        }
        return true;
    }

    /// Appends the DequantizeLinear of which only the node reads, and the QuantizeLinear behind it.
    void joinQuantization(const Node& node, Nodes& joined) const {
        const NodeId next = behind(*m_model.node(joined.back()), {"QuantizeLinear"});
        for (const ValueId input : node.inputs)
            if (const NodeId before = onlyForReader(input);
                before && m_model.node(before)->opType == "DequantizeLinear")
                joined.push_back(before);
        if (next)
            joined.push_back(next);
    }

    /// The node that gives a value, where that has one reader.
    [[nodiscard]] NodeId onlyForReader(ValueId value) const {
        const bool isShared =
            !value || m_model.consumers(value).size() != 1 || m_model.isGraphOutput(value);
        return isShared ? NodeId{} : m_model.producer(value);
    }

    /// Looks for the operator at a node and before it, over what ONNX Runtime joins with it.
    void findBefore(NodeId id, const std::string& op, Nodes behind, std::vector<Nodes>& found) {
        const Node& node = *m_model.node(id);
        behind.insert(behind.begin(), id);
        if (node.opType == op || isVariantOf(op, node.opType.str())) {
            found.push_back(std::move(behind));
            return;
        }
        if (behind.size() > kMostJoined ||
            std::ranges::find(kJoined, node.opType.str()) == kJoined.end())
            return;
        for (const ValueId input : node.inputs)
            if (const NodeId before = onlyForReader(input))
                findBefore(before, op, behind, found);
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
        const std::string& provider = providerOf(wishes.front());
        const bool oneProvider = std::ranges::all_of(
            wishes, [&](const Wish& wish) { return providerOf(wish) == provider; });
        const bool isNamed = !wishes.front().name().empty();
        if (nodes.empty()) {
            for (const Wish& wish : wishes)
                settleNone(wish, isNamed);
        } else if (nodes.size() == wishes.size() && oneProvider) {
            m_evidence.known += wishes.size();
            const std::size_t timed = timedBy(wishes.front());
            for (const Nodes& each : nodes)
                for (const NodeId id : each)
                    if (id == each.front() || !m_result.places[id.value]) // else it has its own
                        place(id, provider,
                              wishes.size() == 1 ? std::optional(wishes.front().part)
                                                 : std::nullopt,
                              wishes.size() == 1 ? timeOf(wishes.front()) : std::nullopt,
                              id != each.front() ||
                                  (wishes.size() == 1 && sharesTime(wishes.front())),
                              timed);
        } else {
            m_evidence.known += isNamed ? wishes.size() : 0;
            for (const Wish& wish : wishes)
                refuse(*wish.node, wish.part,
                       PARTITA_TEXT("it may be any of {0} nodes of the model", nodes.size()));
        }
    }

    void settleNone(const Wish& wish, bool isNamed) {
        if (!isNamed)
            takeNameless(*wish.node, wish.part);
        else if (wish.made && wish.made->of == MadeName::Of::value)
            refuse(*wish.node, wish.part,
                   PARTITA_TEXT("the model makes '{0}' by other operators than {1}",
                                wish.made->base, wish.node->op));
        else
            strange(*wish.node, wish.part, &Evidence::contrary,
                    PARTITA_TEXT("the model's node of this name is not {0}", wish.node->op));
    }

    /// Copies of one DequantizeLinear are where that is. If the record tells of the copies only,
    /// it is where they are.
    void settleCopies(const std::vector<Wish>& copies) {
        const auto nodes = candidates(copies.front());
        const std::string& provider = providerOf(copies.front());
        const bool oneProvider = std::ranges::all_of(
            copies, [&](const Wish& copy) { return providerOf(copy) == provider; });
        if (nodes.empty()) {
            for (const Wish& copy : copies)
                settleNone(copy, true);
            return;
        }
        m_evidence.known += copies.size();
        const NodeId node = nodes.front().front();
        if (nodes.size() == 1 && oneProvider && !m_result.places[node.value])
            place(node, provider, std::nullopt, std::nullopt);
        const auto& at = m_result.places[node.value];
        for (const Wish& copy : copies)
            if (nodes.size() > 1 || !at || m_result.providers[at->provider] != providerOf(copy))
                refuse(
                    *copy.node, copy.part,
                    PARTITA_TEXT("ONNX Runtime copied '{0}' for another reader", copy.made->base));
    }

    [[nodiscard]] std::optional<double> timeOf(const Wish& wish) const {
        return wish.node->microseconds ? wish.node->microseconds
                                       : m_record.parts[wish.part].microseconds;
    }

    /// The number of the run whose time a node has: a part has one for all its nodes.
    [[nodiscard]] std::size_t timedBy(const Wish& wish) {
        return wish.node->microseconds ? m_record.parts.size() + m_timedNodes++ : wish.part;
    }

    /// Whether the time is that of a part, of which another node was asked about before.
    bool sharesTime(const Wish& wish) {
        return !wish.node->microseconds && !m_timedParts.insert(wish.part).second;
    }

    void takeContext(std::uint32_t index) {
        const RecordedPart& part = m_record.parts[index];
        const auto& values = mainValues();
        const auto stranger = [&](Message why) {
            strange(part.nodes.front(), index, &Evidence::foreign, std::move(why));
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
        ++m_evidence.known;
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

    /// The nodes that give a value of this name, in all graphs.
    const Nodes& givers(const std::string& value) {
        static const Nodes kNone;
        if (m_givers.empty())
            m_model.nodes().forEach([&](NodeId id, const auto& node) {
                for (const ValueId output : node->outputs)
                    if (output && isPlaced(m_model, *node))
                        m_givers[m_model.value(output)->name].push_back(id);
            });
        const auto at = m_givers.find(value);
        return at == m_givers.end() ? kNone : at->second;
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
    Evidence m_evidence;
    std::unordered_map<std::string, Nodes> m_byName, m_givers; ///< `m_givers`: filled on demand
    std::map<Key, std::vector<Wish>> m_wishes;
    std::map<std::string, std::vector<Wish>> m_copies; ///< by what they are copies of
    std::unordered_map<std::string, ValueId> m_values; ///< of the main graph; filled on demand
    std::optional<bool> m_hasFunctions;
    std::set<std::uint32_t> m_timedParts;
    std::size_t m_timedNodes = 0;
};

} // namespace

MatchedRecord matchRecord(const Model& model, const RecordedPlacement& record) {
    RecordMatcher matcher(model, record);
    auto placement = matcher.run();
    return {std::move(placement), matcher.evidence()};
}

} // namespace partita
