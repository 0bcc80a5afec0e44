#pragma once

#include <random>
#include <string>

namespace partita::test {

/// A small valid graph in ONNX's text form (opset 18) of the patterns that passes look for, with
/// inputs `x` of shape [n, 2, 4, 4] or [2, 2, 4, 4] and `z` of [4]; its values stay within a few
/// units, so that two ways of computing them can be compared.
std::string randomGraphText(std::mt19937_64& random);

} // namespace partita::test
