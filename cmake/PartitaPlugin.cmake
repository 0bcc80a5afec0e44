# Partita's NPU as a plug-in execution provider of ONNX Runtime, libpartita_ep.so. It needs two headers of
# ONNX Runtime 1.23 or later, which cmake/setup.sh fetches (`install_plugin_headers`), and no library of it.
# Sets PARTITA_BUILDS_PLUGIN.
get_filename_component(cache "${PARTITA_PREFIX}" DIRECTORY)
find_path(PARTITA_ORT_INCLUDE onnxruntime_ep_c_api.h
    HINTS ${cache}/onnxruntime-headers/include PATH_SUFFIXES onnxruntime
    DOC "Folder with onnxruntime_c_api.h and onnxruntime_ep_c_api.h of ONNX Runtime 1.23 or later")
set(PARTITA_PLUGIN AUTO CACHE STRING "Build the NPU as a plug-in provider of ONNX Runtime: ON, OFF, or AUTO, if the headers are there")
if(PARTITA_PLUGIN STREQUAL AUTO AND PARTITA_SANITIZE)
    set(PARTITA_BUILDS_PLUGIN OFF) # Python would have to be built with the sanitizer, too
elseif(PARTITA_PLUGIN STREQUAL AUTO)
    set(PARTITA_BUILDS_PLUGIN ${PARTITA_ORT_INCLUDE})
else()
    set(PARTITA_BUILDS_PLUGIN ${PARTITA_PLUGIN})
endif()
if(PARTITA_BUILDS_PLUGIN AND NOT PARTITA_ORT_INCLUDE)
    message(FATAL_ERROR "PARTITA_PLUGIN needs the headers of ONNX Runtime 1.23 or later: ./run --plugin fetches them, "
        "or set PARTITA_ORT_INCLUDE to their folder")
endif()

# What a shared library holds has no fixed address; nothing but its two functions is seen from outside, so
# that code is as fast as in a program.
function(partita_in_plugin)
    if(PARTITA_BUILDS_PLUGIN)
        set_target_properties(${ARGN} PROPERTIES POSITION_INDEPENDENT_CODE ON
            CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
    endif()
endfunction()
