#include <gtest/gtest.h>

#include <map>

#include "core/data/random_feeds.h"
#include "core/session/session.h"
#include "core/shapes/symbolic_shapes.h"
#include "providers/registry.h"
#include "tests/support/models.h"

namespace partita {
namespace {

/// Shapes and shape arithmetic that a run can contradict. Inputs have symbolic sizes B, S and T.
const char* const kModels[] = {
    R"(g (float[B,S,4] x, float[S,4] y, float[1] z) => (r) {
         a = Add(x, y)  b = Mul(a, z)  c = Greater(a, x)  d = Where(c, x, y)  e = Pow(x, z)
         n = Not(c)  s = Softmax(b)  r = Sum(d, e, s) })",
    R"(g (float[B,S,4] x) => (r) {
         whole = Shape(x)  some = Shape <start = 1> (x)  last = Shape <start = -1> (x)
         none = Shape <start = 2, end = 1> (x)  count = Size(x)
         one = Constant <value = int64[1] {1}> ()  zero = Constant <value = int64 {0}> ()
         b = Gather(whole, zero)  pair = Gather(some, one)  many = Concat <axis = 0> (some, one)
         bs = Mul(count, b)  half = Div(bs, count)  more = Add(b, half)  less = Sub(more, b)
         isone = Equal(last, one)  pick = Where(isone, one, last)
         neg = Neg(b)  big = Max(b, zero)  r = Cast <to = 1> (less) })",
    R"(g (float[B,S,4] x) => (r) {
         from = Constant <value = int64[1] {1}> ()  to = Constant <value = int64[1] {3}> ()
         end = Constant <value = int64[1] {9223372036854775807}> ()
         nil = Constant <value = int64[1] {0}> ()  two = Constant <value = int64[1] {2}> ()
         back = Constant <value = int64[1] {-1}> ()
         a = Slice(x, from, to, two)  b = Slice(x, nil, end, nil)  c = Slice(x, nil, back, two)
         d = Slice(x, from, to, from)  e = Slice(x, nil, end, two, two)
         shape = Shape(x)  tail = Slice(shape, from, end)  head = Slice(shape, nil, back)
         f = Reshape(b, shape)  r = Neg(f) })",
    R"(g (float[B,S,4] x, float[B,1,4] y) => (r) {
         c = Concat <axis = 1> (x, y)  t = Transpose(c)  p = Transpose <perm = [1, 0, 2]> (x)
         ax = Constant <value = int64[2] {0, 3}> ()  u = Unsqueeze(x, ax)
         first = Constant <value = int64[1] {1}> ()  q = Squeeze(y, first)  v = Squeeze(u, ax)
         f = Flatten <axis = 2> (x)  g0 = Flatten <axis = 0> (x)  g1 = Flatten <axis = -1> (x)
         r = Neg(f) })",
    R"(g (float[B,S,4] x) => (r) {
         t1 = Constant <value = int64[3] {0, -1, 2}> ()  a = Reshape(x, t1)
         t2 = Constant <value = int64[1] {-1}> ()  b = Reshape(x, t2)
         t3 = Constant <value = int64[2] {0, -1}> ()  c = Reshape(x, t3)
         t4 = Constant <value = int64[4] {0, 0, 2, 2}> ()  d = Reshape(x, t4)
         shape = Shape(x)  zeros = ConstantOfShape(shape)
         three = Constant <value = int64[1] {3}> ()
         ones = ConstantOfShape <value = int64[1] {1}> (three)  e = Expand(x, ones)
         wide = Constant <value = int64[4] {2, 1, 1, 1}> ()  w = Expand(x, wide)
         r = Neg(c) })",
    R"(g (float[B,S,4] x, float[4,T] y, float[S,4] z) => (r) {
         a = MatMul(x, y)  b = Gemm(z, y)  c = Gemm <transA = 1> (z, z)  d = Gemm <transB = 1> (z, z)
         e = MatMul(z, y)  r = Relu(a) })",
    R"(g (float[B,S,4] x) => (r) {
         ax = Constant <value = int64[1] {1}> ()  none = Constant <value = int64[0] {}> ()
         a = ReduceSum(x, ax)  b = ReduceSum <keepdims = 0> (x, ax)  c = ReduceSum(x)
         d = ReduceSum <noop_with_empty_axes = 1> (x, none)  e = ReduceMean <keepdims = 0> (x, ax)
         f = ArgMax <axis = -1, keepdims = 0> (x)  g0 = ArgMin <axis = 0> (x)
         r = Neg(b) })",
    R"(g (float[B,S,4] x) => (r) {
         parts = Constant <value = int64[2] {1, 3}> ()
         a, b = Split <axis = 2> (x, parts)  c, d = Split <axis = 2, num_outputs = 2> (x)
         r = Add(a, c) })",
    R"(g (float[S,B,4] x, float[1,12,4] w, float[1,12,3] h) => (y, yh, yc) {
         y, yh, yc = LSTM <hidden_size = 3> (x, w, h) })",
    R"(g (float[S,B,4] x, float[1,9,4] w, float[1,9,3] h) => (y, yh) {
         y, yh = GRU <hidden_size = 3> (x, w, h) })",
    R"(g (float[B,4,S,T] i, float[6,2,3,3] w, float[6,4,1,1] p) => (r) {
         wide = Constant <value = int64[8] {0, 0, 3, 4, 0, 0, 3, 4}> ()  x = Pad(i, wide)
         a = Conv <group = 2> (x, w)  b = Conv <group = 2, pads = [1, 1, 1, 1]> (x, w)
         c = Conv <group = 2, pads = [1, 0, 1, 2], strides = [2, 3]> (x, w)
         d = Conv <group = 2, dilations = [2, 3]> (x, w)
         e = Conv <group = 2, auto_pad = "SAME_UPPER", strides = [2, 1]> (x, w)
         f = Conv <group = 2, auto_pad = "VALID", pads = [1, 1, 1, 1]> (x, w)
         h = Conv <strides = [2, 2]> (x, p)  k, l, m = DynamicQuantizeLinear(x)
         n, o, q = DynamicQuantizeLinear(p)  s = ConvInteger <strides = [2, 2]> (k, n, m, q)
         t = MaxPool <kernel_shape = [2, 3], strides = [2, 2], ceil_mode = 1> (x)
         u, v = MaxPool <kernel_shape = [3, 2], dilations = [1, 2], pads = [1, 0, 1, 1]> (x)
         z = AveragePool <kernel_shape = [3, 3], auto_pad = "SAME_LOWER", strides = [3, 2]> (x)
         aa = LpPool <kernel_shape = [2, 2]> (x)  bb = GlobalAveragePool(x)
         r = GlobalMaxPool(x) })",
    R"(g (float[B,4,S,T] x) => (r) {
         n = Constant <value = float[0] {}> ()
         twice = Constant <value = float[4] {1.0, 1.0, 2.0, 3.0}> ()
         half = Constant <value = float[4] {1.0, 1.0, 1.5, 2.25}> ()
         a = Resize <mode = "nearest"> (x, n, twice)  b = Resize <mode = "nearest"> (x, n, half)
         shape = Shape(a)  c = Resize <mode = "nearest"> (x, n, n, shape)
         w = Constant <value = float[5,4,3,3] {
           1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,
           1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,
           1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,
           1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,
           1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1}> ()
         d = Conv <pads = [1, 1, 1, 1], strides = [2, 3]> (a, w)
         pads = Constant <value = int64[8] {0, 1, 2, 0, 1, 0, 0, 3}> ()  e = Pad(x, pads)
         less = Constant <value = int64[8] {0, -1, 0, 1, 0, 0, 2, 0}> ()  f = Pad(x, less)
         often = Constant <value = int64[4] {1, 2, 3, 1}> ()  h = Tile(x, often)
         i = DepthToSpace <blocksize = 2> (x)  j = SpaceToDepth <blocksize = 2> (i)
         whole = Shape(x)  two = Constant <value = int64 {2}> ()  s = Gather(whole, two)
         zero = Constant <value = int64 {0}> ()  one = Constant <value = int64 {1}> ()
         k = Range(zero, s, one)  l = Range(one, s, one)  m, o = Split <axis = 2, num_outputs = 2> (a)
         r = Neg(k) })",
    R"(g (float[B,4,S,T] x, float[4,3,3,3] w, float[4,3,2,2] v) => (r) {
         a = ConvTranspose <strides = [2, 3], pads = [1, 0, 1, 0], output_padding = [1, 0]> (x, w)
         b = ConvTranspose <group = 2, dilations = [2, 1]> (x, w)
         c = ConvTranspose <strides = [2, 2]> (x, v)
         d = ConvTranspose <strides = [2, 2], auto_pad = "SAME_UPPER"> (x, v)
         rois = Constant <value = float[2,4] {0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.5, 0.5}> ()
         which = Constant <value = int64[2] {0, 0}> ()
         e = RoiAlign <output_height = 2, output_width = 3> (x, rois, which)
         k = Constant <value = int64[1] {1}> ()  f, h = TopK <axis = 2> (x, k)
         two = Constant <value = int64[1] {2}> ()  whole = Shape(x)  s = Slice(whole, k, two)
         m, n = TopK <axis = 1> (x, s)  o = GatherElements <axis = 2> (x, h)
         r = Neg(o) })",
    R"(g (float[B,S] x, float[S,T] w) => (r) {
         a, b, c = DynamicQuantizeLinear(x)  d, e, f = DynamicQuantizeLinear(w)
         r = MatMulInteger(a, d, c, f) })",
};

