#!/usr/bin/env python3
"""Compares Partita with ONNX Runtime on operators that ONNX's node tests do not cover (com.microsoft,
ai.onnx.ml and some of ONNX's own).

  compare_operators.py PARTITA_CLI [PATTERN]

Each case is a model of one node, in old and new opsets. Exits with 77 when Python's onnx or onnxruntime is
missing.
"""
import concurrent.futures
import os
import re
import subprocess
import sys
import tempfile

try:
    import numpy as np
    import onnx
    import onnxruntime as ort
    from onnx import MapProto, SequenceProto, TensorProto, helper, numpy_helper
except ImportError as error:
    print(f"skipped: {error}; ./test fetches what is needed")
    sys.exit(77)

RNG = np.random.default_rng(5)


def f(*shape):
    return RNG.standard_normal(shape).astype(np.float32)


def u8(*shape):
    return RNG.integers(0, 256, shape).astype(np.uint8)


def scalar(value, dtype=np.float32):
    return np.array(value, dtype)


SCALES = {"s": scalar(0.02), "z": scalar(120, np.uint8), "t": scalar(0.03), "w": scalar(110, np.uint8)}
MASK = np.array([[1, 1, 1, 0], [1, 1, 0, 0]], np.int32)
# Grouped-query attention without and with a cache.
PROMPT = {"q": f(2, 5, 32), "k": f(2, 5, 16), "v": f(2, 5, 16), "a": None, "c": None,
          "l": np.array([4, 4], np.int32), "t": scalar(5, np.int32)}
STEP = {"q": f(2, 1, 32), "k": f(2, 1, 16), "v": f(2, 1, 16), "a": f(2, 2, 6, 8), "c": f(2, 2, 6, 8),
        "l": np.array([6, 4], np.int32), "t": scalar(7, np.int32)}
HIDDEN = {"x": f(2, 4, 8), "y": f(2, 4, 8), "g": f(8), "b": f(8), "c": f(8)}

TREES = {
    "nodes_treeids": [0, 0, 0, 0, 0, 1, 1, 1], "nodes_nodeids": [0, 1, 2, 3, 4, 0, 1, 2],
    "nodes_featureids": [0, 0, 2, 0, 0, 1, 0, 0], "nodes_values": [0.1, 0, -0.2, 0, 0, 0.3, 0, 0],
    "nodes_modes": ["BRANCH_LEQ", "LEAF", "BRANCH_GT", "LEAF", "LEAF", "BRANCH_LT", "LEAF", "LEAF"],
    "nodes_truenodeids": [1, 0, 3, 0, 0, 1, 0, 0], "nodes_falsenodeids": [2, 0, 4, 0, 0, 2, 0, 0]}
LEAVES = {"treeids": [0, 0, 0, 1, 1], "nodeids": [1, 3, 4, 1, 2]}


def trees(prefix, ids, weights, **more):
    leaves = {f"{prefix}_{key}": value for key, value in LEAVES.items()}
    return {**TREES, **leaves, f"{prefix}_ids": ids, f"{prefix}_weights": weights, **more}


X = {"x": f(7, 3)}
LINEAR = {"coefficients": [0.5, -1.0, 2.0], "intercepts": [0.2]}
LINEAR_3 = {"coefficients": [float(v) for v in f(9)], "intercepts": [0.1, 0.2, -0.3], "classlabels_ints": [5, 6, 7]}
# Two and three classes, with and without probabilities, with positive weights only, and linear.
SVC = {
    "pair": {"kernel_type": "RBF", "kernel_params": [0.5, 0.0, 3.0], "vectors_per_class": [2, 1],
             "coefficients": [0.7, -0.3, 0.4], "support_vectors": [float(v) for v in f(9)], "rho": [0.1],
             "classlabels_ints": [3, 8]},
    "positive": {"kernel_type": "RBF", "kernel_params": [0.5, 0.0, 3.0], "vectors_per_class": [1, 1],
                 "coefficients": [0.7, 0.3], "support_vectors": [float(v) for v in f(6)], "rho": [-0.4],
                 "classlabels_ints": [3, 8]},
    "pair_chances": {"kernel_type": "LINEAR", "kernel_params": [0.0, 0.0, 0.0], "vectors_per_class": [2, 1], "coefficients": [0.7, -0.3, 0.4],
                     "support_vectors": [float(v) for v in f(9)], "rho": [0.1], "prob_a": [-1.2],
                     "prob_b": [0.3], "classlabels_ints": [3, 8]},
    "three": {"kernel_type": "POLY", "kernel_params": [0.5, 0.2, 2.0], "vectors_per_class": [2, 1, 2],
              "coefficients": [float(v) for v in f(10)], "support_vectors": [float(v) for v in f(15)],
              "rho": [0.1, -0.2, 0.05], "classlabels_ints": [3, 8, 9]},
    "three_chances": {"kernel_type": "SIGMOID", "kernel_params": [0.5, 0.2, 2.0], "vectors_per_class": [2, 1, 2],
                      "coefficients": [float(v) for v in f(10)], "support_vectors": [float(v) for v in f(15)],
                      "rho": [0.1, -0.2, 0.05], "prob_a": [-1.0, -0.5, -2.0], "prob_b": [0.1, 0.2, -0.3],
                      "classlabels_ints": [3, 8, 9]},
    "linear": {"kernel_params": [0.0, 0.0, 0.0], "coefficients": [float(v) for v in f(9)], "rho": [0.1], "classlabels_ints": [5, 6, 7]},
}
POSTS = ("NONE", "LOGISTIC", "SOFTMAX", "SOFTMAX_ZERO")
ENSEMBLE = {"n_targets": 3, "nodes_featureids": [0, 1, 2], "nodes_splits": np.array([0.1, -0.2, 0.3], np.float32),
            "nodes_modes": np.array([0, 3, 1], np.uint8), "nodes_truenodeids": [1, 0, 3],
            "nodes_falsenodeids": [1, 2, 4], "nodes_trueleafs": [0, 1, 1], "nodes_falseleafs": [1, 1, 1],
            "tree_roots": [0, 2], "leaf_targetids": [0, 1, 2, 0, 1],
            "leaf_weights": np.array([0.3, 0.6, 0.2, 0.5, 0.1], np.float32)}

