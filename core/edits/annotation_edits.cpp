// Rules of edits of what is said about a model and its parts.

#include <algorithm>

#include "core/base/try.h"
#include "core/edits/constant_tools.h"
#include "core/edits/edit_rules.h"
#include "core/edits/edit_tools.h"
#include "core/ir/layer_annotation.h"
#include "core/ir/metadata_entries.h"

namespace partita {
namespace edits {

namespace {

AnnotationsPtr shared(Annotations annotations) {
    if (annotations.docString.empty() && annotations.metadata.empty())
        return nullptr;
    return std::make_shared<const Annotations>(std::move(annotations));
}

/// Reads and replaces the annotations of a part of a model.
class Part {
public:
    Part(const Model& model, const Annotated& of) : m_model(model), m_of(of) {}

    [[nodiscard]] Result<void> check() const {
        const int named = static_cast<int>(static_cast<bool>(m_of.node)) +
                          static_cast<int>(static_cast<bool>(m_of.value)) +
                          static_cast<int>(static_cast<bool>(m_of.graph));
        if (named > 1)
            return Error{Errc::usage, PARTITA_TEXT("more than one part is named"), {}, {}};
        if (m_of.node)
            PARTITA_TRY(existing(m_model, m_of.node));
        if (m_of.graph)
            PARTITA_TRY(existing(m_model, m_of.graph));
        return m_of.value ? checkValue() : Result<void>();
    }

    [[nodiscard]] AnnotationsPtr now() const {
        if (m_of.node)
            return m_model.node(m_of.node)->annotations;
        if (m_of.graph)
            return m_model.graph(m_of.graph)->annotations;
        if (!m_of.value)
            return m_model.info().annotations;
        const Value& value = *m_model.value(m_of.value);
        return isPlainInitializer() ? value.initializer->annotations : value.annotations;
    }

    void set(ModelEditor& editor, const AnnotationsPtr& annotations) const {
        if (m_of.node)
            editor.changeNode(m_of.node, [&](Node& node) { node.annotations = annotations; });
        else if (m_of.graph)
            editor.changeGraph(m_of.graph, [&](Graph& graph) { graph.annotations = annotations; });
        else if (!m_of.value)
            editor.changeInfo([&](ModelInfo& info) { info.annotations = annotations; });
        else
            editor.changeValue(m_of.value, [&](Value& value) {
                if (!isPlainInitializer()) {
                    value.annotations = annotations;
                    return;
                }
                auto tensor = std::make_shared<Tensor>(*value.initializer);
                tensor->annotations = annotations;
                value.initializer = std::move(tensor);
            });
    }

    [[nodiscard]] Message name() const {
        if (m_of.node)
            return m_model.node(m_of.node)->label();
        if (m_of.value)
            return tensorText(m_model, m_of.value);
        return m_of.graph ? Message(m_model.graphPath(m_of.graph)) : PARTITA_TEXT("the model");
    }
    [[nodiscard]] Message where() const {
        return m_of.node || m_of.value || m_of.graph ? name() : Message();
    }

private:
    /// In a file the text of an initializer is in its tensor, that of other values beside their type.
    [[nodiscard]] bool isPlainInitializer() const {
        return m_model.value(m_of.value)->initializer && !isInterface();
    }
    [[nodiscard]] bool isInterface() const {
        const Graph& graph = *m_model.graph(m_model.value(m_of.value)->graph);
        return std::ranges::find(graph.inputs, m_of.value) != graph.inputs.end() ||
               std::ranges::find(graph.outputs, m_of.value) != graph.outputs.end();
    }
    [[nodiscard]] Result<void> checkValue() const {
        const auto value = PARTITA_TRY(existing(m_model, m_of.value));
        const Graph& graph = *m_model.graph(value->graph);
        const bool onlyNamed = graph.function && isInterface();
        if (!onlyNamed && (value->initializer || value->type))
            return {};
        return Error{Errc::unsupported,
                     PARTITA_TEXT("a file has no place for a text about '{0}'",
                                  tensorText(m_model, m_of.value)),
                     {},
                     PARTITA_TEXT("describe the node that makes it")};
    }

