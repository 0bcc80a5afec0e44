#pragma once

#include <QAction>
#include <QRegularExpression>

namespace partita::test {

/// The text of an entry of a menu as it is written: while the menu is seen, it has the mark of its
/// key, before a letter or as "(&X)" behind the text.
inline QString entryText(const QAction& entry) {
    static const QRegularExpression kMark(QStringLiteral("\\(&.\\)|&"));
    return entry.text().remove(kMark);
}

} // namespace partita::test
