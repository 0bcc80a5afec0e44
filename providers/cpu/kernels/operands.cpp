#include "providers/cpu/kernels/operands.h"

#include "providers/cpu/loops/narrow_types.h"

namespace partita::cpu {

double numberOf(const KernelContext& context, std::size_t input) {
    return readNumber(scalarOperand(context.input(input)), 0);
}

std::int64_t integerOf(const KernelContext& context, std::size_t input) {
    return indexAt(scalarOperand(context.input(input)), 0);
}

bool flagOf(const KernelContext& context, std::size_t input) {
    require(context.input(input).type == DataType::boolean, "a boolean was expected");
    return scalarOf<std::uint8_t>(context.input(input)) != 0;
}

const RuntimeValue& scalarOperand(const RuntimeValue& value) {
    require(value.isTensor() && value.type != DataType::string && value.count() == 1,
            "an operand must be one number");
    return value;
}

std::int64_t sizeOf(double computed) {
    require(computed >= 0 && computed < static_cast<double>(kMostTensorBytes),
            "a size is negative, too large or not a number");
    return static_cast<std::int64_t>(computed);
}

std::size_t elementBytes(const RuntimeValue& value) {
    require(dataTypeBits(value.type) >= 8, "this type of element cannot be moved");
    return dataTypeBits(value.type) / 8;
}

} // namespace partita::cpu
