// Another library of the process that uses its own OpenMP, in more ways than oneDNN does.

#include <omp.h>

extern "C" int partitaOpenMpUser(int count);

/// The sum of 0 … count - 1 by three threads with a dynamic schedule, plus 1,000,000 per thread.
int partitaOpenMpUser(int count) {
    int sum = 0, members = 0;
#pragma omp parallel num_threads(3) reduction(+ : sum)
    {
#pragma omp critical
        members = omp_get_num_threads();
#pragma omp for schedule(dynamic, 1)
        for (int i = 0; i < count; ++i)
            sum += i;
    }
    return sum + 1'000'000 * members;
}
