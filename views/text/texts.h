#pragma once

#include <QString>
#include <map>

#include "core/base/result.h"
#include "core/provider/partitioning.h"

namespace partita {

/// Core's codes as texts of the user's language. The evidence of a verdict names operators, rules
/// and values as they are; what surrounds it is translated.
QString reasonText(ReasonCode code);
/// The evidence of a verdict; a form that has no translation stays English.
QString evidenceText(const Verdict& verdict);
/// "Runs on CPU: opset 18 is above Resize 10–13 of ascend310"
QString explanation(const Partitioning& partitioning, NodeId node);
/// The parts of the header line, the most important first: HTML.
QStringList headlineParts(const Partitioning& partitioning);
QString errorText(const Error& error);
/// What a plan of a merge says: kinds of names, clashes and reasons.
QString mergeText(const std::string& english);
/// Sizes of symbols from "batch=1, height=320"; what is no size is left out.
std::map<std::string, std::int64_t> sizesFrom(const QString& text);
/// "NPU" of "NPU · ascend310"
QString shortProviderName(const Partitioning& partitioning, std::uint32_t provider);

/// A stream of a simulated device in words: "cube", "copy in", "vector 2".
QString streamText(const std::string& name);
/// What it is: "matrix unit", "host → device"; empty where the name says it.
QString streamHint(const std::string& name);

} // namespace partita
