// A language model takes a prompt and then token after token: decoder_bench MODEL [--prompt N]
// [--tokens N] [--threads N]
//
// Prints a line of JSON: seconds of the prompt, of a token and of the session, the peak memory in
// MB, and the tokens. The inputs are those of ONNX Runtime's model builder: input_ids, seqlens_k,
// total_sequence_length and past_…, whose present_… go back to them. compare_decoders.py makes a
// model, and runs it beside ONNX Runtime.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <string>

#include "core/onnx/infer_shapes.h"
#include "core/onnx/read.h"
#include "core/session/session.h"
#include "providers/registry.h"

namespace {

using namespace partita;
using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point begin) {
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// The greatest resident memory of this process, in MB.
double peakMb() {
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);)
        if (line.rfind("VmHWM:", 0) == 0)
            return std::atof(line.c_str() + 6) / 1024;
    return 0;
}

struct Given {
    std::string path;
    int prompt = 128, tokens = 32, threads = 2;
};

Given givenBy(int count, char** values) {
    Given given;
    const std::map<std::string, int*> numbers{
        {"--prompt", &given.prompt}, {"--tokens", &given.tokens}, {"--threads", &given.threads}};
    for (int i = 1; i < count; ++i)
        if (const auto found = numbers.find(values[i]); found != numbers.end() && i + 1 < count)
            *found->second = std::atoi(values[++i]);
        else
            given.path = values[i];
    return given;
}

template <class T> T orQuit(Result<T> result) {
    if (result)
        return std::move(*result);
    std::fprintf(stderr, "%s\n", result.error().message().c_str());
    std::exit(1);
}

/// One conversation: the caches and the length so far.
class Conversation {
public:
    explicit Conversation(Session& session) : m_session(session) {
        const Model& model = session.model();
        const Graph& graph = *model.graph(model.mainGraph());
        m_binding.bindOutput("logits");
        for (const ValueId id : graph.inputs) {
            const Value& value = *model.value(id);
            if (value.name.rfind("past", 0) != 0)
                continue;
            RuntimeValue cache =
                RuntimeValue::allocate(DataType::float32, *staticDims(value.type->shape));
            std::memset(cache.data, 0, cache.byteSize());
            m_binding.giveInput(value.name, std::move(cache));
            const std::string output = "present" + value.name.substr(4);
            m_binding.bindOutput(output);
            m_caches.emplace_back(output, value.name);
        }
    }

    /// Forgets all tokens; the caches keep their memory.
    void restart() { m_length = 0; }

    /// Adds tokens; returns the likeliest next one.
    std::int64_t next(const std::vector<std::int64_t>& tokens) {
        m_length += static_cast<std::int32_t>(tokens.size());
        const auto count = static_cast<std::int64_t>(tokens.size());
        bind("input_ids", Tensor::of(DataType::int64, {1, count}, tokens));
        bind("seqlens_k", Tensor::of(DataType::int32, {1}, std::vector{m_length - 1}));
        bind("total_sequence_length", Tensor::of(DataType::int32, {}, std::vector{m_length}));
        orQuit(m_session.run(m_binding));
        for (const auto& [output, input] : m_caches)
            m_binding.giveInput(input, m_binding.takeOutput(output));
        const RuntimeValue& logits = m_binding.output("logits");
        const auto* last = logits.as<float>() + (count - 1) * logits.dims.back();
        return std::max_element(last, last + logits.dims.back()) - last;
    }

private:
    void bind(const char* name, Tensor tensor) {
        m_binding.bindInput(name, orQuit(RuntimeValue::from(tensor)).aligned());
    }

    Session& m_session;
    IoBinding m_binding;
    std::vector<std::pair<std::string, std::string>> m_caches; ///< output, input
    std::int32_t m_length = 0;
};

void measure(const Given& given) {
    const Model model = orQuit(readModel(given.path));
    const auto inferred = inferShapes(model);
    const auto begin = Clock::now();
    const auto session = orQuit(Session::create(
        inferred ? *inferred : model,
        *makeProviders({{"cpu"}, {}, {{"threads", std::to_string(given.threads)}}})));
    const double created = secondsSince(begin);
    std::vector<std::int64_t> prompt(static_cast<std::size_t>(given.prompt)), tokens;
    for (std::size_t i = 0; i < prompt.size(); ++i)
        prompt[i] = static_cast<std::int64_t>(i) * 7919 % 65536;
    double forPrompt = 0, forTokens = 0;
    Conversation conversation(*session);
    for (int round = 0; round < 2; ++round) { // the first one packs weights and reads the file
        conversation.restart();
        const auto start = Clock::now();
        tokens = {conversation.next(prompt)};
        forPrompt = secondsSince(start);
        const auto middle = Clock::now();
        for (int i = 0; i < given.tokens; ++i)
            tokens.push_back(conversation.next({tokens.back()}));
        forTokens = secondsSince(middle) / given.tokens;
    }
    std::printf("{\"prompt\": %f, \"token\": %f, \"create\": %f, \"peak\": %f, \"tokens\": [",
                forPrompt, forTokens, created, peakMb());
    for (std::size_t i = 0; i < tokens.size(); ++i)
        std::printf("%s%lld", i ? ", " : "", static_cast<long long>(tokens[i]));
    std::puts("]}");
}

} // namespace

int main(int count, char** values) { measure(givenBy(count, values)); }
