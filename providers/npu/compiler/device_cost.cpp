#include "providers/npu/compiler/device_cost.h"

#include <algorithm>
#include <cmath>

#include "core/ir/constants.h"
#include "core/onnx/operator_facts.h"
#include "core/onnx/operator_work.h"

namespace partita {

namespace {

/// Elementary operations of the vector unit; a function such as Exp takes several for each element.
double vectorOperations(const Node& node, const std::optional<OperatorWork>& work) {
    return !work           ? 0
           : work->product ? work->product->flops()
                           : work->elements * operatorFacts(node).vectorOperations;
}

std::uint64_t cyclesFor(double amount, double perSecond, double clockHz) {
    return perSecond > 0 && amount > 0 ? wholeNumber(std::ceil(amount * clockHz / perSecond)) : 0;
}

double filledUp(double edge, double block) { return std::ceil(edge / block) * block; }

/// How often the product's operands are read when the on-chip memory holds two tiles of m × k and
/// of k × n (one computed, one loading) and a tile of m × n sums.
struct Tiling {
    double readsA = 1, readsB = 1, tiles = 1;
};

Tiling tile(const MatrixProduct& work, double elementBytes, const DeviceProfile& profile) {
    if (work.m < 1 || work.n < 1 || work.k < 1)
        return {}; // nothing to compute
    const double block = static_cast<double>(profile.speed.cubeBlock);
    const double m = filledUp(work.m, block), n = filledUp(work.n, block),
                 k = filledUp(work.k, block);
    const auto room = static_cast<double>(profile.onChipBytes);
    // Where not even the smallest tiles fit, they are loaded one by one.
    Tiling best{std::ceil(n / block), std::ceil(m / block),
                std::ceil(m / block) * std::ceil(n / block) * std::ceil(k / block)};
    double least = -1;
    for (double tm = block;; tm *= 2) {
        tm = std::min(tm, m);
        for (double tn = block;; tn *= 2) {
            tn = std::min(tn, n);
            const double left = room - tm * tn * 4;
            const double tk =
                std::min(k, std::floor(left / (2 * (tm + tn) * elementBytes) / block) * block);
            if (tk >= block) {
                const Tiling made{std::ceil(n / tn), std::ceil(m / tm),
                                  std::ceil(m / tm) * std::ceil(n / tn) * std::ceil(k / tk)};
                const double traffic = m * k * made.readsA + k * n * made.readsB;
                if (least < 0 || traffic < least || (traffic == least && made.tiles < best.tiles)) {
                    least = traffic;
                    best = made;
                }
            }
            if (tn >= n)
                break;
        }
        if (tm >= m)
            break;
    }
    return best;
}

DataType typeOf(const Model& model, const Node& node, const PrecisionPlan& precision) {
    if (const auto planned = precision.nodes.find(node.id); planned != precision.nodes.end())
        return planned->second;
    for (const auto* list : {&node.inputs, &node.outputs})
        for (const ValueId id : *list)
            if (const auto& value = model.value(id))
                if (const DataType type = precision.of(*value); type != DataType::undefined)
                    return type;
    return DataType::undefined;
}

/// Sums up the cost of a task's nodes.
class Coster {
public:
    Coster(const Model& model, const PrecisionPlan& precision, const DeviceProfile& profile)
        : m_model(model), m_precision(precision), m_profile(profile) {}

