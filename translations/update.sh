#!/bin/bash
# Takes new texts of the sources into the translation files; run it after changing a tr().
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit
lupdate -silent -no-obsolete -locations none -I . -extensions cpp,h,def views app \
    -ts translations/partita_zh_CN.ts translations/partita_en.ts