    const Model& m_model;
    const Annotated& m_of;
};

} // namespace
} // namespace edits

Result<AnnotationsPtr> annotationsOf(const Model& model, const Annotated& part) {
    const edits::Part found(model, part);
    PARTITA_TRY(found.check());
    return found.now();
}

Message partText(const Model& model, const Annotated& part) {
    return edits::Part(model, part).name();
}

namespace edits {

Result<Edited> apply(const Model& model, const SetDocumentation& edit) {
    Part part(model, edit.of);
    PARTITA_TRY(part.check());
    const AnnotationsPtr before = part.now();
    Annotations annotations = before ? *before : Annotations();
    if (annotations.docString == edit.text)
        return nothingToDo(PARTITA_TEXT("the documentation says that already"));
    annotations.docString = edit.text;
    ModelEditor editor(model);
    part.set(editor, shared(std::move(annotations)));
    return finished(std::move(editor),
                    edit.text.empty() ? PARTITA_TEXT("Remove the documentation of {0}", part.name())
                                      : PARTITA_TEXT("Document {0}", part.name()),
                    part.where());
}

Result<Edited> apply(const Model& model, const SetMetadata& edit) {
    Part part(model, edit.of);
    PARTITA_TRY(part.check());
    if (edit.key.empty())
        return Error{Errc::usage, PARTITA_TEXT("metadata needs a key"), {}, {}};
    const AnnotationsPtr before = part.now();
    Annotations annotations = before ? *before : Annotations();
    auto& pairs = annotations.metadata;
    if (edit.remove) {
        if (!removeEntry(pairs, edit.key))
            return Error{Errc::usage,
                         PARTITA_TEXT("{0} has no metadata '{1}'", part.name(), edit.key),
                         {},
                         {}};
    } else if (!setEntry(pairs, edit.key, edit.value)) {
        return nothingToDo(PARTITA_TEXT("metadata '{0}' says that already", edit.key));
    }
    ModelEditor editor(model);
    part.set(editor, shared(std::move(annotations)));
    return finished(std::move(editor),
                    edit.remove ? PARTITA_TEXT("Remove metadata {0} of {1}", edit.key, part.name())
                                : PARTITA_TEXT("Set metadata {0} of {1}", edit.key, part.name()),
                    part.where());
}

Result<Edited> apply(const Model& model, const MarkNodes& edit) {
    const std::vector<NodeId> nodes = PARTITA_TRY(existing(model, edit.nodes));
    if (!edit.mark.empty() && !isLayerName(edit.mark))
        return Error{Errc::usage,
                     PARTITA_TEXT("'{0}' is no mark that a session can name", edit.mark),
                     {},
                     PARTITA_TEXT("leave out commas, semicolons, brackets and = at the beginning")};
    ModelEditor editor(model);
    std::size_t count = 0;
    for (const NodeId id : nodes)
        if (auto marked = withLayer(model.node(id)->annotations, edit.mark);
            marked != model.node(id)->annotations) {
            ++count;
            editor.changeNode(id, [&](Node& node) { node.annotations = std::move(marked); });
        }
    if (count == 0)
        return nothingToDo(edit.mark.empty()
                               ? PARTITA_TEXT("none of the nodes has a mark")
                               : PARTITA_TEXT("the nodes have the mark '{0}' already", edit.mark));
    const std::string label = model.node(nodes.front())->label();
    Message what =
        nodes.size() > 1
            ? (edit.mark.empty() ? PARTITA_TEXT("Remove the marks of {0} nodes", nodes.size())
                                 : PARTITA_TEXT("Mark {0} nodes with {1}", nodes.size(), edit.mark))
        : edit.mark.empty() ? PARTITA_TEXT("Remove the mark of {0}", label)
                            : PARTITA_TEXT("Mark {0} with {1}", label, edit.mark);
    return finished(std::move(editor), std::move(what), label, nodes);
}

Result<Edited> apply(const Model& model, const SetProducer& edit) {
    ModelInfo now = model.info();
    const auto set = [](auto& field, const auto& wanted) {
        if (wanted)
            field = *wanted;
    };
    set(now.producerName, edit.producerName);
    set(now.producerVersion, edit.producerVersion);
    set(now.domain, edit.domain);
    set(now.modelVersion, edit.modelVersion);
    const ModelInfo& before = model.info();
    if (now.producerName == before.producerName && now.producerVersion == before.producerVersion &&
        now.domain == before.domain && now.modelVersion == before.modelVersion)
        return nothingToDo(PARTITA_TEXT("the model says that already"));
    ModelEditor editor(model);
    editor.changeInfo([&](ModelInfo& info) { info = std::move(now); });
    return finished(std::move(editor), PARTITA_TEXT("Set the producer of the model"), {});
}

} // namespace edits
} // namespace partita
