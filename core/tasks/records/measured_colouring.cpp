#include "core/tasks/records/measured_colouring.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <unordered_map>

#include "core/ir/ep_context.h"

namespace partita {

namespace {

using Kind = PredictionCheck::Kind;

// The place of a key among the keys is its colour (palette.def). Those of the places in the order of
// providers are among them, and those of good and bad.
constexpr std::size_t kFirstKey = 9, kSecondKey = 1, kLastKey = 2, kOtherKeys[] = {3, 8, 0, 4};
constexpr std::size_t kGood = 7, kBad = 6, kChanged = 8, kPale = 5, kFolded = 3, kAdded = 0;

/// Colours the drawn nodes by texts, each of which has a colour of its own.
class KeysOf {
public:
    explicit KeysOf(const GraphScene& scene) : m_scene(scene), m_counts(scene.boxes.size()) {}

    /// Reserves a colour for a text. Texts beyond the last colour share the one of "others".
    void reserve(const std::string& text, std::size_t colour) {
        while (colour < m_keys.size() && !m_keys[colour].first.empty() &&
               m_keys[colour].first != text)
            colour = std::max(colour + 1, kKeyRoles);
        if (colour >= m_keys.size())
            m_keys.resize(colour + 1);
        m_keys[colour].first = text;
        m_places.emplace(text, colour);
    }
    /// `textOf(node)`: one of the reserved texts.
    template <class TextOf> void add(TextOf&& textOf) {
        for (std::uint32_t id = 1; id < m_scene.boxByNode.size(); ++id)
            if (const std::uint32_t box = m_scene.boxByNode[id]) {
                const std::size_t key = m_places.at(textOf(NodeId{id}));
                ++m_keys[key].second;
                ++m_counts[box - 1][key];
            }
    }
    /// A group has the text of most of its nodes; one of those in `first` comes before all others.
    [[nodiscard]] NodeColouring colouring(Message title,
                                          const std::vector<std::string>& first = {}) const {
        NodeColouring made;
        made.by = NodeColouring::By::key;
        made.title = std::move(title);
        for (const auto& [text, count] : m_keys)
            made.keys.emplace_back(count ? text : std::string(), count);
        for (const auto& counts : m_counts) {
            std::int32_t key = -1;
            std::size_t most = 0;
            for (const auto& [each, count] : counts) {
                const bool isFirst = std::ranges::find(first, m_keys[each].first) != first.end();
                const std::size_t weight = count + (isFirst ? m_scene.boxByNode.size() : 0);
                if (weight > most) {
                    most = weight;
                    key = static_cast<std::int32_t>(each);
                }
            }
            made.keyOf.push_back(key);
        }
        return made;
    }

private:
    const GraphScene& m_scene;
    std::vector<std::pair<std::string, std::size_t>> m_keys; ///< by colour; "": not used
    std::map<std::string, std::size_t> m_places;
    std::vector<std::map<std::size_t, std::size_t>> m_counts; ///< by box, of the keys
};

const Message& untoldText() {
    static const Message kText = PARTITA_TEXT("not told");
    return kText;
}

/// "QNN" of "QNNExecutionProvider": a row of a legend is short.
std::string shortName(const std::string& provider) { return std::string(shortSource(provider)); }

/// "predicted NPU, ran on CPU"
Message differenceText(const Partitioning& predicted, NodeId node, const std::string& ran,
                       const Words& words) {
    const auto provider = predicted.providerOf(node);
    return PARTITA_TEXT("predicted {0}, ran on {1}",
                        provider ? predicted.providerNames[*provider].name
                                 : words(PARTITA_TEXT("nothing")),
                        shortName(ran));
}

} // namespace

NodeColouring colouringByMeasured(const MeasuredPlacement& measured, const GraphScene& scene,
                                  const Words& words) {
    const std::string untold = words(untoldText());
    KeysOf keys(scene);
    std::size_t others = 0;
    for (const std::string& provider : measured.providers) {
        const std::size_t place = isCpuOfRecord(provider) ? 0 : ++others;
        keys.reserve(provider, place == 0   ? kLastKey
                               : place == 1 ? kFirstKey
                               : place == 2 ? kSecondKey
                                            : kOtherKeys[std::min<std::size_t>(place - 3, 3)]);
    }
    keys.reserve(untold, kPale);
    keys.add([&](NodeId id) {
        const auto& place = measured.place(id);
        return place ? measured.providers[place->provider] : untold;
    });
    return keys.colouring(measured.label);
}

NodeColouring colouringByCheck(const Partitioning& predicted, const MeasuredPlacement& measured,
                               const PredictionCheck& check, const GraphScene& scene,
                               const Words& words) {
    const std::string agrees = words(PARTITA_TEXT("as predicted")),
                      folded = words(PARTITA_TEXT("folded in the prediction")),
                      added = words(PARTITA_TEXT("not in the file as opened")),
                      untold = words(untoldText());
    KeysOf keys(scene);
    keys.reserve(agrees, kGood);
    keys.reserve(folded, kFolded);
    keys.reserve(added, kAdded);
    keys.reserve(untold, kPale);
    std::vector<std::string> differing;
    keys.add([&](NodeId id) {
        const Kind kind = check.kind(id);
        if (kind != Kind::differs)
            return kind == Kind::agrees   ? agrees
                   : kind == Kind::folded ? folded
                   : kind == Kind::added  ? added
                                          : untold;
        const std::string& ran = measured.providers[measured.place(id)->provider];
        std::string text = words(differenceText(predicted, id, ran, words));
        if (std::ranges::find(differing, text) == differing.end()) {
            differing.push_back(text);
            keys.reserve(text, isCpuOfRecord(ran) ? kBad : kChanged);
        }
        return text;
    });
    return keys.colouring(PARTITA_TEXT("predicted against {0}", measured.label), differing);
}

NodeColouring colouringByRecordedTime(const MeasuredPlacement& measured, const GraphScene& scene) {
    constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
    std::vector<double> sums(scene.boxes.size(), kNone);
    for (std::uint32_t id = 1; id < scene.boxByNode.size(); ++id) {
        const auto& place = measured.place(NodeId{id});
        if (!scene.boxByNode[id] || !place || !place->microseconds)
            continue;
        const std::uint32_t box = scene.boxByNode[id] - 1;
        const bool isGroup = scene.boxes[box].kind != SceneBox::Kind::node;
        const double time = isGroup && place->joined ? 0 : *place->microseconds;
        sums[box] = std::isnan(sums[box]) ? time : sums[box] + time;
    }
    NodeColouring made = NodeColouring::byAmount(NodeColouring::By::time, sums, 1e3);
    made.title = PARTITA_TEXT("time, {0}", measured.label);
    for (std::size_t box = 0; box < scene.boxes.size(); ++box)
        if (scene.boxes[box].isPort())
            made.heat[box] = made.part[box] = 0;
    return made;
}

NodeColouring colouringByTimeDifference(const TimeDifferences& times, bool isA,
                                        const GraphScene& scene,
                                        const std::function<NodeId(NodeId)>& ofSide) {
    std::unordered_map<NodeId, std::size_t> entryOf;
    for (std::size_t i = 0; i < times.nodes.size(); ++i)
        for (const NodeId node : isA ? times.nodes[i].a : times.nodes[i].b)
            entryOf.emplace(node, i);
    std::vector<double> sums(scene.boxes.size(), std::numeric_limits<double>::quiet_NaN());
    std::set<std::pair<std::uint32_t, std::size_t>> counted; // a kernel counts once in a group
    for (std::uint32_t id = 1; id < scene.boxByNode.size(); ++id) {
        const auto at = scene.boxByNode[id] ? entryOf.find(ofSide(NodeId{id})) : entryOf.end();
        if (at == entryOf.end() || !counted.emplace(scene.boxByNode[id] - 1, at->second).second)
            continue;
        double& sum = sums[scene.boxByNode[id] - 1];
        sum = (std::isnan(sum) ? 0 : sum) + times.nodes[at->second].change();
    }
    NodeColouring made = NodeColouring::byAmount(NodeColouring::By::difference, sums, 1e3);
    made.title = PARTITA_TEXT("time after minus time before");
    return made;
}

} // namespace partita
