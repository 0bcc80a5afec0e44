#pragma once

#include <QString>
#include <functional>

#include "core/base/progress.h"
#include "core/base/result.h"

namespace partita {

class DocumentController;

/// Writes a file on a worker, in the document's lane of work, and tells the end. Where another job is at
/// work there, it says so and writes nothing. The status line shows the job and cancels it.
void startWriting(DocumentController& document, const QString& path,
                  const std::function<Result<void>(const Progress&)>& write);

} // namespace partita