/// The sizes that a run gave to symbols; a symbol is the only one of an input's size.
using Symbols = std::map<std::uint32_t, std::int64_t>;

std::optional<std::int64_t> valueOf(const SymbolicSize& size, const Symbols& symbols) {
    std::int64_t value = size.factor;
    for (const std::uint32_t symbol : size.symbols) {
        const auto known = symbols.find(symbol);
        if (known == symbols.end())
            return std::nullopt;
        value *= known->second;
    }
    return value;
}

/// Notes what a run says about a symbol, or compares it with what the run said before.
void meets(const SymbolicSize& size, std::int64_t actual, Symbols& symbols,
           const std::string& where, std::size_t& proven) {
    if (size.factor == 1 && size.symbols.size() == 1 && !symbols.contains(size.symbols[0]))
        symbols[size.symbols[0]] = actual;
    if (const auto value = valueOf(size, symbols)) {
        EXPECT_EQ(*value, actual) << where;
        ++proven;
    }
}

/// Returns how many sizes and elements were compared.
std::size_t compareWithARun(const std::string& text,
                            const std::map<std::string, std::int64_t>& sizes) {
    const Model model = test::modelFromText("<ir_version: 9, opset_import: [\"\" : 18]> " + text);
    const SymbolicShapes known(model);
    std::vector<std::string> names;
    model.values().forEach([&](ValueId id, const auto& value) {
        if (model.producer(id) && !model.isGraphOutput(id))
            names.push_back(value->name);
    });
    const auto all = withOutputs(model, names);
    EXPECT_TRUE(all) << all.error().message();
    const auto feeds = randomFeeds(model, 7, sizes);
    EXPECT_TRUE(feeds) << feeds.error().message();
    const auto session = Session::create(*all, *makeProviders({{"cpu"}, {}, {}}));
    EXPECT_TRUE(session) << session.error().message();
    const auto run = (*session)->run(*feeds);
    EXPECT_TRUE(run) << run.error().message();
    if (!run)
        return 0;
    Symbols symbols;
    std::size_t proven = 0;
    const auto shapes = [&](const std::string& name, const Tensor& tensor) {
        const ValueId id = test::valueNamed(model, name);
        if (const SymbolicSizes* shape = known.shape(id)) {
            EXPECT_EQ(shape->size(), tensor.dims.size()) << name;
            for (std::size_t i = 0; i < std::min(shape->size(), tensor.dims.size()); ++i)
                meets((*shape)[i], tensor.dims[i], symbols, name, proven);
        }
        if (const SymbolicSizes* numbers = known.elements(id)) {
            const auto actual = elementsAsInts(tensor);
            EXPECT_TRUE(actual) << name;
            EXPECT_EQ(numbers->size(), actual->size()) << name;
            for (std::size_t i = 0; i < std::min(numbers->size(), actual->size()); ++i)
                meets((*numbers)[i], (*actual)[i], symbols, name, proven);
        }
    };
    for (const auto& [name, feed] : *feeds)
        shapes(name, feed.tensor);
    for (const ModelData& output : run->outputs)
        shapes(output.name, output.tensor);
    return proven;
}

