// Seeds of texts. What they name is in the sample model.

#include "core/tasks/bridge/real_runtime.h"
#include "core/tasks/learning/probe_answers.h"
#include "core/tasks/scenario/scenario.h"
#include "tests/fuzz/readers/seeds.h"

namespace partita::fuzz {

namespace {

void addScenarios(Seeds& seeds) {
    const NodeChoice several = NodeChoice::of({{"one", {}}, {"two", {}}});
    Scenario scenario;
    scenario.changes = {{OrderChange{{"npu", "cpu"}}},
                        {OptionChange{"npu", "device", "ascend310"}, false},
                        {RunLengthChange{"npu", 3}},
                        {NodesChange{NodesChange::What::exclude, {"one", {}, {}}, "npu"}},
                        {NodesChange{NodesChange::What::pin, several, "npu"}},
                        {NodesChange{NodesChange::What::takeAnyway, {{}, "Neg", "float32"}, "npu"}},
                        {RuleOffChange{"npu.json:12", "npu"}},
                        {SizeChange{"n", {4}}},
                        {SizeChange{"x", {2, 4}}},
                        {GroupingChange{Grouping::dependency}},
                        {OptimizationChange{"extended"}},
                        {OpsetChange{13}},
                        {TypeChange{DataType::float32, DataType::float16}}};
    seeds.add("scenario", scenarioText(scenario));
    seeds.add("scenario", scenarioText({}));
}

void addScripts(Seeds& seeds) {
    for (const char* edits : {
             R"({"op": "insert_node", "operator": "Mul", "on": "a", "inputs": ["w"], "name": "m"},
  {"op": "insert_node", "operator": "Cast", "on": "b", "attributes": {"to": "float16"}},
  {"op": "set_attribute", "nodes": "m", "name": "axis", "value": {"type": "ints", "value": [1]}},
  {"op": "replace_operator", "nodes": "op:Neg", "operator": "Abs"},
  {"op": "bypass_nodes", "nodes": ["one", "op:Identity"]}, {"op": "delete_nodes", "nodes": "t*"})",
             R"({"op": "connect", "from": "w", "to": {"node": "two", "input": 0}},
  {"op": "disconnect", "place": {"output": "y"}}, {"op": "rename_node", "node": "one", "name": "1"},
  {"op": "reroute_readers", "from": "a", "to": "x"}, {"op": "paste_nodes", "nodes": "two"},
  {"op": "reset_attribute", "nodes": "two", "name": "axis"})",
             R"({"op": "add_initializer", "name": "s", "value": {"shape": [2, 4], "fill": 1.5}},
  {"op": "set_tensor", "tensor": "w", "value": {"type": "float32", "shape": [4],
   "random": {"seed": 1, "low": -1, "high": 1}}}, {"op": "share_equal_tensors"},
  {"op": "convert_element_type", "tensors": "w", "type": "float16", "cast_back": true},
  {"op": "change_tensor_form", "tensor": "w", "form": "constant"},
  {"op": "place_tensors", "tensors": "kind:initializer", "external": false},
  {"op": "set_tensor", "tensor": "w", "value": {"file": "w.npy"}})",
             R"({"op": "add_input", "name": "z", "type": "int64", "shape": [1, "n", null]},
  {"op": "remove_input", "tensor": "z"}, {"op": "add_output", "tensor": "a"},
  {"op": "reorder_interface", "outputs": ["a"]}, {"op": "remove_output", "output": 0},
  {"op": "rename_tensor", "tensor": "a", "name": "A"}, {"op": "set_dimension", "symbol": "n",
   "size": 3}, {"op": "set_batch", "size": "batch"})",
             R"({"op": "set_value_type", "tensor": "x", "type": "float16", "shape": ["n", 4]},
  {"op": "set_documentation", "text": "d", "graph": "main"}, {"op": "convert_opset", "version": 20},
  {"op": "set_metadata", "key": "k", "value": "v"}, {"op": "set_metadata", "key": "k",
   "remove": true}, {"op": "set_producer", "name": "p", "model_version": 2})"})
        seeds.add("edit_script", "{\"version\": 1, \"edits\": [\n" + std::string(edits) + "\n]}\n");
}

