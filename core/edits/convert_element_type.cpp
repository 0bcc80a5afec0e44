// The rule of ConvertElementType.

#include "core/base/try.h"
#include "core/edits/constant_tools.h"
#include "core/edits/edit_rules.h"
#include "core/edits/edit_tools.h"
#include "core/ir/convert_elements.h"
#include "core/onnx/schema_rules.h"

namespace partita::edits {

namespace {

/// The error of elements that cannot become another type comes from converting them: of none, here.
Result<void> checkElements(const Tensor& tensor, DataType type) {
    Tensor none;
    none.name = tensor.name;
    none.type = tensor.type;
    none.dims = {0};
    PARTITA_TRY(convertElements(none, type));
    return {};
}

class Conversion {
public:
    Conversion(const Model& model, const ConvertElementType& edit)
        : m_model(model), m_edit(edit), m_editor(model), m_names(model) {}

    Result<Edited> run() {
        for (const ValueId id : m_edit.values)
            PARTITA_TRY(convert(id));
        if (m_changed.empty())
            return nothingToDo(
                PARTITA_TEXT("the constants are {0} already", dataTypeName(m_edit.type)));
        if (!m_edit.castBack)
            forgetTypesBehind(m_editor, m_changed);
        const std::string name = tensorText(m_model, m_changed.front());
        const auto type = dataTypeName(m_edit.type);
        const std::size_t count = m_changed.size();
        Message what = count > 1 ? PARTITA_TEXT("Convert {0} constants to {1}", count, type)
                                 : PARTITA_TEXT("Convert {0} to {1}", name, type);
        if (m_clipped == 1)
            what = PARTITA_TEXT("{0}; 1 element is out of range and was clipped", what);
        else if (m_clipped)
            what = PARTITA_TEXT("{0}; {1} elements are out of range and were clipped", what,
                                m_clipped);
        return finished(std::move(m_editor), std::move(what), count > 1 ? Message() : Message(name),
                        std::move(m_casts));
    }

private:
    Result<void> convert(ValueId id) {
        const auto before = PARTITA_TRY(constantTensor(m_editor.model(), id));
        if (before->type == m_edit.type)
            return {};
        PARTITA_TRY(checkConversion(m_model, id, m_edit.type, m_edit.castBack));
        auto converted = convertElements(*before, m_edit.type);
        if (!converted)
            return std::move(converted).error().at(
                PARTITA_TEXT("tensor '{0}'", tensorText(m_model, id)));
        m_clipped += converted->clipped;
        const bool read = isRead(m_model, id);
        const TypePtr declared = m_model.isGraphInput(id) ? m_model.value(id)->type : nullptr;
        setConstant(m_editor, id, std::make_shared<const Tensor>(std::move(converted->tensor)));
        if (declared && declared->isTensor()) // an input with a default keeps its sizes
            m_editor.changeValue(
                id, [&](Value& value) { value.type = withElement(declared, m_edit.type); });
        m_changed.push_back(id);
        return m_edit.castBack && read ? castBack(id, before->type) : Result<void>();
    }

    /// Readers read a Cast to the type that the constant had.
    Result<void> castBack(ValueId id, DataType type) {
        const Value constant = *m_editor.model().value(id);
        const std::string wish = constant.name + "_as_" + std::string(dataTypeName(type));
        Value made;
        made.graph = constant.graph;
        made.name = m_names.unique(wish);
        const auto tensor = PARTITA_TRY(constantTensor(m_editor.model(), id));
        const TypePtr back = Type::tensor(type, tensor->shape());
        made.type = back;
        const ValueId cast = m_editor.addValue(std::move(made));
        if (!m_editor.replaceAllUses(id, cast))
            return Error{Errc::unsupported,
                         PARTITA_TEXT("'{0}' is an input and an output, so that nothing can stand "
                                      "between",
                                      constant.name),
                         {},
                         PARTITA_TEXT("convert it without a Cast")};
        // A name that a graph returns is the Cast's now.
        if (m_editor.model().value(id)->name != constant.name)
            m_editor.changeValue(id, [&](Value& value) {
                value.name =
                    m_names.unique(constant.name + "_" + std::string(dataTypeName(m_edit.type)));
            });
        m_editor.changeValue(cast, [&](Value& value) { value.type = back; });
        m_casts.push_back(m_editor.addNode(
            castNode(constant.graph, m_names.unique(wish + "_Cast"), id, cast, type)));
        return {};
    }

    const Model& m_model;
    const ConvertElementType& m_edit;
    ModelEditor m_editor;
    NamesInUse m_names;
    std::vector<ValueId> m_changed;
    std::vector<NodeId> m_casts;
    std::uint64_t m_clipped = 0;
};

} // namespace

Result<void> checkCast(const Model& model, GraphId graph, DataType from, DataType to) {
    const auto opset = opsetIn(model, graph, "").value_or(1);
    const auto bit = [](DataType type) { return std::uint64_t{1} << static_cast<unsigned>(type); };
    const SchemaRules rules = schemaRules("Cast", "", opset);
    constexpr std::int64_t kNumberedTypes = 6; // before, `to` is a text
    if (opset >= kNumberedTypes && !rules.inputs.empty() && (rules.inputs[0].allowed & bit(from)) &&
        (rules.firstOutput() & bit(to)))
        return {};
    return Error{Errc::unsupported,
                 PARTITA_TEXT("Cast from {0} to {1} does not exist in opset {2}",
                              dataTypeName(from), dataTypeName(to), opset),
                 {},
                 PARTITA_TEXT("convert the model to a newer opset first")};
}

Result<void> checkConversion(const Model& model, ValueId value, DataType type, bool castBack) {
    const auto tensor = PARTITA_TRY(constantTensor(model, value));
    if (tensor->type == type)
        return nothingToDo(PARTITA_TEXT("the constants are {0} already", dataTypeName(type)));
    PARTITA_TRY(checkElements(*tensor, type));
    if (castBack && isRead(model, value))
        PARTITA_TRY(checkCast(model, model.value(value)->graph, type, tensor->type));
    return {};
}

Result<Edited> apply(const Model& model, const ConvertElementType& edit) {
    return Conversion(model, edit).run();
}

} // namespace partita::edits
