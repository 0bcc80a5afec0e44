#pragma once

#include <cstddef>
#include <string>

namespace partita::test {

/// A model with bodies, a captured value, a weight, a function and metadata.
inline constexpr const char* kNested =
    R"(<ir_version: 9, opset_import: ["" : 18, "my" : 1], producer_name: "p", metadata_props: ["k": "v"]>
nested (bool c, float[2] x) => (float[2] y) <float[2] w = {1.0, 2.0}> {
  a = Relu(x)
  [if] y = If(c) <
    then_branch = t () => (float[2] u) { b = Add(a, w)  u = Neg(b) },
    else_branch = e () => (float[2] v) { v = my.f(a) }
  >
}
<opset_import: ["" : 18], domain: "my"> f (p) => (q) { r = Exp(p)  q = Log(r) }
)";

/// A protobuf bytes field; `number` must be below 16, so that the tag is a single byte.
inline std::string field(int number, const std::string& payload) {
    std::string out(1, static_cast<char>(number << 3 | 2));
    std::size_t size = payload.size();
    for (; size >= 0x80; size >>= 7)
        out.push_back(static_cast<char>((size & 0x7F) | 0x80));
    out.push_back(static_cast<char>(size));
    return out + payload;
}

} // namespace partita::test
