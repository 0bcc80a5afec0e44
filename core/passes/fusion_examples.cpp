#include "core/passes/pass_examples.h"

namespace partita {

namespace {

const PassExample kExamples[] = {
    {"fuse_add_bias_into_conv", "channels",
     "g (float[1,2,4,4] x) => (float[1,3,4,4] y) <float[3,2,1,1] w = {1, 2, 3, 4, 5, 6}, "
     "float[1,3,1,1] b = {1, 2, 3}> { a = Conv(x, w) y = Add(a, b) }",
     "Conv"},
    {"fuse_add_bias_into_conv", "one_number",
     "g (float[1,2,4,4] x) => (float[1,3,4,4] y) <float[3,2,1,1] w = {1, 2, 3, 4, 5, 6}, float b = "
     "{2}> { a = Conv(x, w) y = Add(b, a) }",
     "Conv"},
    {"fuse_add_bias_into_conv", "beside_a_bias",
     "g (float[1,2,4,4] x) => (float[1,3,4,4] y) <float[3,2,1,1] w = {1, 2, 3, 4, 5, 6}, float[3] "
     "c = {3, 4, 5}, float[1,3,1,1] b = {1, 2, 3}> { a = Conv(x, w, c) y = Add(a, b) }",
     "Conv"},
    {"fuse_add_bias_into_conv", "beside_a_bias_that_varies",
     "g (float[1,2,4,4] x, float[3] c) => (float[1,3,4,4] y) <float[3,2,1,1] w = {1, 2, 3, 4, 5, "
     "6}, float[1,3,1,1] b = {1, 2, 3}> { a = Conv(x, w, c) y = Add(a, b) }",
     "Conv Add"},
    {"fuse_add_bias_into_conv", "another_axis",
     "g (float[1,2,3,3] x) => (float[1,3,3,3] y) <float[3,2,1,1] w = {1, 2, 3, 4, 5, 6}, float[3] "
     "b = {1, 2, 3}> { a = Conv(x, w) y = Add(a, b) }",
     "Conv Add"},
    {"fuse_add_bias_into_conv", "read_twice",
     "g (float[1,2,4,4] x) => (float[1,3,4,4] y, float[1,3,4,4] a) <float[3,2,1,1] w = {1, 2, 3, "
     "4, 5, 6}, float b = {2}> { a = Conv(x, w) y = Add(a, b) }",
     "Conv Add"},
    {"fuse_add_bias_into_conv", "computed",
     "g (float[1,2,4,4] x, float[1,3,1,1] z) => (float[1,3,4,4] y) <float[3,2,1,1] w = {1, 2, 3, "
     "4, 5, 6}> { b = Neg(z) a = Conv(x, w) y = Add(b, a) }",
     "Neg Conv Add"},
    {"fuse_bn_into_conv", "with_bias",
     "g (float[1,2,4,4] x) => (float[1,2,4,4] y) <float[2,2,1,1] w = {1, 2, 3, 4}, float[2] b = "
     "{1, 2}, float[2] s = {0.5, 2}, float[2] t = {1, -1}, float[2] m = {0.3, 0.4}, float[2] v = "
     "{1.5, 0.5}> { a = Conv(x, w, b) y = BatchNormalization<epsilon = 0.5>(a, s, t, m, v) }",
     "Conv"},
    {"fuse_bn_into_conv", "negative_variance",
     "g (float[1,2,4,4] x) => (float[1,2,4,4] y) <float[2,2,1,1] w = {1, 2, 3, 4}, float[2] s = "
     "{0.5, 2}, float[2] m = {0, 0}, float[2] v = {-1, 1}> { a = Conv(x, w) b = Relu(a) y = "
     "BatchNormalization(b, s, m, m, v) }",
     "Conv Relu BatchNormalization"},
    {"fuse_consecutive_concats", "inner",
     "g (float[2] x, float[2] z) => (float[8] y) { a = Concat<axis = 0>(x, z) y = Concat<axis = "
     "-1>(z, a, x) }",
     "Concat"},
    {"fuse_consecutive_concats", "another_axis",
     "g (float[2,2] x, float[2,2] z) => (float[4,4] y) { a = Concat<axis = 0>(x, z) y = "
     "Concat<axis = 1>(a, a) }",
     "Concat Concat"},
    {"fuse_consecutive_log_softmax", "both",
     "g (float[2,3] x) => (float[2,3] y) { a = Softmax<axis = 1>(x) y = Log(a) }", "LogSoftmax"},
    {"fuse_consecutive_log_softmax", "read_twice",
     "g (float[2,3] x) => (float[2,3] y, float[2,3] z) { a = Softmax<axis = 1>(x) y = Log(a) z = "
     "Neg(a) }",
     "Softmax Log Neg"},
    {"fuse_consecutive_scales", "numbers",
     "g (float[2,3] x) => (float[2,3] y) <float c = {2.0}, float[3] d = {1, 2, 3}> { a = Mul(x, c) "
     "y = Mul(d, a) }",
     "Mul"},
    {"fuse_consecutive_scales", "read_twice",
     "g (float[2,3] x) => (float[2,3] y, float[2,3] z) <float c = {2.0}, float d = {3}> { a = "
     "Mul(x, c) y = Mul(d, a) z = Neg(a) }",
     "Mul Mul Neg"},
    {"fuse_scale_into_weights", "matmul",
     "g (float[2,2] x) => (float[2,2] y) <float c = {2.0}, float[2,2] w = {1, 2, 3, 4}> { a = "
     "Mul(x, c) y = MatMul(a, w) }",
     "MatMul"},
    {"fuse_scale_into_weights", "by_columns",
     "g (float[2,2] x) => (float[2,2] y) <float[2,1] c = {2.0, 3.0}, float[2,2] w = {1, 2, 3, 4}> "
     "{ a = Mul(x, c) b = Relu(a) y = MatMul(b, w) }",
     "Mul Relu MatMul"},
    {"fuse_scale_into_weights", "channels",
     "g (float[1,2,3,3] x) => (float[1,2,3,3] y) <float[2,1,1] c = {2, -3}, float[2,2,1,1] w = {1, "
     "2, 3, 4}, float[2] b = {5, 6}> { a = Mul(c, x) y = Conv(a, w, b) }",
     "Conv"},
    {"fuse_scale_into_weights", "channels_of_groups",
     "g (float[1,4,3] x) => (float[1,4,2] y) <float[1,4,1] c = {2, 3, 5, 7}, float[4,2,2] w = {1, "
     "2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}> { a = Mul(x, c) y = Conv<group = 2>(a, "
     "w) }",
     "Conv"},
    {"fuse_scale_into_weights", "rows_of_a_picture",
     "g (float[1,2,2,3] x) => (float[1,2,2,3] y) <float[2,1] c = {2, 3}, float[2,2,1,1] w = {1, 2, "
     "3, 4}> { a = Mul(x, c) y = Conv(a, w) }",
     "Mul Conv"},
    {"fuse_scale_into_weights", "channels_that_appear",
     "g (float[1,1,3,3] x) => (float[1,2,3,3] y) <float[2,1,1] c = {2, 3}, float[2,2,1,1] w = {1, "
     "2, 3, 4}> { a = Mul(x, c) y = Conv(a, w) }",
     "Mul Conv"},
    {"fuse_consecutive_reduce_unsqueeze", "same_axes",
     "g (float[2,3,4] x) => (float[2,1,4] y) <int64[1] a = {1}> { r = ReduceMean<keepdims = 0>(x, "
     "a) y = Unsqueeze(r, a) }",
     "ReduceMean"},
    {"fuse_consecutive_reduce_unsqueeze", "taken_out",
     "g (float[2,3,4] x) => (float[2,4] y) <int64[1] a = {1}, int64[1] b = {-2}> { r = "
     "ReduceMean(x, a) y = Squeeze(r, b) }",
     "ReduceMean"},
    {"fuse_consecutive_reduce_unsqueeze", "one_of_two_taken_out",
     "g (float[2,3,4] x) => (float[2,1] y) <int64[2] a = {1, 2}, int64[1] b = {1}> { r = "
     "ReduceMean(x, a) y = Squeeze(r, b) }",
     "ReduceMean Squeeze"},
    {"fuse_consecutive_reduce_unsqueeze", "other_axes",
     "g (float[2,3,4] x) => (float[1,2,4] y) <int64[1] a = {1}, int64[1] b = {0}> { r = "
     "ReduceMean<keepdims = 0>(x, a) y = Unsqueeze(r, b) }",
     "ReduceMean Unsqueeze"},
    {"fuse_consecutive_squeezes", "counted",
     "g (float[1,2,1,3,1] x) => (float[2,3] y) <int64[2] a = {0, -1}, int64[1] b = {1}> { s = "
     "Squeeze(x, a) y = Squeeze(s, b) }",
     "Squeeze"},
    {"fuse_consecutive_squeezes", "apart",
     "g (float[1,2,1] x) => (float[2] y) <int64[1] a = {0}, int64[1] b = {1}> { s = Squeeze(x, a) "
     "r = Relu(s) y = Squeeze(r, b) }",
     "Squeeze Relu Squeeze"},
    {"fuse_consecutive_unsqueezes", "counted",
     "g (float[2,3] x) => (float[1,2,1,3,1] y) <int64[2] a = {0, 2}, int64[1] b = {-1}> { s = "
     "Unsqueeze(x, a) y = Unsqueeze(s, b) }",
     "Unsqueeze"},
    {"fuse_consecutive_unsqueezes", "before",
     "g (float[2,3] x) => (float[1,2,1,3] y) <int64[1] a = {1}, int64[1] b = {0}> { s = "
     "Unsqueeze(x, a) y = Unsqueeze(s, b) }",
     "Unsqueeze"},
    {"fuse_consecutive_unsqueezes", "apart",
     "g (float[2] x) => (float[1,2,1] y) <int64[1] a = {0}, int64[1] b = {2}> { s = Unsqueeze(x, "
     "a) r = Relu(s) y = Unsqueeze(r, b) }",
     "Unsqueeze Relu Unsqueeze"},
    {"fuse_consecutive_squeeze_unsqueeze", "undone",
     "g (float[1,2] x) => (float[1,2] y) <int64[1] a = {0}, int64[1] b = {-2}> { s = Squeeze(x, a) "
     "t = Unsqueeze(s, b) y = Relu(t) }",
     "Squeeze Relu"},
    {"fuse_consecutive_squeeze_unsqueeze", "another_axis",
     "g (float[1,2] x) => (float[2,1] y) <int64[1] a = {0}, int64[1] b = {1}> { s = Squeeze(x, a) "
     "y = Unsqueeze(s, b) }",
     "Squeeze Unsqueeze"},
    {"fuse_consecutive_transposes", "composed",
     "g (float[2,3,4] x) => (float[4,3,2] y) { a = Transpose<perm = [2, 0, 1]>(x) y = "
     "Transpose<perm = [0, 2, 1]>(a) }",
     "Transpose"},
    {"fuse_consecutive_transposes", "reversed_twice",
     "g (float[2,3,4] x) => (float[2,3,4] y) { a = Transpose(x) b = Transpose(a) y = Relu(b) }",
     "Relu"},
    {"fuse_consecutive_transposes", "apart",
     "g (float[2,3] x) => (float[2,3] y) { a = Transpose(x) b = Relu(a) y = Transpose(b) }",
     "Transpose Relu Transpose"},
    {"fuse_consecutive_slices", "two_axes",
     "g (float[4,5] x) => (float[2,3] y) <int64[1] a = {1}, int64[1] b = {3}, int64[1] c = {0}, "
     "int64[1] d = {0}, int64[1] e = {5}, int64[1] f = {1}, int64[1] h = {2}> { s = Slice(x, a, b, "
     "c) y = Slice(s, d, e, f, h) }",
     "Slice"},
    {"fuse_consecutive_slices", "the_same_axis",
     "g (float[4,5] x) => (float[1,5] y) <int64[1] a = {1}, int64[1] b = {3}, int64[1] c = {0}, "
     "int64[1] d = {0}, int64[1] e = {1}> { s = Slice(x, a, b, c) y = Slice(s, d, e, c) }",
     "Slice Slice"},
    {"fuse_matmul_add_bias_into_gemm", "row",
     "g (float[n,3] x) => (float[n,2] y) <float[3,2] w = {1, 2, 3, 4, 5, 6}, float[2] b = {1, 2}> "
     "{ a = MatMul(x, w) y = Add(a, b) }",
     "Gemm"},
    {"fuse_matmul_add_bias_into_gemm", "rank_3",
     "g (float[2,2,3] x) => (float[2,2,2] y) <float[3,2] w = {1, 2, 3, 4, 5, 6}, float[2] b = {1, "
     "2}> { a = MatMul(x, w) y = Add(a, b) }",
     "MatMul Add"},
    {"fuse_matmul_add_bias_into_reshaped_gemm", "rank_3",
     "g (float[2,2,3] x) => (float[2,2,2] y) <float[3,2] w = {1, 2, 3, 4, 5, 6}, float[2] b = {1, "
     "2}> { a = MatMul(x, w) y = Add(a, b) }",
     "Reshape Gemm Reshape"},
    {"fuse_matmul_add_bias_into_reshaped_gemm", "bias_first",
     "g (float[1,3,2,1] x) => (float[1,3,2,2] z) <float[1,2] w = {1, 2}, float[2] b = {1, 2}> { a "
     "= MatMul(x, w) y = Add(b, a) z = Relu(y) }",
     "Reshape Gemm Reshape Relu"},
    {"fuse_matmul_add_bias_into_reshaped_gemm", "unknown_size",
     "g (float[n,2,3] x) => (float[n,2,2] y) <float[3,2] w = {1, 2, 3, 4, 5, 6}, float[2] b = {1, "
     "2}> { a = MatMul(x, w) y = Add(a, b) }",
     "MatMul Add"},
    {"fuse_consecutive_reshapes", "two",
     "g (float[2,6] x) => (float[4,3] y) <int64[1] s = {12}, int64[2] t = {-1, 3}> { a = "
     "Reshape(x, "
     "s) y = Reshape(a, t) }",
     "Reshape"},
    {"fuse_consecutive_reshapes", "squeeze",
     "g (float[2,6] x) => (float[4,3] y) <int64[3] s = {1, 4, 3}, int64[1] a = {0}> { r = "
     "Reshape(x, s) y = Squeeze(r, a) }",
     "Reshape"},
    {"fuse_consecutive_reshapes", "unknown_size",
     "g (float[n,6] x) => (float[m,3] y) <int64[1] s = {-1}, int64[2] t = {-1, 3}> { a = "
     "Reshape(x, s) y = Reshape(a, t) }",
     "Reshape Reshape"},
    {"fuse_consecutive_casts", "wider_and_back",
     "g (float[2] x) => (float[2] y) { a = Cast<to = 11>(x) b = Cast<to = 1>(a) y = Relu(b) }",
     "Relu"},
    {"fuse_consecutive_casts", "input_to_output",
     "g (float[2] x) => (float[2] y) { a = Cast<to = 11>(x) y = Cast<to = 1>(a) }", "Cast"},
    {"fuse_consecutive_casts", "integers_by_wider_ones",
     "g (int32[2] x) => (float[2] y) { a = Cast<to = 7>(x) y = Cast<to = 1>(a) }", "Cast"},
    {"fuse_consecutive_casts", "narrower",
     "g (float[2] x) => (float[2] y) { a = Cast<to = 10>(x) y = Cast<to = 1>(a) }", "Cast Cast"},
    {"fuse_consecutive_casts", "out_of_range",
     "g (int32[2] x) => (int8[2] y) { a = Cast<to = 11>(x) y = Cast<to = 3>(a) }", "Cast Cast"},
    {"fuse_consecutive_clips", "relu6",
     "g (float[8] x) => (float[8] y) <float h = {6}> { a = Relu(x) y = Min(h, a) }", "Clip"},
    {"fuse_consecutive_clips", "max_of_min",
     "g (float[8] x) => (float[8] y) <float l = {-1}, float[1] h = {1}> { a = Min(x, h) y = Max(a, "
     "l) }",
     "Clip"},
    {"fuse_consecutive_clips", "relu_of_clip",
     "g (float[8] x) => (float[8] y) <float l = {-1}, float h = {2}> { a = Clip(x, l, h) y = "
     "Relu(a) }",
     "Clip"},
    {"fuse_consecutive_clips", "nothing_in_common",
     "g (float[8] x) => (float[8] y) <float l = {-2}, float h = {-1}, float k = {3}> { a = Clip(x, "
     "l, h) b = Max(a, k) y = Neg(b) }",
     "Clip Neg"},
    {"fuse_consecutive_clips", "infinite_limits",
     "g (float[8] x) => (float[8] y) <float l = {-inf}, float h = {6}, float k = {5}> { a = "
     "Clip(x, "
     "l, h) b = Min(a, k) y = Neg(b) }",
     "Clip Min Neg"},
    {"fuse_consecutive_clips", "one_side",
     "g (float[8] x) => (float[8] y) <float l = {-1}> { a = Relu(x) y = Max(a, l) }", "Relu"},
    {"fuse_consecutive_clips", "attributes",
     "g (float[8] x) => (float[8] y) { a = Relu(x) y = Clip<min = -1.0, max = 2.0>(a) }", "Clip",
     10},
    {"fuse_consecutive_clips", "integers",
     "g (int32[8] x) => (int32[8] y) <int32 l = {-1}, int32 h = {1}> { a = Min(x, h) y = Max(a, l) "
     "}",
     "Clip"},
    {"fuse_consecutive_clips", "more_axes",
     "g (float[8] x) => (float[1,8] y) <float[1,1] l = {0}, float h = {1}> { a = Min(x, h) y = "
     "Max(a, l) }",
     "Min Max"},
    {"fuse_consecutive_clips", "not_a_number",
     "g (float[8] x) => (float[8] y) <float l = {nan}> { a = Relu(x) b = Min(a, l) y = Neg(b) }",
     "Relu Min Neg"},
    {"fuse_consecutive_reduces", "axes_go",
     "g (float[2,3,4,5] x) => (float[2,4] y) <int64[1] a = {1}, int64[1] b = {-1}> { r = "
     "ReduceSum<keepdims = 0>(x, a) y = ReduceSum<keepdims = 0>(r, b) }",
     "ReduceSum"},
    {"fuse_consecutive_reduces", "axes_stay",
     "g (float[2,n,4] x) => (float[2,1,1] y) <int64[1] a = {2}, int64[2] b = {1, 2}> { r = "
     "ReduceMean(x, a) y = ReduceMean(r, b) }",
     "ReduceMean"},
    {"fuse_consecutive_reduces", "attributes",
     "g (float[2,3,4] x) => (float[2] y) { r = ReduceMax<keepdims = 0, axes = [2]>(x) y = "
     "ReduceMax<keepdims = 0, axes = [1]>(r) }",
     "ReduceMax", 13},
    {"fuse_consecutive_reduces", "mean_of_integers",
     "g (int32[2,3,4] x) => (int32[2] y) <int64[1] a = {2}, int64[1] b = {1}> { r = "
     "ReduceMean<keepdims = 0>(x, a) y = ReduceMean<keepdims = 0>(r, b) }",
     "ReduceMean ReduceMean"},
    {"fuse_consecutive_reduces", "norms",
     "g (float[2,3,4] x) => (float[2] y) <int64[1] a = {2}, int64[1] b = {1}> { r = "
     "ReduceL2<keepdims = 0>(x, a) y = ReduceL2<keepdims = 0>(r, b) }",
     "ReduceL2"},
    {"fuse_consecutive_reduces", "sums_of_exponentials",
     "g (float[2,3,4] x) => (float[2,1,1] y) <int64[1] a = {2}, int64[1] b = {1}> { r = "
     "ReduceLogSumExp(x, a) y = ReduceLogSumExp(r, b) }",
     "ReduceLogSumExp"},
    {"fuse_consecutive_reduces", "norm_of_integers",
     "g (int32[2,3,4] x) => (int32[2] y) <int64[1] a = {2}, int64[1] b = {1}> { r = "
     "ReduceL1<keepdims = 0>(x, a) y = ReduceL1<keepdims = 0>(r, b) }",
     "ReduceL1 ReduceL1"},
    {"fuse_consecutive_reduces", "of_two_kinds",
     "g (float[2,3,4] x) => (float[2] y) <int64[1] a = {2}, int64[1] b = {1}> { r = "
     "ReduceSum<keepdims = 0>(x, a) y = ReduceMax<keepdims = 0>(r, b) }",
     "ReduceSum ReduceMax"},
    {"fuse_affine_into_product", "normalized",
     "g (float[1,2,3,3] x) => (float[1,2,4,4] y) <float[2,1,2,2] w = {1, 2, 3, 4, 5, 6, 7, 8}, "
     "float[2] s = {1, 2}, float[2] b = {0.5, -1}, float[2] m = {1, 3}, float[2] v = {1, 4}> { a = "
     "ConvTranspose<group = 2>(x, w) y = BatchNormalization(a, s, b, m, v) }",
     "ConvTranspose"},
    {"fuse_affine_into_product", "bias_of_groups",
     "g (float[1,4,2,2] x) => (float[1,4,2,2] y) <float[4,2,1,1] w = {1, 2, 3, 4, 5, 6, 7, 8}, "
     "float[4] b = {1, 2, 3, 4}, float[4,1,1] c = {1, -2, 3, 0.5}> { a = ConvTranspose<group = "
     "2>(x, w, b) m = Mul(a, c) y = Add(c, m) }",
     "ConvTranspose"},
    {"fuse_affine_into_product", "gemm",
     "g (float[2,3] x) => (float[2,2] y) <float[2,3] w = {1, 2, 3, 4, 5, 6}, float[1,2] b = {1, "
     "2}, float[2] c = {3, -1}, float[2] v = {1, 4}> { a = Gemm<transB = 1, alpha = 0.5>(x, w, b) "
     "m = Mul(a, c) y = "
     "BatchNormalization(m, c, c, c, v) }",
     "Gemm"},
    {"fuse_affine_into_product", "other_axis",
     "g (float[2,3] x) => (float[2,2] y) <float[3,2] w = {1, 2, 3, 4, 5, 6}, float[2,1] c = {3, "
     "-1}> { a = Gemm(x, w) y = Mul(a, c) }",
     "Gemm Mul"},
    {"fuse_affine_into_product", "beta",
     "g (float[2,3] x) => (float[2,2] y) <float[3,2] w = {1, 2, 3, 4, 5, 6}, float[2] c = {3, -1}> "
     "{ a = Gemm<beta = 2.0>(x, w, c) y = Add(a, c) }",
     "Gemm Add"},
    {"fuse_mul_into_conv", "each_channel",
     "g (float[1,1,3,3] x) => (float[1,2,3,3] y) <float[2,1,1,1] w = {2, 3}, float[2] b = {1, 4}, "
     "float[2,1,1] c = {0.5, -2}> { a = Conv(x, w, b) y = Mul(a, c) }",
     "Conv"},
    {"fuse_mul_into_conv", "one_number",
     "g (float[1,1,3,3] x) => (float[1,2,3,3] y) <float[2,1,1,1] w = {2, 3}, float c = {0.5}> { a "
     "= Conv(x, w) y = Mul(c, a) }",
     "Conv"},
    {"fuse_mul_into_conv", "each_column",
     "g (float[1,1,2,2] x) => (float[1,2,2,2] y) <float[2,1,1,1] w = {2, 3}, float[2] c = {0.5, "
     "4}> { a = Conv(x, w) y = Mul(a, c) }",
     "Conv Mul"},
    {"fuse_scale_into_normalization", "factor_and_summand",
     "g (float[1,2,4,4] x) => (float[1,2,4,4] y) <float[2] s = {0.5, 2}, float[2] t = {1, -1}, "
     "float[2] m = {0.3, 0.4}, float[2] v = {1.5, 0.5}, float[2,1,1] c = {3, -2}, float[1,2,1,1] d "
     "= {0.5, 7}> { n = BatchNormalization(x, s, t, m, v) p = Mul(n, c) y = Add(d, p) }",
     "BatchNormalization"},
    {"fuse_scale_into_normalization", "for_each_column",
     "g (float[1,2,4,2] x) => (float[1,2,4,2] y) <float[2] s = {0.5, 2}, float[2] t = {1, -1}, "
     "float[2] m = {0.3, 0.4}, float[2] v = {1.5, 0.5}, float[2] c = {3, -2}> { n = "
     "BatchNormalization(x, s, t, m, v) y = Mul(n, c) }",
     "BatchNormalization Mul"},
    {"fuse_scale_into_normalization", "read_twice",
     "g (float[1,2,4,4] x) => (float[1,2,4,4] y, float[1,2,4,4] z) <float[2] s = {0.5, 2}, "
     "float[2] t = {1, -1}, float[2] m = {0.3, 0.4}, float[2] v = {1.5, 0.5}, float c = {3}> { n = "
     "BatchNormalization(x, s, t, m, v) y = Mul(n, c) z = Relu(n) }",
     "BatchNormalization Mul Relu"},
    {"fuse_computed_bias_into_conv", "each_channel",
     "g (float[1,2,4,4] x, float[1,3,1,1] z) => (float[1,3,4,4] y) <float[3,2,1,1] w = {1, 2, 3, "
     "4, 5, 6}> { b = Neg(z) a = Conv(x, w) y = Add(b, a) }",
     "Neg Squeeze Conv"},
    {"fuse_computed_bias_into_conv", "each_pixel",
     "g (float[1,2,4,4] x, float[1,3,4,4] z) => (float[1,3,4,4] y) <float[3,2,1,1] w = {1, 2, 3, "
     "4, 5, 6}> { b = Neg(z) a = Conv(x, w) y = Add(b, a) }",
     "Neg Conv Add"},
    {"fuse_reciprocal_into_div", "one",
     "g (float[2] x, float[2] z) => (float[2] y) <float c = {1.0}> { p = Exp(x) a = Div(c, p) y = "
     "Mul(z, a) }",
     "Exp Div"},
    {"fuse_reciprocal_into_div", "two",
     "g (float[2] x, float[2] z) => (float[2] y) <float c = {2.0}> { p = Exp(x) a = Div(c, p) y = "
     "Mul(z, a) }",
     "Exp Div Mul"},
    {"fuse_pad_into_conv", "zeros",
     "g (float[1,1,3,3] x) => (float[1,1,4,5] y) <int64[8] p = {0, 0, 1, 1, 0, 0, 0, 1}, "
     "float[1,1,1,1] w = {2}> { a = Pad(x, p) y = Conv(a, w) }",
     "Conv"},
    {"fuse_pad_into_conv", "no_other_padding",
     "g (float[1,1,3,3] x) => (float[1,1,4,5] y) <int64[8] p = {0, 0, 1, 1, 0, 0, 0, 1}, "
     "float[1,1,1,1] w = {2}> { a = Pad(x, p) y = Conv<auto_pad = \"VALID\">(a, w) }",
     "Conv"},
    {"fuse_pad_into_conv", "padding_by_size",
     "g (float[1,1,3,3] x) => (float[1,1,4,5] y) <int64[8] p = {0, 0, 1, 1, 0, 0, 0, 1}, "
     "float[1,1,1,1] w = {2}> { a = Pad(x, p) y = Conv<auto_pad = \"SAME_UPPER\">(a, w) }",
     "Pad Conv"},
    {"fuse_pad_into_conv", "along_some_axes",
     "g (float[1,1,3,3] x) => (float[1,1,5,4] y) <int64[4] p = {1, 0, 0, 2}, float c = {0}, "
     "int64[2] k = {-1, 2}, float[1,1,1,1] w = {2}> { a = Pad(x, p, c, k) y = Conv(a, w) }",
     "Conv"},
    {"fuse_pad_into_conv", "along_the_channels",
     "g (float[1,1,3,3] x) => (float[1,1,3,3] y) <int64[2] p = {1, 0}, float c = {0}, int64[1] k = "
     "{1}, float[1,2,1,1] w = {2, 3}> { a = Pad(x, p, c, k) y = Conv(a, w) }",
     "Pad Conv"},
    {"fuse_pad_into_conv", "ones",
     "g (float[1,1,3,3] x) => (float[1,1,4,5] y) <int64[8] p = {0, 0, 1, 1, 0, 0, 0, 1}, float c = "
     "{1}, float[1,1,1,1] w = {2}> { a = Pad(x, p, c) y = Conv(a, w) }",
     "Pad Conv"},
    {"fuse_pad_into_pool", "average",
     "g (float[1,1,4,4] x) => (float[1,1,5,5] y) <int64[8] p = {0, 0, 1, 1, 0, 0, 1, 1}> { a = "
     "Pad(x, p) y = AveragePool<kernel_shape = [2, 2]>(a) }",
     "AveragePool"},
    {"fuse_pad_into_pool", "rounded_up",
     "g (float[1,1,4,4] x) => (float[1,1,3,3] y) <int64[8] p = {0, 0, 0, 0, 0, 0, 1, 1}> { a = "
     "Pad(x, p) y = AveragePool<kernel_shape = [2, 2], strides = [2, 2], ceil_mode = 1>(a) }",
     "Pad AveragePool"},
    {"fuse_pad_into_pool", "zeros_below_all",
     "g (float[1,1,4,4] x) => (float[1,1,3,3] y) <int64[8] p = {0, 0, 1, 1, 0, 0, 1, 1}> { r = "
     "Relu(x) a = Pad(r, p) y = MaxPool<kernel_shape = [2, 2], strides = [2, 2], auto_pad = "
     "\"NOTSET\">(a) }",
     "Relu MaxPool"},
    {"fuse_pad_into_pool", "zeros_among_all",
     "g (float[1,1,4,4] x) => (float[1,1,3,3] y) <int64[8] p = {0, 0, 1, 1, 0, 0, 1, 1}> { a = "
     "Pad(x, p) y = MaxPool<kernel_shape = [2, 2], strides = [2, 2]>(a) }",
     "Pad MaxPool"},
    {"fuse_pad_into_pool", "zeros_below_all_that_was_moved",
     "g (float[1,1,4,4] x) => (float[1,1,3,3] y) <int64[8] p = {0, 0, 1, 1, 0, 0, 1, 1}, float z = "
     "{0}> { c = Clip(x, z) t = Transpose<perm = [0, 1, 3, 2]>(c) s = Add(t, c) a = Pad(s, p) y = "
     "MaxPool<kernel_shape = [2, 2], strides = [2, 2]>(a) }",
     "Clip Transpose Add MaxPool"},
    {"fuse_pad_into_pool", "zeros_below_a_difference",
     "g (float[1,1,4,4] x) => (float[1,1,3,3] y) <int64[8] p = {0, 0, 1, 1, 0, 0, 1, 1}> { c = "
     "Relu(x) s = Sub(x, c) a = Pad(s, p) y = MaxPool<kernel_shape = [2, 2], strides = [2, 2]>(a) "
     "}",
     "Relu Sub Pad MaxPool"},
    {"fuse_pad_into_pool", "no_other_padding",
     "g (float[1,1,4,4] x) => (float[1,1,5,5] y) <int64[8] p = {0, 0, 1, 1, 0, 0, 1, 1}> { a = "
     "Pad(x, p) y = AveragePool<kernel_shape = [2, 2], auto_pad = \"VALID\">(a) }",
     "AveragePool"},
    {"fuse_pad_into_pool", "bytes",
     "g (uint8[1,1,4,4] x) => (uint8[1,1,3,3] y) <int64[8] p = {0, 0, 1, 1, 0, 0, 1, 1}> { a = "
     "Pad(x, p) y = MaxPool<kernel_shape = [2, 2], strides = [2, 2]>(a) }",
     "MaxPool"},
    {"fuse_pad_into_pool", "window_around_all",
     "g (float[1,1,1] x) => (float[1,1,1] y) <int64[6] p = {0, 0, 1, 0, 0, 1}> { r = Relu(x) a = "
     "Pad(r, p) y = MaxPool<kernel_shape = [2], dilations = [2]>(a) }",
     "Relu Pad MaxPool"},
    {"fuse_pad_into_pool", "window_with_gaps",
     "g (float[1,1,4] x) => (float[1,1,3] y) <int64[6] p = {0, 0, 1, 0, 0, 1}> { r = Relu(x) a = "
     "Pad(r, p) y = MaxPool<kernel_shape = [2], dilations = [3]>(a) }",
     "Relu MaxPool"},
    {"fuse_transpose_into_gemm", "right",
     "g (float[2,3] x, float[4,3] w) => (float[2,4] y) { t = Transpose<perm = [1, 0]>(w) y = "
     "Gemm(x, t) }",
     "Gemm"},
    {"fuse_transpose_into_gemm", "not_a_matrix_turned",
     "g (float[2,3] x, float[3,4] w) => (float[2,4] y) { t = Transpose<perm = [0, 1]>(w) y = "
     "Gemm(x, t) }",
     "Transpose Gemm"},
    {"fuse_transpose_into_reshape", "ones_move",
     "g (float[1,2,1,3] x) => (float[6] y) <int64[1] s = {6}> { t = Transpose<perm = [2, 1, 0, "
     "3]>(x) y = Reshape(t, s) }",
     "Reshape"},
    {"fuse_transpose_into_reshape", "others_move",
     "g (float[1,2,1,3] x) => (float[6] y) <int64[1] s = {6}> { t = Transpose<perm = [3, 1, 2, "
     "0]>(x) y = Reshape(t, s) }",
     "Transpose Reshape"},
    {"fuse_view_chain", "there_and_back",
     "g (float[2,3,4] x) => (float[2,3,4] y) <int64[2] s = {2, 12}, int64[3] t = {3, 4, 2}> { a = "
     "Reshape(x, s) b = Transpose<perm = [1, 0]>(a) c = Reshape(b, t) d = Transpose<perm = [2, 0, "
     "1]>(c) y = Relu(d) }",
     "Relu"},
    {"fuse_view_chain", "one_permutation",
     "g (float[2,12,5] x) => (float[5,3,4,2] y) <int64[4] s = {2, 3, 4, 5}, int64[3] t = {12, 2, "
     "5}, int64[4] u = {3, 4, 2, 5}> { a = Reshape(x, s) b = Transpose<perm = [1, 2, 0, 3]>(a) c = "
     "Reshape(b, t) d = Reshape(c, u) y = Transpose<perm = [3, 0, 1, 2]>(d) }",
     "Transpose Reshape"},
    {"fuse_view_chain", "unknown_batch",
     "g (float[n,6,4] x) => (float[n,24] y) <int64[4] s = {0, 2, 3, 4}, int64[2] t = {0, 24}, "
     "int64[1] a = {1}> { b = Unsqueeze(x, a) c = Squeeze(b, a) d = Reshape(c, s) y = Reshape(d, "
     "t) }",
     "Reshape"},
    {"fuse_view_chain", "cut_across",
     "g (float[4,6] x) => (float[8,3] y) <int64[2] s = {3, 8}> { a = Transpose(x) b = Reshape(a, "
     "s) y = Transpose(b) }",
     "Transpose Reshape Transpose"},
    {"fuse_concat_into_reshape", "one_unknown",
     "g (float[n,6] x, int64[1] k) => (float[m,3] y) <int64[1] c = {3}> { d = Shape<start = 0, end "
     "= 1>(x) e = Add(d, d) s = Concat<axis = 0>(e, c) y = Reshape(x, s) }",
     "Shape Add Concat Reshape"},
    {"fuse_concat_into_reshape", "constants_only",
     "g (float[2,6] x) => (float[4,3] y) <int64[1] a = {-1}, int64[1] b = {3}> { s = Concat<axis = "
     "0>(a, b) y = Reshape(x, s) }",
     "Concat Reshape"},
    {"fuse_concat_into_reshape", "two_unknown",
     "g (float[n,6] x, int64[1] k, int64[1] l) => (float[m,o] y) { s = Concat<axis = 0>(k, l) r = "
     "Abs(s) d = Shape(x) t = Mul(d, r) u = Div(t, r) y = Reshape(x, u) }",
     "Concat Abs Shape Mul Div Reshape"},
    {"fuse_sizes_into_reshape", "first",
     "g (float[n,2,3] x) => (float[n,6] y) <int64 i = {0}, int64[1] a = {0}, int64[1] c = {6}> { s "
     "= Shape(x) g = Gather(s, i) u = Unsqueeze(g, a) t = Concat<axis = 0>(u, c) y = Reshape(x, t) "
     "}",
     "Shape Gather Unsqueeze Reshape"},
    {"fuse_sizes_into_reshape", "other_place",
     "g (float[n,2,3] x) => (float[6,m] y) <int64 i = {0}, int64[1] a = {0}, int64[1] c = {6}> { s "
     "= Shape(x) g = Gather(s, i) u = Unsqueeze(g, a) t = Concat<axis = 0>(c, u) y = Reshape(x, t) "
     "}",
     "Shape Gather Unsqueeze Reshape"},
    {"fuse_qkv", "three",
     "g (float[2,2] x) => (float[2,2] q, float[2,1] k, float[2,2] v) <float[2,2] a = {1, 2, 3, 4}, "
     "float[2,1] b = {5, 6}, float[2,2] c = {7, 8, 9, 10}> { q = MatMul(x, a) k = MatMul(x, b) v = "
     "MatMul(x, c) }",
     "MatMul Split"},
    {"fuse_qkv", "other_inputs",
     "g (float[2,2] x, float[2,2] z) => (float[2,2] q, float[2,2] k, float[2,2] v) <float[2,2] a = "
     "{1, 2, 3, 4}> { q = MatMul(x, a) k = MatMul(z, a) v = MatMul(q, a) }",
     "MatMul MatMul MatMul"},
};

} // namespace

std::span<const PassExample> fusionExamples() { return kExamples; }

} // namespace partita
