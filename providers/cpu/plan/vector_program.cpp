#include "providers/cpu/plan/vector_program.h"

#include <array>
#include <numeric>
#include <unordered_map>

#include "core/onnx/operator_facts.h"
#include "providers/cpu/loops/float16_conversion.h"
#include "providers/cpu/loops/inline_quantization.h"
#include "providers/cpu/loops/vector_operations.h"
#include "providers/cpu/plan/unary_step.h"
#include "providers/cpu/threads/thread_team.h"

namespace partita::cpu {

namespace {

constexpr std::size_t kMostRegisters = 24; // 48 KiB of blocks

struct BinaryName {
    std::string_view op;
    VectorCode code;
};
constexpr BinaryName kBinary[] = {
#define BINARY_STEP(op, step, ...) {op, VectorCode::step},
#include "providers/cpu/loops/binary_operators.def"
};

/// QuantizeLinear and DequantizeLinear with one scale for all elements.
std::optional<VectorStep> quantizationStep(const FusionGraph& graph, const Node& node) {
    const bool quantizes = node.opType == "QuantizeLinear";
    if ((!quantizes && node.opType != "DequantizeLinear") || !graph.hasOneScale(node))
        return std::nullopt;
    const DataType codes = graph.typeOf(quantizes ? node.outputs[0] : node.inputs[0]);
    if (!isLoopCode(codes) ||
        graph.declaredTypeOf(quantizes ? node.inputs[0] : node.outputs[0]) != DataType::float32)
        return std::nullopt;
    const auto number = [&](std::size_t input) {
        return node.inputs.size() > input && node.inputs[input]
                   ? static_cast<float>(*graph.constants().scalar(node.inputs[input]))
                   : 0.0F;
    };
    const float a = number(1), b = number(2);
    if (!quantizes)
        return VectorStep{VectorCode::dequantize, b, a};
    const bool isSigned = codes == DataType::int8 || codes == DataType::int16;
    const float codeCount = dataTypeBits(codes) == 8 ? 256 : 65536;
    const float low = isSigned ? -codeCount / 2 : 0;
    return VectorStep{VectorCode::quantize, a, b, low, low + codeCount - 1};
}

VectorCode roundingTo(DataType half) {
    return half == DataType::float16 ? VectorCode::roundToFloat16 : VectorCode::roundToBfloat16;
}

/// A Cast between float32 and halves that the program holds as float32, or between such halves: the
/// rounding to the target follows as after any other step.
std::optional<VectorStep> castStep(const FusionGraph& graph, const Node& node) {
    if (!node.is("Cast") || graph.halves() == Halves::stored || node.inputs.size() != 1 ||
        !graph.isFloat32(node.inputs[0]) || !graph.isFloat32(node.outputs[0]))
        return std::nullopt;
    return VectorStep{VectorCode::copy};
}

/// Pow as a cheaper step where the exponent is the constant 2, 3 or 0.5.
std::optional<VectorStep> powerStep(const FusionGraph& graph, const Node& node) {
    const auto exponent = graph.constants().scalar(node.inputs[1]);
    if (!exponent)
        return VectorStep{VectorCode::power};
    if (*exponent == 2)
        return VectorStep{VectorCode::multiply};
    if (*exponent == 3)
        return VectorStep{VectorCode::cube};
    if (*exponent == 0.5)
        return VectorStep{VectorCode::powerOfHalf};
    return VectorStep{VectorCode::power};
}

/// One operand, with strides for each axis of the output in memory order.
struct Operand {
    /// whole: dense; scalar: one element; repeated: a short row over and over, as a bias for each
    /// channel; rows: any other strides.
    enum class Walk { whole, scalar, repeated, rows } walk = Walk::rows;
    DataType type = DataType::float32;
    Dequantization meaning; ///< of codes; unused for float32
    const std::byte* data = nullptr;
    Dims strides;
    std::vector<float> pattern; ///< for `repeated`: covers a block from any start in the row

