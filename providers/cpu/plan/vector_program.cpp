#include "providers/cpu/plan/vector_program.h"

#include <array>
#include <numeric>
#include <unordered_map>

#include "core/onnx/operator_facts.h"
#include "providers/cpu/kernels/onednn.h"
#include "providers/cpu/loops/byte_table.h"
#include "providers/cpu/loops/float16_conversion.h"
#include "providers/cpu/loops/inline_quantization.h"
#include "providers/cpu/loops/vector_operations.h"
#include "providers/cpu/plan/code_pair_rows.h"
#include "providers/cpu/plan/direct_step.h"
#include "providers/cpu/plan/unary_step.h"
#include "providers/cpu/plan/vector_operand.h"
#include "providers/cpu/threads/thread_team.h"

namespace partita::cpu {

namespace {

constexpr std::size_t kMostRegisters = 24; // 48 KiB of blocks
constexpr std::size_t kCodes = 256;        // of 8 bits

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

/// A Cast from int32 to float32, as a code whose number it is. A Cast between float32 and halves that the
/// program holds as float32, or between such halves: the rounding to the target follows as after any
/// other step.
std::optional<VectorStep> castStep(const FusionGraph& graph, const Node& node) {
    if (!node.is("Cast") || node.inputs.size() != 1)
        return std::nullopt;
    if (graph.declaredTypeOf(node.inputs[0]) == DataType::int32 &&
        graph.declaredTypeOf(node.outputs[0]) == DataType::float32)
        return VectorStep{VectorCode::dequantize, 0, 1};
    const bool isHeld = graph.halves() != Halves::stored && graph.isFloat32(node.inputs[0]) &&
                        graph.isFloat32(node.outputs[0]);
    return isHeld ? std::optional(VectorStep{VectorCode::copy}) : std::nullopt;
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

using Operand = VectorOperand;
using RowReader = VectorRowReader;

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
        m_result = m_steps.back().z;
        if (m_steps.back().code == VectorCode::quantize)
            quantizeResult(graph.typeOf(planned.record->outputs[0]));
        m_meanings.resize(m_operands);
        for (std::size_t i = 0; i < m_operands; ++i)
            if (m_types[i] != DataType::float32)
                dequantizeOperand(static_cast<std::uint8_t>(i));
        findTable(graph, planned, next > kMostRegisters);
        findPairs();
        require(m_coded || next <= kMostRegisters, "too many element-wise nodes in one loop");
        m_registers = next;
    }

    void run(KernelContext& context) override {
        for (std::size_t i = 0; i < m_operands; ++i)
            if (const DataType type = context.input(i).type; type != m_types[i])
                throw NodeFailure(PARTITA_TEXT("input {0} is {1}, not {2} as planned", i,
                                               dataTypeName(type), dataTypeName(m_types[i])));
        if (m_coded)
            runByTable(context);
        else if (!runAtOnce(context))
            runByWalks(context);
    }

private:
    /// Looks for one operand of 8 bits beside constant numbers: then the result is a table of 256
    /// entries. `always`: there is no other way; else only where a table is faster than the steps.
    void findTable(const FusionGraph& graph, const PlannedNode& planned, bool always) {
        constexpr std::size_t kSlowSteps = 4; // more of them take longer than a look-up
        const bool bytes = dataTypeBits(m_outType) == 8;
        const bool gains = always || (bytes && looksUpFast()) || m_steps.size() > kSlowSteps;
        if (!gains || (!bytes && m_outType != DataType::float32))
            return;
        std::optional<std::size_t> coded;
        for (std::size_t i = 0; i < m_operands; ++i) {
            const ValueId input = planned.record->inputs[i];
            if (graph.constants().scalar(input) && graph.dimsOf(input)->size() <= 1)
                continue;
            if (coded || !graph.isBytes(input))
                return;
            coded = i;
        }
        m_coded = coded;
    }

    /// Looks for one step of two operands of 8 bits, whose result has 8 bits, with or without Relu.
    void findPairs() {
        const bool relu = m_steps.size() == 2 && m_steps[1].code == VectorCode::relu &&
                          m_steps[1].x == m_steps[0].z;
        const auto hasBytes = [](DataType type) {
            return type == DataType::uint8 || type == DataType::int8;
        };
        if (m_operands != 2 || (m_steps.size() != 1 && !relu) || !hasBytes(m_outType) ||
            !std::ranges::all_of(m_types, hasBytes) || m_steps[0].x + m_steps[0].y != 1)
            return;
        m_pairs = CodePairs::of(m_steps[0].code, relu, m_meanings[m_steps[0].x],
                                m_meanings[m_steps[0].y], m_quantization);
    }

    /// The result for each code, computed by the steps.
    void fillTable(KernelContext& context) {
        std::array<std::uint8_t, kCodes> codes{};
        std::iota(codes.begin(), codes.end(), std::uint8_t{0});
        std::vector<float> memory(m_registers * kVectorBlock);
        std::vector<const float*> registers(m_registers);
        for (std::size_t i = 0; i < m_operands; ++i) {
            float* all = memory.data() + i * kVectorBlock;
            const RuntimeValue& x = context.input(i);
            const Operand operand{Operand::Walk::whole,
                                  m_types[i],
                                  m_meanings[i],
                                  i == *m_coded ? reinterpret_cast<const std::byte*>(codes.data())
                                                : x.data,
                                  {},
                                  {}};
            registers[i] = all;
            if (i == *m_coded)
                registers[i] = operand.numbers(0, kCodes, all);
            else
                std::fill_n(all, kCodes, operand.number(0));
        }
        auto* out = m_outType == DataType::float32
                        ? reinterpret_cast<std::byte*>(m_floatTable.data())
                        : reinterpret_cast<std::byte*>(m_byteTable.data());
        runSteps(registers.data(), memory.data(), out, kCodes);
        m_hasTable = true;
    }

