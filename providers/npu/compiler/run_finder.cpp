#include "providers/npu/compiler/run_finder.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "core/ir/ep_context.h"
#include "providers/npu/compiler/device_cost.h"
#include "providers/npu/compiler/device_schedule.h"

namespace partita {

namespace {

/// Estimates the memory of a growing run of nodes: its weights, and the tensors that are alive at
/// once.
class RunMemory {
public:
    RunMemory(const Model& model, std::uint64_t limit)
        : m_model(model), m_limit(limit), m_tensors(heldByThread(model.values().keyEnd())) {}
    ~RunMemory() { clear(); }
    RunMemory(const RunMemory&) = delete;
    RunMemory& operator=(const RunMemory&) = delete;

    /// Goes on with an empty run.
    void clear() {
        for (const ValueId id : m_met)
            m_tensors[id.value] = {};
        m_met.clear();
        m_weights = m_live = m_peak = 0;
    }

    /// Peak bytes of the run if `node` is added.
    [[nodiscard]] std::uint64_t with(const Node& node) const {
        std::uint64_t more = 0;
        forEachNew(node, [&](ValueId id) { more += bytesOf(id, node); });
        return std::max(m_peak, m_weights + m_live + more);
    }
    [[nodiscard]] bool fits(const Node& node) const { return with(node) <= m_limit; }

    void add(const Node& node) {
        m_peak = with(node);
        forEachNew(node, [&](ValueId id) {
            const Value& value = *m_model.value(id);
            Held& tensor = m_tensors[id.value];
            tensor = {bytesOf(id, node), m_model.consumers(id).size(), true};
            (value.isConstant() ? m_weights : m_live) += tensor.bytes;
            m_met.push_back(id);
        });
        for (const ValueId* at = node.inputs.begin(); at != node.inputs.end(); ++at) {
            const ValueId id = *at;
            if (!id || m_model.value(id)->isConstant() ||
                std::find(node.inputs.begin(), at, id) != at) // a reader counts once
                continue;
            Held& tensor = m_tensors[id.value];
            if (tensor.readersLeft && --tensor.readersLeft == 0 && !m_model.isGraphOutput(id))
                m_live -= std::exchange(tensor.bytes, 0);
        }
    }

private:
    struct Held {
        std::uint64_t bytes = 0; ///< that it takes now
        std::size_t readersLeft = 0;
        bool isMet = false;
    };

    /// One list per thread, which is used for each body again; between two uses none of its entries
    /// is met. Most bodies have few of the model's values.
    static std::vector<Held>& heldByThread(std::size_t values) {
        static thread_local std::vector<Held> held;
        if (held.size() < values)
            held.resize(values);
        return held;
    }

    template <class F> void forEachNew(const Node& node, F&& each) const {
        for (const auto* list : {&node.inputs, &node.outputs})
            for (const ValueId* at = list->begin(); at != list->end(); ++at)
                if (*at && !m_tensors[at->value].isMet && std::find(list->begin(), at, *at) == at &&
                    (list == &node.inputs ||
                     std::ranges::find(node.inputs, *at) == node.inputs.end()))
                    each(*at);
    }

    [[nodiscard]] std::uint64_t bytesOf(ValueId id, const Node& node) const {
        static const PrecisionPlan kAsTyped;
        if (m_model.producer(id) == node.id && isFree(node))
            return 0;
        const std::uint64_t bytes = deviceBytes(*m_model.value(id), kAsTyped).value_or(0);
        // Rounded as the arena does.
        return (std::min(bytes, std::uint64_t{1} << 62) + 255) / 256 * 256;
    }

    const Model& m_model;
    std::uint64_t m_limit, m_weights = 0, m_live = 0, m_peak = 0;
    std::vector<Held>& m_tensors; ///< by value
    std::vector<ValueId> m_met;   ///< those of the run
};

class RunFinder {
public:
    RunFinder(const CapabilityRequest& request, NpuJudge& judge, const NpuDevice& device,
              std::int64_t least)
        : m_request(request), m_judge(judge), m_least(least),
          m_limit(memoryLimitOf(device.profile, device.options)), m_device(device.name) {}