void addMergeRecipes(Seeds& seeds) {
    seeds.add("merge_recipe", R"({"partita_merge": 1,
  "sources": [{"path": "a_ctx.onnx", "prefix": "a_"}, {"path": "../b.onnx", "partition": "p_0"}],
  "connections": [{"input": "b.x", "output": "a.y"}], "shared_inputs": ["x"],
  "dropped_outputs": ["1.y"], "outputs": ["a_y"], "binaries": "beside", "rewrite_binaries": true,
  "output": "merged_ctx.onnx"})");
    seeds.add("merge_recipe", R"({"partita_merge": 1, "sources": [{"path": "missing.onnx"},
  {"path": "/a.onnx", "prefix": "p"}, {"path": "b.onnx"}], "binaries": "inside"})");
}

void addNodeValues(Seeds& seeds) {
    for (const char* text :
         {"name,value\none,1.5\n\"two\",-2e3\nnobody,\n", "one;12\ntwo;13\r\n",
          "\xEF\xBB\xBFnode\tclass\tvalue\none\t\"a \"\"b\"\"\"\tnan\n'=two\tc\t+7\n",
          R"({"one": 1, "two": null, "three": true})", R"([{"name": "one", "value": "x"}])",
          R"({"nodes": [{"node": "two", "value": 1e30}]})",
          R"({"graph": {"results": {"one": {"value": 3}, "two": {"value": 4}}}})"})
        seeds.add("node_values", text);
}

void addRecords(Seeds& seeds) {
    RecordedPlacement record;
    record.version = "1.31.1";
    record.parts = {{"NPU", {{"one", "Relu", "", {}}, {"two", "Add", "", 7.0}}, {}, {}, 12.5},
                    {"CPU", {{"three", "If", "", {}}}, {}, {}}};
    record.times = {{"NPU", {{"NPU_NPU_7_0_1", "NPU_7_0", {}, 40.0}}, {}, {}}};
    seeds.add("record", recordText(record, {.model = "m.onnx", .providers = {}, .config = {}}));
    seeds.add("record", R"([{"ep_name": "CPU", "nodes": [{"name": "", "op_type": "Neg"}]}])");
    seeds.add("record", R"({"subgraphs": [], "everything_on": "CPU"})");
    seeds.add("record", R"({"traceEvents": [
  {"cat": "Session", "name": "model_run", "dur": 9},
  {"cat": "Node", "name": "one_kernel_time", "dur": 40, "ts": 1,
   "args": {"provider": "CPU", "op_name": "Relu", "node_index": "0"}},
  {"cat": "Node", "name": "fused two/MatMulAddFusion_kernel_time", "dur": 2,
   "args": {"provider": "CPU", "op_name": "FusedGemm"}}]})");
    const std::string before = "\x1b[0;93m2026-01-01 [V:onnxruntime:, session_state.cc:1152 "
                               "VerifyEachNodeIsAssignedToAnEp] ";
    const std::string log = before + "Node placements\x1b[m\n" + before +
                            " Node(s) placed on [NPU]. Number of nodes: 2\x1b[m\n" + before +
                            "  Relu (one)\x1b[m\r\n" + before + "  Add (two)\x1b[m\nother\n" +
                            before + " Node(s) placed on [CPU]. Number of nodes: 1\x1b[m\n" +
                            before + "  If (three)\x1b[m\n";
    seeds.add("record_log", log);
    seeds.add("record_log", log + before + "Node placements\n" + before +
                                "All nodes placed on [CPU]. Number of nodes: 3\n");
    seeds.add("record_log", before + "Node placements\n" + before +
                                " Provider: [CPU]: [Relu (one), Add (two), ]\n");
}

