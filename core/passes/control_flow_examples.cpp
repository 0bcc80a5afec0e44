#include "core/passes/pass_examples.h"

namespace partita {

namespace {

const PassExample kControlFlowExamples[] = {
    {"eliminate_sequence_construct", "taken",
     "g (float[2] x, float[2] z) => (float[2] y, int64 l) <int64 i = {-1}> { s = "
     "SequenceConstruct(x, z) a = SequenceAt(s, i) y = Relu(a) l = SequenceLength(s) }",
     "SequenceConstruct Relu"},
    {"eliminate_sequence_construct", "input_to_output",
     "g (float[2] x, float[2] z) => (float[2] y) <int64 i = {1}> { s = SequenceConstruct(x, z) y = "
     "SequenceAt(s, i) }",
     "SequenceConstruct Identity"},
    {"eliminate_sequence_construct", "concatenated",
     "g (float[2,3] x, float[2,3] z) => (float[4,3] y) { s = SequenceConstruct(x, z) y = "
     "ConcatFromSequence<axis = 0>(s) }",
     "Concat"},
    {"eliminate_sequence_construct", "stacked",
     "g (float[2,3] x, float[2,3] z) => (float[2,2,3] y) { s = SequenceConstruct(x, z) y = "
     "ConcatFromSequence<axis = 0, new_axis = 1>(s) }",
     "SequenceConstruct ConcatFromSequence"},
    {"eliminate_sequence_construct", "computed_place",
     "g (float[2] x, float[2] z, bool k) => (float[2] y) { i = Cast<to = 7>(k) s = "
     "SequenceConstruct(x, z) y = SequenceAt(s, i) }",
     "Cast SequenceConstruct SequenceAt"},
    {"eliminate_sequence_construct", "optional",
     "g (float[2] x) => (float[2] y, bool h) { o = Optional(x) a = OptionalGetElement(o) y = "
     "Relu(a) h = OptionalHasElement(o) }",
     "Optional Relu"},
    {"eliminate_if_with_const_cond", "then",
     "g (float[2] x) => (float[2] y) <bool c = {1}> { a = If(c) <then_branch = t () => (float[2] "
     "u) { u = Neg(x) }, else_branch = e () => (float[2] v) { v = Abs(x) }> y = Relu(a) }",
     "Neg Relu"},
    {"eliminate_if_with_const_cond", "else_to_output",
     "g (float[2] x) => (float[2] y) <bool c = {0}> { y = If(c) <then_branch = t () => (float[2] "
     "u) { u = Neg(x) }, else_branch = e () => (float[2] v) { w = Abs(x) v = Relu(w) }> }",
     "Abs Relu"},
    {"eliminate_if_with_const_cond", "not_constant",
     "g (float[2] x, bool c) => (float[2] y) { y = If(c) <then_branch = t () => (float[2] u) { u = "
     "Neg(x) }, else_branch = e () => (float[2] v) { v = Abs(x) }> }",
     "If"},
    {"eliminate_if_with_const_cond", "only_passes_on",
     "g (float[2] x) => (float[2] y, float[2] z) <bool c = {1}> { [chosen] y, z = If(c) "
     "<then_branch = t () => (float[2] u, float[2] k) <float[2] k = {1, 2}> { u = Identity(x) }, "
     "else_branch = e () => (float[2] v, float[2] w) { v = Abs(x) w = Neg(x) }> }",
     "Identity Identity"},
    {"eliminate_if_with_const_cond", "returns_twice",
     "g (float[2] x) => (float[2] y, float[2] z) <bool c = {1}> { y, z = If(c) <then_branch = t () "
     "=> (float[2] u, float[2] u) { u = Neg(x) }, else_branch = e () => (float[2] v, float[2] w) { "
     "v = Abs(x) w = Neg(x) }> }",
     "Neg Identity Identity"},
    {"eliminate_impossible_branch", "rank_for_lstm",
     "g (float[n,2] x, bool c) => (float[1,n,2] y) <float[1,8,2] w = "
     "{1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16}, float[1,8,2] r = "
     "{1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16}, int64[1] a = {0}> { d = Shape(x) k = Size(d) z = "
     "Sub(k, k) e = Equal(k, z) f = If(e) <then_branch = t () => (float[1,n,2] u) { u = "
     "Unsqueeze(x, a) }, else_branch = q () => (float[n,2] v) { v = Identity(x) }> s = "
     "Unsqueeze(f, a) y1, y = LSTM<hidden_size = 2>(s, w, r) }",
     "Shape Size Sub Equal If Unsqueeze LSTM"},
    {"eliminate_impossible_branch", "both_possible",
     "g (float[n,2] x, bool c) => (float[n,2] y) { f = If(c) <then_branch = t () => (float[n,2] u) "
     "{ u = Neg(x) }, else_branch = q () => (float[n,2] v) { v = Identity(x) }> y = Relu(f) }",
     "If Relu"},
    {"eliminate_sequence_construct", "grown",
     "g (float[2,3] x, float[2,3] z) => (float[A,3] y, int64 l) <int64 p = {-1}> { e = "
     "SequenceEmpty() a = SequenceInsert(e, x) b = SequenceInsert(a, z) c = SequenceInsert(b, x, "
     "p) d = SequenceErase(c, p) y = ConcatFromSequence<axis = 0>(c) l = SequenceLength(d) }",
     "SequenceEmpty SequenceInsert SequenceInsert SequenceInsert SequenceErase Concat"},
    {"eliminate_sequence_construct", "grown_and_joined",
     "g (float[2,3] x, float[2,3] z) => (float[A,3] y) { e = SequenceEmpty() a = SequenceInsert(e, "
     "x) b = SequenceInsert(a, z) y = ConcatFromSequence<axis = 0>(b) }",
     "Concat"},
    {"eliminate_sequence_construct", "grown_from_unknown_items",
     "g (float[2,3] x, float[1,3] z) => (int64 l) { s = SplitToSequence<axis = 0>(x) a = "
     "SequenceInsert(s, z) l = SequenceLength(a) }",
     "SplitToSequence SequenceInsert SequenceLength"},
    {"eliminate_loop_of_one_iteration", "once",
     "g (float[2] x) => (float[2] y, float[1,2] z) <int64 n = {1}> { a, z = Loop(n, , x) <body = b "
     "(int64 i, bool c, float[2] v) => (bool d, float[2] w, float[2] s) { d = Identity(c) w = "
     "Neg(v) s = Abs(v) }> y = Relu(a) }",
     "Neg Relu Abs Unsqueeze"},
    {"eliminate_loop_of_one_iteration", "never",
     "g (float[2] x) => (float[2] y, float[0,3] z) <int64 n = {5}, bool c = {0}> { y, z = Loop(n, "
     "c, x) <body = b (int64 i, bool c, float[2] v) => (bool c, float[2] w, float[3] s) <float[3] "
     "s = {1, 2, 3}> { w = Neg(v) }> }",
     "Identity Identity"},
    {"eliminate_loop_of_one_iteration", "ends_the_first_iteration",
     "g (float[2] x) => (float[2] y) <bool t = {1}> { y = Loop( , t, x) <body = b (int64 i, bool "
     "c, float[2] v) => (bool f, float[2] w) <bool f = {0}> { w = Neg(v) }> }",
     "Neg"},
    {"eliminate_loop_of_one_iteration", "twice",
     "g (float[2] x) => (float[2] y) <int64 n = {2}> { y = Loop(n, , x) <body = b (int64 i, bool "
     "c, float[2] v) => (bool d, float[2] w) { d = Identity(c) w = Neg(v) }> }",
     "Loop"},
    {"eliminate_loop_with_const_trip_count", "carried",
     "g (float[2] x) => (float[2] y) <int64 n = {3}> { y = Loop(n, , x) <body = b (int64 i, bool "
     "c, float[2] v) => (bool c, float[2] w) <float[2] k = {1, 2}> { f = Cast<to = 1>(i) a = "
     "Mul(v, f) w = Add(a, k) }> }",
     "Cast Mul Add Cast Mul Add Cast Mul Add"},
    {"eliminate_loop_with_const_trip_count", "stacked",
     "g (float[2] x) => (float[2,2] z) <int64 n = {2}> { o = Neg(x) y, z = Loop(n, , x) <body = b "
     "(int64 i, bool c, float[2] v) => (bool c, float[2] o, float[2] s) { s = Add(v, o) }> }",
     "Neg Add Add Unsqueeze Unsqueeze Concat"},
    {"eliminate_loop_with_const_trip_count", "swapped",
     "g (float[2] x, float[2] z) => (float[2] y, float[2] u) <int64 n = {3}> { y, u = Loop(n, , x, "
     "z) <body = b (int64 i, bool c, float[2] v, float[2] w) => (bool c, float[2] s, float[2] v) { "
     "s = Sub(v, w) }> }",
     "Sub Sub Identity Sub"},
    {"eliminate_loop_with_const_trip_count", "inner_body",
     "g (float[2] x, bool k) => (float[2] y) <int64 n = {2}> { y = Loop(n, , x) <body = b (int64 "
     "i, bool c, float[2] v) => (bool c, float[2] w) { a = Neg(v) w = If(k) <then_branch = t () => "
     "(float[2] p) { p = Abs(a) }, else_branch = e () => (float[2] q) { q = Add(a, x) }> }> }",
     "Neg If Neg If"},
    {"eliminate_loop_with_const_trip_count", "computed_condition",
     "g (float[2] x) => (float[2] y) <int64 n = {3}, int64 m = {1}> { y = Loop(n, , x) <body = b "
     "(int64 i, bool c, float[2] v) => (bool d, float[2] w) { d = Less(i, m) w = Neg(v) }> }",
     "Loop"},
    {"eliminate_loop_with_const_trip_count", "computed_count",
     "g (float[2] x, int64 n) => (float[2] y) { y = Loop(n, , x) <body = b (int64 i, bool c, "
     "float[2] v) => (bool c, float[2] w) { w = Neg(v) }> }",
     "Loop"},
    {"eliminate_loop_with_const_trip_count", "too_many",
     "g (float[2] x) => (float[2] y) <int64 n = {20000}> { y = Loop(n, , x) <body = b (int64 i, "
     "bool c, float[2] v) => (bool c, float[2] w) { w = Neg(v) }> }",
     "Loop"},
};

} // namespace

std::span<const PassExample> controlFlowExamples() { return kControlFlowExamples; }

} // namespace partita