    [[nodiscard]] const std::byte* at(std::int64_t offset) const {
        return data + offset * static_cast<std::int64_t>(dataTypeBits(type) / 8);
    }
    [[nodiscard]] float number(std::int64_t offset) const {
        float value = 0;
        return *numbers(offset, 1, &value);
    }
    /// `count` adjacent elements as floats: a pointer to them, or `buffer` with the converted
    /// codes.
    const float* numbers(std::int64_t offset, std::int64_t count, float* buffer) const {
        if (type == DataType::float32)
            return reinterpret_cast<const float*>(at(offset));
        loadCodes(type, at(offset), meaning, buffer, static_cast<std::size_t>(count));
        return buffer;
    }
};

/// Reads elements [begin, begin + count) of an operand in the order of the output.
class RowReader {
public:
    RowReader(const Operand& operand, const Dims& dims) : m_operand(operand), m_dims(dims) {}

    /// A pointer to the elements, or `buffer` with a copy of them.
    const float* read(std::int64_t begin, std::int64_t count, float* buffer) {
        const std::size_t last = m_dims.size() - 1;
        const std::int64_t row = m_dims[last], step = m_operand.strides[last];
        std::int64_t column = begin % row, from = offsetOf(begin / row);
        if (step == 1 && column + count <= row)
            return m_operand.numbers(from + column, count, buffer);
        for (std::int64_t done = 0, at = begin / row; done < count; ++at, column = 0) {
            if (done > 0)
                from = offsetOf(at);
            const std::int64_t piece = std::min(count - done, row - column);
            if (step == 0)
                std::fill_n(buffer + done, piece, m_operand.number(from));
            else if (m_operand.type == DataType::float32)
                gather(reinterpret_cast<const float*>(m_operand.at(from + column * step)), step,
                       piece, buffer + done);
            else if (step == 1)
                m_operand.numbers(from + column, piece, buffer + done);
            else
                for (std::int64_t i = 0; i < piece; ++i)
                    buffer[done + i] = m_operand.number(from + (column + i) * step);
            done += piece;
        }
        return buffer;
    }

private:
    [[nodiscard]] std::int64_t offsetOf(std::int64_t row) const {
        std::int64_t offset = 0;
        for (std::size_t i = m_dims.size() - 1; i-- > 0;) {
            offset += row % m_dims[i] * m_operand.strides[i];
            row /= m_dims[i];
        }
        return offset;
    }
    static void gather(const float* from, std::int64_t step, std::int64_t count, float* to) {
        for (std::int64_t i = 0; i < count; ++i)
            to[i] = from[i * step];
    }
    const Operand& m_operand;
    const Dims& m_dims;
};

/// Axes of an output in the order of memory: the largest stride first.
std::vector<std::size_t> memoryOrder(const Dims& strides, std::size_t rank) {
    std::vector<std::size_t> order(rank);
    std::iota(order.begin(), order.end(), 0);
    if (!strides.empty())
        std::stable_sort(order.begin(), order.end(),
                         [&](std::size_t a, std::size_t b) { return strides[a] > strides[b]; });
    return order;
}

/// Merges neighbouring axes where every operand steps evenly over them; leaves at least one axis.
void mergeAxes(Dims& dims, std::vector<Operand>& operands) {
    Dims merged;
    std::vector<Dims> strides(operands.size());
    for (std::size_t i = 0; i < dims.size(); ++i) {
        if (dims[i] == 1)
            continue;
        bool even = !merged.empty();
        for (std::size_t k = 0; even && k < operands.size(); ++k)
            even = strides[k].back() == operands[k].strides[i] * dims[i];
        if (!even) {
            merged.push_back(dims[i]);
            for (std::size_t k = 0; k < operands.size(); ++k)
                strides[k].push_back(operands[k].strides[i]);
        } else {
            merged.back() *= dims[i];
            for (std::size_t k = 0; k < operands.size(); ++k)
                strides[k].back() = operands[k].strides[i];
        }
    }
    if (merged.empty()) {
        merged = {1};
        for (Dims& each : strides)
            each = {0};
    }
    dims = std::move(merged);
    for (std::size_t k = 0; k < operands.size(); ++k)
        operands[k].strides = std::move(strides[k]);
}

class VectorProgram : public Kernel {
public:
    VectorProgram(const FusionGraph& graph, const PlannedNode& planned)
        : m_operands(planned.record->inputs.size()) {
        for (const ValueId input : planned.record->inputs)
            m_types.push_back(graph.typeOf(input));
        std::unordered_map<ValueId, std::uint8_t> registers;
        for (std::size_t i = 0; i < m_operands; ++i)
            registers.emplace(planned.record->inputs[i], static_cast<std::uint8_t>(i));
        std::size_t next = m_operands;
        const auto add = [&](const Node& node) {
            VectorStep step = stepOf(graph, node);
            step.x = registers.at(node.inputs[0]);
            step.y = node.inputs.size() > 1 && registers.contains(node.inputs[1])
                         ? registers.at(node.inputs[1])
                         : step.x;
            if (node.is("Pow") && step.code == VectorCode::multiply)
                step.y = step.x;
            step.z = static_cast<std::uint8_t>(next++);
            registers[node.outputs[0]] = step.z;
            m_steps.push_back(step);
            const DataType type = graph.declaredTypeOf(node.outputs[0]);
            if (isHalf(type) && !passesElements(node))
                m_steps.push_back({roundingTo(type), 0, 0, 0, 0, step.z, step.z, step.z});
        };
        if (planned.recognized)
            add(*planned.record);
        else
            for (const NodeId id : planned.members)
                add(*graph.model().node(id));
        require(next <= kMostRegisters, "too many element-wise nodes in one loop");
        m_result = m_steps.back().z;
        if (m_steps.back().code == VectorCode::quantize)
            quantizeResult(graph.typeOf(planned.record->outputs[0]));
        m_meanings.resize(m_operands);
        for (std::size_t i = 0; i < m_operands; ++i)
            if (m_types[i] != DataType::float32)
                dequantizeOperand(static_cast<std::uint8_t>(i));
    }