    TaskCost run(const DeviceTask& task) {
        for (std::size_t i = 0; i < task.nodes.size(); ++i) {
            const Node& node = *m_model.node(task.nodes[i]);
            const bool last = i + 1 == task.nodes.size();
            const ValueId within = i == 0 ? ValueId{} : m_carried;
            addNode(node, within);
            m_carried = last || node.outputs.empty() ? ValueId{} : node.outputs[0];
            if (last && !isFree(node))
                for (const ValueId output : node.outputs)
                    m_cost.bytesWritten += bytes(output);
        }
        const auto& speed = m_profile.speed;
        m_cost.computeCycles = std::max(m_cubeCycles, m_vectorCycles);
        m_cost.memoryCycles = cyclesFor(static_cast<double>(m_cost.bytesRead + m_cost.bytesWritten),
                                        speed.memoryBytesPerSecond, speed.clockHz);
        const auto room = static_cast<double>(m_profile.onChipBytes) / 2;
        const double vectorTiles =
            std::ceil(static_cast<double>(m_cost.bytesRead + m_cost.bytesWritten) / room);
        m_cost.tiles = static_cast<std::uint64_t>(
            std::max(1.0, std::min(1e15, std::max(m_tiles, vectorTiles))));
        const std::uint64_t more = std::max(m_cost.computeCycles, m_cost.memoryCycles),
                            less = std::min(m_cost.computeCycles, m_cost.memoryCycles);
        m_cost.cycles = more + (less + m_cost.tiles - 1) / m_cost.tiles;
        m_cost.bound = more == 0                                     ? Bound::launch
                       : m_cost.computeCycles >= m_cost.memoryCycles ? Bound::compute
                                                                     : Bound::memory;
        return m_cost;
    }

private:
    std::uint64_t bytes(ValueId id) {
        const auto& value = m_model.value(id);
        if (!value)
            return 0;
        const auto known = deviceBytes(*value, m_precision);
        m_cost.unknownSizes += known ? 0 : 1;
        return known.value_or(0);
    }

    void addNode(const Node& node, ValueId within) {
        if (isFree(node))
            return;
        if (addBodies(node))
            return;
        const DataType type = typeOf(m_model, node, m_precision);
        if (m_cost.type == DataType::undefined)
            m_cost.type = type;
        const auto& speed = m_profile.speed;
        const double rate = type == DataType::float32 || type == DataType::float64
                                ? speed.cubeFlops32
                                : speed.cubeFlops;
        const auto done = operatorWork(m_model, node);
        const auto work = done ? done->product : std::nullopt;
        m_cost.flops += done ? done->flops() : 0;
        Tiling tiling;
        if (work && rate > 0 && runsOnCube(m_model, node)) {
            const double block = static_cast<double>(speed.cubeBlock);
            m_cost.onCube = true;
            m_cubeCycles += cyclesFor(2 * work->times * filledUp(work->m, block) *
                                          filledUp(work->n, block) * filledUp(work->k, block),
                                      rate, speed.clockHz);
            tiling = tile(*work, dataTypeBits(type) / 8.0, m_profile);
            m_tiles = std::max(m_tiles, tiling.tiles * work->times);
        } else {
            const bool narrow = dataTypeBits(type) <= 16;
            m_vectorCycles += cyclesFor(vectorOperations(node, done),
                                        speed.vectorFlops / (narrow ? 1 : 2), speed.clockHz);
        }
        for (std::size_t i = 0; i < node.inputs.size(); ++i) {
            if (!node.inputs[i] || node.inputs[i] == within)
                continue;
            const double again = i == 0 ? tiling.readsA : i == 1 ? tiling.readsB : 1;
            m_cost.bytesRead += wholeNumber(static_cast<double>(bytes(node.inputs[i])) * again);
        }
    }

