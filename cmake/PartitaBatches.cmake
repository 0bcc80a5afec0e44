# How many files of one folder are compiled as one. Most of the time for a small file goes into what its
# headers instantiate, which the files of a batch share: a build from nothing takes half of the time of
# one without batches. With 1, each file is compiled by itself, so that a missing #include is seen and a changed file is built sooner.
set(PARTITA_BATCH 32 CACHE STRING "How many files of one folder are compiled as one")

# partita_batches(TARGET [MOST]): puts the sources of TARGET into batches of at most MOST files. A batch never joins
# files of two folders, so that names in unnamed namespaces need to be unique in their folder only.
function(partita_batches target)
    set(size ${PARTITA_BATCH})
    if(ARGC GREATER 1 AND size GREATER ARGV1)
        set(size ${ARGV1})
    endif()
    if(size LESS 2)
        return()
    endif()
    get_target_property(sources ${target} SOURCES)
    list(FILTER sources INCLUDE REGEX "^${CMAKE_SOURCE_DIR}/.*\\.cpp$")
    list(FILTER sources EXCLUDE REGEX "^${CMAKE_BINARY_DIR}/")
    foreach(source IN LISTS sources)
        cmake_path(RELATIVE_PATH source BASE_DIRECTORY ${CMAKE_SOURCE_DIR} OUTPUT_VARIABLE folder)
        cmake_path(REMOVE_FILENAME folder)
        string(MAKE_C_IDENTIFIER "${folder}" folder)
        list(APPEND of_${folder} ${source})
        list(LENGTH of_${folder} count)
        math(EXPR batch "(${count} - 1) / ${size}")
        set_source_files_properties(${source} TARGET_DIRECTORY ${target} PROPERTIES UNITY_GROUP ${folder}${batch})
    endforeach()
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
    # g++ takes a file of a batch for a header, whose types should use nothing that other files do not see.
    target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
endfunction()
