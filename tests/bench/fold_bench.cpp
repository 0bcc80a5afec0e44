// The cost of folding constants in a process of its own, as the window does: fold_bench MODEL …

#include <chrono>
#include <cstdio>

#include "core/onnx/read.h"
#include "core/rewrite/pipeline.h"
#include "core/tasks/runs/runner.h"
#include "providers/registry.h"

using namespace partita;

static double secondsOf(const Model& model, ConstantEvaluator& evaluator) {
    SimplifyOptions options;
    options.pass.evaluator = &evaluator;
    const auto start = std::chrono::steady_clock::now();
    const auto result = simplifyModel(model, options);
    if (!result)
        std::fprintf(stderr, "%s\n", result.error().message().c_str());
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

int main(int argc, char** argv) {
    for (int i = 1; i < argc; ++i) {
        const auto model = readModel(argv[i]);
        if (!model) {
            std::fprintf(stderr, "%s\n", model.error().message().c_str());
            return 1;
        }
        const auto here = makeConstantEvaluator();
        RunnerEvaluator runner;
        (void)secondsOf(*model, *here); // brings the file's pages into memory
        const double within = secondsOf(*model, *here), apart = secondsOf(*model, runner);
        std::printf("%-40s in this process %.3f s, in the runner %.3f s\n", argv[i], within, apart);
    }
}
