#include "app/window/recovery.h"

#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <QMessageBox>
#include <QPointer>
#include <QPushButton>
#include <QStandardPaths>

#include "app/window/main_window.h"
#include "app/window/tabbed_window.h"
#include "views/text/message_text.h"
#include "views/text/qt_text.h"

namespace partita {

namespace {

/// The file, below it "3 edits, the last at 12:30", and what became of the file.
QString lineOf(const LeftJournal& journal) {
    const JournalHead& head = journal.content.head;
    const QFileInfo kept(QString::fromStdString(journal.file.path().string()));
    QString line = breakable(toQString(head.path)) + QStringLiteral("\n    ") +
                   Recovery::tr("%n edit(s), the last at %1", nullptr,
                                static_cast<int>(journal.content.done()))
                       .arg(QLocale().toString(kept.lastModified(), QLocale::ShortFormat));
    const auto now = stampOf(head.path);
    if (!now)
        line += QLatin1Char('\n') + QStringLiteral("    ") +
                Recovery::tr("the file is gone, so they cannot be restored");
    else if (*now != head.stamp)
        line += QLatin1Char('\n') + QStringLiteral("    ") +
                Recovery::tr("the file was changed since, so they may not fit any more");
    return line;
}

} // namespace

Recovery::Recovery(TabbedWindow& window, const std::filesystem::path& folder)
    : QObject(&window), m_window(window), m_folder(folder) {}

std::filesystem::path Recovery::stateFolder() {
    QString state = qEnvironmentVariable("XDG_STATE_HOME");
    if (!QDir::isAbsolutePath(state)) // so the rules say
        state = QDir::homePath() + QStringLiteral("/.local/state");
    return (state + QStringLiteral("/partita")).toStdString();
}

std::filesystem::path Recovery::folder() { return stateFolder() / "journals"; }

void Recovery::offer() {
    LeftJournals found = leftJournals(m_folder);
    MainWindow& page = m_window.current();
    if (!found.setAside.empty())
        page.note(tr("A journal of unsaved edits is damaged and was put aside: %1")
                      .arg(toQString(found.setAside.front().string())));
    std::erase_if(found.whole, [](LeftJournal& each) {
        if (each.content.done() > 0)
            return false;
        each.file.remove(); // all was undone: the file has what was in view
        return true;
    });
    if (found.whole.empty())
        return;
    QStringList lines;
    for (const LeftJournal& each : found.whole)
        lines += lineOf(each);
    QMessageBox box(QMessageBox::Question, tr("Unsaved edits"),
                    tr("Partita did not end as usual. Edits that were not saved are kept:") +
                        QStringLiteral("\n\n") + lines.join(QLatin1Char('\n')),
                    QMessageBox::NoButton, &m_window);
    box.setTextFormat(Qt::PlainText);
    box.setObjectName(QStringLiteral("recovery"));
    auto* again = box.addButton(tr("Restore"), QMessageBox::AcceptRole);
    auto* discard = box.addButton(tr("Discard"), QMessageBox::DestructiveRole);
    auto* later = box.addButton(tr("Later"), QMessageBox::RejectRole);
    box.setDefaultButton(again);
    box.setEscapeButton(later);
    box.exec();
    if (box.clickedButton() == later)
        return; // they stay for the next start
    for (LeftJournal& each : found.whole) {
        if (box.clickedButton() == discard)
            each.file.remove();
        else
            restore(std::make_shared<LeftJournal>(std::move(each)));
    }
}

void Recovery::restore(const std::shared_ptr<LeftJournal>& journal) {
    const QString path = toQString(journal->content.head.path);
    if (!QFileInfo::exists(path))
        return; // it may come back
    MainWindow& page = m_window.open(path);
    if (page.document().hasDocument() && !page.document().jobs()[Lane::picture].isRunning()) {
        restoreIn(page, journal);
        return;
    }
    auto once = std::make_shared<QMetaObject::Connection>();
    *once = connect(&page.document(), &DocumentController::sceneChanged, this,
                    [this, once, journal, page = QPointer<MainWindow>(&page)] {
                        disconnect(*once);
                        if (page && page->document().hasDocument())
                            restoreIn(*page, journal);
                    });
}

void Recovery::restoreIn(MainWindow& page, const std::shared_ptr<LeftJournal>& journal) {
    page.journal().restore(journal->content, [journal, page = QPointer<MainWindow>(&page)](
                                                 const Result<void>& restored) {
        if (restored) {
            if (page && !page->journal().isKept())
                return; // it could not be written again: the old one stays
            journal->file.remove();
            return;
        }
        const auto aside = setAside(journal->file);
        if (page)
            page->note(tr("%1. They were put aside: %2")
                           .arg(errorSentence(restored.error()), toQString(aside.string())));
    });
}

} // namespace partita
