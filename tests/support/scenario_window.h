#pragma once

#include <QSignalSpy>

#include "tests/support/dialogs.h"

namespace partita::test {

/// A chain that ascend310 runs but for its Mish: three nodes before it, six after it.
inline constexpr const char* kThreeAndSix = R"(<ir_version: 9, opset_import: ["" : 18]>
g (float[1, 8] x) => (float[1, 8] y) {
  [a1] a = Relu(x) [a2] b = Relu(a) [a3] c = Relu(b)
  [cut] d = Mish(c)
  [b1] e = Relu(d) [b2] f = Relu(e) [b3] h = Relu(f) [b4] i = Relu(h) [b5] j = Relu(i) [b6] y = Relu(j)
})";

/// A window whose document is placed under a scenario.
class ScenarioWindow : public OperatedWindow {
protected:
    ~ScenarioWindow() override { document().close(); }
    DocumentController& document() { return window.document(); }
    ScenarioController& scenarios() { return document().scenarios(); }
    static ScenarioChange change(NodesChange::What what, const char* op, const char* node = "") {
        return {NodesChange{what, {node, op, {}, {}}, "npu"}};
    }
    /// Waits for the placement that an edit leads to.
    template <class F> void placed(F&& edit) {
        QSignalSpy shown(&document(), &DocumentController::partitioningChanged);
        edit();
        ASSERT_TRUE(waitFor([&] { return shown.count() > 0; }));
        ASSERT_TRUE(idle());
    }
};

} // namespace partita::test
