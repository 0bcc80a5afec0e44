#pragma once

#include <QStringList>

#include "core/base/result.h"
#include "core/provider/partitioning.h"

namespace partita {

/// A message of core in the user's language: the format is translated, the arguments stay.
QString messageText(const Message& message);
QString errorText(const Error& error);
/// The headline of a partitioning: its parts joined by " · ".
QString headlineText(const Partitioning& partitioning);

} // namespace partita