TEST(SymbolicShapes, WhatIsProvenHoldsInEveryRun) {
    for (const char* text : kModels) {
        SCOPED_TRACE(text);
        // Equal and different sizes, and sizes of 1, which broadcasting treats apart.
        for (const auto& [b, s, t] : {std::tuple(2, 3, 5), {3, 3, 3}, {1, 3, 2}, {4, 1, 1}})
            compareWithARun(text, {{"B", b}, {"S", s}, {"T", t}});
    }
}

TEST(SymbolicShapes, SayEnoughToCompareWith) {
    std::size_t proven = 0;
    for (const char* text : kModels)
        proven += compareWithARun(text, {{"B", 2}, {"S", 3}, {"T", 5}});
    EXPECT_GT(proven, 200U);
}

/// "2·B·S"
std::string textOf(const SymbolicShapes& known, const Model& model, const SymbolicSize& size) {
    const auto* x = known.shape(test::valueNamed(model, "x"));
    std::string text = std::to_string(size.factor);
    for (const std::uint32_t symbol : size.symbols)
        text += symbol == (*x)[0].symbols[0] ? "·B" : symbol == (*x)[1].symbols[0] ? "·S" : "·?";
    return text;
}

TEST(SymbolicShapes, ArithmeticOnSizesIsCarriedThroughTheGraph) {
    const Model model = test::modelFromText(R"(
        <ir_version: 9, opset_import: ["" : 18]>
        g (float[B,S,4] x) => (y) {
          shape = Shape(x)  zero = Constant <value = int64[1] {0}> ()
          b = Gather(shape, zero)  count = Size(x)
          rest = Div(count, b)  twice = Add(b, b)
          target = Concat <axis = 0> (b, rest)  y = Reshape(x, target) })");
    const SymbolicShapes known(model);
    const auto element = [&](const char* name) {
        const auto* elements = known.elements(test::valueNamed(model, name));
        return elements && elements->size() == 1 ? textOf(known, model, (*elements)[0]) : "none";
    };
    EXPECT_EQ(element("count"), "4·B·S");
    EXPECT_EQ(element("rest"), "4·S");
    EXPECT_EQ(element("twice"), "2·B");
    const auto* y = known.shape(test::valueNamed(model, "y"));
    ASSERT_TRUE(y && y->size() == 2);
    EXPECT_EQ(textOf(known, model, (*y)[0]), "1·B");
    EXPECT_EQ(textOf(known, model, (*y)[1]), "4·S");
}