def texts(*values):
    return np.array(values, object)


NUMBERS = (np.float32, np.float64, np.int64, np.int32)
WHOLE = RNG.integers(-4, 5, (7, 3))
TEXTS = texts("a", "b", "unknown", "c", "")
# Keys and values of LabelEncoder-2, by the ending of their attributes.
LABELS = {"strings": ["a", "b", "c"], "int64s": [7, -2, 0], "floats": [0.5, -1.5, 3.0]}
LABELLED = {"strings": TEXTS, "int64s": np.array([[-2, 7], [9, 0]], np.int64),
            "floats": np.array([3.0, 0.25, 0.5], np.float32)}
STRING_CLASSES = {"classlabels_strings": ["x", "y", "z"]}


def as_doubles(attributes):
    """The same trees with numbers in double precision."""
    return {f"{key}_as_tensor" if key.endswith(("_weights", "nodes_values", "base_values")) else key:
            np.array(value, np.float64) if key.endswith(("_weights", "nodes_values", "base_values")) else value
            for key, value in attributes.items()}


# Every operator of ai.onnx.ml, with each input type that ONNX Runtime supports.
CLASSICAL = [
    *((f"scaler_{np.dtype(t).name}", "ml1:Scaler", {"x": WHOLE.astype(t)}, 1,
       {"offset": [0.5, 0.1, -1.0], "scale": [1.0, 2.0, 3.0]}) for t in NUMBERS),
    ("scaler_one", "ml1:Scaler", X, 1, {"offset": [0.5], "scale": [2.0]}),
    *((f"normalizer_{n}_{np.dtype(t).name}", "ml1:Normalizer", {"x": WHOLE.astype(t)}, 1, {"norm": n})
      for n in ("MAX", "L1", "L2") for t in NUMBERS),
    ("normalizer_row", "ml1:Normalizer", {"x": f(5)}, 1, {"norm": "L2"}),
    ("normalizer_zeros", "ml1:Normalizer", {"x": np.zeros((2, 3), np.float32)}, 1, {"norm": "L1"}),
    ("imputer_one", "ml1:Imputer", {"x": np.array([[1, np.nan], [np.nan, 5]], np.float32)}, 1,
     {"imputed_value_floats": [7.0], "replaced_value_float": float("nan")}),
    ("imputer_number", "ml1:Imputer", {"x": np.array([[1, 2], [2, 5]], np.float32)}, 1,
     {"imputed_value_floats": [7.0, 8.0], "replaced_value_float": 2.0}),
    ("imputer_int64", "ml1:Imputer", {"x": np.array([[1, -1, 3], [-1, 5, -1]], np.int64)}, 1,
     {"imputed_value_int64s": [7, 8, 9], "replaced_value_int64": -1}),
    *((f"one_hot_{np.dtype(t).name}", "ml1:OneHotEncoder", {"x": np.array([[1, 3], [2, 9]], t)}, 1,
       {"cats_int64s": [1, 2, 3]}) for t in NUMBERS if t != np.int32),
    ("one_hot_texts", "ml1:OneHotEncoder", {"x": TEXTS}, 1, {"cats_strings": ["b", "a"]}),
    ("one_hot_known", "ml1:OneHotEncoder", {"x": np.array([3, 1], np.int64)}, 1,
     {"cats_int64s": [1, 2, 3], "zeros": 0}),
    *((f"vectorizer_{np.dtype(t).name}", "ml1:FeatureVectorizer",
       {"x": WHOLE[:4, :2].astype(t), "y": WHOLE[:4].astype(t)}, 1, {"inputdimensions": [2, 3]}) for t in NUMBERS),
    ("vectorizer_sizes", "ml1:FeatureVectorizer", {"x": f(4, 3), "y": f(4, 1)}, 1, {"inputdimensions": [2, 2]}),
    *((f"extractor_{np.dtype(t).name}", "ml1:ArrayFeatureExtractor",
       {"x": WHOLE.astype(t), "i": np.array([2, 0, 2], np.int64)}, 1, {}) for t in NUMBERS),
    ("extractor_texts", "ml1:ArrayFeatureExtractor", {"x": texts(*"abcdef").reshape(2, 3), "i": np.array([1], np.int64)},
     1, {}),
    ("extractor_planes", "ml1:ArrayFeatureExtractor", {"x": f(2, 3, 4), "i": np.array([[3, 1]], np.int64)}, 1, {}),
    ("extractor_row", "ml1:ArrayFeatureExtractor", {"x": f(6), "i": np.array([5, 0], np.int64)}, 1, {}),
    ("binarizer", "ml1:Binarizer", {"x": np.array([[0.1, 0.5], [0.6, np.inf]], np.float32)}, 1, {"threshold": 0.5}),
    ("binarizer_default", "ml1:Binarizer", X, 1, {}),
    ("category_numbers", "ml1:CategoryMapper", {"x": TEXTS}, 1,
     {"cats_strings": ["a", "b", "c"], "cats_int64s": [4, 5, 6], "default_int64": -7}),
    ("category_texts", "ml1:CategoryMapper", {"x": np.array([[4, 9], [6, 5]], np.int64)}, 1,
     {"cats_strings": ["a", "b", "c"], "cats_int64s": [4, 5, 6], "default_string": "none"}),
    ("labels_1_numbers", "ml1:LabelEncoder", {"x": TEXTS}, 1,
     {"classes_strings": ["a", "b", "c"], "default_int64": 5}),
    ("labels_1_texts", "ml1:LabelEncoder", {"x": np.array([2, 0, 7], np.int64)}, 1,
     {"classes_strings": ["a", "b", "c"], "default_string": "none"}),
    *((f"labels_2_{k}_{v}", "ml2:LabelEncoder", {"x": LABELLED[k]}, 1,
       {f"keys_{k}": LABELS[k], f"values_{v}": LABELS[v], "default_string": "none", "default_int64": 12,
        "default_float": -0.75}) for k in LABELS for v in LABELS),
    ("labels_4_doubles", "ml4:LabelEncoder", {"x": np.array([0.5, np.nan, 2.0])}, 1,
     {"keys_tensor": np.array([np.nan, 2.0]), "values_tensor": np.array([1.5, 2.5]), "default_tensor": np.array([-1.0])}),
    ("labels_4_int16", "ml4:LabelEncoder", {"x": texts("a", "q")}, 1,
     {"keys_strings": ["a", "b"], "values_tensor": np.array([3, 4], np.int16),
      "default_tensor": np.array([9], np.int16)}),
    *((f"linear_targets_{p}", "ml1:LinearRegressor", X, 1,
       {"coefficients": LINEAR_3["coefficients"], "intercepts": [0.1, 0.2, -0.3], "targets": 3, "post_transform": p})
      for p in POSTS),
    *((f"linear_classes_{np.dtype(t).name}", "ml1:LinearClassifier", {"x": WHOLE.astype(t)}, 2, LINEAR_3) for t in NUMBERS),
    *((f"linear_texts_{p}", "ml1:LinearClassifier", X, 2,
       {**{k: v for k, v in LINEAR_3.items() if k != "classlabels_ints"}, **STRING_CLASSES, "multi_class": 1,
        "post_transform": p}) for p in POSTS),
    *((f"svc_{name}_{np.dtype(t).name}", "ml1:SVMClassifier", {"x": WHOLE.astype(t)}, 2, SVC[name])
      for name in ("pair", "three_chances", "linear") for t in NUMBERS),
    ("svc_texts", "ml1:SVMClassifier", X, 2,
     {**{k: v for k, v in SVC["three"].items() if k != "classlabels_ints"}, **STRING_CLASSES}),
    ("svm_one_class", "ml1:SVMRegressor", X, 1,
     {"kernel_type": "RBF", "kernel_params": [0.5, 0.3, 2.0], "n_supports": 2, "coefficients": [0.5, -0.7],
      "support_vectors": [float(v) for v in f(6)], "rho": [0.2], "one_class": 1}),
    # One target only: ONNX Runtime omits the base value of a target that no leaf votes for.
    ("trees_doubles", "ml3:TreeEnsembleRegressor", {"x": f(7, 3).astype(np.float64)}, 1,
     as_doubles(trees("target", [0, 0, 0, 0, 0], [1.0, -2.0, 3.0, 0.5, 4.0], n_targets=1, base_values=[0.5]))),
    *((f"trees_post_{p}", "ml1:TreeEnsembleRegressor", X, 1,
       trees("target", [0, 1, 0, 1, 0], [1.0, -2.0, 3.0, 0.5, 4.0], n_targets=2, post_transform=p)) for p in POSTS),
    *((f"forest_{np.dtype(t).name}", "ml3:TreeEnsembleClassifier", {"x": WHOLE.astype(t)}, 2,
       trees("class", [0, 1, 2, 1, 0], [0.3, 0.7, 0.5, 0.2, 0.6], classlabels_int64s=[4, 5, 6])) for t in NUMBERS),
    ("forest_texts", "ml1:TreeEnsembleClassifier", X, 2,
     trees("class", [0, 1, 2, 1, 0], [0.3, 0.7, 0.5, 0.2, 0.6], **STRING_CLASSES)),
    ("forest_missing", "ml1:TreeEnsembleRegressor", {"x": np.array([[np.nan, 1, 0], [0, np.nan, np.nan]], np.float32)}, 1,
     trees("target", [0] * 5, [1.0, -2.0, 3.0, 0.5, 4.0], n_targets=1,
           nodes_missing_value_tracks_true=[1, 0, 0, 0, 0, 1, 0, 0])),
    ("tree_ensemble_doubles", "ml5:TreeEnsemble", {"x": f(7, 3).astype(np.float64)}, 1,
     {**{k: v for k, v in ENSEMBLE.items() if k not in ("nodes_splits", "leaf_weights")},
      "nodes_splits": np.array([0.1, -0.2, 0.3]), "leaf_weights": np.array([0.3, 0.6, 0.2, 0.5, 0.1])}),
    ("tree_ensemble_members", "ml5:TreeEnsemble", {"x": WHOLE.astype(np.float32)}, 1,
     {**ENSEMBLE, "nodes_splits": np.array([0.1, 2.0, 0.3], np.float32), "nodes_modes": np.array([0, 6, 1], np.uint8),
      "membership_values": np.array([1.0, -2.0, 4.0, np.nan], np.float32)}),
]

