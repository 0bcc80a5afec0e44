<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
<context>
    <name>partita::BeforeView</name>
    <message>
        <source>before</source>
        <translation>之前</translation>
    </message>
</context>
<context>
    <name>partita::BoundariesPanel</name>
    <message>
        <source>stays on the device</source>
        <translation>留在设备上</translation>
    </message>
    <message>
        <source>%1 for each unknown dimension of 1</source>
        <translation>未知维度按 1 计为 %1</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>From</source>
        <translation>来自</translation>
    </message>
    <message>
        <source>To</source>
        <translation>去往</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>No tensor changes its provider</source>
        <translation>没有张量跨越提供程序</translation>
    </message>
</context>
<context>
    <name>partita::CommandPalette</name>
    <message>
        <source>Commands</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Type to find a command</source>
        <translation>输入以查找命令</translation>
    </message>
</context>
<context>
    <name>partita::Commands</name>
    <message>
        <source>Open…</source>
        <translation>打开…</translation>
    </message>
    <message>
        <source>Reload</source>
        <translation>重新加载</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Export as PNG…</source>
        <translation>导出为 PNG…</translation>
    </message>
    <message>
        <source>Export as SVG…</source>
        <translation>导出为 SVG…</translation>
    </message>
    <message>
        <source>Export as PDF…</source>
        <translation>导出为 PDF…</translation>
    </message>
    <message>
        <source>Export placement report…</source>
        <translation>导出分配报告…</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>Find…</source>
        <translation>查找…</translation>
    </message>
    <message>
        <source>Find next</source>
        <translation>查找下一个</translation>
    </message>
    <message>
        <source>Find previous</source>
        <translation>查找上一个</translation>
    </message>
    <message>
        <source>Go to node…</source>
        <translation>转到节点…</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>后退</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>前进</translation>
    </message>
    <message>
        <source>Out of the body</source>
        <translation>离开子图</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>适合窗口</translation>
    </message>
    <message>
        <source>Zoom to 100 %</source>
        <translation>缩放到 100 %</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>放大</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>缩小</translation>
    </message>
    <message>
        <source>Show names</source>
        <translation>显示名称</translation>
    </message>
    <message>
        <source>Show shapes</source>
        <translation>显示形状</translation>
    </message>
    <message>
        <source>Colour by time</source>
        <translation>按时间着色</translation>
    </message>
    <message>
        <source>Dark theme</source>
        <translation>深色主题</translation>
    </message>
    <message>
        <source>中文 / English</source>
        <translation>中文 / English</translation>
    </message>
    <message>
        <source>Full screen</source>
        <translation>全屏</translation>
    </message>
    <message>
        <source>Next pane</source>
        <translation>下一个窗格</translation>
    </message>
    <message>
        <source>Compile and run</source>
        <translation>编译并运行</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Open the sample</source>
        <translation>打开示例</translation>
    </message>
    <message>
        <source>Reset the panels</source>
        <translation>重置面板</translation>
    </message>
    <message>
        <source>About Partita</source>
        <translation>关于 Partita</translation>
    </message>
    <message>
        <source>Lay out with Graphviz</source>
        <translation>用 Graphviz 布局</translation>
    </message>
    <message>
        <source>Commands…</source>
        <translation>命令…</translation>
    </message>
    <message>
        <source>Collapse into groups</source>
        <translation>折叠为分组</translation>
    </message>
    <message>
        <source>Simplify</source>
        <translation>简化</translation>
    </message>
    <message>
        <source>Before beside after</source>
        <translation>前后并排</translation>
    </message>
    <message>
        <source>Compile to a context model…</source>
        <translation>编译为上下文模型…</translation>
    </message>
    <message>
        <source>Merge context models…</source>
        <translation>合并上下文模型…</translation>
    </message>
    <message>
        <source>Colour by simulated cycles</source>
        <translation>按模拟周期着色</translation>
    </message>
    <message>
        <source>Colour by what holds the device up</source>
        <translation>按设备瓶颈着色</translation>
    </message>
    <message>
        <source>Timeline of the device</source>
        <translation>设备时间线</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>编辑(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>运行(&amp;R)</translation>
    </message>
    <message>
        <source>EP&amp;Context</source>
        <translation>EP 上下文(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>Panels</source>
        <translation>面板</translation>
    </message>
    <message>
        <source>Tool bar</source>
        <translation>工具栏</translation>
    </message>
</context>
<context>
    <name>partita::CompileDialog</name>
    <message>
        <source>Compile to context models</source>
        <translation>编译为上下文模型</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>For the device</source>
        <translation>设备执行</translation>
    </message>
    <message>
        <source>Partitions</source>
        <translation>分区</translation>
    </message>
    <message>
        <source>Context model</source>
        <translation>上下文模型</translation>
    </message>
    <message>
        <source>Add models…</source>
        <translation>添加模型…</translation>
    </message>
    <message>
        <source>Several models share one binary, in which equal weights are once</source>
        <translation>多个模型共用一个二进制文件，相同的权重只存一份</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Browse…</source>
        <translation>浏览…</translation>
    </message>
    <message>
        <source>In a file beside the model</source>
        <translation>放在模型旁的文件中</translation>
    </message>
    <message>
        <source>Inside the model</source>
        <translation>放在模型内</translation>
    </message>
    <message>
        <source>before the names of nodes, partitions and graphs</source>
        <translation>加在节点、分区和图的名称之前</translation>
    </message>
    <message>
        <source>inside the model; or the name of a file beside it</source>
        <translation>放在模型内；或填写模型旁的文件名</translation>
    </message>
    <message>
        <source>Compile</source>
        <translation>编译</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Binary</source>
        <translation>二进制</translation>
    </message>
    <message>
        <source>Prefix</source>
        <translation>前缀</translation>
    </message>
    <message>
        <source>Weights on the CPU</source>
        <translation>CPU 上的权重</translation>
    </message>
    <message>
        <source>Add models</source>
        <translation>添加模型</translation>
    </message>
    <message>
        <source>ONNX models (*.onnx)</source>
        <translation>ONNX 模型 (*.onnx)</translation>
    </message>
    <message>
        <source>Folder of the context models</source>
        <translation>上下文模型所在的文件夹</translation>
    </message>
    <message>
        <source>The context model</source>
        <translation>上下文模型</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Write to</source>
        <translation>写入到</translation>
    </message>
    <message>
        <source>Models that share weights cannot hold the binary themselves</source>
        <translation>共享权重的模型不能自带二进制</translation>
    </message>
    <message>
        <source>Add a model</source>
        <translation>请添加模型</translation>
    </message>
    <message>
        <source>Asking the device what it takes…</source>
        <translation>正在询问设备可执行哪些节点…</translation>
    </message>
    <message>
        <source>Equal weights will be in the binary once</source>
        <translation>相同的权重在二进制中只存一份</translation>
    </message>
    <message>
        <source>Nothing is written before you compile</source>
        <translation>编译之前不会写入任何文件</translation>
    </message>
    <message>
        <source>The device takes nothing of a model, or it cannot be read</source>
        <translation>某个模型无法读取，或设备不执行其中任何节点</translation>
    </message>
    <message>
        <source>%1 is there already. Replace it?</source>
        <translation>%1 已存在。要替换吗？</translation>
    </message>
    <message>
        <source>Compiling…</source>
        <translation>正在编译…</translation>
    </message>
    <message>
        <source>Compiling</source>
        <translation>正在编译</translation>
    </message>
    <message numerus="yes">
        <source>%n partition(s) in a binary of %1; %2 of equal weights saved</source>
        <translation>
            <numerusform>%n 个分区，二进制 %1；相同权重节省 %2</numerusform>
        </translation>
    </message>
    <message>
        <source>none of the providers compiles</source>
        <translation>没有可编译的提供程序</translation>
    </message>
    <message>
        <source>Devices and their options are in the panel of the providers</source>
        <translation>设备及其选项在“提供程序”面板中</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Cancelled; nothing was written</source>
        <translation>已取消，没有写入任何文件</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>partita::DifferenceChart</name>
    <message>
        <source>Difference of the outputs, rewrite by rewrite</source>
        <translation>输出的差异（逐个改写）</translation>
    </message>
    <message>
        <source>Difference of the outputs, relative</source>
        <translation>输出的相对差异</translation>
    </message>
    <message>
        <source>Compare outputs to see it here</source>
        <translation>比较输出后在此显示</translation>
    </message>
    <message>
        <source>limit %1</source>
        <translation>限值 %1</translation>
    </message>
    <message>
        <source>as it was opened</source>
        <translation>打开时</translation>
    </message>
</context>
<context>
    <name>partita::DocumentController</name>
    <message>
        <source>Opening %1</source>
        <translation>正在打开 %1</translation>
    </message>
    <message>
        <source>Placing nodes</source>
        <translation>正在分配节点</translation>
    </message>
    <message>
        <source>Laying out</source>
        <translation>正在布局</translation>
    </message>
    <message>
        <source>Showing the model</source>
        <translation>正在显示模型</translation>
    </message>
</context>
<context>
    <name>partita::EmptyState</name>
    <message>
        <source>Open a model</source>
        <translation>打开模型</translation>
    </message>
    <message>
        <source>Open the sample</source>
        <translation>打开示例</translation>
    </message>
    <message>
        <source>or drop an .onnx file here</source>
        <translation>或把 .onnx 文件拖到这里</translation>
    </message>
</context>
<context>
    <name>partita::Errors</name>
    <message>
        <source>the process that worked on the model has crashed</source>
        <translation>处理该模型的进程已崩溃</translation>
    </message>
    <message>
        <source>use other providers, and report it with the model</source>
        <translation>请改用其他提供程序，并附上模型报告此问题</translation>
    </message>
    <message>
        <source>there is not enough memory to work on the model</source>
        <translation>内存不足，无法处理该模型</translation>
    </message>
    <message>
        <source>the system has ended the process that worked on the model, as it does when memory runs out</source>
        <translation>系统结束了处理该模型的进程，内存耗尽时会如此</translation>
    </message>
    <message>
        <source>close other programs or use a smaller model</source>
        <translation>请关闭其他程序或使用更小的模型</translation>
    </message>
</context>
<context>
    <name>partita::Exports</name>
    <message>
        <source>Export the graph</source>
        <translation>导出图</translation>
    </message>
    <message>
        <source>Export the placement report</source>
        <translation>导出分配报告</translation>
    </message>
    <message>
        <source>Reports (*.html *.json *.csv)</source>
        <translation>报告 (*.html *.json *.csv)</translation>
    </message>
</context>
<context>
    <name>partita::FallbackPanel</name>
    <message>
        <source>Runs on</source>
        <translation>运行于</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Op</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>分区</translation>
    </message>
    <message>
        <source>Cuts</source>
        <translation>切断</translation>
    </message>
    <message>
        <source>Moves per run</source>
        <translation>每次搬运</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>为什么</translation>
    </message>
    <message>
        <source>No fallbacks: %1 runs all %2 nodes</source>
        <translation>没有回退：%1 运行全部 %2 个节点</translation>
    </message>
</context>
<context>
    <name>partita::FindBar</name>
    <message>
        <source>Find nodes</source>
        <translation>查找节点</translation>
    </message>
    <message>
        <source>Previous (Shift+F3)</source>
        <translation>上一个 (Shift+F3)</translation>
    </message>
    <message>
        <source>Next (F3)</source>
        <translation>下一个 (F3)</translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation>关闭 (Esc)</translation>
    </message>
    <message>
        <source>nothing found</source>
        <translation>没有找到</translation>
    </message>
    <message numerus="yes">
        <source>%n hit(s)</source>
        <translation>
            <numerusform>%n 个结果</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>第 %1 个，共 %2 个</translation>
    </message>
</context>
<context>
    <name>partita::GraphPainter</name>
    <message numerus="yes">
        <source>%1 · %2 · %Ln node(s)</source>
        <translation>
            <numerusform>%1 · %2 · %Ln 个节点</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln node(s)</source>
        <translation>
            <numerusform>%Ln 个节点</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln partition(s)</source>
        <translation>
            <numerusform>%Ln 个分区</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln node(s) each</source>
        <translation>
            <numerusform>每组 %Ln 个节点</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>partita::GraphPair</name>
    <message>
        <source>as it was opened · %1 nodes</source>
        <translation>打开时 · %1 个节点</translation>
    </message>
    <message>
        <source>rewrite %1 applied · %2 nodes</source>
        <translation>已应用改写 %1 · %2 个节点</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>之前</translation>
    </message>
    <message>
        <source>After</source>
        <translation>之后</translation>
    </message>
    <message>
        <source>Δ %1 changed</source>
        <translation>Δ %1 个已更改</translation>
    </message>
    <message>
        <source>+ %1 new</source>
        <translation>+ %1 个新增</translation>
    </message>
    <message>
        <source>− %1 taken out</source>
        <translation>− %1 个已移除</translation>
    </message>
    <message numerus="yes">
        <source>%n weight(s)</source>
        <translation>
            <numerusform>%n 个权重</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>partita::GraphView</name>
    <message>
        <source>Graph</source>
        <translation>图</translation>
    </message>
    <message>
        <source>Open its body</source>
        <translation>打开其子图</translation>
    </message>
    <message>
        <source>Copy name</source>
        <translation>复制名称</translation>
    </message>
    <message>
        <source>Must not run on %1</source>
        <translation>不得在 %1 上运行</translation>
    </message>
    <message>
        <source>type not known</source>
        <translation>类型未知</translation>
    </message>
    <message>
        <source>Open this group</source>
        <translation>展开此分组</translation>
    </message>
    <message>
        <source>Close its group</source>
        <translation>折叠其分组</translation>
    </message>
    <message>
        <source>after</source>
        <translation>之后</translation>
    </message>
</context>
<context>
    <name>partita::HistogramWidget</name>
    <message>
        <source>Histogram</source>
        <translation>直方图</translation>
    </message>
</context>
<context>
    <name>partita::InspectorPanel</name>
    <message>
        <source>Open a model, then click a node</source>
        <translation>打开模型，然后点击节点</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>%1, without constants %2</source>
        <translation>%1，不含常量 %2</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>%1 parameters, %2</source>
        <translation>%1 个参数，%2</translation>
    </message>
    <message>
        <source>Opset</source>
        <translation>算子集</translation>
    </message>
    <message>
        <source>Producer</source>
        <translation>生成者</translation>
    </message>
    <message>
        <source>Inputs</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>Outputs</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Metadata</source>
        <translation>元数据</translation>
    </message>
    <message>
        <source>Documentation</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>%1 %2 · since %3</source>
        <translation>%1 %2 · 始于 %3</translation>
    </message>
    <message>
        <source>node %1</source>
        <translation>节点 %1</translation>
    </message>
    <message>
        <source>takes it</source>
        <translation>接受</translation>
    </message>
    <message>
        <source>declines</source>
        <translation>拒绝</translation>
    </message>
    <message>
        <source>omitted</source>
        <translation>省略</translation>
    </message>
    <message>
        <source>Inputs and outputs</source>
        <translation>输入和输出</translation>
    </message>
    <message>
        <source>Attributes</source>
        <translation>属性</translation>
    </message>
    <message>
        <source>Weight %1</source>
        <translation>权重 %1</translation>
    </message>
    <message>
        <source>%1 values · %2</source>
        <translation>%1 个值 · %2</translation>
    </message>
    <message>
        <source>depends on the input&apos;s shape</source>
        <translation>取决于输入的形状</translation>
    </message>
    <message numerus="yes">
        <source>%n node(s) whose shape is not known</source>
        <translation>
            <numerusform>%n 个形状未知的节点</numerusform>
        </translation>
    </message>
    <message>
        <source>Work</source>
        <translation>计算量</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>分组</translation>
    </message>
    <message>
        <source>Repeats</source>
        <translation>重复</translation>
    </message>
    <message>
        <source>Partitions</source>
        <translation>分区</translation>
    </message>
    <message>
        <source>Its first node</source>
        <translation>其第一个节点</translation>
    </message>
</context>
<context>
    <name>partita::Legend</name>
    <message>
        <source>Legend</source>
        <translation>图例</translation>
    </message>
    <message>
        <source>Colour: provider</source>
        <translation>颜色：提供程序</translation>
    </message>
    <message>
        <source>predicted by rules</source>
        <translation>按规则预测</translation>
    </message>
    <message>
        <source>Show only these nodes; Ctrl+click adds to the filter</source>
        <translation>只显示这些节点；Ctrl+单击可叠加</translation>
    </message>
    <message>
        <source>Nothing runs it</source>
        <translation>无人运行</translation>
    </message>
    <message>
        <source>boundary %1</source>
        <translation>边界 %1</translation>
    </message>
    <message>
        <source>Colour: measured time</source>
        <translation>颜色：实测时间</translation>
    </message>
    <message>
        <source>Colour: simulated cycles</source>
        <translation>颜色：模拟周期</translation>
    </message>
    <message>
        <source>Colour: what holds the device up</source>
        <translation>颜色：设备瓶颈</translation>
    </message>
    <message>
        <source>arithmetic</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>its launch</source>
        <translation>启动</translation>
    </message>
    <message>
        <source>runs on the host</source>
        <translation>在主机上运行</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
</context>
<context>
    <name>partita::LogPanel</name>
    <message>
        <source>Log</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>Nothing has happened yet</source>
        <translation>还没有任何记录</translation>
    </message>
</context>
<context>
    <name>partita::MainWindow</name>
    <message>
        <source>Open a model</source>
        <translation>打开模型</translation>
    </message>
    <message>
        <source>%1 is gone from the disk. What you see is how it was.</source>
        <translation>%1 已从磁盘消失。现在看到的是它原来的样子。</translation>
    </message>
    <message>
        <source>%1 has changed on disk</source>
        <translation>%1 在磁盘上已更改</translation>
    </message>
    <message>
        <source>ONNX models (*.onnx);;All files (*)</source>
        <translation>ONNX 模型 (*.onnx);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Go to node</source>
        <translation>转到节点</translation>
    </message>
    <message>
        <source>Name or number</source>
        <translation>名称或编号</translation>
    </message>
    <message>
        <source>There is no node &quot;%1&quot;</source>
        <translation>没有节点“%1”</translation>
    </message>
    <message>
        <source>About Partita</source>
        <translation>关于 Partita</translation>
    </message>
    <message>
        <source>&lt;h3&gt;Partita %1&lt;/h3&gt;&lt;p&gt;Shows who runs each node of an ONNX model, why, and what would change it.&lt;/p&gt;&lt;p&gt;MIT licence. Built with Qt, ONNX, oneDNN, Eigen, protobuf, fmt, spdlog and nlohmann-json.&lt;/p&gt;</source>
        <translation>&lt;h3&gt;Partita %1&lt;/h3&gt;&lt;p&gt;显示 ONNX 模型的每个节点由谁运行、为什么，以及怎样才能改变。&lt;/p&gt;&lt;p&gt;MIT 许可证。使用 Qt、ONNX、oneDNN、Eigen、protobuf、fmt、spdlog 和 nlohmann-json 构建。&lt;/p&gt;</translation>
    </message>
    <message>
        <source>%1, simplified — Partita</source>
        <translation>%1（已简化）— Partita</translation>
    </message>
</context>
<context>
    <name>partita::MemoryChart</name>
    <message>
        <source>Memory in use, step by step: at most %1</source>
        <translation>各步使用的内存：最多 %1</translation>
    </message>
    <message>
        <source>Memory in use appears here after a run</source>
        <translation>运行后在此显示内存使用</translation>
    </message>
    <message>
        <source>Memory in use · at most %1</source>
        <translation>使用的内存 · 最多 %1</translation>
    </message>
    <message>
        <source>arena %1</source>
        <translation>内存池 %1</translation>
    </message>
    <message>
        <source>first step</source>
        <translation>第一步</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>第 %1 步</translation>
    </message>
</context>
<context>
    <name>partita::MergeConnections</name>
    <message>
        <source>Leave this connection out</source>
        <translation>去掉此连接</translation>
    </message>
</context>
<context>
    <name>partita::MergeDialog</name>
    <message>
        <source>Merge context models</source>
        <translation>合并上下文模型</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Prefix</source>
        <translation>前缀</translation>
    </message>
    <message>
        <source>EPContext nodes</source>
        <translation>EPContext 节点</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Add models…</source>
        <translation>添加模型…</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Connect an output to an input</source>
        <translation>将输出连接到输入</translation>
    </message>
    <message>
        <source>Rename graphs in copies of QNN binaries where their names clash</source>
        <translation>名称冲突时在 QNN 二进制的副本中重命名图</translation>
    </message>
    <message>
        <source>Merge</source>
        <translation>合并</translation>
    </message>
    <message>
        <source>Browse…</source>
        <translation>浏览…</translation>
    </message>
    <message>
        <source>Write to</source>
        <translation>写入</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>What will be done; nothing is written before:</source>
        <translation>将要执行的操作（在此之前不写入任何内容）：</translation>
    </message>
    <message>
        <source>Add context models</source>
        <translation>添加上下文模型</translation>
    </message>
    <message>
        <source>ONNX models (*.onnx)</source>
        <translation>ONNX 模型 (*.onnx)</translation>
    </message>
    <message>
        <source>The merged model</source>
        <translation>合并后的模型</translation>
    </message>
    <message numerus="yes">
        <source>%n node(s) in the merged model</source>
        <translation>
            <numerusform>合并后的模型有 %n 个节点</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 is there already. Replace it?</source>
        <translation>%1 已存在。是否替换？</translation>
    </message>
    <message>
        <source>inside</source>
        <translation>内嵌</translation>
    </message>
    <message>
        <source>Binaries</source>
        <translation>二进制</translation>
    </message>
    <message>
        <source>Opset · IR</source>
        <translation>Opset · IR</translation>
    </message>
    <message>
        <source>Inputs of one name are one input</source>
        <translation>同名输入合为一个</translation>
    </message>
    <message>
        <source>Where several models have an input of the same name, type and shape</source>
        <translation>当多个模型有名称、类型和形状相同的输入时</translation>
    </message>
    <message>
        <source>Binaries as they are</source>
        <translation>二进制保持原样</translation>
    </message>
    <message>
        <source>Binaries inside the model</source>
        <translation>二进制放入模型</translation>
    </message>
    <message>
        <source>Binaries beside the model</source>
        <translation>二进制放在模型旁</translation>
    </message>
    <message>
        <source>Drag to change the order of the outputs</source>
        <translation>拖动以改变输出顺序</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
    <message>
        <source>Outputs in order:</source>
        <translation>输出顺序：</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%2 的 %1</translation>
    </message>
    <message>
        <source>Take only the partition</source>
        <translation>只取一个分区</translation>
    </message>
    <message>
        <source>Write</source>
        <translation>写入</translation>
    </message>
    <message>
        <source>Add models: two or more to merge, one to rename or to pack in another way</source>
        <translation>请添加模型：两个及以上可合并，一个可重命名或改变打包方式</translation>
    </message>
    <message>
        <source>Writing, and running it against its sources…</source>
        <translation>正在写入并与源模型对比运行…</translation>
    </message>
    <message>
        <source>Written. It could not be run here: %1</source>
        <translation>已写入。此处无法运行：%1</translation>
    </message>
    <message numerus="yes">
        <source>Written and run: %n output(s) equal to those of the models it is made of</source>
        <translation>
            <numerusform>已写入并运行：%n 个输出与源模型完全相同</numerusform>
        </translation>
    </message>
    <message>
        <source>Written, but other than the models it is made of gives: %1</source>
        <translation>已写入，但以下输出与源模型不同：%1</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>partita::MergePlanTree</name>
    <message>
        <source>What</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>之前</translation>
    </message>
    <message>
        <source>After</source>
        <translation>之后</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>为什么</translation>
    </message>
    <message>
        <source>Clashes</source>
        <translation>冲突</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Renames</source>
        <translation>重命名</translation>
    </message>
</context>
<context>
    <name>partita::MergePreview</name>
    <message>
        <source>Preview of the merged graph</source>
        <translation>合并后图的预览</translation>
    </message>
    <message>
        <source>The merged graph appears here</source>
        <translation>合并后的图显示在这里</translation>
    </message>
    <message>
        <source>Drag from an output to an input to connect them</source>
        <translation>从输出拖到输入即可连接</translation>
    </message>
</context>
<context>
    <name>partita::MessageBar</name>
    <message>
        <source>Keep</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Reload</source>
        <translation>重新加载</translation>
    </message>
</context>
<context>
    <name>partita::Minimap</name>
    <message>
        <source>Overview</source>
        <translation>总览</translation>
    </message>
</context>
<context>
    <name>partita::NodesPanel</name>
    <message>
        <source>Id</source>
        <translation>编号</translation>
    </message>
    <message>
        <source>Op</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Runs on</source>
        <translation>运行于</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>分区</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>图</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>为什么</translation>
    </message>
    <message>
        <source>constant</source>
        <translation>常量</translation>
    </message>
    <message>
        <source>The model has no nodes</source>
        <translation>模型没有节点</translation>
    </message>
</context>
<context>
    <name>partita::NumbersPanel</name>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>现在</translation>
    </message>
    <message>
        <source>Numbers at the start and now</source>
        <translation>开始时与现在的数值</translation>
    </message>
    <message>
        <source>Simplify a model to see what each step changes</source>
        <translation>简化模型后可查看每一步的变化</translation>
    </message>
    <message>
        <source>Nodes by operator</source>
        <translation>各算子的节点数</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>nodes</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>without Constant</source>
        <translation>不含 Constant</translation>
    </message>
    <message>
        <source>parameters, millions</source>
        <translation>参数（百万）</translation>
    </message>
    <message>
        <source>work, MFLOP</source>
        <translation>计算量（MFLOP）</translation>
    </message>
    <message>
        <source>file</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Partitions</source>
        <translation>分区</translation>
    </message>
    <message>
        <source>%1 nodes</source>
        <translation>%1 节点</translation>
    </message>
    <message>
        <source>partitions</source>
        <translation>分区</translation>
    </message>
    <message>
        <source>boundary tensors</source>
        <translation>边界张量</translation>
    </message>
    <message>
        <source>boundary data</source>
        <translation>边界数据</translation>
    </message>
    <message>
        <source>Run on the CPU</source>
        <translation>在 CPU 上运行</translation>
    </message>
    <message>
        <source>one run, ms</source>
        <translation>单次运行（毫秒）</translation>
    </message>
    <message>
        <source>largest difference</source>
        <translation>最大差异</translation>
    </message>
</context>
<context>
    <name>partita::Panels</name>
    <message>
        <source>Providers</source>
        <translation>提供程序</translation>
    </message>
    <message>
        <source>Partitions</source>
        <translation>分区</translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>检查器</translation>
    </message>
    <message>
        <source>Fallback list</source>
        <translation>回退列表</translation>
    </message>
    <message>
        <source>Boundary tensors</source>
        <translation>边界张量</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Simplifier</source>
        <translation>简化器</translation>
    </message>
    <message>
        <source>Numbers</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
</context>
<context>
    <name>partita::PartitionsPanel</name>
    <message>
        <source>Id</source>
        <translation>编号</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>In</source>
        <translation>入</translation>
    </message>
    <message>
        <source>Out</source>
        <translation>出</translation>
    </message>
    <message>
        <source>Nothing runs any node</source>
        <translation>没有节点可以运行</translation>
    </message>
</context>
<context>
    <name>partita::PassChooser</name>
    <message>
        <source>Fold constants</source>
        <translation>折叠常量</translation>
    </message>
    <message>
        <source>Infer shapes</source>
        <translation>推断形状</translation>
    </message>
    <message>
        <source>Fold even what makes the file larger</source>
        <translation>即使文件变大也折叠</translation>
    </message>
    <message>
        <source>Passes</source>
        <translation>优化步骤</translation>
    </message>
    <message>
        <source>Simplify until nothing changes</source>
        <translation>简化直到不再变化</translation>
    </message>
    <message>
        <source>Exactly these passes, in this order</source>
        <translation>仅按此顺序运行这些步骤</translation>
    </message>
    <message>
        <source>Filter passes</source>
        <translation>筛选步骤</translation>
    </message>
    <message>
        <source>as usual</source>
        <translation>默认</translation>
    </message>
    <message>
        <source>as it is</source>
        <translation>不变</translation>
    </message>
    <message>
        <source>as they are; for example images=1,3,640,640; batch=1</source>
        <translation>不变；例如 images=1,3,640,640; batch=1</translation>
    </message>
    <message numerus="yes">
        <source>Only where the %n selected node(s) are concerned</source>
        <translation>
            <numerusform>仅涉及所选的 %n 个节点</numerusform>
        </translation>
    </message>
    <message>
        <source>Ctrl+click on the graph selects several nodes, Shift+drag all in a rectangle</source>
        <translation>在图中按住 Ctrl 点击可选择多个节点，按住 Shift 拖动可选择矩形内的全部节点</translation>
    </message>
    <message>
        <source>Rounds</source>
        <translation>轮数</translation>
    </message>
    <message>
        <source>Input shapes</source>
        <translation>输入形状</translation>
    </message>
    <message>
        <source>Convert to opset</source>
        <translation>转换到 opset</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Open a recipe…</source>
        <translation>打开配方…</translation>
    </message>
    <message>
        <source>Defaults</source>
        <translation>默认值</translation>
    </message>
    <message>
        <source>Choose at least one pass</source>
        <translation>请至少选择一个步骤</translation>
    </message>
    <message>
        <source>Input shapes look like images=1,3,640,640; batch=1</source>
        <translation>输入形状的格式为 images=1,3,640,640; batch=1</translation>
    </message>
    <message>
        <source>Drag to change the order. Each runs once, or as many rounds as you say; nothing else is touched.</source>
        <translation>拖动可更改顺序。每个步骤运行一次，或运行指定的轮数；其他内容保持不变。</translation>
    </message>
    <message>
        <source>Shapes, passes and folding run round by round. What is not checked is left out.</source>
        <translation>形状推断、优化步骤与折叠逐轮运行。未勾选的将被跳过。</translation>
    </message>
    <message>
        <source>Open a recipe</source>
        <translation>打开配方</translation>
    </message>
    <message>
        <source>Recipes (*.json)</source>
        <translation>配方 (*.json)</translation>
    </message>
</context>
<context>
    <name>partita::PassPageDialog</name>
    <message>
        <source>Before</source>
        <translation>之前</translation>
    </message>
    <message>
        <source>After</source>
        <translation>之后</translation>
    </message>
    <message>
        <source>Shapes</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>Declines</source>
        <translation>不适用</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>依据</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>before</source>
        <translation>之前</translation>
    </message>
    <message>
        <source>after</source>
        <translation>之后</translation>
    </message>
    <message>
        <source>stays as it is</source>
        <translation>保持不变</translation>
    </message>
</context>
<context>
    <name>partita::Passes</name>
    <message>
        <source>makes constants of initializers that are inputs as well</source>
        <translation>把同时是输入的初始值变为常量</translation>
    </message>
    <message>
        <source>writes down the types and shapes that follow from what is known</source>
        <translation>写出由已知信息推出的类型和形状</translation>
    </message>
    <message>
        <source>does nothing</source>
        <translation>什么也不做</translation>
    </message>
    <message>
        <source>removes a Cast to the type that is there</source>
        <translation>去掉不改变类型的 Cast</translation>
    </message>
    <message>
        <source>makes a Cast of a CastLike whose type is known</source>
        <translation>把类型已知的 CastLike 变为 Cast</translation>
    </message>
    <message>
        <source>removes a Dropout of ratio 0</source>
        <translation>去掉比率为 0 的 Dropout</translation>
    </message>
    <message>
        <source>removes a Dropout that is not for training</source>
        <translation>去掉不用于训练的 Dropout</translation>
    </message>
    <message>
        <source>removes a Flatten that does not change the shape</source>
        <translation>去掉不改变形状的 Flatten</translation>
    </message>
    <message>
        <source>makes initializers of Constant nodes</source>
        <translation>把 Constant 节点变为初始值</translation>
    </message>
    <message>
        <source>removes the first of two where the second alone would do: Relu, Ceil, Floor, Round, Sign, Reshape</source>
        <translation>第二个即已足够时去掉第一个：Relu、Ceil、Floor、Round、Sign、Reshape</translation>
    </message>
    <message>
        <source>puts the branch that is taken in place of an If</source>
        <translation>用所走的分支代替 If</translation>
    </message>
    <message>
        <source>decides an If of which one branch gives what its readers cannot take</source>
        <translation>当某分支的结果无法被使用时判定 If</translation>
    </message>
    <message>
        <source>removes an increasing function before ArgMax</source>
        <translation>去掉 ArgMax 前的递增函数</translation>
    </message>
    <message>
        <source>removes a Pad of nothing</source>
        <translation>去掉不填充的 Pad</translation>
    </message>
    <message>
        <source>removes a Concat of one tensor</source>
        <translation>去掉只有一个张量的 Concat</translation>
    </message>
    <message>
        <source>removes a Split into one part</source>
        <translation>去掉只分一份的 Split</translation>
    </message>
    <message>
        <source>removes an Expand to a shape that is there</source>
        <translation>去掉形状已相同的 Expand</translation>
    </message>
    <message>
        <source>removes a Slice that takes everything</source>
        <translation>去掉取全部的 Slice</translation>
    </message>
    <message>
        <source>leaves out initial states of zeros</source>
        <translation>省去全零的初始状态</translation>
    </message>
    <message>
        <source>splits into tensors instead of into a sequence</source>
        <translation>直接拆成张量而非序列</translation>
    </message>
    <message>
        <source>computes Gather of Shape where those sizes are known</source>
        <translation>尺寸已知时算出 Shape 的 Gather</translation>
    </message>
    <message>
        <source>computes Slice of Shape where those sizes are known</source>
        <translation>尺寸已知时算出 Shape 的 Slice</translation>
    </message>
    <message>
        <source>removes a Transpose that moves nothing</source>
        <translation>去掉不移动任何轴的 Transpose</translation>
    </message>
    <message>
        <source>makes the bias of a Conv of a constant that is added to it</source>
        <translation>把加到 Conv 上的常量变为其偏置</translation>
    </message>
    <message>
        <source>folds BatchNormalization into the weights of the Conv before it</source>
        <translation>把 BatchNormalization 并入前面 Conv 的权重</translation>
    </message>
    <message>
        <source>joins a Concat into the one that reads it</source>
        <translation>把 Concat 并入读取它的 Concat</translation>
    </message>
    <message>
        <source>makes LogSoftmax of Log of Softmax</source>
        <translation>把 Softmax 的 Log 变为 LogSoftmax</translation>
    </message>
    <message>
        <source>writes Gelu as one operator (opset 20)</source>
        <translation>把 Gelu 写成一个算子（opset 20）</translation>
    </message>
    <message>
        <source>writes LayerNormalization as one operator (opset 17)</source>
        <translation>把 LayerNormalization 写成一个算子（opset 17）</translation>
    </message>
    <message>
        <source>writes RMSNormalization as one operator (opset 23)</source>
        <translation>把 RMSNormalization 写成一个算子（opset 23）</translation>
    </message>
    <message>
        <source>writes HardSwish as one operator (opset 14)</source>
        <translation>把 HardSwish 写成一个算子（opset 14）</translation>
    </message>
    <message>
        <source>makes one constant factor of two</source>
        <translation>把两个常量因子合为一个</translation>
    </message>
    <message>
        <source>multiplies constant weights instead of what they are applied to</source>
        <translation>改为乘在常量权重上</translation>
    </message>
    <message>
        <source>keeps reduced axes instead of putting them back</source>
        <translation>保留归约的轴而不再补回</translation>
    </message>
    <message>
        <source>makes one Squeeze of two</source>
        <translation>把两个 Squeeze 合为一个</translation>
    </message>
    <message>
        <source>makes one Transpose of two</source>
        <translation>把两个 Transpose 合为一个</translation>
    </message>
    <message>
        <source>makes Gemm of MatMul and Add</source>
        <translation>把 MatMul 和 Add 合为 Gemm</translation>
    </message>
    <message>
        <source>lets a Conv do the padding before it</source>
        <translation>让 Conv 完成前面的填充</translation>
    </message>
    <message>
        <source>lets a pooling do the padding before it</source>
        <translation>让池化完成前面的填充</translation>
    </message>
    <message>
        <source>lets Gemm read a matrix the other way round</source>
        <translation>让 Gemm 转置读取矩阵</translation>
    </message>
    <message>
        <source>makes a constant of a target shape of which one size at most is computed</source>
        <translation>目标形状至多一个尺寸是算出的，将其变为常量</translation>
    </message>
    <message>
        <source>makes constants of target shapes that depend on the input&apos;s own sizes only</source>
        <translation>目标形状只取决于输入自身的尺寸，将其变为常量</translation>
    </message>
    <message>
        <source>computes once what is proven to be the same shape arithmetic</source>
        <translation>已证明相同的形状计算只算一次</translation>
    </message>
    <message>
        <source>removes a Reshape to the shape that is there</source>
        <translation>去掉形状已相同的 Reshape</translation>
    </message>
    <message>
        <source>removes a Reshape or Expand that is proven to leave the shape as it is</source>
        <translation>去掉已证明不改变形状的 Reshape 或 Expand</translation>
    </message>
    <message>
        <source>leaves out a Transpose of axes of size 1 before a Reshape</source>
        <translation>省去 Reshape 前只移动长度为 1 的轴的 Transpose</translation>
    </message>
    <message>
        <source>removes + 0, - 0, * 1, / 1, ^ 1, and true, or false, and empty inputs of Concat</source>
        <translation>去掉 + 0、- 0、* 1、/ 1、^ 1、与真、或假，以及 Concat 的空输入</translation>
    </message>
    <message>
        <source>computes once what several nodes compute alike</source>
        <translation>多个节点相同的计算只算一次</translation>
    </message>
    <message>
        <source>makes one product and a Split of three products of one tensor</source>
        <translation>把同一张量的三个乘积变为一个乘积和 Split</translation>
    </message>
    <message>
        <source>makes one Unsqueeze of two</source>
        <translation>把两个 Unsqueeze 合为一个</translation>
    </message>
    <message>
        <source>takes out a Squeeze and an Unsqueeze that undo each other</source>
        <translation>去掉相互抵消的 Squeeze 和 Unsqueeze</translation>
    </message>
    <message>
        <source>takes out nodes whose results nobody reads</source>
        <translation>去掉结果无人读取的节点</translation>
    </message>
    <message>
        <source>removes Identity</source>
        <translation>去掉 Identity</translation>
    </message>
    <message>
        <source>computes Shape where all sizes are known</source>
        <translation>尺寸全部已知时算出 Shape</translation>
    </message>
    <message>
        <source>makes one Slice of two along different axes</source>
        <translation>把沿不同轴的两个 Slice 合为一个</translation>
    </message>
    <message>
        <source>takes out initializers that nobody reads</source>
        <translation>去掉无人读取的初始值</translation>
    </message>
    <message>
        <source>keeps one of several equal initializers</source>
        <translation>相同的初始值只保留一个</translation>
    </message>
    <message>
        <source>swaps the choices of a Where instead of negating its condition</source>
        <translation>交换 Where 的两个选项而不对条件取反</translation>
    </message>
    <message>
        <source>computes what depends on constants only</source>
        <translation>算出只取决于常量的部分</translation>
    </message>
    <message>
        <source>puts the constant of an Add second</source>
        <translation>把 Add 的常量放在第二位</translation>
    </message>
    <message>
        <source>slices a product instead of its first factor</source>
        <translation>对乘积而非其第一个因子切片</translation>
    </message>
    <message>
        <source>writes the two products of attention without Einsum</source>
        <translation>不用 Einsum 写出注意力的两个乘积</translation>
    </message>
    <message>
        <source>names inputs and outputs input_0, output_0 and so on</source>
        <translation>把输入输出命名为 input_0、output_0 等</translation>
    </message>
    <message>
        <source>names every node, each differently</source>
        <translation>给每个节点起不同的名字</translation>
    </message>
    <message>
        <source>writes beside nodes with bodies what these read from outside</source>
        <translation>在带子图的节点旁写出其从外部读取的值</translation>
    </message>
    <message>
        <source>keeps what depends on constants only</source>
        <translation>只保留取决于常量的部分</translation>
    </message>
    <message>
        <source>keeps what depends on inputs</source>
        <translation>只保留取决于输入的部分</translation>
    </message>
    <message>
        <source>takes int32 where the model takes int64</source>
        <translation>把 int64 输入改为 int32</translation>
    </message>
    <message>
        <source>writes Attention as one operator (opset 23)</source>
        <translation>将 Attention 写成一个算子（opset 23）</translation>
    </message>
    <message>
        <source>writes a chain of Transpose and Reshape with fewer of them</source>
        <translation>用更少的节点表达一串 Transpose 与 Reshape</translation>
    </message>
</context>
<context>
    <name>partita::ProblemsPanel</name>
    <message>
        <source>Severity</source>
        <translation>严重性</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>What is wrong</source>
        <translation>问题描述</translation>
    </message>
    <message>
        <source>✕ error</source>
        <translation>✕ 错误</translation>
    </message>
    <message>
        <source>! warning</source>
        <translation>! 警告</translation>
    </message>
    <message>
        <source>No problem found</source>
        <translation>未发现问题</translation>
    </message>
    <message>
        <source>Looking for problems…</source>
        <translation>正在检查…</translation>
    </message>
    <message numerus="yes">
        <source>Put right %n problem(s): write the model</source>
        <translation>
            <numerusform>修复 %n 个问题：写出模型</numerusform>
        </translation>
    </message>
    <message>
        <source>ONNX models (*.onnx)</source>
        <translation>ONNX 模型 (*.onnx)</translation>
    </message>
    <message>
        <source>Fix</source>
        <translation>修复</translation>
    </message>
    <message>
        <source>Double-click to write a model without it</source>
        <translation>双击以写出没有此问题的模型</translation>
    </message>
</context>
<context>
    <name>partita::ProvidersPanel</name>
    <message>
        <source>Providers in order of priority</source>
        <translation>按优先级排列的提供程序</translation>
    </message>
    <message>
        <source>Drag, or Alt+Up and Alt+Down, to change who is asked first</source>
        <translation>拖动，或用 Alt+↑ 和 Alt+↓ 改变先后</translation>
    </message>
    <message>
        <source>Options of %1</source>
        <translation>%1 的选项</translation>
    </message>
    <message>
        <source>From a file…</source>
        <translation>从文件…</translation>
    </message>
    <message>
        <source>Device profile</source>
        <translation>设备配置</translation>
    </message>
    <message>
        <source>Device profiles (*.json)</source>
        <translation>设备配置 (*.json)</translation>
    </message>
</context>
<context>
    <name>partita::RecentMenu</name>
    <message>
        <source>Open recent</source>
        <translation>最近打开</translation>
    </message>
    <message>
        <source>Clear the list</source>
        <translation>清空列表</translation>
    </message>
</context>
<context>
    <name>partita::RewriteTree</name>
    <message>
        <source>the model</source>
        <translation>整个模型</translation>
    </message>
    <message>
        <source>Pass, rewrite</source>
        <translation>步骤、改写</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Changed nodes</source>
        <translation>更改的节点</translation>
    </message>
    <message>
        <source>Rewrites</source>
        <translation>改写</translation>
    </message>
    <message>
        <source>Round %1</source>
        <translation>第 %1 轮</translation>
    </message>
    <message>
        <source>nothing changed: converged</source>
        <translation>无变化：已收敛</translation>
    </message>
    <message>
        <source>nothing changed</source>
        <translation>无变化</translation>
    </message>
    <message>
        <source>Undo this one alone</source>
        <translation>仅撤销此改写</translation>
    </message>
    <message numerus="yes">
        <source>Undo with %n that build on it</source>
        <translation>
            <numerusform>连同依赖它的 %n 个改写一起撤销</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%2 中的 %1</translation>
    </message>
    <message>
        <source>Leave this one out and run again</source>
        <translation>跳过此改写并重新运行</translation>
    </message>
    <message>
        <source>Leave out %1</source>
        <translation>跳过 %1</translation>
    </message>
    <message>
        <source>About %1…</source>
        <translation>关于 %1…</translation>
    </message>
    <message>
        <source>Leave nothing out</source>
        <translation>不跳过任何内容</translation>
    </message>
    <message>
        <source>Leave out %1 from here on</source>
        <translation>从此处起跳过 %1</translation>
    </message>
</context>
<context>
    <name>partita::RunController</name>
    <message>
        <source>Running</source>
        <translation>正在运行</translation>
    </message>
    <message>
        <source>Computing</source>
        <translation>正在计算</translation>
    </message>
</context>
<context>
    <name>partita::RunPanel</name>
    <message>
        <source>Input data</source>
        <translation>输入数据</translation>
    </message>
    <message>
        <source>NumPy archives (*.npz)</source>
        <translation>NumPy 归档 (*.npz)</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Compile and run (Ctrl+R)</source>
        <translation>编译并运行 (Ctrl+R)</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>种子</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>次数</translation>
    </message>
    <message>
        <source>Inputs</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>random, or an .npz file</source>
        <translation>随机，或 .npz 文件</translation>
    </message>
    <message>
        <source>Browse…</source>
        <translation>浏览…</translation>
    </message>
    <message>
        <source>Not run yet</source>
        <translation>尚未运行</translation>
    </message>
    <message>
        <source>Open a model to run it</source>
        <translation>打开模型以运行</translation>
    </message>
    <message>
        <source>&lt;b&gt;%1 ms&lt;/b&gt; measured on the CPU kernels</source>
        <translation>&lt;b&gt;%1 ms&lt;/b&gt;，在 CPU 内核上测得</translation>
    </message>
    <message numerus="yes">
        <source>%n transfer(s), %1</source>
        <translation>
            <numerusform>%n 次搬运，%1</numerusform>
        </translation>
    </message>
    <message>
        <source>ms</source>
        <translation>毫秒</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>Op</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>With</source>
        <translation>合并</translation>
    </message>
    <message numerus="yes">
        <source>%n runs: min %1, p90 %2</source>
        <translation>
            <numerusform>%n 次运行：最短 %1，p90 %2</numerusform>
        </translation>
    </message>
    <message>
        <source>min</source>
        <translation>最短</translation>
    </message>
    <message>
        <source>p90</source>
        <translation>p90</translation>
    </message>
    <message>
        <source>GFLOP/s</source>
        <translation>GFLOP/s</translation>
    </message>
    <message>
        <source>Sizes</source>
        <translation>尺寸</translation>
    </message>
    <message>
        <source>Sizes of random inputs, for example %1</source>
        <translation>随机输入的尺寸，例如 %1</translation>
    </message>
    <message>
        <source>Export profile…</source>
        <translation>导出性能数据…</translation>
    </message>
    <message>
        <source>Save the fastest run as a Chrome trace, which Perfetto opens</source>
        <translation>将最快的一次运行保存为 Chrome trace，可用 Perfetto 打开</translation>
    </message>
    <message>
        <source>Export the profile</source>
        <translation>导出性能数据</translation>
    </message>
    <message>
        <source>Chrome trace (*.json)</source>
        <translation>Chrome trace (*.json)</translation>
    </message>
    <message>
        <source>peak of the processor %1 GFLOP/s</source>
        <translation>处理器峰值 %1 GFLOP/s</translation>
    </message>
    <message>
        <source>Of peak</source>
        <translation>占峰值</translation>
    </message>
    <message>
        <source>Compare with CPU</source>
        <translation>与 CPU 比较</translation>
    </message>
    <message>
        <source>Run on the CPU alone, too, and say how far each output is from that</source>
        <translation>另外只在 CPU 上运行一次，并给出每个输出与其的差别</translation>
    </message>
    <message>
        <source>%1 differs from the CPU&apos;s by %2 (%3 relative)</source>
        <translation>%1 与 CPU 相差 %2（相对 %3）</translation>
    </message>
    <message>
        <source>I/O on the device</source>
        <translation>输入输出留在设备上</translation>
    </message>
    <message>
        <source>Inputs and outputs stay where they are between runs: nothing is copied from or to the host (I/O binding)</source>
        <translation>输入和输出在多次运行之间保持原位：不与主机相互复制（I/O 绑定）</translation>
    </message>
</context>
<context>
    <name>partita::SimplifyController</name>
    <message>
        <source>Simplifying</source>
        <translation>正在简化</translation>
    </message>
    <message>
        <source>Comparing outputs</source>
        <translation>正在比较输出</translation>
    </message>
    <message>
        <source>Looking for the rewrite that changes the outputs</source>
        <translation>正在查找改变输出的改写</translation>
    </message>
</context>
<context>
    <name>partita::SimplifyPanel</name>
    <message>
        <source>no rewrite changes the outputs</source>
        <translation>没有改写会改变输出</translation>
    </message>
    <message>
        <source>outputs agree, at most %1 (%2 relative)</source>
        <translation>输出一致，最多相差 %1（相对 %2）</translation>
    </message>
    <message>
        <source>outputs differ by up to %1 (%2 relative)</source>
        <translation>输出不一致，最多相差 %1（相对 %2）</translation>
    </message>
    <message>
        <source>Simplify</source>
        <translation>简化</translation>
    </message>
    <message>
        <source>Runs all passes until nothing changes (Ctrl+Shift+S)</source>
        <translation>运行全部 pass，直到不再变化 (Ctrl+Shift+S)</translation>
    </message>
    <message>
        <source>Bisect</source>
        <translation>二分查找</translation>
    </message>
    <message>
        <source>Goes to the first rewrite after which the outputs differ</source>
        <translation>转到第一个使输出不同的改写</translation>
    </message>
    <message>
        <source>Passes and what was left out, for the command line: simplify --recipe</source>
        <translation>所用的 pass 和略去的内容，供命令行使用：simplify --recipe</translation>
    </message>
    <message>
        <source>Every rewrite can be seen, judged and left out</source>
        <translation>每个改写都可以查看、评判和略去</translation>
    </message>
    <message>
        <source>Open a model to simplify it</source>
        <translation>打开模型以简化</translation>
    </message>
    <message>
        <source>&lt;b&gt;%1 → %2 nodes&lt;/b&gt; · %3 rewrites in %4 rounds</source>
        <translation>&lt;b&gt;%1 → %2 个节点&lt;/b&gt; · %4 轮共 %3 个改写</translation>
    </message>
    <message>
        <source>%1 left out</source>
        <translation>略去 %1 个</translation>
    </message>
    <message>
        <source>The model as it was opened</source>
        <translation>打开时的模型</translation>
    </message>
    <message>
        <source>Save the model as it is in view</source>
        <translation>保存当前显示的模型</translation>
    </message>
    <message>
        <source>ONNX models (*.onnx)</source>
        <translation>ONNX 模型 (*.onnx)</translation>
    </message>
    <message>
        <source>Save the recipe</source>
        <translation>保存配方</translation>
    </message>
    <message>
        <source>Recipes (*.json)</source>
        <translation>配方 (*.json)</translation>
    </message>
    <message>
        <source>One page with every pass, before and after, to send around</source>
        <translation>单个网页，含每个 pass 前后的图，便于分享</translation>
    </message>
    <message>
        <source>Save the report</source>
        <translation>保存报告</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Model…</source>
        <translation>模型…</translation>
    </message>
    <message>
        <source>Recipe…</source>
        <translation>配方…</translation>
    </message>
    <message>
        <source>Report with pictures…</source>
        <translation>带图的报告…</translation>
    </message>
    <message>
        <source>Passes…</source>
        <translation>步骤…</translation>
    </message>
    <message>
        <source>Which passes, in which order, where and how</source>
        <translation>选择步骤、顺序、范围与选项</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Runs this state and the model as it was opened on the same inputs</source>
        <translation>用相同的输入运行当前状态与打开时的模型</translation>
    </message>
    <message>
        <source>Compare on random inputs</source>
        <translation>用随机输入比较</translation>
    </message>
    <message>
        <source>Sizes of random inputs…</source>
        <translation>随机输入的尺寸…</translation>
    </message>
    <message>
        <source>Compare on inputs from a file…</source>
        <translation>用文件中的输入比较…</translation>
    </message>
    <message>
        <source>Compare outputs after each step</source>
        <translation>每一步后比较输出</translation>
    </message>
    <message>
        <source>Show passes without effect (%1)</source>
        <translation>显示无效果的步骤（%1）</translation>
    </message>
    <message>
        <source>Input data</source>
        <translation>输入数据</translation>
    </message>
    <message>
        <source>NumPy archives (*.npz)</source>
        <translation>NumPy 归档 (*.npz)</translation>
    </message>
    <message>
        <source>Sizes of random inputs</source>
        <translation>随机输入的尺寸</translation>
    </message>
    <message>
        <source>Name and size, for example batch=2, length=64:</source>
        <translation>名称与尺寸，例如 batch=2, length=64：</translation>
    </message>
    <message>
        <source>Web pages (*.html);;All that was done, as data (*.json)</source>
        <translation>网页 (*.html);;全部改写的数据 (*.json)</translation>
    </message>
    <message>
        <source>compared on the CPU: the reference would take minutes</source>
        <translation>在 CPU 上比较：参考求值器需要数分钟</translation>
    </message>
</context>
<context>
    <name>partita::StatusLine</name>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Opened in %1 s · layout %2 ms</source>
        <translation>打开 %1 s · 布局 %2 ms</translation>
    </message>
    <message>
        <source>No model</source>
        <translation>没有模型</translation>
    </message>
    <message>
        <source>%1 nodes, %2 in view</source>
        <translation>%1 个节点，视图中 %2 个</translation>
    </message>
    <message>
        <source>selected: %1</source>
        <translation>已选：%1</translation>
    </message>
</context>
<context>
    <name>partita::StepBar</name>
    <message>
        <source>Step by rewrite</source>
        <translation>按改写步进</translation>
    </message>
    <message>
        <source>Step by pass</source>
        <translation>按步骤步进</translation>
    </message>
    <message>
        <source>Step by round</source>
        <translation>按轮步进</translation>
    </message>
    <message>
        <source>%1 per s</source>
        <translation>每秒 %1 步</translation>
    </message>
    <message>
        <source>Length of a step</source>
        <translation>步长</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>Rewrite</source>
        <translation>改写</translation>
    </message>
    <message>
        <source>As it was opened</source>
        <translation>打开时的状态</translation>
    </message>
    <message>
        <source>One step back</source>
        <translation>后退一步</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>播放</translation>
    </message>
    <message>
        <source>One step on</source>
        <translation>前进一步</translation>
    </message>
    <message>
        <source>All rewrites</source>
        <translation>全部改写</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
</context>
<context>
    <name>partita::SummaryLine</name>
    <message>
        <source>predicted · simulated device</source>
        <translation>预测 · 模拟设备</translation>
    </message>
</context>
<context>
    <name>partita::TablePanel</name>
    <message>
        <source>Open a model to fill this list</source>
        <translation>打开模型以填充此列表</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>无</translation>
    </message>
</context>
<context>
    <name>partita::TensorPanel</name>
    <message>
        <source>Compute</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>Runs the model on the last run&apos;s inputs and keeps this value</source>
        <translation>用上次运行的输入再运行一次模型，并保留此值</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>保存…</translation>
    </message>
    <message>
        <source>Save this value as .npy, .npz or .pb</source>
        <translation>将此值保存为 .npy、.npz 或 .pb</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Values of the selected node; of the model where none is selected</source>
        <translation>所选节点的值；未选节点时为模型的值</translation>
    </message>
    <message>
        <source>Item of the sequence</source>
        <translation>序列中的项</translation>
    </message>
    <message>
        <source>Elements</source>
        <translation>元素</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>图像</translation>
    </message>
    <message>
        <source>Open a model to look into its values</source>
        <translation>打开模型以查看其中的值</translation>
    </message>
    <message>
        <source>A run keeps only inputs and outputs: compute this one</source>
        <translation>一次运行只保留输入和输出：请计算此值</translation>
    </message>
    <message>
        <source>Known after a run</source>
        <translation>运行后可知</translation>
    </message>
    <message>
        <source>Inside a body, which may run many times: no single value</source>
        <translation>位于子图内，可能运行多次：没有唯一的值</translation>
    </message>
    <message>
        <source>item %1</source>
        <translation>第 %1 项</translation>
    </message>
    <message>
        <source>Index of dimension %1</source>
        <translation>第 %1 维的下标</translation>
    </message>
    <message>
        <source>Save the value</source>
        <translation>保存此值</translation>
    </message>
    <message>
        <source>NumPy array (*.npy);;NumPy archive (*.npz);;ONNX protobuf (*.pb)</source>
        <translation>NumPy 数组 (*.npy);;NumPy 归档 (*.npz);;ONNX protobuf (*.pb)</translation>
    </message>
</context>
<context>
    <name>partita::TensorSummary</name>
    <message>
        <source>mean %1 · std %2 · zeros %3 · NaN %4</source>
        <translation>均值 %1 · 标准差 %2 · 零 %3 · NaN %4</translation>
    </message>
    <message>
        <source>infinite %1</source>
        <translation>无穷 %1</translation>
    </message>
</context>
<context>
    <name>partita::Texts</name>
    <message>
        <source>takes it</source>
        <translation>接受</translation>
    </message>
    <message>
        <source>does not have the operator</source>
        <translation>没有该算子</translation>
    </message>
    <message>
        <source>operator version out of range</source>
        <translation>算子版本超出范围</translation>
    </message>
    <message>
        <source>element type not supported</source>
        <translation>不支持该元素类型</translation>
    </message>
    <message>
        <source>rank not supported</source>
        <translation>不支持该维数</translation>
    </message>
    <message>
        <source>attribute value not supported</source>
        <translation>不支持该属性值</translation>
    </message>
    <message>
        <source>weights are not constant</source>
        <translation>权重不是常量</translation>
    </message>
    <message>
        <source>dynamic shape</source>
        <translation>动态形状</translation>
    </message>
    <message>
        <source>unknown operator domain</source>
        <translation>未知的算子域</translation>
    </message>
    <message>
        <source>something in its body is not supported</source>
        <translation>其子图中有不支持的内容</translation>
    </message>
    <message>
        <source>run of supported nodes too short</source>
        <translation>连续支持的节点太少</translation>
    </message>
    <message>
        <source>not enough device memory</source>
        <translation>设备内存不足</translation>
    </message>
    <message>
        <source>taken by a provider before it</source>
        <translation>已被前面的提供程序取走</translation>
    </message>
    <message>
        <source>its group was broken up</source>
        <translation>所在的组被拆散</translation>
    </message>
    <message>
        <source>compiled for another provider</source>
        <translation>为另一提供程序编译</translation>
    </message>
    <message>
        <source>excluded by you</source>
        <translation>被你排除</translation>
    </message>
    <message>
        <source>A Constant node becomes an initializer before nodes are placed</source>
        <translation>Constant 节点在分配之前变为初始值</translation>
    </message>
    <message>
        <source>Nothing runs it: %1</source>
        <translation>无人运行：%1</translation>
    </message>
    <message>
        <source>Runs on %1: %2</source>
        <translation>在 %1 上运行：%2</translation>
    </message>
    <message>
        <source>%1 %2/%3 nodes</source>
        <translation>%1 %2/%3 个节点</translation>
    </message>
    <message numerus="yes">
        <source>%n partition(s)</source>
        <translation>
            <numerusform>%n 个分区</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n boundary tensor(s)</source>
        <translation>
            <numerusform>%n 个边界张量</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 per run</source>
        <translation>每次运行 %1</translation>
    </message>
    <message>
        <source>%1 or more per run</source>
        <translation>每次运行至少 %1</translation>
    </message>
    <message numerus="yes">
        <source>%n node(s) that nothing runs</source>
        <translation>
            <numerusform>%n 个节点无人运行</numerusform>
        </translation>
    </message>
    <message>
        <source>constant, folded away</source>
        <translation>常量，会被折叠</translation>
    </message>
    <message>
        <source>%1 has no %2</source>
        <translation>%1 没有 %2</translation>
    </message>
    <message>
        <source>opset %1 is above %2 %3 of %4</source>
        <translation>opset %1 高于 %4 的 %2 %3</translation>
    </message>
    <message>
        <source>opset %1 is below %2 %3 of %4</source>
        <translation>opset %1 低于 %4 的 %2 %3</translation>
    </message>
    <message>
        <source>opset %1 is below %2, the oldest of %3</source>
        <translation>opset %1 低于 %3 支持的最低版本 %2</translation>
    </message>
    <message>
        <source>run of %1 supported nodes, needs more than %2</source>
        <translation>只有 %1 个连续支持的节点，需要多于 %2 个</translation>
    </message>
    <message>
        <source>dimension %1 of input %2 is dynamic%3</source>
        <translation>输入 %2 的第 %1 维是动态的%3</translation>
    </message>
    <message>
        <source>the rank of input %1 is not known</source>
        <translation>输入 %1 的维数未知</translation>
    </message>
    <message>
        <source>input %1 is computed%2</source>
        <translation>输入 %1 是计算得到的%2</translation>
    </message>
    <message>
        <source>%1 takes %2 only with %3, not %4</source>
        <translation>%1 只接受 %3 的 %2，不接受 %4</translation>
    </message>
    <message>
        <source>%1 is %2, %3 takes %4 only with %5</source>
        <translation>%1 为 %2，%3 只接受 %5 的 %4</translation>
    </message>
    <message>
        <source>%1 takes only ai.onnx, not domain %2</source>
        <translation>%1 只接受 ai.onnx，不接受域 %2</translation>
    </message>
    <message>
        <source>rank %1: %2</source>
        <translation>维数 %1：%2</translation>
    </message>
    <message>
        <source>its body holds %1: %2</source>
        <translation>其子图含有 %1：%2</translation>
    </message>
    <message>
        <source>all its inputs are constant: the device&apos;s compiler folds it away, so it is not sent there</source>
        <translation>输入全是常量：设备的编译器会将其折叠，因此不会发送</translation>
    </message>
    <message>
        <source>could take it, but %1 comes first</source>
        <translation>也能接受，但 %1 优先</translation>
    </message>
    <message>
        <source>a Constant node becomes an initializer before nodes are placed</source>
        <translation>Constant 节点在分配之前变为初始值</translation>
    </message>
    <message>
        <source>compiled for %1, this device loads %2</source>
        <translation>为 %1 编译，此设备加载 %2</translation>
    </message>
    <message>
        <source>holds a model compiled for %1</source>
        <translation>内含为 %1 编译的模型</translation>
    </message>
    <message>
        <source>its group lost %1, and a group is taken whole or not at all</source>
        <translation>所在的组失去了 %1，而组只能整体接受</translation>
    </message>
    <message>
        <source>runs inside the compiled node that holds it</source>
        <translation>在包含它的已编译节点内运行</translation>
    </message>
    <message>
        <source>domain &apos;%1&apos; is not known</source>
        <translation>未知的域“%1”</translation>
    </message>
    <message>
        <source>takes every operator that ONNX defines; to run it here, a kernel is missing: %1</source>
        <translation>接受 ONNX 定义的所有算子；但要在这里运行，缺少内核：%1</translation>
    </message>
    <message>
        <source>%1 is in %2 %3</source>
        <translation>%1 在 %2 %3 之内</translation>
    </message>
    <message>
        <source>a model-local function: its nodes are placed one by one when it runs</source>
        <translation>模型内函数：运行时逐个分配其节点</translation>
    </message>
    <message>
        <source>%1 is in %2 and later</source>
        <translation>%1 在 %2 及以后的版本之内</translation>
    </message>
    <message>
        <source>%1 by the function that ONNX defines it by</source>
        <translation>%1：按 ONNX 定义它的函数执行</translation>
    </message>
    <message>
        <source>cube</source>
        <translation>矩阵</translation>
    </message>
    <message>
        <source>vector</source>
        <translation>向量</translation>
    </message>
    <message>
        <source>compute</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>copy in</source>
        <translation>拷入</translation>
    </message>
    <message>
        <source>copy out</source>
        <translation>拷出</translation>
    </message>
    <message>
        <source>host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>matrix unit</source>
        <translation>矩阵单元</translation>
    </message>
    <message>
        <source>vector unit</source>
        <translation>向量单元</translation>
    </message>
    <message>
        <source>host → device</source>
        <translation>主机 → 设备</translation>
    </message>
    <message>
        <source>device → host</source>
        <translation>设备 → 主机</translation>
    </message>
    <message>
        <source>node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>partition</source>
        <translation>分区</translation>
    </message>
    <message>
        <source>function</source>
        <translation>函数</translation>
    </message>
    <message>
        <source>graph</source>
        <translation>图</translation>
    </message>
    <message>
        <source>prefix of its model</source>
        <translation>所属模型的前缀</translation>
    </message>
    <message>
        <source>another model has one of that name</source>
        <translation>另一模型已有同名项</translation>
    </message>
    <message>
        <source>another binary has a graph of that name</source>
        <translation>另一二进制中已有同名的图</translation>
    </message>
    <message>
        <source>another blob in the container has that name</source>
        <translation>容器中已有同名的数据块</translation>
    </message>
    <message>
        <source>renamed in a copy of the binary</source>
        <translation>在二进制的副本中重命名</translation>
    </message>
    <message>
        <source>metadata &apos;%1&apos; differs in %2</source>
        <translation>%2 的元数据“%1”不同</translation>
    </message>
    <message>
        <source>that of an earlier model is kept</source>
        <translation>保留靠前模型的值</translation>
    </message>
    <message>
        <source>&apos;%1&apos; of %2 is connected, and its binary knows it by that name</source>
        <translation>%2 的“%1”已被连接，而其二进制按此名称识别它</translation>
    </message>
    <message>
        <source>a Concat of one tensor gives it that name</source>
        <translation>用单输入的 Concat 赋予它该名称</translation>
    </message>
    <message>
        <source>graph &apos;%1&apos; in the binary of %2 has the name of another one</source>
        <translation>%2 的二进制中图“%1”与另一图同名</translation>
    </message>
    <message>
        <source>file &apos;%1&apos; of %2 has the name of another one</source>
        <translation>%2 的文件“%1”与另一文件同名</translation>
    </message>
    <message>
        <source>stored as &apos;%1&apos;</source>
        <translation>存为“%1”</translation>
    </message>
    <message>
        <source>opset %1 of %2</source>
        <translation>%2 的 opset %1</translation>
    </message>
    <message>
        <source>converted to %1</source>
        <translation>转换为 %1</translation>
    </message>
    <message>
        <source>OpenVINO&apos;s binary</source>
        <translation>OpenVINO 的二进制</translation>
    </message>
    <message>
        <source>one container: OpenVINO reads one in a session</source>
        <translation>合为一个容器：OpenVINO 每个会话只读取一个</translation>
    </message>
    <message>
        <source>was inside the model</source>
        <translation>原先在模型内</translation>
    </message>
    <message>
        <source>copied</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>a copy with only the graphs that are used</source>
        <translation>只含所用图的副本</translation>
    </message>
    <message>
        <source>a copy with new names of graphs</source>
        <translation>图已改名的副本</translation>
    </message>
</context>
<context>
    <name>partita::TimelinePainter</name>
    <message>
        <source>Stream</source>
        <translation>流</translation>
    </message>
    <message>
        <source>busy</source>
        <translation>忙碌</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>of %1</source>
        <translation>共 %1</translation>
    </message>
    <message>
        <source>peak %1</source>
        <translation>峰值 %1</translation>
    </message>
    <message>
        <source>weights %1</source>
        <translation>权重 %1</translation>
    </message>
</context>
<context>
    <name>partita::TimelinePanel</name>
    <message>
        <source>Fit</source>
        <translation>适应</translation>
    </message>
    <message>
        <source>The whole run; the wheel zooms, dragging moves</source>
        <translation>整个运行；滚轮缩放，拖动平移</translation>
    </message>
    <message>
        <source>Export trace…</source>
        <translation>导出跟踪…</translation>
    </message>
    <message>
        <source>Save the timeline as a Chrome trace, which Perfetto opens</source>
        <translation>把时间线保存为 Chrome 跟踪文件，可用 Perfetto 打开</translation>
    </message>
    <message>
        <source>Open a model to run it</source>
        <translation>打开模型后即可运行</translation>
    </message>
    <message>
        <source>Nothing ran on a simulated device</source>
        <translation>没有节点在模拟设备上运行</translation>
    </message>
    <message>
        <source>Not run yet</source>
        <translation>尚未运行</translation>
    </message>
    <message>
        <source>&lt;b&gt;%1 ms&lt;/b&gt; simulated on %2</source>
        <translation>&lt;b&gt;%1 ms&lt;/b&gt;，在 %2 上模拟</translation>
    </message>
    <message>
        <source>peak %1</source>
        <translation>峰值 %1</translation>
    </message>
    <message>
        <source>weights do not fit at once: copied in every run</source>
        <translation>权重无法同时放下：每次运行都要拷入</translation>
    </message>
    <message numerus="yes">
        <source>%n size(s) not known</source>
        <translation>
            <numerusform>%n 个大小未知</numerusform>
        </translation>
    </message>
    <message>
        <source>Click a task to see what it takes and waits for</source>
        <translation>点击任务查看其耗时与等待</translation>
    </message>
    <message>
        <source>Held up by arithmetic</source>
        <translation>瓶颈是计算</translation>
    </message>
    <message>
        <source>Held up by the device&apos;s memory</source>
        <translation>瓶颈是设备内存</translation>
    </message>
    <message>
        <source>Held up by its launch</source>
        <translation>瓶颈是启动</translation>
    </message>
    <message>
        <source>stream</source>
        <translation>流</translation>
    </message>
    <message>
        <source>start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>took</source>
        <translation>耗时</translation>
    </message>
    <message>
        <source>%1 · %2 % of the run</source>
        <translation>%1 · 占运行的 %2 %</translation>
    </message>
    <message>
        <source>cycles</source>
        <translation>周期</translation>
    </message>
    <message>
        <source>work</source>
        <translation>计算量</translation>
    </message>
    <message>
        <source>%1 MFLOP · %2 GFLOP/s</source>
        <translation>%1 MFLOP · %2 GFLOP/s</translation>
    </message>
    <message>
        <source>type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>tiles</source>
        <translation>分块</translation>
    </message>
    <message>
        <source>reads</source>
        <translation>读取</translation>
    </message>
    <message>
        <source>writes</source>
        <translation>写入</translation>
    </message>
    <message>
        <source>Waited for</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>Held up</source>
        <translation>阻塞了</translation>
    </message>
    <message>
        <source>Export the timeline</source>
        <translation>导出时间线</translation>
    </message>
    <message>
        <source>Chrome trace (*.json)</source>
        <translation>Chrome 跟踪 (*.json)</translation>
    </message>
</context>
<context>
    <name>partita::TimelineView</name>
    <message numerus="yes">
        <source>Timeline of %n task(s)</source>
        <translation>
            <numerusform>%n 个任务的时间线</numerusform>
        </translation>
    </message>
    <message>
        <source>Timeline, empty</source>
        <translation>时间线，空</translation>
    </message>
    <message>
        <source>What the simulated device does and when appears here after a run with nodes on the NPU</source>
        <translation>有节点在 NPU 上运行后，这里显示模拟设备在何时做什么</translation>
    </message>
    <message>
        <source>%1 µs from %2 µs on</source>
        <translation>%1 µs，从 %2 µs 开始</translation>
    </message>
</context>
</TS>
