#pragma once

#include <span>
#include <string>

#include "core/ir/model.h"
#include "core/provider/partitioning.h"
#include "core/scene/hierarchy.h"
#include "core/scene/node_scopes.h"

namespace partita {

/// One title for neighbours from `first` to `last`: "layers.0–11", "block0–2/mlp" or "stem … head".
/// Empty where one of them has none.
std::string rangeTitle(const std::string& first, const std::string& last);

/// Gives all groups of a graph their titles, as a person would: the name scope that the nodes share
/// beyond those of the whole graph. Groups that would be called alike are told apart by the scopes
/// around them ("layer.0/attention"), else by those inside ("encoder/layer.3–5"), else by their
/// number. Nodes that share no scope are called by those from the first to the last ("embed … head").
/// Without any scope a title stays empty, because the operators are the best one, or has these
/// with a number where several groups have the same.
void nameGroups(NodeGroup& whole, const NodeScopes& scopes, const Model& model,
                std::span<const NodeId> order);

/// The operators that tell most of a group, products first, then the most frequent ones: "Conv ×54 ·
/// Clip ×35 · Add", "MatMul ×2 · Softmax (attention)". Conditions are told where nothing else
/// computes: "Greater". What only moves, shapes or converts, or computes sizes, is told where nothing
/// else is there, from the first to the last: "Shape … Concat". `order`: of its graph.
/// With a placement, folded nodes count only where all nodes are folded.
std::string operatorsTitle(const Model& model, std::span<const NodeId> order,
                           const NodeGroup& group, const Partitioning* partitioning = nullptr);
/// The group's title; without one its operators, with a placement those that are not folded.
std::string titleOf(const Model& model, std::span<const NodeId> order, const NodeGroup& group,
                    const Partitioning* partitioning = nullptr);

} // namespace partita
