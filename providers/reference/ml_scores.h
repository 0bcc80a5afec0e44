#pragma once

#include "providers/reference/call.h"

namespace partita::reference {

/// Features of ai.onnx.ml's models: [rows, features], or [features] of one row.
struct Features {
    explicit Features(const Array& x);
    [[nodiscard]] double at(std::size_t row, std::size_t feature) const {
        return values.real(row * width + feature);
    }

    const Array& values;
    std::size_t count, width;
};

/// The attribute post_transform: NONE, SOFTMAX, LOGISTIC, SOFTMAX_ZERO or PROBIT.
void transformScores(std::vector<double>& scores, const std::string& kind);

/// Both scores of two classes, from that of the second one: its rest to 1 or its opposite is that
/// of the first.
std::vector<double> bothScores(double score, bool restToOne, const std::string& kind);

/// The labels of classes, whole numbers or texts, and the output that they are written to.
class Labels {
public:
    explicit Labels(Call& call, std::size_t rows);
    [[nodiscard]] std::size_t size() const { return m_labels.count(); }
    void choose(std::size_t row, std::size_t label) { m_chosen.copy(row, m_labels, label); }
    [[nodiscard]] const Array& chosen() const { return m_chosen; }

private:
    Array m_labels, m_chosen;
};

/// Texts as a tensor of one axis.
Array textsOf(const std::vector<std::string>& texts);
/// Numbers as a tensor of one axis.
Array realsOf(const std::vector<double>& values);
std::size_t largest(const std::vector<double>& values);

} // namespace partita::reference
