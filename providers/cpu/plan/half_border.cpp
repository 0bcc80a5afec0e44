#include "providers/cpu/plan/half_border.h"

#include "providers/cpu/kernels/half_values.h"
#include "providers/cpu/loops/float16_conversion.h"

namespace partita::cpu {

void HalfBorder::enter(RunValues& runValues) {
    for (Entering& entering : m_entering) {
        RuntimeValue& value = runValues.at(entering.value);
        const bool isConstant = runValues.isFixed(entering.value);
        if (!isHalf(value.type) || (isConstant && entering.ours))
            continue;
        const bool again = isConstant && entering.wide.present();
        RuntimeValue wide = again ? entering.wide : widened(value, entering.wide);
        entering.stored = std::exchange(value, std::move(wide));
    }
    for (Leaving& leaving : m_leaving) // the kernel finds the memory of the last run again
        if (leaving.wide.owner)
            runValues.at(leaving.value) = std::exchange(leaving.wide, {});
}

void HalfBorder::leave(RunValues& runValues) {
    for (Entering& entering : m_entering)
        if (entering.stored.present())
            runValues.at(entering.value) = std::exchange(entering.stored, {});
    for (Leaving& leaving : m_leaving) {
        RuntimeValue& value = runValues.at(leaving.value);
        if (value.type != DataType::float32)
            continue;
        RuntimeValue stored = narrowed(leaving.half, value, leaving.stored);
        leaving.wide = std::exchange(value, std::move(stored));
    }
}

} // namespace partita::cpu
