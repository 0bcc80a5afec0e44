#include "core/tasks/records/prediction_check.h"

#include <algorithm>

#include "core/base/count_text.h"

namespace partita {

namespace {

using Kind = PredictionCheck::Kind;

Kind kindOf(const Partitioning& predicted, const MeasuredPlacement& measured, NodeId id) {
    if (id.value >= measured.places.size())
        return Kind::added;
    const auto& place = measured.place(id);
    if (!place)
        return Kind::untold;
    const auto provider = predicted.providerOf(id);
    if (!provider && predicted.isFolded(id))
        return Kind::folded;
    const bool onCpu = provider && *provider + 1 == predicted.providers.size();
    const bool agrees = provider && onCpu == isCpuOfRecord(measured.providers[place->provider]);
    return agrees ? Kind::agrees : Kind::differs;
}

void add(std::string& list, const std::string& name) { list += (list.empty() ? "" : ", ") + name; }

} // namespace

bool isCpuOfRecord(std::string_view provider) {
    return provider == "CPUExecutionProvider" || provider == kNotCompiled;
}

PredictionCheck checkPrediction(const Model& model, const Partitioning& predicted,
                                const MeasuredPlacement& measured) {
    PredictionCheck check;
    check.kinds.resize(model.nodes().keyEnd());
    model.nodes().forEach([&](NodeId id, const auto& node) {
        if (!isPlaced(model, *node))
            return;
        const Kind kind = check.kinds[id.value] = kindOf(predicted, measured, id);
        check.agree += kind == Kind::agrees;
        check.differ += kind == Kind::differs;
        check.folded += kind == Kind::folded;
        check.untold += kind == Kind::untold;
        check.added += kind == Kind::added;
    });
    for (std::uint32_t id = 0; id < measured.places.size(); ++id)
        check.gone += measured.places[id] && !model.node(NodeId{id});
    return check;
}

Message PredictionCheck::headline() const {
    return compared() == 1 ? PARTITA_TEXT("{0} of 1 node differs", grouped(differ))
           : differ == 1
               ? PARTITA_TEXT("1 of {0} nodes differs", grouped(compared()))
               : PARTITA_TEXT("{0} of {1} nodes differ", grouped(differ), grouped(compared()));
}

Message correspondence(const Partitioning& predicted, const MeasuredPlacement& measured) {
    std::string devices, others, cpus;
    for (std::size_t i = 0; i + 1 < predicted.providers.size(); ++i)
        add(devices, predicted.providerNames[i].full());
    for (const std::string& provider : measured.providers)
        add(isCpuOfRecord(provider) ? cpus : others, provider);
    const std::string none = "–";
    return PARTITA_TEXT("compared: {0} with {1}, {2} with {3}", devices.empty() ? none : devices,
                        others.empty() ? none : others, predicted.providerNames.back().full(),
                        cpus.empty() ? none : cpus);
}

const char* nameOf(PredictionCheck::Kind kind) {
    switch (kind) {
    case Kind::agrees: return "as predicted";
    case Kind::differs: return "differs";
    case Kind::folded: return "folded";
    case Kind::untold: return "untold";
    case Kind::added: return "added";
    case Kind::none: break;
    }
    return "";
}

std::string measuredOn(const MeasuredPlacement& measured, NodeId node) {
    const auto& place = measured.place(node);
    return place ? measured.providers[place->provider] : std::string();
}

Message whyOf(const PredictionCheck& check, const Partitioning& predicted, NodeId node) {
    switch (check.kind(node)) {
    case Kind::untold:
        return predicted.isUnused(node)
                   ? PARTITA_TEXT("the record does not tell of it; nothing reads what it computes")
               : predicted.isFolded(node)
                   ? PARTITA_TEXT("the record does not tell of it; the prediction has it folded")
                   : PARTITA_TEXT("the record does not tell of it");
    case Kind::added: return PARTITA_TEXT("not in the file as it was opened");
    default: return predicted.explain(node);
    }
}

} // namespace partita
