#include "core/session/device_copies.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "core/base/count_text.h"
#include "core/provider/time_estimator.h"
#include "core/session/partitioner.h"

namespace partita {

namespace {

/// Milliseconds without their unit: "0.31", "1240".
std::string millisecondText(double seconds) {
    const double milliseconds = seconds * 1e3;
    return milliseconds < 100 ? fmt::format("{:.2g}", milliseconds)
                              : fmt::format("{:.0f}", milliseconds);
}

/// The outputs of the model; of one that a folded node passes on, also what that passes on.
std::set<ValueId> givenValues(const Model& model, const Partitioning& placed) {
    std::set<ValueId> given;
    for (ValueId value : model.graph(model.mainGraph())->outputs)
        while (value && given.insert(value).second) {
            const auto& maker = model.node(model.producer(value));
            value = maker && placed.isFolded(maker->id) && !maker->inputs.empty()
                        ? maker->inputs.front()
                        : ValueId{};
        }
    return given;
}

} // namespace

std::vector<DeviceCopy> deviceCopies(const Model& model, const Partitioning& placed) {
    std::vector<DeviceCopy> copies;
    for (const BoundaryTensor& each : placed.boundaries)
        if (!each.sameProvider) {
            copies.push_back({each.value, placed.partitions[each.from - 1].provider, false});
            copies.push_back({each.value, placed.partitions[each.to - 1].provider, true});
        }
    const std::set<ValueId> given = givenValues(model, placed);
    for (const Partition& partition : placed.partitions) {
        for (const ValueId value : partition.inputs)
            if (!model.producer(value))
                copies.push_back({value, partition.provider, true});
        for (const ValueId value : partition.outputs)
            if (given.contains(value))
                copies.push_back({value, partition.provider, false});
    }
    std::ranges::sort(copies);
    copies.erase(std::ranges::unique(copies).begin(), copies.end());
    return copies;
}

Message CopyEstimate::sentence(const std::string& count, const Message& time) const {
    const bool isOne = count == "1";
    if (!seconds)
        return isOne ? PARTITA_TEXT("est. 1 copy") : PARTITA_TEXT("est. {0} copies", count);
    return isOne ? PARTITA_TEXT("est. 1 copy, {0}", time)
                 : PARTITA_TEXT("est. {0} copies, {1}", count, time);
}

Message CopyEstimate::timeText() const {
    return amountText(millisecondText(seconds.value_or(0)) + " ms", complete);
}

Message CopyEstimate::text() const {
    return copies ? sentence(grouped(copies), timeText()) : Message();
}

Message CopyEstimate::textAfter(const CopyEstimate& before) const {
    const std::string was = grouped(before.copies), is = grouped(copies),
                      count = was == is ? is : was + " → " + is;
    const Message timeWas = before.seconds ? before.timeText() : timeText(), timeIs = timeText();
    if (timeWas == timeIs)
        return sentence(count, timeIs);
    const bool oneUnit = before.complete && complete;
    return sentence(
        count, PARTITA_TEXT("{0} → {1}",
                            oneUnit ? Message(millisecondText(*before.seconds)) : timeWas, timeIs));
}

CopyEstimate estimateCopies(const Model& model, const std::vector<ProviderPtr>& providers,
                            const Partitioning& placed) {
    if (placed.inlined) // tensors between the nodes of a call are copied as well
        return estimateCopies(placed.inlined->model, providers, placed.inlined->placed);
    CopyEstimate estimate;
    double seconds = 0;
    bool isSpeedKnown = true;
    for (const auto& [value, provider, toDevice] : deviceCopies(model, placed)) {
        const auto* device = provider < providers.size()
                                 ? dynamic_cast<const TimeEstimator*>(providers[provider].get())
                                 : nullptr;
        if (!device)
            continue;
        ++estimate.copies;
        const auto bytes = valueBytes(*model.value(value));
        estimate.complete = estimate.complete && bytes;
        isSpeedKnown = isSpeedKnown && device->knowsSpeed();
        if (isSpeedKnown)
            seconds += device->copySeconds(bytes.value_or(0));
    }
    if (estimate.copies && isSpeedKnown)
        estimate.seconds = seconds;
    return estimate;
}

std::vector<HeadlinePart> headlineWith(const CopyEstimate& copies, const Partitioning& placed) {
    std::vector<HeadlinePart> parts = placed.headline();
    if (const Message text = copies.text(); !text.empty()) {
        const auto bytes =
            std::ranges::find(parts, HeadlinePart::Figure::bytes, &HeadlinePart::figure);
        parts.insert(std::next(bytes), {HeadlinePart::Figure::copies, text});
    }
    return parts;
}

std::vector<HeadlinePart> headlineOf(const Model& model, const std::vector<ProviderPtr>& providers,
                                     const Partitioning& placed) {
    return headlineWith(estimateCopies(model, providers, placed), placed);
}

std::string headlineTextOf(const Model& model, const std::vector<ProviderPtr>& providers,
                           const Partitioning& placed) {
    return headlineText(headlineOf(model, providers, placed));
}

} // namespace partita
