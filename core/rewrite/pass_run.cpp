#include "core/rewrite/pass_run.h"

#include <algorithm>

#include "core/base/numbered_name.h"
#include "core/ir/constants.h"
#include "core/ir/element_type.h"
#include "core/ir/function_calls.h"
#include "core/ir/graph_order.h"
#include "core/ir/input_shape.h"
#include "core/onnx/least_inputs.h"

namespace partita {

const Model& Rewriter::model() const { return m_editor ? m_editor->model() : m_run.m_model; }

ModelEditor& Rewriter::editor() {
    if (!m_editor)
        m_editor.emplace(m_run.m_model);
    return *m_editor;
}

ModelDelta Rewriter::commit() && { return std::move(*m_editor).commit(); }

const Node* Rewriter::node(NodeId id) const {
    return m_run.malformed().contains(id) ? nullptr : model().node(id).get();
}

const Node* Rewriter::producer(ValueId value) const {
    return value ? node(model().producer(value)) : nullptr;
}

bool Rewriter::isReadOnce(ValueId value) const {
    const auto readers = model().consumers(value);
    if (readers.size() != 1 || model().isGraphOutput(value))
        return false;
    const auto& inputs = model().node(readers[0])->inputs;
    return std::count(inputs.begin(), inputs.end(), value) == 1;
}

std::optional<Tensor> Rewriter::constant(ValueId value) const {
    return value && !isTunable(value) ? constantOf(model(), value) : std::nullopt;
}

bool Rewriter::isTunable(ValueId value) const { return m_run.m_options.tunable.contains(value); }

bool Rewriter::isConstant(ValueId id) const {
    const auto& value = model().value(id);
    if (!value || isTunable(id))
        return false;
    if (value->initializer)
        return !model().isGraphInput(id);
    const Node* made = producer(id);
    return made && made->is("Constant") && constantValue(*made).has_value();
}

std::optional<std::vector<std::int64_t>> Rewriter::ints(ValueId value) const {
    const auto tensor = constant(value);
    if (!tensor)
        return std::nullopt;
    auto numbers = elementsAsInts(*tensor, 1 << 16);
    return numbers ? std::optional(*std::move(numbers)) : std::nullopt;
}

std::optional<double> Rewriter::scalar(ValueId value) const {
    return value && !isTunable(value) ? scalarConstant(model(), value) : std::nullopt;
}

std::optional<double> Rewriter::uniform(ValueId value) const {
    const auto tensor = constant(value);
    if (!tensor || tensor->count() == 0 || tensor->type == DataType::string || tensor->isComputed())
        return std::nullopt;
    const auto bytes = elements(*tensor);
    if (!bytes)
        return std::nullopt;
    const double first = numberAt(tensor->type, bytes->bytes(), 0);
    for (std::size_t i = 1; i < static_cast<std::size_t>(tensor->count()); ++i)
        if (numberAt(tensor->type, bytes->bytes(), i) != first)
            return std::nullopt;
    return first;
}

DataType Rewriter::elementType(ValueId id) const {
    if (const DataType type = elementTypeOf(model(), id); type != DataType::undefined)
        return type;
    const auto tensor = constant(id);
    return tensor ? tensor->type : DataType::undefined;
}

const Shape* Rewriter::shape(ValueId id) const {
    if (const Shape* declared = shapeOf(model(), id))
        return declared;
    if (const auto known = m_constantShapes.find(id); known != m_constantShapes.end())
        return &known->second;
    const auto tensor = model().value(id) ? constantOf(model(), id) : std::nullopt;
    return tensor ? &m_constantShapes.emplace(id, tensor->shape()).first->second : nullptr;
}

std::optional<std::vector<std::int64_t>> Rewriter::dims(ValueId id) const {
    const Shape* known = shape(id);
    return known ? staticDims(*known) : std::nullopt;
}

std::string Rewriter::freshName(const std::string& wish) {
    auto& names = m_run.m_names;
    if (names.empty()) {
        m_run.m_model.values().forEach(
            [&](ValueId, const auto& value) { names.insert(value->name); });
        m_run.m_model.nodes().forEach([&](NodeId, const auto& node) { names.insert(node->name); });
    }
    return numberedName(wish, 1,
                        [&](const std::string& name) { return names.insert(name).second; });
}

ValueId Rewriter::addConstant(GraphId graph, const std::string& name, Tensor tensor) {
    Value value;
    value.graph = graph;
    value.name = freshName(name);
    tensor.name = value.name;
    value.type = Type::tensor(tensor.type, tensor.shape());
    value.initializer = std::make_shared<const Tensor>(std::move(tensor));
    needsPlainInitializers();
    return editor().addValue(std::move(value));
}

std::string Rewriter::nameFor(const Node& node) {
    return node.name.empty() ? node.opType.str() : node.name;
}

void Rewriter::needsPlainInitializers() {
    if (model().info().irVersion < 4)
        editor().changeInfo([](ModelInfo& info) { info.irVersion = 4; });
}

void Rewriter::replaceConstant(NodeId id, std::size_t at, Tensor tensor) {
    const Node node = *model().node(id);
    const ValueId old = node.inputs[at];
    const auto value = model().value(old);
    if (value->initializer)
        dropPages(*value->initializer);
    if (!value->initializer || !isReadOnce(old)) {
        setInput(id, at, addConstant(node.graph, value->name, std::move(tensor)));
        return;
    }
    tensor.name = value->name;
    editor().changeValue(old, [&](Value& changed) {
        changed.type = Type::tensor(tensor.type, tensor.shape());
        changed.initializer = std::make_shared<const Tensor>(std::move(tensor));
    });
}

ValueId Rewriter::addValue(GraphId graph, const std::string& name, TypePtr type) {
    Value value;
    value.graph = graph;
    value.name = freshName(name);
    value.type = std::move(type);
    return editor().addValue(std::move(value));
}

NodeId Rewriter::addNode(GraphId graph, std::string name, std::string_view op,
                         const std::vector<ValueId>& inputs, const std::vector<ValueId>& outputs,
                         const std::vector<NodeId>& from, Attributes attributes) {
    // A name taken over from a replaced node is in use already; any other name must be new.
    const bool inherited = std::ranges::any_of(from, [&](NodeId id) {
        const auto& origin = model().node(id);
        return origin && origin->name == name;
    });
    Node node;
    node.graph = graph;
    node.name = name.empty() || inherited ? std::move(name) : freshName(name);
    node.opType = op;
    node.inputs.assign(inputs.begin(), inputs.end());
    node.outputs.assign(outputs.begin(), outputs.end());
    node.attributes = std::make_shared<const Attributes>(std::move(attributes));
    return editor().addNode(std::move(node), from);
}

bool Rewriter::forward(ValueId from, ValueId to) {
    if (!from || !to || from == to)
        return false;
    const auto &old = model().value(from), &replacement = model().value(to);
    if (model().isGraphOutput(from)) {
        // A graph output must be made by a node of the same graph and keep its name.
        if (replacement->graph != old->graph || !model().producer(to) || model().isGraphOutput(to))
            return false;
    }
    for (const auto& annotation : model().graph(old->graph)->quantization)
        if (annotation.tensor == from ||
            std::ranges::any_of(annotation.parameters,
                                [&](const auto& each) { return each.second == from; }))
            return false;
    return editor().replaceAllUses(from, to);
}

void Rewriter::remove(NodeId id) {
    const Node node = *model().node(id);
    for (const GraphId body : node.subgraphs()) {
        for (const NodeId inner : model().nodesOf(body))
            remove(inner);
        std::vector<ValueId> values;
        model().values().forEach([&](ValueId value, const auto& each) {
            if (each->graph == body)
                values.push_back(value);
        });
        editor().removeGraph(body);
        for (const ValueId value : values)
            editor().removeValue(value);
    }
    editor().removeNode(id);
    for (const ValueId output : node.outputs)
        if (output && !model().isGraphOutput(output))
            editor().removeValue(output);
}

bool Rewriter::bypass(const Node& node, ValueId to) {
    for (std::size_t i = 1; i < node.outputs.size(); ++i)
        if (node.outputs[i] &&
            (!model().consumers(node.outputs[i]).empty() || model().isGraphOutput(node.outputs[i])))
            return false;
    if (!forward(node.outputs[0], to))
        return false;
    remove(node.id);
    return true;
}

bool Rewriter::isUnread(const Node& node) const {
    return std::ranges::all_of(node.outputs, [&](ValueId output) {
        return !output || (model().consumers(output).empty() && !model().isGraphOutput(output));
    });
}

void Rewriter::moveValue(ValueId value, GraphId into) {
    editor().changeValue(value, [&](Value& moved) {
        moved.graph = into;
        moved.name = nameIn(moved.name, value);
    });
}

void Rewriter::removeIfUnread(const Node& node, NodeId into) {
    if (!isUnread(node))
        return;
    absorb(into, node);
    remove(node.id);
}

bool Rewriter::replaceByConstant(const Node& node, Tensor tensor) {
    if (node.outputs.empty() || !node.outputs[0])
        return false;
    const ValueId output = node.outputs[0];
    tensor.name = model().value(output)->name;
    const TypePtr type = Type::tensor(tensor.type, tensor.shape());
    const auto constant = std::make_shared<const Tensor>(std::move(tensor));
    needsPlainInitializers();
    editor().removeNode(node.id);
    editor().changeValue(output, [&](Value& changed) {
        changed.type = type;
        changed.initializer = constant;
    });
    return true;
}

std::string Rewriter::nameIn(const std::string& wish, ValueId owner) {
    if (model().value(owner)->name == wish) { // it keeps its name unless another graph uses the
                                              // same
        bool taken = false;
        const GraphId graph = model().value(owner)->graph;
        model().values().forEach([&](ValueId id, const auto& value) {
            taken = taken || (id != owner && value->graph != graph && value->name == wish);
        });
        if (!taken)
            return wish;
    }
    return freshName(wish);
}

void Rewriter::setInput(NodeId id, std::size_t at, ValueId value) {
    editor().changeNode(id, [&](Node& node) {
        while (node.inputs.size() <= at)
            node.inputs.push_back(ValueId{});
        node.inputs[at] = value;
    });
}

void Rewriter::absorb(NodeId id, const Node& other) {
    editor().changeNode(id, [&](Node& node) {
        std::vector<NodeId> from =
            node.origin ? node.origin->derivedFrom : std::vector<NodeId>{node.id};
        from.push_back(other.id);
        node.origin = std::make_shared<const Origin>(Origin{{}, std::move(from)});
        if (!other.annotations)
            return;
        Annotations merged = node.annotations ? *node.annotations : Annotations();
        if (!other.annotations->docString.empty() &&
            merged.docString.find(other.annotations->docString) == std::string::npos)
            merged.docString +=
                (merged.docString.empty() ? "" : "\n") + other.annotations->docString;
        for (const auto& entry : other.annotations->metadata)
            if (std::ranges::none_of(merged.metadata,
                                     [&](const auto& known) { return known.first == entry.first; }))
                merged.metadata.push_back(entry);
        node.annotations = std::make_shared<const Annotations>(std::move(merged));
    });
}

void Rewriter::setAxes(NodeId id, std::size_t at, const std::vector<std::int64_t>& axes) {
    const Node node = *model().node(id);
    if (node.attribute("axes") || (node.inputs.size() <= at && opset() < 13)) {
        editor().setAttribute(id, Attribute::make("axes", axes));
        return;
    }
    const ValueId old = input(node, at);
    const std::string name = old ? model().value(old)->name : nameFor(node) + "_axes";
    setInput(id, at, addConstant(node.graph, name, Tensor::int64s(axes)));
}

void Rewriter::setPads(NodeId node, const std::vector<std::int64_t>& pads) {
    editor().setAttribute(node, Attribute::make("pads", pads));
    editor().removeAttribute(node, "auto_pad");
}

void Rewriter::note(NodeId node, Message why) { m_run.note(node, std::move(why)); }

namespace {

std::shared_ptr<const PassNodes> nodesOf(const Model& model) {
    PassNodes all;
    GraphOrder order(model);
    const FunctionIndex functions(model); // one may have the name of an operator
    const std::vector<bool> inFunctions = graphsOfFunctions(model);
    model.graphs().forEach([&](GraphId id, const auto&) {
        if (inFunctions[id.value])
            return;
        for (const NodeId node : order.topological(id))
            if (!functions.called(*model.node(node)) && lacksInputs(model, *model.node(node)))
                all.malformed.insert(node);
            else
                all.order.push_back(node);
    });
    return std::make_shared<const PassNodes>(std::move(all));
}

} // namespace

PassRun::PassRun(const PassInfo& info, Model model, const PassOptions& options, int round,
                 PassFacts known)
    : m_options(options), m_model(std::move(model)), m_known(std::move(known)),
      m_start(std::chrono::steady_clock::now()) {
    if (!m_known.nodes)
        m_known.nodes = nodesOf(m_model);
    m_trace.pass = info.name;
    m_trace.round = round;
}

std::shared_ptr<const SymbolicShapes> PassRun::shapes() {
    if (!m_known.shapes)
        m_known.shapes = std::make_shared<const SymbolicShapes>(m_model);
    return m_known.shapes;
}

PassFacts PassRun::factsAfter() const {
    PassFacts known = m_known;
    if (!m_trace.rewrites.empty())
        known.shapes = nullptr;
    if (std::ranges::any_of(m_trace.rewrites, [](const Rewrite& rewrite) {
            return !rewrite.delta.nodes.empty() || !rewrite.delta.graphs.empty();
        }))
        known.nodes = nullptr;
    return known;
}

bool PassRun::keep(NodeId anchor, Rewriter&& rewriter) {
    const Model after = rewriter.model();
    Rewrite rewrite{m_trace.pass, anchor, {}, {}};
    if (const auto& node = m_model.node(anchor))
        rewrite.anchorName = node->label();
    rewrite.delta = std::move(rewriter).commit();
    if (rewrite.delta.empty())
        return false;
    if (rewrite.anchorName.empty() &&
        rewrite.delta.values.size() == 1) { // named after the one value that changes
        const auto& change = rewrite.delta.values.front();
        rewrite.anchorName = (change.before ? change.before : change.after)->name;
    }
    switch (m_options.decide ? m_options.decide(rewrite, m_trace.round, after) : Decision::keep) {
    case Decision::skip: m_isSettled = m_isSettled && m_options.decidesByModel; return false;
    case Decision::stop: m_stopped = true; return false;
    case Decision::keep: break;
    }
    m_model = after;
    m_trace.rewrites.push_back(std::move(rewrite));
    return true;
}

PassTrace PassRun::finish() && {
    m_trace.time = std::chrono::duration_cast<std::chrono::microseconds>(
        std::chrono::steady_clock::now() - m_start);
    return std::move(m_trace);
}

} // namespace partita
