#pragma once

#include <random>
#include <string>

namespace partita::test {

/// A small valid graph in ONNX's text syntax (opset 18) with the patterns that passes look for. Its
/// inputs are `x` of shape [n, 2, 4, 4] or [2, 2, 4, 4] and `z` of [4]. Values stay small, so that
/// two ways of computing them can be compared.
/// `wide`: also with loops, axes counted from the end, broadcasting of computed values, and pieces
/// joined in another order.
std::string randomGraphText(std::mt19937_64& random, bool wide = false);

} // namespace partita::test
