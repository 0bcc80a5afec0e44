#pragma once

#include "core/epcontext/merge/merge.h"

namespace partita {

/// "2.x": the input or output `name` of a model by its number, as wishes about a merge name it.
/// `model`: from 0.
std::string portName(std::size_t model, const std::string& name);

/// Adds connections of outputs to inputs of models behind theirs that have the same name and the
/// same known type. Inputs that are connected already stay.
void connectByName(const std::vector<MergeInput>& inputs, MergeOptions& options);
/// The same, of the outputs of each model to the inputs of the next one in their order, whatever
/// their names.
void connectInOrder(const std::vector<MergeInput>& inputs, MergeOptions& options);

/// Gives the models from `first` on a prefix that no other model has. Those before it get another
/// suggestion where theirs was suggested and no wish names it: beside more models, other names tell
/// models of the same name apart.
void suggestPrefixes(std::vector<MergeInput>& inputs, std::size_t first,
                     const MergeOptions& options);

} // namespace partita
