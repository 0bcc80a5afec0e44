#pragma once

#include <compare>
#include <string>
#include <vector>

#include "core/onnx/operator_description.h"
#include "core/probes/node_traits.h"
#include "core/probes/shape_words.h"

namespace partita {

/// One version of an operator of ONNX, in the newest opset in which it is in force.
struct ProbedOperator {
    std::string name;
    int version = 0;
    std::int64_t opset = 0;
    bool quantized = false; ///< between DequantizeLinear and QuantizeLinear
    friend auto operator<=>(const ProbedOperator&, const ProbedOperator&) = default;
};

/// What can differ between the probes of an operator. The first value is the usual one.
struct Factor {
    enum class Kind : std::uint8_t {
        hint,      ///< row of operator_shapes.def
        rank,      ///< number of free axes
        type,      ///< of a type parameter
        source,    ///< of an input
        variant,   ///< of the numbers of an input
        shapes,    ///< static, dynamic, unranked; kOthersDynamic and its relatives
        outputs,   ///< whether the model states their shapes
        present,   ///< whether an optional output is wanted
        count,     ///< of a variadic input
        attribute, ///< value of an attribute
        quantized, ///< the type of which an input is dequantized; of all outputs: kOutputs
        scales,    ///< how many scales that has, see Quantization
    };
    Kind kind;
    std::string name; ///< of the type parameter, attribute …
    std::size_t at = 0;
    std::vector<std::string> values;      ///< for keys and lists
    std::vector<AttributePtr> attributes; ///< of Kind::attribute; null: missing
    bool isBias =
        false; ///< of Kind::quantized and Kind::scales: of a bias, which tools write as int32

    static constexpr std::size_t kOutputs = SIZE_MAX; ///< `at` of Kind::quantized and Kind::scales
    static constexpr std::uint16_t kComputed = 1;     ///< where "computed" stands in a Kind::source
};

/// For each factor the index of its value.
using ProbeChoice = std::vector<std::uint16_t>;

/// A model of one node, whose name is kProbeName, or of a quantized group around it.
struct Probe {
    Model model;
    Traits traits;
};
inline constexpr const char* kProbeName = "probe";

/// All probes of an operator.
class ProbeSpace {
public:
    explicit ProbeSpace(ProbedOperator of);

    [[nodiscard]] const ProbedOperator& of() const { return m_of; }
    [[nodiscard]] const std::vector<Factor>& factors() const { return m_factors; }
    /// Why the operator cannot be probed; empty: it can.
    [[nodiscard]] const std::string& untried() const { return m_untried; }
    /// Attributes and types that are never varied, for the list of what was not tried.
    [[nodiscard]] const std::vector<std::string>& left() const { return m_left; }
    /// "Conv-11 rank=3 type:T=float16": a name of the probe, without what is usual.
    [[nodiscard]] std::string keyOf(const ProbeChoice& choice) const;
    /// The same choice with each row of shapes, and with every input that the row gives computed: the
    /// node as it stands in the middle of a model, where the usual one has constants behind the first
    /// input.
    [[nodiscard]] std::vector<ProbeChoice> withComputedInputs(const ProbeChoice& base) const;
    /// The same choice with each row of shapes.
    [[nodiscard]] std::vector<ProbeChoice> withEachRow(const ProbeChoice& base) const;
    /// Nothing: a choice that makes no model.
    [[nodiscard]] std::optional<Probe> make(const ProbeChoice& choice) const;

private:
    void addTypes();
    void addInputs();
    void addQuantization(std::size_t input);
    void addAttributes();
    void addAttribute(const AttributeDescription& attribute);

    ProbedOperator m_of;
    OperatorDescriptionPtr m_operator;
    std::vector<ShapeHint> m_hints;
    std::vector<Factor> m_factors;
    std::string m_untried;
    std::vector<std::string> m_left;
};

/// A usual probe of an operator in an opset; nothing where there is none.
std::optional<Model> usualProbe(const std::string& op, std::int64_t opset);

constexpr std::int64_t kOldestQuantized = 13; ///< the opset of quantized groups that are probed

/// The same operators of real numbers between DequantizeLinear and QuantizeLinear, in an opset that
/// has these; without versions that were out of force before `kOldestQuantized`.
std::vector<ProbedOperator> quantizedOperators(const std::vector<ProbedOperator>& operators);

/// Every version of every operator of ONNX that is in force in an opset from `oldest` to `newest`, the
/// newest version of each first.
std::vector<ProbedOperator> probedOperators(std::int64_t oldest, std::int64_t newest);

} // namespace partita
