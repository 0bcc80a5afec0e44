<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
<context>
    <name>partita::AnnotationFields</name>
    <message>
        <source>Documentation</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>Metadata</source>
        <translation>元数据</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>键</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Add an entry</source>
        <translation>添加条目</translation>
    </message>
    <message>
        <source>Remove the entry</source>
        <translation>移除此条目</translation>
    </message>
</context>
<context>
    <name>partita::AttributeEditor</name>
    <message>
        <source>%1 of %2 set</source>
        <translation>已设置 %1 / %2</translation>
    </message>
    <message>
        <source>Changed since the file was saved</source>
        <translation>保存文件后已更改</translation>
    </message>
    <message>
        <source>Required. %1</source>
        <translation>必需。%1</translation>
    </message>
    <message>
        <source>Back to the default %1</source>
        <translation>恢复默认值 %1</translation>
    </message>
    <message>
        <source>Remove the attribute</source>
        <translation>移除此属性</translation>
    </message>
    <message>
        <source>Reset %1</source>
        <translation>重置 %1</translation>
    </message>
    <message>
        <source>Open the graph</source>
        <translation>打开图</translation>
    </message>
    <message>
        <source>given by %1</source>
        <translation>由 %1 给出</translation>
    </message>
    <message>
        <source>differs</source>
        <translation>各不相同</translation>
    </message>
    <message>
        <source>Table…</source>
        <translation>表格…</translation>
    </message>
    <message>
        <source>Elements of %1</source>
        <translation>%1 的元素</translation>
    </message>
    <message>
        <source>It is not set</source>
        <translation>未设置</translation>
    </message>
    <message>
        <source>new attribute</source>
        <translation>新属性</translation>
    </message>
    <message>
        <source>Name of a new attribute</source>
        <translation>新属性的名称</translation>
    </message>
    <message>
        <source>Type of the new attribute</source>
        <translation>新属性的类型</translation>
    </message>
    <message>
        <source>Value of the new attribute</source>
        <translation>新属性的值</translation>
    </message>
    <message>
        <source>Add the attribute</source>
        <translation>添加属性</translation>
    </message>
    <message>
        <source>an attribute needs a name</source>
        <translation>属性需要名称</translation>
    </message>
    <message>
        <source>there is an attribute %1</source>
        <translation>已有属性 %1</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>What its value is: a number, a text, or a list of them</source>
        <translation>它的值是什么：数、文本或它们的列表</translation>
    </message>
</context>
<context>
    <name>partita::AttributeText</name>
    <message>
        <source>must be a number</source>
        <translation>必须是数字</translation>
    </message>
    <message>
        <source>must be a whole number</source>
        <translation>必须是整数</translation>
    </message>
    <message>
        <source>must be numbers, as in 0.5, 2</source>
        <translation>必须是数字，例如 0.5, 2</translation>
    </message>
    <message>
        <source>must be whole numbers, as in 2, 3</source>
        <translation>必须是整数，例如 2, 3</translation>
    </message>
    <message>
        <source>must be texts in quotation marks, as in &quot;a&quot;, &quot;b&quot;</source>
        <translation>必须是带引号的文本，例如 &quot;a&quot;, &quot;b&quot;</translation>
    </message>
</context>
<context>
    <name>partita::BeforeView</name>
    <message>
        <source>before</source>
        <translation>之前</translation>
    </message>
    <message>
        <source>Graph before the change</source>
        <translation>改变之前的图</translation>
    </message>
</context>
<context>
    <name>partita::BlockBeside</name>
    <message>
        <source>Close (Esc)</source>
        <translation>关闭 (Esc)</translation>
    </message>
    <message>
        <source>Close the copy of the block</source>
        <translation>关闭块的副本</translation>
    </message>
    <message>
        <source>One copy of the block</source>
        <translation>块的一个副本</translation>
    </message>
    <message>
        <source>%1, one of ×%2</source>
        <translation>%1，×%2 之一</translation>
    </message>
    <message numerus="yes">
        <source>%Ln node(s) · same operators, other weights</source>
        <translation>
            <numerusform>%Ln 个节点 · 算子相同，权重不同</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>partita::BoundariesPanel</name>
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
    <message>
        <source>Between providers: %1</source>
        <translation>提供程序之间：%1</translation>
    </message>
    <message>
        <source>On one device: %1</source>
        <translation>同一设备上：%1</translation>
    </message>
    <message>
        <source>%1 or more</source>
        <translation>%1 或更多</translation>
    </message>
    <message>
        <source>Unknown sizes are counted as 1</source>
        <translation>未知大小按 1 计</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>图</translation>
    </message>
</context>
<context>
    <name>partita::ChangeActions</name>
    <message>
        <source>Another length…</source>
        <translation>其他长度…</translation>
    </message>
    <message>
        <source>Exclude</source>
        <translation>排除</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>固定</translation>
    </message>
    <message>
        <source>Take anyway</source>
        <translation>仍然接受</translation>
    </message>
    <message>
        <source>Rule off</source>
        <translation>关闭规则</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>顺序</translation>
    </message>
    <message>
        <source>Device or option</source>
        <translation>设备或选项</translation>
    </message>
    <message>
        <source>Run length</source>
        <translation>运行段长度</translation>
    </message>
    <message>
        <source>Fixed size…</source>
        <translation>固定大小…</translation>
    </message>
    <message>
        <source>Grouping</source>
        <translation>分组</translation>
    </message>
    <message>
        <source>Optimization level</source>
        <translation>优化级别</translation>
    </message>
    <message>
        <source>Makes the same rewrites before placement as now (%1)</source>
        <translation>放置前的改写与现在相同（%1）</translation>
    </message>
    <message>
        <source>Value of %1</source>
        <translation>%1 的值</translation>
    </message>
    <message>
        <source>Nodes of the shortest run</source>
        <translation>最短运行段的节点数</translation>
    </message>
    <message>
        <source>Pin to %1</source>
        <translation>固定到 %1</translation>
    </message>
    <message>
        <source>A change in What if: the node runs there if its rules take it</source>
        <translation>“假设”中的一项更改：如果规则接受，节点就在那里运行</translation>
    </message>
    <message>
        <source>Opset</source>
        <translation>Opset</translation>
    </message>
    <message>
        <source>Element types</source>
        <translation>元素类型</translation>
    </message>
</context>
<context>
    <name>partita::ColourBox</name>
    <message>
        <source>Colour by</source>
        <translation>着色</translation>
    </message>
    <message>
        <source>Provider</source>
        <translation>提供程序</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Simulated cycles</source>
        <translation>模拟周期</translation>
    </message>
    <message>
        <source>Bottleneck</source>
        <translation>设备瓶颈</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Element type</source>
        <translation>元素类型</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Values from a file…</source>
        <translation>文件中的值…</translation>
    </message>
    <message>
        <source>Measured provider</source>
        <translation>实测提供方</translation>
    </message>
    <message>
        <source>Predicted against measured</source>
        <translation>预测与实测对照</translation>
    </message>
    <message>
        <source>Change of the times</source>
        <translation>时间变化</translation>
    </message>
    <message>
        <source>What the colours of the nodes tell</source>
        <translation>节点颜色表示什么</translation>
    </message>
</context>
<context>
    <name>partita::ColouringChoice</name>
    <message>
        <source>Values of the nodes</source>
        <translation>节点的值</translation>
    </message>
    <message>
        <source>Values by name of node (*.json *.csv *.tsv);;All files (*)</source>
        <translation>按节点名称的值 (*.json *.csv *.tsv);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Column</source>
        <translation>列</translation>
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
    <message>
        <source>&amp;Simplify</source>
        <translation>简化(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Window</source>
        <translation>窗口(&amp;W)</translation>
    </message>
    <message>
        <source>Merge</source>
        <translation>合并</translation>
    </message>
    <message>
        <source>Compare…</source>
        <translation>比较…</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Next difference</source>
        <translation>下一处差异</translation>
    </message>
    <message>
        <source>Previous difference</source>
        <translation>上一处差异</translation>
    </message>
    <message>
        <source>Set or remove a bookmark</source>
        <translation>设置或取消书签</translation>
    </message>
    <message>
        <source>Next bookmark</source>
        <translation>下一个书签</translation>
    </message>
    <message>
        <source>Previous bookmark</source>
        <translation>上一个书签</translation>
    </message>
    <message>
        <source>Select the predecessors</source>
        <translation>选择前驱</translation>
    </message>
    <message>
        <source>Select the successors</source>
        <translation>选择后继</translation>
    </message>
    <message>
        <source>Select the way between two nodes</source>
        <translation>选择两个节点之间的路径</translation>
    </message>
    <message>
        <source>Select all ways between two nodes</source>
        <translation>选择两个节点之间的所有路径</translation>
    </message>
    <message>
        <source>Sizes of the inputs…</source>
        <translation>输入的大小…</translation>
    </message>
    <message>
        <source>Legend</source>
        <translation>图例</translation>
    </message>
    <message>
        <source>Overview</source>
        <translation>总览</translation>
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
        <source>Colour by operator</source>
        <translation>按算子着色</translation>
    </message>
    <message>
        <source>Colour by element type</source>
        <translation>按元素类型着色</translation>
    </message>
    <message>
        <source>Colour by memory</source>
        <translation>按内存着色</translation>
    </message>
    <message>
        <source>Colour by values from a file…</source>
        <translation>按文件中的值着色…</translation>
    </message>
    <message>
        <source>Swap the sides</source>
        <translation>交换两侧</translation>
    </message>
    <message>
        <source>Move both sides together</source>
        <translation>两侧一起移动</translation>
    </message>
    <message>
        <source>Compare side by side</source>
        <translation>并排比较</translation>
    </message>
    <message>
        <source>Compare laid over</source>
        <translation>叠加比较</translation>
    </message>
    <message>
        <source>Only differences</source>
        <translation>仅差异</translation>
    </message>
    <message>
        <source>New window</source>
        <translation>新建窗口</translation>
    </message>
    <message>
        <source>Next tab</source>
        <translation>下一个标签页</translation>
    </message>
    <message>
        <source>Previous tab</source>
        <translation>上一个标签页</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>另存为…</translation>
    </message>
    <message>
        <source>Save a copy…</source>
        <translation>保存副本…</translation>
    </message>
    <message>
        <source>Revert to the saved model</source>
        <translation>恢复到已保存的模型</translation>
    </message>
    <message>
        <source>Export the steps as an animation…</source>
        <translation>将步骤导出为动画…</translation>
    </message>
    <message>
        <source>Cut nodes</source>
        <translation>剪切节点</translation>
    </message>
    <message>
        <source>Paste nodes</source>
        <translation>粘贴节点</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>Delete the selection</source>
        <translation>删除所选节点</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>重命名…</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>创建副本</translation>
    </message>
    <message>
        <source>Bypass</source>
        <translation>旁路</translation>
    </message>
    <message>
        <source>Replace the operator…</source>
        <translation>替换算子…</translation>
    </message>
    <message>
        <source>Connect its output…</source>
        <translation>连接其输出…</translation>
    </message>
    <message>
        <source>Disconnect</source>
        <translation>断开连接</translation>
    </message>
    <message>
        <source>Let its readers read another tensor…</source>
        <translation>让其读取者改读另一个张量…</translation>
    </message>
    <message>
        <source>Apply the rewrites in view</source>
        <translation>应用当前显示的改写</translation>
    </message>
    <message>
        <source>Discard the rewrites</source>
        <translation>放弃改写</translation>
    </message>
    <message>
        <source>Present the steps</source>
        <translation>演示步骤</translation>
    </message>
    <message>
        <source>Example: features of an image</source>
        <translation>示例：图像的特征</translation>
    </message>
    <message>
        <source>Example: classifier of the features</source>
        <translation>示例：特征的分类器</translation>
    </message>
    <message>
        <source>Settings…</source>
        <translation>设置…</translation>
    </message>
    <message>
        <source>Wheel scrolls</source>
        <translation>滚轮用于滚动</translation>
    </message>
    <message>
        <source>Manual</source>
        <translation>手册</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Save the history as a script…</source>
        <translation>将历史另存为脚本…</translation>
    </message>
    <message>
        <source>Copy the picture</source>
        <translation>复制图片</translation>
    </message>
    <message>
        <source>About Qt</source>
        <translation>关于 Qt</translation>
    </message>
    <message>
        <source>Open what a runtime wrote…</source>
        <translation>打开运行时写出的文件…</translation>
    </message>
    <message>
        <source>Colour by measured provider</source>
        <translation>按实测提供方着色</translation>
    </message>
    <message>
        <source>Colour by predicted against measured</source>
        <translation>按预测与实测对照着色</translation>
    </message>
    <message>
        <source>Who runs it really?…</source>
        <translation>实际由谁运行？…</translation>
    </message>
    <message>
        <source>What is this?</source>
        <translation>这是什么？</translation>
    </message>
    <message>
        <source>Export the selection as a picture…</source>
        <translation>将所选部分导出为图片…</translation>
    </message>
    <message>
        <source>Change the nodes</source>
        <translation>修改节点</translation>
    </message>
    <message>
        <source>Go to</source>
        <translation>转到</translation>
    </message>
    <message>
        <source>Select</source>
        <translation>选择</translation>
    </message>
    <message>
        <source>Colour by</source>
        <translation>着色依据</translation>
    </message>
    <message>
        <source>Comparison</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Open a model first</source>
        <translation>请先打开模型</translation>
    </message>
    <message>
        <source>Nothing is compared</source>
        <translation>没有进行比较</translation>
    </message>
    <message>
        <source>Simplify the model first</source>
        <translation>请先简化模型</translation>
    </message>
    <message>
        <source>Switch Edit on first</source>
        <translation>请先打开“编辑”</translation>
    </message>
    <message>
        <source>Nothing is running</source>
        <translation>没有正在运行的任务</translation>
    </message>
    <message>
        <source>Change the tensors</source>
        <translation>修改张量</translation>
    </message>
    <message>
        <source>Change the model</source>
        <translation>修改模型</translation>
    </message>
    <message>
        <source>Play a script…</source>
        <translation>执行脚本…</translation>
    </message>
    <message>
        <source>New initializer…</source>
        <translation>新建初始化器…</translation>
    </message>
    <message>
        <source>Convert elements…</source>
        <translation>转换元素类型…</translation>
    </message>
    <message>
        <source>Where the elements are saved…</source>
        <translation>元素的保存位置…</translation>
    </message>
    <message>
        <source>Share equal initializers…</source>
        <translation>共用相等的初始化器…</translation>
    </message>
    <message>
        <source>Rename or fix a size…</source>
        <translation>重命名或固定尺寸…</translation>
    </message>
    <message>
        <source>Producer and version…</source>
        <translation>生成者与版本…</translation>
    </message>
    <message>
        <source>Describe the selection…</source>
        <translation>描述所选…</translation>
    </message>
    <message>
        <source>Describe the model…</source>
        <translation>描述模型…</translation>
    </message>
    <message>
        <source>Describe the graph in view…</source>
        <translation>描述当前图…</translation>
    </message>
    <message>
        <source>Colour by change of the times</source>
        <translation>按时间变化着色</translation>
    </message>
    <message>
        <source>Next boundary</source>
        <translation>下一个边界</translation>
    </message>
    <message>
        <source>Previous boundary</source>
        <translation>上一个边界</translation>
    </message>
    <message>
        <source>One copy of the block beside it</source>
        <translation>在块旁边显示一个副本</translation>
    </message>
</context>
<context>
    <name>partita::ComparisonController</name>
    <message>
        <source>Comparing with %1</source>
        <translation>正在与 %1 比较</translation>
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
            <numerusform>%Ln 个分区，二进制 %1；相同权重节省 %2</numerusform>
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
    <message numerus="yes">
        <source>%Ln partition(s) in a binary of %1</source>
        <translation>
            <numerusform>%Ln 个分区，二进制 %1</numerusform>
        </translation>
    </message>
    <message>
        <source>Placed nodes</source>
        <translation>已放置的节点</translation>
    </message>
    <message>
        <source>Models to compile</source>
        <translation>要编译的模型</translation>
    </message>
    <message>
        <source>What is written</source>
        <translation>写入的内容</translation>
    </message>
    <message>
        <source>Options of the provider</source>
        <translation>提供程序的选项</translation>
    </message>
    <message>
        <source>ONNX Runtime compiles one model at a time here</source>
        <translation>此处 ONNX Runtime 一次只编译一个模型</translation>
    </message>
    <message>
        <source>What the provider takes is seen when it compiles; nothing is written before it is whole</source>
        <translation>编译时才知道提供程序接受哪些节点；结果完整之前不会写入任何文件</translation>
    </message>
    <message>
        <source>Where the compiled binary is written</source>
        <translation>编译后的二进制文件写到哪里</translation>
    </message>
</context>
<context>
    <name>partita::ConnectionList</name>
    <message>
        <source>Connect an output</source>
        <translation>连接输出</translation>
    </message>
    <message>
        <source>Node, input or output</source>
        <translation>节点、输入或输出</translation>
    </message>
    <message>
        <source>replaces %1</source>
        <translation>替换 %1</translation>
    </message>
    <message>
        <source>No input takes it</source>
        <translation>没有输入能接收它</translation>
    </message>
</context>
<context>
    <name>partita::ContextMembersController</name>
    <message>
        <source>Reading the source model</source>
        <translation>正在读取源模型</translation>
    </message>
</context>
<context>
    <name>partita::Core</name>
    <message>
        <source>&apos;{0}&apos; is not key=value</source>
        <translation>“{0}”不是 key=value 形式</translation>
    </message>
    <message>
        <source>write the option as key=value</source>
        <translation>请将选项写成 key=value</translation>
    </message>
    <message>
        <source>standard input does not end</source>
        <translation>标准输入没有结束</translation>
    </message>
    <message>
        <source>name the model&apos;s file</source>
        <translation>请指定模型文件</translation>
    </message>
    <message>
        <source>binaries of {0} are written by its own compiler</source>
        <translation>{0} 的二进制由其自己的编译器写出</translation>
    </message>
    <message>
        <source>a plugin</source>
        <translation>插件</translation>
    </message>
    <message>
        <source>run ONNX Runtime&apos;s tool: {0}</source>
        <translation>请运行 ONNX Runtime 的工具：{0}</translation>
    </message>
    <message>
        <source>ep.context_file_path cannot name the files of several models</source>
        <translation>ep.context_file_path 不能为多个模型命名文件</translation>
    </message>
    <message>
        <source>name a folder with -o</source>
        <translation>请用 -o 指定文件夹</translation>
    </message>
    <message>
        <source>the model has no tensor &apos;{0}&apos;</source>
        <translation>模型没有张量“{0}”</translation>
    </message>
    <message>
        <source>`info` lists inputs and outputs</source>
        <translation>`info` 列出输入和输出</translation>
    </message>
    <message>
        <source>the CPU&apos;s kernels compute the outputs that are compared: the reference would take minutes, because one run is more than 100 billion multiplications; `--judge reference` takes them</source>
        <translation>由 CPU 的内核计算要比较的输出：一次运行超过一千亿次乘法，参考实现需要数分钟；`--judge reference` 会等待它完成</translation>
    </message>
    <message>
        <source>the reference takes minutes for this model, because one run is more than 100 billion multiplications; --against-cpu compares with the CPU&apos;s kernels</source>
        <translation>参考实现处理此模型需要数分钟，因为一次运行超过一千亿次乘法；--against-cpu 与 CPU 的内核比较</translation>
    </message>
    <message>
        <source>not enough memory</source>
        <translation>内存不足</translation>
    </message>
    <message>
        <source>close other programs, or use a smaller model or smaller inputs</source>
        <translation>请关闭其他程序，或使用更小的模型或更小的输入</translation>
    </message>
    <message>
        <source>standard output cannot be written</source>
        <translation>无法写入标准输出</translation>
    </message>
    <message>
        <source>free some disk space, or see where it goes</source>
        <translation>请腾出磁盘空间，或检查输出的去向</translation>
    </message>
    <message>
        <source>{0} prefixes for {1} models</source>
        <translation>为 {1} 个模型给出了 {0} 个前缀</translation>
    </message>
    <message>
        <source>give one for each, separated by commas; an empty one is allowed</source>
        <translation>请为每个模型各给一个，以逗号分隔；可以为空</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; connects nothing</source>
        <translation>“{0}”没有连接任何内容</translation>
    </message>
    <message>
        <source>write INPUT=OUTPUT, for example 2.x=1.y</source>
        <translation>请写成 INPUT=OUTPUT，例如 2.x=1.y</translation>
    </message>
    <message>
        <source>there is no node &apos;{0}&apos;</source>
        <translation>没有节点“{0}”</translation>
    </message>
    <message>
        <source>give its name, or its number from the report</source>
        <translation>请给出其名称，或报告中的编号</translation>
    </message>
    <message>
        <source>record of {0}: {1}</source>
        <translation>{0} 的记录：{1}</translation>
    </message>
    <message>
        <source>record of {0}: it does not tell of 1 node, which is placed as predicted</source>
        <translation>{0} 的记录：未提及 1 个节点，该节点按预测放置</translation>
    </message>
    <message>
        <source>record of {0}: it does not tell of {1} nodes, which are placed as predicted</source>
        <translation>{0} 的记录：未提及 {1} 个节点，这些节点按预测放置</translation>
    </message>
    <message>
        <source>record of {0}: 1 node of it cannot be told in the model</source>
        <translation>{0} 的记录：其中 1 个节点无法与模型对应</translation>
    </message>
    <message>
        <source>record of {0}: {1} nodes of it cannot be told in the model</source>
        <translation>{0} 的记录：其中 {1} 个节点无法与模型对应</translation>
    </message>
    <message>
        <source>not carried over to {0}: {1}</source>
        <translation>未沿用到 {0}：{1}</translation>
    </message>
    <message>
        <source>scenario of {0}: {1} of {2} changes applied</source>
        <translation>{0} 的方案：已应用 {2} 项更改中的 {1} 项</translation>
    </message>
    <message>
        <source>not applied to {0}: {1} ({2}): {3}</source>
        <translation>未应用到 {0}：第 {1} 项（{2}）：{3}</translation>
    </message>
    <message>
        <source>1 node of {0} taken only because the scenario says so</source>
        <translation>{0} 中仅因方案规定而接受的节点：1 个</translation>
    </message>
    <message>
        <source>{0} nodes of {1} taken only because the scenario says so</source>
        <translation>{1} 中仅因方案规定而接受的节点：{0} 个</translation>
    </message>
    <message>
        <source>Not looked for in a model of {0} unless --what-would-help is given</source>
        <translation>对于有 {0} 的模型，仅在给出 --what-would-help 时才查找</translation>
    </message>
    <message>
        <source>Not looked for yet: the panel What would help does so</source>
        <translation>尚未查找：“改进建议”面板可进行查找</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; has no known ending</source>
        <translation>“{0}”的扩展名无法识别</translation>
    </message>
    <message>
        <source>there is no pass &apos;{0}&apos;</source>
        <translation>没有 pass“{0}”</translation>
    </message>
    <message>
        <source>`passes` lists them</source>
        <translation>用 `passes` 列出</translation>
    </message>
    <message>
        <source>use .svg, .png or .pdf</source>
        <translation>请使用 .svg、.png 或 .pdf</translation>
    </message>
    <message>
        <source>the picture could not be drawn: {0}</source>
        <translation>无法绘制图片：{0}</translation>
    </message>
    <message>
        <source>use a smaller --scale</source>
        <translation>请使用更小的 --scale</translation>
    </message>
    <message>
        <source>there is no body or function &apos;{0}&apos;</source>
        <translation>没有子图或函数“{0}”</translation>
    </message>
    <message>
        <source>name a node with a body, NODE.ATTRIBUTE, or a function</source>
        <translation>请指定带子图的节点、NODE.ATTRIBUTE 或函数</translation>
    </message>
    <message>
        <source>output &apos;{0}&apos; is no tensor, so no .npz can hold it</source>
        <translation>输出“{0}”不是张量，.npz 无法保存</translation>
    </message>
    <message>
        <source>give a folder</source>
        <translation>请给出文件夹</translation>
    </message>
    <message>
        <source>--source says what to compare with, and nothing is compared</source>
        <translation>--source 指明与什么比较，但并没有进行比较</translation>
    </message>
    <message>
        <source>add --against-cpu or --against-reference</source>
        <translation>请加上 --against-cpu 或 --against-reference</translation>
    </message>
    <message>
        <source>a context model holds compiled graphs, which only their device can run</source>
        <translation>上下文模型含有已编译的图，只有其设备能运行</translation>
    </message>
    <message>
        <source>name the model that it was compiled from with --source MODEL</source>
        <translation>请用 --source MODEL 指定其编译前的模型</translation>
    </message>
    <message>
        <source>nothing ran on a simulated device</source>
        <translation>没有节点在模拟设备上运行</translation>
    </message>
    <message>
        <source>add -p npu, or ask with `partition` what keeps the nodes away</source>
        <translation>请加上 -p npu，或用 `partition` 查看节点为何未被分配到设备</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is no shape</source>
        <translation>“{0}”不是形状</translation>
    </message>
    <message>
        <source>write for example x:1,3,224,224</source>
        <translation>例如写成 x:1,3,224,224</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; does not say which input</source>
        <translation>“{0}”没有指明是哪个输入</translation>
    </message>
    <message>
        <source>no pipe for a child process: {0}</source>
        <translation>无法为子进程建立管道：{0}</translation>
    </message>
    <message>
        <source>cannot start {0}: {1}</source>
        <translation>无法启动 {0}：{1}</translation>
    </message>
    <message>
        <source>install {0}</source>
        <translation>请安装 {0}</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>{0} took longer than {1} ms or printed more than {2} bytes, and was ended</source>
        <translation>{0} 超过 {1} 毫秒或输出超过 {2} 字节，已被终止</translation>
    </message>
    <message>
        <source>use the built-in layout</source>
        <translation>请使用内置布局</translation>
    </message>
    <message>
        <source>{0} failed</source>
        <translation>{0} 失败</translation>
    </message>
    <message>
        <source>cannot write the file</source>
        <translation>无法写入文件</translation>
    </message>
    <message>
        <source>another program is writing there</source>
        <translation>另一程序正在写入该处</translation>
    </message>
    <message>
        <source>try again later</source>
        <translation>请稍后再试</translation>
    </message>
    <message>
        <source>name the file that it leads to</source>
        <translation>请指定它所指向的文件</translation>
    </message>
    <message>
        <source>name a file in it</source>
        <translation>请指定其中的文件</translation>
    </message>
    <message>
        <source>name a file</source>
        <translation>请指定文件</translation>
    </message>
    <message>
        <source>the output is {0}, not a regular file</source>
        <translation>输出是{0}，不是普通文件</translation>
    </message>
    <message>
        <source>the output exists already</source>
        <translation>输出已存在</translation>
    </message>
    <message>
        <source>cannot write into the folder</source>
        <translation>无法写入文件夹</translation>
    </message>
    <message>
        <source>check the file&apos;s permissions</source>
        <translation>请检查文件的权限</translation>
    </message>
    <message>
        <source>check the path</source>
        <translation>请检查路径</translation>
    </message>
    <message>
        <source>free some disk space</source>
        <translation>请腾出磁盘空间</translation>
    </message>
    <message>
        <source>raise the limit on the size of files (ulimit -f)</source>
        <translation>请提高文件大小限制（ulimit -f）</translation>
    </message>
    <message>
        <source>choose a folder that can be written to</source>
        <translation>请选择可写的文件夹</translation>
    </message>
    <message>
        <source>a link leads to itself: check the path</source>
        <translation>链接指向自身：请检查路径</translation>
    </message>
    <message>
        <source>free some of your share of the disk</source>
        <translation>请腾出你的磁盘配额</translation>
    </message>
    <message>
        <source>{0}: {1}</source>
        <translation>{0}：{1}</translation>
    </message>
    <message>
        <source>a file</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>a folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>a symbolic link</source>
        <translation>符号链接</translation>
    </message>
    <message>
        <source>a FIFO</source>
        <translation>命名管道</translation>
    </message>
    <message>
        <source>a socket</source>
        <translation>套接字</translation>
    </message>
    <message>
        <source>a device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>not valid JSON: {0}</source>
        <translation>不是有效的 JSON：{0}</translation>
    </message>
    <message>
        <source>correct the file</source>
        <translation>请修正文件</translation>
    </message>
    <message>
        <source>larger than {0} MiB</source>
        <translation>超过 {0} MiB</translation>
    </message>
    <message>
        <source>another program has written into the file since it was opened</source>
        <translation>文件打开后被另一程序写入</translation>
    </message>
    <message>
        <source>open it again</source>
        <translation>请重新打开</translation>
    </message>
    <message>
        <source>is not a regular file: {0}</source>
        <translation>不是普通文件：{0}</translation>
    </message>
    <message>
        <source>choose a file; a model from a pipe is read by the name -</source>
        <translation>请选择文件；要从管道读取模型，请使用名称 -</translation>
    </message>
    <message>
        <source>cannot open the file</source>
        <translation>无法打开文件</translation>
    </message>
    <message>
        <source>cannot read the file</source>
        <translation>无法读取文件</translation>
    </message>
    <message>
        <source>cannot map the file</source>
        <translation>无法映射文件</translation>
    </message>
    <message>
        <source>{0} would need {1} GiB of memory, and {2} GiB may be used</source>
        <translation>{0}需要 {1} GiB 内存，而可用的是 {2} GiB</translation>
    </message>
    <message>
        <source>input {0} is {1}</source>
        <translation>输入 {0} 为 {1}</translation>
    </message>
    <message>
        <source>the output is a file that is read: &apos;{0}&apos;</source>
        <translation>输出是正在读取的文件：“{0}”</translation>
    </message>
    <message>
        <source>choose another name</source>
        <translation>请另选名称</translation>
    </message>
    <message>
        <source>a model is not written to standard output</source>
        <translation>模型不会写到标准输出</translation>
    </message>
    <message>
        <source>there is a file where a folder is needed</source>
        <translation>需要文件夹的位置上是文件</translation>
    </message>
    <message>
        <source>the folder of the output is not there</source>
        <translation>输出所在的文件夹不存在</translation>
    </message>
    <message>
        <source>check the path, or make the folder</source>
        <translation>请检查路径，或创建该文件夹</translation>
    </message>
    <message>
        <source>two outputs would be one file: &apos;{0}&apos;</source>
        <translation>两个输出会是同一个文件：“{0}”</translation>
    </message>
    <message>
        <source>choose another name for one of them</source>
        <translation>请为其中之一另选名称</translation>
    </message>
    <message>
        <source>cannot make the folder</source>
        <translation>无法创建文件夹</translation>
    </message>
    <message>
        <source>{0}, {1}</source>
        <translation>{0}，{1}</translation>
    </message>
    <message>
        <source>{0} ({1})</source>
        <translation>{0}（{1}）</translation>
    </message>
    <message>
        <source>more input files than inputs</source>
        <translation>输入文件多于输入</translation>
    </message>
    <message>
        <source>remove the extra input_N.pb</source>
        <translation>请移除多余的 input_N.pb</translation>
    </message>
    <message>
        <source>{0} expected outputs for {1} outputs</source>
        <translation>为 {1} 个输出提供了 {0} 个预期输出</translation>
    </message>
    <message>
        <source>give output_0.pb … or an .npz with the outputs&apos; names</source>
        <translation>请给出 output_0.pb …，或含有输出名称的 .npz</translation>
    </message>
    <message>
        <source>not an .npy array that can be read: {0}</source>
        <translation>不是可读取的 .npy 数组：{0}</translation>
    </message>
    <message>
        <source>write it with numpy.save, little-endian and without objects</source>
        <translation>请用 numpy.save 以小端、不含对象的方式写出</translation>
    </message>
    <message>
        <source>its header is no dictionary</source>
        <translation>文件头不是字典</translation>
    </message>
    <message>
        <source>its header is damaged</source>
        <translation>文件头已损坏</translation>
    </message>
    <message>
        <source>type {0} is none of ONNX&apos;s</source>
        <translation>类型 {0} 不是 ONNX 的类型</translation>
    </message>
    <message>
        <source>of a record</source>
        <translation>记录类型</translation>
    </message>
    <message>
        <source>its order is neither True nor False</source>
        <translation>其顺序既非 True 也非 False</translation>
    </message>
    <message>
        <source>its header has an unexpected key</source>
        <translation>文件头含有意外的键</translation>
    </message>
    <message>
        <source>it does not begin as one</source>
        <translation>开头不是 .npy</translation>
    </message>
    <message>
        <source>its header is cut short, or too long</source>
        <translation>文件头被截断或过长</translation>
    </message>
    <message>
        <source>its shape is impossible</source>
        <translation>形状不可能存在</translation>
    </message>
    <message>
        <source>damaged .npz: {0}</source>
        <translation>.npz 已损坏：{0}</translation>
    </message>
    <message>
        <source>write it again with numpy.savez</source>
        <translation>请用 numpy.savez 重新写出</translation>
    </message>
    <message>
        <source>its directory cannot be read</source>
        <translation>无法读取其目录</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is packed in a way that numpy does not use</source>
        <translation>“{0}”的压缩方式不是 numpy 所用的</translation>
    </message>
    <message>
        <source>its entries overlap</source>
        <translation>其条目互相重叠</translation>
    </message>
    <message>
        <source>has shape {0}, the model wants {1}</source>
        <translation>形状为 {0}，模型需要 {1}</translation>
    </message>
    <message>
        <source>reshape the data</source>
        <translation>请改变数据的形状</translation>
    </message>
    <message>
        <source>its shape does not fit its size</source>
        <translation>形状与大小不符</translation>
    </message>
    <message>
        <source>it claims an impossible size</source>
        <translation>它声明的大小不可能存在</translation>
    </message>
    <message>
        <source>it</source>
        <translation>它</translation>
    </message>
    <message>
        <source>give a smaller array</source>
        <translation>请给出更小的数组</translation>
    </message>
    <message>
        <source>it is empty</source>
        <translation>它是空的</translation>
    </message>
    <message>
        <source>is not an input of the model</source>
        <translation>不是模型的输入</translation>
    </message>
    <message>
        <source>it has two arrays &apos;{0}&apos;</source>
        <translation>有两个数组“{0}”</translation>
    </message>
    <message>
        <source>array &apos;{0}&apos;</source>
        <translation>数组“{0}”</translation>
    </message>
    <message>
        <source>damaged .npy: its shape does not fit its size</source>
        <translation>.npy 已损坏：形状与大小不符</translation>
    </message>
    <message>
        <source>write it again with numpy.save</source>
        <translation>请用 numpy.save 重新写出</translation>
    </message>
    <message>
        <source>{0} has no numpy form</source>
        <translation>{0} 没有 numpy 形式</translation>
    </message>
    <message>
        <source>value &apos;{0}&apos;</source>
        <translation>值“{0}”</translation>
    </message>
    <message>
        <source>write .pb instead</source>
        <translation>请改写为 .pb</translation>
    </message>
    <message>
        <source>cannot make the .npz: {0}</source>
        <translation>无法生成 .npz：{0}</translation>
    </message>
    <message>
        <source>write a folder of .pb files instead</source>
        <translation>请改写为 .pb 文件的文件夹</translation>
    </message>
    <message>
        <source>no random data for type {0}</source>
        <translation>无法为类型 {0} 生成随机数据</translation>
    </message>
    <message>
        <source>give data for it</source>
        <translation>请为其提供数据</translation>
    </message>
    <message>
        <source>input &apos;{0}&apos;</source>
        <translation>输入“{0}”</translation>
    </message>
    <message>
        <source>has no tensor type with a known rank</source>
        <translation>没有维数已知的张量类型</translation>
    </message>
    <message>
        <source>is too large for random data: {0}, and {1} MiB are left for it</source>
        <translation>过大，无法生成随机数据：{0}，而只剩 {1} MiB 可用</translation>
    </message>
    <message>
        <source>the name does not say how to write it</source>
        <translation>名称没有指明写出的格式</translation>
    </message>
    <message>
        <source>end it with .npy, .npz or .pb</source>
        <translation>请以 .npy、.npz 或 .pb 结尾</translation>
    </message>
    <message>
        <source>cannot make the folder: {0}</source>
        <translation>无法创建文件夹：{0}</translation>
    </message>
    <message>
        <source>check the path and its permissions</source>
        <translation>请检查路径及其权限</translation>
    </message>
    <message>
        <source>INVALID_GRAPH: the binary {0}</source>
        <translation>INVALID_GRAPH：二进制{0}</translation>
    </message>
    <message>
        <source>compile the model again</source>
        <translation>请重新编译模型</translation>
    </message>
    <message>
        <source>is none of {0}</source>
        <translation>不是 {0} 的二进制</translation>
    </message>
    <message>
        <source>has {0} bytes instead of {1}</source>
        <translation>有 {0} 字节，而应有 {1} 字节</translation>
    </message>
    <message>
        <source>is damaged: its index does not match its checksum</source>
        <translation>已损坏：索引与校验和不符</translation>
    </message>
    <message>
        <source>is damaged: its index cannot be read</source>
        <translation>已损坏：无法读取索引</translation>
    </message>
    <message>
        <source>is damaged: {0} has no place</source>
        <translation>已损坏：{0}没有位置</translation>
    </message>
    <message>
        <source>is damaged: {0} lies outside</source>
        <translation>已损坏：{0}位于范围之外</translation>
    </message>
    <message>
        <source>is damaged: {0} does not match its checksum</source>
        <translation>已损坏：{0}与校验和不符</translation>
    </message>
    <message>
        <source>was compiled by release &apos;{0}&apos;, and this is &apos;{1}&apos;</source>
        <translation>由版本“{0}”编译，而本版本是“{1}”</translation>
    </message>
    <message>
        <source>was compiled for &apos;{0}&apos;, and this is &apos;{1}&apos;</source>
        <translation>为“{0}”编译，而此设备是“{1}”</translation>
    </message>
    <message>
        <source>is damaged: it has no table of {0}</source>
        <translation>已损坏：没有 {0} 的表</translation>
    </message>
    <message>
        <source>graph &apos;{0}&apos;</source>
        <translation>图“{0}”</translation>
    </message>
    <message>
        <source>a tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>has no graph &apos;{0}&apos;</source>
        <translation>没有图“{0}”</translation>
    </message>
    <message>
        <source>is damaged: tensor &apos;{0}&apos; is not in its table</source>
        <translation>已损坏：表中没有张量“{0}”</translation>
    </message>
    <message>
        <source>QNN has no option &apos;{0}&apos;</source>
        <translation>QNN 没有选项“{0}”</translation>
    </message>
    <message>
        <source>it has {0}</source>
        <translation>它有 {0}</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is no value of QNN&apos;s option &apos;{1}&apos;</source>
        <translation>“{0}”不是 QNN 选项“{1}”的有效值</translation>
    </message>
    <message>
        <source>give a whole number, 0 for the default</source>
        <translation>请给出整数，0 表示默认值</translation>
    </message>
    <message>
        <source>it takes {0}</source>
        <translation>可取 {0}</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is not key|value</source>
        <translation>“{0}”不是 key|value 形式</translation>
    </message>
    <message>
        <source>write for example soc_model|60</source>
        <translation>例如写成 soc_model|60</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is given twice</source>
        <translation>“{0}”给出了两次</translation>
    </message>
    <message>
        <source>give it once</source>
        <translation>请只给出一次</translation>
    </message>
    <message>
        <source>leave it out: each is named after its model</source>
        <translation>请去掉它：每个文件以其模型命名</translation>
    </message>
    <message>
        <source>the description of the plugin is no JSON object</source>
        <translation>插件的描述不是 JSON 对象</translation>
    </message>
    <message>
        <source>write {&quot;ep_library_registration_name&quot;: …, &quot;ep_library_path&quot;: …, &quot;selected_ep_name&quot;: …}</source>
        <translation>请写成 {&quot;ep_library_registration_name&quot;: …, &quot;ep_library_path&quot;: …, &quot;selected_ep_name&quot;: …}</translation>
    </message>
    <message>
        <source>the description of the plugin has no text &apos;{0}&apos;</source>
        <translation>插件的描述中没有文本“{0}”</translation>
    </message>
    <message>
        <source>it needs the library&apos;s name and path</source>
        <translation>需要库的名称和路径</translation>
    </message>
    <message>
        <source>the plugin&apos;s provider is selected by name and by device</source>
        <translation>同时按名称和按设备选择了插件的提供程序</translation>
    </message>
    <message>
        <source>the plugin&apos;s provider is not selected</source>
        <translation>没有选择插件的提供程序</translation>
    </message>
    <message>
        <source>give either selected_ep_name or selected_ep_device_indices</source>
        <translation>请只给出 selected_ep_name 或 selected_ep_device_indices 之一</translation>
    </message>
    <message>
        <source>default_ep_options is no JSON object</source>
        <translation>default_ep_options 不是 JSON 对象</translation>
    </message>
    <message>
        <source>write {&quot;key&quot;: &quot;value&quot;}</source>
        <translation>请写成 {&quot;key&quot;: &quot;value&quot;}</translation>
    </message>
    <message>
        <source>backend_type and backend_path say the same thing twice</source>
        <translation>backend_type 与 backend_path 重复指定了同一内容</translation>
    </message>
    <message>
        <source>give one</source>
        <translation>请给出其中一个</translation>
    </message>
    <message>
        <source>OpenVINO&apos;s binary is damaged: {0}</source>
        <translation>OpenVINO 的二进制已损坏：{0}</translation>
    </message>
    <message>
        <source>generate the context model again</source>
        <translation>请重新生成上下文模型</translation>
    </message>
    <message>
        <source>it does not begin with an OVEP_BIN header</source>
        <translation>开头不是 OVEP_BIN 头</translation>
    </message>
    <message>
        <source>OpenVINO&apos;s binary has format version {0}, and only 1 is known</source>
        <translation>OpenVINO 二进制的格式版本为 {0}，而只支持版本 1</translation>
    </message>
    <message>
        <source>generate it with a release whose format is known</source>
        <translation>请用格式受支持的版本生成</translation>
    </message>
    <message>
        <source>its index lies outside</source>
        <translation>索引位于范围之外</translation>
    </message>
    <message>
        <source>its index cannot be read</source>
        <translation>无法读取索引</translation>
    </message>
    <message>
        <source>the blob &apos;{0}&apos; has no place</source>
        <translation>数据块“{0}”没有位置</translation>
    </message>
    <message>
        <source>the blob &apos;{0}&apos; lies outside</source>
        <translation>数据块“{0}”位于范围之外</translation>
    </message>
    <message>
        <source>the graphs of a QNN binary cannot be renamed: {0}</source>
        <translation>无法重命名 QNN 二进制中的图：{0}</translation>
    </message>
    <message>
        <source>compile one of the models from a file of another name</source>
        <translation>请从另一名称的文件编译其中一个模型</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is not as long as &apos;{1}&apos;</source>
        <translation>“{0}”与“{1}”长度不同</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is in it already</source>
        <translation>其中已有“{0}”</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is not in it</source>
        <translation>其中没有“{0}”</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; also stands where it is no name</source>
        <translation>“{0}”也出现在并非名称的位置</translation>
    </message>
    <message>
        <source>the model is compiled already: it holds EPContext nodes</source>
        <translation>模型已经编译过：其中含有 EPContext 节点</translation>
    </message>
    <message>
        <source>compile the model that it was made from</source>
        <translation>请编译其源模型</translation>
    </message>
    <message>
        <source>the output must be a file with an ending, no folder</source>
        <translation>输出必须是带扩展名的文件，不能是文件夹</translation>
    </message>
    <message>
        <source>write for example model_ctx.onnx</source>
        <translation>例如写成 model_ctx.onnx</translation>
    </message>
    <message>
        <source>the binary is larger than the 2 GiB that a model file may hold</source>
        <translation>二进制超过模型文件可容纳的 2 GiB</translation>
    </message>
    <message>
        <source>write it beside the model (embed mode 0)</source>
        <translation>请将其写在模型旁边（嵌入模式 0）</translation>
    </message>
    <message>
        <source>unable to compile any nodes</source>
        <translation>没有可编译的节点</translation>
    </message>
    <message>
        <source>Both ep_context_path and model_path are empty.</source>
        <translation>ep_context_path 和 model_path 均为空。</translation>
    </message>
    <message>
        <source>a model from memory needs a name for what is written: ep.context_file_path</source>
        <translation>来自内存的模型需要指定输出文件名：ep.context_file_path</translation>
    </message>
    <message>
        <source>models that share weights cannot hold the binary themselves</source>
        <translation>共享权重的模型不能自带二进制</translation>
    </message>
    <message>
        <source>use embed mode 0</source>
        <translation>请使用嵌入模式 0</translation>
    </message>
    <message>
        <source>two models would be written to one file</source>
        <translation>两个模型会写到同一个文件</translation>
    </message>
    <message>
        <source>rename one of them, or write them beside their sources</source>
        <translation>请将其中一个改名，或写在各自的源文件旁边</translation>
    </message>
    <message>
        <source>two models would write their weights on the CPU to one file</source>
        <translation>两个模型会将 CPU 上的权重写到同一个文件</translation>
    </message>
    <message>
        <source>leave out ep.context_model_external_initializers_file_name</source>
        <translation>请去掉 ep.context_model_external_initializers_file_name</translation>
    </message>
    <message>
        <source>the context model would not load: {0}</source>
        <translation>上下文模型将无法加载：{0}</translation>
    </message>
    <message>
        <source>the binary and the weights on the CPU would be one file</source>
        <translation>二进制与 CPU 上的权重会写到同一个文件</translation>
    </message>
    <message>
        <source>give the weights another name</source>
        <translation>请为权重文件另取名称</translation>
    </message>
    <message>
        <source>the model has no EPContext node</source>
        <translation>模型中没有 EPContext 节点</translation>
    </message>
    <message>
        <source>EPContext node &apos;{0}&apos;</source>
        <translation>EPContext 节点“{0}”</translation>
    </message>
    <message>
        <source>two nodes are called &apos;{0}&apos;: ONNX Runtime refuses the model</source>
        <translation>有两个节点名为“{0}”：ONNX Runtime 会拒绝该模型</translation>
    </message>
    <message>
        <source>two tensors are called &apos;{0}&apos;: ONNX Runtime refuses the model</source>
        <translation>有两个张量名为“{0}”：ONNX Runtime 会拒绝该模型</translation>
    </message>
    <message>
        <source>the model does not import com.microsoft, the domain of EPContext</source>
        <translation>模型没有导入 EPContext 所属的域 com.microsoft</translation>
    </message>
    <message>
        <source>{0} names no source: no execution provider will take it</source>
        <translation>{0}没有写明 source：没有执行提供程序会接受它</translation>
    </message>
    <message>
        <source>{0} has embed_mode 1 but holds no binary</source>
        <translation>{0}的 embed_mode 为 1，但没有二进制</translation>
    </message>
    <message>
        <source>{0} holds more than the 2 GiB that a file may hold</source>
        <translation>{0}的内容超过文件可容纳的 2 GiB</translation>
    </message>
    <message>
        <source>{0}: {1}; {2}</source>
        <translation>{0}：{1}；{2}</translation>
    </message>
    <message>
        <source>{0}: its binary is empty</source>
        <translation>{0}：其二进制为空</translation>
    </message>
    <message>
        <source>output &apos;{0}&apos; of {1} has an unknown size: QNN takes fixed shapes only</source>
        <translation>{1} 的输出“{0}”大小未知：QNN 只接受固定形状</translation>
    </message>
    <message>
        <source>the binary &apos;{0}&apos; is not the one that the model was written with</source>
        <translation>二进制“{0}”不是写出模型时的那一个</translation>
    </message>
    <message>
        <source>{0} was written by release &apos;{1}&apos;, others of {2} by &apos;{3}&apos;</source>
        <translation>{0}由版本“{1}”写出，而 {2} 的其他节点由“{3}”写出</translation>
    </message>
    <message>
        <source>{0} is for &apos;{1}&apos;, others of {2} for &apos;{3}&apos;</source>
        <translation>{0}用于“{1}”，而 {2} 的其他节点用于“{3}”</translation>
    </message>
    <message>
        <source>{0}: no binary has a graph of that name, which QNN looks it up by</source>
        <translation>{0}：没有二进制含有该名称的图，而 QNN 按名称查找</translation>
    </message>
    <message>
        <source>{0} and {1} use the one graph in &apos;{2}&apos;: if they were compiled from different models, one computes wrong numbers</source>
        <translation>{0}和{1}都使用“{2}”中唯一的图：若它们由不同的模型编译，其中之一会算出错误的结果</translation>
    </message>
    <message>
        <source>OpenVINO&apos;s nodes name several binaries, and a session reads only one: merge them into one container</source>
        <translation>OpenVINO 的节点指向多个二进制，而一个会话只读取一个：请合并为一个容器</translation>
    </message>
    <message>
        <source>several of OpenVINO&apos;s nodes hold a binary, and a session reads only one: merge them into one file</source>
        <translation>有多个 OpenVINO 节点带有二进制，而一个会话只读取一个：请合并为一个文件</translation>
    </message>
    <message>
        <source>{0} names no binary: OpenVINO wants the path at every node</source>
        <translation>{0}没有指明二进制：OpenVINO 要求每个节点都有路径</translation>
    </message>
    <message>
        <source>{0}: the binary has no blob for its partition_name &apos;{1}&apos;</source>
        <translation>{0}：二进制中没有对应其 partition_name“{1}”的数据块</translation>
    </message>
    <message>
        <source>tensor &apos;{0}&apos; of {1} has another name in the blob: OpenVINO refuses it</source>
        <translation>{1} 的张量“{0}”在数据块中名称不同：OpenVINO 会拒绝它</translation>
    </message>
    <message>
        <source>{0} is for &apos;{1}&apos;, not for &apos;{2}&apos;</source>
        <translation>{0}用于“{1}”，而不是“{2}”</translation>
    </message>
    <message>
        <source>the binary of {0} was compiled by release &apos;{1}&apos;, and this one, &apos;{2}&apos;, does not load it</source>
        <translation>{0} 的二进制由版本“{1}”编译，本版本“{2}”无法加载</translation>
    </message>
    <message>
        <source>{0} is for &apos;{1}&apos;, its binary for &apos;{2}&apos;</source>
        <translation>{0}用于“{1}”，而其二进制用于“{2}”</translation>
    </message>
    <message>
        <source>{0}: no binary has a graph &apos;{1}&apos;</source>
        <translation>{0}：没有二进制含有图“{1}”</translation>
    </message>
    <message>
        <source>{0} has other inputs or outputs than its graph in the binary</source>
        <translation>{0}的输入或输出与二进制中的图不同</translation>
    </message>
    <message>
        <source>import com.microsoft 1</source>
        <translation>导入 com.microsoft 1</translation>
    </message>
    <message>
        <source>call it &apos;{0}&apos;</source>
        <translation>改名为“{0}”</translation>
    </message>
    <message>
        <source>a merge needs two models or more</source>
        <translation>合并需要两个或更多模型</translation>
    </message>
    <message>
        <source>the EPContext node &apos;{0}&apos; of {1} names no source, so nobody knows what may be renamed</source>
        <translation>{1} 的 EPContext 节点“{0}”没有写明 source，无法知道哪些名称可以更改</translation>
    </message>
    <message>
        <source>generate it with a provider that says who it is</source>
        <translation>请用会写明来源的提供程序生成</translation>
    </message>
    <message>
        <source>output &apos;{0}&apos; of the EPContext node &apos;{1}&apos; of {2} has no type and shape</source>
        <translation>{2} 的 EPContext 节点“{1}”的输出“{0}”没有类型和形状</translation>
    </message>
    <message>
        <source>generate the model again: ONNX Runtime cannot infer them</source>
        <translation>请重新生成模型：ONNX Runtime 无法推断它们</translation>
    </message>
    <message>
        <source>two EPContext nodes must be called &apos;{0}&apos;</source>
        <translation>两个 EPContext 节点都必须命名为“{0}”</translation>
    </message>
    <message>
        <source>tensor &apos;{0}&apos; is there in {1} and in {2}, and the binaries know it by that name</source>
        <translation>{1} 和 {2} 中都有张量“{0}”，且二进制按此名称识别它</translation>
    </message>
    <message>
        <source>export one of the models with other names of inputs and outputs, or share the input if it is the same</source>
        <translation>请用其他输入输出名称导出其中一个模型；若输入相同，可将其共用</translation>
    </message>
    <message>
        <source>the shared inputs</source>
        <translation>共用的输入</translation>
    </message>
    <message>
        <source>tensor &apos;{0}&apos; of {1} would be called &apos;{2}&apos;, as another one is in its binary: QNN would mix them up</source>
        <translation>{1} 的张量“{0}”将改名为“{2}”，与其二进制中的另一张量同名：QNN 会将其混淆</translation>
    </message>
    <message>
        <source>choose another prefix</source>
        <translation>请另选前缀</translation>
    </message>
    <message>
        <source>no model has the input &apos;{0}&apos;</source>
        <translation>没有模型具有输入“{0}”</translation>
    </message>
    <message>
        <source>no model has the output &apos;{0}&apos;</source>
        <translation>没有模型具有输出“{0}”</translation>
    </message>
    <message>
        <source>several models have the input &apos;{0}&apos;</source>
        <translation>有多个模型具有输入“{0}”</translation>
    </message>
    <message>
        <source>several models have the output &apos;{0}&apos;</source>
        <translation>有多个模型具有输出“{0}”</translation>
    </message>
    <message>
        <source>choose it again from the inputs and outputs of the models</source>
        <translation>请从各模型的输入和输出中重新选择</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; and &apos;{1}&apos; are of one model</source>
        <translation>“{0}”和“{1}”属于同一个模型</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; ({1}) does not fit &apos;{2}&apos; ({3})</source>
        <translation>“{0}”（{1}）与“{2}”（{3}）不匹配</translation>
    </message>
    <message>
        <source>connect tensors of one type and shape</source>
        <translation>请连接类型和形状相同的张量</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is connected twice</source>
        <translation>“{0}”被连接了两次</translation>
    </message>
    <message>
        <source>leave one out</source>
        <translation>请去掉其中一个</translation>
    </message>
    <message>
        <source>metadata &apos;{0}&apos; differs in {1}</source>
        <translation>{1} 的元数据“{0}”不同</translation>
    </message>
    <message>
        <source>that of an earlier model is kept</source>
        <translation>保留靠前模型的值</translation>
    </message>
    <message>
        <source>tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>prefix of its model</source>
        <translation>所属模型的前缀</translation>
    </message>
    <message>
        <source>node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>function</source>
        <translation>函数</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; of {1} is connected, and its binary knows it by that name</source>
        <translation>{1} 的“{0}”已被连接，而其二进制按此名称识别它</translation>
    </message>
    <message>
        <source>a Concat of one tensor gives it that name</source>
        <translation>用单输入的 Concat 赋予它该名称</translation>
    </message>
    <message>
        <source>input &apos;{0}&apos; of {1} has another type or shape than that of the others</source>
        <translation>{1} 的输入“{0}”与其他模型的类型或形状不同</translation>
    </message>
    <message>
        <source>do not share it</source>
        <translation>请不要共用它</translation>
    </message>
    <message>
        <source>generate the model again, or merge the one that holds the binary</source>
        <translation>请重新生成模型，或合并带有该二进制的模型</translation>
    </message>
    <message>
        <source>graph &apos;{0}&apos; in the binary of {1} has the name of another one</source>
        <translation>{1} 的二进制中图“{0}”与另一图同名</translation>
    </message>
    <message>
        <source>rename the graphs in a copy of the binary, or compile one of the models from a file of another name</source>
        <translation>请在二进制的副本中重命名图，或从另一名称的文件重新编译其中一个模型</translation>
    </message>
    <message>
        <source>{0}, and it holds no number to replace</source>
        <translation>{0}，而其中没有可替换的数字</translation>
    </message>
    <message>
        <source>renamed in a copy of the binary</source>
        <translation>在二进制的副本中重命名</translation>
    </message>
    <message>
        <source>graph</source>
        <translation>图</translation>
    </message>
    <message>
        <source>another binary has a graph of that name</source>
        <translation>另一二进制中已有同名的图</translation>
    </message>
    <message>
        <source>OpenVINO reads one binary in a session, and these are of an old form that cannot be put together</source>
        <translation>OpenVINO 每个会话只读取一个二进制，而这些是无法合并的旧格式</translation>
    </message>
    <message>
        <source>generate the models with OpenVINO&apos;s execution provider 1.24 or newer</source>
        <translation>请用 1.24 或更新版本的 OpenVINO 执行提供程序生成模型</translation>
    </message>
    <message>
        <source>partition</source>
        <translation>分区</translation>
    </message>
    <message>
        <source>another blob in the container has that name</source>
        <translation>容器中已有同名的数据块</translation>
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
        <source>the binary of {0} has no blob &apos;{1}&apos;</source>
        <translation>{0} 的二进制中没有数据块“{1}”</translation>
    </message>
    <message>
        <source>generate the model again</source>
        <translation>请重新生成模型</translation>
    </message>
    <message>
        <source>partition &apos;{0}&apos; of {1} is there in two models</source>
        <translation>{1} 的分区“{0}”出现在两个模型中</translation>
    </message>
    <message>
        <source>compile one of them with another prefix</source>
        <translation>请用另一前缀编译其中一个</translation>
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
    <message>
        <source>file &apos;{0}&apos; of {1} has the name of another one</source>
        <translation>{1} 的文件“{0}”与另一文件同名</translation>
    </message>
    <message>
        <source>stored as &apos;{0}&apos;</source>
        <translation>存为“{0}”</translation>
    </message>
    <message>
        <source>the merged model would not load: {0}</source>
        <translation>合并后的模型将无法加载：{0}</translation>
    </message>
    <message>
        <source>nothing was written; please report this</source>
        <translation>未写入任何内容；请报告此问题</translation>
    </message>
    <message>
        <source>a source has that fault, too: generate it again</source>
        <translation>某个源模型也有此问题：请重新生成它</translation>
    </message>
    <message>
        <source>the models are compiled for {0}, and {1} is chosen</source>
        <translation>这些模型是为 {0} 编译的，而当前选择的是 {1}</translation>
    </message>
    <message>
        <source>choose {0} to run the merged model here</source>
        <translation>要在此运行合并后的模型，请选择 {0}</translation>
    </message>
    <message>
        <source>{0} is of opset {1}, others of {2}, and it cannot be converted: {3}</source>
        <translation>{0} 的 opset 为 {1}，其他模型为 {2}，且无法转换：{3}</translation>
    </message>
    <message>
        <source>export all models with the same opset</source>
        <translation>请以相同的 opset 导出所有模型</translation>
    </message>
    <message>
        <source>opset {0} of {1}</source>
        <translation>{1} 的 opset {0}</translation>
    </message>
    <message>
        <source>converted to {0}</source>
        <translation>转换为 {0}</translation>
    </message>
    <message>
        <source>domain {0} is imported in version {1} and in {2}</source>
        <translation>域 {0} 以版本 {1} 和版本 {2} 两次导入</translation>
    </message>
    <message>
        <source>export all models with the same version</source>
        <translation>请以相同的版本导出所有模型</translation>
    </message>
    <message>
        <source>binaries of &apos;{0}&apos; are kept as they are: nobody knows whether it takes them in another place</source>
        <translation>“{0}”的二进制保持原样：不知道它能否从其他位置读取</translation>
    </message>
    <message>
        <source>keep the binaries as they are</source>
        <translation>请让二进制保持原样</translation>
    </message>
    <message>
        <source>OpenVINO&apos;s container stays beside the model: embedded, its node loses it</source>
        <translation>OpenVINO 的容器须放在模型旁：嵌入后其节点会找不到它</translation>
    </message>
    <message>
        <source>keep the binaries as they are, or beside the model</source>
        <translation>请让二进制保持原样，或放在模型旁边</translation>
    </message>
    <message>
        <source>the plan has no file &apos;{0}&apos;</source>
        <translation>计划中没有文件“{0}”</translation>
    </message>
    <message>
        <source>the binaries are larger than the 2 GiB that a model file may hold</source>
        <translation>二进制超过模型文件可容纳的 2 GiB</translation>
    </message>
    <message>
        <source>keep them beside the model</source>
        <translation>请将其放在模型旁边</translation>
    </message>
    <message>
        <source>was inside the model</source>
        <translation>原先在模型内</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is no output of the merged model, or stands twice</source>
        <translation>“{0}”不是合并后模型的输出，或出现了两次</translation>
    </message>
    <message>
        <source>take one of the names that the plan lists</source>
        <translation>请使用计划中列出的名称</translation>
    </message>
    <message>
        <source>no EPContext node has the partition or the name &apos;{0}&apos;</source>
        <translation>没有分区名或名称为“{0}”的 EPContext 节点</translation>
    </message>
    <message>
        <source>take one of the EPContext nodes of the model</source>
        <translation>请选择模型的一个 EPContext 节点</translation>
    </message>
    <message>
        <source>no node of &apos;{0}&apos; with main_context 1 holds its binary</source>
        <translation>“{0}”中没有 main_context 为 1 的节点带有其二进制</translation>
    </message>
    <message>
        <source>cancelled, nothing was written</source>
        <translation>已取消，未写入任何内容</translation>
    </message>
    <message>
        <source>{0} is &apos;{1}&apos;</source>
        <translation>{0} 为“{1}”</translation>
    </message>
    <message>
        <source>give 0 or 1</source>
        <translation>请给出 0 或 1</translation>
    </message>
    <message>
        <source>there is no session option &apos;{0}&apos;</source>
        <translation>没有会话选项“{0}”</translation>
    </message>
    <message>
        <source>docs/epcontext.md lists those about context models</source>
        <translation>有关上下文模型的选项见 docs/epcontext.md</translation>
    </message>
    <message>
        <source>{0} nodes are assigned to the CPU, but fallback to CPU EP has been explicitly disabled by the user</source>
        <translation>有 {0} 个节点分配给 CPU，但用户已明确禁用回退到 CPU</translation>
    </message>
    <message>
        <source>MODEL_REQUIRES_COMPILATION: {0} would have to compile {1} nodes, and session.disable_model_compile is 1</source>
        <translation>MODEL_REQUIRES_COMPILATION：{0} 需要编译 {1} 个节点，而 session.disable_model_compile 为 1</translation>
    </message>
    <message>
        <source>session option &apos;{0}&apos; is too long</source>
        <translation>会话选项“{0}”过长</translation>
    </message>
    <message>
        <source>keys have at most 128 bytes, values 1024</source>
        <translation>键最长 128 字节，值最长 1024 字节</translation>
    </message>
    <message>
        <source>session option &apos;{0}&apos; is given twice</source>
        <translation>会话选项“{0}”给出了两次</translation>
    </message>
    <message>
        <source>ep.context_model_external_initializers_file_name is &apos;{0}&apos;</source>
        <translation>ep.context_model_external_initializers_file_name 为“{0}”</translation>
    </message>
    <message>
        <source>give a file name without a folder: it lies beside the model</source>
        <translation>请给出不含文件夹的文件名：它位于模型旁边</translation>
    </message>
    <message>
        <source>the path &apos;{0}&apos; of a binary {1}</source>
        <translation>二进制的路径“{0}”{1}</translation>
    </message>
    <message>
        <source>the binary must lie in the model&apos;s folder or below it</source>
        <translation>二进制必须位于模型的文件夹或其子文件夹中</translation>
    </message>
    <message>
        <source>is empty or no path</source>
        <translation>为空或不是路径</translation>
    </message>
    <message>
        <source>write where the binary lies, from the model&apos;s folder</source>
        <translation>请写出二进制相对于模型文件夹的位置</translation>
    </message>
    <message>
        <source>is absolute</source>
        <translation>是绝对路径</translation>
    </message>
    <message>
        <source>leads out of the model&apos;s folder</source>
        <translation>指向模型文件夹之外</translation>
    </message>
    <message>
        <source>leads to no file</source>
        <translation>没有指向文件</translation>
    </message>
    <message>
        <source>put the binary beside the model, or generate both again</source>
        <translation>请将二进制放在模型旁边，或将两者重新生成</translation>
    </message>
    <message>
        <source>is a link out of the model&apos;s folder</source>
        <translation>是指向模型文件夹之外的链接</translation>
    </message>
    <message>
        <source>is no regular file</source>
        <translation>不是普通文件</translation>
    </message>
    <message>
        <source>the EPContext node &apos;{0}&apos; holds no binary</source>
        <translation>EPContext 节点“{0}”没有二进制</translation>
    </message>
    <message>
        <source>node &apos;{0}&apos;</source>
        <translation>节点“{0}”</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is needed, but is neither made within nor an input</source>
        <translation>需要“{0}”，但它既不在范围内产生，也不是输入</translation>
    </message>
    <message>
        <source>name it as an input, too</source>
        <translation>请也将其列为输入</translation>
    </message>
    <message>
        <source>a model-local function calls itself</source>
        <translation>模型内函数调用了自身</translation>
    </message>
    <message>
        <source>function &apos;{0}&apos;</source>
        <translation>函数“{0}”</translation>
    </message>
    <message>
        <source>correct the model</source>
        <translation>请修正模型</translation>
    </message>
    <message>
        <source>its functions unfold to more than {0} nodes</source>
        <translation>其函数展开后超过 {0} 个节点</translation>
    </message>
    <message>
        <source>the bodies in its functions nest more than {0} levels</source>
        <translation>其函数中的子图嵌套超过 {0} 层</translation>
    </message>
    <message>
        <source>tensor &apos;{0}&apos;</source>
        <translation>张量“{0}”</translation>
    </message>
    <message>
        <source>the values are in a field that its type does not use</source>
        <translation>值位于其类型不使用的字段中</translation>
    </message>
    <message>
        <source>fewer values than the shape needs</source>
        <translation>值的数量少于形状所需</translation>
    </message>
    <message>
        <source>the number of values does not fit the shape</source>
        <translation>值的数量与形状不符</translation>
    </message>
    <message>
        <source>numbers cannot be written as {0}</source>
        <translation>数字无法写成 {0}</translation>
    </message>
    <message>
        <source>type &apos;{0}&apos; has no plain bytes</source>
        <translation>类型“{0}”没有普通的字节表示</translation>
    </message>
    <message>
        <source>external data without a file to read it from</source>
        <translation>外部数据没有可读取的文件</translation>
    </message>
    <message>
        <source>text where numbers were expected</source>
        <translation>应为数字，实际为文本</translation>
    </message>
    <message>
        <source>holds {0} bytes, its shape needs {1}</source>
        <translation>含有 {0} 字节，其形状需要 {1} 字节</translation>
    </message>
    <message>
        <source>more than {0} values</source>
        <translation>超过 {0} 个值</translation>
    </message>
    <message>
        <source>integers were expected, it holds {0}</source>
        <translation>应为整数，实际为 {0}</translation>
    </message>
    <message>
        <source>has not as many strings as its shape says</source>
        <translation>字符串数量与形状不符</translation>
    </message>
    <message>
        <source>write the file again</source>
        <translation>请重新写出文件</translation>
    </message>
    <message>
        <source>Graphviz is used for graphs up to {0} boxes, this one has {1}</source>
        <translation>Graphviz 只用于不超过 {0} 个方框的图，此图有 {1} 个</translation>
    </message>
    <message>
        <source>dot answered in a form that is not understood</source>
        <translation>dot 的回答格式无法理解</translation>
    </message>
    <message>
        <source>the graph has a cycle, so it cannot be drawn from top to bottom</source>
        <translation>图中有环，无法自上而下绘制</translation>
    </message>
    <message>
        <source>IR version {0} is not known; the newest is {1}</source>
        <translation>未知的 IR 版本 {0}；最新版本是 {1}</translation>
    </message>
    <message>
        <source>the model imports no operator set</source>
        <translation>模型没有导入任何算子集</translation>
    </message>
    <message>
        <source>operator set &apos;{0}&apos; is imported twice</source>
        <translation>算子集“{0}”被导入两次</translation>
    </message>
    <message>
        <source>opset {0} of &apos;{1}&apos; is newer than {2}, the newest known</source>
        <translation>“{1}”的 opset {0} 比已知的最新版本 {2} 更新</translation>
    </message>
    <message>
        <source>node name &apos;{0}&apos; is used more than once in graph &apos;{1}&apos;</source>
        <translation>在图“{1}”中，节点名“{0}”被多次使用</translation>
    </message>
    <message>
        <source>node &apos;{0}&apos; is of domain &apos;{1}&apos;, which the model does not import</source>
        <translation>节点“{0}”属于域“{1}”，而模型没有导入该域</translation>
    </message>
    <message>
        <source>value &apos;{0}&apos; is used but nothing makes it, in graph &apos;{1}&apos;</source>
        <translation>在图“{1}”中，值“{0}”被使用，但没有任何节点产生它</translation>
    </message>
    <message>
        <source>node &apos;{0}&apos; stands before what it reads, in graph &apos;{1}&apos;</source>
        <translation>在图“{1}”中，节点“{0}”排在其所读取的内容之前</translation>
    </message>
    <message>
        <source>ONNX&apos;s checker</source>
        <translation>ONNX 的检查器</translation>
    </message>
    <message>
        <source>strict shape inference</source>
        <translation>严格形状推断</translation>
    </message>
    <message>
        <source>opset {0} does not exist</source>
        <translation>opset {0} 不存在</translation>
    </message>
    <message>
        <source>choose 1 to {0}</source>
        <translation>请选择 1 到 {0}</translation>
    </message>
    <message>
        <source>ONNX&apos;s converter refused the model</source>
        <translation>ONNX 的版本转换器拒绝了该模型</translation>
    </message>
    <message>
        <source>after converting to opset {0}</source>
        <translation>转换到 opset {0} 之后</translation>
    </message>
    <message>
        <source>external data &apos;{0}&apos; {1}</source>
        <translation>外部数据“{0}”{1}</translation>
    </message>
    <message>
        <source>keep the data file in the model&apos;s folder and name it by a relative path</source>
        <translation>请将数据文件放在模型的文件夹中，并使用相对路径</translation>
    </message>
    <message>
        <source>is not a file name</source>
        <translation>不是文件名</translation>
    </message>
    <message>
        <source>is an absolute path</source>
        <translation>是绝对路径</translation>
    </message>
    <message>
        <source>leaves the model&apos;s folder</source>
        <translation>超出模型的文件夹</translation>
    </message>
    <message>
        <source>cannot be found: the model&apos;s folder is gone</source>
        <translation>无法找到：模型所在的文件夹已不存在</translation>
    </message>
    <message>
        <source>external data file &apos;{0}&apos; is missing</source>
        <translation>缺少外部数据文件“{0}”</translation>
    </message>
    <message>
        <source>put the file beside the model</source>
        <translation>请将文件放在模型旁边</translation>
    </message>
    <message>
        <source>leaves the model&apos;s folder through a symbolic link</source>
        <translation>通过符号链接超出模型的文件夹</translation>
    </message>
    <message>
        <source>external data asks for bytes {0} to {1} of a file of {2}</source>
        <translation>外部数据需要第 {0} 到 {1} 字节，而文件只有 {2} 字节</translation>
    </message>
    <message>
        <source>the data file is cut short or belongs to another model</source>
        <translation>数据文件被截断，或属于另一模型</translation>
    </message>
    <message>
        <source>tensors &apos;{0}&apos; and &apos;{1}&apos; overlap in external data</source>
        <translation>张量“{0}”和“{1}”在外部数据中重叠</translation>
    </message>
    <message>
        <source>the offsets in the model are wrong</source>
        <translation>模型中的偏移量有误</translation>
    </message>
    <message>
        <source>initializer &apos;{0}&apos; is defined twice</source>
        <translation>初始值“{0}”被定义了两次</translation>
    </message>
    <message>
        <source>rename or remove one of them</source>
        <translation>请将其中一个改名或移除</translation>
    </message>
    <message>
        <source>more than {0} nodes</source>
        <translation>超过 {0} 个节点</translation>
    </message>
    <message>
        <source>value &apos;{0}&apos; is made by two nodes</source>
        <translation>值“{0}”由两个节点产生</translation>
    </message>
    <message>
        <source>rename one of them</source>
        <translation>请将其中一个改名</translation>
    </message>
    <message>
        <source>graph input &apos;{0}&apos; is also made by a node</source>
        <translation>图输入“{0}”同时由节点产生</translation>
    </message>
    <message>
        <source>graphs nest more than {0} levels</source>
        <translation>图嵌套超过 {0} 层</translation>
    </message>
    <message>
        <source>a second main graph</source>
        <translation>出现第二个主图</translation>
    </message>
    <message>
        <source>there is no graph in it</source>
        <translation>其中没有图</translation>
    </message>
    <message>
        <source>choose an ONNX model</source>
        <translation>请选择 ONNX 模型</translation>
    </message>
    <message>
        <source>bad integers in an attribute</source>
        <translation>属性中的整数无效</translation>
    </message>
    <message>
        <source>bad floats in an attribute</source>
        <translation>属性中的浮点数无效</translation>
    </message>
    <message>
        <source>attribute &apos;{0}&apos;</source>
        <translation>属性“{0}”</translation>
    </message>
    <message>
        <source>shape inference refused the model</source>
        <translation>形状推断拒绝了该模型</translation>
    </message>
    <message>
        <source>shape inference answered in a form that is not known</source>
        <translation>形状推断的回答格式未知</translation>
    </message>
    <message>
        <source>there is no input and no symbolic dimension named &apos;{0}&apos;</source>
        <translation>没有名为“{0}”的输入或符号维度</translation>
    </message>
    <message>
        <source>{0}: ONNX&apos;s library crashed on this model</source>
        <translation>{0}：ONNX 的库在处理此模型时崩溃</translation>
    </message>
    <message>
        <source>{0}: ONNX&apos;s library did not come to an end on this model</source>
        <translation>{0}：ONNX 的库未能完成对此模型的处理</translation>
    </message>
    <message>
        <source>correct what the message names, or take it out of the model</source>
        <translation>请修正消息所指的内容，或将其移出模型</translation>
    </message>
    <message>
        <source>{0}: ONNX&apos;s library needs more memory than this model justifies</source>
        <translation>{0}：ONNX 的库所需内存超出此模型的合理范围</translation>
    </message>
    <message>
        <source>ONNX&apos;s library cannot take a model this large or this deep</source>
        <translation>模型过大或嵌套过深，ONNX 的库无法处理</translation>
    </message>
    <message>
        <source>{0} at byte {1}</source>
        <translation>{0}，位于第 {1} 字节</translation>
    </message>
    <message>
        <source>the file is damaged or not an ONNX model</source>
        <translation>文件已损坏，或不是 ONNX 模型</translation>
    </message>
    <message>
        <source>an opset import</source>
        <translation>算子集导入</translation>
    </message>
    <message>
        <source>a value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>a quantization annotation</source>
        <translation>量化标注</translation>
    </message>
    <message>
        <source>a node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>a graph</source>
        <translation>图</translation>
    </message>
    <message>
        <source>a function</source>
        <translation>函数</translation>
    </message>
    <message>
        <source>an attribute</source>
        <translation>属性</translation>
    </message>
    <message>
        <source>a model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>a shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>a sparse tensor</source>
        <translation>稀疏张量</translation>
    </message>
    <message>
        <source>a type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>a dimension</source>
        <translation>维度</translation>
    </message>
    <message>
        <source>a key-value entry</source>
        <translation>键值对</translation>
    </message>
    <message>
        <source>{0} in {1}</source>
        <translation>{1}中{0}</translation>
    </message>
    <message>
        <source>bad dimensions of a tensor</source>
        <translation>张量的维度无效</translation>
    </message>
    <message>
        <source>external data with the {0} &apos;{1}&apos;</source>
        <translation>外部数据的 {0} 为“{1}”</translation>
    </message>
    <message>
        <source>tensor &apos;{0}&apos; has a negative dimension or more elements than can exist</source>
        <translation>张量“{0}”的某一维为负，或元素数量超出可能的范围</translation>
    </message>
    <message>
        <source>bad dimensions of a sparse tensor</source>
        <translation>稀疏张量的维度无效</translation>
    </message>
    <message>
        <source>a sparse tensor has a negative dimension or more elements than can exist</source>
        <translation>稀疏张量的某一维为负，或元素数量超出可能的范围</translation>
    </message>
    <message>
        <source>a type nests more than {0} levels</source>
        <translation>类型嵌套超过 {0} 层</translation>
    </message>
    <message>
        <source>the text is no model: {0}</source>
        <translation>该文本不是模型：{0}</translation>
    </message>
    <message>
        <source>it must be in ONNX&apos;s text form</source>
        <translation>必须是 ONNX 的文本格式</translation>
    </message>
    <message>
        <source>its nodes form a cycle</source>
        <translation>其节点构成环</translation>
    </message>
    <message>
        <source>a node must not depend on its own output</source>
        <translation>节点不能依赖自身的输出</translation>
    </message>
    <message>
        <source>the file is empty</source>
        <translation>文件为空</translation>
    </message>
    <message>
        <source>what would be written does not read as the same model: &apos;{0}&apos;</source>
        <translation>将要写出的内容读回后不是同一个模型：“{0}”</translation>
    </message>
    <message>
        <source>the function that defines operator &apos;{0}&apos;</source>
        <translation>定义算子“{0}”的函数</translation>
    </message>
    <message>
        <source>the function that defines an operator cannot be used</source>
        <translation>定义算子的函数无法使用</translation>
    </message>
    <message>
        <source>there are {0} inputs, at most {1} may be</source>
        <translation>有 {0} 个输入，最多只能有 {1} 个</translation>
    </message>
    <message>
        <source>input {0} ({1}) is missing</source>
        <translation>缺少输入 {0}（{1}）</translation>
    </message>
    <message>
        <source>input {0} ({1}) may not be {2}</source>
        <translation>输入 {0}（{1}）不能是 {2}</translation>
    </message>
    <message>
        <source>input {0} ({1}) is {2}, another one of its type {3} is {4}</source>
        <translation>输入 {0}（{1}）为 {2}，而同属类型 {3} 的另一输入为 {4}</translation>
    </message>
    <message>
        <source>the data is damaged</source>
        <translation>数据已损坏</translation>
    </message>
    <message>
        <source>a map of anything but numbers or texts of one type cannot be read</source>
        <translation>只能读取由同一类型的数字或文本组成的映射</translation>
    </message>
    <message>
        <source>give a map of scalars</source>
        <translation>请给出标量的映射</translation>
    </message>
    <message>
        <source>the map has not as many values as keys</source>
        <translation>映射的值与键数量不同</translation>
    </message>
    <message>
        <source>sparse tensors and opaque values cannot be read</source>
        <translation>无法读取稀疏张量和不透明值</translation>
    </message>
    <message>
        <source>give tensors, sequences and maps</source>
        <translation>请给出张量、序列和映射</translation>
    </message>
    <message>
        <source>the data ends inside a number</source>
        <translation>数据在某个数的中间结束</translation>
    </message>
    <message>
        <source>a number is longer than 64 bits</source>
        <translation>某个数超过 64 位</translation>
    </message>
    <message>
        <source>a field number is out of range</source>
        <translation>字段编号超出范围</translation>
    </message>
    <message>
        <source>a field has a wire type that ONNX does not use</source>
        <translation>某字段的线路类型不是 ONNX 所用的</translation>
    </message>
    <message>
        <source>a field is longer than what holds it</source>
        <translation>某字段比容纳它的内容更长</translation>
    </message>
    <message>
        <source>the model is larger than 2 GiB even without its weights</source>
        <translation>即使不含权重，模型也超过 2 GiB</translation>
    </message>
    <message>
        <source>make it smaller</source>
        <translation>请将其缩小</translation>
    </message>
    <message>
        <source>the data file &apos;{0}&apos; must be a name without a folder</source>
        <translation>数据文件“{0}”必须是不含文件夹的名称</translation>
    </message>
    <message>
        <source>it is written beside the model</source>
        <translation>它会写在模型旁边</translation>
    </message>
    <message>
        <source>the model and its data file would be one file</source>
        <translation>模型与其数据文件会是同一个文件</translation>
    </message>
    <message>
        <source>give the data file another name</source>
        <translation>请为数据文件另取名称</translation>
    </message>
    <message>
        <source>the model is larger than 2 GiB</source>
        <translation>模型超过 2 GiB</translation>
    </message>
    <message>
        <source>save it with external data</source>
        <translation>请以外部数据方式保存</translation>
    </message>
    <message>
        <source>what goes into {0} may be negative, which gives NaN</source>
        <translation>{0} 的输入可能为负，会得到 NaN</translation>
    </message>
    <message>
        <source>quantization is kept for the device</source>
        <translation>为设备保留量化</translation>
    </message>
    <message>
        <source>it gives another result each time</source>
        <translation>每次结果都不同</translation>
    </message>
    <message>
        <source>the size of its result is not known</source>
        <translation>其结果的大小未知</translation>
    </message>
    <message>
        <source>its result of {0} is above the size threshold</source>
        <translation>其结果为 {0}，超过大小阈值</translation>
    </message>
    <message>
        <source>its result of {0} would make the file larger</source>
        <translation>其结果为 {0}，会使文件变大</translation>
    </message>
    <message>
        <source>a channel&apos;s variance is negative or 0</source>
        <translation>某个通道的方差为负数或 0</translation>
    </message>
    <message>
        <source>this provider does not compile ahead</source>
        <translation>此提供程序不支持预先编译</translation>
    </message>
    <message>
        <source>{0} must be 0 or 1</source>
        <translation>{0} 必须为 0 或 1</translation>
    </message>
    <message>
        <source>{0} must be between 0 and 3</source>
        <translation>{0} 必须在 0 到 3 之间</translation>
    </message>
    <message>
        <source>this version has no attribute {0}</source>
        <translation>此版本没有属性 {0}</translation>
    </message>
    <message>
        <source>the attribute {0} is of the type {1} instead of {2}</source>
        <translation>属性 {0} 的类型为 {1}，而应为 {2}</translation>
    </message>
    <message>
        <source>the attribute {0} is missing</source>
        <translation>缺少属性 {0}</translation>
    </message>
    <message>
        <source>past_key and past_value come together</source>
        <translation>past_key 和 past_value 必须同时给出</translation>
    </message>
    <message>
        <source>attn_mask has more than four dimensions</source>
        <translation>attn_mask 超过四维</translation>
    </message>
    <message>
        <source>nonpad_kv_seqlen must be a vector</source>
        <translation>nonpad_kv_seqlen 必须是向量</translation>
    </message>
    <message>
        <source>size must be a scalar</source>
        <translation>size 必须是标量</translation>
    </message>
    <message>
        <source>without a count and a condition it never ends</source>
        <translation>既无次数也无条件，循环不会结束</translation>
    </message>
    <message>
        <source>{0} names a type that the output cannot be</source>
        <translation>{0} 指定了输出不能具有的类型</translation>
    </message>
    <message>
        <source>{0} {1}/{2} nodes ({3} %)</source>
        <translation>{0} {1}/{2} 个节点（{3} %）</translation>
    </message>
    <message>
        <source>{0} {1}/{2} nodes</source>
        <translation>{0} {1}/{2} 个节点</translation>
    </message>
    <message>
        <source>{0} {1} nodes</source>
        <translation>{0} {1} 个节点</translation>
    </message>
    <message>
        <source>1 partition</source>
        <translation>1 个分区</translation>
    </message>
    <message>
        <source>{0} partitions</source>
        <translation>{0} 个分区</translation>
    </message>
    <message>
        <source>1 boundary tensor</source>
        <translation>1 个边界张量</translation>
    </message>
    <message>
        <source>{0} boundary tensors</source>
        <translation>{0} 个边界张量</translation>
    </message>
    <message>
        <source>{0} per run</source>
        <translation>每次运行 {0}</translation>
    </message>
    <message>
        <source>{0} or more per run</source>
        <translation>每次运行至少 {0}</translation>
    </message>
    <message>
        <source>Runs on {0}: {1}</source>
        <translation>在 {0} 上运行：{1}</translation>
    </message>
    <message>
        <source>Nothing runs it: {0}</source>
        <translation>无人运行：{0}</translation>
    </message>
    <message>
        <source>the number of texts does not fit the shape</source>
        <translation>文本数量与形状不符</translation>
    </message>
    <message>
        <source>the system has ended the process that worked on the model, as it does when memory runs out</source>
        <translation>系统结束了处理该模型的进程，内存耗尽时会如此</translation>
    </message>
    <message>
        <source>close other programs or use a smaller model</source>
        <translation>请关闭其他程序或使用更小的模型</translation>
    </message>
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
        <source>the process that ran the model gave no answer</source>
        <translation>运行模型的进程没有给出回答</translation>
    </message>
    <message>
        <source>pass {0}</source>
        <translation>pass {0}</translation>
    </message>
    <message>
        <source>the model has no output &apos;{0}&apos;</source>
        <translation>模型没有输出“{0}”</translation>
    </message>
    <message>
        <source>no output would be left</source>
        <translation>将不剩任何输出</translation>
    </message>
    <message>
        <source>keep at least one</source>
        <translation>请至少保留一个</translation>
    </message>
    <message>
        <source>the recipe {0}</source>
        <translation>配方{0}</translation>
    </message>
    <message>
        <source>compare it with one that was saved</source>
        <translation>请与保存的配方对照</translation>
    </message>
    <message>
        <source>is {0}</source>
        <translation>{0}</translation>
    </message>
    <message>
        <source>is no JSON object</source>
        <translation>不是 JSON 对象</translation>
    </message>
    <message>
        <source>does not start with &quot;partita_recipe&quot;: 1</source>
        <translation>不是以 &quot;partita_recipe&quot;: 1 开头</translation>
    </message>
    <message>
        <source>has a wrong value for &quot;{0}&quot;: {1}</source>
        <translation>中 &quot;{0}&quot; 的值有误：{1}</translation>
    </message>
    <message>
        <source>has an unknown key &quot;{0}&quot;</source>
        <translation>含有未知的键 &quot;{0}&quot;</translation>
    </message>
    <message>
        <source>names a pass &apos;{0}&apos; that does not exist</source>
        <translation>指定了不存在的 pass“{0}”</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is no size</source>
        <translation>“{0}”不是大小</translation>
    </message>
    <message>
        <source>write for example 100KB or 1.5GB</source>
        <translation>例如写成 100KB 或 1.5GB</translation>
    </message>
    <message>
        <source>there is no such graph</source>
        <translation>没有这个图</translation>
    </message>
    <message>
        <source>compare with the model that it was compiled from</source>
        <translation>请与其编译前的模型比较</translation>
    </message>
    <message>
        <source>a Constant node becomes an initializer before nodes are placed</source>
        <translation>Constant 节点在分配之前变为初始值</translation>
    </message>
    <message>
        <source>excluded by you</source>
        <translation>被你排除</translation>
    </message>
    <message>
        <source>could take it, but {0} comes first</source>
        <translation>也能接受，但 {0} 优先</translation>
    </message>
    <message>
        <source>its group lost {0}, and a group is taken whole or not at all</source>
        <translation>所在的组失去了 {0}，而组只能整体接受</translation>
    </message>
    <message>
        <source>runs inside the compiled node that holds it</source>
        <translation>在包含它的已编译节点内运行</translation>
    </message>
    <message>
        <source>no provider to place nodes on</source>
        <translation>没有可分配节点的提供程序</translation>
    </message>
    <message>
        <source>add at least the CPU</source>
        <translation>请至少添加 CPU</translation>
    </message>
    <message>
        <source>EPContext node generated by &apos;{0}&apos; is not compatible with any provider of this session</source>
        <translation>由“{0}”生成的 EPContext 节点与此会话的任何提供程序都不兼容</translation>
    </message>
    <message>
        <source>add the provider that made it; there is {0}</source>
        <translation>请添加生成它的提供程序；现有 {0}</translation>
    </message>
    <message>
        <source>nothing can run {0}</source>
        <translation>没有提供程序能运行 {0}</translation>
    </message>
    <message>
        <source>nothing can run {0} of domain &apos;{1}&apos;</source>
        <translation>没有提供程序能运行域“{1}”的 {0}</translation>
    </message>
    <message>
        <source>add a provider that has this operator</source>
        <translation>请添加具有该算子的提供程序</translation>
    </message>
    <message>
        <source>no node of the main graph makes this value</source>
        <translation>主图中没有节点产生该值</translation>
    </message>
    <message>
        <source>a Constant without a value that can be used</source>
        <translation>Constant 没有可用的值</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>a map</source>
        <translation>映射</translation>
    </message>
    <message>
        <source>sequence of {0}</source>
        <translation>{0} 个元素的序列</translation>
    </message>
    <message>
        <source>is {0}, the model wants {1}</source>
        <translation>为 {0}，模型需要 {1}</translation>
    </message>
    <message>
        <source>convert the data</source>
        <translation>请转换数据</translation>
    </message>
    <message>
        <source>output &apos;{0}&apos;</source>
        <translation>输出“{0}”</translation>
    </message>
    <message>
        <source>nothing computes it</source>
        <translation>没有任何节点计算它</translation>
    </message>
    <message>
        <source>take it out of the outputs</source>
        <translation>请将其从输出中移除</translation>
    </message>
    <message>
        <source>{0} does not compute it in inference</source>
        <translation>{0} 在推理时不计算它</translation>
    </message>
    <message>
        <source>correct the output&apos;s type in the model</source>
        <translation>请修正模型中该输出的类型</translation>
    </message>
    <message>
        <source>has no data</source>
        <translation>没有数据</translation>
    </message>
    <message>
        <source>give every input</source>
        <translation>请给出每个输入</translation>
    </message>
    <message>
        <source>is not an output of the model</source>
        <translation>不是模型的输出</translation>
    </message>
    <message>
        <source>install Partita again: its workers belong beside its programs</source>
        <translation>请重新安装 Partita：其工作进程应与程序放在一起</translation>
    </message>
    <message>
        <source>cannot tell where this program lies: {0}</source>
        <translation>无法确定本程序的位置：{0}</translation>
    </message>
    <message>
        <source>set {0} to the path of {1}</source>
        <translation>请将 {0} 设为 {1} 的路径</translation>
    </message>
    <message>
        <source>holds a model compiled for {0}</source>
        <translation>内含为 {0} 编译的模型</translation>
    </message>
    <message>
        <source>a model-local function: its nodes are placed one by one when it runs</source>
        <translation>模型内函数：运行时逐个分配其节点</translation>
    </message>
    <message>
        <source>no operator {0} in opset {1}</source>
        <translation>opset {1} 中没有算子 {0}</translation>
    </message>
    <message>
        <source>domain &apos;{0}&apos; is not known</source>
        <translation>未知的域“{0}”</translation>
    </message>
    <message>
        <source>{0} {1}</source>
        <translation>{0} {1}</translation>
    </message>
    <message>
        <source>{0} by the function that ONNX defines it by</source>
        <translation>{0}：按 ONNX 定义它的函数执行</translation>
    </message>
    <message>
        <source>takes every operator that ONNX defines; to run it here, a kernel is missing: {0}</source>
        <translation>接受 ONNX 定义的所有算子；但要在这里运行，缺少内核：{0}</translation>
    </message>
    <message>
        <source>give sequential or parallel</source>
        <translation>请给出 sequential 或 parallel</translation>
    </message>
    <message>
        <source>the CPU has no option &apos;{0}&apos;</source>
        <translation>CPU 没有选项“{0}”</translation>
    </message>
    <message>
        <source>give a whole number from 0 to 1024</source>
        <translation>请给出 0 到 1024 的整数</translation>
    </message>
    <message>
        <source>the transform</source>
        <translation>该变换</translation>
    </message>
    <message>
        <source>shorten it</source>
        <translation>请将其缩短</translation>
    </message>
    <message>
        <source>the operator is not known</source>
        <translation>未知的算子</translation>
    </message>
    <message>
        <source>an input is not constant</source>
        <translation>有输入不是常量</translation>
    </message>
    <message>
        <source>its result is too large to be kept</source>
        <translation>结果过大，无法保存</translation>
    </message>
    <message>
        <source>no kernel for {0} {1}</source>
        <translation>{0} {1} 没有内核</translation>
    </message>
    <message>
        <source>no kernel for {0} {1} with {2}; there is one for {3}</source>
        <translation>{0} {1} 没有用于 {2} 的内核；有用于 {3} 的</translation>
    </message>
    <message>
        <source>run this model with a provider that has the operator</source>
        <translation>请用具有该算子的提供程序运行此模型</translation>
    </message>
    <message>
        <source>INVALID_GRAPH: another session of the group took the graph &apos;{0}&apos;, or the binary never had it</source>
        <translation>INVALID_GRAPH：同组的另一会话已取走图“{0}”，或者二进制中本来就没有它</translation>
    </message>
    <message>
        <source>open each model of the group once, or without ep.share_ep_contexts</source>
        <translation>请将组中的每个模型只打开一次，或不使用 ep.share_ep_contexts</translation>
    </message>
    <message>
        <source>INVALID_GRAPH: no EPContext node with main_context 1 holds a binary</source>
        <translation>INVALID_GRAPH：没有 main_context 为 1 的 EPContext 节点带有二进制</translation>
    </message>
    <message>
        <source>INVALID_GRAPH: the binary&apos;s graph has other inputs or outputs than its node</source>
        <translation>INVALID_GRAPH：二进制中的图与其节点的输入或输出不同</translation>
    </message>
    <message>
        <source>min_run_length is &apos;{0}&apos;</source>
        <translation>min_run_length 为“{0}”</translation>
    </message>
    <message>
        <source>give a whole number of at least 0</source>
        <translation>请给出不小于 0 的整数</translation>
    </message>
    <message>
        <source>choose a device whose profile has the contextSource {0}</source>
        <translation>请选择配置中 contextSource 为 {0} 的设备</translation>
    </message>
    <message>
        <source>out of memory on {0}: it needs {1}, and {2} of {3} are in use</source>
        <translation>{0} 内存不足：需要 {1}，而 {3} 中已用 {2}</translation>
    </message>
    <message>
        <source>raise npu_mem_limit, or make the model or its batch smaller</source>
        <translation>请提高 npu_mem_limit，或缩小模型或批大小</translation>
    </message>
    <message>
        <source>{0}–{1}</source>
        <translation>{0}–{1}</translation>
    </message>
    <message>
        <source>{0} and later</source>
        <translation>{0} 及以后的版本</translation>
    </message>
    <message>
        <source>{0} or {1}</source>
        <translation>{0} 或 {1}</translation>
    </message>
    <message>
        <source>compiled for this device: source is {0}</source>
        <translation>为此设备编译：source 为 {0}</translation>
    </message>
    <message>
        <source>the EPContext node names no source</source>
        <translation>该 EPContext 节点没有写明 source</translation>
    </message>
    <message>
        <source>compiled for {0}, this device loads {1}</source>
        <translation>为 {0} 编译，此设备加载 {1}</translation>
    </message>
    <message>
        <source>{0} takes only ai.onnx, not domain {1}</source>
        <translation>{0} 只接受 ai.onnx，不接受域 {1}</translation>
    </message>
    <message>
        <source>opset {0} is below {1}, the oldest of {2}</source>
        <translation>opset {0} 低于 {2} 支持的最低版本 {1}</translation>
    </message>
    <message>
        <source>its body holds {0}: {1}</source>
        <translation>其子图含有 {0}：{1}</translation>
    </message>
    <message>
        <source>the rank of input {0} is not known</source>
        <translation>输入 {0} 的维数未知</translation>
    </message>
    <message>
        <source>dimension {0} of input {1} is dynamic</source>
        <translation>输入 {1} 的第 {0} 维是动态的</translation>
    </message>
    <message>
        <source>dimension {0} of input {1} is dynamic ({2})</source>
        <translation>输入 {1} 的第 {0} 维是动态的（{2}）</translation>
    </message>
    <message>
        <source>{0} is {1}, {2} takes {3} only with {4}</source>
        <translation>{0} 为 {1}，{2} 只接受 {4} 的 {3}</translation>
    </message>
    <message>
        <source>input {0} is computed</source>
        <translation>输入 {0} 是计算得到的</translation>
    </message>
    <message>
        <source>rank {0}</source>
        <translation>维数 {0}</translation>
    </message>
    <message>
        <source>{0} takes {1} only with {2}, not {3}</source>
        <translation>{0} 只接受 {2} 的 {1}，不接受 {3}</translation>
    </message>
    <message>
        <source>{0} has no {1}</source>
        <translation>{0} 没有 {1}</translation>
    </message>
    <message>
        <source>all its inputs are constant: the device&apos;s compiler folds it away, so it is not sent there</source>
        <translation>输入全是常量：设备的编译器会将其折叠，因此不会发送</translation>
    </message>
    <message>
        <source>opset {0} is above {1} {2} of {3}</source>
        <translation>opset {0} 高于 {3} 的 {1} {2}</translation>
    </message>
    <message>
        <source>opset {0} is below {1} {2} of {3}</source>
        <translation>opset {0} 低于 {3} 的 {1} {2}</translation>
    </message>
    <message>
        <source>{0} {1} is in {2} {3}</source>
        <translation>{0} {1} 在 {2} {3} 之内</translation>
    </message>
    <message>
        <source>INVALID_GRAPH: the binary is damaged: its program does not fit its graph</source>
        <translation>INVALID_GRAPH：二进制已损坏：其程序与其图不符</translation>
    </message>
    <message>
        <source>it needs {0}, {1} has {2}</source>
        <translation>需要 {0}，{1} 有 {2}</translation>
    </message>
    <message>
        <source>run of 1 supported node, needs more than {0}</source>
        <translation>只有 1 个支持的节点，需要多于 {0} 个</translation>
    </message>
    <message>
        <source>run of {0} supported nodes, needs more than {1}</source>
        <translation>只有 {0} 个连续支持的节点，需要多于 {1} 个</translation>
    </message>
    <message>
        <source>{0} does not take the whole model, and enable_cann_subgraph is 0</source>
        <translation>{0} 不能接受整个模型，而 enable_cann_subgraph 为 0</translation>
    </message>
    <message>
        <source>a profile is a JSON object</source>
        <translation>设备配置应为 JSON 对象</translation>
    </message>
    <message>
        <source>the profile has no name</source>
        <translation>设备配置没有名称</translation>
    </message>
    <message>
        <source>the profile lists no operators, neither under &quot;graph&quot; nor under &quot;singleOperator&quot;</source>
        <translation>设备配置在 &quot;graph&quot; 和 &quot;singleOperator&quot; 下都没有列出算子</translation>
    </message>
    <message>
        <source>correct the device profile</source>
        <translation>请修正设备配置</translation>
    </message>
    <message>
        <source>text was expected</source>
        <translation>应为文本</translation>
    </message>
    <message>
        <source>a whole number of at least {0} was expected</source>
        <translation>应为不小于 {0} 的整数</translation>
    </message>
    <message>
        <source>true or false was expected</source>
        <translation>应为 true 或 false</translation>
    </message>
    <message>
        <source>a list of texts was expected</source>
        <translation>应为文本列表</translation>
    </message>
    <message>
        <source>there is no type &apos;{0}&apos;</source>
        <translation>没有类型“{0}”</translation>
    </message>
    <message>
        <source>there is no such key</source>
        <translation>没有这个键</translation>
    </message>
    <message>
        <source>an object was expected</source>
        <translation>应为对象</translation>
    </message>
    <message>
        <source>a number from 1 to 1e18 was expected</source>
        <translation>应为 1 到 1e18 之间的数</translation>
    </message>
    <message>
        <source>a list of rules was expected</source>
        <translation>应为规则列表</translation>
    </message>
    <message>
        <source>{ &quot;name&quot;: NAME, &quot;chain&quot;: [ … ] } was expected</source>
        <translation>应为 { &quot;name&quot;: NAME, &quot;chain&quot;: [ … ] }</translation>
    </message>
    <message>
        <source>a list was expected</source>
        <translation>应为列表</translation>
    </message>
    <message>
        <source>the first operator of a chain cannot be optional</source>
        <translation>链中的第一个算子不能是可选的</translation>
    </message>
    <message>
        <source>an operator or { &quot;op&quot;: [ … ] } was expected</source>
        <translation>应为算子或 { &quot;op&quot;: [ … ] }</translation>
    </message>
    <message>
        <source>an object of operators was expected</source>
        <translation>应为算子对象</translation>
    </message>
    <message>
        <source>a rule is an object</source>
        <translation>规则应为对象</translation>
    </message>
    <message>
        <source>[first] or [first, last] was expected</source>
        <translation>应为 [first] 或 [first, last]</translation>
    </message>
    <message>
        <source>a list of constraints was expected</source>
        <translation>应为约束列表</translation>
    </message>
    <message>
        <source>a constraint is an object</source>
        <translation>约束应为对象</translation>
    </message>
    <message>
        <source>a list of values was expected</source>
        <translation>应为值列表</translation>
    </message>
    <message>
        <source>a constraint needs &quot;rank&quot;, &quot;constant&quot; or &quot;attribute&quot;</source>
        <translation>约束需要 &quot;rank&quot;、&quot;constant&quot; 或 &quot;attribute&quot;</translation>
    </message>
    <message>
        <source>an attribute constraint needs &quot;equals&quot; or &quot;in&quot;</source>
        <translation>属性约束需要 &quot;equals&quot; 或 &quot;in&quot;</translation>
    </message>
    <message>
        <source>{ &quot;input&quot;: NAME, &quot;is&quot;: RANK } was expected</source>
        <translation>应为 { &quot;input&quot;: NAME, &quot;is&quot;: RANK }</translation>
    </message>
    <message>
        <source>&quot;extends&quot; must name a built-in profile</source>
        <translation>&quot;extends&quot; 必须指定一个内置的设备配置</translation>
    </message>
    <message>
        <source>there is no device &apos;{0}&apos;</source>
        <translation>没有设备“{0}”</translation>
    </message>
    <message>
        <source>use one of {0}, or a profile&apos;s .json file</source>
        <translation>请使用 {0} 之一，或设备配置的 .json 文件</translation>
    </message>
    <message>
        <source>give {0}</source>
        <translation>请给出{0}</translation>
    </message>
    <message>
        <source>{0} is given beside another kind of dynamic sizes</source>
        <translation>{0} 与另一种动态大小同时给出</translation>
    </message>
    <message>
        <source>give one of dynamic_batch_size, dynamic_image_size and dynamic_dims</source>
        <translation>请只给出 dynamic_batch_size、dynamic_image_size 和 dynamic_dims 之一</translation>
    </message>
    <message>
        <source>sizes such as 1,2,4</source>
        <translation>大小列表，例如 1,2,4</translation>
    </message>
    <message>
        <source>height,width pairs such as 224,224;448,448</source>
        <translation>高,宽的组合，例如 224,224;448,448</translation>
    </message>
    <message>
        <source>lists of one length such as 1,224;4,448</source>
        <translation>长度相同的列表，例如 1,224;4,448</translation>
    </message>
    <message>
        <source>0 or 1</source>
        <translation>0 或 1</translation>
    </message>
    <message>
        <source>Invalid device ID: {0}, must be between 0 (inclusive) and {1} (exclusive).</source>
        <translation>无效的设备号 {0}，必须大于等于 0 且小于 {1}。</translation>
    </message>
    <message>
        <source>the device profile says how many devices there are</source>
        <translation>设备的数量见设备配置</translation>
    </message>
    <message>
        <source>a number of bytes</source>
        <translation>字节数</translation>
    </message>
    <message>
        <source>kNextPowerOfTwo or kSameAsRequested</source>
        <translation>kNextPowerOfTwo 或 kSameAsRequested</translation>
    </message>
    <message>
        <source>high_precision or high_performance</source>
        <translation>high_precision 或 high_performance</translation>
    </message>
    <message>
        <source>a number of operators</source>
        <translation>算子个数</translation>
    </message>
    <message>
        <source>ND, NCHW or NHWC</source>
        <translation>ND、NCHW 或 NHWC</translation>
    </message>
    <message>
        <source>the NPU has no option &apos;{0}&apos;</source>
        <translation>NPU 没有选项“{0}”</translation>
    </message>
    <message>
        <source>the graph is prepared for {0}, not for {1}</source>
        <translation>图是为 {0} 准备的，而不是 {1}</translation>
    </message>
    <message>
        <source>add the sizes to the option, or feed one of them</source>
        <translation>请将这些大小加入选项，或输入其中之一</translation>
    </message>
    <message>
        <source>the reference has no option &apos;{0}&apos;</source>
        <translation>参考实现没有选项“{0}”</translation>
    </message>
    <message>
        <source>computed by the operator&apos;s text</source>
        <translation>按算子的定义文本计算</translation>
    </message>
    <message>
        <source>the reference has no operator {0}</source>
        <translation>参考实现没有算子 {0}</translation>
    </message>
    <message>
        <source>no provider has an option &apos;{0}&apos;</source>
        <translation>没有提供程序具有选项“{0}”</translation>
    </message>
    <message>
        <source>provider &apos;{0}&apos; is named twice</source>
        <translation>提供程序“{0}”被指定了两次</translation>
    </message>
    <message>
        <source>name each one once</source>
        <translation>请每个只指定一次</translation>
    </message>
    <message>
        <source>there is no provider &apos;{0}&apos;</source>
        <translation>没有提供程序“{0}”</translation>
    </message>
    <message>
        <source>the run did not give the value</source>
        <translation>运行没有给出该值</translation>
    </message>
    <message>
        <source>use .png, .svg or .pdf</source>
        <translation>请使用 .png、.svg 或 .pdf</translation>
    </message>
    <message>
        <source>INVALID_GRAPH: {0}</source>
        <translation>INVALID_GRAPH：{0}</translation>
    </message>
    <message>
        <source>{0}:{1}</source>
        <translation>{0}:{1}</translation>
    </message>
    <message>
        <source>{0}:{1}, key &quot;{2}&quot;</source>
        <translation>{0}:{1}，键 &quot;{2}&quot;</translation>
    </message>
    <message>
        <source>--embed-data and --external-data exclude each other</source>
        <translation>--embed-data 与 --external-data 互斥</translation>
    </message>
    <message>
        <source>choose one</source>
        <translation>请选择其中一个</translation>
    </message>
    <message>
        <source>has format version {0}, and {1} and {2} are what can be read</source>
        <translation>的格式版本为 {0}，可读取的版本是 {1} 和 {2}</translation>
    </message>
    <message>
        <source>the picture is empty or has more than 2^28 pixels</source>
        <translation>图像为空，或超过 2^28 个像素</translation>
    </message>
    <message>
        <source>the picture claims more pixels than its bytes can hold</source>
        <translation>图像声明的像素数超过其字节所能容纳的数量</translation>
    </message>
    <message>
        <source>the bytes are none of BMP, JPEG, JPEG 2000, PNG, PNM, TIFF and WebP</source>
        <translation>这些字节不是 BMP、JPEG、JPEG 2000、PNG、PNM、TIFF 或 WebP</translation>
    </message>
    <message>
        <source>the JPEG is damaged: {0}</source>
        <translation>JPEG 已损坏：{0}</translation>
    </message>
    <message>
        <source>there is no memory for the JPEG 2000 decoder</source>
        <translation>内存不足，无法创建 JPEG 2000 解码器</translation>
    </message>
    <message>
        <source>the JPEG 2000 is damaged</source>
        <translation>JPEG 2000 已损坏</translation>
    </message>
    <message>
        <source>the JPEG 2000 must have one, three or four components</source>
        <translation>JPEG 2000 的分量数既不是 1 也不是 3</translation>
    </message>
    <message>
        <source>the JPEG 2000&apos;s components differ in size or have more than 16 bits</source>
        <translation>JPEG 2000 的各分量大小不同，或超过 16 位</translation>
    </message>
    <message>
        <source>only BMP of 8, 24 or 32 bits without compression can be decoded</source>
        <translation>只能解码 8、24 或 32 位的无压缩 BMP</translation>
    </message>
    <message>
        <source>the BMP is empty</source>
        <translation>BMP 为空</translation>
    </message>
    <message>
        <source>the BMP ends before its last row</source>
        <translation>BMP 在最后一行之前结束</translation>
    </message>
    <message>
        <source>a colour of the BMP&apos;s palette is missing</source>
        <translation>BMP 的调色板缺少颜色</translation>
    </message>
    <message>
        <source>the PNM&apos;s header is damaged</source>
        <translation>PNM 的文件头已损坏</translation>
    </message>
    <message>
        <source>bitmaps of one bit (PBM) cannot be decoded</source>
        <translation>无法解码 1 位的位图（PBM）</translation>
    </message>
    <message>
        <source>only PNM of 8 bits can be decoded</source>
        <translation>只能解码 8 位的 PNM</translation>
    </message>
    <message>
        <source>the PNM ends before its last row</source>
        <translation>PNM 在最后一行之前结束</translation>
    </message>
    <message>
        <source>the PNG is damaged: {0}</source>
        <translation>PNG 已损坏：{0}</translation>
    </message>
    <message>
        <source>the TIFF is damaged</source>
        <translation>TIFF 已损坏</translation>
    </message>
    <message>
        <source>the TIFF is damaged or of a kind that cannot be decoded</source>
        <translation>TIFF 已损坏，或属于无法解码的种类</translation>
    </message>
    <message>
        <source>the WebP is damaged</source>
        <translation>WebP 已损坏</translation>
    </message>
    <message>
        <source>Det needs square matrices</source>
        <translation>Det 需要方阵</translation>
    </message>
    <message>
        <source>p must be 1 or 2</source>
        <translation>p 应为 1 或 2</translation>
    </message>
    <message>
        <source>LRN needs channels</source>
        <translation>LRN 的输入需要通道轴</translation>
    </message>
    <message>
        <source>size must be positive</source>
        <translation>size 必须为正</translation>
    </message>
    <message>
        <source>operands of different shapes need broadcast = 1 before version 7</source>
        <translation>版本 7 之前，形状不同的操作数需要 broadcast = 1</translation>
    </message>
    <message>
        <source>the axis does not fit the inputs</source>
        <translation>axis 与输入不匹配</translation>
    </message>
    <message>
        <source>the second operand cannot be broadcast to the shape of the first one</source>
        <translation>第二个操作数无法广播到第一个的形状</translation>
    </message>
    <message>
        <source>both inputs must have the same type</source>
        <translation>两个输入的类型必须相同</translation>
    </message>
    <message>
        <source>integer division by zero</source>
        <translation>整数除以零</translation>
    </message>
    <message>
        <source>booleans were expected</source>
        <translation>应为布尔值</translation>
    </message>
    <message>
        <source>all inputs must have the same type</source>
        <translation>所有输入的类型必须相同</translation>
    </message>
    <message>
        <source>before version 8, all inputs must have the same shape</source>
        <translation>版本 8 之前，所有输入的形状必须相同</translation>
    </message>
    <message>
        <source>both choices must have the same type</source>
        <translation>两个选项的类型必须相同</translation>
    </message>
    <message>
        <source>matrices of at least 2 dimensions were expected</source>
        <translation>应为至少 2 维的矩阵</translation>
    </message>
    <message>
        <source>the inner dimensions differ</source>
        <translation>内维不同</translation>
    </message>
    <message>
        <source>the mask does not fit the scores</source>
        <translation>掩码与注意力分数不匹配</translation>
    </message>
    <message>
        <source>the inner dimension is 0</source>
        <translation>内维为 0</translation>
    </message>
    <message>
        <source>a text is not a number and cannot be cast to one</source>
        <translation>文本不是数字，无法转换为数字</translation>
    </message>
    <message>
        <source>BitCast needs two types of the same size</source>
        <translation>BitCast 需要两个位宽相同的类型</translation>
    </message>
    <message>
        <source>keys or values are missing</source>
        <translation>缺少键或值</translation>
    </message>
    <message>
        <source>a tree contains a cycle</source>
        <translation>树中有环</translation>
    </message>
    <message>
        <source>a tensor attribute cannot be read</source>
        <translation>无法读取张量属性</translation>
    </message>
    <message>
        <source>classes_strings is missing</source>
        <translation>缺少 classes_strings</translation>
    </message>
    <message>
        <source>the default must be one value of the output&apos;s type</source>
        <translation>默认值不是单个值</translation>
    </message>
    <message>
        <source>the number of values differs from the number of keys</source>
        <translation>每个键应有一个值</translation>
    </message>
    <message>
        <source>a scalar has no features</source>
        <translation>标量没有特征</translation>
    </message>
    <message>
        <source>the lists of the trees differ in length</source>
        <translation>树的各列表长度不同</translation>
    </message>
    <message>
        <source>a leaf refers to a target that does not exist</source>
        <translation>某个叶节点指定了不存在的目标</translation>
    </message>
    <message>
        <source>this aggregation is not known</source>
        <translation>未知的聚合方式</translation>
    </message>
    <message>
        <source>a node has an unknown mode</source>
        <translation>某个节点的模式未知</translation>
    </message>
    <message>
        <source>a set of members is missing</source>
        <translation>缺少成员集合</translation>
    </message>
    <message>
        <source>an attribute of the trees is missing</source>
        <translation>缺少树的某个属性</translation>
    </message>
    <message>
        <source>a tree refers to a node that does not exist</source>
        <translation>树指向不存在的节点</translation>
    </message>
    <message>
        <source>a node tests a feature that the input does not have</source>
        <translation>某个节点测试了不存在的特征</translation>
    </message>
    <message>
        <source>a tree refers to a leaf that does not exist</source>
        <translation>树指向不存在的叶节点</translation>
    </message>
    <message>
        <source>this post_transform is not known</source>
        <translation>未知的 post_transform</translation>
    </message>
    <message>
        <source>the input must be [rows, features]</source>
        <translation>输入应为 [行数, 特征数]</translation>
    </message>
    <message>
        <source>a body is missing</source>
        <translation>缺少子图</translation>
    </message>
    <message>
        <source>a body does not compute one of its outputs</source>
        <translation>子图没有给出其某个输出值</translation>
    </message>
    <message>
        <source>the branch and the node differ in their number of outputs</source>
        <translation>分支的输出个数与节点不同</translation>
    </message>
    <message>
        <source>only tensors can be collected</source>
        <translation>只能收集张量</translation>
    </message>
    <message>
        <source>elements of this size cannot be collected</source>
        <translation>无法收集这种位宽的元素</translation>
    </message>
    <message>
        <source>a scan output changed its shape between iterations</source>
        <translation>扫描输出的形状在迭代之间发生了变化</translation>
    </message>
    <message>
        <source>the body returns fewer values than the loop needs</source>
        <translation>子图返回的值少于循环所需</translation>
    </message>
    <message>
        <source>the body does not fit the loop</source>
        <translation>子图与循环不匹配</translation>
    </message>
    <message>
        <source>the condition of a loop must be a boolean</source>
        <translation>循环的条件必须是布尔值</translation>
    </message>
    <message>
        <source>the body returns fewer values than the node needs</source>
        <translation>子图返回的值少于节点所需</translation>
    </message>
    <message>
        <source>a value that the body returns has no name</source>
        <translation>子图返回的某个值没有名称</translation>
    </message>
    <message>
        <source>the bias needs one value for each output channel</source>
        <translation>偏置对每个输出通道需要一个值</translation>
    </message>
    <message>
        <source>scale, bias, mean and variance need one value for each channel</source>
        <translation>缩放因子、偏置、均值和方差对每个通道各需要一个值</translation>
    </message>
    <message>
        <source>the input must have 3 to 5 dimensions, and the weights the same number</source>
        <translation>输入必须为 3 到 5 维，权重的维数须与之相同</translation>
    </message>
    <message>
        <source>channels, weights and group do not match</source>
        <translation>通道数、权重与 group 不匹配</translation>
    </message>
    <message>
        <source>the tensor that is added has another shape than the model declares</source>
        <translation>被加的张量的形状与模型文件所写的不同</translation>
    </message>
    <message>
        <source>X and W must have the same rank, at least 3</source>
        <translation>X 与 W 的维数不同</translation>
    </message>
    <message>
        <source>the groups do not fit the input</source>
        <translation>分组与输入不匹配</translation>
    </message>
    <message>
        <source>output_shape has the wrong length</source>
        <translation>output_shape 的维数不符</translation>
    </message>
    <message>
        <source>strides and dilations must be positive</source>
        <translation>步幅和膨胀必须为正</translation>
    </message>
    <message>
        <source>the input or the kernel is too large</source>
        <translation>输入或卷积核过大</translation>
    </message>
    <message>
        <source>the output would have a negative size</source>
        <translation>输出的大小会为负</translation>
    </message>
    <message>
        <source>W does not fit X</source>
        <translation>W 与 X 不匹配</translation>
    </message>
    <message>
        <source>the bias has the wrong size or type</source>
        <translation>偏置不匹配</translation>
    </message>
    <message>
        <source>an Einsum term has more letters than its input has axes</source>
        <translation>Einsum 某一项的字母多于其输入的轴</translation>
    </message>
    <message>
        <source>the number of terms in the equation differs from the number of inputs</source>
        <translation>等式的项数与输入个数不同</translation>
    </message>
    <message>
        <source>the output names a letter that no input has</source>
        <translation>输出含有任何输入都没有的字母</translation>
    </message>
    <message>
        <source>a term does not fit its input</source>
        <translation>某一项与其输入不匹配</translation>
    </message>
    <message>
        <source>a letter stands for two different sizes</source>
        <translation>同一字母对应两种大小</translation>
    </message>
    <message>
        <source>an intermediate product is too large</source>
        <translation>中间乘积过大</translation>
    </message>
    <message>
        <source>data and indices must have the same rank</source>
        <translation>数据与索引的维数必须相同</translation>
    </message>
    <message>
        <source>indices are larger than the data</source>
        <translation>索引的形状大于数据的形状</translation>
    </message>
    <message>
        <source>indices must be int32 or int64</source>
        <translation>索引必须为 int32 或 int64</translation>
    </message>
    <message>
        <source>indices need at least one dimension more than batch_dims</source>
        <translation>索引的维数必须至少比 batch_dims 大 1</translation>
    </message>
    <message>
        <source>the last axis of the indices is longer than the data&apos;s rank allows</source>
        <translation>索引最后一轴的长度超过数据的维数</translation>
    </message>
    <message>
        <source>the batch dimensions differ</source>
        <translation>批维度不同</translation>
    </message>
    <message>
        <source>num_heads, kv_num_heads and query do not match</source>
        <translation>num_heads、kv_num_heads 与 query 不匹配</translation>
    </message>
    <message>
        <source>inputs differ in type</source>
        <translation>各输入的类型不同</translation>
    </message>
    <message>
        <source>the last dimension of query is not a multiple of its number of heads</source>
        <translation>query 与其头数不匹配</translation>
    </message>
    <message>
        <source>key or value does not fit the query</source>
        <translation>key 或 value 与 query 不匹配</translation>
    </message>
    <message>
        <source>a cache does not fit the keys</source>
        <translation>缓存与 key 不匹配</translation>
    </message>
    <message>
        <source>one length for each sequence was expected</source>
        <translation>每个序列应有一个长度</translation>
    </message>
    <message>
        <source>the total sequence length does not match the new tokens and the caches</source>
        <translation>总长度与新 token 和缓存不匹配</translation>
    </message>
    <message>
        <source>a length does not fit the caches</source>
        <translation>某个长度与缓存不匹配</translation>
    </message>
    <message>
        <source>the rotary caches do not fit the heads</source>
        <translation>旋转位置编码缓存与注意力头不匹配</translation>
    </message>
    <message>
        <source>a position is outside of the rotary caches</source>
        <translation>某个位置超出旋转位置编码缓存的范围</translation>
    </message>
    <message>
        <source>the attention bias has the wrong shape</source>
        <translation>注意力偏置不匹配</translation>
    </message>
    <message>
        <source>one sink for each head was expected</source>
        <translation>每个注意力头应有一个 sink 值</translation>
    </message>
    <message>
        <source>the scores are wanted as an output, but qk_output is 0</source>
        <translation>需要输出注意力分数，但 qk_output 指定不输出</translation>
    </message>
    <message>
        <source>the caches are too large</source>
        <translation>缓存过大</translation>
    </message>
    <message>
        <source>the input must be the bytes of one file, a vector of uint8</source>
        <translation>输入应为一个文件的字节</translation>
    </message>
    <message>
        <source>pixel_format must be RGB, BGR or Grayscale</source>
        <translation>pixel_format 应为 RGB、BGR 或 Grayscale</translation>
    </message>
    <message>
        <source>the input must have at least 3 dimensions, and the weights the same number</source>
        <translation>输入必须至少为 3 维，权重的维数须与之相同</translation>
    </message>
    <message>
        <source>the weights need one zero point, or one for each filter</source>
        <translation>权重应有一个零点，或每个滤波器一个</translation>
    </message>
    <message>
        <source>the input&apos;s memory layout is not the one that was planned</source>
        <translation>像素的排列顺序与计划的不同</translation>
    </message>
    <message>
        <source>a matrix product cannot take a scalar</source>
        <translation>矩阵乘积的输入至少应为向量</translation>
    </message>
    <message>
        <source>a zero point does not fit its input</source>
        <translation>零点与其输入不匹配</translation>
    </message>
    <message>
        <source>uint8 or int8 was expected</source>
        <translation>应为 uint8 或 int8</translation>
    </message>
    <message>
        <source>input {0} has no value</source>
        <translation>输入 {0} 没有值</translation>
    </message>
    <message>
        <source>the new shape has another number of elements</source>
        <translation>新形状的元素个数不同</translation>
    </message>
    <message>
        <source>integers were expected</source>
        <translation>应为整数</translation>
    </message>
    <message>
        <source>a scalar has no axis</source>
        <translation>标量没有轴</translation>
    </message>
    <message>
        <source>an axis is out of range</source>
        <translation>轴超出范围</translation>
    </message>
    <message>
        <source>the shapes cannot be broadcast</source>
        <translation>这些形状无法广播</translation>
    </message>
    <message>
        <source>an index is out of range</source>
        <translation>索引超出范围</translation>
    </message>
    <message>
        <source>this kernel can only move elements of this type, not compute with them</source>
        <translation>该内核只能搬移这些元素，却用它们进行了计算</translation>
    </message>
    <message>
        <source>scale and bias must have the type of the input</source>
        <translation>缩放因子和偏置的类型必须与输入相同</translation>
    </message>
    <message>
        <source>floats were expected</source>
        <translation>应为浮点数</translation>
    </message>
    <message>
        <source>this type of element cannot be multiplied</source>
        <translation>这种类型的元素无法相乘</translation>
    </message>
    <message>
        <source>two tensors of one type were expected</source>
        <translation>应为两个类型相同的张量</translation>
    </message>
    <message>
        <source>the bias does not fit the columns</source>
        <translation>偏置与列数不匹配</translation>
    </message>
    <message>
        <source>two matrices were expected</source>
        <translation>应为两个矩阵</translation>
    </message>
    <message>
        <source>C does not fit the output</source>
        <translation>C 与输出不匹配</translation>
    </message>
    <message>
        <source>A and B must be matrices of one type</source>
        <translation>A 和 B 必须是类型相同的矩阵</translation>
    </message>
    <message>
        <source>quantized values of 8 bits were expected</source>
        <translation>应为 8 位的量化值</translation>
    </message>
    <message>
        <source>square matrices were expected</source>
        <translation>应为方阵</translation>
    </message>
    <message>
        <source>each tensor needs a scale and a zero point</source>
        <translation>每个张量都需要一个缩放因子和一个零点</translation>
    </message>
    <message>
        <source>tensors, scales and zero points do not match</source>
        <translation>张量、缩放因子与零点不匹配</translation>
    </message>
    <message>
        <source>the inputs may differ in size along the axis only</source>
        <translation>各输入在 axis 以外的维度上不同</translation>
    </message>
    <message>
        <source>the scale must be one float32, and the zero point one quantized value</source>
        <translation>缩放因子应为一个 float32，零点应为一个量化值</translation>
    </message>
    <message>
        <source>offset must have one number, or one for each feature</source>
        <translation>offset 应为一个数，或每个特征一个</translation>
    </message>
    <message>
        <source>scale must have one number, or one for each feature</source>
        <translation>scale 应为一个数，或每个特征一个</translation>
    </message>
    <message>
        <source>this norm is not known</source>
        <translation>未知的范数</translation>
    </message>
    <message>
        <source>one imputed value was expected, or one for each feature</source>
        <translation>填补值应为一个，或每个特征一个</translation>
    </message>
    <message>
        <source>there are no categories of the input&apos;s type</source>
        <translation>没有与输入类型相同的类别</translation>
    </message>
    <message>
        <source>an input value is in none of the categories</source>
        <translation>某个输入值不属于任何类别</translation>
    </message>
    <message>
        <source>inputdimensions must have one entry for each input</source>
        <translation>inputdimensions 中每个输入应有一项</translation>
    </message>
    <message>
        <source>an input has another number of rows, or its entry of inputdimensions is out of range</source>
        <translation>某个输入的行数不同</translation>
    </message>
    <message>
        <source>cats_strings and cats_int64s differ in length</source>
        <translation>每个文本应有一个数字</translation>
    </message>
    <message>
        <source>a map was expected</source>
        <translation>应为映射</translation>
    </message>
    <message>
        <source>the keys of a map must be texts or int64</source>
        <translation>映射的键应为文本或 int64</translation>
    </message>
    <message>
        <source>a text in the map is not a number</source>
        <translation>映射中有文本不是数字</translation>
    </message>
    <message>
        <source>class labels must be given either as texts or as whole numbers</source>
        <translation>类别标签应为文本或整数（二者之一）</translation>
    </message>
    <message>
        <source>one score for each label was expected</source>
        <translation>每个标签应有一个分数</translation>
    </message>
    <message>
        <source>this cast_to is not known</source>
        <translation>未知的 cast_to</translation>
    </message>
    <message>
        <source>the keys must be whole numbers</source>
        <translation>键必须为整数</translation>
    </message>
    <message>
        <source>max_map, the length of the output, must be positive and below 2^28</source>
        <translation>max_map 是输出的长度，其值无效</translation>
    </message>
    <message>
        <source>a key is outside of the output</source>
        <translation>某个键超出输出的范围</translation>
    </message>
    <message>
        <source>the vocabulary must be given either as texts or as whole numbers</source>
        <translation>词表应为文本或整数（二者之一）</translation>
    </message>
    <message>
        <source>the map&apos;s keys are not of the vocabulary&apos;s type</source>
        <translation>映射的键与词表的类型不同</translation>
    </message>
    <message>
        <source>this node mode is not known</source>
        <translation>未知的测试方式</translation>
    </message>
    <message>
        <source>a tensor of numbers cannot be read</source>
        <translation>无法读取数值张量</translation>
    </message>
    <message>
        <source>coefficients and intercepts do not fit the features and targets</source>
        <translation>系数和截距与特征数和目标数不匹配</translation>
    </message>
    <message>
        <source>the coefficients do not fit the features</source>
        <translation>系数与特征数不匹配</translation>
    </message>
    <message>
        <source>one intercept for each class was expected</source>
        <translation>每个类别应有一个截距</translation>
    </message>
    <message>
        <source>a class has no label</source>
        <translation>某个类别没有标签</translation>
    </message>
    <message>
        <source>the lists of nodes differ in length</source>
        <translation>节点的各列表长度不同</translation>
    </message>
    <message>
        <source>the lists of leaves differ in length</source>
        <translation>叶节点的各列表长度不同</translation>
    </message>
    <message>
        <source>a leaf has a negative target</source>
        <translation>某个叶节点的目标为负</translation>
    </message>
    <message>
        <source>the number of targets does not fit the leaves</source>
        <translation>目标数与叶节点不匹配</translation>
    </message>
    <message>
        <source>the input must be [features] or [rows, features]</source>
        <translation>输入应为 [特征数] 或 [行数, 特征数]</translation>
    </message>
    <message>
        <source>a row has more scores than the output can hold</source>
        <translation>某一行的分数多于输出所能容纳的</translation>
    </message>
    <message>
        <source>this kernel_type is not known</source>
        <translation>未知的核函数</translation>
    </message>
    <message>
        <source>coefficients and support vectors do not fit the features</source>
        <translation>系数和支持向量与特征数不匹配</translation>
    </message>
    <message>
        <source>vectors_per_class is negative or too large</source>
        <translation>vectors_per_class 为负或过大</translation>
    </message>
    <message>
        <source>coefficients, support vectors and rho do not fit the classes and features</source>
        <translation>系数、支持向量和 rho 与类别数和特征数不匹配</translation>
    </message>
    <message>
        <source>coefficients and rho do not fit the classes and features</source>
        <translation>系数和 rho 与类别数和特征数不匹配</translation>
    </message>
    <message>
        <source>boxes must be [batches, boxes, 4] and scores [batches, classes, boxes]</source>
        <translation>boxes 应为 [批大小, 框数, 4]，scores 应为 [批大小, 类别数, 框数]</translation>
    </message>
    <message>
        <source>boxes and scores must be float32</source>
        <translation>boxes 和 scores 应为 float32</translation>
    </message>
    <message>
        <source>each threshold must be one float32</source>
        <translation>每个阈值应为一个 float32</translation>
    </message>
    <message>
        <source>the threshold of overlap must be between 0 and 1</source>
        <translation>重叠阈值应在 0 到 1 之间</translation>
    </message>
    <message>
        <source>the input must have a batch dimension</source>
        <translation>输入应带有批维度</translation>
    </message>
    <message>
        <source>an input with spatial dimensions was expected</source>
        <translation>应为带有空间维度的输入</translation>
    </message>
    <message>
        <source>scale and bias need one value for each channel</source>
        <translation>缩放因子和偏置对每个通道各需要一个值</translation>
    </message>
    <message>
        <source>a primitive has no such argument</source>
        <translation>oneDNN 原语没有此参数</translation>
    </message>
    <message>
        <source>the input must have spatial dimensions</source>
        <translation>输入必须带有空间维度</translation>
    </message>
    <message>
        <source>the spatial dimensions are empty</source>
        <translation>空间维度为空</translation>
    </message>
    <message>
        <source>a boolean was expected</source>
        <translation>应为布尔值</translation>
    </message>
    <message>
        <source>an operand must be one number</source>
        <translation>操作数必须是单个数字</translation>
    </message>
    <message>
        <source>a size is negative, too large or not a number</source>
        <translation>某个大小为负、过大或不是数字</translation>
    </message>
    <message>
        <source>a number has another type than was expected</source>
        <translation>数字的类型与预期不同</translation>
    </message>
    <message>
        <source>a size does not fit into 64 bits</source>
        <translation>某个大小超出 64 位整数的范围</translation>
    </message>
    <message>
        <source>the indices do not fit the values</source>
        <translation>索引与值不匹配</translation>
    </message>
    <message>
        <source>negative pads remove more than the input has</source>
        <translation>pads 裁去的部分超过现有大小</translation>
    </message>
    <message>
        <source>an index is outside of the output</source>
        <translation>某个索引超出输出的范围</translation>
    </message>
    <message>
        <source>the shapes do not fit each other</source>
        <translation>各形状互不匹配</translation>
    </message>
    <message>
        <source>the columns do not fit the image</source>
        <translation>列与图像不匹配</translation>
    </message>
    <message>
        <source>the scale does not fit the axis</source>
        <translation>缩放因子与轴不匹配</translation>
    </message>
    <message>
        <source>the scale needs the rank of the input</source>
        <translation>缩放因子的维数必须与输入相同</translation>
    </message>
    <message>
        <source>the scale does not fit the input</source>
        <translation>缩放因子与输入不匹配</translation>
    </message>
    <message>
        <source>the scale is empty</source>
        <translation>缩放因子为空</translation>
    </message>
    <message>
        <source>the blocks do not fit the axis</source>
        <translation>块与轴不匹配</translation>
    </message>
    <message>
        <source>the scale of B does not fit its columns</source>
        <translation>B 的缩放因子与其列数不匹配</translation>
    </message>
    <message>
        <source>the scale of A is empty</source>
        <translation>A 的缩放因子为空</translation>
    </message>
    <message>
        <source>a scale must be positive</source>
        <translation>缩放因子必须为正</translation>
    </message>
    <message>
        <source>the number of zero points differs from the number of scales</source>
        <translation>每个缩放因子应有一个零点</translation>
    </message>
    <message>
        <source>the data must be int4, uint4 or uint8</source>
        <translation>数据必须为 int4、uint4 或 uint8</translation>
    </message>
    <message>
        <source>bits or block_size is not valid</source>
        <translation>bits 或 block_size 无效</translation>
    </message>
    <message>
        <source>the data is a scalar, or the zero points are of another type</source>
        <translation>数据或零点不匹配</translation>
    </message>
    <message>
        <source>the scales do not fit the blocks</source>
        <translation>缩放因子与块不匹配</translation>
    </message>
    <message>
        <source>the zero points do not fit the blocks</source>
        <translation>零点与块不匹配</translation>
    </message>
    <message>
        <source>the scale does not fit the filters</source>
        <translation>缩放因子与滤波器不匹配</translation>
    </message>
    <message>
        <source>a matrix product needs matrices</source>
        <translation>矩阵乘积需要矩阵</translation>
    </message>
    <message>
        <source>the input must be [batch, classes], with at least one class</source>
        <translation>输入应为 [批大小, 类别数]</translation>
    </message>
    <message>
        <source>sample_size is negative</source>
        <translation>sample_size 为负</translation>
    </message>
    <message>
        <source>the ratio is not between 0 and 1</source>
        <translation>比率不在 0 与 1 之间</translation>
    </message>
    <message>
        <source>this activation is not known</source>
        <translation>未知的激活函数</translation>
    </message>
    <message>
        <source>X, W and R must have 3 dimensions</source>
        <translation>X、W 和 R 必须为 3 维</translation>
    </message>
    <message>
        <source>W and R do not fit the input</source>
        <translation>W 和 R 与输入不匹配</translation>
    </message>
    <message>
        <source>hidden_size differs from that of R</source>
        <translation>hidden_size 与 R 中的不同</translation>
    </message>
    <message>
        <source>an initial state has the wrong size</source>
        <translation>某个初始状态不匹配</translation>
    </message>
    <message>
        <source>P has the wrong size</source>
        <translation>P 不匹配</translation>
    </message>
    <message>
        <source>one int32 length for each sequence was expected</source>
        <translation>每个序列应有一个 int32 类型的长度</translation>
    </message>
    <message>
        <source>a sequence is longer than X</source>
        <translation>某个序列比 X 长</translation>
    </message>
    <message>
        <source>the weights do not fit the direction</source>
        <translation>权重与 direction 不匹配</translation>
    </message>
    <message>
        <source>the number of activations is wrong</source>
        <translation>激活函数的个数不符</translation>
    </message>
    <message>
        <source>an empty axis has no largest element</source>
        <translation>空的轴没有最大元素</translation>
    </message>
    <message>
        <source>the axis is too long</source>
        <translation>轴过长</translation>
    </message>
    <message>
        <source>this mode is not known</source>
        <translation>未知的模式</translation>
    </message>
    <message>
        <source>an image was expected</source>
        <translation>应为图像</translation>
    </message>
    <message>
        <source>the region of interest must consist of finite numbers</source>
        <translation>感兴趣区域（roi）必须由有限数组成</translation>
    </message>
    <message>
        <source>one scale for each axis was expected</source>
        <translation>每个轴应有一个缩放因子</translation>
    </message>
    <message>
        <source>neither scales nor sizes are given</source>
        <translation>scales 和 sizes 均未给出</translation>
    </message>
    <message>
        <source>one size for each axis was expected</source>
        <translation>每个轴应有一个大小</translation>
    </message>
    <message>
        <source>this coordinate transformation is not known</source>
        <translation>未知的坐标变换</translation>
    </message>
    <message>
        <source>an empty input cannot be resized</source>
        <translation>无法缩放空的输入</translation>
    </message>
    <message>
        <source>a region is too large to be sampled</source>
        <translation>某个区域过大，无法采样</translation>
    </message>
    <message>
        <source>regions must be [count, 4], with one batch index each</source>
        <translation>区域应为 [区域数, 4]，且每个区域有一个批索引</translation>
    </message>
    <message>
        <source>the output size is not valid</source>
        <translation>输出大小无效</translation>
    </message>
    <message>
        <source>the image is empty</source>
        <translation>图像为空</translation>
    </message>
    <message>
        <source>a region is not finite</source>
        <translation>某个区域含有非有限数</translation>
    </message>
    <message>
        <source>an image and regions [count, 5] were expected</source>
        <translation>应为图像和形状为 [区域数, 5] 的区域</translation>
    </message>
    <message>
        <source>pooled_shape must be two positive sizes</source>
        <translation>pooled_shape 应为两个正的大小</translation>
    </message>
    <message>
        <source>a batch index is out of range</source>
        <translation>批索引超出范围</translation>
    </message>
    <message>
        <source>theta must be [N, 2, 3] for sizes (N, C, H, W), or [N, 3, 4] for (N, C, D, H, W)</source>
        <translation>theta 应为 [N, 2, 3]（大小为 (N, C, H, W) 时）或 [N, 3, 4]（大小为 (N, C, D, H, W) 时）</translation>
    </message>
    <message>
        <source>the grid does not fit the input</source>
        <translation>grid 与输入不匹配</translation>
    </message>
    <message>
        <source>the input is empty</source>
        <translation>输入为空</translation>
    </message>
    <message>
        <source>DeformConv takes inputs of 4 dimensions only</source>
        <translation>DeformConv 只接受图像</translation>
    </message>
    <message>
        <source>strides must be positive</source>
        <translation>步幅必须为正</translation>
    </message>
    <message>
        <source>the image is too large</source>
        <translation>图像过大</translation>
    </message>
    <message>
        <source>the groups or the kernel do not fit the input</source>
        <translation>分组或卷积核与输入不匹配</translation>
    </message>
    <message>
        <source>offset or mask does not fit the output</source>
        <translation>offset 或掩码与输出不匹配</translation>
    </message>
    <message>
        <source>the planes are too large</source>
        <translation>图像平面过大</translation>
    </message>
    <message>
        <source>this input cannot be scanned</source>
        <translation>无法对此输入进行扫描</translation>
    </message>
    <message>
        <source>these values cannot be collected</source>
        <translation>无法收集这些值</translation>
    </message>
    <message>
        <source>num_scan_inputs does not fit the body</source>
        <translation>num_scan_inputs 与子图不匹配</translation>
    </message>
    <message>
        <source>the body does not fit the inputs</source>
        <translation>子图与输入不匹配</translation>
    </message>
    <message>
        <source>there is no batch to scan over</source>
        <translation>没有可供扫描的批</translation>
    </message>
    <message>
        <source>one length for each entry of the batch was expected</source>
        <translation>长度的个数与批大小不同</translation>
    </message>
    <message>
        <source>a sequence is longer than the input</source>
        <translation>某个序列比输入长</translation>
    </message>
    <message>
        <source>the scan inputs differ in length</source>
        <translation>各扫描输入的长度不同</translation>
    </message>
    <message>
        <source>this reduction is not known</source>
        <translation>未知的归约方式</translation>
    </message>
    <message>
        <source>texts cannot be combined</source>
        <translation>文本无法归约</translation>
    </message>
    <message>
        <source>data, indices and updates do not fit each other</source>
        <translation>数据、索引与更新值互不匹配</translation>
    </message>
    <message>
        <source>a scalar cannot be scattered into</source>
        <translation>无法对标量执行 Scatter</translation>
    </message>
    <message>
        <source>the indices are larger than the data</source>
        <translation>索引的形状大于数据的形状</translation>
    </message>
    <message>
        <source>the indices need at least one axis</source>
        <translation>索引至少需要一个轴</translation>
    </message>
    <message>
        <source>the updates do not fit the indices</source>
        <translation>更新值与索引不匹配</translation>
    </message>
    <message>
        <source>the update does not fit the cache</source>
        <translation>更新值与缓存不匹配</translation>
    </message>
    <message>
        <source>one write position for each entry of the batch was expected</source>
        <translation>批中每一项应有一个写入位置</translation>
    </message>
    <message>
        <source>the update does not fit the cache at its write position</source>
        <translation>从写入位置起，缓存容纳不下更新值</translation>
    </message>
    <message>
        <source>a write position is outside of the cache</source>
        <translation>某个写入位置超出缓存的范围</translation>
    </message>
    <message>
        <source>elements of this size cannot be moved</source>
        <translation>无法搬移这种位宽的元素</translation>
    </message>
    <message>
        <source>K is not between 0 and the size of the axis</source>
        <translation>K 不在 0 与轴的长度之间</translation>
    </message>
    <message>
        <source>the values of OneHot must be two</source>
        <translation>OneHot 的 values 应为两个值</translation>
    </message>
    <message>
        <source>Trilu needs matrices</source>
        <translation>Trilu 需要矩阵</translation>
    </message>
    <message>
        <source>EyeLike needs a matrix</source>
        <translation>EyeLike 需要一个矩阵</translation>
    </message>
    <message>
        <source>ReverseSequence needs at least two axes</source>
        <translation>ReverseSequence 的输入至少需要两个轴</translation>
    </message>
    <message>
        <source>time_axis and batch_axis must be the first two axes</source>
        <translation>时间轴和批轴应为前两个轴</translation>
    </message>
    <message>
        <source>a length is longer than the sequence</source>
        <translation>某个长度超过序列的长度</translation>
    </message>
    <message>
        <source>a sequence was expected</source>
        <translation>应为序列</translation>
    </message>
    <message>
        <source>the position is outside of the sequence</source>
        <translation>位置超出序列的范围</translation>
    </message>
    <message>
        <source>nothing can be taken out of an empty sequence</source>
        <translation>无法从空序列中移除元素</translation>
    </message>
    <message>
        <source>this input cannot be split</source>
        <translation>无法拆分此输入</translation>
    </message>
    <message>
        <source>the size of a piece must be positive</source>
        <translation>每份的大小必须为正</translation>
    </message>
    <message>
        <source>the pieces do not fit the axis</source>
        <translation>各份的大小与轴不匹配</translation>
    </message>
    <message>
        <source>the pieces do not cover the whole axis</source>
        <translation>各份的总长度小于轴的长度</translation>
    </message>
    <message>
        <source>an empty sequence cannot be joined</source>
        <translation>无法拼接空序列</translation>
    </message>
    <message>
        <source>the items differ in type or rank</source>
        <translation>各项的类型或维数不同</translation>
    </message>
    <message>
        <source>these items cannot be joined</source>
        <translation>无法拼接这些项</translation>
    </message>
    <message>
        <source>the items differ in shape</source>
        <translation>各项的形状不同</translation>
    </message>
    <message>
        <source>the optional has no value</source>
        <translation>optional 没有值</translation>
    </message>
    <message>
        <source>numbers were expected</source>
        <translation>应为数字</translation>
    </message>
    <message>
        <source>this type of element cannot be moved</source>
        <translation>无法搬移这种类型的元素</translation>
    </message>
    <message>
        <source>a 0 in the shape stands for a dimension that the input does not have</source>
        <translation>形状中的 0 要复制的维度在输入中不存在</translation>
    </message>
    <message>
        <source>only one -1 is allowed in a shape</source>
        <translation>形状中只能有一个 -1</translation>
    </message>
    <message>
        <source>the number of elements is not divisible by the other sizes of the shape</source>
        <translation>形状与元素个数不匹配</translation>
    </message>
    <message>
        <source>only dimensions of size 1 can be squeezed</source>
        <translation>只有大小为 1 的维度才能被 Squeeze 去掉</translation>
    </message>
    <message>
        <source>an axis is given twice</source>
        <translation>某个轴给出了两次</translation>
    </message>
    <message>
        <source>all inputs must have the same type and rank</source>
        <translation>所有输入的类型和维数必须相同</translation>
    </message>
    <message>
        <source>the node has no outputs</source>
        <translation>没有与各份对应的输出</translation>
    </message>
    <message>
        <source>num_outputs is not the number of outputs</source>
        <translation>num_outputs 与输出个数不同</translation>
    </message>
    <message>
        <source>the number of parts differs from the number of outputs</source>
        <translation>份数与输出个数不同</translation>
    </message>
    <message>
        <source>a part has a negative size</source>
        <translation>某一份的大小为负</translation>
    </message>
    <message>
        <source>the sizes of the parts do not add up to the size of the axis</source>
        <translation>各份的大小之和与该维度不符</translation>
    </message>
    <message>
        <source>starts, ends, axes and steps differ in length</source>
        <translation>starts、ends、axes 与 steps 的长度不同</translation>
    </message>
    <message>
        <source>axes names an axis twice</source>
        <translation>axes 中某个轴出现了两次</translation>
    </message>
    <message>
        <source>a step must not be 0</source>
        <translation>步长为 0</translation>
    </message>
    <message>
        <source>repeats must have one number for each axis of the input</source>
        <translation>repeats 的长度与输入的维数不同</translation>
    </message>
    <message>
        <source>a number in repeats is negative</source>
        <translation>某个重复次数为负</translation>
    </message>
    <message>
        <source>value must have exactly one element</source>
        <translation>value 必须为单个元素</translation>
    </message>
    <message>
        <source>start, limit and delta must have the same type</source>
        <translation>start、limit 和 delta 的类型必须相同</translation>
    </message>
    <message>
        <source>delta must not be 0</source>
        <translation>delta 为 0</translation>
    </message>
    <message>
        <source>this padding mode is not known</source>
        <translation>未知的填充模式</translation>
    </message>
    <message>
        <source>pads needs two numbers for each axis</source>
        <translation>pads 中每个轴需要两个数</translation>
    </message>
    <message>
        <source>a pad is too large</source>
        <translation>某个填充量超过张量可能的大小</translation>
    </message>
    <message>
        <source>an axis with no elements left can only be padded with a constant</source>
        <translation>轴上没有剩余元素，无法用其内容填充</translation>
    </message>
    <message>
        <source>the input must have 4 dimensions, and blocksize must be positive</source>
        <translation>应为 4 维张量，且 blocksize 为正</translation>
    </message>
    <message>
        <source>the number of channels is not a multiple of blocksize squared</source>
        <translation>通道数不是 blocksize 平方的倍数</translation>
    </message>
    <message>
        <source>height or width is not a multiple of blocksize</source>
        <translation>高和宽不是 blocksize 的倍数</translation>
    </message>
    <message>
        <source>the last axis must have size 1 (real) or 2 (real and imaginary)</source>
        <translation>最后一轴存放实部和虚部，长度应为 1 或 2</translation>
    </message>
    <message>
        <source>the last axis holds real and imaginary parts and cannot be transformed</source>
        <translation>不能对存放实部和虚部的轴做变换</translation>
    </message>
    <message>
        <source>dft_length is out of range</source>
        <translation>变换长度无效</translation>
    </message>
    <message>
        <source>the signal must be [batch, length] or [batch, length, 1 or 2]</source>
        <translation>信号应为 [批大小, 长度]，每个元素有 1 或 2 个部分</translation>
    </message>
    <message>
        <source>frame_step or frame_length is out of range</source>
        <translation>帧的步长或长度与信号不匹配</translation>
    </message>
    <message>
        <source>the window must be as long as a frame</source>
        <translation>窗函数与帧的长度不同</translation>
    </message>
    <message>
        <source>num_mel_bins, dft_length and sample_rate must be positive</source>
        <translation>num_mel_bins、dft_length 和 sample_rate 必须为正</translation>
    </message>
    <message>
        <source>lower_edge_hertz is above upper_edge_hertz</source>
        <translation>下限频率高于上限频率</translation>
    </message>
    <message>
        <source>the matrix is too large</source>
        <translation>矩阵过大</translation>
    </message>
    <message>
        <source>the edge frequencies are too large for sample_rate</source>
        <translation>频率与采样率不匹配</translation>
    </message>
    <message>
        <source>the pattern is not valid: {0}</source>
        <translation>模式串无效：{0}</translation>
    </message>
    <message>
        <source>texts were expected</source>
        <translation>应为文本</translation>
    </message>
    <message>
        <source>a letter cannot be encoded after its change of case</source>
        <translation>某个字符转换大小写后无法编码</translation>
    </message>
    <message>
        <source>the input must be [C] or [1, C]</source>
        <translation>输入应为 [C] 或 [1, C]</translation>
    </message>
    <message>
        <source>this case_change_action is not known</source>
        <translation>未知的 case_change_action</translation>
    </message>
    <message>
        <source>min_gram_length, max_gram_length or max_skip_count is out of range</source>
        <translation>n-gram 的长度或跳过数无效</translation>
    </message>
    <message>
        <source>an index in ngram_indexes is out of range</source>
        <translation>ngram_indexes 中某个索引无效</translation>
    </message>
    <message>
        <source>the input must be [C] or [N, C]</source>
        <translation>输入应为 [C] 或 [N, C]</translation>
    </message>
    <message>
        <source>only one of pool_strings and pool_int64s may be given</source>
        <translation>pool_strings 与 pool_int64s 只能给出其中一个</translation>
    </message>
    <message>
        <source>ngram_counts does not match the pool</source>
        <translation>ngram_counts 与 n-gram 池不匹配</translation>
    </message>
    <message>
        <source>ngram_indexes has fewer entries than the pool has n-grams</source>
        <translation>ngram_indexes 的项数少于池中的 n-gram</translation>
    </message>
    <message>
        <source>perm must have one entry for each axis of the input</source>
        <translation>perm 的长度与输入的维数不同</translation>
    </message>
    <message>
        <source>perm names an axis twice</source>
        <translation>perm 中某个轴出现了两次</translation>
    </message>
    <message>
        <source>the length of kernel_shape, strides, dilations or pads does not match the input</source>
        <translation>kernel_shape、strides、dilations 或 pads 与输入的维数不匹配</translation>
    </message>
    <message>
        <source>a number in kernel_shape, strides, dilations or pads is too large</source>
        <translation>kernel_shape、strides、dilations 或 pads 过大</translation>
    </message>
    <message>
        <source>the window is larger than the padded input</source>
        <translation>窗口大于填充后的输入</translation>
    </message>
    <message>
        <source>a window would cover nothing but padding</source>
        <translation>某个窗口会完全落在填充部分</translation>
    </message>
    <message>
        <source>kernel_shape differs from the shape of the weights</source>
        <translation>kernel_shape 与权重的不同</translation>
    </message>
    <message>
        <source>kernel_shape must have one size for each spatial dimension of the input</source>
        <translation>kernel_shape 与输入的维数不匹配</translation>
    </message>
    <message>
        <source>kernel, strides and dilations must be positive and not too large</source>
        <translation>kernel_shape、步幅和膨胀必须为正且不能过大</translation>
    </message>
    <message>
        <source>pads must not be negative</source>
        <translation>pads 不能为负</translation>
    </message>
    <message>
        <source>auto_pad must be NOTSET, SAME_UPPER, SAME_LOWER or VALID</source>
        <translation>auto_pad 应为 NOTSET、SAME_UPPER、SAME_LOWER 或 VALID</translation>
    </message>
    <message>
        <source>this type of element is not supported</source>
        <translation>不支持这种元素类型</translation>
    </message>
    <message>
        <source>a fused loop takes quantized values of 8 or 16 bits only</source>
        <translation>循环不支持这种类型的量化值</translation>
    </message>
    <message>
        <source>its result is not a tensor</source>
        <translation>其结果不是张量</translation>
    </message>
    <message>
        <source>input {0} may not be {1}</source>
        <translation>输入 {0} 不能是 {1}</translation>
    </message>
    <message>
        <source>input {0} may not be a sequence, map or optional</source>
        <translation>输入 {0} 不能是序列、映射或 optional</translation>
    </message>
    <message>
        <source>no kernel for {0}; there is one for {1}</source>
        <translation>没有用于 {0} 的内核；有用于 {1} 的</translation>
    </message>
    <message>
        <source>input {0} is {1}, but input {2} is {3}: their types must be the same</source>
        <translation>输入 {0} 为 {1}，而输入 {2} 为 {3}，二者类型应相同</translation>
    </message>
    <message>
        <source>input {0} is {1}, not {2} as planned</source>
        <translation>输入 {0} 为 {1}，而计划的是 {2}</translation>
    </message>
    <message>
        <source>too many element-wise nodes in one loop</source>
        <translation>同一循环中的逐元素节点过多</translation>
    </message>
    <message>
        <source>the operator is not element-wise</source>
        <translation>不是逐元素算子</translation>
    </message>
    <message>
        <source>a number was expected</source>
        <translation>应为数字</translation>
    </message>
    <message>
        <source>this type of element is not known</source>
        <translation>未知的元素类型</translation>
    </message>
    <message>
        <source>the type is not a floating point type of at most 16 bits</source>
        <translation>不是 16 位及以下的浮点类型</translation>
    </message>
    <message>
        <source>a size is negative or too large</source>
        <translation>某个大小为负或过大</translation>
    </message>
    <message>
        <source>a result has too many elements</source>
        <translation>某个结果过大，无法保存</translation>
    </message>
    <message>
        <source>a tensor was expected</source>
        <translation>应为张量</translation>
    </message>
    <message>
        <source>a tensor must be contiguous, in row-major order</source>
        <translation>张量必须按行连续存放</translation>
    </message>
    <message>
        <source>one number was expected</source>
        <translation>应为单个数字</translation>
    </message>
    <message>
        <source>a shape has more axes than the shape that it is broadcast to</source>
        <translation>某个形状的轴过多，无法广播</translation>
    </message>
    <message>
        <source>a shape cannot be broadcast</source>
        <translation>某个形状无法广播</translation>
    </message>
    <message>
        <source>attribute &apos;{0}&apos; is not a graph</source>
        <translation>属性“{0}”不含图</translation>
    </message>
    <message>
        <source>a part extends beyond its axis</source>
        <translation>某一份超出轴的范围</translation>
    </message>
    <message>
        <source>there is nothing to concatenate</source>
        <translation>没有可拼接的张量</translation>
    </message>
    <message>
        <source>the tensors to concatenate differ in type or rank</source>
        <translation>要拼接的张量的类型或维数不同</translation>
    </message>
    <message>
        <source>the tensors to concatenate differ in size along another axis</source>
        <translation>要拼接的张量在其他轴上的大小不同</translation>
    </message>
    <message>
        <source>before version 7 operands of different shapes need broadcast = 1</source>
        <translation>版本 7 之前，形状不同的操作数需要 broadcast = 1</translation>
    </message>
    <message>
        <source>the second operand has too many axes for the attribute axis</source>
        <translation>第二个操作数的轴过多</translation>
    </message>
    <message>
        <source>slope cannot be broadcast to the shape of X</source>
        <translation>slope 无法广播到 X 的形状</translation>
    </message>
    <message>
        <source>Q, K and V must have 4 axes, or 3 with the last a multiple of the number of heads</source>
        <translation>Q、K、V 应为 4 维，或 3 维且最后一轴的长度为头数的倍数</translation>
    </message>
    <message>
        <source>past_key or past_value does not match K or V</source>
        <translation>past_key 或 past_value 与 K 或 V 不匹配</translation>
    </message>
    <message>
        <source>the mask does not match the scores</source>
        <translation>掩码与注意力分数不匹配</translation>
    </message>
    <message>
        <source>Q, K and V do not match</source>
        <translation>Q、K 与 V 互不匹配</translation>
    </message>
    <message>
        <source>axis must not be the batch axis</source>
        <translation>axis 不能是批轴</translation>
    </message>
    <message>
        <source>a write index is negative</source>
        <translation>某个写入位置为负</translation>
    </message>
    <message>
        <source>an update goes beyond the end of the cache</source>
        <translation>更新值超出缓存的范围</translation>
    </message>
    <message>
        <source>an output of the body has no value</source>
        <translation>子图的某个输出没有值</translation>
    </message>
    <message>
        <source>the branch has fewer outputs than the node</source>
        <translation>分支的输出少于节点的输出</translation>
    </message>
    <message>
        <source>an attribute with axes or directions has the wrong length</source>
        <translation>轴或方向的列表长度不符</translation>
    </message>
    <message>
        <source>the node and its body differ in their number of inputs</source>
        <translation>子图与节点的输入个数不匹配</translation>
    </message>
    <message>
        <source>a scan input must have a batch axis and a time axis</source>
        <translation>某个扫描输入没有批轴和时间轴</translation>
    </message>
    <message>
        <source>the length of a sequence is out of range</source>
        <translation>某个长度超出范围</translation>
    </message>
    <message>
        <source>one zero point was expected, or one for each filter</source>
        <translation>零点应为一个，或每个滤波器一个</translation>
    </message>
    <message>
        <source>data and weights must have the same rank, at least 3</source>
        <translation>数据与权重的维数不同</translation>
    </message>
    <message>
        <source>the number of channels is not a multiple of group</source>
        <translation>通道数不是 group 的倍数</translation>
    </message>
    <message>
        <source>the number of output channels is not a multiple of group</source>
        <translation>输出通道数不是 group 的倍数</translation>
    </message>
    <message>
        <source>the number of channels of the weights does not match the input and group</source>
        <translation>权重的通道数与输入和 group 不匹配</translation>
    </message>
    <message>
        <source>one bias for each output channel was expected</source>
        <translation>每个输出通道应有一个偏置</translation>
    </message>
    <message>
        <source>output_padding or output_shape does not match the number of spatial axes</source>
        <translation>output_padding 或 output_shape 与输入的轴数不匹配</translation>
    </message>
    <message>
        <source>one scale was expected, or one for each output channel</source>
        <translation>缩放因子应为一个，或每个输出通道一个</translation>
    </message>
    <message>
        <source>X and offset must have 4 dimensions</source>
        <translation>X 和 offset 应为 4 维</translation>
    </message>
    <message>
        <source>offset, mask or offset_group does not match the input and the output</source>
        <translation>offset、mask 或 offset_group 与输入和输出不匹配</translation>
    </message>
    <message>
        <source>both operands must have the same type</source>
        <translation>两个操作数的类型必须相同</translation>
    </message>
    <message>
        <source>elements of this type cannot be reduced in this way</source>
        <translation>这种类型的元素不能这样归约</translation>
    </message>
    <message>
        <source>data and indices differ in rank</source>
        <translation>数据与索引的维数不同</translation>
    </message>
    <message>
        <source>the indices are larger than the data along another axis</source>
        <translation>在 axis 以外的轴上，索引的形状大于数据的形状</translation>
    </message>
    <message>
        <source>data and indices must have at least one axis</source>
        <translation>数据和索引至少应有一个轴</translation>
    </message>
    <message>
        <source>batch_dims is out of range</source>
        <translation>batch_dims 超出范围</translation>
    </message>
    <message>
        <source>data and indices differ in their batch dimensions</source>
        <translation>数据与索引的批维度不同</translation>
    </message>
    <message>
        <source>texts cannot be reduced</source>
        <translation>文本无法归约</translation>
    </message>
    <message>
        <source>the updates must have the shape of the indices and the type of the data</source>
        <translation>更新值的形状与索引不同，或类型与数据不同</translation>
    </message>
    <message>
        <source>the updates do not match the indices and the data in shape or type</source>
        <translation>更新值与索引和数据不匹配</translation>
    </message>
    <message>
        <source>this pixel_format is not known</source>
        <translation>未知的 pixel_format</translation>
    </message>
    <message>
        <source>this dtype is not known</source>
        <translation>未知的 dtype</translation>
    </message>
    <message>
        <source>the input must be a matrix</source>
        <translation>输入应为矩阵</translation>
    </message>
    <message>
        <source>start, limit and delta must be one number each</source>
        <translation>start、limit 和 delta 应各为单个数字</translation>
    </message>
    <message>
        <source>delta is 0</source>
        <translation>delta 为 0</translation>
    </message>
    <message>
        <source>the range is too long or not finite</source>
        <translation>范围过长，或不是有限数</translation>
    </message>
    <message>
        <source>the range is too long</source>
        <translation>范围过长</translation>
    </message>
    <message>
        <source>the ratio must be at least 0 and less than 1</source>
        <translation>比率应不小于 0 且小于 1</translation>
    </message>
    <message>
        <source>the input must have at least one axis</source>
        <translation>输入没有轴</translation>
    </message>
    <message>
        <source>there are no indices</source>
        <translation>没有索引</translation>
    </message>
    <message>
        <source>an attribute must have one number, or one for each feature</source>
        <translation>列表应为单个数，或每个特征一个</translation>
    </message>
    <message>
        <source>the input and the keys must have the same type</source>
        <translation>输入与键的类型不同</translation>
    </message>
    <message>
        <source>the number of values in a map differs from the number of its keys</source>
        <translation>映射的值与键的个数不同</translation>
    </message>
    <message>
        <source>this map_form is not known</source>
        <translation>未知的 map_form</translation>
    </message>
    <message>
        <source>a key is negative, or not less than max_map</source>
        <translation>某个键为负，或不小于 max_map</translation>
    </message>
    <message>
        <source>the vocabulary for the type of the keys is missing</source>
        <translation>没有与键类型相同的词表</translation>
    </message>
    <message>
        <source>the number of scores in a row differs from the width of the output</source>
        <translation>某一行的分数个数不符</translation>
    </message>
    <message>
        <source>the number of intercepts differs from the number of targets</source>
        <translation>截距与系数不匹配</translation>
    </message>
    <message>
        <source>n_supports is out of range, or rho is empty</source>
        <translation>n_supports 无效，或 rho 为空</translation>
    </message>
    <message>
        <source>vectors_per_class is out of range</source>
        <translation>vectors_per_class 超出范围</translation>
    </message>
    <message>
        <source>coefficients, support vectors, rho or prob_a do not match the classes</source>
        <translation>系数、支持向量、rho 和 prob_a 与类别数不匹配</translation>
    </message>
    <message>
        <source>an entry of nodes_modes, aggregate_function or post_transform is not known</source>
        <translation>nodes_modes、aggregate_function 或 post_transform 的某个值未知</translation>
    </message>
    <message>
        <source>the id of a node, leaf, feature or target is out of range</source>
        <translation>节点、叶节点、特征或目标的某个编号超出范围</translation>
    </message>
    <message>
        <source>two nodes of a tree have the same id</source>
        <translation>某棵树中有两个编号相同的节点</translation>
    </message>
    <message>
        <source>n_targets is out of range</source>
        <translation>n_targets 超出范围</translation>
    </message>
    <message>
        <source>this aggregate_function is not known</source>
        <translation>未知的 aggregate_function</translation>
    </message>
    <message>
        <source>base_values must have one value for each target</source>
        <translation>基准值的个数与目标数不同</translation>
    </message>
    <message>
        <source>base_values must have one value for each class</source>
        <translation>基准值的个数与类别数不同</translation>
    </message>
    <message>
        <source>nodes_modes, nodes_splits or leaf_weights is missing</source>
        <translation>缺少 nodes_modes、nodes_splits 或 leaf_weights</translation>
    </message>
    <message>
        <source>membership_values is missing</source>
        <translation>缺少 membership_values</translation>
    </message>
    <message>
        <source>membership_values has fewer sets than there are BRANCH_MEMBER nodes</source>
        <translation>membership_values 中的集合过少</translation>
    </message>
    <message>
        <source>scale, bias, mean and variance must have one element for each channel</source>
        <translation>缩放因子、偏置、均值和方差对每个通道必须各有一个元素</translation>
    </message>
    <message>
        <source>the input must have channels, and size must be positive</source>
        <translation>输入需要通道轴，且 size 必须为正</translation>
    </message>
    <message>
        <source>the attribute axis is missing</source>
        <translation>缺少 axis</translation>
    </message>
    <message>
        <source>the axis cannot be split into equal parts</source>
        <translation>轴无法平均拆分</translation>
    </message>
    <message>
        <source>pads must have two numbers for each axis</source>
        <translation>每个轴应有两个填充量</translation>
    </message>
    <message>
        <source>constant_value must be one element of the input&apos;s type</source>
        <translation>constant_value 应为单个元素，且类型与输入相同</translation>
    </message>
    <message>
        <source>a size is negative</source>
        <translation>某个大小为负</translation>
    </message>
    <message>
        <source>an empty input has no largest element</source>
        <translation>空的输入没有最大值</translation>
    </message>
    <message>
        <source>one index for each element was expected</source>
        <translation>每个元素应有一个索引</translation>
    </message>
    <message>
        <source>output_shape must have one size for each axis of the input</source>
        <translation>output_shape 的长度与数据的维数不同</translation>
    </message>
    <message>
        <source>output_shape is smaller than the shape before pooling</source>
        <translation>output_shape 过小</translation>
    </message>
    <message>
        <source>X must have 4 dimensions, rois must be [count, 5] and pooled_shape two sizes</source>
        <translation>应为图像、形状为 [区域数, 5] 的区域和两个大小</translation>
    </message>
    <message>
        <source>a region is out of range</source>
        <translation>某个区域超出范围</translation>
    </message>
    <message>
        <source>X must be a non-empty image, and rois [count, 4] with one batch index each</source>
        <translation>应为图像和形状为 [区域数, 4] 的区域，且每个区域有一个批索引</translation>
    </message>
    <message>
        <source>sampling_ratio is not valid</source>
        <translation>sampling_ratio 无效</translation>
    </message>
    <message>
        <source>a matrix was expected</source>
        <translation>应为矩阵</translation>
    </message>
    <message>
        <source>matrix products of 8-bit floats are not supported</source>
        <translation>不支持 8 位浮点数的乘积</translation>
    </message>
    <message>
        <source>the zero points do not fit the matrix</source>
        <translation>零点与矩阵不匹配</translation>
    </message>
    <message>
        <source>a vector must have exactly one zero point</source>
        <translation>向量应有一个零点</translation>
    </message>
    <message>
        <source>a term of the equation does not fit its operand</source>
        <translation>等式的某一项与其操作数不匹配</translation>
    </message>
    <message>
        <source>the equation has more terms than there are operands</source>
        <translation>等式的项数多于操作数</translation>
    </message>
    <message>
        <source>the equation has fewer terms than there are operands</source>
        <translation>某个操作数没有对应的项</translation>
    </message>
    <message>
        <source>the inner dimensions of the matrices differ</source>
        <translation>两个矩阵的内维不同</translation>
    </message>
    <message>
        <source>C cannot be broadcast to the shape of the output</source>
        <translation>C 无法广播到输出的形状</translation>
    </message>
    <message>
        <source>the output has a letter that no input has</source>
        <translation>输出含有任何输入都没有的字母</translation>
    </message>
    <message>
        <source>the number of scales differs from the size of the axis</source>
        <translation>缩放因子的个数与轴的长度不同</translation>
    </message>
    <message>
        <source>blocked scales need a positive block_size</source>
        <translation>按块的缩放因子需要 block_size</translation>
    </message>
    <message>
        <source>the activation &apos;{0}&apos; is not known</source>
        <translation>没有激活函数“{0}”</translation>
    </message>
    <message>
        <source>W, R or B does not match the input, hidden_size or direction</source>
        <translation>W、R 或 B 与输入、hidden_size 或 direction 不匹配</translation>
    </message>
    <message>
        <source>this coordinate_transformation_mode is not known</source>
        <translation>未知的 coordinate_transformation_mode</translation>
    </message>
    <message>
        <source>this nearest_mode is not known</source>
        <translation>未知的 nearest_mode</translation>
    </message>
    <message>
        <source>a scale is too small for antialias = 1</source>
        <translation>缩放因子过小，抗锯齿滤波器过宽</translation>
    </message>
    <message>
        <source>an empty axis cannot be enlarged</source>
        <translation>空的轴无法放大</translation>
    </message>
    <message>
        <source>a scale is not positive</source>
        <translation>某个缩放因子不为正</translation>
    </message>
    <message>
        <source>a scale is too large, or not positive</source>
        <translation>某个缩放因子过大或不为正</translation>
    </message>
    <message>
        <source>this keep_aspect_ratio_policy is not known</source>
        <translation>未知的 keep_aspect_ratio_policy</translation>
    </message>
    <message>
        <source>roi must consist of finite numbers</source>
        <translation>roi 必须由有限数组成</translation>
    </message>
    <message>
        <source>roi must have two numbers for each axis</source>
        <translation>roi 中每个轴应有两个数</translation>
    </message>
    <message>
        <source>exactly one of scales and sizes must be given</source>
        <translation>scales 与 sizes 应给出且只给出其中一个</translation>
    </message>
    <message>
        <source>this padding_mode is not known</source>
        <translation>未知的 padding_mode</translation>
    </message>
    <message>
        <source>X and grid do not match</source>
        <translation>X 与 grid 不匹配</translation>
    </message>
    <message>
        <source>an empty image cannot be sampled</source>
        <translation>空的图像无法采样</translation>
    </message>
    <message>
        <source>image_shape, block_shape and attributes do not match, or the input is not of rank 3</source>
        <translation>输入不是 3 维，或 image_shape、block_shape 与各属性的长度不同</translation>
    </message>
    <message>
        <source>a size, stride or dilation is out of range</source>
        <translation>某个大小、步幅或膨胀超出范围</translation>
    </message>
    <message>
        <source>a pad is out of range</source>
        <translation>某个填充量超出范围</translation>
    </message>
    <message>
        <source>the block is larger than the padded image</source>
        <translation>块大于填充后的图像</translation>
    </message>
    <message>
        <source>the input does not match image_shape and block_shape</source>
        <translation>列与 image_shape 和 block_shape 不匹配</translation>
    </message>
    <message>
        <source>complex numbers cannot be ordered</source>
        <translation>复数没有大小顺序</translation>
    </message>
    <message>
        <source>the axis is empty</source>
        <translation>轴上没有元素</translation>
    </message>
    <message>
        <source>k is negative or larger than the axis</source>
        <translation>k 为负，或超过轴的长度</translation>
    </message>
    <message>
        <source>depth must not be negative, and values must be two</source>
        <translation>depth 不能为负，且 values 应为两个值</translation>
    </message>
    <message>
        <source>the items differ in type</source>
        <translation>各项的类型不同</translation>
    </message>
    <message>
        <source>the position is missing</source>
        <translation>缺少位置</translation>
    </message>
    <message>
        <source>the position is out of range</source>
        <translation>位置超出范围</translation>
    </message>
    <message>
        <source>the size of a part is not positive</source>
        <translation>每份的大小不为正</translation>
    </message>
    <message>
        <source>the sequence is empty</source>
        <translation>序列为空</translation>
    </message>
    <message>
        <source>only axes of size 1 can be squeezed</source>
        <translation>只有长度为 1 的轴才能去掉</translation>
    </message>
    <message>
        <source>the axes are missing</source>
        <translation>缺少 axes</translation>
    </message>
    <message>
        <source>an axis is named twice</source>
        <translation>某个轴给出了两次</translation>
    </message>
    <message>
        <source>perm is not a permutation of the axes</source>
        <translation>perm 不是各轴的排列</translation>
    </message>
    <message>
        <source>blocksize is not positive</source>
        <translation>blocksize 不为正</translation>
    </message>
    <message>
        <source>mode must be DCR or CRD</source>
        <translation>mode 应为 DCR 或 CRD</translation>
    </message>
    <message>
        <source>the input must be [N, C, H, W]</source>
        <translation>输入应为 [N, C, H, W]</translation>
    </message>
    <message>
        <source>batch_axis and time_axis must be 0 and 1, or 1 and 0, and the input of rank 2 or more</source>
        <translation>batch_axis 和 time_axis 应为 0 和 1 或 1 和 0，且输入至少有两个轴</translation>
    </message>
    <message>
        <source>onesided needs a real signal, or a complex spectrum where inverse is 1</source>
        <translation>onesided 要求正变换的输入为实信号，逆变换的输入为复数频谱</translation>
    </message>
    <message>
        <source>the signal must be [batch, length, 1 or 2]</source>
        <translation>信号应为 [批大小, 长度, 1 或 2]</translation>
    </message>
    <message>
        <source>this output_datatype is not known</source>
        <translation>未知的 output_datatype</translation>
    </message>
    <message>
        <source>num_mel_bins, dft_length or sample_rate is out of range</source>
        <translation>num_mel_bins、dft_length 或 sample_rate 超出范围</translation>
    </message>
    <message>
        <source>a band lies outside of the spectrum</source>
        <translation>某个频带超出频谱的范围</translation>
    </message>
    <message>
        <source>maxsplit is negative</source>
        <translation>maxsplit 为负</translation>
    </message>
    <message>
        <source>min_gram_length is not positive</source>
        <translation>min_gram_length 不为正</translation>
    </message>
    <message>
        <source>ngram_indexes is out of range</source>
        <translation>ngram_indexes 超出范围</translation>
    </message>
    <message>
        <source>ngram_indexes or weights has fewer entries than the pool has n-grams</source>
        <translation>ngram_indexes 或 weights 与 n-gram 池不匹配</translation>
    </message>
    <message>
        <source>the input must have a batch axis and a channel axis</source>
        <translation>输入应带有批轴和通道轴</translation>
    </message>
    <message>
        <source>a number in kernel_shape, strides, dilations or pads is out of range</source>
        <translation>kernel_shape、strides、dilations 或 pads 中某个数超出范围</translation>
    </message>
    <message>
        <source>the pattern has a repetition operator with nothing to repeat</source>
        <translation>模式串中的重复运算符前没有内容</translation>
    </message>
    <message>
        <source>the pattern has an unknown character class</source>
        <translation>模式串中有未知的字符类</translation>
    </message>
    <message>
        <source>the pattern has an unmatched &apos;)&apos;</source>
        <translation>模式串中多了一个“)”</translation>
    </message>
    <message>
        <source>the pattern ends too early</source>
        <translation>模式串过早结束</translation>
    </message>
    <message>
        <source>the pattern is too large</source>
        <translation>模式串过大</translation>
    </message>
    <message>
        <source>the pattern is nested too deeply</source>
        <translation>模式串嵌套过深</translation>
    </message>
    <message>
        <source>a repetition count in the pattern is out of range</source>
        <translation>模式串中某个重复次数超出范围</translation>
    </message>
    <message>
        <source>the pattern has two repetition operators in a row</source>
        <translation>模式串中有连续的重复运算符</translation>
    </message>
    <message>
        <source>a group in the pattern has an invalid name</source>
        <translation>模式串中某个分组的名称无效</translation>
    </message>
    <message>
        <source>the pattern has a group that RE2 does not support</source>
        <translation>模式串中有 RE2 不支持的分组</translation>
    </message>
    <message>
        <source>a group in the pattern has no closing &apos;)&apos;</source>
        <translation>模式串中某个分组没有闭合</translation>
    </message>
    <message>
        <source>the pattern has a backreference, which RE2 does not support</source>
        <translation>模式串中有 RE2 不支持的反向引用</translation>
    </message>
    <message>
        <source>the pattern has an unknown escape</source>
        <translation>模式串中有未知的转义</translation>
    </message>
    <message>
        <source>a hexadecimal escape in the pattern has an invalid digit</source>
        <translation>模式串中某个十六进制转义含有无效数字</translation>
    </message>
    <message>
        <source>a hexadecimal escape in the pattern is incomplete or too large</source>
        <translation>模式串中某个十六进制转义不完整或过大</translation>
    </message>
    <message>
        <source>a character range in the pattern is reversed</source>
        <translation>模式串中某个字符范围首尾颠倒</translation>
    </message>
    <message>
        <source>a character class in the pattern has no closing &apos;]&apos;</source>
        <translation>模式串中某个字符类没有闭合</translation>
    </message>
    <message>
        <source>its shape is not a tuple of whole numbers</source>
        <translation>它的形状不是由整数组成的元组</translation>
    </message>
    <message>
        <source>its checksum or its size is not what the archive says</source>
        <translation>它的校验和或大小与归档中记录的不符</translation>
    </message>
    <message>
        <source>models in different folders cannot share a binary, which must lie beside each of them</source>
        <translation>位于不同文件夹的模型不能共用一个二进制，因为它必须位于每个模型旁边</translation>
    </message>
    <message>
        <source>name one folder for all files</source>
        <translation>请为所有文件指定同一个文件夹</translation>
    </message>
    <message>
        <source>output &apos;{0}&apos; of {1} has no value_info with a type and a shape, and shape inference cannot find them</source>
        <translation>{1} 的输出“{0}”没有带类型和形状的 value_info，形状推断也无法得出</translation>
    </message>
    <message>
        <source>no EPContext node of {0} has main_context 1, so none has the binary</source>
        <translation>{0} 没有 main_context 为 1 的 EPContext 节点，因此没有节点带有二进制</translation>
    </message>
    <message>
        <source>no EPContext node of {0} has main_context 1, so none has its binary</source>
        <translation>{0} 没有 main_context 为 1 的 EPContext 节点，因此没有节点带有它的二进制</translation>
    </message>
    <message>
        <source>a session option has no name</source>
        <translation>有一个会话选项没有名称</translation>
    </message>
    <message>
        <source>write it as key=value</source>
        <translation>请写成 key=value</translation>
    </message>
    <message>
        <source>it holds a number of 2^63 or more</source>
        <translation>它含有 2^63 或更大的数</translation>
    </message>
    <message>
        <source>1 node that no provider runs</source>
        <translation>1 个没有提供程序能运行的节点</translation>
    </message>
    <message>
        <source>{0} nodes that no provider runs</source>
        <translation>{0} 个没有提供程序能运行的节点</translation>
    </message>
    <message>
        <source>a message to or from a worker process is damaged</source>
        <translation>与工作进程之间的消息已损坏</translation>
    </message>
    <message>
        <source>the direction is none of forward, reverse and bidirectional</source>
        <translation>direction 不是 forward、reverse 或 bidirectional 之一</translation>
    </message>
    <message>
        <source>infinity</source>
        <translation>无穷大</translation>
    </message>
    <message>
        <source>{0}, where only 0 is expected</source>
        <translation>{0}，而预期全为 0</translation>
    </message>
    <message>
        <source>{0}, {1} relative</source>
        <translation>{0}，相对 {1}</translation>
    </message>
    <message>
        <source>the model is damaged or malicious</source>
        <translation>模型已损坏或是恶意模型</translation>
    </message>
    <message>
        <source>the file is damaged or malicious</source>
        <translation>文件已损坏或是恶意文件</translation>
    </message>
    <message>
        <source>the model&apos;s data file is copied along, because the model goes to another folder</source>
        <translation>模型要写到另一个文件夹，因此其数据文件一并复制</translation>
    </message>
    <message>
        <source>an ONNX file cannot be larger than 2 GiB, so the weights go to a data file beside it</source>
        <translation>ONNX 文件不能大于 2 GiB，因此权重写入旁边的数据文件</translation>
    </message>
    <message>
        <source>the data file is &apos;{0}&apos;, because a model that is there reads &apos;{1}&apos;</source>
        <translation>数据文件为“{0}”，因为那里已有模型在读取“{1}”</translation>
    </message>
    <message>
        <source>what would be written to {0}</source>
        <translation>将要写入 {0} 的内容</translation>
    </message>
    <message>
        <source>the new weights do not fit into {0}</source>
        <translation>新权重超出 {0} 的范围</translation>
    </message>
    <message>
        <source>{0} {1}/1 node ({2} %)</source>
        <translation>{0} {1}/1 个节点（{2} %）</translation>
    </message>
    <message>
        <source>no provider</source>
        <translation>无提供程序</translation>
    </message>
    <message>
        <source>{0} cycles</source>
        <translation>{0} 个周期</translation>
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
        <source>starting the task</source>
        <translation>启动任务</translation>
    </message>
    <message>
        <source>runs on the host</source>
        <translation>在主机上运行</translation>
    </message>
    <message>
        <source>the JPEG has neither one nor three components</source>
        <translation>该 JPEG 既不是单分量也不是三分量</translation>
    </message>
    <message>
        <source>values must be texts, int64, int32, int16, float32 or float64</source>
        <translation>值须为文本、int64、int32、int16、float32 或 float64</translation>
    </message>
    <message>
        <source>scale and bias do not fit the input</source>
        <translation>scale 和 bias 与输入不匹配</translation>
    </message>
    <message>
        <source>threads inside one operator; 0: one for each core</source>
        <translation>单个算子内的线程数；0：每个核一个</translation>
    </message>
    <message>
        <source>1: one kernel may compute several nodes; 0: each node by itself, with its own time</source>
        <translation>1：一个内核可计算多个节点；0：每个节点单独计算并单独计时</translation>
    </message>
    <message>
        <source>parallel: kernels that do not need each other run at the same time, each on one thread</source>
        <translation>parallel：互不依赖的内核同时运行，各用一个线程</translation>
    </message>
    <message>
        <source>device profile: a built-in name or a .json file</source>
        <translation>设备配置：内置名称或 .json 文件</translation>
    </message>
    <message>
        <source>a shorter run of supported nodes is left to the next provider; ONNX Runtime uses 0</source>
        <translation>更短的连续受支持节点段留给下一个执行提供程序；ONNX Runtime 使用 0</translation>
    </message>
    <message>
        <source>which of the profile&apos;s devices</source>
        <translation>使用配置中的哪个设备</translation>
    </message>
    <message>
        <source>bytes that the arena may take on the device</source>
        <translation>内存池在设备上最多可占用的字节数</translation>
    </message>
    <message>
        <source>how the arena grows</source>
        <translation>内存池的增长方式</translation>
    </message>
    <message>
        <source>1: whole runs as one graph; 0: operator by operator</source>
        <translation>1：整段作为一个图；0：逐个算子</translation>
    </message>
    <message>
        <source>0: only models that the device runs whole; 1: also the parts of a model that it can run</source>
        <translation>0：只接受设备能完整运行的模型；1：也接受模型中设备能运行的部分</translation>
    </message>
    <message>
        <source>1: write each graph that is compiled as .onnx</source>
        <translation>1：将每个被编译的图写成 .onnx</translation>
    </message>
    <message>
        <source>1: write the compiled program as .om; by itself only where dump_dir is given</source>
        <translation>1：将编译后的程序写成 .om；仅在给出 dump_dir 时默认启用</translation>
    </message>
    <message>
        <source>folder for what dump_graphs and dump_om_model write</source>
        <translation>dump_graphs 和 dump_om_model 写入的文件夹</translation>
    </message>
    <message>
        <source>1: dumps replace files that are there; else those are an error</source>
        <translation>1：转储会替换已有文件；否则已有文件视为错误</translation>
    </message>
    <message>
        <source>in which types the device computes</source>
        <translation>设备以哪些类型进行计算</translation>
    </message>
    <message>
        <source>the newer names; the one that was given last counts</source>
        <translation>较新的名称；以最后给出的为准</translation>
    </message>
    <message>
        <source>implementation of the listed operators: exact (fp32 inside) or fast (fp16 inside)</source>
        <translation>所列算子的实现：精确（内部 fp32）或快速（内部 fp16）</translation>
    </message>
    <message>
        <source>the operators that op_select_impl_mode is for: Pooling, SoftmaxV2, LRN, ROIAlign; empty: all of them</source>
        <translation>op_select_impl_mode 适用的算子：Pooling、SoftmaxV2、LRN、ROIAlign；为空：全部</translation>
    </message>
    <message>
        <source>1: copies wait in the compute stream; 0: streams of their own</source>
        <translation>1：拷贝在计算流中排队；0：使用单独的流</translation>
    </message>
    <message>
        <source>loaded operators that are kept in single-operator mode</source>
        <translation>单算子模式下保留的已加载算子数</translation>
    </message>
    <message>
        <source>layout of images, for dynamic_image_size</source>
        <translation>图像的布局，用于 dynamic_image_size</translation>
    </message>
    <message>
        <source>batch sizes that the graph is prepared for: 1,2,4</source>
        <translation>图预先准备的批大小：1,2,4</translation>
    </message>
    <message>
        <source>heights and widths that the graph is prepared for: 224,224;448,448</source>
        <translation>图预先准备的高和宽：224,224;448,448</translation>
    </message>
    <message>
        <source>sizes of all dynamic dimensions in order: 1,224;4,448</source>
        <translation>所有动态维度按顺序的大小：1,224;4,448</translation>
    </message>
    <message>
        <source>there is no kind of difference &apos;{0}&apos;</source>
        <translation>没有“{0}”这种差异</translation>
    </message>
    <message>
        <source>use {0}</source>
        <translation>请用 {0}</translation>
    </message>
    <message>
        <source>there is nothing to compare with</source>
        <translation>没有可比较的对象</translation>
    </message>
    <message>
        <source>both models cannot be read from standard input</source>
        <translation>两个模型不能都从标准输入读取</translation>
    </message>
    <message>
        <source>name the file of one of them</source>
        <translation>请给出其中一个的文件名</translation>
    </message>
    <message>
        <source>use .html</source>
        <translation>请用 .html</translation>
    </message>
    <message>
        <source>use .json, .html or .md</source>
        <translation>请用 .json、.html 或 .md</translation>
    </message>
    <message>
        <source>constant {0}</source>
        <translation>常量 {0}</translation>
    </message>
    <message>
        <source>name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>removed</source>
        <translation>已移除</translation>
    </message>
    <message>
        <source>became {0}</source>
        <translation>变为 {0}</translation>
    </message>
    <message>
        <source>added</source>
        <translation>已新增</translation>
    </message>
    <message>
        <source>made from {0}</source>
        <translation>由 {0} 合成</translation>
    </message>
    <message>
        <source>{0} differs by {1}</source>
        <translation>{0} 相差 {1}</translation>
    </message>
    <message>
        <source>{0}: {1} → {2}</source>
        <translation>{0}：{1} → {2}</translation>
    </message>
    <message>
        <source>give disabled, basic, extended or all; or 0, 1, 2 or 99</source>
        <translation>请给出 disabled、basic、extended 或 all；或 0、1、2、99</translation>
    </message>
    <message>
        <source>{0} folded</source>
        <translation>已折叠 {0} 个</translation>
    </message>
    <message>
        <source>assumed to be taken, by you, though {0}</source>
        <translation>由你假定接受，尽管 {0}</translation>
    </message>
    <message>
        <source>&amp;&amp;, || or the end</source>
        <translation>&amp;&amp;、|| 或结尾</translation>
    </message>
    <message>
        <source>at most {0} brackets inside each other</source>
        <translation>最多 {0} 层括号</translation>
    </message>
    <message>
        <source>&amp;&amp;, || or )</source>
        <translation>&amp;&amp;、|| 或 )</translation>
    </message>
    <message>
        <source>a figure</source>
        <translation>一个指标</translation>
    </message>
    <message>
        <source>a relation such as &gt;</source>
        <translation>一个比较符，例如 &gt;</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>一个数</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is no condition: expected {1} at character {2}</source>
        <translation>“{0}”不是条件：在第 {2} 个字符处应为{1}</translation>
    </message>
    <message>
        <source>write FIGURE&gt;NUMBER, joined by &amp;&amp; and ||, with {0}</source>
        <translation>请写 指标&gt;数，用 &amp;&amp; 和 || 连接，指标有 {0}</translation>
    </message>
    <message>
        <source>{0} and {1} more</source>
        <translation>{0}，另有 {1} 个</translation>
    </message>
    <message>
        <source>{0} → {1}</source>
        <translation>{0} → {1}</translation>
    </message>
    <message>
        <source>{0} splits what {1} runs: {2}</source>
        <translation>{0} 把 {1} 运行的部分切开：{2}</translation>
    </message>
    <message>
        <source>{0}. It is compiled as one piece</source>
        <translation>{0}。它整体编译</translation>
    </message>
    <message>
        <source>{0}. It runs kernel by kernel, not compiled</source>
        <translation>{0}。它逐个内核运行，不经编译</translation>
    </message>
    <message>
        <source>{0}, not alone</source>
        <translation>{0}，并非单独</translation>
    </message>
    <message>
        <source>in {0}</source>
        <translation>在 {0} 中</translation>
    </message>
    <message>
        <source>folded</source>
        <translation>已折叠</translation>
    </message>
    <message>
        <source>block ×{0}</source>
        <translation>模块 ×{0}</translation>
    </message>
    <message>
        <source>its result is not of the size that inference tells</source>
        <translation>其结果的大小与推断的不符</translation>
    </message>
    <message>
        <source>merged into {0} before nodes are placed</source>
        <translation>在放置节点之前已并入 {0}</translation>
    </message>
    <message>
        <source>computed once from constants before nodes are placed</source>
        <translation>在放置节点之前已由常量一次算出</translation>
    </message>
    <message>
        <source>its condition is constant: the nodes of one branch take its place before nodes are placed</source>
        <translation>其条件为常量：在放置节点之前由其中一个分支的节点取代</translation>
    </message>
    <message>
        <source>in a branch that is never taken</source>
        <translation>位于永远不会执行的分支中</translation>
    </message>
    <message>
        <source>another node computes the same: merged before nodes are placed</source>
        <translation>另一个节点计算相同的结果：在放置节点之前已合并</translation>
    </message>
    <message>
        <source>no node reads its results: dropped before nodes are placed</source>
        <translation>没有节点读取其结果：在放置节点之前已删除</translation>
    </message>
    <message>
        <source>{0} changes nothing here: dropped before nodes are placed</source>
        <translation>{0} 在此不改变任何内容：在放置节点之前已删除</translation>
    </message>
    <message>
        <source>gone with the node that holds it before nodes are placed</source>
        <translation>在放置节点之前已随包含它的节点一起消失</translation>
    </message>
    <message>
        <source>{0} → {1} per run</source>
        <translation>每次运行 {0} → {1}</translation>
    </message>
    <message>
        <source>1 node changed its provider</source>
        <translation>1 个节点换了提供程序</translation>
    </message>
    <message>
        <source>{0} nodes changed their provider</source>
        <translation>{0} 个节点换了提供程序</translation>
    </message>
    <message>
        <source>pinned by you: {0}</source>
        <translation>由你固定：{0}</translation>
    </message>
    <message>
        <source>pinned to {0} by you</source>
        <translation>已由你固定到 {0}</translation>
    </message>
    <message>
        <source>it is compiled with {0}, which holds it</source>
        <translation>它与包含它的 {0} 一起编译</translation>
    </message>
    <message>
        <source>lost with {0}: {1}</source>
        <translation>与 {0} 一起失去：{1}</translation>
    </message>
    <message>
        <source>cut off by {0} and {1}: {2}</source>
        <translation>被 {0} 和 {1} 隔断：{2}</translation>
    </message>
    <message>
        <source>cut off by {0}: {1}</source>
        <translation>被 {0} 隔断：{1}</translation>
    </message>
    <message>
        <source>the graph has no more nodes: {0}</source>
        <translation>图中没有更多节点：{0}</translation>
    </message>
    <message>
        <source>no provider runs it</source>
        <translation>没有提供程序运行它</translation>
    </message>
    <message>
        <source>joins {0}, as the nodes that cut it off do</source>
        <translation>归入 {0}，隔断它的节点也在其中</translation>
    </message>
    <message>
        <source>joins {0}, which is needed anyway</source>
        <translation>归入 {0}，该分区反正需要</translation>
    </message>
    <message>
        <source>its results are only sizes or axes of other nodes</source>
        <translation>其结果只是其他节点的尺寸或轴</translation>
    </message>
    <message>
        <source>all its inputs are constant: one computation is enough</source>
        <translation>其输入全是常量：计算一次即可</translation>
    </message>
    <message>
        <source>it cuts nothing, moves nothing and computes nothing</source>
        <translation>它不切断、不搬运、也不计算任何东西</translation>
    </message>
    <message>
        <source>with the nodes around it, cuts {0} from {1}</source>
        <translation>与周围的节点一起把 {0} 与 {1} 切开</translation>
    </message>
    <message>
        <source>with the nodes around it, moves {0} per run</source>
        <translation>与周围的节点一起每次运行搬运 {0}</translation>
    </message>
    <message>
        <source>cuts {0} from {1} and moves {2} per run</source>
        <translation>把 {0} 与 {1} 切开，每次运行搬运 {2}</translation>
    </message>
    <message>
        <source>cuts {0} from {1}</source>
        <translation>把 {0} 与 {1} 切开</translation>
    </message>
    <message>
        <source>moves {0} per run</source>
        <translation>每次运行搬运 {0}</translation>
    </message>
    <message>
        <source>keeps its work off {0}</source>
        <translation>使其计算离开 {0}</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is no regular expression: {1}</source>
        <translation>“{0}”不是正则表达式：{1}</translation>
    </message>
    <message>
        <source>a closing bracket has no opening one</source>
        <translation>右括号没有对应的左括号</translation>
    </message>
    <message>
        <source>the brackets are nested too deeply</source>
        <translation>括号嵌套过深</translation>
    </message>
    <message>
        <source>an opening bracket has no closing one</source>
        <translation>左括号没有对应的右括号</translation>
    </message>
    <message>
        <source>there is nothing between the brackets</source>
        <translation>括号之间没有内容</translation>
    </message>
    <message>
        <source>{0} on {1}</source>
        <translation>{0} 在 {1} 上</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is no range of numbers</source>
        <translation>“{0}”不是数值范围</translation>
    </message>
    <message>
        <source>write for example &gt;1MB or 1KB..2KB</source>
        <translation>请写成例如 &gt;1MB 或 1KB..2KB</translation>
    </message>
    <message>
        <source>write for example &gt;3M, &lt;=5 or 10..20</source>
        <translation>请写成例如 &gt;3M、&lt;=5 或 10..20</translation>
    </message>
    <message>
        <source>the query is longer than {0} bytes</source>
        <translation>查询超过 {0} 字节</translation>
    </message>
    <message>
        <source>Simplify: {0}</source>
        <translation>简化：{0}</translation>
    </message>
    <message>
        <source>the model has no node &apos;{0}&apos;</source>
        <translation>模型没有节点“{0}”</translation>
    </message>
    <message>
        <source>the model has no {0}</source>
        <translation>模型没有 {0}</translation>
    </message>
    <message>
        <source>no {0} of the model works on {1}</source>
        <translation>模型中没有处理 {1} 的 {0}</translation>
    </message>
    <message>
        <source>input &apos;{0}&apos; has the shape {1}</source>
        <translation>输入“{0}”的形状是 {1}</translation>
    </message>
    <message>
        <source>there is no provider &apos;{0}&apos;; there is {1}</source>
        <translation>没有提供程序“{0}”；有 {1}</translation>
    </message>
    <message>
        <source>the order names &apos;{0}&apos; twice</source>
        <translation>顺序中“{0}”出现了两次</translation>
    </message>
    <message>
        <source>{0} stays the last: it takes what the others leave</source>
        <translation>{0} 始终排在最后：它接受其他提供程序留下的节点</translation>
    </message>
    <message>
        <source>1 of its nodes is pinned to another provider already</source>
        <translation>其中 1 个节点已固定到另一个提供程序</translation>
    </message>
    <message>
        <source>{0} of its nodes are pinned to another provider already</source>
        <translation>其中 {0} 个节点已固定到另一个提供程序</translation>
    </message>
    <message>
        <source>{0} has no rule at {1}</source>
        <translation>{0} 在 {1} 处没有规则</translation>
    </message>
    <message>
        <source>there is no level &apos;{0}&apos;</source>
        <translation>没有级别“{0}”</translation>
    </message>
    <message>
        <source>&apos;{0}&apos;</source>
        <translation>“{0}”</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{1} 的 {0}</translation>
    </message>
    <message>
        <source>Order: {0}</source>
        <translation>顺序：{0}</translation>
    </message>
    <message>
        <source>{0}: {1} = {2}</source>
        <translation>{0}：{1} = {2}</translation>
    </message>
    <message>
        <source>{0}: runs of {1} nodes or more</source>
        <translation>{0}：至少 {1} 个节点的连续段</translation>
    </message>
    <message>
        <source>Exclude {0} from {1}</source>
        <translation>将 {0} 排除在 {1} 之外</translation>
    </message>
    <message>
        <source>Pin {0} to {1}</source>
        <translation>将 {0} 固定到 {1}</translation>
    </message>
    <message>
        <source>{0} is taken by {1} anyway</source>
        <translation>{0} 仍由 {1} 接受</translation>
    </message>
    <message>
        <source>{0}: the rule {1} is off</source>
        <translation>{0}：规则 {1} 已关闭</translation>
    </message>
    <message>
        <source>{0} = {1}</source>
        <translation>{0} = {1}</translation>
    </message>
    <message>
        <source>Partitions by dependency</source>
        <translation>按依赖关系分区</translation>
    </message>
    <message>
        <source>Partitions by topological order</source>
        <translation>按拓扑顺序分区</translation>
    </message>
    <message>
        <source>Optimizations before placement: {0}</source>
        <translation>放置前的优化：{0}</translation>
    </message>
    <message>
        <source>Pinned: {0} does not run on {1}: {2}</source>
        <translation>已固定：{0} 不在 {1} 上运行：{2}</translation>
    </message>
    <message>
        <source>Order: only one device takes nodes</source>
        <translation>顺序：只有一个设备接受节点</translation>
    </message>
    <message>
        <source>Run length: no device asks for runs of nodes</source>
        <translation>段长：没有设备要求节点的连续段</translation>
    </message>
    <message>
        <source>Run length: no device takes a node</source>
        <translation>段长：没有设备接受节点</translation>
    </message>
    <message>
        <source>There is only one provider</source>
        <translation>只有一个提供程序</translation>
    </message>
    <message>
        <source>No device declines a node</source>
        <translation>没有设备拒绝节点</translation>
    </message>
    <message>
        <source>No rule of a device declines a node</source>
        <translation>没有设备的规则拒绝节点</translation>
    </message>
    <message>
        <source>Sizes: every input has a fixed shape</source>
        <translation>尺寸：每个输入的形状都是固定的</translation>
    </message>
    <message>
        <source>Grouping: no provider has two partitions to merge</source>
        <translation>分组：没有提供程序有两个可合并的分区</translation>
    </message>
    <message>
        <source>needs true or false for &quot;{0}&quot;</source>
        <translation>的“{0}”需要 true 或 false</translation>
    </message>
    <message>
        <source>change {0} of the scenario {1}</source>
        <translation>方案的第 {0} 项更改{1}</translation>
    </message>
    <message>
        <source>nothing of the scenario was applied; docs/command-line.md lists the changes</source>
        <translation>方案未应用任何更改；docs/command-line.md 列出了各种更改</translation>
    </message>
    <message>
        <source>is empty</source>
        <translation>为空</translation>
    </message>
    <message>
        <source>needs &quot;{0}&quot;</source>
        <translation>需要“{0}”</translation>
    </message>
    <message>
        <source>needs a text for &quot;{0}&quot;</source>
        <translation>的“{0}”需要文本</translation>
    </message>
    <message>
        <source>needs a list of texts for &quot;{0}&quot;</source>
        <translation>的“{0}”需要文本列表</translation>
    </message>
    <message>
        <source>needs a whole number of at least 0 for &quot;{0}&quot;</source>
        <translation>的“{0}”需要不小于 0 的整数</translation>
    </message>
    <message>
        <source>needs a size or a list of sizes for &quot;{0}&quot;</source>
        <translation>的“{0}”需要一个尺寸或尺寸列表</translation>
    </message>
    <message>
        <source>has an unknown grouping &apos;{0}&apos;</source>
        <translation>有未知的分组“{0}”</translation>
    </message>
    <message>
        <source>has an unknown level of optimization &apos;{0}&apos;</source>
        <translation>有未知的优化级别“{0}”</translation>
    </message>
    <message>
        <source>needs { &quot;node&quot;: NAME } or { &quot;operator&quot;: NAME }</source>
        <translation>需要 { &quot;node&quot;: 名称 } 或 { &quot;operator&quot;: 名称 }</translation>
    </message>
    <message>
        <source>has an unknown type &apos;{0}&apos;</source>
        <translation>有未知的类型“{0}”</translation>
    </message>
    <message>
        <source>the scenario {0}</source>
        <translation>方案{0}</translation>
    </message>
    <message>
        <source>nothing of it was applied; docs/command-line.md describes the file</source>
        <translation>未应用其中任何内容；docs/command-line.md 描述了该文件</translation>
    </message>
    <message>
        <source>does not have &quot;partita_scenario&quot;: 1</source>
        <translation>没有 &quot;partita_scenario&quot;: 1</translation>
    </message>
    <message>
        <source>has no list &quot;changes&quot;</source>
        <translation>没有列表 &quot;changes&quot;</translation>
    </message>
    <message>
        <source>a rule is off, by you: {0}</source>
        <translation>由你关闭了一条规则：{0}</translation>
    </message>
    <message>
        <source>use .html, .md, .json or .csv</source>
        <translation>请使用 .html、.md、.json 或 .csv</translation>
    </message>
    <message>
        <source>give JSON {&quot;node&quot;: value} or CSV with the columns name,value</source>
        <translation>请给出 JSON {&quot;节点&quot;: 值}，或包含 name,value 两列的 CSV</translation>
    </message>
    <message>
        <source>a line has more than {0} columns</source>
        <translation>某一行超过 {0} 列</translation>
    </message>
    <message>
        <source>a quoted field has no end</source>
        <translation>带引号的字段没有结束</translation>
    </message>
    <message>
        <source>there is no column &apos;{0}&apos;</source>
        <translation>没有列“{0}”</translation>
    </message>
    <message>
        <source>use one of: {0}</source>
        <translation>请使用以下之一：{0}</translation>
    </message>
    <message>
        <source>the first line has no second column</source>
        <translation>第一行没有第二列</translation>
    </message>
    <message>
        <source>there are more than {0} values</source>
        <translation>值超过 {0} 个</translation>
    </message>
    <message>
        <source>entry {0} of the list has no &quot;name&quot;</source>
        <translation>列表的第 {0} 项没有 &quot;name&quot;</translation>
    </message>
    <message>
        <source>this is a scenario, not values of nodes</source>
        <translation>这是一个假设方案，不是节点的值</translation>
    </message>
    <message>
        <source>this is neither an object nor a list</source>
        <translation>这既不是对象也不是列表</translation>
    </message>
    <message>
        <source>the file is larger than {0} MiB</source>
        <translation>文件大于 {0} MiB</translation>
    </message>
    <message>
        <source>there is no value in it</source>
        <translation>其中没有任何值</translation>
    </message>
    <message>
        <source>nodes with a value: {0}</source>
        <translation>有值的节点：{0}</translation>
    </message>
    <message>
        <source>names that no node has: {0} ({1})</source>
        <translation>没有节点使用的名称：{0}（{1}）</translation>
    </message>
    <message>
        <source>names given again, where the first value counts: {0} ({1})</source>
        <translation>重复给出的名称，以第一个值为准：{0}（{1}）</translation>
    </message>
    <message>
        <source>nodes whose value is empty or not finite: {0}</source>
        <translation>值为空或不是有限数的节点：{0}</translation>
    </message>
    <message>
        <source>names that several nodes have, each with the value: {0}</source>
        <translation>多个节点共用的名称，各节点都取该值：{0}</translation>
    </message>
    <message>
        <source>operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>element type of the output</source>
        <translation>输出的元素类型</translation>
    </message>
    <message>
        <source>bytes of outputs and weights</source>
        <translation>输出和权重的字节数</translation>
    </message>
    <message>
        <source>no value</source>
        <translation>无值</translation>
    </message>
    <message>
        <source>{0} others</source>
        <translation>其他 {0} 项</translation>
    </message>
    <message>
        <source>least</source>
        <translation>最小</translation>
    </message>
    <message>
        <source>coloured by rank</source>
        <translation>按名次着色</translation>
    </message>
    <message>
        <source>logarithmic scale</source>
        <translation>对数刻度</translation>
    </message>
    <message>
        <source>there is only one partition</source>
        <translation>只有一个分区</translation>
    </message>
    <message>
        <source>1 node is compiled and stays what it is: only the model that it was compiled from can be changed</source>
        <translation>1 个节点已编译，保持不变：只能更改编译它的源模型</translation>
    </message>
    <message>
        <source>{0} nodes are compiled and stay what they are: only the models that they were compiled from can be changed</source>
        <translation>{0} 个节点已编译，保持不变：只能更改编译它们的源模型</translation>
    </message>
    <message>
        <source>there is no device, and each body of a node is a partition of its own</source>
        <translation>没有设备，且节点的每个子图各自成为一个分区</translation>
    </message>
    <message>
        <source>the devices take all nodes</source>
        <translation>设备已接受全部节点</translation>
    </message>
    <message>
        <source>1 node has no rule on any device</source>
        <translation>1 个节点在任何设备上都没有规则</translation>
    </message>
    <message>
        <source>{0} nodes have no rule on any device</source>
        <translation>{0} 个节点在任何设备上都没有规则</translation>
    </message>
    <message>
        <source>1 node stays on {0}: {1}</source>
        <translation>1 个节点留在 {0} 上：{1}</translation>
    </message>
    <message>
        <source>{0} nodes stay on {1} (the first: {2})</source>
        <translation>{0} 个节点留在 {1} 上（第一个：{2}）</translation>
    </message>
    <message>
        <source>{0} takes {1}</source>
        <translation>{0} 接受 {1}</translation>
    </message>
    <message>
        <source>Convert to opset {0}</source>
        <translation>转换到 opset {0}</translation>
    </message>
    <message>
        <source>exact: no smaller set of operators does as well</source>
        <translation>精确：没有更小的算子集合能达到同样效果</translation>
    </message>
    <message>
        <source>no {0} operators of {1} leave fewer than {2} partitions</source>
        <translation>{1} 上任何 {0} 个算子都不能使分区少于 {2} 个</translation>
    </message>
    <message>
        <source>select nodes first</source>
        <translation>请先选择节点</translation>
    </message>
    <message>
        <source>Add {0} changes</source>
        <translation>添加 {0} 项更改</translation>
    </message>
    <message>
        <source>Switch on: {0}</source>
        <translation>启用：{0}</translation>
    </message>
    <message>
        <source>Switch off: {0}</source>
        <translation>停用：{0}</translation>
    </message>
    <message>
        <source>Remove: {0}</source>
        <translation>移除：{0}</translation>
    </message>
    <message>
        <source>Move: {0}</source>
        <translation>移动：{0}</translation>
    </message>
    <message>
        <source>Clear the scenario</source>
        <translation>清空方案</translation>
    </message>
    <message>
        <source>Sizes as in the file</source>
        <translation>大小与文件中一致</translation>
    </message>
    <message>
        <source>Fix {0} sizes</source>
        <translation>固定 {0} 个大小</translation>
    </message>
    <message>
        <source>Open {0}</source>
        <translation>打开 {0}</translation>
    </message>
    <message>
        <source>the picture would have {0} tiles</source>
        <translation>图片将有 {0} 块</translation>
    </message>
    <message>
        <source>only a .png is written in tiles</source>
        <translation>只有 .png 可以分块写出</translation>
    </message>
    <message>
        <source>leave --tiles out: the other formats hold any size</source>
        <translation>请去掉 --tiles：其他格式可容纳任意大小</translation>
    </message>
    <message>
        <source>{0} is still at work</source>
        <translation>{0}仍在进行</translation>
    </message>
    <message>
        <source>wait for its end, or cancel it</source>
        <translation>请等待其结束，或将其取消</translation>
    </message>
    <message>
        <source>work unknown without sizes</source>
        <translation>大小未知，无法计算运算量</translation>
    </message>
    <message>
        <source>too many operators to judge every set: they were grown greedily</source>
        <translation>算子太多，无法评判每种组合：组合以贪心方式逐步扩大</translation>
    </message>
    <message>
        <source>no {0} operators of {1} leave fewer than {2} partitions in all</source>
        <translation>{1} 个算子中没有任何 {0} 个能使分区总数少于 {2}</translation>
    </message>
    <message>
        <source>not every pass that is named may be needed</source>
        <translation>所列步骤未必全都需要</translation>
    </message>
    <message>
        <source>1 more change was not tried</source>
        <translation>还有 1 项更改未尝试</translation>
    </message>
    <message>
        <source>{0} more changes were not tried</source>
        <translation>还有 {0} 项更改未尝试</translation>
    </message>
    <message>
        <source>it takes too long to compute</source>
        <translation>计算时间过长</translation>
    </message>
    <message>
        <source>the model has {0} of its {1} nodes, but no &apos;{2}&apos;</source>
        <translation>模型有其 {1} 个节点中的 {0} 个，但没有“{2}”</translation>
    </message>
    <message>
        <source>change {0} sets the same again</source>
        <translation>第 {0} 项更改重复设置了同一内容</translation>
    </message>
    <message>
        <source>Optimization level: no rewrite before placement changes this model</source>
        <translation>优化级别：放置前的改写都不会改变此模型</translation>
    </message>
    <message>
        <source>{0} nodes</source>
        <translation>{0} 个节点</translation>
    </message>
    <message>
        <source>Choose the providers</source>
        <translation>选择提供程序</translation>
    </message>
    <message>
        <source>{0} has no changes</source>
        <translation>{0}没有更改</translation>
    </message>
    <message>
        <source>{0}: {1} of {2} changes applied; the rows of the others say why not</source>
        <translation>{0}：已应用 {2} 项更改中的 {1} 项；其余各行说明了未应用的原因</translation>
    </message>
    <message>
        <source>Ask {0} for nodes</source>
        <translation>向 {0} 询问节点</translation>
    </message>
    <message>
        <source>Do not ask {0} for nodes</source>
        <translation>不向 {0} 询问节点</translation>
    </message>
    <message>
        <source>it is not said where the edited model goes</source>
        <translation>没有说明编辑后的模型写到哪里</translation>
    </message>
    <message>
        <source>give -o FILE, or --dry-run to write nothing</source>
        <translation>请给出 -o FILE，或用 --dry-run 不写入任何文件</translation>
    </message>
    <message>
        <source>no edit is given</source>
        <translation>没有给出编辑</translation>
    </message>
    <message>
        <source>`edit --help` lists the edits; --script takes a file of them</source>
        <translation>`edit --help` 列出了各种编辑；--script 接受一个编辑文件</translation>
    </message>
    <message>
        <source>an edit cannot be done, so nothing was written</source>
        <translation>有一个编辑无法完成，因此没有写入任何文件</translation>
    </message>
    <message>
        <source>correct it, or do the others with --partly</source>
        <translation>请修正它，或用 --partly 完成其余的</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is no such change</source>
        <translation>“{0}”不是这样的更改</translation>
    </message>
    <message>
        <source>write for example {0}</source>
        <translation>例如写 {0}</translation>
    </message>
    <message>
        <source>the recipe names no output</source>
        <translation>配方没有指定输出</translation>
    </message>
    <message>
        <source>add -o FILE</source>
        <translation>加上 -o FILE</translation>
    </message>
    <message>
        <source>there is no page &apos;{0}&apos;</source>
        <translation>没有名为“{0}”的页面</translation>
    </message>
    <message>
        <source>`pages` lists them</source>
        <translation>用 `pages` 列出</translation>
    </message>
    <message>
        <source>the animation could not be encoded: {0}</source>
        <translation>无法编码动画：{0}</translation>
    </message>
    <message>
        <source>use a smaller width</source>
        <translation>请使用较小的宽度</translation>
    </message>
    <message>
        <source>there are no steps to show</source>
        <translation>没有可显示的步骤</translation>
    </message>
    <message>
        <source>simplify the model first</source>
        <translation>请先简化模型</translation>
    </message>
    <message>
        <source>the edits were made on another model than the one in the file</source>
        <translation>这些编辑不是在文件现有的模型上做的</translation>
    </message>
    <message>
        <source>the journal is damaged</source>
        <translation>日志已损坏</translation>
    </message>
    <message>
        <source>more than one part is named</source>
        <translation>指定了多个部分</translation>
    </message>
    <message>
        <source>the model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>a file has no place for a text about &apos;{0}&apos;</source>
        <translation>文件中没有存放“{0}”的说明的位置</translation>
    </message>
    <message>
        <source>describe the node that makes it</source>
        <translation>请为产生它的节点添加说明</translation>
    </message>
    <message>
        <source>the documentation says that already</source>
        <translation>文档已是该内容</translation>
    </message>
    <message>
        <source>Remove the documentation of {0}</source>
        <translation>移除{0}的文档</translation>
    </message>
    <message>
        <source>Document {0}</source>
        <translation>为{0}添加文档</translation>
    </message>
    <message>
        <source>metadata needs a key</source>
        <translation>元数据需要键</translation>
    </message>
    <message>
        <source>{0} has no metadata &apos;{1}&apos;</source>
        <translation>{0}没有元数据“{1}”</translation>
    </message>
    <message>
        <source>metadata &apos;{0}&apos; says that already</source>
        <translation>元数据“{0}”已是该内容</translation>
    </message>
    <message>
        <source>Remove metadata {0} of {1}</source>
        <translation>移除{1}的元数据 {0}</translation>
    </message>
    <message>
        <source>Set metadata {0} of {1}</source>
        <translation>设置{1}的元数据 {0}</translation>
    </message>
    <message>
        <source>the model says that already</source>
        <translation>模型已是该内容</translation>
    </message>
    <message>
        <source>Set the producer of the model</source>
        <translation>设置模型的生产者</translation>
    </message>
    <message>
        <source>no attribute is given</source>
        <translation>没有给出属性</translation>
    </message>
    <message>
        <source>{0} is a graph, whose nodes are edited themselves</source>
        <translation>{0} 是一个图，请直接编辑其中的节点</translation>
    </message>
    <message>
        <source>Set {0} to {1}</source>
        <translation>将 {0} 设为 {1}</translation>
    </message>
    <message>
        <source>{0} needs the attribute {1}, which has no default</source>
        <translation>{0} 需要属性 {1}，它没有默认值</translation>
    </message>
    <message>
        <source>it has no attribute {0}</source>
        <translation>它没有属性 {0}</translation>
    </message>
    <message>
        <source>no node has the attribute {0}</source>
        <translation>没有节点带有属性 {0}</translation>
    </message>
    <message>
        <source>Reset {0}</source>
        <translation>重置 {0}</translation>
    </message>
    <message>
        <source>{0} must be one of {1}</source>
        <translation>{0} 必须是其中之一：{1}</translation>
    </message>
    <message>
        <source>an attribute needs a name</source>
        <translation>属性需要名称</translation>
    </message>
    <message>
        <source>the tensor of the attribute {0} has no elements that fit its shape</source>
        <translation>属性 {0} 的张量没有与其形状相符的元素</translation>
    </message>
    <message>
        <source>{0} refers to the attribute {1}, which no function around it has</source>
        <translation>{0} 引用了属性 {1}，但外层函数没有该属性</translation>
    </message>
    <message>
        <source>the function has no attribute {0}</source>
        <translation>该函数没有属性 {0}</translation>
    </message>
    <message>
        <source>{0} has no attribute {1} in version {2}</source>
        <translation>{0} 在版本 {2} 中没有属性 {1}</translation>
    </message>
    <message>
        <source>its output &apos;{0}&apos; is read, too</source>
        <translation>它的输出“{0}”也被读取</translation>
    </message>
    <message>
        <source>no input has the type of its output, {0}</source>
        <translation>没有输入与其输出的类型（{0}）相同</translation>
    </message>
    <message>
        <source>it reads nothing that its readers could read</source>
        <translation>它没有读取任何可供其读者读取的张量</translation>
    </message>
    <message>
        <source>{0} cannot read &apos;{1}&apos;: {2}</source>
        <translation>{0} 不能读取“{1}”：{2}</translation>
    </message>
    <message>
        <source>Bypass {0}</source>
        <translation>绕过 {0}</translation>
    </message>
    <message>
        <source>Bypass {0} nodes</source>
        <translation>绕过 {0} 个节点</translation>
    </message>
    <message>
        <source>Make {0} an input</source>
        <translation>将 {0} 设为输入</translation>
    </message>
    <message>
        <source>Make {0} an initializer</source>
        <translation>将 {0} 设为初始化器</translation>
    </message>
    <message>
        <source>Make {0} the output of a Constant</source>
        <translation>将 {0} 设为 Constant 的输出</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; has that form already</source>
        <translation>“{0}”已是该形式</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is computed by a node</source>
        <translation>“{0}”由节点计算得出</translation>
    </message>
    <message>
        <source>choose an input, an initializer or the output of a Constant</source>
        <translation>请选择输入、初始化器或 Constant 的输出</translation>
    </message>
    <message>
        <source>a function has no initializers</source>
        <translation>函数没有初始化器</translation>
    </message>
    <message>
        <source>graph {0}</source>
        <translation>图 {0}</translation>
    </message>
    <message>
        <source>leave it a Constant</source>
        <translation>请保留为 Constant</translation>
    </message>
    <message>
        <source>a Constant with a sparse tensor needs opset {0}</source>
        <translation>带稀疏张量的 Constant 需要 opset {0}</translation>
    </message>
    <message>
        <source>convert the model to a newer opset first</source>
        <translation>请先将模型转换为更新的 opset</translation>
    </message>
    <message>
        <source>a Constant of {0} does not exist in opset {1}</source>
        <translation>opset {1} 中没有 {0} 的 Constant</translation>
    </message>
    <message>
        <source>{0} reads &apos;{1}&apos; already</source>
        <translation>{0} 已经读取“{1}”</translation>
    </message>
    <message>
        <source>Connect {0} to {1}</source>
        <translation>将 {0} 连接到 {1}</translation>
    </message>
    <message>
        <source>{0} reads nothing</source>
        <translation>{0} 未连接</translation>
    </message>
    <message>
        <source>Disconnect {0}</source>
        <translation>断开 {0}</translation>
    </message>
    <message>
        <source>nothing reads &apos;{0}&apos;</source>
        <translation>没有任何节点读取“{0}”</translation>
    </message>
    <message>
        <source>Reroute readers of {0} to {1}</source>
        <translation>让 {0} 的读者改读 {1}</translation>
    </message>
    <message>
        <source>tensor &apos;{0}&apos; is no constant</source>
        <translation>张量“{0}”不是常量</translation>
    </message>
    <message>
        <source>choose an initializer or the output of a Constant</source>
        <translation>请选择初始化器或 Constant 的输出</translation>
    </message>
    <message>
        <source>the elements of constant &apos;{0}&apos; cannot be read</source>
        <translation>无法读取常量“{0}”的元素</translation>
    </message>
    <message>
        <source>replace it by another tensor</source>
        <translation>请换成另一个张量</translation>
    </message>
    <message>
        <source>no tensor is given</source>
        <translation>没有给出张量</translation>
    </message>
    <message>
        <source>{0} texts do not fill the shape {1}</source>
        <translation>{0} 个文本填不满形状 {1}</translation>
    </message>
    <message>
        <source>{0} does not fit the input &apos;{1}&apos;, which is {2}</source>
        <translation>{0} 不符合输入“{1}”，后者为 {2}</translation>
    </message>
    <message>
        <source>set the type of the input first</source>
        <translation>请先设置该输入的类型</translation>
    </message>
    <message>
        <source>a tensor needs a name</source>
        <translation>张量需要名称</translation>
    </message>
    <message>
        <source>an empty name stands for an omitted one</source>
        <translation>空名称表示省略的张量</translation>
    </message>
    <message>
        <source>there is a tensor &apos;{0}&apos; already</source>
        <translation>已有张量“{0}”</translation>
    </message>
    <message>
        <source>choose another name, or rename that one first</source>
        <translation>请换一个名称，或先重命名那个张量</translation>
    </message>
    <message>
        <source>the inputs and outputs of a body or a function are those of the node that holds or calls it</source>
        <translation>主体或函数的输入和输出属于包含或调用它的节点</translation>
    </message>
    <message>
        <source>change the ones of the main graph</source>
        <translation>请更改主图的输入和输出</translation>
    </message>
    <message>
        <source>nothing has to be changed</source>
        <translation>无需更改</translation>
    </message>
    <message>
        <source>Cast from {0} to {1} does not exist in opset {2}</source>
        <translation>opset {2} 中没有从 {0} 到 {1} 的 Cast</translation>
    </message>
    <message>
        <source>the constants are {0} already</source>
        <translation>这些常量已是 {0}</translation>
    </message>
    <message>
        <source>Convert {0} constants to {1}</source>
        <translation>将 {0} 个常量转换为 {1}</translation>
    </message>
    <message>
        <source>Convert {0} to {1}</source>
        <translation>将 {0} 转换为 {1}</translation>
    </message>
    <message>
        <source>{0}; 1 element is out of range and was clipped</source>
        <translation>{0}；1 个元素超出范围，已截断</translation>
    </message>
    <message>
        <source>{0}; {1} elements are out of range and were clipped</source>
        <translation>{0}；{1} 个元素超出范围，已截断</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is an input and an output, so that nothing can stand between</source>
        <translation>“{0}”既是输入又是输出，因此中间不能有其他节点</translation>
    </message>
    <message>
        <source>convert it without a Cast</source>
        <translation>请不用 Cast 直接转换</translation>
    </message>
    <message>
        <source>give 0 or more, or a name for a size that is open</source>
        <translation>请给出 0 或更大的数，或为未定的大小给出名称</translation>
    </message>
    <message>
        <source>the batch size is {0} already</source>
        <translation>批大小已是 {0}</translation>
    </message>
    <message>
        <source>no input has a first size</source>
        <translation>没有输入具有第一维大小</translation>
    </message>
    <message>
        <source>set the types of the inputs first</source>
        <translation>请先设置输入的类型</translation>
    </message>
    <message>
        <source>Set the batch size to {0}</source>
        <translation>将批大小设为 {0}</translation>
    </message>
    <message>
        <source>{0}; the shape of 1 Reshape follows</source>
        <translation>{0}；1 个 Reshape 的形状随之更改</translation>
    </message>
    <message>
        <source>{0}; the shapes of {1} Reshapes follow</source>
        <translation>{0}；{1} 个 Reshape 的形状随之更改</translation>
    </message>
    <message>
        <source>{0}; the shape of 1 Reshape cannot</source>
        <translation>{0}；1 个 Reshape 的形状无法更改</translation>
    </message>
    <message>
        <source>{0}; the shapes of {1} Reshapes cannot</source>
        <translation>{0}；{1} 个 Reshape 的形状无法更改</translation>
    </message>
    <message>
        <source>{0}; another first size has {1}</source>
        <translation>{0}；第一维大小不同的有 {1}</translation>
    </message>
    <message>
        <source>the size is called &apos;{0}&apos; already</source>
        <translation>该大小已名为“{0}”</translation>
    </message>
    <message>
        <source>no size is called &apos;{0}&apos;</source>
        <translation>没有名为“{0}”的大小</translation>
    </message>
    <message>
        <source>Set size {0} to {1}</source>
        <translation>将大小 {0} 设为 {1}</translation>
    </message>
    <message>
        <source>docs/editing.md lists the edits and their keys</source>
        <translation>docs/editing.md 列出了各种编辑及其键</translation>
    </message>
    <message>
        <source>step {0} {1}</source>
        <translation>第 {0} 步{1}</translation>
    </message>
    <message>
        <source>the step {0}</source>
        <translation>该步骤{0}</translation>
    </message>
    <message>
        <source>has no &quot;op&quot;</source>
        <translation>没有“op”</translation>
    </message>
    <message>
        <source>{0}, and {1} more</source>
        <translation>{0}，另有 {1} 项</translation>
    </message>
    <message>
        <source>nothing to do</source>
        <translation>无事可做</translation>
    </message>
    <message>
        <source>the script is no JSON object</source>
        <translation>脚本不是 JSON 对象</translation>
    </message>
    <message>
        <source>the script does not have &quot;version&quot;: 1</source>
        <translation>脚本没有 &quot;version&quot;: 1</translation>
    </message>
    <message>
        <source>the script has an unknown key &quot;{0}&quot;</source>
        <translation>脚本中有未知的键“{0}”</translation>
    </message>
    <message>
        <source>the script has no list &quot;edits&quot;</source>
        <translation>脚本没有列表“edits”</translation>
    </message>
    <message>
        <source>take it from the model as it is now</source>
        <translation>请从当前模型中选取</translation>
    </message>
    <message>
        <source>the model has no node #{0}</source>
        <translation>模型没有节点 #{0}</translation>
    </message>
    <message>
        <source>the model has no tensor #{0}</source>
        <translation>模型没有张量 #{0}</translation>
    </message>
    <message>
        <source>the model has no graph #{0}</source>
        <translation>模型没有图 #{0}</translation>
    </message>
    <message>
        <source>no node is named</source>
        <translation>没有指定节点</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is {1}, input {2} of {3} takes {4}</source>
        <translation>“{0}”是 {1}，而 {3} 的输入 {2} 接受 {4}</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is {1}, input {2} of {3} is {4} as &apos;{5}&apos; is</source>
        <translation>“{0}”是 {1}，而 {3} 的输入 {2} 须与“{5}”同为 {4}</translation>
    </message>
    <message>
        <source>would make a cycle: {0}</source>
        <translation>会形成环：{0}</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is an output already; put an Identity between them</source>
        <translation>“{0}”已经是输出；请在中间放一个 Identity</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is an input of the graph; put an Identity between them</source>
        <translation>“{0}”是图的输入；请在中间放一个 Identity</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is not of the body that would return it; put an Identity between them</source>
        <translation>“{0}”不属于要返回它的主体；请在两者之间放一个 Identity</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is in another graph, {1}, which this one does not see</source>
        <translation>“{0}”在另一个图 {1} 中，这里看不到它</translation>
    </message>
    <message>
        <source>{0} takes no further input</source>
        <translation>{0} 不再接受更多输入</translation>
    </message>
    <message>
        <source>{0} needs a graph as its attribute {1}</source>
        <translation>{0} 需要一个图作为属性 {1}</translation>
    </message>
    <message>
        <source>paste a copy of such a node</source>
        <translation>请粘贴一个此类节点的副本</translation>
    </message>
    <message>
        <source>{0} has no further output</source>
        <translation>{0} 没有更多输出</translation>
    </message>
    <message>
        <source>Insert {0}</source>
        <translation>插入 {0}</translation>
    </message>
    <message>
        <source>a size of {0} is negative</source>
        <translation>{0} 的一个大小为负</translation>
    </message>
    <message>
        <source>an input or output needs a type with its elements</source>
        <translation>输入或输出需要带元素类型的类型</translation>
    </message>
    <message>
        <source>give for example float32 and a shape</source>
        <translation>例如给出 float32 和形状</translation>
    </message>
    <message>
        <source>the type of &apos;{0}&apos; is not known, and an output needs one</source>
        <translation>“{0}”的类型未知，而输出需要类型</translation>
    </message>
    <message>
        <source>correct the nodes in front of it first</source>
        <translation>请先修正它前面的节点</translation>
    </message>
    <message>
        <source>Add input {0}</source>
        <translation>添加输入 {0}</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is no input</source>
        <translation>“{0}”不是输入</translation>
    </message>
    <message>
        <source>choose an input of the model</source>
        <translation>请选择模型的输入</translation>
    </message>
    <message>
        <source>input &apos;{0}&apos; is read by &apos;{1}&apos;</source>
        <translation>输入“{0}”被“{1}”读取</translation>
    </message>
    <message>
        <source>let its readers read something else first, or make it an initializer</source>
        <translation>请先让读取者读取其他张量，或将其设为初始化器</translation>
    </message>
    <message>
        <source>Remove input {0}</source>
        <translation>移除输入 {0}</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is an output already</source>
        <translation>“{0}”已是输出</translation>
    </message>
    <message>
        <source>nothing makes the tensor &apos;{0}&apos;</source>
        <translation>没有节点产生张量“{0}”</translation>
    </message>
    <message>
        <source>connect it first</source>
        <translation>请先连接它</translation>
    </message>
    <message>
        <source>Add output {0}</source>
        <translation>添加输出 {0}</translation>
    </message>
    <message>
        <source>the model has no output {0}</source>
        <translation>模型没有输出 {0}</translation>
    </message>
    <message>
        <source>it has {0}, counted from 0</source>
        <translation>共有 {0} 个，从 0 开始计数</translation>
    </message>
    <message>
        <source>Remove output {0}</source>
        <translation>移除输出 {0}</translation>
    </message>
    <message>
        <source>the order does not name each of the {0} places once</source>
        <translation>该顺序没有将 {0} 个位置各列出一次</translation>
    </message>
    <message>
        <source>name them all, counted from 0</source>
        <translation>请全部列出，从 0 开始计数</translation>
    </message>
    <message>
        <source>they have this order already</source>
        <translation>它们已是该顺序</translation>
    </message>
    <message>
        <source>Reorder the outputs</source>
        <translation>重新排列输出</translation>
    </message>
    <message>
        <source>Reorder the inputs</source>
        <translation>重新排列输入</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is no input or output of its graph</source>
        <translation>“{0}”不是所在图的输入或输出</translation>
    </message>
    <message>
        <source>the types of other tensors follow from the nodes</source>
        <translation>其他张量的类型由节点决定</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is {1} already</source>
        <translation>“{0}”已是 {1}</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is the constant {1}</source>
        <translation>“{0}”是常量 {1}</translation>
    </message>
    <message>
        <source>convert its elements</source>
        <translation>请转换其元素</translation>
    </message>
    <message>
        <source>Set the type of {0} to {1}, was {2}</source>
        <translation>将 {0} 的类型设为 {1}，原为 {2}</translation>
    </message>
    <message>
        <source>Set the type of {0} to {1}</source>
        <translation>将 {0} 的类型设为 {1}</translation>
    </message>
    <message>
        <source>nothing reads what &apos;{0}&apos; computes</source>
        <translation>没有任何节点读取“{0}”的计算结果</translation>
    </message>
    <message>
        <source>Delete &apos;{0}&apos;</source>
        <translation>删除“{0}”</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; has more inputs than {1} takes</source>
        <translation>“{0}”的输入多于 {1} 所接受的数量</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is of domain &apos;{1}&apos;, which the model does not import</source>
        <translation>“{0}”属于域“{1}”，但模型没有导入该域</translation>
    </message>
    <message>
        <source>&apos;{0}&apos;: there is no operator {1} in opset {2}</source>
        <translation>“{0}”：opset {2} 中没有算子 {1}</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; needs the attribute {1}</source>
        <translation>“{0}”需要属性 {1}</translation>
    </message>
    <message>
        <source>&apos;{0}&apos;: {1}</source>
        <translation>“{0}”：{1}</translation>
    </message>
    <message>
        <source>nothing makes &apos;{0}&apos;, which &apos;{1}&apos; reads</source>
        <translation>没有任何节点产生“{1}”所读取的“{0}”</translation>
    </message>
    <message>
        <source>several nodes are named &apos;{0}&apos;</source>
        <translation>多个节点都名为“{0}”</translation>
    </message>
    <message>
        <source>several tensors are named &apos;{0}&apos;</source>
        <translation>多个张量都名为“{0}”</translation>
    </message>
    <message>
        <source>Rename it to &apos;{0}&apos;</source>
        <translation>改名为“{0}”</translation>
    </message>
    <message>
        <source>nothing makes the output &apos;{0}&apos;</source>
        <translation>没有任何节点产生输出“{0}”</translation>
    </message>
    <message>
        <source>the type of the output &apos;{0}&apos; is not known</source>
        <translation>输出“{0}”的类型未知</translation>
    </message>
    <message>
        <source>the pattern &apos;{0}&apos; {1}</source>
        <translation>模式“{0}”{1}</translation>
    </message>
    <message>
        <source>write for example conv_1, /layer?/*, op:Conv or &quot;a name&quot;</source>
        <translation>例如写 conv_1、/layer?/*、op:Conv 或 &quot;a name&quot;</translation>
    </message>
    <message>
        <source>has a quotation mark without its pair</source>
        <translation>中有不成对的引号</translation>
    </message>
    <message>
        <source>has an unknown kind &apos;{0}&apos;</source>
        <translation>中有未知的种类“{0}”</translation>
    </message>
    <message>
        <source>there is no graph &apos;{0}&apos;</source>
        <translation>没有图“{0}”</translation>
    </message>
    <message>
        <source>several graphs are &apos;{0}&apos;</source>
        <translation>有多个图名为“{0}”</translation>
    </message>
    <message>
        <source>write for example main, or main / If_3.then_branch</source>
        <translation>例如写 main 或 main / If_3.then_branch</translation>
    </message>
    <message>
        <source>convert the model to opset {0} or newer</source>
        <translation>请将模型转换到 opset {0} 或更高版本</translation>
    </message>
    <message>
        <source>take one of the opset</source>
        <translation>请使用该 opset 中的算子</translation>
    </message>
    <message>
        <source>no operator is named</source>
        <translation>没有指定算子</translation>
    </message>
    <message>
        <source>the function {0} cannot call itself</source>
        <translation>函数 {0} 不能调用自身</translation>
    </message>
    <message>
        <source>there is no operator {0} in opset {1}</source>
        <translation>opset {1} 中没有算子 {0}</translation>
    </message>
    <message>
        <source>Delete {0}</source>
        <translation>删除 {0}</translation>
    </message>
    <message>
        <source>Delete {0} nodes</source>
        <translation>删除 {0} 个节点</translation>
    </message>
    <message>
        <source>another node is named &apos;{0}&apos;</source>
        <translation>另一个节点已名为“{0}”</translation>
    </message>
    <message>
        <source>take another name</source>
        <translation>请换一个名称</translation>
    </message>
    <message>
        <source>Rename {0} to {1}</source>
        <translation>将 {0} 改名为 {1}</translation>
    </message>
    <message>
        <source>Functions of the model</source>
        <translation>模型的函数</translation>
    </message>
    <message>
        <source>Activation</source>
        <translation>激活</translation>
    </message>
    <message>
        <source>Math</source>
        <translation>数学</translation>
    </message>
    <message>
        <source>Logic and comparison</source>
        <translation>逻辑与比较</translation>
    </message>
    <message>
        <source>Reduction</source>
        <translation>归约</translation>
    </message>
    <message>
        <source>Matrix product</source>
        <translation>矩阵乘积</translation>
    </message>
    <message>
        <source>Convolution</source>
        <translation>卷积</translation>
    </message>
    <message>
        <source>Pooling and resizing</source>
        <translation>池化与缩放</translation>
    </message>
    <message>
        <source>Normalization</source>
        <translation>归一化</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <source>Recurrent</source>
        <translation>循环网络</translation>
    </message>
    <message>
        <source>Shape and indexing</source>
        <translation>形状与索引</translation>
    </message>
    <message>
        <source>Conversion and quantization</source>
        <translation>转换与量化</translation>
    </message>
    <message>
        <source>Constants and random numbers</source>
        <translation>常量与随机数</translation>
    </message>
    <message>
        <source>Search and sorting</source>
        <translation>查找与排序</translation>
    </message>
    <message>
        <source>Control flow</source>
        <translation>控制流</translation>
    </message>
    <message>
        <source>Sequences, maps and texts</source>
        <translation>序列、映射与文本</translation>
    </message>
    <message>
        <source>Classical machine learning</source>
        <translation>经典机器学习</translation>
    </message>
    <message>
        <source>Other operators</source>
        <translation>其他算子</translation>
    </message>
    <message>
        <source>ONNX&apos;s converter leaves functions as they are, and {0} of function {1} is another one in opset {2}</source>
        <translation>ONNX 的转换器不改动函数，而函数 {1} 中的 {0} 在 opset {2} 中有所不同</translation>
    </message>
    <message>
        <source>inline the functions first</source>
        <translation>请先内联函数</translation>
    </message>
    <message>
        <source>ONNX&apos;s converter knows no versions of the domain &apos;{0}&apos;</source>
        <translation>ONNX 的转换器不支持域“{0}”的版本</translation>
    </message>
    <message>
        <source>convert the model to another opset of ai.onnx</source>
        <translation>请将模型转换为 ai.onnx 的另一个 opset</translation>
    </message>
    <message>
        <source>the model is of opset {0} already</source>
        <translation>模型已是 opset {0}</translation>
    </message>
    <message>
        <source>{0} is version {1} there and version {2} here</source>
        <translation>{0} 在那里是版本 {1}，在这里是版本 {2}</translation>
    </message>
    <message>
        <source>{0} is not in the opset of this model</source>
        <translation>{0} 不在此模型的 opset 中</translation>
    </message>
    <message>
        <source>a function cannot hold the initializer &apos;{0}&apos;</source>
        <translation>函数不能包含 initializer“{0}”</translation>
    </message>
    <message>
        <source>make it a Constant node first</source>
        <translation>请先将它变为 Constant 节点</translation>
    </message>
    <message>
        <source>there is nothing to paste</source>
        <translation>没有可粘贴的内容</translation>
    </message>
    <message>
        <source>the nodes are of several graphs</source>
        <translation>这些节点属于多个图</translation>
    </message>
    <message>
        <source>paste those of one graph at a time</source>
        <translation>请每次只粘贴一个图中的节点</translation>
    </message>
    <message>
        <source>Paste {0}</source>
        <translation>粘贴 {0}</translation>
    </message>
    <message>
        <source>Paste {0} nodes</source>
        <translation>粘贴 {0} 个节点</translation>
    </message>
    <message>
        <source>Connect &apos;{0}&apos;</source>
        <translation>连接“{0}”</translation>
    </message>
    <message>
        <source>Bypass &apos;{0}&apos;</source>
        <translation>绕过“{0}”</translation>
    </message>
    <message>
        <source>Cast &apos;{0}&apos; to {1}</source>
        <translation>将“{0}”转换为 {1}</translation>
    </message>
    <message>
        <source>Transpose &apos;{0}&apos;</source>
        <translation>转置“{0}”</translation>
    </message>
    <message>
        <source>Remove {0}</source>
        <translation>移除 {0}</translation>
    </message>
    <message>
        <source>Remove the output</source>
        <translation>移除该输出</translation>
    </message>
    <message>
        <source>{0} has fewer outputs, and &apos;{1}&apos; is read</source>
        <translation>{0} 的输出较少，而“{1}”被读取</translation>
    </message>
    <message>
        <source>Replace {0} by {1}</source>
        <translation>将 {0} 替换为 {1}</translation>
    </message>
    <message>
        <source>the value of {0} is no {1}</source>
        <translation>{0} 的值不是 {1}</translation>
    </message>
    <message>
        <source>a script cannot give {0}, which is of type {1}</source>
        <translation>脚本不能给出 {0}，其类型为 {1}</translation>
    </message>
    <message>
        <source>{0} has a key other than &quot;type&quot; and &quot;value&quot;</source>
        <translation>{0} 中有“type”和“value”以外的键</translation>
    </message>
    <message>
        <source>{0} is no element type</source>
        <translation>{0} 不是元素类型</translation>
    </message>
    <message>
        <source>&quot;form&quot; must be input, initializer or constant</source>
        <translation>“form”必须是 input、initializer 或 constant</translation>
    </message>
    <message>
        <source>a list &quot;inputs&quot; or &quot;outputs&quot; is needed</source>
        <translation>需要列表“inputs”或“outputs”</translation>
    </message>
    <message>
        <source>{0} is not in the list, or there twice</source>
        <translation>{0} 不在列表中，或出现了两次</translation>
    </message>
    <message>
        <source>a &quot;type&quot; or a &quot;shape&quot; is needed</source>
        <translation>需要“type”或“shape”</translation>
    </message>
    <message>
        <source>&quot;{0}&quot; is needed</source>
        <translation>需要“{0}”</translation>
    </message>
    <message>
        <source>either &quot;value&quot; or &quot;remove&quot;: true is needed</source>
        <translation>需要“value”或 “remove”: true 之一</translation>
    </message>
    <message>
        <source>a node cannot have {0} outputs</source>
        <translation>节点不能有 {0} 个输出</translation>
    </message>
    <message>
        <source>&quot;{0}&quot; must be an object</source>
        <translation>“{0}”必须是对象</translation>
    </message>
    <message>
        <source>&quot;{0}&quot; must be a list of tensors</source>
        <translation>“{0}”必须是张量的列表</translation>
    </message>
    <message>
        <source>&quot;{0}&quot; must be a list of places</source>
        <translation>“{0}”必须是位置的列表</translation>
    </message>
    <message>
        <source>has an unknown edit &apos;{0}&apos;</source>
        <translation>中有未知的编辑“{0}”</translation>
    </message>
    <message>
        <source>({0}) lacks the key &quot;{1}&quot;</source>
        <translation>（{0}）缺少键“{1}”</translation>
    </message>
    <message>
        <source>({0}) has an unknown key &quot;{1}&quot;</source>
        <translation>（{0}）中有未知的键“{1}”</translation>
    </message>
    <message>
        <source>&quot;{0}&quot; must be a text</source>
        <translation>“{0}”必须是文本</translation>
    </message>
    <message>
        <source>&quot;{0}&quot; must be true or false</source>
        <translation>“{0}”必须是 true 或 false</translation>
    </message>
    <message>
        <source>&quot;{0}&quot; must be a whole number</source>
        <translation>“{0}”必须是整数</translation>
    </message>
    <message>
        <source>&quot;{0}&quot; must be a size or a name for one</source>
        <translation>“{0}”必须是大小或其名称</translation>
    </message>
    <message>
        <source>{0} must be given by a name or a pattern</source>
        <translation>{0}必须用名称或模式给出</translation>
    </message>
    <message>
        <source>the model has no {0} &apos;{1}&apos;</source>
        <translation>模型没有{0}“{1}”</translation>
    </message>
    <message>
        <source>take the name from the model</source>
        <translation>请使用模型中的名称</translation>
    </message>
    <message>
        <source>no {0} is named</source>
        <translation>没有指定{0}</translation>
    </message>
    <message>
        <source>one {0} must be named</source>
        <translation>必须指定一个{0}</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; matches {1}, and one {2} is meant</source>
        <translation>“{0}”匹配 {1} 个，而此处只应有一个{2}</translation>
    </message>
    <message>
        <source>name one of them, with graph:… where names are equal</source>
        <translation>请指定其中一个；名称相同时加上 graph:…</translation>
    </message>
    <message>
        <source>a place must be {&quot;node&quot;: …, &quot;input&quot;: …} or {&quot;output&quot;: …, &quot;graph&quot;: …}</source>
        <translation>位置必须是 {&quot;node&quot;: …, &quot;input&quot;: …} 或 {&quot;output&quot;: …, &quot;graph&quot;: …}</translation>
    </message>
    <message>
        <source>the graph {0} has no output {1}</source>
        <translation>图 {0} 没有输出 {1}</translation>
    </message>
    <message>
        <source>&quot;{0}&quot; must be a list of sizes</source>
        <translation>“{0}”必须是大小的列表</translation>
    </message>
    <message>
        <source>{0} is no size</source>
        <translation>{0} 不是大小</translation>
    </message>
    <message>
        <source>docs/editing.md shows the forms</source>
        <translation>docs/editing.md 列出了各种写法</translation>
    </message>
    <message>
        <source>the lists of values are not of one depth</source>
        <translation>值的列表深度不一</translation>
    </message>
    <message>
        <source>the lists of values are not of one length</source>
        <translation>值的列表长度不一</translation>
    </message>
    <message>
        <source>{0} is no text</source>
        <translation>{0} 不是文本</translation>
    </message>
    <message>
        <source>{0} is no number</source>
        <translation>{0} 不是数</translation>
    </message>
    <message>
        <source>a tensor has no key &quot;{0}&quot;</source>
        <translation>张量没有键“{0}”</translation>
    </message>
    <message>
        <source>a tensor needs one of &quot;values&quot;, &quot;fill&quot;, &quot;random&quot; and &quot;file&quot;</source>
        <translation>张量需要“values”、“fill”、“random”和“file”之一</translation>
    </message>
    <message>
        <source>{0} is no type</source>
        <translation>{0} 不是类型</translation>
    </message>
    <message>
        <source>{0} is no size of a tensor</source>
        <translation>{0} 不是张量的大小</translation>
    </message>
    <message>
        <source>{0} is no shape</source>
        <translation>{0} 不是形状</translation>
    </message>
    <message>
        <source>{0} cannot hold all of the numbers</source>
        <translation>{0} 容纳不下所有的数</translation>
    </message>
    <message>
        <source>{0} values do not fill the shape</source>
        <translation>{0} 个值填不满形状</translation>
    </message>
    <message>
        <source>&quot;file&quot; must be the name of a file</source>
        <translation>“file”必须是文件名</translation>
    </message>
    <message>
        <source>the file holds the shape {0}</source>
        <translation>文件中的形状为 {0}</translation>
    </message>
    <message>
        <source>the file has no array &apos;{0}&apos;</source>
        <translation>文件中没有数组“{0}”</translation>
    </message>
    <message>
        <source>the ending of the file is not .npy, .npz or .pb</source>
        <translation>文件的扩展名不是 .npy、.npz 或 .pb</translation>
    </message>
    <message>
        <source>the tensor needs a &quot;shape&quot;</source>
        <translation>张量需要“shape”</translation>
    </message>
    <message>
        <source>a tensor of this size is too large</source>
        <translation>这种大小的张量太大</translation>
    </message>
    <message>
        <source>&quot;random&quot; must be an object</source>
        <translation>“random”必须是对象</translation>
    </message>
    <message>
        <source>&quot;random&quot; has no key &quot;{0}&quot; of that kind</source>
        <translation>“random”没有这样的键“{0}”</translation>
    </message>
    <message>
        <source>&quot;low&quot; is above &quot;high&quot;</source>
        <translation>“low”大于“high”</translation>
    </message>
    <message>
        <source>a script cannot hold {0}</source>
        <translation>脚本不能包含{0}</translation>
    </message>
    <message>
        <source>do this step by hand after the script</source>
        <translation>请在脚本之后手动完成这一步</translation>
    </message>
    <message>
        <source>a type that is no tensor</source>
        <translation>不是张量的类型</translation>
    </message>
    <message>
        <source>the attribute {0}</source>
        <translation>属性 {0}</translation>
    </message>
    <message>
        <source>{0} and {1} do not broadcast</source>
        <translation>{0} 与 {1} 无法广播</translation>
    </message>
    <message>
        <source>a product of {0} and {1} does not exist: the inner sizes differ</source>
        <translation>{0} 与 {1} 不能相乘：内侧尺寸不同</translation>
    </message>
    <message>
        <source>a matrix product takes no scalar</source>
        <translation>矩阵乘积不接受标量</translation>
    </message>
    <message>
        <source>{0} is no matrix</source>
        <translation>{0} 不是矩阵</translation>
    </message>
    <message>
        <source>{0} has no axis {1}</source>
        <translation>{0} 没有轴 {1}</translation>
    </message>
    <message>
        <source>{0} and {1} cannot be joined along axis {2}</source>
        <translation>{0} 与 {1} 不能沿轴 {2} 拼接</translation>
    </message>
    <message>
        <source>weights {0} do not fit an input {1}</source>
        <translation>权重 {0} 与输入 {1} 不匹配</translation>
    </message>
    <message>
        <source>weights {0} with group {1} do not fit an input {2}</source>
        <translation>group 为 {1} 的权重 {0} 与输入 {2} 不匹配</translation>
    </message>
    <message>
        <source>output {0}</source>
        <translation>输出 {0}</translation>
    </message>
    <message>
        <source>input {0} of &apos;{1}&apos;</source>
        <translation>“{1}”的输入 {0}</translation>
    </message>
    <message>
        <source>the graph has no output {0}</source>
        <translation>图没有输出 {0}</translation>
    </message>
    <message>
        <source>Replace the elements of {0}</source>
        <translation>替换 {0} 的元素</translation>
    </message>
    <message>
        <source>Replace {0}: {1} becomes {2}</source>
        <translation>替换 {0}：{1} 变为 {2}</translation>
    </message>
    <message>
        <source>insert a Constant</source>
        <translation>请插入 Constant</translation>
    </message>
    <message>
        <source>Add initializer {0}; IR version 4 is needed</source>
        <translation>添加初始化器 {0}；需要 IR 版本 4</translation>
    </message>
    <message>
        <source>Add initializer {0}</source>
        <translation>添加初始化器 {0}</translation>
    </message>
    <message>
        <source>the tensor is called &apos;{0}&apos; already</source>
        <translation>该张量已名为“{0}”</translation>
    </message>
    <message>
        <source>Rename input {0} to {1}</source>
        <translation>将输入 {0} 重命名为 {1}</translation>
    </message>
    <message>
        <source>Rename output {0} to {1}</source>
        <translation>将输出 {0} 重命名为 {1}</translation>
    </message>
    <message>
        <source>Rename tensor {0} to {1}</source>
        <translation>将张量 {0} 重命名为 {1}</translation>
    </message>
    <message>
        <source>texts cannot be in a data file</source>
        <translation>文本不能放入数据文件</translation>
    </message>
    <message>
        <source>leave them in the model file</source>
        <translation>请将其留在模型文件中</translation>
    </message>
    <message>
        <source>the constants are in a data file already</source>
        <translation>这些常量已在数据文件中</translation>
    </message>
    <message>
        <source>the constants are in the model file already</source>
        <translation>这些常量已在模型文件中</translation>
    </message>
    <message>
        <source>Put {0} constants into a data file</source>
        <translation>将 {0} 个常量放入数据文件</translation>
    </message>
    <message>
        <source>Put {0} constants into the model file</source>
        <translation>将 {0} 个常量放入模型文件</translation>
    </message>
    <message>
        <source>Put {0} into a data file</source>
        <translation>将 {0} 放入数据文件</translation>
    </message>
    <message>
        <source>Put {0} into the model file</source>
        <translation>将 {0} 放入模型文件</translation>
    </message>
    <message>
        <source>no two initializers of a graph are equal</source>
        <translation>同一图中没有两个相等的初始化器</translation>
    </message>
    <message>
        <source>no EPContext node holds the binary</source>
        <translation>没有 EPContext 节点持有该二进制</translation>
    </message>
    <message>
        <source>the binary is too large to be read here</source>
        <translation>该二进制太大，无法在此读取</translation>
    </message>
    <message>
        <source>initializer</source>
        <translation>初始值</translation>
    </message>
    <message>
        <source>equal bytes in {0}, stored once</source>
        <translation>与 {0} 中的字节相同，只存一份</translation>
    </message>
    <message>
        <source>{0} &apos;{1}&apos; of {2} has the name of another one</source>
        <translation>{2} 的{0}“{1}”与另一个重名</translation>
    </message>
    <message>
        <source>called &apos;{0}&apos;</source>
        <translation>改名为“{0}”</translation>
    </message>
    <message>
        <source>is there already, and stays</source>
        <translation>已经存在，保持不变</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; because &apos;{1}&apos; is taken by {2}</source>
        <translation>加“{0}”，因为“{1}”已被 {2} 占用</translation>
    </message>
    <message>
        <source>EPContext node</source>
        <translation>EPContext 节点</translation>
    </message>
    <message>
        <source>kept: its binary holds several graphs, and the name is the key</source>
        <translation>保留：它的二进制中有多个图，名称是键</translation>
    </message>
    <message>
        <source>kept: nobody knows what {0} looks up by it</source>
        <translation>保留：无人知道 {0} 用它查找什么</translation>
    </message>
    <message>
        <source>kept: the key into its binary</source>
        <translation>保留：它是其二进制中的键</translation>
    </message>
    <message>
        <source>kept: OpenVINO&apos;s blob knows it by this name</source>
        <translation>保留：OpenVINO 的 blob 以此名称认识它</translation>
    </message>
    <message>
        <source>kept: its binary may know it by this name</source>
        <translation>保留：它的二进制可能以此名称认识它</translation>
    </message>
    <message>
        <source>nodes</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>other models import it; converted and checked</source>
        <translation>其他模型导入此版本；已转换并检查</translation>
    </message>
    <message>
        <source>the connections form a cycle: &apos;{0}&apos; would read &apos;{1}&apos;, and there is {2} already</source>
        <translation>连接形成环：“{0}”将读取“{1}”，而已有 {2}</translation>
    </message>
    <message>
        <source>input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>your connection; {0}</source>
        <translation>您的连接；{0}</translation>
    </message>
    <message>
        <source>one input, with {0}</source>
        <translation>与 {0} 共用一个输入</translation>
    </message>
    <message>
        <source>no other model reads the output &apos;{0}&apos;</source>
        <translation>没有其他模型读取输出“{0}”</translation>
    </message>
    <message>
        <source>connect it before you drop it</source>
        <translation>先连接它，再去掉它</translation>
    </message>
    <message>
        <source>output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>only {0} reads it</source>
        <translation>只有 {0} 读取它</translation>
    </message>
    <message>
        <source>the merged model would have no output</source>
        <translation>合并后的模型将没有输出</translation>
    </message>
    <message>
        <source>keep one</source>
        <translation>至少保留一个</translation>
    </message>
    <message>
        <source>the merge recipe: {0}</source>
        <translation>合并配方：{0}</translation>
    </message>
    <message>
        <source>the manual, at EPContext models, says what it may hold</source>
        <translation>手册的“EPContext 模型”一页说明了它可以包含什么</translation>
    </message>
    <message>
        <source>{0} is no object</source>
        <translation>{0} 不是对象</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; in {1} is no text</source>
        <translation>{1} 中的“{0}”不是文本</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; in {1} is neither true nor false</source>
        <translation>{1} 中的“{0}”既不是 true 也不是 false</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; in {1} holds what is no text</source>
        <translation>{1} 中的“{0}”含有不是文本的内容</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; in {1} is no list</source>
        <translation>{1} 中的“{0}”不是列表</translation>
    </message>
    <message>
        <source>{0} has no &apos;{1}&apos;</source>
        <translation>{0} 没有“{1}”</translation>
    </message>
    <message>
        <source>nobody knows &apos;{0}&apos; in {1}</source>
        <translation>{1} 中的“{0}”未知</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; in {1} is empty</source>
        <translation>{1} 中的“{0}”为空</translation>
    </message>
    <message>
        <source>&apos;binaries&apos; is &apos;{0}&apos;, and may be as_they_are, beside or inside</source>
        <translation>“binaries”是“{0}”，只能是 as_they_are、beside 或 inside</translation>
    </message>
    <message>
        <source>&apos;partita_merge&apos; is {0}, and only 1 is known</source>
        <translation>“partita_merge”是 {0}，只认识 1</translation>
    </message>
    <message>
        <source>graph output</source>
        <translation>图输出</translation>
    </message>
    <message>
        <source>graph input</source>
        <translation>图输入</translation>
    </message>
    <message>
        <source>{0} tensors</source>
        <translation>{0} 个张量</translation>
    </message>
    <message>
        <source>binary file</source>
        <translation>二进制文件</translation>
    </message>
    <message>
        <source>clash</source>
        <translation>冲突</translation>
    </message>
    <message>
        <source>connect</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>rename</source>
        <translation>改名</translation>
    </message>
    <message>
        <source>keep</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>convert</source>
        <translation>转换</translation>
    </message>
    <message>
        <source>share</source>
        <translation>共享</translation>
    </message>
    <message>
        <source>drop</source>
        <translation>去掉</translation>
    </message>
    <message>
        <source>write</source>
        <translation>写入</translation>
    </message>
    <message>
        <source>{0} was written by release &apos;{1}&apos; of {2}, {3} by &apos;{4}&apos;</source>
        <translation>{0} 由 {2} 的版本“{1}”写出，{3} 由版本“{4}”写出</translation>
    </message>
    <message>
        <source>they may not load together: compile both with one release</source>
        <translation>它们可能无法一起加载：请用同一版本编译两者</translation>
    </message>
    <message>
        <source>{0} is for &apos;{1}&apos;, {2} for &apos;{3}&apos;</source>
        <translation>{0} 用于“{1}”，{2} 用于“{3}”</translation>
    </message>
    <message>
        <source>compile both for one device</source>
        <translation>请为同一设备编译两者</translation>
    </message>
    <message>
        <source>elements of {0} cannot become {1}</source>
        <translation>{0} 的元素不能变为 {1}</translation>
    </message>
    <message>
        <source>only numbers and truth values are converted</source>
        <translation>只能转换数和真值</translation>
    </message>
    <message>
        <source>Its own provider would run it, which is not here: {0}</source>
        <translation>由它自己的执行提供程序运行，而此处没有：{0}</translation>
    </message>
    <message>
        <source>The model as it was opened</source>
        <translation>打开时的模型</translation>
    </message>
    <message>
        <source>{0} to {1} of {2}</source>
        <translation>第 {0} 至 {1} 个，共 {2} 个</translation>
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
        <source>No node changes.</source>
        <translation>没有节点改变。</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Partitions of {0}</source>
        <translation>{0} 的分区</translation>
    </message>
    <message>
        <source>Time per run, simulated</source>
        <translation>每次运行的时间（仿真）</translation>
    </message>
    <message>
        <source>from {0}</source>
        <translation>原为 {0}</translation>
    </message>
    <message>
        <source>nothing is selected</source>
        <translation>未选中任何内容</translation>
    </message>
    <message>
        <source>select a node or an edge first</source>
        <translation>请先选择节点或边</translation>
    </message>
    <message>
        <source>nothing is connected there</source>
        <translation>此处没有连接</translation>
    </message>
    <message>
        <source>Disconnect {0} inputs</source>
        <translation>断开 {0} 个输入</translation>
    </message>
    <message>
        <source>there is no model to edit</source>
        <translation>没有可编辑的模型</translation>
    </message>
    <message>
        <source>open a model first</source>
        <translation>请先打开一个模型</translation>
    </message>
    <message>
        <source>The rewrites in view were applied first, as a step of their own</source>
        <translation>已先应用当前显示的改写，作为单独的一步</translation>
    </message>
    <message>
        <source>Apply a rewrite</source>
        <translation>应用一次改写</translation>
    </message>
    <message>
        <source>Apply {0} rewrites</source>
        <translation>应用 {0} 次改写</translation>
    </message>
    <message>
        <source>Revert to the saved model</source>
        <translation>恢复到已保存的模型</translation>
    </message>
    <message>
        <source>Go back before the saved model</source>
        <translation>退回到保存之前</translation>
    </message>
    <message>
        <source>there are no nodes on the clipboard</source>
        <translation>剪贴板中没有节点</translation>
    </message>
    <message>
        <source>select nodes and copy them first</source>
        <translation>请先选择并复制节点</translation>
    </message>
    <message>
        <source>the file was changed by another program meanwhile</source>
        <translation>文件在此期间被其他程序更改</translation>
    </message>
    <message>
        <source>compare both, or save under another name</source>
        <translation>请比较两者，或以其他名称保存</translation>
    </message>
    <message>
        <source>session option &apos;{0}&apos; has no effect here</source>
        <translation>会话选项“{0}”在此不起作用</translation>
    </message>
    <message>
        <source>docs/onnxsim-options.md lists what is taken</source>
        <translation>docs/onnxsim-options.md 列出可用的选项</translation>
    </message>
    <message>
        <source>there is no option &apos;{0}&apos;</source>
        <translation>没有选项 &apos;{0}&apos;</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; may be {1} or {2}</source>
        <translation>&apos;{0}&apos; 可能是 {1} 或 {2}</translation>
    </message>
    <message>
        <source>{0} needs a value</source>
        <translation>{0} 需要一个值</translation>
    </message>
    <message>
        <source>{0} takes no value</source>
        <translation>{0} 不接受值</translation>
    </message>
    <message>
        <source>Partita has no pass {0}: {1}</source>
        <translation>Partita 没有名为 {0} 的 pass：{1}</translation>
    </message>
    <message>
        <source>{0} is {1}</source>
        <translation>{0} 为 {1}</translation>
    </message>
    <message>
        <source>give a number from 0 on</source>
        <translation>请给出不小于 0 的数</translation>
    </message>
    <message>
        <source>write random, ones, zeros or arange</source>
        <translation>请写 random、ones、zeros 或 arange</translation>
    </message>
    <message>
        <source>onnxsim&apos;s {0} makes another model of it, and Partita does not</source>
        <translation>onnxsim 的 {0} 会把模型变成另一个模型，Partita 不这样做</translation>
    </message>
    <message>
        <source>leave it out</source>
        <translation>请去掉它</translation>
    </message>
    <message>
        <source>{0} does nothing: {1}</source>
        <translation>{0} 不起作用：{1}</translation>
    </message>
    <message>
        <source>{0} names of files are given</source>
        <translation>给出了 {0} 个文件名</translation>
    </message>
    <message>
        <source>name the model to read and the model to write, and the options after them</source>
        <translation>请先给出要读取的模型和要写入的模型，再写选项</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is no number of checks</source>
        <translation>&apos;{0}&apos; 不是检查次数</translation>
    </message>
    <message>
        <source>give a number from 0 to 1000</source>
        <translation>请给出 0 到 1000 之间的数</translation>
    </message>
    <message>
        <source>the picture would be {0} × {1} pixels, which is more than {2} holds: it is drawn at a scale of {3}{4}</source>
        <translation>图片将为 {0} × {1} 像素，超出{2}的上限：按 {3} 的比例绘制{4}</translation>
    </message>
    <message>
        <source>a PNG</source>
        <translation> PNG </translation>
    </message>
    <message>
        <source>the format</source>
        <translation>该格式</translation>
    </message>
    <message>
        <source>; .svg and .pdf have no such limit, and --collapse draws groups</source>
        <translation>；.svg 和 .pdf 没有此限制，--collapse 可绘制分组</translation>
    </message>
    <message>
        <source>change {0} of the scenario was applied only in part ({1}): {2}</source>
        <translation>场景的第 {0} 项更改只应用了一部分（{1}）：{2}</translation>
    </message>
    <message>
        <source>change {0} of the scenario was not applied ({1}): {2}</source>
        <translation>场景的第 {0} 项更改未应用（{1}）：{2}</translation>
    </message>
    <message>
        <source>{0} more problems of the scenario; --json of partition lists all</source>
        <translation>场景还有 {0} 个问题；partition 的 --json 会全部列出</translation>
    </message>
    <message>
        <source>1 node is taken only because the scenario says so: the rules of the device decline it</source>
        <translation>有 1 个节点仅因场景要求而被接受：设备的规则会拒绝它</translation>
    </message>
    <message>
        <source>{0} nodes are taken only because the scenario says so: the rules of the device decline them</source>
        <translation>有 {0} 个节点仅因场景要求而被接受：设备的规则会拒绝它们</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is no opset</source>
        <translation>&apos;{0}&apos; 不是 opset</translation>
    </message>
    <message>
        <source>write a number, or latest</source>
        <translation>请写一个数字，或 latest</translation>
    </message>
    <message>
        <source>still changing after {0}: raise --fixed-point or the variable ONNXSIM_FIXED_POINT_ITERS</source>
        <translation>{0} 之后仍在变化：请增大 --fixed-point 或变量 ONNXSIM_FIXED_POINT_ITERS</translation>
    </message>
    <message>
        <source>nobody</source>
        <translation>无</translation>
    </message>
    <message>
        <source>omitted</source>
        <translation>省略</translation>
    </message>
    <message>
        <source>no edit made this step</source>
        <translation>这一步不是由编辑产生的</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; has no dimension that a Scan could go along</source>
        <translation>&apos;{0}&apos; 没有可供 Scan 遍历的维度</translation>
    </message>
    <message>
        <source>a new {0} with these inputs has {1} outputs</source>
        <translation>具有这些输入的新 {0} 有 {1} 个输出</translation>
    </message>
    <message>
        <source>nodes as they were before an edit</source>
        <translation>编辑之前状态的节点</translation>
    </message>
    <message>
        <source>a part of {0} nodes is not compiled: nobody knows the type or the rank of its output &apos;{1}&apos;</source>
        <translation>一个含 {0} 个节点的部分未编译：无法得知其输出“{1}”的类型或秩</translation>
    </message>
    <message>
        <source>{0}; going on with the shapes in the file</source>
        <translation>{0}；继续使用文件中的形状</translation>
    </message>
    <message>
        <source>{0}; going on without the shapes of that node</source>
        <translation>{0}；跳过该节点的形状，继续</translation>
    </message>
    <message>
        <source>the product of all would be larger than that of the part that is sliced</source>
        <translation>全部数据的乘积比所切部分的乘积更大</translation>
    </message>
    <message>
        <source>the branch that is taken does not return output {0}</source>
        <translation>所取的分支不返回输出 {0}</translation>
    </message>
    <message>
        <source>several elements may be so large that Exp makes them infinite, or so small that it makes them 0</source>
        <translation>可能有多个元素大到 Exp 的结果为无穷，或小到结果为 0</translation>
    </message>
    <message>
        <source>the bias is computed, and many devices need a constant one: fuse_computed_bias_into_conv takes it</source>
        <translation>偏置是计算出来的，而许多设备需要常量偏置：fuse_computed_bias_into_conv 可以处理</translation>
    </message>
    <message>
        <source>the constant part of the shape holds −1 already</source>
        <translation>形状的常量部分已含 −1</translation>
    </message>
    <message>
        <source>it rounds its size up, which pads of its own may change</source>
        <translation>它把大小向上取整，自身的填充可能会改变大小</translation>
    </message>
    <message>
        <source>a window may hold nothing but padding</source>
        <translation>窗口中可能只有填充</translation>
    </message>
    <message>
        <source>the type of &apos;{0}&apos; is not known</source>
        <translation>&apos;{0}&apos; 的类型未知</translation>
    </message>
    <message>
        <source>est. 1 copy</source>
        <translation>估计 1 次拷贝</translation>
    </message>
    <message>
        <source>est. {0} copies</source>
        <translation>估计 {0} 次拷贝</translation>
    </message>
    <message>
        <source>the sparse initializer &apos;{0}&apos; is damaged, or too large to be made dense</source>
        <translation>稀疏初始值“{0}”已损坏，或过大而无法展开为稠密张量</translation>
    </message>
    <message>
        <source>option {0}</source>
        <translation>选项 {0}</translation>
    </message>
    <message>
        <source>no row in {0}</source>
        <translation>{0} 中没有对应的行</translation>
    </message>
    <message>
        <source>opened</source>
        <translation>已打开</translation>
    </message>
    <message>
        <source>{0} of data for an input of {1}</source>
        <translation>数据为 {0}，而输入为 {1}</translation>
    </message>
    <message>
        <source>give the shape of the input, or a file that fits it</source>
        <translation>请给出输入的形状，或与之相符的文件</translation>
    </message>
    <message>
        <source>the model has no input &apos;{0}&apos; of a tensor</source>
        <translation>模型没有张量输入 &apos;{0}&apos;</translation>
    </message>
    <message>
        <source>give the model that ONNX Runtime ran</source>
        <translation>请给出 ONNX Runtime 运行的那个模型</translation>
    </message>
    <message>
        <source>ONNX Runtime inserted it</source>
        <translation>由 ONNX Runtime 插入</translation>
    </message>
    <message>
        <source>a part that the provider compiled; this record does not tell its nodes, an assignment does</source>
        <translation>由提供程序编译的部分；此记录不说明其中的节点，分配信息才说明</translation>
    </message>
    <message>
        <source>the model has no node of this name</source>
        <translation>模型中没有这个名称的节点</translation>
    </message>
    <message>
        <source>the model&apos;s node of this name is not {0}</source>
        <translation>模型中这个名称的节点不是 {0}</translation>
    </message>
    <message>
        <source>it may be any of {0} nodes of the model</source>
        <translation>它可能是模型中 {0} 个节点里的任何一个</translation>
    </message>
    <message>
        <source>the model has no value of its input &apos;{0}&apos;</source>
        <translation>模型中没有它的输入 &apos;{0}&apos; 对应的值</translation>
    </message>
    <message>
        <source>no node of the model makes its output &apos;{0}&apos;</source>
        <translation>模型中没有节点产生它的输出 &apos;{0}&apos;</translation>
    </message>
    <message>
        <source>there is no line &apos;Node placements&apos; in it</source>
        <translation>其中没有“Node placements”这一行</translation>
    </message>
    <message>
        <source>have ONNX Runtime log everything: log_severity_level 0</source>
        <translation>请让 ONNX Runtime 记录所有日志：log_severity_level 0</translation>
    </message>
    <message>
        <source>the list of nodes is missing: the log is cut off</source>
        <translation>缺少节点列表：日志不完整</translation>
    </message>
    <message>
        <source>give the whole log</source>
        <translation>请给出完整的日志</translation>
    </message>
    <message>
        <source>the log announces {0} nodes and lists {1}: it is cut off</source>
        <translation>日志声明有 {0} 个节点，只列出 {1} 个：日志不完整</translation>
    </message>
    <message>
        <source>the log tells of {0} sessions; the last one counts</source>
        <translation>日志中有 {0} 个会话；以最后一个为准</translation>
    </message>
    <message>
        <source>give an assignment or a profile of ONNX Runtime as JSON, a verbose log (log_severity_level 0), or a context model</source>
        <translation>请给出 ONNX Runtime 的分配信息或性能记录（JSON）、详细日志（log_severity_level 0），或上下文模型</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is missing or no text</source>
        <translation>缺少“{0}”，或它不是文本</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is missing or no list</source>
        <translation>缺少“{0}”，或它不是列表</translation>
    </message>
    <message>
        <source>it tells of no node</source>
        <translation>其中没有说明任何节点</translation>
    </message>
    <message>
        <source>measured (context model, {0})</source>
        <translation>实测（上下文模型，{0}）</translation>
    </message>
    <message>
        <source>measured (ONNX Runtime of a version that is not told, {0})</source>
        <translation>实测（ONNX Runtime，版本不明，{0}）</translation>
    </message>
    <message>
        <source>measured (ONNX Runtime {0}, {1})</source>
        <translation>实测（ONNX Runtime {0}，{1}）</translation>
    </message>
    <message>
        <source>it is no record of a placement</source>
        <translation>这不是放置的记录</translation>
    </message>
    <message>
        <source>{0}; working on the model in this process</source>
        <translation>{0}；改在本进程中处理模型</translation>
    </message>
    <message>
        <source>{0}; running the model in this process</source>
        <translation>{0}；改在本进程中运行模型</translation>
    </message>
    <message>
        <source>oneDNN asks OpenMP for {0}, which only GNU&apos;s runtime answers: it runs on GNU&apos;s threads, slower on a busy machine</source>
        <translation>oneDNN 向 OpenMP 请求 {0}，只有 GNU 的运行时能应答：它使用 GNU 的线程，机器繁忙时较慢</translation>
    </message>
    <message>
        <source>optypelist_for_implmode: there is no choice of implementation for &apos;{0}&apos;, only for {1}</source>
        <translation>optypelist_for_implmode：“{0}”没有可选的实现方式，只有 {1} 有</translation>
    </message>
    <message>
        <source>a compiled part left a body to the session</source>
        <translation>编译的部分把一个子图留给了会话</translation>
    </message>
    <message>
        <source>the model is in memory: nobody knows where its binary belongs</source>
        <translation>模型在内存中：无法得知其二进制文件应放在哪里</translation>
    </message>
    <message>
        <source>set ep.context_file_path, or embed it: ep.context_embed_mode=1</source>
        <translation>请设置 ep.context_file_path，或将其嵌入：ep.context_embed_mode=1</translation>
    </message>
    <message>
        <source>contexts that are shared cannot be embedded</source>
        <translation>共享的上下文不能嵌入</translation>
    </message>
    <message>
        <source>set ep.context_embed_mode to 0, or ep.share_ep_contexts to 0</source>
        <translation>请将 ep.context_embed_mode 设为 0，或将 ep.share_ep_contexts 设为 0</translation>
    </message>
    <message>
        <source>the models of a group share a binary, so they belong into one folder: {0}</source>
        <translation>同组的模型共用一个二进制文件，因此应在同一文件夹中：{0}</translation>
    </message>
    <message>
        <source>set ep.context_file_path to a file of that folder</source>
        <translation>请将 ep.context_file_path 设为该文件夹中的文件</translation>
    </message>
    <message>
        <source>Partita&apos;s provider needs ONNX Runtime 1.{0} or later, this is {1}</source>
        <translation>Partita 的提供程序需要 ONNX Runtime 1.{0} 或更高版本，当前为 {1}</translation>
    </message>
    <message>
        <source>install a newer onnxruntime</source>
        <translation>请安装更新的 onnxruntime</translation>
    </message>
    <message>
        <source>this ONNX Runtime was built without plug-in providers</source>
        <translation>此 ONNX Runtime 构建时未包含插件提供程序</translation>
    </message>
    <message>
        <source>install onnxruntime from PyPI</source>
        <translation>请从 PyPI 安装 onnxruntime</translation>
    </message>
    <message>
        <source>ONNX Runtime: {0}</source>
        <translation>ONNX Runtime：{0}</translation>
    </message>
    <message>
        <source>a tensor of type {0} cannot be read</source>
        <translation>无法读取类型为 {0} 的张量</translation>
    </message>
    <message>
        <source>output {0} of a compiled part is no tensor</source>
        <translation>编译部分的输出 {0} 不是张量</translation>
    </message>
    <message>
        <source>Connect {0} → {1}</source>
        <translation>连接 {0} → {1}</translation>
    </message>
    <message>
        <source>Disconnect {0} → {1}</source>
        <translation>断开 {0} → {1}</translation>
    </message>
    <message>
        <source>Connect {0} outputs</source>
        <translation>连接 {0} 个输出</translation>
    </message>
    <message>
        <source>Change the connections</source>
        <translation>更改连接</translation>
    </message>
    <message>
        <source>Add {0}</source>
        <translation>添加 {0}</translation>
    </message>
    <message>
        <source>Add {0} models</source>
        <translation>添加 {0} 个模型</translation>
    </message>
    <message>
        <source>Change the order of the models</source>
        <translation>更改模型的顺序</translation>
    </message>
    <message>
        <source>Change the prefix of {0}</source>
        <translation>更改 {0} 的前缀</translation>
    </message>
    <message>
        <source>Take another part of {0}</source>
        <translation>取 {0} 的另一部分</translation>
    </message>
    <message>
        <source>Drop the output {0}</source>
        <translation>去掉输出 {0}</translation>
    </message>
    <message>
        <source>Keep the output {0}</source>
        <translation>保留输出 {0}</translation>
    </message>
    <message>
        <source>Share the input {0}</source>
        <translation>共享输入 {0}</translation>
    </message>
    <message>
        <source>Change the order of the outputs</source>
        <translation>更改输出的顺序</translation>
    </message>
    <message>
        <source>Change the file to write</source>
        <translation>更改要写入的文件</translation>
    </message>
    <message>
        <source>Change the options of the merge</source>
        <translation>更改合并选项</translation>
    </message>
    <message>
        <source>Run it on {0}</source>
        <translation>在 {0} 上运行</translation>
    </message>
    <message>
        <source>ONNX Runtime reads no model from standard input</source>
        <translation>ONNX Runtime 不从标准输入读取模型</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is not NAME or NAME:LIBRARY</source>
        <translation>“{0}”不是 NAME 或 NAME:LIBRARY 的形式</translation>
    </message>
    <message>
        <source>write for example CPU, or QNN:/path/to/the/library.so</source>
        <translation>例如写成 CPU，或 QNN:/路径/库.so</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; could be an option of several providers</source>
        <translation>“{0}”可能是多个提供程序的选项</translation>
    </message>
    <message>
        <source>write {0}.{1}, or another provider</source>
        <translation>请写成 {0}.{1}，或换成另一个提供程序</translation>
    </message>
    <message>
        <source>no provider is chosen that could have the option &apos;{0}&apos;</source>
        <translation>所选的提供程序都不会有选项“{0}”</translation>
    </message>
    <message>
        <source>choose one with --provider</source>
        <translation>请用 --provider 选择一个</translation>
    </message>
    <message>
        <source>no temporary folder can be made: {0}</source>
        <translation>无法创建临时文件夹：{0}</translation>
    </message>
    <message>
        <source>set TMPDIR to a folder that can be written</source>
        <translation>请将 TMPDIR 设为可写的文件夹</translation>
    </message>
    <message>
        <source>ONNX Runtime tells the assignment from 1.24 on; this is by the log of {0}, which does not tell the nodes of compiled parts</source>
        <translation>ONNX Runtime 从 1.24 起说明分配；此结果来自 {0} 的日志，其中不说明编译部分的节点</translation>
    </message>
    <message>
        <source>name a Python interpreter, such as the bin/python3 of an environment</source>
        <translation>请指定 Python 解释器，例如某个环境的 bin/python3</translation>
    </message>
    <message>
        <source>{0} is a program for another processor</source>
        <translation>{0} 是用于另一种处理器的程序</translation>
    </message>
    <message>
        <source>it said nothing</source>
        <translation>它没有输出任何内容</translation>
    </message>
    <message>
        <source>it said: {0}</source>
        <translation>它输出：{0}</translation>
    </message>
    <message>
        <source>ONNX Runtime took longer than {0} s, and was ended; {1}</source>
        <translation>ONNX Runtime 用时超过 {0} 秒，已被终止；{1}</translation>
    </message>
    <message>
        <source>allow it more time</source>
        <translation>请给它更多时间</translation>
    </message>
    <message>
        <source>ONNX Runtime printed without end, and was ended; {0}</source>
        <translation>ONNX Runtime 不停地输出，已被终止；{0}</translation>
    </message>
    <message>
        <source>see what the provider&apos;s options say about its log</source>
        <translation>请查看提供程序选项中有关日志的部分</translation>
    </message>
    <message>
        <source>ONNX Runtime or a provider crashed with the signal {0} ({1}); {2}</source>
        <translation>ONNX Runtime 或某个提供程序因信号 {0}（{1}）崩溃；{2}</translation>
    </message>
    <message>
        <source>try other options, or another version of the provider</source>
        <translation>请尝试其他选项，或提供程序的其他版本</translation>
    </message>
    <message>
        <source>Python ended with status {0} and without an answer; {1}</source>
        <translation>Python 以状态 {0} 结束，没有给出答复；{1}</translation>
    </message>
    <message>
        <source>see whether this environment is whole</source>
        <translation>请检查此环境是否完整</translation>
    </message>
    <message>
        <source>this is Python {0}, and {1} is the least that is needed</source>
        <translation>这是 Python {0}，至少需要 {1}</translation>
    </message>
    <message>
        <source>this Python has no onnxruntime</source>
        <translation>此 Python 没有 onnxruntime</translation>
    </message>
    <message>
        <source>install it: {0} -m pip install onnxruntime</source>
        <translation>请安装：{0} -m pip install onnxruntime</translation>
    </message>
    <message>
        <source>the onnxruntime of this Python cannot be used: {0}</source>
        <translation>此 Python 的 onnxruntime 无法使用：{0}</translation>
    </message>
    <message>
        <source>install it again: {0} -m pip install --force-reinstall onnxruntime</source>
        <translation>请重新安装：{0} -m pip install --force-reinstall onnxruntime</translation>
    </message>
    <message>
        <source>this is ONNX Runtime {0}; {1} needs {2} or later</source>
        <translation>这是 ONNX Runtime {0}；{1} 需要 {2} 或更高版本</translation>
    </message>
    <message>
        <source>update it: {0} -m pip install -U onnxruntime</source>
        <translation>请更新：{0} -m pip install -U onnxruntime</translation>
    </message>
    <message>
        <source>this ONNX Runtime has no provider &apos;{0}&apos;</source>
        <translation>此 ONNX Runtime 没有提供程序“{0}”</translation>
    </message>
    <message>
        <source>it has: {0}</source>
        <translation>它有：{0}</translation>
    </message>
    <message>
        <source>{0} has no device here, so ONNX Runtime cannot take it together with a plug-in</source>
        <translation>{0} 在此没有设备，因此 ONNX Runtime 不能将它与插件一起使用</translation>
    </message>
    <message>
        <source>ONNX Runtime made the session without {0}; {1}</source>
        <translation>ONNX Runtime 创建的会话中没有 {0}；{1}</translation>
    </message>
    <message>
        <source>see whether the provider&apos;s own libraries are installed</source>
        <translation>请检查提供程序自己的库是否已安装</translation>
    </message>
    <message>
        <source>ONNX Runtime does not take the library {0}: {1}</source>
        <translation>ONNX Runtime 不接受库 {0}：{1}</translation>
    </message>
    <message>
        <source>ONNX Runtime made no session: {0}</source>
        <translation>ONNX Runtime 没有创建会话：{0}</translation>
    </message>
    <message>
        <source>ONNX Runtime could not run the model: {0}</source>
        <translation>ONNX Runtime 无法运行模型：{0}</translation>
    </message>
    <message>
        <source>Python failed: {0}</source>
        <translation>Python 失败：{0}</translation>
    </message>
    <message>
        <source>{0} is no Python interpreter; {1}</source>
        <translation>{0} 不是 Python 解释器；{1}</translation>
    </message>
    <message>
        <source>the answer of ONNX Runtime cannot be read: {0}</source>
        <translation>无法读取 ONNX Runtime 的答复：{0}</translation>
    </message>
    <message>
        <source>it is no object</source>
        <translation>它不是对象</translation>
    </message>
    <message>
        <source>{0} of 1 node differs</source>
        <translation>1 个节点中有 {0} 个不同</translation>
    </message>
    <message>
        <source>1 of {0} nodes differs</source>
        <translation>{0} 个节点中有 1 个不同</translation>
    </message>
    <message>
        <source>{0} of {1} nodes differ</source>
        <translation>{1} 个节点中有 {0} 个不同</translation>
    </message>
    <message>
        <source>compared: {0} with {1}, {2} with {3}</source>
        <translation>对照：{0} 对 {1}，{2} 对 {3}</translation>
    </message>
    <message>
        <source>the record does not tell of it; the prediction has it folded</source>
        <translation>记录中没有它；预测中它已被折叠</translation>
    </message>
    <message>
        <source>the record does not tell of it</source>
        <translation>记录中没有它</translation>
    </message>
    <message>
        <source>not in the file as it was opened</source>
        <translation>打开时的文件中没有它</translation>
    </message>
    <message>
        <source>predicted against {0}</source>
        <translation>预测与 {0} 对照</translation>
    </message>
    <message>
        <source>time, {0}</source>
        <translation>时间，{0}</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is not python, python:NAME or python:NAME:LIBRARY</source>
        <translation>“{0}”不是 python、python:NAME 或 python:NAME:LIBRARY</translation>
    </message>
    <message>
        <source>write for example python:QNN</source>
        <translation>例如写成 python:QNN</translation>
    </message>
    <message>
        <source>the settings {0}</source>
        <translation>设置{0}</translation>
    </message>
    <message>
        <source>choose a file that “Export…” of the settings wrote</source>
        <translation>请选择由设置的“导出…”写出的文件</translation>
    </message>
    <message>
        <source>give {0} to two commands, {1} and {2}</source>
        <translation>把 {0} 分配给了两个命令：{1} 和 {2}</translation>
    </message>
    <message>
        <source>name a command &apos;{0}&apos; that does not exist</source>
        <translation>提到不存在的命令“{0}”</translation>
    </message>
    <message>
        <source>have keys for &apos;{0}&apos; that do not exist: {1}</source>
        <translation>为“{0}”指定了不存在的按键：{1}</translation>
    </message>
    <message>
        <source>have a damaged layout &apos;{0}&apos;</source>
        <translation>含有损坏的布局“{0}”</translation>
    </message>
    <message>
        <source>have an unknown key &quot;{0}&quot;</source>
        <translation>含有未知的键“{0}”</translation>
    </message>
    <message>
        <source>are {0}</source>
        <translation>{0}</translation>
    </message>
    <message>
        <source>do not start with &quot;partita_settings&quot;: 1</source>
        <translation>不以 &quot;partita_settings&quot;: 1 开头</translation>
    </message>
    <message>
        <source>have a wrong value for &quot;{0}&quot;: {1}</source>
        <translation>“{0}”的值有误：{1}</translation>
    </message>
    <message>
        <source>have a value of a wrong type for &quot;{0}&quot;</source>
        <translation>“{0}”的值类型有误</translation>
    </message>
    <message>
        <source>{0} comes with opset {1}, the model has opset {2}</source>
        <translation>{0} 从 opset {1} 起才有，模型的 opset 是 {2}</translation>
    </message>
    <message>
        <source>A and B have different shapes</source>
        <translation>A 与 B 的形状不同</translation>
    </message>
    <message>
        <source>predicted ({0}, Partita {1})</source>
        <translation>预测（{0}，Partita {1}）</translation>
    </message>
    <message>
        <source>the value &apos;{0}&apos; does not fit its file</source>
        <translation>值“{0}”与其文件不符</translation>
    </message>
    <message>
        <source>{0} compiled nothing of the model</source>
        <translation>{0} 没有编译模型的任何部分</translation>
    </message>
    <message>
        <source>the model holds compiled graphs already</source>
        <translation>模型已包含编译好的图</translation>
    </message>
    <message>
        <source>compile the model that it was compiled from</source>
        <translation>请编译它所来自的源模型</translation>
    </message>
    <message>
        <source>compiled by ONNX Runtime {0}, {1}</source>
        <translation>由 ONNX Runtime {0}，{1} 编译</translation>
    </message>
    <message>
        <source>with {0}={1}, no context model would be written</source>
        <translation>{0}={1} 时不会写出上下文模型</translation>
    </message>
    <message>
        <source>its outputs are not those of the model</source>
        <translation>其输出不是模型的输出</translation>
    </message>
    <message>
        <source>a record or a run writes no context model: &apos;{0}&apos;</source>
        <translation>记录或运行不会写出上下文模型：“{0}”</translation>
    </message>
    <message>
        <source>Another device: {0}</source>
        <translation>换用设备：{0}</translation>
    </message>
    <message>
        <source>ONNX Runtime could not compile the model: {0}</source>
        <translation>ONNX Runtime 无法编译模型：{0}</translation>
    </message>
    <message>
        <source>the output &apos;{0}&apos; cannot be taken over: {1}</source>
        <translation>无法接收输出“{0}”：{1}</translation>
    </message>
    <message>
        <source>this ONNX Runtime cannot be given the input &apos;{0}&apos;: {1}</source>
        <translation>无法把输入“{0}”交给此 ONNX Runtime：{1}</translation>
    </message>
    <message>
        <source>allow it more memory</source>
        <translation>请允许它使用更多内存</translation>
    </message>
    <message>
        <source>a state or a slice has another shape than the body declares</source>
        <translation>状态或切片的形状与循环体声明的不同</translation>
    </message>
    <message>
        <source>EyeLike gives numbers only</source>
        <translation>EyeLike 只给出数字</translation>
    </message>
    <message>
        <source>the mask does not match the queries</source>
        <translation>掩码与查询不匹配</translation>
    </message>
    <message>
        <source>no provider of ONNX Runtime is chosen</source>
        <translation>没有选择 ONNX Runtime 的提供程序</translation>
    </message>
    <message>
        <source>choose one, or another ONNX Runtime in the settings</source>
        <translation>请选择一个，或在设置中选择另一个 ONNX Runtime</translation>
    </message>
    <message>
        <source>slope has more dimensions than X</source>
        <translation>slope 的维数多于 X</translation>
    </message>
    <message>
        <source>a record tells a placement, and placements are ignored</source>
        <translation>记录说明的是放置，而放置被忽略了</translation>
    </message>
    <message>
        <source>leave out --ignore placement, or the record</source>
        <translation>请去掉 --ignore placement，或去掉记录</translation>
    </message>
    <message>
        <source>a profile is that of one provider</source>
        <translation>一个配置只属于一个提供程序</translation>
    </message>
    <message>
        <source>name one with --provider</source>
        <translation>请用 --provider 指定一个</translation>
    </message>
    <message>
        <source>the same command goes on from the answers in {0}</source>
        <translation>再次运行同一命令会从 {0} 中的回答继续</translation>
    </message>
    <message>
        <source>the profile needs a file</source>
        <translation>配置需要一个文件</translation>
    </message>
    <message>
        <source>name it with -o</source>
        <translation>请用 -o 指定</translation>
    </message>
    <message>
        <source>&apos;{0}&apos;: learning reads no profile</source>
        <translation>“{0}”：学习时不读取配置</translation>
    </message>
    <message>
        <source>leave it out, or write `profile check`</source>
        <translation>请省略它，或使用 `profile check`</translation>
    </message>
    <message>
        <source>no profile to check is named</source>
        <translation>未指定要检查的配置</translation>
    </message>
    <message>
        <source>name a device or its .json file</source>
        <translation>请指定设备名称或其 .json 文件</translation>
    </message>
    <message>
        <source>a check writes no file</source>
        <translation>检查不写入文件</translation>
    </message>
    <message>
        <source>leave out -o</source>
        <translation>请省略 -o</translation>
    </message>
    <message>
        <source>there is no record to check the prediction by</source>
        <translation>没有可用来检验预测的记录</translation>
    </message>
    <message>
        <source>give one with --measured</source>
        <translation>请用 --measured 给出一个</translation>
    </message>
    <message>
        <source>a record does not tell colours by &apos;{0}&apos;</source>
        <translation>记录不能说明按 “{0}” 的颜色</translation>
    </message>
    <message>
        <source>use provider, check or time with --measured</source>
        <translation>与 --measured 一起请用 provider、check 或 time</translation>
    </message>
    <message>
        <source>the record has no times of nodes</source>
        <translation>记录中没有节点的时间</translation>
    </message>
    <message>
        <source>make one with `record --run`, or give a profile</source>
        <translation>请用 `record --run` 生成一个，或给出一个 profile</translation>
    </message>
    <message>
        <source>no node in view is selected</source>
        <translation>当前视图中没有选中的节点</translation>
    </message>
    <message>
        <source>select some: Ctrl+click, or Shift and a drag</source>
        <translation>请先选择：Ctrl+单击，或按住 Shift 拖动</translation>
    </message>
    <message>
        <source>write its name as in models, such as Conv</source>
        <translation>请按模型中的写法书写名称，例如 Conv</translation>
    </message>
    <message>
        <source>{0} takes none of {1} probes</source>
        <translation>{1} 个探测中，{0} 一个也不接受</translation>
    </message>
    <message>
        <source>see whether it needs options, such as the path of a library</source>
        <translation>请查看它是否需要选项，例如库的路径</translation>
    </message>
    <message>
        <source>not told</source>
        <translation>未记录</translation>
    </message>
    <message>
        <source>predicted {0}, ran on {1}</source>
        <translation>预测 {0}，实际运行于 {1}</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <source>as predicted</source>
        <translation>与预测一致</translation>
    </message>
    <message>
        <source>folded in the prediction</source>
        <translation>预测中已折叠</translation>
    </message>
    <message>
        <source>not in the file as opened</source>
        <translation>打开时的文件中没有</translation>
    </message>
    <message>
        <source>the file does not hold answers to go on from: {0}</source>
        <translation>该文件中没有可以继续的回答：{0}</translation>
    </message>
    <message>
        <source>name another file, or remove this one</source>
        <translation>请指定另一个文件，或删除此文件</translation>
    </message>
    <message>
        <source>another process uses it, or it cannot be opened</source>
        <translation>另一个进程正在使用它，或无法打开</translation>
    </message>
    <message>
        <source>it begins in another way</source>
        <translation>其开头不同</translation>
    </message>
    <message>
        <source>they are of another provider or of other options</source>
        <translation>它们属于另一个提供程序或其他选项</translation>
    </message>
    <message>
        <source>it does not tell of all models</source>
        <translation>它没有包含所有模型</translation>
    </message>
    <message>
        <source>the provider failed at each of {0} models in a row; the last time: {1}</source>
        <translation>提供程序连续在 {0} 个模型上都失败了；最后一次：{1}</translation>
    </message>
    <message>
        <source>the record says so</source>
        <translation>记录如此</translation>
    </message>
    <message>
        <source>the record does not tell of it: placed as predicted</source>
        <translation>记录中没有它：按预测放置</translation>
    </message>
    <message>
        <source>a record has no option &apos;{0}&apos;</source>
        <translation>记录没有选项 “{0}”</translation>
    </message>
    <message>
        <source>a record runs no nodes</source>
        <translation>记录不能运行节点</translation>
    </message>
    <message>
        <source>the record has it on {0}</source>
        <translation>记录显示它在 {0} 上运行</translation>
    </message>
    <message>
        <source>bits must be 2, 4 or 8</source>
        <translation>bits 必须是 2、4 或 8</translation>
    </message>
    <message>
        <source>block_size must be at least 16, and a block whole bytes</source>
        <translation>block_size 至少为 16，且一个块必须是整数个字节</translation>
    </message>
    <message>
        <source>K and N must be positive</source>
        <translation>K 和 N 必须为正数</translation>
    </message>
    <message>
        <source>the last dimension of A is not K</source>
        <translation>A 的最后一维不是 K</translation>
    </message>
    <message>
        <source>B must be uint8 [N, blocks, bytes of a block]</source>
        <translation>B 必须是 uint8 [N, 块数, 每块字节数]</translation>
    </message>
    <message>
        <source>one scale for each block was expected</source>
        <translation>每个块应有一个缩放系数</translation>
    </message>
    <message>
        <source>one zero point for each block was expected, of float32 or packed as B</source>
        <translation>每个块应有一个零点，类型为 float32，或像 B 一样打包</translation>
    </message>
    <message>
        <source>one bias for each column was expected</source>
        <translation>每一列应有一个偏置</translation>
    </message>
    <message>
        <source>one block for each of the K codes was expected</source>
        <translation>K 个编码中的每一个都应有一个块</translation>
    </message>
    <message>
        <source>{0} takes no nodes in bodies of control flow</source>
        <translation>{0} 不接受控制流子图中的节点</translation>
    </message>
    <message>
        <source>{0} takes {1}, but fails to compile it</source>
        <translation>{0} 接受 {1}，但编译失败</translation>
    </message>
    <message>
        <source>attribute {0}</source>
        <translation>属性 {0}</translation>
    </message>
    <message>
        <source>the type of input {0}</source>
        <translation>输入 {0} 的类型</translation>
    </message>
    <message>
        <source>the type of output {0}</source>
        <translation>输出 {0} 的类型</translation>
    </message>
    <message>
        <source>the rank of input {0}</source>
        <translation>输入 {0} 的秩</translation>
    </message>
    <message>
        <source>the rank of output {0}</source>
        <translation>输出 {0} 的秩</translation>
    </message>
    <message>
        <source>the shape of input {0}</source>
        <translation>输入 {0} 的形状</translation>
    </message>
    <message>
        <source>the shape of output {0}</source>
        <translation>输出 {0} 的形状</translation>
    </message>
    <message>
        <source>the number of inputs {0}</source>
        <translation>输入 {0} 的数量</translation>
    </message>
    <message>
        <source>the value of input {0}</source>
        <translation>输入 {0} 的值</translation>
    </message>
    <message>
        <source>input {0}</source>
        <translation>输入 {0}</translation>
    </message>
    <message>
        <source>{0} is {1}, which {2} does not take of {3}</source>
        <translation>{0}为 {1}，{2} 不接受这样的 {3}</translation>
    </message>
    <message>
        <source>{0}, where {1} is {2}</source>
        <translation>{0}（{1}为 {2} 时）</translation>
    </message>
    <message>
        <source>{0} takes it, but fails to compile it: {1}</source>
        <translation>{0} 接受它，但编译失败：{1}</translation>
    </message>
    <message>
        <source>a list of conditions was expected</source>
        <translation>此处应为条件列表</translation>
    </message>
    <message>
        <source>a condition is an object with one key, such as &quot;rank&quot;</source>
        <translation>条件是只有一个键的对象，例如 &quot;rank&quot;</translation>
    </message>
    <message>
        <source>{ &quot;attribute&quot;: NAME, &quot;is&quot;: VALUES } was expected</source>
        <translation>此处应为 { &quot;attribute&quot;: NAME, &quot;is&quot;: VALUES }</translation>
    </message>
    <message>
        <source>{ &quot;input&quot;: NAME, &quot;is&quot;: VALUES } was expected</source>
        <translation>此处应为 { &quot;input&quot;: NAME, &quot;is&quot;: VALUES }</translation>
    </message>
    <message>
        <source>a text or a whole number was expected</source>
        <translation>此处应为文本或整数</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is none of {1}</source>
        <translation>“{0}”不是 {1} 之一</translation>
    </message>
    <message>
        <source>{0}; ONNX Runtime does not infer this shape before it asks</source>
        <translation>{0}；ONNX Runtime 在询问之前不会推断此形状</translation>
    </message>
    <message>
        <source>static</source>
        <translation>静态</translation>
    </message>
    <message>
        <source>not wholly known</source>
        <translation>部分未知</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>constant</source>
        <translation>常量</translation>
    </message>
    <message>
        <source>computed</source>
        <translation>计算得出</translation>
    </message>
    <message>
        <source>empty</source>
        <translation>空</translation>
    </message>
    <message>
        <source>{0} is {1}, {2} takes {3} only where it is {4}</source>
        <translation>{0}为 {1}，{2} 只在其为 {4} 时接受 {3}</translation>
    </message>
    <message>
        <source>the mask has more than four dimensions</source>
        <translation>掩码的维数超过四</translation>
    </message>
    <message>
        <source>{0} cannot become the constant shape</source>
        <translation>{0} 无法变为该常量形状</translation>
    </message>
    <message>
        <source>output {0} ({1}) may not be {2}</source>
        <translation>输出 {0}（{1}）不能是 {2}</translation>
    </message>
    <message>
        <source>output {0} ({1}) is {2}, an input of its type {3} is {4}</source>
        <translation>输出 {0}（{1}）为 {2}，而同属类型 {3} 的输入为 {4}</translation>
    </message>
    <message>
        <source>nonpad_kv_seqlen has another length than there are batches</source>
        <translation>nonpad_kv_seqlen 的长度与批次数不同</translation>
    </message>
    <message>
        <source>weight has another number of channels than the input</source>
        <translation>weight 的通道数与输入不同</translation>
    </message>
    <message>
        <source>{0} heads of Q cannot share {1} heads of K</source>
        <translation>Q 的 {0} 个头无法共用 K 的 {1} 个头</translation>
    </message>
    <message>
        <source>axis {0} of {1} is {2} instead of {3}</source>
        <translation>{1} 的第 {0} 轴为 {2}，应为 {3}</translation>
    </message>
    <message>
        <source>{0} has three axes, but no attribute tells its heads</source>
        <translation>{0} 有三个轴，但没有属性给出头数</translation>
    </message>
    <message>
        <source>axis 2 of {0} is {1}, which {2} heads cannot share</source>
        <translation>{0} 的第 2 轴为 {1}，无法由 {2} 个头平分</translation>
    </message>
    <message>
        <source>cubic_coeff_a is not finite</source>
        <translation>cubic_coeff_a 不是有限数</translation>
    </message>
    <message>
        <source>the run has freed this constant</source>
        <translation>运行已释放此常量</translation>
    </message>
    <message>
        <source>scale and B do not fit the input</source>
        <translation>scale 和 B 与输入不符</translation>
    </message>
    <message>
        <source>up to opset {1}, the newest that this ONNX Runtime loads, ONNX has no operator {0}</source>
        <translation>截至 opset {1}（此 ONNX Runtime 能加载的最新版本），ONNX 没有算子 {0}</translation>
    </message>
    <message>
        <source>{0} or more</source>
        <translation>至少 {0}</translation>
    </message>
    <message>
        <source>est. 1 copy, {0}</source>
        <translation>估计 1 次拷贝，{0}</translation>
    </message>
    <message>
        <source>est. {0} copies, {1}</source>
        <translation>估计 {0} 次拷贝，{1}</translation>
    </message>
    <message>
        <source>keeps the work of nodes that it cuts off from {0}</source>
        <translation>使被它切断的节点的计算无法在 {0} 上进行</translation>
    </message>
    <message>
        <source>no operator of {0} by itself leaves fewer than {1} partitions</source>
        <translation>{0} 的任何单个算子都无法使分区少于 {1} 个</translation>
    </message>
    <message>
        <source>no operator of {0} by itself leaves fewer than {1} partitions in all</source>
        <translation>{0} 的任何单个算子都无法使分区总数少于 {1} 个</translation>
    </message>
    <message>
        <source>{0} must be positive</source>
        <translation>{0} 必须为正数</translation>
    </message>
    <message>
        <source>ONNX has no operator {0}</source>
        <translation>ONNX 没有算子 {0}</translation>
    </message>
    <message>
        <source>INVALID_GRAPH: the binary is damaged: {0}</source>
        <translation>INVALID_GRAPH：二进制已损坏：{0}</translation>
    </message>
    <message>
        <source>unused</source>
        <translation>未使用</translation>
    </message>
    <message>
        <source>folded or unused</source>
        <translation>已折叠或未使用</translation>
    </message>
    <message>
        <source>{0} unused</source>
        <translation>未使用 {0} 个</translation>
    </message>
    <message>
        <source>the record does not tell of it; nothing reads what it computes</source>
        <translation>记录中没有它；没有任何节点读取它的结果</translation>
    </message>
    <message>
        <source>1 node fewer on the devices</source>
        <translation>设备上少 1 个节点</translation>
    </message>
    <message>
        <source>{0} nodes fewer on the devices</source>
        <translation>设备上少 {0} 个节点</translation>
    </message>
    <message>
        <source>{0} — {1}</source>
        <translation>{0} — {1}</translation>
    </message>
    <message>
        <source>in the quantized group of {0}: {1}</source>
        <translation>在 {0} 的量化组中：{1}</translation>
    </message>
    <message>
        <source>{0} has no {1} between DequantizeLinear and QuantizeLinear</source>
        <translation>{0} 不支持 DequantizeLinear 与 QuantizeLinear 之间的 {1}</translation>
    </message>
    <message>
        <source>{0} leaves the quantization of the model&apos;s inputs to others</source>
        <translation>{0} 将模型输入的量化留给其他提供程序</translation>
    </message>
    <message>
        <source>{0} leaves the dequantization of the model&apos;s outputs to others</source>
        <translation>{0} 将模型输出的反量化留给其他提供程序</translation>
    </message>
    <message>
        <source>quantized {0} {1} is in {2} {3}</source>
        <translation>量化的 {0} {1} 属于 {2} {3}</translation>
    </message>
    <message>
        <source>an empty input has no average</source>
        <translation>空输入没有平均值</translation>
    </message>
    <message>
        <source>Show a rewrite</source>
        <translation>显示一次改写</translation>
    </message>
    <message>
        <source>Show {0} rewrites</source>
        <translation>显示 {0} 次改写</translation>
    </message>
    <message>
        <source>the picture takes too long to be decoded</source>
        <translation>解码该图片耗时过长</translation>
    </message>
    <message>
        <source>the picture crashes its decoder</source>
        <translation>该图片使其解码器崩溃</translation>
    </message>
    <message>
        <source>the decoder needs more memory than the size of the picture justifies</source>
        <translation>解码器需要的内存超出该图片大小的合理范围</translation>
    </message>
    <message>
        <source>the unnamed source</source>
        <translation>未命名的来源</translation>
    </message>
    <message>
        <source>compile the model again with what it should be</source>
        <translation>请按所需的内容重新编译模型</translation>
    </message>
    <message>
        <source>move the binary in or out together with the attributes</source>
        <translation>把二进制连同这些属性一起移入或移出</translation>
    </message>
    <message>
        <source>rename it together with its binary, where that has one graph</source>
        <translation>若其二进制只有一个图，则连同二进制一起改名</translation>
    </message>
    <message>
        <source>delete it, and connect another node in its place</source>
        <translation>请删除它，并在其位置连接另一个节点</translation>
    </message>
    <message>
        <source>it stays in its graph: what loads the binary looks for it there</source>
        <translation>它须留在所在的图中：加载二进制文件的程序在那里查找它</translation>
    </message>
    <message>
        <source>leave it where it is</source>
        <translation>请让它留在原处</translation>
    </message>
    <message>
        <source>its outputs stay as many as they are: its binary makes {0}</source>
        <translation>其输出数量不变：其二进制文件产生 {0} 个</translation>
    </message>
    <message>
        <source>its inputs stay as many as they are: its binary reads {0}</source>
        <translation>其输入数量不变：其二进制文件读取 {0} 个</translation>
    </message>
    <message>
        <source>its outputs stay in their order, which is that of its binary</source>
        <translation>其输出的顺序不变，即其二进制文件中的顺序</translation>
    </message>
    <message>
        <source>its inputs stay in their order, which is that of its binary</source>
        <translation>其输入的顺序不变，即其二进制文件中的顺序</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; may not be &apos;{1}&apos;, as another one is called: QNN would mix them up</source>
        <translation>“{0}”不能换成“{1}”，因为另一个张量叫这个名称：QNN 会将它们混淆</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; stays {1}, for which its binary was compiled</source>
        <translation>“{0}”须保持 {1}：其二进制文件是为此编译的</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; keeps its name: nobody knows whether the binary of {1} looks it up by it</source>
        <translation>“{0}”须保留名称：无人知道 {1} 的二进制文件是否用它查找</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; keeps its name: OpenVINO&apos;s blob knows it by this name</source>
        <translation>“{0}”须保留名称：OpenVINO 的 blob 以此名称认识它</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; needs it: that one has main_context 0, and its graph is in this one&apos;s binary</source>
        <translation>“{0}”需要它：前者的 main_context 为 0，其图在后者的二进制文件中</translation>
    </message>
    <message>
        <source>delete both at once</source>
        <translation>请同时删除两者</translation>
    </message>
    <message>
        <source>an EPContext node is made only together with its binary</source>
        <translation>EPContext 节点只能与其二进制文件一起生成</translation>
    </message>
    <message>
        <source>a copy has another name, by which QNN finds no graph in the binary</source>
        <translation>副本的名称不同，QNN 用它在二进制文件中找不到图</translation>
    </message>
    <message>
        <source>the outputs of a copy have other names, which OpenVINO&apos;s blob does not know</source>
        <translation>副本的输出名称不同，OpenVINO 的 blob 不认识</translation>
    </message>
    <message>
        <source>an EPContext node stays outside of functions: what loads the binary does not look for it there</source>
        <translation>EPContext 节点须在函数之外：加载二进制文件的程序不在函数中查找它</translation>
    </message>
    <message>
        <source>nobody knows whether {0} runs one graph of a binary twice</source>
        <translation>无人知道 {0} 是否能将二进制文件的同一个图运行两次</translation>
    </message>
    <message>
        <source>source stays: only {0} loads what it compiled</source>
        <translation>source 不变：只有 {0} 能加载它编译的内容</translation>
    </message>
    <message>
        <source>{0} stays: nobody knows what {1} does with it</source>
        <translation>{0} 不变：无人知道 {1} 如何使用它</translation>
    </message>
    <message>
        <source>partition_name stays: it is the key into the binary</source>
        <translation>partition_name 不变：它是二进制文件中的键</translation>
    </message>
    <message>
        <source>main_context stays: it says which node has the binary</source>
        <translation>main_context 不变：它说明哪个节点拥有二进制文件</translation>
    </message>
    <message>
        <source>{0} stays: it says where the binary is</source>
        <translation>{0} 不变：它说明二进制文件在哪里</translation>
    </message>
    <message>
        <source>{0} stays: the binary was compiled with it</source>
        <translation>{0} 不变：二进制文件是据此编译的</translation>
    </message>
    <message>
        <source>its name stays: nobody knows what {0} looks up by it</source>
        <translation>其名称不变：无人知道 {0} 用它查找什么</translation>
    </message>
    <message>
        <source>its name stays: QNN finds the graph in the binary by it</source>
        <translation>其名称不变：QNN 用它在二进制文件中查找图</translation>
    </message>
    <message>
        <source>it stays an EPContext node: what it computes is only in its binary</source>
        <translation>它须保持为 EPContext 节点：它计算的内容只在其二进制文件中</translation>
    </message>
    <message>
        <source>split</source>
        <translation>拆分</translation>
    </message>
    <message>
        <source>split: {0} nodes {1} in several partitions</source>
        <translation>拆分：{0} 个节点在 {1}，分属多个分区</translation>
    </message>
    <message>
        <source>split: 1 node {0}</source>
        <translation>拆分：1 个节点 {0}</translation>
    </message>
    <message>
        <source>split: {0} nodes {1}</source>
        <translation>拆分：{0} 个节点 {1}</translation>
    </message>
    <message>
        <source>it takes the nodes of the function</source>
        <translation>它接受该函数的节点</translation>
    </message>
    <message>
        <source>{0} in the function: {1}</source>
        <translation>函数中的 {0}：{1}</translation>
    </message>
    <message>
        <source>{0} boundary tensor</source>
        <translation>{0} 个边界张量</translation>
    </message>
    <message>
        <source>{0} partition</source>
        <translation>{0} 个分区</translation>
    </message>
    <message>
        <source>a part of 1 node is not compiled: nobody knows the type or the rank of its output &apos;{0}&apos;</source>
        <translation>一个含 1 个节点的部分未编译：无法得知其输出“{0}”的类型或秩</translation>
    </message>
    <message>
        <source>1 node is assigned to the CPU, but fallback to CPU EP has been explicitly disabled by the user</source>
        <translation>有 1 个节点分配给 CPU，但用户已明确禁用回退到 CPU</translation>
    </message>
    <message>
        <source>with 1 node around them</source>
        <translation>连同其周围 1 个节点</translation>
    </message>
    <message>
        <source>with {0} nodes around them</source>
        <translation>连同其周围 {0} 个节点</translation>
    </message>
    <message>
        <source>{0} partition in all</source>
        <translation>分区总数 {0}</translation>
    </message>
    <message>
        <source>{0} partitions in all</source>
        <translation>分区总数 {0}</translation>
    </message>
    <message>
        <source>{0} node that no provider runs</source>
        <translation>{0} 个没有提供程序能运行的节点</translation>
    </message>
    <message>
        <source>{0}: runs of 1 node or more</source>
        <translation>{0}：至少 1 个节点的连续段</translation>
    </message>
    <message>
        <source>the model has no EPContext node &apos;{0}&apos;</source>
        <translation>模型没有 EPContext 节点 &apos;{0}&apos;</translation>
    </message>
    <message>
        <source>`info` lists its EPContext nodes</source>
        <translation>`info` 会列出它的 EPContext 节点</translation>
    </message>
    <message>
        <source>the log cannot be written: {0}</source>
        <translation>无法写入日志：{0}</translation>
    </message>
    <message>
        <source>the source model is not at hand: nobody knows its name</source>
        <translation>找不到源模型：不知道它的名称</translation>
    </message>
    <message>
        <source>the source model is not at hand: there is no {0}</source>
        <translation>找不到源模型：没有 {0}</translation>
    </message>
    <message>
        <source>the source model has no nodes between the tensors of the node</source>
        <translation>源模型中没有位于该节点的张量之间的节点</translation>
    </message>
    <message>
        <source>it may be another model, or one that was exported again: compile it again</source>
        <translation>它可能是另一个模型，或者是重新导出的模型：请重新编译</translation>
    </message>
    <message>
        <source>file &apos;{0}&apos;</source>
        <translation>文件 &apos;{0}&apos;</translation>
    </message>
    <message>
        <source>write for example {0} batch=4</source>
        <translation>例如写成 {0} batch=4</translation>
    </message>
    <message>
        <source>--dim and --free-dim give &apos;{0}&apos; different sizes</source>
        <translation>--dim 与 --free-dim 为“{0}”给出了不同的大小</translation>
    </message>
    <message>
        <source>leave out --dim</source>
        <translation>去掉 --dim</translation>
    </message>
    <message>
        <source>{0}, learned from {1}</source>
        <translation>{0}，从 {1} 习得</translation>
    </message>
    <message>
        <source>this is a record of another model: {0} of its {1} nodes are not in this one, such as {2} &apos;{3}&apos;</source>
        <translation>这是另一个模型的记录：其 {1} 个节点中有 {0} 个不在此模型中，例如 {2} “{3}”</translation>
    </message>
    <message>
        <source>the record is of another model, or of another version of it: that had {0} nodes and this one has {1}, or they are joined in another way</source>
        <translation>该记录属于另一个模型，或属于此模型的另一个版本：那个有 {0} 个节点，这个有 {1} 个，或者节点的连接方式不同</translation>
    </message>
    <message>
        <source>the record may be of another model: {0} of its {1} nodes are not in this one, such as {2} &apos;{3}&apos;</source>
        <translation>该记录可能属于另一个模型：其 {1} 个节点中有 {0} 个不在此模型中，例如 {2} “{3}”</translation>
    </message>
    <message>
        <source>the record may be of another model: {0} of its nodes have no name, and {1} are in this one</source>
        <translation>该记录可能属于另一个模型：其中 {0} 个节点没有名称，{1} 个在此模型中</translation>
    </message>
    <message>
        <source>the record may be of another model: it counts {0} nodes and names none, and this one has {1}</source>
        <translation>该记录可能属于另一个模型：它计有 {0} 个节点但未列出名称，而此模型有 {1} 个</translation>
    </message>
    <message>
        <source>the record names no node, so that nothing shows whether it is one of this model</source>
        <translation>该记录没有列出任何节点，因此无法看出它是否属于此模型</translation>
    </message>
    <message>
        <source>ONNX Runtime has no session entry &apos;{0}&apos; that is known here; it ignores what it does not know</source>
        <translation>此处不知道 ONNX Runtime 有会话项“{0}”；它会忽略自己不认识的项</translation>
    </message>
    <message>
        <source>ONNX Runtime ignores the session entry &apos;{0}&apos;; that is set by {1}</source>
        <translation>ONNX Runtime 会忽略会话项“{0}”；请用 {1} 设置</translation>
    </message>
    <message>
        <source>no input of the model has a size &apos;{0}&apos;</source>
        <translation>模型没有任何输入带有大小“{0}”</translation>
    </message>
    <message>
        <source>it has no name, as the nodes by which ONNX Runtime replaces a function</source>
        <translation>它没有名称，ONNX Runtime 用来替换函数的节点就是这样</translation>
    </message>
    <message>
        <source>the model has no {0} without a name</source>
        <translation>模型中没有不带名称的 {0}</translation>
    </message>
    <message>
        <source>the model makes &apos;{0}&apos; by other operators than {1}</source>
        <translation>模型用 {1} 以外的算子得到“{0}”</translation>
    </message>
    <message>
        <source>ONNX Runtime copied &apos;{0}&apos; for another reader</source>
        <translation>ONNX Runtime 为另一个读取者复制了“{0}”</translation>
    </message>
    <message>
        <source>ONNX Runtime replaced the call of a function by its nodes</source>
        <translation>ONNX Runtime 用函数的节点替换了对它的调用</translation>
    </message>
    <message>
        <source>ONNX Runtime took it out of a branch that always runs</source>
        <translation>ONNX Runtime 把它从总是执行的分支中移出</translation>
    </message>
    <message>
        <source>ONNX Runtime made it of other nodes; its name does not tell of which</source>
        <translation>ONNX Runtime 用其他节点生成了它；从名称看不出是哪些节点</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is missing or no number</source>
        <translation>“{0}”缺失或不是数字</translation>
    </message>
    <message>
        <source>{0} has no input &apos;{1}&apos;, but {2}</source>
        <translation>{0} 没有输入“{1}”，只有 {2}</translation>
    </message>
    <message>
        <source>{0} has no output &apos;{1}&apos;, but {2}</source>
        <translation>{0} 没有输出“{1}”，只有 {2}</translation>
    </message>
    <message>
        <source>{0} has no attribute &apos;{1}&apos;, but {2}</source>
        <translation>{0} 没有属性“{1}”，只有 {2}</translation>
    </message>
    <message>
        <source>ONNX has no operator &apos;{0}&apos; up to opset {1}; a profile is about those of ai.onnx only</source>
        <translation>ONNX 到 opset {1} 为止没有算子“{0}”；设备配置只涉及 ai.onnx 的算子</translation>
    </message>
    <message>
        <source>it is not said which part is meant</source>
        <translation>没有说明要提取哪一部分</translation>
    </message>
    <message>
        <source>give --inputs and --outputs, or --nodes</source>
        <translation>请给出 --inputs 和 --outputs，或 --nodes</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is no mark that a session can name</source>
        <translation>“{0}”不是会话能够指定的标记</translation>
    </message>
    <message>
        <source>leave out commas, semicolons, brackets and = at the beginning</source>
        <translation>请去掉逗号、分号、括号和开头的 =</translation>
    </message>
    <message>
        <source>none of the nodes has a mark</source>
        <translation>这些节点都没有标记</translation>
    </message>
    <message>
        <source>the nodes have the mark &apos;{0}&apos; already</source>
        <translation>这些节点已有标记“{0}”</translation>
    </message>
    <message>
        <source>Remove the marks of {0} nodes</source>
        <translation>移除 {0} 个节点的标记</translation>
    </message>
    <message>
        <source>Mark {0} nodes with {1}</source>
        <translation>将 {0} 个节点标记为 {1}</translation>
    </message>
    <message>
        <source>Remove the mark of {0}</source>
        <translation>移除{0}的标记</translation>
    </message>
    <message>
        <source>Mark {0} with {1}</source>
        <translation>将{0}标记为 {1}</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is no name for a function</source>
        <translation>“{0}”不能作为函数名</translation>
    </message>
    <message>
        <source>take letters, digits and _, with no digit at the beginning</source>
        <translation>请用字母、数字和 _，且不以数字开头</translation>
    </message>
    <message>
        <source>a function cannot be of the domain &apos;{0}&apos;</source>
        <translation>函数不能属于域“{0}”</translation>
    </message>
    <message>
        <source>take a domain of your own, for example local</source>
        <translation>请用自己的域，例如 local</translation>
    </message>
    <message>
        <source>there is {0} already</source>
        <translation>已有 {0}</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; reads what the nodes compute, and they read what it computes</source>
        <translation>“{0}”读取这些节点的计算结果，而它们又读取它的计算结果</translation>
    </message>
    <message>
        <source>choose it, too, or only the nodes on one side of it</source>
        <translation>请也选中它，或只选它一侧的节点</translation>
    </message>
    <message>
        <source>the nodes compute nothing to be returned</source>
        <translation>这些节点没有可返回的计算结果</translation>
    </message>
    <message>
        <source>Extract a node into the function {0}</source>
        <translation>将一个节点提取为函数 {0}</translation>
    </message>
    <message>
        <source>Extract {0} nodes into the function {1}</source>
        <translation>将 {0} 个节点提取为函数 {1}</translation>
    </message>
    <message>
        <source>it calls no function of the model</source>
        <translation>它不调用模型的函数</translation>
    </message>
    <message>
        <source>{0} is no function of the model</source>
        <translation>{0} 不是模型的函数</translation>
    </message>
    <message>
        <source>Inline all calls of {0}</source>
        <translation>内联 {0} 的所有调用</translation>
    </message>
    <message>
        <source>Inline a call of {0}</source>
        <translation>内联 {0} 的一个调用</translation>
    </message>
    <message>
        <source>Inline {0} calls of functions</source>
        <translation>内联 {0} 个函数调用</translation>
    </message>
    <message>
        <source>an order of {0} dimensions has each of the numbers from 0 to {1} once</source>
        <translation>{0} 个维度的顺序中，0 到 {1} 的每个数都恰好出现一次</translation>
    </message>
    <message>
        <source>write for example 0,2,3,1</source>
        <translation>例如写 0,2,3,1</translation>
    </message>
    <message>
        <source>nothing reads &apos;{0}&apos; there</source>
        <translation>那里没有节点读取“{0}”</translation>
    </message>
    <message>
        <source>{0} does not read &apos;{1}&apos;</source>
        <translation>{0}不读取“{1}”</translation>
    </message>
    <message>
        <source>Insert Cast to {0} and back</source>
        <translation>插入到 {0} 再转回的 Cast</translation>
    </message>
    <message>
        <source>Insert Cast to {0}</source>
        <translation>插入到 {0} 的 Cast</translation>
    </message>
    <message>
        <source>this order of dimensions is the present one</source>
        <translation>维度的顺序已是如此</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; has {1} dimensions</source>
        <translation>“{0}”有 {1} 个维度</translation>
    </message>
    <message>
        <source>give the new order of all of them</source>
        <translation>请给出全部维度的新顺序</translation>
    </message>
    <message>
        <source>Insert Transpose and its inverse</source>
        <translation>插入 Transpose 及其逆</translation>
    </message>
    <message>
        <source>Insert Transpose</source>
        <translation>插入 Transpose</translation>
    </message>
    <message>
        <source>Insert QuantizeLinear and DequantizeLinear</source>
        <translation>插入 QuantizeLinear 和 DequantizeLinear</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is {1}, which is not quantized</source>
        <translation>“{0}”的类型是 {1}，不能量化</translation>
    </message>
    <message>
        <source>{0} is no type of quantized elements</source>
        <translation>{0} 不是量化元素的类型</translation>
    </message>
    <message>
        <source>take int8, uint8, int16, uint16, int4 or uint4</source>
        <translation>请用 int8、uint8、int16、uint16、int4 或 uint4</translation>
    </message>
    <message>
        <source>there are {0} scales and {1} zero points</source>
        <translation>有 {0} 个缩放因子和 {1} 个零点</translation>
    </message>
    <message>
        <source>a zero point of {0} must be from {1} to {2}</source>
        <translation>{0} 的零点必须在 {1} 到 {2} 之间</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; has no axis {1}</source>
        <translation>“{0}”没有轴 {1}</translation>
    </message>
    <message>
        <source>axis {0} of &apos;{1}&apos; has the size {2}, and there are {3} scales</source>
        <translation>“{1}”的轴 {0} 大小为 {2}，而有 {3} 个缩放因子</translation>
    </message>
    <message>
        <source>convert one of the two to the opset of the other</source>
        <translation>请将其中一个转换到另一个的 opset</translation>
    </message>
    <message>
        <source>its attribute {0} is given by the callers of the function that holds it</source>
        <translation>它的属性 {0} 由其所在函数的调用者给出</translation>
    </message>
    <message>
        <source>choose nodes of one graph</source>
        <translation>请选择同一个图的节点</translation>
    </message>
    <message>
        <source>the type of &apos;{0}&apos; is not known, and the inputs and outputs of a model need one</source>
        <translation>“{0}”的类型未知，而模型的输入和输出需要类型</translation>
    </message>
    <message>
        <source>either &quot;nodes&quot; or &quot;function&quot; is needed</source>
        <translation>需要 &quot;nodes&quot; 或 &quot;function&quot; 之一</translation>
    </message>
    <message>
        <source>the model has no function &apos;{0}&apos;</source>
        <translation>模型没有函数“{0}”</translation>
    </message>
    <message>
        <source>write its domain and its name, for example local.Layer</source>
        <translation>请写出其域和名称，例如 local.Layer</translation>
    </message>
    <message>
        <source>&quot;{0}&quot; must be a number or a list of numbers</source>
        <translation>&quot;{0}&quot; 必须是数字或数字列表</translation>
    </message>
    <message>
        <source>either &quot;mark&quot; or &quot;remove&quot;: true is needed</source>
        <translation>需要 &quot;mark&quot; 或 &quot;remove&quot;: true 之一</translation>
    </message>
    <message>
        <source>it is no If</source>
        <translation>它不是 If</translation>
    </message>
    <message>
        <source>its condition &apos;{0}&apos; is no constant</source>
        <translation>其条件“{0}”不是常量</translation>
    </message>
    <message>
        <source>let it read a constant first</source>
        <translation>请先让它读取常量</translation>
    </message>
    <message>
        <source>it has no such branch</source>
        <translation>它没有这个分支</translation>
    </message>
    <message>
        <source>what its branch returns cannot take the place of its outputs</source>
        <translation>其分支的返回值不能代替它的输出</translation>
    </message>
    <message>
        <source>Put {0} of {1} in its place</source>
        <translation>用 {1} 的 {0} 取代它</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is no number</source>
        <translation>“{0}”不是数字</translation>
    </message>
    <message>
        <source>write numbers with commas between them</source>
        <translation>请写用逗号分隔的数字</translation>
    </message>
    <message>
        <source>a part cannot take the place of its model</source>
        <translation>部分不能取代它所属的模型</translation>
    </message>
    <message>
        <source>save it under another name</source>
        <translation>请用其他名称保存</translation>
    </message>
    <message>
        <source>nothing reads what is selected</source>
        <translation>没有节点读取所选内容</translation>
    </message>
    <message>
        <source>select an edge, or nodes that others read</source>
        <translation>请选择一条边，或结果被读取的节点</translation>
    </message>
    <message>
        <source>Insert nodes on {0} edges</source>
        <translation>在 {0} 条边上插入节点</translation>
    </message>
    <message>
        <source>it is of this type</source>
        <translation>已是此类型</translation>
    </message>
    <message>
        <source>the quantization of input {0}</source>
        <translation>输入 {0} 的量化</translation>
    </message>
    <message>
        <source>the quantization of output {0}</source>
        <translation>输出 {0} 的量化</translation>
    </message>
    <message>
        <source>per tensor</source>
        <translation>按张量</translation>
    </message>
    <message>
        <source>in blocks along the first axis</source>
        <translation>沿第一个轴分块</translation>
    </message>
    <message>
        <source>per channel of the first axis</source>
        <translation>按第一个轴的通道</translation>
    </message>
    <message>
        <source>in blocks along the last axis</source>
        <translation>沿最后一个轴分块</translation>
    </message>
    <message>
        <source>per channel of the last axis</source>
        <translation>按最后一个轴的通道</translation>
    </message>
    <message>
        <source>in blocks along an inner axis</source>
        <translation>沿中间的轴分块</translation>
    </message>
    <message>
        <source>per channel of an inner axis</source>
        <translation>按中间轴的通道</translation>
    </message>
    <message>
        <source>in blocks along its only axis</source>
        <translation>沿唯一的轴分块</translation>
    </message>
    <message>
        <source>per channel of its only axis</source>
        <translation>按唯一的轴的通道</translation>
    </message>
    <message>
        <source>&quot;when&quot;, &quot;fails&quot; and &quot;apart&quot; do not go with this constraint</source>
        <translation>“when”、“fails”和“apart”不能与此约束一起使用</translation>
    </message>
    <message>
        <source>{0} is no shared library</source>
        <translation>{0} 不是共享库</translation>
    </message>
    <message>
        <source>the library {0} is for {1}, this Python for {2}</source>
        <translation>库 {0} 面向 {1}，而此 Python 面向 {2}</translation>
    </message>
    <message>
        <source>take the one for {0}</source>
        <translation>请使用面向 {0} 的库</translation>
    </message>
    <message>
        <source>the library {0} is cut off</source>
        <translation>库 {0} 不完整</translation>
    </message>
    <message>
        <source>copy or build it again</source>
        <translation>请重新复制或构建</translation>
    </message>
    <message>
        <source>the library {0} has no operators: the function {1} is missing</source>
        <translation>库 {0} 中没有算子：缺少函数 {1}</translation>
    </message>
    <message>
        <source>see whether it is the library of your operators, and exports this function</source>
        <translation>请检查它是否是您的算子库，并且导出了此函数</translation>
    </message>
    <message>
        <source>{0}, as other sizes are called</source>
        <translation>{0}，与其他大小同名</translation>
    </message>
    <message>
        <source>Share equal initializers: 1 and {0} less</source>
        <translation>共用相等的初始化器：减少 1 个，{0}</translation>
    </message>
    <message>
        <source>Share equal initializers: {0} and {1} less</source>
        <translation>共用相等的初始化器：减少 {0} 个，{1}</translation>
    </message>
    <message>
        <source>Describe {0}</source>
        <translation>描述{0}</translation>
    </message>
    <message>
        <source>Play {0}, {1} edits</source>
        <translation>执行 {0}，{1} 个编辑</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is no shape of a constant</source>
        <translation>“{0}”不是常量的形状</translation>
    </message>
    <message>
        <source>write numbers with commas between them, none for a scalar</source>
        <translation>请写以逗号分隔的数字，标量则留空</translation>
    </message>
    <message>
        <source>{0}, read by {1}</source>
        <translation>{0}，由{1}读取</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; means no tensor</source>
        <translation>“{0}”不指任何张量</translation>
    </message>
    <message>
        <source>it is no constant</source>
        <translation>它不是常量</translation>
    </message>
    <message>
        <source>it is no tensor</source>
        <translation>它不是张量</translation>
    </message>
    <message>
        <source>its sizes are not known</source>
        <translation>其尺寸未知</translation>
    </message>
    <message>
        <source>its sizes follow from the nodes</source>
        <translation>其尺寸由节点决定</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is no whole number</source>
        <translation>“{0}”不是整数</translation>
    </message>
    <message>
        <source>write digits only</source>
        <translation>请只写数字</translation>
    </message>
    <message>
        <source>write INPUT:FILE</source>
        <translation>请写成 输入:文件</translation>
    </message>
    <message>
        <source>name a second model, or another placement with --scenario-b, --device-b, --providers-b, --option-b, --recipe-b, --measured-b, --times-b</source>
        <translation>给出第二个模型，或用 --scenario-b、--device-b、--providers-b、--option-b、--recipe-b、--measured-b、--times-b 给出另一种放置</translation>
    </message>
    <message>
        <source>only one side tells times of nodes</source>
        <translation>只有一侧给出节点的时间</translation>
    </message>
    <message>
        <source>name a file for the other side with --times-a, --times-b, or a record with times</source>
        <translation>用 --times-a、--times-b 给出另一侧的文件，或给出带时间的记录</translation>
    </message>
    <message>
        <source>time after minus time before</source>
        <translation>之后的时间减之前的时间</translation>
    </message>
    <message>
        <source>medians of a run of Partita</source>
        <translation>Partita 一次运行的中位数</translation>
    </message>
    <message>
        <source>it tells no times of nodes of this model</source>
        <translation>它没有给出此模型节点的时间</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is no name and size</source>
        <translation>“{0}”不是名称和大小</translation>
    </message>
    <message>
        <source>write for example batch=1</source>
        <translation>例如写 batch=1</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; has two sizes</source>
        <translation>“{0}”有两个大小</translation>
    </message>
    <message>
        <source>leave one of them out</source>
        <translation>去掉其中一个</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; has two values</source>
        <translation>“{0}”有两个值</translation>
    </message>
    <message>
        <source>leave it out: all sizes of the inputs are known</source>
        <translation>请去掉它：输入的所有尺寸都已知</translation>
    </message>
    <message>
        <source>choose one of: {0}</source>
        <translation>请选择其中之一：{0}</translation>
    </message>
    <message>
        <source>that of the first quantized input</source>
        <translation>首个量化输入的类型</translation>
    </message>
    <message>
        <source>another than that of the first quantized input</source>
        <translation>与首个量化输入不同的类型</translation>
    </message>
    <message>
        <source>Comparing with {0} was stopped: {1} is compared instead</source>
        <translation>与 {0} 的比较已停止，改为与 {1} 比较</translation>
    </message>
    <message>
        <source>before the simplifier</source>
        <translation>简化之前</translation>
    </message>
    <message>
        <source>what ONNX Runtime told</source>
        <translation>ONNX Runtime 给出的结果</translation>
    </message>
    <message>
        <source>without the scenario</source>
        <translation>不在方案下</translation>
    </message>
    <message>
        <source>Comparing with {0} was stopped for another task: {1}</source>
        <translation>与 {0} 的比较已停止，以便执行另一任务：{1}</translation>
    </message>
    <message>
        <source>scalar</source>
        <translation>标量</translation>
    </message>
    <message>
        <source>{0} node on the devices</source>
        <translation>设备上的节点 {0}</translation>
    </message>
    <message>
        <source>{0} nodes on the devices</source>
        <translation>设备上的节点 {0}</translation>
    </message>
    <message>
        <source>no provider takes {0} of the nodes</source>
        <translation>没有提供程序接受 {0} 个节点</translation>
    </message>
    <message>
        <source>{0} does not take {1} between DequantizeLinear and QuantizeLinear</source>
        <translation>{0} 不接受 DequantizeLinear 与 QuantizeLinear 之间的 {1}</translation>
    </message>
    <message>
        <source>only rules of &quot;quantized&quot; have this key</source>
        <translation>只有 &quot;quantized&quot; 中的规则有此键</translation>
    </message>
    <message>
        <source>{0} compiled</source>
        <translation>{0} 个已编译</translation>
    </message>
    <message>
        <source>{0} compiled (1 node inside)</source>
        <translation>{0} 个已编译（内含 1 个节点）</translation>
    </message>
    <message>
        <source>{0} compiled ({1} nodes inside)</source>
        <translation>{0} 个已编译（内含 {1} 个节点）</translation>
    </message>
    <message>
        <source>{0}: {1} = {2}, by default {3}</source>
        <translation>{0}：{1} = {2}，默认为 {3}</translation>
    </message>
    <message>
        <source>the choice for 1 node is not made in {0}, which is another model</source>
        <translation>对 1 个节点的选择不用于 {0}，它是另一个模型</translation>
    </message>
    <message>
        <source>the choices for {0} nodes are not made in {1}, which is another model</source>
        <translation>对 {0} 个节点的选择不用于 {1}，它是另一个模型</translation>
    </message>
    <message>
        <source>the rule {0}, which is off, is none of {1}</source>
        <translation>已关闭的规则 {0} 不是 {1} 的规则</translation>
    </message>
    <message>
        <source>there is no axis of heads</source>
        <translation>没有注意力头的轴</translation>
    </message>
    <message>
        <source>rows of an even length were expected</source>
        <translation>每行的长度应为偶数</translation>
    </message>
    <message>
        <source>the table does not fit the rows</source>
        <translation>表与各行不符</translation>
    </message>
    <message>
        <source>node &apos;{0}&apos; has the attribute &apos;{1}&apos;, which {2} of this opset does not know: take it away</source>
        <translation>节点“{0}”有属性“{1}”，而此 opset 的 {2} 没有该属性：请将其删除</translation>
    </message>
    <message>
        <source>node &apos;{0}&apos; lacks the attribute &apos;{1}&apos;, which {2} needs: set it</source>
        <translation>节点“{0}”缺少 {2} 所需的属性“{1}”：请设置它</translation>
    </message>
    <message>
        <source>the axis of node &apos;{0}&apos; ({1}) is not from {2} to {3}: set another one</source>
        <translation>节点“{0}”（{1}）的轴不在 {2} 到 {3} 之间：请设置其他值</translation>
    </message>
    <message>
        <source>node &apos;{0}&apos; is a {1}, which opset {2} does not have: replace its operator, or convert the model</source>
        <translation>节点“{0}”的算子 {1} 在 opset {2} 中不存在：请替换算子，或转换模型</translation>
    </message>
    <message>
        <source>the number of inputs of node &apos;{0}&apos; ({1}) is {2}, and has to be {3}: connect or disconnect some</source>
        <translation>节点“{0}”（{1}）的输入数为 {2}，应为 {3}：请连接或断开一些输入</translation>
    </message>
    <message>
        <source>the number of outputs of node &apos;{0}&apos; ({1}) is {2}, and has to be {3}: replace the node</source>
        <translation>节点“{0}”（{1}）的输出数为 {2}，应为 {3}：请替换该节点</translation>
    </message>
    <message>
        <source>node &apos;{0}&apos; ({1}) makes {2}, and its output is declared as {3}: correct the declared type, or insert a Cast</source>
        <translation>节点“{0}”（{1}）产生 {2}，而其输出声明为 {3}：请更正声明的类型，或插入 Cast</translation>
    </message>
    <message>
        <source>node &apos;{0}&apos; ({1}) makes another shape than its output is declared with: correct the declared shape, or the inputs of the node</source>
        <translation>节点“{0}”（{1}）产生的形状与其输出声明的形状不同：请更正声明的形状或该节点的输入</translation>
    </message>
    <message>
        <source>the types at node &apos;{0}&apos; ({1}) do not go together: insert a Cast before an input</source>
        <translation>节点“{0}”（{1}）处的类型不匹配：请在某个输入前插入 Cast</translation>
    </message>
    <message>
        <source>the shapes at node &apos;{0}&apos; ({1}) do not go together: look at the shapes of its inputs, and at its attributes</source>
        <translation>节点“{0}”（{1}）处的形状不匹配：请检查其输入的形状和属性</translation>
    </message>
    <message>
        <source>ONNX&apos;s checker refuses the model: the detail is in its words</source>
        <translation>ONNX 检查器拒绝了该模型：详情是检查器的原文</translation>
    </message>
    <message>
        <source>the types and shapes of the model do not go together: the detail is in the words of ONNX&apos;s shape inference</source>
        <translation>模型的类型和形状不匹配：详情是 ONNX 形状推断的原文</translation>
    </message>
    <message>
        <source>ONNX&apos;s library refuses node &apos;{0}&apos; ({1}): look at its inputs and attributes</source>
        <translation>ONNX 库拒绝了节点“{0}”（{1}）：请检查其输入和属性</translation>
    </message>
    <message>
        <source>{0}</source>
        <translation>{0}</translation>
    </message>
    <message>
        <source>at least {0}</source>
        <translation>至少 {0}</translation>
    </message>
    <message>
        <source>{0} to {1}</source>
        <translation>{0} 到 {1}</translation>
    </message>
    <message>
        <source>choose another name, or allow it to be replaced</source>
        <translation>请另选名称，或允许替换它</translation>
    </message>
    <message>
        <source>open it as a scenario</source>
        <translation>请将它作为方案打开</translation>
    </message>
    <message>
        <source>name the array like an input of the model</source>
        <translation>请让数组与模型的某个输入同名</translation>
    </message>
    <message>
        <source>choose a smaller size for {0}, or give data</source>
        <translation>请为 {0} 选择更小的大小，或提供数据</translation>
    </message>
    <message>
        <source>give data for the input</source>
        <translation>请为该输入提供数据</translation>
    </message>
    <message>
        <source>compile the nodes, or merge the models</source>
        <translation>请编译这些节点，或合并模型</translation>
    </message>
    <message>
        <source>compile the part once more, and merge the models</source>
        <translation>请再编译一次该部分，并合并模型</translation>
    </message>
    <message>
        <source>name a size of an input</source>
        <translation>请给出某个输入的大小名称</translation>
    </message>
    <message>
        <source>open the file of the binary by itself: that lists its graphs</source>
        <translation>单独打开该二进制文件：那里会列出它的图</translation>
    </message>
    <message>
        <source>choose another device, or change what keeps the nodes away</source>
        <translation>请选择其他设备，或更改使节点无法放置的原因</translation>
    </message>
    <message>
        <source>simplify the model that it is made from: that writes shapes into it</source>
        <translation>请简化其源模型：这会把形状写入其中</translation>
    </message>
    <message>
        <source>change what keeps them away from devices, or leave out session.disable_cpu_ep_fallback</source>
        <translation>请更改使它们无法放到设备上的原因，或去掉 session.disable_cpu_ep_fallback</translation>
    </message>
    <message>
        <source>compile the model first, or leave out the option</source>
        <translation>请先编译模型，或去掉该选项</translation>
    </message>
    <message>
        <source>name an input of the model, or a size of one</source>
        <translation>请给出模型的某个输入，或其中某个大小的名称</translation>
    </message>
    <message>
        <source>correct the node as ONNX defines its operator</source>
        <translation>请按 ONNX 对该算子的定义修正节点</translation>
    </message>
    <message>
        <source>name a pass of the simplifier</source>
        <translation>请给出简化器的某个步骤的名称</translation>
    </message>
    <message>
        <source>name an output of the model</source>
        <translation>请给出模型的某个输出</translation>
    </message>
    <message>
        <source>name a tensor that the graph shows</source>
        <translation>请给出图中显示的某个张量</translation>
    </message>
    <message>
        <source>name an input of the model</source>
        <translation>请给出模型的某个输入</translation>
    </message>
    <message>
        <source>use a profile of ONNX Runtime, the record of a run, or the report of one in JSON</source>
        <translation>请使用 ONNX Runtime 的性能记录、一次运行的记录或其 JSON 报告</translation>
    </message>
    <message>
        <source>it may take none of the nodes, or an option may be missing</source>
        <translation>它可能不接受任何节点，也可能缺少某个选项</translation>
    </message>
    <message>
        <source>if it is an operator of a library, add that to the session</source>
        <translation>如果它是某个算子库里的算子，请把该库加到会话中</translation>
    </message>
    <message>
        <source>name an option of the provider</source>
        <translation>请给出该提供程序的某个选项</translation>
    </message>
    <message>
        <source>name another dump_dir, or allow it: dump_overwrite=1</source>
        <translation>请另选 dump_dir，或允许覆盖：dump_overwrite=1</translation>
    </message>
    <message>
        <source>name one of them</source>
        <translation>请给出其中之一</translation>
    </message>
    <message>
        <source>name one of the providers</source>
        <translation>请给出其中一个提供程序</translation>
    </message>
    <message>
        <source>name an option of a provider</source>
        <translation>请给出某个提供程序的选项</translation>
    </message>
    <message>
        <source>put it beside the context model, named like it without _ctx</source>
        <translation>请把它放在上下文模型旁边，名称与之相同但没有 _ctx</translation>
    </message>
    <message>
        <source>put {0} beside the context model</source>
        <translation>请把 {0} 放在上下文模型旁边</translation>
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
        <source>vector {0}</source>
        <translation>向量 {0}</translation>
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
        <source>map of {0}</source>
        <translation>{0} 个条目的映射</translation>
    </message>
    <message>
        <source>is {0}, expected {1}</source>
        <translation>为 {0}，预期为 {1}</translation>
    </message>
    <message>
        <source>item {0} {1}</source>
        <translation>第 {0} 项{1}</translation>
    </message>
    <message>
        <source>output &apos;{0}&apos; {1}</source>
        <translation>输出“{0}”{1}</translation>
    </message>
    <message>
        <source>is no output of the model that it is compared with</source>
        <translation>不是与之比较的模型的输出</translation>
    </message>
    <message>
        <source>side</source>
        <translation>执行方</translation>
    </message>
    <message>
        <source>attribute</source>
        <translation>属性</translation>
    </message>
    <message>
        <source>inputs</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>opset</source>
        <translation>opset</translation>
    </message>
    <message>
        <source>metadata</source>
        <translation>元数据</translation>
    </message>
    <message>
        <source>partitions</source>
        <translation>分区</translation>
    </message>
    <message>
        <source>{0} (constant)</source>
        <translation>{0}（常量）</translation>
    </message>
    <message>
        <source>{0} graphs</source>
        <translation>{0} 个图</translation>
    </message>
    <message>
        <source>{0} ms on the host</source>
        <translation>主机上 {0} ms</translation>
    </message>
    <message>
        <source>{0} ms on {1}</source>
        <translation>{1} 上 {0} ms</translation>
    </message>
    <message>
        <source>{0} {1} %</source>
        <translation>{0} {1} %</translation>
    </message>
    <message>
        <source>{0} peak {1}</source>
        <translation>{0} 峰值 {1}</translation>
    </message>
    <message>
        <source>peak {0}</source>
        <translation>峰值 {0}</translation>
    </message>
    <message>
        <source>weights do not fit at once: copied in every run</source>
        <translation>权重无法同时放下：每次运行都要拷入</translation>
    </message>
    <message>
        <source>1 size not known</source>
        <translation>1 个大小未知</translation>
    </message>
    <message>
        <source>{0} sizes not known</source>
        <translation>{0} 个大小未知</translation>
    </message>
    <message>
        <source>there is no such block</source>
        <translation>没有这样的块</translation>
    </message>
    <message>
        <source>no tensor of the model is {0}</source>
        <translation>模型中没有 {0} 类型的张量</translation>
    </message>
    <message>
        <source>Types: no tensor holds floating-point numbers</source>
        <translation>类型：没有浮点数张量</translation>
    </message>
    <message>
        <source>needs two of float16, bfloat16, float32 and float64 for &quot;{0}&quot; and &quot;{1}&quot;</source>
        <translation>的 &quot;{0}&quot; 和 &quot;{1}&quot; 必须是 float16、bfloat16、float32、float64 中的两个不同类型</translation>
    </message>
    <message>
        <source>{0} → {1} nodes</source>
        <translation>{0} → {1} 个节点</translation>
    </message>
    <message>
        <source>in 1 step</source>
        <translation>共 1 步</translation>
    </message>
    <message>
        <source>in {0} steps</source>
        <translation>共 {0} 步</translation>
    </message>
    <message>
        <source>All {0} as {1}</source>
        <translation>全部 {0} 改为 {1}</translation>
    </message>
    <message>
        <source>the mask must be of booleans or of the type of Q</source>
        <translation>掩码的元素必须是布尔值，或与 Q 同类型</translation>
    </message>
    <message>
        <source>the input must have 4 dimensions</source>
        <translation>输入必须有 4 个维度</translation>
    </message>
    <message>
        <source>the first convolution changes the size of the image</source>
        <translation>第一个卷积会改变图像的尺寸</translation>
    </message>
    <message>
        <source>the filters have other sizes than the model declares</source>
        <translation>卷积核的尺寸与模型声明的不同</translation>
    </message>
    <message>
        <source>{0} iterations of {1} nodes would be too many</source>
        <translation>{0} 次迭代、每次 {1} 个节点，过多</translation>
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
    <name>partita::DifferenceModel</name>
    <message numerus="yes">
        <source>%n node(s)</source>
        <translation>
            <numerusform>%Ln 个节点</numerusform>
        </translation>
    </message>
    <message>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>nowhere</source>
        <translation>无处运行</translation>
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
        <source>Partitions, and bytes per run, that these nodes cost before and no longer cost after; negative: it came</source>
        <translation>这些节点之前造成、之后不再造成的分区数和每次运行的字节数；负数表示新增</translation>
    </message>
    <message>
        <source>Damage gone</source>
        <translation>已消除的损害</translation>
    </message>
</context>
<context>
    <name>partita::DifferenceStrip</name>
    <message>
        <source>Differences from top to bottom</source>
        <translation>自上而下的差异</translation>
    </message>
</context>
<context>
    <name>partita::DifferencesPanel</name>
    <message>
        <source>Compare…</source>
        <translation>比较…</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Ends the comparison</source>
        <translation>结束比较</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>side</source>
        <translation>执行方</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>已更改</translation>
    </message>
    <message>
        <source>added</source>
        <translation>已新增</translation>
    </message>
    <message>
        <source>removed</source>
        <translation>已移除</translation>
    </message>
    <message>
        <source>Open a model to fill this list</source>
        <translation>打开模型以填充此列表</translation>
    </message>
    <message>
        <source>No differences of this kind</source>
        <translation>没有这一类差异</translation>
    </message>
    <message numerus="yes">
        <source>No node differs, only %n fact(s) about the model, its inputs or its constants</source>
        <translation>
            <numerusform>节点均无差异，仅有关于模型、输入或常量的 %Ln 项不同</numerusform>
        </translation>
    </message>
    <message>
        <source>Difference %1 of %2</source>
        <translation>第 %1 处差异，共 %2 处</translation>
    </message>
    <message>
        <source>%1: from the beginning again</source>
        <translation>%1：已回到开头</translation>
    </message>
    <message>
        <source>%1: from the end again</source>
        <translation>%1：已回到末尾</translation>
    </message>
    <message>
        <source>compared in %1 ms</source>
        <translation>比较用时 %1 ms</translation>
    </message>
    <message numerus="yes">
        <source>… and %n more</source>
        <translation>
            <numerusform>……另有 %n 项</numerusform>
        </translation>
    </message>
    <message>
        <source>Compares the model with another side: a file, a scenario, a device</source>
        <translation>将模型与另一侧比较：文件、方案或设备</translation>
    </message>
    <message>
        <source>Compare… shows what differs from another file, scenario or device. A file can also be dropped here.</source>
        <translation>“比较…”显示与另一个文件、方案或设备的差异。也可将文件拖放到此处。</translation>
    </message>
    <message numerus="yes">
        <source>No differences: both place %Ln node(s) alike</source>
        <translation>
            <numerusform>没有差异：两侧对 %Ln 个节点的放置相同</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln node(s) that another provider runs</source>
        <translation>
            <numerusform>由其他提供程序运行的 %Ln 个节点</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln node(s)</source>
        <translation>
            <numerusform>%Ln 个节点</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln node(s) the same</source>
        <translation>
            <numerusform>%Ln 个节点相同</numerusform>
        </translation>
    </message>
    <message>
        <source>times</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>How long nodes took before and after, what changed most first; the graph is coloured by it</source>
        <translation>节点之前和之后所用的时间，变化最大的在前；图按此着色</translation>
    </message>
    <message>
        <source>Filter: name, operator, provider, what differs</source>
        <translation>筛选：名称、算子、提供程序、不同之处</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1，共 %2</translation>
    </message>
    <message>
        <source>Nothing fits the filter</source>
        <translation>没有符合筛选条件的内容</translation>
    </message>
</context>
<context>
    <name>partita::DockTabs</name>
    <message>
        <source>Panels</source>
        <translation>面板</translation>
    </message>
    <message>
        <source>Close the panel</source>
        <translation>关闭面板</translation>
    </message>
</context>
<context>
    <name>partita::DocumentBar</name>
    <message>
        <source>Close %1</source>
        <translation>关闭 %1</translation>
    </message>
    <message>
        <source>Close (Ctrl+W)</source>
        <translation>关闭 (Ctrl+W)</translation>
    </message>
    <message>
        <source>Open documents</source>
        <translation>打开的文档</translation>
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
    <message>
        <source>Showing the edit</source>
        <translation>正在显示编辑结果</translation>
    </message>
    <message>
        <source>Changing the model</source>
        <translation>正在更改模型</translation>
    </message>
</context>
<context>
    <name>partita::DocumentTab</name>
    <message>
        <source>Trying what would help</source>
        <translation>正在尝试有效的更改</translation>
    </message>
    <message>
        <source>%1: %2 %</source>
        <translation>%1：%2 %</translation>
    </message>
</context>
<context>
    <name>partita::EditActions</name>
    <message>
        <source>Connect its output…</source>
        <translation>连接其输出…</translation>
    </message>
    <message>
        <source>Replace the operator…</source>
        <translation>替换算子…</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>重命名…</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>创建副本</translation>
    </message>
    <message>
        <source>Cut nodes</source>
        <translation>剪切节点</translation>
    </message>
    <message>
        <source>Copy nodes</source>
        <translation>复制节点</translation>
    </message>
    <message>
        <source>Bypass</source>
        <translation>旁路</translation>
    </message>
    <message>
        <source>Let its readers read another tensor…</source>
        <translation>让其读取者改读另一个张量…</translation>
    </message>
    <message>
        <source>Make it an output</source>
        <translation>设为输出</translation>
    </message>
    <message>
        <source>Disconnect</source>
        <translation>断开连接</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
</context>
<context>
    <name>partita::EditForm</name>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
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
    <message>
        <source>Merge context models</source>
        <translation>合并上下文模型</translation>
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
        <source>Reports (*.html *.md *.json *.csv)</source>
        <translation>报告 (*.html *.md *.json *.csv)</translation>
    </message>
    <message>
        <source>Export the steps as an animation</source>
        <translation>将步骤导出为动画</translation>
    </message>
    <message>
        <source>Animated pictures (*.webp)</source>
        <translation>动画图片 (*.webp)</translation>
    </message>
    <message>
        <source>Save the history as a script</source>
        <translation>将历史另存为脚本</translation>
    </message>
    <message>
        <source>Scripts (*.json)</source>
        <translation>脚本 (*.json)</translation>
    </message>
    <message>
        <source>Not all steps</source>
        <translation>并非全部步骤</translation>
    </message>
    <message numerus="yes">
        <source>%n step(s) of the history cannot be in a script, which repeats edits by the names of nodes and tensors:</source>
        <translation>
            <numerusform>历史中有 %n 个步骤无法写入脚本，因为脚本按节点和张量的名称重复编辑：</numerusform>
        </translation>
    </message>
    <message>
        <source>Save the others</source>
        <translation>保存其余步骤</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Export the selection</source>
        <translation>导出所选部分</translation>
    </message>
    <message>
        <source>%1 pictures (*.%2)</source>
        <translation>%1 图片 (*.%2)</translation>
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
        <source>Filter: name, operator, reason, costly …</source>
        <translation>筛选：名称、算子、原因、代价高 …</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Triage</source>
        <translation>分诊</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>Partitions that would merge if all of these were taken</source>
        <translation>若全部接受这些节点会合并的分区数</translation>
    </message>
    <message>
        <source>Open a model to fill this list</source>
        <translation>打开模型以填充此列表</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>图</translation>
    </message>
    <message>
        <source>No fallbacks: there is no node to place</source>
        <translation>没有回退：没有需要放置的节点</translation>
    </message>
    <message numerus="yes">
        <source>%Ln node(s)</source>
        <translation>
            <numerusform>%Ln 个节点</numerusform>
        </translation>
    </message>
    <message>
        <source>Bytes that would stay if all of these were taken</source>
        <translation>若全部被接受，不再传输的字节数</translation>
    </message>
    <message numerus="yes">
        <source>No fallbacks: %1 runs all %Ln placed node(s)</source>
        <translation>
            <numerusform>没有回退：%1 运行全部 %Ln 个已放置的节点</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>partita::FileJob</name>
    <message>
        <source>Writing the report</source>
        <translation>正在写入报告</translation>
    </message>
</context>
<context>
    <name>partita::FilteredList</name>
    <message>
        <source>Nothing found</source>
        <translation>没有找到</translation>
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
            <numerusform>%Ln 个结果</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>第 %1 个，共 %2 个</translation>
    </message>
    <message>
        <source>List</source>
        <translation>列表</translation>
    </message>
    <message>
        <source>Show the hits as a list</source>
        <translation>以列表显示结果</translation>
    </message>
    <message>
        <source>Hits</source>
        <translation>结果</translation>
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
        <source>Graph</source>
        <translation>图</translation>
    </message>
    <message>
        <source>Match case</source>
        <translation>区分大小写</translation>
    </message>
    <message>
        <source>Words are regular expressions</source>
        <translation>词语按正则表达式匹配</translation>
    </message>
    <message>
        <source>A word is searched in names, operators and tensors.&lt;br&gt;In one field: name: domain: tensor: attr: ep: part: type: why:&lt;br&gt;A whole operator: op:Conv, op:*Norm*, op:Conv?&lt;br&gt;Numbers: bytes: weights: flops: readers: inputs: outputs: id: with &amp;gt;1MB, &amp;lt;=5, 10..20&lt;br&gt;Regular expressions: /conv\d+$/, name:/^stem/&lt;br&gt;Joined: and, or, not, brackets; &quot;text in quotes&quot; is one word</source>
        <translation>词语在名称、算子和张量中查找。&lt;br&gt;只在一个字段中：name: domain: tensor: attr: ep: part: type: why:&lt;br&gt;完整的算子：op:Conv、op:*Norm*、op:Conv?&lt;br&gt;数值：bytes: weights: flops: readers: inputs: outputs: id:，写作 &amp;gt;1MB、&amp;lt;=5、10..20&lt;br&gt;正则表达式：/conv\d+$/、name:/^stem/&lt;br&gt;连接：and、or、not、括号；&quot;引号中的文字&quot;是一个词</translation>
    </message>
</context>
<context>
    <name>partita::GoToNode</name>
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
</context>
<context>
    <name>partita::GraphEditing</name>
    <message>
        <source>replaces %1</source>
        <translation>替换 %1</translation>
    </message>
    <message>
        <source>fits</source>
        <translation>可连接</translation>
    </message>
    <message>
        <source>not connected</source>
        <translation>未连接</translation>
    </message>
    <message>
        <source>Drag from a port to connect, drop on an edge to insert, Shift+drag to select. Esc cancels.</source>
        <translation>从端口拖动可连接，拖放到边上可插入，Shift+拖动可框选。Esc 取消。</translation>
    </message>
</context>
<context>
    <name>partita::GraphPainter</name>
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
            <numerusform>%Ln 个权重</numerusform>
        </translation>
    </message>
    <message>
        <source>Both panes move together</source>
        <translation>两侧一起移动</translation>
    </message>
    <message>
        <source>View</source>
        <translation>视图</translation>
    </message>
    <message>
        <source>Side by side</source>
        <translation>并排</translation>
    </message>
    <message>
        <source>Side by side (no room)</source>
        <translation>并排（空间不足）</translation>
    </message>
    <message>
        <source>Laid over</source>
        <translation>叠加</translation>
    </message>
    <message>
        <source>Only differences</source>
        <translation>仅差异</translation>
    </message>
    <message>
        <source>Differences from top to bottom: a click goes there</source>
        <translation>自上而下的差异：点击即可前往</translation>
    </message>
    <message numerus="yes">
        <source>%Ln partition(s)</source>
        <translation>
            <numerusform>%Ln 个分区</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln change(s) not applied</source>
        <translation>
            <numerusform>%Ln 项更改未应用</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>as it was opened · %Ln node(s) without Constant</source>
        <translation>
            <numerusform>打开时的样子 · %Ln 个节点（不计 Constant）</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>rewrite %1 applied · %Ln node(s) without Constant</source>
        <translation>
            <numerusform>已应用改写 %1 · %Ln 个节点（不计 Constant）</numerusform>
        </translation>
    </message>
    <message>
        <source>Match by hand with %1</source>
        <translation>手动与 %1 匹配</translation>
    </message>
    <message>
        <source>Match by hand: select a node of the other pane first</source>
        <translation>手动匹配：请先在另一个窗格中选择节点</translation>
    </message>
    <message>
        <source>Forget the matches by hand</source>
        <translation>取消手动匹配</translation>
    </message>
    <message>
        <source>as it is</source>
        <translation>当前状态</translation>
    </message>
    <message numerus="yes">
        <source>%Ln placed node(s)</source>
        <translation>
            <numerusform>%Ln 个已放置的节点</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln node(s) without Constant</source>
        <translation>
            <numerusform>%Ln 个节点（不计 Constant）</numerusform>
        </translation>
    </message>
    <message>
        <source>How both sides of the comparison are shown</source>
        <translation>如何显示比较的两边</translation>
    </message>
    <message>
        <source>laid over %1</source>
        <translation>叠加在 %1 之上</translation>
    </message>
    <message>
        <source>Click the node that is the same as %1 · Esc</source>
        <translation>点击与 %1 相同的节点 · Esc</translation>
    </message>
</context>
<context>
    <name>partita::GraphTips</name>
    <message>
        <source>type not known</source>
        <translation>类型未知</translation>
    </message>
    <message>
        <source>From outside of this body; click to go there</source>
        <translation>来自此子图之外；单击转到该处</translation>
    </message>
    <message>
        <source>%1 from %2</source>
        <translation>%1 来自 %2</translation>
    </message>
    <message>
        <source>from %1</source>
        <translation>来自 %1</translation>
    </message>
    <message numerus="yes">
        <source>%1 · %Ln rank(s) up</source>
        <translation>
            <numerusform>%1 · 上方 %Ln 层</numerusform>
        </translation>
    </message>
    <message>
        <source>Click to go there, Alt+Left to come back</source>
        <translation>单击跳到该处，Alt+Left 返回</translation>
    </message>
</context>
<context>
    <name>partita::GraphView</name>
    <message>
        <source>Graph</source>
        <translation>图</translation>
    </message>
    <message>
        <source>after</source>
        <translation>之后</translation>
    </message>
    <message>
        <source>Group of nodes</source>
        <translation>节点组</translation>
    </message>
    <message>
        <source>Output of the graph</source>
        <translation>图的输出</translation>
    </message>
    <message>
        <source>Input of the graph</source>
        <translation>图的输入</translation>
    </message>
    <message>
        <source>From an outer graph</source>
        <translation>来自外层图</translation>
    </message>
    <message>
        <source>Reads from %1</source>
        <translation>读取自 %1</translation>
    </message>
    <message>
        <source>Read by %1</source>
        <translation>被 %1 读取</translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>另有 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>The arrow keys go along the edges, Tab goes to the next node</source>
        <translation>方向键沿边移动，Tab 键转到下一个节点</translation>
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
    <name>partita::HistoryModel</name>
    <message>
        <source>%1 (as in the file)</source>
        <translation>%1（与文件一致）</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>节点</translation>
    </message>
    <message numerus="yes">
        <source>Opened, %Ln node(s)</source>
        <translation>
            <numerusform>打开时，%Ln 个节点</numerusform>
        </translation>
    </message>
    <message>
        <source>not applied yet</source>
        <translation>尚未应用</translation>
    </message>
</context>
<context>
    <name>partita::HistoryPanel</name>
    <message>
        <source>History</source>
        <translation>历史</translation>
    </message>
    <message>
        <source>Open a model to see what was done to it</source>
        <translation>打开模型后，这里显示对它做过的操作</translation>
    </message>
    <message>
        <source>Save as a script…</source>
        <translation>另存为脚本…</translation>
    </message>
</context>
<context>
    <name>partita::InputList</name>
    <message>
        <source>Connect an input</source>
        <translation>连接输入</translation>
    </message>
    <message>
        <source>Name of a tensor</source>
        <translation>张量名称</translation>
    </message>
    <message>
        <source>No tensor of that name fits</source>
        <translation>没有这样命名的合适张量</translation>
    </message>
    <message>
        <source>New initializer…</source>
        <translation>新建初始化器…</translation>
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
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>%1 parameters, %2</source>
        <translation>%1 个参数，%2</translation>
    </message>
    <message>
        <source>Opset</source>
        <translation>Opset</translation>
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
            <numerusform>%Ln 个形状未知的节点</numerusform>
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
    <message numerus="yes">
        <source> and %n more</source>
        <translation>
            <numerusform> 等，另有 %Ln 个</numerusform>
        </translation>
    </message>
    <message>
        <source>read by %1</source>
        <translation>由 %1 读取</translation>
    </message>
    <message>
        <source>from %1</source>
        <translation>来自 %1</translation>
    </message>
    <message>
        <source>weight</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>input of the graph</source>
        <translation>图的输入</translation>
    </message>
    <message>
        <source>output of the graph</source>
        <translation>图的输出</translation>
    </message>
    <message>
        <source>Fixed sizes</source>
        <translation>固定的大小</translation>
    </message>
    <message>
        <source>Partition</source>
        <translation>分区</translation>
    </message>
    <message numerus="yes">
        <source>%Ln node(s)</source>
        <translation>
            <numerusform>%Ln 个节点</numerusform>
        </translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>value %1</source>
        <translation>值 %1</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>Made by</source>
        <translation>产生者</translation>
    </message>
    <message>
        <source>Read by</source>
        <translation>读取者</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>%1 per run</source>
        <translation>每次运行 %1</translation>
    </message>
    <message>
        <source>Border</source>
        <translation>边界</translation>
    </message>
    <message>
        <source>Triage</source>
        <translation>分诊</translation>
    </message>
    <message>
        <source>Root cause</source>
        <translation>根本原因</translation>
    </message>
    <message>
        <source>comes later</source>
        <translation>顺序在后</translation>
    </message>
    <message>
        <source>Nodes: %1</source>
        <translation>节点：%1</translation>
    </message>
    <message>
        <source>%1, without Constant %2</source>
        <translation>%1，不计 Constant %2</translation>
    </message>
    <message>
        <source>Placed nodes</source>
        <translation>已放置的节点</translation>
    </message>
    <message>
        <source>Inside the binary</source>
        <translation>二进制内部</translation>
    </message>
    <message>
        <source>Compiled for</source>
        <translation>编译目标</translation>
    </message>
    <message>
        <source>Nobody knows how to read its graphs.</source>
        <translation>无法读取其中的图。</translation>
    </message>
    <message numerus="yes">
        <source>%n node(s)</source>
        <translation>
            <numerusform>%Ln 个节点</numerusform>
        </translation>
    </message>
    <message>
        <source>Graph of this node</source>
        <translation>此节点的图</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>图</translation>
    </message>
    <message>
        <source>Reads</source>
        <translation>读取</translation>
    </message>
    <message>
        <source>Gives</source>
        <translation>给出</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>另有 %1 个</translation>
    </message>
    <message>
        <source>Name of the node</source>
        <translation>节点名称</translation>
    </message>
    <message>
        <source>no name</source>
        <translation>无名称</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Replace…</source>
        <translation>替换…</translation>
    </message>
    <message>
        <source>They share no attribute.</source>
        <translation>这些节点没有共同的属性。</translation>
    </message>
    <message>
        <source>Elements of %1</source>
        <translation>%1 的元素</translation>
    </message>
    <message>
        <source>Table…</source>
        <translation>表格…</translation>
    </message>
    <message>
        <source>1 value · %1</source>
        <translation>1 个值 · %1</translation>
    </message>
    <message>
        <source>open</source>
        <translation>未连接</translation>
    </message>
    <message>
        <source>one more</source>
        <translation>再加一个</translation>
    </message>
    <message>
        <source>Connect %1…</source>
        <translation>连接 %1…</translation>
    </message>
    <message>
        <source>runs on</source>
        <translation>运行于</translation>
    </message>
    <message>
        <source>why</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>borders</source>
        <translation>边界</translation>
    </message>
    <message>
        <source>moves</source>
        <translation>搬移</translation>
    </message>
    <message>
        <source>Made of</source>
        <translation>由以下节点得到</translation>
    </message>
    <message>
        <source>by</source>
        <translation>经过</translation>
    </message>
    <message>
        <source>Before and after</source>
        <translation>前后对比</translation>
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
        <source>not as predicted</source>
        <translation>与预测不同</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>Measured on</source>
        <translation>实测运行于</translation>
    </message>
    <message>
        <source>%1, and %2 %3</source>
        <translation>%1，另有 %2 个%3</translation>
    </message>
    <message>
        <source>Other calls of the function place it elsewhere; this is the first call.</source>
        <translation>该函数的其他调用把它放在别处；这里是第一次调用。</translation>
    </message>
    <message>
        <source>Nodes of the function</source>
        <translation>函数的节点</translation>
    </message>
    <message>
        <source>Copy value</source>
        <translation>复制值</translation>
    </message>
    <message>
        <source>Inside, of the source model</source>
        <translation>内部(源模型的节点)</translation>
    </message>
    <message>
        <source>Looking for the source model…</source>
        <translation>正在查找源模型…</translation>
    </message>
    <message>
        <source>Source model</source>
        <translation>源模型</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Mark for a provider</source>
        <translation>为提供程序标记</translation>
    </message>
    <message>
        <source>several</source>
        <translation>多个</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Metadata layer_ann, which ONNX Runtime&apos;s session option session.layer_assignment_settings names</source>
        <translation>元数据 layer_ann，ONNX Runtime 的会话选项 session.layer_assignment_settings 按它指定</translation>
    </message>
    <message>
        <source>Mark</source>
        <translation>标记</translation>
    </message>
    <message>
        <source>Name of the tensor</source>
        <translation>张量名称</translation>
    </message>
    <message>
        <source>Form</source>
        <translation>形式</translation>
    </message>
    <message>
        <source>graph input</source>
        <translation>图的输入</translation>
    </message>
    <message>
        <source>initializer</source>
        <translation>初始化器</translation>
    </message>
    <message>
        <source>Constant node</source>
        <translation>Constant 节点</translation>
    </message>
    <message>
        <source>Element type</source>
        <translation>元素类型</translation>
    </message>
    <message>
        <source>cast back</source>
        <translation>转回</translation>
    </message>
    <message>
        <source>What reads it reads a Cast to the type that it had</source>
        <translation>读取者改为读取转回原类型的 Cast</translation>
    </message>
    <message>
        <source>Elements</source>
        <translation>元素</translation>
    </message>
    <message>
        <source>Saved in</source>
        <translation>保存于</translation>
    </message>
    <message>
        <source>model file</source>
        <translation>模型文件</translation>
    </message>
    <message>
        <source>data file</source>
        <translation>数据文件</translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation>编辑…</translation>
    </message>
    <message>
        <source>Edit documentation and metadata</source>
        <translation>编辑说明和元数据</translation>
    </message>
    <message>
        <source>Documentation and metadata</source>
        <translation>说明和元数据</translation>
    </message>
    <message>
        <source>Whether it is fed, kept in the model, or made by a node</source>
        <translation>它是输入、保存在模型中，还是由节点产生</translation>
    </message>
    <message>
        <source>The type that the elements are kept as</source>
        <translation>元素保存为什么类型</translation>
    </message>
    <message>
        <source>Whether the elements are in the file of the model or beside it</source>
        <translation>元素在模型文件中还是在旁边的文件中</translation>
    </message>
    <message>
        <source>Match by hand…</source>
        <translation>手动匹配…</translation>
    </message>
    <message>
        <source>Then click the same node in the other pane</source>
        <translation>然后在另一个窗格中点击同一个节点</translation>
    </message>
    <message>
        <source>One of its nodes</source>
        <translation>其中一个节点</translation>
    </message>
</context>
<context>
    <name>partita::InterfaceEditor</name>
    <message>
        <source>Outputs</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Inputs</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>An edge&apos;s menu makes its tensor an output.</source>
        <translation>通过边的菜单可将其张量设为输出。</translation>
    </message>
    <message>
        <source>+ Input</source>
        <translation>+ 输入</translation>
    </message>
    <message>
        <source>Add an input</source>
        <translation>添加输入</translation>
    </message>
    <message>
        <source>Name of the output</source>
        <translation>输出名称</translation>
    </message>
    <message>
        <source>Name of the input</source>
        <translation>输入名称</translation>
    </message>
    <message>
        <source>Move up</source>
        <translation>上移</translation>
    </message>
    <message>
        <source>Remove the output</source>
        <translation>移除输出</translation>
    </message>
    <message>
        <source>Remove the input</source>
        <translation>移除输入</translation>
    </message>
    <message>
        <source>Element type</source>
        <translation>元素类型</translation>
    </message>
    <message>
        <source>Sizes</source>
        <translation>尺寸</translation>
    </message>
    <message>
        <source>scalar</source>
        <translation>标量</translation>
    </message>
    <message>
        <source>rank not known</source>
        <translation>秩未知</translation>
    </message>
    <message>
        <source>Opsets</source>
        <translation>Opset</translation>
    </message>
    <message>
        <source>About the model</source>
        <translation>关于模型</translation>
    </message>
    <message>
        <source>Producer</source>
        <translation>生成者</translation>
    </message>
    <message>
        <source>No documentation</source>
        <translation>无说明文档</translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation>编辑…</translation>
    </message>
    <message>
        <source>Edit the documentation</source>
        <translation>编辑说明文档</translation>
    </message>
    <message>
        <source>Metadata</source>
        <translation>元数据</translation>
    </message>
    <message>
        <source>Remove the entry</source>
        <translation>移除此条目</translation>
    </message>
    <message>
        <source>+ Entry</source>
        <translation>+ 条目</translation>
    </message>
    <message>
        <source>Add an entry</source>
        <translation>添加条目</translation>
    </message>
    <message>
        <source>open here, computed: %1</source>
        <translation>此处未定，推算为：%1</translation>
    </message>
    <message>
        <source>Its version</source>
        <translation>其版本</translation>
    </message>
    <message>
        <source>Domain</source>
        <translation>域</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>版本</translation>
    </message>
    <message>
        <source>Its graph: no documentation</source>
        <translation>其图：无说明</translation>
    </message>
    <message>
        <source>%1: no documentation</source>
        <translation>%1：无说明</translation>
    </message>
    <message>
        <source>Edit documentation and metadata of the graph in view</source>
        <translation>编辑当前图的说明和元数据</translation>
    </message>
    <message>
        <source>Sizes everywhere</source>
        <translation>各处的尺寸</translation>
    </message>
    <message>
        <source>Another name, or a number, in all tensors: batch, 1</source>
        <translation>所有张量中的另一名称或数字：batch、1</translation>
    </message>
    <message>
        <source>The type of the elements that the model reads or gives here</source>
        <translation>模型在此读取或给出的元素类型</translation>
    </message>
    <message>
        <source>Key of the entry</source>
        <translation>条目的键</translation>
    </message>
</context>
<context>
    <name>partita::ItemActions</name>
    <message>
        <source>Open this group</source>
        <translation>展开此分组</translation>
    </message>
    <message>
        <source>Open its body</source>
        <translation>打开其子图</translation>
    </message>
    <message>
        <source>Close its group</source>
        <translation>折叠其分组</translation>
    </message>
    <message>
        <source>Go to its producer</source>
        <translation>转到产生它的节点</translation>
    </message>
    <message>
        <source>Copy name</source>
        <translation>复制名称</translation>
    </message>
    <message>
        <source>Copy the selected names</source>
        <translation>复制所选名称</translation>
    </message>
    <message>
        <source>Copy path</source>
        <translation>复制路径</translation>
    </message>
    <message>
        <source>Copy type</source>
        <translation>复制类型</translation>
    </message>
    <message>
        <source>Fix its sizes…</source>
        <translation>固定其大小…</translation>
    </message>
    <message>
        <source>Select its predecessors</source>
        <translation>选择其前驱</translation>
    </message>
    <message>
        <source>Select its predecessors up to the border</source>
        <translation>选择其前驱，直到分区边界</translation>
    </message>
    <message>
        <source>Select its successors</source>
        <translation>选择其后继</translation>
    </message>
    <message>
        <source>Select its successors up to the border</source>
        <translation>选择其后继，直到分区边界</translation>
    </message>
    <message>
        <source>Select the predecessors of all</source>
        <translation>选择全部所选节点的前驱</translation>
    </message>
    <message>
        <source>Select the successors of all</source>
        <translation>选择全部所选节点的后继</translation>
    </message>
    <message>
        <source>Select its partition</source>
        <translation>选择其分区</translation>
    </message>
    <message>
        <source>Select the shortest way between both</source>
        <translation>选择两者之间的最短路径</translation>
    </message>
    <message>
        <source>Select all ways between both</source>
        <translation>选择两者之间的所有路径</translation>
    </message>
    <message>
        <source>Bookmark</source>
        <translation>书签</translation>
    </message>
    <message>
        <source>Go to its reader %1</source>
        <translation>转到读取它的 %1</translation>
    </message>
    <message>
        <source>… and %1 more readers</source>
        <translation>… 还有 %1 个读取者</translation>
    </message>
    <message>
        <source>Must not run on %1</source>
        <translation>不得在 %1 上运行</translation>
    </message>
    <message>
        <source>Must not run on %1 (%2 nodes)</source>
        <translation>不得在 %1 上运行（%2 个节点）</translation>
    </message>
    <message>
        <source>Copy value</source>
        <translation>复制值</translation>
    </message>
    <message>
        <source>Open what is inside in the source model</source>
        <translation>在源模型中打开其内部节点</translation>
    </message>
    <message>
        <source>Save selection as model…</source>
        <translation>将所选内容保存为模型…</translation>
    </message>
    <message>
        <source>Show one of its copies beside it</source>
        <translation>在旁边显示其中一个副本</translation>
    </message>
</context>
<context>
    <name>partita::LayoutMenu</name>
    <message>
        <source>Panel layouts</source>
        <translation>面板布局</translation>
    </message>
    <message>
        <source>Save the layout as…</source>
        <translation>布局另存为…</translation>
    </message>
    <message>
        <source>Forget</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Save the layout of the panels</source>
        <translation>保存面板布局</translation>
    </message>
    <message>
        <source>There is a layout “%1”. Replace it?</source>
        <translation>已有布局“%1”。要替换吗？</translation>
    </message>
    <message>
        <source>The layout “%1” is of another version of Partita; arrange the panels and save it again</source>
        <translation>布局“%1”来自另一版本的 Partita；请排好面板后重新保存</translation>
    </message>
    <message>
        <source>Name of the layout</source>
        <translation>布局名称</translation>
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
        <source>Nothing runs it</source>
        <translation>无人运行</translation>
    </message>
    <message>
        <source>Colour: measured time</source>
        <translation>颜色：实测时间</translation>
    </message>
    <message>
        <source>of this computer, not of the device</source>
        <translation>是本机的耗时，并非设备的耗时</translation>
    </message>
    <message>
        <source>The device is simulated: its nodes take as long as the simulator computes here. Colour by simulated cycles shows what the device would take.</source>
        <translation>设备是模拟的：其节点的耗时就是模拟器在本机计算的耗时。“按模拟周期着色”显示设备会用多久。</translation>
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
        <source>runs on the host</source>
        <translation>在主机上运行</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>predicted from rules, not measured</source>
        <translation>按规则预测，并非实测</translation>
    </message>
    <message>
        <source>starting the task</source>
        <translation>启动任务</translation>
    </message>
    <message>
        <source>Show only these nodes; Ctrl+click adds to the filter, a double click selects them</source>
        <translation>只显示这些节点；Ctrl+单击加入筛选，双击选中它们</translation>
    </message>
    <message>
        <source>boundary</source>
        <translation>边界</translation>
    </message>
    <message>
        <source>A tensor that goes from one provider to another: its bytes move in each run. A click goes to the next one.</source>
        <translation>从一个提供程序到另一个的张量：每次运行都要搬移它的字节。单击转到下一个。</translation>
    </message>
    <message>
        <source>A tensor that goes from one partition to the next on the same device. It stays in the memory of the device and is not among the bytes that move.</source>
        <translation>在同一设备上从一个分区到下一个分区的张量。它留在设备的内存中，不计入搬移的字节。</translation>
    </message>
    <message>
        <source>least</source>
        <translation>最小</translation>
    </message>
    <message>
        <source>linear</source>
        <translation>线性</translation>
    </message>
    <message>
        <source>Colours in proportion to the amount</source>
        <translation>颜色与数值成比例</translation>
    </message>
    <message>
        <source>logarithmic</source>
        <translation>对数</translation>
    </message>
    <message>
        <source>Colours by powers of ten, from a thousandth of the largest amount</source>
        <translation>颜色按 10 的幂次，从最大值的千分之一开始</translation>
    </message>
    <message>
        <source>rank</source>
        <translation>排名</translation>
    </message>
    <message>
        <source>Colours by the place in the order of all amounts</source>
        <translation>颜色按数值在排序中的位置</translation>
    </message>
    <message>
        <source>Colour: %1</source>
        <translation>颜色：%1</translation>
    </message>
    <message>
        <source>%1 others</source>
        <translation>其他 %1 项</translation>
    </message>
    <message>
        <source>no value</source>
        <translation>无值</translation>
    </message>
    <message>
        <source>Some values are below 0, and have no logarithm</source>
        <translation>有些值小于 0，没有对数</translation>
    </message>
    <message>
        <source>Would run on %1</source>
        <translation>将在 %1 上运行</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <source>not connected yet</source>
        <translation>尚未连接</translation>
    </message>
    <message>
        <source>Nodes that read nothing and that nothing reads. A click selects them.</source>
        <translation>既不读取任何张量、也不被读取的节点。单击可选中它们。</translation>
    </message>
    <message>
        <source>Provider, predicted</source>
        <translation>提供程序（预测）</translation>
    </message>
</context>
<context>
    <name>partita::Licences</name>
    <message>
        <source>Partita and what is compiled into it</source>
        <translation>Partita 及编译在其中的代码</translation>
    </message>
    <message>
        <source>oneDNN, code of others in it</source>
        <translation>oneDNN 中的第三方代码</translation>
    </message>
    <message>
        <source>Licences</source>
        <translation>许可证</translation>
    </message>
    <message>
        <source>Licence of</source>
        <translation>许可证所属</translation>
    </message>
    <message>
        <source>Text of the licence</source>
        <translation>许可证文本</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>partita::LinkTargets</name>
    <message>
        <source>No way leads from one of the two nodes to the other</source>
        <translation>两个节点之间没有路径</translation>
    </message>
    <message>
        <source>Match by hand: there is no room for both panes</source>
        <translation>手动匹配：没有空间同时显示两个窗格</translation>
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
    <message>
        <source>debug</source>
        <translation>调试</translation>
    </message>
    <message>
        <source>info</source>
        <translation>信息</translation>
    </message>
    <message>
        <source>warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>error</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>Also in the file %1</source>
        <translation>同时写入文件 %1</translation>
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
    <message>
        <source>%1 taken as 1</source>
        <translation>%1 按 1 处理</translation>
    </message>
    <message>
        <source>Set sizes…</source>
        <translation>设置尺寸…</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Compare with</source>
        <translation>与哪个文件比较</translation>
    </message>
    <message>
        <source>There are no bookmarks: Ctrl+F2 marks the selected node</source>
        <translation>没有书签：Ctrl+F2 标记所选节点</translation>
    </message>
    <message>
        <source>Select two nodes, with Ctrl and a click, to find the way between them</source>
        <translation>请选择两个节点（按住 Ctrl 单击），以查找它们之间的路径</translation>
    </message>
    <message>
        <source>With another file…</source>
        <translation>与另一个文件…</translation>
    </message>
    <message>
        <source>With itself under a scenario…</source>
        <translation>与自身在某方案下…</translation>
    </message>
    <message>
        <source>Scenarios (*.json);;All files (*)</source>
        <translation>方案 (*.json);;所有文件 (*)</translation>
    </message>
    <message>
        <source>With itself on another device</source>
        <translation>与自身在另一设备上</translation>
    </message>
    <message>
        <source>With itself without the scenario</source>
        <translation>与自身不在方案下</translation>
    </message>
    <message>
        <source>With the model before the simplifier</source>
        <translation>与简化之前的模型</translation>
    </message>
    <message>
        <source>End the comparison</source>
        <translation>结束比较</translation>
    </message>
    <message>
        <source>Nothing is compared: Compare… chooses another side</source>
        <translation>尚未比较：用“比较…”选择另一侧</translation>
    </message>
    <message>
        <source>Two files</source>
        <translation>两个文件</translation>
    </message>
    <message>
        <source>Compare %1 with %2?</source>
        <translation>将 %1 与 %2 比较？</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Open the first</source>
        <translation>打开第一个</translation>
    </message>
    <message>
        <source>what you see is how it was</source>
        <translation>您看到的是之前的内容</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Undo: %1</source>
        <translation>撤销：%1</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
    <message>
        <source>Redo: %1</source>
        <translation>重做：%1</translation>
    </message>
    <message>
        <source>This document: %1</source>
        <translation>本文档：%1</translation>
    </message>
    <message>
        <source>With the open %1</source>
        <translation>与已打开的 %1</translation>
    </message>
    <message>
        <source>With itself simplified by a recipe…</source>
        <translation>与按配方简化后的自身…</translation>
    </message>
    <message>
        <source>Recipes (*.json);;All files (*)</source>
        <translation>配方 (*.json);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Forget the matches by hand</source>
        <translation>取消手动匹配</translation>
    </message>
    <message numerus="yes">
        <source>%Ln node(s)</source>
        <translation>
            <numerusform>%Ln 个节点</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln as opened</source>
        <translation>
            <numerusform>打开时 %Ln 个</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln edit(s) since save</source>
        <translation>
            <numerusform>保存后 %Ln 次编辑</numerusform>
        </translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>重命名</translation>
    </message>
    <message>
        <source>Unsaved edits would be lost if the program crashed. %1</source>
        <translation>如果程序崩溃，未保存的编辑会丢失。%1</translation>
    </message>
    <message>
        <source>%1 — steps</source>
        <translation>%1 — 步骤</translation>
    </message>
    <message>
        <source>Open what a runtime wrote</source>
        <translation>打开运行时写出的文件</translation>
    </message>
    <message>
        <source>Assignments, profiles, logs, context models (*.json *.log *.txt *.onnx);;All files (*)</source>
        <translation>分配、性能剖析、日志、上下文模型 (*.json *.log *.txt *.onnx);;所有文件 (*)</translation>
    </message>
    <message>
        <source>The graph, each node in the colour of the provider that runs it. Drag to move it, turn the wheel to zoom, click a node to see why it runs there.</source>
        <translation>图中每个节点的颜色表示运行它的提供程序。拖动可移动，滚轮可缩放，单击节点可查看它在那里运行的原因。</translation>
    </message>
    <message>
        <source>With what a runtime wrote…</source>
        <translation>与运行时写出的记录比较…</translation>
    </message>
    <message>
        <source>With the measured placement</source>
        <translation>与实测的放置比较</translation>
    </message>
    <message numerus="yes">
        <source>%Ln error(s)</source>
        <translation>
            <numerusform>%Ln 个错误</numerusform>
        </translation>
    </message>
    <message>
        <source>&lt;p&gt;Log file: %1&lt;/p&gt;</source>
        <translation>&lt;p&gt;日志文件：%1&lt;/p&gt;</translation>
    </message>
    <message>
        <source>Name of the tensor</source>
        <translation>张量名称</translation>
    </message>
    <message>
        <source>Name of the node</source>
        <translation>节点名称</translation>
    </message>
    <message>
        <source>Licences</source>
        <translation>许可证</translation>
    </message>
    <message>
        <source>Select a closed group that stands for copies of a block (×2 or more) first</source>
        <translation>请先选择一个代表多个块副本（×2 或更多）的闭合组</translation>
    </message>
</context>
<context>
    <name>partita::ManualWindow</name>
    <message>
        <source>Manual</source>
        <translation>手册</translation>
    </message>
    <message>
        <source>Search all pages</source>
        <translation>搜索所有页面</translation>
    </message>
    <message>
        <source>Pages of the manual</source>
        <translation>手册的页面</translation>
    </message>
    <message>
        <source>Page of the manual</source>
        <translation>手册页面</translation>
    </message>
    <message>
        <source>No page has all of these words.</source>
        <translation>没有页面包含所有这些词。</translation>
    </message>
    <message>
        <source>Back (Alt+Left)</source>
        <translation>后退 (Alt+Left)</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>后退</translation>
    </message>
    <message>
        <source>Forward (Alt+Right)</source>
        <translation>前进 (Alt+Right)</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>前进</translation>
    </message>
</context>
<context>
    <name>partita::MeasuredController</name>
    <message>
        <source>Reading %1</source>
        <translation>正在读取 %1</translation>
    </message>
    <message>
        <source>Asking ONNX Runtime</source>
        <translation>正在询问 ONNX Runtime</translation>
    </message>
</context>
<context>
    <name>partita::MeasuredPanel</name>
    <message>
        <source>Open…</source>
        <translation>打开…</translation>
    </message>
    <message>
        <source>Opens what a runtime wrote: an assignment, a profile, a log or a context model</source>
        <translation>打开运行时写出的文件：分配、性能剖析、日志或上下文模型</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Removes the measured placement from the window; its file stays</source>
        <translation>从窗口中移除实测放置；其文件保留</translation>
    </message>
    <message>
        <source>Filter: name, operator, provider, reason</source>
        <translation>筛选：名称、算子、提供方、原因</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>Differ</source>
        <translation>不同</translation>
    </message>
    <message>
        <source>Nodes where the prediction is wrong</source>
        <translation>预测有误的节点</translation>
    </message>
    <message>
        <source>As predicted</source>
        <translation>与预测一致</translation>
    </message>
    <message>
        <source>Nodes that ran where they were predicted to run</source>
        <translation>运行位置与预测一致的节点</translation>
    </message>
    <message>
        <source>Not compared</source>
        <translation>未比较</translation>
    </message>
    <message>
        <source>Nodes that the record does not tell of, that are folded in the prediction, or that are not in the file as it was opened</source>
        <translation>记录中没有、预测中已折叠，或打开时的文件中没有的节点</translation>
    </message>
    <message>
        <source>Not in the model</source>
        <translation>不在模型中</translation>
    </message>
    <message>
        <source>Nodes of the record that are no node of the model for sure</source>
        <translation>记录中无法确定对应模型哪个节点的节点</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
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
        <source>Predicted</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Open… shows where a real runtime ran the nodes, by what it wrote, and where the prediction is wrong. A file can also be dropped on the window.</source>
        <translation>“打开…”根据真实运行时写出的文件，显示节点实际在哪里运行以及预测在哪里有误。也可以把文件拖到窗口上。</translation>
    </message>
    <message>
        <source>Nothing fits the filter</source>
        <translation>没有符合筛选条件的内容</translation>
    </message>
    <message>
        <source>Every node that the record tells of ran where it was predicted to run</source>
        <translation>记录中的每个节点都在预测的位置运行</translation>
    </message>
    <message>
        <source>No node is of this kind</source>
        <translation>没有此类节点</translation>
    </message>
    <message numerus="yes">
        <source>%Ln node(s) added since the file was opened</source>
        <translation>
            <numerusform>打开文件后新增了 %Ln 个节点</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln node(s) of the file as it was opened are gone</source>
        <translation>
            <numerusform>打开时文件中的 %Ln 个节点已不存在</numerusform>
        </translation>
    </message>
    <message>
        <source>Save record…</source>
        <translation>保存记录…</translation>
    </message>
    <message>
        <source>Writes what your ONNX Runtime told, as the command record does</source>
        <translation>写出您的 ONNX Runtime 所给的结果，与命令 record 相同</translation>
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
    <name>partita::MergeController</name>
    <message>
        <source>Merging</source>
        <translation>正在合并</translation>
    </message>
</context>
<context>
    <name>partita::MergePage</name>
    <message>
        <source>Merge</source>
        <translation>合并</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Write</source>
        <translation>写入</translation>
    </message>
    <message>
        <source>no other model has an input</source>
        <translation>其他模型没有输入</translation>
    </message>
    <message>
        <source>Shared inputs: %1</source>
        <translation>共享输入：%1</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message numerus="yes">
        <source>%n error(s)</source>
        <translation>
            <numerusform>%Ln 个错误</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n warning(s)</source>
        <translation>
            <numerusform>%Ln 个警告</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n model(s) → 1</source>
        <translation>
            <numerusform>%Ln 个模型 → 1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n EPContext node(s)</source>
        <translation>
            <numerusform>%Ln 个 EPContext 节点</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n node(s)</source>
        <translation>
            <numerusform>%Ln 个节点</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n rename(s)</source>
        <translation>
            <numerusform>%Ln 处改名</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s), %1</source>
        <translation>
            <numerusform>%Ln 个文件，%1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n clash(es), resolved</source>
        <translation>
            <numerusform>%Ln 个冲突，已解决</numerusform>
        </translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>预览</translation>
    </message>
    <message numerus="yes">
        <source>merged graph · %n node(s)</source>
        <translation>
            <numerusform>合并后的图 · %Ln 个节点</numerusform>
        </translation>
    </message>
    <message>
        <source>Plan made in %1 ms. Nothing is written yet.</source>
        <translation>计划用时 %1 毫秒。尚未写入任何内容。</translation>
    </message>
    <message>
        <source>Add models: two or more to merge, one to rename or to pack in another way</source>
        <translation>添加模型：两个或更多用于合并，一个用于改名或以另一种方式打包</translation>
    </message>
    <message>
        <source>planning…</source>
        <translation>正在计划…</translation>
    </message>
    <message>
        <source>Written, but not run here: %1</source>
        <translation>已写入，但未在此运行：%1</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>Written</source>
        <translation>已写入</translation>
    </message>
    <message numerus="yes">
        <source>Written and run: %n output(s) equal to those of the models it is made of</source>
        <translation>
            <numerusform>已写入并运行：%Ln 个输出与来源模型的相同</numerusform>
        </translation>
    </message>
    <message>
        <source>Written, but other than the models it is made of gives: %1</source>
        <translation>已写入，但结果与来源模型不同：%1</translation>
    </message>
    <message>
        <source>all of one name</source>
        <translation>所有同名输入</translation>
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
        <source>Open a merge recipe</source>
        <translation>打开合并配方</translation>
    </message>
    <message>
        <source>Merge recipes (*.json)</source>
        <translation>合并配方 (*.json)</translation>
    </message>
    <message>
        <source>Save the merge recipe</source>
        <translation>保存合并配方</translation>
    </message>
    <message>
        <source>Recipe saved: %1</source>
        <translation>配方已保存：%1</translation>
    </message>
    <message>
        <source>%1 is neither written nor saved as a recipe.</source>
        <translation>%1 既未写入，也未保存为配方。</translation>
    </message>
    <message>
        <source>The merged model</source>
        <translation>合并后的模型</translation>
    </message>
    <message>
        <source>Writing, and running it against its sources…</source>
        <translation>正在写入，并与来源模型对照运行…</translation>
    </message>
    <message>
        <source>Writing…</source>
        <translation>正在写入…</translation>
    </message>
    <message>
        <source>Add model…</source>
        <translation>添加模型…</translation>
    </message>
    <message>
        <source>Add context models, or drop their files here</source>
        <translation>添加上下文模型，或将文件拖放到此处</translation>
    </message>
    <message>
        <source>Up</source>
        <translation>上移</translation>
    </message>
    <message>
        <source>Move the model up (Alt+Up)</source>
        <translation>上移模型 (Alt+Up)</translation>
    </message>
    <message>
        <source>Down</source>
        <translation>下移</translation>
    </message>
    <message>
        <source>Move the model down (Alt+Down)</source>
        <translation>下移模型 (Alt+Down)</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Take the model out (Delete)</source>
        <translation>移除模型 (Delete)</translation>
    </message>
    <message>
        <source>Connect</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>An input reads an output of another model</source>
        <translation>一个输入读取另一个模型的输出</translation>
    </message>
    <message>
        <source>Connect by name</source>
        <translation>按名称连接</translation>
    </message>
    <message>
        <source>Each input reads the output of an earlier model that has its name and type</source>
        <translation>每个输入读取前面模型中同名同类型的输出</translation>
    </message>
    <message>
        <source>Connect in order</source>
        <translation>按顺序连接</translation>
    </message>
    <message>
        <source>The inputs of each model read the outputs of the one before it, in their order</source>
        <translation>每个模型的输入依次读取前一个模型的输出</translation>
    </message>
    <message>
        <source>By name</source>
        <translation>按名称</translation>
    </message>
    <message>
        <source>In order</source>
        <translation>按顺序</translation>
    </message>
    <message>
        <source>Inputs of one name become one input of the merged model</source>
        <translation>同名输入成为合并后模型的一个输入</translation>
    </message>
    <message>
        <source>Shared inputs</source>
        <translation>共享输入</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Undo (Ctrl+Z)</source>
        <translation>撤销 (Ctrl+Z)</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
    <message>
        <source>Redo (Ctrl+Shift+Z)</source>
        <translation>重做 (Ctrl+Shift+Z)</translation>
    </message>
    <message>
        <source>Open recipe…</source>
        <translation>打开配方…</translation>
    </message>
    <message>
        <source>Open a merge that was saved</source>
        <translation>打开已保存的合并</translation>
    </message>
    <message>
        <source>Save recipe…</source>
        <translation>保存配方…</translation>
    </message>
    <message>
        <source>Save this merge, to be repeated (Ctrl+S)</source>
        <translation>保存此合并以便重复 (Ctrl+S)</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>适合窗口</translation>
    </message>
    <message>
        <source>Show the whole graph</source>
        <translation>显示整个图</translation>
    </message>
    <message>
        <source>Sources</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>drop files here</source>
        <translation>将文件拖放到此处</translation>
    </message>
    <message>
        <source>Outputs</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Write to</source>
        <translation>写入到</translation>
    </message>
    <message>
        <source>Choose the file to write</source>
        <translation>选择要写入的文件</translation>
    </message>
    <message>
        <source>Binaries as they are</source>
        <translation>二进制保持原样</translation>
    </message>
    <message>
        <source>Embed binaries</source>
        <translation>嵌入二进制</translation>
    </message>
    <message>
        <source>Binaries beside the model</source>
        <translation>二进制放在模型旁</translation>
    </message>
    <message>
        <source>Where the binaries are</source>
        <translation>二进制的位置</translation>
    </message>
    <message>
        <source>Run against the sources</source>
        <translation>与来源对照运行</translation>
    </message>
    <message>
        <source>Run against the sources on %1</source>
        <translation>在 %1 上与来源对照运行</translation>
    </message>
    <message>
        <source>Run the written model and its sources on the same random inputs</source>
        <translation>用相同的随机输入运行写出的模型及其来源</translation>
    </message>
    <message>
        <source>Check plan</source>
        <translation>检查计划</translation>
    </message>
    <message>
        <source>Read the sources from the disk again and plan anew</source>
        <translation>重新从磁盘读取来源并重新计划</translation>
    </message>
    <message>
        <source>the CPU ran what no device takes: the reference would take minutes</source>
        <translation>设备不接受的节点由 CPU 运行：参考求值器需要数分钟</translation>
    </message>
    <message>
        <source>What happens to the binaries of the sources</source>
        <translation>源模型的二进制文件如何处理</translation>
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
    <message>
        <source>only an output and an input of two models are connected</source>
        <translation>只能连接两个模型的一个输出和一个输入</translation>
    </message>
    <message numerus="yes">
        <source>%Ln node(s)</source>
        <translation>
            <numerusform>%Ln 个节点</numerusform>
        </translation>
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
    <message>
        <source>✓ Saved %1</source>
        <translation>✓ 已保存 %1</translation>
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
    <name>partita::ModelForms</name>
    <message>
        <source>dimension %1 of %2, now %3</source>
        <translation>%2 的第 %1 维，现为 %3</translation>
    </message>
    <message>
        <source>%1, everywhere</source>
        <translation>%1，各处</translation>
    </message>
    <message>
        <source>batch size: the first size of the inputs</source>
        <translation>批大小：输入的第一个尺寸</translation>
    </message>
    <message>
        <source>Documentation and metadata of %1</source>
        <translation>%1的说明和元数据</translation>
    </message>
    <message>
        <source>Rename or fix a size</source>
        <translation>重命名或固定尺寸</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>尺寸</translation>
    </message>
    <message>
        <source>New name or number</source>
        <translation>新的名称或数字</translation>
    </message>
    <message>
        <source>A number fixes the size, a name leaves it open: 1, batch</source>
        <translation>数字将尺寸固定，名称使其保持开放：1、batch</translation>
    </message>
    <message>
        <source>Producer and version of the model</source>
        <translation>模型的生成者与版本</translation>
    </message>
    <message>
        <source>Producer</source>
        <translation>生成者</translation>
    </message>
    <message>
        <source>Its version</source>
        <translation>其版本</translation>
    </message>
    <message>
        <source>Domain</source>
        <translation>域</translation>
    </message>
    <message>
        <source>Version of the model</source>
        <translation>模型的版本</translation>
    </message>
    <message>
        <source>The size that is renamed or fixed</source>
        <translation>要改名或固定的尺寸</translation>
    </message>
</context>
<context>
    <name>partita::MoreTabs</name>
    <message>
        <source>More panels</source>
        <translation>更多面板</translation>
    </message>
    <message numerus="yes">
        <source>%n more panel(s)</source>
        <translation>
            <numerusform>还有 %n 个面板</numerusform>
        </translation>
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
    <message>
        <source>folded nodes</source>
        <translation>已折叠的节点</translation>
    </message>
    <message>
        <source>%1 partitions</source>
        <translation>%1 的分区</translation>
    </message>
    <message>
        <source>≥ %1</source>
        <translation>≥ %1</translation>
    </message>
    <message numerus="yes">
        <source>without %n node(s) of unknown shape</source>
        <translation>
            <numerusform>不含 %Ln 个形状未知的节点</numerusform>
        </translation>
    </message>
    <message>
        <source>not comparable: shapes are known now that were not at the start</source>
        <translation>不可比较：有些形状起初未知，现在已知</translation>
    </message>
    <message numerus="yes">
        <source>%n operator(s) unchanged</source>
        <translation>
            <numerusform>%Ln 种算子不变</numerusform>
        </translation>
    </message>
    <message>
        <source>placed nodes</source>
        <translation>已放置的节点</translation>
    </message>
    <message>
        <source>nodes without Constant</source>
        <translation>节点（不计 Constant）</translation>
    </message>
    <message>
        <source>parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>%1: %2 at the start</source>
        <translation>%1：开始时为 %2</translation>
    </message>
</context>
<context>
    <name>partita::OperatorList</name>
    <message>
        <source>Replace the operator</source>
        <translation>替换算子</translation>
    </message>
    <message>
        <source>Name or group</source>
        <translation>名称或分组</translation>
    </message>
    <message>
        <source>No operator matches &quot;%1&quot;</source>
        <translation>没有与“%1”匹配的算子</translation>
    </message>
</context>
<context>
    <name>partita::OperatorModel</name>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
</context>
<context>
    <name>partita::OperatorsPanel</name>
    <message>
        <source>Search: name, group, documentation</source>
        <translation>搜索：名称、分组、说明文档</translation>
    </message>
    <message>
        <source>Search operators</source>
        <translation>搜索算子</translation>
    </message>
    <message>
        <source>Open a model to fill this list</source>
        <translation>打开模型后将显示此列表</translation>
    </message>
    <message>
        <source>No operator matches &quot;%1&quot; in opset %2.</source>
        <translation>opset %2 中没有与“%1”匹配的算子。</translation>
    </message>
    <message numerus="yes">
        <source>%n in later opsets.</source>
        <translation>
            <numerusform>更高的 opset 中有 %n 个。</numerusform>
        </translation>
    </message>
    <message>
        <source>since %1</source>
        <translation>始于 %1</translation>
    </message>
    <message>
        <source>function of the model</source>
        <translation>模型的函数</translation>
    </message>
    <message>
        <source>Press Ctrl+E to edit the model.</source>
        <translation>按 Ctrl+E 编辑模型。</translation>
    </message>
    <message>
        <source>It holds a graph: paste a copy of such a node.</source>
        <translation>它包含图：请粘贴此类节点的副本。</translation>
    </message>
    <message>
        <source>Drag to the canvas or onto an edge; Enter puts it behind the selected node, Ctrl+Enter free.</source>
        <translation>拖到画布或边上；Enter 将其放在所选节点之后，Ctrl+Enter 单独放置。</translation>
    </message>
</context>
<context>
    <name>partita::OutlineModel</name>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>分组</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Provider</source>
        <translation>提供程序</translation>
    </message>
    <message>
        <source>Work</source>
        <translation>计算量</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
</context>
<context>
    <name>partita::OutlinePanel</name>
    <message>
        <source>Filter: name or operator</source>
        <translation>筛选：名称或算子</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>Open a model to fill this list</source>
        <translation>打开模型以填充此列表</translation>
    </message>
    <message>
        <source>The first %1 of %2</source>
        <translation>%2 个中的前 %1 个</translation>
    </message>
    <message numerus="yes">
        <source>%Ln hit(s)</source>
        <translation>
            <numerusform>%Ln 个匹配</numerusform>
        </translation>
    </message>
    <message>
        <source>Group by</source>
        <translation>分组方式</translation>
    </message>
    <message>
        <source>partition, then name</source>
        <translation>先按分区，再按名称</translation>
    </message>
    <message>
        <source>name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>repeated block</source>
        <translation>重复块</translation>
    </message>
    <message>
        <source>What the groups of this list are, and the boxes of a collapsed graph</source>
        <translation>此列表的分组依据，也是折叠后图中方框的依据</translation>
    </message>
</context>
<context>
    <name>partita::OutputStrip</name>
    <message>
        <source>Outputs of the merged model in their order</source>
        <translation>合并后模型的输出，按顺序</translation>
    </message>
    <message>
        <source>Drag to change the order of the outputs, or press Alt+Left and Alt+Right. An output that another model reads may be left out.</source>
        <translation>拖动可改变输出的顺序，也可按 Alt+Left 和 Alt+Right。被其他模型读取的输出可以去掉。</translation>
    </message>
</context>
<context>
    <name>partita::OverlayCard</name>
    <message>
        <source>Show: %1</source>
        <translation>显示：%1</translation>
    </message>
    <message>
        <source>Fold: %1</source>
        <translation>收起：%1</translation>
    </message>
    <message>
        <source>Shows the card again: %1</source>
        <translation>重新显示：%1</translation>
    </message>
    <message>
        <source>Folds the card away: %1</source>
        <translation>收起：%1</translation>
    </message>
</context>
<context>
    <name>partita::Overlays</name>
    <message>
        <source>the legend</source>
        <translation>图例</translation>
    </message>
    <message>
        <source>the overview</source>
        <translation>总览</translation>
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
    <message>
        <source>Differences</source>
        <translation>差异</translation>
    </message>
    <message>
        <source>What if</source>
        <translation>假设分析</translation>
    </message>
    <message>
        <source>Outline</source>
        <translation>大纲</translation>
    </message>
    <message>
        <source>Repeated blocks</source>
        <translation>重复模块</translation>
    </message>
    <message>
        <source>What would help</source>
        <translation>改进建议</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>History</source>
        <translation>历史</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>Who may run nodes, the first choice first, with the options of each. Drag them into another order, or untick one: the graph is coloured anew.</source>
        <translation>谁可以运行节点，首选在前，以及各自的选项。拖动可改变次序，取消勾选可排除：图会随即重新着色。</translation>
    </message>
    <message>
        <source>The parts into which the providers cut the graph, with their nodes and what crosses their borders. A click shows a partition in the graph.</source>
        <translation>提供程序把图切成的部分，以及其中的节点和越过边界的张量。单击可在图中显示该分区。</translation>
    </message>
    <message>
        <source>Changes that are tried and not made: another order, device or size, nodes that are excluded, pinned or taken anyway. Untick one to compare.</source>
        <translation>试一试而不落实的更改：另一种次序、设备或尺寸，被排除、固定或强行接受的节点。取消勾选可比较。</translation>
    </message>
    <message>
        <source>The model as a tree of name scopes, blocks and bodies, with the share of each provider.</source>
        <translation>以树显示模型：名称作用域、块和子图，以及各提供程序的占比。</translation>
    </message>
    <message>
        <source>All operators that the model can have. Drag one onto the graph, or onto an edge, to insert a node.</source>
        <translation>模型可以使用的所有算子。拖到图上或某条边上即可插入节点。</translation>
    </message>
    <message>
        <source>The passes of the simplifier and the rewrites that they made. Each is seen in the graph, left out or kept.</source>
        <translation>简化器的 pass 及其所做的改写。每一处都可在图中查看、排除或保留。</translation>
    </message>
    <message>
        <source>The selected node or tensor: its attributes, inputs and outputs, who runs it and why.</source>
        <translation>所选节点或张量：属性、输入和输出，由谁运行以及原因。</translation>
    </message>
    <message>
        <source>Nodes, partitions, boundary tensors and bytes of the model, before and after the rewrites in view.</source>
        <translation>模型的节点数、分区数、边界张量和字节数，以及当前改写之前和之后的对比。</translation>
    </message>
    <message>
        <source>The nodes that are not on the first provider, by reason and operator, with the damage that each does.</source>
        <translation>不在首选提供程序上的节点，按原因和算子分组，并列出各自造成的损失。</translation>
    </message>
    <message>
        <source>The tensors that move between providers in each run, with their bytes.</source>
        <translation>每次运行在提供程序之间搬运的张量及其字节数。</translation>
    </message>
    <message>
        <source>All nodes as a table. The find bar filters it by name, operator, provider or any other property.</source>
        <translation>以表格列出所有节点。查找栏可按名称、算子、提供程序或其他属性筛选。</translation>
    </message>
    <message>
        <source>Blocks that occur several times in the graph, found by their structure.</source>
        <translation>图中多次出现的块，按结构找出。</translation>
    </message>
    <message>
        <source>Compiles and runs the model, and tells times, outputs and the slowest kernels.</source>
        <translation>编译并运行模型，给出时间、输出和最慢的内核。</translation>
    </message>
    <message>
        <source>What the simulated device did during the run: units, copies and memory over time.</source>
        <translation>模拟设备在运行期间做了什么：各单元、复制和内存随时间的变化。</translation>
    </message>
    <message>
        <source>The elements of the selected tensor, as a table, a picture and a histogram.</source>
        <translation>所选张量的元素，以表格、图片和直方图显示。</translation>
    </message>
    <message>
        <source>What differs between the two sides of a comparison. F8 walks through them.</source>
        <translation>比较的两侧之间的差异。按 F8 逐个查看。</translation>
    </message>
    <message>
        <source>What a real runtime said about who ran each node, beside what was predicted.</source>
        <translation>真实运行时所说的各节点由谁运行，与预测并列。</translation>
    </message>
    <message>
        <source>All edits, rewrites and scenarios since the model was opened. A click goes to any state.</source>
        <translation>打开模型以来的所有编辑、改写和情景。单击可回到任一状态。</translation>
    </message>
    <message>
        <source>What is wrong in the model, with the place, and fixes that are safe.</source>
        <translation>模型中的问题及其位置，以及安全的修复。</translation>
    </message>
    <message>
        <source>The messages of the program, the latest last.</source>
        <translation>程序的消息，最新的在最后。</translation>
    </message>
    <message>
        <source>Script</source>
        <translation>脚本</translation>
    </message>
    <message>
        <source>The history as a script, as it is at the moment. Copy it, and play it on the next export of the model.</source>
        <translation>当前的历史，写成脚本。复制它，在模型的下一次导出上执行。</translation>
    </message>
    <message>
        <source>The smallest changes that lead to fewer partitions, or give nodes to devices that have none, the best first. One click applies a change.</source>
        <translation>能减少分区、或让没有节点的设备得到节点的最小更改，最好的在前。单击即可应用。</translation>
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
    <message>
        <source>Graph</source>
        <translation>图</translation>
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
        <translation>当前状态</translation>
    </message>
    <message>
        <source>as they are; for example images=1,3,640,640; batch=1</source>
        <translation>不变；例如 images=1,3,640,640; batch=1</translation>
    </message>
    <message numerus="yes">
        <source>Only where the %n selected node(s) are concerned</source>
        <translation>
            <numerusform>仅涉及所选的 %Ln 个节点</numerusform>
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
    <message>
        <source>How the passes run</source>
        <translation>pass 的运行方式</translation>
    </message>
    <message>
        <source>Again and again, or each once as they are listed</source>
        <translation>反复运行，或按列出的顺序各运行一次</translation>
    </message>
</context>
<context>
    <name>partita::PassFormulas</name>
    <message>
        <source>Y = Add(c, X)    c constant</source>
        <translation>Y = Add(c, X)    c 为常量</translation>
    </message>
    <message>
        <source>Y = MatMul(Slice(X), B)    X, B constant, along constant axes that the product keeps</source>
        <translation>Y = MatMul(Slice(X), B)    X、B 为常量，切片沿乘积保留的常量轴</translation>
    </message>
    <message>
        <source>Y = CastLike(X, like)    the element type of `like` known</source>
        <translation>Y = CastLike(X, like)    `like` 的元素类型已知</translation>
    </message>
    <message>
        <source>Y = Cast&lt;to&gt;(X), or X where it already has that type</source>
        <translation>Y = Cast&lt;to&gt;(X)；若 X 已是该类型，则为 X</translation>
    </message>
    <message>
        <source>A = F&lt;a&gt;(X), B = F&lt;a&gt;(X)    in one graph; X are the same, or equal constants of one
element</source>
        <translation>A = F&lt;a&gt;(X), B = F&lt;a&gt;(X)    在同一个图中；X 相同，或是相等的单元素
常量</translation>
    </message>
    <message>
        <source>A = F&lt;a&gt;(X); readers of B read A</source>
        <translation>A = F&lt;a&gt;(X)；读取 B 的节点改读 A</translation>
    </message>
    <message>
        <source>Y = Reshape(R, t)    R = Reshape(X, t), both with the same allowzero</source>
        <translation>Y = Reshape(R, t)    R = Reshape(X, t)，两者的 allowzero 相同</translation>
    </message>
    <message>
        <source>Y = R                what t copies or infers is what R has already</source>
        <translation>Y = R                t 所复制或推断的，R 已经具备</translation>
    </message>
    <message>
        <source>Y = F(X)    no node reads Y and no graph returns it</source>
        <translation>Y = F(X)    没有节点读取 Y，也没有图返回它</translation>
    </message>
    <message>
        <source>Y = Dropout(X)    training_mode left out or false</source>
        <translation>Y = Dropout(X)    training_mode 省略或为 false</translation>
    </message>
    <message>
        <source>A = T, B = T    same type, shape and values, in one graph</source>
        <translation>A = T, B = T    类型、形状和值都相同，在同一个图中</translation>
    </message>
    <message>
        <source>A = T; readers of B read A</source>
        <translation>A = T；读取 B 的节点改读 A</translation>
    </message>
    <message>
        <source>Y = If(c)&lt;then_branch, else_branch&gt;    c constant</source>
        <translation>Y = If(c)&lt;then_branch, else_branch&gt;    c 为常量</translation>
    </message>
    <message>
        <source>the nodes of that branch, in the If&apos;s own graph; an output of the graph that the
branch only passes on is made by Identity</source>
        <translation>该分支的节点，移入 If 所在的图；分支只是传递的图输出
由 Identity 产生</translation>
    </message>
    <message>
        <source>Y = If(c)&lt;A, B&gt;, Z = LSTM(Unsqueeze(Y) …)    only A has the rank that LSTM needs</source>
        <translation>Y = If(c)&lt;A, B&gt;, Z = LSTM(Unsqueeze(Y) …)    只有 A 具有 LSTM 所需的秩</translation>
    </message>
    <message>
        <source>the same with c = true; other readers of c as well where the same graph computes c</source>
        <translation>相同，但 c = true；同一个图计算 c 时，c 的其他读取者也一样</translation>
    </message>
    <message>
        <source>Y = Cast&lt;to = T&gt;(X)    X of type T</source>
        <translation>Y = Cast&lt;to = T&gt;(X)    X 的类型为 T</translation>
    </message>
    <message>
        <source>Y = Expand(X, s)    s constant; each size in it is 1 or that of X</source>
        <translation>Y = Expand(X, s)    s 为常量；其中每个大小为 1 或与 X 的相同</translation>
    </message>
    <message>
        <source>Y = Flatten&lt;axis = 1&gt;(X)    X of rank 2; axis = 0 where its first size is 1, axis = 2
where its second one is</source>
        <translation>Y = Flatten&lt;axis = 1&gt;(X)    X 的秩为 2；若第一个大小为 1，则 axis = 0，若第二个为 1，
则 axis = 2</translation>
    </message>
    <message>
        <source>Y = ArgMax(F(X))    F: Exp, Sqrt, Log; Softmax, LogSoftmax along the same axis</source>
        <translation>Y = ArgMax(F(X))    F：Exp、Sqrt、Log；沿同一轴的 Softmax、LogSoftmax</translation>
    </message>
    <message>
        <source>Y = R&lt;keepdims = 1&gt;(X, axes)    R: ReduceSum, ReduceMean, ReduceMax, ReduceMin,
ReduceProd; X has size 1 along all axes that are reduced</source>
        <translation>Y = R&lt;keepdims = 1&gt;(X, axes)    R：ReduceSum、ReduceMean、ReduceMax、ReduceMin、
ReduceProd；X 沿所有被归约的轴大小为 1</translation>
    </message>
    <message>
        <source>Y = R&lt;noop_with_empty_axes = 1&gt;(X)    without axes</source>
        <translation>Y = R&lt;noop_with_empty_axes = 1&gt;(X)    没有 axes</translation>
    </message>
    <message>
        <source>Y = Reshape(X, s)    s constant, as long as the rank of X; each size in it is 0, the
size of X or, once, −1 (which then stands for the size of X)</source>
        <translation>Y = Reshape(X, s)    s 为常量，长度等于 X 的秩；其中每个大小为 0、
X 的大小，或有一个为 −1（此时代表 X 的大小）</translation>
    </message>
    <message>
        <source>Y = Slice(X, 0, end of X)    along each of its axes, step 1</source>
        <translation>Y = Slice(X, 0, X 的末尾)    沿它的每个轴，步长为 1</translation>
    </message>
    <message>
        <source>Y = Split(X)    one output, as long as X along the axis</source>
        <translation>Y = Split(X)    一个输出，沿该轴与 X 一样长</translation>
    </message>
    <message>
        <source>X + 0, X − 0, X · 1, X / 1, X ^ 1, X and true, X or false; Concat(X, empty)</source>
        <translation>X + 0、X − 0、X · 1、X / 1、X ^ 1、X 且 true、X 或 false；Concat(X, 空)</translation>
    </message>
    <message>
        <source>Y = Reshape(X, s)  or  Expand(X, s)    Y has the shape of X for all sizes of the input</source>
        <translation>Y = Reshape(X, s)  或  Expand(X, s)    对输入的任何大小，Y 的形状都与 X 相同</translation>
    </message>
    <message>
        <source>Y = B, l constant, C = Concat(A, B …, axis)</source>
        <translation>Y = B，l 为常量，C = Concat(A, B …, axis)</translation>
    </message>
    <message>
        <source>Y = Gather(Shape(X), i)    i constant, those sizes of X known</source>
        <translation>Y = Gather(Shape(X), i)    i 为常量，X 的这些大小已知</translation>
    </message>
    <message>
        <source>Y = a constant</source>
        <translation>Y = 一个常量</translation>
    </message>
    <message>
        <source>Y = Shape(X)    all sizes of X known</source>
        <translation>Y = Shape(X)    X 的所有大小已知</translation>
    </message>
    <message>
        <source>Y = Slice(Shape(X), starts, ends, steps)    constants, those sizes of X known</source>
        <translation>Y = Slice(Shape(X), starts, ends, steps)    均为常量，X 的这些大小已知</translation>
    </message>
    <message>
        <source>an initializer that no node reads and no graph returns</source>
        <translation>没有节点读取、也没有图返回的初始值</translation>
    </message>
    <message>
        <source>nothing; an input of the same name is gone, too</source>
        <translation>无；同名的输入也随之消失</translation>
    </message>
    <message>
        <source>Y = LSTM(X, W, R, B, , h, c)    h, c zeros; the same for GRU and RNN</source>
        <translation>Y = LSTM(X, W, R, B, , h, c)    h、c 为零；GRU 和 RNN 相同</translation>
    </message>
    <message>
        <source>Y = T, an initializer of the same graph, also where the graph returns Y</source>
        <translation>Y = T，同一个图的初始值，图返回 Y 时也一样</translation>
    </message>
    <message>
        <source>an initializer that is also an input of the graph: a default that callers may replace</source>
        <translation>同时是图输入的初始值：调用者可以替换的默认值</translation>
    </message>
    <message>
        <source>an initializer only; the IR version is at least 4, which allows that</source>
        <translation>只是初始值；IR 版本至少为 4，该版本允许这样</translation>
    </message>
    <message>
        <source>Y = F(c, d …)    c, d constant</source>
        <translation>Y = F(c, d …)    c、d 为常量</translation>
    </message>
    <message>
        <source>Y = Add(Conv(X, W), b)    b constant: one number, or one for each channel</source>
        <translation>Y = Add(Conv(X, W), b)    b 为常量：一个数，或每个通道一个</translation>
    </message>
    <message>
        <source>Y = Add(Conv(X, W, c), b)    c constant, too</source>
        <translation>Y = Add(Conv(X, W, c), b)    c 也是常量</translation>
    </message>
    <message>
        <source>Y = F(P(X, W, b))    P: ConvTranspose, Gemm; F: BatchNormalization (inference), Mul or
Add of constants</source>
        <translation>Y = F(P(X, W, b))    P：ConvTranspose、Gemm；F：BatchNormalization（推理），或常量的 Mul
或 Add</translation>
    </message>
    <message>
        <source>Y = P(X, s·W, s·b + t)    F(x) = s·x + t for each channel</source>
        <translation>Y = P(X, s·W, s·b + t)    每个通道的 F(x) = s·x + t</translation>
    </message>
    <message>
        <source>Y = MatMul(Softmax(MatMul(Q, Kᵀ) · scale + mask), V)    with Kᵀ made by a Transpose</source>
        <translation>Y = MatMul(Softmax(MatMul(Q, Kᵀ) · scale + mask), V)    Kᵀ 由 Transpose 产生</translation>
    </message>
    <message>
        <source>Y = Add(Conv(X, W), b)    b computed: one number for each channel</source>
        <translation>Y = Add(Conv(X, W), b)    b 是算出的：每个通道一个数</translation>
    </message>
    <message>
        <source>Y = Reshape(X, Concat(c, s, d))    c, d constants, s one number; perhaps with a Cast</source>
        <translation>Y = Reshape(X, Concat(c, s, d))    c、d 为常量，s 为一个数；可带 Cast</translation>
    </message>
    <message>
        <source>Y = Reshape(X, [c, −1, d]); where nothing is computed, Y = Reshape(X, [c, d])</source>
        <translation>Y = Reshape(X, [c, −1, d])；若无须计算，则 Y = Reshape(X, [c, d])</translation>
    </message>
    <message>
        <source>Y = Cast&lt;to = V&gt;(Cast&lt;to = U&gt;(X))    X of type T</source>
        <translation>Y = Cast&lt;to = V&gt;(Cast&lt;to = U&gt;(X))    X 的类型为 T</translation>
    </message>
    <message>
        <source>Y = Cast&lt;to = V&gt;(X); where V is T, X, unless that is an input and Y an output</source>
        <translation>Y = Cast&lt;to = V&gt;(X)；若 V 即 T，则为 X，除非 X 是输入且 Y 是输出</translation>
    </message>
    <message>
        <source>Y = F(G(X))    F, G: Clip, Relu, Min and Max with one constant number</source>
        <translation>Y = F(G(X))    F、G：Clip、Relu，以及带一个常数的 Min 和 Max</translation>
    </message>
    <message>
        <source>Y = Clip(X, a, b); where neither is a Clip and one side stays open: Max(X, a), Min(X, b)
or Relu(X)</source>
        <translation>Y = Clip(X, a, b)；若两者都不是 Clip 且有一侧不限：Max(X, a)、Min(X, b)
或 Relu(X)</translation>
    </message>
    <message>
        <source>Y = Concat(A, Concat(B, C), D)    along the same axis</source>
        <translation>Y = Concat(A, Concat(B, C), D)    沿同一轴</translation>
    </message>
    <message>
        <source>Y = R(X, a and b)</source>
        <translation>Y = R(X, a 与 b)</translation>
    </message>
    <message>
        <source>Y = Reshape(Reshape(X, s), t), or Squeeze or Unsqueeze of a Reshape</source>
        <translation>Y = Reshape(Reshape(X, s), t)，或对 Reshape 的 Squeeze 或 Unsqueeze</translation>
    </message>
    <message>
        <source>Y = Reshape(X, [the sizes of Y])</source>
        <translation>Y = Reshape(X, [Y 的各个大小])</translation>
    </message>
    <message>
        <source>Y = Mul(Mul(X, c), d)    c, d constant, one of them a single number</source>
        <translation>Y = Mul(Mul(X, c), d)    c、d 为常量，其中一个是单个数</translation>
    </message>
    <message>
        <source>Y = Slice(Slice(X, a), b)    constants; the axes of a and b are disjoint</source>
        <translation>Y = Slice(Slice(X, a), b)    均为常量；a 与 b 的轴互不相交</translation>
    </message>
    <message>
        <source>Y = Slice(X, a and b)</source>
        <translation>Y = Slice(X, a 与 b)</translation>
    </message>
    <message>
        <source>Y = Unsqueeze(Squeeze(X, a), a)  or  Squeeze(Unsqueeze(X, a), a)</source>
        <translation>Y = Unsqueeze(Squeeze(X, a), a)  或  Squeeze(Unsqueeze(X, a), a)</translation>
    </message>
    <message>
        <source>Y = Squeeze(X, a and b, counted in X)</source>
        <translation>Y = Squeeze(X, a 与 b，按 X 计)</translation>
    </message>
    <message>
        <source>Y = Transpose(Transpose(X))    both without perm</source>
        <translation>Y = Transpose(Transpose(X))    两者都没有 perm</translation>
    </message>
    <message>
        <source>Y = Unsqueeze(X, a and b, counted in Y)</source>
        <translation>Y = Unsqueeze(X, a 与 b，按 Y 计)</translation>
    </message>
    <message>
        <source>Y = 0.5 · X · (1 + Erf(X / √2)),  or with Tanh(√(2/π) (X + 0.044715 X³))</source>
        <translation>Y = 0.5 · X · (1 + Erf(X / √2))，或用 Tanh(√(2/π) (X + 0.044715 X³))</translation>
    </message>
    <message>
        <source>Y = Gelu(X),  or Gelu&lt;approximate = &quot;tanh&quot;&gt;(X)</source>
        <translation>Y = Gelu(X)，或 Gelu&lt;approximate = &quot;tanh&quot;&gt;(X)</translation>
    </message>
    <message>
        <source>Y = X · HardSigmoid&lt;alpha = 1/6, beta = 0.5&gt;(X),  or  X · Clip(X + 3, 0, 6) / 6</source>
        <translation>Y = X · HardSigmoid&lt;alpha = 1/6, beta = 0.5&gt;(X)，或 X · Clip(X + 3, 0, 6) / 6</translation>
    </message>
    <message>
        <source>Y = (X − mean X) / √(mean (X − mean X)² + ε) · scale + bias    over the last axis</source>
        <translation>Y = (X − mean X) / √(mean (X − mean X)² + ε) · scale + bias    沿最后一个轴</translation>
    </message>
    <message>
        <source>Y = Conv(Pad(X, pads, 0), W)    mode &quot;constant&quot;</source>
        <translation>Y = Conv(Pad(X, pads, 0), W)    模式为 &quot;constant&quot;</translation>
    </message>
    <message>
        <source>Y = AveragePool(Pad(X, pads, 0))  or  MaxPool(Pad(X, pads, v))</source>
        <translation>Y = AveragePool(Pad(X, pads, 0))  或  MaxPool(Pad(X, pads, v))</translation>
    </message>
    <message>
        <source>Y = AveragePool&lt;pads, count_include_pad = 1&gt;(X)  or  MaxPool&lt;pads&gt;(X)</source>
        <translation>Y = AveragePool&lt;pads, count_include_pad = 1&gt;(X)  或  MaxPool&lt;pads&gt;(X)</translation>
    </message>
    <message>
        <source>Q = MatMul(X, A), K = MatMul(X, B), V = MatMul(X, C)    A, B, C constant matrices</source>
        <translation>Q = MatMul(X, A), K = MatMul(X, B), V = MatMul(X, C)    A、B、C 为常量矩阵</translation>
    </message>
    <message>
        <source>Y = X · 1 / √(mean X² + ε) · scale    over the last axis</source>
        <translation>Y = X · 1 / √(mean X² + ε) · scale    沿最后一个轴</translation>
    </message>
    <message>
        <source>Y = Conv(X, c·W, b)        or  MatMul(X, c·W)</source>
        <translation>Y = Conv(X, c·W, b)        或  MatMul(X, c·W)</translation>
    </message>
    <message>
        <source>Y = Reshape(X, Concat(Unsqueeze(Gather(Shape(X), 0)), c, …))    c constant</source>
        <translation>Y = Reshape(X, Concat(Unsqueeze(Gather(Shape(X), 0)), c, …))    c 为常量</translation>
    </message>
    <message>
        <source>Y = Reshape(X, [0, c, …])    0 keeps the size of X</source>
        <translation>Y = Reshape(X, [0, c, …])    0 保留 X 的大小</translation>
    </message>
    <message>
        <source>Y = Gemm(Transpose&lt;1, 0&gt;(A), B, C)    the same for B</source>
        <translation>Y = Gemm(Transpose&lt;1, 0&gt;(A), B, C)    B 相同</translation>
    </message>
    <message>
        <source>Y = Reshape(Transpose(X), s)    s constant without copied sizes; the axes of X that
are longer than 1 keep their order</source>
        <translation>Y = Reshape(Transpose(X), s)    s 为常量，不含复制的大小；X 中长度大于 1 的轴
保持顺序</translation>
    </message>
    <message>
        <source>Y = Transpose, Reshape, Squeeze, Unsqueeze and Flatten of X, one after another</source>
        <translation>Y = 依次作用于 X 的 Transpose、Reshape、Squeeze、Unsqueeze 和 Flatten</translation>
    </message>
    <message>
        <source>X, a Reshape, a Transpose, both, or Reshape, Transpose, Reshape, where that is fewer</source>
        <translation>X、一个 Reshape、一个 Transpose、两者，或 Reshape、Transpose、Reshape，只要更少</translation>
    </message>
    <message>
        <source>values without a type, or with unknown sizes</source>
        <translation>没有类型或大小未知的值</translation>
    </message>
    <message>
        <source>the same with the results of ONNX&apos;s shape inference and data propagation</source>
        <translation>相同，加上 ONNX 形状推断和数据传播的结果</translation>
    </message>
    <message>
        <source>a Loop, If or Scan whose body reads or returns a value of an outer graph</source>
        <translation>子图读取或返回外层图的值的 Loop、If 或 Scan</translation>
    </message>
    <message>
        <source>the same with the attribute __control_inputs: the names of those values</source>
        <translation>相同，加上属性 __control_inputs：这些值的名称</translation>
    </message>
    <message>
        <source>Y = Reshape(X, s)    each size in s is known, that of X at the same place or, once,
another</source>
        <translation>Y = Reshape(X, s)    s 中每个大小已知，或是 X 在同一位置的大小，或有一个
是其他的</translation>
    </message>
    <message>
        <source>Y = Reshape(X, constant)    with 0 for a size of X and −1 for the other</source>
        <translation>Y = Reshape(X, 常量)    其中 0 代表 X 的大小，−1 代表另一个</translation>
    </message>
    <message>
        <source>Y = Expand(X, s)    each size in s is known or that of X</source>
        <translation>Y = Expand(X, s)    s 中每个大小已知或是 X 的大小</translation>
    </message>
    <message>
        <source>Y = Expand(X, constant)     with 1 for a size of X</source>
        <translation>Y = Expand(X, 常量)     其中 1 代表 X 的大小</translation>
    </message>
    <message>
        <source>inputs and outputs of the main graph with any names</source>
        <translation>主图的输入和输出，名称任意</translation>
    </message>
    <message>
        <source>input_0, input_1 …, output_0 …; or as OPTIMIZER_RENAME_INPUT_PATTERN and
OPTIMIZER_RENAME_OUTPUT_PATTERN say, with %d for the number; a name that another value
has gets a number behind it</source>
        <translation>input_0、input_1 …、output_0 …；或按 OPTIMIZER_RENAME_INPUT_PATTERN 和
OPTIMIZER_RENAME_OUTPUT_PATTERN，其中 %d 为序号；若名称已被其他值使用，
则在其后加一个数字</translation>
    </message>
    <message>
        <source>s = SplitToSequence(X, lengths), A = SequenceAt(s, 0), B = SequenceAt(s, 1) …</source>
        <translation>s = SplitToSequence(X, lengths), A = SequenceAt(s, 0), B = SequenceAt(s, 1) …</translation>
    </message>
    <message>
        <source>A, B … = Split(X, lengths)</source>
        <translation>A, B … = Split(X, lengths)</translation>
    </message>
    <message>
        <source>an input X of int64</source>
        <translation>int64 类型的输入 X</translation>
    </message>
    <message>
        <source>an input X of int32, and Cast&lt;to = int64&gt;(X) for all its readers</source>
        <translation>int32 类型的输入 X，以及供其所有读取者使用的 Cast&lt;to = int64&gt;(X)</translation>
    </message>
    <message>
        <source>nodes without a name, or several with one name</source>
        <translation>没有名称的节点，或多个同名的节点</translation>
    </message>
    <message>
        <source>Conv_3 …; the first node with a name keeps it</source>
        <translation>Conv_3 …；第一个具有某名称的节点保留该名称</translation>
    </message>
    <message>
        <source>A = Gather(Shape(X), 0), B = Gather(Shape(Y), 1)    the same size in every run</source>
        <translation>A = Gather(Shape(X), 0), B = Gather(Shape(Y), 1)    每次运行的大小都相同</translation>
    </message>
    <message>
        <source>A; readers of B read A; a constant where the numbers are known</source>
        <translation>A；读取 B 的节点改读 A；若数值已知，则为常量</translation>
    </message>
    <message>
        <source>a model with nodes that need an input and nodes that need none</source>
        <translation>一个模型，其中有些节点需要输入，有些不需要</translation>
    </message>
    <message>
        <source>the nodes that need no input; the outputs are what other nodes or callers read of
them, and the initializers that the model returns</source>
        <translation>不需要输入的节点；其输出是其他节点或调用者从中读取的值，
以及模型返回的初始值</translation>
    </message>
    <message>
        <source>the nodes that need an input; results of the other nodes become inputs, also those
that the model returns</source>
        <translation>需要输入的节点；其他节点的结果成为输入，模型返回的
结果也一样</translation>
    </message>
    <message>
        <source>Y = Add(X, c)</source>
        <translation>Y = Add(X, c)</translation>
    </message>
    <message>
        <source>Y = Slice(MatMul(X, B))</source>
        <translation>Y = Slice(MatMul(X, B))</translation>
    </message>
    <message>
        <source>Y = F(F(X))    F: Abs, Ceil, Floor, Round, Relu, Sign</source>
        <translation>Y = F(F(X))    F: Abs, Ceil, Floor, Round, Relu, Sign</translation>
    </message>
    <message>
        <source>Y = F(X)</source>
        <translation>Y = F(X)</translation>
    </message>
    <message>
        <source>Y = Reshape(X, t)</source>
        <translation>Y = Reshape(X, t)</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <source>X</source>
        <translation>X</translation>
    </message>
    <message>
        <source>Y = Identity(X)</source>
        <translation>Y = Identity(X)</translation>
    </message>
    <message>
        <source>Y = Concat(X)</source>
        <translation>Y = Concat(X)</translation>
    </message>
    <message>
        <source>Y = Dropout&lt;ratio = 0&gt;(X)</source>
        <translation>Y = Dropout&lt;ratio = 0&gt;(X)</translation>
    </message>
    <message>
        <source>Y = ArgMax(X)</source>
        <translation>Y = ArgMax(X)</translation>
    </message>
    <message>
        <source>Y = Pad(X, pads = 0 …)</source>
        <translation>Y = Pad(X, pads = 0 …)</translation>
    </message>
    <message>
        <source>Y = Transpose&lt;perm = 0, 1, 2 …&gt;(X)</source>
        <translation>Y = Transpose&lt;perm = 0, 1, 2 …&gt;(X)</translation>
    </message>
    <message>
        <source>s = SequenceConstruct(A, B …), Y = SequenceAt(s, 1), l = SequenceLength(s), C =
ConcatFromSequence(s, axis)</source>
        <translation>s = SequenceConstruct(A, B …), Y = SequenceAt(s, 1), l = SequenceLength(s), C =
ConcatFromSequence(s, axis)</translation>
    </message>
    <message>
        <source>o = Optional(A), Y = OptionalGetElement(o), h = OptionalHasElement(o)</source>
        <translation>o = Optional(A), Y = OptionalGetElement(o), h = OptionalHasElement(o)</translation>
    </message>
    <message>
        <source>Y = F(… G(X))</source>
        <translation>Y = F(… G(X))</translation>
    </message>
    <message>
        <source>Y = LSTM(X, W, R, B)</source>
        <translation>Y = LSTM(X, W, R, B)</translation>
    </message>
    <message>
        <source>Y = Constant&lt;value = T&gt;()</source>
        <translation>Y = Constant&lt;value = T&gt;()</translation>
    </message>
    <message>
        <source>Y = Conv(X, W, b)</source>
        <translation>Y = Conv(X, W, b)</translation>
    </message>
    <message>
        <source>Y = Conv(X, W, c + b)</source>
        <translation>Y = Conv(X, W, c + b)</translation>
    </message>
    <message>
        <source>Y = Attention&lt;scale&gt;(Q, K, V, mask)</source>
        <translation>Y = Attention&lt;scale&gt;(Q, K, V, mask)</translation>
    </message>
    <message>
        <source>Y = BatchNormalization(Conv(X, W, b), scale, bias, mean, var)</source>
        <translation>Y = BatchNormalization(Conv(X, W, b), scale, bias, mean, var)</translation>
    </message>
    <message>
        <source>Y = Conv(X, W&apos;, b&apos;)    W&apos; = W·s,  b&apos; = (b − mean)·s + bias,  s = scale / √(var + ε)</source>
        <translation>Y = Conv(X, W&apos;, b&apos;)    W&apos; = W·s,  b&apos; = (b − mean)·s + bias,  s = scale / √(var + ε)</translation>
    </message>
    <message>
        <source>Y = Conv(X, W, Squeeze(b))</source>
        <translation>Y = Conv(X, W, Squeeze(b))</translation>
    </message>
    <message>
        <source>Y = Concat(A, B, C, D)</source>
        <translation>Y = Concat(A, B, C, D)</translation>
    </message>
    <message>
        <source>Y = Log(Softmax&lt;axis&gt;(X))</source>
        <translation>Y = Log(Softmax&lt;axis&gt;(X))</translation>
    </message>
    <message>
        <source>Y = LogSoftmax&lt;axis&gt;(X)</source>
        <translation>Y = LogSoftmax&lt;axis&gt;(X)</translation>
    </message>
    <message>
        <source>Y = Unsqueeze(Reduce*&lt;keepdims = 0&gt;(X, axes), axes)</source>
        <translation>Y = Unsqueeze(Reduce*&lt;keepdims = 0&gt;(X, axes), axes)</translation>
    </message>
    <message>
        <source>Y = Reduce*&lt;keepdims = 1&gt;(X, axes)</source>
        <translation>Y = Reduce*&lt;keepdims = 1&gt;(X, axes)</translation>
    </message>
    <message>
        <source>Y = Mul(X, c·d)</source>
        <translation>Y = Mul(X, c·d)</translation>
    </message>
    <message>
        <source>Y = Squeeze(Squeeze(X, a), b)</source>
        <translation>Y = Squeeze(Squeeze(X, a), b)</translation>
    </message>
    <message>
        <source>Y = Transpose&lt;q&gt;(Transpose&lt;p&gt;(X))</source>
        <translation>Y = Transpose&lt;q&gt;(Transpose&lt;p&gt;(X))</translation>
    </message>
    <message>
        <source>Y = Transpose&lt;p[q]&gt;(X)</source>
        <translation>Y = Transpose&lt;p[q]&gt;(X)</translation>
    </message>
    <message>
        <source>Y = Unsqueeze(Unsqueeze(X, a), b)</source>
        <translation>Y = Unsqueeze(Unsqueeze(X, a), b)</translation>
    </message>
    <message>
        <source>Y = HardSwish(X)</source>
        <translation>Y = HardSwish(X)</translation>
    </message>
    <message>
        <source>Y = LayerNormalization&lt;axis = −1, epsilon = ε&gt;(X, scale, bias)</source>
        <translation>Y = LayerNormalization&lt;axis = −1, epsilon = ε&gt;(X, scale, bias)</translation>
    </message>
    <message>
        <source>Y = Add(MatMul(A, B), C)</source>
        <translation>Y = Add(MatMul(A, B), C)</translation>
    </message>
    <message>
        <source>Y = Gemm(A, B, C)</source>
        <translation>Y = Gemm(A, B, C)</translation>
    </message>
    <message>
        <source>Y = Reshape(Gemm(Reshape(A, [M, K]), B, C), [..., N])</source>
        <translation>Y = Reshape(Gemm(Reshape(A, [M, K]), B, C), [..., N])</translation>
    </message>
    <message>
        <source>Y = Mul(Conv(X, W, b), c)</source>
        <translation>Y = Mul(Conv(X, W, b), c)</translation>
    </message>
    <message>
        <source>Y = Conv(X, c·W, c·b)</source>
        <translation>Y = Conv(X, c·W, c·b)</translation>
    </message>
    <message>
        <source>Y = Conv&lt;pads&gt;(X, W)</source>
        <translation>Y = Conv&lt;pads&gt;(X, W)</translation>
    </message>
    <message>
        <source>Q, K, V = Split(MatMul(X, [A B C]))</source>
        <translation>Q, K, V = Split(MatMul(X, [A B C]))</translation>
    </message>
    <message>
        <source>Y = Mul(Div(1, X), Z)</source>
        <translation>Y = Mul(Div(1, X), Z)</translation>
    </message>
    <message>
        <source>Y = Div(Z, X)</source>
        <translation>Y = Div(Z, X)</translation>
    </message>
    <message>
        <source>Y = RMSNormalization&lt;axis = −1, epsilon = ε&gt;(X, scale)</source>
        <translation>Y = RMSNormalization&lt;axis = −1, epsilon = ε&gt;(X, scale)</translation>
    </message>
    <message>
        <source>Y = Mul(BatchNormalization(X, scale, bias, mean, var), c)</source>
        <translation>Y = Mul(BatchNormalization(X, scale, bias, mean, var), c)</translation>
    </message>
    <message>
        <source>Y = BatchNormalization(X, scale·c, bias·c, mean, var)</source>
        <translation>Y = BatchNormalization(X, scale·c, bias·c, mean, var)</translation>
    </message>
    <message>
        <source>Y = Add(BatchNormalization(X, scale, bias, mean, var), c)</source>
        <translation>Y = Add(BatchNormalization(X, scale, bias, mean, var), c)</translation>
    </message>
    <message>
        <source>Y = BatchNormalization(X, scale, bias + c, mean, var)</source>
        <translation>Y = BatchNormalization(X, scale, bias + c, mean, var)</translation>
    </message>
    <message>
        <source>Y = Gemm&lt;transA = 1&gt;(A, B, C)</source>
        <translation>Y = Gemm&lt;transA = 1&gt;(A, B, C)</translation>
    </message>
    <message>
        <source>Y = Reduce*&lt;keepdims = 0&gt;(Transpose&lt;perm&gt;(X), axes)</source>
        <translation>Y = Reduce*&lt;keepdims = 0&gt;(Transpose&lt;perm&gt;(X), axes)</translation>
    </message>
    <message>
        <source>Y = Reduce*&lt;keepdims = 0&gt;(X, perm[axes])</source>
        <translation>Y = Reduce*&lt;keepdims = 0&gt;(X, perm[axes])</translation>
    </message>
    <message>
        <source>Y = Reshape(X, s)</source>
        <translation>Y = Reshape(X, s)</translation>
    </message>
    <message>
        <source>Y = Einsum&lt;&quot;bhij,bhjd-&gt;bhid&quot;&gt;(A, B)</source>
        <translation>Y = Einsum&lt;&quot;bhij,bhjd-&gt;bhid&quot;&gt;(A, B)</translation>
    </message>
    <message>
        <source>Y = MatMul(A, B)</source>
        <translation>Y = MatMul(A, B)</translation>
    </message>
    <message>
        <source>Y = Einsum&lt;&quot;bhid,bhjd-&gt;bhij&quot;&gt;(A, B)</source>
        <translation>Y = Einsum&lt;&quot;bhid,bhjd-&gt;bhij&quot;&gt;(A, B)</translation>
    </message>
    <message>
        <source>Y = MatMul(A, Transpose&lt;0, 1, 3, 2&gt;(B))</source>
        <translation>Y = MatMul(A, Transpose&lt;0, 1, 3, 2&gt;(B))</translation>
    </message>
    <message>
        <source>Y = Where(Not(b), x, y)</source>
        <translation>Y = Where(Not(b), x, y)</translation>
    </message>
    <message>
        <source>Y = Where(b, y, x)</source>
        <translation>Y = Where(b, y, x)</translation>
    </message>
    <message>
        <source>Y = Clip(X + b, 0, c) / c,  or  Z · Clip(X + b, 0, c) / c    b, c numbers; b may be 0</source>
        <translation>Y = Clip(X + b, 0, c) / c，或 Z · Clip(X + b, 0, c) / c    b、c 为数；b 可以是 0</translation>
    </message>
    <message>
        <source>Y = HardSigmoid&lt;alpha = 1/c, beta = b/c&gt;(X),  or  Z · HardSigmoid&lt;…&gt;(X)</source>
        <translation>Y = HardSigmoid&lt;alpha = 1/c, beta = b/c&gt;(X)，或 Z · HardSigmoid&lt;…&gt;(X)</translation>
    </message>
    <message>
        <source>X; with keepdims = 0, Y = Squeeze(X, axes)</source>
        <translation>X；keepdims = 0 时，Y = Squeeze(X, axes)</translation>
    </message>
    <message>
        <source>Y = A, h = true; of nothing h = false</source>
        <translation>Y = A, h = true；没有元素时 h = false</translation>
    </message>
    <message>
        <source>Y = V(F(… G(U(X))))    U, V: Transpose; Reshape, Squeeze, Unsqueeze, Flatten; F, G:
functions of each element, also with constants of one number; between Transposes also
Pad by constant numbers</source>
        <translation>Y = V(F(… G(U(X))))    U、V：Transpose；Reshape、Squeeze、Unsqueeze、Flatten；F、G：
逐元素的函数，也可带单个数的常量；两个 Transpose 之间也可以是
填充数为常量的 Pad</translation>
    </message>
    <message>
        <source>Y = F(G(c))      c constant, the result of G too large to be stored</source>
        <translation>Y = F(G(c))      c 为常量，G 的结果太大而不宜保存</translation>
    </message>
    <message>
        <source>Y = Squeeze(Reduce*&lt;keepdims = 1&gt;(X, axes), axes)</source>
        <translation>Y = Squeeze(Reduce*&lt;keepdims = 1&gt;(X, axes), axes)</translation>
    </message>
    <message>
        <source>Y = Reduce*&lt;keepdims = 0&gt;(X, axes)</source>
        <translation>Y = Reduce*&lt;keepdims = 0&gt;(X, axes)</translation>
    </message>
    <message>
        <source>Y = R(R(X, a), b)    R: ReduceSum, ReduceMean, ReduceMax, ReduceMin, ReduceProd,
ReduceL1, ReduceL2, ReduceLogSumExp, with the same keepdims</source>
        <translation>Y = R(R(X, a), b)    R：ReduceSum、ReduceMean、ReduceMax、ReduceMin、ReduceProd、
ReduceL1、ReduceL2、ReduceLogSumExp，keepdims 相同</translation>
    </message>
    <message>
        <source>Y = Conv(Mul(X, c), W, b)  or  MatMul(Mul(X, c), W)    W constant</source>
        <translation>Y = Conv(Mul(X, c), W, b)  或  MatMul(Mul(X, c), W)    W 为常量</translation>
    </message>
    <message>
        <source>Y = Reshape(F(X), t)    F: a view with one result, such as Reshape, Flatten, Squeeze</source>
        <translation>Y = Reshape(F(X), t)    F：只有一个结果的视图，例如 Reshape、Flatten、Squeeze</translation>
    </message>
    <message>
        <source>Y, S = Loop(1, c, X)&lt;body&gt;    c constant or omitted</source>
        <translation>Y, S = Loop(1, c, X)&lt;body&gt;    c 为常量或省略</translation>
    </message>
    <message>
        <source>Y, s = body(X),  S = Unsqueeze(s, 0)</source>
        <translation>Y, s = body(X)，S = Unsqueeze(s, 0)</translation>
    </message>
    <message>
        <source>Y, S = Loop(0, c, X)&lt;body&gt;    or c false</source>
        <translation>Y, S = Loop(0, c, X)&lt;body&gt;    或 c 为假</translation>
    </message>
    <message>
        <source>Y = X,  S: no rows</source>
        <translation>Y = X，S：没有行</translation>
    </message>
    <message>
        <source>Y, S = Loop(n, c, X)&lt;body&gt;    n constant; c stays true, or ends the first iteration</source>
        <translation>Y, S = Loop(n, c, X)&lt;body&gt;    n 为常量；c 始终为真，或在第一次迭代后结束</translation>
    </message>
    <message>
        <source>Y1, s1 = body(0, X),  Y2, s2 = body(1, Y1) …,  S = Concat(Unsqueeze(s1, 0),
Unsqueeze(s2, 0) …, 0)</source>
        <translation>Y1, s1 = body(0, X)，Y2, s2 = body(1, Y1) …，S = Concat(Unsqueeze(s1, 0),
Unsqueeze(s2, 0) …, 0)</translation>
    </message>
    <message>
        <source>a, b … = Split(X, axis = s),  Y = Concat(a, b …, axis = s)</source>
        <translation>a, b … = Split(X, axis = s)，Y = Concat(a, b …, axis = s)</translation>
    </message>
    <message>
        <source>a, b … = Split(I, axis = s),  Y = Concat(Gather(X, a, axis = g), Gather(X, b, axis = g) …,
axis = g + s)</source>
        <translation>a, b … = Split(I, axis = s)，Y = Concat(Gather(X, a, axis = g), Gather(X, b, axis = g) …,
axis = g + s)</translation>
    </message>
    <message>
        <source>Y = Gather(X, I, axis = g)</source>
        <translation>Y = Gather(X, I, axis = g)</translation>
    </message>
    <message>
        <source>s = SequenceInsert(SequenceInsert(SequenceEmpty(), A), B), C = ConcatFromSequence(s, axis)</source>
        <translation>s = SequenceInsert(SequenceInsert(SequenceEmpty(), A), B)，C = ConcatFromSequence(s, axis)</translation>
    </message>
    <message>
        <source>C = Concat(A, B, axis)</source>
        <translation>C = Concat(A, B, axis)</translation>
    </message>
    <message>
        <source>Y = Tile(X, r)    r constant, 1 for each axis of X</source>
        <translation>Y = Tile(X, r)    r 是常量，对 X 的每个轴都是 1</translation>
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
    <message>
        <source>About the pass %1</source>
        <translation>关于 pass %1</translation>
    </message>
</context>
<context>
    <name>partita::Passes</name>
    <message>
        <source>does nothing</source>
        <translation>什么也不做</translation>
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
        <source>removes a Slice that takes everything</source>
        <translation>去掉取全部的 Slice</translation>
    </message>
    <message>
        <source>folds BatchNormalization into the weights of the Conv before it</source>
        <translation>把 BatchNormalization 并入前面 Conv 的权重</translation>
    </message>
    <message>
        <source>replaces a line that Clip cuts off at 0 and 1 by HardSigmoid</source>
        <translation>把由 Clip 截断在 0 和 1 之间的直线替换为 HardSigmoid</translation>
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
        <source>removes Identity</source>
        <translation>去掉 Identity</translation>
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
        <source>names inputs and outputs input_0, output_0 and so on</source>
        <translation>把输入输出命名为 input_0、output_0 等</translation>
    </message>
    <message>
        <source>turns initializers that are listed as inputs, too, into plain constants</source>
        <translation>把同时列为输入的初始值变成普通常量</translation>
    </message>
    <message>
        <source>adds the types and shapes that can be inferred</source>
        <translation>补上可以推断出的类型和形状</translation>
    </message>
    <message>
        <source>removes a Cast to the type that its input already has</source>
        <translation>去掉转换到输入已有类型的 Cast</translation>
    </message>
    <message>
        <source>replaces a CastLike by a Cast where the type is known</source>
        <translation>类型已知时用 Cast 替换 CastLike</translation>
    </message>
    <message>
        <source>replaces Constant nodes by initializers</source>
        <translation>用初始值替换 Constant 节点</translation>
    </message>
    <message>
        <source>removes the first of two equal operators in a row where the second alone gives the same result: Abs, Ceil, Floor, Relu, Round, Sign, Reshape</source>
        <translation>两个相同算子相连且只用后一个结果不变时，去掉前一个：Abs、Ceil、Floor、Relu、Round、Sign、Reshape</translation>
    </message>
    <message>
        <source>replaces an If whose condition is constant by the branch that it takes</source>
        <translation>条件为常量时，用所走的分支替换 If</translation>
    </message>
    <message>
        <source>replaces an If by one of its branches where the other gives a rank that the nodes behind it cannot take</source>
        <translation>If 的一个分支给出后续节点无法接受的维数时，用另一个分支替换它</translation>
    </message>
    <message>
        <source>removes an increasing function before ArgMax; numbers that are almost equal may give another index then</source>
        <translation>去掉 ArgMax 之前的递增函数；几乎相等的数此时可能给出不同的下标</translation>
    </message>
    <message>
        <source>removes an Expand to the shape that its input already has</source>
        <translation>去掉扩展到输入已有形状的 Expand</translation>
    </message>
    <message>
        <source>removes initial states of zeros from recurrent operators, which start with zeros anyway</source>
        <translation>去掉循环算子的全零初始状态，它们本来就从零开始</translation>
    </message>
    <message>
        <source>replaces SplitToSequence by Split where each item of the sequence is taken out by itself</source>
        <translation>序列的每一项都被单独取出时，用 Split 替换 SplitToSequence</translation>
    </message>
    <message>
        <source>replaces Gather of Shape by a constant where those sizes are known</source>
        <translation>相关大小已知时，用常量替换 Shape 之后的 Gather</translation>
    </message>
    <message>
        <source>replaces Slice of Shape by a constant where those sizes are known</source>
        <translation>相关大小已知时，用常量替换 Shape 之后的 Slice</translation>
    </message>
    <message>
        <source>removes a Transpose that leaves all axes in their order</source>
        <translation>去掉不改变轴顺序的 Transpose</translation>
    </message>
    <message>
        <source>turns a constant that is added to the result of a Conv into its bias</source>
        <translation>把加到 Conv 结果上的常量变成它的偏置</translation>
    </message>
    <message>
        <source>merges a Concat into the Concat that reads it</source>
        <translation>把 Concat 并入读取它的 Concat</translation>
    </message>
    <message>
        <source>replaces Log of Softmax by LogSoftmax</source>
        <translation>用 LogSoftmax 替换 Softmax 之后的 Log</translation>
    </message>
    <message>
        <source>replaces the nodes that compute Gelu by one operator (opset 20)</source>
        <translation>用一个算子替换计算 Gelu 的各节点（opset 20）</translation>
    </message>
    <message>
        <source>replaces the nodes that compute LayerNormalization by one operator (opset 17)</source>
        <translation>用一个算子替换计算 LayerNormalization 的各节点（opset 17）</translation>
    </message>
    <message>
        <source>replaces the nodes that compute RMSNormalization by one operator (opset 23)</source>
        <translation>用一个算子替换计算 RMSNormalization 的各节点（opset 23）</translation>
    </message>
    <message>
        <source>replaces the nodes that compute HardSwish by one operator (opset 14)</source>
        <translation>用一个算子替换计算 HardSwish 的各节点（opset 14）</translation>
    </message>
    <message>
        <source>replaces the nodes that compute attention by one operator (opset 23)</source>
        <translation>用一个算子替换计算注意力的各节点（opset 23）</translation>
    </message>
    <message>
        <source>merges two multiplications by constants into one</source>
        <translation>把两次乘以常量合并为一次</translation>
    </message>
    <message>
        <source>merges two Squeeze nodes in a row into one</source>
        <translation>把相连的两个 Squeeze 合并为一个</translation>
    </message>
    <message>
        <source>merges two Transpose nodes in a row into one</source>
        <translation>把相连的两个 Transpose 合并为一个</translation>
    </message>
    <message>
        <source>replaces MatMul and Add by Gemm</source>
        <translation>用 Gemm 替换 MatMul 和 Add</translation>
    </message>
    <message>
        <source>removes a Transpose before Gemm, which can transpose by itself</source>
        <translation>去掉 Gemm 之前的 Transpose，Gemm 自己可以转置</translation>
    </message>
    <message>
        <source>replaces the target shape of a Reshape by a constant where only one of its sizes is computed</source>
        <translation>Reshape 的目标形状只有一个大小需要计算时，用常量替换它</translation>
    </message>
    <message>
        <source>replaces target shapes that depend only on the sizes of the input by constants</source>
        <translation>目标形状只取决于输入的大小时，用常量替换它</translation>
    </message>
    <message>
        <source>merges computations of shapes that provably give the same result</source>
        <translation>合并可证明结果相同的形状计算</translation>
    </message>
    <message>
        <source>removes a Reshape to the shape that its input already has</source>
        <translation>去掉变为输入已有形状的 Reshape</translation>
    </message>
    <message>
        <source>removes a Reshape or Expand that provably leaves the shape as it is</source>
        <translation>去掉可证明不改变形状的 Reshape 或 Expand</translation>
    </message>
    <message>
        <source>removes a Transpose before a Reshape where it moves only axes of size 1</source>
        <translation>Reshape 之前的 Transpose 只移动大小为 1 的轴时，去掉它</translation>
    </message>
    <message>
        <source>shortens a chain of Transpose, Reshape and the like</source>
        <translation>缩短由 Transpose、Reshape 等组成的链</translation>
    </message>
    <message>
        <source>removes what changes nothing: + 0, - 0, * 1, / 1, ^ 1, And with true, Or with false, empty inputs of Concat</source>
        <translation>去掉不改变结果的运算：+ 0、- 0、* 1、/ 1、^ 1、与 true 相与、与 false 相或、Concat 的空输入</translation>
    </message>
    <message>
        <source>merges nodes that compute the same from the same inputs</source>
        <translation>合并由相同输入计算相同结果的节点</translation>
    </message>
    <message>
        <source>replaces three MatMul nodes of one tensor by one MatMul and a Split</source>
        <translation>用一个 MatMul 和一个 Split 替换同一张量的三个 MatMul</translation>
    </message>
    <message>
        <source>merges two Unsqueeze nodes in a row into one</source>
        <translation>把相连的两个 Unsqueeze 合并为一个</translation>
    </message>
    <message>
        <source>removes a Squeeze and an Unsqueeze that undo each other</source>
        <translation>去掉互相抵消的 Squeeze 和 Unsqueeze</translation>
    </message>
    <message>
        <source>removes nodes whose results are not used</source>
        <translation>去掉结果无人使用的节点</translation>
    </message>
    <message>
        <source>replaces Shape by a constant where all sizes are known</source>
        <translation>所有大小已知时，用常量替换 Shape</translation>
    </message>
    <message>
        <source>merges two Slice nodes along different axes into one</source>
        <translation>把沿不同轴的两个 Slice 合并为一个</translation>
    </message>
    <message>
        <source>removes initializers that are not used</source>
        <translation>去掉无人使用的初始值</translation>
    </message>
    <message>
        <source>computes in advance what depends on constants only</source>
        <translation>预先计算只取决于常量的部分</translation>
    </message>
    <message>
        <source>makes the constant the second input of an Add</source>
        <translation>把常量放到 Add 的第二个输入</translation>
    </message>
    <message>
        <source>slices the result of a MatMul instead of its first input</source>
        <translation>对 MatMul 的结果而不是第一个输入做切片</translation>
    </message>
    <message>
        <source>replaces the two Einsum nodes of attention by MatMul</source>
        <translation>用 MatMul 替换注意力中的两个 Einsum</translation>
    </message>
    <message>
        <source>gives every node a name of its own</source>
        <translation>给每个节点一个不重复的名称</translation>
    </message>
    <message>
        <source>lists in an attribute of each node with subgraphs the outer values that they use</source>
        <translation>在带子图的节点的属性中列出子图所用的外部值</translation>
    </message>
    <message>
        <source>keeps only the part of the model that depends on constants alone</source>
        <translation>只保留仅取决于常量的部分</translation>
    </message>
    <message>
        <source>keeps only the part of the model that depends on inputs</source>
        <translation>只保留取决于输入的部分</translation>
    </message>
    <message>
        <source>changes inputs of int64 to int32, with a Cast behind them</source>
        <translation>把 int64 输入改为 int32，并在其后加 Cast</translation>
    </message>
    <message>
        <source>replaces MatMul and Add of more than two axes by Gemm between two Reshape</source>
        <translation>将多于两个轴的 MatMul 与 Add 替换为两个 Reshape 之间的 Gemm</translation>
    </message>
    <message>
        <source>merges Reshape and the Reshape, Squeeze or Unsqueeze behind it into one Reshape</source>
        <translation>将 Reshape 与其后的 Reshape、Squeeze 或 Unsqueeze 合并为一个 Reshape</translation>
    </message>
    <message>
        <source>folds a multiplication by a constant into the weights of the Conv before it</source>
        <translation>将与常量的乘法折叠进前面 Conv 的权重</translation>
    </message>
    <message>
        <source>divides instead of multiplying by a reciprocal</source>
        <translation>以除法代替乘以倒数</translation>
    </message>
    <message>
        <source>lets a Reshape keep the sizes that its target shape takes from its input</source>
        <translation>让 Reshape 直接保留其目标形状取自输入的大小</translation>
    </message>
    <message>
        <source>folds a multiplication by a constant, or the addition of one, into the BatchNormalization before it</source>
        <translation>把与常量的乘法或加法并入其前的 BatchNormalization</translation>
    </message>
    <message>
        <source>turns computed numbers that are added to the result of a Conv into its bias, which then is no constant</source>
        <translation>把加到 Conv 结果上的计算值变为其偏置（此时偏置不是常量）</translation>
    </message>
    <message>
        <source>leaves out a type between two others that holds every number of the first one</source>
        <translation>省略两个类型之间能容纳前一类型全部数值的中间类型</translation>
    </message>
    <message>
        <source>merges two of Clip, Relu, Min and Max with constant limits into one</source>
        <translation>将两个界限为常量的 Clip、Relu、Min、Max 合并为一个</translation>
    </message>
    <message>
        <source>removes a reduction along axes of size 1</source>
        <translation>移除沿大小为 1 的轴的归约</translation>
    </message>
    <message>
        <source>reads tensors themselves instead of a sequence that was made of them</source>
        <translation>直接读取张量，而不是由它们构成的序列</translation>
    </message>
    <message>
        <source>merges two reductions of one kind into one</source>
        <translation>将两个同类归约合并为一个</translation>
    </message>
    <message>
        <source>removes a Transpose before a reduction that leaves the other axes in their order</source>
        <translation>移除归约前的 Transpose（其余轴保持原有顺序时）</translation>
    </message>
    <message>
        <source>folds BatchNormalization, Mul and Add of constants into the weights of the ConvTranspose or Gemm before them</source>
        <translation>将 BatchNormalization 以及与常量的 Mul、Add 折叠到前面 ConvTranspose 或 Gemm 的权重中</translation>
    </message>
    <message>
        <source>removes Transpose, Reshape and the like before and behind element-wise functions where the second undoes the first</source>
        <translation>移除逐元素函数前后互相抵消的 Transpose、Reshape 等</translation>
    </message>
    <message>
        <source>multiplies the weights by constants once instead of the input in every run</source>
        <translation>把常量一次乘到权重上，而不是每次运行都乘到输入上</translation>
    </message>
    <message>
        <source>lets a reduction keep or drop its axes instead of a Squeeze or Unsqueeze behind it</source>
        <translation>让归约保留或去掉各轴，而不用其后的 Squeeze 或 Unsqueeze</translation>
    </message>
    <message>
        <source>replaces a Loop that runs once, or never, by its body</source>
        <translation>将只运行一次或从不运行的 Loop 替换为其主体</translation>
    </message>
    <message>
        <source>writes the iterations of a Loop down one after the other where their number is constant</source>
        <translation>迭代次数为常量时，将 Loop 的各次迭代依次展开</translation>
    </message>
    <message>
        <source>leaves out a Split whose parts are put together again, also after a Gather of each</source>
        <translation>去掉各部分又被重新拼接的 Split，每部分各经过一次 Gather 时也是如此</translation>
    </message>
    <message>
        <source>removes a Tile that repeats nothing</source>
        <translation>去掉不重复任何内容的 Tile</translation>
    </message>
</context>
<context>
    <name>partita::PlanTable</name>
    <message>
        <source>Plan</source>
        <translation>计划</translation>
    </message>
    <message>
        <source>Does</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>What</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>From</source>
        <translation>原名</translation>
    </message>
    <message>
        <source>To</source>
        <translation>新名</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>What the merge will do</source>
        <translation>合并将做什么</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>拒绝</translation>
    </message>
    <message>
        <source>clashes</source>
        <translation>冲突</translation>
    </message>
    <message>
        <source>links</source>
        <translation>关联</translation>
    </message>
    <message>
        <source>renames</source>
        <translation>改名</translation>
    </message>
    <message>
        <source>kept</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>files</source>
        <translation>文件</translation>
    </message>
</context>
<context>
    <name>partita::Presenter</name>
    <message>
        <source>Step %1 of %2</source>
        <translation>第 %1 步，共 %2 步</translation>
    </message>
    <message>
        <source>Simplifying…</source>
        <translation>正在简化…</translation>
    </message>
    <message>
        <source>Open a model first</source>
        <translation>请先打开模型</translation>
    </message>
    <message>
        <source>Nothing to show: no pass changed this model.</source>
        <translation>没有可显示的内容：没有 pass 改变此模型。</translation>
    </message>
    <message>
        <source>No node changes in this step.</source>
        <translation>此步骤没有节点改变。</translation>
    </message>
    <message>
        <source>The model as it was opened</source>
        <translation>打开时的模型</translation>
    </message>
    <message>
        <source>from %1</source>
        <translation>原为 %1</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Partitions of %1</source>
        <translation>%1 的分区</translation>
    </message>
    <message>
        <source>Time per run</source>
        <translation>每次运行的时间</translation>
    </message>
    <message>
        <source>time simulated</source>
        <translation>时间为仿真</translation>
    </message>
    <message>
        <source>outputs agree, max %1</source>
        <translation>输出一致，最大差异 %1</translation>
    </message>
    <message>
        <source>outputs differ</source>
        <translation>输出不同</translation>
    </message>
    <message>
        <source>Space</source>
        <translation>空格</translation>
    </message>
    <message>
        <source>pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>play</source>
        <translation>播放</translation>
    </message>
    <message>
        <source>step</source>
        <translation>步进</translation>
    </message>
    <message>
        <source>Shift</source>
        <translation>Shift</translation>
    </message>
    <message>
        <source>next pass</source>
        <translation>下一个 pass</translation>
    </message>
    <message>
        <source>%1 per s</source>
        <translation>每秒 %1 步</translation>
    </message>
    <message>
        <source>sentence</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>formula</source>
        <translation>公式</translation>
    </message>
    <message>
        <source>black</source>
        <translation>黑屏</translation>
    </message>
    <message>
        <source>dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>hide this</source>
        <translation>隐藏提示</translation>
    </message>
    <message>
        <source>leave</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>第 %1 个，共 %2 个</translation>
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
        <source>Start</source>
        <translation>开始</translation>
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
        <source>and %1 more nodes that change</source>
        <translation>另有 %1 个节点改变</translation>
    </message>
    <message>
        <source>Steps of the simplifier</source>
        <translation>简化器的步骤</translation>
    </message>
    <message>
        <source>Steps of the history</source>
        <translation>历史的步骤</translation>
    </message>
    <message>
        <source>Insert</source>
        <translation>插入</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Attributes</source>
        <translation>属性</translation>
    </message>
    <message>
        <source>Connections</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>Tensors</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Names</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Inputs and outputs</source>
        <translation>输入和输出</translation>
    </message>
    <message>
        <source>Simplifier</source>
        <translation>简化器</translation>
    </message>
    <message>
        <source>Back to the file</source>
        <translation>恢复到文件</translation>
    </message>
    <message>
        <source>Edits</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>Nothing to show: no edit is done.</source>
        <translation>没有可显示的内容：没有进行任何编辑。</translation>
    </message>
    <message>
        <source>step</source>
        <comment>before its number</comment>
        <translation>步骤</translation>
    </message>
    <message>
        <source>outputs are equal</source>
        <translation>输出相同</translation>
    </message>
    <message>
        <source>+%1 more around it</source>
        <translation>周围还有 %1 个</translation>
    </message>
</context>
<context>
    <name>partita::ProblemTable</name>
    <message>
        <source>Problems</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Problems of the merge</source>
        <translation>合并的问题</translation>
    </message>
    <message>
        <source>Rename the graphs in a copy</source>
        <translation>在副本中给图改名</translation>
    </message>
    <message>
        <source>Leave the connection out</source>
        <translation>去掉此连接</translation>
    </message>
    <message>
        <source>Choose another prefix</source>
        <translation>选择其他前缀</translation>
    </message>
    <message>
        <source>Leave the model out</source>
        <translation>去掉此模型</translation>
    </message>
    <message>
        <source>Keep the binaries as they are</source>
        <translation>二进制保持原样</translation>
    </message>
    <message>
        <source>Leave this wish out</source>
        <translation>去掉此要求</translation>
    </message>
    <message>
        <source>Do not share it</source>
        <translation>不共享它</translation>
    </message>
    <message>
        <source>error</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message numerus="yes">
        <source>%n error(s)</source>
        <translation>
            <numerusform>%Ln 个错误</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n warning(s)</source>
        <translation>
            <numerusform>%Ln 个警告</numerusform>
        </translation>
    </message>
    <message>
        <source>Run it on %1</source>
        <translation>在 %1 上运行</translation>
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
            <numerusform>修复 %Ln 个问题：写出模型</numerusform>
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
    <message>
        <source>The model could not be checked: %1</source>
        <translation>无法检查该模型：%1</translation>
    </message>
    <message>
        <source>edit %1</source>
        <translation>编辑 %1</translation>
    </message>
    <message>
        <source>Undo edit %1</source>
        <translation>撤销编辑 %1</translation>
    </message>
    <message>
        <source>opened</source>
        <translation>打开时</translation>
    </message>
    <message>
        <source>Since</source>
        <translation>始于</translation>
    </message>
    <message>
        <source>ONNX says: %1</source>
        <translation>ONNX 的原文：%1</translation>
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
    <message>
        <source>The model that is placed</source>
        <translation>所放置的模型</translation>
    </message>
    <message>
        <source>ONNX Runtime computes constants and drops what changes nothing before it asks the providers; nodes that are gone by then are drawn pale, as folded</source>
        <translation>ONNX Runtime 在询问提供程序之前会算出常量并删除不起作用的节点；届时已消失的节点以浅色绘出，标为已折叠</translation>
    </message>
    <message>
        <source>Placed after basic rewrites</source>
        <translation>按基本改写之后放置</translation>
    </message>
    <message>
        <source>Placed as written</source>
        <translation>按原样放置</translation>
    </message>
    <message>
        <source>%1 runs what no other provider takes: it is always on, and always the last</source>
        <translation>%1 运行其他提供程序都不接受的节点：它始终启用，且始终在最后</translation>
    </message>
    <message>
        <source>There is one order only: only one provider is asked before %1</source>
        <translation>只有一种顺序：%1 之前只询问一个提供程序</translation>
    </message>
    <message>
        <source>The scenario sets the level: see What if</source>
        <translation>级别由方案设定：参见“假设分析”</translation>
    </message>
    <message>
        <source>Placed after rewrites of level %1</source>
        <translation>按级别 %1 的改写之后放置</translation>
    </message>
    <message>
        <source>Set by What if: %1</source>
        <translation>由“假设分析”设定：%1</translation>
    </message>
    <message>
        <source>The scenario sets the order: see What if</source>
        <translation>顺序由方案设定：参见“假设分析”</translation>
    </message>
    <message>
        <source>%1, by What if</source>
        <translation>%1，由“假设分析”设定</translation>
    </message>
    <message>
        <source>The scenario sets the device; chosen here: %1</source>
        <translation>设备由方案设定；此处选择的是：%1</translation>
    </message>
    <message>
        <source>The scenario sets it: see What if</source>
        <translation>由方案设定：参见“假设分析”</translation>
    </message>
    <message>
        <source>not set</source>
        <translation>未设置</translation>
    </message>
    <message>
        <source>By default: %1</source>
        <translation>默认：%1</translation>
    </message>
</context>
<context>
    <name>partita::RealProviderBox</name>
    <message>
        <source>options: key=value; key=value</source>
        <translation>选项：key=value; key=value</translation>
    </message>
    <message>
        <source>Options of the provider in its own words, and entries of the session, which begin with session. or ep.</source>
        <translation>提供程序自己的选项，以及以 session. 或 ep. 开头的会话条目</translation>
    </message>
    <message>
        <source>%1 · ONNX Runtime %2</source>
        <translation>%1 · ONNX Runtime %2</translation>
    </message>
    <message>
        <source>No ONNX Runtime answers</source>
        <translation>没有 ONNX Runtime 应答</translation>
    </message>
    <message>
        <source>Asking ONNX Runtime…</source>
        <translation>正在询问 ONNX Runtime…</translation>
    </message>
    <message>
        <source>A provider of ONNX Runtime…</source>
        <translation>ONNX Runtime 的提供程序…</translation>
    </message>
    <message>
        <source>Which ONNX Runtime it is, is in the settings</source>
        <translation>使用哪个 ONNX Runtime 由设置决定</translation>
    </message>
    <message>
        <source>Session…</source>
        <translation>会话…</translation>
    </message>
    <message>
        <source>Session: %1…</source>
        <translation>会话：%1…</translation>
    </message>
    <message>
        <source>Threads, order of the operators, fixed sizes, libraries of operators</source>
        <translation>线程、算子的顺序、固定大小、算子库</translation>
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
    <name>partita::RecordDialog</name>
    <message>
        <source>Who runs it really?</source>
        <translation>实际由谁运行？</translation>
    </message>
    <message>
        <source>Provider</source>
        <translation>提供程序</translation>
    </message>
    <message>
        <source>Options of the provider</source>
        <translation>提供程序的选项</translation>
    </message>
    <message>
        <source>None, so that nodes keep their names</source>
        <translation>不改写，节点保留名称</translation>
    </message>
    <message>
        <source>As ONNX Runtime does by itself</source>
        <translation>按 ONNX Runtime 的默认方式</translation>
    </message>
    <message>
        <source>Rewrites before</source>
        <translation>放置前的改写</translation>
    </message>
    <message>
        <source>Run it once, too, for the times (random inputs)</source>
        <translation>同时运行一次以获得时间（随机输入）</translation>
    </message>
    <message>
        <source>Ask ONNX Runtime</source>
        <translation>询问 ONNX Runtime</translation>
    </message>
    <message>
        <source>ONNX Runtime %1 of %2. It reads the model&apos;s file as it was saved.</source>
        <translation>%2 的 ONNX Runtime %1。它读取已保存的模型文件。</translation>
    </message>
    <message>
        <source>Asking ONNX Runtime…</source>
        <translation>正在询问 ONNX Runtime…</translation>
    </message>
    <message>
        <source>Save the record</source>
        <translation>保存记录</translation>
    </message>
    <message>
        <source>Records of a runtime (*.json)</source>
        <translation>运行时的记录 (*.json)</translation>
    </message>
    <message>
        <source>Save record…</source>
        <translation>保存记录…</translation>
    </message>
    <message>
        <source>Writes what ONNX Runtime told last, as the command record does: Compare…, diff, render and partition read it</source>
        <translation>写出 ONNX Runtime 上次给出的结果，与命令 record 相同：“比较…”、diff、render 和 partition 都能读取</translation>
    </message>
    <message>
        <source>What ONNX Runtime may rewrite before it asks its providers</source>
        <translation>ONNX Runtime 在询问提供程序之前可以改写什么</translation>
    </message>
</context>
<context>
    <name>partita::Recovery</name>
    <message numerus="yes">
        <source>%n edit(s), the last at %1</source>
        <translation>
            <numerusform>%n 处编辑，最后一次在 %1</numerusform>
        </translation>
    </message>
    <message>
        <source>the file is gone, so they cannot be restored</source>
        <translation>文件已不存在，无法恢复</translation>
    </message>
    <message>
        <source>the file was changed since, so they may not fit any more</source>
        <translation>文件此后被更改过，编辑可能不再适用</translation>
    </message>
    <message>
        <source>A journal of unsaved edits is damaged and was put aside: %1</source>
        <translation>一份未保存编辑的日志已损坏，已移到一边：%1</translation>
    </message>
    <message>
        <source>Unsaved edits</source>
        <translation>未保存的编辑</translation>
    </message>
    <message>
        <source>Partita did not end as usual. Edits that were not saved are kept:</source>
        <translation>Partita 上次没有正常退出。未保存的编辑都还在：</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>放弃</translation>
    </message>
    <message>
        <source>Later</source>
        <translation>以后再说</translation>
    </message>
    <message>
        <source>%1. They were put aside: %2</source>
        <translation>%1。它们已移到一边：%2</translation>
    </message>
</context>
<context>
    <name>partita::RemediesPanel</name>
    <message>
        <source>Trying changes…</source>
        <translation>正在尝试各种改动…</translation>
    </message>
    <message>
        <source>%1 tried, not guessed</source>
        <translation>已实际尝试 %1 种</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>Open a model to fill this list</source>
        <translation>打开模型以填充此列表</translation>
    </message>
    <message>
        <source>Looking for changes that give fewer partitions…</source>
        <translation>正在查找能减少分区的改动…</translation>
    </message>
    <message>
        <source>Search tries which changes give fewer partitions</source>
        <translation>点击“查找”，尝试哪些改动能减少分区</translation>
    </message>
    <message>
        <source>The search failed: %1</source>
        <translation>查找失败：%1</translation>
    </message>
    <message>
        <source>Nothing helps further: %1.</source>
        <translation>没有进一步的改进办法：%1。</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>查找</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>改动</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Saves per run</source>
        <translation>每次运行节省</translation>
    </message>
    <message>
        <source>Time, simulated</source>
        <translation>节省时间（模拟）</translation>
    </message>
    <message>
        <source>Try</source>
        <translation>试用</translation>
    </message>
    <message>
        <source>Try: %1</source>
        <translation>尝试：%1</translation>
    </message>
    <message>
        <source>Every size that is not known counts as 1</source>
        <translation>未知的尺寸均按 1 计</translation>
    </message>
    <message>
        <source>Not known: a size or a speed is missing</source>
        <translation>未知：缺少尺寸或速度</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>Simulated from the device&apos;s profile: the nodes one by one, and the copies</source>
        <translation>根据设备配置模拟：逐个节点的计算以及数据拷贝</translation>
    </message>
    <message>
        <source>%1 assumed</source>
        <translation>假定接受 %1 个</translation>
    </message>
    <message>
        <source>%1 more on %2</source>
        <translation>%2 上多 %1 个</translation>
    </message>
    <message>
        <source>Partitions</source>
        <translation>分区</translation>
    </message>
    <message>
        <source>%1 in all</source>
        <translation>共 %1</translation>
    </message>
    <message>
        <source>Of the first provider: %1; in all: %2</source>
        <translation>第一个提供程序：%1；总数：%2</translation>
    </message>
    <message>
        <source>%1 fewer on %2</source>
        <translation>%2 上少 %1 个</translation>
    </message>
    <message>
        <source>%1 fewer on the devices</source>
        <translation>设备上少 %1 个</translation>
    </message>
    <message>
        <source>%1 ms or more</source>
        <translation>至少 %1 ms</translation>
    </message>
    <message>
        <source>Simulated, of the copies alone: the time of some nodes is not known</source>
        <translation>仅模拟复制的时间：部分节点的时间未知</translation>
    </message>
    <message>
        <source>Looking for changes that give the devices nodes…</source>
        <translation>正在查找能让设备获得节点的改动…</translation>
    </message>
    <message>
        <source>Search tries which changes give the devices nodes</source>
        <translation>点击“查找”，尝试哪些改动能让设备获得节点</translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <translation>%2 上 %1</translation>
    </message>
    <message>
        <source>%1 on the devices</source>
        <translation>设备上 %1</translation>
    </message>
    <message>
        <source>Not carried over: %1</source>
        <translation>未沿用：%1</translation>
    </message>
</context>
<context>
    <name>partita::RepeatsPanel</name>
    <message>
        <source>folded or not placed</source>
        <translation>已折叠或未放置</translation>
    </message>
    <message numerus="yes">
        <source>%1, cut %Ln time(s)</source>
        <translation>
            <numerusform>%1，被切开 %Ln 次</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 alike: %2</source>
        <translation>%1 个相同：%2</translation>
    </message>
    <message numerus="yes">
        <source>%Ln more kind(s)</source>
        <translation>
            <numerusform>另有 %Ln 种</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 and %Ln more</source>
        <translation>
            <numerusform>%1 和另外 %Ln 个</numerusform>
        </translation>
    </message>
    <message>
        <source>Block</source>
        <translation>模块</translation>
    </message>
    <message>
        <source>Times</source>
        <translation>次数</translation>
    </message>
    <message>
        <source>Nodes each</source>
        <translation>每个模块的节点</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>Partitions</source>
        <translation>分区</translation>
    </message>
    <message>
        <source>Boundary tensors</source>
        <translation>边界张量</translation>
    </message>
    <message>
        <source>Placement</source>
        <translation>放置</translation>
    </message>
    <message>
        <source>Differ</source>
        <translation>不同之处</translation>
    </message>
    <message>
        <source>No block stands twice in the model</source>
        <translation>模型中没有重复的模块</translation>
    </message>
</context>
<context>
    <name>partita::RerouteList</name>
    <message>
        <source>Let its readers read</source>
        <translation>让其读取者改读</translation>
    </message>
    <message>
        <source>Name of a tensor</source>
        <translation>张量名称</translation>
    </message>
    <message>
        <source>No tensor of this type has such a name</source>
        <translation>没有此类型的同名张量</translation>
    </message>
</context>
<context>
    <name>partita::RewriteStrip</name>
    <message>
        <source>The model as it was opened</source>
        <translation>打开时的模型</translation>
    </message>
    <message numerus="yes">
        <source>then %Ln rewrites that change constants or types only</source>
        <translation>
            <numerusform>其后 %Ln 次改写只改变常量或类型</numerusform>
        </translation>
    </message>
    <message>
        <source>before</source>
        <translation>之前</translation>
    </message>
    <message>
        <source>after</source>
        <translation>之后</translation>
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
            <numerusform>连同依赖它的 %Ln 个改写一起撤销</numerusform>
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
    <message>
        <source>Left out: %1</source>
        <translation>已排除：%1</translation>
    </message>
    <message>
        <source>%1: a double click takes it back</source>
        <translation>%1：双击即可恢复</translation>
    </message>
    <message>
        <source>everywhere</source>
        <translation>所有位置</translation>
    </message>
    <message>
        <source>from round %1 on</source>
        <translation>从第 %1 轮起</translation>
    </message>
    <message>
        <source>Take it back and run again</source>
        <translation>恢复并重新运行</translation>
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
    <message>
        <source>Running in ONNX Runtime</source>
        <translation>正在 ONNX Runtime 中运行</translation>
    </message>
    <message>
        <source>Comparing outputs</source>
        <translation>正在比较输出</translation>
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
            <numerusform>%Ln 次搬运，%1</numerusform>
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
            <numerusform>%Ln 次运行：最短 %1，p90 %2</numerusform>
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
        <source>I/O on the device</source>
        <translation>输入输出留在设备上</translation>
    </message>
    <message>
        <source>Inputs and outputs stay where they are between runs: nothing is copied from or to the host (I/O binding)</source>
        <translation>输入和输出在多次运行之间保持原位：不与主机相互复制（I/O 绑定）</translation>
    </message>
    <message>
        <source>%1 differs from the CPU&apos;s by %2</source>
        <translation>%1 与 CPU 相差 %2</translation>
    </message>
    <message numerus="yes">
        <source>%n more output(s) differ</source>
        <translation>
            <numerusform>另有 %Ln 个输出不同</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n output(s) equal to the CPU&apos;s</source>
        <translation>
            <numerusform>%Ln 个输出与 CPU 的相同</numerusform>
        </translation>
    </message>
    <message>
        <source>Kernels</source>
        <translation>内核</translation>
    </message>
    <message>
        <source>Partita</source>
        <translation>Partita</translation>
    </message>
    <message>
        <source>Who runs it</source>
        <translation>由谁运行</translation>
    </message>
    <message>
        <source>Options of the provider</source>
        <translation>提供程序的选项</translation>
    </message>
    <message>
        <source>&lt;b&gt;%1 ms&lt;/b&gt; %2</source>
        <translation>&lt;b&gt;%1 ms&lt;/b&gt; %2</translation>
    </message>
    <message>
        <source>The last run failed: %1</source>
        <translation>上次运行失败：%1</translation>
    </message>
    <message>
        <source>An earlier run: %1</source>
        <translation>更早的一次运行：%1</translation>
    </message>
    <message>
        <source>%1 differs from the reference&apos;s by %2</source>
        <translation>%1 与参考求值器的相差 %2</translation>
    </message>
    <message numerus="yes">
        <source>%n output(s) equal to the reference&apos;s</source>
        <translation>
            <numerusform>%Ln 个输出与参考求值器的相同</numerusform>
        </translation>
    </message>
    <message>
        <source>compared on the CPU: the reference would take minutes</source>
        <translation>在 CPU 上比较：参考求值器需要数分钟</translation>
    </message>
    <message>
        <source>comparing the outputs…</source>
        <translation>正在比较输出…</translation>
    </message>
    <message>
        <source>outputs not compared: %1</source>
        <translation>未比较输出：%1</translation>
    </message>
    <message>
        <source>Compare outputs</source>
        <translation>比较输出</translation>
    </message>
    <message>
        <source>After the run, compute the outputs by the reference evaluator, which is slow, and say how far each one is from that. Where it would take minutes, the CPU&apos;s kernels judge.</source>
        <translation>运行后由参考求值器（较慢）计算输出，并说明每个输出与之相差多少。若参考求值器需要数分钟，则由 CPU 内核评判。</translation>
    </message>
</context>
<context>
    <name>partita::RuntimePage</name>
    <message>
        <source>python3 of the PATH, or the bin/python3 of an environment</source>
        <translation>PATH 中的 python3，或某个环境的 bin/python3</translation>
    </message>
    <message>
        <source>NAME:/path/to/library.so, for example QNN:…</source>
        <translation>NAME:/path/to/library.so，例如 QNN:…</translation>
    </message>
    <message>
        <source>Each library is registered under its name; some providers, such as QNN, take the name for theirs</source>
        <translation>每个库以其名称注册；有些提供程序（如 QNN）把它当作自己的名称</translation>
    </message>
    <message>
        <source>Browse…</source>
        <translation>浏览…</translation>
    </message>
    <message>
        <source>&amp;Ask it</source>
        <translation>询问(&amp;A)</translation>
    </message>
    <message>
        <source>Starts this Python, and shows version, providers and devices</source>
        <translation>启动此 Python，并显示版本、提供程序和设备</translation>
    </message>
    <message>
        <source>What ONNX Runtime says of itself</source>
        <translation>ONNX Runtime 的自述</translation>
    </message>
    <message>
        <source>Asking ONNX Runtime…</source>
        <translation>正在询问 ONNX Runtime…</translation>
    </message>
    <message>
        <source>It was not asked yet.</source>
        <translation>尚未询问。</translation>
    </message>
    <message>
        <source>A Python interpreter</source>
        <translation>Python 解释器</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>&amp;Python that has onnxruntime</source>
        <translation>带有 onnxruntime 的 &amp;Python</translation>
    </message>
    <message>
        <source>Providers in &amp;libraries of their own, one a line</source>
        <translation>位于独立库中的提供程序，每行一个(&amp;L)</translation>
    </message>
</context>
<context>
    <name>partita::SaveController</name>
    <message>
        <source>Saving %1</source>
        <translation>正在保存 %1</translation>
    </message>
</context>
<context>
    <name>partita::SaveFile</name>
    <message>
        <source>%1 is there already. Replace it?</source>
        <translation>%1 已存在。要替换吗？</translation>
    </message>
</context>
<context>
    <name>partita::Saving</name>
    <message>
        <source>ONNX models (*.onnx)</source>
        <translation>ONNX 模型 (*.onnx)</translation>
    </message>
    <message>
        <source>Changed on disk</source>
        <translation>磁盘上的文件已更改</translation>
    </message>
    <message>
        <source>%1 was changed by another program since it was opened. To save the document over it would lose those changes.</source>
        <translation>%1 打开后被其他程序更改过。如果覆盖保存，那些更改会丢失。</translation>
    </message>
    <message>
        <source>Overwrite</source>
        <translation>覆盖</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>另存为…</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>The rewrites in view are not part of %1 yet</source>
        <translation>当前显示的改写还不属于 %1</translation>
    </message>
    <message>
        <source>they can be</source>
        <translation>可以先应用</translation>
    </message>
    <message>
        <source>Apply and save</source>
        <translation>应用并保存</translation>
    </message>
    <message>
        <source>There is nothing to save: %1 holds this model</source>
        <translation>没有需要保存的内容：%1 就是这个模型</translation>
    </message>
    <message>
        <source>Save the model as</source>
        <translation>模型另存为</translation>
    </message>
    <message>
        <source>Save a copy of the model</source>
        <translation>保存模型的副本</translation>
    </message>
    <message numerus="yes">
        <source>%1 has %n edit(s) that are not saved.</source>
        <translation>
            <numerusform>%1 有 %n 处编辑尚未保存。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 is gone from the disk: only this window has the model.</source>
        <translation>%1 已从磁盘消失：只有这个窗口还有该模型。</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Rewrites of %1 were left out, and neither the recipe nor the model is saved.</source>
        <translation>%1 有改写被略去，而配方和模型都未保存。</translation>
    </message>
    <message>
        <source>Save the recipe…</source>
        <translation>保存配方…</translation>
    </message>
    <message numerus="yes">
        <source>The scenario of %1 is not saved: %n change(s).</source>
        <translation>
            <numerusform>%1 的方案尚未保存：%n 项更改。</numerusform>
        </translation>
    </message>
    <message>
        <source>Save the scenario…</source>
        <translation>保存方案…</translation>
    </message>
    <message>
        <source>Not saved</source>
        <translation>未保存</translation>
    </message>
    <message>
        <source>Save all</source>
        <translation>全部保存</translation>
    </message>
    <message>
        <source>Do not save</source>
        <translation>不保存</translation>
    </message>
    <message>
        <source>Save with problems</source>
        <translation>带问题保存</translation>
    </message>
    <message numerus="yes">
        <source>The model has %n problem(s) that it did not have when it was opened:</source>
        <translation>
            <numerusform>模型有 %n 个打开时没有的问题：</numerusform>
        </translation>
    </message>
    <message>
        <source>Save anyway</source>
        <translation>仍然保存</translation>
    </message>
    <message>
        <source>Show problems</source>
        <translation>显示问题</translation>
    </message>
    <message>
        <source>%1 holds this model. %2</source>
        <translation>%1 就是这个模型。%2</translation>
    </message>
    <message>
        <source>it goes into a file of its own</source>
        <translation>它保存在单独的文件中</translation>
    </message>
    <message>
        <source>Save the selection as a model</source>
        <translation>将所选内容保存为模型</translation>
    </message>
    <message>
        <source>%1 may not be written: save the model as</source>
        <translation>%1 不可写入：将模型另存为</translation>
    </message>
</context>
<context>
    <name>partita::ScriptDialog</name>
    <message>
        <source>Leave out what cannot be done</source>
        <translation>略去无法完成的行</translation>
    </message>
    <message>
        <source>Play %1</source>
        <translation>执行 %1</translation>
    </message>
    <message>
        <source>Lines of the script</source>
        <translation>脚本的行</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>Matches</source>
        <translation>匹配</translation>
    </message>
    <message>
        <source>What it does</source>
        <translation>作用</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>执行</translation>
    </message>
    <message>
        <source>The script has no lines</source>
        <translation>脚本没有任何行</translation>
    </message>
    <message numerus="yes">
        <source>%Ln line(s) cannot be done, and then none is</source>
        <translation>
            <numerusform>有 %Ln 行无法完成，因此全部不执行</numerusform>
        </translation>
    </message>
    <message>
        <source>Play a script</source>
        <translation>执行脚本</translation>
    </message>
    <message>
        <source>Scripts (*.json)</source>
        <translation>脚本 (*.json)</translation>
    </message>
</context>
<context>
    <name>partita::ScriptPanel</name>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>保存…</translation>
    </message>
    <message>
        <source>Saves the script, with the tensors and functions that it needs</source>
        <translation>保存脚本及其所需的张量和函数</translation>
    </message>
    <message>
        <source>Script</source>
        <translation>脚本</translation>
    </message>
    <message>
        <source>No edits yet. What you change by hand stands here as a script, which can be played on the next export.</source>
        <translation>还没有编辑。手动所做的更改会在这里写成脚本，可在下一次导出上执行。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln step(s)</source>
        <translation>
            <numerusform>%Ln 步</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln step(s) cannot be in a script: %1</source>
        <translation>
            <numerusform>%Ln 步无法写入脚本：%1</numerusform>
        </translation>
    </message>
    <message>
        <source>Copies the script; the command edit plays it on other models</source>
        <translation>复制脚本；命令 edit 可把它用于其他模型</translation>
    </message>
</context>
<context>
    <name>partita::SessionSettingsDialog</name>
    <message numerus="yes">
        <source>%n thread(s)</source>
        <translation>
            <numerusform>%n 个线程</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n thread(s) beside each other</source>
        <translation>
            <numerusform>%n 个并行线程</numerusform>
        </translation>
    </message>
    <message>
        <source>parallel</source>
        <translation>并行</translation>
    </message>
    <message>
        <source>sequential</source>
        <translation>顺序</translation>
    </message>
    <message>
        <source>Session of ONNX Runtime</source>
        <translation>ONNX Runtime 的会话</translation>
    </message>
    <message>
        <source>one for each core</source>
        <translation>每个核心一个</translation>
    </message>
    <message>
        <source>as ONNX Runtime does it</source>
        <translation>由 ONNX Runtime 决定</translation>
    </message>
    <message>
        <source>Threads inside one operator</source>
        <translation>单个算子内的线程</translation>
    </message>
    <message>
        <source>0: one for each core, ONNX Runtime&apos;s default</source>
        <translation>0：每个核心一个，ONNX Runtime 的默认值</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Sequential: operator by operator. Parallel: those that do not need each other at the same time</source>
        <translation>顺序：逐个算子。并行：互不依赖的算子同时执行</translation>
    </message>
    <message>
        <source>Threads for parallel operators</source>
        <translation>并行算子的线程</translation>
    </message>
    <message>
        <source>Threads that run operators at the same time; only parallel execution uses them</source>
        <translation>同时执行算子的线程；只用于并行执行</translation>
    </message>
    <message>
        <source>Fixed sizes</source>
        <translation>固定的大小</translation>
    </message>
    <message>
        <source>Sizes for symbols that the inputs leave open, before the session places nodes</source>
        <translation>会话放置节点之前，为输入中未定的符号给出大小</translation>
    </message>
    <message>
        <source>Libraries of operators</source>
        <translation>算子库</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Defaults</source>
        <translation>默认值</translation>
    </message>
    <message>
        <source>Add…</source>
        <translation>添加…</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>A library of operators</source>
        <translation>算子库</translation>
    </message>
    <message>
        <source>Libraries (*.so);;All files (*)</source>
        <translation>库 (*.so);;所有文件 (*)</translation>
    </message>
</context>
<context>
    <name>partita::SettingsDialog</name>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>&amp;General</source>
        <translation>常规(&amp;G)</translation>
    </message>
    <message>
        <source>S&amp;hortcuts</source>
        <translation>快捷键(&amp;H)</translation>
    </message>
    <message>
        <source>Pages of the settings</source>
        <translation>设置的页面</translation>
    </message>
    <message>
        <source>The colours of all windows</source>
        <translation>所有窗口的颜色</translation>
    </message>
    <message>
        <source>The language of all texts</source>
        <translation>所有文字的语言</translation>
    </message>
    <message>
        <source>The size of the texts outside of the graph</source>
        <translation>图以外文字的大小</translation>
    </message>
    <message>
        <source>What the wheel of the mouse does</source>
        <translation>鼠标滚轮的作用</translation>
    </message>
    <message>
        <source>As the desktop</source>
        <translation>跟随桌面</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>High contrast</source>
        <translation>高对比度</translation>
    </message>
    <message>
        <source> pt</source>
        <translation> pt</translation>
    </message>
    <message>
        <source>Zooms at the pointer</source>
        <translation>以指针为中心缩放</translation>
    </message>
    <message>
        <source>Scrolls, and zooms with Ctrl</source>
        <translation>滚动，按住 Ctrl 时缩放</translation>
    </message>
    <message>
        <source>OK</source>
        <translation>确定</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>&amp;Reset to defaults</source>
        <translation>恢复默认值(&amp;R)</translation>
    </message>
    <message>
        <source>The usual one</source>
        <translation>默认设备</translation>
    </message>
    <message>
        <source>ONNX R&amp;untime</source>
        <translation>ONNX R&amp;untime</translation>
    </message>
    <message>
        <source>F&amp;ile</source>
        <translation>文件(&amp;I)</translation>
    </message>
    <message>
        <source>Keep the settings, the shortcuts and the layouts of the panels in a file</source>
        <translation>把设置、快捷键和面板布局保存到文件</translation>
    </message>
    <message>
        <source>&amp;Export…</source>
        <translation>导出(&amp;E)…</translation>
    </message>
    <message>
        <source>&amp;Import…</source>
        <translation>导入(&amp;I)…</translation>
    </message>
    <message>
        <source>Export the settings</source>
        <translation>导出设置</translation>
    </message>
    <message>
        <source>Settings (*.json)</source>
        <translation>设置 (*.json)</translation>
    </message>
    <message>
        <source>Import settings</source>
        <translation>导入设置</translation>
    </message>
    <message>
        <source>Whether the log is kept in a file, to be read after a crash; the panel Log has it either way</source>
        <translation>是否把日志保存到文件，以便在崩溃后查看；日志面板始终会显示日志</translation>
    </message>
    <message>
        <source>Written</source>
        <translation>写入</translation>
    </message>
    <message>
        <source>Not written</source>
        <translation>不写入</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>主题(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>语言(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Font size</source>
        <translation>字号(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Wheel over a graph</source>
        <translation>在图上滚动滚轮(&amp;W)</translation>
    </message>
    <message>
        <source>L&amp;og file</source>
        <translation>日志文件(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Device</source>
        <translation>设备(&amp;D)</translation>
    </message>
    <message>
        <source>The NPU that nodes are placed on, from the next start, unless that names another one</source>
        <translation>节点所放置的 NPU，下次启动时生效，除非启动时另行指定</translation>
    </message>
</context>
<context>
    <name>partita::ShortcutPage</name>
    <message>
        <source>Search commands and shortcuts</source>
        <translation>搜索命令和快捷键</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Shortcut</source>
        <translation>快捷键</translation>
    </message>
    <message>
        <source>Shortcuts of the commands</source>
        <translation>命令的快捷键</translation>
    </message>
    <message>
        <source>Shortcut of the command</source>
        <translation>该命令的快捷键</translation>
    </message>
    <message>
        <source>Press the keys that are to run the command</source>
        <translation>按下要用来执行该命令的按键</translation>
    </message>
    <message>
        <source>&amp;None</source>
        <translation>无(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Default</source>
        <translation>默认(&amp;D)</translation>
    </message>
    <message>
        <source>%1 belongs to “%2”: change that first, or choose other keys</source>
        <translation>%1 已属于“%2”：请先更改它，或选择其他按键</translation>
    </message>
    <message>
        <source>&amp;Shortcut</source>
        <translation>快捷键(&amp;S)</translation>
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
        <source>Every rewrite can be seen, judged and left out</source>
        <translation>每个改写都可以查看、评判和略去</translation>
    </message>
    <message>
        <source>Open a model to simplify it</source>
        <translation>打开模型以简化</translation>
    </message>
    <message>
        <source>%1 left out</source>
        <translation>略去 %1 个</translation>
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
        <source>Web pages (*.html);;All that was done, as data (*.json)</source>
        <translation>网页 (*.html);;全部改写的数据 (*.json)</translation>
    </message>
    <message>
        <source>compared on the CPU: the reference would take minutes</source>
        <translation>在 CPU 上比较：参考求值器需要数分钟</translation>
    </message>
    <message>
        <source>outputs agree; largest difference: %1</source>
        <translation>输出一致；最大差异：%1</translation>
    </message>
    <message>
        <source>outputs differ by %1</source>
        <translation>输出不一致，相差 %1</translation>
    </message>
    <message>
        <source>outputs are equal</source>
        <translation>输出相同</translation>
    </message>
    <message>
        <source>Stop here</source>
        <translation>停在此处</translation>
    </message>
    <message>
        <source>Applies the rewrites up to the state in view, as one step</source>
        <translation>将到当前状态为止的改写作为一步应用</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>放弃</translation>
    </message>
    <message>
        <source>Shows the model without the rewrites, and forgets them</source>
        <translation>显示没有改写的模型，并丢弃这些改写</translation>
    </message>
    <message>
        <source>Makes all rewrites one step of the document&apos;s history</source>
        <translation>将所有改写作为文档历史中的一步</translation>
    </message>
    <message numerus="yes">
        <source>Apply all %Ln</source>
        <translation>
            <numerusform>应用全部 %Ln 个</numerusform>
        </translation>
    </message>
    <message>
        <source>Name and size, for example batch=2, length=64</source>
        <translation>名称与尺寸，例如 batch=2, length=64</translation>
    </message>
    <message>
        <source>&lt;b&gt;%1 → %2 nodes&lt;/b&gt; without Constant</source>
        <translation>&lt;b&gt;%1 → %2 个节点&lt;/b&gt;（不计 Constant）</translation>
    </message>
    <message numerus="yes">
        <source>%Ln rewrite(s) in %1</source>
        <translation>
            <numerusform>%1 %Ln 次改写</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln round(s)</source>
        <translation>
            <numerusform>%Ln 轮</numerusform>
        </translation>
    </message>
    <message>
        <source>Passes and what was left out, for the command simplify</source>
        <translation>各个 pass 以及略去的内容，供命令 simplify 使用</translation>
    </message>
</context>
<context>
    <name>partita::SizeEditor</name>
    <message>
        <source>Sizes of the inputs</source>
        <translation>输入的大小</translation>
    </message>
    <message>
        <source>Fix these sizes</source>
        <translation>固定这些大小</translation>
    </message>
    <message>
        <source>As in the file</source>
        <translation>与文件相同</translation>
    </message>
    <message>
        <source>All sizes of the inputs are known</source>
        <translation>输入的所有大小都已知</translation>
    </message>
    <message>
        <source>An empty field leaves the size open</source>
        <translation>留空表示大小不固定</translation>
    </message>
    <message>
        <source>%1 has sizes without names: fill in all of them</source>
        <translation>%1 有未命名的大小：请全部填写</translation>
    </message>
</context>
<context>
    <name>partita::SourceTable</name>
    <message>
        <source>inside</source>
        <translation>在内部</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>EPContext</source>
        <translation>EPContext</translation>
    </message>
    <message>
        <source>Other nodes</source>
        <translation>其他节点</translation>
    </message>
    <message>
        <source>Binary</source>
        <translation>二进制</translation>
    </message>
    <message>
        <source>Opset · IR</source>
        <translation>Opset · IR</translation>
    </message>
    <message>
        <source>Prefix</source>
        <translation>前缀</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Models to merge</source>
        <translation>要合并的模型</translation>
    </message>
    <message>
        <source>Prefix of model %1</source>
        <translation>模型 %1 的前缀</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%2 的 %1</translation>
    </message>
    <message>
        <source>planning…</source>
        <translation>正在计划…</translation>
    </message>
    <message numerus="yes">
        <source>ready, %n name(s) stay</source>
        <translation>
            <numerusform>就绪，%Ln 个名称保留</numerusform>
        </translation>
    </message>
    <message>
        <source>ready</source>
        <translation>就绪</translation>
    </message>
    <message>
        <source>Open the model</source>
        <translation>打开模型</translation>
    </message>
    <message>
        <source>Take only the partition</source>
        <translation>只取此分区</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
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
        <source>selected: %1</source>
        <translation>已选：%1</translation>
    </message>
    <message>
        <source>1 node placed, %1 in view</source>
        <translation>已放置 1 个节点，图中 %1 个</translation>
    </message>
    <message>
        <source>%1 nodes placed, %2 in view</source>
        <translation>已放置 %1 个节点，图中 %2 个</translation>
    </message>
    <message>
        <source>Merge of context models</source>
        <translation>合并上下文模型</translation>
    </message>
    <message>
        <source>1 parameter, %1</source>
        <translation>1 个参数，%1</translation>
    </message>
    <message>
        <source>%1 parameters, %2</source>
        <translation>%1 个参数，%2</translation>
    </message>
    <message>
        <source>The elements of all initializers and Constant nodes of the model in view</source>
        <translation>所显示模型的全部 initializer 和 Constant 节点的元素</translation>
    </message>
    <message>
        <source>%1 selected: %2</source>
        <translation>已选 %1 个：%2</translation>
    </message>
    <message>
        <source>Device: %1 (simulated)</source>
        <translation>设备：%1（模拟）</translation>
    </message>
    <message>
        <source>Device: %1</source>
        <translation>设备：%1</translation>
    </message>
    <message>
        <source>Not saved</source>
        <translation>未保存</translation>
    </message>
    <message>
        <source>Saved</source>
        <translation>已保存</translation>
    </message>
    <message>
        <source>There are edits or choices that are in no file yet. A click shows the history.</source>
        <translation>有编辑或选择尚未写入文件。单击显示历史。</translation>
    </message>
    <message>
        <source>Everything that was done is in a file, or nothing was done. A click shows the history.</source>
        <translation>所做的一切都已写入文件，或没有做任何改动。单击显示历史。</translation>
    </message>
    <message>
        <source>What nodes are placed on. A click shows the providers and their options.</source>
        <translation>节点所放置的设备。单击显示 provider 及其选项。</translation>
    </message>
    <message>
        <source>about %1 min left</source>
        <translation>约剩 %1 分钟</translation>
    </message>
    <message>
        <source>about %1 s left</source>
        <translation>约剩 %1 秒</translation>
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
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Beside the start</source>
        <translation>与开始对照</translation>
    </message>
    <message>
        <source>Shows the model as it was opened beside every state</source>
        <translation>在每个状态旁显示打开时的模型</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>What one step forward or back goes over</source>
        <translation>向前或向后一步跨过什么</translation>
    </message>
    <message>
        <source>How many steps are shown in a second</source>
        <translation>每秒显示多少步</translation>
    </message>
</context>
<context>
    <name>partita::StructureActions</name>
    <message>
        <source>Extract into a function…</source>
        <translation>提取为函数…</translation>
    </message>
    <message>
        <source>Inline the call</source>
        <translation>内联此调用</translation>
    </message>
    <message>
        <source>Inline all calls of its function</source>
        <translation>内联其函数的所有调用</translation>
    </message>
    <message>
        <source>Put the branch that is taken here</source>
        <translation>用所取的分支代替</translation>
    </message>
    <message>
        <source>Mark for a provider…</source>
        <translation>为提供程序标记…</translation>
    </message>
    <message>
        <source>Remove the mark</source>
        <translation>移除标记</translation>
    </message>
    <message>
        <source>Insert on its edges</source>
        <translation>在其边上插入</translation>
    </message>
    <message>
        <source>Cast to</source>
        <translation>Cast 到</translation>
    </message>
    <message>
        <source>Cast there and back</source>
        <translation>Cast 并转回</translation>
    </message>
    <message>
        <source>Transpose…</source>
        <translation>Transpose…</translation>
    </message>
    <message>
        <source>Quantize and dequantize…</source>
        <translation>量化并反量化…</translation>
    </message>
    <message>
        <source>Structure</source>
        <translation>结构</translation>
    </message>
</context>
<context>
    <name>partita::StructureForms</name>
    <message>
        <source>Extract into a function</source>
        <translation>提取为函数</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Domain</source>
        <translation>域</translation>
    </message>
    <message>
        <source>Insert Transpose</source>
        <translation>插入 Transpose</translation>
    </message>
    <message>
        <source>Order of the dimensions</source>
        <translation>维度的顺序</translation>
    </message>
    <message>
        <source>And its inverse behind it</source>
        <translation>其后加上逆变换</translation>
    </message>
    <message>
        <source>Insert QuantizeLinear and DequantizeLinear</source>
        <translation>插入 QuantizeLinear 和 DequantizeLinear</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Scale</source>
        <translation>缩放因子</translation>
    </message>
    <message>
        <source>Zero point</source>
        <translation>零点</translation>
    </message>
    <message>
        <source>Axis of several scales</source>
        <translation>多个缩放因子的轴</translation>
    </message>
    <message>
        <source>Mark for a provider</source>
        <translation>为提供程序标记</translation>
    </message>
    <message>
        <source>Mark</source>
        <translation>标记</translation>
    </message>
    <message>
        <source>Metadata layer_ann of the nodes, which the session option session.layer_assignment_settings names</source>
        <translation>节点的元数据 layer_ann，会话选项 session.layer_assignment_settings 按它指定</translation>
    </message>
    <message>
        <source>The type of the quantized values</source>
        <translation>量化值的类型</translation>
    </message>
</context>
<context>
    <name>partita::SuggestionBar</name>
    <message>
        <source>Try</source>
        <translation>试用</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Would help:</source>
        <translation>改进建议：</translation>
    </message>
</context>
<context>
    <name>partita::SummaryLine</name>
    <message numerus="yes">
        <source>%n size(s) fixed</source>
        <translation>
            <numerusform>已固定 %Ln 个大小</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln node(s) moved</source>
        <translation>
            <numerusform>%Ln 个节点移动</numerusform>
        </translation>
    </message>
    <message>
        <source>measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>predicted</source>
        <translation>预测</translation>
    </message>
    <message numerus="yes">
        <source>%n option(s) set</source>
        <translation>
            <numerusform>已设置 %n 个选项</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>partita::TabbedWindow</name>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Close the others</source>
        <translation>关闭其他标签页</translation>
    </message>
    <message>
        <source>Copy the path</source>
        <translation>复制路径</translation>
    </message>
    <message>
        <source>Show in a new window</source>
        <translation>在新窗口中显示</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
</context>
<context>
    <name>partita::TableMenu</name>
    <message>
        <source>Copy cell</source>
        <translation>复制单元格</translation>
    </message>
    <message>
        <source>Copy selected rows</source>
        <translation>复制所选行</translation>
    </message>
    <message>
        <source>Copy all rows</source>
        <translation>复制所有行</translation>
    </message>
    <message>
        <source>Select all rows</source>
        <translation>选择所有行</translation>
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
    <name>partita::TensorActions</name>
    <message>
        <source>Put into a data file</source>
        <translation>放入数据文件</translation>
    </message>
    <message>
        <source>Put into the model file</source>
        <translation>放入模型文件</translation>
    </message>
    <message>
        <source>Convert the elements to</source>
        <translation>元素转换为</translation>
    </message>
    <message>
        <source>Convert them, and cast back for the readers</source>
        <translation>转换元素，并为读取者转回</translation>
    </message>
    <message>
        <source>The tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Rename or fix a size…</source>
        <translation>重命名或固定尺寸…</translation>
    </message>
    <message>
        <source>Documentation and metadata…</source>
        <translation>说明和元数据…</translation>
    </message>
    <message>
        <source>Make it an initializer</source>
        <translation>设为初始化器</translation>
    </message>
    <message>
        <source>Make it a Constant node</source>
        <translation>设为 Constant 节点</translation>
    </message>
    <message>
        <source>Make it an input</source>
        <translation>设为输入</translation>
    </message>
    <message>
        <source>Its constants</source>
        <translation>其常量</translation>
    </message>
    <message>
        <source>New initializer…</source>
        <translation>新建初始化器…</translation>
    </message>
</context>
<context>
    <name>partita::TensorDialog</name>
    <message>
        <source>Element type</source>
        <translation>元素类型</translation>
    </message>
    <message>
        <source>From a file…</source>
        <translation>从文件读取…</translation>
    </message>
    <message>
        <source>%1: too many elements for a table, or no numbers</source>
        <translation>%1：元素过多无法用表格显示，或不是数字</translation>
    </message>
    <message>
        <source>each cell needs one number</source>
        <translation>每个单元格需要一个数字</translation>
    </message>
    <message>
        <source>Elements from a file</source>
        <translation>从文件读取元素</translation>
    </message>
    <message>
        <source>Tensors (*.npy *.npz *.pb)</source>
        <translation>张量 (*.npy *.npz *.pb)</translation>
    </message>
    <message numerus="yes">
        <source>%Ln element(s) were beyond its range</source>
        <translation>
            <numerusform>%Ln 个元素超出其范围</numerusform>
        </translation>
    </message>
    <message>
        <source>Fill…</source>
        <translation>填充…</translation>
    </message>
    <message>
        <source>Zeros, ones, another number, or random ones</source>
        <translation>零、一、其他数字或随机数</translation>
    </message>
    <message>
        <source>Fill</source>
        <translation>填充</translation>
    </message>
    <message>
        <source>Another type converts the elements, as Cast does</source>
        <translation>选择另一类型会像 Cast 一样转换元素</translation>
    </message>
</context>
<context>
    <name>partita::TensorForms</name>
    <message>
        <source>New initializer</source>
        <translation>新建初始化器</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Element type</source>
        <translation>元素类型</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>scalar</source>
        <translation>标量</translation>
    </message>
    <message>
        <source>nothing yet</source>
        <translation>暂无</translation>
    </message>
    <message>
        <source>Read by</source>
        <translation>读取者</translation>
    </message>
    <message>
        <source>The open inputs of the selected node; select one first</source>
        <translation>所选节点的空闲输入；请先选择节点</translation>
    </message>
    <message>
        <source>Constants</source>
        <translation>常量</translation>
    </message>
    <message>
        <source>A name, or terms that must all match: *.weight, kind:initializer, kind:constant, type:float32</source>
        <translation>名称，或须全部匹配的条件：*.weight、kind:initializer、kind:constant、type:float32</translation>
    </message>
    <message>
        <source>Elements of %1</source>
        <translation>%1 的元素</translation>
    </message>
    <message>
        <source>Convert elements</source>
        <translation>转换元素类型</translation>
    </message>
    <message>
        <source>What reads them reads a Cast back</source>
        <translation>读取者改为读取转回的 Cast</translation>
    </message>
    <message>
        <source>Where the elements are saved</source>
        <translation>元素的保存位置</translation>
    </message>
    <message>
        <source>Saved in</source>
        <translation>保存于</translation>
    </message>
    <message>
        <source>a data file beside the model</source>
        <translation>模型旁的数据文件</translation>
    </message>
    <message>
        <source>the model file</source>
        <translation>模型文件</translation>
    </message>
    <message>
        <source>Share equal initializers</source>
        <translation>共用相等的初始化器</translation>
    </message>
    <message>
        <source>The type of the new elements</source>
        <translation>新元素的类型</translation>
    </message>
    <message>
        <source>The type that the elements become</source>
        <translation>元素转换成的类型</translation>
    </message>
    <message>
        <source>Where the elements are when the model is saved</source>
        <translation>保存模型时元素放在哪里</translation>
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
    <message>
        <source>The tensor of the sequence that is shown</source>
        <translation>显示序列中的哪个张量</translation>
    </message>
</context>
<context>
    <name>partita::TensorSource</name>
    <message numerus="yes">
        <source>%Ln constant(s)</source>
        <translation>
            <numerusform>%Ln 个常量</numerusform>
        </translation>
    </message>
    <message>
        <source>Zeros</source>
        <translation>零</translation>
    </message>
    <message>
        <source>Ones</source>
        <translation>一</translation>
    </message>
    <message>
        <source>One number</source>
        <translation>一个数字</translation>
    </message>
    <message>
        <source>Random</source>
        <translation>随机</translation>
    </message>
    <message>
        <source>Listed</source>
        <translation>列出</translation>
    </message>
    <message>
        <source>From a file</source>
        <translation>从文件</translation>
    </message>
    <message>
        <source>Elements</source>
        <translation>元素</translation>
    </message>
    <message>
        <source>Number</source>
        <translation>数字</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>种子</translation>
    </message>
    <message>
        <source>The same seed gives the same numbers, on every machine</source>
        <translation>相同的种子在任何机器上都给出相同的数字</translation>
    </message>
    <message>
        <source>From</source>
        <translation>从</translation>
    </message>
    <message>
        <source>To</source>
        <translation>到</translation>
    </message>
    <message>
        <source>Numbers</source>
        <translation>数字</translation>
    </message>
    <message>
        <source>with commas between them</source>
        <translation>以逗号分隔</translation>
    </message>
    <message>
        <source>Browse…</source>
        <translation>浏览…</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Array in the .npz</source>
        <translation>.npz 中的数组</translation>
    </message>
    <message>
        <source>only where it has several</source>
        <translation>仅在有多个时</translation>
    </message>
    <message>
        <source>Elements from a file</source>
        <translation>从文件读取元素</translation>
    </message>
    <message>
        <source>Tensors (*.npy *.npz *.pb)</source>
        <translation>张量 (*.npy *.npz *.pb)</translation>
    </message>
    <message>
        <source>Where the elements come from</source>
        <translation>元素从哪里来</translation>
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
    <name>partita::TensorText</name>
    <message>
        <source>the tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>it has %1 elements</source>
        <translation>它有 %1 个元素</translation>
    </message>
    <message>
        <source>a number is beyond the range of %1</source>
        <translation>有数字超出 %1 的范围</translation>
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
        <source>constant, folded away</source>
        <translation>常量，会被折叠</translation>
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
        <source>no limit</source>
        <translation>无限制</translation>
    </message>
    <message>
        <source>folded before nodes are placed</source>
        <translation>在放置节点之前已折叠</translation>
    </message>
    <message>
        <source>pinned by you</source>
        <translation>已由你固定</translation>
    </message>
    <message>
        <source>assumed to be taken, by you</source>
        <translation>由你假定接受</translation>
    </message>
    <message>
        <source>a rule is off, by you</source>
        <translation>由你关闭了一条规则</translation>
    </message>
    <message>
        <source>costly</source>
        <translation>代价高</translation>
    </message>
    <message>
        <source>joins</source>
        <translation>归入</translation>
    </message>
    <message>
        <source>harmless</source>
        <translation>无害</translation>
    </message>
    <message>
        <source>input or output not supported</source>
        <translation>不支持该输入或输出</translation>
    </message>
    <message>
        <source>taken, but fails to compile</source>
        <translation>已接受，但编译失败</translation>
    </message>
    <message>
        <source>nothing reads it: dropped before nodes are placed</source>
        <translation>没有节点读取它：在放置节点前移除</translation>
    </message>
    <message>
        <source>a size cannot be negative</source>
        <translation>尺寸不能为负数</translation>
    </message>
    <message>
        <source>stays on %1</source>
        <translation>留在 %1 上</translation>
    </message>
    <message>
        <source>scalar</source>
        <translation>标量</translation>
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
    <message>
        <source>Held up by the start of the task</source>
        <translation>瓶颈是任务启动</translation>
    </message>
    <message>
        <source>The last run failed</source>
        <translation>上次运行失败</translation>
    </message>
    <message>
        <source>Simulated: %1</source>
        <translation>模拟：%1</translation>
    </message>
</context>
<context>
    <name>partita::TimelineView</name>
    <message numerus="yes">
        <source>Timeline of %n task(s)</source>
        <translation>
            <numerusform>%Ln 个任务的时间线</numerusform>
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
<context>
    <name>partita::TimesTable</name>
    <message>
        <source>Both sides need times of nodes: of a run, or of what a runtime wrote</source>
        <translation>两侧都需要节点的时间：来自一次运行，或来自运行时写出的文件</translation>
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
        <source>Before, ms</source>
        <translation>之前，ms</translation>
    </message>
    <message>
        <source>After, ms</source>
        <translation>之后，ms</translation>
    </message>
    <message>
        <source>Change, ms</source>
        <translation>变化，ms</translation>
    </message>
    <message>
        <source>No node has a time on both sides</source>
        <translation>没有节点在两侧都有时间</translation>
    </message>
    <message>
        <source>%1 → %2 ms in all</source>
        <translation>共 %1 → %2 ms</translation>
    </message>
    <message>
        <source>before: %1</source>
        <translation>之前：%1</translation>
    </message>
    <message>
        <source>after: %1</source>
        <translation>之后：%1</translation>
    </message>
    <message numerus="yes">
        <source>only one side tells the time of %Ln node(s)</source>
        <translation>
            <numerusform>只有一侧给出 %Ln 个节点的时间</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>partita::WhatIfPanel</name>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>Open a scenario in place of this one…</source>
        <translation>打开一个方案以替换当前方案…</translation>
    </message>
    <message>
        <source>Clear the list</source>
        <translation>清空列表</translation>
    </message>
    <message>
        <source>Partitions</source>
        <translation>分区</translation>
    </message>
    <message>
        <source>Of the first provider: from the changes above to this one as well; where the box is empty: what it would do on top</source>
        <translation>第一个提供程序的分区数：从上方各项更改到加上此项；未勾选时：在其上再加此项的效果</translation>
    </message>
    <message>
        <source>Changes</source>
        <translation>更改</translation>
    </message>
    <message>
        <source>Drag, or Alt+Up and Alt+Down, to change the order; Del removes</source>
        <translation>拖动，或按 Alt+Up 和 Alt+Down 更改顺序；Del 移除</translation>
    </message>
    <message>
        <source>No changes. Add one here, or in the menu of a node.</source>
        <translation>没有更改。可在此处或在节点的菜单中添加。</translation>
    </message>
    <message>
        <source>Open a model to try changes of its placement.</source>
        <translation>打开模型，以尝试更改其放置。</translation>
    </message>
    <message>
        <source>Undo: %1</source>
        <translation>撤销：%1</translation>
    </message>
    <message>
        <source>Redo: %1</source>
        <translation>重做：%1</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>改动</translation>
    </message>
    <message>
        <source>not saved</source>
        <translation>未保存</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>顺序</translation>
    </message>
    <message>
        <source>Option</source>
        <translation>选项</translation>
    </message>
    <message>
        <source>Run length</source>
        <translation>运行段长度</translation>
    </message>
    <message>
        <source>Rule off</source>
        <translation>关闭规则</translation>
    </message>
    <message>
        <source>Fixed size</source>
        <translation>固定大小</translation>
    </message>
    <message>
        <source>Grouping</source>
        <translation>分组</translation>
    </message>
    <message>
        <source>Optimization level</source>
        <translation>优化级别</translation>
    </message>
    <message>
        <source>Excluded</source>
        <translation>已排除</translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>已固定</translation>
    </message>
    <message>
        <source>Taken anyway</source>
        <translation>仍然接受</translation>
    </message>
    <message>
        <source>%1 nodes</source>
        <translation>%1 节点</translation>
    </message>
    <message>
        <source>%1 partitions</source>
        <translation>%1 分区</translation>
    </message>
    <message>
        <source>Boundary tensors</source>
        <translation>边界张量</translation>
    </message>
    <message>
        <source>Moved per run</source>
        <translation>每次运行移动</translation>
    </message>
    <message>
        <source>No figure differs from before.</source>
        <translation>与之前相比没有数据变化。</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>之前</translation>
    </message>
    <message>
        <source>After</source>
        <translation>之后</translation>
    </message>
    <message numerus="yes">
        <source>%Ln node(s) changed their provider</source>
        <translation>
            <numerusform>%Ln 个节点更换了提供程序</numerusform>
        </translation>
    </message>
    <message>
        <source>Open a scenario</source>
        <translation>打开方案</translation>
    </message>
    <message>
        <source>Scenarios (*.json);;All files (*)</source>
        <translation>方案 (*.json);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Save the scenario</source>
        <translation>保存方案</translation>
    </message>
    <message>
        <source>Scenarios (*.json)</source>
        <translation>方案 (*.json)</translation>
    </message>
    <message>
        <source>Open a scenario: there is no model to try it on</source>
        <translation>打开方案：没有可供尝试的模型</translation>
    </message>
    <message>
        <source>Save the scenario: it has no changes</source>
        <translation>保存方案：方案没有更改</translation>
    </message>
    <message>
        <source>Clear the list: it is empty</source>
        <translation>清空列表：列表是空的</translation>
    </message>
    <message>
        <source>Add a change</source>
        <translation>添加更改</translation>
    </message>
    <message>
        <source>Add a change: there is no model to try it on</source>
        <translation>添加更改：没有可供尝试的模型</translation>
    </message>
    <message>
        <source>The steps of more than %1 changes are not counted: each needs a placement</source>
        <translation>超过 %1 项更改时不计算各步效果：每步都需要一次放置</translation>
    </message>
    <message>
        <source>Undo: there is nothing to undo</source>
        <translation>撤销：没有可撤销的内容</translation>
    </message>
    <message>
        <source>Redo: there is nothing to do again</source>
        <translation>重做：没有可重做的内容</translation>
    </message>
    <message>
        <source>not in this model</source>
        <translation>不在此模型中</translation>
    </message>
    <message>
        <source>Save the scenario, for the window and the command line…</source>
        <translation>保存方案，供窗口和命令行使用…</translation>
    </message>
    <message>
        <source>Opset</source>
        <translation>Opset</translation>
    </message>
    <message>
        <source>Element types</source>
        <translation>元素类型</translation>
    </message>
</context>
<context>
    <name>partita::ZoomBox</name>
    <message>
        <source>Zoom</source>
        <translation>缩放</translation>
    </message>
    <message>
        <source>Zoom: how large the graph is shown</source>
        <translation>缩放：图的显示大小</translation>
    </message>
</context>
</TS>