    Capabilities find() {
        const std::size_t count = m_request.order.size();
        std::vector<bool> taken(count);
        m_answer.followsWishes = true;
        m_answer.verdicts.reserve(count);
        for (std::size_t i = 0; i < count; ++i) {
            m_answer.verdicts.push_back(m_judge.judge(*m_request.model.node(m_request.order[i])));
            taken[i] = m_answer.verdicts.back().claimed && m_request.free[i];
        }
        if (m_request.regroup)
            m_sequence = m_request.regroup(taken);
        if (m_sequence.size() != count) { // the order that was given
            m_sequence.resize(count);
            std::iota(m_sequence.begin(), m_sequence.end(), std::size_t{0});
        }
        RunMemory memory(m_request.model, m_limit);
        for (std::size_t at = 0; at < count; ++at) {
            const Node& node = nodeAt(at);
            bool mine = taken[m_sequence[at]];
            if (mine && isEpContext(node)) { // a compiled node is a run by itself
                close(at, at + 1);
                memory.clear();
                m_answer.claims.push_back({{node.id}, true});
                continue;
            }
            if (mine && !memory.fits(node)) {
                cut(at); // the next piece starts here
                memory.clear();
                mine = memory.fits(node);
                if (!mine)
                    m_answer.verdicts[m_sequence[at]] = m_judge.verdict(
                        false, ReasonCode::memoryLimit,
                        PARTITA_TEXT("it needs {0}, {1} has {2}", byteText(memory.with(node)),
                                     m_device, byteText(m_limit)));
            }
            if (mine) {
                memory.add(node);
                continue;
            }
            close(at, at + 1);
            memory.clear();
        }
        close(count, count);
        return std::move(m_answer);
    }

private:
    [[nodiscard]] const Node& nodeAt(std::size_t at) const {
        return *m_request.model.node(m_request.order[m_sequence[at]]);
    }

    /// Ends a piece of the run where the memory is full.
    void cut(std::size_t end) {
        if (m_pieces.empty() || m_pieces.back() < end)
            m_pieces.push_back(end);
    }

    /// Ends the run before place `end` of the sequence; the next run begins at place `next`.
    void close(std::size_t end, std::size_t next) {
        const std::size_t begin = std::exchange(m_begin, next);
        cut(end);
        const std::vector<std::size_t> pieces = std::exchange(m_pieces, {});
        if (begin >= end)
            return;
        const auto length = static_cast<std::int64_t>(end - begin);
        bool isLong = length >= m_least; // pieces of a run that was cut may be shorter
        for (std::size_t at = begin; at < end && !isLong; ++at)
            isLong = m_request.wishes.pins(nodeAt(at).id);
        if (isLong) {
            std::size_t from = begin;
            for (const std::size_t to : pieces) {
                if (to > from)
                    m_answer.claims.push_back({{}, true});
                for (; from < to; ++from)
                    m_answer.claims.back().nodes.push_back(nodeAt(from).id);
            }
            return;
        }
        const Message text =
            length == 1 ? PARTITA_TEXT("run of 1 supported node, needs more than {0}", m_least - 1)
                        : PARTITA_TEXT("run of {0} supported nodes, needs more than {1}", length,
                                       m_least - 1);
        for (std::size_t at = begin; at < end; ++at)
            m_answer.verdicts[m_sequence[at]] =
                m_judge.verdict(false, ReasonCode::runTooShort, text);
    }

    const CapabilityRequest& m_request;
    NpuJudge& m_judge;
    std::int64_t m_least;
    std::uint64_t m_limit;
    std::string m_device;
    std::vector<std::size_t> m_sequence; ///< indices in the request's order, run after run
    std::size_t m_begin = 0;
    std::vector<std::size_t> m_pieces; ///< where the pieces of the current run end
    Capabilities m_answer;
};

} // namespace

Capabilities findRuns(const CapabilityRequest& request, NpuJudge& judge, const NpuDevice& device,
                      std::int64_t least) {
    Capabilities answer = RunFinder(request, judge, device, least).find();
    answer.leastRun = static_cast<std::size_t>(std::max<std::int64_t>(least, 1));
    const bool whole = std::ranges::all_of(answer.verdicts,
                                           [](const Verdict& verdict) { return verdict.claimed; });
    if (device.options.cutIntoGraphs || whole)
        return answer;
    // Without enable_cann_subgraph the device takes the whole model or only EPContext nodes.
    std::erase_if(answer.claims, [&](const Claim& claim) {
        return claim.nodes.size() != 1 || !isEpContext(*request.model.node(claim.nodes.front()));
    });
    const auto refused = std::ranges::find(answer.verdicts, false, &Verdict::claimed);
    const NodeId culprit =
        request.order[static_cast<std::size_t>(refused - answer.verdicts.begin())];
    for (std::size_t i = 0; i < answer.verdicts.size(); ++i)
        if (answer.verdicts[i].claimed && !isEpContext(*request.model.node(request.order[i]))) {
            answer.verdicts[i] = judge.verdict(
                false, ReasonCode::lostGroup,
                PARTITA_TEXT("{0} does not take the whole model, and enable_cann_subgraph is 0",
                             device.name));
            answer.verdicts[i].culprit = culprit;
        }
    return answer;
}

} // namespace partita
