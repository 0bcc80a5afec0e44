#pragma once

#include <QString>
#include <QVariant>

namespace partita {

/// The head of a column of a table or a tree.
struct TableHead {
    QString title;
    bool figures = false;      ///< a number: right-aligned, as the cells below it
    bool largestFirst = false; ///< by the first click on the head

    /// How the head and its cells lie, as a table asks for it.
    [[nodiscard]] int alignment() const;
    /// What the header of a view asks for; empty for other roles.
    [[nodiscard]] QVariant data(int role) const;
};

} // namespace partita
