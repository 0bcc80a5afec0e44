#pragma once

#include <QString>

class QMenu;

namespace partita {

/// Marks a letter of each entry while the menu is seen, so that the key of the letter chooses the
/// entry: the first letter of a word if it is free, or another one; an entry without a free letter gets
/// one behind its text, "打开(O)…". No two entries of a menu have the same. Marks of the text itself
/// stay, and hidden menus have the texts as written.
void markLettersOf(QMenu& menu);
/// The text of an entry as it is read, whether its menu is seen or not: without the mark.
[[nodiscard]] QString withoutMark(const QString& text);

} // namespace partita