    void run(KernelContext& context) override {
        for (std::size_t i = 0; i < m_operands; ++i)
            if (const DataType type = context.input(i).type; type != m_types[i])
                throw NodeFailure(PARTITA_TEXT("input {0} is {1}, not {2} as planned", i,
                                               dataTypeName(type), dataTypeName(m_types[i])));
        if (!runAtOnce(context))
            runByWalks(context);
    }

private:
    /// Removes the last step, which quantizes: codes are made where the result is written.
    void quantizeResult(DataType type) {
        const VectorStep& last = m_steps.back();
        m_outType = type;
        m_quantization = {last.alpha, last.beta, last.low, last.high};
        m_result = last.x;
        m_steps.pop_back();
    }

    /// Removes the step that dequantizes an operand, if that is its only reader: codes are
    /// converted where they are read.
    void dequantizeOperand(std::uint8_t operand) {
        const auto reads = [&](const VectorStep& step) {
            return step.x == operand || step.y == operand;
        };
        const auto step = std::ranges::find_if(m_steps, reads);
        if (step == m_steps.end() || step->code != VectorCode::dequantize ||
            std::ranges::count_if(m_steps, reads) != 1 || m_result == operand)
            return;
        const std::uint8_t made = step->z;
        m_meanings[operand] = {step->alpha, step->beta};
        m_steps.erase(step);
        for (VectorStep& later : m_steps) {
            later.x = later.x == made ? operand : later.x;
            later.y = later.y == made ? operand : later.y;
        }
        m_result = m_result == made ? operand : m_result;
    }

    /// Runs all steps on a block whose operands are in `registers` and writes the result to `out`.
    void runSteps(std::array<const float*, kMostRegisters>& registers, float* memory,
                  std::byte* out, std::size_t count) const {
        const bool floats = m_outType == DataType::float32;
        for (const VectorStep& step : m_steps) {
            float* z = floats && step.z == m_result ? reinterpret_cast<float*>(out)
                                                    : memory + step.z * kVectorBlock;
            registers[step.z] = z;
            runVectorStep(step, registers[step.x], registers[step.y], z, count);
        }
        const float* result = registers[m_result];
        if (!floats)
            storeCodes(m_outType, result, m_quantization, out, count);
        else if (m_steps.empty())
            std::copy_n(result, count, reinterpret_cast<float*>(out));
    }

