#include "views/document/file_job.h"

#include <QCoreApplication>

#include "core/base/try.h"
#include "views/document/document_controller.h"

namespace partita {

void startWriting(DocumentController& document, const QString& path,
                  const std::function<Result<void>(const Progress&)>& write) {
    JobRunner& jobs = document.jobs()[Lane::work];
    if (jobs.isRunning()) { // a job of this lane would replace the one that runs
        document.tellWritten(path, Result<void>(jobs.stillAtWork()));
        return;
    }
    jobs.setSubject(document.subject());
    jobs.start<bool>(
        QCoreApplication::translate("partita::FileJob", "Writing the report"),
        [write](const Progress& progress) -> Result<bool> {
            PARTITA_TRY(write(progress));
            return true;
        },
        [&document, path](const Result<bool>& written) {
            if (written || written.error().code != Errc::cancelled)
                document.tellWritten(path, written);
        });
}

} // namespace partita
