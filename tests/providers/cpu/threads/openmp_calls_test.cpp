// The thread team answers oneDNN's calls of OpenMP and no other library's calls.

#include <dlfcn.h>
#include <gtest/gtest.h>
#include <regex>
#include <set>
#include <thread>

#include <oneapi/dnnl/dnnl.hpp>

#include "core/base/mapped_files.h"
#include "providers/cpu/kernels/onednn.h"
#include "providers/cpu/threads/openmp_calls.h"
#include "providers/cpu/threads/thread_team.h"

namespace partita::cpu {
namespace {

/// The file that holds an address.
std::string fileOf(void* address) {
    Dl_info info{};
    return ::dladdr(address, &info) ? info.dli_fname : "";
}

/// The names of all OpenMP functions in a file.
std::set<std::string> openMpNames(const std::string& path) {
    const auto file = mapFile(path);
    const std::string_view bytes = file->text();
    std::set<std::string> names;
    for (const char* prefix : {"GOMP_", "omp_"})
        for (auto at = bytes.find(std::string(1, '\0') + prefix); at != bytes.npos;
             at = bytes.find(std::string(1, '\0') + prefix, at + 1))
            names.insert(bytes.data() + at + 1); // names end with a zero
    std::erase_if(names, [](const std::string& name) {
        return !std::regex_match(name, std::regex("(GOMP|omp)_[a-z_]+")); // without version names
    });
    return names;
}

TEST(OpenMpCalls, ThatOneDnnMakesAreAllAnswered) {
    void* library = ::dlopen("libdnnl.so.3", RTLD_NOW | RTLD_NOLOAD);
    ASSERT_NE(library, nullptr);
    std::set<std::string> answered;
    for (const OpenMpCall& call : answeredOpenMpCalls())
        answered.insert(call.name);
    EXPECT_EQ(openMpNames(fileOf(::dlsym(library, "dnnl_version"))), answered);
    ::dlclose(library);
}

TEST(OpenMpCalls, StayWithTheRuntimeWhereOneHasNoAnswer) {
    (void)OneDnn::instance();
    const auto most = answeredOpenMpCalls();
    const Redirection made = redirectOpenMpCalls("libdnnl.so", most.first(most.size() - 1));
    EXPECT_EQ(made.calls, 0U);
    EXPECT_EQ(made.unanswered, std::vector<std::string>{most.back().name});
    EXPECT_EQ(redirectOpenMpCalls("no such library", most).calls, 0U);
}

#ifdef PARTITA_OPENMP_USER
TEST(OpenMpCalls, OfOtherLibrariesGoToTheirOwnRuntime) {
    // oneDNN runs on the team: it never starts more threads than the team has.
    EXPECT_EQ(redirectOpenMpCalls("libdnnl.so", answeredOpenMpCalls()).calls,
              answeredOpenMpCalls().size());
    EXPECT_NE(fileOf(::dlsym(RTLD_DEFAULT, "GOMP_parallel_start")).find("libgomp"),
              std::string::npos);
    void* user = ::dlopen(PARTITA_OPENMP_USER, RTLD_NOW | RTLD_LOCAL);
    ASSERT_NE(user, nullptr) << ::dlerror();
    auto* sum = reinterpret_cast<int (*)(int)>(::dlsym(user, "partitaOpenMpUser"));
    ASSERT_NE(sum, nullptr);
    std::jthread beside([](std::stop_token stop) {
        while (!stop.stop_requested())
            ThreadTeam::run(2, [](int, int) {});
    });
    for (int i = 0; i < 20; ++i)
        EXPECT_EQ(sum(100), 3'000'000 + 99 * 100 / 2);
}
#endif

} // namespace
} // namespace partita::cpu
