#pragma once

#include <QStringList>

#include "core/base/result.h"
#include "core/provider/partitioning.h"

namespace partita {

/// A message of core in the user's language: the format is translated, the arguments stay.
QString messageText(const Message& message);
QString errorText(const Error& error);
/// An error as a sentence of its own: `errorText` with a capital letter at the beginning, unless it
/// begins with a name.
QString errorSentence(const Error& error);
/// A message as a sentence: its own words begin with a capital letter, a name stays as it is.
QString messageSentence(const Message& message);
/// A text in which words that are too long for a line may break: it has zero-width spaces in them.
QString breakable(const QString& text);
/// The headline of a partitioning: its parts joined by " · ".
QString headlineText(const Partitioning& partitioning);

} // namespace partita
