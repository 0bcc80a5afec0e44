#pragma once

#include <QObject>
#include <QString>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "core/tasks/problem_list.h"

namespace partita {

class MainWindow;
class MessageBar;

/// Saves the document of a page, and asks before work is lost: where a file is not what it was, and
/// when a document with unsaved work is to go.
class Saving : public QObject {
    Q_OBJECT
public:
    Saving(MainWindow& window, MessageBar& bar);

    void save(); ///< the document, or the recipe of a merge
    void saveAs();
    void saveCopy();
    void saveSelection(); ///< the selected nodes, as a model of their own
    void revert();        ///< to what the file holds
    /// Whether anything that was done is in no file yet: edits, choices of the simplifier, the
    /// scenario.
    [[nodiscard]] bool isUnsaved() { return !unsaved().empty(); }
    /// Asks what becomes of everything that is not saved, in one question; false: the document, or
    /// the merge in its place, is to stay.
    [[nodiscard]] bool mayLeave();

private:
    /// One kind of work that would be lost.
    struct Unsaved {
        QString what, button;
        std::function<bool()> save; ///< returns whether it is saved now
    };
    [[nodiscard]] std::vector<Unsaved> unsaved();
    /// Begins to save; false: the user wants it otherwise, or there is nothing to save.
    bool begin();
    void sayNothingToSave();
    void offerToSave(const QString& where, const QString& button, std::function<void()> act,
                     std::function<bool()> holds);
    void withdrawOffer();
    bool beginAs(const QString& title);
    /// The errors of the edited model that the saved file does not have.
    [[nodiscard]] std::vector<ListedProblem> newErrors();
    /// Asks once about problems that edits made; false: the document is not to be saved with them.
    [[nodiscard]] bool mayKeepProblems();
    [[nodiscard]] bool hasChangedOnDisk();
    [[nodiscard]] bool holdsModel();
    [[nodiscard]] bool mayOverwriteChanges();
    [[nodiscard]] bool goesElsewhere() const;
    [[nodiscard]] QString askWhere(const QString& title, const QString& proposed);
    void wait();

    /// What the bar offers to save besides the model, as long as it is there to be saved.
    struct Offer {
        int message = 0; ///< of the bar
        std::function<bool()> holds;
    };

    MainWindow& m_window;
    MessageBar& m_bar;
    Offer m_offer;
    std::set<std::string> m_agreed; ///< problems that the user saves the document with
};

} // namespace partita
