#include "tests/fuzz/calling_models.h"

#include <algorithm>
#include <set>

namespace partita::fuzz {

namespace {

using Names = std::vector<std::string>;

std::string listed(const Names& names, const char* type = "") {
    std::string text;
    for (const std::string& name : names)
        text += (text.empty() ? "" : ", ") + (type + name);
    return text;
}

/// A function that may be called.
struct Signature {
    std::string op;
    std::size_t inputs = 1, outputs = 1;
    bool hasAttribute = false;
};

constexpr const char* kType = "float[1,4] "; ///< of all values but conditions

class CallingModel {
public:
    CallingModel(Chance& chance, bool functions, bool contexts)
        : m_chance(chance), m_hasFunctions(functions), m_hasContexts(contexts) {}

    std::string text() {
        if (m_hasFunctions)
            for (std::size_t i = 1 + m_chance.pick(4); i > 0; --i)
                addFunction();
        Names known = {"x", "z"};
        const std::string nodes = body(known, 4 + m_chance.pick(10), true);
        const std::size_t returned = std::min<std::size_t>(1 + m_chance.pick(3), known.size() - 2);
        const Names outputs(known.end() - static_cast<std::ptrdiff_t>(returned), known.end());
        // The outputs of EPContext nodes have no type but the one that the file says.
        Names typed;
        for (const std::string& each : m_made)
            if (std::ranges::find(outputs, each) == outputs.end())
                typed.push_back(each);
        const bool isKnown = m_chance.oneIn(2);
        return std::string("<ir_version: 10, opset_import: [\"\" : 18, \"my\" : 1, "
                           "\"com.microsoft\" : 1]>\ng (float[1,4] x, float[1,4] z") +
               (isKnown ? "" : ", bool c") + ") => (" + listed(outputs, kType) + ") <" +
               listed(typed, kType) + (typed.empty() || !isKnown ? "" : ", ") +
               (isKnown ? std::string("bool c = {") + (m_chance.oneIn(2) ? "1" : "0") + "}" : "") +
               "> {\n" + nodes + "}\n" + m_functions;
    }

private:
    std::string fresh(const char* kind) { return kind + std::to_string(m_count++); }
    Names fresh(const char* kind, std::size_t count) {
        Names made;
        while (made.size() < count)
            made.push_back(fresh(kind));
        return made;
    }
    Names some(const Names& known, std::size_t count) {
        Names chosen;
        while (chosen.size() < count)
            chosen.push_back(m_chance.of(known));
        return chosen;
    }

    /// Nodes that read what is known; what they make is known then. `isGraph`: of the main graph or a
    /// branch of it, which see the condition and may hold EPContext nodes.
    std::string body(Names& known, std::size_t count, bool isGraph) {
        std::string nodes;
        for (; count > 0; --count)
            nodes += node(known, isGraph);
        return nodes;
    }
    std::string node(Names& known, bool isGraph) {
        switch (m_chance.pick(6)) {
        case 0:
        case 1:
            if (!m_callable.empty())
                return call(known);
            break;
        case 2:
        case 3:
            if (isGraph && m_hasContexts)
                return context(known);
            break;
        case 4:
            if (isGraph && m_depth < 2)
                return branches(known);
            break;
        default: break;
        }
        const std::size_t inputs = 1 + m_chance.pick(2);
        const std::string op =
            inputs == 1 ? m_chance.of({"Relu", "Neg", "Identity"}) : m_chance.of({"Add", "Mul"});
        const Names read = some(known, inputs), made = fresh("v", 1);
        known.push_back(made[0]);
        return "  [" + fresh("n") + "] " + made[0] + " = " + op + "(" + listed(read) + ")\n";
    }
    std::string call(Names& known) {
        const Signature& called = m_chance.of(m_callable);
        const Names read = some(known, called.inputs), made = fresh("v", called.outputs);
        known.insert(known.end(), made.begin(), made.end());
        const bool isGiven = called.hasAttribute && !m_chance.oneIn(3); // else its default
        return "  [" + fresh("call") + "] " + listed(made) + " = " + called.op +
               (isGiven ? "<alpha = 0.5>" : "") + "(" + listed(read) + ")\n";
    }
    std::string context(Names& known) {
        const Names read = some(known, 1 + m_chance.pick(2)),
                    made = fresh("e", 1 + m_chance.pick(2));
        known.insert(known.end(), made.begin(), made.end());
        if (m_depth == 0)
            m_made.insert(m_made.end(), made.begin(), made.end());
        const std::string source =
            m_chance.of({"QNNExecutionProvider", "OpenVINOExecutionProvider",
                         "PartitaNpuExecutionProvider", "VitisAIExecutionProvider", ""});
        const bool isMain = m_mains.insert(source).second || !m_chance.oneIn(3);
        std::string attributes = std::string("main_context = ") + (isMain ? "1" : "0");
        if (isMain)
            attributes += ", embed_mode = 0, ep_cache_context = \"" + fresh("b") + ".bin\"";
        if (!source.empty())
            attributes += ", source = \"" + source + "\"";
        attributes += ", partition_name = \"" + fresh("p") + "\"";
        if (m_chance.oneIn(3))
            attributes += ", notes = \"n\"";
        return "  [" + fresh("ctx") + "] " + listed(made) + " = com.microsoft.EPContext<" +
               attributes + ">(" + listed(read) + ")\n";
    }
    std::string branches(const Names& known, const std::string& made, const char* name) {
        Names inner = known;
        const std::string nodes = body(inner, 1 + m_chance.pick(3), true);
        return std::string(name) + " = " + made + " () => (" + kType + inner.back() + ") {\n" +
               nodes + "}";
    }
    std::string branches(Names& known) {
        ++m_depth;
        const std::string then = branches(known, fresh("t"), "then_branch"),
                          other = branches(known, fresh("o"), "else_branch");
        --m_depth;
        const std::string made = fresh("v");
        known.push_back(made);
        return "  [" + fresh("if") + "] " + made + " = If<" + then + ", " + other + ">(c)\n";
    }

    void addFunction() {
        Signature made{"my." + fresh("f"), 1 + m_chance.pick(2), 1 + m_chance.pick(2),
                       m_chance.oneIn(2)};
        const Names inputs = fresh("p", made.inputs);
        Names known = inputs;
        std::string nodes;
        if (made.hasAttribute) {
            nodes = "  [leaky] l = LeakyRelu<alpha: float = @alpha>(" + inputs[0] + ")\n";
            known.emplace_back("l");
        }
        nodes += body(known, made.outputs + m_chance.pick(3), false);
        // The last ones: no input is among them, for each node makes one at least.
        const Names outputs(known.end() - static_cast<std::ptrdiff_t>(made.outputs), known.end());
        const std::string attribute = made.hasAttribute ? "<alpha: float = 1.0> " : "";
        m_functions += "<opset_import: [\"\" : 18, \"my\" : 1], domain: \"my\">\n" +
                       made.op.substr(3) + " " + attribute + "(" + listed(inputs) + ") => (" +
                       listed(outputs) + ") {\n" + nodes + "}\n";
        m_callable.push_back(std::move(made));
    }

    Chance& m_chance;
    bool m_hasFunctions, m_hasContexts;
    std::vector<Signature> m_callable;
    std::string m_functions;
    Names m_made;                  ///< by EPContext nodes of the main graph
    std::set<std::string> m_mains; ///< sources that have a binary
    std::size_t m_count = 0, m_depth = 0;
};

} // namespace

std::string callingModelText(Chance& chance, bool functions, bool contexts) {
    return CallingModel(chance, functions, contexts).text();
}

} // namespace partita::fuzz