# name, operator, inputs (in order; None is omitted), number of outputs, attributes
CASES = CLASSICAL + [
    ("gelu", "Gelu", {"x": f(3, 8)}, 1, {}),
    ("bias_gelu", "BiasGelu", {"x": f(3, 8), "b": f(8)}, 1, {}),
    ("fast_gelu", "FastGelu", {"x": f(3, 8), "b": f(8)}, 1, {}),
    ("fast_gelu_no_bias", "FastGelu", {"x": f(3, 8)}, 1, {}),
    ("quick_gelu", "QuickGelu", {"x": f(3, 8)}, 1, {"alpha": 1.5}),
    ("skip_layer_norm", "SkipLayerNormalization", HIDDEN, 1, {"epsilon": 1e-5}),
    ("skip_layer_norm_sum", "SkipLayerNormalization", {k: HIDDEN[k] for k in "xygb"}, -4, {"epsilon": 1e-5}),
    ("skip_simplified", "SkipSimplifiedLayerNormalization", {k: HIDDEN[k] for k in "xyg"}, 1, {}),
    ("fused_matmul", "FusedMatMul", {"a": f(2, 5, 3), "b": f(2, 4, 5)}, 1,
     {"alpha": 0.5, "transA": 1, "transB": 1}),
    ("fused_matmul_batch", "FusedMatMul", {"a": f(3, 2, 5), "b": f(5, 2, 4)}, 1,
     {"transBatchA": 1, "transBatchB": 1}),
    ("fused_gemm", "FusedGemm", {"a": f(3, 5), "b": f(5, 4), "c": f(4)}, 1, {"activation": "Relu"}),
    ("fused_gemm_leaky", "FusedGemm", {"a": f(3, 5), "b": f(4, 5)}, 1,
     {"activation": "LeakyRelu", "activation_alpha": 0.3, "transB": 1}),
    ("fused_conv", "FusedConv", {"x": f(1, 3, 6, 6), "w": f(4, 3, 3, 3), "b": f(4), "z": f(1, 4, 6, 6)}, 1,
     {"activation": "Relu", "pads": [1, 1, 1, 1]}),
    ("fused_conv_clip", "FusedConv", {"x": f(1, 3, 6, 6), "w": f(4, 3, 3, 3)}, 1,
     {"activation": "Clip", "activation_params": [-0.5, 0.5]}),
    ("embed", "EmbedLayerNormalization",
     {"i": RNG.integers(0, 9, (2, 4)).astype(np.int32), "s": RNG.integers(0, 2, (2, 4)).astype(np.int32),
      "e": f(9, 8), "p": f(6, 8), "q": f(2, 8), "g": f(8), "b": f(8), "m": MASK}, 2, {"epsilon": 1e-5}),
    ("attention", "Attention", {"x": f(2, 4, 8), "w": f(8, 24), "b": f(24)}, 1, {"num_heads": 2}),
    ("attention_mask", "Attention", {"x": f(2, 4, 8), "w": f(8, 24), "b": f(24), "m": MASK}, 1, {"num_heads": 2}),
    ("attention_lengths", "Attention",
     {"x": f(2, 4, 8), "w": f(8, 24), "b": f(24), "m": np.array([3, 2], np.int32)}, 1, {"num_heads": 2}),
    ("attention_ends_and_starts", "Attention",
     {"x": f(2, 4, 8), "w": f(8, 24), "b": f(24), "m": np.array([3, 4, 1, 2], np.int32)}, 1, {"num_heads": 2}),
    ("attention_lengths_and_sums", "Attention",
     {"x": f(2, 4, 8), "w": f(8, 24), "b": f(24), "m": np.array([3, 2, 0, 3, 5, 0, 4, 8], np.int32)}, 1,
     {"num_heads": 2}),
    ("unique", "Unique", {"x": np.array([2, 1, 1, 3, 4, 3], np.float32)}, 3, {}),
    ("attention_causal", "Attention", {"x": f(2, 4, 8), "w": f(8, 24), "b": f(24)}, 1,
     {"num_heads": 2, "unidirectional": 1}),
    ("attention_past", "Attention",
     {"x": f(2, 4, 8), "w": f(8, 24), "b": f(24), "m": None, "p": f(2, 2, 2, 3, 4)}, 2, {"num_heads": 2}),
    ("attention_sizes", "Attention", {"x": f(2, 4, 8), "w": f(8, 28), "b": f(28)}, 1,
     {"num_heads": 2, "qkv_hidden_sizes": [8, 8, 12]}),
    ("multi_head", "MultiHeadAttention", {"q": f(2, 4, 8), "k": f(2, 5, 8), "v": f(2, 5, 8)}, 1, {"num_heads": 2}),
    ("multi_head_bias", "MultiHeadAttention",
     {"q": f(2, 4, 8), "k": f(2, 5, 8), "v": f(2, 5, 8), "b": f(24), "m": None, "a": f(2, 2, 4, 5)}, 3,
     {"num_heads": 2, "scale": 0.3}),
    ("multi_head_past", "MultiHeadAttention",
     {"q": f(2, 4, 8), "k": f(2, 4, 8), "v": f(2, 4, 8), "b": None, "m": None, "a": None, "p": f(2, 2, 3, 4),
      "r": f(2, 2, 3, 4)}, 3, {"num_heads": 2, "unidirectional": 1}),
    ("q_attention", "QAttention",
     {"x": u8(2, 4, 8), "w": u8(8, 24), "b": f(24), "s": scalar(0.02), "t": scalar(0.01), "m": MASK,
      "z": scalar(120, np.uint8), "y": scalar(128, np.uint8)}, 1, {"num_heads": 2}),
    ("q_attention_past", "QAttention",
     {"x": u8(2, 4, 8), "w": u8(8, 24), "b": f(24), "s": scalar(0.02), "t": f(24) * 0.01, "m": None,
      "z": scalar(120, np.uint8), "y": u8(24), "p": f(2, 2, 2, 3, 4)}, 2, {"num_heads": 2, "unidirectional": 1}),
    ("grouped_prompt", "GroupQueryAttention",
     PROMPT, 3, {"num_heads": 4, "kv_num_heads": 2}),
    ("grouped_step", "GroupQueryAttention",
     STEP, 3, {"num_heads": 4, "kv_num_heads": 2, "scale": 0.4, "softcap": 5.0}),
    ("grouped_products", "GroupQueryAttention",
     PROMPT, 4, {"num_heads": 4, "kv_num_heads": 2, "qk_output": 1}),
    ("grouped_weights", "GroupQueryAttention",
     {**STEP, "l": np.array([6, 6], np.int32)}, 4,
     {"num_heads": 4, "kv_num_heads": 2, "softcap": 5.0, "qk_output": 2}),
    ("grouped_rotary", "GroupQueryAttention",
     {"q": f(2, 5, 64), "k": f(2, 5, 32), "v": f(2, 5, 32), "a": None, "c": None,
      "l": np.array([4, 4], np.int32), "t": scalar(5, np.int32), "u": np.cos(f(16, 8)), "w": np.sin(f(16, 8))}, 3,
     {"num_heads": 4, "kv_num_heads": 2, "do_rotary": 1, "local_window_size": 3}),
    ("grouped_packed", "GroupQueryAttention",
     {"q": f(1, 2, 128), "k": None, "v": None, "a": f(1, 2, 6, 16), "c": f(1, 2, 6, 16),
      "l": np.array([7], np.int32), "t": scalar(8, np.int32), "u": np.cos(f(16, 8)), "w": np.sin(f(16, 8))}, 3,
     {"num_heads": 4, "kv_num_heads": 2, "do_rotary": 1, "rotary_interleaved": 1, "smooth_softmax": 1}),
    ("nbits", "MatMulNBits", {"x": f(3, 40), "b": u8(6, 3, 8), "s": f(18)}, 1,
     {"K": 40, "N": 6, "bits": 4, "block_size": 16}),
    ("nbits_zero", "MatMulNBits", {"x": f(3, 64), "b": u8(6, 2, 16), "s": f(12), "z": u8(6)}, 1,
     {"K": 64, "N": 6, "bits": 4, "block_size": 32}),
    ("gather_blocks", "GatherBlockQuantized",
     {"x": u8(7, 16), "i": np.array([[6, 0, 3]], np.int64), "s": f(7, 2)}, 1, {"block_size": 16, "bits": 4}),
    ("gather_blocks_zero", "GatherBlockQuantized",
     {"x": u8(7, 24), "i": np.array([-1, 2], np.int32), "s": f(7, 3), "z": u8(7, 2)}, 1,
     {"block_size": 16, "bits": 4, "quantize_axis": 1, "gather_axis": 0}),
    ("gather_blocks_bytes", "GatherBlockQuantized",
     {"x": u8(5, 2, 32), "i": np.array([4, 1], np.int64), "s": f(5, 2, 2)}, 1,
     {"block_size": 16, "bits": 8, "quantize_axis": 2}),
    ("dynamic_matmul", "DynamicQuantizeMatMul",
     {"a": f(3, 5), "b": u8(5, 4), "s": scalar(0.02), "z": scalar(120, np.uint8), "c": f(4)}, 1, {}),
    ("integer_to_float", "MatMulIntegerToFloat",
     {"a": u8(3, 5), "b": u8(5, 4), "s": scalar(0.02), "t": f(4), "z": scalar(120, np.uint8),
      "w": u8(4)}, 1, {}),
    ("qadd", "QLinearAdd", {"a": u8(3, 5), "s": SCALES["s"], "z": SCALES["z"], "b": u8(5), "t": SCALES["t"],
                            "w": SCALES["w"], "u": scalar(0.05), "v": scalar(128, np.uint8)}, 1, {}),
    ("qmul", "QLinearMul", {"a": u8(3, 5), "s": SCALES["s"], "z": SCALES["z"], "b": u8(5), "t": SCALES["t"],
                            "w": SCALES["w"], "u": scalar(0.05), "v": scalar(128, np.uint8)}, 1, {}),
    ("qsigmoid", "QLinearSigmoid", {"a": u8(3, 5), **SCALES}, 1, {}),
    ("qleaky", "QLinearLeakyRelu", {"a": u8(3, 5), **SCALES}, 1, {"alpha": 0.2}),
    ("qaverage", "QLinearAveragePool", {"a": u8(1, 2, 6, 6), **SCALES}, 1,
     {"kernel_shape": [2, 2], "strides": [2, 2]}),
    ("qglobal", "QLinearGlobalAveragePool", {"a": u8(1, 2, 6, 6), **SCALES}, 1, {}),
    ("qconcat", "QLinearConcat", {"u": scalar(0.05), "v": scalar(128, np.uint8), "a": u8(2, 3), "s": SCALES["s"],
                                  "z": SCALES["z"], "b": u8(2, 4), "t": SCALES["t"], "w": SCALES["w"]}, 1,
     {"axis": 1}),
    ("nhwc_max_pool", "NhwcMaxPool", {"a": u8(1, 6, 6, 2)}, 1, {"kernel_shape": [2, 2], "strides": [2, 2]}),
    ("inverse", "Inverse", {"x": f(2, 4, 4)}, 1, {}),
    ("scaler", "ml:Scaler", X, 1, {"offset": [0.5, 0.1, -1.0], "scale": [1.0, 2.0, 3.0]}),
    *((f"normalizer_{n}", "ml:Normalizer", X, 1, {"norm": n}) for n in ("MAX", "L1", "L2")),
    ("imputer", "ml:Imputer", {"x": np.array([[1, np.nan, 3], [np.nan, 5, 6]], np.float32)}, 1,
     {"imputed_value_floats": [7.0, 8.0, 9.0], "replaced_value_float": float("nan")}),
    ("one_hot", "ml:OneHotEncoder", {"x": np.array([[1, 3], [2, 9]], np.int64)}, 1, {"cats_int64s": [1, 2, 3]}),
    ("vectorizer", "ml:FeatureVectorizer", {"x": f(4, 2), "y": f(4, 3)}, 1, {"inputdimensions": [2, 3]}),
    ("linear_regressor", "ml:LinearRegressor", X, 1, {**LINEAR, "targets": 1}),
    *((f"linear_binary_{p}", "ml:LinearClassifier", X, 2,
       {**LINEAR, "classlabels_ints": [3, 4], "post_transform": p}) for p in POSTS),
    *((f"linear_classes_{p}", "ml:LinearClassifier", X, 2, {**LINEAR_3, "post_transform": p}) for p in POSTS),
    *((f"svm_{k}", "ml:SVMRegressor", X, 1,
       {"kernel_type": k, "kernel_params": [0.5, 0.3, 2.0], "n_supports": 2, "coefficients": [0.5, -0.7],
        "support_vectors": [float(v) for v in f(6)], "rho": [0.2]}) for k in ("LINEAR", "POLY", "RBF", "SIGMOID")),
    *((f"svc_{name}_{p}", "ml:SVMClassifier", X, 2, {**SVC[name], "post_transform": p}) for name in SVC for p in POSTS),
    ("zip_map", "ml:ZipMap", {"x": f(4, 3)}, 1, {"classlabels_int64s": [7, 2, 5]}),
    ("zip_map_texts", "ml:ZipMap", {"x": f(4, 3)}, 1, {"classlabels_strings": ["b", "a", "c"]}),
    *((f"cast_map_{to}_{form}", "ml:CastMap", {"x": {4: 1.5, 1: -2.0, 2: 3.25}}, 1,
       {"cast_to": f"TO_{to}", "map_form": form, "max_map": 6})
      for to in ("FLOAT", "INT64", "STRING") for form in ("DENSE", "SPARSE")
      if (to, form) != ("STRING", "SPARSE")),  # ONNX Runtime writes "0.f" for a missing key
    ("dict_texts", "ml:DictVectorizer", {"x": {"b": 1.5, "a": 2.5}}, 1, {"string_vocabulary": ["a", "c", "b"]}),
    ("dict_numbers", "ml:DictVectorizer", {"x": {3: 1.5, 9: 2.5}}, 1, {"int64_vocabulary": [9, 1, 3]}),
    *((f"trees_{a}", "ml:TreeEnsembleRegressor", X, 1,
       trees("target", [0, 1, 0, 1, 0], [1.0, -2.0, 3.0, 0.5, 4.0], n_targets=2, aggregate_function=a))
      for a in ("SUM", "AVERAGE", "MIN", "MAX")),
    ("trees_base", "ml:TreeEnsembleRegressor", X, 1,
     trees("target", [0] * 5, [1.0, -2.0, 3.0, 0.5, 4.0], n_targets=1, base_values=[0.5])),
    *((f"forest_classes_{p}", "ml:TreeEnsembleClassifier", X, 2,
       trees("class", [0, 1, 2, 1, 0], [0.3, 0.7, 0.5, 0.2, 0.6], classlabels_int64s=[4, 5, 6], post_transform=p))
      for p in POSTS),
    *((f"forest_binary_{p}", "ml:TreeEnsembleClassifier", X, 2,
       trees("class", [0] * 5, [0.3, 0.4, 0.1, 0.2, 0.5], classlabels_int64s=[0, 1], post_transform=p))
      for p in POSTS),
    *((f"forest_signed_{p}", "ml:TreeEnsembleClassifier", X, 2,
       trees("class", [0] * 5, [0.3, -0.4, 0.1, -0.2, 0.5], classlabels_int64s=[0, 1], post_transform=p))
      for p in POSTS),
    ("max_roi_pool", "onnx:MaxRoiPool",
     {"x": f(2, 3, 9, 11), "r": np.array([[0, 1, 1, 6, 7], [1, 0, 2, 20, 30], [1, 5, 5, 5, 5]], np.float32)}, 1,
     {"pooled_shape": [3, 2], "spatial_scale": 0.8}),
    *((f"tree_ensemble_{post}_{kind}", "ml5:TreeEnsemble", X, 1,
       {**ENSEMBLE, "post_transform": post, "aggregate_function": kind}) for post in range(4) for kind in (0, 1)),
    *((f"conv_integer_{np.dtype(w).name}{group}", "onnx:ConvInteger",
       {"x": u8(2, 6, 7, 9), "w": RNG.integers(0, 120, (8, 6 // group, 3, 2)).astype(w), "z": scalar(100, np.uint8),
        "v": scalar(7, w)}, 1, {"group": group, "pads": [1, 0, 2, 1], "strides": [2, 1]})
      for w, group in ((np.uint8, 1), (np.int8, 2))),
    # Small weights, here and below: on processors without VNNI, ONNX Runtime's sums of two products
    # saturate.
    ("q_linear_conv", "onnx:QLinearConv",
     {"x": u8(1, 6, 7, 9), "s": SCALES["s"], "z": SCALES["z"], "w": RNG.integers(-60, 61, (8, 6, 3, 3)).astype(np.int8),
      "t": np.linspace(0.01, 0.03, 8).astype(np.float32), "v": np.zeros(8, np.int8), "o": scalar(0.9),
      "p": scalar(120, np.uint8), "b": RNG.integers(-999, 999, 8).astype(np.int32)}, 1, {"pads": [1, 1, 1, 1]}),
    ("q_linear_matmul", "onnx:QLinearMatMul",
     {"x": u8(2, 5, 40), "s": SCALES["s"], "z": SCALES["z"], "w": u8(40, 9), "t": SCALES["t"], "v": SCALES["w"],
      "o": scalar(0.5), "p": scalar(120, np.uint8)}, 1, {}),
    ("matmul_integer", "onnx:MatMulInteger",
     {"x": u8(2, 5, 70), "w": RNG.integers(-60, 61, (70, 9)).astype(np.int8), "z": scalar(100, np.uint8),
      "v": np.arange(9).astype(np.int8)}, 1, {}),
    *((f"q_gemm_{trans}{len(rest)}", "QGemm",
       {"a": u8(5, 40), "s": SCALES["s"], "z": SCALES["z"],
        "b": RNG.integers(-60, 61, (9, 40) if trans else (40, 9)).astype(np.int8),
        "t": np.linspace(0.01, 0.03, 9).astype(np.float32), "v": np.zeros(9, np.int8),
        "c": RNG.integers(-999, 999, 9).astype(np.int32), **rest}, 1, {"transB": trans, "alpha": 0.5})
      for trans in (0, 1) for rest in ({}, {"o": scalar(0.4), "p": scalar(120, np.uint8)})),
    ("simplified_layer_norm", "onnx:SimplifiedLayerNormalization", {"x": f(3, 8), "g": f(8)}, 1, {"epsilon": 1e-5}),
    ("dynamic_quantize", "onnx:DynamicQuantizeLinear", {"x": f(5, 70)}, 3, {}),
    ("dynamic_quantize_zeros", "onnx:DynamicQuantizeLinear", {"x": np.zeros((4, 4), np.float32)}, 3, {}),
    ("trilu", "Trilu", {"x": f(2, 4, 4), "k": scalar(1, np.int64)}, 1, {"upper": 0}),
]


def type_of(value):
    """The ONNX type of an input: a tensor for an array, a map for a dict."""
    if not isinstance(value, dict):
        return helper.make_tensor_type_proto(helper.np_dtype_to_tensor_dtype(value.dtype), value.shape)
    key = TensorProto.STRING if isinstance(next(iter(value)), str) else TensorProto.INT64
    return helper.make_map_type_proto(key, helper.make_tensor_type_proto(TensorProto.FLOAT, []))


def map_proto(entries):
    proto = MapProto(values=numpy_helper.from_list([np.array(each, np.float32) for each in entries.values()]))
    texts = isinstance(next(iter(entries)), str)
    proto.key_type = TensorProto.STRING if texts else TensorProto.INT64
    if texts:
        proto.string_keys.extend(key.encode() for key in entries)
    else:
        proto.keys.extend(entries)
    return proto


OPSETS = (11, 12, 13, 21)


def split_name(op):
    """Domain, version of the domain and operator of a name like 'ml5:TreeEnsemble'."""
    prefix, _, name = op.rpartition(":")
    if prefix.startswith("ml"):
        return "ai.onnx.ml", int(prefix[2:] or 3), name
    return ("", 0, name) if prefix == "onnx" else ("com.microsoft", 1, name)


def model_of(op, inputs, outputs, attributes, opset):
    names = ["" if array is None else name for name, array in inputs.items()]
    declared = [helper.make_value_info(name, type_of(value)) for name, value in inputs.items() if value is not None]
    # A negative number of outputs: only the first and the last are made.
    wanted = [f"o{i}" if outputs > 0 or i in (0, -outputs - 1) else "" for i in range(abs(outputs))]
    domain, version, name = split_name(op)
    attributes = {key: numpy_helper.from_array(value) if isinstance(value, np.ndarray) else value
                  for key, value in attributes.items()}
    node = helper.make_node(name, names, wanted, domain=domain, **attributes)
    graph = helper.make_graph([node], "g",
                              declared, [helper.make_empty_tensor_value_info(name) for name in wanted if name])
    opsets = [helper.make_opsetid("", opset)] + ([helper.make_opsetid(domain, version)] if domain else [])
    return helper.make_model(graph, ir_version=8, opset_imports=opsets)


def write(path, proto):
    with open(path, "wb") as file:
        file.write(proto.SerializeToString())


def difference(want, path):
    """None, or how the value in the file differs."""
    with open(path, "rb") as file:
        data = file.read()
    if isinstance(want, list):  # a list of maps
        got = [numpy_helper.to_dict(each) for each in SequenceProto.FromString(data).map_values]
        got = [{k.decode() if isinstance(k, bytes) else k: float(v) for k, v in each.items()} for each in got]
        return None if got == want else f"{got}, expected {want}"
    got = numpy_helper.to_array(TensorProto.FromString(data))
    if got.shape != want.shape or got.dtype.kind != want.dtype.kind or got.itemsize != want.itemsize:
        return f"{got.dtype}{got.shape}, expected {want.dtype}{want.shape}"
    if want.dtype.kind in "OU":
        return None if got.tolist() == want.tolist() else f"{got}, expected {want}"
    # Quantized results may differ by one step of rounding; class labels and other integers must be
    # equal.
    slack = 1 if want.itemsize == 1 else 0 if want.dtype.kind in "iu" else 1e-5 + 1e-4 * np.abs(want).max()
    worst = np.abs(got.astype(np.float64) - want.astype(np.float64)).max()
    return None if worst <= slack else f"differs by {worst:.3g} of {np.abs(want).max():.3g}"


def check(cli, case, opset):
    """None, or what went wrong."""
    _, op, inputs, outputs, attributes = case
    feeds = {name: array for name, array in inputs.items() if array is not None}
    with tempfile.TemporaryDirectory() as folder:
        path, data, out = (os.path.join(folder, name) for name in ("m.onnx", "in", "out"))
        write(path, model_of(op, inputs, outputs, attributes, opset))
        session = ort.InferenceSession(path, providers=["CPUExecutionProvider"])
        expected = session.run(None, feeds)
        os.mkdir(data)
        for i, value in enumerate(feeds.values()):
            proto = map_proto(value) if isinstance(value, dict) else numpy_helper.from_array(value)
            write(os.path.join(data, f"input_{i}.pb"), proto)
        done = subprocess.run([cli, "run", path, "-p", "cpu", "--inputs", data, "--outputs", out],
                              capture_output=True, text=True, timeout=60, check=False)
        if done.returncode != 0:
            return f"exit code {done.returncode}: {done.stderr.strip()}"
        for i, want in enumerate(expected):
            if problem := difference(want, os.path.join(out, f"output_{i}.pb")):
                return f"output {i}: {problem}"
    return None


def attempt(cli, case, opset):
    try:
        return check(cli, case, opset)
    except Exception as error:  # a case that ONNX Runtime refuses must not end the run
        return f"could not be judged: {str(error).splitlines()[0][:150]}"


def main():
    cli, pattern = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "."
    ort.set_default_logger_severity(4)
    # The version of an ai.onnx.ml operator does not depend on ONNX's opset.
    cases = [(case, opset) for case in CASES if re.search(pattern, case[0])
             for opset in (OPSETS[-1:] if case[1].startswith("ml") else OPSETS)]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        problems = list(pool.map(lambda each: attempt(cli, *each), cases))
    for (case, opset), problem in zip(cases, problems):
        if problem:
            print(f"{case[0]} (opset {opset}): {problem}")
    failed = sum(problem is not None for problem in problems)
    print(f"{len(cases)} cases, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
