#pragma once

#include "core/epcontext/merge/merge_sources.h"

namespace partita {

/// The opset imports of a merged model: one version for each domain. Sources with an older opset of
/// ai.onnx are converted; other domains that several sources use must have equal versions.
void agreeOnOpsets(MergeDraft& draft);

} // namespace partita
