#include "core/session/placement_damage.h"

#include <algorithm>

#include "core/ir/ep_context.h"
#include "core/ir/graph_order.h"
#include "core/session/partitioner.h"

namespace partita {

/// Where taking nodes would cost more, as it does for some that nothing runs, there is no damage.
Damage damageGone(const Damage& before, const Damage& after) {
    const auto size = [](std::int64_t number) { return std::max<std::int64_t>(0, number); };
    return {size(before.partitions) - size(after.partitions),
            size(before.bytes) - size(after.bytes), 0};
}

Message damageText(const Damage& damage) {
    if (damage.partitions == 0 && damage.bytes == 0)
        return PARTITA_TEXT("none");
    const auto signedText = [](std::int64_t number, const std::string& size) {
        return (number < 0 ? "−" : "") + size;
    };
    const auto size = [](std::int64_t number) {
        return static_cast<std::uint64_t>(number < 0 ? -number : number);
    };
    return signedText(damage.partitions, std::to_string(size(damage.partitions))) + " · " +
           signedText(damage.bytes, byteText(size(damage.bytes)));
}

DamageMeter::DamageMeter(const Model& model, const Partitioning& partitioning,
                         const PlacedOrder& order)
    : m_model(model), m_partitioning(partitioning), m_order(order),
      m_providers(partitioning.providers.size()), m_runAt(order.nodes().size(), kNoRun),
      m_captures(model.nodes().keyEnd()), m_behind(model.values().keyEnd()),
      m_readers(model.values().keyEnd() * m_providers), m_change(m_readers.size()),
      m_isMoved(model.nodes().keyEnd()), m_isTouched(model.values().keyEnd()) {
    findRuns();
    lookBehindFolded();
    collectCaptures();
    countReaders();
}

/// A compiled node is a partition by itself, with which no other node merges.
bool DamageMeter::supports(NodeId node) const {
    if (!node || isEpContext(*m_model.node(node)))
        return false;
    return m_partitioning.providerOf(node) == 0U ||
           verdictOf(m_partitioning, node).code == ReasonCode::runTooShort;
}

void DamageMeter::findRuns() {
    const auto& nodes = m_order.nodes();
    for (std::size_t place = 0; place < nodes.size(); ++place) {
        if (!supports(nodes[place]))
            continue;
        if (place == 0 || m_runAt[place - 1] == kNoRun)
            m_runs.push_back({place, place, 0});
        Run& run = m_runs.back();
        const Partition* partition = m_partitioning.partition(nodes[place]);
        const bool isMine = partition && partition->provider == 0;
        if (isMine && (place == run.begin ||
                       m_partitioning.partition(nodes[place - 1])->index != partition->index))
            ++run.partitions;
        run.end = place + 1;
        m_runAt[place] = m_runs.size() - 1;
    }
}

/// A node behind one that was dropped or merged reads what that one was given. What is computed once
/// comes from constants, or from sizes only, and is not looked behind.
void DamageMeter::lookBehindFolded() {
    if (!m_partitioning.summary.folded)
        return;
    const auto passedOn = [this](const Node& node) -> ValueId {
        if (!m_partitioning.isFolded(node.id) || node.is("Shape") || node.is("Size"))
            return {};
        for (const ValueId input : node.inputs) {
            const ValueId made = input && m_behind[input.value] ? m_behind[input.value] : input;
            if (m_partitioning.partition(m_model.producer(made)))
                return made;
        }
        return {};
    };
    GraphOrder order(m_model);
    m_model.graphs().forEach([&](GraphId graph, const auto&) {
        for (const NodeId id : order.topological(graph)) {
            const Node& node = *m_model.node(id);
            if (const ValueId made = passedOn(node))
                for (const ValueId output : node.outputs)
                    if (output)
                        m_behind[output.value] = made;
        }
    });
}

/// A node reads what its bodies capture, and their results, as the partitioner counts it.
void DamageMeter::collectCaptures() {
    const auto capture = [this](ValueId id, GraphId graph) {
        const auto& value = m_model.value(id);
        while (value && graph != value->graph) {
            const auto& record = m_model.graph(graph);
            const auto& parent = record ? m_model.node(record->parent) : m_model.node({});
            if (!parent)
                return;
            m_captures[parent->id.value].push_back(id);
            graph = parent->graph;
        }
    };
    m_model.nodes().forEach([&](NodeId id, const auto& node) {
        if (node->graph != m_model.mainGraph())
            for (const ValueId input : node->inputs)
                capture(input, node->graph);
        for (const GraphId body : node->subgraphs())
            for (const ValueId output : m_model.graph(body)->outputs) {
                capture(output, body);
                m_captures[id.value].push_back(output);
            }
    });
}

std::vector<ValueId> DamageMeter::readsOf(NodeId node) const {
    const auto& record = *m_model.node(node);
    std::vector<ValueId> reads(record.inputs.begin(), record.inputs.end());
    const auto& captured = m_captures[node.value];
    reads.insert(reads.end(), captured.begin(), captured.end());
    for (ValueId& id : reads)
        if (id && m_behind[id.value])
            id = m_behind[id.value];
    std::ranges::sort(reads);
    reads.erase(std::unique(reads.begin(), reads.end()), reads.end());
    std::erase_if(reads, [this](ValueId id) { return !id || !m_model.producer(id); });
    return reads;
}

void DamageMeter::countReaders() {
    for (const NodeId node : m_order.nodes())
        if (const auto provider = node ? m_partitioning.providerOf(node) : std::nullopt)
            for (const ValueId value : readsOf(node))
                ++m_readers[value.value * m_providers + *provider];
}

Damage DamageMeter::ofTaking(std::span<const std::size_t> places) {
    Damage damage;
    Merged merged;
    m_moved.clear();
    for (const std::size_t place : places) {
        const bool inside = m_runAt[place] != kNoRun;
        const std::size_t before = inside ? m_runAt[place] : m_runAt[place - 1];
        const bool continues = merged.last && (place <= merged.last + 1 ||
                                               (before != kNoRun && before == merged.lastRun));
        if (!continues) {
            finish(merged, damage);
            merged = {};
        }
        extend(merged, place);
    }
    finish(merged, damage);
    damage.bytes = bytesSaved(m_moved);
    damage.nodes = m_moved.size() - std::min(m_moved.size(), places.size());
    return damage;
}

Damage DamageMeter::ofTaking(std::size_t place) {
    const std::size_t run = m_runAt[place];
    if (run == kNoRun)
        return ofTaking({&place, 1});
    if (run != m_lastRun) {
        m_ofLastRun = ofTaking({&place, 1});
        m_lastRun = run;
    }
    return m_ofLastRun;
}

void DamageMeter::extend(Merged& merged, std::size_t place) const {
    if (const std::size_t run = m_runAt[place]; run != kNoRun) {
        add(merged, run);
        merged.forced = true;
        merged.last = std::max(merged.last, m_runs[run].end - 1);
        return;
    }
    add(merged, m_runAt[place - 1]);
    ++merged.length;
    merged.moved.push_back(m_order.at(place));
    merged.last = place;
    add(merged, m_runAt[place + 1]);
}

void DamageMeter::add(Merged& merged, std::size_t index) const {
    if (index == kNoRun || index == merged.lastRun)
        return;
    const Run& run = m_runs[index];
    merged.lastRun = index;
    merged.length += run.end - run.begin;
    merged.partitions += run.partitions;
    if (run.partitions) {
        merged.pieces += run.partitions - (merged.pieces ? 1 : 0);
        return;
    }
    for (std::size_t place = run.begin; place < run.end; ++place)
        merged.moved.push_back(m_order.at(place));
}

void DamageMeter::finish(Merged& merged, Damage& damage) {
    const std::size_t least = m_partitioning.leastRun.empty() ? 1 : m_partitioning.leastRun.front();
    const bool isTaken = merged.forced || merged.partitions || merged.length >= least;
    if (!merged.length || !isTaken)
        return;
    damage.partitions += merged.partitions - std::max<std::int64_t>(merged.pieces, 1);
    m_moved.insert(m_moved.end(), merged.moved.begin(), merged.moved.end());
}

/// To how many providers a value is copied that provider `from` makes.
std::int64_t DamageMeter::copies(ValueId value, std::uint32_t from, bool after) const {
    std::int64_t count = 0;
    for (std::size_t provider = 0; provider < m_providers; ++provider) {
        const std::size_t at = value.value * m_providers + provider;
        count += provider != from && m_readers[at] + (after ? m_change[at] : 0) > 0;
    }
    return count;
}

std::int64_t DamageMeter::bytesSaved(std::span<const NodeId> moved) {
    std::vector<ValueId> touched;
    const auto touch = [&](ValueId value) {
        if (value && !m_isTouched[value.value]) {
            m_isTouched[value.value] = true;
            touched.push_back(value);
        }
    };
    for (const NodeId node : moved) {
        m_isMoved[node.value] = true;
        const auto provider = m_partitioning.providerOf(node);
        for (const ValueId value : readsOf(node)) {
            touch(value);
            ++m_change[value.value * m_providers];
            if (provider)
                --m_change[value.value * m_providers + *provider];
        }
        for (const ValueId value : m_model.node(node)->outputs)
            touch(value);
    }
    std::int64_t saved = 0;
    for (const ValueId id : touched) {
        const NodeId producer = m_model.producer(id);
        const auto from = m_partitioning.providerOf(producer);
        const bool joins = m_isMoved[producer.value];
        const auto& value = *m_model.value(id);
        const auto bytes = static_cast<std::int64_t>(std::min<std::uint64_t>(
            valueBytes(value).value_or(bytesAtLeast(value)), std::uint64_t{1} << 56));
        const std::int64_t now = from ? copies(id, *from, false) : 0;
        const std::int64_t then = joins ? copies(id, 0, true) : from ? copies(id, *from, true) : 0;
        saved += bytes * (now - then);
    }
    for (const ValueId id : touched) {
        m_isTouched[id.value] = false;
        std::fill_n(m_change.begin() + static_cast<std::ptrdiff_t>(id.value * m_providers),
                    m_providers, 0);
    }
    for (const NodeId node : moved)
        m_isMoved[node.value] = false;
    return saved;
}

} // namespace partita
