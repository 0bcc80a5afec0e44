#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include <onnx/defs/schema.h>

#include "tests/fuzz/chance.h"
#include "tests/fuzz/operator_case.h"

namespace partita::fuzz {

/// One version of an operator and the opsets in which it is in force.
struct SchemaRange {
    const onnx::OpSchema* schema;
    int firstOpset, lastOpset;
};

/// All operators of ai.onnx and ai.onnx.ml in all versions but deprecated ones; sorted.
const std::vector<SchemaRange>& allSchemas();
/// The version in force; null: there is none.
const SchemaRange* schemaInForce(const std::string& op, const std::string& domain, int opset);
int newestOpsetOf(const std::string& domain);

/// Makes cases of seeds: half of them from what a schema says alone, half by changing one of ONNX's
/// own test models.
class OperatorGenerator {
public:
    /// `examples`: a folder with one folder for each test model; empty: there are none. `only`: this
    /// operator alone; empty: all.
    OperatorGenerator(const std::filesystem::path& examples, std::string only);
    [[nodiscard]] OperatorCase make(std::uint64_t seed) const;

private:
    [[nodiscard]] OperatorCase fromSchema(Chance& chance) const;
    [[nodiscard]] std::optional<OperatorCase> fromExample(Chance& chance) const;

    std::vector<SchemaRange> m_schemas;
    std::vector<std::filesystem::path> m_examples;
    std::string m_only;
};

/// A case of one schema.
OperatorCase caseOfSchema(const SchemaRange& range, Chance& chance);
/// The case of a folder of ONNX's test data; nothing where it holds more than one node.
std::optional<OperatorCase> caseOfExample(const std::filesystem::path& folder);
/// Another case of the same operator: other sizes, types, attributes, opset, inputs left out.
void mutate(OperatorCase& each, Chance& chance);
/// Where the inputs come from, what is before and behind, in which body.
void surround(OperatorCase& each, Chance& chance);
/// A value for an attribute, as a schema describes it. `rank`: of the first input.
onnx::AttributeProto randomAttribute(const onnx::OpSchema::Attribute& attribute, std::size_t rank,
                                     Chance& chance);

} // namespace partita::fuzz
