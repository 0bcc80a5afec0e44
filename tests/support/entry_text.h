#pragma once

#include <QAction>
#include <QRegularExpression>

namespace partita::test {

/// A text of a menu without the mark of its key, which is before a letter or as "(&X)" behind the text.
inline QString withoutMark(QString text) {
    static const QRegularExpression kMark(QStringLiteral("\\(&.\\)|&"));
    return text.remove(kMark);
}

/// The text of an entry of a menu without the mark that it has while the menu is seen.
inline QString entryText(const QAction& entry) { return withoutMark(entry.text()); }

} // namespace partita::test