    /// Adds the bodies of a control flow node: of several branches the most expensive one. A body
    /// whose number of runs is unknown counts once, and as one unknown size.
    bool addBodies(const Node& node) {
        const auto bodies = node.subgraphs();
        if (bodies.empty())
            return false;
        TaskCost longest;
        for (const GraphId body : bodies) {
            TaskCost sum;
            for (const NodeId inner : m_model.nodesOf(body)) {
                if (m_model.node(inner)->is("Constant"))
                    continue;
                const TaskCost one = costOf(m_model, {{inner}, {}}, m_precision, m_profile);
                sum.flops += one.flops;
                sum.bytesRead += one.bytesRead;
                sum.bytesWritten += one.bytesWritten;
                sum.cycles += one.cycles;
                sum.unknownSizes += one.unknownSizes;
            }
            if (sum.cycles >= longest.cycles)
                longest = sum;
        }
        const auto known = bodyRuns(m_model, node);
        const double times = std::clamp(known.value_or(1), 0.0, 1e15);
        m_cost.flops += longest.flops * times;
        m_cost.bytesRead += wholeNumber(static_cast<double>(longest.bytesRead) * times);
        m_cost.unknownSizes += longest.unknownSizes + (known ? 0 : 1);
        m_vectorCycles += wholeNumber(static_cast<double>(longest.cycles) * times);
        return true;
    }

    const Model& m_model;
    const PrecisionPlan& m_precision;
    const DeviceProfile& m_profile;
    TaskCost m_cost;
    std::uint64_t m_cubeCycles = 0, m_vectorCycles = 0;
    double m_tiles = 1;
    ValueId m_carried;
};

} // namespace

std::uint64_t wholeNumber(double amount) {
    constexpr double kMostCounted = 1e15; // so that sums of many amounts do not overflow
    return amount > 0 ? static_cast<std::uint64_t>(std::min(amount, kMostCounted)) : 0;
}

bool isFree(const Node& node) { return isView(node) || node.is("Constant"); }

std::optional<std::uint64_t> deviceBytes(const Value& value, const PrecisionPlan& precision) {
    std::optional<std::int64_t> count;
    if (value.initializer) {
        count = value.initializer->count();
    } else if (value.type && value.type->isTensor() && value.type->shape) {
        count = 1;
        for (const Dim& dim : *value.type->shape)
            if (!dim.value || *dim.value < 0 || __builtin_mul_overflow(*count, *dim.value, &*count))
                return std::nullopt;
    }
    DataType type = precision.of(value);
    if (type == DataType::undefined && value.initializer)
        type = value.initializer->type;
    return count ? packedBytes(type, *count) : std::nullopt;
}

std::optional<double> bodyRuns(const Model& model, const Node& node) {
    if (node.is("If"))
        return 1;
    if (node.is("Loop"))
        return node.inputs.empty() ? std::nullopt : scalarConstant(model, node.inputs[0]);
    if (!node.is("Scan"))
        return std::nullopt;
    const std::int64_t scanned = node.intAttribute("num_scan_inputs", 0);
    if (scanned < 1 || static_cast<std::uint64_t>(scanned) > node.inputs.size())
        return std::nullopt;
    const auto& value =
        model.value(node.inputs[node.inputs.size() - static_cast<std::size_t>(scanned)]);
    if (!value || !value->type || !value->type->shape)
        return std::nullopt;
    const auto axes = node.intsAttribute("scan_input_axes");
    const auto axis = axisOf(axes.empty() ? 0 : axes[0], value->type->shape->size());
    if (!axis)
        return std::nullopt;
    const auto length = (*value->type->shape)[*axis].value;
    return length ? std::optional(static_cast<double>(*length)) : std::nullopt;
}

TaskCost costOf(const Model& model, const DeviceTask& task, const PrecisionPlan& precision,
                const DeviceProfile& profile) {
    return Coster(model, precision, profile).run(task);
}

double hostSeconds(const Model& model, const Node& node, const DeviceSpeed& speed) {
    static const PrecisionPlan kAsTyped;
    if (isFree(node))
        return 0;
    double bytes = 0;
    for (const auto* list : {&node.inputs, &node.outputs})
        for (const ValueId id : *list)
            if (const auto& value = model.value(id))
                bytes += static_cast<double>(deviceBytes(*value, kAsTyped).value_or(0));
    const double operations = vectorOperations(node, operatorWork(model, node));
    return std::max(operations / speed.cpuFlops, bytes / speed.cpuBytesPerSecond);
}

} // namespace partita
