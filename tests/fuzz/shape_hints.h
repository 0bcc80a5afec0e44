#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <onnx/onnx_pb.h>

#include "core/probes/shape_words.h"
#include "tests/fuzz/chance.h"

namespace partita::fuzz {

/// A random one of the hints for an operator; without hints, all inputs broadcast with the first.
ShapeHint hintFor(std::string_view op, Chance& chance);

/// The meaning of a hint's words in one case; a letter is the same size everywhere.
class HintReader {
public:
    explicit HintReader(Chance& chance);

    /// A random tensor of the shape that a word stands for.
    onnx::TensorProto tensor(std::string_view word, int elementType, bool special);
    [[nodiscard]] const std::vector<std::int64_t>& firstShape() const { return m_first; }
    /// The numbers for an attribute's word: "K", "C", "2", "[{2C}]" (one number, the length).
    std::vector<std::int64_t> numbers(std::string_view word);
    /// The number of axes of X and K.
    [[nodiscard]] std::size_t spatialRank() const { return m_spatial.size(); }

private:
    std::int64_t letter(char name);
    std::vector<std::int64_t> shape(std::string_view word);
    std::vector<std::int64_t> anyShape();
    std::vector<std::int64_t> broadcastShape();
    std::vector<std::int64_t> list(std::string_view word);
    std::vector<std::int64_t> newShape();
    std::vector<std::int64_t> forAxes(std::string_view word);

    Chance& m_chance;
    std::map<char, std::int64_t> m_letters;
    std::vector<std::int64_t> m_spatial, m_kernel, m_batch, m_first;
    std::vector<std::int64_t> m_axes; ///< the axes that a list was made for
    bool m_hasFirst = false;
};

} // namespace partita::fuzz
