// Rules of SetDimension and SetBatch.

#include <algorithm>
#include <map>

#include "core/base/try.h"
#include "core/base/typed_text.h"
#include "core/edits/constant_tools.h"
#include "core/edits/edit_rules.h"
#include "core/edits/edit_tools.h"
#include "core/ir/constants.h"
#include "core/ir/function_calls.h"

namespace partita {
namespace edits {

namespace {

Result<void> checkSize(const Dim& size) {
    if (size.value ? *size.value >= 0 : !size.param.empty())
        return {};
    return Error{Errc::usage,
                 PARTITA_TEXT("'{0}' is no size", size.text()),
                 {},
                 PARTITA_TEXT("give 0 or more, or a name for a size that is open")};
}

/// The type with `change(Dim&)` on all its sizes; null: it has none that changes.
template <class F> TypePtr withSizes(const TypePtr& type, F&& change) {
    if (!type)
        return nullptr;
    Type changed = *type;
    if (changed.shape)
        for (Dim& dim : *changed.shape)
            change(dim);
    if (const TypePtr nested = withSizes(type->nested, change))
        changed.nested = nested;
    return changed.nested == type->nested && changed.shape == type->shape
               ? nullptr
               : std::make_shared<const Type>(std::move(changed));
}

/// Gives a symbol another size in the types of all values; returns in how many.
std::size_t replaceSymbol(ModelEditor& editor, const std::string& symbol, const Dim& size) {
    std::size_t count = 0;
    const Model model = editor.model();
    model.values().forEach([&](ValueId id, const auto& value) {
        const TypePtr type = withSizes(value->type, [&](Dim& dim) {
            if (!dim.value && dim.param == symbol)
                dim = Dim{size.value, size.value ? "" : size.param, dim.denotation};
        });
        if (!type)
            return;
        editor.changeValue(id, [&](Value& changed) { changed.type = type; });
        ++count;
    });
    return count;
}

/// The change of the batch size: the first size of the first input, and what has the same.
class BatchChange {
public:
    BatchChange(const Model& model, const Dim& size)
        : m_model(model), m_size(size), m_editor(model) {}

    Result<Edited> run() {
        PARTITA_TRY(checkSize(m_size));
        PARTITA_TRY(findOld());
        if (m_old.value == m_size.value && m_old.param == m_size.param)
            return nothingToDo(PARTITA_TEXT("the batch size is {0} already", m_size.text()));
        if (!m_old.value && !m_old.param.empty())
            replaceSymbol(m_editor, m_old.param, m_size);
        else
            replaceFirstSizes();
        return finished(std::move(m_editor), whatWasDone(), {});
    }

private:
    [[nodiscard]] const Dim* firstSize(ValueId id) const {
        const TypePtr& type = m_model.value(id)->type;
        return type && type->isTensor() && type->shape && !type->shape->empty()
                   ? &type->shape->front()
                   : nullptr;
    }
    [[nodiscard]] bool isBatch(const Dim& dim) const {
        return dim.value == m_old.value && dim.param == m_old.param;
    }

    Result<void> findOld() {
        for (const ValueId id : main().inputs)
            if (const Dim* first = firstSize(id); first && !m_model.value(id)->isConstant()) {
                m_old = *first;
                return {};
            }
        return Error{Errc::usage,
                     PARTITA_TEXT("no input has a first size"),
                     {},
                     PARTITA_TEXT("set the types of the inputs first")};
    }

    void replaceFirstSizes() {
        std::vector<ValueId> changed;
        for (const auto* list : {&main().inputs, &main().outputs})
            for (const ValueId id : *list) {
                const Dim* first = firstSize(id);
                if (!first || !isBatch(*first) || m_model.value(id)->isConstant())
                    continue;
                m_editor.changeValue(id, [&](Value& value) {
                    Type type = *value.type;
                    type.shape->front() =
                        Dim{m_size.value, m_size.value ? "" : m_size.param, first->denotation};
                    value.type = std::make_shared<const Type>(std::move(type));
                });
                if (list == &main().inputs)
                    changed.push_back(id);
            }
        if (m_old.value)
            followInReshapes(valuesBehind(m_model, changed));
        forgetTypesBehind(m_editor, changed);
    }

    /// A Reshape of what the inputs give, to a constant shape that begins with the old size.
    void followInReshapes(const std::unordered_set<ValueId>& fromInputs) {
        const std::vector<bool> inFunctions = graphsOfFunctions(m_model);
        m_model.nodes().forEach([&](NodeId id, const auto& node) {
            if (!node->is("Reshape") || node->inputs.size() < 2 || inFunctions[node->graph.value] ||
                !fromInputs.contains(node->inputs[0]))
                return;
            const auto constant = constantOf(m_model, node->inputs[1]);
            const auto target =
                constant ? elementsAsInts(*constant) : Result<std::vector<std::int64_t>>(Error{});
            if (!target || target->empty() || target->front() != *m_old.value)
                return;
            auto changed = *target;
            if (const auto first = sizeIn(*node, changed)) {
                changed.front() = *first;
                setTarget(id, *constant, changed);
                ++m_reshapes;
            } else {
                ++m_left;
            }
        });
    }

