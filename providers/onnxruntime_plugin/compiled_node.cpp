#include "providers/onnxruntime_plugin/compiled_node.h"

#include "core/base/try.h"
#include "providers/onnxruntime_plugin/ort_values.h"

namespace partita::plugin {

namespace {

Result<void> noBody(GraphId, RunValues&, std::stop_token) {
    return Error{
        Errc::internal, PARTITA_TEXT("a compiled part left a body to the session"), {}, {}};
}

} // namespace

CompiledNode::CompiledNode(std::unique_ptr<CompiledPartition> compiled, std::size_t values,
                           std::vector<ValueId> inputs, std::vector<ValueId> outputs)
    : OrtNodeComputeInfo{}, m_compiled(std::move(compiled)), m_inputs(std::move(inputs)),
      m_outputs(std::move(outputs)), m_values(values, noBody) {
    ort_version_supported = ORT_API_VERSION;
    CreateState = [](OrtNodeComputeInfo* self, OrtNodeComputeContext*, void** state) {
        *state = self; // it has no state but itself
        return static_cast<OrtStatus*>(nullptr);
    };
    ReleaseState = [](OrtNodeComputeInfo*, void*) {};
    Compute = [](OrtNodeComputeInfo* self, void*, OrtKernelContext* context) {
        return fenced([&] { return static_cast<CompiledNode*>(self)->run(context); });
    };
    m_compiled->prepare(m_values);
}

Result<void> CompiledNode::run(OrtKernelContext* context) {
    const std::lock_guard lock(m_mutex);
    const auto releaseAll = [this](const void*) {
        for (const auto* list : {&m_inputs, &m_outputs})
            for (const ValueId id : *list)
                if (id)
                    m_values.release(id);
    };
    // Inputs belong to ONNX Runtime, so nothing keeps them after the run, however it ends.
    const std::unique_ptr<const void, decltype(releaseAll)> release(this, releaseAll);
    for (std::size_t i = 0; i < m_inputs.size(); ++i) {
        if (!m_inputs[i])
            continue;
        const OrtValue* given = nullptr;
        PARTITA_TRY(done(ort().api->KernelContext_GetInput(context, i, &given)));
        m_values.at(m_inputs[i]) = PARTITA_TRY(inputOf(given));
    }
    PARTITA_TRY(m_compiled->run(m_values, {}));
    for (std::size_t i = 0; i < m_outputs.size(); ++i)
        PARTITA_TRY(storeOutput(context, i, m_values.at(m_outputs[i])));
    return {};
}

} // namespace partita::plugin
