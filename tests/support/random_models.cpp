#include "tests/support/random_models.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <vector>

#include "tests/support/shape_text.h"

namespace partita::test {

namespace {

struct Known {
    std::string name;
    Shape shape;
};

class Generator {
public:
    Generator(std::mt19937_64& random, bool wide) : m_random(random), m_wide(wide) {}

    std::string text() {
        const bool dynamic = chance(2);
        const Shape x{dynamic ? -1 : 2, 2, 4, 4}, z{4};
        m_values = {{"x", x}, {"z", z}};
        for (std::size_t count = 4 + pick(14); count > 0; --count)
            addNode();
        std::string outputs;
        const std::size_t returned = std::min<std::size_t>(1 + pick(3), m_values.size() - 2);
        for (std::size_t i = 0; i < returned; ++i) {
            const Known& value = m_values[m_values.size() - 1 - i];
            outputs += (i ? ", " : "") + typeText(value.shape) + " " + value.name;
        }
        return "g (" + typeText(x) + " x, " + typeText(z) + " z) => (" + outputs + ") <" +
               m_constants + "> { " + m_nodes + "}";
    }

private:
    std::size_t pick(std::size_t below) { return m_random() % below; }
    bool chance(std::size_t oneIn) { return pick(oneIn) == 0; }
    std::string fresh() { return "v" + std::to_string(m_count++); }
    /// Any value, late ones more often, because passes look for chains.
    const Known any() {
        return chance(3) ? m_values[pick(m_values.size())]
                         : m_values[m_values.size() - 1 -
                                    pick(std::min<std::size_t>(2, m_values.size()))];
    }
    std::string constant(const std::string& type, const Shape& shape, const std::string& elements) {
        const std::string name = fresh();
        m_constants += (m_constants.empty() ? "" : ", ") + type +
                       (shape.empty() && type != "int64[1]" ? "" : "[" + join(shape) + "]") + " " +
                       name + " = {" + elements + "}";
        return name;
    }
    std::string ints(const Shape& values) {
        return constant("int64", {static_cast<std::int64_t>(values.size())}, join(values));
    }
    std::string floats(const Shape& shape) {
        std::int64_t count = 1;
        for (const std::int64_t size : shape)
            count *= size;
        std::string elements;
        for (std::int64_t i = 0; i < count; ++i)
            elements +=
                (i ? ", " : "") + std::to_string((static_cast<double>(pick(200)) - 99.5) / 100);
        return constant("float", shape, elements);
    }
    std::string number(const std::string& value) { return constant("float", {}, value); }
    std::string node(const std::string& call, const Shape& shape) {
        const std::string name = fresh();
        m_nodes += (chance(2) ? "[node_" + name + "] " : "") + name + " = " + call + " ";
        m_values.push_back({name, shape});
        return name;
    }
    static Shape with(Shape shape, std::size_t axis, std::int64_t size) {
        shape[axis] = size;
        return shape;
    }