    /// Runs at most one block of row-major operands, all of one shape or of one element, without
    /// the cost of walking over axes; false for any others.
    bool runAtOnce(KernelContext& context) const {
        const RuntimeValue* largest = nullptr;
        for (std::size_t i = 0; i < m_operands; ++i) {
            const RuntimeValue& x = context.input(i);
            if (!x.strides.empty())
                return false;
            if (!largest || x.dims.size() > largest->dims.size() ||
                (x.dims.size() == largest->dims.size() && x.count() > largest->count()))
                largest = &x;
        }
        const std::int64_t count = largest->count();
        if (count > static_cast<std::int64_t>(kVectorBlock))
            return false;
        alignas(64) std::array<float, kVectorBlock * kMostRegisters> memory; // NOLINT: filled below
        std::array<const float*, kMostRegisters> registers{};
        for (std::size_t i = 0; i < m_operands; ++i) {
            const RuntimeValue& x = context.input(i);
            const Operand operand{Operand::Walk::whole, x.type, m_meanings[i], x.data, {}, {}};
            float* all = memory.data() + i * kVectorBlock;
            if (x.dims == largest->dims) {
                registers[i] = operand.numbers(0, count, all);
                continue;
            }
            if (x.count() != 1)
                return false;
            std::fill_n(all, count, operand.number(0));
            registers[i] = all;
        }
        runSteps(registers, memory.data(), context.output(0, m_outType, largest->dims).data,
                 static_cast<std::size_t>(count));
        return true;
    }

    void runByWalks(KernelContext& context) {
        Dims dims;
        for (std::size_t i = 0; i < m_operands; ++i)
            dims = broadcastDims(context.input(i).dims, dims);
        const RuntimeValue* model = nullptr; // the operand whose memory order the result takes over
        for (std::size_t i = 0; i < m_operands; ++i)
            if (const RuntimeValue& x = context.input(i);
                x.dims == dims && (!model || !x.strides.empty()))
                model = &x;
        Dims strides = model && context.mayStride() ? model->strides : Dims();
        const auto order = memoryOrder(strides, dims.size());
        std::vector<Operand> operands(m_operands);
        Dims walked;
        for (const std::size_t axis : order)
            walked.push_back(dims[axis]);
        for (std::size_t i = 0; i < m_operands; ++i)
            operands[i] = operandOf(context.input(i), m_meanings[i], dims, order);
        RuntimeValue& y = context.output(0, m_outType, dims);
        y.strides = std::move(strides);
        mergeAxes(walked, operands);
        const std::int64_t count = product(walked);
        std::byte* out = y.data;
        std::vector<std::byte> kept; // a copy of an operand that the result overwrites out of order
        for (Operand& operand : operands) {
            operand.walk = walkOf(operand, walked);
            if (operand.data == out && operand.walk != Operand::Walk::whole && count > 0) {
                kept.assign(out, out + y.byteSize());
                operand.data = kept.data();
            }
            if (operand.walk == Operand::Walk::repeated)
                repeat(operand, walked.back());
        }
        parallelFor(count, 16384, [&](std::int64_t begin, std::int64_t end) {
            runRange(operands, walked, out, begin, end);
        });
    }

    static VectorStep stepOf(const FusionGraph& graph, const Node& node) {
        for (const auto& [op, code] : kBinary)
            if (node.opType == op)
                return {code};
        if (node.opType == "Pow")
            return *powerStep(graph, node);
        auto step = unaryStep(graph.constants(), node);
        if (!step)
            step = quantizationStep(graph, node);
        if (!step)
            step = castStep(graph, node);
        require(step.has_value(), "the operator is not element-wise");
        return *step;
    }

    static Operand operandOf(const RuntimeValue& x, const Dequantization& meaning, const Dims& dims,
                             const std::vector<std::size_t>& order) {
        Operand operand;
        operand.meaning = meaning;
        operand.type = x.type;
        operand.data = x.data;
        const Dims own = x.strides.empty() ? denseStrides(x.dims) : x.strides;
        const std::size_t lead = dims.size() - x.dims.size();
        for (const std::size_t axis : order)
            operand.strides.push_back(axis < lead || x.dims[axis - lead] == 1 ? 0
                                                                              : own[axis - lead]);
        return operand;
    }

