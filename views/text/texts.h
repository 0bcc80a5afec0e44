#pragma once

#include <QString>
#include <map>

#include "core/provider/partitioning.h"

namespace partita {

/// Core's codes and names as texts of the user's language.
QString reasonText(ReasonCode code);
/// Sizes of symbols from "batch=1, height=320"; what is no size is left out.
std::map<std::string, std::int64_t> sizesFrom(const QString& text);
/// "NPU" of "NPU · ascend310"
QString shortProviderName(const Partitioning& partitioning, std::uint32_t provider);

/// A stream of a simulated device in words: "cube", "copy in", "vector 2".
QString streamText(const std::string& name);
/// What it is: "matrix unit", "host → device"; empty where the name says it.
QString streamHint(const std::string& name);

} // namespace partita
