#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/edits/edit.h"

namespace partita {

enum class ProblemCode : std::uint8_t {
    openInput,        ///< a needed input reads nothing
    tooManyInputs,    ///< more than the operator takes
    unknownOperator,  ///< not in the opset; a note for domains that Partita does not know
    missingOpset,     ///< the domain of a node is not imported
    wrongType,        ///< an input of a type that its operator does not take there
    wrongShape,       ///< inputs whose shapes cannot go together
    missingAttribute, ///< a needed attribute
    wrongAttribute,   ///< one that the operator does not have, or whose value has no meaning
    duplicateName,    ///< of a node or a tensor
    unmadeTensor,     ///< an output of a graph, or what a node reads, that nothing makes
    untypedOutput,    ///< an output of the main graph whose type is not known
    unreadNode,       ///< a note: nothing reads what it computes
};

/// "open-input": a stable name, the one that `checkModel` uses where both look for the same.
std::string_view problemCodeName(ProblemCode code);

/// A way out of a problem.
struct ProblemFix {
    Message text; ///< "Bypass 'conv'"
    Edit edit;
};

/// Something that is wrong with a model, or worth knowing.
struct ModelProblem {
    ProblemCode code = ProblemCode::openInput;
    bool isNote = false; ///< the model may be saved and run all the same
    Message text;        ///< one sentence with the name of the node or tensor
    NodeId node;         ///< none: of a tensor
    ValueId value;       ///< the tensor that it is about, if any
    std::optional<Slot> slot;
    std::vector<ProblemFix> fixes; ///< the best one first
};

/// The problems of a model, by node, then by tensor. Types and shapes are taken as the model states
/// them; bodies of functions are looked at as far as they do not depend on a call.
std::vector<ModelProblem> modelProblems(const Model& model);

} // namespace partita
