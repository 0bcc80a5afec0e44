#pragma once

#include <QObject>
#include <QString>
#include <functional>
#include <vector>

namespace partita {

class MainWindow;
class MessageBar;

/// Saves the document of a page, and asks before work is lost: where a file is not what it was, and
/// when a document with unsaved work is to go.
class Saving : public QObject {
    Q_OBJECT
public:
    Saving(MainWindow& window, MessageBar& bar);

    void save();
    void saveAs();
    void saveCopy();
    void revert(); ///< to what the file holds
    /// Asks what becomes of everything that is not saved, in one question; false: the document is
    /// to stay.
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
    bool beginAs();
    [[nodiscard]] bool mayOverwriteChanges();
    [[nodiscard]] bool goesElsewhere() const;
    [[nodiscard]] QString askWhere(const QString& title, const QString& proposed);
    void wait();

    MainWindow& m_window;
    MessageBar& m_bar;
};

} // namespace partita