    static Operand::Walk walkOf(const Operand& operand, const Dims& dims) {
        if (std::all_of(operand.strides.begin(), operand.strides.end(),
                        [](std::int64_t s) { return s == 0; }))
            return Operand::Walk::scalar;
        if (operand.strides == denseStrides(dims))
            return Operand::Walk::whole;
        const bool repeated = dims.back() > 0 &&
                              dims.back() <= static_cast<std::int64_t>(kVectorBlock) &&
                              std::all_of(operand.strides.begin(), operand.strides.end() - 1,
                                          [](std::int64_t s) { return s == 0; });
        return repeated ? Operand::Walk::repeated : Operand::Walk::rows;
    }

    static void repeat(Operand& operand, std::int64_t period) {
        const auto count = static_cast<std::size_t>(period);
        operand.pattern.resize(count + kVectorBlock);
        for (std::size_t i = 0; i < operand.pattern.size(); ++i)
            operand.pattern[i] =
                operand.number(static_cast<std::int64_t>(i % count) * operand.strides.back());
    }

    void runRange(const std::vector<Operand>& operands, const Dims& dims, std::byte* out,
                  std::int64_t begin, std::int64_t end) const {
        alignas(64) std::array<float, kVectorBlock * kMostRegisters> memory; // NOLINT: filled below
        std::array<const float*, kMostRegisters> registers{};
        const auto buffer = [&](std::size_t i) { return memory.data() + i * kVectorBlock; };
        const auto size = static_cast<std::int64_t>(dataTypeBits(m_outType) / 8);
        std::vector<RowReader> readers;
        for (std::size_t i = 0; i < operands.size(); ++i) {
            readers.emplace_back(operands[i], dims);
            if (operands[i].walk == Operand::Walk::scalar)
                std::fill_n(buffer(i), kVectorBlock, operands[i].number(0));
            registers[i] = buffer(i);
        }
        for (std::int64_t at = begin; at < end;) {
            const auto count = std::min<std::int64_t>(kVectorBlock, end - at);
            for (std::size_t i = 0; i < operands.size(); ++i)
                if (operands[i].walk == Operand::Walk::whole)
                    registers[i] = operands[i].numbers(at, count, buffer(i));
                else if (operands[i].walk == Operand::Walk::repeated)
                    registers[i] = operands[i].pattern.data() + at % dims.back();
                else if (operands[i].walk == Operand::Walk::rows)
                    registers[i] = readers[i].read(at, count, buffer(i));
            runSteps(registers, memory.data(), out + at * size, static_cast<std::size_t>(count));
            at += count;
        }
    }

    std::size_t m_operands;
    std::vector<DataType> m_types;          ///< of the operands
    std::vector<Dequantization> m_meanings; ///< of the codes among them
    std::vector<VectorStep> m_steps;
    std::uint8_t m_result = 0; ///< the register that is written
    DataType m_outType = DataType::float32;
    Quantization m_quantization; ///< of a result that is no float32
};

} // namespace

bool isVectorOperation(const FusionGraph& graph, const Node& node) {
    if (!node.isOnnx() || node.inputs.empty() || node.outputs.size() != 1)
        return false;
    if (quantizationStep(graph, node) || castStep(graph, node))
        return true;
    if (!graph.isFloat32(node.inputs[0]))
        return false;
    if (node.inputs.size() == 2 && node.inputs[1] && graph.isFloat32(node.inputs[1]))
        if (node.opType == "Pow" || std::ranges::any_of(kBinary, [&](const BinaryName& each) {
                return node.opType == each.op;
            }))
            return true;
    return unaryStep(graph.constants(), node) && (node.inputs.size() == 1 || node.opType == "Clip");
}

std::unique_ptr<Kernel> makeVectorProgram(const FusionGraph& graph, const PlannedNode& planned) {
    return std::make_unique<VectorProgram>(graph, planned);
}

} // namespace partita::cpu
