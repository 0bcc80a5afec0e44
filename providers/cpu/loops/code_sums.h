#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace partita::cpu {

/// One step from numbers to integers: (number · factor + bias + code) · unit, rounded to an integer from
/// `low` to `high`, which are below 2^22; NaN becomes `low`.
struct CodeStep {
    const float *factors, *bias; ///< one for each number
    enum class Adds { nothing, unsignedCodes, signedCodes } adds;
    float unit, low, high;
};

/// int32 sums on their way to codes.
struct SumsOfRow {
    const std::int32_t* sums;
    std::int64_t at, count;  ///< `at`: where their factors and biases begin
    const std::byte* addend; ///< codes that a step adds
};

/// Whether this processor has what codesOfSums needs.
bool makesCodesInRegisters();
/// Takes all steps with a few sums at a time, which stay in registers, and writes the integers and `zero`
/// as codes of type uint8 or int8. Behind the factors and biases, up to 15 more are read.
void codesOfSums(const SumsOfRow& row, std::span<const CodeStep> steps, std::int32_t zero,
                 bool isSigned, std::byte* codes);

} // namespace partita::cpu