void addAnswers(Seeds& seeds) {
    seeds.add("bridge_answer", R"({"python": "3.11.2", "executable": "/usr/bin/python3",)"
                               R"( "machine": "x86_64", "onnxruntime": "1.32.0", "location": "/o",)"
                               R"( "providers": ["CPUExecutionProvider"], "devices": [{"provider":)"
                               R"( "CPU", "vendor": "v", "type": "CPU", "hardware": "h", "facts":)"
                               R"( {"a": "b"}, "options": {"c": "d"}}], "tells_assignment": true,)"
                               R"( "takes_libraries": true})");
    seeds.add("bridge_answer",
              R"({"onnxruntime": "1.32.0", "subgraphs": [{"ep_name": "CPU", "nodes": [{"name":)"
              R"( "one", "op_type": "Relu", "domain": ""}]}], "ran_with": ["CPU"], "create_ns": 7,)"
              R"( "run_ns": [1, 2], "peak_memory": 9, "outputs": [{"name": "y", "type": 1,)"
              R"( "shape": [1, 4], "file": "FILE"}]})"
              "\n0123456789abcdef");
    for (const char* kind : {"provider", "library", "session", "run", "output", "old", "missing"})
        seeds.add("bridge_answer", R"({"error": ")" + std::string(kind) +
                                       R"(", "text": "bad_alloc: [E] no", "name": "n", "known":)"
                                       R"( "CPU", "has": "1.2", "needs": "1.15"})"
                                       "\n\x1b[31mlast words\x1b[m\n");
    for (const char* value :
         {R"({"type": 1, "shape": [2], "file": "FILE"})", R"({"none": true})",
          R"({"items": [{"type": 2, "shape": [8], "file": "FILE"}, {"none": true}]})",
          R"({"keys": {"type": 7, "shape": [1], "file": "FILE"}, "values": {"type": 11,)"
          R"( "shape": [1], "file": "FILE"}})",
          R"({"type": 22, "shape": [4, 4], "file": "FILE"})"})
        seeds.add("bridge_values",
                  R"([{"name": "y", )" + std::string(value).substr(1) + "]\n01234567");
    seeds.add("bridge_values", R"([{"name": "s", "type": 8, "shape": [1], "file": "FILE"}])"
                               "\n" +
                                   std::string("\3\0\0\0\0\0\0\0abc", 11));
    seeds.add("probe_answers", R"({"provider": "CPUExecutionProvider", "package": "p 1",)"
                               R"( "onnxruntime": "1.32.0"})"
                               "\n"
                               R"({"probe": "Relu 18 float32", "outcome": "taken"})"
                               "\n"
                               R"({"probe": "Add", "outcome": "fails", "text": "no"})"
                               "\n"
                               R"({"probe": "half a li)");
    seeds.add("probe_outcomes", R"({"model": "probe-0.onnx"})"
                                "\n"
                                R"({"model": "probe-0.onnx", "outcome": "taken"})"
                                "\n"
                                R"({"model": "probe-1.onnx", "outcome": "invalid", "text": "t"})"
                                "\n"
                                R"({"model": "probe-2.onnx"})"
                                "\n");
    seeds.add("probe_outcomes", R"({"refused": "probe-0.onnx"})");
}

} // namespace

void addTextSeeds(Seeds& seeds) {
    addScenarios(seeds);
    addScripts(seeds);
    addMergeRecipes(seeds);
    addNodeValues(seeds);
    addRecords(seeds);
    addAnswers(seeds);
    seeds.add("npu_program", R"({"version": 2, "graph_mode": true, "tasks": [["fused", 0, 1], 2],
  "node_types": {"float16": [0, 1]}, "value_types": {"float16": [2, 3], "bfloat16": [4]}})");
    for (const char* text : {"op:Relu or (two and not ep:none)", "\"a b\" attr:axis=1 bytes:>1KB",
                             "/t.o/ type:float32 readers:1..3 why:x", "not (name:/o$/)"})
        seeds.add("node_query", text);
    for (const char* words : {"in.onnx\nout.onnx\n--one\n1\n--any\na\nb", "-n\n--several=x\n-p\n-1",
                              "--opt\n--o=\n-a\n--none"})
        seeds.add("foreign_arguments", words);
}

} // namespace partita::fuzz
