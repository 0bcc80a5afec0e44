#include "core/passes/pass_examples.h"

namespace partita {

namespace {

constexpr PassExample kOperatorExamples[] = {
    {"fuse_gelu", "erf",
     "g (float[2,3] x) => (float[2,3] y) <float r = {1.41421356}, float one = {1}, float h = "
     "{0.5}> { u = Div(x, r) e = Erf(u) t = Add(e, one) m = Mul(x, t) y = Mul(m, h) }",
     "Gelu", 20},
    {"fuse_gelu", "tanh",
     "g (float[2,3] x) => (float[2,3] y) <float three = {3}, float c = {0.044715}, float d = "
     "{0.79788456}, float one = {1}, float h = {0.5}> { p = Pow(x, three) q = Mul(p, c) s = Add(x, "
     "q) v = Mul(s, d) w = Tanh(v) t = Add(w, one) i = Mul(x, h) y = Mul(i, t) }",
     "Gelu", 20},
    {"fuse_gelu", "before_opset_20",
     "g (float[2,3] x) => (float[2,3] y) <float r = {1.41421356}, float one = {1}, float h = "
     "{0.5}> { u = Div(x, r) e = Erf(u) t = Add(e, one) m = Mul(x, t) y = Mul(m, h) }",
     "Div Erf Add Mul Mul", 19},
    {"fuse_gelu", "another_factor",
     "g (float[2,3] x) => (float[2,3] y) <float r = {1.5}, float one = {1}, float h = {0.5}> { u = "
     "Div(x, r) e = Erf(u) t = Add(e, one) m = Mul(x, t) y = Mul(m, h) }",
     "Div Erf Add Mul Mul", 20},
    {"fuse_gelu", "a_number_of_more_axes",
     "g (float[3] x) => (float[1,3] y) <float r = {1.41421356}, float[1,1] one = {1}, float h = "
     "{0.5}> { u = Div(x, r) e = Erf(u) t = Add(e, one) m = Mul(x, t) y = Mul(m, h) }",
     "Div Erf Add Mul Mul", 20},
    {"fuse_layer_normalization", "written_out",
     "g (float[2,3] x) => (float[2,3] y) <float two = {2}, float e = {0.00001}, float[3] s = {1, "
     "2, 3}, float[3] b = {0.1, 0.2, 0.3}> { m = ReduceMean<axes = [-1]>(x) d = Sub(x, m) p = "
     "Pow(d, two) v = ReduceMean<axes = [-1]>(p) w = Add(v, e) r = Sqrt(w) q = Div(d, r) n = "
     "Mul(q, s) y = Add(n, b) }",
     "LayerNormalization", 17},
    {"fuse_layer_normalization", "mean_subtracted_twice",
     "g (float[2,3] x) => (float[2,3] y) <float two = {2}, float e = {0.00001}, float[3] s = {1, "
     "2, 3}, float[3] b = {0.1, 0.2, 0.3}> { m = ReduceMean<axes = [-1]>(x) d = Sub(x, m) f = "
     "Sub(x, m) p = Pow(f, two) v = ReduceMean<axes = [-1]>(p) w = Add(v, e) r = Sqrt(w) q = "
     "Div(d, r) n = Mul(q, s) y = Add(n, b) }",
     "LayerNormalization", 17},
    {"fuse_layer_normalization", "another_axis",
     "g (float[3,3] x) => (float[3,3] y) <float two = {2}, float e = {0.00001}, float[3] s = {1, "
     "2, 3}, float[3] b = {0.1, 0.2, 0.3}> { m = ReduceMean<axes = [0]>(x) d = Sub(x, m) p = "
     "Pow(d, two) v = ReduceMean<axes = [0]>(p) w = Add(v, e) r = Sqrt(w) q = Div(d, r) n = Mul(q, "
     "s) y = Add(n, b) }",
     "ReduceMean Sub Pow ReduceMean Add Sqrt Div Mul Add", 17},
    {"fuse_rms_normalization", "written_out",
     "g (float[2,3] x) => (float[2,3] y) <float e = {0.00001}, float[3] s = {1, 2, 3}, int64[1] a "
     "= {-1}> { p = Mul(x, x) v = ReduceMean(p, a) w = Add(v, e) r = Sqrt(w) i = Reciprocal(r) n = "
     "Mul(x, i) y = Mul(s, n) }",
     "RMSNormalization", 23},
    {"fuse_rms_normalization", "before_opset_23",
     "g (float[2,3] x) => (float[2,3] y) <float e = {0.00001}, float[3] s = {1, 2, 3}, int64[1] a "
     "= {-1}> { p = Mul(x, x) v = ReduceMean(p, a) w = Add(v, e) r = Sqrt(w) i = Reciprocal(r) n = "
     "Mul(x, i) y = Mul(s, n) }",
     "Mul ReduceMean Add Sqrt Reciprocal Mul Mul", 22},
    {"fuse_rms_normalization", "scale_first",
     "g (float[2,3] x) => (float[2,3] y) <float e = {0.00001}, float[3] s = {1, 2, 3}, int64[1] a "
     "= {-1}, float one = {1}> { p = Mul(x, x) v = ReduceMean(p, a) w = Add(e, v) r = Sqrt(w) i = "
     "Div(one, r) n = Mul(i, s) y = Mul(n, x) }",
     "RMSNormalization", 23},
    {"fuse_rms_normalization", "quotient",
     "g (float[2,3] x) => (float[2,3] y) <float e = {0.00001}, float[3] s = {1, 2, 3}, int64[1] a "
     "= {-1}> { p = Mul(x, x) v = ReduceMean(p, a) w = Add(v, e) r = Sqrt(w) n = Div(x, r) y = "
     "Mul(n, s) }",
     "RMSNormalization", 23},
    {"fuse_rms_normalization", "halves_in_float32",
     "g (float16[2,3] x) => (float16[2,3] y) <float16[3] s = {1, 2, 3}, float e = {0.00001}, "
     "int64[1] a = {-1}, float two = {2}> { f = Cast<to = 1>(x) p = Pow(f, two) v = "
     "ReduceMean(p, a) w = Add(v, e) r = Sqrt(w) i = Reciprocal(r) n = Mul(f, i) h = Cast<to = "
     "10>(n) y = Mul(s, h) }",
     "RMSNormalization", 23},
    {"fuse_rms_normalization", "scale_in_float32", // which the operator would not take
     "g (float16[2,3] x) => (float[2,3] y) <float[3] s = {1, 2, 3}, float e = {0.00001}, "
     "int64[1] a = {-1}, float two = {2}> { f = Cast<to = 1>(x) p = Pow(f, two) v = "
     "ReduceMean(p, a) w = Add(v, e) r = Sqrt(w) i = Reciprocal(r) n = Mul(f, i) h = Cast<to = "
     "10>(n) g = Cast<to = 1>(h) y = Mul(s, g) }",
     "Cast Pow ReduceMean Add Sqrt Reciprocal Mul Cast Cast Mul", 23},
    {"fuse_rms_normalization", "of_integers", // between the same Casts
     "g (int32[2,3] x) => (int32[2,3] y) <int32[3] s = {1, 2, 3}, float e = {0.00001}, int64[1] a "
     "= {-1}, float two = {2}> { f = Cast<to = 1>(x) p = Pow(f, two) v = ReduceMean(p, a) w = "
     "Add(v, e) r = Sqrt(w) i = Reciprocal(r) n = Mul(f, i) h = Cast<to = 6>(n) y = Mul(s, h) }",
     "Cast Pow ReduceMean Add Sqrt Reciprocal Mul Cast Mul", 23},
    {"fuse_hard_swish", "hard_sigmoid",
     "g (float[2,3] x) => (float[2,3] y) { h = HardSigmoid<alpha = 0.16666667, beta = 0.5>(x) y = "
     "Mul(x, h) }",
     "HardSwish"},
    {"fuse_hard_swish", "clip",
     "g (float[2,3] x) => (float[2,3] y) <float three = {3}, float six = {6}, float zero = {0}> { "
     "a = Add(x, three) c = Clip(a, zero, six) m = Mul(x, c) y = Div(m, six) }",
     "HardSwish"},
    {"fuse_hard_swish", "clip_divided_first",
     "g (float[2,3] x) => (float[2,3] y) <float three = {3}, float six = {6}, float zero = {0}> { "
     "a = Add(x, three) c = Clip(a, zero, six) d = Div(c, six) y = Mul(x, d) }",
     "HardSwish"},
    {"fuse_hard_swish", "another_slope",
     "g (float[2,3] x) => (float[2,3] y) { h = HardSigmoid<alpha = 0.2, beta = 0.5>(x) y = Mul(x, "
     "h) }",
     "HardSigmoid Mul"},
    {"fuse_hard_sigmoid", "product_divided",
     "g (float[2,3] x) => (float[2,3] y) <float three = {3}, float six = {6}, float zero = {0}> { "
     "a = Add(x, three) c = Clip(a, zero, six) m = Mul(x, c) y = Div(m, six) }",
     "HardSigmoid Mul"},
    {"fuse_hard_sigmoid", "gate_scaled",
     "g (float[2,3] x) => (float[2,3] y) <float three = {3}, float sixth = {0.16666667}> { a = "
     "Add(three, x) c = Clip<min = 0.0, max = 6.0>(a) y = Mul(sixth, c) }",
     "HardSigmoid", 10},
    {"fuse_hard_sigmoid", "no_shift",
     "g (float[2,3] x, float[2,3] z) => (float[2,3] y) <float six = {6}, float zero = {0}> { c = "
     "Clip(x, zero, six) m = Mul(z, c) y = Div(m, six) }",
     "HardSigmoid Mul"},
    {"fuse_hard_sigmoid", "large_shift",
     "g (float[2,3] x) => (float[2,3] y) <float much = {1000000}, float six = {6}, float zero = "
     "{0}> { a = Add(x, much) c = Clip(a, zero, six) y = Div(c, six) }",
     "Add HardSigmoid"},
    {"fuse_hard_sigmoid", "tiny_top",
     "g (float[2,3] x) => (float[2,3] y) <float top = {1e-39}, float zero = {0}> { c = Clip(x, "
     "zero, top) y = Div(c, top) }",
     "Clip Div"},
    {"fuse_hard_sigmoid", "another_factor",
     "g (float[2,3] x) => (float[2,3] y) <float three = {3}, float six = {6}, float zero = {0}, "
     "float five = {5}> { a = Add(x, three) c = Clip(a, zero, six) m = Mul(x, c) y = Div(m, five) "
     "}",
     "Add Clip Mul Div"},
    {"fuse_hard_sigmoid", "another_floor",
     "g (float[2,3] x) => (float[2,3] y) <float six = {6}, float one = {1}> { c = Clip(x, one, "
     "six) y = Div(c, six) }",
     "Clip Div"},
    {"fuse_attention", "with_a_mask",
     "g (float[2,3,4,5] q, float[2,3,6,5] k, float[2,3,6,5] v, float[2,1,1,6] m) => "
     "(float[2,3,4,5] y) <float c = {2.2360679}> { t = Transpose<perm = [0, 1, 3, 2]>(k) p = "
     "MatMul(q, t) d = Div(p, c) s = Add(d, m) w = Softmax<axis = -1>(s) y = MatMul(w, v) }",
     "Attention", 23},
    {"fuse_attention", "mask_of_more_batches",
     "g (float[1,3,4,5] q, float[1,3,6,5] k, float[1,3,6,5] v, float[2,1,1,6] m) => "
     "(float[2,3,4,5] y) { t = Transpose<perm = [0, 1, 3, 2]>(k) p = MatMul(q, t) s = Add(p, m) w "
     "= Softmax<axis = -1>(s) y = MatMul(w, v) }",
     "Transpose MatMul Add Softmax MatMul", 23},
    {"fuse_attention", "heads_in_the_middle",
     "g (float[2,3,4,5] q, float[2,6,3,5] k, float[2,3,6,5] v) => (float[2,3,4,5] y) <float c = "
     "{0.5}> { t = Transpose<perm = [0, 2, 3, 1]>(k) p = MatMul(q, t) d = Mul(c, p) w = "
     "Softmax<axis = 3>(d) y = MatMul(w, v) }",
     "Transpose Attention", 23},
    {"fuse_attention", "before_opset_23",
     "g (float[2,3,4,5] q, float[2,3,6,5] k, float[2,3,6,5] v) => (float[2,3,4,5] y) { t = "
     "Transpose<perm = [0, 1, 3, 2]>(k) p = MatMul(q, t) w = Softmax<axis = -1>(p) y = MatMul(w, "
     "v) "
     "}",
     "Transpose MatMul Softmax MatMul", 22},
    {"fuse_attention", "one_head_of_keys",
     "g (float[2,3,4,5] q, float[2,1,6,5] k, float[2,3,6,5] v) => (float[2,3,4,5] y) { t = "
     "Transpose<perm = [0, 1, 3, 2]>(k) p = MatMul(q, t) w = Softmax<axis = -1>(p) y = MatMul(w, "
     "v) "
     "}",
     "Transpose MatMul Softmax MatMul", 23},
};

} // namespace

std::span<const PassExample> operatorExamples() { return kOperatorExamples; }

} // namespace partita
