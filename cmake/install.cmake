# What is installed, and where. Everything private lies in lib/partita: the helper programs, which the
# programs look for there (workerProgram), and oneDNN, which is not taken from the system. Nothing
# depends on the folder that it is installed into. Libraries have folders of their own, because CPack takes
# those in lib/* for public ones.
include(GNUInstallDirs)
set(private lib/partita)
set(data ${CMAKE_INSTALL_DATAROOTDIR})
set(doc ${data}/doc/partita)

set(programs partita-cli)
set(helpers partita-worker partita-runner)
if(PARTITA_GUI)
    list(APPEND programs partita)
endif()
# partita-worker links nothing private.
set_target_properties(${programs} PROPERTIES INSTALL_RPATH "$ORIGIN/../${private}/onednn")
set_target_properties(partita-runner PROPERTIES INSTALL_RPATH "$ORIGIN/onednn")
foreach(program IN LISTS programs helpers)
    # A damaged model must not be able to redirect calls of library functions.
    target_link_options(${program} PRIVATE -Wl,-z,relro,-z,now)
endforeach()
install(TARGETS ${programs} DESTINATION bin)
install(TARGETS ${helpers} DESTINATION ${private})
get_target_property(onednn DNNL::dnnl IMPORTED_LOCATION_RELEASE)
if(onednn MATCHES "^${PARTITA_PREFIX}/")
    install(FILES ${onednn} DESTINATION ${private}/onednn RENAME libdnnl.so.3)
endif()

# The provider for ONNX Runtime, for those who ask: cmake --install FOLDER --component plugin. The Debian
# package has it where it is built.
if(PARTITA_BUILDS_PLUGIN)
    set_target_properties(partita_ep PROPERTIES INSTALL_RPATH "$ORIGIN/../onednn")
    install(TARGETS partita_ep LIBRARY DESTINATION ${private}/onnxruntime COMPONENT plugin EXCLUDE_FROM_ALL)
    install(FILES ${PARTITA_ORT_INCLUDE}/../copyright DESTINATION ${doc}/licenses RENAME ONNX-Runtime-LICENSE
        COMPONENT plugin EXCLUDE_FROM_ALL OPTIONAL)
endif()

# The translations and a sample are inside of the program; profiles and samples are for the user.
install(FILES resources/samples/detector.onnx resources/samples/features.onnx
    resources/samples/classifier.onnx DESTINATION ${data}/partita/samples)
file(GLOB profiles CONFIGURE_DEPENDS resources/devices/*.json)
install(FILES ${profiles} DESTINATION ${data}/partita/devices)

# The pages link each other as they lie in the source.
file(GLOB pages CONFIGURE_DEPENDS docs/*.md)
install(FILES ${pages} DESTINATION ${doc}/docs)
install(DIRECTORY docs/images DESTINATION ${doc}/docs)
install(FILES README.md CHANGELOG.md CONTRIBUTING.md DESTINATION ${doc})
install(FILES LICENSE DESTINATION ${doc}/licenses RENAME Partita-LICENSE)
install(FILES ${PARTITA_PREFIX}/share/onnx/LICENSE DESTINATION ${doc}/licenses RENAME ONNX-LICENSE)
install(FILES ${PARTITA_PREFIX}/share/doc/onednn/LICENSE DESTINATION ${doc}/licenses RENAME oneDNN-LICENSE)
install(FILES ${PARTITA_PREFIX}/share/doc/onednn/THIRD-PARTY-PROGRAMS DESTINATION ${doc}/licenses
    RENAME oneDNN-THIRD-PARTY-PROGRAMS)

# Manual pages and completions, made of the options of the programs.
set(made ${CMAKE_BINARY_DIR}/share)
add_custom_command(OUTPUT ${made}/pages.txt
    COMMAND ${CMAKE_COMMAND} -E env ASAN_OPTIONS=detect_leaks=0
            ${CMAKE_COMMAND} -DCLI=$<TARGET_FILE:partita-cli> -DOUTPUT=${made}
            -P ${CMAKE_SOURCE_DIR}/cmake/write_pages.cmake
    DEPENDS partita-cli ${CMAKE_SOURCE_DIR}/cmake/write_pages.cmake)
add_custom_target(pages ALL DEPENDS ${made}/pages.txt)
install(DIRECTORY ${made}/man ${made}/bash-completion ${made}/zsh ${made}/fish DESTINATION ${data})

if(PARTITA_GUI)
    include(desktop)
endif()
