#pragma once

#include <QString>

#include "core/provider/timeline.h"
#include "core/session/triage.h"

namespace partita {

/// A reason code in the user's language.
QString reasonText(ReasonCode code);
/// "costly" in the user's language.
QString triageText(TriageKind kind);
/// "NPU · ascend310" → "NPU".
QString shortProviderName(const Partitioning& partitioning, std::uint32_t provider);
/// "stays on NPU": a tensor between two partitions of a provider.
QString staysText(const Partitioning& partitioning, std::uint32_t provider);
QString staysText(const Partitioning& partitioning, const BoundaryTensor& tensor);

/// "1×64×56×56 fp32", "scalar i64": a type, with its only word in the user's language.
QString typeWords(const Type& type);
/// The same for a shape: "1×64×56×56", "scalar".
QString shapeWords(const Shape& shape);

/// The name of a simulated device's stream: "cube", "copy in", "vector 2".
QString streamText(const TimelineStream& stream);
/// A short explanation of a stream: "matrix unit", "host → device"; empty if the name suffices.
QString streamHint(const TimelineStream& stream);

} // namespace partita
