#pragma once

#include <map>
#include <optional>
#include <string>

#include "core/onnx/infer_edited.h"
#include "core/onnx/infer_shapes.h"
#include "core/onnx/made_up_symbols.h"

namespace partita::test {

/// The first difference between what inference makes of a whole model and of its edited parts, but for
/// the names that it makes up; empty: none.
class TypeComparison {
public:
    TypeComparison(const Model& whole, const Model& parts) : m_whole(whole), m_parts(parts) {}

    std::string run() {
        std::string found;
        const ModelDelta delta = diff(m_whole, m_parts);
        if (!delta.nodes.empty() || !delta.graphs.empty() || delta.infoAfter)
            return "more than types";
        for (const auto& change : delta.values)
            if (found.empty() && !(change.before && change.after))
                found = "a value is only in one of both";
        for (const NodeId node : m_whole.topologicalOrder(m_whole.mainGraph()))
            for (const ValueId output : m_whole.node(node)->outputs)
                if (found.empty() && output)
                    found = compare(output);
        m_whole.values().forEach([&](ValueId id, const auto&) {
            if (found.empty() && m_parts.value(id))
                found = compare(id);
        });
        return found;
    }

private:
    std::string compare(ValueId id) {
        const Value &whole = *m_whole.value(id), &parts = *m_parts.value(id);
        if (whole.name == parts.name && whole.initializer == parts.initializer &&
            isSame(whole.type, parts.type))
            return {};
        return whole.name + ": whole " + text(whole.type) + ", parts " + text(parts.type) +
               madeFrom(id) + m_conflict;
    }
    static std::string text(const TypePtr& type) { return type ? type->text() : "nothing"; }

    std::string madeFrom(ValueId id) const {
        const NodeId producer = m_whole.producer(id);
        std::string text = producer ? " of " + m_whole.node(producer)->opType.str() : "";
        if (producer)
            for (const ValueId input : m_whole.node(producer)->inputs)
                if (input)
                    text += " " + m_whole.value(input)->name +
                            (m_whole.value(input)->type ? m_whole.value(input)->type->text() : "") +
                            "/" +
                            (m_parts.value(input)->type ? m_parts.value(input)->type->text() : "");
        return text;
    }

    bool isSame(const TypePtr& whole, const TypePtr& parts) {
        if (!whole || !parts)
            return !whole && !parts;
        if (!whole->shape != !parts->shape ||
            (whole->shape && whole->shape->size() != parts->shape->size()))
            return false;
        std::unordered_map<std::string, std::string> names;
        for (std::size_t i = 0; whole->shape && i < whole->shape->size(); ++i) {
            const std::string &a = (*whole->shape)[i].param, &b = (*parts->shape)[i].param;
            if (!isMadeUpSymbol(a) || !isMadeUpSymbol(b))
                continue;
            const std::string &there = m_there.try_emplace(a, b).first->second,
                              &back = m_back.try_emplace(b, a).first->second;
            if (there != b || back != a) {
                m_conflict = " (" + a + " was " + there + ", " + b + " was " + back + ")";
                return false;
            }
            names.emplace(b, a);
        }
        if (!whole->nested != !parts->nested ||
            (whole->nested && !isSame(whole->nested, parts->nested)))
            return false;
        Type mine = *whole, others = *withSymbols(parts, names);
        mine.nested = others.nested = nullptr;
        return sameType(mine, others);
    }

    const Model &m_whole, &m_parts;
    std::map<std::string, std::string> m_there, m_back; ///< names of made-up symbols
    std::string m_conflict;                             ///< names that do not belong together
};

/// What inference by parts finds in another way than inference of the whole of `stored`; empty:
/// nothing. `known`: it was done by parts, and not of the whole anyway.
inline std::string differenceOfParts(const InferredModel& before, const Model& stored,
                                     bool& known) {
    const auto parts = inferEditedParts(before, stored);
    known = parts.has_value();
    if (!known)
        return {};
    const auto whole = inferShapes(stored);
    return whole ? TypeComparison(*whole, *parts).run()
                 : "the whole is refused: " + whole.error().message();
}

} // namespace partita::test
