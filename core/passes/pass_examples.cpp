#include "core/passes/pass_examples.h"

#include <vector>

namespace partita {

namespace {

const PassExample kOtherExamples[] = {
    {"eliminate_nop_cast", "same_type",
     "g (float[2] x) => (float[2] y) { a = Cast<to = 1>(x) y = Relu(a) }", "Relu"},
    {"eliminate_nop_cast", "other_type", "g (float[2] x) => (double[2] y) { y = Cast<to = 11>(x) }",
     "Cast"},
    {"eliminate_nop_cast", "input_to_output",
     "g (float[2] x) => (float[2] y) { y = Cast<to = 1>(x) }", "Cast"},
    {"eliminate_cast_like", "constant",
     "g (float[2] x) => (float[2] y) <double c = {2.0}> { a = CastLike(c, x) y = Add(x, a) }",
     "Cast Add"},
    {"eliminate_cast_like", "unknown_kind",
     "g (float[2] x, bool[2] k) => (bool[2] y) { y = CastLike(x, k) }", "Cast"},
    {"eliminate_nop_dropout", "ratio_0",
     "g (float[2] x) => (float[2] y) <float r = {0.0}> { a = Dropout(x, r) y = Relu(a) }", "Relu"},
    {"eliminate_nop_dropout", "other_ratio",
     "g (float[2] x) => (float[2] y) { a = Dropout(x) y = Relu(a) }", "Dropout Relu"},
    {"eliminate_dropout", "inference",
     "g (float[2] x) => (float[2] y) { a = Dropout(x) y = Relu(a) }", "Relu"},
    {"eliminate_dropout", "training",
     "g (float[2] x) => (float[2] y) <float r = {0.5}, bool t = {1}> { a = Dropout<seed = 1>(x, r, "
     "t) y = Relu(a) }",
     "Dropout Relu"},
    {"eliminate_nop_flatten", "matrix",
     "g (float[2,3] x) => (float[2,3] y) { a = Flatten(x) y = Relu(a) }", "Relu"},
    {"eliminate_nop_flatten", "rank_3",
     "g (float[2,3,4] x) => (float[2,12] y) { a = Flatten(x) y = Relu(a) }", "Flatten Relu"},
    {"eliminate_nop_flatten", "one_row",
     "g (float[1,n] x) => (float[1,n] y) { a = Flatten<axis = 0>(x) y = Relu(a) }", "Relu"},
    {"eliminate_nop_flatten", "one_row_counted",
     "g (float[1,3] x) => (float[1,3] y) { a = Flatten<axis = -2>(x) y = Relu(a) }", "Relu"},
    {"eliminate_nop_flatten", "one_column",
     "g (float[n,1] x) => (float[n,1] y) { a = Flatten<axis = 2>(x) y = Relu(a) }", "Relu"},
    {"eliminate_nop_flatten", "rows",
     "g (float[2,3] x) => (float[1,6] y) { a = Flatten<axis = 0>(x) y = Relu(a) }", "Flatten Relu"},
    {"eliminate_nop_flatten", "columns",
     "g (float[1,3] x) => (float[3,1] y) { a = Flatten<axis = 2>(x) y = Relu(a) }", "Flatten Relu"},
    {"extract_constant_to_initializer", "number",
     "g (float[2] x) => (float[2] y) { c = Constant<value_float = 2.0>() y = Mul(x, c) }", "Mul"},
    {"extract_constant_to_initializer", "returned",
     "g (float[2] x) => (float[2] y, float c) { c = Constant<value_float = 2.0>() y = Relu(x) }",
     "Relu"},
    {"eliminate_nop_reduce", "of_one",
     "g (float[2,1,3] x) => (float[2,1,3] y) <int64[1] a = {1}> { r = ReduceSum(x, a) y = Relu(r) "
     "}",
     "Relu"},
    {"eliminate_nop_reduce", "without_axes",
     "g (float[2,3] x) => (float[2,3] y) { r = ReduceMean<noop_with_empty_axes = 1>(x) y = Relu(r) "
     "}",
     "Relu"},
    {"eliminate_nop_reduce", "all_ones",
     "g (float[1,1] x) => (float[1,1] y) { r = ReduceMax(x) y = Relu(r) }", "Relu"},
    {"eliminate_nop_reduce", "axis_goes",
     "g (float[2,1,3] x) => (float[2,3] y) <int64[1] a = {1}> { r = ReduceSum<keepdims = 0>(x, a) "
     "y "
     "= Relu(r) }",
     "Squeeze Relu"},
    {"eliminate_nop_reduce", "axes_of_one_go_by_attribute",
     "g (float[1,2,1] x) => (float[2] y) { r = ReduceMax<axes = [-1, 0], keepdims = 0>(x) y = "
     "Relu(r) }",
     "Squeeze Relu", 11},
    {"eliminate_nop_reduce", "all_axes_go",
     "g (float[1,1] x) => (float y) { r = ReduceMean<keepdims = 0>(x) y = Relu(r) }",
     "Squeeze Relu"},
    {"eliminate_nop_reduce", "keepdims_of_two",
     "g (float[2,1,3] x) => (float[2,3] y) <int64[1] a = {1}> { r = ReduceSum<keepdims = 2>(x, a) "
     "y = Relu(r) }",
     "Squeeze Relu"},
    {"eliminate_nop_reduce", "of_several",
     "g (float[2,n,3] x) => (float[2,1,3] y) <int64[1] a = {1}> { r = ReduceSum(x, a) y = Relu(r) "
     "}",
     "ReduceSum Relu"},
    {"fuse_transpose_into_reduce", "channels_last",
     "g (float[2,3,4,5] x) => (float[2,3] y) <int64[2] a = {1, 2}> { t = Transpose<perm = [0, 2, "
     "3, "
     "1]>(x) y = ReduceMean<keepdims = 0>(t, a) }",
     "ReduceMean"},
    {"fuse_transpose_into_reduce", "another_order",
     "g (float[2,3,4] x) => (float[3,2] y) <int64[1] a = {-1}> { t = Transpose<perm = [1, 0, "
     "2]>(x) "
     "y = ReduceSum<keepdims = 0>(t, a) }",
     "Transpose ReduceSum"},
    {"fuse_transpose_into_reduce", "axes_stay",
     "g (float[2,3,4] x) => (float[2,1,3] y) <int64[1] a = {1}> { t = Transpose<perm = [0, 2, "
     "1]>(x) y = ReduceSum(t, a) }",
     "Transpose ReduceSum"},
    {"eliminate_views_around_elementwise", "transposed_and_back",
     "g (float[2,3,4] x) => (float[2,3,4] y) <float c = {2}> { a = Transpose<perm = [0, 2, 1]>(x) "
     "b "
     "= Mul(c, a) d = Exp(b) y = Transpose<perm = [0, 2, 1]>(d) }",
     "Mul Exp"},
    {"eliminate_views_around_elementwise", "padded_between",
     "g (float[2,3,4] x) => (float[3,4,5] y) <int64[6] p = {0, 1, 0, 1, 0, 1}> { a = "
     "Transpose<perm = [1, 2, 0]>(x) b = Relu(a) c = Pad(b, p) y = Transpose<perm = [2, 0, 1]>(c) "
     "}",
     "Relu Pad"},
    {"eliminate_views_around_elementwise", "reshaped_and_back",
     "g (float[n,3,4] x) => (float[n,3,4] y) <int64[2] s = {-1, 4}, int64[3] t = {-1, 3, 4}> { a = "
     "Reshape(x, s) b = Relu(a) y = Reshape(b, t) }",
     "Relu"},
    {"eliminate_views_around_elementwise", "axis_of_one",
     "g (float[n,3] x) => (bool[n,3] y) <int64[1] s = {1}> { a = Unsqueeze(x, s) b = Cast<to = "
     "9>(a) c = Not(b) y = Squeeze(c, s) }",
     "Cast Not"},
    {"eliminate_views_around_elementwise", "another_order",
     "g (float[2,3,4] x) => (float[4,2,3] y) { a = Transpose<perm = [1, 2, 0]>(x) b = Exp(a) y = "
     "Transpose<perm = [1, 2, 0]>(b) }",
     "Transpose Exp Transpose"},
    {"eliminate_views_around_elementwise", "another_shape",
     "g (float[n,3,4] x) => (float[m,4,3] y) <int64[2] s = {-1, 4}, int64[3] t = {-1, 4, 3}> { a = "
     "Reshape(x, s) b = Relu(a) y = Reshape(b, t) }",
     "Reshape Relu Reshape"},
    {"eliminate_views_around_elementwise", "along_an_axis",
     "g (float[2,3] x) => (float[2,3] y) <float[2] c = {1, 2}> { a = Transpose(x) b = Mul(a, c) y "
     "= "
     "Transpose(b) }",
     "Transpose Mul Transpose"},
    {"eliminate_consecutive_idempotent_ops", "relu",
     "g (float[2] x) => (float[2] y) { a = Relu(x) y = Relu(a) }", "Relu"},
    {"eliminate_consecutive_idempotent_ops", "abs",
     "g (float[2] x) => (float[2] y) { a = Abs(x) y = Abs(a) }", "Abs"},
    {"eliminate_consecutive_idempotent_ops", "exp",
     "g (float[2] x) => (float[2] y) { a = Exp(x) y = Exp(a) }", "Exp Exp"},
    {"eliminate_consecutive_idempotent_ops", "reshape",
     "g (float[2,6] x) => (float[3,4] y) <int64[1] s = {12}, int64[2] t = {3, 4}> { a = Reshape(x, "
     "s) y = Reshape(a, t) }",
     "Reshape"},
    {"eliminate_consecutive_idempotent_ops", "reshape_of_flatten",
     "g (float[2,3,4] x) => (float[3,8] y) <int64[2] t = {3, 8}> { a = Flatten(x) y = Reshape(a, "
     "t) "
     "}",
     "Reshape"},
    {"eliminate_consecutive_idempotent_ops", "reshape_that_copies",
     "g (float[2,6] x) => (float[3,4] y) <int64[2] s = {3, 4}, int64[2] t = {0, 4}> { a = "
     "Reshape(x, s) y = Reshape(a, t) }",
     "Reshape Reshape"},
    {"eliminate_consecutive_idempotent_ops", "reshape_to_what_is_computed",
     "g (float[2,6] x, float[3,4] z) => (float[3,4] y) <int64[1] s = {12}> { t = Shape(z) a = "
     "Reshape(x, s) y = Reshape<allowzero = 1>(a, t) }",
     "Shape Reshape"},
    {"eliminate_consecutive_idempotent_ops", "reshape_that_may_copy",
     "g (float[2,6] x, float[3,4] z) => (float[3,4] y) <int64[1] s = {12}> { t = Shape(z) a = "
     "Reshape(x, s) y = Reshape(a, t) }",
     "Shape Reshape Reshape"},
    {"eliminate_consecutive_idempotent_ops", "reshape_to_the_same_computed_shape",
     "g (float[2,6] x, float[3,4] z) => (float[A,B] y) { t = Shape(z) a = Reshape(x, t) b = "
     "Reshape(a, t) y = Relu(b) }",
     "Shape Reshape Relu"},
    {"eliminate_nop_monotone_argmax", "softmax",
     "g (float[2,5] x) => (int64[2,1] y) { a = Softmax<axis = 1>(x) y = ArgMax<axis = 1>(a) }",
     "ArgMax"},
    {"eliminate_nop_monotone_argmax", "other_axis",
     "g (float[2,5] x) => (int64[2,1] y) { a = Softmax<axis = 0>(x) y = ArgMax<axis = 1>(a) }",
     "Softmax ArgMax"},
    {"eliminate_nop_monotone_argmax", "sqrt_of_what_is_not_negative",
     "g (float[2,5] x) => (int64[2,1] y) { p = Softplus(x) a = Sqrt(p) y = ArgMax<axis = 1>(a) }",
     "Softplus ArgMax"},
    {"eliminate_nop_monotone_argmax", "log_of_any",
     "g (float[2,5] x) => (int64[2,1] y) { a = Log(x) y = ArgMax<axis = 1>(a) }", "Log ArgMax"},
    {"eliminate_nop_monotone_argmax", "exp_of_what_is_bounded",
     "g (float[2,5] x) => (int64[2,1] y) { t = Tanh(x) a = Exp(t) y = ArgMax<axis = 1>(a) }",
     "Tanh ArgMax"},
    {"eliminate_nop_monotone_argmax", "exp_of_any",
     "g (float[2,5] x) => (int64[2,1] y) { a = Exp(x) y = ArgMax<axis = 1>(a) }", "Exp ArgMax"},
    {"eliminate_nop_monotone_argmax", "last_axis_before_opset_13",
     "g (float[2,3,5] x) => (int64[2,3,1] y) { a = Softmax<axis = 2>(x) y = ArgMax<axis = -1>(a) }",
     "ArgMax", 11},
    {"eliminate_nop_monotone_argmax", "further_axes_before_opset_13",
     "g (float[2,3,5] x) => (int64[2,1,5] y) { a = Softmax<axis = 1>(x) y = ArgMax<axis = 1>(a) }",
     "Softmax ArgMax", 11},
    {"eliminate_nop_pad", "zeros",
     "g (float[2,3] x) => (float[2,3] y) <int64[4] p = {0, 0, 0, 0}> { a = Pad(x, p) y = Relu(a) }",
     "Relu"},
    {"eliminate_nop_pad", "some",
     "g (float[2,3] x) => (float[2,4] y) <int64[4] p = {0, 0, 0, 1}> { a = Pad(x, p) y = Relu(a) }",
     "Pad Relu"},
    {"eliminate_nop_concat", "one",
     "g (float[2,3] x) => (float[2,3] y) { a = Concat<axis = 0>(x) y = Relu(a) }", "Relu"},
    {"eliminate_nop_concat", "two",
     "g (float[2] x, float[2] z) => (float[4] y) { a = Concat<axis = 0>(x, z) y = Relu(a) }",
     "Concat Relu"},
    {"eliminate_nop_split", "one_part",
     "g (float[4,3] x) => (float[4,3] y) <int64[1] s = {4}> { a = Split<axis = 0>(x, s) y = "
     "Relu(a) }",
     "Relu", 17},
    {"eliminate_nop_split", "two_parts",
     "g (float[4,3] x) => (float[1,3] y, float[3,3] z) <int64[2] s = {1, 3}> { y, z = Split<axis = "
     "0>(x, s) }",
     "Split"},
    {"eliminate_nop_expand", "smaller",
     "g (float[n,3] x) => (float[n,3] y) <int64[2] s = {1, 3}> { a = Expand(x, s) y = Relu(a) }",
     "Relu"},
    {"eliminate_nop_expand", "larger",
     "g (float[1,3] x) => (float[2,3] y) <int64[2] s = {2, 3}> { a = Expand(x, s) y = Relu(a) }",
     "Expand Relu"},
    {"eliminate_nop_slice", "everything",
     "g (float[2,3] x) => (float[2,3] y) <int64[2] a = {0, 0}, int64[2] b = {9, 3}> { s = Slice(x, "
     "a, b) y = Relu(s) }",
     "Relu"},
    {"eliminate_nop_slice", "a_part",
     "g (float[2,3] x) => (float[2,2] y) <int64[2] a = {0, 1}, int64[2] b = {9, 3}> { s = Slice(x, "
     "a, b) y = Relu(s) }",
     "Slice Relu"},
    {"eliminate_nop_tile", "once",
     "g (float[n,3] x) => (float[n,3] y) <int64[2] r = {1, 1}> { a = Tile(x, r) y = Relu(a) }",
     "Relu"},
    {"eliminate_nop_tile", "twice",
     "g (float[2,3] x) => (float[2,6] y) <int64[2] r = {1, 2}> { a = Tile(x, r) y = Relu(a) }",
     "Tile Relu"},
    {"eliminate_shape_gather", "known",
     "g (float[n,3] x) => (int64 y) <int64 i = {1}> { s = Shape(x) d = Gather(s, i) y = Neg(d) }",
     "Shape Neg"},
    {"eliminate_shape_gather", "unknown",
     "g (float[n,3] x) => (int64 y) <int64 i = {0}> { s = Shape(x) d = Gather(s, i) y = Neg(d) }",
     "Shape Gather Neg"},
    {"eliminate_slice_after_shape", "known_part",
     "g (float[n,3,4] x) => (int64[2] y) <int64[1] a = {1}, int64[1] b = {9}> { s = Shape(x) d = "
     "Slice(s, a, b) y = Neg(d) }",
     "Shape Neg"},
    {"eliminate_slice_after_shape", "backwards",
     "g (float[2,3,4] x) => (int64[3] y) <int64[1] a = {-1}, int64[1] b = {-9}, int64[1] c = {0}, "
     "int64[1] d = {-1}> { s = Shape(x) e = Slice(s, a, b, c, d) y = Neg(e) }",
     "Shape Neg"},
    {"eliminate_slice_after_shape", "unknown_part",
     "g (float[n,3,4] x) => (int64[1] y) <int64[1] a = {0}, int64[1] b = {1}> { s = Shape(x) d = "
     "Slice(s, a, b) y = Neg(d) }",
     "Shape Slice Neg"},
    {"eliminate_shape_op", "known", "g (float[2,3] x) => (int64[2] y) { s = Shape(x) y = Neg(s) }",
     "Neg"},
    {"eliminate_shape_op", "returned",
     "g (float[2,3] x) => (int64[1] y) { y = Shape<start = 1>(x) }", ""},
    {"eliminate_shape_op", "unknown",
     "g (float[n,3] x) => (int64[2] y) { s = Shape(x) y = Neg(s) }", "Shape Neg"},
    {"eliminate_nop_transpose", "identity",
     "g (float[2,3] x) => (float[2,3] y) { a = Transpose<perm = [0, 1]>(x) y = Relu(a) }", "Relu"},
    {"eliminate_nop_transpose", "moves",
     "g (float[2,3] x) => (float[3,2] y) { a = Transpose<perm = [1, 0]>(x) y = Relu(a) }",
     "Transpose Relu"},
    {"make_shapes_constant", "own_sizes",
     "g (float[n,m,6] x) => (float[n,m,2,3] y) <int64 i = {0}, int64 j = {1}, int64[1] a = {0}, "
     "int64[1] c = {2}, int64[1] d = {3}> { s = Shape(x) p = Gather(s, i) q = Gather(s, j) u = "
     "Unsqueeze(p, a) v = Unsqueeze(q, a) t = Concat<axis = 0>(u, v, c, d) y = Reshape(x, t) }",
     "Shape Gather Gather Unsqueeze Unsqueeze Concat Reshape"},
    {"make_shapes_constant", "sizes_of_others",
     "g (float[n,6] x, float[m] z) => (float[p,q] y) <int64[1] c = {6}> { a = Shape(z) b = Div(a, "
     "a) d = Concat<axis = 0>(b, a) e = Div(d, d) f = Shape(x) g = Mul(e, f) y = Reshape(x, g) }",
     "Shape Div Concat Div Shape Mul Reshape"},
    {"share_shape_arithmetic", "two_ways",
     "g (float[n,m] x) => (int64 y, int64 z) <int64 i = {0}, int64 j = {1}> { r = Relu(x) s = "
     "Shape(x) p = Gather(s, i) t = Transpose(r) u = Shape(t) q = Gather(u, j) y = Neg(p) z = "
     "Abs(q) }",
     "Relu Shape Gather Transpose Shape Neg Abs"},
    {"share_shape_arithmetic", "other_sizes",
     "g (float[n,m] x) => (int64 y, int64 z) <int64 i = {0}, int64 j = {1}> { s = Shape(x) p = "
     "Gather(s, i) q = Gather(s, j) y = Neg(p) z = Abs(q) }",
     "Shape Gather Gather Neg Abs"},
    {"eliminate_proven_reshape", "sizes_of_its_own",
     "g (float[n,m] x) => (float[n,m] y) { r = Relu(x) s = Shape(x) t = Reshape(r, s) y = Neg(t) }",
     "Relu Shape Neg"},
    {"eliminate_proven_reshape", "other_sizes",
     "g (float[n,m] x) => (float[m,n] y) { s = Shape(x) w = Transpose(x) u = Shape(w) t = "
     "Reshape(x, u) y = Neg(t) }",
     "Shape Transpose Shape Reshape Neg"},
    {"eliminate_nop_reshape", "one_left",
     "g (float[n,3] x) => (float[n,3] y) <int64[2] s = {-1, 3}> { a = Reshape(x, s) y = Relu(a) }",
     "Relu"},
    {"eliminate_nop_reshape", "other",
     "g (float[n,4] x) => (float[m,2] y) <int64[2] s = {-1, 2}> { a = Reshape(x, s) y = Relu(a) }",
     "Reshape Relu"},
    {"eliminate_nop_with_unit", "add",
     "g (float[2,3] x) => (float[2,3] y) <float[3] c = {0, 0, 0}> { a = Add(c, x) y = Relu(a) }",
     "Relu"},
    {"eliminate_nop_with_unit", "widens",
     "g (float[3] x) => (float[2,3] y) <float[2,1] c = {0, 0}> { a = Add(c, x) y = Relu(a) }",
     "Add Relu"},
    {"eliminate_nop_with_unit", "sub_from",
     "g (float[3] x) => (float[3] y) <float c = {0}> { a = Sub(c, x) y = Relu(a) }", "Sub Relu"},
    {"eliminate_nop_with_unit", "concat",
     "g (float[3] x) => (float[3] y) <float[0] c = {}> { a = Concat<axis = 0>(c, x) y = Relu(a) }",
     "Concat Relu"},
    {"eliminate_common_subexpression", "equal",
     "g (float[2] x) => (float[2] y) { a = Relu(x) b = Relu(x) y = Add(a, b) }", "Relu Add"},
    {"eliminate_common_subexpression", "other_attribute",
     "g (float[2] x) => (float[2] y) { a = LeakyRelu<alpha = 0.1>(x) b = LeakyRelu<alpha = 0.2>(x) "
     "y = Add(a, b) }",
     "LeakyRelu LeakyRelu Add"},
    {"eliminate_common_subexpression", "two_outputs",
     "g (float[2] x) => (float[2] y, float[2] z) { y = Relu(x) z = Relu(x) }", "Relu Relu"},
    {"eliminate_deadend", "chain",
     "g (float[2] x) => (float[2] y) { a = Relu(x) b = Neg(a) y = Abs(x) }", "Abs"},
    {"eliminate_deadend", "all_read",
     "g (float[2] x) => (float[2] y, float[2] z) { y = Relu(x) z = Abs(x) }", "Relu Abs"},
    {"eliminate_identity", "inside",
     "g (float[2] x) => (float[2] y) { a = Identity(x) b = Relu(a) y = Identity(b) }", "Relu"},
    {"eliminate_identity", "constant_to_output",
     "g (float[2] x) => (float[2] y, float z) <float c = {1}> { y = Relu(x) z = Identity(c) }",
     "Relu Identity"},
    {"eliminate_zero_initial_state", "made",
     "g (float[n,1,2] x) => (float[n,1,1,2] y) <float[1,8,2] w = "
     "{1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16}, float[1,8,2] r = "
     "{1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16}, int64[3] s = {1,1,2}> { h = ConstantOfShape(s) y = "
     "LSTM<hidden_size = 2>(x, w, r, , , h, h) }",
     "ConstantOfShape LSTM"},
    {"eliminate_zero_initial_state", "not_zero",
     "g (float[n,1,2] x) => (float[n,1,1,2] y) <float[1,8,2] w = "
     "{1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16}, float[1,8,2] r = "
     "{1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16}, float[1,1,2] h = {1, 0}> { y = LSTM<hidden_size = "
     "2>(x, w, r, , , h, h) }",
     "LSTM"},
    {"replace_split_to_sequence", "taken_apart",
     "g (float[2,4] x) => (float[2,1] y, float[2,3] z) <int64[2] l = {1, 3}, int64 i = {0}, int64 "
     "j = {-1}> { s = SplitToSequence<axis = 1>(x, l) y = SequenceAt(s, i) z = SequenceAt(s, j) }",
     "Split"},
    {"replace_split_to_sequence", "another_reader",
     "g (float[2,4] x) => (float[2,1] y, int64 z) <int64[2] l = {1, 3}, int64 i = {0}> { s = "
     "SplitToSequence<axis = 1>(x, l) y = SequenceAt(s, i) z = SequenceLength(s) }",
     "SplitToSequence SequenceAt SequenceLength"},
    {"rewrite_where", "negated",
     "g (float[2] x, float[2] z) => (float[2] y) { c = Less(x, z) n = Not(c) y = Where(n, x, z) }",
     "Less Where"},
    {"rewrite_where", "not_negated",
     "g (float[2] x, float[2] z) => (float[2] y) { c = Less(x, z) y = Where(c, x, z) }",
     "Less Where"},
    {"fold_constants", "chain",
     "g (float[2] x) => (float[2] y) <float[2] c = {1, 2}> { a = Neg(c) b = Abs(a) y = Add(x, b) }",
     "Add"},
    {"fold_constants", "in_a_body",
     "g (float[2] x, bool c) => (float[2] y) { y = If(c) <then_branch = t () => (float[2] u) "
     "<float[2] k = {1, 2}> { n = Neg(k) u = Add(x, n) }, else_branch = e () => (float[2] v) { v = "
     "Abs(x) }> }",
     "If"},
    {"fold_constants", "weights_stay_quantized",
     "g (float[2] x) => (float[2] y) <float[2] c = {1, 2}, float s = {0.1}> { q = "
     "QuantizeLinear(c, s) d = DequantizeLinear(q, s) y = Add(x, d) }",
     "DequantizeLinear Add"},
    {"fold_constants", "large_on_the_way",
     "g (float[2] x) => (float[2] y) <int64[2] s = {300, 300}> { a = ConstantOfShape<value = "
     "float[1] {2}>(s) b = Neg(a) c = ReduceSum<keepdims = 0>(b) y = Add(x, c) }",
     "ConstantOfShape Neg Add"},
    {"fold_constants", "larger_than_it_is_worth",
     "g (float[1000,1000] x) => (float[1000,1000] y) <int64[2] s = {1000, 1000}> { a = "
     "ConstantOfShape(s) y = Add(x, a) }",
     "ConstantOfShape Add"},
    {"adjust_add", "first", "g (float[2] x) => (float[2] y) <float c = {1}> { y = Add(c, x) }",
     "Add"},
    {"adjust_add", "second", "g (float[2] x) => (float[2] y) <float c = {1}> { y = Add(x, c) }",
     "Add"},
    {"adjust_slice_and_matmul", "rows",
     "g (int64[1] a) => (float[l,2] y) <float[4,3] k = {1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2, 3}, "
     "float[3,2] w = {1, 2, 3, 4, 5, 6}, int64[1] b = {4}, int64[1] c = {0}> { s = Slice(k, a, b, "
     "c) y = MatMul(s, w) }",
     "MatMul Slice"},
    {"adjust_slice_and_matmul", "of_what_varies",
     "g (float[4,3] x) => (float[2,2] y) <float[3,2] w = {1, 2, 3, 4, 5, 6}, int64[1] a = {1}, "
     "int64[1] b = {3}, int64[1] c = {0}> { s = Slice(x, a, b, c) y = MatMul(s, w) }",
     "Slice MatMul"},
    {"adjust_slice_and_matmul", "columns",
     "g (int64[1] b) => (float[2,2] y) <float[2,4] k = {1, 2, 3, 4, 5, 6, 7, 8}, float[2,2] w = "
     "{1, "
     "2, 3, 4}, int64[1] a = {0}, int64[1] c = {1}> { t = Min(b, c) u = Max(t, c) d = Add(u, u) s "
     "= Slice(k, a, d, c) y = MatMul(s, w) }",
     "Min Max Add Slice MatMul"},
    {"replace_einsum_with_matmul", "scores",
     "g (float[1,2,3,4] a, float[1,2,5,4] b) => (float[1,2,3,5] y) { y = Einsum<equation = "
     "\"bhid,bhjd->bhij\">(a, b) }",
     "Transpose MatMul"},
    {"replace_einsum_with_matmul", "context",
     "g (float[1,2,3,5] a, float[1,2,5,4] b) => (float[1,2,3,4] y) { y = Einsum<equation = "
     "\"bhij,bhjd->bhid\">(a, b) }",
     "MatMul"},
    {"replace_einsum_with_matmul", "another_equation",
     "g (float[2,3] a, float[3,2] b) => (float[2,2] y) { y = Einsum<equation = \"ij,jk->ik\">(a, "
     "b) }",
     "Einsum"},
    {"eliminate_unused_initializer", "unread",
     "g (float[2] x) => (float[2] y) <float[2] c = {1, 2}> { y = Relu(x) }", "Relu"},
    {"eliminate_unused_initializer", "read",
     "g (float[2] x) => (float[2] y) <float[2] c = {1, 2}> { y = Add(x, c) }", "Add"},
    {"eliminate_unused_initializer", "unread_input",
     "g (float[2] x, float[2] c = {1, 2}) => (float[2] y) { y = Relu(x) }", "Relu", 18, true},
    {"eliminate_duplicate_initializer", "equal",
     "g (float[2] x) => (float[2] y) <float[2] c = {1, 2}, float[2] d = {1, 2}> { a = Add(x, c) y "
     "= Mul(a, d) }",
     "Add Mul"},
    {"eliminate_duplicate_initializer", "others",
     "g (float[2] x) => (float[2] y) <float[2] c = {1, 2}, float[2] d = {1, 3}> { a = Add(x, c) y "
     "= Mul(a, d) }",
     "Add Mul"},
    {"set_unique_name_for_nodes", "no_names",
     "g (float[2] x) => (float[2] y) { a = Relu(x) y = Neg(a) }", "Relu Neg"},
    {"lift_lexical_references", "captured",
     "g (float[2] x, bool c) => (float[2] y) { y = If(c) <then_branch = t () => (float[2] u) { u = "
     "Neg(x) }, else_branch = e () => (float[2] v) { v = Abs(x) }> }",
     "If"},
    {"fix_initializers", "default_of_an_input",
     "g (float[2] x, float[2] c = {1, 2}) => (float[2] y) { y = Add(x, c) }", "Add", 18, true},
    {"infer_shapes", "written_down",
     "g (float[2,3] x) => (float[3,2] y) { a = Transpose(x) y = Relu(a) }", "Transpose Relu", 18,
     true},
    {"rename_input_output", "both", "g (float[2] x) => (float[2] y) { y = Relu(x) }", "Relu", 18,
     true},
    {"split_init", "constant_part",
     "g (float[2] x) => (float[2] y) <float[2] c = {1, 2}> { a = Neg(c) y = Add(x, a) }", "Neg", 18,
     true},
    {"split_predict", "part_of_the_inputs",
     "g (float[2] x) => (float[2] y) <float[2] c = {1, 2}> { a = Neg(c) y = Add(x, a) }", "Add", 18,
     true},
    {"split_init", "what_is_returned",
     "g (float[2] x) => (float[2] y, float[2] a, float[2] x, float[2] c) <float[2] c = {1, 2}> { a "
     "= Neg(c) y = Add(x, a) }",
     "Neg", 18, true},
    {"split_predict", "what_is_returned",
     "g (float[2] x) => (float[2] y, float[2] a, float[2] x) <float[2] c = {1, 2}> { a = Neg(c) y "
     "= Add(x, a) }",
     "Add", 18, true},
    {"rewrite_input_dtype", "indices",
     "g (int64[2] i) => (float[2] y) <float[4] t = {1, 2, 3, 4}> { y = Gather(t, i) }",
     "Cast Gather", 18, true},
    {"fuse_split_gather_concat", "gathered",
     "g (float[4,100] x, int64[6] i) => (float[4,6] y) <int64[3] n = {1, 2, 3}> { a, b, c = "
     "Split<axis = 0>(i, n) p = Gather<axis = 1>(x, a) q = Gather<axis = 1>(x, b) r = Gather<axis "
     "= 1>(x, c) y = Concat<axis = -1>(p, q, r) }",
     "Gather"},
    {"fuse_split_gather_concat", "joined",
     "g (float[N,6] x) => (float[N,6] y) { a, b = Split<axis = 1, num_outputs = 2>(x) c = "
     "Concat<axis = -1>(a, b) y = Relu(c) }",
     "Relu"},
    {"fuse_split_gather_concat", "another_order",
     "g (float[2,6] x) => (float[2,6] y) { a, b = Split<axis = 1, num_outputs = 2>(x) c = "
     "Concat<axis = 1>(b, a) y = Relu(c) }",
     "Split Concat Relu"},
    {"fuse_split_gather_concat", "another_axis",
     "g (float[2,6] x) => (float[4,3] y) { a, b = Split<axis = 1, num_outputs = 2>(x) c = "
     "Concat<axis = 0>(a, b) y = Relu(c) }",
     "Split Concat Relu"},
    {"fuse_split_gather_concat", "part_missing",
     "g (float[2,6] x) => (float[2,4] y) { a, b, d = Split<axis = 1, num_outputs = 3>(x) c = "
     "Concat<axis = 1>(a, b) y = Relu(c) }",
     "Split Concat Relu"},
    {"fuse_split_gather_concat", "indices_of_two_axes",
     "g (float[100,10] x, int64[2,4] i) => (float[2,4,10] y) { a, b = Split<axis = 1, num_outputs "
     "= "
     "2>(i) p = Gather(x, a) q = Gather(x, b) y = Concat<axis = 1>(p, q) }",
     "Gather"},
    {"fuse_split_gather_concat", "joined_elsewhere",
     "g (float[100,10] x, int64[2,4] i) => (float[4,2,10] y) { a, b = Split<axis = 1, num_outputs "
     "= "
     "2>(i) p = Gather(x, a) q = Gather(x, b) y = Concat<axis = 0>(p, q) }",
     "Split Gather Gather Concat"},
    {"fuse_split_gather_concat", "lengths_that_may_not_fit",
     "g (float[3,2] x) => (float[N] y) <bool[6] m = {1, 1, 1, 1, 1, 1}, int64[2] n = {2, 4}> { f = "
     "Compress(x, m) a, b = Split<axis = 0>(f, n) c = Concat<axis = 0>(a, b) y = Relu(c) }",
     "Compress Split Concat Relu"},
};

} // namespace

std::span<const PassExample> passExamples() {
    static const std::vector<PassExample> kAll = [] {
        const auto operators = operatorExamples();
        const auto fusions = fusionExamples();
        const auto flows = controlFlowExamples();
        std::vector<PassExample> all(std::begin(kOtherExamples), std::end(kOtherExamples));
        all.insert(all.end(), operators.begin(), operators.end());
        all.insert(all.end(), fusions.begin(), fusions.end());
        all.insert(all.end(), flows.begin(), flows.end());
        return all;
    }();
    return kAll;
}

} // namespace partita
