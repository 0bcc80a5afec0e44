#pragma once

#include "core/rewrite/operator_patterns.h"
#include "core/rewrite/pass_run.h"

namespace partita {

/// A product of several factors, however its Mul nodes are nested.
struct Product {
    double constant = 1;          ///< all factors that are one number
    std::vector<ValueId> factors; ///< the others
    std::vector<NodeId> nodes;    ///< the Mul nodes, the root first
};

/// The product that a Mul ends; inner Mul nodes belong to it where nobody else reads them. Nothing
/// where `root` is no Mul.
std::optional<Product> productOf(const PatternGraph& graph, const Node& root);

/// The number in a constant of one element that is an operand beside `other` and leaves it its
/// shape; nothing: it is none.
std::optional<double> numberBeside(const PatternGraph& graph, ValueId value, ValueId other);

/// The other operand of an Add or Mul (`op`) of which one is the number `constant`; none: no such.
ValueId operandBeside(const PatternGraph& graph, const Node& node, std::string_view op,
                      double constant);

/// Whether a node divides by a number, or takes a power of it.
bool isDividedBy(const PatternGraph& graph, const Node& node, double divisor);
bool isPower(const PatternGraph& graph, const Node& node, double exponent);

/// Whether `mean` is ReduceMean of `x` over its last axis, kept.
bool isMeanOverLast(const PatternGraph& graph, const Node& mean, ValueId x);

/// The square of a value, as Pow or as a product; null: it is none.
const Node* squareOf(const PatternGraph& graph, ValueId value, ValueId x);

/// Whether two numbers are the same but for what writing one as a float16 loses: converters between
/// types round the constants of a pattern.
bool near(double a, double b);

/// Puts the operator in place of its nodes: it makes output 0 of `root`, which is one of them. The
/// others are taken out where nobody reads them any more; all of them are what it came from.
void replaceBy(Rewriter& rewriter, const Node& root, WrittenOut found);

} // namespace partita