/// The sizes of y in a model of x.
std::string sizesOfY(const std::string& nodes) {
    const Model model = test::modelFromText(
        "<ir_version: 9, opset_import: [\"\" : 18]> g (float[B,S,8,8] x) => (y) {" + nodes + "}");
    const SymbolicShapes known(model);
    std::string text;
    for (const SymbolicSize& size : *known.shape(test::valueNamed(model, "y")))
        text += (text.empty() ? "" : " ") + textOf(known, model, size);
    return text;
}

TEST(SymbolicShapes, ABatchIsTheSameBehindConvolutionsAndPoolings) {
    EXPECT_EQ(sizesOfY(R"(w = Constant <value = float[2,1,1,1] {1.0, 2.0}> ()
        a = Conv <strides = [2, 2], group = 1> (x, w)  b = MaxPool <kernel_shape = [2, 2]> (a)
        y = GlobalAveragePool(b))"),
              "1·B 2 1 1");
}

TEST(SymbolicShapes, HalfOfTwiceASizeIsTheSize) {
    EXPECT_EQ(
        sizesOfY(R"(t = Transpose <perm = [0, 2, 1, 3]> (x)  n = Constant <value = float[0] {}> ()
        twice = Constant <value = float[4] {1.0, 1.0, 2.0, 1.0}> ()  u = Resize(t, n, twice)
        y = MaxPool <kernel_shape = [3, 3], strides = [2, 1], pads = [1, 1, 1, 1]> (u))"),
        "1·B 8 1·S 8");
}

