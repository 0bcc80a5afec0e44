#include "core/session/deferred_constants.h"

#include <algorithm>
#include <mutex>

#include "core/base/try.h"
#include "core/ir/constants.h"
#include "core/provider/partitioning.h"

namespace partita {

namespace {

constexpr std::uint64_t kAtOnce = 1 << 16;     ///< bytes of results that shape rules may need
constexpr std::uint64_t kReadAtOnce = 1 << 20; ///< bytes of inputs whose reading takes no time
constexpr std::uint64_t kGrowth = 1 << 26; ///< bytes by which a result may exceed 4 × its inputs
constexpr std::uint64_t kAllGrowth = 1 << 30; ///< bytes by which a model may grow
constexpr std::uint64_t kRoom = 1 << 24;      ///< bytes that a node may use while a model is opened

struct SharedEvaluator {
    std::unique_ptr<ConstantEvaluator> evaluator;
    std::mutex mutex; ///< an evaluator is not thread-safe
};

/// Reads the constant inputs of a node. Those that are computed when they are first read are then
/// there: the evaluator cannot compute them while it works on this node.
Result<void> readInputs(const Model& model, const Node& node) {
    for (const ValueId input : node.inputs)
        if (const auto tensor = input ? constantOf(model, input) : std::nullopt)
            PARTITA_TRY(elements(*tensor));
    return {};
}

void dropInputs(const Model& model, const Node& node) {
    for (const ValueId input : node.inputs)
        if (const auto tensor = input ? constantOf(model, input) : std::nullopt)
            dropPages(*tensor);
}

/// One node that is computed when one of its results is first read.
class DeferredNode {
public:
    DeferredNode(std::shared_ptr<SharedEvaluator> shared, Model model, NodeId node,
                 std::uint64_t mostBytes)
        : m_shared(std::move(shared)), m_model(std::move(model)), m_node(node),
          m_mostBytes(mostBytes) {}

    Result<Buffer> result(std::size_t output, std::uint64_t bytes) const {
        // No lock is held once the results are there: the evaluator reads them while it is locked.
        std::call_once(m_computed, [this] { m_results = compute(); });
        if (!*m_results)
            return m_results->error();
        const Tensor& tensor = (**m_results)[output];
        auto buffer = PARTITA_TRY(elements(tensor));
        if (buffer.size() != bytes)
            return Error{Errc::invalidModel,
                         PARTITA_TEXT("its result is not of the size that inference tells"),
                         {PARTITA_TEXT("node '{0}'", m_model.node(m_node)->label())},
                         {}};
        return buffer;
    }

private:
    [[nodiscard]] Result<std::vector<Tensor>> compute() const {
        const Node& node = *m_model.node(m_node);
        PARTITA_TRY(readInputs(m_model, node));
        const std::lock_guard lock(m_shared->mutex);
        return m_shared->evaluator->evaluate(m_model, node, m_mostBytes);
    }

