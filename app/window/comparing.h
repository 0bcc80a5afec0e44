#pragma once

#include <QObject>
#include <optional>

class QMenu;
class QWidget;

namespace partita {

class CommandActions;
class ComparisonController;
class MainWindow;
class PanelDocks;

/// What the document of a window can be compared with, and what can be done with the comparison.
class Comparing : public QObject {
public:
    Comparing(MainWindow& window, PanelDocks& panels, const CommandActions& actions);

    void ask();          ///< in a menu below its button of the tool bar, if that is seen
    void askFromPanel(); ///< in a menu above the button of the panel
    /// Fills a menu with what one side of the comparison can be. The document is always one of the
    /// sides: what is chosen in its place puts it on the other one.
    void fillSide(QMenu& menu, bool isFirst);
    void withFile(); ///< compares the document with its file, as that is now
    void swapSides();
    void step(int direction); ///< to the next difference, or the one before

private:
    [[nodiscard]] ComparisonController& comparison() const;
    void askAt(QWidget& button, bool below);
    void fill(QMenu& menu, std::optional<bool> documentFirst = {});
    void addDocuments(QMenu& menu, std::optional<bool> documentFirst);
    void addDevices(QMenu& menu, std::optional<bool> documentFirst);

    MainWindow& m_window;
    PanelDocks& m_panels;
    const CommandActions& m_actions;
};

} // namespace partita