    void runByTable(KernelContext& context) {
        if (!m_hasTable)
            fillTable(context);
        const RuntimeValue& x = context.input(*m_coded);
        Dims strides = x.strides;
        require(strides.empty() || context.mayStride(),
                "the input's memory layout is not the one that was planned");
        const auto* codes = x.as<std::uint8_t>();
        Dims dims = x.dims;
        for (std::size_t i = 0; dims.empty() && i < m_operands; ++i)
            dims = context.input(i).dims; // a number of one axis
        RuntimeValue& y = context.output(0, m_outType, dims);
        y.strides = std::move(strides);
        const bool floats = m_outType == DataType::float32;
        parallelFor(y.count(), 65536, [&](std::int64_t begin, std::int64_t end) {
            const auto count = static_cast<std::size_t>(end - begin);
            if (floats)
                lookUp(m_floatTable, codes + begin, y.as<float>() + begin, count);
            else
                lookUp(m_byteTable, codes + begin, y.as<std::uint8_t>() + begin, count);
        });
    }

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
    void runSteps(const float** registers, float* memory, std::byte* out, std::size_t count) const {
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
        runSteps(registers.data(), memory.data(), context.output(0, m_outType, largest->dims).data,
                 static_cast<std::size_t>(count));
        return true;
    }

    /// Operand `i`; a large one that lies in another order than the result is copied into that
    /// first, which is faster than walking over it element by element.
    const RuntimeValue& inOrder(std::size_t i, const RuntimeValue& x, const Dims& dims,
                                const Dims& strides) {
        constexpr std::int64_t kLarge = 4096;
        const Dims wanted = strides.empty() ? denseStrides(dims) : strides;
        if (x.dims != dims || x.count() < kLarge || liesAs(x, wanted))
            return x;
        m_turned.resize(m_operands);
        RuntimeValue& turned = m_turned[i];
        if (turned.type != x.type || turned.dims != dims)
            turned = RuntimeValue::allocate(x.type, dims);
        copyStrided(x.type, x.data, x.strides.empty() ? denseStrides(dims) : x.strides, turned.data,
                    wanted, dims);
        turned.strides = wanted;
        return turned;
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
            operands[i] =
                operandOf(inOrder(i, context.input(i), dims, strides), m_meanings[i], dims, order);
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
            if (m_pairs)
                runCodePairs(*m_pairs, operands[m_steps[0].x], operands[m_steps[0].y], walked, out,
                             begin, end);
            else if (!runWithoutBlocks(operands, walked, out, begin, end))
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

    bool runWithoutBlocks(const std::vector<Operand>& operands, const Dims& dims, std::byte* out,
                          std::int64_t begin, std::int64_t end) const {
        if (m_steps.empty())
            return convertDirectly(operands[m_result], m_outType, m_quantization, out, begin, end);
        return m_steps.size() == 1 && m_outType == DataType::float32 &&
               runDirectly(m_steps[0], operands, dims, reinterpret_cast<float*>(out), begin, end);
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
        const bool byRows = std::ranges::any_of(
            operands, [&](const Operand& operand) { return hasOneForRow(operand, dims); });
        for (std::int64_t at = begin; at < end;) {
            const auto count = std::min<std::int64_t>(
                {kVectorBlock, end - at, byRows ? dims.back() - at % dims.back() : end - at});
            for (std::size_t i = 0; i < operands.size(); ++i)
                if (operands[i].walk == Operand::Walk::whole)
                    registers[i] = operands[i].numbers(at, count, buffer(i));
                else if (operands[i].walk == Operand::Walk::repeated)
                    registers[i] = operands[i].pattern.data() + at % dims.back();
                else if (operands[i].walk == Operand::Walk::rows)
                    registers[i] = readers[i].read(at, count, buffer(i));
            runSteps(registers.data(), memory.data(), out + at * size,
                     static_cast<std::size_t>(count));
            at += count;
        }
    }

    std::size_t m_operands;
    std::vector<DataType> m_types;          ///< of the operands
    std::vector<Dequantization> m_meanings; ///< of the codes among them
    std::vector<VectorStep> m_steps;
    std::uint8_t m_result = 0; ///< the register that is written
    DataType m_outType = DataType::float32;
    Quantization m_quantization;        ///< of a result that is no float32
    std::vector<RuntimeValue> m_turned; ///< copies of operands in the order of the result
    std::size_t m_registers = 0;
    std::optional<CodePairs> m_pairs;
    std::optional<std::size_t> m_coded; ///< the operand by whose codes the result is looked up
    bool m_hasTable = false;
    std::array<std::uint8_t, kCodes> m_byteTable{};
    std::array<float, kCodes> m_floatTable{};
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
