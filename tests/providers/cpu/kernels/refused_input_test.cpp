// Operators refuse with a clear error what no exporter writes but a file may hold.

#include <cmath>

#include "tests/support/agreement.h"
#include "tests/support/unusual_input.h"

namespace partita {
namespace {

using agreement::floats, agreement::ints;
using test::bytes, test::kLowest, test::kMost, test::runGraph;

struct Refused {
    const char* name;
    const char* graph;
    Feeds feeds;
    const char* says;
    int opset = 22;
};

class UnusualInput : public testing::TestWithParam<Refused> {};

TEST_P(UnusualInput, IsRefusedWithItsReason) {
    const auto report = runGraph(GetParam().graph, GetParam().feeds, GetParam().opset);
    ASSERT_FALSE(report);
    EXPECT_NE(report.error().message().find(GetParam().says), std::string::npos)
        << report.error().message();
}

const Refused kScalarsWithoutAxes[] = {
    {"ArgMax",
     "(float x) => (int64[] y) { y = ArgMax <axis = 0> (x) }",
     {{"x", floats({}, {1})}},
     "a scalar has no axis"},
    {"CumSum",
     "(float x, int64 a) => (float[] y) { y = CumSum(x, a) }",
     {{"x", floats({}, {1})}, {"a", ints({}, {0})}},
     "a scalar has no axis"},
    {"Split",
     "(float x) => (float[] y) { y = Split <axis = 0, num_outputs = 1> (x) }",
     {{"x", floats({}, {1})}},
     "a scalar has no axis"},
    {"Concat",
     "(float x) => (float[] y) { y = Concat <axis = 0> (x, x) }",
     {{"x", floats({}, {1})}},
     "a scalar has no axis"},
    {"Unique",
     "(float x) => (float[] y) { y = Unique <axis = 0> (x) }",
     {{"x", floats({}, {1})}},
     "a scalar has no axis"},
    {"Gather",
     "(float x, int64[1] i) => (float[] y) { y = Gather(x, i) }",
     {{"x", floats({}, {1})}, {"i", ints({1}, {0})}},
     "a scalar has no axis"},
    {"TopK",
     "(float x, int64[1] k) => (float[] y, int64[] i) { y, i = TopK(x, k) }",
     {{"x", floats({}, {1})}, {"k", ints({1}, {1})}},
     "a scalar has no axis"},
    {"Softmax",
     "(float x) => (float[] y) { y = Softmax(x) }",
     {{"x", floats({}, {1})}},
     "a scalar has no axis"},
    {"LpNormalization",
     "(float x) => (float[] y) { y = LpNormalization(x) }",
     {{"x", floats({}, {1})}},
     "a scalar has no axis"},
};

const Refused kOperandsThatAreNoNumber[] = {
    {"Range",
     "(int64[a] s, int64 l, int64 d) => (int64[] y) { y = Range(s, l, d) }",
     {{"s", ints({0}, {})}, {"l", ints({}, {3})}, {"d", ints({}, {1})}},
     "must be one number"},
    {"DropoutRatio",
     "(float[2] x, float[a] r, bool t) => (float[] y) { y = Dropout(x, r, t) }",
     {{"x", floats({2}, {1, 2})}, {"r", floats({0}, {})}, {"t", bytes(DataType::boolean, {}, {1})}},
     "must be one number"},
    {"DropoutMode",
     "(float[2] x, float r, bool[a] t) => (float[] y) { y = Dropout(x, r, t) }",
     {{"x", floats({2}, {1, 2})},
      {"r", floats({}, {0.5F})},
      {"t", bytes(DataType::boolean, {0}, {})}},
     "must be one number"},
    {"LoopLimit",
     "(int64[a] m, bool c) => (float[] y) <float v = {1}> { y = Loop (m, c, v) <body = b (int64 i, "
     "bool k, float w) => (bool o, float u) { o = Identity(k)  u = Identity(w) }> }",
     {{"m", ints({0}, {})}, {"c", bytes(DataType::boolean, {}, {1})}},
     "must be one number"},
    {"LoopCondition",
     "(int64 m, bool[a] c) => (float[] y) <float v = {1}> { y = Loop (m, c, v) <body = b (int64 i, "
     "bool k, float w) => (bool o, float u) { o = Identity(k)  u = Identity(w) }> }",
     {{"m", ints({}, {1})}, {"c", bytes(DataType::boolean, {0}, {})}},
     "must be one number"},
    {"IfCondition",
     "(bool[a] c) => (float[] y) { y = If (c) <then_branch = t () => (float u) { u = Constant "
     "<value_float = 1.0> () }, else_branch = e () => (float v) { v = Constant <value_float = "
     "2.0> () }> }",
     {{"c", bytes(DataType::boolean, {0}, {})}},
     "must be one number"},
    {"QLinearMatMulScale",
     "(uint8[1,1] a, float s, uint8 z, float[n] t) => (uint8[] y) { y = QLinearMatMul(a, s, z, a, "
     "s, z, t, z) }",
     {{"a", bytes(DataType::uint8, {1, 1}, {1})},
      {"s", floats({}, {1})},
      {"z", bytes(DataType::uint8, {}, {0})},
      {"t", floats({0}, {})}},
     "must be one number"},
    {"ClipBound",
     "(float[2] x, float[a] l) => (float[] y) { y = Clip(x, l) }",
     {{"x", floats({2}, {1, 2})}, {"l", floats({0}, {})}},
     "must be one number"},
    {"PadValue",
     "(float[2] x, int64[2] p, float[a] v) => (float[] y) { y = Pad(x, p, v) }",
     {{"x", floats({2}, {1, 2})}, {"p", ints({2}, {1, 1})}, {"v", floats({0}, {})}},
     "must be one number"},
    {"TopK",
     "(float[2] x, int64[a] k) => (float[] y, int64[] i) { y, i = TopK(x, k) }",
     {{"x", floats({2}, {1, 2})}, {"k", ints({0}, {})}},
     "must be one number"},
    {"Trilu",
     "(float[2,2] x, int64[a] k) => (float[] y) { y = Trilu(x, k) }",
     {{"x", floats({2, 2}, {1, 2, 3, 4})}, {"k", ints({0}, {})}},
     "must be one number"},
    {"SequenceAt",
     "(float[1] x, int64[a] p) => (float[] y) { s = SequenceConstruct(x)  y = SequenceAt(s, p) }",
     {{"x", floats({1}, {1})}, {"p", ints({0}, {})}},
     "must be one number"},
    {"NonMaxSuppression",
     "(float[1,1,4] b, float[1,1,1] s, int64[a] m) => (int64[] y) { y = NonMaxSuppression(b, s, m) "
     "}",
     {{"b", floats({1, 1, 4}, {0, 0, 1, 1})}, {"s", floats({1, 1, 1}, {1})}, {"m", ints({0}, {})}},
     "must be one number"},
    {"StftStep",
     "(float[1,4] x, int64[a] s, float[2] w) => (float[] y) { y = STFT(x, s, w) }",
     {{"x", floats({1, 4}, {1, 2, 3, 4})}, {"s", ints({0}, {})}, {"w", floats({2}, {1, 1})}},
     "must be one number"},
};

const Refused kImpossibleSizes[] = {
    {"TileBeyond64Bits",
     "(float[2] x, int64[1] r) => (float[] y) { y = Tile(x, r) }",
     {{"x", floats({2}, {1, 2})}, {"r", ints({1}, {kMost})}},
     "does not fit into 64 bits"},
    {"TileBeyondAllMachines",
     "(float[2] x, int64[1] r) => (float[] y) { y = Tile(x, r) }",
     {{"x", floats({2}, {1, 2})}, {"r", ints({1}, {std::int64_t{1} << 60})}},
     "larger than 1 TiB"},
    {"ConstantOfShape",
     "(int64[2] s) => (int64[] y) { y = ConstantOfShape <value = int64[1] {7}> (s) }",
     {{"s", ints({2}, {std::int64_t{1} << 31, std::int64_t{1} << 31})}},
     "larger than 1 TiB"},
    {"ConstantOfNegativeShape",
     "(int64[2] s) => (float[] y) { y = ConstantOfShape(s) }",
     {{"s", ints({2}, {-1, -1})}},
     "impossible size"},
    {"Expand",
     "(float[1] x, int64[2] s) => (float[] y) { y = Expand(x, s) }",
     {{"x", floats({1}, {1})}, {"s", ints({2}, {std::int64_t{1} << 32, std::int64_t{1} << 32})}},
     "impossible size"},
    {"EmptyButEndless",
     "(float[0,1] x, int64[2] s) => (float[] y) { y = Expand(x, s) }",
     {{"x", floats({0, 1}, {})}, {"s", ints({2}, {1, std::int64_t{1} << 40})}},
     "empty tensor"},
    {"Pad",
     "(float[2] x, int64[2] p) => (float[] y) { y = Pad(x, p) }",
     {{"x", floats({2}, {1, 2})}, {"p", ints({2}, {kLowest, kMost})}},
     "a pad is too large"},
    {"Range",
     "(double s, double l, double d) => (double[] y) { y = Range(s, l, d) }",
     {{"s", Tensor::of(DataType::float64, {}, std::vector<double>{0})},
      {"l", Tensor::of(DataType::float64, {}, std::vector<double>{1e300})},
      {"d", Tensor::of(DataType::float64, {}, std::vector<double>{1e-300})}},
     "a size is negative, too large"},
    {"Resize",
     "(float[1,1] x, float[2] s) => (float[] y) { y = Resize(x, , s) }",
     {{"x", floats({1, 1}, {1})}, {"s", floats({2}, {INFINITY, 1})}},
     "a size is negative, too large"},
    {"ReshapeBeyond64Bits",
     "(float[2] x, int64[3] s) => (float[] y) { y = Reshape(x, s) }",
     {{"x", floats({2}, {1, 2})}, {"s", ints({3}, {std::int64_t{1} << 62, 4, -1})}},
     "does not fit into 64 bits"},
    {"OneHot",
     "(int64[1] i, float d, float[2] v) => (float[] y) { y = OneHot(i, d, v) }",
     {{"i", ints({1}, {0})}, {"d", floats({}, {NAN})}, {"v", floats({2}, {0, 1})}},
     "a size is negative, too large"},
    {"DepthToSpace",
     "(float[1,1,1,1] x) => (float[] y) { y = DepthToSpace <blocksize = 4294967296> (x) }",
     {{"x", floats({1, 1, 1, 1}, {1})}},
     "does not fit into 64 bits"},
    {"PoolingPads",
     "(float[1,1,2,2] x) => (float[] y) { y = AveragePool <kernel_shape = [1,1], pads = "
     "[9223372036854775807,0,0,0]> (x) }",
     {{"x", floats({1, 1, 2, 2}, {1, 2, 3, 4})}},
     "too large"},
    {"ConvolutionDilations",
     "(float[1,1,4] x, float[1,1,2] w) => (float[] y) { y = Conv <dilations = "
     "[9223372036854775807]> (x, w) }",
     {{"x", floats({1, 1, 4}, {1, 2, 3, 4})}, {"w", floats({1, 1, 2}, {1, 1})}},
     "too large"},
    {"UnpoolingToNegativeSizes",
     "(float[1,1,1,1] x, int64[1,1,1,1] i, int64[4] s) => (float[] y) { y = MaxUnpool "
     "<kernel_shape = [1,1], pads = [2,2,2,2]> (x, i, s) }",
     {{"x", floats({1, 1, 1, 1}, {1})},
      {"i", ints({1, 1, 1, 1}, {0})},
      {"s", ints({4}, {1, 1, 1, 1})}},
     "negative pads remove more than the input has"},
    {"RoiAlignOfAHugeBox",
     "(float[1,1,2,2] x, float[1,4] r, int64[1] b) => (float[] y) { y = RoiAlign "
     "<sampling_ratio = 0> (x, r, b) }",
     {{"x", floats({1, 1, 2, 2}, {1, 2, 3, 4})},
      {"r", floats({1, 4}, {0, 0, 1e6F, 1e6F})},
      {"b", ints({1}, {0})}},
     "too large to be sampled"},
    {"MelWeightMatrix",
     "(int64 n, int64 l, int64 r, float a, float b) => (float[] y) { y = MelWeightMatrix(n, l, r, "
     "a, b) }",
     {{"n", ints({}, {kMost})},
      {"l", ints({}, {kMost})},
      {"r", ints({}, {1})},
      {"a", floats({}, {0})},
      {"b", floats({}, {1})}},
     "too large"},
};

const Refused kWrongKinds[] = {
    {"ATextForANumber",
     "(float[2] x, string[1] i) => (float[] y) { y = Gather(x, i) }",
     {{"x", floats({2}, {1, 2})}, {"i", bytes(DataType::uint8, {1}, {0})}},
     "input 1 (indices) may not be string"},
    {"SliceTwiceAlongAnAxis",
     "(float[6] x, int64[2] s, int64[2] e, int64[2] a) => (float[] y) { y = Slice(x, s, e, a) }",
     {{"x", floats({6}, {1, 2, 3, 4, 5, 6})},
      {"s", ints({2}, {5, 5})},
      {"e", ints({2}, {6, 6})},
      {"a", ints({2}, {0, -1})}},
     "an axis twice"},
    {"ALoopWhoseBodyReturnsTooLittle",
     "(int64 m, bool c) => (float[] y) <float v = {1}> { y = Loop (m, c, v) <body = b (int64 i, "
     "bool k, float w) => (bool o) { o = Identity(k) }> }",
     {{"m", ints({}, {1})}, {"c", bytes(DataType::boolean, {}, {1})}},
     "fewer values"},
    {"AScanOverAScalar",
     "(float x) => (float[] y) { y = Scan <num_scan_inputs = 1, body = b (float i) => (float o) { "
     "o = Identity(i) }> (x) }",
     {{"x", floats({}, {1})}},
     "a scalar has no axis"},
    {"TensorScatterBehindTheEnd",
     "(float[1,2,1] p, float[1,1,1] u, int64[1] w) => (float[] y) { y = TensorScatter(p, u, w) }",
     {{"p", floats({1, 2, 1}, {1, 2})}, {"u", floats({1, 1, 1}, {9})}, {"w", ints({1}, {kMost})}},
     "does not fit the cache at its write position",
     24},
    {"ABoxThatIsNoNumber",
     "(float[1,1,2,2] x, float[1,4] r, int64[1] b) => (float[] y) { y = RoiAlign(x, r, b) }",
     {{"x", floats({1, 1, 2, 2}, {1, 2, 3, 4})},
      {"r", floats({1, 4}, {0, std::nanf(""), 1, 1})},
      {"b", ints({1}, {0})}},
     "a region is not finite"},
    {"AWindowOfPaddingAlone",
     "(float[1,1,3,3] x) => (float[] y) { y = MaxPool <kernel_shape = [2,2], pads = [2,0,0,0]> (x) "
     "}",
     {{"x", floats({1, 1, 3, 3}, {1, 2, 3, 4, 5, 6, 7, 8, 9})}},
     "a window would cover nothing but padding"},
    {"AKernelShapeThatIsNotThatOfTheWeights",
     "(float[1,1,3,3] x, float[1,1,1,1] w) => (float[] y) { y = Conv <kernel_shape = [2,2]> (x, w) "
     "}",
     {{"x", floats({1, 1, 3, 3}, {1, 2, 3, 4, 5, 6, 7, 8, 9})}, {"w", floats({1, 1, 1, 1}, {1})}},
     "kernel_shape differs from the shape of the weights"},
    {"AKernelShapeThatIsNotThatOfTransposedWeights",
     "(float[1,1,3] x, float[1,1,1] w) => (float[] y) { y = ConvTranspose <kernel_shape = [2]> (x, "
     "w) "
     "}",
     {{"x", floats({1, 1, 3}, {1, 2, 3})}, {"w", floats({1, 1, 1}, {1})}},
     "kernel_shape differs from the shape of the weights"},
    {"ALayoutBeyondItsLimits",
     "(float[1,1,1] x, float[1,1,1] w, float[1,1,1] r) => (float[] y) "
     "{ y = RNN <hidden_size = 1, layout = -1> (x, w, r) }",
     {{"x", floats({1, 1, 1}, {1})}, {"w", floats({1, 1, 1}, {1})}, {"r", floats({1, 1, 1}, {1})}},
     "layout must be 0 or 1"},
    {"ASequenceLongerThanItsInput",
     "(float[1,1,1] x, float[1,1,1] w, float[1,1,1] r, int32[1] n) => (float[] y) "
     "{ y = RNN <hidden_size = 1> (x, w, r, , n) }",
     {{"x", floats({1, 1, 1}, {1})},
      {"w", floats({1, 1, 1}, {1})},
      {"r", floats({1, 1, 1}, {1})},
      {"n", bytes(DataType::int32, {1}, {7, 0, 0, 0})}},
     "a sequence is longer than X"},
    {"AnInputThatIsRequired",
     "(float[2] x) => (float[] y) { y = Gather(x, ) }",
     {{"x", floats({2}, {1, 2})}},
     "input 1 (indices) is missing"},
    {"TwoTypesForOneParameter",
     "(float[2] x, double[2] z) => (float[2] y) { y = Add(x, z) }",
     {{"x", floats({2}, {1, 2})},
      {"z", bytes(DataType::float64, {2}, std::vector<std::uint8_t>(16))}},
     "input 1 (B) is float64, another one of its type T is float32"},
    {"AnInputTooMany",
     "(float[2] x) => (float[2] y) { y = Relu(x, x) }",
     {{"x", floats({2}, {1, 2})}},
     "there are 2 inputs, at most 1 may be"},
    {"ASignalOfNoParts",
     "(float[1,4,0] x, int64 s, float[2] w) => (float[] y) { y = STFT(x, s, w) }",
     {{"x", floats({1, 4, 0}, {})}, {"s", ints({}, {1})}, {"w", floats({2}, {1, 1})}},
     "1 or 2]"},
    {"AnAttributeOfAnotherVersion",
     "(float[2] x) => (float[2] y) { y = Relu <alpha = 1.0> (x) }",
     {{"x", floats({2}, {1, 2})}},
     "this version has no attribute alpha"},
    {"AnAttributeOfAnotherType",
     "(float[2] x) => (float[2] y) { y = Softmax <axis = 0.5> (x) }",
     {{"x", floats({2}, {1, 2})}},
     "the attribute axis is of the type float instead of int"},
    {"ABroadcastThatNobodyAskedFor",
     "(float[2,2] x, float[2] z) => (float[2,2] y) { y = Add(x, z) }",
     {{"x", floats({2, 2}, {1, 2, 3, 4})}, {"z", floats({2}, {1, 2})}},
     "broadcast = 1",
     6},
    {"ScalesOfABlockTooMany",
     "() => (float[3] y) <int8[3] x = {1, 2, 3}, float[3] s = {1, 2, 3}> "
     "{ y = DequantizeLinear <axis = 0, block_size = 2> (x, s) }",
     {},
     "the blocks do not fit the axis"},
    {"ARegionWithoutAnEnd",
     "(float[1,1,2,2] x, float[8] r) => (float[] y) { n = Constant <value_ints = [1,1,2,2]> () y = "
     "Resize <mode = \"linear\", coordinate_transformation_mode = \"tf_crop_and_resize\"> (x, r, , "
     "n) }",
     {{"x", floats({1, 1, 2, 2}, {1, 2, 3, 4})},
      {"r", floats({8}, {0, 0, 0, 0, 1, 1, HUGE_VALF, 1})}},
     "finite numbers"},
    {"ALoopWithoutAnEnd",
     "(float[1] x) => (float[1] y) { y = Loop <body = b (int64 i, bool c, float[1] s) => (bool d, "
     "float[1] t) { d = Identity(c) t = Identity(s) }> (, , x) }",
     {{"x", floats({1}, {1})}},
     "it never ends"},
    {"AModeThatIsNone",
     "(float[1,1,2,1] q) => (float[] y) { y = Attention <qk_matmul_output_mode = -1> (q, q, q) }",
     {{"q", floats({1, 1, 2, 1}, {1, 2})}},
     "qk_matmul_output_mode must be between 0 and 3",
     23},
    {"AWindowOfSeveralSizes",
     "(int64[1] n) => (float[] y) { y = HannWindow(n) }",
     {{"n", ints({1}, {4})}},
     "size must be a scalar"},
    {"APoolOfTextsAndNumbers",
     "(int64[2] x) => (float[] y) { y = TfIdfVectorizer <max_gram_length = 1, min_gram_length = 1, "
     "max_skip_count = 0, mode = \"TF\", ngram_counts = [0], ngram_indexes = [0], pool_int64s = "
     "[1], "
     "pool_strings = [\"a\"]> (x) }",
     {{"x", ints({2}, {1, 2})}},
     "only one of pool_strings and pool_int64s"},
    {"LengthsOfKeysThatAreNoVector",
     "(float[1,1,2,1] q, float[1,1,2,1] k, int64[1,1] n) => (float[] y) "
     "{ y = Attention(q, k, k, , , , n) }",
     {{"q", floats({1, 1, 2, 1}, {1, 2})},
      {"k", floats({1, 1, 2, 1}, {1, 2})},
      {"n", ints({1, 1}, {2})}},
     "nonpad_kv_seqlen must be a vector",
     24},
    {"AMaskOfFiveDimensions",
     "(float[1,1,2,1] q, float[1,1,2,1] k, bool[1,1,1,2,2] m) => (float[] y) "
     "{ y = Attention(q, k, k, m) }",
     {{"q", floats({1, 1, 2, 1}, {1, 2})},
      {"k", floats({1, 1, 2, 1}, {1, 2})},
      {"m", bytes(DataType::boolean, {1, 1, 1, 2, 2}, {1, 1, 0, 1})}},
     "attn_mask has more than four dimensions",
     24},
    {"AMaskOfOtherRowsThanQueries",
     "(float[1,1,1,2] q, float[1,1,2,2] k, float[3,1] m) => (float[] y) "
     "{ y = Attention(q, k, k, m) }",
     {{"q", floats({1, 1, 1, 2}, {1, 2})},
      {"k", floats({1, 1, 2, 2}, {1, 2, 3, 4})},
      {"m", floats({3, 1}, {0, 0, 0})}},
     "attn_mask has another number of rows than there are queries",
     23},
    {"AStateOfAnotherShapeThanTheBodys",
     "(float[] i, float[n] x) => (float[] o) { o, z = Scan <num_scan_inputs = 1, body = b "
     "(float a, float c) => (float d, float e) { d = Add(a, c) e = Identity(d) }> (i, x) }",
     {{"i", floats({2}, {1, 2})}, {"x", floats({1}, {1})}},
     "a state or a slice has another shape than the body declares",
     22},
    {"DeformedKernelOfAnotherShape",
     "(float[1,1,1,2] x, float[1,1,1,1] w, float[1,2,1,2] o) => (float[] y) "
     "{ y = DeformConv <kernel_shape = [1, 2]> (x, w, o) }",
     {{"x", floats({1, 1, 1, 2}, {1, 2})},
      {"w", floats({1, 1, 1, 1}, {1})},
      {"o", floats({1, 2, 1, 2}, {0, 0, 0, 0})}},
     "kernel_shape differs from the shape of the weights",
     22},
    {"NoQueries",
     "(float[1,2,20] k) => (float[] y) "
     "{ y = Attention <q_num_heads = 2, kv_num_heads = 2> (, k, k) }",
     {{"k", Tensor::of(DataType::float32, {1, 2, 20}, std::vector<float>(40))}},
     "nothing can run Attention",
     22},
    {"PastKeysWithoutPastValues",
     "(float[1,1,2,1] q, float[1,1,2,1] k) => (float[] y) { y = Attention(q, k, k, , k) }",
     {{"q", floats({1, 1, 2, 1}, {1, 2})}, {"k", floats({1, 1, 2, 1}, {1, 2})}},
     "past_key and past_value come together",
     24},
};

const auto kName = [](const auto& each) { return std::string(each.param.name); };
INSTANTIATE_TEST_SUITE_P(Scalars, UnusualInput, testing::ValuesIn(kScalarsWithoutAxes), kName);
INSTANTIATE_TEST_SUITE_P(Operands, UnusualInput, testing::ValuesIn(kOperandsThatAreNoNumber),
                         kName);
INSTANTIATE_TEST_SUITE_P(Sizes, UnusualInput, testing::ValuesIn(kImpossibleSizes), kName);
INSTANTIATE_TEST_SUITE_P(Kinds, UnusualInput, testing::ValuesIn(kWrongKinds), kName);

} // namespace
} // namespace partita
