#pragma once

#include <QStringList>

#include "core/base/result.h"
#include "core/provider/partitioning.h"

namespace partita {

/// A message of core in the user's language, with the same arguments.
QString messageText(const Message& message);
QString errorText(const Error& error);
/// The parts of a partitioning's headline, with " · " between them.
QString headlineText(const Partitioning& partitioning);

} // namespace partita
