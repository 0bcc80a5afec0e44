# The Debian package that ./package makes of what is installed.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME partita)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_CONTACT "The Partita authors <authors@partita.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "viewer and compiler of ONNX models on their way to an NPU")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
"Partita colours the graph of an ONNX model by the execution provider that
runs each node, says why that provider runs it, and runs the model. It
simplifies models, compiles them to EPContext models and merges those.
.
The NPU is described by a device profile and simulated: none is needed. The
package has the window, partita, and a command line for scripts, partita-cli.")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${PARTITA_PREFIX}/lib)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "graphviz, qttranslations5-l10n, fonts-dejavu-core")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "fonts-wqy-microhei, qtwayland5")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_PARTITA_SOURCE ${CMAKE_SOURCE_DIR})
# What is installed without being asked for, and the provider for ONNX Runtime where it is built.
set(CPACK_INSTALL_CMAKE_PROJECTS "${CMAKE_BINARY_DIR};${PROJECT_NAME};ALL;/")
if(PARTITA_BUILDS_PLUGIN)
    list(APPEND CPACK_INSTALL_CMAKE_PROJECTS "${CMAKE_BINARY_DIR};${PROJECT_NAME};plugin;/")
    string(APPEND CPACK_DEBIAN_PACKAGE_DESCRIPTION
"
.
The simulated NPU is a provider of ONNX Runtime as well, for versions from
1.23 on: /usr/lib/partita/onnxruntime/libpartita_ep.so.")
endif()
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_SOURCE_DIR}/cmake/debian_files.cmake)
include(CPack)