    /// What stands for the new batch size in a target of a Reshape; nothing: nothing can.
    [[nodiscard]] std::optional<std::int64_t>
    sizeIn(const Node& node, const std::vector<std::int64_t>& target) const {
        if (m_size.value)
            return m_size.value;
        if (std::ranges::find(target, -1) == target.end())
            return -1;
        // 0 copies the size of the input.
        const Dim* first = firstSize(node.inputs[0]);
        const bool copies = first && isBatch(*first) && node.intAttribute("allowzero", 0) == 0;
        return copies ? std::optional<std::int64_t>(0) : std::nullopt;
    }

    void setTarget(NodeId id, const Tensor& constant, const std::vector<std::int64_t>& target) {
        const ValueId old = m_model.node(id)->inputs[1];
        auto tensor = std::make_shared<Tensor>(Tensor::of(DataType::int64, constant.dims, target));
        tensor->name = constant.name;
        if (m_model.consumers(old).size() == 1 && !m_model.isGraphOutput(old)) {
            setConstant(m_editor, old, std::move(tensor));
            return;
        }
        // Others read the constant, too; equal new ones are shared.
        ValueId& made = m_made[{m_model.node(id)->graph, target}];
        if (!made) {
            Value value;
            value.graph = m_model.node(id)->graph;
            value.name = m_names.unique(m_model.value(old)->name + "_batch");
            tensor->name = value.name;
            value.type = Type::tensor(tensor->type, tensor->shape());
            value.initializer = std::move(tensor);
            made = m_editor.addValue(std::move(value));
            needPlainInitializers(m_editor);
        }
        m_editor.changeNode(id, [&](Node& node) { node.inputs[1] = made; });
    }

    [[nodiscard]] Message whatWasDone() const {
        Message what = PARTITA_TEXT("Set the batch size to {0}", m_size.text());
        if (m_reshapes)
            what = m_reshapes == 1
                       ? PARTITA_TEXT("{0}; the shape of 1 Reshape follows", what)
                       : PARTITA_TEXT("{0}; the shapes of {1} Reshapes follow", what, m_reshapes);
        if (m_left)
            what = m_left == 1
                       ? PARTITA_TEXT("{0}; the shape of 1 Reshape cannot", what)
                       : PARTITA_TEXT("{0}; the shapes of {1} Reshapes cannot", what, m_left);
        std::string others;
        for (const ValueId id : main().inputs)
            if (const Dim* first = firstSize(id);
                first && !isBatch(*first) && !m_model.value(id)->isConstant())
                others += (others.empty() ? "" : ", ") + tensorText(m_model, id);
        if (!others.empty())
            what = PARTITA_TEXT("{0}; another first size has {1}", what, others);
        return what;
    }

    [[nodiscard]] const Graph& main() const { return *m_model.graph(m_model.mainGraph()); }

    const Model& m_model;
    const Dim& m_size;
    ModelEditor m_editor;
    NamesInUse m_names{m_model};
    Dim m_old;
    std::map<std::pair<GraphId, std::vector<std::int64_t>>, ValueId> m_made;
    std::size_t m_reshapes = 0, m_left = 0;
};

/// Adds the symbols in a type, each once, in their order.
void addSymbols(const TypePtr& type, std::vector<std::string>& into) {
    for (const Type* at = type.get(); at; at = at->nested.get())
        for (const Dim& dim : at->shape.value_or(Shape()))
            if (!dim.value && !dim.param.empty() &&
                std::ranges::find(into, dim.param) == into.end())
                into.push_back(dim.param);
}

} // namespace
} // namespace edits

std::vector<std::string> inputSymbolsOf(const Model& model) {
    std::vector<std::string> symbols;
    for (const ValueId id : model.graph(model.mainGraph())->inputs)
        edits::addSymbols(model.value(id)->type, symbols);
    return symbols;
}

std::vector<std::string> symbolsOf(const Model& model) {
    std::vector<std::string> symbols = inputSymbolsOf(model);
    for (const ValueId id : model.graph(model.mainGraph())->outputs)
        edits::addSymbols(model.value(id)->type, symbols);
    return symbols;
}

namespace edits {

Result<Edited> apply(const Model& model, const SetDimension& edit) {
    PARTITA_TRY(checkSize(edit.size));
    if (!edit.size.value && edit.size.param == edit.symbol)
        return nothingToDo(PARTITA_TEXT("the size is called '{0}' already", edit.symbol));
    const auto symbols = symbolsOf(model);
    const bool isTaken =
        !edit.size.value && std::ranges::find(symbols, edit.size.param) != symbols.end();
    ModelEditor editor(model);
    if (edit.symbol.empty() || replaceSymbol(editor, edit.symbol, edit.size) == 0)
        return Error{Errc::usage,
                     PARTITA_TEXT("no size is called '{0}'", edit.symbol),
                     {},
                     seeTyped(PARTITA_TEXT("name a size of an input"), "`info`")};
    Message what = PARTITA_TEXT("Set size {0} to {1}", edit.symbol, edit.size.text());
    if (isTaken) // the two are one size from now on
        what = PARTITA_TEXT("{0}, as other sizes are called", what);
    return finished(std::move(editor), std::move(what), {});
}

Result<Edited> apply(const Model& model, const SetBatch& edit) {
    return BatchChange(model, edit.size).run();
}

} // namespace edits
} // namespace partita
