# The standard library's headers take most of the time of a small file: each target reads them once.
# Headers of other libraries are no part of it unless they are named, so that only the files that need
# them include them.
function(partita_precompile target)
    target_precompile_headers(${target} PRIVATE
        <algorithm> <array> <atomic> <chrono> <cmath> <cstdint> <cstring> <filesystem> <functional> <limits> <map>
        <memory> <mutex> <numeric> <optional> <set> <span> <stop_token> <string> <string_view> <tuple>
        <unordered_map> <unordered_set> <utility> <variant> <vector> ${ARGN})
endfunction()
