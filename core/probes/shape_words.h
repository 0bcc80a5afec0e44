#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

namespace partita {

/// One row of operator_shapes.def, which says what its words mean.
struct ShapeHint {
    std::string_view op, inputs, attributes;
};

/// The rows of an operator; where it has none, one in which all inputs broadcast with the first.
std::vector<ShapeHint> shapeHintsOf(std::string_view op);
/// The words of a row's inputs or attributes.
std::vector<std::string_view> wordsOf(std::string_view text);

/// The word of an input, also of one that a row leaves out or does not name.
std::string_view wordAt(const ShapeHint& hint, std::size_t index);

/// The dims of a shape such as "NC{4H}3". `axes`: those that X, K or _ stands for; `letter`: the
/// size that another letter stands for.
std::vector<std::int64_t> dimsOf(std::string_view word,
                                 const std::function<std::vector<std::int64_t>(char)>& axes,
                                 const std::function<std::int64_t(char)>& letter);

/// Shape and numbers of an input.
struct WordTensor {
    std::vector<std::int64_t> dims;
    std::vector<double> numbers; ///< empty: they do not matter
};

/// What the words of one row stand for, always the same sizes. Words are to be read in their order:
/// later ones fit the first.
class ShapeWords {
public:
    /// `free`: how many axes "*", X and _ stand for.
    explicit ShapeWords(std::size_t free) : m_free(free) {}

    /// The tensor of a word; `variant`: which of those that it may stand for, from 0.
    WordTensor tensor(std::string_view word, std::size_t variant);
    /// How many variants a word has.
    static std::size_t variantsOf(std::string_view word);
    /// The least, the usual and the greatest number for `free` in a row.
    struct Free {
        std::size_t least, usual, most;
    };
    static Free freeOf(std::string_view inputs);
    /// The numbers of an attribute's word: of "K" those of a kernel, of "[{2C}]" as many ones.
    [[nodiscard]] std::vector<std::int64_t> numbers(std::string_view word) const;
    [[nodiscard]] std::size_t free() const { return m_free; }

private:
    [[nodiscard]] std::vector<std::int64_t> shape(std::string_view word) const;
    [[nodiscard]] WordTensor list(std::string_view word, std::size_t variant) const;
    [[nodiscard]] std::vector<double> forAxes(std::string_view word, std::size_t variant) const;
    [[nodiscard]] std::vector<double> axes(std::string_view word, std::size_t variant) const;
    [[nodiscard]] std::vector<double> newShape(std::size_t variant) const;

    std::size_t m_free;
    std::vector<std::int64_t> m_first; ///< shape of the first input
    bool m_hasFirst = false;
};

} // namespace partita
