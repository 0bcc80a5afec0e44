// The inputs and outputs of a session's run.

#include <algorithm>
#include <utility>

#include "core/base/large_memory.h"
#include "core/base/mapped_files.h"
#include "core/base/try.h"
#include "core/base/typed_text.h"
#include "core/ir/constants.h"
#include "core/session/session.h"

namespace partita {

namespace {

Error wrongFeed(const std::string& name, Message what, Message remedy) {
    return {Errc::shapeMismatch,
            std::move(what),
            {PARTITA_TEXT("input '{0}'", name)},
            std::move(remedy)};
}

Message kindText(const RuntimeValue& value) {
    return value.none    ? PARTITA_TEXT("none")
           : value.isMap ? PARTITA_TEXT("a map")
           : value.items ? PARTITA_TEXT("sequence of {0}", value.items->size())
                         : Message(std::string(dataTypeName(value.type)));
}

Shape shapeOf(const Dims& dims) {
    Shape shape;
    for (const std::int64_t size : dims)
        shape.push_back({size, {}, {}});
    return shape;
}

/// How the kind or element type of a value differs from the declared type; empty: it fits.
Message otherKind(const Value& value, const RuntimeValue& given) {
    if (!value.type || value.type->kind == Type::Kind::none)
        return {};
    const bool optional = value.type->kind == Type::Kind::optional;
    const Type::Kind kind =
        (optional && value.type->nested ? *value.type->nested : *value.type).kind;
    if (kind == Type::Kind::none) // the file gives the name, but no type
        return {};
    const Type::Kind givenKind = given.isMap   ? Type::Kind::map
                                 : given.items ? Type::Kind::sequence
                                               : Type::Kind::tensor;
    if ((given.none && !optional) || (!given.none && kind != givenKind))
        return PARTITA_TEXT("is {0}, the model wants {1}", kindText(given), value.type->text());
    const DataType declared = value.type->isTensor() ? value.type->element : DataType::undefined;
    if (declared != DataType::undefined && given.type != declared)
        return PARTITA_TEXT("is {0}, the model wants {1}", kindText(given), dataTypeName(declared));
    return {};
}

Result<void> checkFeed(const Value& value, const RuntimeValue& given) {
    if (Message problem = otherKind(value, given); !problem.empty())
        return wrongFeed(value.name, std::move(problem), PARTITA_TEXT("convert the data"));
    if (!value.type || !value.type->isTensor() || !value.type->shape)
        return {};
    bool fits = given.dims.size() == value.type->shape->size();
    for (std::size_t i = 0; fits && i < given.dims.size(); ++i)
        fits = !(*value.type->shape)[i].value || *(*value.type->shape)[i].value == given.dims[i];
    if (!fits)
        return wrongFeed(value.name,
                         PARTITA_TEXT("has shape {0}, the model wants {1}",
                                      shapeText(shapeOf(given.dims)), shapeText(value.type->shape)),
                         PARTITA_TEXT("reshape the data"));
    return {};
}

/// The error for an output that no node computes, or that its operator does not compute in
/// inference.
Error notComputed(const Model& model, ValueId output) {
    const Message place = PARTITA_TEXT("output '{0}'", model.value(output)->name);
    const NodeId producer = model.producer(output);
    if (!producer)
        return {Errc::invalidModel,
                PARTITA_TEXT("nothing computes it"),
                {place},
                PARTITA_TEXT("take it out of the outputs")};
    const Node& node = *model.node(producer);
    return {Errc::unsupported,
            PARTITA_TEXT("{0} does not compute it in inference", node.opType),
            {place, PARTITA_TEXT("node '{0}'", node.label())},
            PARTITA_TEXT("take it out of the outputs")};
}

/// Fails when an output differs from its declared type, which its readers rely on.
Result<void> checkOutput(const Model& model, ValueId output, const RuntimeValue& made) {
    const Value& value = *model.value(output);
    Message problem = otherKind(value, made);
    if (problem.empty())
        return {};
    std::vector<Message> place{PARTITA_TEXT("output '{0}'", value.name)};
    if (const NodeId producer = model.producer(output))
        place.push_back(PARTITA_TEXT("node '{0}'", model.node(producer)->label()));
    return Error{Errc::invalidModel, std::move(problem), std::move(place),
                 PARTITA_TEXT("correct the output's type in the model")};
}

/// Fails for a name that is not an input of the model.
template <class Map>
Result<void> checkNames(const Model& model, const Graph& graph, const Map& given) {
    for (const auto& entry : given)
        if (std::ranges::none_of(graph.inputs,
                                 [&](ValueId id) { return model.value(id)->name == entry.first; }))
            return wrongFeed(entry.first, PARTITA_TEXT("is not an input of the model"),
                             seeTyped(PARTITA_TEXT("name an input of the model"), "`info`"));
    return {};
}

} // namespace

Result<void> Session::feed(const Feeds& feeds, IoBinding* binding) {
    const auto& graph = *m_model.graph(m_model.mainGraph());
    m_onDevice.clear();
    for (const auto* list : {&graph.inputs, &graph.outputs})
        for (const ValueId id : *list)
            if (binding && binding->isOnDevice(m_model.value(id)->name))
                m_onDevice.insert(id);
    PARTITA_TRY(checkNames(m_model, graph, feeds));
    if (binding)
        PARTITA_TRY(checkNames(m_model, graph, binding->inputs()));
    for (const ValueId id : graph.inputs) {
        const auto& value = *m_model.value(id);
        const auto given = feeds.find(value.name);
        Result<RuntimeValue> loaded = RuntimeValue();
        if (binding && binding->inputs().contains(value.name))
            loaded = binding->inputForRun(value.name);
        else if (given != feeds.end())
            loaded = RuntimeValue::from(given->second);
        else if (const auto initial = initializerOf(value)) // an earlier run may have overridden it
            loaded = RuntimeValue::from(*initial);
        else
            return wrongFeed(value.name, PARTITA_TEXT("has no data"),
                             PARTITA_TEXT("give every input"));
        if (!loaded)
            return std::move(loaded).error();
        PARTITA_TRY(checkFeed(value, *loaded));
        m_runValues->at(id) = loaded->isAligned() ? std::move(*loaded) : loaded->aligned();
    }
    return {};
}

Result<RunReport> Session::run(const Feeds& feeds, std::stop_token stop) {
    return runWith(feeds, nullptr, std::move(stop));
}

Result<RunReport> Session::run(IoBinding& binding, std::stop_token stop) {
    for (const auto& entry : binding.outputs()) {
        const auto& outputs = m_model.graph(m_model.mainGraph())->outputs;
        if (std::ranges::none_of(
                outputs, [&](ValueId id) { return m_model.value(id)->name == entry.first; }))
            return Error{Errc::usage,
                         PARTITA_TEXT("is not an output of the model"),
                         {PARTITA_TEXT("output '{0}'", entry.first)},
                         seeTyped(PARTITA_TEXT("name an output of the model"), "`info`")};
    }
    return runWith({}, &binding, std::move(stop));
}

Result<RunReport> Session::runWith(const Feeds& feeds, IoBinding* binding, std::stop_token stop) {
    RunReport report;
    PARTITA_TRY(feed(feeds, binding));
    if (std::exchange(m_hasFreedMuch, false)) // the first run packs the weights once more
        giveBackFreed();
    if (binding)
        for (auto& entry : binding->outputs())
            entry.second = {}; // frees its memory for this run's result
    m_runValues->timings = &report.timings;
    m_runValues->start = std::chrono::steady_clock::now();
    const auto ran = runGraph(m_model.mainGraph(), *m_runValues, std::move(stop));
    report.total = std::chrono::steady_clock::now() - m_runValues->start;
    m_runValues->timings = nullptr;
    PARTITA_TRY(constantsUnchanged());
    if (!ran)
        return ran.error();
    for (const ValueId id : m_model.graph(m_model.mainGraph())->outputs) {
        const std::string& name = m_model.value(id)->name;
        const RuntimeValue& value = m_runValues->at(id);
        if (!value.present())
            return notComputed(m_model, id);
        PARTITA_TRY(checkOutput(m_model, id, value));
        if (binding && binding->outputs().contains(name))
            binding->outputs()[name] = value.settled();
        else
            report.outputs.push_back(value.toData(name));
    }
    recordTransfers(report);
    if (m_runValues->takeGrown()) {
        releaseComputed();
        planArenas();
    }
    return report;
}

} // namespace partita
