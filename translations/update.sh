#!/bin/bash
# Takes new texts of the sources into the translation files; run it after changing a tr(). English
# needs a file for its plurals only.
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit
take="lupdate -silent -no-obsolete -locations none -I . -extensions cpp,h,def -tr-function-alias QT_TRANSLATE_NOOP+=FOR_USERS views app core/passes/passes.def"
$take -ts translations/partita_zh_CN.ts
$take -pluralonly -ts translations/partita_en.ts
