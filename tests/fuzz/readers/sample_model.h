#pragma once

namespace partita::fuzz {

/// The model that journals, scripts, records and answers of the seeds are about.
inline constexpr const char* kSampleModel = R"(<ir_version: 9, opset_import: ["" : 18]>
    g (float[n,4] x, bool c) => (float[n,4] y)
    <float[4] w = {1, 2, 3, 4}> {
      [one] a = Relu(x) [two] b = Add(a, w)
      [three] y = If (c) <then_branch = t () => (float[n,4] u) { u = Neg(b) },
                          else_branch = e () => (float[n,4] v) { v = Abs(b) }> })";

/// A context model that holds a binary, of no known format.
inline constexpr const char* kSampleContext =
    R"(<ir_version: 9, opset_import: ["" : 18, "com.microsoft" : 1]> g (float[1,4] x)
       => (float[1,4] y) { [context] y = com.microsoft.EPContext<main_context = 1, embed_mode = 1,
         ep_cache_context = "binary", source = "QNN", partition_name = "p_0">(x) })";

} // namespace partita::fuzz
