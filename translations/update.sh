#!/bin/bash
# Takes new texts of the sources into the translation files; run it after changing a tr() or a
# PARTITA_TEXT. English needs a file for its plurals only.
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit
# lupdate knows no function that takes a text and its arguments and has one context everywhere, so it
# reads a list of the texts that PARTITA_TEXT marks, and of those that nodes fail with.
core=$(mktemp --suffix=.cpp) || exit
trap 'rm -f "$core"' EXIT
grep -rlZE 'PARTITA_TEXT\(|NodeFailure\(|require\(' --include='*.cpp' --include='*.h' --include='*.def' core providers app views | sort -z |
    xargs -0 perl -0777 -ne '
        my $literal = qr/((?:"(?:[^"\\]|\\.)*"\s*)+)/;
        my $call = qr/(\((?:[^()"]|"(?:[^"\\]|\\.)*"|(?1))*\))/;
        my @texts = /(?:PARTITA_TEXT|NodeFailure)\(\s*$literal(?=[,)])/g;
        while (/\brequire$call/g) { push @texts, $1 if $1 =~ /,\s*$literal\)$/; }
        print "QT_TRANSLATE_NOOP(\"partita::Core\", $_);\n" for @texts;' >"$core"
# The formulas of passes stand in the comments in front of them.
cat core/passes/*.cpp | perl -0777 -ne '
    while (m{^/// (?:Before|After): +(.*\n(?:///   +.*\n)*)}mg) {
        my $text = $1;
        $text =~ s{\n///  +}{\n}g;
        $text =~ s/\n$//;
        $text =~ s/(["\\])/\\$1/g;
        $text =~ s/\n/\\n/g;
        print "QT_TRANSLATE_NOOP(\"partita::PassFormulas\", \"$text\");\n";
    }' >>"$core"
take="lupdate -silent -no-obsolete -locations none -I . -extensions cpp,h,def -tr-function-alias QT_TRANSLATE_NOOP+=FOR_USERS views app core/passes/passes.def"
$take "$core" -ts translations/partita_zh_CN.ts
$take -pluralonly -ts translations/partita_en.ts
