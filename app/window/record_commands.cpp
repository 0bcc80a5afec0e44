#include "app/window/record_commands.h"

#include <QFileInfo>

#include "app/window/main_window.h"
#include "views/dialogs/file_dialog.h"
#include "views/dialogs/record_dialog.h"
#include "views/document/measured_controller.h"

namespace partita {

QString recordFilter() {
    return MainWindow::tr("Assignments, profiles, logs, context models (*.json *.log *.txt "
                          "*.onnx);;All files (*)");
}

void chooseRecord(MainWindow& window) {
    if (!window.document().hasDocument())
        return;
    const QString path = askWhatToOpen(&window, MainWindow::tr("Open what a runtime wrote"),
                                       QFileInfo(window.path()).absolutePath(), recordFilter());
    if (!path.isEmpty())
        window.document().measured().open(path.toStdString());
}

void askRuntime(MainWindow& window) {
    if (window.document().hasDocument())
        (new RecordDialog(window.document(), &window))->open();
}

} // namespace partita
