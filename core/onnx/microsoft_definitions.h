#pragma once

#include "core/onnx/function_body.h"

namespace partita::microsoft {

// Each function writes the definition of one operator, and returns false for a call that the
// definition does not cover.

bool attention(FunctionBody& body);
bool qAttention(FunctionBody& body);
bool multiHeadAttention(FunctionBody& body);

bool dynamicQuantizeMatMul(FunctionBody& body);
bool matMulIntegerToFloat(FunctionBody& body);
bool matMulNBits(FunctionBody& body);
bool quantizedGemm(FunctionBody& body);
bool quantizedBinary(FunctionBody& body, const char* op);
bool quantizedPool(FunctionBody& body, const std::string& op);
bool quantizedReduceMean(FunctionBody& body);
bool quantizedSoftmax(FunctionBody& body);
bool quantizedUnary(FunctionBody& body, const std::string& op);
bool quantizedWhere(FunctionBody& body);

/// The window attributes of the call (kernel_shape, pads …) as "<name = value, …>"; `flags` names
/// further integer attributes.
std::string windowText(const FunctionBody& body, std::initializer_list<const char*> flags);

} // namespace partita::microsoft
