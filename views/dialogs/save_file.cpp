#include "views/dialogs/save_file.h"

#include <QCoreApplication>
#include <QMessageBox>
#include <QRegularExpression>

#include "views/dialogs/file_dialog.h"
#include "views/text/qt_text.h"

namespace partita {

namespace {

QStringList endingsOf(const QString& filters) {
    static const QRegularExpression pattern(QStringLiteral("\\*(\\.\\w+)"));
    QStringList endings;
    for (auto found = pattern.globalMatch(filters); found.hasNext();)
        endings += found.next().captured(1);
    return endings;
}

QString withEnding(const QString& path, const QString& filters, const QString& filter) {
    for (const QString& ending : endingsOf(filters))
        if (path.endsWith(ending, Qt::CaseInsensitive))
            return path;
    return path + endingsOf(filter.isEmpty() ? filters : filter).value(0);
}

} // namespace

bool mayReplace(QWidget* parent, const QString& title,
                const std::vector<std::filesystem::path>& files) {
    QStringList there;
    std::error_code error;
    for (const auto& path : files)
        if (std::filesystem::exists(path, error))
            there += toQString(path.filename().string());
    // What is replaced is lost: Enter does not do it.
    return there.isEmpty() ||
           QMessageBox::question(
               parent, title,
               QCoreApplication::translate("partita::SaveFile", "%1 is there already. Replace it?")
                   .arg(there.join(QStringLiteral(", "))),
               QMessageBox::Yes | QMessageBox::No, QMessageBox::No) == QMessageBox::Yes;
}

QString askWhereToSave(QWidget* parent, const QString& title, const QString& proposed,
                       const QString& filters, QFileDialog::Options options) {
    const bool asks = !options.testFlag(QFileDialog::DontConfirmOverwrite);
    QString path = proposed, filter; // what was chosen is proposed the next time
    for (;;) {
        FileDialog dialog(parent, title, path, filters);
        dialog.setOptions(options);
        dialog.setAcceptMode(QFileDialog::AcceptSave);
        if (!filter.isEmpty())
            dialog.selectNameFilter(filter);
        if (dialog.exec() != QDialog::Accepted)
            return {};
        const QString chosen = dialog.selectedFiles().value(0);
        filter = dialog.selectedNameFilter();
        path = withEnding(chosen, filters, filter);
        // The dialog asked about the name as it was written, not about the one with an ending.
        if (path == chosen || !asks || mayReplace(parent, title, {path.toStdString()}))
            return path;
    }
}

} // namespace partita
