// The rule of ChangeTensorForm.

#include <algorithm>

#include "core/base/try.h"
#include "core/edits/constant_tools.h"
#include "core/edits/edit_rules.h"
#include "core/edits/edit_tools.h"
#include "core/ir/function_calls.h"
#include "core/onnx/schema_rules.h"

namespace partita::edits {

namespace {

/// Where a tensor without a computing node is now. An input with a default is both.
struct Present {
    bool input = false, initializer = false, constant = false;
};

Present presentForm(const Model& model, ValueId id) {
    const Value& value = *model.value(id);
    return {model.isGraphInput(id), value.isConstant(), constantNodeOf(model, id) != nullptr};
}

class FormChange {
public:
    FormChange(const Model& model, const ChangeTensorForm& edit)
        : m_model(model), m_edit(edit), m_editor(model) {}

    Result<Edited> run() {
        const auto value = PARTITA_TRY(existing(m_model, m_edit.value));
        m_graph = value->graph;
        m_name = tensorText(m_model, m_edit.value);
        m_from = presentForm(m_model, m_edit.value);
        PARTITA_TRY(check(*value));
        switch (m_edit.form) {
        case TensorForm::input: PARTITA_TRY(toInput()); break;
        case TensorForm::initializer: PARTITA_TRY(toInitializer()); break;
        case TensorForm::constant: PARTITA_TRY(toConstant()); break;
        }
        Message what = m_edit.form == TensorForm::input ? PARTITA_TEXT("Make {0} an input", m_name)
                       : m_edit.form == TensorForm::initializer
                           ? PARTITA_TEXT("Make {0} an initializer", m_name)
                           : PARTITA_TEXT("Make {0} the output of a Constant", m_name);
        return finished(std::move(m_editor), std::move(what), m_name, std::move(m_nodes));
    }

private:
    Result<void> check(const Value& value) {
        const bool ofFunction = graphsOfFunctions(m_model)[value.graph.value];
        const auto plain = [&](bool is, bool others) { return is && !others; };
        const bool already =
            m_edit.form == TensorForm::input         ? plain(m_from.input, m_from.initializer)
            : m_edit.form == TensorForm::initializer ? plain(m_from.initializer, m_from.input)
                                                     : m_from.constant;
        if (already)
            return nothingToDo(PARTITA_TEXT("'{0}' has that form already", m_name));
        if (!m_from.input && !m_from.initializer && !m_from.constant)
            return Error{
                Errc::usage,
                PARTITA_TEXT("'{0}' is computed by a node", m_name),
                {},
                PARTITA_TEXT("choose an input, an initializer or the output of a Constant")};
        if (m_from.input || m_edit.form == TensorForm::input)
            PARTITA_TRY(checkMain(m_model, value.graph));
        if (ofFunction && m_edit.form == TensorForm::initializer)
            return Error{Errc::unsupported,
                         PARTITA_TEXT("a function has no initializers"),
                         {PARTITA_TEXT("graph {0}", m_model.graphPath(value.graph))},
                         PARTITA_TEXT("leave it a Constant")};
        return {};
    }

    /// The elements of what becomes a constant: its own, or for an input those that are given.
    Result<TensorPtr> tensor() {
        if (m_from.initializer || m_from.constant)
            return constantTensor(m_model, m_edit.value);
        PARTITA_TRY(checkTensor(m_edit.tensor));
        PARTITA_TRY(checkFitsInput(m_model, m_edit.value, *m_edit.tensor));
        return m_edit.tensor;
    }

    Result<void> toInput() {
        TypePtr type = m_model.value(m_edit.value)->type;
        if (m_from.initializer || m_from.constant) {
            const auto elements = PARTITA_TRY(tensor());
            if (!type || !type->isTensor() || !m_from.input)
                type = Type::tensor(elements->type, elements->shape());
        }
        removeConstantNode();
        m_editor.changeValue(m_edit.value, [&](Value& value) {
            value.initializer = nullptr;
            value.sparseInitializer = nullptr;
            value.type = type;
        });
        if (!m_from.input)
            m_editor.changeGraph(m_graph,
                                 [&](Graph& graph) { graph.inputs.push_back(m_edit.value); });
        return {};
    }

    Result<void> toInitializer() {
        if (!m_from.initializer) {
            auto named = std::make_shared<Tensor>(*PARTITA_TRY(tensor()));
            named->name = m_model.value(m_edit.value)->name;
            removeConstantNode();
            m_editor.changeValue(m_edit.value, [&](Value& value) {
                value.type = Type::tensor(named->type, named->shape());
                value.initializer = named;
            });
        }
        removeFromInputs();
        needPlainInitializers(m_editor);
        return {};
    }

    Result<void> toConstant() {
        const Value before = *m_model.value(m_edit.value);
        AttributePtr attribute;
        if (before.sparseInitializer) {
            constexpr std::int64_t kSparseValue = 11;
            if (opsetIn(m_model, m_graph, "").value_or(1) < kSparseValue)
                return Error{
                    Errc::unsupported,
                    PARTITA_TEXT("a Constant with a sparse tensor needs opset {0}", kSparseValue),
                    {PARTITA_TEXT("tensor '{0}'", m_name)},
                    PARTITA_TEXT("convert the model to a newer opset first")};
            attribute = Attribute::make("sparse_value", before.sparseInitializer);
        } else {
            attribute = Attribute::make("value", PARTITA_TRY(tensor()));
            PARTITA_TRY(checkConstantTakes(std::get<TensorPtr>(attribute->value)->type));
        }
        removeFromInputs();
        m_editor.changeValue(m_edit.value, [&](Value& value) {
            value.initializer = nullptr;
            value.sparseInitializer = nullptr;
            if (const auto* held = std::get_if<TensorPtr>(&attribute->value))
                value.type = Type::tensor((*held)->type, (*held)->shape());
        });
        Node node;
        node.graph = m_graph;
        node.name = NamesInUse(m_model).unique("Constant_" + before.name);
        node.opType = "Constant";
        node.outputs = {m_edit.value};
        node.attributes = std::make_shared<const Attributes>(Attributes{std::move(attribute)});
        m_nodes.push_back(m_editor.addNode(std::move(node)));
        return {};
    }

    /// Before opset 9 a Constant is a floating-point tensor.
    Result<void> checkConstantTakes(DataType type) {
        const auto opset = opsetIn(m_model, m_graph, "").value_or(1);
        const std::uint64_t bit = std::uint64_t{1} << static_cast<unsigned>(type);
        if (schemaRules("Constant", "", opset).firstOutput() & bit)
            return {};
        return Error{Errc::unsupported,
                     PARTITA_TEXT("a Constant of {0} does not exist in opset {1}",
                                  dataTypeName(type), opset),
                     {PARTITA_TEXT("tensor '{0}'", m_name)},
                     PARTITA_TEXT("convert the model to a newer opset first")};
    }

    void removeConstantNode() {
        if (const auto node = constantNodeOf(m_model, m_edit.value))
            m_editor.removeNode(node->id);
    }
    void removeFromInputs() {
        if (m_from.input)
            m_editor.changeGraph(m_graph,
                                 [&](Graph& graph) { std::erase(graph.inputs, m_edit.value); });
    }

    const Model& m_model;
    const ChangeTensorForm& m_edit;
    ModelEditor m_editor;
    GraphId m_graph;
    std::string m_name;
    Present m_from;
    std::vector<NodeId> m_nodes;
};

} // namespace

Result<Edited> apply(const Model& model, const ChangeTensorForm& edit) {
    return FormChange(model, edit).run();
}

} // namespace partita::edits
