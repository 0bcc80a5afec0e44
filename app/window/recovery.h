#pragma once

#include <QObject>
#include <filesystem>
#include <memory>

#include "core/document/journal.h"

namespace partita {

class MainWindow;
class TabbedWindow;

/// Offers the unsaved edits that a program which did not end well has left behind. Those that the
/// user wants are made again, each in the tab of its document; the others are kept for the next
/// start, or removed.
class Recovery : public QObject {
    Q_OBJECT
public:
    Recovery(TabbedWindow& window, const std::filesystem::path& folder);
    /// Looks for journals, and asks if there are any.
    void offer();
    /// Where the program keeps its state, by the rules of the desktop.
    static std::filesystem::path stateFolder();
    /// The folder of the journals.
    static std::filesystem::path folder();

private:
    void restore(const std::shared_ptr<LeftJournal>& journal);
    void restoreIn(MainWindow& page, const std::shared_ptr<LeftJournal>& journal);

    TabbedWindow& m_window;
    std::filesystem::path m_folder;
};

} // namespace partita
