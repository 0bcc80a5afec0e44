#pragma once

#include <vector>

#include "core/provider/run_values.h"

namespace partita::cpu {

/// The float16 and bfloat16 values that enter and leave a program which holds them as float32. The
/// world around the program sees halves only.
class HalfBorder {
public:
    /// A value that the program reads and does not make. `ours`: nothing else reads it, so that a
    /// constant may become float32 for good, by the first kernel that reads it.
    void addEntering(ValueId value, bool ours) { m_entering.push_back({value, ours, {}, {}}); }
    /// A value that the program makes and others read, with the type that the model declares.
    void addLeaving(ValueId value, DataType half) { m_leaving.push_back({value, half, {}, {}}); }

    /// Widens what enters. Values that are float32 already stay: a program around this body may
    /// hold them so.
    void enter(RunValues& runValues);
    /// Gives back what entered, and narrows what leaves.
    void leave(RunValues& runValues);

private:
    struct Entering {
        ValueId value;
        bool ours = false;
        RuntimeValue stored; ///< while the program runs
        RuntimeValue wide;   ///< of the last run
    };
    struct Leaving {
        ValueId value;
        DataType half = DataType::float16;
        RuntimeValue wide, stored; ///< of the last run
    };
    std::vector<Entering> m_entering;
    std::vector<Leaving> m_leaving;
};

} // namespace partita::cpu
