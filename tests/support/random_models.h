#pragma once

#include <random>
#include <string>

namespace partita::test {

/// A small valid graph in ONNX's text form (opset 18) of the patterns that passes look for, with
/// inputs `x` of shape [n, 2, 4, 4] or [2, 2, 4, 4] and `z` of [4]; its values stay within a few
/// units, so that two ways of computing them can be compared.
/// `wide`: with loops, views from the end, broadcasting of computed values and pieces put together
/// in another order as well.
std::string randomGraphText(std::mt19937_64& random, bool wide = false);

} // namespace partita::test
