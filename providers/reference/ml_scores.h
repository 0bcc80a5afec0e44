#pragma once

#include "providers/reference/call.h"

namespace partita::reference {

/// The input X of ai.onnx.ml's models: [N, C], or [C] for one row.
struct Features {
    explicit Features(const Array& x);
    [[nodiscard]] double at(std::size_t row, std::size_t feature) const {
        return values.real(row * width + feature);
    }

    const Array& values;
    std::size_t count, width;
};

/// Applies the attribute post_transform to the scores of one row: NONE, SOFTMAX, LOGISTIC,
/// SOFTMAX_ZERO or PROBIT. Refuses other names.
void transformScores(std::vector<double>& scores, const std::string& kind);

/// Both scores of a binary classifier from the score of the second class. The first one is 1 -
/// score where `restToOne`, else -score; `kind` is the post_transform.
std::vector<double> bothScores(double score, bool restToOne, const std::string& kind);

/// The attribute classlabels_strings, classlabels_ints or classlabels_int64s, and the chosen label
/// of each row, which is the output Y.
class Labels {
public:
    explicit Labels(Call& call, std::size_t rows);
    [[nodiscard]] std::size_t size() const { return m_labels.count(); }
    void choose(std::size_t row, std::size_t label) { m_chosen.copy(row, m_labels, label); }
    [[nodiscard]] const Array& chosen() const { return m_chosen; }

private:
    Array m_labels, m_chosen;
};

/// A one-dimensional string tensor.
Array textsOf(const std::vector<std::string>& texts);
/// A one-dimensional double tensor.
Array realsOf(const std::vector<double>& values);
/// Index of the first largest value; `values` must not be empty.
std::size_t largest(const std::vector<double>& values);

} // namespace partita::reference
