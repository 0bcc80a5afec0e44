#include "providers/cpu/plan/constant_values.h"

#include <algorithm>

#include "core/ir/constants.h"
#include "core/onnx/operator_facts.h"
#include "providers/cpu/plan/kernel_choice.h"

namespace partita::cpu {

namespace {

/// The type that a CastLike casts to; undefined for other nodes and where it is not known.
DataType typeToCastTo(const Model& model, const Node& node) {
    if (!node.is("CastLike") || node.inputs.size() != 2 || !node.inputs[1])
        return DataType::undefined;
    const auto& type = model.value(node.inputs[1])->type;
    return type && type->isTensor() ? type->element : DataType::undefined;
}

/// Whether a node dequantizes constant 8-bit weights of products or convolutions, or tables of
/// Gather, and only these read them. `computed`: the codes, where they are no constant of the model.
bool yieldsQuantizedWeights(const Model& model, const Node& node, const RuntimeValue* computed) {
    if (!node.is("DequantizeLinear") || model.isGraphOutput(node.outputs[0]))
        return false;
    const auto given = computed ? std::nullopt : constantOf(model, node.inputs[0]);
    if (!computed && !given)
        return false;
    const DataType type = computed ? computed->type : given->type;
    return (computed ? computed->dims : given->dims).size() >= 2 &&
           (type == DataType::uint8 || type == DataType::int8) &&
           std::ranges::all_of(model.consumers(node.outputs[0]), [&](NodeId id) {
               const Node& reader = *model.node(id);
               const bool multiplies = multipliesWeights(reader);
               return (multiplies || reader.is("Gather")) && reader.inputs.size() > 1 &&
                      std::ranges::count(reader.inputs, node.outputs[0]) == 1 &&
                      reader.inputs[multiplies ? 1 : 0] == node.outputs[0];
           });
}

} // namespace

/// Runs single nodes whose inputs are constants.
class ConstantValues::Evaluator {
public:
    Evaluator(const Model& model, const OpVersions& versions, const std::stop_token& stop)
        : m_model(model), m_versions(versions), m_stop(stop),
          m_runValues(model.values().keyEnd() + 1, nullptr) {}

    bool run(const Node& node) {
        const bool view = isTransposedWeight(node);
        for (const ValueId input : node.inputs)
            if (input && !m_runValues.at(input).present() && !load(input, view) &&
                !standIn(node, input))
                return false;
        const int version = m_versions.inForce(node);
        const auto& schema = m_versions.of(node).schema;
        const auto chosen = chooseKernel({m_model, node, version, {}}, schema ? &*schema : nullptr);
        if (!chosen)
            return false;
        try {
            KernelContext context(node, version, m_runValues, m_stop, {view, view, false});
            chosen->run(context);
        } catch (const std::exception&) {
            return false; // it will fail again in a run, which reports the error
        }
        return true;
    }
    RuntimeValue& result(ValueId id) { return m_runValues.at(id); }

private:
    /// Gives the second input of a CastLike an empty value: only its type matters.
    bool standIn(const Node& node, ValueId id) {
        const DataType type = typeToCastTo(m_model, node);
        if (type == DataType::undefined)
            return false;
        m_runValues.at(id) = RuntimeValue::allocate(type, {0});
        return true;
    }
    /// Whether a node transposes constant weights that only MatMul reads. They stay in the file, as
    /// a strided view.
    [[nodiscard]] bool isTransposedWeight(const Node& node) const {
        return node.is("Transpose") && node.outputs[0] && !m_model.isGraphOutput(node.outputs[0]) &&
               std::ranges::all_of(m_model.consumers(node.outputs[0]),
                                   [&](NodeId id) {
                                       const Node& reader = *m_model.node(id);
                                       return reader.is("MatMul") &&
                                              reader.inputs[0] != node.outputs[0];
                                   }) &&
               constantOf(m_model, node.inputs[0]).has_value() &&
               constantOf(m_model, node.inputs[0])->type == DataType::float32;
    }
    bool load(ValueId id, bool raw) {
        const auto tensor = constantOf(m_model, id);
        auto value = tensor ? RuntimeValue::from(*tensor) : Error{Errc::internal, {}, {}, {}};
        if (!value)
            return false;
        m_runValues.at(id) = raw ? *value : value->aligned();
        return true;
    }
    const Model& m_model;
    const OpVersions& m_versions;
    const std::stop_token& m_stop;
    RunValues m_runValues;
};

ConstantValues::ConstantValues(const Model& model, const Partition& partition,
                               const OpVersions& versions, const std::stop_token& stop)
    : m_model(model), m_versions(versions), m_stop(stop),
      m_here(partition.nodes.begin(), partition.nodes.end()) {
    for (const NodeId id : partition.nodes) {
        const Node& node = *model.node(id);
        const bool typeOnly = typeToCastTo(model, node) != DataType::undefined;
        const bool constant =
            !node.inputs.empty() && !node.outputs.empty() && node.subgraphs().empty() &&
            !isRandom(node) && !node.is("Dropout") && !stop.stop_requested() &&
            std::ranges::all_of(node.inputs, [&](ValueId input) {
                return !input || isConstant(input) || (typeOnly && input == node.inputs[1]);
            });
        if (constant && yieldsQuantizedWeights(model, node, computed(node.inputs[0])))
            m_postponed.insert(id);
        else if (constant)
            (void)compute(node);
    }
}

ConstantValues::Evaluator& ConstantValues::evaluator() {
    if (!m_evaluator)
        m_evaluator = std::make_shared<Evaluator>(m_model, m_versions, m_stop);
    return *m_evaluator;
}

bool ConstantValues::compute(const Node& node) {
    if (!evaluator().run(node))
        return false;
    for (const ValueId output : node.outputs)
        if (output)
            m_results.emplace(output, evaluator().result(output).settled());
    return true;
}

const RuntimeValue* ConstantValues::computed(ValueId value) const {
    const auto found = m_results.find(value);
    return found == m_results.end() ? nullptr : &found->second;
}

bool ConstantValues::isConstant(ValueId value) const {
    return m_results.contains(value) || constantOf(m_model, value);
}

std::optional<double> ConstantValues::scalar(ValueId value) const {
    const RuntimeValue* result = computed(value);
    if (!result)
        return scalarConstant(m_model, value);
    if (!result->isTensor() || result->type == DataType::string || result->count() != 1)
        return std::nullopt;
    const auto numbers = elementsAsDoubles(result->toTensor({}));
    return numbers && numbers->size() == 1 ? std::optional((*numbers)[0]) : std::nullopt;
}

std::vector<std::pair<ValueId, RuntimeValue>>
ConstantValues::takeResults(const std::unordered_set<ValueId>& read) && {
    std::unordered_set<ValueId> returned;
    m_model.graphs().forEach([&](GraphId, const auto& graph) {
        returned.insert(graph->outputs.begin(), graph->outputs.end());
    });
    std::vector<std::pair<ValueId, RuntimeValue>> results;
    for (auto& [id, value] : m_results) {
        const auto readers = m_model.consumers(id);
        if (read.contains(id) || returned.contains(id) ||
            std::ranges::any_of(readers, [&](NodeId reader) { return !m_here.contains(reader); }))
            results.emplace_back(id, std::move(value));
    }
    return results;
}

} // namespace partita::cpu
