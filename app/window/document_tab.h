#pragma once

#include <QIcon>
#include <QObject>

#include "core/base/result.h"

namespace partita {

class JobRunner;
class MainWindow;

/// What a tab says about the document of its page: name, path, and what goes on there.
class DocumentTab : public QObject {
    Q_OBJECT
public:
    explicit DocumentTab(MainWindow& page);
    [[nodiscard]] MainWindow& page() const { return m_page; }
    [[nodiscard]] QString name() const;    ///< of the file; empty: the start page
    [[nodiscard]] QString folder() const;  ///< the name of the folder that holds it
    [[nodiscard]] QString toolTip() const; ///< the whole path, and what is done there
    [[nodiscard]] bool isUnsaved() const;
    /// A disc that fills while something is done; null: nothing is.
    [[nodiscard]] QIcon mark() const;

Q_SIGNALS:
    void changed();
    void failedToOpen(const partita::Error& error);
    void gaveUp(); ///< opening, which was cancelled

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void follow(JobRunner& jobs);
    void setDone(double fraction);
    [[nodiscard]] QString work() const; ///< what is done; empty: nothing

    MainWindow& m_page;
    int m_steps = 0; ///< of `kSteps` that are done
};

} // namespace partita