TEST(SymbolicShapes, ATransposedConvolutionMayDoubleASize) {
    EXPECT_EQ(sizesOfY(R"(t = Transpose <perm = [0, 2, 1, 3]> (x)
        w = Constant <value = float[8,1,4,4] {)" +
                       [] {
                           std::string ones = "1";
                           for (int i = 1; i < 128; ++i)
                               ones += ",1";
                           return ones;
                       }() +
                       R"(}> ()
        y = ConvTranspose <strides = [2, 2], pads = [1, 1, 1, 1]> (t, w))"),
              "1·B 1 2·S 16");
}

TEST(SymbolicShapes, PartsWhoseSizesARunTellsAreNotEqual) {
    EXPECT_NE(sizesOfY(R"(ax = Constant <value = int64[3] {0, 1, 2}> ()
        sums = ReduceSum <keepdims = 0> (x, ax)  from = Constant <value = int64[1] {0}> ()
        to = Constant <value = int64[1] {2}> ()  two = Slice(sums, from, to)
        parts = Cast <to = 7> (two)  y, z = Split <axis = 2> (x, parts))"),
              "1·B 1·S 4 8");
    EXPECT_EQ(sizesOfY("y, z = Split <axis = 2, num_outputs = 2> (x)"), "1·B 1·S 4 8");
}

TEST(SymbolicShapes, DivisionIsOnlyDoneWhereItIsExact) {
    const SymbolicSize b{1, {1}}, twoBs{2, {1, 2}}, three{3, {}};
    EXPECT_EQ(dividedBy(twoBs, b), (SymbolicSize{2, {2}}));
    EXPECT_EQ(dividedBy(twoBs, three), std::nullopt);
    EXPECT_EQ(dividedBy(b, twoBs), std::nullopt);
    EXPECT_EQ(times({std::int64_t{1} << 62, {}}, {4, {1}}), std::nullopt);
}

TEST(SymbolicShapes, AReshapeTargetHasAtMostOneSizeLeftOpen) {
    const SymbolicSize b{1, {1}}, s{1, {2}}, four{4, {}};
    const SymbolicSizes data{b, s, four};
    EXPECT_EQ(reshapeTarget({b, s, four}, &data), (std::vector<std::int64_t>{0, 0, 4}));
    EXPECT_EQ(reshapeTarget({s, b, four}, &data), std::nullopt);
    EXPECT_EQ(reshapeTarget({{4, {1, 2}}}, &data), (std::vector<std::int64_t>{-1}));
    EXPECT_EQ(reshapeTarget({b, four}, nullptr), (std::vector<std::int64_t>{-1, 4}));
}

} // namespace
} // namespace partita
