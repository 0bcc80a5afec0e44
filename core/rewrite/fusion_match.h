#pragma once

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
std::optional<Product> productOf(const Rewriter& rewriter, const Node& root);

/// The other operand of an Add or Mul (`op`) of which one is the number `constant`; none: no such.
ValueId operandBeside(const Rewriter& rewriter, const Node& node, std::string_view op,
                      double constant);

/// Whether `mean` is ReduceMean of `x` over its last axis, kept.
bool isMeanOverLast(const Rewriter& rewriter, const Node& mean, ValueId x);

/// The square of a value, as Pow or as a product; null: it is none.
const Node* squareOf(const Rewriter& rewriter, ValueId value, ValueId x);

/// Whether two numbers are the same but for what writing them as a float32 loses.
bool near(double a, double b);

/// Puts one node in place of several: `op` makes output 0 of `root` from `inputs`. The nodes in
/// `gone` are taken out where nobody reads them any more; all of them are what it came from.
void replaceBy(Rewriter& rewriter, const Node& root, std::string_view op,
               std::initializer_list<ValueId> inputs, Attributes attributes,
               const std::vector<NodeId>& gone);

} // namespace partita
