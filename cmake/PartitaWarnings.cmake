# The warnings and sanitizers of all of Partita's targets.
add_library(partita_warnings INTERFACE)
target_compile_options(partita_warnings INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wmissing-declarations
    # False positives of g++ 12 in std::string (GCC bug 105651: restrict and, with a precompiled
    # header, array-bounds and stringop-overflow) and in std::variant (GCC bug 105593).
    $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict -Wno-array-bounds -Wno-stringop-overflow -Wno-maybe-uninitialized>
    $<$<BOOL:${PARTITA_WERROR}>:-Werror>)
if(PARTITA_SANITIZE)
    target_compile_options(partita_warnings INTERFACE
        -fsanitize=${PARTITA_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_link_options(partita_warnings INTERFACE -fsanitize=${PARTITA_SANITIZE})
endif()
