#pragma once

#include <optional>

#include "core/base/progress.h"
#include "core/ir/model.h"

namespace partita {

/// A model as it is stored, and what `inferShapes` made of it.
struct InferredModel {
    Model stored, typed;
};

/// What `inferShapes` makes of `stored`, an edited form of `before`. Only nodes whose outputs can have
/// changed are inferred, with those whose numbers they need; where that cannot be known, the whole
/// model is. The result differs from that of the whole in the names that inference makes up for
/// sizes: sizes that are still the same keep them.
Result<Model> inferShapesAfterEdit(const InferredModel& before, const Model& stored,
                                   const Progress& progress = {});

/// What `inferShapes` makes of `rewritten`, which was made of `typed` by rewrites. `typed` states all
/// that inference finds: it was inferred, or is inferred as a whole here.
Result<Model> inferShapesAfterRewrite(const Model& typed, const Model& rewritten,
                                      const Progress& progress = {});

/// `inferShapesAfterEdit` without the whole model; nothing: it cannot be known by parts.
std::optional<Model> inferEditedParts(const InferredModel& before, const Model& stored,
                                      const Progress& progress = {});

} // namespace partita
