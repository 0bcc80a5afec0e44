#include "core/tasks/records/recorded_providers.h"

#include <algorithm>
#include <map>

#include "core/tasks/records/prediction_check.h"

namespace partita {

namespace {

using Place = MeasuredPlacement::Place;

/// A record beside the prediction, and what all its providers share. Verdicts of similar nodes share
/// their texts.
struct Recorded {
    std::shared_ptr<const Partitioning> predicted;
    std::shared_ptr<const MeasuredPlacement> measured;
    std::size_t providers = 0;
    std::vector<ProviderInfo> added{};   ///< stand before those that predict
    std::vector<std::uint32_t> places{}; ///< by provider of the record; empty: by kind
    std::vector<Message> ranOn;
    Message claimed = PARTITA_TEXT("the record says so"),
            untold = PARTITA_TEXT("the record does not tell of it: placed as predicted");

    /// Of a node, or of the first node that it was made of and that the record tells of.
    [[nodiscard]] const Place* place(const Node& node) const {
        const auto found = firstOf(node, [this](NodeId id) { return !!measured->place(id); });
        return found ? &*measured->place(found) : nullptr;
    }
    /// The provider of a node, by its place in the order.
    [[nodiscard]] std::uint32_t providerOf(const Node& node, const Place* told) const {
        const auto last = static_cast<std::uint32_t>(providers - 1);
        const Partitioning& own = predicted->inlined ? predicted->inlined->placed : *predicted;
        const auto found = firstOf(node, [&](NodeId id) { return !!own.providerOf(id); });
        const std::uint32_t expected =
            found ? *own.providerOf(found) + static_cast<std::uint32_t>(added.size()) : last;
        if (!told)
            return expected;
        if (isCpuOfRecord(measured->providers[told->provider]))
            return last;
        if (!places.empty())
            return places[told->provider];
        return expected == last ? 0 : expected;
    }

    /// Has each provider of the record stand for itself; its CPU is the last one of all.
    void addOwn() {
        for (const std::string& name : measured->providers) {
            places.push_back(static_cast<std::uint32_t>(added.size()));
            if (!isCpuOfRecord(name))
                added.push_back({name, name, {}, {}, {}});
        }
    }

private:
    template <class Accept> [[nodiscard]] static NodeId firstOf(const Node& node, Accept&& accept) {
        if (accept(node.id))
            return node.id;
        if (node.origin)
            for (const NodeId from : node.origin->derivedFrom)
                if (accept(from))
                    return from;
        return {};
    }
};

/// One of the providers of a record. It places, and does not run.
class RecordedProvider : public ExecutionProvider {
public:
    RecordedProvider(std::shared_ptr<const Recorded> recorded, std::uint32_t place,
                     ProviderInfo info, ProviderPtr inner)
        : m_recorded(std::move(recorded)), m_place(place), m_info(std::move(info)),
          m_inner(std::move(inner)) {}

    [[nodiscard]] ProviderInfo info() const override { return m_info; }
    [[nodiscard]] std::vector<ProviderOption> options() const override { return {}; }
    [[nodiscard]] Result<ProviderPtr> withOption(const std::string& name,
                                                 const std::string&) const override {
        return Error{Errc::usage, PARTITA_TEXT("a record has no option '{0}'", name), {}, {}};
    }

    /// Nodes that ran together are one claim; those of the CPU run one by one.
    [[nodiscard]] Capabilities getCapability(const CapabilityRequest& request) const override {
        Capabilities answer;
        answer.followsWishes = true;
        std::map<std::uint32_t, std::vector<NodeId>> parts;
        for (std::size_t i = 0; i < request.order.size(); ++i) {
            const Node& node = *request.model.node(request.order[i]);
            const Place* told = m_recorded->place(node);
            const bool isOwn = m_recorded->providerOf(node, told) == m_place;
            answer.verdicts.push_back({0, isOwn, isOwn ? ReasonCode::claimed : ReasonCode::noKernel,
                                       !told   ? m_recorded->untold
                                       : isOwn ? m_recorded->claimed
                                               : m_recorded->ranOn[told->provider],
                                       nullptr});
            if (!isOwn || !request.free[i])
                continue;
            if (told && told->part && m_place + 1 < m_recorded->providers)
                parts[*told->part].push_back(node.id);
            else
                answer.claims.push_back({{node.id}, false});
        }
        for (auto& [part, nodes] : parts)
            answer.claims.push_back({std::move(nodes), true});
        return answer;
    }
    [[nodiscard]] bool runsAsFunction(const Model& model, const Node& node,
                                      const OpVersions& versions) const override {
        return m_inner && m_inner->runsAsFunction(model, node, versions);
    }
    [[nodiscard]] std::unique_ptr<ConstantEvaluator> constantEvaluator() const override {
        return m_inner ? m_inner->constantEvaluator() : nullptr;
    }
    Result<std::unique_ptr<CompiledPartition>>
    compile(const Model&, const Partition&, const OpVersions&, std::stop_token) const override {
        return Error{Errc::unsupported, PARTITA_TEXT("a record runs no nodes"), {}, {}};
    }

private:
    std::shared_ptr<const Recorded> m_recorded;
    std::uint32_t m_place;
    ProviderInfo m_info;
    ProviderPtr m_inner; ///< null: the record has a provider more
};

/// The names of the record's providers of one kind: "QNNExecutionProvider".
std::string namesOf(const MeasuredPlacement& measured, bool cpu) {
    std::string names;
    for (const std::string& name : measured.providers)
        if (isCpuOfRecord(name) == cpu)
            names += (names.empty() ? "" : ", ") + name;
    return names;
}

} // namespace

ProviderList recordedProviders(const ProviderList& predicting,
                               std::shared_ptr<const Partitioning> predicted,
                               std::shared_ptr<const MeasuredPlacement> measured,
                               RecordedNames names) {
    auto recorded = std::make_shared<Recorded>();
    recorded->predicted = std::move(predicted);
    recorded->measured = std::move(measured);
    const std::string devices = namesOf(*recorded->measured, false),
                      cpu = namesOf(*recorded->measured, true);
    for (const std::string& name : recorded->measured->providers)
        recorded->ranOn.push_back(PARTITA_TEXT("the record has it on {0}", name));
    if (names == RecordedNames::own)
        recorded->addOwn();
    else if (predicting.size() == 1 && !devices.empty())
        recorded->added = {{devices, devices, {}, {}, {}}};
    recorded->providers = predicting.size() + recorded->added.size();
    ProviderList list;
    const auto add = [&](const ProviderPtr& inner, ProviderInfo info) {
        list.push_back(std::make_shared<RecordedProvider>(
            recorded, static_cast<std::uint32_t>(list.size()), std::move(info), inner));
    };
    for (const ProviderInfo& info : recorded->added)
        add(nullptr, info);
    for (const ProviderPtr& inner : predicting) {
        ProviderInfo info = inner->info();
        const bool isCpu = inner == predicting.back();
        const std::string& named = isCpu ? cpu : devices;
        if (!named.empty() && (isCpu || names == RecordedNames::ofPrediction))
            info.displayName = named;
        info.device.clear();
        add(inner, std::move(info));
    }
    return list;
}

} // namespace partita
