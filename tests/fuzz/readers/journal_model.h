#pragma once

namespace partita::fuzz {

/// The model that the journals of the seeds are about.
inline constexpr const char* kJournalModel = R"(<ir_version: 9, opset_import: ["" : 18]>
    g (float[n,4] x, bool c) => (float[n,4] y)
    <float[4] w = {1, 2, 3, 4}> {
      [one] a = Relu(x) [two] b = Add(a, w)
      [three] y = If (c) <then_branch = t () => (float[n,4] u) { u = Neg(b) },
                          else_branch = e () => (float[n,4] v) { v = Abs(b) }> })";

} // namespace partita::fuzz