    std::shared_ptr<SharedEvaluator> m_shared;
    Model m_model;
    NodeId m_node;
    std::uint64_t m_mostBytes;
    mutable std::once_flag m_computed;
    mutable std::optional<Result<std::vector<Tensor>>> m_results;
};

class DeferredSource : public ExternalSource {
public:
    DeferredSource(std::shared_ptr<const DeferredNode> node, std::size_t output,
                   std::uint64_t bytes)
        : m_node(std::move(node)), m_output(output), m_bytes(bytes) {}
    [[nodiscard]] Result<Buffer> load() const override { return m_node->result(m_output, m_bytes); }
    [[nodiscard]] bool isComputed() const override { return true; }

private:
    std::shared_ptr<const DeferredNode> m_node;
    std::size_t m_output;
    std::uint64_t m_bytes;
};

/// Tensors without bytes for the results of a node; nothing where type or shape are not known.
std::optional<std::vector<Tensor>> resultForms(const Model& model, const Node& node) {
    std::vector<Tensor> forms;
    for (const ValueId output : node.outputs) {
        Tensor& form = forms.emplace_back();
        if (!output)
            continue;
        const TypePtr& type = model.value(output)->type;
        const auto dims = type && type->isTensor() ? staticDims(type->shape)
                                                   : decltype(staticDims(type->shape))();
        if (!dims || !elementCount(*dims) || type->element == DataType::string ||
            type->element == DataType::undefined ||
            !packedBytes(type->element, *elementCount(*dims)))
            return std::nullopt;
        form.type = type->element;
        form.dims = *dims;
        form.storage = Tensor::Storage::external;
    }
    return forms;
}

Error refusal(const Node& node, Message why) {
    return {Errc::unsupported, std::move(why), {PARTITA_TEXT("node '{0}'", node.label())}, {}};
}

std::uint64_t bytesOf(const std::vector<Tensor>& tensors) {
    std::uint64_t bytes = 0;
    for (const Tensor& tensor : tensors)
        bytes += tensor.type == DataType::undefined ? 0 : tensor.byteSize();
    return bytes;
}

class CarefulEvaluator : public ConstantEvaluator {
public:
    CarefulEvaluator(std::unique_ptr<ConstantEvaluator> with, FoldConstants when)
        : m_shared(std::make_shared<SharedEvaluator>()), m_when(when) {
        m_shared->evaluator = std::move(with);
    }

    Result<std::vector<Tensor>> evaluate(const Model& model, const Node& node,
                                         std::uint64_t mostBytes) override {
        std::uint64_t read = 0;
        for (const ValueId input : node.inputs)
            if (const auto tensor = input ? constantOf(model, input) : std::nullopt)
                read += tensor->byteSize();
        auto forms = resultForms(model, node);
        const std::uint64_t made = forms ? bytesOf(*forms) : 0, room = kGrowth + 4 * read;
        if (made > room || !grows(read, made))
            return refusal(node, PARTITA_TEXT("its result of {0} is above the size threshold",
                                              byteText(made)));
        const bool small = read <= kReadAtOnce && made <= kAtOnce;
        if (small || m_when == FoldConstants::now) {
            PARTITA_TRY(readInputs(model, node));
            const std::lock_guard lock(m_shared->mutex);
            auto results = m_shared->evaluator->evaluate(
                model, node, std::min(mostBytes, small ? kRoom : room + kRoom));
            dropInputs(model, node);
            if (results && !forms && !grows(read, bytesOf(*results)))
                return refusal(node, PARTITA_TEXT("the size of its result is not known"));
            return results;
        }
        if (!forms || !m_shared->evaluator->knows(model, node))
            return refusal(node, PARTITA_TEXT("the size of its result is not known"));
        const auto deferred =
            std::make_shared<const DeferredNode>(m_shared, model, node.id, room + kRoom);
        for (std::size_t i = 0; i < forms->size(); ++i) {
            Tensor& form = (*forms)[i];
            if (form.type == DataType::undefined)
                continue;
            auto external = std::make_shared<ExternalData>();
            external->source = std::make_shared<DeferredSource>(deferred, i, form.byteSize());
            form.external = std::move(external);
        }
        return *std::move(forms);
    }
    [[nodiscard]] bool knows(const Model& model, const Node& node) const override {
        return m_shared->evaluator->knows(model, node);
    }

private:
    /// Counts by how much a node makes the model larger; false when that is too much in all.
    bool grows(std::uint64_t read, std::uint64_t made) {
        const std::uint64_t more = made > read ? made - read : 0;
        if (more > kAllGrowth - m_grown)
            return false;
        m_grown += more;
        return true;
    }

    std::shared_ptr<SharedEvaluator> m_shared;
    FoldConstants m_when;
    std::uint64_t m_grown = 0;
};

} // namespace

std::unique_ptr<ConstantEvaluator> carefulEvaluator(std::unique_ptr<ConstantEvaluator> with,
                                                    FoldConstants when) {
    return std::make_unique<CarefulEvaluator>(std::move(with), when);
}

} // namespace partita
