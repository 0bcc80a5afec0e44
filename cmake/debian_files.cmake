# Makes what is installed fit Debian's policy; CPack runs it before it packs.
set(root ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/usr)
set(doc ${root}/share/doc/partita)
set(debian ${CPACK_PARTITA_SOURCE}/packaging/debian)

# The licences are told in one file; whole texts that every Debian has are left out.
file(REMOVE ${doc}/licenses/Partita-LICENSE ${doc}/licenses/ONNX-LICENSE ${doc}/licenses/oneDNN-LICENSE
    ${doc}/licenses/ONNX-Runtime-LICENSE)
file(COPY ${debian}/copyright DESTINATION ${doc})
file(MAKE_DIRECTORY ${root}/share/lintian/overrides)
file(COPY_FILE ${debian}/lintian-overrides ${root}/share/lintian/overrides/partita)

string(TIMESTAMP day "%a, %d %b %Y %H:%M:%S +0000" UTC) # of SOURCE_DATE_EPOCH, if that is set
file(WRITE ${doc}/changelog.Debian
"partita (${CPACK_PACKAGE_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE}) unstable; urgency=medium

  * Package of Partita ${CPACK_PACKAGE_VERSION}, made by its command ./package.
    changelog.gz says what is new.

 -- ${CPACK_PACKAGE_CONTACT}  ${day}
")
file(RENAME ${doc}/CHANGELOG.md ${doc}/changelog)
file(GLOB manuals ${root}/share/man/man1/*.1)
execute_process(COMMAND gzip -9n ${doc}/changelog ${doc}/changelog.Debian ${manuals} COMMAND_ERROR_IS_FATAL ANY)

file(GLOB binaries ${root}/bin/* ${root}/lib/partita/partita-* ${root}/lib/partita/onnxruntime/*
    ${root}/lib/partita/onednn/*)
execute_process(COMMAND strip --strip-unneeded --remove-section=.comment --remove-section=.note ${binaries}
    COMMAND_ERROR_IS_FATAL ANY)
