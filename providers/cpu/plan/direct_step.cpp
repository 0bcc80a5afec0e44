#include "providers/cpu/plan/direct_step.h"

#include "providers/cpu/loops/vector_operations.h"

namespace partita::cpu {

namespace {

bool isWhole(const VectorOperand& operand) {
    return operand.type == DataType::float32 && operand.walk == VectorOperand::Walk::whole;
}

const float* floatsAt(const VectorOperand& operand, std::int64_t at) {
    return reinterpret_cast<const float*>(operand.at(at));
}

} // namespace

bool runDirectly(const VectorStep& step, const std::vector<VectorOperand>& operands,
                 const Dims& dims, float* out, std::int64_t begin, std::int64_t end) {
    const VectorOperand &x = operands[step.x], &y = operands[step.y];
    const auto count = static_cast<std::size_t>(end - begin);
    if (isWhole(x) && (!isPairStep(step.code) || isWhole(y))) {
        if (step.x != step.y && !isWhole(y)) // of a step that may read it
            return false;
        runVectorStep(step, floatsAt(x, begin), floatsAt(y, begin), out + begin, count);
        return true;
    }
    const bool first = isWhole(y);
    const VectorOperand &all = first ? y : x, &one = first ? x : y;
    const bool forRows = hasOneForRow(one, dims);
    if (!isPairStep(step.code) || !isWhole(all) || one.type != DataType::float32 ||
        (!forRows && one.walk != VectorOperand::Walk::scalar))
        return false;
    VectorRowReader reader(one, dims);
    for (std::int64_t at = begin; at < end;) {
        const std::int64_t size =
            forRows ? std::min(end - at, dims.back() - at % dims.back()) : end - at;
        float buffer = 0;
        const float number = forRows ? *reader.read(at, 1, &buffer) : one.number(0);
        runVectorStepBeside(step.code, floatsAt(all, at), number, first, out + at,
                            static_cast<std::size_t>(size));
        at += size;
    }
    return true;
}

bool convertDirectly(const VectorOperand& operand, DataType type, const Quantization& by,
                     std::byte* out, std::int64_t begin, std::int64_t end) {
    const bool fromNumbers = operand.type == DataType::float32,
               toNumbers = type == DataType::float32;
    if (operand.walk != VectorOperand::Walk::whole || fromNumbers == toNumbers)
        return false;
    std::byte* to = out + begin * static_cast<std::int64_t>(dataTypeBits(type) / 8);
    if (toNumbers)
        operand.numbers(begin, end - begin, reinterpret_cast<float*>(to));
    else
        storeCodes(type, floatsAt(operand, begin), by, to, static_cast<std::size_t>(end - begin));
    return true;
}

} // namespace partita::cpu
