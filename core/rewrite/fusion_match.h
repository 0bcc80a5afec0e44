#pragma once

#include "core/rewrite/operator_patterns.h"
#include "core/rewrite/pass_run.h"

namespace partita {

/// A product of several factors, made by nested Mul nodes.
struct Product {
    double constant = 1;          ///< the product of all constant scalar factors
    std::vector<ValueId> factors; ///< the other factors
    std::vector<NodeId> nodes;    ///< the Mul nodes, the root first
};

/// The product that the Mul `root` computes; an inner Mul belongs to it if no other node reads its
/// result. Nothing if `root` is not a Mul.
std::optional<Product> productOf(const PatternGraph& graph, const Node& root);

/// The number in the one-element constant `value`, if broadcasting it with `other` keeps the shape
/// of `other`; otherwise nothing.
std::optional<double> numberBeside(const PatternGraph& graph, ValueId value, ValueId other);

/// The operand and the factor of a Mul or Div by a number beside it; nothing for a Div by 0.
std::optional<std::pair<ValueId, double>> scaledByNumber(const PatternGraph& graph,
                                                         const Node& node);

/// The other operand of an Add or Mul (`op`) that has the number `constant` as one operand; none if
/// the node is no such Add or Mul.
ValueId operandBeside(const PatternGraph& graph, const Node& node, std::string_view op,
                      double constant);

/// Whether a node is a Div by `divisor`, or a Pow with `exponent`.
bool isDividedBy(const PatternGraph& graph, const Node& node, double divisor);
bool isPower(const PatternGraph& graph, const Node& node, double exponent);

/// Whether `mean` is a ReduceMean of `x` over the last axis with keepdims.
bool isMeanOverLast(const PatternGraph& graph, const Node& mean, ValueId x);

/// The node that makes `value` as the square of `x`, by Pow or Mul; null: there is none.
const Node* squareOf(const PatternGraph& graph, ValueId value, ValueId x);

/// Whether two numbers are equal up to rounding to float16: type converters round the constants of
/// a pattern.
bool near(double a, double b);

/// Turns `root`, one of the pattern's nodes, into the found operator, which makes its output 0. The
/// other nodes are removed if nothing reads them any more; the removed ones become origins of the
/// new node.
void replaceBy(Rewriter& rewriter, const Node& root, WrittenOut found);

} // namespace partita