    void addUnary(const Known& in) {
        static const char* const kCalls[] = {"Relu",    "Neg",      "Abs",      "Identity",
                                             "Sigmoid", "Tanh",     "Identity", "Sign",
                                             "Relu",    "Softsign", "Dropout"};
        std::string call = kCalls[pick(std::size(kCalls))];
        // The sign of a difference that rounding decides is not the same for every judge.
        if (call == "Sign" && in.name != "x" && in.name != "z")
            call = "Softsign";
        node(call + "(" + in.name + ")", in.shape);
    }
    void addCast(const Known& in) {
        if (chance(2)) {
            node("Cast<to = 1>(" + in.name + ")", in.shape);
        } else {
            const std::string wide = fresh();
            m_nodes += wide + " = Cast<to = 11>(" + in.name + ") ";
            node("CastLike(" + wide + ", " + in.name + ")", in.shape);
        }
    }
    void addConstantOperand(const Known& in) {
        static const char* const kUnits[][2] = {{"Add", "0"}, {"Mul", "1"},   {"Sub", "0"},
                                                {"Div", "1"}, {"Mul", "0.5"}, {"Add", "0.25"},
                                                {"Mul", "2"}, {"Pow", "1"}};
        const auto& unit = kUnits[pick(std::size(kUnits))];
        std::string operand = number(unit[1]);
        if (chance(2) && !in.shape.empty() && in.shape.back() > 0 &&
            unit[0] != std::string("Pow") && unit[0] != std::string("Div"))
            operand = floats({in.shape.back()});
        const bool first = chance(3) && unit[0][0] != 'P' && unit[0][0] != 'D';
        node(std::string(unit[0]) + "(" +
                 (first ? operand + ", " + in.name : in.name + ", " + operand) + ")",
             in.shape);
    }
    void addPair(const Known& in) {
        std::vector<const Known*> alike;
        for (const Known& value : m_values)
            if (value.shape == in.shape)
                alike.push_back(&value);
        const std::string other = alike[pick(alike.size())]->name;
        if (chance(4)) {
            const std::string less = fresh(), no = fresh();
            m_nodes +=
                less + " = Less(" + in.name + ", " + other + ") " + no + " = Not(" + less + ") ";
            node("Where(" + no + ", " + in.name + ", " + other + ")", in.shape);
        } else {
            static const char* const kCalls[] = {"Add", "Sub", "Min", "Max"};
            node("Tanh(" +
                     node(std::string(kCalls[pick(4)]) + "(" + in.name + ", " + other + ")",
                          in.shape) +
                     ")",
                 in.shape);
        }
    }
    void addTranspose(const Known& in) {
        Shape order;
        for (std::size_t i = 0; i < in.shape.size(); ++i)
            order.push_back(static_cast<std::int64_t>(i));
        // The symbol n stays in the first place.
        std::shuffle(order.begin() + (!in.shape.empty() && in.shape[0] < 0), order.end(), m_random);
        Shape shape;
        for (const std::int64_t axis : order)
            shape.push_back(in.shape[static_cast<std::size_t>(axis)]);
        if (!order.empty())
            node("Transpose<perm = [" + join(order) + "]>(" + in.name + ")", shape);
    }
    void addReshape(const Known& in) {
        Shape target = in.shape;
        if (target.size() > 1 && chance(2)) { // joins the last two axes
            const std::int64_t last = target.back();
            target.pop_back();
            if (target.back() > 0)
                target.back() *= last;
            else
                target.push_back(last);
        } else if (!target.empty() && target.back() > 2 && target.back() % 2 == 0) {
            target.back() /= 2;
            target.push_back(2);
        }
        if (chance(3) && !in.shape.empty()) { // a target computed from the shape of the input
            const std::string shape = fresh(), first = fresh(), list = fresh(), all = fresh();
            m_nodes += shape + " = Shape(" + in.name + ") " + first + " = Gather(" + shape + ", " +
                       constant("int64", {}, "0") + ") " + list + " = Unsqueeze(" + first + ", " +
                       ints({0}) + ") ";
            std::string call = list;
            if (target[0] != in.shape[0])
                return;
            for (std::size_t i = 1; i < target.size(); ++i)
                call += ", " + ints({target[i]});
            m_nodes += all + " = Concat<axis = 0>(" + call + ") ";
            node("Reshape(" + in.name + ", " + all + ")", target);
            return;
        }
        Shape written = target;
        if (!written.empty() && chance(3) && written[0] == in.shape[0])
            written[0] = 0;
        node("Reshape(" + in.name + ", " + ints(written) + ")", target);
    }
    void addSqueezing(const Known& in) {
        const std::size_t axis = pick(in.shape.size() + 1);
        if (axis < in.shape.size() && in.shape[axis] == 1) {
            Shape shape = in.shape;
            shape.erase(shape.begin() + static_cast<std::ptrdiff_t>(axis));
            node("Squeeze(" + in.name + ", " + ints({static_cast<std::int64_t>(axis)}) + ")",
                 shape);
        } else if (in.shape.size() < 5 && (axis > 0 || in.shape.empty() || in.shape[0] > 0)) {
            Shape shape = in.shape;
            shape.insert(shape.begin() + static_cast<std::ptrdiff_t>(axis), 1);
            node("Unsqueeze(" + in.name + ", " + ints({static_cast<std::int64_t>(axis)}) + ")",
                 shape);
        }
    }
    void addAlongAxis(const Known& in) {
        const std::size_t axis = in.shape.empty() ? 0 : pick(in.shape.size());
        if (in.shape.empty() || in.shape[axis] < 2)
            return;
        const std::string at = std::to_string(axis);
        switch (pick(5)) {
        case 0:
            if (in.shape[axis] <= 8)
                node("Concat<axis = " + at + ">(" + in.name + ", " + in.name + ")",
                     with(in.shape, axis, in.shape[axis] * 2));
            break;
        case 1: {
            const std::string first = fresh();
            const std::int64_t rest = in.shape[axis] - 1;
            const std::string sizes = ints({1, rest});
            const std::string second = fresh();
            m_nodes += first + ", " + second + " = Split<axis = " + at + ">(" + in.name + ", " +
                       sizes + ") ";
            m_values.push_back({first, with(in.shape, axis, 1)});
            m_values.push_back({second, with(in.shape, axis, rest)});
            break;
        }
        case 2: {
            const std::int64_t begin =
                static_cast<std::int64_t>(pick(static_cast<std::size_t>(in.shape[axis])));
            const bool all = chance(3);
            node("Slice(" + in.name + ", " + ints({all ? 0 : begin}) + ", " +
                     ints({all ? 99 : begin + 1}) + ", " + ints({static_cast<std::int64_t>(axis)}) +
                     ")",
                 all ? in.shape : with(in.shape, axis, 1));
            break;
        }
        case 3: {
            const std::string keep = chance(2) ? "1" : "0";
            Shape shape = with(in.shape, axis, 1);
            if (keep == "0")
                shape.erase(shape.begin() + static_cast<std::ptrdiff_t>(axis));
            node("ReduceMean<keepdims = " + keep + ">(" + in.name + ", " +
                     ints({static_cast<std::int64_t>(axis)}) + ")",
                 shape);
            break;
        }
        default:
            node("Softmax<axis = " + at + ">(" + in.name + ")", in.shape);
            if (chance(2))
                node("Log(" + m_values.back().name + ")", in.shape);
        }
    }
    void addProduct(const Known& in) {
        if (in.shape.size() < 2 || in.shape.back() < 1 || in.shape.back() > 16)
            return;
        const std::int64_t columns = 1 + static_cast<std::int64_t>(pick(4));
        std::string scaled = in.name;
        if (chance(3))
            scaled = node("Mul(" + in.name + ", " + number("0.5") + ")", in.shape);
        Shape shape = in.shape;
        shape.back() = columns;
        const std::size_t how = pick(3);
        if (how == 0 && in.shape.size() == 2) {
            const std::string turned = fresh();
            m_nodes +=
                turned + " = Transpose<perm = [1, 0]>(" + floats({columns, in.shape.back()}) + ") ";
            const std::string scale = chance(2) ? "<alpha = 0.5>" : "";
            node("Gemm" + scale + "(" + scaled + ", " + turned + ")", shape);
        } else {
            node("MatMul(" + scaled + ", " + floats({in.shape.back(), columns}) + ")", shape);
            if (how == 1)
                node("Add(" + m_values.back().name + ", " + floats({columns}) + ")", shape);
        }
        node("Tanh(" + m_values.back().name + ")", shape);
    }
    void addBatchNormalization(const std::string& from, const Shape& shape) {
        node("BatchNormalization" + std::string(chance(2) ? "<epsilon = 0.25>" : "") + "(" + from +
                 ", " + floats({2}) + ", " + floats({2}) + ", " + floats({2}) + ", " +
                 constant("float", {2}, "1.5, 0.5") + ")",
             shape);
    }
    /// A normalization that no product takes in, and a scale that it can take.
    void addNormalization(const Known& in) {
        if (in.shape.size() != 4 || in.shape[1] != 2)
            return;
        addBatchNormalization(in.name, in.shape);
        node("Mul(" + m_values.back().name + ", " + floats({2, 1, 1}) + ")", in.shape);
    }
    void addConvolution(const Known& in) {
        if (in.shape.size() != 4 || in.shape[1] < 1 || in.shape[1] > 4 || in.shape[2] < 1 ||
            in.shape[3] < 1)
            return;
        std::string from = in.name;
        Shape shape = in.shape;
        if (chance(3)) {
            shape[2] += 1;
            shape[3] += 2;
            from = node("Pad(" + from + ", " + ints({0, 0, 1, 1, 0, 0, 0, 1}) + ")", shape);
        }
        const std::int64_t channels = 2;
        shape[1] = channels;
        const std::int64_t kernel = chance(2) ? 1 : 3;
        node("Conv" + std::string(kernel == 3 ? "<pads = [1, 1, 1, 1]>" : "") + "(" + from + ", " +
                 floats({channels, in.shape[1], kernel, kernel}) + ")",
             shape);
        if (chance(2))
            addBatchNormalization(m_values.back().name, shape);
        if (chance(2))
            node("Add(" + m_values.back().name + ", " + floats({1, channels, 1, 1}) + ")", shape);
        node("Tanh(" + m_values.back().name + ")", shape);
    }
    /// Limits in a row, as a Relu before a Min.
    void addLimits(const Known& in) {
        std::string from = in.name;
        for (std::size_t count = 2 + pick(2); count > 0; --count) {
            const std::string low = chance(2) ? "-0.25" : "0.5", high = chance(2) ? "0.25" : "1";
            switch (pick(4)) {
            case 0: from = node("Relu(" + from + ")", in.shape); break;
            case 1: from = node("Min(" + number(high) + ", " + from + ")", in.shape); break;
            case 2: from = node("Max(" + from + ", " + number(low) + ")", in.shape); break;
            default:
                from =
                    node("Clip(" + from + ", " + number(low) + ", " + number(high) + ")", in.shape);
            }
        }
    }
    void addTransposedConvolution(const Known& in) {
        if (in.shape.size() != 4 || in.shape[1] < 1 || in.shape[1] > 4 || in.shape[2] < 1 ||
            in.shape[3] < 1 || in.shape[2] > 6)
            return;
        const std::int64_t groups = in.shape[1] % 2 == 0 && chance(2) ? 2 : 1, kernel = 2;
        Shape shape = with(in.shape, 1, 2 * groups);
        shape[2] += kernel - 1;
        shape[3] += kernel - 1;
        node("ConvTranspose<group = " + std::to_string(groups) + ">(" + in.name + ", " +
                 floats({in.shape[1], 2, kernel, kernel}) + ")",
             shape);
        const Shape each{shape[1], 1, 1};
        if (chance(2))
            node("Mul(" + floats(each) + ", " + m_values.back().name + ")", shape);
        if (chance(2))
            node("Add(" + m_values.back().name + ", " + floats(each) + ")", shape);
        node("Tanh(" + m_values.back().name + ")", shape);
    }
    /// Another order of the axes around functions of each element.
    void addTurnedAndBack(const Known& in) {
        if (in.shape.size() < 3)
            return;
        Shape order, shape = in.shape;
        for (std::size_t i = 0; i < in.shape.size(); ++i)
            order.push_back(static_cast<std::int64_t>(i));
        std::swap(order.back(), order[order.size() - 2]);
        std::swap(shape.back(), shape[shape.size() - 2]);
        const std::string turn = "Transpose<perm = [" + join(order) + "]>(";
        node(turn + in.name + ")", shape);
        addUnary(Known(m_values.back()));
        if (chance(2))
            node("Mul(" + number("0.5") + ", " + m_values.back().name + ")", shape);
        node(turn + m_values.back().name + ")", in.shape);
    }
    void addReductions(const Known& in) {
        if (in.shape.size() < 3)
            return;
        const char* const kinds[] = {"ReduceSum", "ReduceMax", "ReduceMean"};
        const std::string call = std::string(kinds[pick(3)]) + "<keepdims = 0>(";
        std::string from = in.name;
        Shape shape = in.shape;
        for (int i = 0; i < 2; ++i) {
            shape.pop_back();
            from = node(call + from + ", " + ints({-1}) + ")", shape);
        }
        node("Tanh(" + from + ")", shape);
    }
    void addIf(const Known& in) {
        const std::string yes = fresh(), no = fresh(), inner = fresh();
        const std::string condition = chance(2) ? constant("bool", {}, chance(2) ? "1" : "0") : "";
        std::string from = condition;
        if (condition.empty()) {
            const std::string sum = fresh();
            from = fresh();
            m_nodes += sum + " = ReduceSum<keepdims = 0>(" + in.name + ") " + from + " = Less(" +
                       sum + ", " + number("0.5") + ") ";
        }
        const std::string unit = number("1");
        node("If(" + from + ") <then_branch = t () => (" + typeText(in.shape) + " " + yes + ") { " +
                 inner + " = Identity(" + in.name + ") " + yes + " = Mul(" + inner + ", " + unit +
                 ") }, else_branch = e () => (" + typeText(in.shape) + " " + no + ") { " + no +
                 " = Neg(" + in.name + ") }>",
             in.shape);
    }
    /// `made` by a branch, whose node reads what the bodies around it do not.
    std::string choice(const std::string& condition, const std::string& made,
                       const std::string& operands, const std::string& type) {
        const std::string yes = fresh(), no = fresh();
        return made + " = If(" + condition + ") <then_branch = t () => (" + type + " " + yes +
               ") { " + yes + " = Sub(" + operands + ") }, else_branch = e () => (" + type + " " +
               no + ") { " + no + " = Add(" + operands + ") }> ";
    }
    /// A loop of two or no steps that reads a value of the outer graph, also from a branch.
    void addLoop(const Known& in) {
        const std::string body = fresh(), step = fresh(), going = fresh(), goes = fresh(),
                          before = fresh(), after = fresh();
        const std::string trips = constant("int64", {}, chance(4) ? "0" : "2"),
                          yes = constant("bool", {}, "1");
        std::string outer = in.name;
        for (const Known& value : m_values)
            if (value.shape == in.shape && chance(2))
                outer = value.name;
        const std::string type = typeText(in.shape);
        node("Loop(" + trips + ", " + yes + ", " + in.name + ") <body = " + body + " (int64 " +
                 step + ", bool " + going + ", " + type + " " + before + ") => (bool " + goes +
                 ", " + type + " " + after + ") { " + goes + " = Identity(" + going + ") " +
                 before + "_h = Mul(" + before + ", " + number("0.5") + ") " +
                 (chance(2) ? choice(going, after, before + "_h, " + outer, type)
                            : after + " = Sub(" + before + "_h, " + outer + ") ") +
                 "}>",
             in.shape);
        node("Tanh(" + m_values.back().name + ")", in.shape);
    }
    void addReversed(const Known& in) {
        if (in.shape.empty() || in.shape.back() < 1)
            return;
        const std::string axis = ints({static_cast<std::int64_t>(in.shape.size()) - 1});
        node("Slice(" + in.name + ", " + ints({-1}) + ", " + ints({-1000}) + ", " + axis + ", " +
                 ints({-1}) + ")",
             in.shape);
    }
    /// Combines a value with a mean of itself, which is broadcast.
    void addBroadcast(const Known& in) {
        if (in.shape.empty() || in.shape.back() < 1)
            return;
        const std::string mean = fresh();
        const std::size_t axis = in.shape.size() - 1;
        m_nodes += mean + " = ReduceMax<keepdims = 1>(" + in.name + ", " + ints({-1}) + ") ";
        if (chance(2))
            m_values.push_back({mean, with(in.shape, axis, 1)});
        const char* const how[] = {"Sub", "Add", "Max", "Mul"};
        const std::string call = std::string(how[pick(4)]) + "(";
        node("Tanh(" +
                 node(call + (chance(2) ? mean + ", " + in.name : in.name + ", " + mean) + ")",
                      in.shape) +
                 ")",
             in.shape);
    }
    void addSwappedHalves(const Known& in) {
        if (in.shape.empty() || in.shape.back() < 2 || in.shape.back() % 2)
            return;
        const std::string axis = std::to_string(in.shape.size() - 1), a = fresh(), b = fresh();
        const std::string sizes = ints({in.shape.back() / 2, in.shape.back() / 2});
        m_nodes += a + ", " + b + " = Split<axis = " + axis + ">(" + in.name + ", " + sizes + ") ";
        std::string second = a;
        if (chance(2))
            m_nodes += (second = fresh()) + " = Neg(" + a + ") ";
        node("Concat<axis = " + axis + ">(" + b + ", " + second + ")", in.shape);
    }
    void addGather(const Known& in) {
        if (in.shape.empty() || in.shape.back() < 1)
            return;
        const std::size_t axis = in.shape.size() - 1;
        node("Gather<axis = " + std::to_string(axis) + ">(" + in.name + ", " +
                 ints({in.shape.back() - 1, 0, -1}) + ")",
             with(in.shape, axis, 3));
    }
    void addExpand(const Known& in) {
        if (!in.shape.empty() && in.shape[0] >= 0)
            node("Expand(" + in.name + ", " + ints(in.shape) + ")", in.shape);
    }
    void addNode() {
        const Known in = any();
        switch (pick(m_wide ? 23 : 17)) {
        case 0:
        case 1: addUnary(in); break;
        case 2: addCast(in); break;
        case 3: addConstantOperand(in); break;
        case 4: addPair(in); break;
        case 5: addTranspose(in); break;
        case 6: addReshape(in); break;
        case 7: addSqueezing(in); break;
        case 8: addAlongAxis(in); break;
        case 9: addProduct(in); break;
        case 10: addConvolution(in); break;
        case 11: addIf(in); break;
        case 12: addLimits(in); break;
        case 13: addTransposedConvolution(in); break;
        case 14: addTurnedAndBack(in); break;
        case 15: addReductions(in); break;
        case 17: addLoop(in); break;
        case 18: addReversed(in); break;
        case 19: addBroadcast(in); break;
        case 20: addSwappedHalves(in); break;
        case 21: addGather(in); break;
        case 22: addNormalization(in); break;
        default: addExpand(in);
        }
        if (m_values.size() == 2)
            addUnary(in);
    }

    std::mt19937_64& m_random;
    bool m_wide;
    std::vector<Known> m_values;
    std::string m_constants, m_nodes;
    std::size_t m_count = 0;
};

} // namespace

std::string randomGraphText(std::mt19937_64& random, bool wide) {
    return Generator(random, wide).text();
}

} // namespace partita::test
